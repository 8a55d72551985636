"""The history: matches that are over, their records, and who has played them."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from shengji.rules import rules_from
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.nights_played import NightsPlayed
from shengji.server.matches.personal import record_files
from shengji.server.matches.shapes import Feat, MatchFacts, MatchPage, PersonPage
from shengji.server.matches.statistics import StatisticsStore
from shengji.server.matches.statistics_shapes import PersonStatistics
from shengji.server.matches.store import MatchStore
from shengji.server.ratings.recording import Recording
from shengji.server.rules.sheets import rules_state
from shengji.server.site.archives import packed
from shengji.server.site.faults import FaultError, answers
from shengji.server.site.parameters import LATEST
from shengji.server.site.services import (
    NamedPerson,
    NamedServices,
    address_of,
    allowed,
    is_id,
)
from shengji.server.site.shapes import Game
from shengji.server.tables.state import Ending

_IDS: Final = "^[A-Za-z0-9_-]{1,40}$"
_HISTORY: Final = allowed("history")
_ASKED: Final = ("no-person", "no-token", "scope")


@get(
    "/api/matches",
    tags=["matches"],
    summary="Matches that are over",
    description="The one that ended last first. Whoever played in a match is told of it; others "
    "only if the table was in the lobby or one of a night, and could be watched, all through the "
    "match.",
    responses=answers(*_ASKED, "bad-request", "no-match", "too-many-requests"),
    **_HISTORY,
)
async def match_page(
    services: NamedServices,
    person: NamedPerson,
    player: Annotated[
        str | None,
        QueryParameter(
            name="person", pattern=_IDS, description="In which this person played, by public id."
        ),
    ] = None,
    company: Annotated[
        str | None,
        QueryParameter(
            name="with", pattern=_IDS, description="In which this person played as well."
        ),
    ] = None,
    game: Annotated[
        Game | None, QueryParameter(description="In which this was played, as in `RulesState`.")
    ] = None,
    preset: Annotated[
        str | None,
        QueryParameter(pattern=_IDS, description="By rules that come from this preset."),
    ] = None,
    since: Annotated[
        int | None,
        QueryParameter(
            ge=0,
            le=LATEST,
            description="That ended at this time or later, in milliseconds since 1970.",
        ),
    ] = None,
    until: Annotated[
        int | None,
        QueryParameter(ge=0, le=LATEST, description="That ended before this time, likewise."),
    ] = None,
    rated: Annotated[
        bool | None, QueryParameter(description="That counted for ratings, or did not.")
    ] = None,
    ending: Annotated[
        Ending | None, QueryParameter(description="That ended so, as in `MatchLine`.")
    ] = None,
    feat: Annotated[
        Feat | None,
        QueryParameter(
            description="In which `person` did this in some hand: had this role; led a `throw` "
            "that stood, or one that `failed`; `buried` the kitty, `lost` it so to the Opponents' "
            "last trick, or has `taken` it as one of them; was the Dealer with this trump."
        ),
    ] = None,
    before: Annotated[
        str | None,
        QueryParameter(
            pattern=_IDS, description="The `next` of a page: those that follow after that page."
        ),
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100, description="How many at most.")] = 50,
) -> MatchPage:
    """Some of the matches that are over."""
    await services[Recording].caught_up()
    wanted = MatchFilter(player, company, game, preset, since, until, rated, ending, feat)
    found = await services[MatchStore].page(person.id, wanted, before, limit + 1)
    if found is None:
        raise FaultError("no-match")
    shown = found[:limit]
    return MatchPage(
        matches=tuple(shown), next=shown[-1].match if len(found) > len(shown) else None
    )


@get(
    "/api/matches/{match:str}",
    tags=["matches"],
    summary="A match that is over",
    description="Who played what, how each hand went, and how ratings have changed. For whom "
    "`/api/matches` tells of it.",
    responses=answers(*_ASKED, "no-match", "too-many-requests"),
    **_HISTORY,
)
async def one_match(
    services: NamedServices, person: NamedPerson, match: FromPath[str]
) -> MatchFacts:
    """A match, hand by hand."""
    await services[Recording].caught_up()
    found = await services[MatchStore].one(match, person.id) if is_id(match) else None
    if found is None:
        raise FaultError("no-match")
    place, hands, night = found.night, found.hands, None
    if place is not None:
        told = await services[NightsPlayed].told(place)
        if told is not None:
            hands, night = told.hands or hands, told.night
    return MatchFacts(
        line=found.line,
        rules=rules_state(rules_from(found.rules, stored=True)),
        hands=hands,
        rating=found.rating,
        night=night,
    )


@get(
    "/api/people/{person_id:str}",
    tags=["people"],
    summary="A person",
    description="The name, since when they are here, and how much they have played of what one "
    "may see.",
    responses=answers(*_ASKED, "no-such-person", "too-many-requests"),
    **_HISTORY,
)
async def one_person(
    services: NamedServices, person: NamedPerson, person_id: FromPath[str]
) -> PersonPage:
    """What everybody may know of a person."""
    known = is_id(person_id)
    found = await services[MatchStore].person(person_id, person.id) if known else None
    if found is None:
        raise FaultError("no-such-person")
    return PersonPage(
        person=person_id,
        name=found.name,
        bot=found.bot,
        made=found.made,
        matches=found.matches,
        hands=found.hands,
    )


@get(
    "/api/people/{person_id:str}/statistics",
    tags=["people"],
    summary="What a person has done",
    description="Hands by role, trumps, throws, kitties, and with whom: of the hands that are "
    "over, in matches that one may see. `/api/matches` finds the matches behind each number, by "
    "`feat` and by `with`.",
    responses=answers(*_ASKED, "no-such-person", "bad-request", "too-many-requests"),
    **_HISTORY,
)
async def statistics_of_person(
    services: NamedServices,
    person: NamedPerson,
    person_id: FromPath[str],
    game: Annotated[
        Game | None, QueryParameter(description="In this game alone, as in `RulesState`.")
    ] = None,
) -> PersonStatistics:
    """The numbers of a person."""
    known = is_id(person_id)
    found = await services[StatisticsStore].of(person_id, person.id, game) if known else None
    if found is None:
        raise FaultError("no-such-person")
    return found


@get(
    "/api/me/records",
    tags=["matches"],
    summary="All one's own records",
    description="The records of all matches that one has played, in a ZIP archive, one file for "
    "each. Who asks for very many is sent them slowly.",
    media_type="application/zip",
    responses=answers(*_ASKED, "too-many-requests"),
    **_HISTORY,
)
async def own_records(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> Stream:
    """All one's own records, made while they are sent."""
    return Stream(
        packed(
            services.work,
            person,
            address_of(request.scope),
            record_files(services[MatchStore], person),
        ),
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="shengji-records.zip"'},
    )


matches_routes = [
    match_page,
    one_match,
    one_person,
    statistics_of_person,
    own_records,
]
