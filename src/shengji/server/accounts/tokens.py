"""Tokens: secrets of programs that act for a person, within the scopes of each token."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.schemas import Token
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, device_id, hashed, new_secret
from shengji.server.database.schema import accounts, people, tokens
from shengji.server.site.person import Bearer, Person

PREFIX = "shengji_"
"""Prefix of every token; scanners for leaked secrets recognize it."""

MOST = 20
"""Maximum number of tokens of a person."""

_DAY = 24 * 60 * 60 * 1000


class TokenStore(Store):
    """The tokens in the database."""

    @writes
    async def make(
        self,
        connection: AsyncConnection,
        person: PersonId,
        label: str,
        scopes: Collection[str],
        days: int | None,
    ) -> tuple[Token, str] | None:
        """Create a token and its secret; only a hash of the secret is stored.

        Args:
            person: public id of the owner.
            label: its purpose.
            scopes: its scopes.
            days: validity in days; `None`: until it is revoked.

        Returns:
            `None` if the person has `MOST` tokens already.
        """
        held = select(func.count()).where(tokens.c.person == person)
        if (await connection.execute(held)).scalar_one() >= MOST:
            return None
        secret, now = PREFIX + new_secret(), self._clock()
        expires = None if days is None else now + days * _DAY
        kept = hashed(secret)
        found = Token(
            id=device_id(kept),
            label=label,
            scopes=tuple(sorted(scopes)),
            made=now,
            seen=None,
            expires=expires,
        )
        row = {
            "secret": kept,
            "person": person,
            "label": label,
            "scopes": " ".join(found.scopes),
            "made": now,
            "expires": expires,
        }
        await connection.execute(insert(tokens), row)
        return found, secret

    async def of(self, person: PersonId) -> list[Token]:
        """The tokens of a person, the newest first."""
        query = select(tokens).where(tokens.c.person == person).order_by(tokens.c.made.desc())
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            Token(
                id=device_id(row.secret),
                label=row.label,
                scopes=tuple(row.scopes.split()),
                made=row.made,
                seen=row.seen,
                expires=row.expires,
            )
            for row in rows
        ]

    @writes
    async def end(self, connection: AsyncConnection, person: PersonId, token: str) -> bool:
        """Revoke a token of a person; return `False` if there is none with this id."""
        query = select(tokens.c.secret).where(tokens.c.person == person)
        kept = (await connection.execute(query)).scalars().all()
        gone = [secret for secret in kept if device_id(secret) == token]
        await connection.execute(delete(tokens).where(tokens.c.secret.in_(gone)))
        return bool(gone)

    async def bearer(self, secret: str) -> Bearer | None:
        """The person and scopes of a token; `None`: unknown or expired."""
        kept, now = hashed(secret), self._clock()
        query = (
            select(tokens, people.c.name, accounts.c.role, accounts.c.bot)
            .join(people, people.c.id == tokens.c.person)
            .outerjoin(accounts, accounts.c.person == tokens.c.person)
            .where(tokens.c.secret == kept)
        )
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None or (row.expires is not None and row.expires <= now):
            return None
        if (row.seen or 0) < now - _DAY:
            await self._mark_seen(kept)
        person = Person(row.person, row.name, row.role, bool(row.bot))
        return Bearer(person, device_id(kept), frozenset(row.scopes.split()))

    @writes
    async def _mark_seen(self, connection: AsyncConnection, token: bytes) -> None:
        change = update(tokens).where(tokens.c.secret == token)
        await connection.execute(change.values(seen=self._clock()))
