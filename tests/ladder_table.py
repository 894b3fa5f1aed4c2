"""The ladder of skill in figures, for docs/ladder.md: `scripts/ladder [GAMES]`.

Each rung plays against the one below it: one seat of the upper rung, all others of the lower one, every deal in every
seat, on seeds that no tuning saw. Then what the last two rungs are worth with more playouts and at equal time, what
search gains against consul, and how much a bot can gain that is tuned to beat consul and nothing else. Ends with 1
unless the rungs up to search are strictly in order.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from joblib import cpu_count

from quorumsim.analysis.counted import Counted
from quorumsim.lab.plan import make_plan
from quorumsim.lab.simulate import simulate
from quorumsim.quorum.names import PLAYERS
from quorumsim.quorum.rules import resolve
from quorumsim.stats.interval import Interval

SEED = 20264
RUNGS = (("greedy", "random", 40_000), ("consul", "greedy", 40_000), ("search:100", "consul", 400))
"""Upper rung, lower rung, and games at each number of players."""
MORE = (("search:300", "consul", 4, 200), ("ismcts:100", "consul", 4, 400), ("ismcts:100", "search:100", 2, 200),
        ("search:100", "greedy", 4, 200), ("greedy", "consul", 4, 40_000), ("greedy", "consul", 2, 40_000))  # fmt: skip


class Row(NamedTuple):
    """A match: one seat by `upper`, the others by `lower`. `share` of a win, par 1 / players; seconds a game on one core."""

    upper: str
    lower: str
    players: int
    games: int
    share: Interval
    seconds: float


def match(upper: str, lower: str, players: int, games: int) -> Row:
    """Plays a match on all cores."""
    workers = cpu_count()
    bots = ",".join([upper, *[lower] * (players - 1)])
    plan = make_plan(
        rules=resolve(), players=players, bots=bots, games=games, seed=SEED, chunk_blocks=max(1, games // players // 16)
    )
    with TemporaryDirectory() as folder:
        begun = time.monotonic()
        run = simulate(plan, Path(folder) / "run", workers=workers)
        took = time.monotonic() - begun
        share = Counted(run).share("bot", 0, 0.95)
    assert share is not None
    return Row(upper, lower, players, plan.games, share.scaled(1 / 12), took * workers / plan.games)


def line(row: Row) -> str:
    """A row of Markdown."""
    seconds = f"{row.seconds:.2f}" if row.seconds >= 0.01 else f"{row.seconds:.5f}"
    share = row.share
    return (
        f"| {row.upper} against {row.lower} | {row.players} | {1 / row.players:.3f} | {share.value:.3f} "
        f"({share.low:.3f} to {share.high:.3f}) | {row.games:,} | {seconds} |"
    )


def main(factor: float = 1.0) -> int:
    print(
        "| one seat against the others | players | par | share of wins, 95 % range | games | seconds a game and core |"
    )
    print("|---|---|---|---|---|---|", flush=True)
    ordered = True
    for upper, lower, games in RUNGS:
        for players in PLAYERS:
            row = match(upper, lower, players, round(games * factor))
            ordered &= row.share.low > 1 / players
            print(line(row), flush=True)
    for upper, lower, players, games in MORE:
        print(line(match(upper, lower, players, round(games * factor))), flush=True)
    print(f"the ladder is {'' if ordered else 'not '}strictly in order up to search; seed {SEED}")
    return 0 if ordered else 1


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
