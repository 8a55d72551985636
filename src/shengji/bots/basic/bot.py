"""`BasicBot`: passes each of its decisions to the module that makes it."""

from __future__ import annotations

from shengji.bots.basic.burying import choose_kitty
from shengji.bots.basic.calling import choose_calls
from shengji.bots.basic.declaring import choose_showing
from shengji.bots.basic.following import choose_follow
from shengji.bots.basic.land import choose_land
from shengji.bots.basic.leading import choose_lead
from shengji.bots.basic.memory import Memory
from shengji.bots.basic.redeal import wants_redeal
from shengji.bots.basic.sight import Sight
from shengji.bots.bot import LeadChoice, OwnBot
from shengji.cards import Card
from shengji.game import Call, Event
from shengji.rules import Rules


class BasicBot(OwnBot):
    """A decent player that counts cards and takes no chances with them.

    Its play depends on the events alone; the seed makes no difference.
    """

    name = "basic"
    steady = True

    def __init__(self, rules: Rules, seat: int, seed: int = 0) -> None:
        super().__init__(rules, seat, seed)
        self.memory = Memory(rules, seat)

    def note(self, event: Event) -> None:
        """Take note of an event, already masked for this seat."""
        if self.match.hand is not None:
            self.memory.observe(event, self.match.hand)

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Declare a suit that is long, the sooner the more it matters."""
        return choose_showing(self.hand, self.seat, options)

    def redeal(self) -> bool:
        """Claim a re-deal with a hand that is bad for its side."""
        return wants_redeal(self.hand, self.seat)

    def bury(self) -> tuple[Card, ...]:
        """Bury what is least worth keeping."""
        return choose_kitty(self.hand, self.seat)

    def bid_land(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Bid when another trump suit and the kitty are worth it."""
        return choose_land(self.hand, self.seat, options)

    def call_friends(self) -> tuple[Call, ...]:
        """Call cards that win and that others must play."""
        return choose_calls(self.hand, self.seat)

    def lead(self) -> LeadChoice:
        """Lead the best of some ideas."""
        idea = choose_lead(Sight(self.hand, self.memory))
        return LeadChoice(idea.cards, idea.reading)

    def follow(self) -> tuple[Card, ...]:
        """Follow with the best of some legal plays."""
        return choose_follow(Sight(self.hand, self.memory))
