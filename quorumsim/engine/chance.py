"""Random numbers as pure functions of (seed, block, stream, position): SplitMix64 read as a function of a counter.

Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. docs/chance.md defines every
key; nothing here keeps a state, so no draw can shift another.
"""

from __future__ import annotations

import numpy as np

from quorumsim.compiled import jit

DEAL, REFRESHES, DECISIONS, SEARCH, SEATING = (np.uint64(stream) for stream in range(5))
NOISE_DRAW, CHOICE_DRAW = np.uint64(0), np.uint64(1)
"""Draws of a decision's key: whether it is random, and which of equals is taken."""

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_ONE = np.uint64(1)
_30, _27, _31, _32, _11 = (np.uint64(shift) for shift in (30, 27, 31, 32, 11))
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
