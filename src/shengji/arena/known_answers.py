"""Cache of answers over the games of a deal.

All games of a deal start alike. Until a bot answers differently from the first game, a steady bot
that holds the same seat in both has seen the same events and gives the same answer. Where the first
bot of a duel sits alone, this saves most of the work: similar bots diverge late, and often never.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from shengji.game import Command, Decision


class Answered(NamedTuple):
    """An answer of a bot.

    Attributes:
        command: the answer; `None` to wait.
        cpu: its CPU time in nanoseconds.
    """

    seat: int
    decision: Decision
    command: Command | None
    cpu: int


class KnownAnswers:
    """The answers of a game in order, compared with those of the deal's first game.

    Args:
        first: the answers of the first game; `None` for that game itself.
        same: the seats with the same bot in both games.

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
        """The next answer of a steady bot, if it follows from the first game; else `None`."""
        then = self._then()
        return then if then is not None and seat in self._same else None

    def add(self, answered: Answered) -> None:
        """Add an answer; one that differs ends the use of the first game."""
        then = self._then()
        if then is None or then[:3] != answered[:3]:  # The CPU time may differ.
            self._first = None
        self._answers.append(answered)

    def _then(self) -> Answered | None:
        """The answer at this place of the first game, while both games are alike."""
        place = len(self._answers)
        if self._first is None or place >= len(self._first._answers):
            return None
        return self._first._answers[place]
