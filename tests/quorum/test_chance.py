"""Chance: known answers of the generator, fair shuffles, and what must not shift a deal (docs/chance.md)."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import chi2, norm

from quorumsim.bots import kit
from quorumsim.engine import chance
from quorumsim.quorum import game as game_module
from quorumsim.quorum import shuffling
from quorumsim.quorum.game import Game
from quorumsim.quorum.layout import STATE, rules_record
from quorumsim.quorum.names import PLAYERS
from quorumsim.quorum.rules import Rules, from_json, resolve, to_json
from tests.random_play import COMPILED, STANDARD, deals

LARGEST = 2**64 - 1
DEALS = 4000
UNLIKELY = 0.001
STREAMS = (chance.DEAL, chance.REFRESHES, chance.DECISIONS, chance.SEARCH, chance.SEATING)
words = st.integers(0, LARGEST)


def nth(key: int, index: int) -> int:
    return int(chance.nth(np.uint64(key), np.uint64(index)))


def splitmix64(seed: int) -> Iterator[int]:
    """The published generator as published, with a state that moves on, in integers of any size."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = seed
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        yield z ^ (z >> 31)


# --- the generator ------------------------------------------------------------------------------------------------------
@pytest.mark.kernel
@pytest.mark.nojit
@pytest.mark.parametrize(("seed", "outputs"), [
    (1234567, (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821)),
    (0, (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B)),
])
def test_the_published_outputs_of_splitmix64(seed, outputs):
    assert tuple(nth(seed, index) for index in range(5)) == outputs


@given(words, st.integers(0, 50))
@example(LARGEST, 0)
@example(LARGEST, 50)
def test_a_counter_gives_what_the_generator_gives_one_after_the_other(seed, index):
    outputs = splitmix64(seed)
    for _ in range(index):
        next(outputs)
    assert nth(seed, index) == next(outputs)


@given(words, words)
@example(LARGEST, LARGEST)
def test_keys_and_counters_wrap_at_64_bits(key, index):
    assert nth(key, index) == nth((key + (index + 1) * 0x9E3779B97F4A7C15 - 0x9E3779B97F4A7C15) % 2**64, 0)


@pytest.mark.skipif(not COMPILED, reason="types belong to compiled code")
def test_words_stay_64_bits_wide():
    """An integer that became a float, or a negative number, would still look random (numba issues 5970, 7888)."""
    chance.block_stream(np.uint64(1), np.uint64(2), chance.DEAL)
    chance.uniform(np.uint64(1))
    chance.choose(np.uint64(1), 3)
    nth(1, 2)
    results = {function: {str(overload.signature.return_type) for overload in function.overloads.values()}
               for function in (chance.nth, chance.block_stream, chance.uniform, chance.choose)}
    assert results == {chance.nth: {"uint64"}, chance.block_stream: {"uint64"}, chance.uniform: {"float64"},
                       chance.choose: {"int64"}}


@pytest.mark.nojit
@given(words, st.integers(1, 9))
@example(0, 9)
@example(LARGEST, 9)
def test_a_draw_as_a_fraction_and_as_a_choice(word, count):
    assert float(chance.uniform(np.uint64(word))) == (word >> 11) / 2**53 < 1
    assert int(chance.choose(np.uint64(word), count)) == (word >> 32) * count >> 32 < count


def test_no_two_blocks_or_streams_share_a_key():
    """64 bits from end to end: a generator seeded with less would repeat itself here."""
    keys = [int(chance.block_stream(np.uint64(seed), np.uint64(block), stream))
            for seed in (0, 1) for block in range(10_000) for stream in STREAMS]
    assert len(set(keys)) == len(keys) == 100_000
    assert len({key >> 32 for key in keys}) > 99_990  # of 100,000 random upper halves about one is met twice
    for byte in range(8):
        assert len({key >> 8 * byte & 255 for key in keys}) == 256


def test_the_numbers_of_neighbouring_keys_have_nothing_in_common():
    """First draws of consecutive blocks, bit by bit: half of all bits differ."""
    keys = [int(chance.block_stream(np.uint64(1), np.uint64(block), chance.DEAL)) for block in range(5_000)]
    for distance in (1, 2, 64):
        differing = sum((one ^ other).bit_count() for one, other in zip(keys, keys[distance:], strict=False))
        bits = 64 * (len(keys) - distance)
        assert abs(differing - bits / 2) < norm.isf(UNLIKELY / 2) * bits**0.5 / 2


# --- fair shuffles ------------------------------------------------------------------------------------------------------
def chance_of(counts: Sequence[int], drawn: int) -> float:
    """p-value of equal chances for `drawn` of len(counts) places, drawn without repeats in each of many trials.

    Pearson's sum, with the variance of such draws: chi-square with one degree of freedom less than places.
    """
    observed, places = np.array(counts), len(counts)
    expected = observed.sum() / places
    statistic = ((observed - expected) ** 2 / expected).sum() * (places - 1) / (places - drawn)
    return float(chi2.sf(statistic, places - 1))


def gods_in(rules: Rules, games: Iterator[Game]) -> np.ndarray:
    """Where the gods lie in every deck: bool, (deals, cards of the deck)."""
    gods = {card for card, _, _ in rules.god_cards}
    return np.array([[card in gods for card in game.deck] for game in games])


def assert_fair(there: np.ndarray, marked: int, first: int) -> None:
    """`there`: marked cards by deal and place; every place has the same chance, and so have the first ones together."""
    trials, places = there.shape
    assert (there.sum(axis=1) == marked).all()
    assert chance_of(there.sum(axis=0), marked) > UNLIKELY
    share = marked / places
    mean, deviation = first * share, (first * share * (1 - share) * (places - first) / (places - 1)) ** 0.5
    assert abs(there[:, :first].sum(axis=1).mean() - mean) < norm.isf(UNLIKELY / 2) * deviation / trials**0.5


@pytest.mark.parametrize("players", PLAYERS)
def test_gods_lie_anywhere_in_the_deck(players):
    """A deck of 65 with 14 gods, for 4 players: 2.15 of them among the first ten (5.0 if old keys were used again)."""
    there = gods_in(STANDARD, deals(STANDARD, players, 12, range(DEALS)))
    assert there.shape == (DEALS, 72 - 5 - 4 * players + 14)
    assert_fair(there, 14, 10)


@pytest.mark.parametrize("stuck", ["refresh", "redeal"])
@pytest.mark.parametrize("times", [1, 3])
def test_a_refresh_leaves_a_fair_deck(stuck, times):
    """The cards that were put back lie anywhere in the deck; where they are shuffled in first, in Rome too."""
    rules = resolve("standard", [f'stuck_rome="{stuck}"'])
    rows = []
    for game in deals(rules, 4, 8, range(DEALS // 2)):
        for _ in range(times):
            put_back = game.rome
            game_module._refresh(game.rules_array, game.states, True)
        rows.append([card in put_back for card in ([] if stuck == "refresh" else game.rome) + game.deck])
    assert_fair(np.array(rows), 5, 10)


def test_every_card_is_dealt_to_every_seat_equally_often():
    seats = kit.play(STANDARD, 4, [kit.parse("random")], [0] * 4, 1, 5, 0, 20_000, False)["seats"]
    hands = np.array([seats[f"hand_{place}"] for place in range(1, 5)]).T.reshape(-1, 4, 4)
    for seat in range(4):
        assert chance_of(np.bincount(hands[:, seat].ravel(), minlength=73)[1:], 4) > UNLIKELY
        for place in range(4):
            assert chance_of(np.bincount(hands[:, seat, place], minlength=73)[1:], 1) > UNLIKELY
    romes = Counter(card for game in deals(STANDARD, 4, 5, range(DEALS)) for card in game.rome)
    assert chance_of([romes[card.id] for card in STANDARD.cards], 5) > UNLIKELY


def test_all_720_rings_are_equally_likely():
    codes, rings = kit.play(STANDARD, 2, [kit.parse("random")], [0, 0], 1, 6, 0, 72_000, False)["games"]["ring"]
    assert len(set(rings)) == 720
    assert chance_of(np.bincount(codes, minlength=720), 1) > UNLIKELY
    fixed = resolve("standard", ['ring=["asia","africa","gallia","germania","macedonia","hispania"]'])
    assert Game(fixed, 2, 6).ring == ["asia", "africa", "gallia", "germania", "macedonia", "hispania"]


# --- what leaves a deal alone ---------------------------------------------------------------------------------------------
def changed(**fields) -> Rules:
    """The standard rules with parts of their plain data replaced."""
    data = to_json(STANDARD)
    for name, change in fields.items():
        change(data[name])
    return from_json(data, "changed rules")


def order(rules: Rules, seed: int, block: int, index: int) -> list[int]:
    """All cards, gods included, in the order of one shuffle of the stream `deal`: ids, but gods as (name, copy)."""
    records = rules_record(rules)
    cards = np.arange(records[0].cards, dtype=np.uint8)
    stream = chance.block_stream(np.uint64(seed), np.uint64(block), chance.DEAL)
    shuffling.shuffle(records[0], np.zeros(1, STATE)[0], np.uint64(nth(stream, index)), cards, len(cards))
    names = [card.id for card in rules.cards] + [(god.name, copy) for _, god, copy in rules.god_cards]
    return [names[card] for card in cards]


VARIANTS = {
    "a card removed": changed(cards=lambda cards: cards.pop("17")),
    "a card added": changed(cards=lambda cards: cards.update({"200": {**cards["1"], "banner": 3}})),
    "a card changed": changed(cards=lambda cards: cards["17"].update(power=0, province="asia", banner=1)),
    "a god less": changed(gods=lambda gods: gods.pop(next(iter(gods)))),
    "a copy more of a god": changed(gods=lambda gods: next(iter(gods.values())).update(copies=3)),
}


@pytest.mark.kernel
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_change_of_one_card_leaves_the_order_of_all_others(variant):
    rules = VARIANTS[variant]
    for block in range(20):
        for index in range(3):
            before, now = order(STANDARD, 4, block, index), order(rules, 4, block, index)
            common = set(before) & set(now)
            assert [card for card in before if card in common] == [card for card in now if card in common]
            assert len(common) >= 84
            assert len(set(now)) == len(rules.card_titles)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_change_of_one_card_leaves_the_deal_of_all_others(variant):
    """Dealt from the top, the cards both have in common come in the same order; a card more or less shifts who gets them."""
    rules = VARIANTS[variant]
    for one, other in zip(deals(STANDARD, 3, 4, range(60)), deals(rules, 3, 4, range(60)), strict=True):
        assert one.ring == other.ring
        dealt = [[*game.rome, *(card for seat in range(3) for card in game.hand(seat))] for game in (one, other)]
        common = {card.id for card in STANDARD.cards} & {card.id for card in rules.cards}
        kept = [[card for card in cards if card in common] for cards in dealt]
        least = min(map(len, kept))
        assert least >= len(dealt[0]) - 1
        assert kept[0][:least] == kept[1][:least]
        if dealt[0] == dealt[1]:  # then the decks hold the same Rome cards, but for the one added or removed
            decks = [[card for card in game.deck if card in common] for game in (one, other)]
            assert decks[0] == decks[1]


def test_bots_do_not_shift_the_deal():
    """Whoever plays: the same hands and ring, and without a refresh the same cards from the deck one after the other."""
    rules = resolve("standard", ["refresh_threshold=6"])
    bots = [kit.parse(name) for name in ("random", "greedy", "heathen", "rival@0.5")]
    runs = [kit.play(rules, 4, [bot], [0] * 4, 1, 3, 0, 300, True) for bot in bots]
    for run in runs:
        assert (run["games"]["ring"][0] == runs[0]["games"]["ring"][0]).all()
        for place in range(1, 5):
            assert (run["seats"][f"hand_{place}"] == runs[0]["seats"][f"hand_{place}"]).all()
    undisturbed = np.logical_and.reduce([run["games"]["refreshes"] == 0 for run in runs])
    assert undisturbed.sum() > 200
    refills = [run["turns"]["refill"].reshape(300, -1)[undisturbed] for run in runs]
    taken = [run["turns"]["take"].reshape(300, -1)[undisturbed] for run in runs]
    assert all((refill == refills[0]).all() for refill in refills)
    assert not (taken[0] == taken[1]).all()


def test_the_games_of_a_block_have_one_deal_and_blocks_have_their_own():
    bots = [kit.parse(name) for name in ("greedy", "random")]
    tables = kit.play(STANDARD, 4, bots, [0, 1, 1, 1], 4, 3, 0, 2_000, False)
    hands = np.array([tables["seats"][f"hand_{place}"] for place in range(1, 5)]).T.reshape(2_000, 4, 16)
    rings = tables["games"]["ring"][0].reshape(2_000, 4)
    assert (hands == hands[:, :1]).all()
    assert (rings == rings[:, :1]).all()
    assert len(np.unique(hands[:, 0], axis=0)) == 2_000


def test_no_two_of_many_blocks_share_a_deal():
    seats = kit.play(STANDARD, 2, [kit.parse("random")], [0, 0], 1, 1, 0, 50_000, False)["seats"]
    hands = np.array([seats[f"hand_{place}"] for place in range(1, 5)]).T.reshape(-1, 8)
    assert len(np.unique(hands, axis=0)) == 50_000
    other = kit.play(STANDARD, 2, [kit.parse("random")], [0, 0], 1, 2, 0, 50_000, False)["seats"]
    others = np.array([other[f"hand_{place}"] for place in range(1, 5)]).T.reshape(-1, 8)
    assert len(np.unique(np.concatenate([hands, others]), axis=0)) == 100_000


@pytest.mark.kernel
def test_the_smallest_and_the_largest_seed_and_block():
    dealt = set()
    for seed in (0, 1, LARGEST - 1, LARGEST):
        for block in (0, 1, 2**62):
            game = Game(STANDARD, 4, seed, block)
            dealt.add((*game.rome, *game.deck, *game.ring))
            tables = kit.play(STANDARD, 4, [kit.parse("random")], [0] * 4, 1, seed, block, 1, False)
            assert [int(tables["seats"][f"hand_{place + 1}"][1]) for place in range(4)] == game.hand(1)
    assert len(dealt) == 12


def test_a_mix_seats_every_bot_everywhere_equally_often():
    bots = kit.roster(None)
    codes, _ = kit.play(STANDARD, 4, bots, None, 1, 9, 0, 2_000, False)["seats"]["bot"]
    for seat in range(4):
        assert chance_of(np.bincount(codes.reshape(-1, 4)[:, seat], minlength=len(bots)), 1) > UNLIKELY
    seats = codes.reshape(-1, 4).astype(int)  # the codes are too narrow for numbers of pairs
    pairs = seats[:, 0] * len(bots) + seats[:, 1]
    assert chance_of(np.bincount(pairs, minlength=len(bots) ** 2), 1) > UNLIKELY


def test_an_unfair_shuffle_is_noticed():
    """The tests above: gods that lie a little too high, as under keys that were used before, must not pass."""
    draw = random.Random(1)
    rows = []
    for _ in range(DEALS):
        deck = [True] * 14 + [False] * 51
        deck.sort(key=lambda god: draw.random() * (0.8 if god else 1.0))
        rows.append(deck)
    with pytest.raises(AssertionError):
        assert_fair(np.array(rows), 14, 10)
