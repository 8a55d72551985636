"""The connection to the other nodes, as configured."""

from __future__ import annotations

from shengji.extras import MissingExtraError, require
from shengji.server.cluster.bus import Bus, LocalBus
from shengji.server.site.settings import PREFIX, SettingsError


async def connect_bus(address: str, ca: str = "") -> Bus:
    """Connect to the bus over NATS.

    Args:
        address: the address of NATS; empty: a single node, without NATS.
        ca: path of the trusted CA certificates; empty: the system's.

    Raises:
        SettingsError: the optional NATS library is not installed, or NATS cannot be reached.
    """
    if not address:
        return LocalBus()
    try:
        require("cluster", "nats")
    except MissingExtraError as error:
        raise SettingsError(f"{PREFIX}NATS: {error}") from None
    from shengji.server.cluster.nats_bus import NatsBus  # noqa: PLC0415

    try:
        return await NatsBus.connected(address, ca)
    except OSError as error:
        raise SettingsError(f"{PREFIX}NATS: {error}") from error
