"""The fingerprint: the same for the same game however it is written, another for every change; and rules out and in again."""

import json
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorumsim.errors import BadInput
from quorumsim.fields import written_field
from quorumsim.quorum.changes import changes, differences
from quorumsim.quorum.names import PROVINCES
from quorumsim.quorum.packaged import rules_folder
from quorumsim.quorum.rules import from_json, packaged_names, resolve, to_json, to_toml

STANDARD = resolve()

# One other value for everything a game depends on.
OTHER = [
    "rounds=11", "hand_size=5", "rome_size=6", "god_limit=2", "god_advance=2", "refresh_threshold=4", "refresh_limit=2",
    "stuck_rome=redeal", f"ring={list(PROVINCES)}", "token_start=3", "token_min=0", "token_max=5", "token_overflow=clamp",
    "track_length=14", "track_end=restack", "track_tie=shared", "track_tie=last", "shared_tie=worst", "shared_tie=average",
    "shared_tie=next",
    "rank_loss=[0,1,2,2]", "military_trio=9", "military_pair=4", "military_zero_pairs=true", "intrigue_points=2",
    "intrigue_power=2", "architecture_points=[0,1,4,8,12,18,23]", "commerce_points=[0,0,2,4,6,7]", "tie_break=[]",
    "tie_break=['most_gods']", "start_stack=reverse", "seat_points.2=[0,1]", "seat_points.3=[0,1,0]", "seat_points.4=[1,0,0,0]",
    "seat_spaces.2=[{},{africa=1}]", "seat_spaces.3=[{},{},{africa=1}]", "seat_spaces.4=[{},{},{},{asia=1}]",
    *(f"provinces.{name}.{field}" for name in PROVINCES for field in ("token_start=3", "token_min=0", "token_max=5")),
    *(f"provinces.{name}.counts={{types=['intrigue'],powers=[1,3]}}" for name in PROVINCES),
    "cards.17.type=intrigue", "cards.17.power=2", "cards.17.province=asia", "cards.17.banner=3", "cards.37.building=arch",
    "cards.55.products=['tool','wine']", "gods.Venus.left=1", "gods.Venus.right=0", "gods.Venus.copies=1",
    "remove.cards=[17]", "remove.gods=['Venus']", "add.gods.Juno={left=0,right=0,copies=1}",
    "add.cards.101={type='military',power=1,province='asia',banner=1}",
    "add.cards.102={type='military',power=1,province='asia',banner=1}",
]  # fmt: skip


def test_every_change_is_another_game():
    fingerprints = {STANDARD.fingerprint} | {resolve("standard", [change]).fingerprint for change in OTHER}
    assert len(fingerprints) == len(OTHER) + 1
    assert all(len(fingerprint) == 16 for fingerprint in fingerprints)


def test_the_list_above_leaves_no_field_out():
    named = {change.partition("=")[0].split(".")[0] for change in OTHER}
    assert named | {"name", "title", "summary", "god_first_id"} == set(type(STANDARD).model_fields) | {"add", "remove"}


@pytest.mark.parametrize("change", OTHER)
def test_each_change_is_told_in_a_line_and_survives_toml_and_json(change):
    rules = resolve("standard", [change])
    assert len(changes(rules, STANDARD)) == 1
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


def test_neither_names_nor_comments_nor_line_ends_matter(tmp_path):
    text = (rules_folder() / "standard.toml").read_text(encoding="utf-8")
    for name in ("rome_cards.csv", "god_cards.csv"):
        (tmp_path / name).write_bytes((rules_folder() / name).read_bytes())
    file = tmp_path / "copy.toml"
    other = text.replace("Quorum as published", "Another title").replace("# ", "#  more ")
    file.write_text(other, encoding="utf-8", newline="\r\n")
    copy = resolve(file)
    assert (copy.title, copy.fingerprint) == ("Another title", STANDARD.fingerprint)
    file.write_text("\n".join(line.partition("#")[0] for line in text.splitlines()), encoding="utf-8")
    assert resolve(file).fingerprint == STANDARD.fingerprint


def test_the_same_game_written_in_other_words():
    same = [
        "provinces.africa.token_start=2",
        "provinces.africa.counts={powers=[1],types=['commerce','architecture','intrigue','military']}",
        "seat_spaces.2=[{africa=0},{}]", "cards.55.products=['wine','tool','wine']", "cards.17.power=3",
    ]  # fmt: skip
    assert resolve("standard", same).fingerprint == STANDARD.fingerprint
    each = [f"provinces.{name}.token_start=3" for name in PROVINCES]
    assert resolve("standard", each).fingerprint == resolve("tokens-start-3").fingerprint
    assert differences(resolve("standard", same), STANDARD) == "the same game as standard"


@st.composite
def variants(draw):
    """Fields of a variant and their values, as TOML lines."""
    points = st.integers(0, 100)
    hand = draw(st.integers(1, 8))
    low = draw(st.integers(0, 9))
    high = draw(st.integers(low, 9))
    fields = {
        "hand_size": hand,
        "god_limit": draw(st.integers(0, hand)),
        "token_min": low,
        "token_max": high,
        "token_start": draw(st.integers(low, high)),
    }
    optional = {
        "rounds": st.integers(1, 20),
        "rome_size": st.integers(1, 8),
        "refresh_threshold": st.integers(0, 9),
        "refresh_limit": st.integers(0, 15),
        "ring": st.just("random") | st.permutations(PROVINCES),
        "track_length": st.integers(1, 60),
        "track_tie": st.sampled_from(["first", "last", "shared"]),
        "rank_loss": st.lists(st.integers(0, 9), min_size=4, max_size=4),
        "military_trio": points,
        "architecture_points": st.lists(points, min_size=7, max_size=7),
        "commerce_points": st.lists(points, min_size=1, max_size=17),
        "tie_break": st.lists(st.sampled_from(["influence", "most_gods", "early_seat"]), unique=True),
        "seat_points.4": st.lists(points, min_size=4, max_size=4),
        "seat_spaces.2": st.lists(st.dictionaries(st.sampled_from(PROVINCES), st.integers(0, 1)), min_size=2, max_size=2),
        "provinces.asia.counts": st.fixed_dictionaries({"powers": st.sets(st.integers(0, 3), min_size=1).map(list)}),
        "remove.cards": st.sets(st.integers(40, 54), max_size=5).map(list),
        "cards.17.power": st.integers(0, 3),
        "gods.Venus.copies": st.integers(1, 16),
    }
    chosen = draw(st.sets(st.sampled_from(sorted(optional))))
    fields |= {name: draw(optional[name]) for name in sorted(chosen)}
    # Dotted names are written as they stand: a table's heading and dotted fields are the same in TOML.
    return [f"{name} = {written_field('x', value).partition(' = ')[2]}" for name, value in fields.items()]


@settings(max_examples=40)
@given(variants(), variants(), st.randoms(use_true_random=False))
def test_two_variants_are_the_same_game_exactly_when_nothing_changes(one, other, chance):
    first, second = resolve("standard", one), resolve("standard", other)
    assert (first.fingerprint == second.fingerprint) == (changes(first, second) == [])
    assert resolve("standard", chance.sample(one, len(one))).fingerprint == first.fingerprint
    _assert_survives(first)


@settings(max_examples=40)
@given(variants(), st.randoms(use_true_random=False))
def test_a_file_says_the_same_in_any_order_with_any_comments(lines, chance):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mine.toml"
        mixed = [f"{line}   # {chance.random()}" for line in chance.sample(lines, len(lines))]
        file.write_text("\n".join(["# a comment", *mixed, 'base = "standard"']))
        assert resolve(file).fingerprint == resolve("standard", lines).fingerprint


@settings(max_examples=40)
@given(st.text(max_size=40), st.text(max_size=40))
def test_no_override_raises_anything_but_bad_input(field, value):
    for override in (f"{field}={value}", f"god_limit={value}", f"cards.{value}=1", f"add.gods={value}", f"remove={value}"):
        try:
            resolve("standard", [override])
        except BadInput as error:
            assert str(error).isprintable()


def test_text_of_any_script_survives(tmp_path):
    file = tmp_path / "mine.toml"
    title = 'Götter "und" \\ Ζεύς 🏛'
    file.write_text(f'base = "standard"\ntitle = {json.dumps(title, ensure_ascii=False)}\n[add.gods."Ζεύς Ὀ."]\n'
                    "left = 1\nright = 1\ncopies = 1\n", encoding="utf-8")
    rules = resolve(file)
    assert (rules.title, rules.gods[-1].name) == (title, "Ζεύς Ὀ.")
    _assert_survives(rules)


def test_order_of_cards_in_the_list_does_not_matter(tmp_path):
    lines = (rules_folder() / "rome_cards.csv").read_text(encoding="utf-8").splitlines()
    rest = lines[1:]
    random.Random(1).shuffle(rest)
    (tmp_path / "cards.csv").write_text("\n".join([lines[0], *rest]))
    (tmp_path / "mine.toml").write_text('base = "standard"\ncard_list = "cards.csv"\n')
    assert resolve(tmp_path / "mine.toml").fingerprint == STANDARD.fingerprint


def test_the_fingerprint_is_a_contract():
    """Runs on people's disks carry it: it changes only with the game or with a new format of rules."""
    assert (STANDARD.fingerprint, resolve("god-limit-2").fingerprint) == ("29e753456b909ae2", "83a8bc0c941a0b96")
