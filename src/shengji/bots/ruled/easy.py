"""`EasyBot`: a pleasant opponent for beginners, which forgets and slips as people do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import islice

from shengji.bots.bot import LeadChoice
from shengji.bots.ruled.memory_loss import forget
from shengji.bots.ruled.player import RuledBot
from shengji.cards import Card
from shengji.play.position import Position, twin_of
from shengji.play.space import TRUMP, Space
from shengji.play.units import default_reading

SLIPS = 0.2
"""The share of plays made without thinking."""
MOST_FOLLOWS = 32
"""Maximum number of legal follows considered for a slip."""


class EasyBot(RuledBot):
    """Plays by the rules of thumb of `RuledBot`, but forgets and slips as people do.

    It forgets cards played some tricks ago. Now and then it leads a random suit, or follows with
    its lowest cards, whoever is winning. It buries without a plan.
    """

    name = "easy"
    steady = False

    def position(self) -> Position:
        """The hand in play as its seat sees and remembers it."""
        position = twin_of(super().position())
        forget(position, self.hand)
        return position

    def bury(self) -> tuple[Card, ...]:
        """Bury low cards of plain suits, without a plan."""
        return self._note("bury", lowest_cards(self.hand.space, self.cards, self.rules.kitty_size))

    def lead(self) -> LeadChoice:
        """Lead as `RuledBot`, or now and then the best of a random suit."""
        choice = super().lead()
        if self.chance.random() >= SLIPS:
            return choice
        suits = self.hand.space.by_suit(self.cards)
        plain = [suit for suit in suits if suit != TRUMP] or [TRUMP]
        units = default_reading(self.hand.space, suits[self.chance.choice(plain)])
        slip = self.chance.choice((units[0], units[-1])).cards
        return LeadChoice(self._instead(slip, "slip"))

    def follow(self) -> tuple[Card, ...]:
        """Follow as `RuledBot`, or now and then with low cards."""
        choice = super().follow()
        if self.chance.random() >= SLIPS:
            return choice
        follows = islice(self.lead_to_follow.follows(self.cards), MOST_FOLLOWS)
        height = partial(_height, self.hand.space)
        return self._instead(min(follows, key=lambda cards: sum(map(height, cards))), "slip")


def lowest_cards(space: Space, cards: Iterable[Card], number: int) -> tuple[Card, ...]:
    """The lowest cards, which a player buries who has no plan."""
    return tuple(sorted(cards, key=partial(_height, space))[:number])


def _height(space: Space, card: Card) -> int:
    """The height of a card, with a surplus for trumps and points."""
    return space.column(card) + card.points + (30 if space.suit(card) == TRUMP else 0)
