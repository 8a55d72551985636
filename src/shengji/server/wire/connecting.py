"""The way to the other servers, as the settings name it."""

from __future__ import annotations

from shengji.server.site.settings import PREFIX, SettingsError
from shengji.server.wire.bus import Bus, LocalBus


async def bus_at(address: str) -> Bus:
    """The bus over the NATS at an address; empty: there are no others.

    Raises:
        SettingsError: the library for NATS, which is there only where it is wanted, is missing; or
            NATS cannot be reached.
    """
    if not address:
        return LocalBus()
    try:
        from shengji.server.wire.nats_bus import NatsBus  # noqa: PLC0415
    except ImportError as error:
        raise SettingsError(
            f"{PREFIX}NATS is set, but the library for it is not installed. Install it with: "
            "pip install 'shengji[cluster]'"
        ) from error
    try:
        return await NatsBus.connected(address)
    except OSError as error:
        raise SettingsError(f"{PREFIX}NATS: {error}") from error
