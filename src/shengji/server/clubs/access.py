"""Rights of callers in a club."""

from __future__ import annotations

from typing import Final, NamedTuple

from shengji.server.clubs.member_store import Line, MemberStore
from shengji.server.clubs.schemas import ClubSettings
from shengji.server.clubs.store import Club, ClubStore
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.site.services import is_id

RUN_CLUB: Final = "no-club, not-your-club, club-frozen"
"""Error codes of `run_club`."""


class ClubCaller(NamedTuple):
    """A club, with the caller's own line.

    Attributes:
        line: `None`: the caller has none.
    """

    club: Club
    line: Line | None

    @property
    def settings(self) -> ClubSettings:
        """The settings of the club."""
        return self.club.settings

    @property
    def belongs(self) -> bool:
        """Whether the caller is a member."""
        return self.line is not None and self.line.state == "in"

    @property
    def sees(self) -> bool:
        """Whether the caller sees the nights, members and seasons of the club."""
        return self.belongs or self.settings.seen == "public"

    @property
    def runs(self) -> bool:
        """Whether the caller is an owner or organiser."""
        return self.line is not None and self.line.runs

    @property
    def owns(self) -> bool:
        """Whether the caller is an owner."""
        return self.runs and self.line is not None and self.line.role == "owner"


async def find_club(caller: PersonCaller, club: str) -> ClubCaller:
    """A club, whether or not the caller may see it.

    Raises:
        ApiError: there is none.
    """
    found = await caller.services[ClubStore].get(club) if is_id(club) else None
    if found is None:
        raise ApiError("no-club")
    return ClubCaller(found, await caller.services[MemberStore].line(club, caller.person.id))


async def seen_club(caller: PersonCaller, club: str) -> ClubCaller:
    """A club that the caller may see: a public one, or one in which the caller has a line.

    Raises:
        ApiError: there is none.
    """
    found = await find_club(caller, club)
    if found.settings.seen != "public" and found.line is None:
        raise ApiError("no-club")
    return found


async def own_club(caller: PersonCaller, club: str) -> ClubCaller:
    """A club, for its members.

    Raises:
        ApiError: there is none.
    """
    found = await seen_club(caller, club)
    if not found.belongs:
        raise ApiError("no-club")
    return found


async def run_club(caller: PersonCaller, club: str) -> ClubCaller:
    """A club of which the caller is an owner or organiser.

    Raises:
        ApiError: there is none, or the caller is neither.
    """
    found = await seen_club(caller, club)
    need_runs(found)
    return found


def need_runs(found: ClubCaller) -> None:
    """Require an owner or organiser.

    Raises:
        ApiError: the caller is neither.
    """
    if not found.runs:
        raise ApiError("club-frozen" if found.club.frozen else "not-your-club")
