"""The random bot: legal, seeded, and without a plan."""

from __future__ import annotations

import numpy as np

from shengji.bots.bot import LeadChoice, OwnBot
from shengji.cards import Card
from shengji.game import Call, callable_cards
from shengji.play.chance import any_follow, any_lead, seeded
from shengji.play.readings import readings
from shengji.rules import Rules


class RandomBot(OwnBot):
    """Plays legally at random.

    It leads singles, tuples, tractors and throws, shows trumps now and then, and follows with any
    cards that are legal.
    """

    name = "random"

    def __init__(self, rules: Rules, seat: int, seed: int = 0) -> None:
        super().__init__(rules, seat, seed)
        self._chance = seeded(seed)
        self._rest, self._play = np.zeros((2, rules.deck_count), dtype=np.int64)

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Show one of the options at random, a quarter of the time."""
        return self.chance.choice(options) if self.chance.random() < 0.25 else None

    def redeal(self) -> bool:
        """Claim a re-deal at random, half the time."""
        return self.chance.random() < 0.5

    def bury(self) -> tuple[Card, ...]:
        """Bury any cards."""
        return tuple(self.chance.sample(self.cards, self.rules.kitty_size))

    def bid_land(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Bid with one of the options at random, half the time."""
        return self.chance.choice(options) if self.chance.random() < 0.5 else None

    def call_friends(self) -> tuple[Call, ...]:
        """Call any copies of any cards that are not trumps."""
        copies = range(1, self.rules.deck_count + 1)
        able = [Call(card, n) for card in callable_cards(self.hand.space) for n in copies]
        return tuple(self.chance.sample(able, self.rules.calls))

    def lead(self) -> LeadChoice:
        """Lead a card, sometimes with others of its suit: a unit, or a throw with any reading."""
        hand = self.hand
        space, held = hand.space, hand.position.hands[self.seat]
        any_lead(self._chance, space.table, held, self._rest, self._play)
        cards = space.play_of(self._play)
        if len(cards) == 1 or self.rules.throw_reading == "longest":
            return LeadChoice(cards)
        if self.chance.random() < 0.5:
            return LeadChoice(cards)
        return LeadChoice(cards, self.chance.randrange(len(readings(space, cards))))

    def follow(self) -> tuple[Card, ...]:
        """Follow with any cards that are legal."""
        hand, seat = self.hand, self.seat
        trick, space, cards = hand.trick, hand.space, hand.hands[seat]
        assert trick is not None
        lead = trick.lead_for(seat)
        if lead.must_beat(cards):
            return self.chance.choice(list(lead.follows(cards)))
        held = hand.position.hands[seat]
        room = self._rest, self._play
        any_follow(self._chance, space.table, lead.suit, lead.size, lead.units, held, *room)
        return space.play_of(self._play)
