"""What a seat has before its eyes when it must play: its cards, the trick, its memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from shengji.bots.basic.memory import Memory
from shengji.bots.basic.sides import Sides
from shengji.cards import Card, points_of
from shengji.game import Hand
from shengji.game.endings import red_fives
from shengji.play.space import TRUMP

LEVEL = 40
"""What a level is worth, in points."""
UNKNOWN_KITTY = 5
"""The points that others than the Dealer expect in the kitty, for each deck."""


class Sight:
    """A seat's cards sorted for one decision, beside the hand and the memory of it.

    Attributes:
        hand: the hand as the seat sees it.
        memory: what it remembers.
        space: the strength space.
        seat: the seat.
        cards: the cards it holds.
        held: the same, counted.
        by_suit: the same by effective suit, each high to low.
        sides: who plays on whose side.
        kitty_points: the points in the kitty, known or expected.
        prized: whether there are cards that cost more than points when they are captured.
    """

    def __init__(self, hand: Hand, memory: Memory) -> None:
        self.hand = hand
        self.memory = memory
        self.space = memory.space
        self.seat = memory.seat
        self.cards: list[Card] = hand.hands[self.seat]
        self.held: Counter[Card] = Counter(self.cards)
        self.by_suit = self.space.by_suit(self.cards)
        self.sides = Sides(hand, memory)
        self.kitty_points: float = UNKNOWN_KITTY * hand.rules.deck_count
        if hand.kitty is not None:
            self.kitty_points = points_of(hand.kitty)
        self.prized = hand.rules.red_fives != "none"
        self._shares: dict[tuple[int, int], float] = {}

    @property
    def trumps(self) -> list[Card]:
        """The trumps held, high to low."""
        return self.by_suit.get(TRUMP, [])

    def ally(self, seat: int) -> float:
        """How likely a seat plays on this side."""
        return self.sides.allies[seat]

    def prize(self, cards: Iterable[Card]) -> float:
        """What it costs the side of these cards, in points, when the others take them."""
        rules = self.hand.rules
        each = float(rules.red_five_points)
        if rules.red_five_penalty == "levels":
            each = float(LEVEL * rules.red_five_levels)
        fives = red_fives(rules)
        return each * sum(1 for card in cards if card in fives)

    def seats_after(self, played: int) -> list[int]:
        """The seats that play after this one to a trick, when `played` have played before it."""
        players = self.hand.players
        return [(self.seat + i) % players for i in range(1, players - played)]

    def is_suit(self, cards: Iterable[Card], suit: int) -> bool:
        """Whether all cards are of this effective suit."""
        return all(self.space.suit(card) == suit for card in cards)

    def share(self, seat: int, suit: int) -> float:
        """The part of the cards of a suit that are out that this other seat should hold."""
        found = self._shares.get((seat, suit))
        if found is None:
            found = self._shares[seat, suit] = self._share(seat, suit)
        return found

    def _share(self, seat: int, suit: int) -> float:
        memory, sizes = self.memory, self.hand.sizes
        if memory.is_void(seat, suit):
            return 0.0
        holders = sum(
            sizes[other]
            for other in range(self.hand.players)
            if other != self.seat and not memory.is_void(other, suit)
        )
        # Hardly any trumps are buried; of the other suits anything may be.
        buried = 0 if suit == TRUMP or self.hand.kitty is not None else self.hand.rules.kitty_size
        return sizes[seat] / max(1, holders + buried)
