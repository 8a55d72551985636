"""The fields of `Rules`, group by group; each group adds its fields to the one before."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, get_type_hints

from shengji.rules.groups.draw import DrawRules
from shengji.rules.groups.kitty import KittyRules
from shengji.rules.groups.play import PlayRules
from shengji.rules.groups.result import ScoringRules
from shengji.rules.groups.setup import SetupRules


class Group(NamedTuple):
    """Options that are shown together.

    Attributes:
        name: how it is called in data.
        title: its name.
        title_zh: its Chinese name.
        fields: the names of its options.
    """

    name: str
    title: str
    title_zh: str
    fields: tuple[str, ...]


# The annotations of a class are its own fields, without those of the class before.
GROUPS: tuple[Group, ...] = (
    Group("setup", "Set-up", "开局设定", tuple(SetupRules.__annotations__)),
    Group("draw", "The draw", "摸牌与亮主", tuple(DrawRules.__annotations__)),
    Group("kitty", "The kitty", "埋底与找朋友", tuple(KittyRules.__annotations__)),
    Group("play", "The play", "出牌", tuple(PlayRules.__annotations__)),
    Group("scoring", "The result", "计分与升级", tuple(ScoringRules.__annotations__)),
)
"""All groups, in the order in which they are shown."""

OFTEN_CHANGED: tuple[str, ...] = (
    "first_level",
    "must_play",
    "bid_jokers",
    "throw_penalty",
    "kitty_factor",
)
"""The options that houses change most, which a form shows before all others.

How long a match is, which levels nobody skips, whether Jokers make a hand without a trump suit,
what a failed throw costs and what the kitty is worth: about these people ask each other before they
play. With how many decks who plays is the system's.
"""


@cache
def field_types() -> dict[str, Any]:
    """The types of all fields, with everything that is attached to them."""
    return get_type_hints(ScoringRules, include_extras=True)
