"""Tuning a bot's weights: CMA-ES on games against a population, validated on other games.

Method: Hansen and Ostermeier, "Completely derandomized self-adaptation in evolution strategies", Evolutionary Computation 9
(2001), by the library cmaes. Every candidate of a generation meets the same deals in the same seats, every generation new ones.
A candidate is worth its mean smoothed win share over the tables of the population: a game counts 1 / (1 + exp(-margin /
s)), which has less noise than won or lost.

The best of many noisy candidates is luck, so the result is the mean of the last distribution, and what it is worth is
measured on deals that no generation saw (`validate`). The log of finished generations is all that is kept for going on
after a stop: the search is played again from it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from quorumsim.errors import BadInput
from quorumsim.lab.files import write_whole
from quorumsim.lab.games import kit
from quorumsim.lab.simulate import code_version
from quorumsim.stats.interval import Interval, ratio_interval
from quorumsim.stats.moments import Moments

FORMAT = "quorum-tune/1"
ITSELF = "itself"
TUNING_SEEDS = 2**63  # from here on; a run with a seed below meets none of their deals
VALIDATION_SEEDS = 2**63 + 2**62
GENERATIONS_A_SEED = 2**20
MOST_SEED = 2**32 - 1  # what the optimiser takes
SMOOTHING = 5.0  # points of margin
SELF_EVERY = 20  # generations after which "itself" in the population is renewed
TWELFTHS = 12


@dataclass(frozen=True)
class TunePlan:
    """What is tuned, against whom and how long.

    `bot`: what it starts from. `population`: tables, each the other seats' bots; None stands for the bot itself as it is at the
    time. `games`: of one candidate in one generation, over all tables.
    """

    game: str
    rules: Any
    players: int
    bot: Any
    population: tuple[tuple[Any | None, ...], ...]
    generations: int
    candidates: int
    games: int
    seed: int

    def __post_init__(self) -> None:
        if not weights(self):
            raise BadInput(f"bot {self.bot.name} has no weights to tune")

    @property
    def blocks(self) -> int:
        """Deals of one table in one generation."""
        return max(1, self.games // len(self.population) // self.players)

    def told(self) -> dict[str, Any]:
        """The plan as plain data: what decides the result."""
        return {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules.name,
            "fingerprint": self.rules.fingerprint,
            "players": self.players,
            "bot": self.bot.name,
            "start": weights(self),
            "population": [table_name(table) for table in self.population],
            "generations": self.generations,
            "candidates": self.candidates,
            "games": self.games,
            "seed": self.seed,
            "code": code_version(self.game),
        }


@dataclass(frozen=True)
class Validation:
    """What a tuned bot is worth at one table: its win share on deals of their own, and that of the bot it began as."""

    table: str
    games: int
    share: Interval
    before: Interval


def table_name(table: Sequence[Any | None]) -> str:
    """The other seats' bots by comma, one name if all are the same."""
    names = [ITSELF if bot is None else bot.name for bot in table]
    return names[0] if len(set(names)) == 1 else ",".join(names)


def population_of(text: str, game: str, players: int) -> tuple[tuple[Any | None, ...], ...]:
    """`itself; greedy; itself,senator,greedy`: tables by semicolon, each one bot or one for each other seat by comma."""
    tables = []
    for part in text.split(";"):
        names = [name.strip() for name in part.split(",")]
        if len(names) == 1:
            names *= players - 1
        if len(names) != players - 1:
            raise BadInput(
                f"--against {part.strip()!r} names {len(names)} bots for the {players - 1} other seats; "
                "give one, or one for each"
            )
        tables.append(tuple(None if name == ITSELF else kit(game).parse(name) for name in names))
    return tuple(tables)


def weights(plan: TunePlan, bot: Any = None) -> dict[str, float]:
    """The weights of a bot (the plan's) by name."""
    names, values, _ = kit(plan.game).weights_of(bot or plan.bot, plan.players)
    return dict(zip(names, [float(value) for value in values], strict=True))


def tune(
    plan: TunePlan, log: Path, *, workers: int = 1, arrived: Callable[[int, float], None] = lambda number, worth: None
) -> Any:
    """Tunes and returns the bot with the weights of the last mean, rounded to four places.

    `log` is begun or gone on with: generations in it are not played again. `arrived` is told each generation's number
    and the mean worth of its candidates. BadInput if the log is of another plan.
    """
    from cmaes import CMA

    the_kit = kit(plan.game)
    names, start, steps = the_kit.weights_of(plan.bot, plan.players)
    optimiser = CMA(np.zeros(len(names)), 1.0, seed=plan.seed, population_size=plan.candidates)

    def bot_at(point: np.ndarray) -> Any:
        values = np.round(start + steps * point, 4)
        return the_kit.reweighted(plan.bot, dict(zip(names, values.tolist(), strict=True)))

    kept = _begin_log(log, plan)
    itself = bot_at(np.zeros(len(names)))
    with Parallel(n_jobs=workers, backend="threading") as parallel:
        for number in range(plan.generations):
            points = [optimiser.ask() for _ in range(plan.candidates)]
            if number % SELF_EVERY == 0:
                itself = bot_at(optimiser.mean)
            if number < len(kept):
                worths = kept[number]
            else:
                seed = TUNING_SEEDS + plan.seed * GENERATIONS_A_SEED + number
                worths = parallel(delayed(worth)(plan, bot_at(point), itself, seed) for point in points)
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"generation": number, "worths": worths}) + "\n")
            optimiser.tell([(point, -value) for point, value in zip(points, worths, strict=True)])
            arrived(number, float(np.mean(worths)))
    return bot_at(optimiser.mean)


def worth(plan: TunePlan, candidate: Any, itself: Any, seed: int) -> float:
    """Mean smoothed win share of a bot over the tables of the population, each deal under every rotation."""
    shares = []
    for table in plan.population:
        seats = _play(plan, candidate, table, itself, seed, plan.blocks)["seats"]
        margin = seats["margin"][seats["bot"][0] == 0]
        shares.append(float(np.mean(1.0 / (1.0 + np.exp(-margin / SMOOTHING)))))
    return float(np.mean(shares))


def validate(plan: TunePlan, tuned: Any, games: int) -> list[Validation]:
    """The tuned bot at each different table of the population, "itself" being the bot it began as; `games` at each table."""
    found = []
    blocks = -(-games // plan.players)
    for table in dict.fromkeys(plan.population):
        after, before = (_share(plan, bot, table, blocks) for bot in (tuned, plan.bot))
        found.append(Validation(table_name(table), blocks * plan.players, after, before))
    return found


def _share(plan: TunePlan, bot: Any, table: Sequence[Any | None], blocks: int) -> Interval:
    counts = _play(plan, bot, table, plan.bot, VALIDATION_SEEDS + plan.seed, blocks)["counts"]
    codes, labels = counts["group"]
    row = int(np.flatnonzero((codes == labels.index("bot")) & (counts["id"] == 0))[0])
    moments = Moments(blocks, *(counts[name][row] for name in ("n", "y", "nn", "ny", "yy")))
    interval = ratio_interval(moments, 0.95, (0.0, float(TWELFTHS)))
    assert interval is not None
    return interval.scaled(1 / TWELFTHS)


def _play(plan: TunePlan, bot: Any, table: Sequence[Any | None], itself: Any, seed: int, blocks: int) -> dict[str, Any]:
    """Games of a bot, number 0, against a table."""
    others = [itself if other is None else other for other in table]
    different = list(dict.fromkeys(others))
    seating = [0, *(1 + different.index(other) for other in others)]
    return kit(plan.game).play(
        plan.rules, plan.players, [bot, *different], seating, plan.players, seed, 0, blocks, False
    )  # fmt: skip


def _begin_log(log: Path, plan: TunePlan) -> list[list[float]]:
    """The worths of the generations in a log of this plan; a new log if there is none."""
    told = plan.told()
    if not log.exists():
        log.write_text(json.dumps(told) + "\n", encoding="utf-8")
        return []
    try:
        head, *lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        kept = [[float(value) for value in line["worths"]] for line in lines]
    except (ValueError, KeyError, TypeError):
        raise BadInput(f"{log} is no log of quorumsim tune; give --out another name") from None
    if head != told:
        differing = [name for name in told if not isinstance(head, dict) or head.get(name) != told[name]]
        raise BadInput(
            f"{log} is the log of another tuning, which differs in {', '.join(differing)}; give --out another name"
        )
    if any(len(worths) != plan.candidates for worths in kept) or len(kept) > plan.generations:
        raise BadInput(f"{log} is damaged; give --out another name")
    return kept


def write_weights(path: Path, plan: TunePlan, tuned: Any, validations: Sequence[Validation], command: str) -> None:
    """Writes the tuned bot as a data file, with how it was made."""
    text = [
        f"# Made by: {command}",
        "# What the bot is worth is measured on deals that the tuning did not see; share: of a win, with the range that",
        "# covers it in 95 of 100.",
        f"sentence = {json.dumps(tuned.sentence, ensure_ascii=False)}",
        f"function = {json.dumps(tuned.function)}",
        f"made_for = {json.dumps(plan.rules.name, ensure_ascii=False)}",
        f"fingerprint = {json.dumps(plan.rules.fingerprint)}",
        f"players = {plan.players}",
        "",
        "[weights]",
        *(f"{name} = {value}" for name, value in weights(plan, tuned).items()),
        "",
        "[made]",
        *(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in plan.told().items()
          if name in ("bot", "population", "generations", "candidates", "games", "seed", "code")),
    ]  # fmt: skip
    for each in validations:
        text += [
            "",
            "[[made.validation]]",
            f"against = {json.dumps(each.table)}",
            f"games = {each.games}",
            f"share = [{each.share.value:.4f}, {each.share.low:.4f}, {each.share.high:.4f}]",
            f"share_before = [{each.before.value:.4f}, {each.before.low:.4f}, {each.before.high:.4f}]",
        ]
    write_whole(path, ("\n".join(text) + "\n").encode("utf-8"))
