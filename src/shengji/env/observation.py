"""Writing observations: a seat's view of a match in the numbers of the layout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from shengji.cards import SUITS, Card
from shengji.env.layout import (
    KIND_COUNT,
    MOST,
    NUMBERS,
    PHASES,
    POINT,
    SUIT_COUNT,
    UNIT_COLUMNS,
    Layout,
    Observation,
)
from shengji.game import Call, Hand, Match, Phase
from shengji.game.trick import Trick
from shengji.play.position import NO_PAIRS
from shengji.play.space import CARD, COLUMN, SUIT, Space


def observe(
    layout: Layout,
    match: Match,
    seat: int,
    chosen: Sequence[Card] = (),
    named: Sequence[Call] = (),
) -> Observation:
    """The observation of a seat; see `Observer.observe`."""
    return Observer(layout).observe(match, seat, chosen, named)


def cards_of(match: Match, seat: int) -> Observation:
    """All cards of a match that knows them: copies in each hand and in the kitty.

    Args:
        match: the table's match; a hand must have started.
        seat: the seat whose hand is the first row; the others follow it in playing order.

    Returns:
        The hands and then the kitty as it lies; (players + 1, 54).
    """
    hand = match.hand
    assert hand is not None, "no hand has started"
    table = np.zeros((match.rules.players + 1, KIND_COUNT), dtype=np.int8)
    hands = [*hand.hands[seat:], *hand.hands[:seat], hand.kitty or ()]
    for row, cards in zip(table, hands, strict=True):
        for card in cards:
            row[card.index] += 1
    return table


class Observer:
    """Writes observations; quicker for many of one hand than `observe`.

    Args:
        layout: the layout for the rules of the matches.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._players = layout.rules.players
        starts = layout.starts.tolist()
        self._starts = {name: starts[number] for name, number in NUMBERS.items()}
        self._tricks: list[Trick] = []
        self._counted = 0
        self._played = bytearray()
        self._space: Space | None = None
        self._order = b""
        self._all = bytearray()
        """The observation being written, a byte for each number; -1 is 255."""

    def observe(
        self,
        match: Match,
        seat: int,
        chosen: Sequence[Card] = (),
        named: Sequence[Call] = (),
    ) -> Observation:
        """The observation of a seat.

        Args:
            match: the seat's view of the match; a hand must have started.
            seat: the observer.
            chosen: the cards named so far in the current decision.
            named: the calls named so far in the current decision.

        Returns:
            The numbers of the layout, one byte each.
        """
        hand = match.hand
        assert hand is not None, "no hand has started"
        self._all = bytearray(self._layout.size)
        self._seat = seat
        self._cards(hand, chosen)
        self._put_order(hand.space)
        self._stand(hand)
        if hand.phase is Phase.PLAY:
            self._trick(hand)
        if hand.dealer is not None:
            self._mark("declarer", hand.declarers)
        self._all[self._starts["sides_known"]] = hand.sides_known
        self._put("sizes", hand.sizes)
        self._put("taken", [points // POINT for points in hand.taken])
        self._put("levels", [at.level.order for at in match.standings])
        self._put("laps", [at.lap for at in match.standings])
        points = max(-MOST, min(MOST, hand.opponents_points // POINT))
        self._all[self._starts["points"]] = points & 255
        self._calls(hand, named)
        return np.frombuffer(self._all, dtype=np.int8)

    def _place(self, seat: int) -> int:
        """The row of a seat."""
        return (seat - self._seat) % self._players

    def _put(self, name: str, values: Sequence[int]) -> None:
        """Write one number per seat; `values` are by seat."""
        seat, start = self._seat, self._starts[name]
        self._all[start : start + self._players] = bytes((*values[seat:], *values[:seat]))

    def _mark(self, name: str, seats: Iterable[int | None]) -> None:
        start = self._starts[name]
        for seat in seats:
            if seat is not None:
                self._all[start + self._place(seat)] = 1

    def _count(self, name: str, cards: Iterable[Card], row: int = 0) -> None:
        """Count cards in a row of a field."""
        start, numbers = self._starts[name] + row * KIND_COUNT, self._all
        for card in cards:
            numbers[start + card.index] += 1

    def _cards(self, hand: Hand, chosen: Sequence[Card]) -> None:
        """Write all fields of cards, but for those of the trick."""
        self._count("hand", hand.hands[self._seat])
        self._count("chosen", chosen)
        self._count_tricks(hand)
        start, first = self._starts["played"], self._seat * KIND_COUNT
        played = self._played[first:] + self._played[:first]
        self._all[start : start + len(played)] = played
        if hand.trick is not None:
            for turn, cards in enumerate(hand.trick.plays):
                self._count("played", cards, self._place(hand.trick.leader + turn))
        start, numbers = self._starts["shown"], self._all
        for showing in (*hand.shown, *hand.land):
            row = start + self._place(showing.seat) * KIND_COUNT
            for card in set(showing.cards):
                kind = row + card.index
                numbers[kind] = max(numbers[kind], showing.cards.count(card))
        self._count("kitty", hand.kitty or ())
        self._count("kitty_seen", hand.kitty_seen)
        if hand.failed is not None:
            self._count("thrown", hand.failed.thrown)

    def _count_tricks(self, hand: Hand) -> None:
        """Count the cards of the complete tricks by seat, those not yet counted of this hand."""
        tricks = hand.tricks
        if tricks is not self._tricks:
            self._tricks, self._counted = tricks, 0
            self._played = bytearray(self._players * KIND_COUNT)
            for seat, cards in enumerate(() if hand.earlier is None else hand.earlier.gone):
                for card in cards:
                    self._played[seat * KIND_COUNT + card.index] += 1
        for trick in tricks[self._counted :]:
            for turn, cards in enumerate(trick.plays):
                first = (trick.leader + turn) % self._players * KIND_COUNT
                for card in cards:
                    self._played[first + card.index] += 1
        self._counted = len(tricks)

    def _put_order(self, space: Space) -> None:
        """Write the effective suit and the strength of each kind of card."""
        if space is not self._space:
            look = np.zeros((2, KIND_COUNT), dtype=np.int8)
            look[:, space.table[CARD]] = space.table[[SUIT, COLUMN]]
            self._space, self._order = space, look.tobytes()
        start = self._starts["suits"]
        self._all[start : start + len(self._order)] = self._order

    def _stand(self, hand: Hand) -> None:
        """Write the phase, trump, and the seats with special roles."""
        self._all[self._starts["phase"] + PHASES.index(hand.phase)] = 1
        self._all[self._starts["rank"] + hand.rank.order] = 1
        if hand.trump is not None or hand.shown:
            suit = hand.trump_so_far.suit
            self._all[self._starts["suit"] + (len(SUITS) if suit is None else suit.order)] = 1
        self._mark("turn", [hand.turn])
        self._mark("dealer", [hand.dealer])
        self._mark("bidder", [bid.seat for bid in (hand.land or hand.shown)[-1:]])
        self._mark("buried_by", [hand.buried_by])

    def _trick(self, hand: Hand) -> None:
        """Write the current trick, and the suits and pairs that seats are known to lack."""
        trick, numbers = hand.trick, self._all
        self._mark("leader", [hand.turn if trick is None else trick.leader])
        self._mark("ahead", [hand.ahead])
        if hand.failed is not None:
            self._mark("challenger", [hand.failed.challenger])
        for seat, word in enumerate(hand.position.voids.tolist()):
            if word:
                row = self._place(seat) * SUIT_COUNT
                voids, pairless = self._starts["voids"] + row, self._starts["pairless"] + row
                for suit in range(SUIT_COUNT):
                    numbers[voids + suit] = word >> suit & 1
                    numbers[pairless + suit] = word >> NO_PAIRS + suit & 1
        if trick is None:
            return
        numbers[self._starts["trick_points"]] = trick.points // POINT
        for turn, cards in enumerate(trick.plays):
            self._count("trick", cards, self._place(trick.leader + turn))
        for unit in trick.lead.reading:
            first = self._starts["units"] + UNIT_COLUMNS * (unit.width - 1)
            if unit.length == 1:
                numbers[first] += 1
            else:
                numbers[first + 1] += 1
                numbers[first + 2] += unit.length

    def _calls(self, hand: Hand, named: Sequence[Call]) -> None:
        """Write the calls, or those named so far."""
        numbers, starts = self._all, self._starts
        for row, call in enumerate(hand.calls or named):
            answer = hand.answers[row] if hand.calls else None
            numbers[starts["call_kind"] + row] = call.card.index
            if answer is None:
                numbers[starts["call_need"] + row] = call.ordinal - hand.played[call.card]
                numbers[starts["call_seat"] + row] = 255
            else:
                numbers[starts["call_seat"] + row] = self._place(answer)
        for row in range(len(hand.calls or named), self._layout.rules.calls):
            numbers[starts["call_kind"] + row] = numbers[starts["call_seat"] + row] = 255
