"""What markers on a space are paid where sharing costs a rank: worked out by hand, in the kernel and the oracle."""

from typing import get_args

import numpy as np
import pytest

from quorumsim.quorum.game import Game
from quorumsim.quorum.layout import rules_record
from quorumsim.quorum.names import PROVINCES
from quorumsim.quorum.rules import Rules, resolve
from quorumsim.quorum.words import SHARED_TIE, in_words
from tests.agreement import oracle_rules
from tests.oracle.scoring import track_multipliers

TIES = resolve("ties-cost-a-rank")
ASIA = PROVINCES.index("asia")
# Spaces of the four seats, and what each is paid for a card at token 3, 1 and 0. The ranks of token 3 pay 3, 2, 1 and 0;
# those of token 1 pay 1, 0, 0 and 0.
WORKED = [
    ([5, 4, 3, 2], [3, 2, 1, 0], [1, 0, 0, 0]),  # nobody shares
    ([5, 5, 3, 2], [2, 2, 1, 0], [0, 0, 0, 0]),  # two first; who follows is third
    ([5, 2, 5, 5], [2, 0, 2, 2], [0, 0, 0, 0]),  # three first, paid as two would be; who follows is fourth
    ([5, 5, 5, 5], [2, 2, 2, 2], [0, 0, 0, 0]),
    ([3, 3, 5, 2], [1, 1, 3, 0], [0, 0, 1, 0]),  # two second
    ([5, 3, 3, 3], [3, 1, 1, 1], [1, 0, 0, 0]),  # three second
    ([5, 4, 2, 2], [3, 2, 0, 0], [1, 0, 0, 0]),  # two third
    ([5, 5, 2, 2], [2, 2, 0, 0], [0, 0, 0, 0]),  # two first, two third
    ([5, 5, 0, 0], [2, 2, 0, 0], [0, 0, 0, 0]),  # two off the track: they share nothing
    ([0, 4, 0, 0], [0, 3, 0, 0], [0, 1, 0, 0]),
]


def _begun(spaces, token):
    """The variant with the markers in Asia on those spaces from the start."""
    seats = ", ".join(f"{{asia={space}}}" if space else "{}" for space in spaces)
    tokens = ["provinces.asia.token_min=0", f"provinces.asia.token_start={token}"]
    return resolve("ties-cost-a-rank", [f"seat_spaces.4=[{seats}]", *tokens])


def _table(rules):
    """Points for a card by token, seats ahead and seats sharing."""
    return rules_record(rules)[0].multiplier


@pytest.mark.kernel
@pytest.mark.parametrize(("spaces", "three", "one"), WORKED)
def test_who_shares_a_space_is_paid_one_rank_lower(spaces, three, one):
    for token, paid in ((3, three), (1, one), (0, [0, 0, 0, 0])):
        rules = _begun(spaces, token)
        assert Game(rules, 4, 1).state.seen.multiplier[:, ASIA].tolist() == paid, token
        assert track_multipliers(oracle_rules(rules), token, spaces, range(4)) == paid, token


def test_the_fourth_prize_where_the_token_leaves_one():
    """Two third at token 4: the ranks pay 4, 3, 2 and 1."""
    assert track_multipliers(oracle_rules(TIES), 4, [5, 4, 2, 2], range(4)) == [4, 3, 1, 1]
    assert _table(TIES)[4, 2, 2] == 1


def test_two_on_a_space_are_paid_as_the_worst_and_more_are_not():
    paid, worst = (_table(resolve("shared-ties", [f"shared_tie={tie}"])) for tie in ("next", "worst"))
    assert np.array_equal(paid[..., :3], worst[..., :3])
    assert (paid[4, 0, 3:].tolist(), worst[4, 0, 3:].tolist()) == ([3, 3], [2, 1])


def test_with_losses_that_do_not_grow_it_is_the_rank_behind_and_not_the_best():
    uneven = resolve("ties-cost-a-rank", ["rank_loss=[2, 0, 3, 1]"])
    assert _table(uneven)[4, 0].tolist() == [0, 2, 4, 4, 4]
    assert _table(uneven)[4, 1].tolist() == [0, 4, 1, 1, 0]
    assert track_multipliers(oracle_rules(uneven), 4, [5, 5, 5, 2], range(4)) == [4, 4, 4, 3]


def test_every_way_to_pay_a_shared_rank_has_its_words():
    ways = get_args(Rules.model_fields["shared_tie"].annotation)
    assert set(ways) == set(SHARED_TIE)
    for way in ways:
        text = str(in_words(resolve("shared-ties", [f"shared_tie={way}"])))
        assert f"On the same space they share the rank, {SHARED_TIE[way]}." in text
