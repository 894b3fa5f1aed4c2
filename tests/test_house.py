"""The walls of the house: who imports whom, what must not be imported or used at all, how long a file may be, what ships."""

import subprocess
import sys
import tokenize
import zipfile
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from quorumsim.cli.main import COMMANDS
from quorumsim.compiled import COMPILED

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "quorumsim").rglob("*.py"))
MOST_LINES = 450
HEAVY = ("dask", "distributed", "joblib", "llvmlite", "matplotlib", "numba", "pandas", "pyarrow", "scipy", "seaborn",
         "statsmodels")


def code(path: Path) -> str:
    """The code of a file without comments and strings, words apart by single spaces."""
    left_out = (tokenize.COMMENT, tokenize.STRING, tokenize.NL, tokenize.INDENT, tokenize.DEDENT)
    with tokenize.open(path) as file:
        tokens = list(tokenize.generate_tokens(file.readline))
    return " ".join(["", *(token.string for token in tokens if token.type not in left_out), ""])


def users_of(*phrases: str, within: tuple[str, ...] = ("",)) -> list[str]:
    """Source files, of the packages `within`, whose code has one of the phrases (words apart by single spaces)."""
    folders = [ROOT / "quorumsim" / name for name in within]
    return [str(path.relative_to(ROOT)) for path in SOURCES
            if any(path.is_relative_to(folder) for folder in folders)
            and any(f" {phrase} " in code(path) for phrase in phrases)]


def test_the_arrows_point_one_way(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert lint_imports(cache_dir=None) == 0


@pytest.mark.parametrize("statement", [
    "import quorumsim",
    "import quorumsim.errors",
    "from quorumsim.cli.main import run; run(['--help'])",
    "from quorumsim.cli.main import run; run(['--version'])",
    "from quorumsim.cli.main import run; run(['unknown'])",
    *(f"from quorumsim.cli.main import run; run(['{name}', '--help'])" for name in COMMANDS),
])
def test_nothing_heavy_is_imported(statement):
    show = "import sys; print('LOADED', *sys.modules)"
    command = [sys.executable, "-c", f"{statement}; {show}"]
    result = subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT)
    loaded = result.stdout.rpartition("LOADED")[2].split()
    light_too = ("pydantic", "rich") if statement.endswith("run(['--help'])") else ()
    assert [name for name in (*HEAVY, *light_too) if name in loaded] == []


def test_no_file_outside_its_own_names_the_second_game():
    """A game is its folder, its data and an entry in one registry; what people read (README, docs) may speak of it."""
    own = (ROOT / "quorumsim" / "dominus", ROOT / "data" / "dominus")
    files = [path for folder in ("quorumsim", "data", "scripts", ".ci") for path in (ROOT / folder).rglob("*")
             if path.is_file() and path.suffix != ".pyc" and not any(path.is_relative_to(folder) for folder in own)]
    files.append(ROOT / "pyproject.toml")
    assert len(files) > 150
    naming = [str(path.relative_to(ROOT)) for path in files if "dominus" in (str(path.name) + path.read_text("utf-8")).lower()]
    assert naming == ["quorumsim/games.py"]


def test_games_do_not_know_each_other():
    imports = ("quorumsim . quorum", "quorumsim . bots")
    assert users_of(*imports, within=("dominus", "engine")) == []


def test_only_the_page_of_a_game_knows_the_rooms_above_it():
    above = [f"quorumsim . {room}" for room in ("lab", "analysis", "report", "cli", "stats")]
    allowed = ("quorumsim/dominus/page", "quorumsim/dominus/questions")
    assert [path for path in users_of(*above, within=("dominus",)) if not path.startswith(allowed)] == []
    assert users_of(*above, within=("engine",)) == []


def test_no_file_is_too_long():
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in SOURCES}
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


def test_figures_do_not_pile_up():
    """pyplot keeps every figure (seaborn issue 653)."""
    assert users_of("pyplot", "plt") == []


def test_nothing_is_unpickled():
    """A file of somebody else must not be able to run code."""
    assert users_of("pickle", "allow_pickle = True", "eval (", "exec (", "yaml . load") == []


def test_chance_comes_from_the_counters_only():
    """No generator that somebody else's draws could shift, and none that Numba seeds in its own way.

    `stepping` hands one to a plain bot, seeded by the counters for every decision.
    """
    assert users_of("np . random", "numpy . random", "\n import random", "from random", "\n import secrets",
                    within=(*COMPILED, "lab")) == ["quorumsim/bots/stepping.py"]


def test_no_hidden_threads():
    """Compiled code runs in the workers' threads; threads of its own would shift sums and seeds."""
    assert users_of("prange", "parallel = True", "fastmath = True") == []


def test_compiled_code_is_where_the_cache_looks():
    """The name of the cache folder is a hash of COMPILED only; machine code from elsewhere could be stale."""
    compiling = users_of("import jit", "numba", "njit", "jit", "llvmlite")
    allowed = ("quorumsim/compiled.py", *(f"quorumsim/{name}/" for name in COMPILED))
    assert [path for path in compiling if not path.startswith(allowed)] == []


def test_every_jit_option_is_in_one_place():
    assert users_of("numba . njit", "numba . jit", "nogil", "error_model") == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> list[str]:
    """Names of the files in the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True,
                   capture_output=True)
    (path,) = folder.glob("quorumsim-*.whl")
    return zipfile.ZipFile(path).namelist()


def test_the_wheel_contains_the_data(wheel):
    files = [path for path in (ROOT / "data").rglob("*") if path.is_file()]
    assert len(files) > 2
    assert {f"quorumsim/{path.relative_to(ROOT)}" for path in files} <= set(wheel)


def test_the_wheel_contains_the_package_and_nothing_else(wheel):
    assert {str(path.relative_to(ROOT)) for path in SOURCES} <= set(wheel)
    assert {name.split("/")[0] for name in wheel if ".dist-info/" not in name} == {"quorumsim"}
    assert not [name for name in wheel if "__pycache__" in name]
