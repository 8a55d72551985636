"""Regular evenings as targets of invitations."""

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


def refusal_of(outcome: Outcome) -> ApiError | None:
    """Return the error for an outcome that is not `done`, or `None`."""
    if outcome == "unknown":
        return ApiError("no-such-person")
    if outcome == "full":
        return ApiError("evening-full", most=MOST_PEOPLE)
    if outcome == "too-many":
        return ApiError("too-many-evenings", most=MOST_EVENINGS)
    return None


class EveningTargets(InvitationTargets):
    """Regular evenings as targets of invitations; an invitation also adds an invited member."""

    kind = "evening"
    lasts = 24 * 60 * MINUTE

    def __init__(self, evenings: EveningStore) -> None:
        self._evenings = evenings

    async def find(self, place: str, person: str) -> FoundTarget | None:
        """Return an evening if the person is a member or invited."""
        known = await self._evenings.get(place)
        is_asked = known is not None and any(at.person == person for at in known.members)
        return _target_of(known, person) if known is not None and is_asked else None

    async def find_open(self, place: str, person: str) -> FoundTarget | None:
        """Return an evening, whether or not the person is invited."""
        known = await self._evenings.get(place)
        return None if known is None else _target_of(known, person)

    def side_effect(self, place: str, person: str) -> SideEffect | None:
        """Return the write that adds the person as an invited member."""

        async def ask(connection: AsyncConnection) -> ApiError | None:
            return refusal_of(await enter(connection, place, person))

        return ask

    async def may_invite(self, place: str, person: str) -> bool:
        """Whether a person may invite others: they are a member."""
        found = await self.find(place, person)
        return found is not None and found.there

    def version(self, place: str) -> object:
        """Return a constant: a change of membership answers the invitation itself."""
        return None


def _target_of(known: MemberView, person: str) -> FoundTarget:
    there = known.member(person) is not None
    return FoundTarget(known.evening.settings.title, full=False, there=there)
