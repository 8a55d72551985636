"""The way to the other servers, as the settings name it."""

from __future__ import annotations

from shengji.extras import MissingExtraError, require
from shengji.server.cluster.bus import Bus, LocalBus
from shengji.server.site.settings import PREFIX, SettingsError


async def bus_at(address: str, ca: str = "") -> Bus:
    """The bus over the NATS at an address.

    Args:
        address: the address; empty: there are no other servers.
        ca: the file with the certificates that are trusted; empty: those of the system.

    Raises:
        SettingsError: the library for NATS, which is there only where it is wanted, is missing; or
            NATS cannot be reached.
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
