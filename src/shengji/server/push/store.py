"""What is kept so that browsers can be told something while no page is open."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Row, delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.schema import keys, push_keys, pushes
from shengji.server.site.shapes import Tongue

MOST: Final = 8
"""As many browsers of one person are told."""

_KEEP = text("INSERT INTO push_keys (id, private) VALUES (1, :private) ON CONFLICT DO NOTHING")


async def keep_key(connection: AsyncConnection, fresh: bytes) -> bytes:
    """See `Store.push_key`."""
    await connection.execute(_KEEP, {"private": fresh})
    kept: bytes = (await connection.execute(select(push_keys.c.private))).scalar_one()
    return kept


async def subscribe(
    connection: AsyncConnection, secret: bytes, subscription: Subscription, now: int
) -> bool:
    """See `Store.subscribe`.

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


def subscription_in(row: Row[Any]) -> Subscription:
    """What a row of `pushes` says."""
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
