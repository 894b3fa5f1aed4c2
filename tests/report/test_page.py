"""The page as text: what docs/reading-the-page.md promises, without a browser."""

import base64
import csv
import io
import re
from html.parser import HTMLParser

import pandas as pd
import pytest

from quorumsim.analysis.judged import WORDS
from quorumsim.errors import BadInput
from quorumsim.quorum.cards import God
from quorumsim.report import write_report
from quorumsim.report.csv_files import to_csv
from quorumsim.report.palette import DARK, LIGHT, NAMES
from tests.analysis.fake_run import FakeRun

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
VOID = {"meta", "link", "br", "path", "use", "circle", "img"}


class Page(HTMLParser):
    """Text by element class, with the sections' findings and the text of their tables."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.findings, self.cells, self.words, self.tags = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.append((tag, values))
        if tag not in VOID:
            self.stack.append((tag, values.get("class") or ""))
        if "finding" in (values.get("class") or ""):
            self.findings.append("")

    def handle_endtag(self, tag):
        while self.stack and self.stack.pop()[0] != tag:
            pass

    def handle_data(self, data):
        tags = {tag for tag, _ in self.stack}
        if tags & {"style", "script"}:
            return
        self.words.append(data)
        if any("finding" in kind for _, kind in self.stack):
            self.findings[-1] += data
        if tags & {"td", "th"}:
            self.cells.append(data)


@pytest.fixture(scope="module")
def page(written):
    return Page(written.read_text(encoding="utf-8"))


def test_a_report_is_one_page_with_pictures_and_tables(written):
    folder = written.parent
    assert sorted(path.name for path in folder.iterdir()) == ["figures", "index.html", "tables"]
    assert {"seats.png", "cards.png", "gods.png", "paths.png"} <= {path.name for path in (folder / "figures").iterdir()}
    assert {"seats.csv", "cards.csv", "gods.csv", "sources.csv"} <= {
        path.name for path in (folder / "tables").iterdir()
    }
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in (folder / "figures").iterdir())


def test_no_finding_without_a_number_that_stands_in_a_table(page):
    known = {number for cell in page.cells for number in NUMBER.findall(cell)}
    assert len(page.findings) >= 8
    for finding in page.findings:
        decimal = [number for number in NUMBER.findall(finding) if "." in number]
        assert decimal, finding
        if not finding.startswith("Gods"):  # the share of games that tokens decide is a figure of its own
            assert set(decimal) <= known, finding


def test_every_picture_says_sample_and_unit_and_is_described(page, written):
    text = written.read_text(encoding="utf-8")
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", text, re.DOTALL)
    assert len(captions) >= 8
    for caption in captions:
        assert "1,500 games" in caption
        assert re.search(r"of 100|[Pp]oints", caption), caption
        assert re.search(r"range|Each dot is 2 of 100 games", caption), caption
    for tag, values in page.tags:
        if tag == "svg" and values.get("class") == "picture":
            assert values["role"] == "img"
            assert values["aria-labelledby"]


def test_verdict_words_are_ours_and_forbidden_words_do_not_occur(page):
    text = " ".join(page.words)
    assert not re.search(r"significan|\bp-value|\bCI\b|confidence|\bnan\b|\binf\b|\bNone\b|\bNaN\b", text)
    verdicts = {
        values["class"].split(" ", 1)[1]
        for tag, values in page.tags
        if tag == "td" and "verdict" in (values.get("class") or "")
    }
    assert {kind.replace(" wide", "") for kind in verdicts} <= {word.replace(" ", "-") for word in WORDS}


def test_ranks_are_ranges(page):
    assert sum(bool(re.fullmatch(r"maybe \d+ to \d+|for sure", cell)) for cell in page.cells) == 72


def test_who_played_comes_before_the_first_verdict(page):
    text = " ".join(page.words)
    assert text.index("1,500 games by greedy. Bots, not people.") < text.index("Going first is")
    assert "quorumsim simulate --rules standard" in text


def test_a_spread_stands_beside_each_verdict_of_the_first_screen(written):
    text = written.read_text(encoding="utf-8")
    first = text[text.index('<div class="tiles">') : text.index("</nav>")]
    assert first.count('class="verdict-line"') == first.count('class="spread"') == first.count('class="strip"') == 3
    assert first.count("<li><a") <= 3 + 7


def test_csv_and_page_agree_to_the_last_digit(written, page):
    shown = {cell.replace("\N{MINUS SIGN}", "-").replace("+", "").replace(",", "") for cell in page.cells}
    for name, column in (("seats", "share"), ("cards", "effect"), ("sources", "points")):
        rows = list(
            csv.DictReader(io.StringIO((written.parent / "tables" / f"{name}.csv").read_text(encoding="utf-8")))
        )
        for row in rows:
            assert any(float(cell) == float(row[column]) for cell in shown if re.fullmatch(r"-?[\d.]+", cell)), row


def test_the_page_holds_its_tables(written):
    text = written.read_text(encoding="utf-8")
    links = re.findall(r'href="data:text/csv;charset=utf-8;base64,([^"]+)" download="([^"]+)"', text)
    assert len(links) == len(list((written.parent / "tables").iterdir()))
    for data, name in links:
        assert base64.b64decode(data) == (written.parent / "tables" / name).read_bytes()


def test_one_file_without_a_request_and_under_a_megabyte(written, page):
    text = written.read_text(encoding="utf-8")
    assert len(text.encode()) < 1_000_000
    assert "default-src 'none'" in text
    assert not re.findall(r"""(?:src|href)=["'](?!data:|#)""", text)
    assert "url(" not in re.sub(r"url\(#[^)]*\)", "", text)


def test_ids_are_unique(page):
    ids = [values["id"] for _, values in page.tags if "id" in values]
    assert len(ids) == len(set(ids))


def test_an_existing_folder_is_refused(written):
    with pytest.raises(BadInput, match="exists"):
        write_report([FakeRun(5)], written.parent)


def test_nothing_is_left_of_a_report_that_failed(tmp_path, monkeypatch):
    monkeypatch.setattr("quorumsim.report.page.render", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_report([FakeRun(5)], tmp_path / "report")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("blocks", "degenerate"), [(1, ""), (2, ""), (20, "all tie"), (20, "first seat wins")])
def test_degenerate_runs_give_a_page_with_sentences(blocks, degenerate, tmp_path, no_png):
    written = write_report([FakeRun(blocks, degenerate=degenerate)], tmp_path / "report")
    text = " ".join(Page(written.read_text(encoding="utf-8")).words)
    assert not re.search(r"\bnan\b|\binf\b|\bNone\b|\bNaN\b", text)
    assert "Going first is" in text or "The order of play is" in text


def test_sections_without_data_are_absent(tmp_path, no_png):
    written = write_report([FakeRun(40, rules="no-gods")], tmp_path / "report")
    text = written.read_text(encoding="utf-8")
    assert 'id="gods"' not in text
    assert "Do gods decide games?" not in text
    assert 'id="bots"' not in text
    assert "removed all gods" in text


def test_names_from_a_variant_are_text_and_nothing_else(tmp_path, no_png):
    evil = "<script>alert(1)</script>"
    run = FakeRun(40, bots=("=1+1", "greedy"))
    gods = (
        God(number=1, name="$\\frac{1}{0}$ =x", left=1, right=1, copies=2),
        God(number=2, name='"><b>bold', left=1, right=-1, copies=2),
    )
    run.rules = run.rules.model_copy(update={"gods": gods, "title": evil, "summary": evil})
    written = write_report([run], tmp_path / "report")
    text = written.read_text(encoding="utf-8")
    assert evil not in text
    assert "<b>bold" not in text
    assert "$\\frac{1}{0}$ =x" in text
    assert "'=1+1" in (written.parent / "tables" / "bots.csv").read_text(encoding="utf-8")


def test_formulas_are_disarmed_and_numbers_left_alone():
    frame = pd.DataFrame({"text": ["=1+1", "+2", "-3", "@x", "fine"], "number": [-1.5, 2, 3, 4, None]})
    assert to_csv(frame) == "text,number\n'=1+1,-1.5\n'+2,2.0\n'-3,3.0\n'@x,4.0\nfine,\n"


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_the_palette_can_be_seen(palette):
    for ground in ("paper", "panel", "band"):
        for text in ("ink", "quiet"):
            assert contrast(getattr(palette, text), getattr(palette, ground)) >= 4.5, (text, ground)
        for mark in ("up", "down", "open", "edge"):
            assert contrast(getattr(palette, mark), getattr(palette, ground)) >= 3, (mark, ground)
    for tint in (name for name in NAMES if name[-1] in "123"):
        assert contrast(palette.ink, getattr(palette, tint)) >= 4.5, tint
