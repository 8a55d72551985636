"""What a person leaves behind: all of it as one archive, and how it goes.

Each kind of thing that is kept about people is a `Part`, which says how it is exported and how it
is forgotten; whoever keeps something new adds one to `PARTS`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from litestar import Request, delete, get
from litestar.response import Stream
from webauthn.helpers import bytes_to_base64url

from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.routes.history import record_files
from shengji.server.nights.keeper import Nights
from shengji.server.site.archives import Files, packed
from shengji.server.site.faults import answers
from shengji.server.site.person import Person
from shengji.server.site.services import (
    EVEN_BANNED,
    NamedPerson,
    NamedServices,
    address_of,
    need_proof,
)
from shengji.server.store import Store
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.replay_shapes import MatchLine
from shengji.server.tables.routes.lobby import leave

_PAGE: Final = 100


class Keeper(Protocol):
    """What keeps things about people; the services of a running server are one."""

    @property
    def store(self) -> Store:
        """The database."""

    @property
    def hub(self) -> Hub:
        """The tables under way."""

    @property
    def nights(self) -> Nights:
        """The nights under way."""


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
    "and tokens without their secrets, tables, matches with their records, ratings, nights, "
    "puzzles, mutes and bans, and what one has reported. Of very many matches it comes slowly.",
    media_type="application/zip",
    opt={EVEN_BANNED: True},
    responses=answers("no-person", "too-many-requests"),
)
async def export(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> Stream:
    """All that is kept about a person, as one archive."""
    services.count_creation(request)
    return Stream(
        packed(services, person, address_of(request.scope), _files(services, person)),
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="shengji-my-data.zip"'},
    )


@delete(
    "/api/me",
    status_code=204,
    tags=["people"],
    summary="Remove me",
    description="The person goes, with account, devices, passkeys, links, tokens; bots go on in "
    "the seats. Matches, and what happened at tables, stay without the name. Of an account the "
    "owner must have signed in, or proved to be there, in the last ten minutes.",
    opt={EVEN_BANNED: True},
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


async def forget(keeper: Keeper, person: Person, by: str | None = None) -> None:
    """Remove a person, with all that says who they were.

    Args:
        keeper: keeps it.
        person: the person.
        by: which keeper of the site wants that, as `ActLine` has it; `None`: the person.
    """
    keeper.hub.sign_out(person.id)  # so that none of their pages goes on meanwhile
    for part in PARTS:
        await part.forget(keeper, person)
    await keeper.store.accounts.forget(person.id, by)
    keeper.hub.sign_out(person.id)
    keeper.hub.remotes.cut(person.id)


def as_json(content: Any) -> Callable[[], bytes]:
    """What makes of a value JSON that people can read."""
    return partial(_as_json, content)


def _as_json(content: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=2)


async def _files(keeper: Keeper, person: Person) -> Files:
    """All files of a person's archive."""
    for part in PARTS:
        async for file in part.export(keeper, person):
            yield file


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
                for passkey in await keeper.store.ways.passkeys(person.id)
            ]
        ),
    )


async def _goes_with_person(keeper: Keeper, person: Person) -> None:
    """Nothing; it goes with the person, who goes last (`Accounts.forget`)."""


async def _table_files(keeper: Keeper, person: Person) -> Files:
    """Where the person holds a seat."""
    yield "tables.json", as_json(await keeper.store.tables_of(person.id))


async def _leave_tables(keeper: Keeper, person: Person) -> None:
    """Give up all seats, and take the name out of the logs."""
    for seated in await keeper.store.tables_of(person.id):
        await leave(keeper.hub, person, seated.table)
    known = None
    # Until a table that is in memory has read its log anew it may write the name once more.
    while known := await keeper.store.unname(person.id, known):
        await keeper.hub.reread(known)


async def _rating_files(keeper: Keeper, person: Person) -> Files:
    """How the person's ratings have changed, result by result."""
    yield "ratings.json", as_json(await keeper.store.ratings.changes_of(person.id))


async def _keep_ratings(keeper: Keeper, person: Person) -> None:
    """Nothing: those of others rest on them, and with the person goes whose they were."""


async def _puzzle_files(keeper: Keeper, person: Person) -> Files:
    """The puzzles that the person has answered, and the rating in them."""
    solver = await keeper.store.solvers.of(person.id)
    yield (
        "puzzles.json",
        as_json(
            {
                "rating": solver.rating.value,
                "deviation": solver.rating.deviation,
                "answers": [
                    {name: getattr(at, name) for name in ("puzzle", "at", "choice", "right")}
                    for at in solver.attempts.values()
                ],
                "days": sorted(day.isoformat() for day in solver.days),
            }
        ),
    )


async def _match_files(keeper: Keeper, person: Person) -> Files:
    """What the person has played, with the records."""
    matches, wanted = keeper.store.matches, MatchFilter(person=person.id)
    played: list[MatchLine] = []
    while found := await matches.page(
        person.id, wanted, played[-1].match if played else None, _PAGE
    ):
        played += found
    yield "matches.json", as_json(played)
    async for name, made in record_files(keeper.store, person):
        yield f"records/{name}", made


async def _night_files(keeper: Keeper, person: Person) -> Files:
    """What has happened to the person in nights, and what they have done there."""
    async for night, events in keeper.nights.told_of(person.id):
        yield f"nights/{night}.json", as_json(events)


async def _leave_nights(keeper: Keeper, person: Person) -> None:
    """Take the name out of the nights; what was played stays."""
    await keeper.nights.forget(person.id)


async def _token_files(keeper: Keeper, person: Person) -> Files:
    """The tokens, without the secrets."""
    yield "tokens.json", as_json([at._asdict() for at in await keeper.store.tokens.of(person.id)])


async def _share_files(keeper: Keeper, person: Person) -> Files:
    """The matches that the person shares by a link."""
    yield "shares.json", as_json([at._asdict() for at in await keeper.store.shares.of(person.id)])


async def _moderation_files(keeper: Keeper, person: Person) -> Files:
    """The mutes and bans of the person, and what the person has told of others."""
    moderation = keeper.store.moderation
    imposed = ("kind", "reason", "at", "until", "lifted")
    told = ("about", "table", "match", "hand", "text", "at", "closed")
    yield (
        "sanctions.json",
        as_json(
            [
                {name: getattr(one, name) for name in imposed}
                for one in await moderation.sanctions(person.id)
            ]
        ),
    )
    yield (
        "reports.json",
        as_json(
            [
                {name: getattr(one, name) for name in told}
                for one in await moderation.reports_by(person.id)
            ]
        ),
    )


PARTS: Final = (
    Part(_person_files, _goes_with_person),
    Part(_table_files, _leave_tables),
    Part(_match_files, _goes_with_person),
    Part(_rating_files, _keep_ratings),
    Part(_night_files, _leave_nights),
    Part(_puzzle_files, _goes_with_person),
    Part(_token_files, _goes_with_person),
    Part(_share_files, _goes_with_person),
    Part(_moderation_files, _goes_with_person),
)
"""All that is kept about people."""

estate_routes = [export, remove_me]
