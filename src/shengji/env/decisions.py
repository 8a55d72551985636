"""A seat's decision in any match, in the arrays of `shengji.env.vector.Hands`."""

from __future__ import annotations

from typing import NamedTuple

from shengji.cards import Card
from shengji.env.actions.listing import PlayListing
from shengji.env.actions.question import Answer, Mask
from shengji.env.actions.rows import Choosing, Table
from shengji.env.layout import Layout, Observation
from shengji.env.observation import Observer
from shengji.game import Due, Match, Play, due_of
from shengji.rules import Rules


class Decision(NamedTuple):
    """A decision of one seat.

    Attributes:
        observation: the knowledge of the seat, by `Layout`; (layout.size,), int8.
        mask: 1 for each row that may be chosen, else 0; (rows,), int8.
        rows: the offered plays: copies of each kind of card; (rows, 55), int8. Other decisions are
            as in `shengji.env.actions.rows`.
        left_out: the number of decisions omitted for lack of rows.
        choosing: the decisions of the rows.
    """

    observation: Observation
    mask: Mask
    rows: Table
    left_out: int
    choosing: Choosing

    def answer(self, row: int) -> Answer:
        """The command of a row; `None` waits.

        Raises:
            ValueError: the row is not offered.
        """
        if not 0 <= row < self.choosing.size:
            raise ValueError(f"row {row} is not offered; expected 0 to {self.choosing.size - 1}")
        return self.choosing.answer(row)

    def cards(self, row: int) -> tuple[Card, ...]:
        """The cards of a lead or follow, high to low.

        Raises:
            ValueError: the row is not offered, or is no play.
        """
        answer = self.answer(row)
        if not isinstance(answer, Play):
            raise ValueError(f"row {row} is no play")
        return answer.cards


class Decisions:
    """Decisions of the seats of a game's matches.

    Args:
        rules: the rules of the game.
        rows: the maximum number of decisions offered at once.
    """

    def __init__(self, rules: Rules, rows: int) -> None:
        self._observer = Observer(Layout(rules))
        self._listing = PlayListing(rules, rows)

    def decide(self, match: Match, seat: int, due: Due | None = None) -> Decision:
        """The decision of a seat.

        Args:
            match: the table's match, or the seat's view of it.
            seat: the seat.
            due: what it is to decide, if the caller knows.

        Raises:
            ValueError: it has nothing to decide, or the match does not know its cards.
        """
        match.rules.check_seat(seat)
        hand = match.hand
        if hand is not None and not hand.knows(seat):
            raise ValueError(f"this match does not know the cards of seat {seat}")
        due = due or (None if hand is None else due_of(hand, seat))
        if hand is None or due is None:
            raise ValueError(f"seat {seat} has nothing to decide")
        if match.seen_by != seat:
            match = Match.beside(match, seat)
            assert match.hand is not None
            hand = match.hand
        choosing = Choosing(hand, due, self._listing)
        told = self._observer.observe(match, seat)
        return Decision(told, choosing.mask(), choosing.rows(), choosing.left_out, choosing)
