"""The page of a tournament: who wins, who beats whom, ratings, and which strategies are viable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from quorumsim.analysis.judged import listed, plain, rank_range
from quorumsim.analysis.sentences import Finding
from quorumsim.analysis.strategies import FLOOR, VIABLE, mix_name
from quorumsim.analysis.tournament import StageAnswer, tournament
from quorumsim.report.page import STRIP, Line, Tile, fill_template, write_folder
from quorumsim.report.sections import Block, Section
from quorumsim.report.strip import axis_around_zero, axis_from_zero, labelled, scale, strip
from quorumsim.report.tables import Cell, Head, Table, make_table, of_figure
from quorumsim.report.tournament_pictures import masses_picture, matches_picture, ratings_picture, wins_picture

if TYPE_CHECKING:
    from quorumsim.lab.tournament import Tournament

Columns = list[tuple[Head, Callable[[Any], Cell]]]
ALL_AT_ONCE = "Ranges hold for all at once (95 %)."


@dataclass(frozen=True)
class ShownStage:
    """A stage on the page. A stage alone needs neither a label nor a prefix for its files."""

    prefix: str
    label: str
    answer: StageAnswer

    def topic(self, text: str) -> str:
        return " · ".join(part for part in (self.label, text, *self.answer.sample.warnings) if part)


def write_tournament_report(played: Tournament, out: Path, smallest_effect: float = 1.0) -> Path:
    """Write `out`/index.html, `out`/figures/*.png and `out`/tables/*.csv, all or nothing; returns the page.

    `smallest_effect`: in games of 100. The same tournament gives the same bytes. BadInput if `out` exists or cannot be made.
    """
    stages = tournament(played, smallest_effect).stages
    several = len(stages) > 1
    players = [stage.sample.players for stage in stages]
    names = [(f"players{number}-", f"{number} players") if several else ("", "") for number in players]
    shown = [ShownStage(*name, stage) for name, stage in zip(names, stages, strict=True)]
    parts = sections(shown, smallest_effect)
    return write_folder(out, render(shown, parts, smallest_effect), parts)


def render(shown: list[ShownStage], parts: list[Section], smallest_effect: float) -> str:
    """The whole page as text."""
    samples = [stage.answer.sample for stage in shown]
    players = listed(tuple(str(sample.players) for sample in samples))
    return fill_template(
        "tournament.html.j2",
        heading=f"{samples[0].title}: {len(samples[0].bots)} bots, {players} players",
        kind="tournament",
        stages=shown,
        sample=samples[0],
        tiles=_tiles(shown, smallest_effect),
        sections=parts,
        smallest_effect=plain(smallest_effect),
        floor=plain(FLOOR),
    )


def _tiles(shown: list[ShownStage], smallest_effect: float) -> list[Tile]:
    def line(stage: ShownStage, finding: Finding, picture: Markup) -> Line:
        return Line(stage.label, finding, picture)

    wins = tuple(line(stage, stage.answer.finding, _wins_strip(stage.answer, smallest_effect)) for stage in shown)
    mixes = tuple(
        line(stage, stage.answer.strategies.finding, _mass_strip(stage.answer.strategies.finding)) for stage in shown
    )
    circles = tuple(line(stage, stage.answer.strategies.circle_finding, Markup("")) for stage in shown)
    return [
        Tile("wins", "Who wins most?", wins),
        Tile("strategies", "Which bots are viable?", mixes),
        Tile("strategies", "Do bots win in a circle?", circles),
    ]


def _wins_strip(answer: StageAnswer, smallest_effect: float) -> Markup:
    figure = answer.finding.figure
    assert figure is not None
    axis = axis_around_zero([figure], smallest_effect, **STRIP)
    return labelled(figure, axis, answer.finding.shown, f"{plain(answer.sample.par)}, even")


def _mass_strip(finding: Finding) -> Markup:
    assert finding.figure is not None
    return labelled(finding.figure, axis_from_zero(finding.figure, FLOOR, **STRIP), finding.shown, "none")


# --- sections ---------------------------------------------------------------------------------------------------------


def sections(shown: list[ShownStage], smallest_effect: float) -> list[Section]:
    """The four questions, each answered for every number of players in turn."""
    return [
        Section("wins", "Who wins", tuple(_wins(stage, smallest_effect) for stage in shown), MEASURED["wins"]),
        Section("matches", "Who beats whom", tuple(_matches(stage) for stage in shown), MEASURED["matches"]),
        Section("ratings", "Ratings, and what a seat is worth", tuple(_ratings(stage) for stage in shown), MEASURED["ratings"]),
        Section("strategies", "Which strategies are viable", tuple(_strategies(stage) for stage in shown),
                MEASURED["strategies"]),
    ]  # fmt: skip


def _wins(stage: ShownStage, smallest_effect: float) -> Block:
    answer = stage.answer
    return Block(
        answer.finding.text,
        stage.topic("Games won by each bot, of 100"),
        (wins_picture(answer, smallest_effect, stage.prefix),),
        (wins_table(answer, stage.prefix),),
        (
            answer.finding.spread,
            "A bot wins against these opponents. With others at the tables the order may be another.",
            "A win shared by two counts half for each.",
        ),
    )


def _matches(stage: ShownStage) -> Block:
    answer = stage.answer
    three = "" if answer.sample.players == 2 else (
        "With more than two players “ahead” means a better place at a table where others sit too; both may lose there."
    )
    return Block(
        answer.match_finding,
        stage.topic("Games of 100 in which one finishes ahead of the other, ties half"),
        (matches_picture(answer, stage.prefix),),
        (matches_table(answer, stage.prefix),),
        (
            "Bots are ordered by games won. Blue above the diagonal is what that order leads one to expect; orange there is an "
            "upset.",
            three,
        ),
    )


def _ratings(stage: ShownStage) -> Block:
    answer = stage.answer
    seats = Block(
        answer.seat_finding,
        stage.topic("What a seat is worth beside the average seat, whoever sits there"),
        (ratings_picture(answer, answer.seats, "seat-worth", answer.seat_finding, stage.prefix),),
        (seats_table(answer, stage.prefix),),
        ("This is the mean over these bots, weak ones too; first-player asks the same of one bot or of a fair mix.",),
    )
    return Block(
        answer.rating_finding,
        stage.topic("Rating points about the average bot: 100 more finish ahead in 64 of 100 games, 400 more in 91"),
        (ratings_picture(answer, answer.ratings, "ratings", answer.rating_finding, stage.prefix),),
        (ratings_table(answer, stage.prefix),),
        (
            "A rating puts all finishing places into one number, as if strength were one number. Where bots beat each other in "
            "a circle it is not; then believe the matrix.",
        ),
        (seats,),
    )


def _strategies(stage: ShownStage) -> Block:
    answer = stage.answer
    found, two = answer.strategies, answer.sample.players == 2
    mix = (
        "The best mix is what nobody can gain against by choosing another bot: who expects any opponent should draw from it."
        if two else
        "Alpha-rank is where a population that copies what finishes ahead stays in the long run. With more than two players it "
        "is made from who finishes ahead of whom, which leaves out who else sits at the table."
    )  # fmt: skip
    circles = Block(
        found.circle_finding.text,
        stage.topic("Trios in which each surely beats the next"),
        (),
        (circles_table(answer, stage.prefix),),
        ("Ranges hold for all pairs at once, so that a circle found among many is no luck.",),
    )
    return Block(
        found.finding.text,
        stage.topic(f"How much of 100 each bot is in {mix_name(answer.sample.players)}"),
        (masses_picture(answer, stage.prefix),),
        (strategies_table(answer, stage.prefix),),
        (
            mix,
            f"Viable: at least {plain(FLOOR)} of 100 there, with the whole range. Dominated: another bot does as well against "
            "everybody, or surely less than the yardstick worse, and surely better against somebody.",
            "" if found.circles else found.circle_finding.text,
        ),
        (circles,) if found.circles else (),
    )


MEASURED = {
    "wins": (
        "Every table plays as many deals as any other, all its own, and each deal with its bots in every seat, so cards and "
        "seats weigh alike. The unit of the ranges is the deal.",
        "With two players every pair meets. With three or four either everybody meets in every company, or tables are a "
        "balanced choice: every bot sits at as many, and every pair meets about equally often.",
        "Ranges and ranks hold for all bots at once (95 %, Bonferroni).",
    ),
    "matches": (
        "Finishing ahead counts 1, a shared place one half, deal by deal. Ranges hold for all pairs at once (95 %).",
    ),
    "ratings": (
        "Plackett and Luce’s model: the first is drawn among all in proportion to their worths, the second among the others, "
        "and so on. A worth is the product of the bot’s and the seat’s. A tie counts as all its orders in equal parts.",
        "A weak prior, half a win and half a loss against an imagined bot, keeps the rating of one that never loses finite; "
        "where that matters the row says so.",
        "Ranges: a sandwich over batches of deals, which does not need the model to be true. They hold for all at once (95 %).",
    ),
    "strategies": (
        "Best mix: the equilibrium with the most entropy (Nash averaging, Balduzzi and others 2018) of the matrix of games won "
        "less one half. Two players only.",
        "Alpha-rank (Omidshafiei and others 2019): one population of 50, ranking intensity 10, so that an edge of 1 game of "
        "100 makes taking over 148 times as likely as being taken over.",
        "Ranges of masses: 2,000 resamplings of the deals, each bot by itself (95 %). Comparisons for “dominated” hold all at "
        "once.",
    ),
}


# --- tables -----------------------------------------------------------------------------------------------------------


def wins_table(answer: StageAnswer, prefix: str) -> Table:
    axis, not_tuned = axis_around_zero([row.excess for row in answer.rows]), "not tuned for these rules"
    columns: Columns = [
        (Head("Bot"), lambda row: Cell(row.bot, not_tuned if row.bot in answer.sample.not_tuned else "", kind="name")),
        (Head("fewer or more", svg=scale(axis)), lambda row: Cell(svg=strip(row.excess, axis), kind="cell-strip")),
        (Head("wins", "of 100 games", number=True), lambda row: of_figure(row.share)),
        (Head("rank"), lambda row: Cell(str(row.rank), rank_range(row.rank_best, row.rank_worst), kind="rank")),
        (Head("wins alone", "of 100 games", wide=True, number=True), lambda row: of_figure(row.alone)),
        (Head("margin", "points", wide=True, number=True), lambda row: of_figure(row.margin)),
        (Head("what it does", wide=True), lambda row: Cell(more=row.plays, kind="says")),
    ]
    return make_table(f"{prefix}bots", f"Every bot. {answer.sample.size}. {ALL_AT_ONCE}", columns, answer.rows)


def matches_table(answer: StageAnswer, prefix: str) -> Table:
    """A row and a column for each bot."""
    cells = {(row.bot, row.other): row for row in answer.matches}
    columns: Columns = [(Head("Bot"), lambda bot: Cell(bot, kind="name"))]
    columns += [(Head(other, number=True), _match_cell(cells, other)) for other in answer.bots]
    caption = (
        f"Of 100 games, how often the bot of the row {answer.beats} the bot of the column. ?: these games do not tell who is "
        f"better. {answer.sample.size}. Ranges hold for all pairs at once (95 %)."
    )
    return make_table(f"{prefix}matches", caption, columns, answer.bots, data=answer.matches, fold="Every pair with its range")


def _match_cell(cells: dict[tuple[str, str], Any], other: str) -> Callable[[Any], Cell]:
    def cell(bot: str) -> Cell:
        row = cells.get((bot, other))
        if row is None:
            return Cell("", kind="figure")
        return Cell(row.share.text + ("" if row.decided else "?"), row.share.range, kind="figure")

    return cell


def ratings_table(answer: StageAnswer, prefix: str) -> Table:
    columns: Columns = [
        (Head("Bot"), lambda row: Cell(row.name, row.note, kind="name")),
        (Head("rating", "points", number=True), lambda row: of_figure(row.rating)),
        (Head("ahead", "of the average bot, of 100 games", number=True), lambda row: of_figure(row.ahead)),
    ]
    return make_table(f"{prefix}ratings", f"Ratings. {answer.sample.size}. {ALL_AT_ONCE}", columns, answer.ratings)


def seats_table(answer: StageAnswer, prefix: str) -> Table:
    columns: Columns = [
        (Head("Seat"), lambda row: Cell(row.name, kind="name")),
        (Head("worth", "rating points", number=True), lambda row: of_figure(row.rating)),
        (Head("ahead", "of an equal bot in an average seat, of 100 games", number=True), lambda row: of_figure(row.ahead)),
    ]
    return make_table(f"{prefix}seat-worth", f"Every seat. {answer.sample.size}. {ALL_AT_ONCE}", columns, answer.seats)


def strategies_table(answer: StageAnswer, prefix: str) -> Table:
    two = answer.sample.players == 2
    columns: Columns = [
        (Head("Bot"), lambda row: Cell(row.bot, kind="name")),
        (Head("verdict"), lambda row: Cell(row.word, kind=f"verdict {'matters' if row.word == VIABLE else row.word}")),
    ]
    if two:
        columns += [
            (Head("best mix", "of 100", number=True), lambda row: of_figure(row.nash)),
            (Head("against it", "games more of 100", wide=True, number=True), lambda row: of_figure(row.against_mix)),
        ]
    columns += [
        (Head("alpha-rank", "of 100", wide=two, number=True), lambda row: of_figure(row.alpha)),
        (Head("why", wide=True), lambda row: Cell(more=row.why, kind="says")),
    ]
    caption = (
        f"Every bot. {answer.sample.size}. Ranges of masses: 95 %, each by itself; in “why”: for all comparisons at once."
    )
    return make_table(f"{prefix}strategies", caption, columns, answer.strategies.rows)


def circles_table(answer: StageAnswer, prefix: str) -> Table:
    columns: Columns = [
        (Head("First"), lambda row: Cell(row.first, kind="name")),
        (Head("over the second", "of 100 games"), lambda row: Cell(row.second, _games(row.first_second))),
        (Head("over the third", "of 100 games"), lambda row: Cell(row.third, _games(row.second_third))),
        (Head("over the first", "of 100 games"), lambda row: Cell(row.first, _games(row.third_first))),
    ]
    caption = f"The clearest circles. {answer.sample.size}. Ranges hold for all pairs at once (95 %)."
    return make_table(f"{prefix}circles", caption, columns, answer.strategies.circles)


def _games(figure: Any) -> str:
    return f"{figure.text} ({figure.range})"
