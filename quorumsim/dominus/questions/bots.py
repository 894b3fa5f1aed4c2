"""Who wins where several bots play."""

from __future__ import annotations

from quorumsim.analysis.bots import bots
from quorumsim.dominus.questions.answer import Answer, Asked, Look
from quorumsim.dominus.questions.beside import HOLDS, IN_PART, Beside, Says, Words, across, span
from quorumsim.dominus.questions.readings import Readings


def ask(readings: Readings, smallest_effect: float) -> Asked | None:
    answers = [bots(run, beside=len(readings.each)) for run in readings.runs]
    known = [answer for answer in answers if answer is not None]
    if len(known) < len(answers):
        return None
    by_bot = [{row.bot: row for row in answer.rows} for answer in known]
    common = set.intersection(*(set(rows) for rows in by_bot))
    names = sorted(common, key=lambda bot: (-sum(rows[bot].share.unrounded for rows in by_bot), bot))
    leaders = [Says(frozenset(row.bot for row in answer.rows if row.rank_best == 1)) for answer in known]
    said = across(readings, leaders, Words(
        "which bot wins most", {bot: f"{bot} wins most" for bot in names}, {bot: bot for bot in names}
    ))  # fmt: skip
    columns = {
        key: Beside(tuple(names), readings.labels, tuple(tuple(getattr(rows[bot], key) for rows in by_bot) for bot in names))
        for key in ("share", "excess", "margin")
    }
    par, best = readings.sample.par, columns["share"].figures[0]
    sentences = (f"{bot}: {readings.sample.bot_sentence(bot)}" for bot in names if readings.sample.bot_sentence(bot))
    who = "" if said.word in (HOLDS, IN_PART) else f"{names[0]} wins "
    answer = Answer(
        "bots",
        f"{said.lead} {who}{span(best, readings.labels)} of 100 games, where all alike would win {par:.3g}.",
        said,
        Beside((names[0],), readings.labels, columns["excess"].figures[:1]),
        f"games of 100 that {names[0]} wins, more or fewer than {par:.3g}",
        "Games won of 100 by each bot, seats rotated",
        columns["share"],
        Look(f"games won of 100 (line: {par:.3g}, even)", par, smallest_effect),
        columns["share"].over(columns["margin"].named("{}: margin")),
        "Games won of 100 and margin by bot",
        ("A bot wins against these opponents. Against others the order may be another.", *sentences),
    )
    return Asked("bots", "Who wins", "Which bot wins?", (answer,))
