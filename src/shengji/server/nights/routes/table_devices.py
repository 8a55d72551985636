"""Routes of the devices of tables: the desk's codes, and what a device reads and writes."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.params import FromPath

from shengji.server.nights import claims
from shengji.server.nights.device_caller import DeviceCaller, device_cookie
from shengji.server.nights.device_store import DeviceStore
from shengji.server.nights.live_night import LiveNight
from shengji.server.nights.routes.nights import (
    OF_A_NIGHT,
    found_night,
    is_news,
    packed_state,
)
from shengji.server.nights.schemas import (
    DeviceHands,
    DeviceLine,
    HandPreview,
    MakeDeviceCodes,
    NightAnswers,
    OpenDevice,
    OpenedDevice,
    PreviewDeviceHand,
    TableDevices,
)
from shengji.server.nights.state import NightState
from shengji.server.nights.texts import tidied
from shengji.server.nights.views import device_state_of, preview_of
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import BrowserCaller, PersonCaller
from shengji.server.site.parameters import NumberInPath
from shengji.server.site.parameters import number as number_in_query

addresses = Addresses("nights")

_OF_A_DESK = f"{OF_A_NIGHT}, not-your-night"


@addresses.get("/api/nights/{night:str}/devices", faults=_OF_A_DESK)
async def table_devices(caller: PersonCaller, night: FromPath[str]) -> TableDevices:
    """List the devices of a night's tables, with the codes that can still be opened.

    For organisers.
    """
    return await _devices(caller, await _desk(caller, night))


@addresses.post("/api/nights/{night:str}/devices", faults=_OF_A_DESK)
async def make_device_codes(
    caller: PersonCaller, data: MakeDeviceCodes, night: FromPath[str]
) -> TableDevices:
    """Make a new code for the device of each of some tables.

    For organisers. A browser that opens the code becomes the table's device; the device that the
    table has had is ended at once.
    """
    live = await _desk(caller, night)
    if live.night.ended is None:
        await caller.services[DeviceStore].make_codes(live.id, data.tables)
    return await _devices(caller, live)


@addresses.delete("/api/nights/{night:str}/devices/{number:int}", faults=_OF_A_DESK)
async def end_device(
    caller: PersonCaller, night: FromPath[str], number: NumberInPath
) -> TableDevices:
    """End the device of a table, and its code.

    For organisers.
    """
    live = await _desk(caller, night)
    await caller.services[DeviceStore].end(live.id, number)
    return await _devices(caller, live)


@addresses.post(
    "/api/nights/{night:str}/device",
    status=201,
    faults=f"{OF_A_NIGHT}, bad-device-code",
    makes=True,
)
async def open_device(
    caller: BrowserCaller, data: OpenDevice, night: FromPath[str]
) -> Response[OpenedDevice]:
    """Become the device of a table.

    Requires the table's code, which can be opened once. The response sets a cookie for the
    device's addresses; nobody is signed in.
    """
    live = await found_night(caller, night)
    caller.count_sign_in()
    store = caller.services[DeviceStore]
    given = [] if live.night.ended is not None else await store.of(live.id)
    for at in given:
        if at.waits and claims.is_code(live, data.code, at):
            secret = await store.open(live.id, at.table, at.codes)
            if secret is not None:
                return Response(
                    OpenedDevice(table=at.table), cookies=[device_cookie(caller, live.id, secret)]
                )
    raise ApiError("bad-device-code")


@addresses.get(
    "/api/nights/{night:str}/device",
    faults=f"too-many-connections, {OF_A_NIGHT}",
    besides={204: "nothing has happened"},
)
async def device_night(
    caller: DeviceCaller,
    night: FromPath[str],
    since: Annotated[int | None, number_in_query("The version that is known.")] = None,
    rated: Annotated[int | None, number_in_query("The `rated` that is known.")] = None,
) -> Response[NightState]:
    """Get a night, as a table's device sees it.

    Its table in the present round, with the table's people and hands, and nothing of other tables.
    Waits as `GET /api/nights/{night}` does.
    """
    live = await _own(caller, night)
    if since is not None:
        if not await is_news(caller, live, caller.giver.id, since, rated):
            return Response(None, status_code=204)  # type: ignore[arg-type]
        await caller.admit()  # it may have been ended meanwhile
        await _own(caller, night)
    return packed_state(caller, device_state_of(live, caller.table, caller.giver, live.time.wall()))


@addresses.post("/api/nights/{night:str}/device/hands", without_words=True, faults=OF_A_NIGHT)
async def write_hands(
    caller: DeviceCaller, data: DeviceHands, night: FromPath[str]
) -> NightAnswers:
    """Write hands of the table's present round, as its device.

    Answered as `POST /api/nights/{night}`.
    """
    live = await _own(caller, night)
    commands = [
        await tidied(caller.services, live, caller.giver, command) for command in data.commands
    ]
    return await live.ask(caller.giver, data.commands, commands)


@addresses.post("/api/nights/{night:str}/device/preview", faults=OF_A_NIGHT)
async def preview_device_hand(
    caller: DeviceCaller, data: PreviewDeviceHand, night: FromPath[str]
) -> HandPreview:
    """Preview the result of a hand, as a table's device.

    Answered as `POST /api/nights/{night}/preview`.
    """
    live = await _own(caller, night)
    return preview_of(live.preview(caller.giver, data.command))


async def _desk(caller: PersonCaller, night: str) -> LiveNight:
    """The night of an organiser's request."""
    live = await found_night(caller, night)
    if not live.night.runs(caller.person.id):
        raise ApiError("not-your-night")
    return live


async def _own(caller: DeviceCaller, night: str) -> LiveNight:
    """The night of a device, which ends with it."""
    live = await found_night(caller, night)
    if live.night.ended is not None:
        raise ApiError("device-over")
    return live


async def _devices(caller: PersonCaller, live: LiveNight) -> TableDevices:
    given = [] if live.night.ended is not None else await caller.services[DeviceStore].of(live.id)
    secret = await claims.secret_of(live) if any(at.waits for at in given) else ""
    return TableDevices(
        devices=tuple(
            DeviceLine(
                table=at.table,
                code=claims.code_of(secret, claims.subject_of(at)) if at.waits else None,
                made=at.made,
                seen=at.seen,
            )
            for at in given
            if at.waits or at.secret is not None
        )
    )
