"""Bad rules: each is refused with one plain sentence that names file, field, value and what would be accepted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorumsim.dominus.model import VALUES
from quorumsim.dominus.names import PROVINCES
from quorumsim.dominus.rules import from_json, resolve, to_json
from quorumsim.errors import BadInput


def refusal(action, *arguments):
    """The sentence, checked to be one."""
    with pytest.raises(BadInput) as caught:
        action(*arguments)
    sentence = str(caught.value)
    assert sentence.isprintable() and ". " not in sentence and len(sentence) < 500, sentence
    return sentence


def star(*more, but=()):
    """A map as an inline table: Rome linked with all, less some, and more links (from, to, kind)."""
    every = [*(("roma", name, "red") for name in PROVINCES[1:] if name not in but), *more]
    links = [f'{{ between = ["{one}", "{other}"], kind = "{kind}" }}' for one, other, kind in every]
    return f'{{ name = "star", links = [{", ".join(links)}] }}'


# What stands in [rules] of the variant, and what the sentence says after "mine.toml: ".
VALUE = {
    # names
    "general_pwer = 3": 'unknown field "general_pwer" (did you mean "general_power"?)',
    "gladiators = 3": 'unknown field "gladiators"; accepted: turns, legions, legions_in_rome, general_power, ',
    "links = []": 'unknown field "links"',
    "general_power = { valu = 3 }": 'general_power: unknown field "valu" (did you mean "value"?)',
    # types: nothing is converted
    'turns = "24"': 'turns is "24"; accepted: a whole number from 1 to 30',
    "turns = 24.0": "turns is 24.0; accepted: a whole number from 1 to 30",
    "turns = true": "turns is true; accepted: a whole number from 1 to 30",
    "turns = nan": "turns is NaN; accepted: a whole number from 1 to 30",
    "turns = [24]": "turns is [24]; accepted: a whole number from 1 to 30",
    "turns = 1979-05-27": 'turns is "1979-05-27"; accepted: a whole number from 1 to 30',
    "p_symbol = nan": "p_symbol is NaN; accepted: a number from 0 to 1",
    "p_symbol = inf": "p_symbol is Infinity; accepted: a number from 0 to 1",
    "p_symbol = true": "p_symbol is true; accepted: a number from 0 to 1",
    "general_moves_on_two = 1": "general_moves_on_two is 1; accepted: true or false",
    "prizes = 3": "prizes is 3; accepted: a list of 3 prizes: high, middle, low",
    # ranges
    "turns = 0": "turns is 0; accepted: a whole number from 1 to 30",
    "turns = 31": "turns is 31; accepted: a whole number from 1 to 30",
    "turns = 0xFFFFFFFFFFFFFFFFFFFF": "turns is 1208925819614629174706175; accepted: a whole number from 1 to 30",
    "legions = 21": "legions is 21; accepted: a whole number from 1 to 20",
    "legions_in_rome = -1": "legions_in_rome is -1; accepted: a whole number from 0 to 20, at most legions",
    "general_power = 10": "general_power is 10; accepted: a whole number from 0 to 9",
    "ring_size = [8, 8]": "ring_size is [8, 8]; accepted: a list of 3 sizes, for 2, 3 and 4 players",
    "ring_size = [8, 2, 10]": "entry 2 of ring_size is 2; accepted: a whole number from 3 to 12, more than reserve_steps",
    "ring_size = [8, 8, 13]": "entry 3 of ring_size is 13; accepted: a whole number from 3 to 12, more than reserve_steps",
    "reserve_steps = 5": "reserve_steps is 5; accepted: a whole number from 1 to 4, less than every ring_size",
    "p_same = 1.01": "p_same is 1.01; accepted: a number from 0 to 1",
    "p_icon = -0.5": "p_icon is -0.5; accepted: a number from 0 to 1",
    "icon_shares = [1, 1]": "icon_shares is [1, 1]; accepted: a list of 3 shares, of lyre, column and mask",
    "icon_shares = [1, -1, 1]": "entry 2 of icon_shares is -1; accepted: a number from 0 to 1000",
    "icon_shares = [0, 0.0, 0]": "icon_shares is [0.0, 0.0, 0.0]; accepted: shares of which one at least is above 0",
    "operations_same = 5": "operations_same is 5; accepted: a whole number from 0 to 4",
    "operations_two = -1": "operations_two is -1; accepted: a whole number from 0 to 4",
    "deploy_bonus = [3]": "deploy_bonus is [3]; accepted: a list of 6 amounts, of points, beautification, coins, faith, stars",
    "deploy_bonus = [3, 1, 2, 1, 1, 100]": "entry 6 of deploy_bonus is 100; accepted: a whole number from 0 to 99",
    "token_bonus = [1, 1, 1, 1, 1, 1]": "entry 1 of token_bonus is 1; accepted: a list of 6 amounts",
    "token_copies = 3": "token_copies is 3; accepted: a whole number from 0 to 2",
    "vp_per = [0, 0, 0, 0, 10]": "entry 5 of vp_per is 10; accepted: a whole number from 0 to 9",
    "vp_per = [0]": "vp_per is [0]; accepted: a list of 5 numbers of points, for each of beautification, coins",
    'score_tiles = ["lyre"]': 'score_tiles is ["lyre"]; accepted: a list of 12 kinds of score tile',
    f"score_tiles = {['lyra'] * 12}": 'entry 1 of score_tiles is "lyra"; accepted: "flat", "lyre", "column", "mask"',
    "prizes = [3, 2]": "prizes is [3, 2]; accepted: a list of 3 prizes: high, middle, low",
    "city_prizes = [3, 2, -1]": "entry 3 of city_prizes is -1; accepted: a whole number from 0 to 99",
    'city_kinds = ["flat"]': 'entry 1 of city_kinds is "flat"; accepted: "lyre", "column", "mask", "column+lyre"',
    'city_kinds = ["red", "red"]': "accepted: a list of 0 to 9 kinds of pair, each at most once",
    'after_tie_for_first = "second"': 'after_tie_for_first is "second"; accepted: "third" or "nothing"',
    # sources
    'turns = { value = 3, source = "guess" }': 'turns.source is "guess"; accepted: "given", "base", "assumed" or "changed"',
    'turns = { source = "given" }': "turns.value is missing and must be given",
    'turns = { value = 31, source = "given" }': "turns is 31; accepted: a whole number from 1 to 30",
    # values against each other
    "legions = 3\nlegions_in_rome = 4": "legions_in_rome is 4; accepted: 0 to legions (3)",
    "ring_size = [8, 3, 8]\nreserve_steps = 3": "reserve_steps is 3; accepted: less than the smallest ring_size (3)",
    # maps
    'map = "hubb"': 'map: unknown map "hubb" (did you mean "hub"?); accepted: empire or hub, or the path of a .toml file',
    'map = "maps/none.toml"': 'map is "maps/none.toml", and there is no such file; accepted: the name of a map, the path',
    'map = ""': 'map is ""; accepted: the name of a map, the path of a .toml file, or a table with name, sentence and links',
    "map = 3": "map is 3; accepted: the name of a map, the path of a .toml file, or a table",
    'map = { name = "mine" }': "map.links is missing and must be given",
    'map = { name = "mine", links = [], colour = 3 }': 'map: unknown field "colour"',
    'map = { name = "mine", links = [] }': "map.links is []; accepted: a list of 12 to 24 links, so that no",
    f"map = {star(but=['asia'])}": "accepted: a list of 12 to 24 links",
    f"map = {star(('gallia', 'syria', 'red'), but=['asia'])}":
        'map.links is "without a way from roma to asia"; accepted: links by which every province can be reached',
    f"map = {star(('asia', 'roma', 'dot'))}":
        'map.links is "asia-roma"; accepted: each pair of provinces at most once, in one direction',
    f"map = {star(('asia', 'asia', 'dot'))}":
        'entry 13 of map.links.between is ["asia", "asia"]; accepted: a list of 2 provinces, each at most once',
    f"map = {star(('asia', 'rome', 'dot'))}":
        'entry 2 of entry 13 of map.links.between is "rome"; accepted: "roma", "gallia"',
    f"map = {star(('asia', 'syria', 'blue'))}":
        'entry 13 of map.links.kind is "blue"; accepted: "red" or "dot"',
}  # fmt: skip


@pytest.mark.parametrize("text", VALUE)
def test_values(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(f'based_on = "literal"\n[rules]\n{text}\n')
    sentence = refusal(resolve, "mine.toml")
    assert sentence.startswith("mine.toml: ") and VALUE[text] in sentence, sentence


# What stands in the whole file.
FILE = {
    "": 'based_on is missing; accepted: based_on = "literal" and what differs, or format = "dominus-rules/1" and all values',
    "turns = 3": "based_on is missing",
    'based_on = "literal"\nturns = 3': "turns stands outside [rules]; accepted: values in the table [rules]",
    'based_on = "literal"\ntitel = "Mine"': 'unknown field "titel" (did you mean "title"?)',
    'based_on = "literal"\ntitle = 3': "title is 3; accepted: one line of text",
    'based_on = "literal"\nrules = 3': "rules is 3; accepted: a table of values",
    'based_on = "litteral"': 'based_on: unknown rules "litteral" (did you mean "literal"?); accepted: literal, reconstructed, ',
    "based_on = 3": 'based_on is 3; accepted: "reconstructed", another name or the path of a .toml file',
    'based_on = "none.toml"': 'based_on is "none.toml", and there is no such file; accepted: a path relative to mine.toml',
    'based_on = "mine.toml"': 'based_on is "mine.toml", a circle (mine.toml -> mine.toml); accepted: a base that does not lead',
    'format = "dominus-rules/2"': 'format is "dominus-rules/2"; accepted: "dominus-rules/1"',
    'format = "dominus-rules/1"\n[rules]\nturns = 24':
        "turns is 24, without a source; accepted: a table with value and source (",
    'format = "dominus-rules/1"\n[rules]\nturns = { value = 24 }': "turns.source is missing and must be given",
    'format = "dominus-rules/1"\n[rules]\nturns = { value = 24, source = "base" }': "legions is missing and must be given",
    "based_on =": "not TOML, invalid value",
}  # fmt: skip


@pytest.mark.parametrize("text", FILE)
def test_files(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(text)
    sentence = refusal(resolve, "mine.toml")
    assert sentence.startswith("mine.toml: ") and FILE[text] in sentence, sentence


def test_files_that_cannot_be_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refusal(resolve, "none.toml") == "none.toml: no such file; accepted: a TOML file with rules or a variant"
    assert refusal(resolve, "./") == ".: a folder; accepted: a TOML file with rules or a variant"
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe4"')
    assert refusal(resolve, "latin.toml") == "latin.toml: not UTF-8 text; accepted: a TOML file, saved as UTF-8"
    (tmp_path / "deep.toml").write_text(f"based_on = {'[' * 9999}")
    assert refusal(resolve, "deep.toml").startswith("deep.toml: not TOML that can be used, ")


def test_a_map_file_is_blamed_for_what_is_wrong_in_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text('name = "own"\nlinks = [{ between = ["roma", "asia"], kind = "red" }]')
    accepted = "a list of 12 to 24 links, so that no province is cut off"
    assert refusal(resolve, "literal", ["map=./own.toml"]).endswith(accepted)
    assert refusal(resolve, "literal", ["map=./own.toml"]).startswith("own.toml: links is [{")
    (tmp_path / "own.toml").write_text("name = ")
    assert refusal(resolve, "literal", ["map=own.toml"]).startswith("own.toml: not TOML, ")


def test_a_number_that_no_sentence_could_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(f'based_on = "literal"\n[rules]\nturns = {"9" * 5000}')
    assert refusal(resolve, "mine.toml").startswith("mine.toml: not TOML that can be used")


def test_unknown_rules_suggest_the_nearest_and_list_all():
    every = "literal, reconstructed, literal-hub or reconstructed-hub, or the path of a .toml file"
    assert refusal(resolve, "litteral") == f'unknown rules "litteral" (did you mean "literal"?); accepted: {every}'
    assert refusal(resolve, "") == f'unknown rules ""; accepted: {every}'


OVERRIDES = {
    "general_pwer=3": '--set: unknown field "general_pwer" (did you mean "general_power"?)',
    "general_power=ten": '--set: general_power is "ten"; accepted: a whole number from 0 to 9',
    "general_power": "--set 'general_power' is no change of a field; accepted: FIELD=VALUE, such as general_power=3",
    "=3": "is no change of a field; accepted: FIELD=VALUE",
    "general power=3": '--set: "general power" is no name of a field; accepted: FIELD=VALUE, such as general_power=3',
    "prizes=4,2,1": '--set: prizes is "4,2,1", which is not readable; accepted: a number, true, false, a word, or a list',
    "title=Mine": "--set: title can be given in a file only; accepted: fields of the game, such as general_power=3",
    "based_on=literal": "--set: based_on can be given in a file only",
    "rules.turns=3": '--set: unknown field "rules"',
    "general_power.source=given": "--set: general_power.value is missing and must be given",
    "map=hubb": '--set: map: unknown map "hubb" (did you mean "hub"?); accepted: empire or hub',
    "legions_in_rome=11": "--set: legions_in_rome is 11; accepted: 0 to legions (10)",
    "reserve_steps=9": "--set: reserve_steps is 9; accepted: a whole number from 1 to 4, less than every ring_size",
}


@pytest.mark.parametrize("override", OVERRIDES)
def test_overrides(override):
    assert OVERRIDES[override] in refusal(resolve, "literal", [override])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(VALUES), st.text(max_size=30), st.text(max_size=30))
def test_no_override_raises_anything_but_bad_input(name, field, value):
    for override in (f"{field}={value}", f"{name}={value}", f"{name}.{field}={value}", f"{name}=[{value}]"):
        try:
            resolve("literal", [override])
        except BadInput as error:
            assert str(error).isprintable()


def test_json_that_is_no_rules():
    assert refusal(from_json, [1]) == "rules is [1]; accepted: the whole rules as a table"
    data = to_json(resolve("literal"))
    assert refusal(from_json, data | {"based_on": "literal"}, "run").startswith("run: based_on is accepted in a file only")
    assert refusal(from_json, data | {"rules": data["rules"] | {"turns": 24}}, "run").startswith("run: turns is 24, without a")
    del data["rules"]["map"]
    assert refusal(from_json, data, "run") == "run: map is missing and must be given"
