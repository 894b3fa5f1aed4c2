"""Completions of a view: every card is somewhere, nothing contradicts what was seen, and each deal that fits is as likely."""

import random
from collections import Counter

import numba
import numpy as np
import pytest
from scipy.stats import chisquare

from quorumsim.compiled import jit
from quorumsim.engine.steps import Fields
from quorumsim.quorum.completion import complete
from quorumsim.quorum.game import Game
from quorumsim.quorum.layout import CARDS, RULES_TYPE, STATE, STATE_TYPE, UNKNOWN_FRONT, VIEW
from quorumsim.quorum.names import PLAYERS
from quorumsim.quorum.rules import resolve
from tests.agreement import random_rules
from tests.random_play import COMPILED, STANDARD, positions, twin, walk

pytestmark = [pytest.mark.kernel, pytest.mark.nojit]


@jit(numba.types.void(numba.types.Array(RULES_TYPE, 1, "C"), numba.types.Array(STATE_TYPE, 1, "C"), numba.types.uint64,
                      numba.types.Array(STATE_TYPE, 1, "C"), numba.types.uint8[::1]), cache=False)  # fmt: skip
def _complete(rules, states, key, completed, pool):
    complete(rules[0], states[0].seen, key, completed[0], pool)


def completion(game: Game, key: int) -> Game:
    """The game as a completion of the view of the seat to move has it."""
    other = twin(game)
    other.states = np.zeros(1, STATE)
    _complete(game.rules_array, game.states, np.uint64(key), other.states, np.zeros(CARDS, np.uint8))
    other._now = Fields(other.states)
    return other


def moments() -> list[Game]:
    """Positions of all phases, from games played at random, under the standard and other rules."""
    draw, found = random.Random(23), []
    games, per_phase = (3, 8) if COMPILED else (1, 1)
    for players in PLAYERS:
        for rules in (STANDARD, resolve("refresh-at-2"), random_rules(draw, players)):
            found += positions(rules, players, range(games), per_phase)
    return found


def hidden(game: Game) -> tuple:
    """What the seat to move does not see."""
    hands = [game.hand(seat) for seat in range(game.players) if seat != game.seat]
    return tuple(map(tuple, hands)), tuple(game.rome), tuple(game.deck)


def test_every_card_is_somewhere_once():
    for game in moments():
        other = completion(game, 5)
        cards = [*other.deck, *other.rome]
        for seat in range(game.players):
            cards += [*other.hand(seat), *other.table(seat)]
        assert sorted(cards) == sorted(int(card) for card in game.ids)


def test_nothing_contradicts_what_was_seen():
    for game in moments():
        for key in range(3):
            other = completion(game, key)
            other.show_rome()
            for name in VIEW.names:
                assert other.state.seen[name].tobytes() == game.state.seen[name].tobytes(), name


def test_no_front_is_a_card_that_was_shown():
    """A card that lay in Rome and was shuffled back was dealt to nobody, and a dealt card shows its back."""
    shown_somewhere = 0
    for game in moments():
        seen, provinces = game.state.seen, game.rules_array[0].card_province
        shown_somewhere += int(seen.shown.sum())
        other = completion(game, 7)
        for seat in range(game.players):
            for place in range(len(game.hand(seat))):
                if seat != game.seat and seen.held[seat, place] >= UNKNOWN_FRONT:
                    card = other.state.hands[seat, place]
                    assert provinces[card] == seen.held[seat, place] - UNKNOWN_FRONT
                    assert not seen.shown[card]
    assert shown_somewhere


def test_completions_differ_and_the_same_key_gives_the_same():
    for game in moments():
        if len(game.deck) > 5:
            found = {hidden(completion(game, key)) for key in range(6)}
            assert len(found) == 6
            assert hidden(completion(game, 3)) == hidden(completion(game, 3))


def test_the_completion_does_not_depend_on_what_is_hidden():
    for game in moments():
        other = completion(game, 11)
        assert hidden(completion(other, 4)) == hidden(completion(game, 4))


@pytest.mark.skipif(not COMPILED, reason="thousands of completions")
def test_every_card_that_fits_is_as_likely():
    game = next(game for number, game in enumerate(walk(STANDARD, 2, 3)) if number == 20)
    seen, tries = game.state.seen, 6000
    rival = 1 - game.seat
    place = next(place for place in range(4) if seen.held[rival, place] >= UNKNOWN_FRONT)
    fronts, tops, last = Counter(), Counter(), Counter()
    for key in range(tries):
        other = completion(game, key)
        fronts[other.hand(rival)[place]] += 1
        tops[other.deck[0]] += 1
        last[other.deck[-1]] += 1
    assert len(fronts) > 2
    assert len(last) > 30
    for found in (fronts, tops):
        assert chisquare(list(found.values())).pvalue > 1e-4
