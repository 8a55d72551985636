"""Nights as targets of invitations."""

from __future__ import annotations

from shengji.server.invitations.targets import MINUTE, FoundTarget, InvitationTargets
from shengji.server.nights.live_nights import Nights


class NightTargets(InvitationTargets):
    """Nights without a drawn round; all users may invite to them."""

    kind = "night"
    lasts = 24 * 60 * MINUTE

    def __init__(self, nights: Nights) -> None:
        self._nights = nights

    async def find(self, place: str, person: str) -> FoundTarget | None:
        """A night that is open for invitations; `there`: whether the person has checked in."""
        live = await self._nights.intact(place)
        if live is None or live.stage != "open":
            return None
        people = live.night.people.values()
        there = any(one.here and person in (one.id, one.account) for one in people)
        return FoundTarget(live.night.settings.title, full=False, there=there)

    async def may_invite(self, place: str, person: str) -> bool:
        """Whether a person may invite: always, since nights are public."""
        return True

    def version(self, place: str) -> object:
        """The version of its log."""
        live = self._nights.loaded(place)
        return None if live is None else live.version
