"""A match as the seats of one table see it, with what lies open kept once for all of them."""

from __future__ import annotations

from collections.abc import Iterable

from shengji.game.events import (
    CardDrawn,
    Event,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Played,
)
from shengji.game.match import Match
from shengji.game.view import view


class Seats:
    """What some seats see of a match that has not begun.

    Args:
        match: the table's own, which knows everything.
        seats: the seats.

    Attributes:
        matches: the match of each seat, in which nobody may change anything.

    >>> from random import Random
    >>> from shengji.game import Draw, shuffled
    >>> from shengji.rules import Rules
    >>> match = Match(Rules())
    >>> seats = Seats(match, range(4))
    >>> for command in (shuffled(match.rules, Random(1)), Draw(4)):
    ...     events = match.do(command, seats.learn)
    >>> [[len(cards) for cards in seats.matches[seat].hand.hands] for seat in (0, 1)]
    [[1, 0, 0, 0], [0, 1, 0, 0]]
    """

    def __init__(self, match: Match, seats: Iterable[int]) -> None:
        self._match = match
        self.matches = {seat: Match.beside(match, seat) for seat in seats}

    def learn(self, event: Event) -> None:
        """Let each seat see what it may of an event that has just been applied to the match."""
        kind = type(event)
        if kind in _FOR_ONE:
            match = self.matches.get(event.seat)  # type: ignore[union-attr]
            if match is not None and match.hand is not None:
                match.hand.learn(event)
        elif kind in _FOR_EACH:
            for seat, match in self.matches.items():
                match.learn(view(event, seat), self._match)


_FOR_ONE = frozenset((CardDrawn, KittyTaken, KittyBuried, Played))
"""The events of which the seat that they name sees more than an onlooker."""
_FOR_EACH = frozenset((HandStarted, HandEnded))
"""Those that begin a view, or end it as not everybody may know."""
