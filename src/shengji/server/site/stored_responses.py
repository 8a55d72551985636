"""Answers in the database that are given again to who sends a request again."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store
from shengji.server.database.schema import kept_answers, people

KEPT_MS: Final = 24 * 60 * 60 * 1000
"""How long an answer is kept, in milliseconds."""

MOST: Final = 100
"""Maximum of answers that are kept for one owner; the oldest are dropped."""

_CLAIM: Final = text(
    "INSERT INTO kept_answers (id, owner, person, at, request) "
    "VALUES (:id, :owner, :person, :at, :request) ON CONFLICT DO NOTHING"
)


class StoredResponse(NamedTuple):
    """A request that came with a key, and its answer.

    Attributes:
        at: when it came, in milliseconds since 1970.
        request: the digest of what was asked.
        answer: the answer, encrypted; `None`: it has not been given.
    """

    at: int
    request: bytes
    answer: bytes | None


class StoredResponseStore(Store):
    """Answers to requests that came with a key."""

    def now(self) -> int:
        """The time, in milliseconds since 1970."""
        return self._clock()

    async def find(self, id_: bytes) -> StoredResponse | None:
        """The request with an id, unless it came too long ago."""
        query = select(kept_answers.c.at, kept_answers.c.request, kept_answers.c.answer).where(
            kept_answers.c.id == id_, kept_answers.c.at > self._clock() - KEPT_MS
        )
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else StoredResponse(*row)

    async def claim(self, id_: bytes, request: bytes, owner: str, person: str | None) -> bool:
        """Reserve an id for a request that is being answered.

        Args:
            id_: the id.
            request: the digest of what is asked.
            owner: of whose answers at most `MOST` are kept: a public id, or a network.
            person: who asks, by public id; `None`: nobody that is known.

        Returns:
            Whether it was free.
        """
        now, at = self._clock(), kept_answers.c
        row = {"id": id_, "owner": owner, "person": person, "at": now, "request": request}
        expired = delete(kept_answers).where(at.id == id_, at.at <= now - KEPT_MS)
        older = select(at.id).where(at.owner == owner).order_by(at.at.desc(), at.id).offset(MOST)

        async def work(connection: AsyncConnection) -> bool:
            await connection.execute(expired)
            if not (await connection.execute(_CLAIM, row)).rowcount:
                return False
            dropped = (await connection.execute(older)).scalars().all()
            if dropped:
                await connection.execute(delete(kept_answers).where(at.id.in_(dropped)))
            return True

        return await self._writer.write(work)

    async def keep(self, id_: bytes, answer: bytes, person: str | None) -> None:
        """Store the answer to a request that was claimed.

        Args:
            id_: the id of the request.
            answer: the answer, encrypted.
            person: whose browser has been answered, also if it was nobody's when it asked.
        """
        known = select(people.c.id).where(people.c.id == person).scalar_subquery()
        change = update(kept_answers).where(kept_answers.c.id == id_)
        change = change.values(answer=answer, person=known)
        await self._writer.write(lambda connection: connection.execute(change))

    async def release(self, id_: bytes) -> None:
        """Free the id of a request that has made nothing."""
        gone = delete(kept_answers).where(kept_answers.c.id == id_, kept_answers.c.answer.is_(None))
        await self._writer.write(lambda connection: connection.execute(gone))

    async def of(self, person: str) -> list[int]:
        """When requests of a person came whose answers are kept, in milliseconds since 1970."""
        query = select(kept_answers.c.at).where(kept_answers.c.person == person)
        async with self._reading() as connection:
            found = await connection.execute(query.order_by(kept_answers.c.at))
            return list(found.scalars())
