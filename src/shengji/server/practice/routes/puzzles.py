"""HTTP endpoints of puzzles: the daily one, the next one, answers, and a person's standing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Final

from litestar.params import FromPath, QueryParameter

from shengji.cards import Trump
from shengji.practice.puzzles import Kind, Puzzle, position_of, shipped_puzzles
from shengji.practice.puzzles.progress import longest_streak, nearest, streak, suiting
from shengji.practice.puzzles.sentences import choice_words, question, why
from shengji.practice.puzzles.shipped import (
    USUAL_GAME,
    Level,
    dailies,
    daily,
    game_of,
    kept_by_id,
    level_of,
)
from shengji.server.practice.puzzle_schemas import (
    AnswerPuzzle,
    PuzzleAnswered,
    PuzzleAsked,
    PuzzleChoice,
    PuzzleDay,
    PuzzleRating,
    PuzzleStanding,
    Why,
)
from shengji.server.practice.store import SolverProgress, SolverStore
from shengji.server.rules.sheets import layout_of, rules_state
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.site.services import Services
from shengji.server.site.words import words

addresses = Addresses("puzzles")

_DAYS: Final = 14
"""Maximum number of past days in a standing."""


@addresses.get("/api/puzzles/daily")
async def daily_puzzle(
    caller: PersonCaller,
    level: Annotated[
        Level | None, QueryParameter(description="Of this level; as a rule of that of the person.")
    ] = None,
) -> PuzzleAsked:
    """The puzzle of the day.

    Each level has one for all users, from midnight to midnight UTC.
    """
    solvers = caller.services[SolverStore]
    if level is None:
        level = level_of(suiting((await solvers.of(caller.person.id)).rating))
    puzzle = await asyncio.to_thread(daily, solvers.today(), level)
    return await _serve_puzzle(caller, puzzle, "daily")


@addresses.get("/api/puzzles/next")
async def next_puzzle(
    caller: PersonCaller,
    kind: Annotated[Kind | None, QueryParameter(description="Of this kind.")] = None,
) -> PuzzleAsked:
    """The next puzzle.

    First a missed puzzle that is due again. Then a new puzzle that suits the person's rating; while
    the rating is provisional, an easy one of a game that they have played. If all have been tried,
    the one answered longest ago.
    """
    solvers = caller.services[SolverStore]
    solver, difficulties = await solvers.of(caller.person.id), await solvers.difficulties()
    puzzles = [p for p in await asyncio.to_thread(shipped_puzzles) if kind in (None, p.kind)]
    of_today = dailies(solvers.today())
    missed = _due(solver, caller.services)
    due = [p for p in puzzles if p.id in missed]
    if due:
        attempts = solver.attempts
        first = min(due, key=lambda puzzle: (attempts[puzzle.id].last, puzzle.id))
        return await _serve_puzzle(caller, first, "due", solver, difficulties)
    new = [p for p in puzzles if p.id not in solver.attempts and p.id not in of_today]
    if solver.rating.provisional:
        games = solver.games or {USUAL_GAME}
        new = [p for p in new if game_of(p) in games] or new
    if new:
        ratings = [difficulties.get(puzzle.id, puzzle.difficulty) for puzzle in new]
        chosen = nearest(new, ratings, suiting(solver.rating))
        return await _serve_puzzle(caller, chosen, "new", solver, difficulties)
    tried = [p for p in puzzles if p.id in solver.attempts]
    oldest = min(tried or puzzles, key=lambda puzzle: _last(solver, puzzle))
    return await _serve_puzzle(caller, oldest, "again", solver, difficulties)


def _last(solver: SolverProgress, puzzle: Puzzle) -> int:
    attempt = solver.attempts.get(puzzle.id)
    return 0 if attempt is None else attempt.last


@addresses.get("/api/puzzles/{puzzle:str}", faults="no-puzzle")
async def one_puzzle(caller: PersonCaller, puzzle: FromPath[str]) -> PuzzleAsked:
    """A puzzle.

    By its id, for links to a puzzle.
    """
    return await _serve_puzzle(caller, await _load_puzzle(puzzle), "asked")


@addresses.post("/api/puzzles/{puzzle:str}/answer", faults="no-puzzle, no-choice", makes=True)
async def answer_puzzle(
    caller: PersonCaller, data: AnswerPuzzle, puzzle: FromPath[str]
) -> PuzzleAnswered:
    """Answer a puzzle.

    Returns whether the answer was right, the value of each choice, and the reason. A person's first
    answer is rated. A missed puzzle is due again after 1, 3, 7 and 21 days.
    """
    found = await _load_puzzle(puzzle)
    if not 0 <= data.choice < len(found.choices):
        raise ApiError("no-choice", choice=data.choice, last=len(found.choices) - 1)
    solvers = caller.services[SolverStore]
    solved = await solvers.answer(caller.person.id, found, data.choice)
    reason = await asyncio.to_thread(why, found, data.choice)
    rating = None
    if solved.before is not None and solved.after is not None:
        rating = PuzzleRating(before=solved.before, after=solved.after)
    return PuzzleAnswered(
        right=solved.right,
        best=found.best,
        values=tuple(choice.value for choice in found.choices),
        unit="share" if found.kind == "throw" else "levels",
        reason=words(reason.render("en"), reason.render("zh")),
        rating=rating,
        due=None if solved.box is None else (solved.box.due - solvers.today()).days,
        standing=_standing(await solvers.of(caller.person.id), caller.services),
    )


@addresses.get("/api/me/puzzles")
async def my_puzzles(caller: PersonCaller) -> PuzzleStanding:
    """The caller's standing in puzzles."""
    return _standing(await caller.services[SolverStore].of(caller.person.id), caller.services)


async def _load_puzzle(puzzle: str) -> Puzzle:
    found = (await asyncio.to_thread(kept_by_id)).get(puzzle)
    if found is None:
        raise ApiError("no-puzzle")
    return found


async def _serve_puzzle(
    caller: PersonCaller,
    puzzle: Puzzle,
    reason: Why,
    solver: SolverProgress | None = None,
    difficulties: Mapping[str, float] | None = None,
) -> PuzzleAsked:
    """The schema of a puzzle, without the solution."""
    solvers = caller.services[SolverStore]
    if solver is None or difficulties is None:
        solver, difficulties = await solvers.of(caller.person.id), await solvers.difficulties()
    match = await asyncio.to_thread(position_of, puzzle)
    hand = match.hand
    assert hand is not None and hand.trump is not None
    rules, throw = match.rules, puzzle.kind == "throw"
    return PuzzleAsked(
        puzzle=puzzle.id,
        kind=puzzle.kind,
        why=reason,
        question=words(question(puzzle), question(puzzle, "zh")),
        rules=rules_state(rules),
        seat=puzzle.seat,
        levels=puzzle.header.levels or (rules.first_level,) * rules.players,
        layout=layout_of(rules, Trump(hand.rank, hand.trump.suit)),
        events=puzzle.events,
        choices=tuple(
            PuzzleChoice(
                cards=() if throw else choice.cards,
                calls=choice.calls,
                words=words(choice_words(puzzle, place), choice_words(puzzle, place, "zh")),
            )
            for place, choice in enumerate(puzzle.choices)
        ),
        throw=puzzle.throw,
        level=dailies(solvers.today()).get(puzzle.id),
        rated=puzzle.id not in solver.attempts,
        difficulty=difficulties.get(puzzle.id, puzzle.difficulty),
    )


def _due(solver: SolverProgress, services: Services) -> set[str]:
    today = services[SolverStore].today()
    attempts = solver.attempts.values()
    return {at.puzzle for at in attempts if at.box is not None and at.box.due <= today}


def _standing(solver: SolverProgress, services: Services) -> PuzzleStanding:
    today, days = services[SolverStore].today(), solver.days
    return PuzzleStanding(
        rating=solver.rating.value,
        deviation=solver.rating.deviation,
        provisional=solver.rating.provisional,
        tried=len(solver.attempts),
        right=sum(attempt.right for attempt in solver.attempts.values()),
        streak=streak(days.keys(), today),
        longest=longest_streak(days.keys()),
        today=days.get(today),
        due=len(_due(solver, services)),
        days=tuple(
            PuzzleDay(day=day.isoformat(), right=days[day])
            for day in sorted(days, reverse=True)[:_DAYS]
        ),
    )
