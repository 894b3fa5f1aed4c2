"""Rules as TOML files and as plain data, in and out."""

from pathlib import Path
from typing import Any

from quorumsim.errors import BadInput
from quorumsim.fields import written_field
from quorumsim.quorum.cards import God, RomeCard
from quorumsim.quorum.model import FORMAT, Province, Rules
from quorumsim.quorum.names import POWERS, TYPES
from quorumsim.quorum.variants import PLAIN, TOKEN_FIELDS
from quorumsim.rules_files import Document, file_label, read_toml_file


def read_document(path: Path) -> Document:
    """The content of a TOML file; raises BadInput if there is none or it is broken."""
    content, label = read_toml_file(path), file_label(path)
    if "base" not in content and "format" not in content:
        raise BadInput(
            f'{label}: base is missing; accepted: base = "standard" and what differs, or format = "{FORMAT}" and all fields'
        )
    return Document(content, label, path.parent, complete="base" not in content)


def as_document(rules: Rules) -> dict[str, Any]:
    """The whole rules as plain data: what a complete rules file says, cards and gods included."""
    data = rules.model_dump(mode="json")
    document = {"format": FORMAT} | {name: data[name] for name in ("name", "title", "summary", *PLAIN)}
    document |= {name: data[name] for name in ("seat_points", "seat_spaces")}
    document["provinces"] = {name: _province(rules, province) for name, province in rules.provinces.items()}
    document["cards"] = {str(card.id): _card(card) for card in rules.cards}
    document["gods"] = {god.name: _god(god) for god in rules.gods}
    return document


def to_toml(rules: Rules) -> str:
    """The whole rules as a TOML file that needs no other; read again it has the same fingerprint."""
    document = as_document(rules)
    lines = [f"# The whole rules of {rules.name}, fingerprint {rules.fingerprint}"]
    lines += [written_field(name, value) for name, value in document.items() if not isinstance(value, dict)]
    for name in ("seat_points", "seat_spaces", "provinces", "cards", "gods"):
        lines += ["", f"[{name}]", *(written_field(key, value) for key, value in document[name].items())]
    return "\n".join(lines) + "\n"


def _province(rules: Rules, province: Province) -> dict[str, Any]:
    """Own token values only where they differ from the general ones: then a variant of these rules can change those."""
    counts: dict[str, Any] = {}
    if province.counts.types != TYPES:
        counts["types"] = list(province.counts.types)
    if province.counts.powers != POWERS:
        counts["powers"] = list(province.counts.powers)
    own = {name: getattr(province, name) for name in TOKEN_FIELDS if getattr(province, name) != getattr(rules, name)}
    return {"counts": counts, **own}


def _card(card: RomeCard) -> dict[str, Any]:
    fields = card.model_dump(mode="json", exclude={"id"}, exclude_none=True)
    return {name: value for name, value in fields.items() if value != []}


def _god(god: God) -> dict[str, Any]:
    return god.model_dump(mode="json", exclude={"name"})
