"""Rows that are kept of people in nights, and of those who own series."""

from __future__ import annotations

from shengji.server.nights.live_nights import Nights
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class NightPersonal(PersonalData):
    """The events of nights that are of people, and their deeds there."""

    def __init__(self, nights: Nights) -> None:
        self._nights = nights

    async def export(self, person: Person) -> Files:
        """Give out the events that speak of the person, by night, and the series they own."""
        if owned := await self._nights.context.series.owned_by(person.id):
            yield "series.json", as_json(owned)
        async for night, events in self._nights.told_of(person.id):
            yield f"nights/{night}.json", as_json(events)

    async def forget(self, person: Person) -> None:
        """Take the name out of the nights and series; what was played stays."""
        await self._nights.forget(person.id)
        await self._nights.context.series.disown(person.id)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Let what a guest has played be an account's, also where the guest makes one."""
        await self._nights.claimed(guest.id, owner)
