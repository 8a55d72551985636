"""Styles: preferences among answers that cost next to nothing.

A style prefers some marks of a play (`shengji.bots.policy.leads`, `shengji.bots.policy.follows`),
such as the points that it gives to a partner. It chooses among the answers within MARGIN of the
best, spends at most BUDGET in a hand, and leaves the last cards alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from shengji.bots.characters.cast import StyleName
from shengji.bots.policy import follows, leads
from shengji.bots.policy.numbers import Floats

MARGIN: Final = 0.02
"""Maximum loss of a styled answer, in levels."""
BUDGET: Final = 0.025
"""Maximum loss by styled answers in a hand, in levels; partners with a style lose twice as much."""
LAST: Final = 4
"""Maximum number of cards in the hand at which a style changes nothing."""

TRUMP: Final = -1
"""In a style: one for a play of trumps. Other keys are marks."""


class Style(NamedTuple):
    """The preferences of a style: the weight of each mark of a lead, and of a follow."""

    leads: Mapping[int, float]
    follows: Mapping[int, float]


STYLES: Final[Mapping[StyleName, Style]] = MappingProxyType(
    {
        "plain": Style({}, {}),
        "feeder": Style({leads.PARTNER_BEST: 1.0}, {follows.WON_POINTS: 1.0}),
        "trumps": Style({TRUMP: 1.0, leads.RANK: 0.1}, {TRUMP: 0.3}),
        "careful": Style(
            {leads.BREAKS: -1.0, leads.CARDS: -0.5, leads.RANK: -0.2},
            {
                follows.RANK: -1.0,
                follows.BREAKS: -1.0,
                follows.BOSS: -1.0,
                follows.WITH_POINTS: -0.5,
            },
        ),
        "bold": Style(
            {leads.RANK: 1.0, leads.CARDS: 1.0, leads.BOSS: 0.5},
            {follows.RANK: 1.0, follows.BOSS: 0.5, TRUMP: 0.5},
        ),
    }
)
"""The styles by name: `feeder` gives points to a partner who wins, `trumps` leads them, `careful`
keeps high cards and pairs, `bold` plays high and many cards early."""


def liking(preferences: Mapping[int, float], marks: Floats, *, trump: bool) -> float:
    """How well a style likes a play with these marks."""
    return sum(
        weight * (float(trump) if mark == TRUMP else float(marks[mark]))
        for mark, weight in preferences.items()
    )
