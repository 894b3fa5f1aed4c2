"""Compiling with Numba: every option of it, and where the machine code is kept. `from quorumsim.compiled import jit`.

Numba's cache on disk looks only at the file of a function: after an edit in another module that the function calls,
the old machine code comes back (numba issue 1833). So the cache is a folder named by a hash of everything that is
compiled, and an edit means another folder. For that, only the packages in COMPILED may hold compiled functions, and a
test checks it. A plug-in outside of the package is compiled with `cache=False`.
"""

import functools
import hashlib
import os
import platform
import shutil
import sys
import time
import warnings
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from quorumsim.games import GAMES, SHARED

PACKAGE = Path(__file__).resolve().parent
COMPILED = (*SHARED, *(name for entry in GAMES.values() for name in entry.packages))

OPTIONS: dict[str, Any] = {
    "nogil": True,  # the workers are threads
    "error_model": "numpy",  # no test for zero at every division
}

KEPT_FOLDERS = 3  # folders of other versions of the code that stay beside this one's
UNTOUCHED_SECONDS = 3600.0  # a folder used since then may belong to a running process, and stays too
LOCK_SECONDS = 300.0  # a process waits so long for another one that compiles the same code


def jit(*args: Any, **options: Any) -> Any:
    """`numba.njit` with the project's options: `@jit`, `@jit(signature)` or `@jit(signature, inline="always")`.

    With NUMBA_DISABLE_JIT=1 the function comes back as it is, to be stepped through in a debugger.
    """
    keep = prepare_cache() is not None
    _silence_what_is_meant()
    return import_module("numba").njit(*args, **{**OPTIONS, "cache": keep, **options})


@functools.cache
def _silence_what_is_meant() -> None:
    """Bots are first-class functions, which Numba calls experimental; in plain Python the generator overflows as it should."""
    warnings.filterwarnings("ignore", message="First-class function type feature is experimental")
    if _jit_disabled():
        import_module("numpy").seterr(over="ignore")  # of this thread
        warnings.filterwarnings("ignore", message="overflow encountered in scalar")  # of the workers


@functools.cache
def prepare_cache() -> Path | None:
    """Point Numba at the cache folder of exactly this code; None, after one warning, where none can be written."""
    if _jit_disabled():
        return None
    digest = fingerprint()
    root = _cache_root(len(digest))
    folder = root / digest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
        os.utime(folder)
    except OSError as error:
        print(f"warning: compiled code cannot be kept in {root} ({error.strerror}), so every start compiles again; "
              "set NUMBA_CACHE_DIR to a folder that can be written", file=sys.stderr)
        return None
    _remove_old_folders(root, folder)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)  # worker processes inherit it
    if "numba" in sys.modules:  # somebody imported it earlier, so it has read its environment already
        sys.modules["numba"].config.CACHE_DIR = str(folder)
    return folder


def first_use_message(part: str = "game") -> None:
    """Say on standard error that compiling takes a while, if `part` was never compiled here. Call it before compiling.

    One process compiles while others wait for its `mark_complete(part)`: Numba's index of a folder does not survive two
    writers (numba issue 10128).
    """
    if _jit_disabled():
        return
    folder = prepare_cache()
    again = ", which no folder can keep" if folder is None else ", once"
    if folder is not None:
        if _marker(folder, part).exists():
            return
        _lock(folder)
        if _marker(folder, part).exists():  # the process that we waited for has done it
            _unlock()
            return
    how_long = "some seconds" if part.startswith("bot") else "about half a minute"
    print(f"compiling the {part} for this machine ({how_long}{again}) ...", file=sys.stderr, flush=True)


def mark_complete(part: str = "game") -> None:
    """Note that `part` is compiled and kept, so that the next start says nothing."""
    folder = prepare_cache()
    if folder is not None:
        _marker(folder, part).touch()
    _unlock()


def fingerprint() -> str:
    """16 hex digits for all that machine code depends on: sources and their place, versions, processor, settings."""
    from importlib.metadata import version

    from llvmlite.binding import get_host_cpu_name

    # Numba's own index leaves NUMBA_BOUNDSCHECK out: code without checks would be taken for code with them.
    settings = sorted(f"{name}={value}" for name, value in os.environ.items()
                      if name.startswith("NUMBA_") and name not in ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS"))
    digest = hashlib.sha256()
    for text in (platform.python_implementation(), platform.python_version(), version("numba"), version("numpy"),
                 get_host_cpu_name(), str(PACKAGE), *settings):
        digest.update(text.encode() + b"\0")
    sources = [Path(__file__), *(path for name in COMPILED for path in sorted((PACKAGE / name).rglob("*.py")))]
    for path in sources:
        digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _jit_disabled() -> bool:
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _cache_root(digits: int) -> Path:
    """`quorumsim` under NUMBA_CACHE_DIR or the user's cache folder; it holds a folder for each fingerprint."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        path = Path(given).absolute()
        from_a_parent_process = path.parent.name == "quorumsim" and len(path.name) == digits
        return path.parent if from_a_parent_process else path / "quorumsim"
    home = Path(os.path.expanduser("~"))
    if sys.platform == "darwin":
        base = home / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base.absolute() / "quorumsim"


def _remove_old_folders(root: Path, folder: Path) -> None:
    """Remove all but the newest few folders beside `folder`, unless used lately. What cannot be removed stays."""
    others = []
    for path in root.iterdir():
        try:
            if path != folder and path.is_dir():
                others.append((path.stat().st_mtime, path))
        except FileNotFoundError:  # another process was faster
            continue
    for used, path in sorted(others, reverse=True)[KEPT_FOLDERS:]:
        if time.time() - used > UNTOUCHED_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def _marker(folder: Path, part: str) -> Path:
    return folder / f"{part}.complete"


_held: list[IO[bytes]] = []
"""The open lock file, while this process holds it; the system frees it if the process dies."""


def _lock(folder: Path) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: no lock, as Numba itself
        return
    if _held:
        return
    handle = (folder / "lock").open("ab")
    end = time.monotonic() + LOCK_SECONDS
    while time.monotonic() < end:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.2)
        except OSError:  # a file system without locks
            break
        else:
            _held.append(handle)
            return
    handle.close()


def _unlock() -> None:
    while _held:
        _held.pop().close()
