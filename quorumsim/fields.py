"""Kinds of field that know how to say what they accept, and the sentence for a value that is refused.

Every refusal ends as one sentence: where, which field, which value, what would be accepted.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from quorumsim.errors import BadInput

LONGEST_VALUE = 80  # characters of a refused value that a sentence repeats

Checked = TypeVar("Checked", bound="Frozen")


class Frozen(BaseModel):
    """Base of all models here: immutable, no unknown fields, no conversion between types ("3" is not 3)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def refuse(field: str, value: Any, accepted: str) -> PydanticCustomError:
    """The error of a rule between fields, for a model validator to raise; `field` is relative to the model."""
    return PydanticCustomError("refused", "{accepted}", {"field": field, "value": value, "accepted": accepted})


def refuse_whole(sentence: str) -> PydanticCustomError:
    """The same where no single field is to blame."""
    return PydanticCustomError("refused_whole", "{sentence}", {"sentence": sentence})


class Kind:
    """A check that runs before pydantic's own; `accepted` is the end of the sentence."""

    def accepts(self, value: Any) -> bool:
        raise NotImplementedError

    @property
    def accepted(self) -> str:
        raise NotImplementedError

    def check(self, value: Any) -> Any:
        if not self.accepts(value):
            raise PydanticCustomError("refused", "{accepted}", {"accepted": self.accepted})
        return tuple(value) if isinstance(value, list) else value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.check, handler(source))


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number from `low` to `high`; `and_also` says in words what another field asks of it."""

    low: int
    high: int
    and_also: str = ""

    def accepts(self, value: Any) -> bool:
        return type(value) is int and self.low <= value <= self.high

    @property
    def accepted(self) -> str:
        return f"a whole number from {self.low} to {self.high}" + (f", {self.and_also}" if self.and_also else "")


@dataclass(frozen=True)
class Entries(Kind):
    """A list of `low` to `high` entries; `unique` refuses repeats."""

    low: int
    high: int
    what: str
    unique: bool = False

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, list | tuple) or not self.low <= len(value) <= self.high:
            return False
        return not self.unique or len({json.dumps(entry) for entry in value}) == len(value)

    @property
    def accepted(self) -> str:
        number = str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
        return f"a list of {number} {self.what}" + (", each at most once" if self.unique else "")


@dataclass(frozen=True)
class Text(Kind):
    """One line of text: it is shown in terminals and on pages, so no control characters."""

    low: int
    high: int

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and value.isprintable() and self.low <= len(value.strip()) <= self.high

    @property
    def accepted(self) -> str:
        return f"one line of text of {self.low} to {self.high} characters, in quotes"


def validated(model: type[Checked], data: dict[str, Any], source: str, place: tuple[str, ...] = ()) -> Checked:
    """Data as TOML or JSON gives it, as a model; raises BadInput with the first thing wrong. `place`: where in `source`."""
    try:
        # Through JSON, because only there does pydantic's strict mode take a list for a tuple.
        return model.model_validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        raise BadInput(f"{source}: {_problem(error, model, place)}") from None


def written(value: Any) -> str:
    """A value as it is written in TOML."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {written(entry)}" for key, entry in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False, default=str)  # text, numbers, true and false are alike in JSON and TOML


def written_field(name: str, value: Any) -> str:
    """`name = value` as a line of TOML."""
    return f"{_key(name)} = {written(value)}"


def shown(value: Any) -> str:
    """The same for a sentence: on one line, cut where it is long."""
    text = written(value)
    text = text if text.isprintable() else ascii(text)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def nearest(word: str, options: Iterable[str]) -> str:
    """' (did you mean "x"?)' if an option is near the word, else an empty string."""
    by_lower = {option.lower(): option for option in options}
    close = get_close_matches(word.lower(), by_lower, n=1)
    return f' (did you mean "{by_lower[close[0]]}"?)' if close else ""


def listed(options: Iterable[Any]) -> str:
    """"a, b or c"."""
    words = [str(option) for option in options]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def unknown(name: str, options: Iterable[str], what: str = "field") -> str:
    """The sentence part for a name that does not exist: the nearest that does, or all of them."""
    names = list(options)
    return f"unknown {what} {shown(name)}" + (nearest(name, names) or f"; accepted: {listed(names)}")


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else json.dumps(name, ensure_ascii=False)


def _problem(error: ValidationError, model: type[BaseModel], place: tuple[str, ...]) -> str:
    # An unknown field first: it is often the misspelt one that pydantic then also calls missing.
    problems = error.errors(include_url=False)
    first = next((problem for problem in problems if problem["type"] == "extra_forbidden"), problems[0])
    context = first.get("ctx", {})
    location = (*place, *first["loc"])
    if first["type"] == "refused_whole":
        return str(context["sentence"])
    if first["type"] == "extra_forbidden":
        table = _path(location[:-1])
        return (f"{table}: " if table else "") + unknown(str(location[-1]), _fields_at(model, first["loc"][:-1]))
    if first["type"] == "missing":
        return f"{_path(location)} is missing and must be given"
    if location[-1:] == ("[key]",):
        names = re.findall(r"'([^']+)'", str(context.get("expected", "")))
        return f"{_path(location[:-2])}: {unknown(str(location[-2]), names, 'province')}"  # no other keys have fixed names
    field = _path((*location, context["field"]) if "field" in context else location)
    value = context.get("value", first["input"])
    return f"{field} is {shown(value)}; accepted: {context.get('accepted') or _accepted(first['type'], context, first['msg'])}"


def _accepted(kind: str, context: dict[str, Any], message: str) -> str:
    if kind == "literal_error":
        return str(context["expected"]).replace("'", '"')
    words = {"bool_type": "true or false", "string_type": "text in quotes", "tuple_type": "a list"}
    if kind in ("dict_type", "model_type"):
        return "a table"
    return words.get(kind, message)


def _path(location: tuple[int | str, ...]) -> str:
    """("seat_points", "4", 2) -> "entry 3 of seat_points.4"."""
    entries = [part for part in location if isinstance(part, int)]
    name = ".".join(str(part) for part in location if not isinstance(part, int))
    return "".join(f"entry {entry + 1} of " for entry in reversed(entries)) + name


def _fields_at(model: type[BaseModel], location: tuple[int | str, ...]) -> list[str]:
    """Names of the fields of the model found at a location."""
    for part in location:
        field = model.model_fields.get(str(part))
        if field is None:
            continue
        inner = [kind for kind in (field.annotation, *getattr(field.annotation, "__args__", ())) if isinstance(kind, type)]
        models = [kind for kind in inner if issubclass(kind, BaseModel)]
        if models:
            model = models[-1]
    return [field.alias or name for name, field in model.model_fields.items()]
