"""Refreshing Rome, and the turn around it."""

import pytest

from . import chance, game
from .play import play
from .samples import always_refresh, first_action, small_game, with_fields


def test_stuck_rome_is_refreshed_until_a_card_can_be_taken():
    state = small_game("ggggg", "gggggrrrrr", gods_in_hand=3)
    old, top = game.ids(state.rome), game.ids(state.deck[:5])
    record = game.turn(state, 0, 0, first_action)
    assert record["rome"] == old and record["refresh"][0] == top
    assert record["extra"]["forced"] == len(record["refresh"]) >= 2 and state.refreshes == state.forced_refreshes
    assert record["take"] <= 72 and record["advance"] is None


def test_redeal_shuffles_the_old_cards_in_first():
    state = small_game("ggggg", "rrrrrrr", with_fields(stuck_rome="redeal"), gods_in_hand=3)
    key = chance.stream_key(state.key, "refresh", 0)
    expected = game.ids(game.shuffled_cards(key, state.rome + state.deck))
    game.refresh(state, forced=True)
    assert game.ids(state.rome + state.deck) == expected


def test_a_wanted_refresh_puts_the_old_cards_into_the_deck_last():
    state = small_game("gggrr", "rrrrrrr", with_fields(stuck_rome="redeal"))
    old, top = state.rome, state.deck[:5]
    game.refresh(state, forced=False)
    assert state.rome == top and set(old) < set(state.deck)
    assert (state.refreshes, state.forced_refreshes) == (1, 0)


@pytest.mark.parametrize(
    ("rome", "fields", "refreshes"),
    [
        ("gggrr", {}, 1),
        ("ggrrr", {}, 0),
        ("ggggg", {"refresh_threshold": 6}, 0),
        ("ggggg", {"refresh_limit": 0}, 0),
        ("rrrrr", {"refresh_threshold": 0, "refresh_limit": 7}, 7),
    ],
)
def test_threshold_and_limit_of_refreshes(rome, fields, refreshes):
    state = small_game(rome, "rrrrrr", with_fields(**fields))
    assert len(game.turn(state, 0, 0, always_refresh)["refresh"]) == refreshes


def test_too_few_cards_are_an_error():
    with pytest.raises(ValueError, match="the deck has 4"):
        game.refresh(small_game("gggrr", "rrrr"), forced=False)
    with pytest.raises(ValueError, match="no card of Rome or of the deck"):
        game.turn(small_game("ggggg", "ggggg", gods_in_hand=3), 0, 0, first_action)
    with pytest.raises(ValueError, match="the deck is empty"):
        game.turn(small_game("rrrrr", ""), 0, 0, first_action)


def test_a_forced_refresh_uses_up_the_limit():
    state = small_game("ggggg", "gggrrrrr", gods_in_hand=3)
    record = game.turn(state, 0, 0, always_refresh)
    assert len(record["refresh"]) == record["extra"]["forced"] == 1


def test_decisions_on_refreshing_count_the_refreshes_before():
    asked = []

    def ask(state, seat, round_index, phase, repeat, actions):
        asked.append((phase, repeat))
        return actions[-1]

    state = small_game("ggggg", "gggrrrrr", with_fields(refresh_limit=3, refresh_threshold=0), gods_in_hand=3)
    game.turn(state, 0, 0, ask)
    assert asked[:2] == [("refresh", 1), ("refresh", 2)] and asked[2][0] == "take"


def test_a_god_limit_of_none():
    for block in range(5):
        record = play(with_fields(god_limit=0), 4, 1, block, ["random"] * 4)
        assert record["extra"]["gods_taken"] == [0, 0, 0, 0]
        assert all(turn["advance"] is None for turn in record["turns"])


def test_a_taken_god_stays_in_hand():
    state = small_game("grrrr", "rr")
    god, filler = state.rome[0], state.deck[0]
    record = game.turn(state, 0, 0, first_action)
    assert (record["take"], record["advance"], record["refill"]) == (god.id, "africa", filler.id)
    assert state.rome[0] == filler and state.hands[0][-1] == god and len(state.hands[0]) == 4
    assert state.table.cards[0][0].id == record["play"]
