"""Clubs, as an interface for the nights and regular evenings that belong to them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Literal, NamedTuple

from shengji.server.database.ids import PersonId
from shengji.server.site.errors import ApiError
from shengji.server.site.events import SiteEvent
from shengji.server.site.guards import PersonCaller
from shengji.server.site.services import is_id

Seen = Literal["members", "public"]
"""Viewers of a club and its seasons: members only, or everybody."""


class ClubChanged(SiteEvent, frozen=True):
    """A club has a new name or other viewers, or has ended."""

    club: str


class ClubFacts(NamedTuple):
    """The facts about a club that its nights and evenings show."""

    id: str
    name: str
    seen: Seen


class ClubGuest(NamedTuple):
    """A member of a club at check-in.

    Attributes:
        id: the id in nights: that of the account or of the guest's browser, otherwise that of the
            member's line.
        account: the public id of the account; empty: none.
        persons: all ids in nights under which the member may be known.
    """

    id: str
    name: str
    account: str
    persons: frozenset[str]


class ClubSource(ABC):
    """A source of clubs."""

    @abstractmethod
    async def facts(self, club: str) -> ClubFacts | None:
        """A club; `None`: there is none."""

    @abstractmethod
    async def organises(self, club: str, person: PersonId) -> bool:
        """Whether a person is an owner or organiser of a club."""

    @abstractmethod
    async def guest(self, club: str, person: str) -> ClubGuest | None:
        """The member of a club with a public id, an id in a night, or the id of a line."""


async def need_member(caller: PersonCaller, club: str) -> None:
    """Require a member of a club.

    Raises:
        ApiError: the caller is none, or there is no such club.
    """
    clubs = caller.services[ClubSource]
    if not is_id(club) or await clubs.guest(club, caller.person.id) is None:
        raise ApiError("no-club")
