"""The seats' views of one match, which share their public state."""

from __future__ import annotations

from collections.abc import Iterable

from shengji.game.events import Event, HandEnded, HandStarted, KittyBuried, KittyTaken, Played
from shengji.game.match import Match
from shengji.game.view import view


class Seats:
    """Views of a match for some of its seats; create them before the match begins.

    Args:
        match: the table's own match, which knows everything.

    Attributes:
        matches: each seat's match, by seat; read-only for callers.

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
        """Update all views after an event has been applied to the match."""
        if type(event) is Played:
            match, table = self.matches.get(event.seat), self._match.hand
            if match is not None and match.hand is not None and table is not None:
                match.hand.keep_up(table)
        elif type(event) in _WITH_MORE:
            for seat, match in self.matches.items():
                match.learn(view(event, seat), self._match)


_WITH_MORE = frozenset((HandStarted, KittyTaken, KittyBuried, HandEnded))
"""Events that change private state other than the cards in a seat's hand."""
