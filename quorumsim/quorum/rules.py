"""Rules of a game: from a name, a file or JSON to the checked description, and back.

    resolve("standard")                          the published game
    resolve("god-limit-2")                       a variant that comes with the package
    resolve("mine.toml", ["god_limit=2"])        a file, with fields changed in place
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quorumsim.errors import BadInput
from quorumsim.fields import shown
from quorumsim.quorum.checks import check_players
from quorumsim.quorum.documents import as_document, read_document, to_toml
from quorumsim.quorum.model import Counts, Province, Rules, playable_with
from quorumsim.quorum.packaged import STANDARD, packaged_names, packaged_rules
from quorumsim.quorum.variants import EDITS, LISTS, NAMING, Draft, changed, finished, named
from quorumsim.rules_files import Document, chain, is_path, packaged_file, read_overrides

__all__ = [
    "Counts",
    "Province",
    "Rules",
    "check_players",
    "from_json",
    "packaged_names",
    "playable_with",
    "resolve",
    "to_json",
    "to_toml",
]


def resolve(spec: str | Path = STANDARD, overrides: Sequence[str] = ()) -> Rules:
    """The rules of that name or path, with `overrides` ("god_limit=2") applied; raises BadInput."""
    packaged = packaged_rules()
    path = Path(spec) if isinstance(spec, Path) or is_path(spec) else packaged_file(spec, packaged)
    draft = Draft()
    for step, document in chain(path, "base", read_document, packaged, STANDARD):
        draft = named(changed(draft, document), document, step.stem)
        rules = finished(draft, document.source)
    if not overrides:
        return rules
    document, words = read_overrides(overrides, "god_limit=2", (*NAMING, "base"))
    draft = changed(draft, document)
    draft.naming["name"] = f"{rules.name} + {words}"
    draft.naming["title"] = f"{rules.title}, with {words}"
    return finished(draft, document.source)


def to_json(rules: Rules) -> dict[str, Any]:
    """The whole rules as JSON data; `from_json` reads them back."""
    return as_document(rules)


def from_json(data: Any, source: str = "rules") -> Rules:
    """The rules out of what `to_json` made, checked again; raises BadInput, said of `source`."""
    if not isinstance(data, dict):
        raise BadInput(f"{source} is {shown(data)}; accepted: the whole rules as a table")
    for name in (*LISTS, *EDITS):
        if name in data:
            raise BadInput(f"{source}: {name} is accepted in a file only, because these are whole rules")
    document = Document(data, source, complete=True)
    return finished(named(changed(Draft(), document), document, STANDARD), source)
