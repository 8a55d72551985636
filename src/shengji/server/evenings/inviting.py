"""Regular evenings, as places to which friends are invited."""

from __future__ import annotations

from shengji.server.evenings.store import EveningStore
from shengji.server.invitations.places import MINUTE, Found, Places


class EveningPlaces(Places):
    """Regular evenings, to which members invite those whom they have asked to come."""

    kind = "evening"
    lasts = 24 * 60 * MINUTE

    def __init__(self, evenings: EveningStore) -> None:
        self._evenings = evenings

    async def found(self, place: str, person: str) -> Found | None:
        """An evening to which somebody is asked, or of which they are a member by now."""
        known = await self._evenings.get(place)
        joined = {} if known is None else {at.person: at.joined for at in known.members}
        if known is None or person not in joined:
            return None
        title = known.evening.settings.title
        return Found(title, full=False, there=joined[person] is not None)

    async def may_invite(self, place: str, person: str) -> bool:
        """Whether somebody is a member."""
        found = await self.found(place, person)
        return found is not None and found.there

    def mark(self, place: str) -> object:
        """Nothing: who has become a member has answered."""
        return None
