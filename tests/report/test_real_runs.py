"""Real runs, from playing to the page: page, terminal, JSON and CSV say the same to the last digit; nothing is left unsaid."""

import csv
import html
import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from quorumsim.lab.plan import make_plan
from quorumsim.lab.run import read_manifest, write_manifest
from quorumsim.lab.simulate import simulate
from quorumsim.quorum.rules import resolve

# Question, its table on the page and in JSON, and by column of the page the name of the figure; None: not in the terminal.
QUESTIONS = [
    ("first-player", "seats", "rows", {1: "share", 4: None, 5: None, 6: "margin"}),
    ("cards", "cards", "rows", {2: "effect", 5: None, 6: None, 7: "played"}),
    ("gods", "gods", "rows", {1: "taker_points", 2: "other_points", 3: "taken", 4: "together"}),
    ("gods", "gods-taken", "numbers", {1: "share", 2: "of_players", 3: None}),
]
FIGURE = re.compile(r"([+−]?[\d,]+(?:\.\d+)?) \(([+−]?[\d,]+(?:\.\d+)?) to ([+−]?[\d,]+(?:\.\d+)?)\)")


def play(folder: Path, rules="standard", players=4, bots="greedy", games=40, **options):
    return simulate(make_plan(rules=resolve(rules), players=players, bots=bots, games=games, seed=3, **options), folder)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run, where it lies, and its page."""
    from quorumsim.report import write_report

    folder = tmp_path_factory.mktemp("real") / "run"
    run = play(folder, games=600)
    page = write_report([run], folder.parent / "report")
    return SimpleNamespace(folder=folder, page=page, text=page.read_text(encoding="utf-8"))


def words(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", markup)).split())


def page_rows(text: str, table: str) -> list[list[str]]:
    """The cells of a table's rows; a figure as it stands in the terminal: value (range)."""
    body = re.search(rf'<table[^>]*aria-labelledby="table-{table}".*?<tbody[^>]*>(.*?)</tbody>', text, re.DOTALL)
    assert body, table
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body[1], re.DOTALL)
    return [[_cell(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


def _cell(markup: str) -> str:
    parts = [words(part) for part in re.findall(r"<(?:b|small)>.*?</(?:b|small)>", markup)]
    return f"{parts[0]} ({parts[1]})" if len(parts) == 2 else "".join(parts)


def number(text: str) -> float:
    return float(text.replace("−", "-").replace("+", "").replace(",", ""))


@pytest.mark.parametrize(("question", "table", "name", "figures"), QUESTIONS, ids=[table for _, table, _, _ in QUESTIONS])
def test_all_four_print_the_same_numbers(cli, played, question, table, name, figures):
    terminal, answer = cli(question, played.folder).out, json.loads(cli(question, played.folder, "--json").out)
    with open(played.page.parent / "tables" / f"{table}.csv", encoding="utf-8", newline="") as file:
        in_csv = list(csv.DictReader(file))
    on_page = page_rows(played.text, table)
    assert len(on_page) == len(in_csv) == len(answer[name]) > 3
    for shown, kept, told in zip(on_page, in_csv, answer[name], strict=True):
        assert {key: value for key, value in kept.items() if value} == {
            key: str(value) for key, value in told.items() if value is not None
        }
        said = next(line for line in terminal.splitlines() if _is_about(line, shown[0].partition(" (")[0]))
        for column, figure in figures.items():
            value = FIGURE.fullmatch(shown[column])
            assert value, shown
            if figure:
                assert shown[column] in said
                assert [number(part) for part in value.groups()] == [
                    float(kept[figure + end]) for end in ("", "_low", "_high")
                ]


def _is_about(line: str, row: str) -> bool:
    """Whether a line of the terminal begins with what its row is about; a rank may stand before it."""
    return re.match(rf"(\d+, (maybe \d+ to \d+|for sure) +)?{re.escape(row)}( \(|  )", line) is not None


def test_the_verdicts_are_the_same_sentences(cli, played):
    on_page = [words(line) for line in re.findall(r'<p class="verdict-line">(.*?)</p>', played.text, re.DOTALL)]
    for question, sentence in zip(("first-player", "cards", "gods"), on_page, strict=True):
        answer = json.loads(cli(question, played.folder, "--json").out)
        assert answer["sentence"] == sentence
        lines = cli(question, played.folder).out.splitlines()
        assert lines[1:3] == [sentence, answer["spread"]]
        assert answer["spread"] in words(played.text)


def test_the_same_run_gives_the_same_bytes(cli, played, tmp_path):
    assert cli("report", played.folder, "--out", "again").status == 0
    ours, theirs = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (played.page.parent, tmp_path / "again")
    )
    assert len(ours) > 15
    assert ours == theirs


def test_who_played_is_said_with_what_the_bot_does(played):
    text = words(played.text)
    assert "600 games by greedy. Bots, not people. greedy: Takes what gains it most points at once" in text


def test_a_run_that_was_stopped_says_so_everywhere(cli, tmp_path, no_pictures):
    play(tmp_path / "run", games=1000, chunk_blocks=40)
    manifest = read_manifest(tmp_path / "run")
    write_manifest(tmp_path / "run", {**manifest, "state": "partial", "chunks": manifest["chunks"][:1]})
    said = "The run was stopped before its end, after 40 of 1,000 games."
    assert said in cli("first-player", "run").out
    assert cli("report", "run").status == 0
    text = words(Path("run-report/index.html").read_text(encoding="utf-8"))
    assert text.count(said) >= 5  # on the first screen and in each section


def test_bots_that_were_tuned_for_other_rules_are_named(cli, tmp_path, no_pictures):
    play(tmp_path / "run", rules="god-limit-2", bots="greedy,senator,military,greedy")
    said = "The bots senator and military are not tuned for these rules."
    assert said in cli("cards", "run").out
    assert cli("report", "run").status == 0
    text = Path("run-report/index.html").read_text(encoding="utf-8")
    assert words(text).count(said) >= 5
    assert [row[0] for row in sorted(page_rows(text, "bots"))] == [
        "greedy", "military (not tuned for these rules)", "senator (not tuned for these rules)",
    ]  # fmt: skip
    assert "Nobody may hold more than 2 gods" in text


@pytest.mark.parametrize(("bots", "games"), [("greedy", 1), ("greedy", 2), ("greedy", 10), ("mix", 1)])
def test_hardly_any_games_give_sentences_and_claim_nothing(cli, tmp_path, no_png, games, bots):
    play(tmp_path / "run", bots=bots, games=games)
    said = {question: cli(question, "run").out for question in ("first-player", "cards", "gods")}
    assert not re.search(r"\bnan\b|\binf\b|\bNone\b", " ".join(said.values()))
    assert "undecided" in said["first-player"] and "undecided" in said["cards"]
    assert not re.search(r"\d+ of 72 cards matter", said["cards"])
    assert cli("report", "run").status == 0
    assert not re.search(r"\bnan\b|\binf\b|\bNone\b", words(Path("run-report/index.html").read_text(encoding="utf-8")))


def test_rules_without_gods_have_no_section_and_a_sentence(cli, tmp_path, no_pictures):
    play(tmp_path / "run", rules="no-gods")
    out = cli("gods", "run").out
    assert out == "\n".join([
        "Changed from the published game: removed all gods.",
        "40 games by greedy. Bots, not people.",
        "Whether gods matter: no data, for these rules have no gods.\n",
    ])  # fmt: skip
    answer = json.loads(cli("gods", "run", "--json").out)
    assert (answer["verdict"], answer["rows"], answer["numbers"]) == ("no data", [], [])
    assert cli("report", "run").status == 0
    assert 'id="gods"' not in Path("run-report/index.html").read_text(encoding="utf-8")


def test_two_to_four_players_on_one_page(cli, tmp_path, no_png):
    for players in (2, 3, 4):
        play(tmp_path / f"run-{players}", players=players, rules="shared-ties")
    assert cli("report", "run-2", "run-3", "run-4", "--out", "page").status == 0
    text = Path("page/index.html").read_text(encoding="utf-8")
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert text.count('class="verdict-line"') == 9
    assert "Shared spaces share the rank, 2, 3 and 4 players" in words(text)
    assert all(f"{players} players · Games won by each seat, of 100" in words(text) for players in (2, 3, 4))
    assert {"run1-seats.png", "run3-seats.png"} <= {path.name for path in Path("page/figures").iterdir()}
    assert {"run1-cards.csv", "run3-cards.csv"} <= {path.name for path in Path("page/tables").iterdir()}
