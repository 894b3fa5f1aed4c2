"""Tuning a bot's weights: CMA-ES on games against a population, validated on other games.

Method: Hansen and Ostermeier, "Completely derandomized self-adaptation in evolution strategies", Evolutionary Computation 9
(2001), by the library cmaes. Every candidate of a generation meets the same deals in the same seats, every generation new ones.
What a candidate is worth is its mean smoothed win share over the tables of the population: a game counts 1 / (1 + exp(-margin / s)),
which has less noise than won or lost and rewards winning by little and losing by little nearly as won and lost.

The best of many noisy candidates is luck, so the result is the mean of the last distribution, and it is measured on deals that no
generation saw. Nothing but the log of finished generations is kept for going on after a stop: the search is played again from it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from quorumsim.errors import BadInput
from quorumsim.lab.games import kit

TUNING_SEEDS = 2**63  # seeds from here on are for tuning; every run of a user's below is on other deals
VALIDATION_SEEDS = 2**63 + 2**62
GENERATIONS_A_SEED = 2**20
SMOOTHING = 5.0  # points of margin
SIGMA = 1.0  # of a start, in steps of each weight
SELF_EVERY = 20  # generations after which "itself" in the population is renewed


@dataclass(frozen=True)
class TunePlan:
    """What is tuned, against whom and how long.

    `bot`: what it starts from. `population`: tables, each the other seats' bots; None in a table stands for the bot itself as
    it is then. `games`: of one candidate in one generation, over all tables.
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

    @property
    def blocks(self) -> int:
        """Deals of one table in one generation."""
        return max(1, self.games // len(self.population) // self.players)


@dataclass(frozen=True)
class Generation:
    """A finished generation: its number, every candidate's worth, and the mean's distance from the start in steps."""

    number: int
    worths: tuple[float, ...]


def worth(plan: TunePlan, candidate: Any, itself: Any, seed: int) -> float:
    """Mean smoothed win share of a bot over the tables of the population, each deal under every rotation."""
    the_kit = kit(plan.game)
    worths = []
    for table in plan.population:
        others = [itself if other is None else other for other in table]
        bots = [candidate, *dict.fromkeys(others)]
        seating = [0, *(1 + bots[1:].index(other) for other in others)]
        seats = the_kit.play(plan.rules, plan.players, bots, seating, plan.players, seed, 0, plan.blocks, False)["seats"]
        own = seats["bot"][0] == 0
        worths.append(float(np.mean(1.0 / (1.0 + np.exp(-seats["margin"][own] / SMOOTHING)))))
    return float(np.mean(worths))


def tune(
    plan: TunePlan, log: Path, *, workers: int = 1, arrived: Callable[[Generation], None] = lambda generation: None
) -> Any:
    """Tunes and returns the bot with the weights of the last mean; generations in `log` are not played again."""
    from cmaes import CMA

    the_kit = kit(plan.game)
    names, start, steps = the_kit.weights_of(plan.bot, plan.players)
    if not names:
        raise BadInput(f"bot {plan.bot.name} has no weights to tune")
    optimiser = CMA(np.zeros(len(names)), SIGMA, seed=plan.seed % 2**32, population_size=plan.candidates)

    def bot_at(point: np.ndarray) -> Any:
        return the_kit.reweighted(plan.bot, dict(zip(names, (start + steps * point).tolist(), strict=True)))

    kept = _read_log(log, plan)
    itself = bot_at(np.zeros(len(names)))
    with Parallel(n_jobs=workers, backend="threading") as parallel:
        for number in range(plan.generations):
            points = [optimiser.ask() for _ in range(plan.candidates)]
            if number % SELF_EVERY == 0:
                itself = bot_at(optimiser._mean)
            if number < len(kept):
                worths = kept[number]
            else:
                seed = TUNING_SEEDS + (plan.seed * GENERATIONS_A_SEED + number) % 2**62
                worths = parallel(delayed(worth)(plan, bot_at(point), itself, seed) for point in points)
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"generation": number, "worths": worths}) + "\n")
            optimiser.tell([(point, -value) for point, value in zip(points, worths, strict=True)])
            arrived(Generation(number, tuple(worths)))
    return bot_at(optimiser._mean)


def _read_log(log: Path, plan: TunePlan) -> list[list[float]]:
    if not log.exists():
        return []
    return [json.loads(line)["worths"] for line in log.read_text(encoding="utf-8").splitlines()]
