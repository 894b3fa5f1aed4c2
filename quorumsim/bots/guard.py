"""What stands around a user's compiled function: its score must be finite, and what it is shown it may only read."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import config, types
from numba.extending import intrinsic

from quorumsim.compiled import jit
from quorumsim.quorum.layout import RULES, SCORE, VIEW, WEIGHTS

LOOKED_AT = 61
"""One call in so many is watched for changes: every call would cost as much as a simple bot."""
_RULES, _VIEW, _WEIGHTS = (kind.itemsize // 8 for kind in (RULES, VIEW, WEIGHTS))
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


class Meddled(Exception):
    """A bot wrote into what it may only read."""


if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def checksum(record: Any, words: int) -> int:
        """A number that changes when anything in a record does."""
        return hash(record.tobytes())

else:

    @intrinsic
    def _words(context, record):
        def generate(context, builder, signature, arguments):
            return builder.bitcast(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(types.uint64)(record), generate

    @jit
    def checksum(record, words):
        """A number that changes when anything in a record of `words` times 8 bytes does."""
        total = np.uint64(0)
        for word in numba.carray(_words(record), words):  # type: ignore[call-arg]
            total = total * _FACTOR + word
        return total


def guarded(function: Any) -> Any:
    """The function compiled with the signature of a bot, and kept nowhere. An infinite score is a fault, as NaN is."""
    own = jit(SCORE, cache=False)(function)

    @jit(SCORE, cache=False)
    def score(rules, seen, action, weights, scratch):
        if (seen.clock + seen.round_index + action) % LOOKED_AT:
            worth = own(rules, seen, action, weights, scratch)
        else:
            before = checksum(rules, _RULES), checksum(seen, _VIEW), checksum(weights, _WEIGHTS)
            worth = own(rules, seen, action, weights, scratch)
            if before != (checksum(rules, _RULES), checksum(seen, _VIEW), checksum(weights, _WEIGHTS)):
                raise Meddled("")
        return worth if np.isfinite(worth) else np.nan

    return score
