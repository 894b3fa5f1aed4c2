"""Every random number of a game, as docs/chance.md defines it: SplitMix64 read as a function of a counter."""

from functools import lru_cache

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15

STREAMS = {"deal": 0, "refresh": 1, "decision": 2}
DEAL_ROME_CARDS, DEAL_DECK, DEAL_RING = 0, 1, 2  # indices within the stream "deal"
PHASES = {"refresh": 0, "take": 1, "advance": 2, "play": 3}


def nth(key: int, i: int) -> int:
    """The i-th output, from 0, of SplitMix64 seeded with key: mix64 of docs/chance.md, written out."""
    z = (key + (i + 1) * GAMMA) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def block_key(seed: int, block: int) -> int:
    return nth(nth(seed, 0), block)


@lru_cache(maxsize=16)
def stream(block: int, name: str) -> int:
    return nth(block, STREAMS[name])


def stream_key(block: int, name: str, index: int) -> int:
    """The key whose draws are nth(key, 0), nth(key, 1), ...; `block` is a block key."""
    return nth(stream(block, name), index)


def decision_index(round_index: int, seat: int, phase: str, repeat: int) -> int:
    """Position of a decision in its stream; round_index counts from 0, repeat the refreshes already made this turn."""
    return ((round_index * 4 + seat) * 4 + PHASES[phase]) * 16 + repeat


def shuffled(key: int, items: list, codes: list[int]) -> list:
    """The items in the order of the number that the key gives to each one's code; equal numbers by code."""
    numbers = [nth(key, code) for code in codes]
    return [item for _, _, item in sorted(zip(numbers, codes, items, strict=True))]


def unit(draw: int) -> float:
    """The draw as a number in [0, 1)."""
    return (draw >> 11) * 2.0**-53


def among(draw: int, m: int) -> int:
    """A number from 0 to m - 1."""
    return ((draw >> 32) * m) >> 32
