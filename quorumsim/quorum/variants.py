"""Putting rules together: a complete description, and what a variant changes in it.

A `Draft` is a description under construction, unchecked: tables as TOML gives them, cards by number, gods by name. `changed`
makes the next draft out of one and a document (a file, or what `--set` says); `finished` checks it and makes the rules.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quorumsim.errors import BadInput
from quorumsim.fields import listed, nearest, shown, unknown, validated
from quorumsim.quorum.card_lists import read_card_list, read_god_list
from quorumsim.quorum.cards import GOD_NAME, God, RomeCard
from quorumsim.quorum.model import FORMAT, Rules
from quorumsim.quorum.names import BOX_CARDS, GOD_CARDS, GOD_KINDS, PLAYERS, PROVINCES, ROME_CARDS
from quorumsim.rules_files import Document, file_label

Table = dict[str, Any]

NAMING = ("format", "name", "title", "summary")
TABLES = ("provinces", "seat_points", "seat_spaces", "cards", "gods")
LISTS = ("card_list", "god_list")
EDITS = ("base", "remove", "add")
PLAIN = tuple(name for name in Rules.model_fields if name not in (*NAMING, *TABLES))
FIELDS = (*NAMING, *PLAIN, *TABLES, *LISTS, *EDITS)
TOKEN_FIELDS = ("token_start", "token_min", "token_max")


@dataclass
class Draft:
    """A description of a game under construction. `gods_numbered`: numbers given to gods so far, removed ones included."""

    naming: Table = field(default_factory=dict)
    plain: Table = field(default_factory=dict)
    provinces: dict[str, Table] = field(default_factory=dict)
    seat_points: Table = field(default_factory=dict)
    seat_spaces: Table = field(default_factory=dict)
    cards: dict[int, Table] = field(default_factory=dict)
    gods: dict[str, Table] = field(default_factory=dict)
    gods_numbered: int = 0

    def copy(self) -> "Draft":
        """A draft whose entries can be replaced without touching this one; no entry is ever changed in place."""
        return Draft(
            dict(self.naming), dict(self.plain), dict(self.provinces), dict(self.seat_points), dict(self.seat_spaces),
            dict(self.cards), dict(self.gods), self.gods_numbered,
        )  # fmt: skip


def changed(draft: Draft, document: Document) -> Draft:
    """The draft with everything the document says. In this order: fields, lists, remove, changes to cards and gods, add."""
    draft = draft.copy()
    content, source = document.content, document.source
    for name in content:
        if name not in FIELDS:
            raise BadInput(f"{source}: {unknown(name, FIELDS)}")
    if "god_first_id" in content and (not document.complete or "card_list" in content):
        raise BadInput(f"{source}: god_first_id follows from the card list; accepted only in whole rules without card_list")
    draft.plain |= {name: content[name] for name in PLAIN if name in content}
    for name, table in _table(content, "provinces", source).items():
        if name not in PROVINCES:
            raise BadInput(f"{source}: provinces: {unknown(name, PROVINCES, 'province')}")
        draft.provinces[name] = draft.provinces.get(name, {}) | _table({name: table}, name, source, "provinces.")
    for name in ("seat_points", "seat_spaces"):
        for players, seats in _table(content, name, source).items():
            if players not in map(str, PLAYERS):
                raise BadInput(f"{source}: {name} has an entry for {shown(players)} players; accepted: {listed(PLAYERS)}")
            getattr(draft, name)[players] = seats
    _change_cards(draft, document)
    _change_gods(draft, document)
    return draft


def named(draft: Draft, document: Document, name: str) -> Draft:
    """The draft under the document's own name and words; these are not taken over from a base."""
    content = document.content
    if content.get("format", FORMAT) != FORMAT:
        raise BadInput(f"{document.source}: format is {shown(content['format'])}; accepted: {shown(FORMAT)}")
    draft = draft.copy()
    draft.naming = {"name": name, "title": content.get("name", name), "summary": ""}
    draft.naming |= {part: content[part] for part in NAMING if part in content and part != "format"}
    return draft


def finished(draft: Draft, source: str) -> Rules:
    """The checked rules; raises BadInput with the first thing wrong, said of `source`."""
    if len(draft.cards) > ROME_CARDS:
        raise BadInput(f"{source}: there are {len(draft.cards)} Rome cards; accepted: at most {ROME_CARDS}")
    general = {name: draft.plain[name] for name in TOKEN_FIELDS if name in draft.plain}
    for card, fields in draft.cards.items():
        _no_field("id", fields, f"{source}: cards.{card}", RomeCard)
        validated(RomeCard, {**fields, "id": card}, source, ("cards", str(card)))
    for name, fields in draft.gods.items():
        _no_field("name", fields, f"{source}: gods.{name}", God)
        validated(God, {**fields, "name": name}, source, ("gods", name))
    data = draft.naming | draft.plain
    data["provinces"] = {name: general | fields for name, fields in draft.provinces.items()}
    data["seat_points"] = draft.seat_points
    data["seat_spaces"] = draft.seat_spaces
    data["cards"] = [{**fields, "id": card} for card, fields in draft.cards.items()]
    data["gods"] = [{**fields, "name": name} for name, fields in draft.gods.items()]
    return validated(Rules, data, source)


def _change_cards(draft: Draft, document: Document) -> None:
    content, source = document.content, document.source
    path = _list_path(document, "card_list")
    if path:
        draft.cards = read_card_list(path, file_label(path))
        draft.plain["god_first_id"] = max(BOX_CARDS, len(draft.cards)) + 1
    for number in _removed(document, "cards"):
        if type(number) is not int or number not in draft.cards:
            raise BadInput(f"{source}: remove.cards names {shown(number)}; accepted: numbers of cards that are there")
        del draft.cards[number]
    whole = document.complete and path is None
    for key, fields in _table(content, "cards", source).items():
        number = _card_number(key, "cards", source)
        if number not in draft.cards and not whole:
            raise BadInput(f"{source}: cards.{key}: there is no card {key} to change; a new card is written [add.cards.{key}]")
        card = draft.cards.get(number, {}) | _table({key: fields}, key, source, "cards.")
        # A card that becomes another type loses the icon that only the old type shows.
        for icon, kind in (("building", "architecture"), ("products", "commerce")):
            if icon not in fields and card.get("type") != kind:
                card.pop(icon, None)
        draft.cards[number] = card
    add = _table(content, "add", source, only=("cards", "gods"))
    for key, fields in _table(add, "cards", source, "add.").items():
        number = _card_number(key, "add.cards", source)
        if number in draft.cards:
            raise BadInput(f"{source}: add.cards.{key}: card {key} is there already; to change it write [cards.{key}]")
        first = draft.plain.get("god_first_id", BOX_CARDS + 1)
        if isinstance(first, int) and number < first + GOD_CARDS:
            raise BadInput(
                f"{source}: add.cards.{key} is below {first + GOD_CARDS}; accepted: numbers from {first + GOD_CARDS}, "
                "because those below are the card list's and the gods'"
            )
        draft.cards[number] = _table({key: fields}, key, source, "add.cards.")


def _change_gods(draft: Draft, document: Document) -> None:
    content, source = document.content, document.source
    path = _list_path(document, "god_list")
    if path:
        draft.gods = read_god_list(path, file_label(path))
        draft.gods_numbered = len(draft.gods)
    for name in _removed(document, "gods"):
        if not isinstance(name, str) or name not in draft.gods:
            raise BadInput(f"{source}: remove.gods: {unknown(str(name), draft.gods, 'god')}")
        del draft.gods[name]
    whole = document.complete and path is None
    for name, fields in _table(content, "gods", source).items():
        _check_name(name, "gods", source)
        if name not in draft.gods and not whole:
            hint = nearest(name, draft.gods) or f"; a new god is written [add.gods.{name}]"
            raise BadInput(f"{source}: gods: there is no god {shown(name)} to change{hint}")
        table = _table({name: fields}, name, source, "gods.")
        if "number" in table and not whole:
            raise BadInput(f"{source}: gods.{name}.number cannot be changed; accepted: left, right, copies")
        draft.gods[name] = draft.gods.get(name, {}) | table
        number = draft.gods[name].get("number")
        draft.gods_numbered = max(draft.gods_numbered, number if type(number) is int else 0)
    added = _table(_table(content, "add", source, only=("cards", "gods")), "gods", source, "add.")
    for name in sorted(added):  # by name, so that the order of writing is no part of the game
        _check_name(name, "add.gods", source)
        if name in draft.gods:
            raise BadInput(f"{source}: add.gods.{name}: {name} is there already; to change it write [gods.{name}]")
        table = _table(added, name, source, "add.gods.")
        if "number" in table:
            raise BadInput(f"{source}: add.gods.{name}.number cannot be chosen; accepted: left, right, copies")
        draft.gods_numbered += 1
        if draft.gods_numbered > GOD_KINDS:
            raise BadInput(f"{source}: add.gods.{name} is one god too many; accepted: {GOD_KINDS} gods, removed ones counted")
        draft.gods[name] = {"number": draft.gods_numbered, **table}


def _check_name(name: str, place: str, source: str) -> None:
    if not GOD_NAME.accepts(name):
        raise BadInput(f"{source}: {place} has an entry {shown(name)}; accepted: a name, {GOD_NAME.accepted}")


def _list_path(document: Document, name: str) -> Path | None:
    if name not in document.content:
        return None
    value = document.content[name]
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise BadInput(f"{document.source}: {name} is {shown(value)}; accepted: the name of a CSV file, relative to this file")
    path = document.folder / value
    if not path.is_file():
        raise BadInput(
            f"{document.source}: {name} is {shown(value)}, and there is no such file; "
            f"accepted: a CSV file, relative to {document.source}"
        )
    return path


def _removed(document: Document, name: str) -> list[Any]:
    remove = _table(document.content, "remove", document.source, only=("cards", "gods"))
    value = remove.get(name, [])
    what = "numbers of cards" if name == "cards" else "names of gods"
    if not isinstance(value, list) or len({str(entry) for entry in value}) < len(value):
        raise BadInput(f"{document.source}: remove.{name} is {shown(value)}; accepted: a list of {what}, each once")
    return value


def _table(content: Table, name: str, source: str, place: str = "", only: tuple[str, ...] = ()) -> Table:
    """The table `name` of the content, empty if it is not there; `only`: the names it may hold."""
    value = content.get(name, {})
    if not isinstance(value, dict):
        raise BadInput(f"{source}: {place}{name} is {shown(value)}; accepted: a table")
    for inner in value:
        if only and inner not in only:
            raise BadInput(f"{source}: {place}{name}: {unknown(inner, only)}")
    return value


def _no_field(name: str, fields: Table, place: str, model: type[RomeCard] | type[God]) -> None:
    """Refuses a field that the table's own heading already says."""
    if name in fields:
        raise BadInput(f"{place}: {unknown(name, [field for field in model.model_fields if field != name])}")


def _card_number(key: str, place: str, source: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,5}", key):
        raise BadInput(f"{source}: {place} has an entry {shown(key)}; accepted: the card's number")
    return int(key)
