"""Rules of a game: from a name, a file or JSON to the checked description, and back.

    resolve("literal")                             the summary word for word
    resolve("reconstructed-hub")                   its probable meaning, on the other map
    resolve("mine.toml", ["general_power=3"])      a file, with values changed in place
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quorumsim.dominus.changes import changes
from quorumsim.dominus.checks import check_players
from quorumsim.dominus.documents import (
    BASE,
    HEADS,
    Draft,
    as_document,
    changed,
    changed_values,
    finished,
    packaged_rules,
    read_document,
    to_toml,
)
from quorumsim.dominus.model import Link, Rules, playable_with
from quorumsim.dominus.names import PRESETS
from quorumsim.errors import BadInput
from quorumsim.fields import shown
from quorumsim.rules_files import Document, chain, is_path, packaged_file, read_overrides

DEFAULT = "reconstructed"

__all__ = [
    "DEFAULT",
    "Link",
    "Rules",
    "check_players",
    "from_json",
    "packaged_names",
    "playable_with",
    "published",
    "resolve",
    "to_json",
    "to_toml",
]


def packaged_names() -> list[str]:
    """Names of the rules that come with the package: the two readings, then the variants by name."""
    return list(packaged_rules())


def resolve(spec: str | Path = DEFAULT, overrides: Sequence[str] = ()) -> Rules:
    """The rules of that name or path, with `overrides` ("general_power=3") applied; raises BadInput."""
    packaged = packaged_rules()
    path = Path(spec) if isinstance(spec, Path) or is_path(spec) else packaged_file(spec, packaged)
    draft = Draft()
    for step, document in chain(path, BASE, read_document, packaged, DEFAULT):
        draft = changed(draft, document, step.stem)
        rules = finished(draft, document.source)
    if not overrides:
        return rules
    document, words = read_overrides(overrides, "general_power=3", HEADS)
    draft = changed_values(draft, document)
    draft.naming |= {"name": f"{rules.name} + {words}", "title": f"{rules.title}, with {words}"}
    return finished(draft, document.source)


def published(rules: Rules) -> Rules:
    """The reading that these rules are told as changes of: the one in which they change least."""
    return min(map(resolve, (DEFAULT, *PRESETS)), key=lambda reading: len(changes(rules, reading)))


def to_json(rules: Rules) -> dict[str, Any]:
    """The whole rules as JSON data, sources included; `from_json` reads them back."""
    return as_document(rules)


def from_json(data: Any, source: str = "rules") -> Rules:
    """The rules out of what `to_json` made, checked again; raises BadInput, said of `source`."""
    if not isinstance(data, dict):
        raise BadInput(f"{source} is {shown(data)}; accepted: the whole rules as a table")
    if BASE in data:
        raise BadInput(f"{source}: {BASE} is accepted in a file only, because these are whole rules")
    return finished(changed(Draft(), Document(data, source, complete=True), DEFAULT), source)
