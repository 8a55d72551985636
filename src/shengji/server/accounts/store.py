"""Accounts in the database: creation, names, roles and sign-in."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.credentials import code_rows, fresh_codes, owner_of
from shengji.server.accounts.removal import forget_reports
from shengji.server.accounts.values import Account, Passkey
from shengji.server.database.audit import record_act
from shengji.server.database.base_store import Store, writes
from shengji.server.database.errors import StorageConflict
from shengji.server.database.ids import PersonId, hashed, new_secret
from shengji.server.database.merged_guests import account_of, merged_guests
from shengji.server.database.moments import UnixMs
from shengji.server.database.personal import clear_rows, exported_rows, merge_rows
from shengji.server.database.schema import (
    accounts,
    codes,
    keys,
    links,
    match_players,
    matches,
    metadata,
    names,
    passkeys,
    people,
    seats,
    tokens,
)
from shengji.server.site.person import Person
from shengji.server.site.schemas import Role


def key_row(
    secret: str, person: PersonId, label: str, now: int, proved: int | None = None
) -> dict[str, Any]:
    """A row of `keys`: a signed-in browser of a person."""
    kept = {"secret": hashed(secret), "person": person, "label": label}
    return {**kept, "made": now, "seen": now, "proved": proved}


class NewAccount(NamedTuple):
    """The secrets of a new account, disclosed once: that of the session, and the recovery codes."""

    secret: str
    codes: tuple[str, ...]


class AccountStore(Store):
    """The accounts in the database; `Stores.accounts`."""

    # Accounts

    @writes
    async def make(
        self,
        connection: AsyncConnection,
        person: PersonId,
        name: str,
        skeletons: Collection[str],
        credential: str | Passkey,
        label: str = "",
    ) -> NewAccount | None:
        """Turn a guest into an account.

        The calling browser gets a new secret, and all browsers of the guest are signed out: a
        person who has shared the guest's secret must not get access to the account. For the same
        reason, device links and tokens become invalid.

        Args:
            person: public id of the guest.
            name: the displayed name.
            skeletons: skeletons of the name; they must be unique among accounts.
            credential: the first credential: the hash of a passphrase, or a passkey.
            label: description of the browser, as in `KnownDevice`.

        Returns:
            The secrets; `None` if the name is taken, or if the person has an account or does not
            exist.
        """
        now, secret, given = self._clock(), new_secret(), fresh_codes()
        phrase = credential if isinstance(credential, str) else None
        row = {"person": person, "passphrase": phrase, "role": "player", "made": now}
        known = select(people.c.id, accounts.c.role).outerjoin(accounts)
        found = (await connection.execute(known.where(people.c.id == person))).one_or_none()
        if found is None or found.role is not None:
            return None
        if not await _take_name(connection, person, name, skeletons):
            return None
        await connection.execute(insert(accounts), {**row, "renamed": now})
        if isinstance(credential, Passkey):
            await connection.execute(insert(passkeys), credential._asdict())
        await connection.execute(insert(codes), code_rows(person, given))
        await connection.execute(delete(keys).where(keys.c.person == person))
        await _end_ways_in(connection, person)
        await connection.execute(insert(keys), key_row(secret, person, label, now, now))
        return NewAccount(secret, given)

    async def of(self, person: PersonId) -> Account | None:
        """The account of a person; `None`: a guest, or unknown."""
        found = await self._accounts(_accounts().where(accounts.c.person == person))
        return found[0] if found else None

    async def by_skeleton(self, skeleton: str) -> Account | None:
        """The account whose name has this skeleton, or `None`."""
        found = await self._accounts(_accounts().where(accounts.c.person == owner_of(skeleton)))
        return found[0] if found else None

    async def all(self, limit: int = 200, after: str = "", named: str = "") -> list[Account]:
        """Accounts in the order of their names.

        Args:
            limit: maximum number.
            after: the name after which the page begins.
            named: text that the names contain, ignoring case.
        """
        query = _accounts().where(people.c.name > after).order_by(people.c.name).limit(limit)
        if named:
            query = query.where(people.c.name.icontains(named, autoescape=True))
        return await self._accounts(query)

    async def is_taken(self, skeletons: Collection[str], but: str | None = None) -> bool:
        """Whether one of the skeletons belongs to an account other than `but`."""
        query = select(names.c.person).where(names.c.skeleton.in_(skeletons))
        async with self._reading() as connection:
            found = (await connection.execute(query)).scalars().all()
        return any(person != but for person in found)

    @writes
    async def rename(
        self,
        connection: AsyncConnection,
        person: PersonId,
        name: str,
        skeletons: Collection[str],
        last: UnixMs,
    ) -> bool:
        """Rename an account; return `False` if the name is taken.

        Args:
            person: public id of the owner.
            name: the new name.
            skeletons: skeletons of the name; they must be unique among accounts.
            last: time of the last renaming, as the caller has read it.

        Raises:
            StorageConflict: the account has been renamed since, or does not exist.
        """
        now = self._clock()
        known = select(accounts.c.renamed).where(accounts.c.person == person)
        if (await connection.execute(known)).scalar_one_or_none() != last:
            raise StorageConflict("The account has had another name since, or is gone.")
        if not await _take_name(connection, person, name, skeletons):
            return False
        change = update(accounts).where(accounts.c.person == person)
        await connection.execute(change.values(renamed=now))
        return True

    @writes
    async def set_role(
        self, connection: AsyncConnection, person: PersonId, role: Role, by: PersonId
    ) -> None:
        """Change the role of an account, and log it in the audit log.

        Args:
            person: public id of the owner.
            role: the new role.
            by: the acting administrator, as in `ActLine`.
        """
        change = update(accounts).where(accounts.c.person == person).values(role=role)
        now = self._clock()
        await connection.execute(change)
        await record_act(connection, now, by, "role", person, role=role)

    @writes
    async def make_bot(self, connection: AsyncConnection, person: PersonId) -> bool:
        """Turn an account into a bot's account, permanently.

        Returns:
            Whether the account was changed. An account with a role, with a seat, or with a rated
            match stays as it is.
        """
        sits = exists().where(seats.c.person == person)
        rated = exists().where(
            match_players.c.person == person,
            match_players.c.match == matches.c.key,
            matches.c.rated,
        )
        change = (
            update(accounts)
            .where(accounts.c.person == person, accounts.c.role == "player", ~sits, ~rated)
            .values(bot=True)
            .returning(accounts.c.person)
        )
        return (await connection.execute(change)).one_or_none() is not None

    @writes
    async def forget(
        self, connection: AsyncConnection, person: PersonId, by: PersonId | None = None
    ) -> None:
        """Delete a person, guest or account, with all identifying data.

        Matches stay, without the name. Reports about the person are closed, and their text is
        deleted. The schema declares the fate of other rows.

        Args:
            person: the public id.
            by: the acting administrator, as in `ActLine`; `None`: the person.
        """
        now = self._clock()
        gone = delete(people).where(people.c.id == person)
        await clear_rows(connection, metadata, person)
        await forget_reports(connection, [person], now)
        await connection.execute(gone)
        if by is not None:
            await record_act(connection, now, by, "remove", person)

    async def account_of(self, person: PersonId) -> PersonId:
        """The account into which a guest was merged; for others their own public id."""
        async with self._reading() as connection:
            return await account_of(connection, person)

    async def guests_of(self, person: PersonId) -> list[Person]:
        """Guests that have been merged into an account and are still stored."""
        query = select(people.c.id, people.c.name).where(people.c.id.in_(merged_guests(person)))
        async with self._reading() as connection:
            rows = await connection.execute(query)
            return [Person(row.id, row.name) for row in rows]

    @writes
    async def merge_rows(
        self, connection: AsyncConnection, guest: PersonId, owner: PersonId
    ) -> None:
        """Transfer a guest's rows to an account, as the columns of the schema declare.

        Device links and tokens become invalid, so that nobody can act as the guest any more.
        """
        await merge_rows(connection, metadata, guest, owner)
        await _end_ways_in(connection, guest)

    async def exported_rows(self, person: PersonId) -> dict[str, list[dict[str, Any]]]:
        """The files of a person's export that list rows as they are."""
        async with self._reading() as connection:
            return await exported_rows(connection, metadata, person)

    async def export(self, person: PersonId) -> dict[str, Any]:
        """The person with their account, for their export."""
        query = select(people.c.name).where(people.c.id == person)
        async with self._reading() as connection:
            name = (await connection.execute(query)).scalar_one_or_none()
        account = await self.of(person)
        known = None if account is None else account._asdict()
        return {"person": person, "name": name, "account": known}

    # Sessions

    @writes
    async def enter(
        self, connection: AsyncConnection, person: PersonId, browser: str, label: str = ""
    ) -> tuple[Person, str] | None:
        """Sign a browser in to an account.

        The browser gets a new secret, and its old one becomes invalid.

        Args:
            person: public id of the owner.
            browser: the browser's old secret.
            label: description of the browser, as in `KnownDevice`.

        Returns:
            The person, and the new secret; `None` if the account does not exist.
        """
        secret, now = new_secret(), self._clock()
        owner = select(people, accounts.c.role, accounts.c.bot).join(accounts)
        owner = owner.where(people.c.id == person)
        row = (await connection.execute(owner)).one_or_none()
        if row is None:
            return None
        await connection.execute(delete(keys).where(keys.c.secret == hashed(browser)))
        await connection.execute(insert(keys), key_row(secret, person, label, now, now))
        return Person(row.id, row.name, row.role, row.bot), secret

    @writes
    async def prove(self, connection: AsyncConnection, browser: str) -> None:
        """Record that a browser has just proved the owner's presence."""
        change = update(keys).where(keys.c.secret == hashed(browser)).values(proved=self._clock())
        await connection.execute(change)

    async def proved_recently(self, browser: str, seconds: int) -> bool:
        """Whether a browser signed in, or proved the owner's presence, in the last `seconds`."""
        since = self._clock() - seconds * 1000
        query = select(keys.c.proved).where(keys.c.secret == hashed(browser))
        async with self._reading() as connection:
            at = (await connection.execute(query)).scalar_one_or_none()
        return at is not None and at > since

    async def _accounts(self, query: Select[Any]) -> list[Account]:
        async with self._reading() as connection:
            return [_account(row) for row in await connection.execute(query)]


def _accounts() -> Select[Any]:
    """Query of accounts with their names and numbers of recovery codes."""
    left = (
        select(func.count())
        .where(codes.c.person == accounts.c.person, codes.c.expires.is_(None))
        .correlate(accounts)
        .scalar_subquery()
    )
    return select(accounts, people.c.name, people.c.seen, left.label("codes")).join(people)


def _account(row: Row[Any]) -> Account:
    return Account(
        person=row.person,
        name=row.name,
        role=row.role,
        has_passphrase=row.passphrase is not None,
        mail=row.mail,
        codes=row.codes,
        made=row.made,
        renamed=row.renamed,
        seen=row.seen,
        bot=row.bot,
    )


async def _end_ways_in(connection: AsyncConnection, guest: PersonId) -> None:
    """Delete a guest's device links and tokens."""
    for table in (links, tokens):
        await connection.execute(delete(table).where(table.c.person == guest))


async def _take_name(
    connection: AsyncConnection, person: PersonId, name: str, skeletons: Collection[str]
) -> bool:
    """Rename a person and reserve the skeletons; return `False` if an account has one of them."""
    others = select(names.c.person).where(names.c.skeleton.in_(skeletons), names.c.person != person)
    if (await connection.execute(others)).first() is not None:
        return False
    await connection.execute(delete(names).where(names.c.person == person))
    rows = [{"skeleton": skeleton, "person": person} for skeleton in dict.fromkeys(skeletons)]
    await connection.execute(insert(names), rows)
    await connection.execute(update(people).where(people.c.id == person).values(name=name))
    return True
