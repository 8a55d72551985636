"""The reviews of hands that have been made, so that each is made once."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store
from shengji.server.database.schema import reviews

_AT_ONCE: Final = 100
"""So many are looked up together."""

ReviewId = tuple[bytes, float, int]
"""The record, depth and seed of a review."""


class ReviewKey(NamedTuple):
    """The review that is meant: of what, how deep, and by which code.

    Attributes:
        record: the SHA-256 of the match's record up to the end of the hand, without names.
        hand: the number of the hand in it.
        depth: as in `review_hand`; `seed` likewise.
        code: as `code_of_reviews` names it.
    """

    record: bytes
    hand: int
    depth: float
    seed: int
    code: str

    @property
    def id(self) -> ReviewId:
        """The record, depth and seed, whichever code makes it."""
        return self.record, self.depth, self.seed


async def known_of(connection: AsyncConnection, keys: Sequence[ReviewKey]) -> frozenset[ReviewKey]:
    """The reviews that have been made, of some."""
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


async def keep(connection: AsyncConnection, key: ReviewKey, review: bytes, at: int) -> None:
    """Keep a review, in the place of what other code has made of the same.

    Args:
        connection: in a transaction that writes.
        key: which it is.
        review: a `HandReview` as JSON.
        at: when it was made, in milliseconds since 1970.
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
    """The reviews, in the database; `Store.reviews`, whose rules hold here.

    They name nobody: who sat in a seat is in the record of the match alone.
    """

    async def known(self, keys: Sequence[ReviewKey]) -> frozenset[ReviewKey]:
        """The reviews that have been made, of some."""
        async with self._reading() as connection:
            return await known_of(connection, keys)

    async def one(self, key: ReviewKey) -> bytes | None:
        """A review, as a `HandReview` in JSON; `None`: it has not been made by this code."""
        query = select(reviews.c.body).where(
            reviews.c.record == key.record,
            reviews.c.depth == key.depth,
            reviews.c.seed == key.seed,
            reviews.c.code == key.code,
        )
        async with self._reading() as connection:
            body = (await connection.execute(query)).scalar_one_or_none()
        return None if body is None else zlib.decompress(body)
