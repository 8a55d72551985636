"""Regular evenings, as places to which friends are invited."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.evenings.evening import MemberView
from shengji.server.evenings.store import (
    MOST_EVENINGS,
    MOST_PEOPLE,
    EveningStore,
    Outcome,
    enter,
)
from shengji.server.invitations.targets import MINUTE, FoundTarget, InvitationTargets, SideEffect
from shengji.server.site.errors import ApiError


def refusal_of(told: Outcome) -> ApiError | None:
    """Why somebody cannot become a member, or be asked to; `None`: they can."""
    if told == "nobody":
        return ApiError("no-such-person")
    if told == "full":
        return ApiError("evening-full", most=MOST_PEOPLE)
    if told == "too-many":
        return ApiError("too-many-evenings", most=MOST_EVENINGS)
    return None


class EveningTargets(InvitationTargets):
    """Regular evenings, to which members invite friends, who are asked to come by that."""

    kind = "evening"
    lasts = 24 * 60 * MINUTE

    def __init__(self, evenings: EveningStore) -> None:
        self._evenings = evenings

    async def found(self, place: str, person: str) -> FoundTarget | None:
        """An evening to which somebody is asked, or of which they are a member by now."""
        known = await self._evenings.get(place)
        is_asked = known is not None and any(at.person == person for at in known.members)
        return _found(known, person) if known is not None and is_asked else None

    async def offered(self, place: str, person: str) -> FoundTarget | None:
        """An evening, to somebody who need not be asked yet."""
        known = await self._evenings.get(place)
        return None if known is None else _found(known, person)

    def side_effect(self, place: str, person: str) -> SideEffect | None:
        """Have them asked to come."""

        async def ask(connection: AsyncConnection) -> ApiError | None:
            return refusal_of(await enter(connection, place, person))

        return ask

    async def may_invite(self, place: str, person: str) -> bool:
        """Whether somebody is a member."""
        found = await self.found(place, person)
        return found is not None and found.there

    def version(self, place: str) -> object:
        """Nothing: who has become a member has answered."""
        return None


def _found(known: MemberView, person: str) -> FoundTarget:
    there = known.member(person) is not None
    return FoundTarget(known.evening.settings.title, full=False, there=there)
