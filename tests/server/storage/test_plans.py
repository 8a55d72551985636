"""No question to the history walks through a whole table: what the databases plan to do."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Select, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.history import NOW, fill, made, match_id, persons
from shengji.ratings import season_of
from shengji.server.database.schema import matches, metadata
from shengji.server.matches import filters, statistics
from shengji.server.matches import store as found
from shengji.server.matches.filters import MatchFilter, PageCursor
from shengji.server.nights import store as nights
from shengji.server.ratings import company as rating_company
from shengji.server.ratings import match_ratings
from shengji.server.ratings import steps as rating_steps
from shengji.server.ratings import store as rated
from shengji.server.stores import Stores

pytestmark = pytest.mark.postgresql

MATCHES, PEOPLE = 1500, 300
ANN, BOB, EVE = persons(PEOPLE)[:3]
LATER = PageCursor(NOW, 700)
SEASON = season_of(datetime.fromtimestamp(NOW / 1000, UTC))

WANTED = {
    "all": MatchFilter(),
    "game": MatchFilter(game="tractor"),
    "several": MatchFilter(game="land", preset="pagat", rated=True, ending="won"),
    "rated": MatchFilter(rated=True),
    "time": MatchFilter(since=NOW - 10**9, until=NOW),
    "person": MatchFilter(person=BOB),
    "oneself": MatchFilter(person=ANN, game="tractor"),
    "company": MatchFilter(person=BOB, company=EVE, rated=False),
    "feat": MatchFilter(person=BOB, feat="failed"),
    "feat of a hand": MatchFilter(person=BOB, feat="trump-S", game="tractor"),
}
FIRST = {
    str(index.name): index.columns[0].name
    for table in metadata.tables.values()
    for index in table.indexes
} | {
    f"pk_{table.name}": next(iter(table.primary_key.columns)).name
    for table in metadata.tables.values()
}
"""The first column of each index."""

QUERIES: dict[str, list[Any]] = {
    **{
        f"{name}, {'first page' if place is None else 'later page'}": filters.walks(
            ANN, wanted, place, 51
        )
        for name, wanted in WANTED.items()
        for place in (None, LATER)
    },
    "place": [filters.place_of(match_id(7), ANN)],
    "lines": [found.lines_of([3, 5, 8])],
    "players": [found.players_of([3, 5, 8])],
    "hands": list(found.hands_of(7)),
    "records": [filters.own_records(ANN, None), filters.own_records(ANN, LATER)],
    "bodies": [found.bodies_of([3, 5, 8])],
    **{
        f"statistics, {asker}, {game}": [
            statistics.own_sums(BOB, asker, game),
            statistics.companions(BOB, asker, game),
        ]
        for asker in (ANN, BOB)
        for game in (None, "tractor")
    },
    "counts": [filters.counts(BOB, ANN), filters.counts(ANN, ANN)],
    "leaderboard": [
        rated.board("two-decks", SEASON, provisional=shaky, after=50, most=51)
        for shaky in (False, True)
    ],
    "strengths": [rated.last_ratings([ANN, BOB, EVE], "two-decks"), rated.ratings_of(ANN)],
    "graph": [rated.peaks(1), rated.points(1, ANN, EVE, "two-decks", SEASON)],
    "seasons": [
        rating_steps.season_before("two-decks", None),
        rating_steps.season_before("friends", SEASON),
    ],
    "rated match": list(match_ratings.rated_facts(7)),
    "gains of a night": [nights.gains_of("n")],
    "next to rate": [
        rating_steps.matches_after("two-decks", NOW - 10**8, 900, 10),
        rating_steps.rating_at(1, "two-decks", NOW, 900),
        rating_company.drifts_at([1, 2, 3, 4], "two-decks", NOW, 900),
        rating_company.meetings_at([(1, 2), (1, 3), (2, 3)], "two-decks", NOW, 900),
    ],
}


@pytest.fixture
async def filled(store: Stores, url: str) -> AsyncIterator[Stores]:
    await fill(url, made(MATCHES, PEOPLE))
    yield store


async def _plan(connection: AsyncConnection, query: Select[Any]) -> list[str]:
    dialect = connection.dialect
    given = query.compile(dialect=dialect, compile_kwargs={"literal_binds": True})
    ask = "EXPLAIN QUERY PLAN" if dialect.name == "sqlite" else "EXPLAIN"
    rows = await connection.exec_driver_sql(f"{ask} {given}")
    return [str(row[-1]) for row in rows]


def _walks_all(plan: list[str]) -> str | None:
    """The line of a plan that says that a whole table is gone through, if one does.

    What a query has gathered itself (`anon`), or was given (`wanted`), is no table.
    """
    for line, following in zip(plan, [*plan[1:], ""], strict=True):
        if re.search(r"^SCAN (?!anon_|wanted|\d+ CONSTANT ROWS)|Seq Scan", line):
            return line
        found = re.search(r"Index(?: Only)? Scan (?:Backward )?using (\w+)", line)
        if found is not None and not re.search(rf"Cond: .*\b{FIRST[found[1]]}\b", following):
            return line
    return None


async def test_no_question_walks_through_a_whole_table(filled: Stores) -> None:
    async with filled.database.reading() as connection:
        if connection.dialect.name == "postgresql":
            # So few rows it would read all; is there another way where that costs more?
            for way in ("seqscan", "mergejoin", "hashjoin"):
                await connection.execute(text(f"SET enable_{way} = off"))
        for name, asked in QUERIES.items():
            for query in asked:
                plan = await _plan(connection, query)
                assert _walks_all(plan) is None, (name, plan)


async def test_a_walk_through_a_whole_table_is_seen(filled: Stores) -> None:
    by_hands = select(matches.c.key).where(matches.c.hands == 3)
    async with filled.database.reading() as connection:
        assert _walks_all(await _plan(connection, by_hands)) is not None
