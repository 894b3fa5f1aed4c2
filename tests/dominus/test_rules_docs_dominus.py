"""docs/dominus.md and the packaged start of a variant say what the data and the code do."""

import re
from pathlib import Path

import pytest

from quorumsim.dominus.changes import changes
from quorumsim.dominus.documents import packaged_maps, variant_start
from quorumsim.dominus.model import VALUES, Rules
from quorumsim.dominus.names import KINDS, PRESETS, PROVINCES, SOURCES
from quorumsim.dominus.rules import packaged_names, resolve
from quorumsim.errors import BadInput
from quorumsim.fields import Whole, written
from quorumsim.games import data_folder

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "dominus.md").read_text(encoding="utf-8")
RULES = {name: resolve(name) for name in PRESETS}
# value: (literal, reconstructed, accepted, meaning)
TABLE = {
    row[0].strip("`"): row[1:]
    for row in ([cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("| `"))
}
READINGS = TEXT.partition("## What no value carries")[2].partition("\n## ")[0]


def test_every_value_is_documented_in_order():
    assert list(TABLE) == [*(name for name in VALUES if name != "map"), "map"]


@pytest.mark.parametrize("name", VALUES)
def test_the_documented_values_and_sources_are_the_real_ones(name):
    for column, reading in enumerate(PRESETS):
        rules = RULES[reading]
        assert TABLE[name][column] == f"{written(getattr(rules, name))} [{rules.sources[name]}]"


RANGES = {name: kind for name in VALUES for kind in Rules.model_fields[name].metadata if isinstance(kind, Whole)}


@pytest.mark.parametrize("name", RANGES)
def test_the_documented_range_is_the_real_one(name):
    assert TABLE[name][2] == RANGES[name].accepted.removeprefix("a whole number from ")


@pytest.mark.parametrize("name", ["ring_size", "p_symbol", "p_same", "p_icon", "icon_shares", "deploy_bonus",
                                  "token_bonus", "vp_per", "prizes", "city_prizes"])
def test_numbers_just_outside_the_documented_range_are_refused(name):
    low, high = map(int, re.search(r"(\d+) to (\d+)", TABLE[name][2]).groups())
    value = getattr(RULES["literal"], name)

    def with_first(number):
        return f"{name}={re.sub(r'[0-9.]+', str(number), written(value), count=1)}"

    for number in (low, high):
        assert resolve("literal", [with_first(number)])
    for number in (low - 1, high + 1):
        with pytest.raises(BadInput, match="accepted: a"):
            resolve("literal", [with_first(number)])


def test_words_that_can_be_chosen_are_all_documented():
    assert re.findall(r'"([a-z+]+)"', TABLE["score_tiles"][2]) == list(KINDS)
    assert TABLE["after_tie_for_first"][2] == '"third" or "nothing"'
    for source in SOURCES:
        assert f"- **[{source}]**" in TEXT
    assert ", ".join(f"{number} {name}" for number, name in enumerate(PROVINCES)) in " ".join(TEXT.split())
    for name in (*packaged_names(), *packaged_maps()):
        assert f"`{name}`" in TEXT


def test_every_reading_without_a_value_has_a_source():
    rows = [line.strip("|").split("|") for line in READINGS.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 20
    for row in rows:
        assert re.fullmatch(r"\[(given|base|assumed|given, repaired)\](, [a-z ]+ \[assumed\])?", row[-1].strip()), row


def test_the_documented_maps_are_the_real_ones():
    red, dot = map(int, re.search(r"`empire`.*?(\d+) red links and (\d+) dotted", TEXT).groups())
    kinds = [link.kind for link in RULES["literal"].links]
    assert (red, dot) == (kinds.count("red"), kinds.count("dot"))


def test_the_example_in_the_docs_works(tmp_path):
    example = next(block for block in re.findall(r"```\n(.*?)```", TEXT, re.DOTALL) if block.startswith("based_on"))
    (tmp_path / "example.toml").write_text(example)
    assert len(changes(resolve(tmp_path / "example.toml"), RULES["literal"])) == 3
    for override in re.findall(r"--set '?(\w+=[^'`]+)", TEXT):
        assert len(changes(resolve("literal", [override]), RULES["literal"])) == 1


@pytest.mark.parametrize("name", PRESETS)
def test_the_data_says_the_documented_ranges(name):
    """Each "(low to high)" in a comment is the beginning of what the docs call accepted."""
    lines = (data_folder("dominus") / f"{name}.toml").read_text(encoding="utf-8").splitlines()
    checked = 0
    for number, line in enumerate(lines):
        field = line.partition(" = ")[0]
        if field in TABLE and field != "map":
            comment = line.partition("#")[2] or lines[number - 1]
            for span in re.findall(r"\((\d+ to \d+)", comment):
                assert span in TABLE[field][2], field
                checked += 1
    assert checked > 10


def test_the_start_of_a_variant_changes_nothing_until_a_line_is_used(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(variant_start("mine", "literal"), encoding="utf-8")
    rules = resolve(file)
    assert (rules.name, rules.title, changes(rules, RULES["literal"])) == ("mine", "mine", [])


@pytest.mark.parametrize("base", PRESETS)
def test_every_line_of_the_start_can_be_used(tmp_path, base):
    head, _, lines = variant_start("mine", base).partition("[rules]\n")
    used = [line.removeprefix("# ") for line in lines.splitlines() if not line.startswith("# ---")]
    (tmp_path / "mine.toml").write_text("\n".join([f"{head}[rules]", *used]), encoding="utf-8")
    assert len(changes(resolve(tmp_path / "mine.toml"), RULES[base])) == len(VALUES)
