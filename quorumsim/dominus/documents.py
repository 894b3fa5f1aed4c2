"""Rules as TOML files and as plain data, in and out, and what a variant changes.

A `Draft` is a description under construction, unchecked: `changed` makes the next one out of it and a document (a file, or what
`--set` says); `finished` checks it and makes the rules.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any

from quorumsim.dominus.model import FORMAT, NAMING, VALUES, Map, Rules
from quorumsim.dominus.names import PRESETS, SOURCES, Source
from quorumsim.errors import BadInput
from quorumsim.fields import Frozen, listed, shown, unknown, validated, written, written_field
from quorumsim.games import data_folder
from quorumsim.rules_files import Document, file_label, is_path, packaged_file, read_toml_file

BASE = "based_on"
HEADS = ("format", *NAMING, BASE)
A_MAP = "the name of a map, the path of a .toml file, or a table with name, sentence and links"


class Tagged(Frozen):
    """A value and where it comes from."""

    value: Any
    source: Source


@dataclass
class Draft:
    """A description of a game under construction; the map's links stand among the values."""

    naming: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)


def packaged_rules() -> dict[str, Path]:
    """The rules that come with the package, by name: the two readings, then the variants."""
    folder = data_folder("dominus")
    variants = {path.stem: path for path in sorted((folder / "variants").glob("*.toml"))}
    return {name: folder / f"{name}.toml" for name in PRESETS} | variants


def packaged_maps() -> dict[str, Path]:
    """The maps that come with the package, by name."""
    return {path.stem: path for path in sorted((data_folder("dominus") / "maps").glob("*.toml"))}


def variant_start(name: str, base: str) -> str:
    """The commented start of a variant, as TOML."""
    template = (data_folder("dominus") / "variant_start.txt").read_text(encoding="utf-8")
    return Template(template).substitute(name=name, base=json.dumps(base, ensure_ascii=False))


def read_document(path: Path) -> Document:
    """The content of a rules file or a variant; raises BadInput if there is none or it is broken."""
    content, label = read_toml_file(path), file_label(path)
    if BASE not in content and "format" not in content:
        raise BadInput(
            f'{label}: {BASE} is missing; accepted: {BASE} = "{PRESETS[0]}" and what differs, '
            f'or format = "{FORMAT}" and all values'
        )
    return Document(content, label, path.parent, complete=BASE not in content)


def changed(draft: Draft, document: Document, name: str) -> Draft:
    """The draft with everything the document says, under its own name, else `name`; words are not taken over from a base."""
    content, source = document.content, document.source
    for head in content:
        if head not in (*HEADS, "rules"):
            raise BadInput(f"{source}: {_unknown_head(head)}")
    if content.get("format", FORMAT) != FORMAT:
        raise BadInput(f"{source}: format is {shown(content['format'])}; accepted: {shown(FORMAT)}")
    naming = {"name": name, "title": content.get("name", name)} | {head: content[head] for head in NAMING if head in content}
    return _with_values(Draft(naming, dict(draft.values), dict(draft.sources)), content.get("rules", {}), document)


def changed_values(draft: Draft, document: Document) -> Draft:
    """The draft with the values of a document that is a table of values and nothing else."""
    return _with_values(Draft(dict(draft.naming), dict(draft.values), dict(draft.sources)), document.content, document)


def finished(draft: Draft, source: str) -> Rules:
    """The checked rules; raises BadInput with the first thing wrong, said of `source`."""
    return validated(Rules, {**draft.naming, **draft.values, "sources": draft.sources}, source)


def as_document(rules: Rules) -> dict[str, Any]:
    """The whole rules as plain data: what a complete rules file says, the map with its links included."""
    data = rules.model_dump(mode="json")
    values = {name: data[name] for name in VALUES}
    values["map"] = {"name": rules.map, "sentence": rules.map_sentence, "links": data["links"]}
    tagged = {name: {"value": value, "source": rules.sources[name]} for name, value in values.items()}
    return {"format": FORMAT, **{name: data[name] for name in NAMING}, "rules": tagged}


def to_toml(rules: Rules) -> str:
    """The whole rules as a TOML file that needs no other; read again it has the same fingerprint."""
    document = as_document(rules)
    values = document.pop("rules")
    chart = values.pop("map")
    lines = [f"# The whole rules of {rules.name}, fingerprint {rules.fingerprint}"]
    lines += [written_field(name, value) for name, value in document.items()]
    lines += ["", "[rules]", *(written_field(name, value) for name, value in values.items())]
    lines += ["", "[rules.map]", written_field("source", chart["source"]), "", "[rules.map.value]"]
    lines += [written_field(name, chart["value"][name]) for name in ("name", "sentence")]
    lines += ["links = [", *(f"    {written(link)}," for link in chart["value"]["links"]), "]"]
    return "\n".join(lines) + "\n"


def _with_values(draft: Draft, table: Any, document: Document) -> Draft:
    if not isinstance(table, dict):
        raise BadInput(f"{document.source}: rules is {shown(table)}; accepted: a table of values")
    for name, entry in table.items():
        if name not in VALUES:
            raise BadInput(f"{document.source}: {unknown(name, VALUES)}")
        tagged = _tagged(name, entry, document)
        values = {name: tagged.value} if name != "map" else _map_values(tagged.value, document)
        same = all(draft.values.get(part) == value for part, value in values.items())
        if not (same and tagged.source == "changed"):
            draft.sources[name] = tagged.source
        draft.values |= values
    return draft


def _tagged(name: str, entry: Any, document: Document) -> Tagged:
    """The entry with its source, which only a variant may leave out."""
    is_tagged = isinstance(entry, dict) and (name != "map" or "value" in entry or "source" in entry)
    if document.complete and not is_tagged:
        sources = listed(f'"{source}"' for source in SOURCES)
        raise BadInput(
            f"{document.source}: {name} is {shown(entry)}, without a source; "
            f"accepted: a table with value and source ({sources})"
        )
    start: dict[str, Any] = {} if document.complete else {"source": "changed"}
    return validated(Tagged, start | (entry if is_tagged else {"value": entry}), document.source, (name,))


def _map_values(value: Any, document: Document) -> dict[str, Any]:
    """The fields of the rules that a map fills."""
    content, label = value, document.source
    place: tuple[str, ...] = ("map",)
    if isinstance(value, str) and value and "\0" not in value:
        asked = f"{document.source}: map"
        path = document.folder / value if is_path(value) else packaged_file(value, packaged_maps(), asked, "map")
        if not path.is_file():
            raise BadInput(f"{asked} is {shown(value)}, and there is no such file; accepted: {A_MAP}")
        content, label, place = read_toml_file(path, "a map"), file_label(path), ()
    elif not isinstance(value, dict):
        raise BadInput(f"{document.source}: map is {shown(value)}; accepted: {A_MAP}")
    data = validated(Map, content, label, place).model_dump(mode="json")
    return {"map": data["name"], "map_sentence": data["sentence"], "links": data["links"]}


def _unknown_head(head: str) -> str:
    if head in VALUES:
        return f"{head} stands outside [rules]; accepted: values in the table [rules]"
    return unknown(head, (*HEADS, "rules"))
