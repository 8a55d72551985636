"""Guard of the requests of a table's device, which is signed in to nobody."""

from __future__ import annotations

from typing import Final

from litestar.datastructures import Cookie

from shengji.server.accounts.sessions import is_secure
from shengji.server.nights.device_store import DeviceStore
from shengji.server.site.errors import ApiError, too_many_requests
from shengji.server.site.guards import AnyCaller, BrowserCaller
from shengji.server.site.person import Person
from shengji.server.site.services import PERSON, cookie_in, is_id

_COOKIE: Final = "shengji-table"
_COOKIE_SECONDS: Final = 30 * 24 * 3600
_LONGEST_SECRET: Final = 100


class DeviceCaller(BrowserCaller, refused="device-over"):
    """A request of a table's device; other guards do not know its secret.

    Attributes:
        giver: its id in the night, without a name.
        table: number of its table.
    """

    giver: Person
    table: int

    async def admit(self) -> None:
        """Require the present device of a table of the night in the path."""
        await super().admit()
        night = str(self.request.path_params["night"])
        secret = cookie_in(self.request.scope["headers"], _COOKIE) or ""
        found = None
        if secret and len(secret) <= _LONGEST_SECRET and is_id(night):
            found = await self.services[DeviceStore].find(night, secret)
        if found is None:
            raise ApiError("device-over")
        self.table, giver = found
        self.giver = Person(giver, "")
        wait = await self.services.work.admit(self.address, giver)
        if wait:
            raise too_many_requests(wait)
        self.request.scope["state"][PERSON] = giver


def device_cookie(caller: AnyCaller, night: str, secret: str) -> Cookie:
    """The cookie of a table's device: browsers send it to the device's addresses only."""
    return Cookie(
        key=_COOKIE,
        value=secret,
        max_age=_COOKIE_SECONDS,
        path=f"/api/nights/{night}/device",
        httponly=True,
        samesite="strict",
        secure=is_secure(caller),
    )
