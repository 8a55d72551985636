"""Routes of nights: creation, commands, state and results."""

from __future__ import annotations

import gzip
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response
from litestar.params import FromPath, QueryParameter

from shengji.nights.exports import HAND_COLUMNS, csv_of, hand_rows
from shengji.nights.standings import NightStanding, standings
from shengji.rules import RulesError
from shengji.server.nights.live_night import LiveNight
from shengji.server.nights.live_nights import Nights
from shengji.server.nights.schemas import (
    AskNight,
    HandPreview,
    NewNight,
    NightAnswers,
    NightId,
    NightLines,
    NightStage,
    PreviewHand,
)
from shengji.server.nights.state import (
    NightResults,
    NightRound,
    NightState,
)
from shengji.server.nights.store import NightStore
from shengji.server.nights.texts import tidied, tidy_night
from shengji.server.nights.views import (
    preview_of,
    results_of,
    round_of,
    standing_lines,
    state_of,
)
from shengji.server.rules.routes import rules_refused
from shengji.server.site.addresses import Addresses
from shengji.server.site.club_source import need_member
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AccountOwner, AnyCaller, HumanCaller, PersonCaller
from shengji.server.site.parameters import NumberInPath, number
from shengji.server.site.services import (
    is_id,
    need_role,
)

addresses = Addresses("nights")

OF_A_NIGHT: Final = "no-night, night-damaged, too-many-requests"
"""Error codes common to the endpoints of one night."""

PATIENCE: Final = 25.0
"""Timeout of long polling in seconds."""

_PAGE: Final = 50
CSV: Final = "text/csv"
"""Media type of tables for spreadsheets."""
_LONG: Final = 4096
"""Minimum size in bytes of a response to compress."""

_encode = msgspec.json.Encoder().encode


@addresses.get("/api/nights", faults="too-many-requests")
async def nights(
    caller: PersonCaller,
    club: Annotated[
        str | None, QueryParameter(max_length=40, description="Only those of this club.")
    ] = None,
    stage: Annotated[
        NightStage | None, QueryParameter(name="state", description="Only those that stand there.")
    ] = None,
    before: Annotated[int | None, number("The `next` of the page before.")] = None,
) -> NightLines:
    """List nights.

    Latest first. Only members see which nights belong to a club that is for members only.
    """
    found = await caller.services[NightStore].lines(
        caller.person.id, club=club, stage=stage, before=before, most=_PAGE + 1
    )
    if club is not None:
        found = [line for line in found if line.club is not None]
    more = found[_PAGE - 1].opened if len(found) > _PAGE else None
    return NightLines(nights=tuple(found[:_PAGE]), next=more)


@addresses.post(
    "/api/nights",
    status=201,
    faults="not-allowed, rules, no-club, bot-account, too-many-requests",
    makes=True,
)
async def make_night(caller: AccountOwner, data: NewNight) -> NightId:
    """Create a night.

    The caller becomes its organiser. Requires an account, and on some sites the role of an
    organiser. A night of a club's organiser belongs to the club at once, another member's after an
    organiser's answer.
    """
    if caller.person.bot:
        raise ApiError("bot-account")
    if caller.services.settings.nights_by == "organisers":
        need_role(caller.person, "organiser")
    try:
        data.settings.check_options()
    except RulesError as error:
        raise rules_refused(error) from None
    caller.count_creation()
    if data.club is not None:
        await need_member(caller, data.club)
    night = tidy_night(data.settings)
    made = await caller.services[Nights].make(caller.person, night, data.id, data.club)
    return NightId(night=made)


@addresses.get(
    "/api/nights/{night:str}",
    faults=f"too-many-connections, {OF_A_NIGHT}",
    besides={204: "nothing has happened"},
)
async def one_night(
    caller: PersonCaller,
    night: FromPath[str],
    since: Annotated[int | None, number("The version that is known.")] = None,
    rated: Annotated[int | None, number("The `rated` that is known.")] = None,
) -> Response[NightState]:
    """Get a night.

    Returns the state that the caller may see. With a known `version` as `since`, the request waits
    up to 25 seconds for the next change; if there is none, it responds with no content.
    """
    live = await found_night(caller, night)
    await live.learn_gains()
    if since is not None and not await is_news(caller, live, caller.person.id, since, rated):
        return Response(None, status_code=204)  # type: ignore[arg-type]
    return packed_state(caller, state_of(live, caller.person, live.time.wall()))


@addresses.post("/api/nights/{night:str}", without_words=True, faults=OF_A_NIGHT)
async def ask_night(caller: HumanCaller, data: AskNight, night: FromPath[str]) -> NightAnswers:
    """Send commands to a night.

    Commands are carried out in the order in which they were made. Each is answered separately: a
    refused command does not hold up the next. A repeated command with an equal id is carried out
    once and gets an equal answer.
    """
    live = await found_night(caller, night)
    services, person = caller.services, caller.person
    commands = [await tidied(services, live, person, command) for command in data.commands]
    return await live.ask(person, data.commands, commands)


@addresses.post("/api/nights/{night:str}/preview", faults=OF_A_NIGHT)
async def preview_hand(caller: HumanCaller, data: PreviewHand, night: FromPath[str]) -> HandPreview:
    """Preview the result of a hand.

    The result of the hand once the command is carried out and confirmed, or the reason for a
    refusal. Nothing changes; the command's reason may still be missing.
    """
    live = await found_night(caller, night)
    return preview_of(live.preview(caller.person, data.command))


@addresses.get("/api/nights/{night:str}/rounds/{number:int}", faults=f"{OF_A_NIGHT}, no-round")
async def night_round(
    caller: PersonCaller, night: FromPath[str], number: NumberInPath
) -> NightRound:
    """Get a round of a night.

    Includes all hands of all tables, with their versions.
    """
    live = await found_night(caller, night)
    if not 1 <= number <= len(live.night.rounds):
        raise ApiError("no-round", round=number)
    found = live.night.rounds[number - 1]
    return round_of(live, found, caller.person, live.time.wall(), hands=True)


@addresses.get("/api/nights/{night:str}/results.json", faults=f"{OF_A_NIGHT}, standings-hidden")
async def night_results(caller: PersonCaller, night: FromPath[str]) -> NightResults:
    """Get the results of a night.

    All rounds with all hands, and the standings; only for organisers while the standings are
    hidden.
    """
    live = await shown_night(caller, night)
    await live.learn_gains()
    return results_of(live, caller.person, live.time.wall())


@addresses.get(
    "/api/nights/{night:str}/results.csv", media_type=CSV, faults=f"{OF_A_NIGHT}, standings-hidden"
)
async def night_table(caller: PersonCaller, night: FromPath[str]) -> Response[bytes]:
    """Download the standings of a night as a table.

    One line for each person, for a spreadsheet; access as for `results.json`.
    """
    live = await shown_night(caller, night)
    await live.learn_gains()
    rows = standing_lines(live, standings(live.night))
    return sheet(f"night-{live.id}", csv_of(NightStanding.__struct_fields__, rows))


@addresses.get(
    "/api/nights/{night:str}/hands.csv", media_type=CSV, faults=f"{OF_A_NIGHT}, standings-hidden"
)
async def night_hands(caller: PersonCaller, night: FromPath[str]) -> Response[bytes]:
    """Download the hands of a night as a table.

    One line for each hand, for a spreadsheet; access as for `results.json`.
    """
    live = await shown_night(caller, night)
    return sheet(f"night-{live.id}-hands", csv_of(tuple(HAND_COLUMNS), hand_rows(live.night)))


async def is_news(
    caller: AnyCaller, live: LiveNight, viewer: str, since: int, rated: int | None
) -> bool:
    """Whether a night is newer than what a viewer knows; waits for its next change.

    Raises:
        ApiError: the viewer has too many connections.
    """
    if live.is_news(since, rated):
        return True
    connections, settings = caller.services.connections, caller.services.settings
    if not connections.take(viewer):
        raise ApiError("too-many-connections", most=settings.connections_per_person)
    try:
        return await live.wait(since, PATIENCE, rated)
    finally:
        connections.give_back(viewer)


async def found_night(caller: AnyCaller, night: str) -> LiveNight:
    """The night of a request.

    Raises:
        ApiError: it does not exist.
        NightDamaged: its log is damaged.
    """
    live = await caller.services[Nights].get(night) if is_id(night) else None
    if live is None:
        raise ApiError("no-night")
    return live


async def shown_night(caller: PersonCaller, night: str) -> LiveNight:
    """The night of a request, if the caller may see its standings.

    Raises:
        ApiError: it does not exist, or the standings are hidden.
    """
    live = await found_night(caller, night)
    if not live.night.may_see_standings(caller.person.id):
        raise ApiError("standings-hidden")
    return live


def packed_state(caller: AnyCaller, state: NightState) -> Response[Any]:
    """A JSON response; compressed if large, since all phones of a night request it at once."""
    body, takes = _encode(state), caller.request.headers.get("accept-encoding", "")
    headers = {"vary": "accept-encoding"}
    if len(body) > _LONG and "gzip" in takes:
        body = gzip.compress(body, compresslevel=1)
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=MediaType.JSON, headers=headers)


def sheet(name: str, text: str) -> Response[bytes]:
    """A downloadable CSV file that spreadsheets recognise as UTF-8."""
    return Response(
        text.encode("utf-8-sig"),
        media_type=CSV,
        headers={"content-disposition": f'attachment; filename="{name}.csv"'},
    )
