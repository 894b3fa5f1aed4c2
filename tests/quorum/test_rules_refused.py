"""Bad rules: each is refused with one plain sentence that names file, field, value and what would be accepted."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorumsim.errors import BadInput
from quorumsim.fields import written_field
from quorumsim.quorum.rules import from_json, resolve, to_json, to_toml
from quorumsim.quorum.variants import FIELDS as FIELD_NAMES

CARD = 'type = "military", power = 2, province = "asia", banner = 1'
PROVINCES = "africa, asia, germania, gallia, hispania, macedonia"


def refusal(action, *arguments):
    """The sentence, checked to be one."""
    with pytest.raises(BadInput) as caught:
        action(*arguments)
    sentence = str(caught.value)
    assert sentence.isprintable() and ". " not in sentence and len(sentence) < 500, sentence
    return sentence


# What stands in the variant, and what the sentence says after "mine.toml: ".
FIELDS = {
    # names
    "god_limt = 2": 'unknown field "god_limt" (did you mean "god_limit"?)',
    "GOD_LIMIT = 2": 'unknown field "GOD_LIMIT" (did you mean "god_limit"?)',
    "[provinces.afrika]\ntoken_start = 2": 'provinces: unknown province "afrika" (did you mean "africa"?)',
    "provinces.africa.token_strat = 2": 'provinces.africa: unknown field "token_strat" (did you mean "token_start"?)',
    "provinces.asia.counts.power = [1]": 'provinces.asia.counts: unknown field "power" (did you mean "powers"?)',
    "cards.17.powr = 2": 'cards.17: unknown field "powr" (did you mean "power"?)',
    "cards.17.id = 2": 'cards.17: unknown field "id"; accepted: type, power, province, banner, building or products',
    "gods.Venus.copy = 2": 'gods.Venus: unknown field "copy" (did you mean "copies"?)',
    "gods.Venis.copies = 1": 'gods: there is no god "Venis" to change (did you mean "Venus"?)',
    "gods.Odin.copies = 1": 'gods: there is no god "Odin" to change; a new god is written [add.gods.Odin]',
    "remove.god = ['Venus']": 'remove: unknown field "god" (did you mean "gods"?)',
    "remove.gods = ['Venis']": 'remove.gods: unknown god "Venis" (did you mean "Venus"?)',
    "remove.gods = [['Venus']]": "remove.gods: unknown god",
    "add.card.101 = {}": 'add: unknown field "card" (did you mean "cards"?)',
    "god_first_id = 90": "god_first_id follows from the card list",
    # types: nothing is converted
    'rounds = "12"': 'rounds is "12"; accepted: a whole number from 1 to 20',
    "rounds = 12.0": "rounds is 12.0; accepted: a whole number from 1 to 20",
    "rounds = true": "rounds is true; accepted: a whole number from 1 to 20",
    "rounds = nan": "rounds is NaN; accepted: a whole number from 1 to 20",
    "rounds = 1979-05-27": 'rounds is "1979-05-27"; accepted: a whole number from 1 to 20',
    "rounds = [12]": "rounds is [12]; accepted: a whole number from 1 to 20",
    "military_zero_pairs = 1": "military_zero_pairs is 1; accepted: true or false",
    "title = 3": "title is 3; accepted: one line of text",
    'title = "a\\u001bb"': "title is",
    "provinces = 3": "provinces is 3; accepted: a table",
    "provinces.africa = 3": "provinces.africa is 3; accepted: a table",
    "provinces.africa.counts = 3": "provinces.africa.counts is 3; accepted: a table",
    "seat_points = [0, 1]": "seat_points is [0, 1]; accepted: a table",
    "seat_points.2 = 3": "seat_points.2 is 3; accepted: a list",
    "seat_spaces.2 = [1, 2]": "entry 1 of seat_spaces.2 is 1; accepted: a table",
    "rank_loss = 1": "rank_loss is 1; accepted: a list of 4 losses",
    # ranges
    "rounds = 0": "rounds is 0; accepted: a whole number from 1 to 20",
    "rounds = 21": "rounds is 21; accepted: a whole number from 1 to 20",
    "rounds = 0xFFFFFFFFFFFFFFFFFFFF": "rounds is 1208925819614629174706175; accepted: a whole number from 1 to 20",
    "hand_size = 9": "hand_size is 9; accepted: a whole number from 1 to 8",
    "rome_size = 9": "rome_size is 9; accepted: a whole number from 1 to 8",
    "god_limit = -1": "god_limit is -1; accepted: a whole number from 0 to 8, at most hand_size",
    "refresh_limit = 16": "refresh_limit is 16; accepted: a whole number from 0 to 15",
    "track_length = 61": "track_length is 61; accepted: a whole number from 1 to 60",
    "token_max = 10": "token_max is 10; accepted: a whole number from 0 to 9",
    "military_trio = 101": "military_trio is 101; accepted: a whole number from 0 to 100",
    "intrigue_power = 4": "intrigue_power is 4; accepted: a whole number from 0 to 3",
    'stuck_rome = "refesh"': 'stuck_rome is "refesh"; accepted: "refresh" or "redeal"',
    'track_tie = "none"': 'track_tie is "none"; accepted: "first", "last" or "shared"',
    'shared_tie = "second"': 'shared_tie is "second"; accepted: "best", "worst", "average" or "next"',
    'tie_break = ["luck"]': 'entry 1 of tie_break is "luck"; accepted: "influence", "most_gods", "fewest_gods"',
    'tie_break = ["influence", "influence"]': "accepted: a list of 0 to 5 tie-breaks, each at most once",
    'ring = "fixed"': f'ring is "fixed"; accepted: "random" or a list of all six provinces ({PROVINCES})',
    'ring = ["africa", "asia"]': 'ring is ["africa", "asia"]; accepted: "random" or a list',
    'ring = ["africa", "africa", "germania", "gallia", "hispania", "macedonia"]': "accepted: \"random\" or a list",
    "rank_loss = [0, 1, 2]": "rank_loss is [0, 1, 2]; accepted: a list of 4 losses",
    "rank_loss = [0, 1, 2, 10]": "entry 4 of rank_loss is 10; accepted: a whole number from 0 to 9",
    "architecture_points = [1]": "architecture_points is [1]; accepted: a list of 7 points",
    "commerce_points = []": "commerce_points is []; accepted: a list of 1 to 17 points",
    "seat_points.5 = [0, 0, 0, 0, 0]": 'seat_points has an entry for "5" players; accepted: 2, 3 or 4',
    "seat_points.4 = [0, 0, 2]": "seat_points.4 is [0, 0, 2]; accepted: a list of 4 points, one for each seat",
    "seat_points.4 = [0, 0, 0, -1]": "entry 4 of seat_points.4 is -1; accepted: a whole number from 0 to 100",
    "seat_spaces.2 = [{}]": "seat_spaces.2 is [{}]; accepted: a list of 2 tables of spaces, one for each seat",
    "seat_spaces.2 = [{}, { afrika = 1 }]": 'entry 2 of seat_spaces.2: unknown province "afrika" (did you mean "africa"?)',
    "provinces.africa.counts.powers = [4]": "entry 1 of provinces.africa.counts.powers is 4; accepted: a whole number",
    "provinces.africa.counts.powers = []": "provinces.africa.counts.powers is []; accepted: a list of 1 to 4 powers",
    'provinces.africa.counts.types = ["magic"]': 'counts.types is "magic"; accepted: "military", "intrigue", "architecture" or',
    # fields against each other
    "god_limit = 5": "god_limit is 5; accepted: 0 to hand_size (4)",
    "hand_size = 2": "god_limit is 3; accepted: 0 to hand_size (2)",
    "god_advance = 16": "god_advance is 16; accepted: 0 to track_length (15)",
    "token_start = 5": "token_start is 5; accepted: token_min to token_max of africa (1 to 4)",
    "token_start = 0": "token_start is 0; accepted: token_min to token_max of africa (1 to 4)",
    "provinces.asia.token_start = 5": "provinces.asia.token_start is 5; accepted: token_min to token_max of asia (1 to 4)",
    "token_min = 5\ntoken_start = 5": "token_min is 5; accepted: 0 to token_max of africa (4)",
    "seat_spaces.2 = [{}, { asia = 16 }]": "asia of entry 2 of seat_spaces.2 is 16; accepted: 0 to track_length (15)",
    # cards and gods
    "cards.17.power = 4": "cards.17.power is 4; accepted: a whole number from 0 to 3",
    "cards.17.banner = 0": "cards.17.banner is 0; accepted: a whole number from 1 to 9",
    'cards.17.province = "roma"': 'cards.17.province is "roma"; accepted: "africa", "asia"',
    'cards.17.building = "bath"': 'cards.17.building is "bath"; accepted: nothing, because a card of type military',
    'cards.17.products = ["fish"]': 'cards.17.products is ["fish"]; accepted: nothing, because a card of type military',
    'cards.17.type = "commerce"': "cards.17.products is []; accepted: for a commerce card 1 to 4 of fish",
    'cards.17.type = "architecture"': 'cards.17.building is ""; accepted: for an architecture card one of aqueduct',
    'cards.55.products = ["fish", "fish", "fish", "fish", "fish"]': "accepted: a list of 0 to 4 products",
    'cards.55.products = ["salt"]': 'entry 1 of cards.55.products is "salt"; accepted: "fish", "sheep"',
    "cards.99.power = 1": "cards.99: there is no card 99 to change; a new card is written [add.cards.99]",
    "cards.seventeen.power = 1": 'cards has an entry "seventeen"; accepted: the card\'s number',
    "remove.cards = [99]": "remove.cards names 99; accepted: numbers of cards that are there",
    "remove.cards = [17, 17]": "remove.cards is [17, 17]; accepted: a list of numbers of cards, each once",
    "remove.cards = ['17']": 'remove.cards names "17"; accepted: numbers of cards',
    "remove.cards = [17]\ncards.17.power = 1": "cards.17: there is no card 17 to change",
    f"add.cards.17 = {{ {CARD} }}": "add.cards.17: card 17 is there already; to change it write [cards.17]",
    f"add.cards.73 = {{ {CARD} }}": "add.cards.73 is below 101; accepted: numbers from 101",
    f"add.cards.256 = {{ {CARD} }}": "cards.256.id is 256; accepted: a whole number from 1 to 255",
    "add.cards.101 = { power = 2 }": "cards.101.type is missing and must be given",
    "gods.Venus.left = 4": "gods.Venus.left is 4; accepted: a whole number from -3 to 3",
    "gods.Venus.copies = 0": "gods.Venus.copies is 0; accepted: a whole number from 1 to 28",
    "gods.Venus.copies = 17": "copies of all gods together is 29; accepted: at most 28 god cards",
    "gods.Venus.number = 9": "gods.Venus.number cannot be changed; accepted: left, right, copies",
    "add.gods.Venus = { left = 1, right = 1, copies = 1 }": "add.gods.Venus: Venus is there already",
    "add.gods.Juno = { left = 1, right = 1, copies = 1, number = 3 }": "add.gods.Juno.number cannot be chosen",
    '[add.gods."a\\nb"]': 'add.gods has an entry ',
    f"cards.{'9' * 5000}.power = 1": "cards has an entry ",
    "add.gods.Juno = { left = 1 }": "gods.Juno.right is missing and must be given",
    # too large and too small a game
    f"remove.cards = {list(range(1, 42))}":
        "2 players need at least 32 Rome cards, players x (hand_size + rounds), and there are 31",
    "rounds = 1\nhand_size = 4\nrome_size = 8\nremove.cards = " + str(list(range(1, 58))): "the game could not begin",
    "rounds = 1\nrome_size = 8\nremove.gods = ['Mars', 'Venus', 'Pluto']\nremove.cards = " + str(list(range(1, 56))):
        "2 players need at least 26 cards with the gods, players x (hand_size + rounds) + 2 x rome_size, and there are 25",
    # other files
    'card_list = "none.csv"': 'card_list is "none.csv", and there is no such file; accepted: a CSV file, relative to mine.toml',
    "card_list = 3": "card_list is 3; accepted: the name of a CSV file",
    'format = "quorum-rules/2"': 'format is "quorum-rules/2"; accepted: "quorum-rules/1"',
}  # fmt: skip


@pytest.mark.parametrize("text", FIELDS)
def test_fields(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(f'base = "standard"\n{text}\n')
    sentence = refusal(resolve, "mine.toml")
    assert sentence.startswith("mine.toml: ") and FIELDS[text] in sentence


def test_more_than_the_capacity(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cards = "".join(f"{number} = {{ {CARD} }}\n" for number in range(101, 130))
    (tmp_path / "cards.toml").write_text(f'base = "standard"\n[add.cards]\n{cards}')
    assert refusal(resolve, "cards.toml") == "cards.toml: there are 101 Rome cards; accepted: at most 100"
    gods = "".join(f"G{number} = {{ left = 1, right = 1, copies = 1 }}\n" for number in range(10, 18))
    (tmp_path / "gods.toml").write_text(f'base = "no-gods"\n[add.gods]\n{gods}')
    sentence = refusal(resolve, "gods.toml")
    assert sentence == "gods.toml: add.gods.G17 is one god too many; accepted: 14 gods, removed ones counted"


OVERRIDES = {
    "god_limt=2": '--set: unknown field "god_limt" (did you mean "god_limit"?)',
    "god_limit=5": "--set: god_limit is 5; accepted: 0 to hand_size (4)",
    "god_limit='2'": '--set: god_limit is "2"; accepted: a whole number from 0 to 8',
    "god_limit=two": '--set: god_limit is "two"; accepted: a whole number from 0 to 8',
    "god_limit=-inf": "--set: god_limit is -Infinity; accepted: a whole number from 0 to 8",
    "god_limit": "--set 'god_limit' is no change of a field; accepted: FIELD=VALUE, such as god_limit=2",
    "god_limit=": "is no change of a field; accepted: FIELD=VALUE",
    "=2": "is no change of a field; accepted: FIELD=VALUE",
    "": "is no change of a field; accepted: FIELD=VALUE",
    "god_limit=2\nrounds=1": "is no change of a field; accepted: FIELD=VALUE",
    "god limit=2": '--set: "god limit" is no name of a field; accepted: FIELD=VALUE, such as god_limit=2',
    "rank_loss=[0,1": '--set: rank_loss is "[0,1", which is not readable; accepted: a number, true, false, a word, or a list',
    "rank_loss=0,2,3,4": '--set: rank_loss is "0,2,3,4", which is not readable',
    "rounds=0x" + "F" * 5000: "which is not readable",
    "rank_loss=" + "[" * 5000: "which is not readable",
    "provinces.africa=3": "--set: provinces.africa is 3; accepted: a table",
    "title=Mine": "--set: title can be given in a file only",
    "base=no-gods": "--set: base can be given in a file only",
    "cards.99.power=1": "--set: cards.99: there is no card 99 to change",
}


@pytest.mark.parametrize("override", OVERRIDES)
def test_overrides(override):
    assert OVERRIDES[override] in refusal(resolve, "standard", [override])


def test_unknown_rules_suggest_the_nearest_and_list_all():
    sentence = refusal(resolve, "god-limit2")
    assert sentence.startswith('unknown rules "god-limit2" (did you mean "god-limit-2"?); accepted: standard, ')
    assert "tokens-start-3, or the path of a .toml file" in sentence
    assert refusal(resolve, "").startswith('unknown rules ""; accepted: standard')


def test_files_that_cannot_be_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "latin.toml").write_bytes(b'base = "standard"\ntitle = "G\xf6tter"\n')
    (tmp_path / "broken.toml").write_text('base = "standard"\nrounds = = 3\n')
    (tmp_path / "twice.toml").write_text('base = "standard"\nrounds = 3\nrounds = 4\n')
    (tmp_path / "deep.toml").write_text("a = " + "[" * 5000)
    (tmp_path / "long.toml").write_text('base = "standard"\nrounds = 0x' + "F" * 5000)
    (tmp_path / "empty.toml").write_text("")
    assert refusal(resolve, "none.toml").startswith("none.toml: no such file; accepted: a TOML file")
    assert refusal(resolve, "./none").startswith("none: no such file")
    assert refusal(resolve, "folder.toml").startswith("folder.toml: a folder; accepted: a TOML file")
    assert refusal(resolve, "latin.toml") == "latin.toml: not UTF-8 text; accepted: a TOML file, saved as UTF-8"
    assert refusal(resolve, "broken.toml") == "broken.toml: not TOML, invalid value (at line 2, column 10)"
    assert "twice.toml: not TOML, cannot overwrite a value (at line 3" in refusal(resolve, "twice.toml")
    assert "too deep" in refusal(resolve, "deep.toml")
    assert "a number is too long" in refusal(resolve, "long.toml")
    assert refusal(resolve, "empty.toml").startswith('empty.toml: base is missing; accepted: base = "standard" and what')


def test_bases_that_do_not_hold(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bases = {"a": "b.toml", "b": "c.toml", "c": "a.toml", "own": "./own.toml", "lost": "x.toml", "typo": "standrd"}
    for name, base in bases.items():
        (tmp_path / f"{name}.toml").write_text(f'base = "{base}"\n')
    (tmp_path / "number.toml").write_text("base = 3\n")
    circle = 'c.toml: base is "a.toml", a circle (a.toml -> b.toml -> c.toml -> a.toml)'
    assert refusal(resolve, "a.toml") == f"{circle}; accepted: a base that does not lead back"
    assert refusal(resolve, "own.toml").startswith('own.toml: base is "./own.toml", a circle (own.toml -> own.toml)')
    lost = 'lost.toml: base is "x.toml", and there is no such file; accepted: a path relative to lost.toml'
    assert refusal(resolve, "lost.toml") == lost
    assert refusal(resolve, "typo.toml").startswith('typo.toml: base: unknown rules "standrd" (did you mean "standard"?)')
    assert refusal(resolve, "number.toml").startswith('number.toml: base is 3; accepted: "standard", another name or the path')


def test_a_fault_is_said_of_the_file_that_has_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first.toml").write_text('base = "standard"\nrounds = 99\n')
    (tmp_path / "second.toml").write_text('base = "first.toml"\nrounds = 10\n')
    assert refusal(resolve, "second.toml").startswith("first.toml: rounds is 99")


def test_whole_rules_give_every_field(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    whole = to_toml(resolve())

    def without(line):
        (tmp_path / "whole.toml").write_text("\n".join(each for each in whole.splitlines() if not each.startswith(line)))
        return refusal(resolve, "whole.toml")

    assert without("rounds") == "whole.toml: rounds is missing and must be given"
    assert without("asia =").startswith("whole.toml: provinces is [")
    assert without("2 = [0") == "whole.toml: seat_points.2 is []; accepted: a list of 2 points, one for each seat"
    assert without("god_first_id") == "whole.toml: god_first_id is missing and must be given"


def test_a_manifest_with_broken_rules():
    data = to_json(resolve())
    assert refusal(from_json, 3, "manifest.json: rules") == "manifest.json: rules is 3; accepted: the whole rules as a table"
    assert refusal(from_json, {**data, "rounds": 99}, "manifest.json").startswith("manifest.json: rounds is 99; accepted")
    assert refusal(from_json, {**data, "round": 9}, "manifest.json").startswith('manifest.json: unknown field "round"')
    assert "card_list is accepted in a file only" in refusal(from_json, {**data, "card_list": "/etc/passwd"})
    del data["cards"]["17"]["power"]
    assert refusal(from_json, data, "manifest.json") == "manifest.json: cards.17.power is missing and must be given"
    data = to_json(resolve())
    data["gods"]["Venus"]["number"] = 1
    assert refusal(from_json, data) == "rules: the number of two gods is 1; accepted: a different one for each"
    data = to_json(resolve())
    data["god_first_id"] = 73 - 1
    assert refusal(from_json, data) == "rules: god_first_id is 72; accepted: 73 or more"
    data["god_first_id"] = 73
    data["cards"]["80"] = data["cards"].pop("17")
    assert "a card's number is 80; accepted: numbers below 73 or from 101" in refusal(from_json, data)


INNER = ["17", "101", "2", "4", "africa", "Venus", "Juno", "counts", "types", "power"]
NAMES = st.sampled_from([*FIELD_NAMES, *INNER])
VALUES = st.recursive(
    st.booleans() | st.integers(-2, 130) | st.floats() | st.text(max_size=4) | st.sampled_from(["random", "shared", "asia"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES | st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=100)
@given(st.dictionaries(NAMES, VALUES, max_size=3))
def test_nothing_but_bad_input_comes_of_any_content(content):
    content = {name: value for name, value in content.items() if name not in ("base", "card_list", "god_list")}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mine.toml"
        file.write_text("\n".join(['base = "standard"', *(written_field(*each) for each in content.items())]), "utf-8")
        for action in (lambda: resolve(file), lambda: from_json({**to_json(resolve()), **content})):
            try:
                action()
            except BadInput as error:
                assert str(error).isprintable()
