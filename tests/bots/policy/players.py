"""Players for the tests of the compiled player."""

from __future__ import annotations

import numpy as np

from shengji.bots.bot import LeadChoice
from shengji.bots.policy.playout import choose_play
from shengji.bots.policy.scratchpad import Scratchpad, scratchpad_for
from shengji.bots.ruled import BasicBot
from shengji.bots.uniform import RandomBot
from shengji.cards import Card
from shengji.play.jit import Words
from shengji.play.space import Space


def chosen(pad: Scratchpad) -> Words:
    """The words that the seat on turn plays from a position."""
    play = np.zeros(pad.position.rest.shape[0], dtype=np.int64)
    choose_play(pad, play)
    return play


class CompiledBot(BasicBot):
    """The compiled player of the tricks; else as basic."""

    name = "compiled"

    def lead(self) -> LeadChoice:
        return LeadChoice(self.play())

    def follow(self) -> tuple[Card, ...]:
        lead, play = self.lead_to_follow, self.play()
        if lead.fault(self.cards, play) == "beat":
            return next(lead.follows(self.cards))
        return play

    def play(self) -> tuple[Card, ...]:
        space: Space = self.hand.space
        return tuple(space.cards(chosen(scratchpad_for(self.hand.position))))


class PlainReader(RandomBot):
    """Leads anything, always read by default."""

    def lead(self) -> LeadChoice:
        return LeadChoice(super().lead().cards)
