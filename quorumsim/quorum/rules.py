"""Rules of a game: from a name, a file or JSON to the checked description, and back.

    resolve("standard")                          the published game
    resolve("god-limit-2")                       a variant that comes with the package
    resolve("mine.toml", ["god_limit=2"])        a file, with fields changed in place
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quorumsim.errors import BadInput
from quorumsim.quorum.checks import check_players
from quorumsim.quorum.documents import as_document, read_document, to_toml
from quorumsim.quorum.fields import shown
from quorumsim.quorum.model import Counts, Province, Rules, playable_with
from quorumsim.quorum.overrides import read_overrides
from quorumsim.quorum.packaged import STANDARD, file_label, is_path, packaged_names, packaged_path
from quorumsim.quorum.variants import EDITS, LISTS, Document, Draft, changed, finished, named

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
    path = Path(spec) if isinstance(spec, Path) or is_path(spec) else packaged_path(spec)
    draft = Draft()
    for step, document in _chain(path):
        draft = named(changed(draft, document), document, step.stem)
        rules = finished(draft, document.source)
    if not overrides:
        return rules
    document, words = read_overrides(overrides)
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


def _chain(path: Path) -> list[tuple[Path, Document]]:
    """The documents from the complete rules to the file at `path`, each the base of the next."""
    chain: list[tuple[Path, Document]] = []
    seen: set[Path] = set()
    while True:
        document = read_document(path)
        chain.insert(0, (path, document))
        seen.add(path.resolve())
        if document.complete:
            return chain
        base, label = document.content["base"], document.source
        if not isinstance(base, str) or not base or "\0" in base:
            raise BadInput(f'{label}: base is {shown(base)}; accepted: "standard", another name or the path of a .toml file')
        path = path.parent / base if is_path(base) else packaged_path(base, label)
        if not path.is_file():
            raise BadInput(f"{label}: base is {shown(base)}, and there is no such file; accepted: a path relative to {label}")
        if path.resolve() in seen:
            circle = " -> ".join(file_label(step) for step in [*(step for step, _ in reversed(chain)), path])
            raise BadInput(f"{label}: base is {shown(base)}, a circle ({circle}); accepted: a base that does not lead back")
