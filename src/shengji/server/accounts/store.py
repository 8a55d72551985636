"""Accounts: what makes a person known by more than a browser's secret."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.credentials import code_rows, fresh_codes, owner_of
from shengji.server.accounts.removal import forget_reports
from shengji.server.accounts.values import Account, Passkey
from shengji.server.database.audit import note_act
from shengji.server.database.base_store import Store
from shengji.server.database.errors import StorageConflict
from shengji.server.database.ids import hashed, new_secret
from shengji.server.database.schema import (
    accounts,
    codes,
    heirs,
    keys,
    links,
    match_players,
    matches,
    names,
    passkeys,
    people,
    seats,
)
from shengji.server.site.person import Person
from shengji.server.site.schemas import Role


def key_row(
    secret: str, person: str, label: str, now: int, proved: int | None = None
) -> dict[str, Any]:
    """The row of `keys` for a browser that is a person's from now on."""
    kept = {"secret": hashed(secret), "person": person, "label": label}
    return {**kept, "made": now, "seen": now, "proved": proved}


class NewAccount(NamedTuple):
    """The secrets that a new account gives to its owner, once: of a session, and recovery codes."""

    secret: str
    codes: tuple[str, ...]


class AccountStore(Store):
    """The accounts in the database; `Store.accounts`."""

    # The account itself

    async def make(
        self,
        person: str,
        name: str,
        skeletons: Collection[str],
        way: str | Passkey,
        label: str = "",
    ) -> NewAccount | None:
        """Make an account of a guest.

        The browser that asks is given another secret, and all browsers that were the guest's so
        far are nobody's: whoever gave one of them to the guest would have the account too.

        Args:
            person: the guest.
            name: as others read it.
            skeletons: what it comes to; no other account's may be the same.
            way: the first way in: the hash of a passphrase, or a passkey.
            label: what the browser is, as `KnownDevice` has it.

        Returns:
            What its owner is given; `None` when the name is another account's, or the person has
            an account, or is gone.
        """
        now, secret, given = self._clock(), new_secret(), fresh_codes()
        phrase = way if isinstance(way, str) else None
        row = {"person": person, "passphrase": phrase, "role": "player", "made": now}

        async def work(connection: AsyncConnection) -> bool:
            known = select(people.c.id, accounts.c.role).outerjoin(accounts)
            found = (await connection.execute(known.where(people.c.id == person))).one_or_none()
            if found is None or found.role is not None:
                return False
            if not await _take_name(connection, person, name, skeletons):
                return False
            await connection.execute(insert(accounts), {**row, "renamed": now})
            if isinstance(way, Passkey):
                await connection.execute(insert(passkeys), way._asdict())
            await connection.execute(insert(codes), code_rows(person, given))
            await connection.execute(delete(keys).where(keys.c.person == person))
            await connection.execute(delete(links).where(links.c.person == person))
            await connection.execute(insert(keys), key_row(secret, person, label, now, now))
            return True

        made = await self._writer.write(work)
        return NewAccount(secret, given) if made else None

    async def of(self, person: str) -> Account | None:
        """The account of a person; `None`: a guest, or nobody."""
        found = await self._accounts(_accounts().where(accounts.c.person == person))
        return found[0] if found else None

    async def named(self, skeleton: str) -> Account | None:
        """The account whose name comes to this."""
        found = await self._accounts(_accounts().where(accounts.c.person == owner_of(skeleton)))
        return found[0] if found else None

    async def all(self, limit: int = 200, after: str = "", named: str = "") -> list[Account]:
        """Accounts in the order of their names.

        Args:
            limit: how many at most.
            after: the name after which to begin.
            named: what stands in their names, in small letters or large ones.
        """
        query = _accounts().where(people.c.name > after).order_by(people.c.name).limit(limit)
        if named:
            query = query.where(people.c.name.icontains(named, autoescape=True))
        return await self._accounts(query)

    async def is_taken(self, skeletons: Collection[str], but: str | None = None) -> bool:
        """Whether a name that comes to this is an account's, other than that of `but`."""
        query = select(names.c.person).where(names.c.skeleton.in_(skeletons))
        async with self._reading() as connection:
            found = (await connection.execute(query)).scalars().all()
        return any(person != but for person in found)

    async def rename(self, person: str, name: str, skeletons: Collection[str], last: int) -> bool:
        """Give an account another name; false when that is another account's.

        Args:
            person: whose account.
            name: the name.
            skeletons: what it comes to; no other account's may be the same.
            last: when it was renamed last, in milliseconds since 1970.

        Raises:
            StorageConflict: it has been renamed since, or is gone.
        """
        now = self._clock()

        async def work(connection: AsyncConnection) -> bool:
            known = select(accounts.c.renamed).where(accounts.c.person == person)
            if (await connection.execute(known)).scalar_one_or_none() != last:
                raise StorageConflict("The account has had another name since, or is gone.")
            if not await _take_name(connection, person, name, skeletons):
                return False
            change = update(accounts).where(accounts.c.person == person)
            await connection.execute(change.values(renamed=now))
            return True

        return await self._writer.write(work)

    async def set_role(self, person: str, role: Role, by: str) -> None:
        """Let the owner of an account do more, or less.

        Args:
            person: the owner.
            role: what they may do.
            by: who says so, as `ActLine` has it.
        """
        change = update(accounts).where(accounts.c.person == person).values(role=role)
        now = self._clock()

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(change)
            await note_act(connection, now, by, "role", person, role=role)

        await self._writer.write(work)

    async def make_bot(self, person: str) -> bool:
        """Let an account be a bot's from now on, for good.

        Returns:
            Whether it is; not one with a role, nor one that holds a seat or has played a rated
            match.
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

        async def work(connection: AsyncConnection) -> bool:
            return (await connection.execute(change)).one_or_none() is not None

        return await self._writer.write(work)

    async def forget(self, person: str, by: str | None = None) -> None:
        """Remove a person, guest or not, with all that says who they were.

        Matches stay, without the name; what others have told of them is settled, without the text.

        Args:
            person: the person.
            by: which keeper of the site wants that, as `ActLine` has it; `None`: the person.
        """
        now = self._clock()
        unname = update(match_players).where(match_players.c.person == person).values(name="")
        gone = delete(people).where(people.c.id == person)

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(unname)
            await forget_reports(connection, [person], now)
            await connection.execute(gone)
            if by is not None:
                await note_act(connection, now, by, "remove", person)

        await self._writer.write(work)

    async def guests_of(self, person: str) -> list[Person]:
        """The guests who have become part of an account and are still stored."""
        query = select(people.c.id, people.c.name).join(heirs, heirs.c.guest == people.c.id)
        async with self._reading() as connection:
            rows = await connection.execute(query.where(heirs.c.owner == person))
            return [Person(row.id, row.name) for row in rows]

    # Sessions

    async def enter(self, person: str, browser: str, label: str = "") -> tuple[Person, str] | None:
        """Sign a browser in to an account.

        It gets a new secret, and the one that it had is nobody's.

        Args:
            person: whose account.
            browser: the secret that it had.
            label: what it is, as `KnownDevice` has it.

        Returns:
            The person, and the new secret; `None` when the account is gone.
        """
        secret, now = new_secret(), self._clock()
        owner = select(people, accounts.c.role, accounts.c.bot).join(accounts)
        owner = owner.where(people.c.id == person)

        async def work(connection: AsyncConnection) -> Person | None:
            row = (await connection.execute(owner)).one_or_none()
            if row is None:
                return None
            await connection.execute(delete(keys).where(keys.c.secret == hashed(browser)))
            await connection.execute(insert(keys), key_row(secret, person, label, now, now))
            return Person(row.id, row.name, row.role, row.bot)

        found = await self._writer.write(work)
        return None if found is None else (found, secret)

    async def prove(self, browser: str) -> None:
        """A browser has just shown that its owner is there."""
        change = update(keys).where(keys.c.secret == hashed(browser)).values(proved=self._clock())
        await self._writer.write(lambda connection: connection.execute(change))

    async def has_proved(self, browser: str, seconds: int) -> bool:
        """Whether a browser signed in so lately, or showed that its owner is there."""
        since = self._clock() - seconds * 1000
        query = select(keys.c.proved).where(keys.c.secret == hashed(browser))
        async with self._reading() as connection:
            at = (await connection.execute(query)).scalar_one_or_none()
        return at is not None and at > since

    async def _accounts(self, query: Select[Any]) -> list[Account]:
        async with self._reading() as connection:
            return [_account(row) for row in await connection.execute(query)]


def _accounts() -> Select[Any]:
    """Accounts with what stands elsewhere of them."""
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


async def _take_name(
    connection: AsyncConnection, person: str, name: str, skeletons: Collection[str]
) -> bool:
    """Give a person a name that no other account has; false when one has it."""
    others = select(names.c.person).where(names.c.skeleton.in_(skeletons), names.c.person != person)
    if (await connection.execute(others)).first() is not None:
        return False
    await connection.execute(delete(names).where(names.c.person == person))
    rows = [{"skeleton": skeleton, "person": person} for skeleton in dict.fromkeys(skeletons)]
    await connection.execute(insert(names), rows)
    await connection.execute(update(people).where(people.c.id == person).values(name=name))
    return True
