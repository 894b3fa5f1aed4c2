"""What is true of the game, asked of the oracle: the rulebook's examples, every rules field, whole random games."""

import json
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from . import bots, chance, game, scoring
from .game import Game, God, advance, change_token, use_god
from .play import play
from .rules import standard
from .scoring import PRODUCTS, PROVINCES, TYPES, RomeCard, Table

STANDARD = standard()
EXAMPLES = json.loads((Path(__file__).parents[1] / "cases" / "rulebook.json").read_text(encoding="utf-8"))
RING = list(PROVINCES)
HOME = {"military": "gallia", "intrigue": "germania", "commerce": "hispania", "architecture": "macedonia"}


def with_fields(**fields) -> dict:
    return {**STANDARD, **fields}


def card(type="military", power=0, province="africa", banner=1, building=None, products=(), id=0) -> RomeCard:
    return RomeCard(id, type, power, province, banner, building, tuple(products))


def military_cards(*powers: int) -> list[RomeCard]:
    return [card("military", power) for power in powers]


def table_of(cards: list[list[RomeCard]], rules: dict = STANDARD) -> Table:
    table = game.opening_table(rules, len(cards))
    table.cards = [list(own) for own in cards]
    return table


def walk(rules: dict, players: int, moves: list[tuple[int, int]], token: int = 4) -> Table:
    """Markers in Asia after the (seat, spaces) moves."""
    table = table_of([[] for _ in range(players)])
    table.tokens["asia"] = token
    for seat, spaces in moves:
        advance(rules, table, seat, "asia", spaces)
    return table


# --- chance ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "outputs"),
    [
        (
            1234567,
            [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821],
        ),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
    ],
)
def test_splitmix64_published_vectors(seed, outputs):
    assert [chance.nth(seed, i) for i in range(len(outputs))] == outputs


def test_a_stream_is_the_generator_four_levels_down():
    seed_key = chance.nth(1234567, 0)
    assert seed_key == 6457827717110365317
    key = chance.nth(chance.nth(chance.nth(seed_key, 8), 2), 77)
    assert chance.stream_key(chance.block_key(1234567, 8), "decision", 77) == key


def test_every_decision_has_its_own_index():
    indices = {
        chance.decision_index(round_index, seat, phase, repeat)
        for round_index in range(20)
        for seat in range(4)
        for phase in chance.PHASES
        for repeat in range(16)
    }
    assert indices == set(range(20 * 4 * 4 * 16))


def test_a_card_more_leaves_the_order_of_the_others():
    codes = [card["id"] * 256 for card in STANDARD["cards"]]
    whole = chance.shuffled(99, codes, codes)
    assert chance.shuffled(99, codes[1:], codes[1:]) == [code for code in whole if code != codes[0]]


def test_draws_to_numbers():
    assert chance.unit(0) == 0 and chance.unit(2**64 - 1) == 1 - 2**-53
    assert [chance.among(draw, 5) for draw in (0, 2**63, 2**64 - 1)] == [0, 2, 4]


# --- the card list ---------------------------------------------------------------------------------------------------


def test_card_list_margins():
    cards = game.rome_cards(STANDARD)
    assert [each.id for each in cards] == list(range(1, 73))
    assert Counter(each.type for each in cards) == dict.fromkeys(TYPES, 18)
    assert Counter(each.power for each in cards) == {0: 6, 1: 24, 2: 24, 3: 18}
    for type in TYPES:
        powers = (0, 1, 2) if type == "intrigue" else (1, 2, 3)
        assert Counter(each.power for each in cards if each.type == type) == dict.fromkeys(powers, 6)
    for province in PROVINCES:
        banners = [each.banner for each in cards if each.province == province]
        assert Counter(banners) == {1: 4, 2: 4, 3: 4}
    buildings = Counter(each.building for each in cards if each.type == "architecture")
    assert len(buildings) == 6 and set(buildings.values()) == {3}
    assert all((each.building is None) == (each.type != "architecture") for each in cards)
    assert Counter(product for each in cards for product in each.products) == dict.fromkeys(PRODUCTS, 8)
    assert all((2 <= len(each.products) <= 3) == (each.type == "commerce") for each in cards)


def test_no_banner_helps_its_own_card_to_count():
    assert {province: STANDARD["provinces"][province]["counts"] for province in PROVINCES} == {
        "africa": {"powers": [1]},
        "asia": {"powers": [2]},
        **{province: {"types": [type]} for type, province in HOME.items()},
    }
    for each in game.rome_cards(STANDARD):
        assert scoring.counted_cards(STANDARD, each.province, [each]) == 0


def test_gods_follow_the_cards():
    gods = game.god_cards(STANDARD)
    assert [god.id for god in gods] == list(range(73, 87))
    assert [(god.number, god.copy) for god in gods] == [(number, copy) for number in range(1, 8) for copy in (0, 1)]
    assert (gods[-1].left, gods[-1].right) == (1, -1)


# --- the rulebook's examples -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES["military"])
def test_rulebook_military(example):
    assert scoring.military(STANDARD, military_cards(*example["powers"])) == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["intrigue"])
def test_rulebook_intrigue(example):
    cards = [card("intrigue", 0)] * example["intrigue_cards"] + [card("commerce", 3)] * example["power3_cards"]
    assert scoring.intrigue(STANDARD, cards) == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["architecture"])
def test_rulebook_architecture(example):
    cards = [card("architecture", 1, building=building) for building in example["buildings"]]
    assert scoring.architecture(STANDARD, cards) == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["commerce"])
def test_rulebook_commerce(example):
    cards = [card("commerce", 1, products=[product] * icons) for product, icons in example["icons"].items()]
    assert scoring.commerce(STANDARD, cards) == example["points"]


@pytest.mark.parametrize("example", EXAMPLES["province"])
def test_rulebook_province(example):
    power = STANDARD["provinces"][example["province"]]["counts"]["powers"][0]
    table = table_of([[card("military", power)] * seat["counted"] for seat in example["seats"]])
    table.tokens[example["province"]] = example["token"]
    for seat in sorted(range(table.players), key=lambda seat: example["seats"][seat]["arrived"]):
        advance(STANDARD, table, seat, example["province"], example["seats"][seat]["space"])
    for seat, expected in enumerate(example["seats"]):
        assert scoring.points(STANDARD, table, seat)[example["province"]] == expected["points"]


@pytest.mark.parametrize("example", EXAMPLES["god"])
def test_rulebook_god(example):
    number = 1 + [god["name"] for god in STANDARD["gods"]].index(example["god"])
    god = next(god for god in game.god_cards(STANDARD) if god.number == number)
    ring = example["ring_around"] + [province for province in PROVINCES if province not in example["ring_around"]]
    table = table_of([[], []])
    table.tokens |= example["tokens_before"]
    use_god(STANDARD, table, ring, 1, god, example["advance"])
    unchanged = {province: 2 for province in PROVINCES if province not in example["tokens_after"]}
    assert table.tokens == unchanged | example["tokens_after"]
    assert table.positions == {province: [0, int(province == example["advance"])] for province in PROVINCES}


@pytest.mark.parametrize("example", EXAMPLES["total"])
def test_rulebook_total(example):
    """A table made up to give every line of the example; the rulebook does not list its cards."""
    cards = (
        military_cards(1, 2, 3, 1, 2)
        + [card("intrigue", 0)] * 2
        + [card("architecture", 1, building="bath"), card("architecture", 1, building="temple")]
        + [card("commerce", 3, products=["fish"] * 4)]
        + [card("commerce", 1, products=["wood"])] * 2
    )
    table = table_of([cards, []])
    table.tokens["hispania"] = 3
    advance(STANDARD, table, 0, "gallia", 4)
    advance(STANDARD, table, 1, "germania", 2)
    advance(STANDARD, table, 0, "germania", 1)
    advance(STANDARD, table, 0, "hispania", 1)
    lines = scoring.points(STANDARD, table, 0)
    assert {type: lines[type] for type in TYPES} == example["types"]
    assert sorted(lines[province] for province in PROVINCES) == sorted(example["provinces"])
    assert lines["total"] == example["total"]


# --- points for each type --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("powers", "fields", "points"),
    [
        ((1, 2, 2, 3), {}, 10),
        ((1, 2, 2, 3), {"military_trio": 8}, 10),  # two pairs beat the trio
        ((1, 2, 3), {"military_trio": 4}, 5),
        ((1, 1, 2, 3, 3), {}, 10),
        ((1, 1, 2, 2, 3), {}, 15),
        ((0, 1), {}, 0),
        ((0, 1), {"military_zero_pairs": True}, 5),
        ((0, 1, 2), {"military_zero_pairs": True}, 5),
        ((0, 1, 2, 3), {"military_zero_pairs": True}, 10),
        ((0, 1, 2, 3), {"military_zero_pairs": True, "military_trio": 9}, 10),
        ((), {}, 0),
    ],
)
def test_military_takes_the_best_split(powers, fields, points):
    assert scoring.military(with_fields(**fields), military_cards(*powers)) == points


def test_only_military_cards_make_sets():
    assert scoring.military(STANDARD, [card("commerce", 1), card("military", 2), card("intrigue", 2)]) == 0


def test_intrigue_counts_its_own_cards_among_the_powerful():
    cards = [card("intrigue", 2), card("intrigue", 0), card("military", 2), card("commerce", 3)]
    assert scoring.intrigue(STANDARD, cards) == 2
    assert scoring.intrigue(with_fields(intrigue_power=2, intrigue_points=3), cards) == 12


def test_architecture_ladder():
    names = ["aqueduct", "arch", "bath", "colosseum", "temple", "theatre"]
    built = [[card("architecture", building=name) for name in names[:count]] for count in range(7)]
    assert [scoring.architecture(STANDARD, cards) for cards in built] == [0, 1, 4, 8, 12, 18, 24]


def test_commerce_ladder():
    held = [[card("commerce", products=["wine"])] * count for count in range(7)]
    assert [scoring.commerce(STANDARD, cards) for cards in held] == [0, 0, 2, 4, 6, 6, 6]
    nothing_costs = with_fields(commerce_points=[-1, 0, 5])
    assert [scoring.commerce(nothing_costs, cards) for cards in held[:4]] == [-6, -5, 0, 0]


def test_a_province_may_count_types_and_powers_together():
    cards = [card("military", 1), card("military", 2), card("intrigue", 2)]

    def count(counts):
        return scoring.counted_cards({"provinces": {"asia": {"counts": counts}}}, "asia", cards)

    assert count({"types": ["military"], "powers": [2]}) == 1
    assert count({"types": ["military", "intrigue"]}) == 3
    assert count({"powers": [1, 3]}) == 1
    assert count({}) == 3


# --- order in a province ---------------------------------------------------------------------------------------------

FOUR_MOVES = [(2, 5), (0, 5), (3, 7), (1, 5)]  # 3 ahead; then 2, 0 and 1 in the order of arrival


def test_further_then_earlier_is_ahead():
    table = walk(STANDARD, 4, FOUR_MOVES)
    assert scoring.province_order(STANDARD, table, "asia") == [3, 2, 0, 1]
    assert scoring.province_multipliers(STANDARD, table, "asia") == {3: 4, 2: 3, 0: 2, 1: 1}
    assert scoring.province_order(STANDARD, table, "africa") == []


def test_leaving_and_being_caught_up():
    table = walk(STANDARD, 2, [(0, 2), (1, 1), (0, 1), (1, 2)])
    assert table.positions["asia"] == [3, 3]
    assert scoring.province_order(STANDARD, table, "asia") == [0, 1]


def test_last_to_arrive_may_be_ahead():
    rules = with_fields(track_tie="last")
    table = walk(rules, 4, FOUR_MOVES)
    assert scoring.province_order(rules, table, "asia") == [3, 1, 0, 2]
    assert scoring.province_multipliers(rules, table, "asia") == {3: 4, 1: 3, 0: 2, 2: 1}


@pytest.mark.parametrize(
    ("shared_tie", "token", "multipliers"),
    [
        ("best", 4, {3: 4, 2: 3, 0: 3, 1: 3}),
        ("worst", 4, {3: 4, 2: 1, 0: 1, 1: 1}),
        ("average", 4, {3: 4, 2: 2, 0: 2, 1: 2}),
        ("average", 3, {3: 3, 2: 1, 0: 1, 1: 1}),
        ("average", 2, {3: 2, 2: 0, 0: 0, 1: 0}),  # (1 + 0 + 0) / 3, rounded down
    ],
)
def test_markers_on_a_space_may_share_their_ranks(shared_tie, token, multipliers):
    rules = with_fields(track_tie="shared", shared_tie=shared_tie)
    table = walk(rules, 4, FOUR_MOVES, token)
    assert scoring.province_order(rules, table, "asia") == [3, 2, 0, 1]
    assert scoring.province_multipliers(rules, table, "asia") == multipliers


def test_average_is_rounded_before_it_is_multiplied():
    rules = with_fields(track_tie="shared", shared_tie="average")
    table = table_of([[card("military", 2)] * 4, []])
    for seat in (1, 0):
        advance(rules, table, seat, "asia", 3)
    assert scoring.points(rules, table, 0)["asia"] == (2 + 1) // 2 * 4


def test_rank_loss():
    rules = with_fields(rank_loss=[0, 0, 2, 9])
    assert scoring.province_multipliers(rules, walk(rules, 4, FOUR_MOVES), "asia") == {3: 4, 2: 4, 0: 2, 1: 0}


def test_end_of_the_track():
    moves = [(0, 14), (1, 15), (0, 3), (1, 1)]
    table = walk(STANDARD, 2, moves)
    assert table.positions["asia"] == [15, 15]
    assert scoring.province_order(STANDARD, table, "asia") == [1, 0]
    restack = with_fields(track_end="restack")
    table = walk(restack, 2, moves)
    assert table.positions["asia"] == [15, 15]
    assert scoring.province_order(restack, table, "asia") == [0, 1]
    assert walk(with_fields(track_length=4), 2, moves).positions["asia"] == [4, 4]


def test_no_spaces_are_no_move():
    restack = with_fields(track_end="restack")
    table = walk(restack, 2, [(0, 15), (1, 15), (0, 0)])
    assert scoring.province_order(restack, table, "asia") == [0, 1]


# --- tokens and gods -------------------------------------------------------------------------------------------------


def test_token_overflow():
    clamp = with_fields(token_overflow="clamp")
    for rules, value, change, after in [
        (STANDARD, 4, 1, 4),
        (STANDARD, 1, -1, 1),
        (STANDARD, 3, 2, 3),
        (clamp, 3, 2, 4),
        (clamp, 2, -3, 1),
        (clamp, 2, 1, 3),
    ]:
        table = table_of([[], []])
        table.tokens["asia"] = value
        change_token(rules, table, "asia", change)
        assert table.tokens["asia"] == after


def test_the_other_half_of_a_god_still_applies_and_the_ring_closes():
    table = table_of([[], []])
    table.tokens["macedonia"] = 1
    use_god(STANDARD, table, RING, 0, God(79, 4, 0, -1, -1), "africa")
    assert (table.tokens["macedonia"], table.tokens["asia"]) == (1, 1)
    use_god(STANDARD, table, RING, 0, God(73, 1, 0, 1, 1), "macedonia")
    assert (table.tokens["hispania"], table.tokens["africa"]) == (3, 3)


def test_god_advance():
    table = table_of([[], []])
    use_god(with_fields(god_advance=0), table, RING, 0, God(73, 1, 0, 1, 1), "asia")
    assert table.positions["asia"] == [0, 0] and table.tokens["africa"] == 3
    use_god(with_fields(god_advance=3), table, RING, 0, God(73, 1, 0, 1, 1), "asia")
    assert table.positions["asia"] == [3, 0]


# --- start and end of the game ---------------------------------------------------------------------------------------


def test_start_spaces_are_walked_in_stack_order():
    spaces = {3: [{"asia": 2}, {}, {"asia": 2, "africa": 1}]}
    rules = with_fields(seat_spaces=spaces, seat_points={3: [0, 4, 1]})
    table = game.opening_table(rules, 3)
    assert table.positions["asia"] == [2, 0, 2] and table.positions["africa"] == [0, 0, 1]
    assert scoring.province_order(rules, table, "asia") == [0, 2]
    assert [scoring.total(rules, table, seat) for seat in range(3)] == [0, 4, 1]
    rules["start_stack"] = "reverse"
    assert scoring.province_order(rules, game.opening_table(rules, 3), "asia") == [2, 0]


def test_provinces_may_have_their_own_tokens():
    provinces = {**STANDARD["provinces"], "asia": {"counts": {}, "token_start": 5, "token_min": 5, "token_max": 6}}
    table = game.opening_table(with_fields(provinces=provinces), 2)
    assert table.tokens == {**dict.fromkeys(PROVINCES, 2), "asia": 5}


@pytest.mark.parametrize(
    ("tie_break", "places"),
    [
        ([], [1, 1, 1, 4]),
        (["influence"], [1, 3, 1, 4]),
        (["most_gods"], [2, 1, 2, 4]),
        (["fewest_gods"], [1, 3, 1, 4]),
        (["influence", "late_seat"], [2, 3, 1, 4]),
        (["influence", "early_seat"], [1, 3, 2, 4]),
    ],
)
def test_tie_break(tie_break, places):
    rules = with_fields(tie_break=tie_break, seat_points={4: [5, 5, 5, 1]})
    table = table_of([[], [], [], []])
    for seat, spaces in [(0, 3), (1, 2), (2, 3), (3, 9)]:
        advance(rules, table, seat, PROVINCES[seat], spaces)
    assert scoring.places(rules, table, gods=[1, 2, 1, 3]) == places


def test_setup_deals_without_gods_and_uses_every_card():
    for players in (2, 3, 4):
        start = game.setup(STANDARD, players, 3, 5)
        assert len(start.rome) == 5 and [len(hand) for hand in start.hands] == [4] * players
        dealt = start.rome + list(chain(*start.hands))
        assert all(isinstance(each, RomeCard) for each in dealt)
        assert sorted(game.ids(dealt + start.deck)) == list(range(1, 87))
        assert sorted(start.ring) == sorted(PROVINCES)
    assert game.setup(with_fields(ring=RING), 2, 3, 5).ring == RING


def test_the_number_of_players_only_deals_fewer_hands():
    two, four = (game.setup(STANDARD, players, 3, 5) for players in (2, 4))
    assert (two.rome, two.ring, two.hands) == (four.rome, four.ring, four.hands[:2])


# --- refreshing Rome -------------------------------------------------------------------------------------------------


def small_game(rome: str, deck: str, rules: dict = STANDARD, gods_in_hand: int = 0) -> Game:
    """Two seats; in `rome` and `deck` (top first) g is a god and r a Rome card, other cards in the hands."""
    gods, romans = iter(game.god_cards(STANDARD)), iter(game.rome_cards(STANDARD))
    kinds = {"g": gods, "r": romans}
    hand = [next(gods) for _ in range(gods_in_hand)] + [next(romans) for _ in range(4 - gods_in_hand)]
    other = [next(romans) for _ in range(4)]
    lie = [[next(kinds[kind]) for kind in word] for word in (rome, deck)]
    return Game(rules, 2, chance.block_key(1, 1), RING, lie[0], lie[1], [hand, other], table_of([[], []]))


def first_action(state, seat, round_index, phase, repeat, actions):
    return actions[0]


def always_refresh(state, seat, round_index, phase, repeat, actions):
    return actions[-1]


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


# --- bots ------------------------------------------------------------------------------------------------------------


def test_greedy_sees_the_points_of_a_move():
    state = small_game("rrrrr", "ggggg")
    state.table.cards[0] = military_cards(1, 2)
    state.table.tokens["gallia"] = 3
    gain = bots.card_gain(state, 0, card("military", 3, "gallia", 2))
    assert gain == (10 - 5) + 3 * 3
    assert bots.greedy_score(state, 0, "refresh", "refresh") == 0


def test_greedy_does_not_see_the_face_of_a_god():
    state = small_game("ggrrr", "gr")
    state.table.cards[0] = [card("commerce", 1, products=["wine"])] * 2
    gods = [each for each in state.rome + state.deck if isinstance(each, God)]
    best = [max(bots.god_gain(state, 0, god, province) for province in PROVINCES) for god in gods]
    assert bots.take_gain(state, 0, state.rome[0]) == bots.take_gain(state, 0, state.rome[1]) == sum(best) / 3


def test_greedy_with_full_noise_plays_as_random():
    games = [play(STANDARD, 3, 4, 4, [bot] * 3)["turns"] for bot in ("greedy@1", "random", "greedy@0", "greedy")]
    assert games[0] == games[1] != games[2] == games[3]


def test_greedy_beats_random_on_the_whole():
    margins = [play(STANDARD, 2, 1, block, ["greedy", "random"])["extra"]["margin"][0] for block in range(10)]
    assert sum(margin > 0 for margin in margins) >= 8


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_the_rules(players):
    for block in range(20):
        check_game(play(STANDARD, players, 7, block, ["random"] * players), players)


def check_game(record: dict, players: int) -> None:
    """Follow the cards of a standard game through its transcript, beside the state that it reports."""
    rome, hands = list(record["opening"]["rome"]), [list(hand) for hand in record["opening"]["hands"]]
    tables: list[list[int]] = [[] for _ in range(players)]
    tokens, everything = dict.fromkeys(PROVINCES, 2), set(range(1, 87))
    turns = [(round_number, seat) for round_number in range(1, 13) for seat in range(players)]
    assert [(turn["round"], turn["seat"]) for turn in record["turns"]] == turns
    for turn in record["turns"]:
        seat, extra = turn["seat"], turn["extra"]
        assert turn["rome"] == rome
        for revealed in turn["refresh"]:
            assert not set(revealed) & set(rome)
            rome = list(revealed)
        assert len(turn["refresh"]) <= 1 or extra["forced"]
        rome[rome.index(turn["take"])] = turn["refill"]
        hands[seat].append(turn["take"])
        hands[seat].remove(turn["play"])
        tables[seat].append(turn["play"])
        assert turn["play"] <= 72
        assert (turn["advance"] is not None) == (turn["take"] > 72)
        assert hands == extra["hands"] and all(len(hand) == 4 for hand in hands)
        assert all(sum(id > 72 for id in hand) <= 3 for hand in hands)
        open_cards = rome + list(chain(*hands, *tables))
        assert len(set(open_cards)) == len(open_cards) == len(everything) - extra["deck_size"]
        assert all(1 <= token <= 4 for token in extra["tokens"].values())
        assert all(0 <= space <= 15 for spaces in extra["positions"].values() for space in spaces)
        moved = sum(extra["tokens"][province] != tokens[province] for province in PROVINCES)
        assert moved <= (2 if turn["advance"] else 0)
        tokens = extra["tokens"]

    end, extra = record["end"], record["extra"]
    assert set(extra["deck"]) == everything - set(open_cards)
    assert len(extra["deck"]) == 81 - 16 * players
    assert all(len(table) == 12 for table in tables) and extra["hands"] == hands
    totals = [line["total"] for line in end["points"]]
    assert totals == record["turns"][-1]["extra"]["totals"]
    assert all(sum(line.values()) == 2 * line["total"] for line in end["points"])
    best = max(zip(totals, end["influence"], strict=True))
    assert end["winners"] == [seat for seat in range(players) if (totals[seat], end["influence"][seat]) == best]
    assert sum(1 / len(end["winners"]) for place in extra["place"] if place == 1) == pytest.approx(1)
    assert extra["gods_taken"] == [sum(id > 72 for id in hand) for hand in hands]
    assert all(extra["margin"][seat] >= 0 for seat in end["winners"])


def stacks(record: dict) -> dict[str, dict[int, list[int]]]:
    """Markers as piles, lowest first, by province and space: the other way to see who arrived first."""
    banners = {each.id: each for each in game.rome_cards(STANDARD)}
    piles = {province: {space: [] for space in range(16)} for province in PROVINCES}
    for turn in record["turns"]:
        seat, played = turn["seat"], banners[turn["play"]]
        for province, spaces in [(turn["advance"], 1), (played.province, played.banner)]:
            if province is None or seat in piles[province][15]:
                continue
            here = next((space for space in piles[province] if seat in piles[province][space]), 0)
            if here:
                piles[province][here].remove(seat)
            piles[province][min(15, here + spaces)].append(seat)
    return piles


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_the_end_is_that_of_the_piles(players):
    for block in range(20):
        record = play(STANDARD, players, 8, block, ["random"] * players)
        for province, piles in stacks(record).items():
            assert record["end"]["order"][province] == [seat for space in range(15, 0, -1) for seat in piles[space]]


def test_the_last_cards_of_a_four_player_game():
    assert len(play(STANDARD, 4, 1, 0, ["random"] * 4)["extra"]["deck"]) == 17


def test_a_game_is_the_same_again_and_another_block_is_another_game():
    games = [play(STANDARD, 2, 1, block, ["random"] * 2) for block in (3, 3, 4)]
    assert games[0] == games[1] != games[2]
