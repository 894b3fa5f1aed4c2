"""docs/rules.md and the packaged start of a variant say what the code does."""

import re
import tomllib
from pathlib import Path

import pytest

from quorumsim.errors import BadInput
from quorumsim.fields import Whole, written
from quorumsim.quorum.changes import changes
from quorumsim.quorum.packaged import rules_folder, variant_start
from quorumsim.quorum.rules import Rules, resolve

DOCS = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
TEXT = DOCS.read_text(encoding="utf-8")
STANDARD = resolve()
# field: (standard, accepted, meaning)
FIELDS = {
    row[0].strip("`"): row[1:]
    for row in ([cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("| `"))
    if len(row) == 4
}
STATED = tomllib.loads((rules_folder() / "standard.toml").read_text(encoding="utf-8"))
SIMPLE = [name for name, value in STATED.items() if name in Rules.model_fields and not isinstance(value, dict | str)]


def test_every_field_is_documented():
    assert set(FIELDS) == set(Rules.model_fields) - {"name", "title", "summary"}


@pytest.mark.parametrize("name", SIMPLE)
def test_the_documented_standard_value_is_the_real_one(name):
    assert FIELDS[name][0] == written(STATED[name])


def _range(name):
    return next((each for each in Rules.model_fields[name].metadata if isinstance(each, Whole)), None)


@pytest.mark.parametrize("name", [name for name in SIMPLE if _range(name)])
def test_the_documented_range_is_the_real_one(name):
    accepted = _range(name).accepted.removeprefix("a whole number from ")
    assert FIELDS[name][1] == accepted
    text = (rules_folder() / "standard.toml").read_text(encoding="utf-8")
    comment = re.search(rf"^{name} = .*(?:\n +#.*)*", text, re.MULTILINE)[0]
    for low, high in re.findall(r"\((\d+) to (\d+)\)", comment):
        assert accepted.startswith(f"{low} to {high}")


def test_text_choices_are_all_documented():
    for name in ("stuck_rome", "token_overflow", "track_end", "track_tie", "shared_tie", "start_stack", "tie_break"):
        with pytest.raises(BadInput) as caught:
            resolve("standard", [f"{name}=['nothing']" if name == "tie_break" else f"{name}=nothing"])
        for choice in re.findall(r'"(\w+)"', str(caught.value).partition("accepted")[2]):
            assert f'"{choice}"' in FIELDS[name][1]


def test_the_example_in_the_docs_works(tmp_path):
    example = next(block for block in re.findall(r"```\n(.*?)```", TEXT, re.DOTALL) if block.startswith("base"))
    (tmp_path / "example.toml").write_text(example)
    assert len(changes(resolve(tmp_path / "example.toml"), STANDARD)) == 10


def test_the_start_of_a_variant_changes_nothing_until_a_line_is_used(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(variant_start("mine", "standard"), encoding="utf-8")
    rules = resolve(file)
    assert (rules.name, rules.title, changes(rules, STANDARD)) == ("mine", "mine", [])


def test_every_line_of_the_start_can_be_used(tmp_path):
    lines = variant_start("mine", "standard").splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("# ---"))
    used = [line.removeprefix("# ") if not line.startswith("# ---") else line for line in lines[begin:]]
    (tmp_path / "mine.toml").write_text("\n".join(lines[:begin] + used), encoding="utf-8")
    assert len(changes(resolve(tmp_path / "mine.toml"), STANDARD)) == 20
    (tmp_path / "one.toml").write_text("\n".join(lines[:begin] + used[1:2]), encoding="utf-8")
    assert changes(resolve(tmp_path / "one.toml"), STANDARD) == ["rounds: 12 → 10"]
