"""A match as the seats of one table see it, with what lies open kept once for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shengji.cards import Rank
from shengji.game.events import Event, HandEnded, HandStarted
from shengji.game.match import Match
from shengji.game.view import view
from shengji.rules import Rules


class Seats:
    """What each of some seats sees of a match.

    Args:
        rules: what is played.
        seats: the seats.

    Attributes:
        matches: the match of each seat. They change by `apply` alone, and share what an onlooker
            sees, which nobody may change otherwise.

    >>> from shengji.cards import Card
    >>> from shengji.game.events import CardDrawn
    >>> seats = Seats(Rules(), range(4))
    >>> seats.apply(HandStarted(1, Rank("2"), None, 0, (), ""))
    >>> seats.apply(CardDrawn(0, Card("5H")))
    >>> [seats.matches[seat].hand.hands[0] for seat in (0, 1)]
    [[Card('5H')], []]
    """

    def __init__(self, rules: Rules, seats: Iterable[int]) -> None:
        self._onlooker = Match.seen(rules, None)
        self.matches = {seat: Match.beside(self._onlooker, seat) for seat in seats}

    def begin_at(self, levels: Sequence[Rank], dealer: int | None) -> None:
        """Start from these levels and this Dealer; before the first hand."""
        self._onlooker.begin_at(levels, dealer)

    def apply(self, event: Event) -> None:
        """Let everybody see an event, each what its seat may know; it comes unmasked."""
        self._onlooker.apply(view(event, None))
        concerned: int | None = getattr(event, "seat", None)
        if concerned is not None:
            match = self.matches.get(concerned)
            if match is not None:
                match.learn(view(event, concerned), self._onlooker)
        elif isinstance(event, HandStarted | HandEnded):
            for seat, match in self.matches.items():
                match.learn(view(event, seat), self._onlooker)
