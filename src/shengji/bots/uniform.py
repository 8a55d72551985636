"""The random bot: legal, seeded, and without a plan."""

from __future__ import annotations

from itertools import islice

from shengji.bots.bot import Bot, LeadChoice
from shengji.cards import Card

_MOST_FOLLOWS = 64


class RandomBot(Bot):
    """Plays legally at random.

    It leads singles, tuples, tractors and throws, shows trumps now and then, and follows with one
    of the first legal plays of its shuffled hand.
    """

    name = "random"

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Show one of the options every fourth time."""
        return self.chance.choice(options) if self.chance.random() < 0.25 else None

    def bury(self) -> tuple[Card, ...]:
        """Bury any cards."""
        return tuple(self.chance.sample(self.cards, self.rules.kitty_size))

    def lead(self) -> LeadChoice:
        """Lead a card, now and then with others of its suit."""
        space = self.hand.space
        card = self.chance.choice(self.cards)
        suit = [other for other in self.cards if space.suit(other) == space.suit(card)]
        size = self.chance.choice((1, 1, 1, 2, 2, 3, 4, 6))
        same = suit.count(card)
        if size > 1 and self.chance.random() < 0.5:
            return LeadChoice((card,) * min(size, same))
        return LeadChoice(tuple(self.chance.sample(suit, min(size, len(suit)))))

    def follow(self) -> tuple[Card, ...]:
        """Follow with any of some legal plays."""
        trick = self.hand.trick
        assert trick is not None
        return self.chance.choice(list(islice(trick.lead.follows(self.cards), _MOST_FOLLOWS)))
