"""The lobby: open tables, new ones, and play at once."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Final

from litestar import Request, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from shengji.ratings import pool_of
from shengji.rules import Rules, RulesError, describe_rules, rules_from
from shengji.server.rules.offers import BotOffers
from shengji.server.rules.routes import read_rules, rules_refused
from shengji.server.rules.shapes import BotLine
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.me import Me
from shengji.server.site.person import Person
from shengji.server.site.services import NamedHuman, NamedPerson, NamedServices, Services, is_id
from shengji.server.tables.live.hub import Hub, OpeningRefusedError
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.presence import leave
from shengji.server.tables.shapes import Lobby, NewTable, QuickPlay, TableId, TableLine
from shengji.server.tables.state import Settings, TableState
from shengji.server.tables.store import TableStore
from shengji.server.tables.wire import Done, Sit, Stand
from shengji.words import Names

_FRESH: Final = 1.0
"""Seconds for which everybody is shown the same lobby; many look at it again and again."""

_TRIED: Final = 30
"""How many tables quick play looks at."""


@get(
    "/api/lobby",
    tags=["tables"],
    summary="The open tables",
    description="Those at which somebody is, with people who wait first. Private tables are not "
    "among them.",
    responses=answers(),
)
async def lobby(services: NamedServices, state: State) -> Lobby:
    """The open tables."""
    now = time.monotonic()
    shown: tuple[float, Lobby] | None = state.get("lobby")
    if shown is None or now - shown[0] > _FRESH:
        lines = await services[TableStore].lobby(services[Hub].attended)
        shown = (
            now,
            Lobby(tables=tuple(sorted(lines, key=_order)), bots=services[BotOffers].lines()),
        )
        state["lobby"] = shown
    return shown[1]


@post(
    "/api/tables",
    status_code=201,
    tags=["tables"],
    summary="Open a table",
    description="Whoever opens it is its host and sits in seat 0.",
    responses=answers(
        *ASKED_BY_A_PERSON,
        "rules",
        "bad-bot",
        "start-needs-bots",
        "table",
        "bot-account",
        "muted",
        "too-many-requests",
        "too-many-tables",
    ),
)
async def open_table(
    request: Request[Any, Any, Any],
    data: JSONBody[NewTable],
    services: NamedServices,
    human: NamedHuman,
) -> TableId:
    """Open a table."""
    return TableId(table=(await _open(request, services, human, data)).id)


@get(
    "/api/tables/{table:str}",
    tags=["tables"],
    summary="One table",
    description="As the lobby shows it. Of a private one too: who has its link may come.",
    responses=answers("no-table"),
)
async def one_table(services: NamedServices, table: FromPath[str]) -> TableLine:
    """A table by its id."""
    line = await services[TableStore].line(table) if is_id(table) else None
    if line is None:
        raise FaultError("no-table")
    return line


@get(
    "/api/tables/{table:str}/bots",
    tags=["tables"],
    summary="The bots of one table",
    description="Those that can play by its rules, from weak to strong; at a rated table those of "
    "them that may play rated.",
    responses=answers("no-table", "damaged"),
)
async def table_bots(services: NamedServices, table: FromPath[str]) -> tuple[BotLine, ...]:
    """The bots that are offered for the seats of a table."""
    found = await services[Hub].get(table) if is_id(table) else None
    if found is None:
        raise FaultError("no-table")
    state, terms = found.state(), services[Hub].rated
    rules = rules_from(state.rules.given, stored=True)
    offered = services[BotOffers].lines(rules)
    if not state.settings.rated:
        return offered
    return tuple(line for line in offered if terms.seats_bot(line.bot, pool_of(rules)))


@post(
    "/api/play",
    status_code=200,
    tags=["tables"],
    summary="Play at once",
    description="Gives a seat with people who wait, or whose fellow players are bots; else at a "
    "new table with bots, where others may come in for them. Where only bots are wanted, the match "
    "goes on that one has against bots under these rules.",
    responses=answers(*ASKED_BY_A_PERSON, "rules", "bad-bot", "bot-account", "too-many-requests"),
)
async def play(
    request: Request[Any, Any, Any],
    data: JSONBody[QuickPlay],
    services: NamedServices,
    human: NamedHuman,
) -> TableId:
    """Give a seat somewhere."""
    _check_bot(services, data.bot)
    rules = None if data.rules is None else read_rules(data.rules)
    if data.people:
        found = await _joined(services, human, rules)
    else:
        found = await _going_on(services, human, rules or rules_from(NewTable().rules), data)
    if found is not None:
        return TableId(table=found)
    new = NewTable(
        rules=NewTable().rules if data.rules is None else data.rules,
        settings=Settings(private=not data.people, one_hand=data.one_hand),
        bots=data.bot,
        start=True,
    )
    return TableId(table=(await _open(request, services, human, new, always=True)).id)


@delete(
    "/api/me/tables/{table:str}",
    status_code=200,
    tags=["people"],
    summary="Leave a table",
    description="Gives up the seat that one holds there; in a running match a bot goes on with it.",
    responses=answers("no-person", "origin", "no-table"),
)
async def leave_table(services: NamedServices, person: NamedPerson, table: FromPath[str]) -> Me:
    """Give up one's seat at a table."""
    held = await services[TableStore].tables_of(person.id)
    if table not in {seated.table for seated in held}:
        raise FaultError("no-table")
    await leave(services[Hub], person, table)
    return await services.me(person)


async def _going_on(
    services: Services, person: Person, rules: Rules, wish: QuickPlay
) -> str | None:
    """The match such as is wished that a person has against bots alone, the last one first."""
    wanted = describe_rules(rules)
    for seated in await services[TableStore].tables_of(person.id):
        if not seated.playing or seated.others:
            continue
        table = await services[Hub].get(seated.table)
        state = None if table is None else table.state()
        if state is None or not state.playing or state.rules.given != wanted:
            continue
        bots = {seat.bot for seat in state.seats if seat.person is None}
        alike = state.settings.private and state.settings.one_hand == wish.one_hand
        if alike and bots == {wish.bot}:
            return seated.table
    return None


async def make_room(services: Services, person: Person) -> bool:
    """Let the oldest tables go where one sits without other people, until there is room for one.

    Returns:
        Whether there is; others may wait at all of them.
    """
    held = await services[TableStore].tables_of(person.id)
    alone = [seated.table for seated in held if not seated.others]
    too_many = len(held) + 1 - services.settings.tables_per_person
    left = 0
    for table in alone[::-1]:
        if left < too_many:
            left += await _leave_alone(services[Hub], person, table)
    return left >= too_many


async def _leave_alone(hub: Hub, person: Person, table: str) -> bool:
    """Give up the seat at a table where nobody else sits; whether nobody has come meanwhile."""
    live = await hub.get(table)
    if live is None or any(seat.person not in (None, person.id) for seat in live.state().seats):
        return False
    await live.act(person.id, person.name, Stand())
    return True


async def _open(
    request: Request[Any, Any, Any],
    services: Services,
    person: Person,
    new: NewTable,
    *,
    always: bool = False,
) -> LiveTable:
    """Open a table; `always` does so even where other people wait at too many others."""
    if new.bots is not None:
        _check_bot(services, new.bots)
    elif new.start:
        raise FaultError("start-needs-bots")
    read_rules(new.rules)
    services.count_creation(request)
    if not await make_room(services, person) and not always:
        raise FaultError("too-many-tables", most=services.settings.tables_per_person)
    try:
        return await services[Hub].open(person.id, person.name, new, account=person.has_account)
    except RulesError as error:
        raise rules_refused(error) from None
    except OpeningRefusedError as error:
        raise FaultError("table", why=error.words.en, why_zh=error.words.hans) from None


async def _joined(services: Services, person: Person, rules: Rules | None) -> str | None:
    """Sit down at a listed table where people are; its id, or `None` when there is none."""
    wanted = None if rules is None else describe_rules(rules)
    lines = sorted(await services[TableStore].lobby(services[Hub].attended), key=_order)
    lines = [line for line in lines if line.people and not line.rated]
    for line in lines[:_TRIED]:
        table = await services[Hub].get(line.table)
        if table is None:
            continue
        state = table.state()
        if wanted is not None and state.rules.given != wanted:
            continue
        if any(seat.person == person.id for seat in state.seats):
            return line.table
        if not any(seat.person and seat.present for seat in state.seats):
            continue
        await make_room(services, person)
        for seat in _open_seats(state):
            done = await table.act(person.id, person.name, Sit(seat), account=person.has_account)
            if isinstance(done, Done):
                return line.table
    return None


def _open_seats(state: TableState) -> Iterable[int]:
    """The seats that nobody holds, those without a bot first."""
    free = [number for number, seat in enumerate(state.seats) if seat.person is None]
    return sorted(free, key=lambda number: state.seats[number].bot is not None)


def _order(line: TableLine) -> tuple[bool, bool]:
    """Tables with people who wait for others first, then those where anybody can still come in."""
    return (line.playing or not line.people, not line.free)


def _check_bot(services: Services, name: str) -> None:
    bots = services[Hub].roster.names
    if name not in bots:
        raise FaultError("bad-bot", bot=name, bots=Names(bots))


tables_routes = [lobby, open_table, one_table, table_bots, play, leave_table]
