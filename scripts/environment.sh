# Sourced by the scripts beside it: a virtual environment in the checkout, made once and brought up to date when needed.
# Afterwards $root is the checkout and $python the environment's Python.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv
python=$venv/bin/python

suits='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'

# Prints a Python that can run the project: $PYTHON if it is given, else the first that will do.
find_python() {
    local candidate found=""
    local candidates=(python3.11 python3.12 python3.13 python3 python)
    if [ -n "${PYTHON:-}" ]; then
        candidates=("$PYTHON")
    fi
    for candidate in "${candidates[@]}"; do
        "$candidate" -c "$suits" >/dev/null 2>&1 || continue
        found=$candidate
        if "$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    if [ -n "$found" ]; then
        echo "$found cannot make virtual environments; install its venv module (on Debian and Ubuntu the package python3-venv)." >&2
    elif [ -n "${PYTHON:-}" ]; then
        echo "PYTHON is $PYTHON, which is no Python 3.11, 3.12 or 3.13." >&2
    else
        echo "quorumsim needs Python 3.11, 3.12 or 3.13, and none was found; install one, or set PYTHON to its path." >&2
    fi
    return 1
}

# prepare run|dev: the environment with what a run needs, or with the tools of the developers too.
prepare() {
    local extras=$1 base wanted
    # An environment does not survive a move of its folder, so the folder is part of the stamp.
    wanted=$(cat "$root/pyproject.toml" "$root/constraints.txt" <(echo "$root") | cksum)
    if [ -x "$python" ] && [ "$(cat "$venv/$extras.stamp" 2>/dev/null)" = "$wanted" ]; then
        return
    fi
    base=$(find_python)
    echo "setting up $venv with $base (the first time takes a few minutes) ..." >&2
    rm -f "$venv"/*.stamp
    if ! "$python" -c "$suits" >/dev/null 2>&1; then
        "$base" -m venv --clear "$venv"
    fi
    local pip=("$python" -m pip install --quiet --disable-pip-version-check --constraint "$root/constraints.txt")
    "${pip[@]}" hatchling
    # Without isolation, so that the constraints hold for the build as well.
    if [ "$extras" = dev ]; then
        "${pip[@]}" --no-build-isolation --editable "$root[dev]"
        echo "$wanted" >"$venv/dev.stamp"
    else
        "${pip[@]}" --no-build-isolation --editable "$root"
    fi
    echo "$wanted" >"$venv/run.stamp"
}
