"""The loop over blocks, compiled for Quorum."""

from __future__ import annotations

from quorumsim.engine import playing
from quorumsim.quorum import moves  # noqa: F401  registers what the loop calls
from quorumsim.quorum.counting import TALLY
from quorumsim.quorum.layout import RECORDS

play_blocks = playing.compiled_for(RECORDS, TALLY)
