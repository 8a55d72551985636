"""HTTP addresses of the lobby: open tables, new tables, and immediate play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from litestar.params import FromPath

from shengji.bots import levels_for, seconds_of
from shengji.bots.characters import LEVEL_NAMES, are_like
from shengji.practice.lessons import LessonName
from shengji.ratings import pool_of
from shengji.rules import Rules, RulesError, describe_rules, rules_from
from shengji.server.database.errors import ElsewhereError
from shengji.server.database.leader import Leader
from shengji.server.rules.offers import BotOffers, bot_line
from shengji.server.rules.routes import read_rules, rules_refused
from shengji.server.rules.schemas import BotLine
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AnyCaller, HumanCaller, PersonCaller
from shengji.server.site.me import Me
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence
from shengji.server.site.services import is_id
from shengji.server.site.ties import TieSource
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.seating import Stand
from shengji.server.tables.casual_sets import CasualRequest
from shengji.server.tables.live.casual import Casual
from shengji.server.tables.live.hub import Hub, OpeningRefusedError
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.live.lobby_board import LobbyBoard
from shengji.server.tables.schemas import (
    Lobby,
    NewTable,
    QuickPlay,
    TableId,
    TableLine,
)
from shengji.server.tables.state import Settings
from shengji.server.tables.store import TableStore
from shengji.words import Names

addresses = Addresses("tables")


@addresses.get("/api/lobby")
async def lobby(caller: AnyCaller) -> Lobby:
    """List the open tables.

    Only tables with people present, waiting ones first. Private tables are left out, and so are
    tables with people from whom the caller is kept apart.
    """
    board = caller.services[LobbyBoard]
    told = await board.now()
    person = await caller.services.whose(caller.secret) if told.tables else None
    if person is None:
        return told
    return board.without(told, (await caller.services[TieSource].ties(person.id)).apart)


@addresses.post(
    "/api/tables",
    status=201,
    faults="rules, bad-bot, start-needs-bots, table, too-many-requests, too-many-tables",
    makes=True,
)
async def open_table(caller: HumanCaller, data: NewTable) -> TableId:
    """Open a table.

    The caller becomes its host and sits in seat 0.
    """
    return TableId(table=(await _open(caller, data)).id)


@addresses.get("/api/tables/{table:str}", faults="no-table")
async def one_table(caller: AnyCaller, table: FromPath[str]) -> TableLine:
    """Get one table.

    As the lobby shows it. Private tables are included, since their link gives access.
    """
    line = await caller.services[TableStore].line(table) if is_id(table) else None
    if line is None:
        raise ApiError("no-table")
    return line


@addresses.get("/api/tables/{table:str}/bots", faults="no-table, damaged")
async def table_bots(caller: AnyCaller, table: FromPath[str]) -> tuple[BotLine, ...]:
    """List the bots for one table.

    The bots that can play by its rules, from weak to strong; at a rated table only bots that may
    play rated.
    """
    found = await caller.services[Hub].get(table) if is_id(table) else None
    if found is None:
        raise ApiError("no-table")
    state, terms = found.state(), caller.services[Hub].rated
    rules = rules_from(state.rules.given, stored=True)
    if not state.settings.rated:
        return caller.services[BotOffers].lines(rules)
    rated = (bot for bot in levels_for(rules) if terms.seats_bot(bot, pool_of(rules)))
    return tuple(bot_line(bot, seconds_of(bot)) for bot in rated)


@addresses.post("/api/play", faults="rules, bad-bot, too-many-requests", makes=True)
async def play(caller: HumanCaller, data: QuickPlay) -> TableId:
    """Play immediately.

    Gives a seat with people who wait, or whose fellow players are bots, with friends first and
    never with blocked people; else at a new table with bots, which people may replace. A player who
    stays alone with bots under a `set` is moved to people who play that set when a hand begins
    (`Moved`). With `people` false, an existing match against bots under these rules is continued.
    With a `lesson`, its hand is dealt at a new table of one hand.
    """
    _check_bot(caller, data.bot)
    if data.lesson is not None:
        settings = Settings(private=True, one_hand=True)
        hand = NewTable(settings=settings, bots=data.bot, start=True)
        return TableId(table=(await _open(caller, hand, always=True, lesson=data.lesson)).id)
    rules = None if data.rules is None else read_rules(data.rules)
    new = NewTable(
        rules=NewTable().rules if data.rules is None else data.rules,
        settings=Settings(private=not data.people, one_hand=data.one_hand),
        bots=data.bot,
        start=True,
    )
    if data.people:
        wish = CasualRequest(rules, new, data.company)
        if data.set is not None:
            wish = CasualRequest.of(data.set, data.company, data.bot)
        return TableId(table=await _with_people(caller, wish))
    found = await _going_on(caller, rules or rules_from(NewTable().rules), data)
    return TableId(table=found or (await _open(caller, new, always=True)).id)


@addresses.delete("/api/me/tables/{table:str}", faults="no-table", tag="people")
async def leave_table(caller: PersonCaller, table: FromPath[str]) -> Me:
    """Leave a table.

    Gives up the caller's seat there; during a match a bot continues in it.
    """
    held = await caller.services[TableStore].tables_of(caller.person.id)
    if table not in {seated.table for seated in held}:
        raise ApiError("no-table")
    await caller.services[Presence].leave(caller.person, table)
    return await caller.services.me(caller.person)


async def _with_people(caller: HumanCaller, wish: CasualRequest) -> str:
    """Return the table at which the caller is seated, with people or open to them."""
    person = caller.person
    caller.services[Leader].need()
    caller.count_creation()
    await make_room(caller)
    actor = Actor(person.id, person.name, person.has_account)
    with _as_faults():
        return await caller.services[Casual].seat(actor, wish)


async def _going_on(caller: HumanCaller, rules: Rules, wish: QuickPlay) -> str | None:
    """Return the caller's latest matching match against bots alone; `None`: there is none."""
    services, wanted = caller.services, describe_rules(rules)
    for seated in await services[TableStore].tables_of(caller.person.id):
        if not seated.playing or seated.others:
            continue
        try:
            table = await services[Hub].get(seated.table)
        except ElsewhereError:
            continue
        state = None if table is None else table.state()
        if state is None or not state.playing or state.rules.given != wanted:
            continue
        bots = [seat.bot for seat in state.seats if seat.person is None and seat.bot is not None]
        alike = state.settings.private and state.settings.one_hand == wish.one_hand
        if alike and are_like(bots, wish.bot):
            return seated.table
    return None


async def make_room(caller: PersonCaller) -> bool:
    """Leave the oldest tables where the caller sits alone, until one more is allowed.

    Returns:
        Whether one more is allowed; false if other people sit at too many of the tables.
    """
    services, person = caller.services, caller.person
    held = await services[TableStore].tables_of(person.id)
    alone = [seated.table for seated in held if not seated.others]
    too_many = len(held) + 1 - services.settings.tables_per_person
    left = 0
    for table in alone[::-1]:
        if left < too_many:
            try:
                left += await _leave_alone(services[Hub], person, table)
            except ElsewhereError:
                await services[Presence].leave(person, table)
                left += 1
    return left >= too_many


async def _leave_alone(hub: Hub, person: Person, table: str) -> bool:
    """Give up the seat at a table without other people; return false if people have come."""
    live = await hub.get(table)
    if live is None or any(seat.person not in (None, person.id) for seat in live.state().seats):
        return False
    await live.act(person.id, person.name, Stand())
    return True


async def _open(
    caller: HumanCaller,
    new: NewTable,
    *,
    always: bool = False,
    lesson: LessonName | None = None,
) -> LiveTable:
    """Open a table; `always` also opens it when the caller's limit is reached."""
    services, person = caller.services, caller.person
    if new.bots is not None:
        _check_bot(caller, new.bots)
    elif new.start:
        raise ApiError("start-needs-bots")
    read_rules(new.rules)
    caller.count_creation()
    if not await make_room(caller) and not always:
        raise ApiError("too-many-tables", most=services.settings.tables_per_person)
    with _as_faults():
        return await services[Hub].open(
            person.id, person.name, new, account=person.has_account, lesson=lesson
        )


@contextmanager
def _as_faults() -> Iterator[None]:
    """Convert errors of opening a table to API errors."""
    try:
        yield
    except RulesError as error:
        raise rules_refused(error) from None
    except OpeningRefusedError as error:
        raise ApiError("table", why=error.words.en, why_zh=error.words.hans) from None


def _check_bot(caller: HumanCaller, name: str) -> None:
    bots = (*LEVEL_NAMES, *caller.services[Hub].roster.names)
    if name not in bots:
        raise ApiError("bad-bot", bot=name, bots=Names(bots))
