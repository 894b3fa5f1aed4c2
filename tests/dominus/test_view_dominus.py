"""A view is not the state: deal everything anew that nobody can see, and neither the view nor any bot's decision changes.

Hidden are which face-down token lies in which province, and the city tiles still to come.
"""

import random
from collections import Counter
from collections.abc import Iterator

import numba
import numpy as np
import pytest

from quorumsim.compiled import jit
from quorumsim.dominus import kit
from quorumsim.dominus.completion import complete
from quorumsim.dominus.game import Game
from quorumsim.dominus.layout import NO_TOKEN, RECORDS, RULES_TYPE, STATE_TYPE, TOKENS, VIEW
from quorumsim.dominus.names import PLAYERS
from quorumsim.dominus.rules import Rules, resolve
from quorumsim.engine.records import array_of
from tests.dominus.agreement import READINGS, random_rules
from tests.dominus.random_dominus import COMPILED, twin, walk

pytestmark = [pytest.mark.kernel, pytest.mark.nojit]

BOTS = (*kit.roster(None), *map(kit.parse, ("mixed@0.5", "random@1")))
PER_PHASE = 4 if COMPILED else 1


@jit(numba.types.void(array_of(RULES_TYPE), array_of(STATE_TYPE), numba.types.uint64, array_of(STATE_TYPE),
                      numba.types.uint8[::1]), cache=False)  # fmt: skip
def _complete(rules, states, key, completed, pool):
    complete(rules[0], states[0].seen, key, completed[0], pool)


def completion(game: Game, key: int) -> Game:
    """The position completed from its view, with the keys of decisions of the game itself."""
    other = twin(game)
    other.states[:] = np.zeros(1, RECORDS.state)
    _complete(game.rules_array, game.states, np.uint64(key), other.states, np.zeros(RECORDS.pool, np.uint8))
    other.state.decision_key, other.state.search_key = game.state.decision_key, game.state.search_key
    other.present()
    return other


def exchange(game: Game, draw: random.Random) -> Game:
    """The same position with face-down tokens exchanged and another stream of tiles, drawn by the test."""
    other = twin(game)
    state = other.state
    lying = np.flatnonzero(state.token != NO_TOKEN)
    kinds = state.token[lying].tolist()
    draw.shuffle(kinds)
    state.token[lying] = kinds
    state.tile_key = np.uint64(draw.getrandbits(64))
    other.present()
    return other


def record(game: Game) -> dict[str, bytes]:
    """Every byte of the view that a bot is given, by field (between the fields lie bytes that mean nothing)."""
    return {name: game.state.seen[name].tobytes() for name in VIEW.names}


def rule_sets() -> Iterator[tuple[Rules, int]]:
    """The four readings and some rules drawn at random, with a number of players each."""
    draw = random.Random(17)
    for number, name in enumerate(READINGS):
        yield resolve(name), PLAYERS[number % len(PLAYERS)]
    for players in PLAYERS:
        yield random_rules(draw), players


@pytest.fixture(scope="module")
def moments() -> list[Game]:
    """Positions of all three phases, from games played at random."""
    found = []
    for number, (rules, players) in enumerate(rule_sets()):
        by_phase: dict[str, list[Game]] = {}
        for game in walk(rules, players, number):
            if not game.done:
                by_phase.setdefault(game.phase, []).append(twin(game))
        draw = random.Random(number)
        for kept in by_phase.values():
            found += draw.sample(kept, min(PER_PHASE, len(kept)))
    assert set(Counter(game.phase for game in found)) == {"act", "again", "reserve"}
    return found


@pytest.mark.parametrize("anew", ["exchanged", "completed"])
def test_neither_the_view_nor_what_is_legal_nor_what_bots_decide_tells_anything_hidden(moments, anew):
    draw, differ = random.Random(1), 0
    for game in moments:
        other = exchange(game, draw) if anew == "exchanged" else completion(game, draw.getrandbits(64))
        assert record(other) == record(game)
        assert other.view(game.seat) == game.view(game.seat)
        assert other.legal_actions() == game.legal_actions()
        assert other.places() == game.places()
        for bot in BOTS:
            assert other.decide(bot) == game.decide(bot), bot.name
        differ += other.stream(500) != game.stream(500)
    assert differ == len(moments)


def test_what_is_hidden_does_matter():
    """The exchange is not idle: the same actions lead to other tiles and other tokens."""
    rules, draw = resolve("reconstructed"), random.Random(3)
    games = [Game(rules, 3, 1)]
    games += [exchange(games[0], draw), completion(games[0], 5)]
    while not games[0].done:
        action = draw.choice(games[0].legal_actions()).number
        for game in games:
            if action in [other.number for other in game.legal_actions()]:
                game.apply(action)
        if any(game.phase != games[0].phase for game in games):
            break
    assert len({str(game.view(0)) for game in games}) == 3


def test_a_completion_has_the_tokens_that_are_left_where_they_lie(moments):
    for game in moments:
        kinds = Counter(game.tokens.values())
        for key in range(3):
            other = completion(game, key)
            assert other.tokens.keys() == game.tokens.keys()
            assert Counter(other.tokens.values()) == kinds
            assert other.snapshot() == game.snapshot() | {"tokens": other.tokens}


@pytest.mark.skipif(not COMPILED, reason="too slow in plain Python")
def test_completions_are_all_equally_likely():
    """Each kind of token in each province as often, whatever the true one is; tiles come by the rules' rates."""
    game = Game(resolve("literal"), 2, 8)
    found: Counter[tuple[str, str]] = Counter()
    symbols, games = 0, 1500
    for key in range(games):
        other = completion(game, key)
        found.update(other.tokens.items())
        symbols += other.stream(60)[-1] >= 12
    assert len(found) == TOKENS * 6
    expected = games / 6
    assert all(abs(count - expected) < 5 * np.sqrt(expected * 5 / 6) for count in found.values())
    assert abs(symbols / games - 0.25) < 4 * np.sqrt(0.25 * 0.75 / games)


def test_completions_by_other_keys_differ(moments):
    several = [game for game in moments if len(set(game.tokens.values())) > 2]
    assert several
    for game in several:
        assert len({tuple(completion(game, key).tokens.items()) for key in range(8)}) > 1
    assert len({tuple(completion(moments[0], key).stream(40)) for key in range(8)}) == 8


def test_the_plain_view_hides_the_faces_of_tokens():
    game = Game(resolve("literal"), 3, 2)
    view = game.view(1)
    assert view["tokens"] == list(game.tokens)
    assert view["unseen"] == dict(Counter(game.tokens.values()))
    assert not any(view[name] == game.tokens for name in view)
