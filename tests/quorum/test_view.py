"""A view is not the state: exchange everything that a seat cannot see, and neither its view nor any bot's decision changes.

Hidden are the deck's order (but for the back of its top card), the faces of the gods in Rome, and the fronts of the cards that
the others were dealt (their backs, the banner's province, are open).
"""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from quorumsim.bots import kit
from quorumsim.quorum.game import Game
from quorumsim.quorum.layout import SCORE, STATE, STATE_TYPE, UNKNOWN_FRONT, VIEW, VIEW_TYPE
from quorumsim.quorum.names import PLAYERS
from quorumsim.quorum.rules import Rules, resolve
from tests.agreement import random_rules
from tests.bots.asking import scores
from tests.random_play import COMPILED, STANDARD, positions, twin

pytestmark = [pytest.mark.kernel, pytest.mark.nojit]

BOTS = (*kit.roster(None), *map(kit.parse, ("greedy@0.5", "senator@0.2", "random@1")))
GAMES, PER_PHASE = (2, 6) if COMPILED else (1, 1)


def rule_sets() -> Iterator[tuple[Rules, int]]:
    """The standard rules, one where Rome is often refreshed, and some drawn, with a number of players each."""
    draw = random.Random(17)
    for players in PLAYERS:
        yield STANDARD, players
        yield resolve("refresh-at-2"), players
        yield random_rules(draw, players), players


def exchange(game: Game, seat: int, draw: random.Random) -> Game:
    """The same position as `seat` knows it, with everything else drawn anew: cards behind equal backs change places,
    the deck is shuffled under its top card."""
    other = twin(game)
    state, seen = other.state, other.state.seen
    backs, gods = other.rules_array[0].card_province, other.rules_array[0].card_god
    first, count = int(state.deck_first), int(seen.deck_count)
    places = [(state.deck, first + place) for place in range(count)]
    places += [(state.rome, slot) for slot in range(game.rules.rome_size) if gods[state.rome[slot]] >= 0]
    for holder in range(game.players):
        if holder != seat:
            held = seen.held[holder][: len(game.hand(holder))]
            places += [(state.hands[holder], place) for place, card in enumerate(held) if card >= UNKNOWN_FRONT]
    for back in set(backs[: other.rules_array[0].cards]):
        alike = [(array, place) for array, place in places if backs[array[place]] == back]
        cards = [array[place] for array, place in alike]
        draw.shuffle(cards)
        for (array, place), card in zip(alike, cards, strict=True):
            array[place] = card
    under = state.deck[first + 1 : first + count].tolist()
    draw.shuffle(under)
    state.deck[first + 1 : first + count] = under
    other.show_rome()
    return other


def record(game: Game) -> dict[str, bytes]:
    """Every byte of the view that a bot is given, by field (between the fields lie bytes that mean nothing)."""
    return {name: game.state.seen[name].tobytes() for name in VIEW.names}


@pytest.fixture(scope="module")
def moments() -> list[Game]:
    """Positions of all four phases, from games played at random."""
    found = []
    for number, (rules, players) in enumerate(rule_sets()):
        found += positions(rules, players, range(100 * number, 100 * number + GAMES), PER_PHASE)
    phases = Counter(game.phase for game in found)
    assert set(phases) == {"refresh", "take", "advance", "play"}
    return found


def test_the_view_has_nothing_that_is_hidden(moments):
    draw, changed = random.Random(1), 0
    for game in moments:
        for _ in range(2):
            other = exchange(game, game.seat, draw)
            assert record(other) == record(game)
            changed += any((old != new).any() for old, new in zip(live(game), live(other), strict=True))
    assert changed > 1.8 * len(moments)  # the exchange is not idle


def test_the_view_of_a_seat_that_waits_has_nothing_that_is_hidden(moments):
    draw = random.Random(2)
    for game in moments:
        for seat in range(game.players):
            assert exchange(game, seat, draw).view(seat) == game.view(seat)


def test_no_bot_decides_by_what_is_hidden(moments):
    draw = random.Random(3)
    for game in moments:
        other = exchange(game, game.seat, draw)
        for bot in BOTS:
            assert scores(other, bot) == scores(game, bot), bot.name
            assert other.decide(bot) == game.decide(bot), bot.name


def test_the_past_does_not_tell_either():
    """The hidden cards exchanged before the first move and the same moves made: the view that a seat has built up is the same.

    Without refreshes, which would sort the exchanged cards into other places.
    """
    rules = resolve("standard", ["refresh_threshold=6"])
    compared = 0
    for seed in range(30 if COMPILED else 3):
        draw, players = random.Random(seed), PLAYERS[seed % 3]
        game, moves = Game(rules, players, seed), []
        for _ in range(draw.randrange(2 * rules.rounds * players)):
            moves.append(draw.choice(game.legal_actions()).number)
            game.apply(moves[-1])
        if game.state.seen.refreshes:  # forced
            continue
        for seat in range(players):
            expected = exchange(game, seat, draw)
            other = Game(rules, players, seed)
            relabel(other, game, expected)
            for move in moves:
                other.apply(move)
            assert (other.deck, other.rome) == (expected.deck, expected.rome)
            assert other.view(seat) == game.view(seat)
            if seat == game.seat:
                assert record(other) == record(game)
            compared += 1
    assert compared >= (60 if COMPILED else 2)


def live(game: Game) -> list[np.ndarray]:
    """The cards in the deck, in Rome and in the hands, as the kernel has them."""
    state, first = game.state, int(game.state.deck_first)
    hands = [state.hands[seat][: len(game.hand(seat))] for seat in range(game.players)]
    return [state.deck[first : first + int(state.seen.deck_count)], state.rome[: game.rules.rome_size], *hands]


def relabel(start: Game, before: Game, exchanged: Game) -> None:
    """Makes the deal `start` one from which the moves that led to `before` lead to `exchanged`."""
    named = np.arange(256, dtype=np.uint8)
    for old, new in zip(live(before), live(exchanged), strict=True):
        named[old] = new
    for cards in (*live(start), *start.state.opening[: start.players, : start.rules.hand_size]):
        cards[:] = named[cards]
    start.show_rome()


def test_the_view_is_the_only_thing_a_bot_is_given():
    """A scoring function gets rules, view, an action, weights and scratch; the view is a record of its own without a deck."""
    hidden = set(STATE.names) - {"seen"} - {"rome"}  # Rome is in both: in the view its gods lie face down
    assert {"deck", "hands", "opening", "refresh_key", "decision_key"} <= hidden
    assert hidden & set(VIEW.names) == set()
    given = SCORE.args if COMPILED else ()
    assert STATE_TYPE not in given
    assert not COMPILED or VIEW_TYPE in given
