"""What a bot's author wants to know of it (`engine.trial`), in this game: for tests and notebooks."""

from __future__ import annotations

from functools import partial

from quorumsim.bots import kit
from quorumsim.engine import trial

win_share = partial(trial.win_share, kit)
decisions = partial(trial.decisions, kit)
peeks = partial(trial.peeks, kit)
