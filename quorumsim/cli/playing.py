"""Playing runs from a command: plans from options, the message at the first use, progress, and one sentence after a stop."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from quorumsim.cli.options import choose_folder
from quorumsim.cli.progress import Progress, progress


@contextlib.contextmanager
def compiled(part: str) -> Iterator[None]:
    """Around what compiles `part` (the game, or a bot): says so at its first use on this machine."""
    from quorumsim.compiled import first_use_message, mark_complete

    first_use_message(part)
    yield
    mark_complete(part)


def compile_bots(bots: Sequence[Any]) -> None:
    """Compiles what these bots need here, before any worker needs it. A user's code is compiled anew at every start."""
    for bot in bots:
        if bot.plain:
            with compiled("steps"):
                import_module("quorumsim.bots.stepping")
        for each in filter(None, (bot, bot.policy)):
            if each.source is None:
                with compiled(f"bot {each.module}"):
                    _ = each.choose or each.score
            else:
                _ = each.score


def note_bots(plans: Sequence[Any]) -> None:
    """Says, each once, which bots of these plans were made for other rules or another number of players."""
    notes = ((bot.name, bot.note(plan.rules, plan.players)) for plan in plans for bot in plan.bots)
    for name, note in dict.fromkeys(notes):
        if note:
            print(f"note: bot {name} is {note}", file=sys.stderr)


@contextlib.contextmanager
def told_if_stopped(shown: Progress, planned: int | None, folder: Path, command: str = "simulate") -> Iterator[None]:
    """Says after Ctrl-C what is kept and how to go on. `planned`: games of the whole run, None where a precision decides."""
    try:
        yield
    except KeyboardInterrupt:
        of_all = f"of {planned:,} " if planned else ""
        print(
            f"stopped: {shown.done:,} {of_all}games are kept; go on with quorumsim {command} --resume "
            f"--out {shlex.quote(str(folder))}", file=sys.stderr,
        )  # fmt: skip
        raise


MOST_FOR_PRECISION = 10**8


def play_plans(
    rules: str, changes: Sequence[str], players: Sequence[int], bots: str, games: int, seed: int, out: str | None,
    workers: int, backend: Any, log: Any, show_progress: bool | None, command: str, precision: float | None = None,
) -> list[Any]:  # fmt: skip
    """Plays one run for each number of players and returns them; all is checked before anything is made."""
    from quorumsim.quorum.rules import resolve

    resolved = resolve(rules, changes)
    folders = _folders(resolved.name, players, bots, seed, out)
    with compiled("game"):
        from quorumsim.lab.plan import make_plan
        from quorumsim.lab.simulate import simulate
    if precision is not None:
        games = MOST_FOR_PRECISION
    plans = [
        make_plan(rules=resolved, players=n, bots=bots, games=games, seed=seed, log=log, precision=precision)
        for n in players
    ]
    compile_bots(plans[0].bots)
    note_bots(plans)
    runs = []
    for plan, folder in zip(plans, folders, strict=True):
        if plan.games != games and precision is None:
            print(
                f"note: {games:,} games are rounded up to {plan.games:,}, {plan.blocks:,} deals with {plan.rotations} "
                "seatings each", file=sys.stderr,
            )  # fmt: skip
        planned = plan.games if precision is None else None
        with progress(plan.games, "games", show_progress) as shown, told_if_stopped(shown, planned, folder):
            runs.append(simulate(plan, folder, workers=workers, backend=backend, command=command, arrived=shown.update))
        if precision is not None and runs[-1].games == plan.games:
            print(
                f"note: {plan.games:,} games, the most that --precision plays, were not enough for {precision:g}",
                file=sys.stderr,
            )
    return runs


def _folders(rules: str, players: Sequence[int], bots: str, seed: int, out: str | None) -> list[Path]:
    if len(players) == 1:
        return [choose_folder(out, f"{rules}-{players[0]}-{bots}-seed-{seed}")]
    if out is None:
        return [choose_folder(None, f"{rules}-{n}-{bots}-seed-{seed}") for n in players]
    parent = choose_folder(out, "")
    return [parent / f"players-{n}" for n in players]
