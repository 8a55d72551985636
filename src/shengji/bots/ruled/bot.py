"""`RuledBot`: passes each of its decisions to the module that makes it."""

from __future__ import annotations

import numpy as np

from shengji.bots.basic.calling import choose_calls
from shengji.bots.basic.memory import Memory
from shengji.bots.bot import Bot, LeadChoice
from shengji.bots.policy.networks import DEFAULT
from shengji.bots.policy.playout import choose_play
from shengji.bots.policy.position import Floats, Position
from shengji.bots.policy.seeing import position_of
from shengji.bots.ruled.burying import choose_burial
from shengji.bots.ruled.challenging import choose_answer
from shengji.bots.ruled.land import choose_land
from shengji.bots.ruled.redealing import wants_redeal
from shengji.bots.ruled.showing import choose_showing
from shengji.bots.thought import Decision, Option, Thought
from shengji.cards import Card
from shengji.game import Call, Event
from shengji.rules import Rules


class RuledBot(Bot):
    """Plays by tuned rules of thumb, and answers at once.

    Its play depends on the events alone; the seed makes no difference.

    Attributes:
        memory: what its seat remembers of the hand.
        networks: what its leads and follows are weighed with.
    """

    name = "medium"
    steady = True

    def __init__(self, rules: Rules, seat: int, seed: int = 0) -> None:
        super().__init__(rules, seat, seed)
        self.memory = Memory(rules, seat)
        self.networks: Floats = DEFAULT.copy()

    def observe(self, event: Event) -> None:
        """Take note of an event, already masked for this seat."""
        super().observe(event)
        if self.match.hand is not None:
            self.memory.observe(event, self.match.hand)

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Declare the suit that promises most, when it promises enough."""
        chosen = choose_showing(self.hand, self.seat, options)
        self._explain("show", chosen or ())
        return chosen

    def redeal(self) -> bool:
        """Claim a re-deal with a hand that is bad for its side."""
        wanted = wants_redeal(self.hand, self.seat)
        self._explain("redeal", tuple(self.cards) if wanted else ())
        return wanted

    def bury(self) -> tuple[Card, ...]:
        """Bury what is least worth keeping."""
        return self._explain("bury", choose_burial(self.hand, self.seat))

    def bid_land(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Bid when another trump suit and the kitty are worth it."""
        chosen = choose_land(self.hand, self.seat, options)
        self._explain("land", chosen or ())
        return chosen

    def call_friends(self) -> tuple[Call, ...]:
        """Call cards that win and that others must play."""
        calls = choose_calls(self.hand, self.seat)
        self.thought = Thought("call", (Option((), calls),), 0, "rule")
        return calls

    def lead(self) -> LeadChoice:
        """Lead what promises most."""
        play = np.zeros(self.rules.deck_count, dtype=np.int64)
        choose_play(self.position(), self.networks, play)
        return LeadChoice(self._explain("lead", tuple(self.hand.space.cards(play))))

    def follow(self) -> tuple[Card, ...]:
        """Follow with what promises most."""
        lead = self.lead_to_follow
        if len(self.cards) == lead.size:
            return self._explain("follow", tuple(self.cards), forced=True)
        if lead.owed(self.cards).beat:
            return self._explain("follow", choose_answer(lead, self.cards))
        play = np.zeros(self.rules.deck_count, dtype=np.int64)
        choose_play(self.position(), self.networks, play)
        return self._explain("follow", tuple(self.hand.space.cards(play)))

    def position(self) -> Position:
        """What its seat sees of the hand in play, and remembers of it."""
        return position_of(self.hand, self.memory)

    def _explain(
        self, decision: Decision, cards: tuple[Card, ...], *, forced: bool = False
    ) -> tuple[Card, ...]:
        """Note why these cards were chosen; returns them."""
        self.thought = Thought(
            decision, (Option(cards),), None if forced else 0, "forced" if forced else "rule"
        )
        return cards
