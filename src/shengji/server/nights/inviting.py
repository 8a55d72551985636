"""Nights, as places to which friends are invited."""

from __future__ import annotations

from shengji.server.invitations.targets import MINUTE, FoundTarget, InvitationTargets
from shengji.server.nights.live_nights import Nights


class NightTargets(InvitationTargets):
    """Nights, to which everybody may invite, until the first round is drawn."""

    kind = "night"
    lasts = 24 * 60 * MINUTE

    def __init__(self, nights: Nights) -> None:
        self._nights = nights

    async def found(self, place: str, person: str) -> FoundTarget | None:
        """A night, where somebody is who has checked in."""
        live = await self._nights.intact(place)
        if live is None or live.stage != "open":
            return None
        people = live.night.people.values()
        there = any(one.here and person in (one.id, one.account) for one in people)
        return FoundTarget(live.night.settings.title, full=False, there=there)

    async def may_invite(self, place: str, person: str) -> bool:
        """Whether somebody may invite: to a night, which all see, everybody may."""
        return True

    def version(self, place: str) -> object:
        """How far its log has come."""
        live = self._nights.loaded(place)
        return None if live is None else live.version
