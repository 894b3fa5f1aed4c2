"""The roster in figures, for docs/bots.md: who beats random, and whom each bot beats: `scripts/roster [GAMES]`.

Ends with 1 unless every bot but random beats random at every number of players, and beats two others besides somewhere. To beat
is to finish ahead in more than half of the games at common tables, ties half, with a range that holds for all pairs at once
(docs/tournament.md).
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from joblib import cpu_count

from quorumsim.analysis.tournament import MatchRow, StageAnswer, tournament
from quorumsim.bots.registry import ROSTER
from quorumsim.lab.tournament import plan_tournament, play_tournament
from quorumsim.quorum.names import PLAYERS
from quorumsim.quorum.rules import resolve

GAMES = 2000  # at each table
SEED = 20263
OTHERS = 2  # that each bot has to beat somewhere, random not counted
RANDOM = "random"


def beaten(stage: StageAnswer, bot: str) -> list[str]:
    """The bots that this one surely beats, random left out, in the order of the roster."""
    over = {row.other for row in stage.matches if row.bot == bot and row.side == 1}
    return [other for other in ROSTER if other in over and other != RANDOM]


def against_random(stage: StageAnswer, bot: str) -> MatchRow:
    return next(row for row in stage.matches if (row.bot, row.other) == (bot, RANDOM))


def listed(bot: str, over: list[str]) -> str:
    """The bots beaten, or the others if those are fewer."""
    rest = [other for other in ROSTER if other not in (bot, RANDOM, *over)]
    if not over or not rest:
        return "all" if over else "none"
    return ", ".join(over) if len(over) <= len(rest) else f"all but {', '.join(rest)}"


def table(stages: tuple[StageAnswer, ...]) -> str:
    """Markdown, a row for each bot but random."""
    lines = [
        f"| bot | {' | '.join(f'ahead of random, {stage.sample.players} players' for stage in stages)} "
        f"| {' | '.join(f'beats, {stage.sample.players} players' for stage in stages)} |",
        "|---" * (1 + 2 * len(stages)) + "|",
    ]
    for bot in ROSTER:
        if bot != RANDOM:
            shares = [against_random(stage, bot).share for stage in stages]
            cells = [f"{share.text} ({share.range})" for share in shares]
            cells += [listed(bot, beaten(stage, bot)) for stage in stages]
            lines.append(f"| {bot} | {' | '.join(cells)} |")
    return "\n".join(lines)


def faults(stages: tuple[StageAnswer, ...]) -> list[str]:
    """What of the two claims does not hold, a sentence each."""
    found = []
    for bot in ROSTER:
        if bot == RANDOM:
            continue
        for stage in stages:
            row = against_random(stage, bot)
            if row.side != 1:
                found.append(f"{bot} is not surely ahead of random with {stage.sample.players} players: {row.share.phrase}")
        others = {other for stage in stages for other in beaten(stage, bot)}
        if len(others) < OTHERS:
            found.append(f"{bot} surely beats {', '.join(others) or 'nobody'} besides random at any number of players")
    return found


def main(games: int = GAMES) -> int:
    plan = plan_tournament(rules=resolve(), bots=ROSTER, players=PLAYERS, games=games, seed=SEED)
    with TemporaryDirectory() as folder:
        played = play_tournament(plan, Path(folder) / "roster", workers=cpu_count())
        stages = tournament(played).stages
    print("\n".join(stage.sample.who for stage in stages))
    print("Of 100 games at common tables, in how many a bot finishes ahead of the other, ties half.")
    print("Ranges hold for all pairs at once.\n")
    print(table(stages))
    found = faults(stages)
    both = f"Every bot beats random at every number of players, and at least {OTHERS} others somewhere."
    print("\n" + ("\n".join(found) or both))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*(int(float(argument)) for argument in sys.argv[1:])))
