"""Playing runs from a command: plans from options, the message at the first use, progress, and one sentence after a stop."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from quorumsim.cli.options import choose_folder, plain_name
from quorumsim.cli.progress import Progress, progress


@contextlib.contextmanager
def compiled(part: str) -> Iterator[None]:
    """Around what compiles `part` (a game's loop, or a bot): says so at its first use on this machine."""
    from quorumsim.compiled import first_use_message, mark_complete

    first_use_message(part)
    yield
    mark_complete(part)


def compile_game(kit: Any) -> None:
    """Compiles a game's loop here, before any worker needs it."""
    with compiled(f"game of {kit.TITLE}"):
        kit.loop()


def compile_bots(kit: Any, bots: Sequence[Any]) -> None:
    """Compiles what these bots need here, before any worker needs it. A user's code is compiled anew at every start."""
    for bot in bots:
        if bot.plain:
            with compiled(f"steps of {kit.TITLE}"):
                import_module(bot.steps)
        for each in filter(None, (bot, bot.policy)):
            if each.source is None:
                with compiled(f"bot {each.function} for {kit.TITLE}"):
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
LADDER = "ladder"
"""Instead of bots: the game's bots from the weakest to the strongest, a run for each."""
FASTER, FEWEST_SLOW = 50, 200  # on a ladder a bot that is slow plays one game in so many, and at least so many


def play_plans(
    game: str, rules: str | None, changes: Sequence[str], players: Sequence[int], bots: str | None, games: int, seed: int,
    out: str | None, workers: int, backend: Any, log: Any, show_progress: bool | None, command: str,
    precision: float | None = None,
) -> list[Any]:  # fmt: skip
    """Plays one run for each number of players (under each of the game's own rules if none are named, by each rung of the
    ladder if that is asked for) and returns them; all is checked before anything is made."""
    from quorumsim.lab.games import kit
    from quorumsim.lab.plan import make_plan
    from quorumsim.lab.simulate import simulate

    the_kit = kit(game)
    bots = the_kit.DEFAULT_BOT if bots is None else bots
    rungs = the_kit.LADDER if bots.strip() == LADDER else (bots,)
    every = _different([the_kit.resolve(name, changes) for name in (the_kit.DEFAULT_RULES if rules is None else [rules])])
    folders = _folders([each.name for each in every], rungs, players, seed, out)
    if precision is not None:
        games = MOST_FOR_PRECISION
    plans = [
        make_plan(rules=each, players=n, bots=by, games=_games(the_kit, by, games, len(rungs)), seed=seed, log=log, game=game,
                  precision=precision)
        for each in every for by in rungs for n in players
    ]  # fmt: skip
    compile_game(the_kit)
    compile_bots(the_kit, list(dict.fromkeys(bot for plan in plans for bot in plan.bots)))
    note_bots(plans)
    runs = []
    for plan, folder in zip(plans, folders, strict=True):
        if plan.games < games and precision is None:
            print(f"note: {plan.bots[0].name} is slow and plays {plan.games:,} games", file=sys.stderr)
        elif plan.games > games and precision is None:
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


def _different(rules: Sequence[Any]) -> list[Any]:
    """Rules that --set has made the same game are played once."""
    kept: dict[str, Any] = {}
    for each in rules:
        first = kept.setdefault(each.fingerprint, each)
        if first is not each:
            print(f"note: {each.name} is the same game as {first.name} and is left out", file=sys.stderr)
    return list(kept.values())


def _games(kit: Any, bots: str, games: int, rungs: int) -> int:
    """On a ladder the slow rungs play fewer games, or it would take days."""
    slow = rungs > 1 and kit.parse(bots).slow
    return min(games, max(FEWEST_SLOW, games // FASTER)) if slow else games


def _folders(
    rules: Sequence[str], bots: Sequence[str], players: Sequence[int], seed: int, out: str | None
) -> list[Path]:
    """A folder for each run, in the order rules, bots, players; in one folder where --out is given and there are several."""
    if out is None:
        return [choose_folder(None, f"{name}-{n}-{by}-seed-{seed}") for name in rules for by in bots for n in players]
    parent = choose_folder(out, "")
    if len(rules) == len(bots) == len(players) == 1:
        return [parent]
    parts = [
        (
            plain_name(name) if len(rules) > 1 else "",
            plain_name(by) if len(bots) > 1 else "",
            f"players-{n}" if len(players) > 1 else "",
        )
        for name in rules for by in bots for n in players
    ]  # fmt: skip
    return [parent / "-".join(filter(None, each)) for each in parts]
