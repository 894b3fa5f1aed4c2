"""How two rules differ, in the words of the fields: "god_limit: 3 → 2"."""

from typing import Any

from quorumsim.fields import written
from quorumsim.quorum.cards import God, RomeCard, signed
from quorumsim.quorum.model import Rules
from quorumsim.quorum.names import PLAYERS, PROVINCES
from quorumsim.quorum.variants import PLAIN, TOKEN_FIELDS


def changes(rules: Rules, base: Rules) -> list[str]:
    """One line for each thing that `rules` change in `base`; none exactly when the fingerprints are equal."""
    lines: list[str] = []
    for name in PLAIN:
        if name in TOKEN_FIELDS:
            lines += _token_changes(name, rules, base)
        elif getattr(rules, name) != getattr(base, name):
            lines.append(_change(name, _words(getattr(base, name)), _words(getattr(rules, name))))
    for table in ("seat_points", "seat_spaces"):
        for players in PLAYERS:
            old, new = getattr(base, table)[players], getattr(rules, table)[players]
            if old != new:
                lines.append(_change(f"{table}.{players}", written(old), written(new)))
    for name in PROVINCES:
        before, after = base.provinces[name].counts, rules.provinces[name].counts
        if before != after:
            lines.append(_change(f"provinces.{name}.counts", before.title, after.title))
    return lines + _card_changes(rules, base) + _god_changes(rules, base)


def differences(rules: Rules, base: Rules) -> str:
    """The same in one sentence part: "the same game as standard", "standard with god_limit: 3 → 2"."""
    lines = changes(rules, base)
    return f"{base.name} with {'; '.join(lines)}" if lines else f"the same game as {base.name}"


def _token_changes(name: str, rules: Rules, base: Rules) -> list[str]:
    """One line if all provinces change alike, else one for each that changes."""
    pairs = {
        province: (getattr(base.provinces[province], name), getattr(rules.provinces[province], name)) for province in PROVINCES
    }
    if len(set(pairs.values())) == 1:
        pairs = {"": pairs[PROVINCES[0]]}  # type: ignore[dict-item]
    return [
        _change(f"provinces.{province}.{name}" if province else name, str(old), str(new))
        for province, (old, new) in pairs.items()
        if old != new
    ]


def _card_changes(rules: Rules, base: Rules) -> list[str]:
    before, after = ({card.id: card for card in side.cards} for side in (base, rules))
    removed = [f"removed card {number} ({card.title})" for number, card in before.items() if number not in after]
    added = [f"added card {number} ({card.title})" for number, card in after.items() if number not in before]
    changed = []
    for number in sorted(before.keys() & after.keys()):
        if before[number] != after[number]:
            what = _field_changes(before[number], after[number])
            changed.append(f"card {number} ({before[number].title}): {what}")
    return changed + removed + added


def _god_changes(rules: Rules, base: Rules) -> list[str]:
    before, after = ({god.name: god for god in side.gods} for side in (base, rules))
    if before and not after:
        return ["removed all gods"]
    removed = [f"removed god {god.title}, {_copies(god)}" for name, god in before.items() if name not in after]
    added = [f"added god {god.title}, {_copies(god)}" for name, god in after.items() if name not in before]
    changed = [
        f"god {god.title}: {_field_changes(god, after[name])}"
        for name, god in before.items()
        if name in after and god != after[name]
    ]
    return changed + removed + added


def _field_changes(old: RomeCard | God, new: RomeCard | God) -> str:
    changed = [name for name in type(old).model_fields if getattr(old, name) != getattr(new, name)]
    return ", ".join(f"{_called(name)} {_field(name, old)} → {_field(name, new)}" for name in changed)


def _field(name: str, card: RomeCard | God) -> str:
    value = getattr(card, name)
    return signed(value) if name in ("left", "right") else _words(value)


def _called(name: str) -> str:
    return {"banner": "banner spaces", "number": "place in the god list"}.get(name, name)


def _change(field: str, old: str, new: str) -> str:
    return f"{field}: {old} → {new}"


def _copies(god: God) -> str:
    return "1 copy" if god.copies == 1 else f"{god.copies} copies"


def _words(value: Any) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, str):
        return value
    if isinstance(value, tuple) and all(isinstance(entry, str) for entry in value):
        return " ".join(value)
    return written(value)
