"""Any legal action: its data file says that all its decisions are random, so it is never asked."""

from quorumsim import compiled
from tests.toy.kernel import RECORDS

WEIGHTS: tuple[str, ...] = ()


@compiled.jit(RECORDS.score, cache=False)
def score(rules, seen, action, weights, scratch):
    return 0.0
