"""Quick evaluation of each answer by the rules of play."""

from __future__ import annotations

from shengji.bots.policy.desk import WEIGHED, Desk
from shengji.bots.policy.judge import IN_VAIN
from shengji.bots.thought import Option
from shengji.cards import Card
from shengji.play.space import Space

Play = tuple[Card, ...]
Glance = dict[Play, float]
"""The value of each answer by the rules of play; comparable only within a decision. The networks
for plays were fitted to choose: their differences are several times as large as levels."""


def glance_at_plays(space: Space, desk: Desk) -> Glance:
    """The plays that `choose_at_desk` has just weighed at a desk; empty for a forced play."""
    glance: Glance = {}
    for option in range(int(desk.tally[WEIGHED])):
        play, worth = tuple(space.cards(desk.options[option])), float(desk.worth[option])
        # The same cards may be weighed as a tuple and as a throw.
        glance[play] = max(worth, glance.get(play, worth))
    return glance


def best_of(glance: Glance) -> Play:
    """The most valuable answer; the first of equal ones."""
    return max(glance, key=glance.__getitem__)


def options_of(glance: Glance) -> list[Option]:
    """The answers, the best first."""
    best = max(glance.values(), default=0.0)
    options = []
    for play in sorted(glance, key=glance.__getitem__, reverse=True):
        behind = best - glance[play]
        options.append(Option(play, behind=behind if behind < IN_VAIN / 2 else None))
    return options
