"""The random numbers: published vectors, and what docs/chance.md promises of keys and shuffles."""

import pytest

from . import chance
from .samples import STANDARD


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
