"""The fields of `Rules` by group; the class of each group extends the one before."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, get_type_hints

from shengji.rules.groups.draw import DrawRules
from shengji.rules.groups.kitty import KittyRules
from shengji.rules.groups.play import PlayRules
from shengji.rules.groups.result import ScoringRules
from shengji.rules.groups.setup import SetupRules


class Group(NamedTuple):
    """A group of options that are displayed together.

    Attributes:
        name: identifier in data.
        fields: the names of its options.
    """

    name: str
    title: str
    title_zh: str
    fields: tuple[str, ...]


# The annotations of a class are its own fields, without those of its base class.
GROUPS: tuple[Group, ...] = (
    Group("setup", "Set-up", "开局设定", tuple(SetupRules.__annotations__)),
    Group("draw", "The draw", "摸牌与亮主", tuple(DrawRules.__annotations__)),
    Group("kitty", "The kitty", "埋底与找朋友", tuple(KittyRules.__annotations__)),
    Group("play", "The play", "出牌", tuple(PlayRules.__annotations__)),
    Group("scoring", "The result", "计分与升级", tuple(ScoringRules.__annotations__)),
)
"""All groups, in display order."""

OFTEN_CHANGED: tuple[str, ...] = (
    "first_level",
    "must_play",
    "bid_jokers",
    "throw_penalty",
    "kitty_factor",
)
"""Options that houses change most, shown first in forms.

They are the questions that players settle before a game: the length of the match, the must-play
levels, Joker declarations, the penalty for a failed throw and the kitty bonus. The number of
players and decks belongs to the system.
"""


@cache
def field_types() -> dict[str, Any]:
    """The types of all fields, with their metadata."""
    return get_type_hints(ScoringRules, include_extras=True)
