"""What a game played step by step is made of: actions, what a bot thinks of them, and a record's fields as attributes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Action:
    """One legal choice. `number` is what the kernel takes, such as a slot of Rome, a province, a place in the hand.

    `card` is the id of the card taken or played, if one is and its face is known.
    """

    phase: str
    number: int
    title: str
    card: int | None = None


@dataclass(frozen=True)
class Opinion:
    """What a bot thinks of one legal action: in points for a bot that scores, else as a share of a win, with the
    playouts behind it and the standard error of their mean."""

    action: Action
    worth: float
    playouts: int | None = None
    error: float | None = None


class Fields:
    """The fields of an array of one record as attributes: arrays as they lie, single values read and written in place.

    The same as `array[0]`, whose attributes are some ten times slower.
    """

    def __init__(self, array: np.ndarray) -> None:
        single: dict[str, np.ndarray] = {}
        self.__dict__["_single"] = single
        for name in array.dtype.names or ():
            column = array[name]
            if column.dtype.names:
                self.__dict__[name] = Fields(column)
            elif column.ndim > 1:
                self.__dict__[name] = column[0]
            else:
                single[name] = column

    def __getattr__(self, name: str) -> Any:
        try:
            return self._single[name][0]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self._single[name][0] = value
