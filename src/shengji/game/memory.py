"""The memory of a seat in a hand: cards still out, voids, and missing pairs.

`Memory` receives the events that its seat sees, and draws only certain conclusions, not likely
ones. Any bot may use it.
"""

from __future__ import annotations

from collections import Counter

from shengji.cards import Card
from shengji.game.events import (
    Event,
    HandStarted,
    KittyBuried,
    LandBid,
    Played,
    Shown,
    ThrowFailed,
    TrickTaken,
)
from shengji.game.hand import Hand
from shengji.game.trick import Shape, Trick
from shengji.play.columns import highest_unit
from shengji.play.follows import shapes_lacking
from shengji.play.jit import Words
from shengji.play.space import MASK, TRUMP, Space
from shengji.play.units import Unit
from shengji.rules import Rules

SUITS = range(TRUMP + 1)
"""The effective suits."""


class Memory:
    """The observations of one seat in the current hand, with the certain conclusions.

    Public information is in `Hand.position`; this class holds the rest.

    Attributes:
        hand: this seat's view of the hand.
        lacks: for each seat and effective suit the shapes that it is known to lack. A seat that
            lacks a shape also lacks every wider or longer one.
        known: for each other seat the cards that it is known to hold: shown or taken back.
        buried: the cards that this seat buried last, also when another seat has taken the kitty
            since.
    """

    hand: Hand

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules = rules
        self.seat = seat
        self._forget()

    def _forget(self) -> None:
        players = range(self.rules.players)
        self.lacks: list[dict[int, set[Shape]]] = [{suit: set() for suit in SUITS} for _ in players]
        self.known: list[Counter[Card]] = [Counter() for _ in players]
        self.buried: Counter[Card] = Counter()
        self._space: Space | None = None

    # Updates

    def observe(self, event: Event, hand: Hand) -> None:
        """Process an event that has just been applied to `hand`, this seat's view."""
        self.hand = hand
        match event:
            case Played() if event.seat != self.seat:
                assert hand.trick is not None
                self._played(event, hand.trick)
            case HandStarted():
                self._forget()
            case TrickTaken() if self.rules.consecutive == "skip-played":
                self._move(hand.space)
            case _:
                self._observe_cards(event)

    def _observe_cards(self, event: Event) -> None:
        match event:
            case Shown() | LandBid() if event.seat != self.seat:
                self.known[event.seat] |= Counter(event.cards)
            case KittyBuried():
                # Any shown card may have been buried.
                self.known[event.seat].clear()
                if event.cards is not None:
                    self.buried = Counter(event.cards)
            case ThrowFailed() if event.seat != self.seat:
                self.known[event.seat] |= Counter(event.thrown)
            case _:
                pass

    def recall(self, hand: Hand) -> None:
        """Draw all conclusions from a hand under way, as if its events had been observed."""
        self._forget()
        self.hand = hand
        number = -1
        if hand.earlier is not None:
            number += hand.earlier.under_way
            self._space = hand.earlier.space
            for seat, (known, lacks) in enumerate(hand.earlier.told):
                if seat != self.seat:
                    self.known[seat].update(known)
                    for suit, shapes in lacks.items():
                        self.lacks[seat][suit] |= shapes
        tricks = hand.all_tricks
        spaces = [*(trick.lead.space for trick in tricks[1:]), hand.space]
        for event in hand.history:
            if not isinstance(event, Played):
                self._observe_cards(event)
                continue
            if event.units:
                number += 1
                if number > 0 and self.rules.consecutive == "skip-played":
                    self._move(spaces[number - 1])
            if event.seat != self.seat:
                self._played(event, tricks[number])
        if number >= 0 and hand.trick is None and self.rules.consecutive == "skip-played":
            self._move(hand.space)
        self.buried = Counter(hand.burials.get(self.seat, ()))

    def _move(self, space: Space) -> None:
        """Switch to a new strength space: tractors now skip ranks that have all been played."""
        if space is self._space:
            return
        self._space = space
        for suits in self.lacks:
            for suit, shapes in suits.items():
                suits[suit] = {(width, length) for width, length in shapes if length == 1}

    def _played(self, event: Played, trick: Trick) -> None:
        if self.known[event.seat]:
            self.known[event.seat] -= Counter(event.cards)
        lead = trick.lead
        if event.units or lead.reading[0].width == 1 or event.seat == trick.challenger:
            return
        if all(lead.space.suit(card) == lead.suit for card in event.cards):
            self.lacks[event.seat][lead.suit] |= shapes_lacking(lead, event.cards)

    # Certain knowledge

    @property
    def out(self) -> Words:
        """The cards in the other hands, and in the kitty unless this seat buried it, as words."""
        return self.hand.space.words(self.hand.unseen_by(self.seat))

    def is_void(self, seat: int, suit: int) -> bool:
        """Whether another seat certainly has no card of a suit."""
        shown = bool(self.hand.position.voids[seat] >> suit & 1)
        return shown or not self.out[0] & self.hand.space.table[MASK, suit]

    def may_hold(self, seat: int, suit: int, shape: Shape) -> bool:
        """Whether another seat may hold a unit of this shape, by all that has been seen."""
        if self.is_void(seat, suit):
            return False
        width, length = shape
        return not any(w <= width and n <= length for w, n in self.lacks[seat][suit])

    def stands(self, suit: int, unit: Unit) -> bool:
        """Whether no other seat can hold a higher unit of this shape in its suit."""
        space = self.hand.space
        top = space.column(unit.cards[0])
        return highest_unit(space.table, suit, self.out, *unit.shape) <= top or not any(
            self.may_hold(seat, suit, unit.shape)
            for seat in range(self.rules.players)
            if seat != self.seat
        )
