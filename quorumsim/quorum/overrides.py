"""`--set FIELD=VALUE`: fields changed in place, written as in a variant."""

import re
from collections.abc import Sequence
from typing import Any

from quorumsim.errors import BadInput
from quorumsim.quorum.documents import read_toml
from quorumsim.quorum.fields import shown
from quorumsim.quorum.variants import NAMING, Document

SOURCE = "--set"
EXAMPLE = "FIELD=VALUE, such as god_limit=2"
BARE_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")


def read_overrides(overrides: Sequence[str]) -> tuple[Document, str]:
    """All overrides as one document, and in words: "god_limit=2, ring=random". The last word on a field counts."""
    content: dict[str, Any] = {}
    words: dict[str, str] = {}
    for override in overrides:
        field, equals, value = override.partition("=")
        field, value = field.strip(), value.strip()
        if not equals or not field or not value or not override.isprintable():
            raise BadInput(f"{SOURCE} {override!r} is no change of a field; accepted: {EXAMPLE}")
        parsed = _parsed(field, value)
        name = next(iter(parsed))
        if name in (*NAMING, "base"):
            raise BadInput(f"{SOURCE}: {name} can be given in a file only; accepted: fields of the game, such as god_limit=2")
        _merge(content, parsed)
        words[field] = f"{field}={value}"
    return Document(content, SOURCE), ", ".join(words.values())


def _parsed(field: str, value: str) -> dict[str, Any]:
    try:
        if not read_toml(f"{field} = 0"):
            raise ValueError("a comment")
    except (ValueError, RecursionError):
        raise BadInput(f"{SOURCE}: {shown(field)} is no name of a field; accepted: {EXAMPLE}") from None
    # A bare word is text without its quotes, because a shell eats those.
    text = f'"{value}"' if BARE_WORD.fullmatch(value) and value not in ("true", "false") else value
    try:
        return read_toml(f"{field} = {text}")
    except (ValueError, RecursionError):
        raise BadInput(
            f"{SOURCE}: {field} is {shown(value)}, which is not readable; accepted: a number, true, false, a word, or a list "
            "such as '[0, 2, 3, 4]' in quotes for the shell"
        ) from None


def _merge(content: dict[str, Any], more: dict[str, Any]) -> None:
    for name, value in more.items():
        if isinstance(value, dict) and isinstance(content.get(name), dict):
            _merge(content[name], value)
        else:
            content[name] = value
