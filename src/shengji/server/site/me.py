"""Schemas of the caller's own profile."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from shengji.cards import Rank
from shengji.server.site.schemas import Game, PersonLine, Role, Schema, Text


class Fellow(PersonLine, frozen=True):
    """Another person with a seat at one of the caller's tables."""


class Seated(Schema, frozen=True):
    """A table at which the person has a seat.

    Attributes:
        game: the game, as in `RulesState`.
        heading: the rules' preset and system.
        levels: as in `TableLine`.
        others: the other people with seats; bots are not listed.
        at: the last change, in milliseconds since 1970.
    """

    table: str
    title: str
    playing: bool
    game: Game | None
    heading: Text
    levels: tuple[Rank, ...]
    others: tuple[Fellow, ...]
    at: int


class Held(Schema, frozen=True):
    """A mute or a ban, as shown to its person.

    Attributes:
        until: the end, in milliseconds since 1970; `None`: permanent.
    """

    reason: str
    until: int | None


NEWCOMER_LEVEL: Final = 3
"""Number of the bots' level that is recommended to people without a settled rating."""


class LevelSource(ABC):
    """A source of the bots' levels that suit people."""

    @abstractmethod
    async def level_for(self, person: str) -> int | None:
        """The number of the level nearest to a person's rating; `None`: no settled rating."""


class Me(Schema, frozen=True):
    """The person to whom this browser belongs.

    Attributes:
        role: of the account; `None`: a guest, who has none.
        bot: whether the account is a bot's, which plays over the network and takes no seat.
        muted: the mute in force, which forbids writing; `None`: not muted.
        banned: the ban in force, which allows only export and removal of the person's data; `None`:
            not banned.
        level: the number of the bots' level that suits the person.
    """

    person: str
    name: str
    role: Role | None
    bot: bool
    tables: tuple[Seated, ...]
    muted: Held | None
    banned: Held | None
    level: int = NEWCOMER_LEVEL
