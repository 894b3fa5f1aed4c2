"""A user's bot as a data file: a scoring function of the package with weights of its own, written as the shipped ones are."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from quorumsim.engine.plugin import Files
from quorumsim.errors import BadInput
from quorumsim.fields import Frozen, Text, Whole, listed, nearest, shown, validated

ACCEPTED = "accepted: a TOML file as those of the shipped bots in data/"


class BotData(Frozen):
    """The fields of the file. `weights_by_players`: files beside it, one for each number of players, instead of `weights`.

    `tune` writes such files too: with the number of players and the fingerprint of the rules that the weights are for,
    and how they were made, which nobody reads but people.
    """

    sentence: Annotated[str, Text(1, 120)]
    function: str
    noise: float = Field(0.0, ge=0, le=1)
    made_for: str | None = None
    policy: str | None = None
    weights: dict[str, float] = Field(default_factory=dict)
    weights_by_players: tuple[str, ...] = ()
    players: Annotated[int, Whole(2, 4)] | None = None
    fingerprint: str | None = None
    made: dict[str, Any] | None = None


class TunedData(Frozen):
    """The fields of such a file that are read; how the weights were made may stand there too."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    players: Annotated[int, Whole(2, 4)]
    weights: dict[str, float]


def read(
    path: Path, shipped: Sequence[Any], resolve: Callable[[str], Any]
) -> tuple[dict[str, Any], list[dict[str, Any]], Files]:
    """The file, those that its weights_by_players names, and the SHA-256 of each.

    shipped: bots with all functions; resolve: rules by name.
    """
    content, digest = _content(path)
    data = validated(BotData, content, str(path))
    bot = next((each for each in shipped if each.function == data.function), None)
    if bot is None:
        functions = sorted({each.function for each in shipped})
        near = nearest(data.function, functions)
        raise BadInput(f"{path}: function is {shown(data.function)}{near}; accepted: {listed(functions)}")
    scoring = [each.name for each in shipped if each.policy is None]
    if (data.policy in scoring) != (bot.policy is not None):
        accepted = listed(scoring) if bot.policy else f"none, because {data.function} does not search"
        raise BadInput(f"{path}: policy is {shown(data.policy)}; accepted: {accepted}")
    if data.made_for is not None and data.fingerprint is None:
        resolve(data.made_for)
    _check_weights(path, bot, data.weights)
    tuned, files = [], [(str(path), digest)]
    for name in data.weights_by_players:
        beside = path.parent / name
        content, digest = _content(beside)
        each = validated(TunedData, content, str(beside))
        _check_weights(beside, bot, each.weights)
        tuned.append(each.model_dump())
        files.append((str(beside), digest))
    return data.model_dump(), tuned, tuple(files)


def _check_weights(path: Path, bot: Any, weights: dict[str, float]) -> None:
    known = bot.code.WEIGHTS
    for name, value in weights.items():
        if name not in known:
            accepted = listed(known) if known else "none, because it has no weights"
            near = nearest(name, known)
            raise BadInput(f"{path}: weights has {shown(name)}, which {bot.function} does not read{near}; accepted: {accepted}")
        if not abs(value) < float("inf"):
            raise BadInput(f"{path}: weights.{name} is {value}; accepted: a finite number")


def _content(path: Path) -> tuple[dict[str, Any], str]:
    if not path.is_file():
        what = "is a folder" if path.is_dir() else f"is not there (looked in {Path.cwd()})"
        raise BadInput(f"the bot file {path} {what}; {ACCEPTED}")
    raw = path.read_bytes()
    try:
        return tomllib.loads(raw.decode("utf-8")), hashlib.sha256(raw).hexdigest()
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path} is not TOML ({str(error).splitlines()[0]}); {ACCEPTED}") from error
