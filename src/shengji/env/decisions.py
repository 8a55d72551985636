"""A seat's lead or follow in any match, in the arrays of `shengji.env.vector.Hands`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shengji.cards import Card
from shengji.env.actions.listing import Offered, PlayListing
from shengji.env.bytes import Bytes
from shengji.env.layout import Layout, Observation
from shengji.env.observation import Observer
from shengji.game import Match, Phase
from shengji.rules import Rules


class Decision(NamedTuple):
    """A decision of one seat.

    Attributes:
        observation: the knowledge of the seat, by `Layout`; (layout.size,), int8.
        mask: 1 for each row that may be chosen, else 0; (rows,), int8.
        rows: the offered plays: copies of each kind of card; (rows, 55), int8.
        left_out: the number of plays omitted for lack of rows.
        offered: the plays as cards.
    """

    observation: Observation
    mask: Bytes
    rows: Bytes
    left_out: int
    offered: Offered

    def cards(self, row: int) -> tuple[Card, ...]:
        """The cards of a row, high to low.

        Raises:
            ValueError: the row is not offered.
        """
        if not 0 <= row < self.offered.size:
            raise ValueError(f"row {row} is not offered; expected 0 to {self.offered.size - 1}")
        return self.offered.cards(row)


class Decisions:
    """Decisions of the seats of a game's matches.

    Args:
        rules: the rules of the game.
        rows: the maximum number of plays offered at a decision.
    """

    def __init__(self, rules: Rules, rows: int) -> None:
        self._observer = Observer(Layout(rules))
        self._listing = PlayListing(rules, rows)

    def decide(self, match: Match, seat: int) -> Decision:
        """The decision of the seat that is to lead or to follow.

        Args:
            match: the table's match, or the seat's view of it.
            seat: the seat.

        Raises:
            ValueError: this is not its turn, or the match does not know its cards.
        """
        match.rules.check_seat(seat)
        hand = match.hand
        if hand is None or hand.phase is not Phase.PLAY or hand.turn != seat:
            raise ValueError(f"seat {seat} is neither to lead nor to follow")
        if not hand.knows(seat):
            raise ValueError(f"this match does not know the cards of seat {seat}")
        if match.seen_by != seat:
            match = Match.beside(match, seat)
        offered = self._listing.plays_of(hand, seat)
        mask = np.zeros(len(offered.table), dtype=np.int8)
        mask[: offered.size] = 1
        told = self._observer.observe(match, seat)
        return Decision(told, mask, offered.table, offered.left_out, offered)
