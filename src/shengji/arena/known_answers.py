"""Answers kept over the games of a deal, so that nobody thinks twice about the same.

All games of a deal start alike. Until somebody answers otherwise than in the first game, a steady
bot that holds the same seat in both has heard the same and answers the same. Where the first bot of
a duel sits alone that is most of the work: bots that play alike part late, and often never.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from shengji.game import Command, Decision


class Answered(NamedTuple):
    """An answer.

    Attributes:
        seat: whose.
        decision: of what kind.
        command: what it was; `None`: to wait.
        cpu: the nanoseconds of CPU time that it took.
    """

    seat: int
    decision: Decision
    command: Command | None
    cpu: int


class KnownAnswers:
    """The answers of a game in order, and how long they are those of another.

    Args:
        first: the answers of the first game of the deal; `None` for that one itself.
        same: the seats that the same bots hold in both.

    >>> first = KnownAnswers()
    >>> from shengji.cards import read_cards
    >>> from shengji.game import Play
    >>> plays = [Play(seat, (card,)) for seat, card in enumerate(read_cards("AS KS QS JS"))]
    >>> for play in plays:
    ...     first.add(Answered(play.seat, "lead", play, 1000))
    >>> again = KnownAnswers(first, same={0, 2, 3})
    >>> again.known(0)
    Answered(seat=0, decision='lead', command=Play(seat=0, cards=(Card('AS'),), reading=None),
             cpu=1000)
    >>> again.add(Answered(0, "lead", plays[0], 1000))
    >>> print(again.known(1))
    None
    >>> again.add(Answered(1, "lead", Play(1, tuple(read_cards("9S"))), 1000))
    >>> print(again.known(2))
    None
    """

    def __init__(self, first: KnownAnswers | None = None, same: Collection[int] = ()) -> None:
        self._answers: list[Answered] = []
        self._first = first
        self._same = same

    def known(self, seat: int) -> Answered | None:
        """The answer of a steady bot to what comes next, when that follows from the first game."""
        then = self._then()
        return then if then is not None and seat in self._same else None

    def add(self, answered: Answered) -> None:
        """Note what was answered."""
        then = self._then()
        if then is None or then[:3] != answered[:3]:  # The time that it took does not count.
            self._first = None
        self._answers.append(answered)

    def _then(self) -> Answered | None:
        """The answer given at this place of the first game, as long as both games are alike."""
        place = len(self._answers)
        if self._first is None or place >= len(self._first._answers):
            return None
        return self._first._answers[place]
