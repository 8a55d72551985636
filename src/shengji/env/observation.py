"""Writing observations: a seat's view of a match in the numbers of the layout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from shengji.cards import SUITS, Card
from shengji.env.layout import MOST, PHASES, POINT, SUIT_COUNT, UNIT_COLUMNS, Layout, Observation
from shengji.game import Call, Hand, Match, Phase
from shengji.play.position import NO_PAIRS
from shengji.play.space import CARD, COLUMN, SUIT


def observe(
    layout: Layout,
    match: Match,
    seat: int,
    chosen: Sequence[Card] = (),
    named: Sequence[Call] = (),
) -> Observation:
    """The observation of a seat.

    Args:
        layout: the layout for the rules of the match.
        match: the seat's view of the match; a hand must have started.
        seat: the observer.
        chosen: the cards named so far in the current decision.
        named: the calls named so far in the current decision.

    Returns:
        The numbers of the layout, one byte each.
    """
    hand = match.hand
    assert hand is not None, "no hand has started"
    return _Writer(layout, hand, seat).write(match, chosen, named)


class _Writer:
    """Writes one observation of a hand from a seat's view."""

    def __init__(self, layout: Layout, hand: Hand, seat: int) -> None:
        self._layout = layout
        self._hand = hand
        self._seat = seat
        self._all = np.zeros(layout.size, dtype=np.int8)

    def write(self, match: Match, chosen: Sequence[Card], named: Sequence[Call]) -> Observation:
        """Write all fields, and return the observation."""
        hand = self._hand
        self._cards(chosen)
        self._order()
        self._stand()
        self._trick()
        self._sides()
        self._put("sizes", hand.sizes)
        self._put("taken", [points // POINT for points in hand.taken])
        self._put("levels", [at.level.order for at in match.standings])
        self._put("laps", [at.lap for at in match.standings])
        self._part("points")[0] = max(-MOST, min(MOST, hand.opponents_points // POINT))
        self._calls(named)
        return self._all

    def _part(self, name: str) -> Observation:
        return self._layout.part(self._all, name)

    def _place(self, seat: int) -> int:
        """The row of a seat."""
        return (seat - self._seat) % self._hand.players

    def _put(self, name: str, values: Sequence[int]) -> None:
        """Write one number per seat; `values` are by seat."""
        seat = self._seat
        self._part(name)[:, 0] = [*values[seat:], *values[:seat]]

    def _mark(self, name: str, seats: Iterable[int | None]) -> None:
        part = self._part(name)
        for seat in seats:
            if seat is not None:
                part[self._place(seat), 0] = 1

    def _count(self, name: str, cards: Iterable[Card], row: int = 0) -> None:
        """Count cards in a row of a field."""
        part = self._part(name)
        for card in cards:
            part[row, card.index] += 1

    def _cards(self, chosen: Sequence[Card]) -> None:
        """Write all fields of cards."""
        hand = self._hand
        self._count("hand", hand.hands[self._seat])
        self._count("chosen", chosen)
        for seat in range(hand.players):
            self._count("played", hand.played_by(seat), self._place(seat))
        shown = self._part("shown")
        for showing in (*hand.shown, *hand.land):
            row = shown[self._place(showing.seat)]
            for card in set(showing.cards):
                row[card.index] = max(row[card.index], showing.cards.count(card))
        self._count("kitty", hand.kitty or ())
        self._count("kitty_seen", hand.kitty_seen)
        if hand.failed is not None:
            self._count("thrown", hand.failed.thrown)

    def _order(self) -> None:
        """Write the effective suit and the strength of each kind of card."""
        table = self._hand.space.table
        kinds = table[CARD]
        self._part("suits")[0, kinds] = table[SUIT]
        self._part("strengths")[0, kinds] = table[COLUMN]

    def _stand(self) -> None:
        """Write the phase, trump, and the seats with special roles."""
        hand = self._hand
        self._part("phase")[0, PHASES.index(hand.phase)] = 1
        self._part("rank")[0, hand.rank.order] = 1
        if hand.trump is not None or hand.shown:
            suit = hand.trump_so_far.suit
            self._part("suit")[0, len(SUITS) if suit is None else suit.order] = 1
        self._mark("turn", [hand.turn])
        self._mark("dealer", [hand.dealer])
        self._mark("bidder", [bid.seat for bid in (hand.land or hand.shown)[-1:]])
        self._mark("buried_by", [hand.buried_by])

    def _trick(self) -> None:
        """Write the current trick, and the suits and pairs that seats are known to lack."""
        hand, trick = self._hand, self._hand.trick
        if hand.phase is not Phase.PLAY:
            return
        self._mark("leader", [hand.turn if trick is None else trick.leader])
        self._mark("ahead", [hand.ahead])
        if hand.failed is not None:
            self._mark("challenger", [hand.failed.challenger])
        voids, pairless = self._part("voids"), self._part("pairless")
        for seat, word in enumerate(hand.position.voids.tolist()):
            for suit in range(SUIT_COUNT):
                voids[self._place(seat), suit] = word >> suit & 1
                pairless[self._place(seat), suit] = word >> NO_PAIRS + suit & 1
        if trick is None:
            return
        self._part("trick_points")[0] = trick.points // POINT
        for turn, cards in enumerate(trick.plays):
            self._count("trick", cards, self._place(trick.leader + turn))
        units = self._part("units")[0].reshape(-1, UNIT_COLUMNS)
        for unit in trick.lead.reading:
            row = units[unit.width - 1]
            if unit.length == 1:
                row[0] += 1
            else:
                row[1] += 1
                row[2] += unit.length

    def _sides(self) -> None:
        """Write the Declarers' side as far as it is public."""
        hand = self._hand
        if hand.dealer is not None:
            self._mark("declarer", hand.declarers)
        self._part("sides_known")[0] = hand.sides_known

    def _calls(self, named: Sequence[Call]) -> None:
        """Write the calls, or those named so far."""
        hand = self._hand
        kinds, needs = self._part("call_kind"), self._part("call_need")
        seats = self._part("call_seat")
        kinds[:] = seats[:] = -1
        for row, call in enumerate(hand.calls or named):
            answer = hand.answers[row] if hand.calls else None
            kinds[row] = call.card.index
            if answer is None:
                needs[row] = call.ordinal - hand.played[call.card]
            else:
                seats[row] = self._place(answer)
