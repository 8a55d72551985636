"""Storage of push subscriptions and of the server's VAPID key."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Row, delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, hashed
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import (
    keys,
    push_keys,
    pushes,
)
from shengji.server.site.schemas import Tongue

MOST: Final = 8
"""Maximum number of subscribed browsers per person."""

_KEEP = text("INSERT INTO push_keys (id, private) VALUES (1, :private) ON CONFLICT DO NOTHING")


class SubscriptionStore(Store):
    """Storage of push subscriptions."""

    @writes
    async def push_key(self, connection: AsyncConnection, fresh: bytes) -> bytes:
        """The server's private VAPID key, which never changes.

        Args:
            fresh: a new key of 32 bytes, stored if there is none yet.
        """
        return await _keep_key(connection, fresh)

    @writes
    async def subscribe(
        self, connection: AsyncConnection, secret: str, subscription: Subscription
    ) -> bool:
        """Store the subscription of the browser with this secret.

        Replaces its earlier subscription, also one under another person. A person's oldest
        subscriptions beyond `MOST` are deleted.

        Returns:
            `False` if the secret belongs to no person.
        """
        kept, now = hashed(secret), self._clock()
        return await _subscribe(connection, kept, subscription, now)

    @writes
    async def unsubscribe(self, connection: AsyncConnection, secret: str) -> None:
        """Delete the subscription of the browser with this secret."""
        end = delete(pushes).where(pushes.c.secret == hashed(secret))
        await connection.execute(end)

    @writes
    async def end_endpoint(self, connection: AsyncConnection, endpoint: str) -> None:
        """Delete a subscription that its push service reports as gone."""
        end = delete(pushes).where(pushes.c.endpoint == endpoint)
        await connection.execute(end)

    async def is_subscribed(self, secret: str) -> bool:
        """Whether the browser with this secret is subscribed."""
        query = select(pushes.c.made).where(pushes.c.secret == hashed(secret))
        async with self._reading() as connection:
            return (await connection.execute(query)).one_or_none() is not None

    async def export(self, person: PersonId) -> list[dict[str, Any]]:
        """The push subscriptions of a person without their keys, for their export."""
        return [
            {"endpoint": at.endpoint, "language": at.tongue, "muted": at.muted}
            for at in await self.subscriptions(person)
        ]

    async def subscriptions(self, person: PersonId) -> list[Subscription]:
        """The push subscriptions of a person."""
        query = select(pushes).join(keys).where(keys.c.person == person)
        async with self._reading() as connection:
            return [_subscription_in(row) for row in await connection.execute(query)]


async def _keep_key(connection: AsyncConnection, fresh: bytes) -> bytes:
    await connection.execute(_KEEP, {"private": fresh})
    kept: bytes = (await connection.execute(select(push_keys.c.private))).scalar_one()
    return kept


async def _subscribe(
    connection: AsyncConnection, secret: bytes, subscription: Subscription, now: UnixMs
) -> bool:
    """Subscribe a browser: see `SubscriptionStore.subscribe`.

    Args:
        connection: in a write transaction.
        secret: the hash of the browser's secret.
        subscription: the new subscription.
        now: the time.
    """
    query = select(keys.c.person).where(keys.c.secret == secret)
    person = (await connection.execute(query)).scalar_one_or_none()
    if person is None:
        return False
    # The same endpoint and secret: the same browser, until now with another person.
    same = (pushes.c.endpoint == subscription.endpoint) & (pushes.c.auth == subscription.auth)
    await connection.execute(delete(pushes).where((pushes.c.secret == secret) | same))
    row = {**subscription._asdict(), "secret": secret, "made": now}
    row["muted"] = msgspec.json.encode(subscription.muted)
    await connection.execute(insert(pushes), row)
    theirs = (
        select(pushes.c.secret)
        .join(keys)
        .where(keys.c.person == person)
        .order_by(pushes.c.made.desc(), pushes.c.secret)
    )
    old = (await connection.execute(theirs.offset(MOST))).scalars().all()
    if old:
        await connection.execute(delete(pushes).where(pushes.c.secret.in_(old)))
    return True


def _subscription_in(row: Row[Any]) -> Subscription:
    muted = msgspec.json.decode(row.muted, type=tuple[str, ...])
    return Subscription(row.endpoint, row.p256dh, row.auth, row.tongue, muted)


class Subscription(NamedTuple):
    """A browser's push subscription (RFC 8030, RFC 8291).

    Attributes:
        endpoint: the address at its push service, known only to the browser and the server.
        p256dh: the browser's public key, an uncompressed point of P-256.
        auth: the browser's secret of 16 bytes, for encryption.
        tongue: the language of notifications.
        muted: the public ids of people whose calls are not pushed.
    """

    endpoint: str
    p256dh: bytes
    auth: bytes
    tongue: Tongue
    muted: tuple[str, ...] = ()
