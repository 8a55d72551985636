"""Quick evaluation of each answer by the rules of play."""

from __future__ import annotations

from shengji.bots.policy.judge import IN_VAIN
from shengji.bots.policy.scratchpad import WEIGHED, Scratchpad
from shengji.bots.thought import Option
from shengji.cards import Card
from shengji.play.space import Space

Play = tuple[Card, ...]
AnswerValues = dict[Play, float]
"""The value of each answer by the rules of play; comparable only within a decision. The networks
for plays were fitted to choose: their differences are several times as large as levels."""


def values_of_plays(space: Space, pad: Scratchpad) -> AnswerValues:
    """The plays that `choose_on_scratchpad` has just weighed; empty for a forced play."""
    values: AnswerValues = {}
    for option in range(int(pad.tally[WEIGHED])):
        play, worth = tuple(space.cards(pad.options[option])), float(pad.worth[option])
        # The same cards may be weighed as a tuple and as a throw.
        values[play] = max(worth, values.get(play, worth))
    return values


def best_of(values: AnswerValues) -> Play:
    """The most valuable answer; the first of equal ones."""
    return max(values, key=values.__getitem__)


def options_of(values: AnswerValues) -> list[Option]:
    """The answers, the best first."""
    best = max(values.values(), default=0.0)
    options = []
    for play in sorted(values, key=values.__getitem__, reverse=True):
        behind = best - values[play]
        options.append(Option(play, behind=behind if behind < IN_VAIN / 2 else None))
    return options
