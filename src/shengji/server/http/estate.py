"""What a person leaves behind: all of it as one archive, and how it goes.

Each kind of thing that is kept about people is a `Part`, which says how it is exported and how it
is forgotten; whoever keeps something new adds one to `PARTS`.
"""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final, NamedTuple, Protocol, TypeAlias

import msgspec
from litestar import Request, delete, get
from litestar.response import Stream
from webauthn.helpers import bytes_to_base64url

from shengji.server.http.faults import answers
from shengji.server.http.services import NamedPerson, NamedServices, need_proof
from shengji.server.http.tables import leave
from shengji.server.live import Hub
from shengji.server.storage import Person, Store

Files: TypeAlias = AsyncIterator[tuple[str, bytes]]
"""Files of an archive: their names in it, and what is in them."""

_IN_MEMORY: Final = 1_000_000
_PIECE: Final = 65_536


class Keeper(Protocol):
    """What keeps things about people; the services of a running server are one."""

    @property
    def store(self) -> Store:
        """The database."""

    @property
    def hub(self) -> Hub:
        """The tables under way."""


class Part(NamedTuple):
    """A kind of thing that is kept about people.

    Attributes:
        export: gives what is kept about a person, as files.
        forget: removes it, or takes the person's name out of it; records of others stay whole.
            The person, with the account, is removed after all parts are done.
    """

    export: Callable[[Keeper, Person], Files]
    forget: Callable[[Keeper, Person], Awaitable[None]]


@get(
    "/api/me/export",
    tags=["people"],
    summary="All that is kept about me",
    description="One archive (ZIP) of JSON files: the person and the account, devices, passkeys "
    "without their secrets, tables, ratings.",
    media_type="application/zip",
    responses=answers("no-person", "too-many-requests"),
)
async def export(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> Stream:
    """All that is kept about a person, as one archive."""
    services.count_creation(request)
    archive = SpooledTemporaryFile[bytes](max_size=_IN_MEMORY)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for part in PARTS:
            async for name, content in part.export(services, person):
                await asyncio.to_thread(packed.writestr, name, content)
    archive.seek(0)
    return Stream(
        _pieces(archive),
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="shengji-my-data.zip"'},
    )


@delete(
    "/api/me",
    status_code=204,
    tags=["people"],
    summary="Remove me",
    description="The person goes, with account, devices, passkeys, links; bots go on in the seats. "
    "What happened at tables stays, without the name. Of an account the owner must have signed in, "
    "or proved to be there, in the last ten minutes.",
    responses=answers("no-person", "prove", "origin", "too-many-requests"),
)
async def remove_me(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> None:
    """Remove a person."""
    if person.role is not None:
        await need_proof(request, services)
    services.count_creation(request)
    await forget(services, person)


async def forget(keeper: Keeper, person: Person) -> None:
    """Remove a person, with all that says who they were."""
    devices = await keeper.store.devices(person.id)
    for part in PARTS:
        await part.forget(keeper, person)
    await keeper.store.accounts.forget(person.id)
    keeper.hub.sign_out(person.id, [at.id for at in devices])


def as_json(content: Any) -> bytes:
    """A value as JSON that people can read."""
    return msgspec.json.format(msgspec.json.encode(content), indent=2)


async def _pieces(archive: IO[bytes]) -> AsyncIterator[bytes]:
    with archive:
        while piece := await asyncio.to_thread(archive.read, _PIECE):
            yield piece


async def _person_files(keeper: Keeper, person: Person) -> Files:
    """Who the person is, and how the browsers and the owner are known."""
    accounts = keeper.store.accounts
    account = await accounts.of(person.id)
    yield (
        "person.json",
        as_json(
            {
                "person": person.id,
                "name": person.name,
                "account": None if account is None else account._asdict(),
            }
        ),
    )
    devices = await keeper.store.devices(person.id)
    yield "devices.json", as_json([at._asdict() for at in devices])
    yield (
        "passkeys.json",
        as_json(
            [
                {
                    "passkey": bytes_to_base64url(passkey.id),
                    "label": passkey.label,
                    "site": passkey.site,
                    "made": passkey.made,
                    "used": passkey.used,
                }
                for passkey in await accounts.passkeys(person.id)
            ]
        ),
    )


async def _keep_person(keeper: Keeper, person: Person) -> None:
    """Nothing; the person goes last."""


async def _table_files(keeper: Keeper, person: Person) -> Files:
    """Where the person holds a seat."""
    yield "tables.json", as_json(await keeper.store.tables_of(person.id))


async def _leave_tables(keeper: Keeper, person: Person) -> None:
    """Give up all seats, and take the name out of the logs."""
    for seated in await keeper.store.tables_of(person.id):
        await leave(keeper.hub, person, seated.table)
    await keeper.hub.reread(await keeper.store.unname(person.id))


async def _rating_files(keeper: Keeper, person: Person) -> Files:
    """How the person's ratings have changed, result by result."""
    yield "ratings.json", as_json(await keeper.store.ratings.changes_of(person.id))


async def _keep_ratings(keeper: Keeper, person: Person) -> None:
    """Nothing: those of others rest on them, and with the person goes whose they were."""


PARTS: Final = (
    Part(_person_files, _keep_person),
    Part(_table_files, _leave_tables),
    Part(_rating_files, _keep_ratings),
)
"""All that is kept about people."""

estate_routes = [export, remove_me]
