"""What stands around a user's compiled function: its score must be finite, and what it is shown it may only read."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import config, types
from numba.extending import intrinsic

from quorumsim.compiled import jit
from quorumsim.engine.records import WEIGHTS, Records

LOOKED_AT = 61
"""One call in so many is watched for changes: every call would cost as much as a simple bot."""
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


def guarded(function: Any, records: Records) -> Any:
    """The function compiled with the signature of a bot, and kept nowhere. An infinite score is a fault, as NaN is."""
    own = jit(records.score, cache=False)(function)
    rules_words, view_words, weight_words = (kind.itemsize // 8 for kind in (records.rules, records.view, WEIGHTS))

    @jit(records.score, cache=False)
    def score(rules, seen, action, weights, scratch):
        if (seen.round_index * 29 + seen.seat * 13 + seen.phase * 5 + action * 7) % LOOKED_AT:
            worth = own(rules, seen, action, weights, scratch)
        else:
            before = checksum(rules, rules_words), checksum(seen, view_words), checksum(weights, weight_words)
            worth = own(rules, seen, action, weights, scratch)
            if before != (checksum(rules, rules_words), checksum(seen, view_words), checksum(weights, weight_words)):
                raise Meddled("")
        return worth if np.isfinite(worth) else np.nan

    return score
