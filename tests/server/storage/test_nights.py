"""Nights as they are kept: each event once, beside what lists and the ledger are to know."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, select

from shengji.ratings import Result, hand_scale, pool_of
from shengji.rules import Rules
from shengji.server.database.errors import StorageConflict
from shengji.server.database.schema import matches
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.match_lines import match_line, row_of
from shengji.server.matches.night_rows import NightMatch
from shengji.server.nights.store import NightIndex, OnlineTable, StoredNight
from shengji.server.stores import Stores
from tests.server.storage.kit import bodies, own

RULES = Rules()
ENDED = 1_700_000_000_000


def index(*people: str, title: str = "", club: str | None = None, opened: int = 1) -> NightIndex:
    members = frozenset({("boss", "organiser"), *((one, "player") for one in people)})
    line = (title, "running", opened, None, len(people), 1, "levels", members)
    return NightIndex(*line, club=club, joined=club is not None or None)  # type: ignore[arg-type]


def result(people: list[str], score: float, number: int = 1) -> Result:
    return Result(
        match="n-1-1",
        number=number,
        at=datetime.fromtimestamp(ENDED / 1000, UTC),
        pool=pool_of(RULES),
        season="2023-2",
        sides=((people[0], people[2]), (people[1], people[3])),
        scores=(score, 1 - score),
        scale=hand_scale(RULES, "levels"),
    )


def table(*results: Result, number: int = 1001, ended: int = ENDED) -> NightMatch:
    line = match_line(
        RULES,
        begun=ended - 9,
        ended=ended,
        ending="agreed",
        winners=(),
        hands=len(results),
        rated=True,
        open=True,
        seats=(),
    )
    return NightMatch(number, line, RULES, "levels", results)


@pytest.mark.postgresql
async def test_events_are_appended_once_and_read_back_with_what_belongs_to_them(
    store: Stores,
) -> None:
    nights = store.nights
    await nights.append("n", own(store), 1, bodies("a", "b"), index("ann"))
    await nights.append(
        "n", own(store), 3, bodies("c"), index("ann", "bob"), [OnlineTable("t1", 1, 2, 3)]
    )
    for first in (1, 3, 5):  # taken, taken, and with a gap before it
        with pytest.raises(StorageConflict, match="has 3 events"):
            await nights.append(
                "n", own(store), first, bodies("x"), index(), [OnlineTable("t2", 1, 1, 5)]
            )
    kept = StoredNight(tuple(bodies("a", "b", "c")), (OnlineTable("t1", 1, 2, 3),), 0, "levels")
    assert await nights.load("n") == kept
    assert await nights.load("m") is None
    assert await nights.of_person("bob") == await nights.unfinished() == ["n"]
    await nights.site_done("t1")
    assert (await nights.load("n") or kept).sites == (OnlineTable("t1", 1, 2, 3, 0, True),)
    await nights.append("n", own(store), 4, bodies("d"), index("bob"))
    assert await nights.of_person("ann") == []


async def test_lists_have_the_last_first_with_what_one_is_in_them(store: Stores) -> None:
    nights = store.nights
    for number in (1, 2, 3):
        club = "spring" if number > 1 else None
        await nights.append(
            f"n{number}", own(store), 1, bodies("a"), index("ann", club=club, opened=number)
        )
    assert [at.night for at in await nights.lines("ann")] == ["n3", "n2", "n1"]
    (line,) = await nights.lines("boss", club="spring", before=3)
    assert (line.night, line.role, line.people) == ("n2", "organiser", 1)
    assert {at.role for at in await nights.lines("ann", stage="running")} == {"player"}
    assert await nights.lines("eve", stage="over") == []


async def test_what_a_night_leaves_is_rated_and_follows_its_corrections(store: Stores) -> None:
    people = [(await store.people.new_person(name))[0].id for name in ("Ann", "Bob", "Cem")]
    people.append("guest:n:dai")
    nights, ratings = store.nights, store.ratings
    await nights.append("n", own(store), 1, bodies("a", "b"), index())

    async def values() -> list[float]:
        await ratings.advance()
        known = await ratings.of(people[:3], pool_of(RULES))
        return [round(known[one].value, 6) for one in people[:3]]

    before = await values()
    assert await nights.rate("n", 2, [table(result(people, 1.0), result(people, 0.5, 2))])
    assert (await store.nights.load("n") or StoredNight((), (), 0, "levels")).rated_to == 2
    first = await values()
    assert first[0] == first[2] > before[0] > first[1]
    assert not await nights.rate("n", 2, [table(result(people, 1.0), result(people, 0.5, 2))])
    (line,) = await store.matches.page(people[0], MatchFilter(), None, 9) or []
    assert (line.rated, line.open, line.hands) == (True, True, 2)
    # A correction: the second hand was lost; later, of other tables, everything is rated anew.
    later = table(result(people, 0.8), number=2001, ended=ENDED + 5)
    assert await nights.rate("n", 2, [table(result(people, 1.0), result(people, 0.0, 2)), later])
    second = await values()
    assert second[0] < first[0]
    done = await ratings.rebuild()
    assert (done.matches, done.results, done.changed) == (2, 12, 0)
    assert await values() == second
    # The guest was somebody: the account has it now, and nobody's rating is left over.
    dai = (await store.people.new_person("Dai"))[0].id
    known = [*people[:3], dai]
    assert await nights.rate("n", 2, [table(result(known, 1.0), result(known, 0.0, 2)), later])
    await values()
    assert (await ratings.of([dai], pool_of(RULES)))[dai].games == 2
    # What was taken back counts no more.
    assert await nights.rate("n", 2, [])
    assert not await nights.rate("n", 2, [])
    assert await values() == before
    assert (await ratings.rebuild()).changed == 0
    # No list of matches has them any more.
    assert await store.matches.page(people[0], MatchFilter(), None, 9) == []


async def test_a_match_at_a_table_of_the_site_is_annulled_for_its_night(store: Stores) -> None:
    people = [(await store.people.new_person(name))[0].id for name in ("Ann", "Bob", "Cem", "Dai")]
    sites = [OnlineTable("t1", 1, 1, 1)]
    await store.nights.append("n", own(store), 1, bodies("a"), index(), sites)
    of_site = row_of(table(result(people, 1.0)).line, RULES, "t1", 1)
    await store.database.writer.write(
        lambda connection: connection.execute(insert(matches), of_site)
    )

    async def rate(score: float) -> None:
        played = table(result(people, score))
        online = played._replace(line=replace(played.line, open=False))
        assert await store.nights.rate("n", 1, [online])

    async def shown() -> tuple[int, bool]:
        """How many results the winner has, and whether the match is listed as rated."""
        await store.ratings.advance()
        async with store.database.reading() as connection:
            query = select(matches.c.rated).where(matches.c.id == of_site["id"])
            rated = (await connection.execute(query)).scalar_one()
        return (await store.ratings.of(people, pool_of(RULES)))[people[0]].games, rated

    await rate(1.0)
    assert await shown() == (1, True)
    assert await store.ratings.annul(of_site["id"], "admin", "a fault")
    assert not await store.ratings.annul(of_site["id"], "admin", "twice")
    assert await shown() == (0, False)
    await rate(0.5)  # a correction
    assert await shown() == (0, False)
    assert await store.ratings.annul(of_site["id"], "admin", None)
    assert await shown() == (1, True)
    async with store.database.reading() as connection:
        query = select(matches.c.id).where(matches.c.table == "n")
        of_night = (await connection.execute(query)).scalar_one()
    assert await store.ratings.annul(of_night, "admin", "by its other id")
    assert await shown() == (0, False)


async def test_whoever_goes_keeps_a_place_in_the_ratings_of_others(store: Stores) -> None:
    people = [(await store.people.new_person(name))[0].id for name in ("Ann", "Bob", "Cem", "Dai")]
    await store.nights.append("n", own(store), 1, bodies("a"), index())
    await store.nights.rate("n", 1, [table(result(people, 1.0))])
    await store.ratings.advance()
    bob = (await store.ratings.of([people[1]], pool_of(RULES)))[people[1]]
    await store.accounts.forget(people[0])
    assert not await store.nights.rate("n", 1, [table(result(people, 1.0))])
    assert (await store.ratings.rebuild()).changed == 0
    assert (await store.ratings.of([people[1]], pool_of(RULES)))[people[1]] == bob


@pytest.mark.postgresql
async def test_a_code_is_opened_by_one_of_two_at_once(store: Stores) -> None:
    await store.nights.append("n", own(store), 1, bodies("a"), index("ann"))
    await store.devices.make_codes("n", [3, 4])
    secrets = await asyncio.gather(*(store.devices.open("n", 3, 1) for _ in range(2)))
    assert sorted(one is None for one in secrets) == [False, True]
    (secret,) = filter(None, secrets)
    found = await store.devices.find("n", secret)
    assert found is not None and found[0] == 3
    await store.devices.make_codes("n", [3])
    assert await store.devices.find("n", secret) is None
    assert await store.devices.open("n", 3, 1) is None, "an older code"
    assert [(at.table, at.codes, at.waits) for at in await store.devices.of("n")] == [
        (3, 2, True),
        (4, 1, True),
    ]
