"""Casual play: a few fixed sets of rules and pace, and players' requests for a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from shengji.rules import Rules, describe_rules, rules_from
from shengji.server.tables.acts.seating import STAND_IN
from shengji.server.tables.core.room import Room
from shengji.server.tables.schemas import CasualName, Company, NewTable
from shengji.server.tables.state import Settings


class CasualSet:
    """Rules and settings for casual play.

    Args:
        rules: a preset's name.
    """

    def __init__(self, rules: str, settings: Settings) -> None:
        self.preset = rules
        self.settings = settings

    @cached_property
    def rules(self) -> Rules:
        """The rules of the preset."""
        return rules_from(self.preset)


SETS: Final[Mapping[CasualName, CasualSet]] = MappingProxyType(
    {
        "relaxed": CasualSet("tractor", Settings(clock=60, bank=60)),
        "quick": CasualSet("tractor", Settings(pace="fast", clock=15, bank=30)),
        "finding-friends": CasualSet("finding-friends", Settings(clock=30, bank=60)),
    }
)
"""The sets by name, in the order of the lobby; their words are in `casual.toml`."""


class CasualRequest:
    """A request to play with people, by a set or by any rules.

    Args:
        rules: the wanted rules; `None`: any rules.
        new: the table to open if no table matches.
        name: the name of the set; `None`: `rules` alone decide, with any settings.
    """

    def __init__(
        self,
        rules: Rules | None,
        new: NewTable,
        company: Company = "friends-first",
        name: CasualName | None = None,
    ) -> None:
        self._given: dict[str, Any] | None = None if rules is None else describe_rules(rules)
        only = company == "friends-only"
        self.new = replace(new, start=True, settings=replace(new.settings, private=only))
        self.company = company
        self.name = name

    @classmethod
    def of(cls, name: CasualName, company: Company, bot: str = STAND_IN) -> CasualRequest:
        """Return the request for a set, with this bot in the other seats until people come."""
        chosen = SETS[name]
        new = NewTable(rules=chosen.preset, settings=chosen.settings, bots=bot)
        return cls(chosen.rules, new, company, name)

    def matches(self, room: Room) -> bool:
        """Return whether a table fits, and people may take bots' seats there.

        For a set the table must also be playing, so that the caller does not wait for the first
        cards.
        """
        settings = room.settings
        if room.night or settings.rated or not settings.take_over:
            return False
        if self._given is not None and room.given != self._given:
            return False
        wanted = replace(self.new.settings, title=settings.title, private=settings.private)
        return self.name is None or (room.playing and settings == wanted)
