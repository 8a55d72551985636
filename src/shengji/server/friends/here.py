"""The people who are here: at a table, or with a page open that asks for friends now and then."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

STAYS: Final = 75.0
"""For how many seconds somebody counts as here after a page of theirs was heard of."""

_MOST: Final = 20_000
"""As many people are remembered."""


class Here:
    """The people of whom a page was heard a moment ago.

    Args:
        clock: tells the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._heard: OrderedDict[str, float] = OrderedDict()

    def hear(self, person: str) -> None:
        """A page of a person was heard of just now."""
        self._heard[person] = self._clock()
        self._heard.move_to_end(person)
        if len(self._heard) > _MOST:
            self._heard.popitem(last=False)

    def is_here(self, person: str) -> bool:
        """Whether a page of a person is open, as far as is known."""
        heard = self._heard.get(person)
        return heard is not None and self._clock() - heard < STAYS
