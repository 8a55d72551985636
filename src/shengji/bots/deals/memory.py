"""What a seat remembers of a hand: what is still out, who is void, who holds no pair.

`Memory` is fed with the events that its seat sees and draws only conclusions that are certain; what
is merely likely is not its business. Any bot may use it.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np

from shengji.cards import Card
from shengji.game import (
    Event,
    Hand,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    Played,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.play.columns import highest_unit
from shengji.play.follows import shapes_lacking
from shengji.play.jit import Words
from shengji.play.space import COLUMNS, KINDS, MASK, TRUMP, Space
from shengji.play.units import Unit
from shengji.rules import Rules

Shape = tuple[int, int]
"""Width and length of a unit."""

SUITS = range(TRUMP + 1)
"""The effective suits."""


class Memory:
    """What one seat has seen of the hand under way, and what follows from it for certain.

    It starts to count when trump is fixed; before that there is nothing to remember but the shown
    cards.

    Attributes:
        space: the strength space of the hand.
        out: the cards not seen by this seat, as words: those in the other hands, and in the kitty
            unless this seat buried it last.
        void: for each seat the effective suits of which it is known to hold no card.
        lacks: for each seat and effective suit the shapes of which it is known to hold no unit. Who
            lacks a shape also lacks every wider or longer one.
        known: for each other seat cards that it is known to hold: shown or taken back.
        buried: the cards that this seat has buried last, also when another seat has taken the kitty
            since.
    """

    space: Space

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules = rules
        self.seat = seat
        self.out: list[int] = [0] * rules.deck_count
        self._forget()

    def _forget(self) -> None:
        players = range(self.rules.players)
        self.void: list[set[int]] = [set() for _ in players]
        self.lacks: list[dict[int, set[Shape]]] = [{suit: set() for suit in SUITS} for _ in players]
        self.known: list[Counter[Card]] = [Counter() for _ in players]
        self.buried: Counter[Card] = Counter()
        self._words: Words | None = None

    # Taking note

    def observe(self, event: Event, hand: Hand) -> None:
        """Take note of an event that has just been applied to `hand`, this seat's view."""
        match event:
            case Played():
                self._played(event, hand)
            case HandStarted():
                self._forget()
            case Shown() | LandBid() if event.seat != self.seat:
                self.known[event.seat] |= Counter(event.cards)
            case TrumpMade() | KittyTaken():
                self._look(hand)
            case KittyBuried():
                # Whatever was shown may have been buried.
                self.known[event.seat].clear()
                if event.cards is not None:
                    self.buried = Counter(event.cards)
                self._look(hand)
            case ThrowFailed() if event.seat != self.seat:
                self.known[event.seat] |= Counter(event.thrown)
            case TrickTaken() if self.rules.consecutive == "skip-played":
                self._move(hand.space)
            case _:
                pass

    def _look(self, hand: Hand) -> None:
        """Before the first trick: out is what is neither in this hand nor in a kitty it buried."""
        self.space = hand.space
        self._words = None
        seen = Counter(hand.hands[self.seat])
        if hand.buried_by == self.seat and hand.kitty is not None:
            seen.update(hand.kitty)
        left = Counter(self.rules.deck) - seen
        self.out = [int(word) for word in self.space.words(left.elements())]

    def _move(self, space: Space) -> None:
        """Go on in another space: ranks that have all been played are skipped in tractors now."""
        if space is self.space:
            return
        self.space = space
        for suits in self.lacks:
            for suit, shapes in suits.items():
                suits[suit] = {(width, length) for width, length in shapes if length == 1}

    def _see(self, cards: tuple[Card, ...]) -> None:
        """These cards are out no longer."""
        self._words = None
        for card in cards:
            bit = 1 << self.space.place(card)
            for k in range(self.rules.deck_count - 1, -1, -1):
                if self.out[k] & bit:
                    self.out[k] ^= bit
                    break

    def _played(self, event: Played, hand: Hand) -> None:
        if event.seat == self.seat:
            return
        self._see(event.cards)
        if self.known[event.seat]:
            self.known[event.seat] -= Counter(event.cards)
        trick = hand.trick
        assert trick is not None
        if event.units:
            return
        lead = trick.lead
        followed = sum(1 for card in event.cards if self.space.suit(card) == lead.suit)
        if followed < lead.size:
            self.void[event.seat].add(lead.suit)
        elif lead.reading[0].width > 1 and event.seat != trick.challenger:
            self.lacks[event.seat][lead.suit] |= shapes_lacking(lead, event.cards)

    # What is certain

    def is_void(self, seat: int, suit: int) -> bool:
        """Whether another seat certainly has no card of a suit."""
        return suit in self.void[seat] or not self.out[0] & int(self.space.table[MASK, suit])

    def may_hold(self, seat: int, suit: int, shape: Shape) -> bool:
        """Whether another seat may, for all that has been seen, hold a unit of this shape."""
        if self.is_void(seat, suit):
            return False
        width, length = shape
        return not any(w <= width and n <= length for w, n in self.lacks[seat][suit])

    def count(self, suit: int, above: int = -1) -> int:
        """How many cards of a suit are out, of those stronger than the column `above`."""
        mask = masks_above(self.space)[suit][above + 1]
        return sum((word & mask).bit_count() for word in self.out)

    def stands(self, suit: int, unit: Unit) -> bool:
        """Whether nobody else can hold a higher unit of this shape in its suit."""
        top = self.space.column(unit.cards[0])
        return not self._higher_out(suit, unit.shape, top) or not any(
            self.may_hold(seat, suit, unit.shape)
            for seat in range(self.rules.players)
            if seat != self.seat
        )

    def _higher_out(self, suit: int, shape: Shape, top: int) -> bool:
        if self._words is None:
            self._words = np.array(self.out, dtype=np.int64)
        highest = highest_unit(self.space.table, suit, self._words, *shape)
        return int(highest) > top


@lru_cache(maxsize=1024)
def masks_above(space: Space) -> list[list[int]]:
    """For each effective suit the words of the places from column 0, 1, 2 ... upwards."""
    found = []
    for suit in SUITS:
        masks = [0]
        for column in range(int(space.table[COLUMNS, suit]) - 1, -1, -1):
            masks.append(masks[-1] | int(space.table[KINDS + suit, column]))
        found.append(masks[::-1])
    return found
