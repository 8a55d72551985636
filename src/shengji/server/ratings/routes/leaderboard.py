"""Rated play on this site, the leaderboard, and the ratings of a person."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Final, TypeAlias

from litestar.params import FromPath, QueryParameter

from shengji.bots import BOTS
from shengji.ratings import POOLS, Pool, bot_rating, season_of
from shengji.server.accounts.people import PeopleStore
from shengji.server.ratings.recording import Recording
from shengji.server.ratings.schemas import (
    BotRating,
    Leaderboard,
    PersonRatings,
    RatedHouse,
    RatedSet,
)
from shengji.server.ratings.store import RatingStore
from shengji.server.rules.sheets import rules_state
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AnyCaller, PersonCaller
from shengji.server.site.services import is_id
from shengji.server.tables.core.rated import RATED_OFF, TIMES_UP, RatedRules
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.state import RATED_CLOCK

addresses = Addresses("ratings")

_Season: TypeAlias = Annotated[
    str | None,
    QueryParameter(pattern="^[0-9]{4}-[12]$", description="The season, such as `2026-1`."),
]
_MOST: Final = 1_000_000


@addresses.get("/api/rated")
async def rated_house(caller: AnyCaller) -> RatedHouse:
    """The conditions of rated play on this site.

    The rules under which people may play rated, the unit that counts, and the ratings of bots.
    """
    settings = caller.services.settings
    return RatedHouse(
        sets=tuple(map(_set, caller.services[Hub].rated.sets)),
        counted=settings.rated_counted,
        season=season_of(datetime.now(UTC)),
        clock=RATED_CLOCK,
        grace=round(settings.rated_grace),
        times_up=TIMES_UP,
        fixed=RATED_OFF,
        bots=settings.rated_bots == "on",
        bot_ratings=_bot_ratings(),
    )


def _set(rated: RatedRules) -> RatedSet:
    state = rules_state(rated.rules)
    return RatedSet(
        name=rated.name,
        heading=state.heading,
        game=state.game,
        given=state.given,
        pool=rated.pool,
        players=state.players,
        teams=state.teams,
        pairs=state.teams == "fixed",
    )


@cache
def _bot_ratings() -> tuple[BotRating, ...]:
    return tuple(
        BotRating(bot=name, pool=pool, value=value)
        for pool in POOLS
        for name in BOTS
        if (value := bot_rating(name, pool)) is not None
    )


@addresses.get("/api/leaderboard")
async def leaderboard(
    caller: AnyCaller,
    pool: Annotated[Pool, QueryParameter(description="The pool.")] = "two-decks",
    season: _Season = None,
    provisional: Annotated[
        bool, QueryParameter(description="Those whose ratings are still too uncertain.")
    ] = False,
    after: Annotated[
        int, QueryParameter(ge=0, le=_MOST, description="The `next` of the page before.")
    ] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=100, description="How many at most.")] = 50,
) -> Leaderboard:
    """The leaderboard.

    For a pool and a season, by default the last one. People with a provisional rating have a board
    of their own (`provisional`).
    """
    await caller.services[Recording].wait_rated()
    seasons = await caller.services[RatingStore].seasons(pool)
    shown = season or (seasons[-1] if seasons else None)
    found = []
    if shown is not None:
        found = await caller.services[RatingStore].board(
            pool, shown, provisional=provisional, after=after, most=limit + 1
        )
    return Leaderboard(
        pool=pool,
        season=shown,
        seasons=tuple(reversed(seasons)),
        provisional=provisional,
        lines=tuple(found[:limit]),
        next=after + limit if len(found) > limit else None,
    )


@addresses.get("/api/people/{person_id:str}/ratings", scope="history", faults="no-such-person")
async def person_ratings(
    caller: PersonCaller,
    person_id: FromPath[str],
    season: _Season = None,
) -> PersonRatings:
    """The ratings of a person.

    In each pool, with the ratings after each match of a season, by default the last one that the
    person played.
    """
    name = await caller.services[PeopleStore].name_of(person_id) if is_id(person_id) else None
    if name is None:
        raise ApiError("no-such-person")
    await caller.services[Recording].wait_rated()
    found = await caller.services[RatingStore].person(person_id, caller.person.id, season)
    return PersonRatings(person=person_id, name=name, pools=tuple(found))
