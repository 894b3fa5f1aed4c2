"""A user's bot: a Python file that the user names, or an installed entry point. docs/writing-a-bot.md is for its author.

Two kinds. A compiled bot is one function score(rules, seen, action, weights, scratch); Numba compiles it here, and nothing of
that is kept on disk. A plain bot is a function choose(view, actions), or a class or object with such a method; it plays through
the stepping API (`stepping`). A file is read and run only when it is named.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.abc
import inspect
import linecache
import os
import re
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec, module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from quorumsim.engine.faults import raised
from quorumsim.errors import BadInput

COMPILED, PLAIN = "score", "choose"
"""The names that are looked for where a file is given without one, and those of the two kinds."""
PARAMETERS = ("rules", "seen", "action", "weights", "scratch")
HELPERS = ("rules", "random", "gains")
"""What a plain bot may ask for beside the view and the actions, as parameters of these names."""
LONGEST_REASON = 200

Files = tuple[tuple[str, str], ...]
"""Files of a user, by path, with the SHA-256 of each."""


@dataclass(frozen=True)
class Source:
    """Where a bot's code lies. `path`: the file as the user named it, or an entry point's module; `digest`: its SHA-256.

    `folder`: the folder it was named in, for a worker process may have been begun in another. `layout`: the module with the
    RECORDS of the game that it plays.
    """

    path: str
    name: str
    digest: str
    installed: bool = False
    folder: str = ""
    layout: str = ""

    @property
    def label(self) -> str:
        return f"{self.path}:{self.name}"


class Code:
    """A bot's code, read and checked, with the names that the module of a shipped bot has: WEIGHTS, score."""

    def __init__(self, source: Source, given: Any, module: ModuleType) -> None:
        self.source, self.given = source, getattr(given, "py_func", given)
        self.file = str(module.__file__)
        chooser = getattr(self.given, PLAIN, None)
        self.function: Any = chooser if callable(chooser) else self.given
        self.plain = self._is_plain(bound=inspect.isclass(self.given))
        self.sentence = _sentence(source, module, self.given)
        self.weights = _weights(source, module) if not self.plain else ()
        self.WEIGHTS = tuple(name for name, _ in self.weights)

    def _is_plain(self, bound: bool) -> bool:
        """Whether it chooses (or scores); BadInput where its parameters are of neither kind. `bound`: self is one."""
        if not callable(self.function) or (inspect.isclass(self.given) and self.function is self.given):
            raise BadInput(f"{self.source.label} is no function and has no method choose; accepted: {_accepted()}")
        names = list(inspect.signature(self.function).parameters)[1 if bound else 0:]
        self.helpers = tuple(names[2:])
        if len(names) >= 2 and set(self.helpers) <= set(HELPERS):
            return True
        if len(names) == len(PARAMETERS) and self.function is self.given:
            return False
        raise BadInput(f"{self.source.label} takes ({', '.join(names)}); accepted: {_accepted()}")

    @cached_property
    def score(self) -> Any:
        """The compiled function; BadInput with Numba's reason where it cannot be compiled."""
        from quorumsim.engine.guard import guarded

        try:
            _compile_helpers(self.function)
            return guarded(self.function, importlib.import_module(self.source.layout).RECORDS)
        except Exception as error:  # Numba's own, and those that slip through it
            raise BadInput(f"{self.source.label} cannot be compiled{_reason(error, self.function, self.file)}") from error

    def choose(self, view: dict[str, Any], actions: list[Any], helpers: dict[str, Callable[[], Any]]) -> Any:
        """What a plain bot answers. A class is made anew for every decision, so it cannot keep anything."""
        chooser = getattr(self.given(), PLAIN) if inspect.isclass(self.given) else self.function
        return chooser(view, actions, **{name: helpers[name]() for name in self.helpers})


def file_source(path: str, name: str | None, layout: str) -> Source:
    """The bot of that name in a file; without one, its `score` or else its `choose`."""
    folder = os.getcwd()
    digest = hashlib.sha256(_content(path, folder)).hexdigest()
    if name is None:
        module = _module(path, digest, folder)
        name = next((each for each in (COMPILED, PLAIN) if hasattr(module, each)), COMPILED)
    return Source(path, name, digest, folder=folder, layout=layout)


def installed_names(group: str) -> list[str]:
    """The names of installed entry points of a group; nothing of them is imported."""
    return sorted({entry.name for entry in entry_points(group=group)})


def installed_source(name: str, group: str, layout: str) -> Source | None:
    """The bot that an entry point of this name leads to; None if there is none. Its module is found, not imported."""
    found: EntryPoint | None = next(iter(entry_points(group=group, name=name)), None)
    if found is None:
        return None
    try:
        spec = find_spec(found.module)
        if spec is None or spec.origin is None:
            raise ImportError(f"there is no module {found.module}")
        digest = hashlib.sha256(Path(spec.origin).read_bytes()).hexdigest()
    except (ImportError, OSError, ValueError) as error:
        raise BadInput(f"the installed bot {name} ({found.value}) cannot be found: {error}") from error
    return Source(found.module, found.attr or COMPILED, digest, installed=True, layout=layout)


@lru_cache(maxsize=64)
def code(source: Source) -> Code:
    """The code of a source, in whatever process this is; BadInput if the file is not the one that was named."""
    if source.installed:
        module = _imported(source)
    else:
        if hashlib.sha256(_content(source.path, source.folder)).hexdigest() != source.digest:
            raise BadInput(f"{source.path} has changed since it was read; begin anew")
        module = _module(source.path, source.digest, source.folder)
    if not hasattr(module, source.name):
        has = [name for name, value in vars(module).items() if callable(value) and value.__module__ == module.__name__]
        raise BadInput(f"{source.path} has no {source.name!r}; it has {', '.join(has) or 'no function'}")
    return Code(source, getattr(module, source.name), module)


class _FromBytes(importlib.abc.SourceLoader):
    """Loads exactly these bytes, and keeps no compiled file beside them."""

    def __init__(self, path: Path, content: bytes) -> None:
        self.path, self.content = path, content

    def get_filename(self, fullname: str) -> str:
        return str(self.path)

    def get_data(self, path: str | bytes) -> bytes:
        if str(path) != str(self.path):
            raise OSError("nothing is kept")
        return self.content


def _content(path: str, folder: str) -> bytes:
    file = Path(folder, path)
    if not file.is_file():
        what = "is a folder" if file.is_dir() else f"is not there (looked in {folder})"
        raise BadInput(f"the bot file {path} {what}; accepted: a Python file, such as mine.py:score")
    return file.read_bytes()


@lru_cache(maxsize=64)
def _module(path: str, digest: str, folder: str) -> ModuleType:
    """Runs a file once a process, as a module of its own."""
    file = Path(folder, path)
    name = f"quorumsim_plugin_{digest[:16]}_{hashlib.sha256(str(file).encode()).hexdigest()[:16]}"
    loader = _FromBytes(file, _content(path, folder))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = sys.modules[name] = module_from_spec(spec)
    linecache.checkcache(str(file))
    try:
        loader.exec_module(module)
    except SyntaxError as error:
        raise BadInput(f"{path} is not Python: line {error.lineno}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        line = line_of(error, str(file))
        place = f"line {line}: " if line else ""
        raise BadInput(f"{path} cannot be run: {place}{type(error).__name__}: {' '.join(str(error).split())}") from error
    return module


def _imported(source: Source) -> ModuleType:
    try:
        return importlib.import_module(source.path)
    except Exception as error:
        raise BadInput(f"the installed bot {source.label} cannot be imported: {type(error).__name__}: {error}") from error


def line_of(error: BaseException, file: str) -> int | None:
    """The line of a file that an exception came through last, compiled or not."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return lines[-1] if lines else None


def what_happened(source: Source | None, error: Exception) -> str:
    """The end of "bot NAME ..." for an exception that came out of a bot."""
    from quorumsim.engine.guard import Meddled

    if isinstance(error, Meddled):
        return "wrote into the view, the rules or the weights, which it may only read"
    return raised(error, line_of(error, code(source).file) if source else None)


def shortened(reason: str) -> str:
    """A reason as long as one still reads."""
    return reason if len(reason) <= LONGEST_REASON else reason[: LONGEST_REASON - 1] + "…"


def _accepted() -> str:
    return (
        f"score({', '.join(PARAMETERS)}) to be compiled, or choose(view, actions) in plain Python, which may also ask for "
        f"{', '.join(HELPERS[:-1])} and {HELPERS[-1]}"
    )


def _sentence(source: Source, module: ModuleType, given: Any) -> str:
    """SENTENCE of the file, else the first line of the docstring, else where it is from."""
    told = getattr(module, "SENTENCE", None)
    if told is not None and not (isinstance(told, str) and told.isprintable() and 0 < len(told) <= LONGEST_REASON):
        raise BadInput(f"{source.path}: SENTENCE must be one line of text of 1 to {LONGEST_REASON} characters")
    lines = (getattr(given, "__doc__", None) or "").strip().splitlines()
    text = told or (lines[0].strip() if lines else "")
    return text if text.isprintable() and text else f"A bot from {source.path}."


def _weights(source: Source, module: ModuleType) -> tuple[tuple[str, float], ...]:
    from quorumsim.engine.records import WEIGHT_COUNT

    given = getattr(module, "WEIGHTS", {})
    right = isinstance(given, dict) and all(
        isinstance(name, str) and isinstance(value, int | float) and abs(value) < float("inf") for name, value in given.items()
    )
    if not right or len(given) > WEIGHT_COUNT:
        raise BadInput(f"{source.path}: WEIGHTS must be a table of at most {WEIGHT_COUNT} names and numbers, such as "
                       '{"banner": 0.5}')  # fmt: skip
    return tuple((name, float(value)) for name, value in given.items())


def _compile_helpers(function: Any) -> None:
    """Makes the functions of its file that a function calls, and those that they call, such as Numba can call."""
    from quorumsim.compiled import jit

    names = vars(sys.modules[function.__module__])
    for name in function.__code__.co_names:
        called = names.get(name)
        if inspect.isfunction(called) and called.__module__ == function.__module__ and called is not function:
            names[name] = jit(cache=False)(called)
            if names[name] is not called:  # else nothing is compiled, and a debugger steps through all
                _compile_helpers(called)


def _reason(error: Exception, function: Any, file: str) -> str:
    """" at line 5: what Numba says", cut to the line that tells."""
    message = str(error)
    if isinstance(error, KeyError):  # how Numba says that a record has no such field
        message = f"there is no field {message.strip(chr(39))!r} in the view, rules, weights or scratch"
    whole, last = re.escape(file), re.escape(Path(file).name)
    places = re.findall(rf"(?:(?:at|from) {whole} \(|File \"[^\"]*{last}\", line )(\d+)", message)
    words = re.findall(r"'([A-Za-z_]\w*)'", message)
    line = _line_with(words[0] if words else None, file) or (int(places[0]) if places else None)
    said = [text.strip() for text in message.splitlines() if text.strip() and not text.startswith("Failed in ")]
    inner = [text for text in said if re.match(r"\w*Error: ", text)]
    telling = re.sub(r"Record\(.*?;\d+;(True|False)\)", "record", (inner or said or [type(error).__name__])[-1 if inner else 0])
    telling = telling.partition(". Raised from ")[0]
    returned = re.match(r"No conversion from (.+?) to float64 for '\$\S*return_value", telling)
    if returned:
        telling = f"it returns {returned[1]} where a number is needed"
    return (f" (line {line})" if line else "") + f": {shortened(telling).rstrip('.')}"


def _line_with(word: str | None, file: str) -> int | None:
    """The first line of a file in whose code a word stands as a name or a field, comments and texts left out."""
    lines = [
        node.lineno
        for node in ast.walk(ast.parse("".join(linecache.getlines(file))))
        if (isinstance(node, ast.Name) and node.id == word) or (isinstance(node, ast.Attribute) and node.attr == word)
    ]
    return min(lines, default=None)
