"""Many games by kernel and oracle: `scripts/agree [GAMES] [WORKERS] [GAME]`. Ends with 1 if any game differs."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

from joblib import Parallel, cpu_count, delayed

from quorumsim.quorum.packaged import packaged_names
from quorumsim.quorum.rules import resolve
from tests.agreement import disagreements, random_rules, seatings
from tests.dominus import agreement as dominus

BATCH = 20
GREEDY_EVERY = 7  # batches; the oracle's greedy bot takes ten times as long as its random one, and random play sees more
SEED = 20260


def batch(number: int) -> tuple[str, int, list[str]]:
    """A batch of games of one rule set: the shipped ones in turn, every tenth batch rules drawn at random."""
    draw = random.Random(number)
    players = 2 + number % 3
    names = packaged_names()
    rules = random_rules(draw, players) if number % 10 == 9 else resolve(names[number // 3 % len(names)])
    bots = seatings(players, draw) if number % GREEDY_EVERY == 0 else ["random"] * players
    return rules.name, players, list(disagreements(rules, players, SEED, number * BATCH, BATCH, bots))


BATCHES = {"quorum": (batch, BATCH), "dominus": (dominus.batch, dominus.BATCH)}
"""By game: what plays and compares a batch, and its games."""


def main(games: int = 200_000, workers: int = 0, game: str = "quorum") -> int:
    begun, played, differing = time.monotonic(), 0, 0
    sets: Counter[str] = Counter()
    one, size = BATCHES[game]
    with Parallel(n_jobs=workers or cpu_count(), return_as="generator_unordered") as parallel:
        for name, players, problems in parallel(delayed(one)(number) for number in range(-(-games // size))):
            played += size
            sets[f"{name}, {players} players"] += size
            differing += len(problems)
            for problem in problems:
                print(problem, flush=True)
            if played % 5000 == 0:
                print(f"{played:,} games, {differing} differ, {time.monotonic() - begun:,.0f} s", file=sys.stderr, flush=True)
    for name, count in sorted(sets.items()):
        print(f"{count:>8,}  {name}")
    print(f"{played:,} games compared move by move: {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    numbers = [int(float(argument)) for argument in sys.argv[1:3]]
    sys.exit(main(*numbers, *sys.argv[3:]))
