"""The store of finished reviews."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import reviews

_AT_ONCE: Final = 100
"""Maximum number of keys in a query."""

ReviewId = tuple[bytes, float, int]
"""Record digest, depth and seed of a review."""


class ReviewKey(NamedTuple):
    """The key of a review: the hand, the settings and the version of the code.

    Attributes:
        record: the SHA-256 of the match's record up to the end of the hand, without names.
        depth: as in `review_hand`.
        seed: as in `review_hand`.
        code: version of the code, from `code_of_reviews`.
    """

    record: bytes
    hand: int
    depth: float
    seed: int
    code: str

    @property
    def id(self) -> ReviewId:
        """The key without the version of the code."""
        return self.record, self.depth, self.seed


async def known_of(connection: AsyncConnection, keys: Sequence[ReviewKey]) -> frozenset[ReviewKey]:
    """Return the keys with finished reviews."""
    found = set[ReviewKey]()
    for first in range(0, len(keys), _AT_ONCE):
        some = {key.id: key for key in keys[first:][:_AT_ONCE]}
        query = select(reviews.c.record, reviews.c.depth, reviews.c.seed, reviews.c.code)
        query = query.where(reviews.c.record.in_([record for record, _, _ in some]))
        for row in (await connection.execute(query)).all():
            key = some.get((row.record, row.depth, row.seed))
            if key is not None and key.code == row.code:
                found.add(key)
    return frozenset(found)


async def keep(connection: AsyncConnection, key: ReviewKey, review: bytes, at: UnixMs) -> None:
    """Store a review, replacing one of another version of the code.

    Args:
        connection: a connection in a writing transaction.
        key: the key of the review.
        review: a `HandReview` as JSON.
        at: creation time.
    """
    same = delete(reviews).where(
        reviews.c.record == key.record,
        reviews.c.depth == key.depth,
        reviews.c.seed == key.seed,
    )
    await connection.execute(same)
    row = {**key._asdict(), "made": at, "body": zlib.compress(review, 9)}
    await connection.execute(insert(reviews), row)


class ReviewStore(Store):
    """The store of finished reviews.

    Reviews contain no names; the players are in the record of the match only.
    """

    async def known(self, keys: Sequence[ReviewKey]) -> frozenset[ReviewKey]:
        """Return the keys with finished reviews."""
        async with self._reading() as connection:
            return await known_of(connection, keys)

    async def one(self, key: ReviewKey) -> bytes | None:
        """Return a review as a `HandReview` in JSON, or `None` if it is not finished."""
        query = select(reviews.c.body).where(
            reviews.c.record == key.record,
            reviews.c.depth == key.depth,
            reviews.c.seed == key.seed,
            reviews.c.code == key.code,
        )
        async with self._reading() as connection:
            body = (await connection.execute(query)).scalar_one_or_none()
        return None if body is None else zlib.decompress(body)
