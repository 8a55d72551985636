"""Stored responses of requests with an idempotency key."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import kept_answers, people

KEPT_MS: Final = 24 * 60 * 60 * 1000
"""Retention of a response, in milliseconds."""

MOST: Final = 100
"""Maximum number of stored responses of one owner; the oldest are dropped."""

_CLAIM: Final = text(
    "INSERT INTO kept_answers (id, owner, person, at, request) "
    "VALUES (:id, :owner, :person, :at, :request) ON CONFLICT DO NOTHING"
)


class StoredResponse(NamedTuple):
    """A request with an idempotency key, and its response.

    Attributes:
        request: digest of the request.
        answer: the encrypted response; `None`: not complete.
    """

    at: UnixMs
    request: bytes
    answer: bytes | None


class StoredResponseStore(Store):
    """Responses to requests with an idempotency key."""

    def now(self) -> UnixMs:
        """The time."""
        return self._clock()

    async def find(self, id_: bytes) -> StoredResponse | None:
        """The stored request with an id; `None`: unknown or expired."""
        query = select(kept_answers.c.at, kept_answers.c.request, kept_answers.c.answer).where(
            kept_answers.c.id == id_, kept_answers.c.at > self._clock() - KEPT_MS
        )
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else StoredResponse(*row)

    @writes
    async def claim(
        self,
        connection: AsyncConnection,
        id_: bytes,
        request: bytes,
        owner: str,
        person: PersonId | None,
    ) -> bool:
        """Reserve an id for a request that is being answered.

        Args:
            id_: the id.
            request: the digest of the request.
            owner: a public id, or a network; at most `MOST` responses of an owner are stored.
            person: public id of the caller; `None`: not authenticated.

        Returns:
            Whether the id was free.
        """
        now, at = self._clock(), kept_answers.c
        row = {"id": id_, "owner": owner, "person": person, "at": now, "request": request}
        expired = delete(kept_answers).where(at.id == id_, at.at <= now - KEPT_MS)
        older = select(at.id).where(at.owner == owner).order_by(at.at.desc(), at.id).offset(MOST)
        await connection.execute(expired)
        if not (await connection.execute(_CLAIM, row)).rowcount:
            return False
        dropped = (await connection.execute(older)).scalars().all()
        if dropped:
            await connection.execute(delete(kept_answers).where(at.id.in_(dropped)))
        return True

    @writes
    async def keep(
        self, connection: AsyncConnection, id_: bytes, answer: bytes, person: PersonId | None
    ) -> None:
        """Store the response to a claimed request.

        Args:
            id_: the id of the request.
            answer: the encrypted response.
            person: public id of the browser's person after the request, if any.
        """
        known = select(people.c.id).where(people.c.id == person).scalar_subquery()
        change = update(kept_answers).where(kept_answers.c.id == id_)
        change = change.values(answer=answer, person=known)
        await connection.execute(change)

    @writes
    async def release(self, connection: AsyncConnection, id_: bytes) -> None:
        """Free the id of a request that has failed."""
        gone = delete(kept_answers).where(kept_answers.c.id == id_, kept_answers.c.answer.is_(None))
        await connection.execute(gone)
