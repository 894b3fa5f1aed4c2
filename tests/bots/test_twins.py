"""What bots think an action is worth, against the same thing done the long way: carry the action out and look at the points."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest

from quorumsim.bots.registry import Bot, parse
from quorumsim.quorum.game import Action, Game
from quorumsim.quorum.names import PROVINCES
from quorumsim.quorum.rules import resolve
from tests.agreement import random_rules
from tests.bots.asking import scores
from tests.random_play import COMPILED, STANDARD, after, lead, positions, twin

pytestmark = [pytest.mark.kernel, pytest.mark.nojit]

LEANINGS = ("military", "intrigue", "architecture", "commerce", "pious", "heathen")
GAMES, PER_PHASE = (2, 8) if COMPILED else (1, 1)


@pytest.fixture(scope="module")
def moments() -> list[Game]:
    """Positions of all four phases under the standard rules and some drawn ones."""
    draw = random.Random(6)
    rule_sets = [(STANDARD, 4), (resolve("refresh-at-2"), 3), (STANDARD, 2)]
    rule_sets += [(random_rules(draw, players), players) for players in (2, 3, 4)]
    found = []
    for number, (rules, players) in enumerate(rule_sets):
        found += positions(rules, players, range(50 * number, 50 * number + GAMES), PER_PHASE)
    assert {game.phase for game in found} == {"refresh", "take", "advance", "play"}
    return found


def of_phase(games: list[Game], phase: str) -> Iterator[Game]:
    return (game for game in games if game.phase == phase)


def played_at_once(game: Game, action: Action) -> Game:
    """After a take, and the card taken played at once."""
    taken = after(game, action)
    return after(taken, len(taken.hand(game.seat)) - 1)


def best_with_a_god(game: Game, action: Action, measure) -> float:
    """Mean over all gods nobody has taken, each copy once, of the best advance if that god lay in the slot."""
    state, gods = game.state, game.rules_array[0].card_god
    first = int(state.deck_first)
    places = [(name, place) for name, place in (
        *(("rome", slot) for slot in range(game.rules.rome_size)),
        *(("deck", place) for place in range(first, first + int(state.seen.deck_count))),
    ) if gods[state[name][place]] >= 0]  # fmt: skip
    worths = []
    for name, place in places:
        other = twin(game)
        here, there = int(other.state.rome[action.number]), int(other.state[name][place])
        other.state.rome[action.number], other.state[name][place] = there, here
        taken = after(other, action)
        worths.append(max(measure(after(taken, province)) for province in range(len(PROVINCES))))
    return sum(worths) / len(worths)


def worth_by_hand(game: Game, action: Action, measure) -> float:
    """What `measure` of the position will be behind an action, as docs/bots.md has it."""
    if game.phase == "take":
        hidden = action.card is None
        return best_with_a_god(game, action, measure) if hidden else measure(played_at_once(game, action))
    return measure(after(game, action))


def greedy_by_hand(game: Game, action: Action) -> float:
    seat, now = game.seat, game.totals[game.seat]
    return worth_by_hand(game, action, lambda position: position.totals[seat] - now)


def rival_by_hand(game: Game, action: Action) -> float:
    seat = game.seat
    return worth_by_hand(game, action, lambda position: lead(position, seat))


def refresh_by_hand(game: Game, bot: Bot, of_refreshing: float) -> list[float]:
    """Keeping Rome is worth its best take, refreshing what is given."""
    kept = twin(game)
    while kept.phase == "refresh":
        kept.apply(0)
    return [max(scores(kept, bot)), of_refreshing]


@pytest.mark.parametrize("phase", ["take", "advance", "play"])
def test_greedy_counts_the_points_it_gains_at_once(moments, phase):
    bot = parse("greedy")
    for game in of_phase(moments, phase):
        assert scores(game, bot) == pytest.approx([greedy_by_hand(game, action) for action in game.legal_actions()])


@pytest.mark.parametrize("phase", ["take", "advance", "play"])
def test_rival_counts_its_lead_over_the_best_of_the_others(moments, phase):
    bot = parse("rival")
    for game in of_phase(moments, phase):
        assert scores(game, bot) == pytest.approx([rival_by_hand(game, action) for action in game.legal_actions()])


@pytest.mark.parametrize("name", LEANINGS)
def test_a_leaning_is_added_to_what_greedy_counts(moments, name):
    bot, greedy = parse(name), parse("greedy")
    leaning = dict(bot.weights)
    for phase in ("take", "advance", "play"):
        for game in of_phase(moments, phase):
            types = {card.id: card.type for card in game.rules.cards}
            for action, own, plain in zip(game.legal_actions(), scores(game, bot), scores(game, greedy), strict=True):
                if phase == "advance":
                    assert own == plain
                else:
                    what = "god" if action.card is None else types[action.card]
                    assert own == pytest.approx(plain + leaning.get(what, 0.0))


def test_senator_adds_spaces_moved_and_rivals_overtaken(moments):
    bot, greedy = parse("senator"), parse("greedy")
    weights = dict(bot.weights)
    for phase in ("take", "advance", "play"):
        for game in of_phase(moments, phase):
            for action, own, plain in zip(game.legal_actions(), scores(game, bot), scores(game, greedy), strict=True):
                if phase == "take":
                    if action.card is None:
                        assert own == plain
                        continue
                    moved = played_at_once(game, action)
                else:
                    moved = after(game, action)
                spaces, overtaken = race(game, moved)
                assert own == pytest.approx(plain + weights["space"] * spaces + weights["overtaken"] * overtaken)


def race(before: Game, moved: Game) -> tuple[int, int]:
    """Spaces that the seat's markers moved, and the rivals that were ahead and now are behind."""
    seat, tie = before.seat, before.rules.track_tie
    old, new = Tracks(before.positions, before.order, tie), Tracks(moved.positions, moved.order, tie)
    spaces = sum(new.positions[province][seat] - old.positions[province][seat] for province in PROVINCES)
    overtaken = sum(old.is_ahead(province, other, seat) and new.is_ahead(province, seat, other)
                    for province in PROVINCES for other in range(before.players))
    return spaces, overtaken


class Tracks(NamedTuple):
    """Where the markers are: spaces and order by province, and how the rules rank those on one space."""

    positions: dict[str, list[int]]
    order: dict[str, list[int]]
    tie: str

    def is_ahead(self, province: str, one: int, other: int) -> bool:
        """Whether the marker of seat `one` is ahead of the other's."""
        spaces, order = self.positions[province], self.order[province]
        if spaces[one] != spaces[other]:
            return spaces[one] > spaces[other]
        return spaces[one] > 0 and self.tie != "shared" and order.index(one) < order.index(other)


@pytest.mark.parametrize("name", ["greedy", "rival", "senator", *LEANINGS])
def test_rome_is_kept_for_its_best_take(moments, name):
    bot = parse(name)
    for game in of_phase(moments, "refresh"):
        refreshing = lead(game, game.seat) if name == "rival" else 0.0
        assert scores(game, bot) == pytest.approx(refresh_by_hand(game, bot, refreshing))


def test_the_worth_of_a_hidden_god_is_the_same_in_every_slot(moments):
    for game in of_phase(moments, "take"):
        for name in ("greedy", "rival", "senator", "pious"):
            worths = zip(game.legal_actions(), scores(game, parse(name)), strict=True)
            hidden = [worth for action, worth in worths if action.card is None]
            assert all(one == other for one, other in pairwise(hidden))
