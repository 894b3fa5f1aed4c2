"""The page of a tournament: what it says, what its tables say, the same bytes; and in a browser, both widths and themes."""

import csv
import io
import re

import pytest

from quorumsim.analysis.strategies import STRATEGY_WORDS
from quorumsim.lab.tournament import plan_tournament, play_tournament
from quorumsim.quorum.rules import resolve
from quorumsim.report.tournament import write_tournament_report
from tests.report.test_browser import OPEN_FOLDS, OVERFLOW, OVERLAPS, SMALLEST_TEXT
from tests.report.test_page import NUMBER, Page

BOTS = ("random", "greedy", "military", "pious", "greedy@0.2", "greedy@0.5")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    plan = plan_tournament(rules=resolve("standard"), bots=BOTS, players=(2, 4), games=200, seed=1)
    return play_tournament(plan, tmp_path_factory.mktemp("tournament") / "cup", command="quorumsim tournament --seed 1")


@pytest.fixture(scope="module")
def cup(played, small_png):
    """The page."""
    return write_tournament_report(played, played.path.parent / "report")


@pytest.fixture(scope="module")
def page(cup):
    return Page(cup.read_text(encoding="utf-8"))


def test_who_played_comes_before_the_first_number_of_a_finding(page):
    text = " ".join(page.words)
    assert text.index("3,000 games by 6 bots at 15 tables. Bots, not people.") < text.index("win")
    assert "quorumsim tournament --seed 1" in text


def test_no_finding_without_a_number_that_stands_in_a_table(page):
    known = {number for cell in page.cells for number in NUMBER.findall(cell)}
    assert len(page.findings) == 10
    for finding in page.findings:
        assert NUMBER.findall(finding), finding
        assert {number for number in NUMBER.findall(finding) if "." in number} <= known, finding


def test_words_are_ours_and_forbidden_words_do_not_occur(page):
    text = " ".join(page.words)
    assert not re.search(r"significan|\bp-value|\bCI\b|confidence|\bnan\b|\binf\b|\bNone\b|\bNaN\b", text)
    verdicts = [cell for cell in page.cells if cell in STRATEGY_WORDS]
    assert len(verdicts) == 12


def test_every_picture_says_sample_and_range_or_what_grey_means(cup):
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", cup.read_text(encoding="utf-8"), re.DOTALL)
    assert len(captions) == 10
    for caption in captions:
        assert re.search(r"[\d,]+ games by 6 bots at \d+ tables", caption)
        assert "range" in caption


def test_the_heat_map_says_whose_games_they_are_and_has_every_number(cup):
    text = cup.read_text(encoding="utf-8")
    picture = re.search(r'<svg class="picture" role="img" aria-labelledby="players2-matches-t.*?</svg>', text, re.DOTALL)
    assert picture
    labels = re.findall(r"<text[^>]*>([^<]*)</text>", picture[0])
    assert len([label for label in labels if re.fullmatch(r"\d{1,3}", label)]) == 6 * 5
    assert any("the row beats that of the column" in label for label in labels)


def test_csv_and_page_agree_to_the_last_digit(cup, page):
    shown = {cell.replace("\N{MINUS SIGN}", "-").replace("+", "").replace(",", "").rstrip("?") for cell in page.cells}
    numbers = {float(cell) for cell in shown if re.fullmatch(r"-?[\d.]+", cell)}
    for name, column in (("bots", "share"), ("matches", "share"), ("ratings", "rating"), ("strategies", "alpha")):
        text = (cup.parent / "tables" / f"players2-{name}.csv").read_text(encoding="utf-8")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert len(rows) in (6, 30)
        assert {float(row[column]) for row in rows} <= numbers


def test_the_same_tournament_gives_the_same_bytes(played, cup, tmp_path):
    again = write_tournament_report(played, tmp_path / "report")
    for path in cup.parent.rglob("*"):
        if path.is_file() and path.suffix != ".png":
            assert (again.parent / path.relative_to(cup.parent)).read_bytes() == path.read_bytes()
    assert cup.stat().st_size < 1_000_000


@pytest.fixture(scope="module")
def browser(chromium):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_reads_and_asks_for_nothing(browser, cup, width, theme):
    from axe_playwright_python.sync_playwright import Axe

    page = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme).new_page()
    requests, complaints = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(cup.as_uri())
    page.evaluate(OPEN_FOLDS)
    assert page.evaluate(OVERFLOW) == [0, []]
    size, text = page.evaluate(SMALLEST_TEXT)
    assert size >= 9, text
    assert page.evaluate(OVERLAPS) == []
    assert (len(requests), complaints) == (1, [])
    page.evaluate("document.querySelectorAll('tbody tr:nth-child(n+7), svg.picture > g').forEach((e) => e.remove())")
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"][:120]) for each in found] == []
