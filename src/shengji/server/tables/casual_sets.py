"""Casual play: the sets that people choose from, few, so that few people meet soon; and wishes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from shengji.rules import Rules, describe_rules, rules_from
from shengji.server.tables.core.handlers import STAND_IN
from shengji.server.tables.core.room import Room
from shengji.server.tables.schemas import CasualName, Company, NewTable
from shengji.server.tables.state import Settings


class CasualSet:
    """A game at a pace, as people play it with whoever comes.

    Args:
        rules: a preset's name.
        settings: how the table is run.
    """

    def __init__(self, rules: str, settings: Settings) -> None:
        self.preset = rules
        self.settings = settings

    @cached_property
    def rules(self) -> Rules:
        """The rules."""
        return rules_from(self.preset)


SETS: Final[Mapping[CasualName, CasualSet]] = MappingProxyType(
    {
        "relaxed": CasualSet("tractor", Settings(clock=60, bank=60)),
        "quick": CasualSet("tractor", Settings(pace="fast", clock=15, bank=30)),
        "finding-friends": CasualSet("finding-friends", Settings(clock=30, bank=60)),
    }
)
"""The sets by name, in the order in which they are offered; their words are in `casual.toml`."""


class CasualRequest:
    """A wish to play with people: by a set, or by any rules.

    Args:
        rules: what is to be played; `None`: whatever people play.
        new: the table that is opened where there is none.
        company: with whom.
        name: the set; `None`: what `rules` say, however it is run.
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
        """The wish to play a set, with this bot in the other seats until somebody comes."""
        chosen = SETS[name]
        new = NewTable(rules=chosen.preset, settings=chosen.settings, bots=bot)
        return cls(chosen.rules, new, company, name)

    def matches(self, room: Room) -> bool:
        """Whether that is what is played at a table, where people may come in for bots.

        Where it is a set, cards are being played, so that nobody waits for the first one.
        """
        settings = room.settings
        if room.night or settings.rated or not settings.take_over:
            return False
        if self._given is not None and room.given != self._given:
            return False
        wanted = replace(self.new.settings, title=settings.title, private=settings.private)
        return self.name is None or (room.playing and settings == wanted)
