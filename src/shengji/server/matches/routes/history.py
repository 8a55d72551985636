"""HTTP handlers of the history: matches, records, people and statistics."""

from __future__ import annotations

from typing import Annotated

from litestar.params import FromPath, QueryParameter
from litestar.response import Stream
from msgspec.structs import replace

from shengji.server.matches.filters import IDS, MatchFilter
from shengji.server.matches.nights_played import NightsPlayed
from shengji.server.matches.schemas import MatchFacts, MatchPage, PersonPage
from shengji.server.matches.statistics import StatisticsStore
from shengji.server.matches.statistics_schemas import PersonStatistics
from shengji.server.matches.store import MatchStore
from shengji.server.ratings.recording import Recording
from shengji.server.site.addresses import Addresses, InQuery
from shengji.server.site.archives import packed
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.site.schemas import Game
from shengji.server.site.services import is_id

addresses = Addresses("matches")


@addresses.get("/api/matches", scope="history", faults="no-match")
async def match_page(
    caller: PersonCaller,
    wanted: InQuery[MatchFilter],
    before: Annotated[
        str | None,
        QueryParameter(
            pattern=IDS, description="The `next` of a page: those that follow after that page."
        ),
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100, description="How many at most.")] = 50,
) -> MatchPage:
    """List finished matches.

    The latest match comes first. Players see all their matches. Other users see a match only if its
    table was in the lobby or in a night, and spectators were allowed throughout the match.
    """
    await caller.services[Recording].wait_rated()
    found = await caller.services[MatchStore].page(caller.person.id, wanted, before, limit + 1)
    if found is None:
        raise ApiError("no-match")
    shown = found[:limit]
    return MatchPage(
        matches=tuple(shown), next=shown[-1].match if len(found) > len(shown) else None
    )


@addresses.get("/api/matches/{match:str}", scope="history", faults="no-match")
async def one_match(caller: PersonCaller, match: FromPath[str]) -> MatchFacts:
    """Get a finished match.

    Its players, the result of each hand, and the rating changes. The visibility is that of
    `/api/matches`.
    """
    services = caller.services
    await services[Recording].wait_rated()
    found = await services[MatchStore].one(match, caller.person.id) if is_id(match) else None
    if found is None:
        raise ApiError("no-match")
    facts, place = found
    part = None if place is None else await services[NightsPlayed].part(place)
    if part is None:
        return facts
    return replace(facts, night=part.night, hands=part.hands or facts.hands)


@addresses.get(
    "/api/people/{person_id:str}", tag="people", scope="history", faults="no-such-person"
)
async def one_person(caller: PersonCaller, person_id: FromPath[str]) -> PersonPage:
    """Get a person.

    The name, the time of registration, and the number of matches and hands that the caller may see.
    """
    known, matches = is_id(person_id), caller.services[MatchStore]
    found = await matches.person(person_id, caller.person.id) if known else None
    if found is None:
        raise ApiError("no-such-person")
    return found


@addresses.get(
    "/api/people/{person_id:str}/statistics",
    tag="people",
    scope="history",
    faults="no-such-person",
)
async def statistics_of_person(
    caller: PersonCaller,
    person_id: FromPath[str],
    game: Annotated[
        Game | None, QueryParameter(description="In this game alone, as in `RulesState`.")
    ] = None,
    company: Annotated[
        str | None,
        QueryParameter(
            name="with",
            pattern="^[A-Za-z0-9_-]{1,40}(,[A-Za-z0-9_-]{1,40}){0,10}$",
            description="`companions` tells of these people alone, by public ids with commas; "
            "else of those with whom most matches were played.",
        ),
    ] = None,
) -> PersonStatistics:
    """Get the statistics of a person.

    Hands by role, trumps, throws, kitties and companions, over the finished hands of matches that
    the caller may see. `/api/matches` lists the matches behind each number, by `feat` and by
    `with`.
    """
    await caller.services[Recording].wait_rated()
    known, statistics = is_id(person_id), caller.services[StatisticsStore]
    among = None if company is None else company.split(",")
    found = await statistics.of(person_id, caller.person.id, game, among) if known else None
    if found is None:
        raise ApiError("no-such-person")
    return found


@addresses.get("/api/me/records", scope="history", media_type="application/zip")
async def own_records(caller: PersonCaller) -> Stream:
    """Download all my records.

    A ZIP archive with one file for each of the caller's matches. Large archives are throttled.
    """
    files = caller.services[MatchStore].record_files(caller.person)
    return Stream(
        packed(caller.services.work, caller.person, caller.address, files),
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="shengji-records.zip"'},
    )
