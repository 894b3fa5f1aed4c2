"""Random numbers as pure functions of (seed, block, stream, position): SplitMix64 read as a function of a counter.

Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. docs/chance.md defines every
key; nothing here keeps a state, so no draw can shift another.
"""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit

DEAL, REFRESHES, DECISIONS, SEARCH, SEATING = (np.uint64(stream) for stream in range(5))
SHUFFLE_ROME, SHUFFLE_DECK, SHUFFLE_RING = (np.uint64(index) for index in range(3))

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_ONE = np.uint64(1)
_30, _27, _31, _32, _11, _57 = (np.uint64(shift) for shift in (30, 27, 31, 32, 11, 57))
_BUCKETS = 128  # one for each value of a key's top seven bits
_UNIT = 2.0**-53


@jit(forceinline=True)
def nth(key, index):
    """The index-th output (uint64, from 0) of SplitMix64 seeded with `key`; both arguments uint64."""
    z = key + (index + _ONE) * _GAMMA
    z = (z ^ (z >> _30)) * _FIRST
    z = (z ^ (z >> _27)) * _SECOND
    return z ^ (z >> _31)


@jit
def block_stream(seed, block, stream):
    """The key of one stream of one block (all uint64)."""
    return nth(nth(nth(seed, np.uint64(0)), block), stream)


@jit(forceinline=True)
def uniform(draw):
    """A draw (uint64) as a float in [0, 1)."""
    return np.float64(draw >> _11) * _UNIT


@jit(forceinline=True)
def choose(draw, count):
    """A number in 0..count-1 from a draw's upper half (bias below count / 2^32)."""
    return np.int64(((draw >> _32) * np.uint64(count)) >> _32)


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
