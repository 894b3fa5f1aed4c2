"""What bots think an action is worth, against the same thing done the long way: carry the action out and look at the points."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest

from quorumsim.bots.registry import Bot, parse
from quorumsim.quorum.game import Action, Game
from quorumsim.quorum.layout import PLAY
from quorumsim.quorum.names import PROVINCES
from quorumsim.quorum.rules import resolve
from tests.agreement import oracle_rules, random_rules
from tests.bots.asking import scores
from tests.oracle.scoring import POINTS_OF_TYPE, RomeCard
from tests.random_play import COMPILED, STANDARD, after, lead, positions, twin

pytestmark = [pytest.mark.kernel, pytest.mark.nojit]

OFFICES = ("senator", "censor", "tribune", "legate", "aedile")
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


@pytest.mark.parametrize("name", ["tribune", "legate"])
def test_a_racer_adds_its_race_in_its_part_of_the_game_and_its_saved_banners_outside(moments, name):
    bot, greedy = parse(name), parse("greedy")
    weights = dict.fromkeys(("space", "overtaken", "first", "begin", "end", "saved"), 0.0) | dict(bot.weights)
    parts = Counter()
    for phase in ("take", "advance", "play"):
        for game in of_phase(moments, phase):
            banners = {card.id: card.banner for card in game.rules.cards}
            played = game.round - 1
            racing = weights["begin"] * game.rules.rounds <= played < weights["end"] * game.rules.rounds
            parts[racing] += 1
            for action, own, plain in zip(game.legal_actions(), scores(game, bot), scores(game, greedy), strict=True):
                added = 0.0
                if phase == "advance" or action.card is not None:
                    moved = played_at_once(game, action) if phase == "take" else after(game, action)
                    spaces, overtaken = race(game, moved)
                    if racing:
                        added = weights["space"] * spaces + weights["overtaken"] * overtaken
                        added += weights["first"] * becomes_first(game, moved)
                    elif phase != "advance":
                        added = weights["saved"] * banners[action.card] * (1 if phase == "take" else -1)
                assert own == pytest.approx(plain + added)
    assert not COMPILED or min(parts[True], parts[False]) > 20


def becomes_first(before: Game, moved: Game) -> int:
    """On how many tracks the seat was not ahead of all others and now is."""
    seat, tie = before.seat, before.rules.track_tie
    old, new = Tracks(before.positions, before.order, tie), Tracks(moved.positions, moved.order, tie)
    others = [other for other in range(before.players) if other != seat]
    return sum(all(new.is_ahead(province, seat, other) for other in others)
               and not all(old.is_ahead(province, seat, other) for other in others) for province in PROVINCES)


def test_censor_adds_what_rivals_would_get_from_a_card_and_what_they_lose(moments):
    bot = parse("censor")
    weights = dict(bot.weights)
    for phase in ("take", "advance", "play"):
        for game in of_phase(moments, phase):
            for action, own in zip(game.legal_actions(), scores(game, bot), strict=True):
                expected = greedy_by_hand(game, action)
                if phase != "take":
                    expected += weights["pushed"] * rivals_lose(game, after(game, action))
                elif action.card is not None:
                    expected += weights["pushed"] * rivals_lose(game, played_at_once(game, action))
                    wanted = [would_bring(game, action.card, other) for other in still_to_move(game)]
                    expected += weights["denied"] * max([0, *wanted])
                assert own == pytest.approx(expected)


def rivals_lose(before: Game, moved: Game) -> int:
    """Points that the totals of all rivals together fell by."""
    return sum(before.totals[other] - moved.totals[other] for other in range(before.players) if other != before.seat)


def still_to_move(game: Game) -> list[int]:
    """The rivals who have a turn before the seat's next one: in the last round only those behind it."""
    last = game.round == game.rules.rounds
    return [other for other in range(game.players) if other > game.seat or (other < game.seat and not last)]


def would_bring(game: Game, card: int, seat: int) -> int:
    """What a card would add to the total of any seat, if it had the card in hand and the turn."""
    other, place = twin(game), game.rules.hand_size
    other.state.hands[seat, place] = game.index[card]
    seen = other.state.seen
    seen.seat, seen.phase, seen.hand_count = seat, PLAY, place + 1
    other.apply(place)
    return other.totals[seat] - game.totals[seat]


def test_aedile_adds_what_a_card_makes_of_the_average_card_to_come(moments):
    """Set points that one more Rome card would add on average: with the card less without it, for each round left."""
    bot, greedy = parse("aedile"), parse("greedy")
    weight = dict(bot.weights)["opened"]
    for phase in ("take", "advance", "play"):
        for game in of_phase(moments, phase):
            rules = oracle_rules(game.rules)
            cards = {card["id"]: RomeCard(*(card[field] for field in RomeCard._fields)) for card in rules["cards"]}
            table = [cards[card] for card in game.table(game.seat)]
            left, without = game.rules.rounds - game.round, hope(rules, table, cards)
            for action, own, plain in zip(game.legal_actions(), scores(game, bot), scores(game, greedy), strict=True):
                opened = 0.0 if action.card is None else hope(rules, [*table, cards[action.card]], cards) - without
                assert own == pytest.approx(plain + weight * left * opened)


def hope(rules: dict, table: list[RomeCard], cards: dict[int, RomeCard]) -> float:
    """Set points that one more card would add to a table, on average over the Rome cards, each icon taken by itself."""
    added = 0
    for kind, points in POINTS_OF_TYPE.items():
        now = points(rules, table)
        for card in cards.values():
            pieces = [card._replace(products=(product,)) for product in card.products] if kind == "commerce" else [card]
            added += sum(points(rules, [*table, piece]) - now for piece in pieces)
    return added / len(cards)


@pytest.mark.parametrize("name", ["greedy", "rival", *OFFICES, *LEANINGS])
def test_rome_is_kept_for_its_best_take(moments, name):
    bot = parse(name)
    for game in of_phase(moments, "refresh"):
        refreshing = lead(game, game.seat) if name == "rival" else 0.0
        assert scores(game, bot) == pytest.approx(refresh_by_hand(game, bot, refreshing))


def test_the_worth_of_a_hidden_god_is_the_same_in_every_slot(moments):
    for game in of_phase(moments, "take"):
        for name in ("greedy", "rival", *OFFICES, "pious"):
            worths = zip(game.legal_actions(), scores(game, parse(name)), strict=True)
            hidden = [worth for action, worth in worths if action.card is None]
            assert all(one == other for one, other in pairwise(hidden))
