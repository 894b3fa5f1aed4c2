"""Takes a coin if the average coin is worth it and it is not far ahead."""

from quorumsim import compiled
from tests.toy.kernel import RECORDS

WEIGHTS = ("lead",)


@compiled.jit(RECORDS.score, cache=False)
def score(rules, seen, action, weights, scratch):
    average = 0.0
    for kind in range(rules.kinds):
        average += rules.coin[kind] / rules.kinds
    return action * (average - weights.value[0] * seen.points[seen.seat])
