"""Personal data at tables: export, deletion, and transfer from guests."""

from __future__ import annotations

from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json
from shengji.server.site.presence import Presence
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore


class TablePersonal(PersonalData):
    """The seats of people, their chat messages, and their names in the logs."""

    def __init__(self, hub: Hub, tables: TableStore, presence: Presence) -> None:
        self._hub = hub
        self._presence = presence
        self._tables = tables

    async def export(self, person: Person) -> Files:
        """Export the person's seats and chat messages at tables."""
        yield "tables.json", as_json(await self._tables.tables_of(person.id))
        yield "said.json", as_json(await self._tables.said_by(person.id))

    async def forget(self, person: Person) -> None:
        """Give up all seats, and delete the name from the logs."""
        await self._presence.leave_all(person)
        known = None
        # A table in memory may write the name again until it has reloaded its log.
        while known := await self._tables.unname(person.id, known):
            await self._hub.reread(known)
            for table in known - self._hub.ids:
                await self._tables.claim(table, by_force=True)  # from its current node

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Give up the seats of a guest who becomes another person."""
        if guest.id != owner:
            await self._presence.leave_all(guest)
