"""The tables at which people are: those under way, and those in the database."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from shengji.server.site.me import Seated
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore
from shengji.server.tables.wire import Stand


class TablePresence(Presence):
    """The tables at which people are."""

    def __init__(self, hub: Hub, tables: TableStore) -> None:
        self._hub = hub
        self._tables = tables

    async def tables_of(self, person: str) -> Sequence[Seated]:
        """The tables at which a person holds a seat, those that changed last first."""
        return await self._tables.tables_of(person)

    async def leave_all(self, person: Person) -> None:
        """Give up all seats of a person; bots play on in them."""
        for seated in await self._tables.tables_of(person.id):
            await leave(self._hub, person, seated.table)

    async def renamed(self, person: Person) -> None:
        """Tell all tables of a person the name that they have now, also those that sleep."""
        for seated in await self._tables.tables_of(person.id):
            await self._hub.get(seated.table)
        self._hub.rename(person.id, person.name, account=person.has_account)

    def sign_out(
        self,
        person: str,
        devices: Collection[str] | None = None,
        *,
        but: str | None = None,
        again: bool = False,
    ) -> None:
        """Let devices of a person be nobody's from now on: see `Hub.sign_out`."""
        self._hub.sign_out(person, devices, but=but, again=again)

    def cut(self, person: str) -> None:
        """End what programs of a person read here, and their games."""
        self._hub.remotes.cut(person)


async def leave(hub: Hub, person: Person, table: str) -> None:
    """Give up the seat that a person holds at a table; in a match a bot goes on with it."""
    live = await hub.get(table)
    if live is not None:
        await live.act(person.id, person.name, Stand())
