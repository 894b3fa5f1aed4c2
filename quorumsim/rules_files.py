"""Rules as files, whatever the game: packaged or by path, TOML in, chains of variants, `--set`, the fingerprint.

Every refusal is BadInput: one plain sentence that names the file, the field, the value and what would be accepted.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quorumsim.errors import BadInput
from quorumsim.fields import listed, nearest, shown
from quorumsim.games import data_folder

SET = "--set"
FINGERPRINT_LENGTH = 16
BARE_WORD = re.compile(r"([A-Za-z]|\.{0,2}/)[A-Za-z0-9_./-]*")  # a word or a path


@dataclass(frozen=True)
class Document:
    """What a file or another source says. `folder`: what paths in it are relative to."""

    content: dict[str, Any]
    source: str  # its name in sentences
    folder: Path = Path()
    complete: bool = False  # the whole rules, not changes to others


def is_path(spec: str) -> bool:
    """Whether something is given by path: anything with a slash or ending in .toml; other names are packaged data."""
    return "/" in spec or "\\" in spec or spec.lower().endswith(".toml")


def file_label(path: Path) -> str:
    """The file's name in sentences: the path as given, only the last part for packaged data."""
    name = path.name if data_folder("") in path.parents else str(path)
    return name if name.isprintable() else ascii(name)


def packaged_file(name: str, files: Mapping[str, Path], asked: str = "", what: str = "rules") -> Path:
    """The packaged file of that name; raises BadInput for an unknown one. `asked`: the file and field that ask for it."""
    if name in files:
        return files[name]
    here = f"; did you mean ./{name}.toml?" if not asked and Path(f"{name}.toml").is_file() else nearest(name, files)
    place = f"{asked}: " if asked else ""
    raise BadInput(f"{place}unknown {what} {shown(name)}{here}; accepted: {listed(files)}, or the path of a .toml file")


def read_toml(text: str) -> dict[str, Any]:
    """TOML as a table; raises ValueError or RecursionError, also for a number too long to be named in a sentence."""
    content = tomllib.loads(text)
    json.dumps(content, default=str)
    return content


def read_toml_file(path: Path, what: str = "rules or a variant") -> dict[str, Any]:
    """The content of a TOML file; raises BadInput if there is none or it is broken."""
    label = file_label(path)
    try:
        if not path.is_file():
            found = "a folder" if path.is_dir() else "no such file"
            raise BadInput(f"{label}: {found}; accepted: a TOML file with {what}")
        return read_toml(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise BadInput(f"{label}: cannot be read ({error.strerror}); accepted: a TOML file with {what}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{label}: not UTF-8 text; accepted: a TOML file, saved as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
        raise BadInput(f"{label}: not TOML, {problem[:1].lower()}{problem[1:]}") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{label}: not TOML that can be used, a number is too long or tables too deep") from None


def chain(
    path: Path, field: str, read: Callable[[Path], Document], packaged: Mapping[str, Path], example: str
) -> list[tuple[Path, Document]]:
    """The documents from the complete rules to the file at `path`, each named by the next in its `field`.

    Raises BadInput for a base that is no name, not there, or leads back to where it came from.
    """
    steps: list[tuple[Path, Document]] = []
    seen: set[Path] = set()
    while True:
        document = read(path)
        steps.insert(0, (path, document))
        seen.add(path.resolve())
        if document.complete:
            return steps
        base, label = document.content[field], document.source
        if not isinstance(base, str) or not base or "\0" in base:
            accepted = f'"{example}", another name or the path of a .toml file'
            raise BadInput(f"{label}: {field} is {shown(base)}; accepted: {accepted}")
        path = path.parent / base if is_path(base) else packaged_file(base, packaged, f"{label}: {field}")
        if not path.is_file():
            raise BadInput(
                f"{label}: {field} is {shown(base)}, and there is no such file; accepted: a path relative to {label}"
            )
        if path.resolve() in seen:
            circle = " -> ".join(file_label(step) for step in [*(step for step, _ in reversed(steps)), path])
            raise BadInput(f"{label}: {field} is {shown(base)}, a circle ({circle}); accepted: a base that does not lead back")


def read_overrides(overrides: Sequence[str], example: str, in_files_only: Collection[str]) -> tuple[Document, str]:
    """All of `--set` as one document, and in words: "god_limit=2, ring=random". The last word on a field counts.

    `example` is an accepted one; `in_files_only` are the fields that are no part of the game.
    """
    content: dict[str, Any] = {}
    words: dict[str, str] = {}
    for override in overrides:
        field, equals, value = override.partition("=")
        field, value = field.strip(), value.strip()
        if not equals or not field or not value or not override.isprintable():
            raise BadInput(f"{SET} {override!r} is no change of a field; accepted: FIELD=VALUE, such as {example}")
        parsed = _parsed(field, value, example)
        name = next(iter(parsed))
        if name in in_files_only:
            raise BadInput(f"{SET}: {name} can be given in a file only; accepted: fields of the game, such as {example}")
        _merge(content, parsed)
        words[field] = f"{field}={value}"
    return Document(content, SET), ", ".join(words.values())


def fingerprint_of(form: str, game: dict[str, Any]) -> str:
    """First 16 hexadecimal digits of the SHA-256 of plain data in canonical JSON: equal fingerprints are the same game."""
    canonical = json.dumps([form, game], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()[:FINGERPRINT_LENGTH]


def _parsed(field: str, value: str, example: str) -> dict[str, Any]:
    try:
        if not read_toml(f"{field} = 0"):
            raise ValueError("a comment")
    except (ValueError, RecursionError):
        raise BadInput(f"{SET}: {shown(field)} is no name of a field; accepted: FIELD=VALUE, such as {example}") from None
    # A bare word is text without its quotes, because a shell eats those.
    text = f'"{value}"' if BARE_WORD.fullmatch(value) and value not in ("true", "false") else value
    try:
        return read_toml(f"{field} = {text}")
    except (ValueError, RecursionError):
        raise BadInput(
            f"{SET}: {field} is {shown(value)}, which is not readable; accepted: a number, true, false, a word, or a list "
            "such as '[0, 2, 3, 4]' in quotes for the shell"
        ) from None


def _merge(content: dict[str, Any], more: dict[str, Any]) -> None:
    for name, value in more.items():
        if isinstance(value, dict) and isinstance(content.get(name), dict):
            _merge(content[name], value)
        else:
            content[name] = value
