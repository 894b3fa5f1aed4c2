"""The cache of machine code: never stale, filled once, and no obstacle where nothing can be written.

Each test runs a small package of its own, in its own processes and with its own cache folder: `first` calls `second`, so
that an edit of `second` alone is what Numba's own cache would miss.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quorumsim import compiled, games

FIRST = """
import numpy as np
from quorumsim.compiled import jit
from quorumsim.quorum.second import constant

@jit
def first(values, place):
    return values[place] * 0 + constant()
"""
SECOND = """
from quorumsim.compiled import jit

@jit
def constant():
    return 1
"""
CALL = "import numpy as np; from quorumsim.quorum.first import first; print(first(np.zeros(3), {place}))"


class Toy:
    """A package with two compiled functions, and a way to run code that uses it."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "quorumsim"
        self.cache = folder / "cache"
        self.kept = self.cache / "quorumsim"
        self.folder = folder
        for name in compiled.COMPILED:
            (self.package / name).mkdir(parents=True)
            (self.package / name / "__init__.py").touch()
        (self.package / "__init__.py").touch()
        for module in (compiled, games):
            shutil.copy(module.__file__, self.package)
        (self.package / "quorum" / "first.py").write_text(FIRST)
        self.second = self.package / "quorum" / "second.py"
        self.second.write_text(SECOND)

    def start(self, code: str, **environment: str) -> subprocess.Popen[str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        environment = {**inherited, "XDG_CACHE_HOME": str(self.cache), "PYTHONPATH": str(self.folder), **environment}
        return subprocess.Popen([sys.executable, "-c", code], env=environment, cwd=self.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, code: str, **environment: str) -> tuple[str, str]:
        """Standard output and standard error; the code must end well."""
        process = self.start(code, **environment)
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        return out.strip(), err

    def call(self, place: int = 0, **environment: str) -> str:
        return self.run(CALL.format(place=place), **environment)[0]


@pytest.fixture
def toy(tmp_path):
    return Toy(tmp_path)


def test_an_edit_in_another_module_is_seen(toy):
    assert toy.call() == toy.call() == "1.0"
    (folder,) = toy.kept.iterdir()
    assert list(folder.rglob("*.nbc"))
    toy.second.write_text(SECOND.replace("return 1", "return 2"))
    assert toy.call() == "2.0"
    assert len(list(toy.kept.iterdir())) == 2


def test_the_same_code_is_compiled_once(toy):
    toy.call()
    before = {path: path.stat().st_mtime_ns for path in toy.kept.rglob("*.nb?")}
    toy.call()
    assert {path: path.stat().st_mtime_ns for path in toy.kept.rglob("*.nb?")} == before


def test_checked_code_is_not_taken_from_the_unchecked(toy):
    """NUMBA_BOUNDSCHECK is no part of Numba's own index: the suite's run with it would check nothing."""
    toy.call()
    process = toy.start(CALL.format(place=3), NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in process.communicate(timeout=120)[1]


def test_numba_imported_before(toy):
    toy.run(f"import numba; {CALL.format(place=0)}")
    assert list(toy.kept.rglob("*.nbc"))
    assert not list(toy.package.rglob("*.nbc"))


def test_a_cache_folder_of_the_users_choice(toy):
    elsewhere = toy.folder / "elsewhere"
    toy.call(NUMBA_CACHE_DIR=str(elsewhere))
    assert list((elsewhere / "quorumsim").rglob("*.nbc"))
    assert not toy.cache.exists()


def test_a_worker_process_uses_its_parents_folder(toy):
    code = ("import subprocess, sys; from quorumsim.compiled import prepare_cache; print(prepare_cache()); "
            "subprocess.run([sys.executable, '-c', "
            "'from quorumsim.compiled import prepare_cache; print(prepare_cache())'], check=True)")
    first, second = toy.run(code, PYTHONUNBUFFERED="1")[0].splitlines()
    assert first == second
    assert Path(first).parent == toy.kept


def test_no_folder_can_be_written(toy):
    toy.cache.touch()  # a file in the way, which stops root as well
    out, err = toy.run(CALL.format(place=0))
    assert out == "1.0"
    assert err.count("warning: compiled code cannot be kept") == 1
    assert not list(toy.folder.rglob("*.nbc"))


def test_without_jit_the_function_is_a_function(toy):
    out, err = toy.run("from quorumsim.quorum.second import constant; from quorumsim.compiled import first_use_message\n"
                       "first_use_message(); print(type(constant).__name__, constant())", NUMBA_DISABLE_JIT="1")
    assert (out, err) == ("function 1", "")
    assert not toy.cache.exists()


FIRST_USE = ("from quorumsim.compiled import first_use_message, mark_complete; first_use_message(); "
             f"{CALL.format(place=0)}; mark_complete()")


def test_the_first_use_says_so_once(toy):
    assert toy.run(FIRST_USE)[1] == "compiling the game for this machine (about half a minute, once) ...\n"
    assert toy.run(FIRST_USE)[1] == ""
    toy.second.write_text(SECOND.replace("return 1", "return 2"))
    assert "compiling" in toy.run(FIRST_USE)[1]


def test_a_broken_first_use_is_said_again(toy):
    broken = toy.start(FIRST_USE.replace("mark_complete()", "raise SystemExit(1)"))
    broken.communicate(timeout=120)
    assert "compiling" in toy.run(FIRST_USE)[1]


def test_one_process_compiles_while_the_others_wait(toy):
    processes = [toy.start(FIRST_USE) for _ in range(3)]
    results = [process.communicate(timeout=120) for process in processes]
    assert [out.strip() for out, _ in results] == ["1.0"] * 3
    assert sorted(err != "" for _, err in results) == [False, False, True]


def test_old_folders_are_removed_and_recent_ones_stay(toy):
    long_ago = time.time() - 10 * compiled.UNTOUCHED_SECONDS
    for number in range(6):
        folder = toy.kept / f"old{number}"
        folder.mkdir(parents=True)
        (folder / "index.nbi").touch()
        os.utime(folder, (long_ago + number, long_ago + number))
    recent = toy.kept / "recent"
    recent.mkdir()
    current = toy.run("from quorumsim.compiled import prepare_cache; print(prepare_cache())")[0]
    assert {path.name for path in toy.kept.iterdir()} == {"recent", "old5", "old4", Path(current).name}


def test_the_fingerprint_depends_on_every_source_and_setting(monkeypatch, tmp_path):
    prints = {compiled.fingerprint()}
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    prints.add(compiled.fingerprint())
    assert len(prints) == 1
    monkeypatch.setenv("NUMBA_OPT", "1")
    prints.add(compiled.fingerprint())
    monkeypatch.setattr(compiled, "COMPILED", ("quorum",))
    prints.add(compiled.fingerprint())
    assert len(prints) == 3
