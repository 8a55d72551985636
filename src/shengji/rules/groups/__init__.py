"""The fields of `Rules`, group by group; each group adds its fields to the one before."""

from __future__ import annotations

from typing import NamedTuple

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


def _own_fields(group: type, before: type | None) -> tuple[str, ...]:
    earlier = before.__struct_fields__ if before is not None else ()  # type: ignore[attr-defined]
    return tuple(n for n in group.__struct_fields__ if n not in earlier)  # type: ignore[attr-defined]


GROUPS: tuple[Group, ...] = (
    Group("setup", "Set-up", "开局设定", _own_fields(SetupRules, None)),
    Group("draw", "The draw", "摸牌与亮主", _own_fields(DrawRules, SetupRules)),
    Group("kitty", "The kitty", "埋底与找朋友", _own_fields(KittyRules, DrawRules)),
    Group("play", "The play", "出牌", _own_fields(PlayRules, KittyRules)),
    Group("scoring", "The result", "计分与升级", _own_fields(ScoringRules, PlayRules)),
)
"""All groups, in the order in which they are shown."""
