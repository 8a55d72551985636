"""The random bot: legal, seeded, and without a plan."""

from __future__ import annotations

from itertools import islice

from shengji.bots.bot import LeadChoice, OwnBot
from shengji.cards import Card
from shengji.game import Call, callable_cards
from shengji.play.units import default_reading, readings

_MOST_FOLLOWS = 64


class RandomBot(OwnBot):
    """Plays legally at random.

    It leads singles, tuples, tractors and throws, shows trumps now and then, and follows with one
    of the first legal plays of its shuffled hand.
    """

    name = "random"

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Show one of the options every fourth time."""
        return self.chance.choice(options) if self.chance.random() < 0.25 else None

    def redeal(self) -> bool:
        """Claim a re-deal every second time."""
        return self.chance.random() < 0.5

    def bury(self) -> tuple[Card, ...]:
        """Bury any cards."""
        return tuple(self.chance.sample(self.cards, self.rules.kitty_size))

    def bid_land(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Bid with one of the options every second time."""
        return self.chance.choice(options) if self.chance.random() < 0.5 else None

    def call_friends(self) -> tuple[Call, ...]:
        """Call any copies of any cards that are not trumps."""
        copies = range(1, self.rules.deck_count + 1)
        able = [Call(card, n) for card in callable_cards(self.hand.space) for n in copies]
        return tuple(self.chance.sample(able, self.rules.calls))

    def lead(self) -> LeadChoice:
        """Lead a card, now and then with others of its suit: a unit, or a throw read in any way."""
        space = self.hand.space
        card = self.chance.choice(self.cards)
        suit = [other for other in self.cards if space.suit(other) == space.suit(card)]
        if self.chance.random() < 0.25:
            return LeadChoice(self.chance.choice(default_reading(space, suit)).cards)
        size = self.chance.choice((1, 1, 1, 2, 2, 3, 4, 6))
        same = suit.count(card)
        if size > 1 and self.chance.random() < 0.5:
            return LeadChoice((card,) * min(size, same))
        cards = tuple(self.chance.sample(suit, min(size, len(suit))))
        if self.rules.throw_reading == "longest" or self.chance.random() < 0.5:
            return LeadChoice(cards)
        return LeadChoice(cards, self.chance.randrange(len(readings(space, cards))))

    def follow(self) -> tuple[Card, ...]:
        """Follow with any of some legal plays."""
        follows = self.lead_to_follow.follows(self.cards)
        return self.chance.choice(list(islice(follows, _MOST_FOLLOWS)))
