"""Answers to puzzles are kept: the first is rated, both ways, and what was missed comes again."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from shengji.practice.puzzles import shipped_puzzles
from shengji.practice.puzzles.progress import Box, first_difficulty, rated
from shengji.practice.puzzles.shipped import Game, daily
from shengji.ratings import Rating
from shengji.rules import rules_from
from shengji.server.stores import Stores
from tests.server.storage.kit import DAY, Clock, keep, over


async def person(store: Stores) -> str:
    made, _ = await store.people.new_person("Ann")
    return made.id


async def test_the_first_answer_is_rated_and_no_other(store: Stores) -> None:
    ann, puzzle = await person(store), shipped_puzzles()[0]
    wrong = (puzzle.best + 1) % len(puzzle.choices)
    now = store.solvers.today()
    first = await store.solvers.answer(ann, puzzle, wrong)
    moment = store.solvers._moment()
    expected = rated(puzzle, Rating(), first_difficulty(puzzle), False, moment)
    assert (first.right, first.before, first.after) == (False, 1500.0, expected.person.value)
    assert first.box == Box(0, now + timedelta(days=1))
    assert await store.solvers.difficulties() == {puzzle.id: expected.puzzle.value}
    again = await store.solvers.answer(ann, puzzle, puzzle.best)
    assert again == (True, None, None, first.box)
    solver = await store.solvers.of(ann)
    assert solver.rating == Rating(expected.person.value, expected.person.deviation, 1)
    attempt = solver.attempts[puzzle.id]
    assert (attempt.choice, attempt.right, attempt.before) == (wrong, False, 1500.0)
    assert await store.solvers.difficulties() == {puzzle.id: expected.puzzle.value}


async def test_the_next_one_meets_the_puzzle_as_the_first_one_left_it(store: Stores) -> None:
    ann, bob, puzzle = await person(store), await person(store), shipped_puzzles()[0]
    await store.solvers.answer(ann, puzzle, puzzle.best)
    easier = (await store.solvers.difficulties())[puzzle.id]
    assert easier < puzzle.difficulty
    before = (await store.solvers.of(bob)).rating
    assert before == Rating()
    await store.solvers.answer(bob, puzzle, puzzle.best)
    gain = (await store.solvers.of(bob)).rating.value - 1500
    assert 0 < gain < (await store.solvers.of(ann)).rating.value - 1500


async def test_what_was_missed_comes_after_1_3_7_and_21_days(store: Stores, clock: Clock) -> None:
    ann, puzzle = await person(store), shipped_puzzles()[0]
    box = (await store.solvers.answer(ann, puzzle, (puzzle.best + 1) % 2)).box
    for days in (1, 3, 7, 21):
        assert box is not None and (box.due - store.solvers.today()).days == days
        clock.now += days * DAY
        box = (await store.solvers.answer(ann, puzzle, puzzle.best)).box
    assert box is None
    assert (await store.solvers.of(ann)).attempts[puzzle.id].box is None


async def test_a_daily_puzzle_counts_once_for_its_day(store: Stores, clock: Clock) -> None:
    ann = await person(store)
    today = store.solvers.today()
    puzzle, harder = daily(today, "easy"), daily(today, "hard")
    wrong = (puzzle.best + 1) % len(puzzle.choices)
    await store.solvers.answer(ann, puzzle, wrong)
    await store.solvers.answer(ann, puzzle, puzzle.best)
    await store.solvers.answer(ann, harder, harder.best)
    other = next(one for one in shipped_puzzles() if one.id != puzzle.id)
    await store.solvers.answer(ann, other, other.best)
    clock.now += DAY
    tomorrow = daily(store.solvers.today(), "medium")
    await store.solvers.answer(ann, tomorrow, tomorrow.best)
    solver = await store.solvers.of(ann)
    assert solver.days == {today: False, today + timedelta(days=1): True}


async def test_the_games_are_known_of_which_a_match_was_played(store: Stores) -> None:
    ann, bob = await person(store), await person(store)
    await keep(store, over(1, 5000, [ann, bob, None, None], rules=rules_from("forty-points")))
    assert (await store.solvers.of(ann)).games == {Game(4, 1, "fixed")}
    assert (await store.solvers.of(await person(store))).games == frozenset()


async def test_answers_go_with_the_person_and_the_difficulty_stays(store: Stores) -> None:
    ann, puzzle = await person(store), shipped_puzzles()[0]
    await store.solvers.answer(ann, puzzle, puzzle.best)
    await store.accounts.forget(ann)
    solver = await store.solvers.of(ann)
    assert solver == (Rating(), {}, {}, frozenset())
    assert puzzle.id in await store.solvers.difficulties()


@pytest.mark.parametrize("now", [0, 20_000 * DAY])
async def test_a_day_is_one_of_universal_time(store: Stores, clock: Clock, now: int) -> None:
    clock.now = now
    assert store.solvers.today() == date(1970, 1, 1) + timedelta(milliseconds=now)
    clock.now = now + DAY - 1
    assert store.solvers.today() == date(1970, 1, 1) + timedelta(milliseconds=now)
