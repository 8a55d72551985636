"""Credentials of accounts in the database: passphrases, passkeys, codes, mail, and challenges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from sqlalchemy import ScalarSelect, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from webauthn.helpers import bytes_to_base64url

from shengji.server.accounts.values import Passkey
from shengji.server.database.audit import record_act
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, hashed, new_code, plain_code
from shengji.server.database.schema import accounts, challenges, codes, mails, names, passkeys

CODES = 8
"""Number of recovery codes that an account gets at a time."""

CredentialId: TypeAlias = Literal["passphrase"] | bytes
"""A credential: the passphrase, or a passkey by its id."""


class Credentials(NamedTuple):
    """The owner of an account, and the hash of the passphrase; `None`: no passphrase."""

    person: PersonId
    passphrase: str | None


class CredentialStore(Store):
    """Credentials in the database; `Stores.credentials`."""

    # Passphrase and passkeys

    async def by_name(self, skeleton: str) -> Credentials | None:
        """The owner and passphrase hash of the account with this skeleton, or `None`."""
        query = select(accounts.c.person, accounts.c.passphrase)
        async with self._reading() as connection:
            found = await connection.execute(query.where(accounts.c.person == owner_of(skeleton)))
            row = found.one_or_none()
        return None if row is None else Credentials(*row)

    async def passphrase(self, person: PersonId) -> str | None:
        """The passphrase hash of an account; `None`: no passphrase."""
        query = select(accounts.c.passphrase).where(accounts.c.person == person)
        async with self._reading() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
        return found

    @writes
    async def set_passphrase(
        self, connection: AsyncConnection, person: PersonId, kept: str
    ) -> None:
        """Set the passphrase hash of an account."""
        change = update(accounts).where(accounts.c.person == person).values(passphrase=kept)
        await connection.execute(change)

    @writes
    async def rehash_passphrase(
        self, connection: AsyncConnection, person: PersonId, old: str, kept: str
    ) -> None:
        """Replace a passphrase hash by a new one of the same passphrase, unless it has changed."""
        own = (accounts.c.person == person) & (accounts.c.passphrase == old)
        await connection.execute(update(accounts).where(own).values(passphrase=kept))

    async def passkeys(self, person: PersonId) -> list[Passkey]:
        """The passkeys of an account, the oldest first."""
        query = select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.made)
        async with self._reading() as connection:
            return [Passkey(*row) for row in await connection.execute(query)]

    async def export(self, person: PersonId) -> list[dict[str, Any]]:
        """The passkeys without their keys, for the person's export."""
        return [
            {"passkey": bytes_to_base64url(at.id)}
            | {name: getattr(at, name) for name in ("label", "site", "made", "used")}
            for at in await self.passkeys(person)
        ]

    async def passkey(self, id_: bytes) -> Passkey | None:
        """The passkey with an id, or `None`."""
        query = select(passkeys).where(passkeys.c.id == id_)
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Passkey(*row)

    @writes
    async def add_passkey(self, connection: AsyncConnection, passkey: Passkey) -> bool:
        """Add a passkey to an account; return `False` if its id is already registered."""
        known = select(passkeys.c.person).where(passkeys.c.id == passkey.id)
        if (await connection.execute(known)).one_or_none() is not None:
            return False
        await connection.execute(insert(passkeys), passkey._asdict())
        return True

    @writes
    async def used_passkey(
        self, connection: AsyncConnection, id_: bytes, before: int, signs: int
    ) -> bool:
        """Record that a passkey has signed.

        Args:
            id_: the id of the passkey.
            before: the signature counter that the caller has read.
            signs: the new signature counter.

        Returns:
            Whether the counter was still `before`, so that one of two concurrent uses is refused.
        """
        change = (
            update(passkeys)
            .where(passkeys.c.id == id_, passkeys.c.signs == before)
            .values(signs=signs, used=self._clock())
            .returning(passkeys.c.id)
        )
        return (await connection.execute(change)).one_or_none() is not None

    @writes
    async def remove(
        self, connection: AsyncConnection, person: PersonId, credential: CredentialId
    ) -> Literal["removed", "none", "last"]:
        """Remove a credential from an account, unless it is the last one.

        Returns:
            `removed`; `none`: the account has no such credential; `last`: it is the only one.
        """
        phrase = select(accounts.c.passphrase).where(accounts.c.person == person)
        ids = select(passkeys.c.id).where(passkeys.c.person == person)
        held: set[CredentialId] = set((await connection.execute(ids)).scalars())
        if (await connection.execute(phrase)).scalar_one_or_none() is not None:
            held.add("passphrase")
        if credential not in held:
            return "none"
        if len(held) == 1:
            return "last"
        if isinstance(credential, bytes):
            await connection.execute(delete(passkeys).where(passkeys.c.id == credential))
        else:
            change = update(accounts).where(accounts.c.person == person)
            await connection.execute(change.values(passphrase=None))
        return "removed"

    # Codes

    @writes
    async def new_codes(self, connection: AsyncConnection, person: PersonId) -> tuple[str, ...]:
        """Replace the recovery codes of an account; older codes become invalid."""
        given = fresh_codes()
        await connection.execute(delete(codes).where(codes.c.person == person))
        await connection.execute(insert(codes), code_rows(person, given))
        return given

    @writes
    async def one_time_code(
        self,
        connection: AsyncConnection,
        person: PersonId,
        seconds: int,
        by: PersonId | None = None,
    ) -> str:
        """Create a code for signing in once within `seconds`.

        Args:
            person: public id of the owner.
            seconds: validity in seconds.
            by: the acting administrator, as in `ActLine`; `None`: the owner.
        """
        given, now = new_code(), self._clock()
        row = {"code": _kept(given), "person": person, "expires": now + seconds * 1000}
        await connection.execute(insert(codes), row)
        if by is not None:
            await record_act(connection, now, by, "reset", person)
        return given

    @writes
    async def use_code(self, connection: AsyncConnection, code: str) -> str | None:
        """Use up a code; return its owner, or `None` if it is unknown, used or expired."""
        now = self._clock()
        use = (
            delete(codes)
            .where(codes.c.code == _kept(code))
            .returning(codes.c.person, codes.c.expires)
        )
        row = (await connection.execute(use)).one_or_none()
        if row is None or (row.expires is not None and row.expires <= now):
            return None
        found: str = row.person
        return found

    # Mail

    @writes
    async def ask_mail(
        self, connection: AsyncConnection, person: PersonId, address: str, seconds: int
    ) -> str:
        """Create the code for confirming a mail address.

        Older codes of the account for mail addresses become invalid.
        """
        given = new_code()
        row = {"code": _kept(given), "person": person, "address": address}
        expires = self._clock() + seconds * 1000
        await connection.execute(delete(mails).where(mails.c.person == person))
        await connection.execute(insert(mails), {**row, "expires": expires})
        return given

    @writes
    async def confirm_mail(self, connection: AsyncConnection, person: PersonId, code: str) -> bool:
        """Confirm the address to which a code was sent; return `False` if the code is invalid."""
        now = self._clock()
        use = (
            delete(mails)
            .where(mails.c.code == _kept(code), mails.c.person == person)
            .returning(mails.c.address, mails.c.expires)
        )
        row = (await connection.execute(use)).one_or_none()
        if row is None or row.expires <= now:
            return False
        change = update(accounts).where(accounts.c.person == person)
        await connection.execute(change.values(mail=row.address))
        return True

    @writes
    async def remove_mail(self, connection: AsyncConnection, person: PersonId) -> None:
        """Remove the mail address of an account."""
        change = update(accounts).where(accounts.c.person == person).values(mail=None)
        await connection.execute(delete(mails).where(mails.c.person == person))
        await connection.execute(change)

    # Challenges

    @writes
    async def new_challenge(
        self,
        connection: AsyncConnection,
        challenge: bytes,
        browser: str,
        purpose: str,
        seconds: int,
    ) -> None:
        """Store a WebAuthn challenge.

        Args:
            challenge: random bytes.
            browser: the secret of the calling browser.
            purpose: the purpose, such as `sign-in`.
            seconds: validity in seconds.
        """
        row = {"challenge": hashed(challenge.hex()), "browser": hashed(browser), "purpose": purpose}
        expires = self._clock() + seconds * 1000
        kept = insert(challenges).values(**row, expires=expires)
        await connection.execute(kept)

    @writes
    async def use_challenge(
        self, connection: AsyncConnection, challenge: bytes, browser: str, purpose: str
    ) -> bool:
        """Use up a challenge; return whether it is valid for this browser and purpose."""
        now, kept = self._clock(), hashed(browser)
        use = (
            delete(challenges)
            .where(challenges.c.challenge == hashed(challenge.hex()))
            .returning(challenges.c.browser, challenges.c.purpose, challenges.c.expires)
        )
        row = (await connection.execute(use)).one_or_none()
        return (
            row is not None and row.browser == kept and row.purpose == purpose and row.expires > now
        )


def owner_of(skeleton: str) -> ScalarSelect[str]:
    """Subquery: the owner of the name with this skeleton."""
    return select(names.c.person).where(names.c.skeleton == skeleton).scalar_subquery()


def fresh_codes() -> tuple[str, ...]:
    """Generate the recovery codes of an account."""
    return tuple(new_code() for _ in range(CODES))


def _kept(code: str) -> bytes:
    return hashed(plain_code(code))


def code_rows(person: PersonId, given: Sequence[str]) -> list[dict[str, Any]]:
    """Rows of recovery codes, which do not expire."""
    return [{"code": _kept(code), "person": person, "expires": None} for code in given]
