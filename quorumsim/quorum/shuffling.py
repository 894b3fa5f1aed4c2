"""What chance decides of the first game beside its draws: the orders of the cards and of the ring (docs/chance.md)."""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit
from quorumsim.engine.chance import nth

SHUFFLE_ROME, SHUFFLE_DECK, SHUFFLE_RING = (np.uint64(index) for index in range(3))
_57 = np.uint64(57)
_BUCKETS = 128  # one for each value of a key's top seven bits


@jit
def shuffle(rules, state, key, cards, count):
    """Sorts the first `count` entries of `cards` (card indices, uint8) by the random number that `key` gives each card.

    A bucket sort on the top seven bits and one insertion pass; equal numbers keep the order of the cards' codes, because they
    are compared after the number. Uses the sort_* work space of `state`.
    """
    keys, placed, order, bucket = state.sort_key, state.sort_key_placed, state.sort_card, state.sort_bucket
    for index in range(_BUCKETS + 1):
        bucket[index] = 0
    for index in range(count):
        number = nth(key, rules.card_code[cards[index]])
        keys[index] = number
        bucket[np.int64(number >> _57) + 1] += 1
    for index in range(_BUCKETS):
        bucket[index + 1] += bucket[index]
    for index in range(count):
        slot = np.int64(keys[index] >> _57)
        place = bucket[slot]
        bucket[slot] += 1
        placed[place] = keys[index]
        order[place] = cards[index]
    for index in range(count):
        number, card = placed[index], order[index]
        place = index
        while place > 0 and (
            placed[place - 1] > number
            or (placed[place - 1] == number and rules.card_code[order[place - 1]] > rules.card_code[card])
        ):
            placed[place] = placed[place - 1]
            order[place] = order[place - 1]
            cards[place] = cards[place - 1]
            place -= 1
        placed[place] = number
        order[place] = card
        cards[place] = card


@jit
def shuffle_ring(key, ring):
    """Fills `ring` (int64, six provinces) with 0..5 in the order of the numbers that `key` gives each."""
    for province in range(ring.shape[0]):
        number = nth(key, np.uint64(province))
        place = province
        while place > 0 and nth(key, np.uint64(ring[place - 1])) > number:
            ring[place] = ring[place - 1]
            place -= 1
        ring[place] = province
