"""The store: the people, the tables, and the log of each table, in one database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Row, Select, delete, insert, select, text, update
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from shengji.server.accounts.store import Accounts, key_row
from shengji.server.accounts.tokens import Tokens
from shengji.server.accounts.values import KnownDevice
from shengji.server.accounts.ways import Ways
from shengji.server.database.address import make_folder, read_address, shown
from shengji.server.database.engine import DATABASE_FAULTS, for_writing, make_engine, plainly
from shengji.server.database.errors import StorageError
from shengji.server.database.ids import device_id, hashed, new_id, new_secret
from shengji.server.database.log import Cause, Logged, Stored, Summary
from shengji.server.database.migrations import migrate
from shengji.server.database.schema import (
    accounts,
    entries,
    keys,
    links,
    people,
    pushes,
    seats,
    tables,
)
from shengji.server.database.writer import Append, Writer
from shengji.server.matches.shares import Shares
from shengji.server.matches.statistics import Statistics
from shengji.server.matches.store import Matches
from shengji.server.moderation.store import Moderation
from shengji.server.nights.store import NightBook
from shengji.server.practice.store import Solvers
from shengji.server.push.store import Subscription, keep_key, subscribe, subscription_in
from shengji.server.ratings.store import RatingBook
from shengji.server.reviews.store import ReviewShelf
from shengji.server.site.moments import milliseconds
from shengji.server.site.person import Person
from shengji.server.sweep import TABLE_DAYS, Swept, idle_tables, sweep
from shengji.server.tables.shapes import Fellow, Seated, TableLine
from shengji.server.tables.unnaming import NamedRow, named_rows

_DAY = 24 * 60 * 60 * 1000
_AT_ONCE = 100  # rows that are rewritten together, so that nobody else waits long

_read_line = msgspec.json.Decoder(TableLine).decode


class Store:
    """Everything that is kept. What a method has done is durable when it returns.

    All writing waits in one queue, and what waits is committed together; so any number of tables
    cost the disk no more than one. Times are milliseconds since 1970.

    Every method may raise `StorageError`; then nothing of what it should write is written. Only
    who is cancelled while waiting does not know.

    Attributes:
        accounts: the accounts of people; `ways`: the ways in to them.
        moderation: reports, mutes and bans.
        nights: the nights.
        ratings: how strong people are.
        solvers: who has answered which puzzles.
        reviews: the reviews of hands.
        shares: the matches that are shared by a link.
        tokens: those with which programs act for people.
    """

    def __init__(self, engine: AsyncEngine, address: str, clock: Callable[[], int]) -> None:
        self._engine = engine
        self._address = address
        self._clock = clock
        self._writer = Writer(for_writing(engine))
        self.accounts = Accounts(self.reading, self._writer, clock)
        self.moderation = Moderation(self.reading, self._writer, clock)
        self.nights = NightBook(self.reading, self._writer, clock)
        self.ratings = RatingBook(self.reading, self._writer, clock)
        self.solvers = Solvers(self.reading, self._writer, clock)
        self.reviews = ReviewShelf(self.reading, self._writer, clock)
        self.shares = Shares(self.reading, self._writer, clock)
        self.ways = Ways(self.reading, self._writer, clock)
        self.tokens = Tokens(self.reading, self._writer, clock)

    @property
    def matches(self) -> Matches:
        """The matches that are over."""
        return Matches(self.reading, self._writer)

    @property
    def statistics(self) -> Statistics:
        """What people have done in the hands that are over."""
        return Statistics(self.reading)

    @classmethod
    async def open(cls, url: str, clock: Callable[[], int] = milliseconds) -> Store:
        """Open a database, making it or bringing it up to date first.

        Args:
            url: `sqlite:///relative.db`, `sqlite:////absolute.db`, or
                `postgresql://user:password@host/name`.
            clock: gives the time.

        Raises:
            StorageError: it cannot be reached, or a newer version of the program has written it.
        """
        address = read_address(url)
        engine = await _migrated(address)
        return cls(engine, shown(address), clock)

    async def close(self) -> None:
        """Write what waits, and close."""
        await self._writer.close()
        await self._engine.dispose()

    async def ready(self) -> None:
        """Return when the database answers, and something has been written to it.

        Raises:
            StorageError: it does not, or cannot be written to.
        """
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))
        # The same as it was; the disk has to take it all the same.
        same = text("UPDATE alembic_version SET version_num = version_num")
        await self._writer.write(lambda connection: connection.execute(same))

    # People

    async def new_person(self, name: str, label: str = "") -> tuple[Person, str]:
        """Make a person, and the secret by which `person_by_secret` knows them again.

        The database holds only a hash of it.

        Args:
            name: what others read.
            label: what their browser is, as `KnownDevice` has it.
        """
        person, secret = Person(new_id(), name), new_secret()
        now = self._clock()
        row = {"id": person.id, "name": name, "seen": now, "made": now}
        key = key_row(secret, person.id, label, now)

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(people), row)
            await connection.execute(insert(keys), key)

        await self._writer.write(work)
        return person, secret

    async def person_by_secret(self, secret: str) -> Person | None:
        """Whose secret this is."""
        kept = hashed(secret)
        query = (
            select(people, keys.c.seen.label("used"), accounts.c.role, accounts.c.bot)
            .join(keys)
            .outerjoin(accounts)
            .where(keys.c.secret == kept)
        )
        async with self.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        now = self._clock()
        if min(row.seen, row.used or 0) < now - _DAY:

            async def work(connection: AsyncConnection) -> None:
                person = update(people).where(people.c.id == row.id)
                await connection.execute(person.values(seen=now))
                await connection.execute(update(keys).where(keys.c.secret == kept).values(seen=now))

            await self._writer.write(work)
        return Person(row.id, row.name, row.role, bool(row.bot))

    async def name_of(self, person: str) -> str | None:
        """The name of a person; `None`: there is none such."""
        query = select(people.c.name).where(people.c.id == person)
        async with self.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def devices(self, person: str) -> list[KnownDevice]:
        """The browsers of a person, those that were here last first."""
        query = select(keys).where(keys.c.person == person)
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
        found = [
            KnownDevice(device_id(row.secret), row.label or "", row.made, row.seen) for row in rows
        ]
        return sorted(found, key=lambda at: (at.seen or 0, at.made or 0), reverse=True)

    async def sign_out(
        self, person: str, *, only: str | None = None, but: str | None = None
    ) -> tuple[str, ...]:
        """Let browsers of a person be nobody's from now on, and void the links for others.

        Args:
            person: whose.
            only: the one device; `None`: all.
            but: the device that stays in any case.

        Returns:
            The ids of those devices.
        """

        async def work(connection: AsyncConnection) -> tuple[str, ...]:
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

        return await self._writer.write(work)

    async def rename(self, person: str, name: str) -> None:
        """Give a person another name."""
        change = update(people).where(people.c.id == person).values(name=name)
        await self._writer.write(lambda connection: connection.execute(change))

    async def new_link(self, person: str, seconds: int) -> str:
        """Make the token of a device link, good once and for `seconds`."""
        token = new_secret()
        expires = self._clock() + seconds * 1000
        link = insert(links).values(token=hashed(token), person=person, expires=expires)
        await self._writer.write(lambda connection: connection.execute(link))
        return token

    async def use_link(self, token: str, label: str = "") -> tuple[Person, str] | None:
        """Use up a device link.

        Args:
            token: of the link.
            label: what the other browser is, as `KnownDevice` has it.

        Returns:
            The person, and a new secret for the other browser; `None` when the token was never
            given, was used, or is too old.
        """
        secret, now = new_secret(), self._clock()
        use = (
            delete(links)
            .where(links.c.token == hashed(token))
            .returning(links.c.person, links.c.expires)
        )

        async def work(connection: AsyncConnection) -> Person | None:
            link = (await connection.execute(use)).one_or_none()
            if link is None or link.expires <= now:
                return None
            await connection.execute(insert(keys), key_row(secret, link.person, label, now))
            owner = select(people, accounts.c.role, accounts.c.bot).outerjoin(accounts)
            row = (await connection.execute(owner.where(people.c.id == link.person))).one()
            return Person(row.id, row.name, row.role, bool(row.bot))

        person = await self._writer.write(work)
        return None if person is None else (person, secret)

    # Pushes

    async def push_key(self, fresh: bytes) -> bytes:
        """The private key by which push services know this server, always the same.

        Args:
            fresh: one of 32 bytes, which is kept from now on where there was none.
        """
        return await self._writer.write(lambda connection: keep_key(connection, fresh))

    async def subscribe(self, secret: str, subscription: Subscription) -> bool:
        """Let the browser that holds a secret be told things while no page is open.

        What it has said before is forgotten, and what the same browser has said as somebody else.
        Of many browsers of a person, those that asked last are kept (`pushes.MOST`).

        Returns:
            Whether the browser is anybody's.
        """
        kept, now = hashed(secret), self._clock()
        return await self._writer.write(
            lambda connection: subscribe(connection, kept, subscription, now)
        )

    async def unsubscribe(self, secret: str) -> None:
        """Let the browser that holds a secret be told no more."""
        end = delete(pushes).where(pushes.c.secret == hashed(secret))
        await self._writer.write(lambda connection: connection.execute(end))

    async def end_endpoint(self, endpoint: str) -> None:
        """Forget an address that a push service does not know any more."""
        end = delete(pushes).where(pushes.c.endpoint == endpoint)
        await self._writer.write(lambda connection: connection.execute(end))

    async def is_subscribed(self, secret: str) -> bool:
        """Whether the browser that holds a secret is told things while no page is open."""
        query = select(pushes.c.made).where(pushes.c.secret == hashed(secret))
        async with self.reading() as connection:
            return (await connection.execute(query)).one_or_none() is not None

    async def subscriptions(self, person: str) -> list[Subscription]:
        """Where the browsers of a person are told things while no page is open."""
        query = select(pushes).join(keys).where(keys.c.person == person)
        async with self.reading() as connection:
            return [subscription_in(row) for row in await connection.execute(query)]

    # Tables

    async def open_table(
        self, table: str, bodies: Sequence[bytes], at: int, cause: Cause | None, summary: Summary
    ) -> None:
        """Make a table, with the first entries of its log, from number 1 on.

        Args:
            table: its id, from `new_id`.
            bodies: the entries, as JSON.
            at: when they happened.
            cause: who asked for them.
            summary: see `Summary`.

        Raises:
            StorageConflict: there is such a table.
        """
        await self._writer.append(Append(table, 1, bodies, at, cause, summary, opens=True))

    async def append(
        self,
        table: str,
        first: int,
        bodies: Sequence[bytes],
        at: int,
        cause: Cause | None = None,
        summary: Summary | None = None,
        checkpoint: bytes | None = None,
        *,
        ends: bool = False,
    ) -> None:
        """Append to a table's log.

        Args:
            table: the table's id.
            first: the number of the first of these entries: the table's version, and one.
            bodies: the entries, as JSON.
            at: when they happened.
            cause: who asked for them.
            summary: the table's new summary, written together with them; `None` leaves it.
            checkpoint: what the log comes to before these entries; `load` begins there.
            ends: whether a match is over with them; then it is one of `Matches.unrecorded`.

        Raises:
            StorageConflict: these numbers are taken, or the table is gone: somebody else writes
                to it. Whoever appends must then read the log again.
        """
        append = Append(table, first, bodies, at, cause, summary, checkpoint, ends=ends)
        await self._writer.append(append)

    async def read(self, table: str, since: int = 0, most: int | None = None) -> list[Stored]:
        """The entries of a table's log after number `since`, in order; none: no such table.

        Args:
            table: the table's id.
            since: the number after which to begin.
            most: how many at most; `None`: all.
        """
        query = (
            select(entries)
            .where(entries.c.table == table, entries.c.number > since)
            .order_by(entries.c.number)
            .limit(most)
        )
        async with self.reading() as connection:
            return [_stored(row) for row in await connection.execute(query)]

    async def load(self, table: str) -> Logged:
        """A table's log from its last checkpoint on."""
        query = select(tables.c.checkpoint, tables.c.checked).where(tables.c.id == table)
        async with self.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        checkpoint, checked = (None, None) if row is None else row
        return Logged(checkpoint, await self.read(table, checked or 0))

    async def line(self, table: str) -> TableLine | None:
        """A table as the lobby would show it, also when it is private; `None`: no such table."""
        query = select(tables.c.line).where(tables.c.id == table)
        async with self.reading() as connection:
            line: bytes | None = (await connection.execute(query)).scalar_one_or_none()
        return None if line is None else _read_line(line)

    async def lobby(
        self, among: Collection[str] | None = None, limit: int = 200
    ) -> list[TableLine]:
        """The listed tables: those that do not play yet first, then what changed last.

        Args:
            among: the ids of the tables to choose from; `None`: all.
            limit: how many at most.
        """
        query = (
            select(tables.c.line)
            .where(tables.c.listed)
            .order_by(tables.c.playing, tables.c.updated.desc())
            .limit(limit)
        )
        if among is not None:
            query = query.where(tables.c.id.in_(among))
        async with self.reading() as connection:
            return [_read_line(line) for line in (await connection.execute(query)).scalars()]

    async def tables_of(self, person: str) -> list[Seated]:
        """The tables at which a person holds a seat, those that changed last first."""
        query = (
            select(tables.c.id, tables.c.line, tables.c.updated)
            .join(seats, seats.c.table == tables.c.id)
            .where(seats.c.person == person)
            .order_by(tables.c.updated.desc())
        )
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
            others = fellows_of([row.id for row in rows], person)
            found = (await connection.execute(others)).all() if rows else []
        return [_seated(row, [at for at in found if at.table == row.id]) for row in rows]

    async def unname(self, person: str, among: Collection[str] | None = None) -> frozenset[str]:
        """Take a person's name out of all logs and checkpoints; what happened stays.

        Wherever one of them names the person by the public id, the name beside it becomes empty.
        This reads all that is kept, so it takes a while; others are not held up. Whatever knows
        the name may write it once more meanwhile: it is done when nothing is left to be changed.

        Args:
            person: the person, by public id.
            among: only of these tables; `None`: of all.

        Returns:
            The tables of which something was to be changed.
        """
        async with self.reading() as connection:
            found = await named_rows(connection, person, among)
        changes = [(row, row.without_name(person)) for row in found]
        changes = [(row, body) for row, body in changes if body != row.body]
        for first in range(0, len(changes), _AT_ONCE):
            some = changes[first : first + _AT_ONCE]

            async def work(
                connection: AsyncConnection, some: list[tuple[NamedRow, bytes]] = some
            ) -> None:
                for row, body in some:
                    await connection.execute(row.update(body))

            await self._writer.write(work)
        return frozenset(row.table for row, _ in changes)

    async def sweep(self, busy: Collection[str] = (), days: int = TABLE_DAYS) -> Swept:
        """Remove some of what nobody has used for long; to be called every now and then.

        That is tables where no match has started after 7 days, others after `days`, and guests
        without a seat after 180; with them their keys, links and codes that are too old, and
        reports that were settled a year ago. Each call removes only some of them, so that nobody
        waits long for it. Tables with a match that is not recorded stay; see `idle`.

        Args:
            busy: tables to be kept in any case, such as those in memory.
            days: after how many days a table goes.
        """
        now, kept = self._clock(), frozenset(busy)
        return await self._writer.write(lambda connection: sweep(connection, now, kept, days))

    async def idle(self, busy: Collection[str] = (), days: int = TABLE_DAYS) -> list[str]:
        """Some of the tables that would be swept, had all of their matches been recorded.

        Args:
            busy: tables that are not wanted.
            days: after how many days a table goes.
        """
        async with self.reading() as connection:
            return await idle_tables(connection, self._clock(), frozenset(busy), days)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with.

        Raises:
            StorageError: the database does not answer.
        """
        try:
            async with self._engine.connect() as connection:
                yield connection
        except DATABASE_FAULTS as fault:
            raise StorageError(
                f"The database {self._address} does not answer: {plainly(fault)}. Once it does, "
                "everything goes on by itself."
            ) from fault


def fellows_of(held: Sequence[str], person: str) -> Select[Any]:
    """The other people who hold seats at some tables, with their names as they are now."""
    return (
        select(
            seats.c.table, seats.c.person, people.c.name, accounts.c.role.is_not(None).label("own")
        )
        .join(people, people.c.id == seats.c.person)
        .outerjoin(accounts, accounts.c.person == seats.c.person)
        .where(seats.c.table.in_(held), seats.c.person != person)
        .order_by(people.c.name, people.c.id)
    )


def _seated(row: Row[Any, Any, Any], others: Sequence[Row[Any, Any, Any, Any]]) -> Seated:
    """A table of a person, with the others there."""
    line = _read_line(row.line)
    return Seated(
        table=line.table,
        title=line.title,
        playing=line.playing,
        game=line.game,
        heading=line.heading,
        levels=line.levels,
        others=tuple(Fellow(person=at.person, name=at.name, account=bool(at.own)) for at in others),
        at=row.updated,
    )


def _stored(row: Row[tuple[str, int, int, str | None, str | None, bytes]]) -> Stored:
    cause = None if row.command is None else Cause(row.person, row.command)
    return Stored(row.number, row.at, row.body, cause)


async def _migrated(address: URL) -> AsyncEngine:
    """An engine on a database that is up to date."""
    engine = make_engine(address)
    try:
        make_folder(address)
        async with for_writing(engine).begin() as connection:
            await connection.run_sync(migrate, shown(address))
    except Exception as fault:
        await engine.dispose()
        if isinstance(fault, DATABASE_FAULTS):
            raise _unreachable(address, fault) from fault
        raise
    return engine


def _unreachable(address: URL, fault: Exception) -> StorageError:
    if address.get_backend_name() == "sqlite":
        advice = "Name a file in a folder that can be written to, with --database."
    else:
        advice = "Is it running, and are its name, user and password right? Give it by --database."
    return StorageError(
        f"The database {shown(address)} cannot be opened: {plainly(fault)}. {advice}"
    )
