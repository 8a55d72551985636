"""Ratings are kept as the results make them, in the order of their ends, each match once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event, select, text

from shengji.cards import Rank
from shengji.game import HandEnded, HandStarted, MatchEnded
from shengji.ratings import Bot, Rating, Result, rebuild, results_of
from shengji.record.header import header_of
from shengji.rules import Rules, rules_from
from shengji.server.database.errors import StorageError
from shengji.server.database.schema import rated_people, rating_changes
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.match_lines import match_line
from shengji.server.matches.match_reader import FinishedMatch
from shengji.server.matches.match_rows import NewMatch
from shengji.server.matches.records import PlayedMatch
from shengji.server.ratings import steps as rating_steps
from shengji.server.ratings.schemas import BoardLine, MatchRating, PoolRating
from shengji.server.stores import Stores
from tests.cases import cases
from tests.server.storage.kit import Clock, execute, holder

SPRING, SUMMER = 1_770_000_000_000, 1_785_000_000_000
"""A day of 2026-1 and one of 2026-2, in milliseconds since 1970."""
FORTY, TRACTOR = rules_from("forty-points"), Rules()


def hand(number: int, levels: int, dealer: int) -> tuple[Any, ...]:
    """The ends of a hand that the Declarers, 0 and 2 or 1 and 3, have won by so many levels."""
    declarers = (0, 2) if dealer % 2 == 0 else (1, 3)
    start = HandStarted(number, Rank.TWO, dealer, 0, (), "")
    end = HandEnded(
        dealer=dealer,
        declarers=declarers,
        tricks=10,
        factor=0,
        points=30,
        winner="declarers" if levels > 0 else "opponents",
        levels=abs(levels),
        levels_after=(Rank.TWO,) * 4,
        next_dealer=dealer,
        next_first=dealer,
        buried_by=dealer,
    )
    return start, end


def rated(
    number: int,
    ended: int,
    people: Sequence[str | None],
    chance: Random,
    *,
    rules: Rules = TRACTOR,
    left: tuple[int, ...] = (),
) -> FinishedMatch:
    """A rated match of some hands; where nobody sits plays `medium`."""
    events = [
        at
        for which in range(1, chance.randrange(2, 5))
        for at in hand(which, chance.choice((-2, -1, 1, 2, 3)), chance.randrange(4))
    ]
    events.append(MatchEnded((), "agreed") if left else MatchEnded((0, 2), "won"))
    line = match_line(
        rules,
        begun=ended - 500,
        ended=ended,
        ending="left" if left else "won",
        winners=(0, 2),
        hands=0,
        rated=True,
        open=True,
        seats=tuple(
            holder(seat, 0, one, one or "", None if one else "medium", 1)
            for seat, one in enumerate(people)
        ),
    )
    played = PlayedMatch(rules, ("",) * 4, (Rank.TWO,) * 4, None, tuple(events))
    return FinishedMatch(number, line, (), played, left)


async def keep(store: Stores, match: FinishedMatch) -> None:
    await store.matches.keep(f"t{match.number}", 0, [NewMatch.of(match)])


class Club:
    """Some matches of two seasons and two pools, kept and rated one after the other."""

    def __init__(self, store: Stores, people: list[str]) -> None:
        self.store = store
        self.people = people
        chance = Random(5)
        self.matches: list[FinishedMatch] = []
        for number in range(1, 25):
            base = SPRING if number <= 12 else SUMMER
            ended = base + number // 2 * 1000  # so that two end together
            four: list[str | None] = list(chance.sample(people, 4))
            if number % 7 == 0:
                four[3] = None
            left = (chance.randrange(3),) if number % 5 == 0 else ()
            rules = FORTY if number % 3 == 0 else TRACTOR
            self.matches.append(rated(number, ended, four, chance, rules=rules, left=left))

    def results(self, keys: dict[int, int], but: Sequence[int] = ()) -> list[Result]:
        """The results, by the keys of the matches, as they are to be rated."""
        found: list[Result] = []
        for match in self.matches:
            if match.number in but:
                continue
            began = sorted(match.line.seats, key=lambda at: at.seat)
            played = match.played
            found += results_of(
                header_of(played.rules, [""] * 4, levels=played.levels),
                played.events,
                [at.person if at.person else Bot("medium") for at in began],
                match=f"{keys[match.number]:020}",
                at=datetime.fromtimestamp(match.line.ended / 1000, UTC),
                left=[began[seat].person or "" for seat in match.left],
            )
        return found


@pytest.fixture
async def club(store: Stores) -> AsyncIterator[Club]:
    yield Club(store, [(await store.people.new_person(name))[0].id for name in "ABCDEFG"])


async def changes(store: Stores) -> list[tuple[Any, ...]]:
    """All changes, by match and number, with the person's id."""
    query = (
        select(
            rating_changes.c.match,
            rating_changes.c.number,
            rated_people.c.person,
            rating_changes.c.expected,
            rating_changes.c.score,
            rating_changes.c.before,
            rating_changes.c.before_deviation,
            rating_changes.c.value,
            rating_changes.c.deviation,
            rating_changes.c.games,
            rating_changes.c.season,
        )
        .join(rated_people, rated_people.c.key == rating_changes.c.player)
        .order_by(rating_changes.c.match, rating_changes.c.number, rated_people.c.person)
    )
    async with store.database.reading() as connection:
        return [tuple(row) for row in await connection.execute(query)]


async def keys(store: Stores) -> dict[int, int]:
    async with store.database.reading() as connection:
        rows = await connection.execute(text("SELECT number, key FROM matches"))
        return {row.number: row.key for row in rows}


async def check(club: Club, but: Sequence[int] = ()) -> None:
    """Check that the kept ratings are those of the pure rebuild from all matches."""
    told: list[tuple[Any, ...]] = []
    found = rebuild(
        club.results(await keys(club.store), but),
        told=lambda some: told.extend(
            (
                int(at.match),
                at.number,
                at.person,
                at.expected,
                at.score,
                at.before.value,
                at.before.deviation,
                at.after.value,
                at.after.deviation,
                at.after.games,
                at.after.season,
            )
            for at in some
        ),
    )
    assert await changes(club.store) == sorted(told)
    for pool in ("one-deck", "two-decks"):
        seasons = await club.store.ratings.seasons(pool)
        assert seasons == found.seasons.get(pool, [])
        kept = await club.store.ratings.of(club.people, pool)
        assert kept == {one: found.of(one, pool) for one in club.people}


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now = SUMMER + 10**8
    return clock


@pytest.mark.parametrize("order", cases(["as they end", "late", "all at once"], "late"))
async def test_the_order_in_which_matches_are_kept_makes_no_difference(
    club: Club, order: str
) -> None:
    matches = list(club.matches)
    if order == "late":
        Random(3).shuffle(matches)
    for match in matches:
        await keep(club.store, match)
        if order != "all at once":
            await club.store.ratings.advance()
    await club.store.ratings.advance(5)
    await check(club)
    assert await club.store.ratings.advance() == rating_steps.Rated(0, 0, 0)


async def test_a_rebuild_finds_the_same_numbers_and_mends_what_is_wrong(
    club: Club, url: str
) -> None:
    for match in club.matches:
        await keep(club.store, match)
    await club.store.ratings.advance()
    (line, *_) = await club.store.matches.page(club.people[0], MatchFilter(), None, 30) or []
    assert await club.store.ratings.annul(line.match, "admin", "a fault")
    await club.store.ratings.advance()
    before = await changes(club.store)
    done = await club.store.ratings.rebuild()
    assert (done.matches, done.results, done.changed) == (24, len(before), 0)
    assert await changes(club.store) == before
    (some, *_) = before
    await execute(url, f"UPDATE rating_changes SET value = value + 1 WHERE match = {some[0]}")
    await execute(url, "DELETE FROM ratings WHERE pool = 'one-deck'")
    assert (await club.store.ratings.rebuild()).changed > 4
    assert await changes(club.store) == before
    assert (await club.store.ratings.rebuild()).changed == 0


async def test_what_is_annulled_is_as_if_it_had_not_been_played_until_it_counts_again(
    club: Club,
) -> None:
    for match in club.matches:
        await keep(club.store, match)
    await club.store.ratings.advance()
    asker = club.people[0]
    numbers = await keys(club.store)
    async with club.store.database.reading() as connection:
        rows = await connection.execute(text("SELECT number, id FROM matches"))
        ids = {row.number: row.id for row in rows if row.number in (1, 13, 14, 20)}
    for number, match in ids.items():
        assert await club.store.ratings.annul(match, "admin", f"why {number}")
        assert not await club.store.ratings.annul(match, "admin", "twice")
    await club.store.ratings.advance(3)
    await check(club, but=(1, 13, 14, 20))
    found = await club.store.matches.one(ids[1], asker)
    assert found is not None
    facts, _ = found
    assert not facts.line.rated and facts.rating is not None
    assert (facts.rating.annulled, facts.rating.changes) == ("why 1", ())
    for match in ids.values():
        assert await club.store.ratings.annul(match, "admin", None)
        assert not await club.store.ratings.annul(match, "admin", None)
    await club.store.ratings.advance(3)
    await check(club)
    acts = await club.store.moderation.acts()
    assert [act.act for act in acts] == ["restore"] * 4 + ["annul"] * 4
    assert acts[-1].about == ids[1] and acts[-1].detail == {"reason": "why 1"}
    assert numbers == await keys(club.store)
    assert not await club.store.ratings.annul("nothing", "admin", "no such match")


async def test_a_season_that_is_annulled_whole_has_never_been(club: Club) -> None:
    for match in club.matches:
        await keep(club.store, match)
    await club.store.ratings.advance()
    async with club.store.database.reading() as connection:
        rows = (await connection.execute(text("SELECT number, id FROM matches"))).all()
    spring = [row for row in rows if row.number <= 12]
    for row in spring:
        await club.store.ratings.annul(row.id, "admin", "a bad spring")
    await club.store.ratings.advance()
    await check(club, but=[row.number for row in spring])
    assert await club.store.ratings.seasons("two-decks") == ["2026-2"]
    assert (
        await club.store.ratings.board("two-decks", "2026-1", provisional=True, after=0, most=9)
        == []
    )


@contextmanager
def broken_off(store: Stores, statement: int) -> Iterator[None]:
    """The database fails from this statement on."""
    done = 0

    def break_off(*_: object) -> None:
        nonlocal done
        done += 1
        if done > statement:
            raise OSError("disk I/O error")

    engine = store.database._engine.sync_engine
    for name in ("before_cursor_execute", "commit"):
        event.listen(engine, name, break_off)
    yield
    for name in ("before_cursor_execute", "commit"):
        event.remove(engine, name, break_off)


@pytest.mark.postgresql
@pytest.mark.parametrize("statement", cases(range(0, 18, 3), 3, 12))
async def test_a_match_is_kept_and_entered_to_be_rated_together_or_not_at_all(
    club: Club, statement: int
) -> None:
    match = club.matches[0]
    with broken_off(club.store, statement), pytest.raises(StorageError):
        await keep(club.store, match)
    assert await keys(club.store) == {}
    await keep(club.store, match)
    await club.store.ratings.advance()
    async with club.store.database.reading() as connection:
        rows = await connection.execute(text("SELECT count(*) FROM rated_matches"))
        assert rows.scalar_one() == 1
    assert len(await changes(club.store)) > 0


@pytest.mark.parametrize("statement", cases(range(14), *range(0, 14, 3)))
async def test_whatever_is_broken_off_is_neither_lost_nor_doubled(
    club: Club, clock: Clock, statement: int
) -> None:
    """The transaction that rates breaks off at each of its statements in turn."""
    clock.now = SPRING + 10**8
    for match in club.matches[:3]:
        await keep(club.store, match)
    with broken_off(club.store, statement), pytest.raises((StorageError, OSError)):
        await club.store.ratings.advance(1)
    club.matches = club.matches[:3]
    await club.store.ratings.advance(1)
    await check(club)


async def test_what_a_match_has_changed_is_told_with_it(club: Club) -> None:
    ann, bob, cem, dai = club.people[:4]
    match = rated(1, SPRING, [ann, bob, cem, dai], Random(1), left=(1,))
    await keep(club.store, match)
    (line,) = await club.store.matches.page(ann, MatchFilter(rated=True), None, 9) or []
    assert line.rated and line.ending == "left"
    waits = await club.store.matches.one(line.match, ann)
    assert waits is not None and waits[0].rating == MatchRating(
        pool="two-decks",
        season="2026-1",
        counted="levels",
        left=(1,),
        annulled=None,
        done=False,
        changes=(),
    )
    await club.store.ratings.advance()
    found = await club.store.matches.one(line.match, ann)
    assert found is not None and found[0].rating is not None and found[0].rating.done
    one, two, three, four = found[0].rating.changes
    assert [at.seat for at in (one, two, three, four)] == [0, 1, 2, 3]
    assert (one.before, one.before_deviation) == (1500.0, 200.0)
    assert one.after == round(one.before + sum(at.points for at in one.results), 3)
    assert one.results[-1].score == 1.0 and two.results[-1].score == 0.0
    assert one.results[-1].points > 0 > two.results[-1].points
    assert four.results[-1].points == 0.0, "the partner of who left is not punished"


async def test_who_is_removed_stays_in_the_numbers_and_leaves_the_board(club: Club) -> None:
    for match in club.matches:
        await keep(club.store, match)
    await club.store.ratings.advance()
    gone, *others = club.people

    async def on_board() -> dict[str, BoardLine]:
        lines = await club.store.ratings.board(
            "two-decks", "2026-2", provisional=True, after=0, most=50
        )
        return {line.person: line for line in lines}

    before, numbers = await on_board(), await changes(club.store)
    assert list(before.values()) == sorted(before.values(), key=lambda at: -at.value)
    assert [line.rank for line in before.values()] == list(range(1, len(before) + 1))
    assert gone in before
    await club.store.accounts.forget(gone)
    after = await on_board()
    assert gone not in after
    assert {one: line.value for one, line in after.items()} == {
        one: line.value for one, line in before.items() if one != gone
    }
    assert (await club.store.ratings.rebuild()).changed == 0
    anonymous = [(*at[:2], None, *at[3:]) if at[2] == gone else at for at in numbers]
    assert sorted(map(str, await changes(club.store))) == sorted(map(str, anonymous))
    assert await club.store.ratings.person(gone, others[0], None) == []


async def test_a_persons_page_has_each_match_of_a_season(club: Club, clock: Clock) -> None:
    for match in club.matches:
        await keep(club.store, match)
    await club.store.ratings.advance()
    ann = club.people[0]

    async def pool(asker: str, season: str | None = None) -> PoolRating:
        found = await club.store.ratings.person(ann, asker, season)
        return next(one for one in found if one.pool == "two-decks")

    mine = await pool(ann)
    assert mine.seasons == ("2026-2", "2026-1") and mine.shown == "2026-2"
    assert mine.provisional and mine.peak is None
    assert (mine.points[-1].value, mine.points[-1].deviation) == (mine.value, mine.deviation)
    spring = await pool(ann, "2026-1")
    assert spring.shown == "2026-1" and spring.value == mine.value
    rows = [row for row in await changes(club.store) if row[2] == ann]
    assert len(rows) > len(mine.points) + len(spring.points), "a point for each match"
    exported = await club.store.ratings.changes_of(ann)
    assert [at["value"] for at in exported if at["pool"] == "two-decks"][-1] == mine.value
    assert len(exported) == len(rows)
    assert all(point.match for point in mine.points)
    assert (await pool(ann, "2020-1")).points == ()
    clock.now += 365 * 24 * 3600 * 1000
    later = await pool(ann)
    assert later.value == mine.value and later.deviation > mine.deviation


async def test_a_match_that_others_may_not_see_is_a_point_without_a_name(club: Club) -> None:
    ann, bob, cem, dai, eve = club.people[:5]
    match = rated(1, SPRING, [ann, bob, cem, dai], Random(1))
    shut = match._replace(line=replace(match.line, open=False))
    await keep(club.store, shut)
    await club.store.ratings.advance()
    for asker, sees in ((ann, True), (bob, True), (eve, False)):
        (pool,) = await club.store.ratings.person(ann, asker, None)
        assert [bool(point.match) for point in pool.points] == [sees]


async def test_who_is_not_rated_yet_is_new(club: Club) -> None:
    ann = club.people[0]
    assert await club.store.ratings.of([ann, "nobody"], "friends") == {
        ann: Rating(),
        "nobody": Rating(),
    }
    assert await club.store.ratings.person(ann, ann, None) == []


@pytest.mark.postgresql
async def test_two_that_rate_at_the_same_time_rate_each_match_once(club: Club, url: str) -> None:
    other = await Stores.open(url)

    async def keep_all(store: Stores, matches: Sequence[FinishedMatch]) -> None:
        for match in matches:
            await keep(store, match)
            await store.ratings.advance(2)

    await asyncio.gather(
        keep_all(club.store, club.matches[::2]), keep_all(other, club.matches[1::2])
    )
    await club.store.ratings.advance()
    await other.close()
    await check(club)


async def test_of_very_many_matches_the_last_ones_are_told(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    for match in club.matches:
        await keep(club.store, match)
    await club.store.ratings.advance()
    ann = club.people[0]
    all_of = (await club.store.ratings.person(ann, ann, None))[-1].points
    monkeypatch.setattr("shengji.server.ratings.store.MOST_POINTS", 2)
    last = (await club.store.ratings.person(ann, ann, None))[-1].points
    assert len(all_of) > 2 and last == all_of[-2:]
