"""The page of runs of Dominus as text: the label, all readings side by side, what is missing, what must not be in it."""

import csv
import io
import re

import pytest
from markupsafe import Markup

from quorumsim.dominus.model import VALUES
from quorumsim.dominus.page import write_report
from quorumsim.report import drawing
from tests.dominus.fake_dominus import FOUR, FakeRun, four
from tests.report.test_browser import OPEN_FOLDS, OVERFLOW, OVERLAPS, SMALLEST_TEXT

BOTS = ("spreader", "stacker", "general-first", "mixed")
SECTIONS = ("seats", "spreading", "general", "visits", "legions", "sources", "bots", "values", "limits", "reproduce")


@pytest.fixture(scope="module")
def drawn():
    """Small pixels; what is drawn is the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "PNG_DPI", 40)
        yield


@pytest.fixture
def undrawn(monkeypatch):
    """Nothing is drawn, for tests that read."""
    monkeypatch.setattr(drawing.Picture, "png", lambda picture: b"\x89PNG")
    monkeypatch.setattr(drawing.Picture, "svg", lambda picture: Markup("<svg></svg>"))


def differing():
    return [FakeRun(name, blocks=200, bots=BOTS, skill=(4, 0) if "literal" in name else (0, 4)) for name in FOUR]


@pytest.fixture(scope="module")
def written(drawn, tmp_path_factory):
    """All four readings; spreader is the better bot in literal, stacker in reconstructed."""
    return write_report(differing(), tmp_path_factory.mktemp("page") / "report")


@pytest.fixture(scope="module")
def text(written):
    return written.read_text(encoding="utf-8")


def words(text):
    """What a reader sees, without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<(style|script)>.*?</\1>|<[^>]+>", " ", text, flags=re.DOTALL))


def test_it_is_one_page_with_pictures_and_tables(written):
    names = {
        "seats", "spreader-stacker", "held", "strongest", "general", "general-first",
        "visits-pay", "visits-wins", "legions", "sources", "bots"
    }  # fmt: skip
    assert {path.stem for path in (written.parent / "figures").iterdir()} == names
    assert {path.stem for path in (written.parent / "tables").iterdir()} == names | {"values"}
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in (written.parent / "figures").iterdir())


def test_it_says_what_it_is_before_anything_else(text):
    seen = words(text[text.index("<header>") :])
    assert seen.strip().startswith("Dominus, reconstructed from a summary")
    played = "800 games by spreader, stacker, general-first and mixed in each reading. Bots, not people."
    assert seen.index(played) < seen.index("Is going first fair?")


def test_every_section_is_there_with_all_readings_and_one_sentence(text):
    assert re.findall(r'<section id="(\w+)"', text) == list(SECTIONS)
    parts = re.split(r'<section id="', text)[1:]
    for part in parts[:7]:
        assert all(name in words(part) for name in FOUR), part[:20]
        assert part.count('class="finding"') == part.count('<p class="flag ')


def test_a_flip_is_flagged_on_the_first_screen_and_in_its_section(text):
    flag = "Flips between the readings: this is about our reading, not about the game"
    first, rest = text.split("<nav", 1)
    assert flag in first[first.index("Spread or stack?") :]
    assert flag in rest[rest.index('id="spreading"') : rest.index('id="general"')]
    assert 'class="flag flips"' in first


def test_every_value_stands_there_with_its_tag(text, written):
    section = words(text[text.index('<section id="values"') : text.index('<section id="limits"')])
    assert all(f" {name} " in section for name in VALUES)
    assert "assumed: by this project, where both are silent." in section
    rows = list(csv.DictReader(io.StringIO((written.parent / "tables" / "values.csv").read_text(encoding="utf-8"))))
    assert {row["source"] for row in rows} == {"given", "base", "assumed"}


def test_no_finding_without_a_number_that_stands_in_its_table(text):
    for part in re.split(r'<section id="', text)[1:8]:
        known = set(re.findall(r"\d+\.\d+", " ".join(re.findall(r"<td.*?</td>", part, re.DOTALL))))
        for finding in re.findall(r'class="finding">(.*?)</h', part, re.DOTALL):
            numbers = set(re.findall(r"\d+\.\d+", finding))
            assert numbers, finding
            assert numbers <= known, finding


def test_every_picture_says_sample_unit_and_ranges(text):
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", text, re.DOTALL)
    assert len(captions) == 11
    for caption in captions:
        assert "800 games" in caption
        assert re.search(r"[Oo]f 100|Points", caption)
        assert "range" in caption


def test_figures_agree_with_the_file_to_the_last_digit(text, written):
    shown = {float(cell.replace("\N{MINUS SIGN}", "-").replace(",", "")) for cell in re.findall(r"<b>([−+\d.,]+)</b>", text)}
    for name in ("seats", "held", "legions", "sources"):
        rows = csv.DictReader(io.StringIO((written.parent / "tables" / f"{name}.csv").read_text(encoding="utf-8")))
        assert all(float(row["figure"]) in shown for row in rows if row["figure"])


def test_one_file_without_a_request_and_under_a_megabyte(text):
    assert len(text.encode()) < 1_000_000
    assert "default-src 'none'" in text
    assert not re.findall(r"""(?:src|href)=["'](?!data:|#)""", text)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))


@pytest.mark.browser
@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1440, "light")])
def test_it_fits_and_reads_and_axe_finds_nothing(chromium, written, width, theme):
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=theme)
        page.goto(written.as_uri())
        page.evaluate(OPEN_FOLDS)
        assert page.evaluate(OVERFLOW) == [0, []]
        assert page.evaluate(SMALLEST_TEXT)[0] >= 9
        assert page.evaluate(OVERLAPS) == []
        page.evaluate("document.querySelectorAll('tbody tr:nth-child(n+7), svg.picture > g').forEach((e) => e.remove())")
        result = Axe().run(page, options={"resultTypes": ["violations"]})
        browser.close()
    assert [(v["id"], v["nodes"][0]["html"][:120]) for v in result.response["violations"]] == []


def test_the_first_lines_say_what_holds_and_what_flips(text):
    short = words(text[text.index('class="in-short"') : text.index('<div class="tiles">')])
    flips, _, holds = short.partition("Holds in all four readings:")
    assert "Flips between readings or maps: Spread or stack?" in flips
    assert "Do legions ever run out?" in holds


def test_no_forbidden_words(text):
    assert not re.search(r"significan|\bp-value|\bCI\b|confidence|\bnan\b|\binf\b|\bNone\b|\bNaN\b", words(text))


def test_the_same_runs_give_the_same_bytes(written, tmp_path, monkeypatch):
    monkeypatch.setattr(drawing.Picture, "png", lambda picture: b"")  # from the same functions as what the page holds
    pages = (written, write_report(differing(), tmp_path / "again"))
    one, two = (sorted(path for path in page.parent.rglob("*") if path.suffix in (".html", ".csv")) for page in pages)
    assert len(one) == 13
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


def test_all_readings_are_asked_for_at_the_top_if_some_are_missing(undrawn, tmp_path):
    text = write_report([FakeRun(name, blocks=40) for name in FOUR[:2]], tmp_path / "report").read_text(encoding="utf-8")
    top = words(text[: text.index("Is going first fair?")])
    assert "Only 2 of 4 readings are here. Not here: literal-hub, reconstructed-hub." in top
    assert "nothing on this page is a conclusion about Dominus" in top
    command = "quorumsim simulate --game dominus --players 4 --bots mixed --games 40 --seed 1 --out DIR"
    assert f"{command} quorumsim report DIR" in top
    assert "in all four readings" not in words(text).replace("What holds in all four readings may still be wrong", "")


def test_all_four_readings_have_no_notice(text):
    assert 'class="notice"' not in text


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("settings", [
    {"blocks": 1}, {"blocks": 2}, {"blocks": 20, "all_tie": True}, {"blocks": 20, "bots": ("spreader", "stacker")},
])  # fmt: skip
def test_degenerate_runs_give_a_page_with_sentences(undrawn, players, settings, tmp_path):
    text = write_report(four(players=players, **settings), tmp_path / "report").read_text(encoding="utf-8")
    assert not re.search(r"\bnan\b|\binf\b|\bNone\b|\bNaN\b", words(text))
    assert "going first" in text.lower()


def test_degenerate_runs_can_be_drawn(drawn, tmp_path):
    written = write_report([FakeRun(blocks=1, all_tie=True)], tmp_path / "report")
    assert (written.parent / "figures" / "seats.png").stat().st_size > 1000


def test_runs_of_several_numbers_of_players_stand_below_each_other(undrawn, tmp_path):
    runs = [*four(blocks=20, players=2), *four(blocks=20, players=3)]
    written = write_report(runs, tmp_path / "report")
    text = words(written.read_text(encoding="utf-8"))
    assert "Dominus in four readings, 2 and 3 players" in text
    assert {"group1-seats.csv", "group2-seats.csv"} <= {path.name for path in (written.parent / "tables").iterdir()}


def test_a_run_that_was_stopped_says_so(undrawn, tmp_path):
    runs = four(blocks=20)
    runs[0].manifest |= {"state": "partial", "games": 1000}
    text = words(write_report(runs, tmp_path / "report").read_text(encoding="utf-8"))
    assert "literal: The run was stopped before its end, after 20 of 1,000 games." in text


def test_names_from_a_variant_are_text_and_nothing_else(undrawn, tmp_path):
    evil = "<script>alert(1)</script>"
    runs = four(blocks=20, bots=(evil, "=1+1"))
    for run in runs:
        run.rules = run.rules.model_copy(update={"title": evil, "map": evil})
    written = write_report(runs, tmp_path / "report")
    assert evil not in written.read_text(encoding="utf-8")
    assert "'=1+1" in (written.parent / "tables" / "bots.csv").read_text(encoding="utf-8")
