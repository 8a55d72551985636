"""Personal data in nights and series: export, erasure and merging of guests."""

from __future__ import annotations

from shengji.server.nights.live_nights import Nights
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class NightPersonal(PersonalData):
    """A person's events in nights, and their series."""

    def __init__(self, nights: Nights) -> None:
        self._nights = nights

    async def export(self, person: Person) -> Files:
        """Export the series that the person owns, and the events that concern them, by night."""
        if owned := await self._nights.context.series.owned_by(person.id):
            yield "series.json", as_json(owned)
        async for night, events in self._nights.told_of(person.id):
            yield f"nights/{night}.json", as_json(events)

    async def forget(self, person: Person) -> None:
        """Remove the person's name from nights and their ownership of series; results stay."""
        await self._nights.forget(person.id)
        await self._nights.context.series.disown(person.id)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Transfer a guest's results to an account, also if the guest has just created it."""
        await self._nights.claimed(guest.id, owner)
