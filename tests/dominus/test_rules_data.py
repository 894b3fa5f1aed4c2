"""The two readings and the two maps as data: every value with its source, every change another game, out and in again."""

import json
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from quorumsim.dominus.changes import changes, differences
from quorumsim.dominus.model import VALUES, Rules
from quorumsim.dominus.names import GOODS, KINDS, LINKS, PRESETS, PROVINCES, RING, SEATS, TILES, TURNS
from quorumsim.dominus.rules import (
    DEFAULT,
    check_players,
    from_json,
    packaged_names,
    playable_with,
    published,
    resolve,
    to_json,
    to_toml,
)
from quorumsim.dominus.words import LABEL, in_words
from quorumsim.errors import BadInput

LITERAL, RECONSTRUCTED = map(resolve, PRESETS)
RED = """roma-gallia roma-illyricum gallia-hispania gallia-germania germania-illyricum illyricum-dacia illyricum-graecia
    dacia-graecia asia-syria syria-aegyptus aegyptus-africa africa-mauretania"""
DOT = """roma-africa roma-graecia gallia-britannia britannia-germania hispania-mauretania graecia-asia dacia-asia
    graecia-aegyptus"""


def _links(rules, kind):
    return ["-".join(link.between) for link in rules.links if link.kind == kind]


def test_the_rules_that_come_with_the_package():
    assert packaged_names() == ["literal", "reconstructed", "literal-hub", "reconstructed-hub"]
    assert DEFAULT == "reconstructed" == resolve().name
    for name in packaged_names():
        rules = resolve(name)
        assert rules.name == name
        assert rules.title.startswith(LABEL)
        assert ("on a hub-and-ring map" in rules.title) == (rules.map == "hub") == name.endswith("-hub")


def test_what_both_readings_share():
    for rules in (LITERAL, RECONSTRUCTED):
        assert (rules.turns, rules.legions, rules.legions_in_rome, rules.general_power) == (24, 10, 1, 2)
        assert (rules.ring_size, rules.reserve_steps) == ((8, 8, 10), 2)
        assert (rules.p_symbol, rules.p_same, rules.p_icon, rules.icon_shares) == (0.25, 0.4, 0.5, (1, 1, 1))
        assert (rules.operations_same, rules.operations_two, rules.general_moves_on_two) == (2, 1, True)
        assert (rules.token_copies, rules.vp_per, rules.prizes, rules.city_prizes) == (2, (0,) * 5, (3, 2, 1), (3, 2, 1))
        assert (rules.after_tie_for_first, rules.map) == ("third", "empire")


def test_where_the_readings_differ():
    assert (LITERAL.deploy_bonus, RECONSTRUCTED.deploy_bonus) == ((3, 1, 2, 1, 1, 0), (0,) * 6)
    assert LITERAL.token_bonus == ((1, 0, 0, 0, 0, 0),) * 6
    paid = [{good: amount for good, amount in zip(GOODS, bonus, strict=True) if amount} for bonus in RECONSTRUCTED.token_bonus]
    assert paid == [{"points": 3}, {"beautification": 1}, {"coins": 2}, {"faith": 1}, {"stars": 1}, {"citizens": 1}]
    assert LITERAL.score_tiles == ("flat",) * 12
    given = ("lyre", "column", "column+lyre", "column+mask", "mask+lyre")
    assert RECONSTRUCTED.score_tiles == (*given, "mask", "red", "blue", "yellow", "red", "blue", "yellow")
    assert (LITERAL.city_kinds, RECONSTRUCTED.city_kinds) == (given, ())
    fields = [line.partition(":")[0] for line in changes(LITERAL, RECONSTRUCTED)]
    assert fields == ["deploy_bonus", "token_bonus", "score_tiles", "city_kinds"]


def test_the_maps():
    assert [_links(LITERAL, kind) for kind in ("red", "dot")] == [RED.split(), DOT.split()]
    assert [link.kind for link in LITERAL.links] == ["red"] * 12 + ["dot"] * 8
    others = PROVINCES[1:]
    hub = resolve("literal-hub")
    assert _links(hub, "red") == [f"roma-{name}" for name in others]
    assert _links(hub, "dot") == [f"{one}-{next_one}" for one, next_one in zip(others, others[1:] + others[:1], strict=True)]
    assert [link.kind for link in hub.links] == ["red"] * 12 + ["dot"] * 12
    for reading in PRESETS:
        assert changes(resolve(f"{reading}-hub"), resolve(reading)) == ["map: empire → hub"]


def test_every_value_says_where_it_comes_from():
    assert set(VALUES) == set(Rules.model_fields) - {"name", "title", "summary", "map_sentence", "links", "sources"}
    for name in packaged_names():
        assert set(resolve(name).sources) == set(VALUES)
    given = {"legions", "legions_in_rome", "general_power", "operations_same", "operations_two", "general_moves_on_two",
             "token_copies", "city_prizes"}
    for rules, more in ((LITERAL, {"deploy_bonus", "city_kinds"}), (RECONSTRUCTED, set())):
        assert {name for name, source in rules.sources.items() if source == "given"} == given | more
        assert {name for name, source in rules.sources.items() if source == "base"} == {"turns", "reserve_steps"}
        assert "changed" not in rules.sources.values()


def test_what_a_variant_changes_is_tagged():
    words = ["general_power=3", "map=hub", "legions={value=9,source='base'}", "turns=24", "p_same={value=0.4}"]
    rules = resolve("literal", words)
    expected = LITERAL.sources | {"general_power": "changed", "map": "changed", "legions": "base"}
    assert rules.sources == expected
    assert rules.name == f"literal + {', '.join(words)}"
    assert rules.title.startswith(f"{LITERAL.title}, with general_power=3")
    assert from_json(to_json(rules)).sources == expected


# One other value for everything a game depends on.
OTHER = [
    "turns=23", "legions=9", "legions_in_rome=2", "general_power=3", "ring_size=[9,8,10]", "ring_size=[8,9,10]",
    "ring_size=[8,8,9]", "reserve_steps=3", "p_symbol=0.3", "p_same=0.5", "p_icon=0.25", "icon_shares=[2,1,1]",
    "icon_shares=[1,1,0.5]", "operations_same=3", "operations_two=2", "general_moves_on_two=false",
    *(f"deploy_bonus={[7 if place == good else 0 for place in range(6)]}" for good in range(6)),
    *(f"token_bonus={[[8 if place == kind else 1] * 6 for place in range(6)]}" for kind in range(6)),
    "token_copies=1", *(f"vp_per={[1 if place == good else 0 for place in range(5)]}" for good in range(5)),
    *(f"score_tiles={[kind] * 12}" for kind in KINDS), "prizes=[3,2,0]", "prizes=[4,2,1]", "city_kinds=['red']",
    "city_kinds=['mask','red']", "city_prizes=[3,1,1]", "after_tie_for_first=nothing", "map=hub",
]  # fmt: skip


def test_every_change_is_another_game():
    fingerprints = {RECONSTRUCTED.fingerprint} | {resolve("reconstructed", [change]).fingerprint for change in OTHER}
    assert len(fingerprints) == len(OTHER) + 1
    assert all(len(fingerprint) == 16 for fingerprint in fingerprints)


def test_the_list_above_leaves_no_value_out():
    assert {change.partition("=")[0] for change in OTHER} == set(VALUES)


@pytest.mark.parametrize("change", OTHER)
def test_each_change_is_told_in_a_line_and_survives_toml_and_json(change):
    rules = resolve("reconstructed", [change])
    assert len(changes(rules, RECONSTRUCTED)) == 1
    assert differences(rules, RECONSTRUCTED).startswith(f"reconstructed with {change.partition('=')[0]}: ")
    _assert_survives(rules)


@pytest.mark.parametrize("name", packaged_names())
def test_packaged_rules_survive_toml_and_json(name):
    _assert_survives(resolve(name))


def _assert_survives(rules):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "whole.toml"
        file.write_text(to_toml(rules), encoding="utf-8")
        assert resolve(file) == rules
    again = from_json(json.loads(json.dumps(to_json(rules))))
    assert again == rules
    assert (again.fingerprint, changes(again, rules)) == (rules.fingerprint, [])


def test_names_and_sources_are_no_part_of_the_game(tmp_path):
    text = to_toml(LITERAL).replace('name = "empire"', 'name = "other"').replace("round the sea", "somewhere")
    text = text.replace('name = "literal"', 'name = "mine"').replace("literal reading", "mine").replace('"given"', '"assumed"')
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("The summary word", "Not a word"))
    rules = resolve(file)
    assert (rules.name, rules.map, rules.sources["legions"]) == ("mine", "other", "assumed")
    assert (rules.fingerprint, changes(rules, LITERAL)) == (LITERAL.fingerprint, [])
    assert differences(rules, LITERAL) == "the same game as literal"


def test_the_way_of_writing_is_no_part_of_the_game():
    same = ["icon_shares=[1.0,1,1]", "p_symbol=0.250", "city_kinds=['mask+lyre','column+mask','column+lyre','column','lyre']",
            "map=empire", "p_same={source='given',value=0.4}"]
    assert resolve("literal", same).fingerprint == LITERAL.fingerprint
    zero, minus_zero = (resolve("literal", [f"p_symbol={value}"]).fingerprint for value in ("0", "-0.0"))
    assert zero == minus_zero


@pytest.mark.parametrize(("edit", "line"), [
    (lambda links: [*links, {"between": ["roma", "asia"], "kind": "red"}], "map empire: with roma-asia (red)"),
    (lambda links: links[1:], "map empire: without roma-gallia (red)"),
    (lambda links: [{**links[0], "kind": "dot"}, *links[1:]], "map empire: without roma-gallia (red), with roma-gallia (dot)"),
    (lambda links: links[1:] + links[:1], "map empire: the same links in another order"),
])  # fmt: skip
def test_another_map_of_the_same_name_is_another_game(edit, line):
    data = to_json(LITERAL)
    data["rules"]["map"]["value"]["links"] = edit(data["rules"]["map"]["value"]["links"])
    rules = from_json(data)
    assert rules.fingerprint != LITERAL.fingerprint
    assert changes(rules, LITERAL) == [line]


def test_variants_chain_and_maps_lie_beside_them(tmp_path):
    (tmp_path / "first.toml").write_text('based_on = "literal-hub"\n[rules]\ngeneral_power = 3\nturns = 20\n')
    second = 'based_on = "first.toml"\ntitle = "Mine"\n[rules]\nturns = 10\nmap = "maps/own.toml"\n'
    (tmp_path / "second.toml").write_text(second)
    (tmp_path / "maps").mkdir()
    links = ", ".join(f'{{ between = ["roma", "{name}"], kind = "dot" }}' for name in PROVINCES[1:])
    (tmp_path / "maps" / "own.toml").write_text(f'name = "star"\nlinks = [{links}]\n')
    rules = resolve(tmp_path / "second.toml")
    assert (rules.name, rules.title, rules.summary) == ("second", "Mine", "")
    assert (rules.general_power, rules.turns, rules.map, len(rules.links)) == (3, 10, "star", 12)
    assert [rules.sources[name] for name in ("general_power", "turns", "map", "legions")] == ["changed"] * 3 + ["given"]
    _assert_survives(rules)


def test_the_words_say_every_value_with_its_source():
    for name in packaged_names():
        for change in ([], ["general_power=9"]):
            rules = resolve(name, change)
            sections = in_words(rules)
            assert sections[0][0] == LABEL
            said = [line for heading, lines in sections[1:-1] for line in lines]
            tags = Counter(line.rpartition(" [")[2].rstrip("]") for line in said)
            assert (len(said), tags) == (len(VALUES), Counter(rules.sources.values()))
    lines = {line for _, lines in in_words(rules) for line in lines}
    assert "A general has the power of 9 legions. [changed]" in lines
    assert "24 turns each. [base]" in lines


@pytest.mark.parametrize("change", OTHER)
def test_the_words_change_with_every_value(change):
    # Only the order of score tiles and of links, which chance and the numbers of moves know, is not in the words.
    assert in_words(resolve("reconstructed", [change]))[1:] != in_words(RECONSTRUCTED)[1:]


def test_rules_are_told_as_changes_of_the_reading_they_come_from():
    for name in packaged_names():
        reading = name.removesuffix("-hub")
        assert published(resolve(name, ["general_power=3", "prizes=[5,3,1]"])).name == reading
    # As far from both: two of the four values of each.
    literal = ["deploy_bonus=[3,1,2,1,1,0]", f"score_tiles={['flat'] * 12}"]
    assert published(resolve("reconstructed", literal)).name == DEFAULT


def test_players():
    assert playable_with(LITERAL) == [2, 3, 4]
    for players in (2, 3, 4):
        check_players(LITERAL, players)
    for players in (1, 5):
        with pytest.raises(BadInput, match=f"^players is {players}; accepted: 2 to 4$"):
            check_players(LITERAL, players)


def test_the_largest_game_fits_its_arrays():
    """Every reservation is refilled, the opening one included; a seat reserves once a turn and not in the last."""
    assert TILES >= RING + SEATS * (1 + (TURNS - 1))
    for rules in map(resolve, packaged_names()):
        assert len(rules.links) <= LINKS


def test_the_fingerprint_is_a_contract():
    """Runs on people's disks carry it: it changes only with the game or with a new format of rules."""
    assert [resolve(name).fingerprint for name in packaged_names()] == [
        "7ec866dfe621f9d8", "bdebca6783847951", "c9112653e5b70840", "8ef8782482135e3e",
    ]  # fmt: skip
