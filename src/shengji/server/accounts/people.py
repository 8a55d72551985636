"""People and their browsers, with or without an account."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.store import key_row
from shengji.server.accounts.values import KnownDevice
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, device_id, hashed, new_id, new_secret
from shengji.server.database.schema import (
    accounts,
    keys,
    links,
    people,
)
from shengji.server.site.person import Person

_DAY = 24 * 60 * 60 * 1000

_BY_SECRET: Final = (
    select(people, keys.c.seen.label("used"), accounts.c.role, accounts.c.bot)
    .join(keys)
    .outerjoin(accounts)
    .where(keys.c.secret == bindparam("secret"))
)
"""Built once, since every request runs it."""


class PeopleStore(Store):
    """People, their browsers, and links that add a browser."""

    @writes
    async def new_person(
        self, connection: AsyncConnection, name: str, label: str = ""
    ) -> tuple[Person, str]:
        """Create a guest, and the secret of their browser.

        The database stores only a hash of the secret.

        Args:
            name: the displayed name.
            label: description of the browser, as in `KnownDevice`.
        """
        person, secret = Person(new_id(), name), new_secret()
        now = self._clock()
        row = {"id": person.id, "name": name, "seen": now, "made": now}
        key = key_row(secret, person.id, label, now)
        await connection.execute(insert(people), row)
        await connection.execute(insert(keys), key)
        return person, secret

    async def person_by_secret(self, secret: str) -> Person | None:
        """The person of a browser's secret, or `None`; updates the last use once a day."""
        kept = hashed(secret)
        async with self._reading() as connection:
            row = (await connection.execute(_BY_SECRET, {"secret": kept})).one_or_none()
        if row is None:
            return None
        if min(row.seen, row.used or 0) < self._clock() - _DAY:
            await self._mark_seen(row.id, kept)
        return Person(row.id, row.name, row.role, bool(row.bot))

    @writes
    async def _mark_seen(self, connection: AsyncConnection, person: PersonId, key: bytes) -> None:
        now = self._clock()
        await connection.execute(update(people).where(people.c.id == person).values(seen=now))
        await connection.execute(update(keys).where(keys.c.secret == key).values(seen=now))

    async def name_of(self, person: PersonId) -> str | None:
        """The name of a person; `None`: unknown."""
        query = select(people.c.name).where(people.c.id == person)
        async with self._reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def devices(self, person: PersonId) -> list[KnownDevice]:
        """The browsers of a person, last used first."""
        query = select(keys).where(keys.c.person == person)
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        found = [
            KnownDevice(device_id(row.secret), row.label or "", row.made, row.seen) for row in rows
        ]
        return sorted(found, key=lambda at: (at.seen or 0, at.made or 0), reverse=True)

    async def export(self, person: PersonId) -> list[dict[str, Any]]:
        """The browsers of a person, for their export."""
        return [at._asdict() for at in await self.devices(person)]

    @writes
    async def sign_out(
        self,
        connection: AsyncConnection,
        person: PersonId,
        *,
        only: str | None = None,
        but: str | None = None,
    ) -> tuple[str, ...]:
        """Sign out browsers of a person, and invalidate their device links.

        Args:
            person: the public id.
            only: id of a single device; `None`: all devices.
            but: id of a device that stays signed in.

        Returns:
            The ids of the devices that were signed out.
        """
        query = select(keys.c.secret).where(keys.c.person == person)
        kept = (await connection.execute(query)).scalars().all()
        of_device = {device_id(secret): secret for secret in kept}
        gone = {
            device: secret
            for device, secret in of_device.items()
            if device != but and only in (None, device)
        }
        if gone:
            await connection.execute(delete(keys).where(keys.c.secret.in_(gone.values())))
            await connection.execute(delete(links).where(links.c.person == person))
        return tuple(gone)

    @writes
    async def rename(self, connection: AsyncConnection, person: PersonId, name: str) -> None:
        """Rename a person."""
        change = update(people).where(people.c.id == person).values(name=name)
        await connection.execute(change)

    @writes
    async def new_link(self, connection: AsyncConnection, person: PersonId, seconds: int) -> str:
        """Create the token of a device link, valid once within `seconds`."""
        token = new_secret()
        expires = self._clock() + seconds * 1000
        link = insert(links).values(token=hashed(token), person=person, expires=expires)
        await connection.execute(link)
        return token

    @writes
    async def use_link(
        self, connection: AsyncConnection, token: str, label: str = "", browser: str = ""
    ) -> tuple[Person, str] | None:
        """Use up a device link.

        Args:
            token: the token of the link.
            label: description of the new browser, as in `KnownDevice`.
            browser: the browser's old secret, which becomes invalid; empty: it has none.

        Returns:
            The person, and a secret for the new browser; `None` if the token is unknown, used or
            expired.
        """
        secret, now = new_secret(), self._clock()
        use = (
            delete(links)
            .where(links.c.token == hashed(token))
            .returning(links.c.person, links.c.expires)
        )
        link = (await connection.execute(use)).one_or_none()
        if link is None or link.expires <= now:
            return None
        await connection.execute(delete(keys).where(keys.c.secret == hashed(browser)))
        await connection.execute(insert(keys), key_row(secret, link.person, label, now))
        owner = select(people, accounts.c.role, accounts.c.bot).outerjoin(accounts)
        row = (await connection.execute(owner.where(people.c.id == link.person))).one()
        return Person(row.id, row.name, row.role, bool(row.bot)), secret


async def is_there(connection: AsyncConnection, person: PersonId) -> bool:
    """Whether a person exists, within a transaction."""
    query = select(people.c.id).where(people.c.id == person)
    return (await connection.execute(query)).one_or_none() is not None
