"""Subscriptions, so that browsers can be told something while no page is open."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Row, delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store
from shengji.server.database.ids import hashed
from shengji.server.database.schema import (
    keys,
    push_keys,
    pushes,
)
from shengji.server.site.schemas import Tongue

MOST: Final = 8
"""As many browsers of one person are told."""

_KEEP = text("INSERT INTO push_keys (id, private) VALUES (1, :private) ON CONFLICT DO NOTHING")


class SubscriptionStore(Store):
    """Where browsers are told something while no page is open."""

    async def push_key(self, fresh: bytes) -> bytes:
        """The private key by which push services know this server, always the same.

        Args:
            fresh: one of 32 bytes, which is kept from now on where there was none.
        """
        return await self._writer.write(lambda connection: _keep_key(connection, fresh))

    async def subscribe(self, secret: str, subscription: Subscription) -> bool:
        """Let the browser that holds a secret be told things while no page is open.

        What it has said before is forgotten, and what the same browser has said as somebody else.
        Of many browsers of a person, those that asked last are kept (`pushes.MOST`).

        Returns:
            Whether the browser is anybody's.
        """
        kept, now = hashed(secret), self._clock()
        return await self._writer.write(
            lambda connection: _subscribe(connection, kept, subscription, now)
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
        async with self._reading() as connection:
            return (await connection.execute(query)).one_or_none() is not None

    async def subscriptions(self, person: str) -> list[Subscription]:
        """Where the browsers of a person are told things while no page is open."""
        query = select(pushes).join(keys).where(keys.c.person == person)
        async with self._reading() as connection:
            return [_subscription_in(row) for row in await connection.execute(query)]


async def _keep_key(connection: AsyncConnection, fresh: bytes) -> bytes:
    """Keep a key where there is none; the one that is kept."""
    await connection.execute(_KEEP, {"private": fresh})
    kept: bytes = (await connection.execute(select(push_keys.c.private))).scalar_one()
    return kept


async def _subscribe(
    connection: AsyncConnection, secret: bytes, subscription: Subscription, now: int
) -> bool:
    """Subscribe a browser: see `SubscriptionStore.subscribe`.

    Args:
        connection: in a transaction that writes.
        secret: what is kept of the browser's secret.
        subscription: where it is told.
        now: the time, in milliseconds since 1970.
    """
    query = select(keys.c.person).where(keys.c.secret == secret)
    person = (await connection.execute(query)).scalar_one_or_none()
    if person is None:
        return False
    # Who knows both is the same browser, which was somebody else's until now.
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
    """The subscription in a row of `pushes`."""
    muted = msgspec.json.decode(row.muted, type=tuple[str, ...])
    return Subscription(row.endpoint, row.p256dh, row.auth, row.tongue, muted)


class Subscription(NamedTuple):
    """Where a browser is told something while no page is open (RFC 8030, RFC 8291).

    Attributes:
        endpoint: the address at its push service, which only that browser and we know.
        p256dh: the browser's public key, an uncompressed point of P-256.
        auth: its secret of 16 bytes, with which what is sent is encrypted besides.
        tongue: in which language it wants to be told.
        muted: the public ids of people who do not call it.
    """

    endpoint: str
    p256dh: bytes
    auth: bytes
    tongue: Tongue
    muted: tuple[str, ...] = ()
