"""What a card is worth keeping, counted in points like everything that the bot weighs.

The points printed on a card do not count here: whether they are won or lost is the business of the
play. A card is worth keeping because it can win a trick later, alone or as part of a pair; the
numbers were tuned on duplicate deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from shengji.bots.basic.sight import Sight
from shengji.cards import Card
from shengji.play.space import COLUMNS, TRUMP

BOSS = (6.0, 3.0, 1.0)
"""A card of a plain suit of which no, one or two higher cards are out."""
STEP = 0.08
"""Each step of strength of a plain card."""
LOW_TRUMP, TOP_TRUMP = 2.5, 5.0
"""The lowest trump, and what the highest has more."""
BOSS_TRUMP = 2.0
"""A trump above all trumps that are out."""
PAIR, TRUMP_PAIR, BOSS_PAIR = 2.0, 3.0, 2.5
"""Each further copy of a card; more for a pair above all pairs that are out."""
HOOK = 6.0
"""What more it is worth to win the last trick at a level that hooks, or to do so with its card."""
LAST_TRICKS = 5
"""With so many cards left the last trick comes into sight."""


class Worth:
    """What the cards of a seat are worth keeping, for one decision."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._one: dict[Card, float] = {}
        self._more: dict[Card, float] = {}
        self.trump_suit = sight.space.trump.suit
        self.hooked = sight.hand.rank.value in sight.hand.rules.hooks

    def one(self, card: Card) -> float:
        """What a single copy of a card is worth."""
        found = self._one.get(card)
        if found is None:
            found = self._one[card] = self._single(card)
        return found

    def more(self, card: Card) -> float:
        """What it is worth that one more copy of the card is held."""
        found = self._more.get(card)
        if found is None:
            found = self._more[card] = self._pair(card)
        return found

    def of(self, cards: Iterable[Card]) -> float:
        """What it costs to give up these cards."""
        total = 0.0
        for card, played in Counter(cards).items():
            total += played * self.one(card)
            held = self.sight.held[card]
            if held > 1:
                broken = held - max(1, held - played)
                total += broken * self.more(card)
        return total

    def _single(self, card: Card) -> float:
        sight = self.sight
        suit, column = sight.space.suit(card), sight.space.column(card)
        higher = sight.memory.count(suit, column)
        if suit == TRUMP:
            top = int(sight.space.table[COLUMNS, TRUMP]) - 1
            value = LOW_TRUMP + TOP_TRUMP * column / max(1, top)
            if higher == 0:
                value += BOSS_TRUMP
            if len(sight.cards) <= LAST_TRICKS:
                # The last trick brings the kitty, and may hook.
                stake = sight.kitty_points + HOOK * self.hooked
                value += stake * (1.0 if higher == 0 else 0.3)
                if self.hooked and card.rank is sight.hand.rank:
                    value += self._hook_card(card)
            return value
        value = STEP * column
        if higher < len(BOSS) and sight.memory.count(suit) > 0:
            value += BOSS[higher]
        return value

    def _hook_card(self, card: Card) -> float:
        """What more a card of the trump rank is worth keeping for the last trick.

        The Opponents hook the Declarers by winning it with such a card (Z21 §6.1.3); where
        capturing counts, whoever still holds one then may lose it (PAG, The hook).
        """
        sight = self.sight
        if sight.hand.rules.hook_card == "capture":
            return -HOOK
        if sight.hand.rules.hook_card == "trump-suit-in-unit" and card.suit is not self.trump_suit:
            return 0.0
        return HOOK * (1.0 - sight.sides.declares)

    def _pair(self, card: Card) -> float:
        sight = self.sight
        suit, column = sight.space.suit(card), sight.space.column(card)
        value = TRUMP_PAIR if suit == TRUMP else PAIR
        if all(copies < 2 for copies in sight.memory.copies(suit)[column + 1 :]):
            value += BOSS_PAIR
        return value
