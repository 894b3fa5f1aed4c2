"""Variants: what they can change, in which order, and how bases are found."""

from pathlib import Path

import pytest

from quorumsim.errors import BadInput
from quorumsim.quorum.changes import changes
from quorumsim.quorum.rules import check_players, playable_with, resolve

STANDARD = resolve()
CARD_101 = '{ type = "commerce", power = 2, province = "asia", banner = 1, products = ["wine", "fish", "fish"] }'


@pytest.fixture
def variant(tmp_path):
    """Writes a variant of the standard rules and resolves it."""

    def write(text, name="mine.toml", base="standard"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(f'base = "{base}"\n{text}', encoding="utf-8")
        return resolve(file)

    return write


def _card(rules, number):
    return next(card for card in rules.cards if card.id == number)


def test_fields_lists_and_tables(variant):
    rules = variant("""
        rank_loss = [0, 2, 3, 4]
        ring = ["asia", "africa", "gallia", "germania", "hispania", "macedonia"]
        seat_points.4 = [0, 0, 0, 2]
        seat_spaces.2 = [{}, { africa = 1, asia = 0 }]
        [provinces.africa]
        token_start = 3
        [provinces.asia]
        counts = { types = ["military", "intrigue"] }
    """)
    assert rules.rank_loss == (0, 2, 3, 4)
    assert rules.ring[0] == "asia"
    assert rules.seat_points == {2: (0, 0), 3: (0, 0, 0), 4: (0, 0, 0, 2)}
    assert rules.seat_spaces[2] == ({}, {"africa": 1})
    assert (rules.provinces["africa"].token_start, rules.provinces["asia"].token_start) == (3, 2)
    assert rules.provinces["asia"].counts.title == "military and intrigue cards"  # counts is replaced as a whole


def test_a_provinces_own_token_outlives_a_change_of_the_general_one(variant):
    variant("[provinces.africa]\ntoken_start = 4", "first.toml")
    rules = variant("token_start = 3", "second.toml", base="first.toml")
    assert [province.token_start for province in rules.provinces.values()] == [4, 3, 3, 3, 3, 3]


def test_cards_change_leave_and_come(variant):
    rules = variant(f"""
        remove = {{ cards = [1, 72] }}
        [cards.17]
        power = 2
        [cards.37]
        type = "military"
        [add.cards]
        101 = {CARD_101}
    """)
    assert _card(rules, 17).title == "military 2, Macedonia +2"
    assert (_card(rules, 37).type, _card(rules, 37).building) == ("military", None)
    assert _card(rules, 101).products == ("fish", "fish", "wine")
    assert len(rules.cards) == 71
    assert changes(rules, STANDARD) == [
        "card 17 (military 3, Macedonia +2): power 3 → 2",
        "card 37 (architecture 2, temple, Africa +1): type architecture → military, building temple → none",
        "removed card 1 (military 2, Africa +2)",
        "removed card 72 (commerce 3, wheat wine, Macedonia +3)",
        "added card 101 (commerce 2, fish fish wine, Asia +1)",
    ]
    assert [card for card, _, _ in rules.god_cards] == list(range(73, 87))


def test_gods_keep_their_numbers_and_new_ones_continue(variant):
    text = """
        remove = {{ gods = ["Pluto", "Mars"] }}
        [gods.Venus]
        copies = 1
        left = 0
        {}
    """
    vesta, juno = "[add.gods.Vesta]\nleft = 1\nright = 0\ncopies = 1\n", "[add.gods.Juno]\nleft = 0\nright = 1\ncopies = 3\n"
    rules = variant(text.format(vesta + juno))
    assert {god.name: god.number for god in rules.gods} == {
        "Minerva": 1, "Neptunus": 3, "Jupiter": 4, "Venus": 5, "Vulcanus": 6, "Juno": 8, "Vesta": 9,
    }  # fmt: skip
    assert rules.fingerprint == variant(text.format(juno + vesta)).fingerprint
    assert [(card, god.name) for card, god, _ in rules.god_cards][5:8] == [(78, "Jupiter"), (79, "Venus"), (80, "Vulcanus")]
    assert changes(rules, STANDARD) == [
        "god Venus (left −1, right +1): left −1 → 0, copies 2 → 1",
        "removed god Pluto (left +1, right +1), 2 copies",
        "removed god Mars (left +1, right −1), 2 copies",
        "added god Juno (left 0, right +1), 3 copies",
        "added god Vesta (left +1, right 0), 1 copy",
    ]
    later = variant("[add.gods.Apollo]\nleft = 1\nright = 1\ncopies = 1", "later.toml", base="mine.toml")
    assert later.gods[-1].number == 10


def test_base_by_name_and_by_path(variant, tmp_path):
    variant("rounds = 11", "below/first.toml", base="god-limit-2")
    rules = variant('name = "second of two"\ntoken_start = 3', base="below/first.toml")
    assert (rules.god_limit, rules.rounds, rules.token_start) == (2, 11, 3)
    assert (rules.name, rules.title, rules.summary) == ("second of two", "second of two", "")  # nothing of the base's words


def test_names_and_paths(variant, tmp_path, monkeypatch):
    variant("rounds = 11")
    monkeypatch.chdir(tmp_path)
    assert resolve("mine.toml") == resolve("./mine.toml") == resolve(tmp_path / "mine.toml") == resolve(Path("mine.toml"))
    with pytest.raises(BadInput, match="unknown rules"):
        resolve("mine")


def test_own_lists_beside_the_variant(variant, tmp_path):
    cards = ["card,type,power,province,banner,building,products"]
    cards += [f"{number},military,{number % 3 + 1},asia,2,," for number in range(1, 81)]
    (tmp_path / "cards.csv").write_text("\n".join(cards))
    (tmp_path / "gods.csv").write_text("god,left,right,copies\nIsis,1,0,4\n")
    rules = variant('card_list = "cards.csv"\ngod_list = "gods.csv"\ncards.80 = { power = 0 }')
    assert len(rules.cards) == 80
    assert _card(rules, 80).power == 0
    assert [(card, god.name, copy) for card, god, copy in rules.god_cards] == [(81 + copy, "Isis", copy) for copy in range(4)]
    with pytest.raises(BadInput, match="accepted: numbers from 109"):
        variant(f'card_list = "cards.csv"\nadd.cards.101 = {CARD_101}')


def test_a_mark_of_utf8_and_windows_line_ends_are_read(tmp_path):
    file = tmp_path / "notepad.toml"
    file.write_bytes('\ufeffbase = "standard"\r\ntitle = "Zwei Götter"\r\ngod_limit = 2\r\n'.encode())
    assert (resolve(file).title, resolve(file).fingerprint) == ("Zwei Götter", resolve("god-limit-2").fingerprint)


def test_overrides_are_applied_at_once_and_named():
    rules = resolve("standard", ["token_min=3", "token_start=3", "ring=random", "cards.17.power=2", "track_tie = shared"])
    assert rules.provinces["asia"].token_min == 3
    assert rules.name == "standard + token_min=3, token_start=3, ring=random, cards.17.power=2, track_tie=shared"
    assert resolve("standard", ["god_limit=2"]).name == "standard + god_limit=2"
    assert resolve("standard", ["god_limit=1", "god_limit=2"]).name == "standard + god_limit=2"  # the last one counts
    assert resolve("standard", ["god_limit=2"]).fingerprint == resolve("god-limit-2").fingerprint


def test_overrides_reach_tables_and_lists():
    rules = resolve("standard", [
        "provinces.africa.token_start=3", "rank_loss=[0,2,3,4]", "seat_points.2=[0, 1]", "gods.Venus.copies=1",
        "provinces.asia.counts.powers=[1,2]", f"add.cards.101={CARD_101}", "remove.gods=['Mars']", "military_zero_pairs=true",
    ])  # fmt: skip
    assert len(changes(rules, STANDARD)) == 8


def test_some_rules_are_for_few_players_only():
    rules = resolve("standard", ["rounds=20"])
    assert playable_with(rules) == [2, 3]
    check_players(rules, 3)
    with pytest.raises(BadInput, match="4 players need at least 96 Rome cards"):
        check_players(rules, 4)
    for players in (1, 5):
        with pytest.raises(BadInput, match=f"players is {players}; accepted: 2 to 4"):
            check_players(STANDARD, players)


def test_a_second_rome_is_needed_only_where_rome_can_be_refreshed():
    assert playable_with(resolve("no-gods")) == [2, 3, 4]
    assert playable_with(resolve("no-gods", ["refresh_threshold=0"])) == [2, 3]
    assert playable_with(resolve("no-gods", ["refresh_threshold=0", "refresh_limit=0"])) == [2, 3, 4]
