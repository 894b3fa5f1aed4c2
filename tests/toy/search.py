"""Flat Monte-Carlo search in this game."""

from quorumsim import compiled
from quorumsim.engine import search
from tests.toy.kernel import RECORDS

WEIGHTS = search.WEIGHTS
choose = compiled.jit(RECORDS.choose, cache=False)(search.choose)
