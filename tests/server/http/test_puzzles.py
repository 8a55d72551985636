"""Puzzles over HTTP: nothing gives the answer away before it is given."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from datetime import UTC, datetime

import httpx
import msgspec
import pytest

from shengji.game import CardDrawn, Event, KittyTaken
from shengji.practice.puzzles import KINDS, Puzzle, shipped_puzzles
from shengji.practice.puzzles.progress import suiting
from shengji.practice.puzzles.sentences import why
from shengji.practice.puzzles.shipped import USUAL_GAME, daily, game_of
from shengji.ratings import Rating
from tests.server.http.site import Json, Site
from tests.waiting import PATIENCE


def by_id(puzzle: str) -> Puzzle:
    return next(one for one in shipped_puzzles() if one.id == puzzle)


def answered(browser: httpx.Client, puzzle: Puzzle, choice: int) -> Json:
    response = browser.post(f"/api/puzzles/{puzzle.id}/answer", json={"choice": choice})
    assert response.status_code == 200, response.text
    found: Json = response.json()
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_a_puzzle_tells_its_answer(site: Site, kind: str) -> None:
    puzzle = next(one for one in shipped_puzzles() if one.kind == kind)
    asked = site.guest().get(f"/api/puzzles/{puzzle.id}").json()
    assert set(asked) == {
        *("puzzle", "kind", "why", "question", "rules", "seat", "levels", "layout", "events"),
        *("choices", "throw", "level", "rated", "difficulty"),
    }
    assert all(set(choice) == {"cards", "calls", "words"} for choice in asked["choices"])
    assert (asked["why"], asked["rated"], asked["seat"]) == ("asked", True, puzzle.seat)
    assert asked["question"]["en"].endswith("?") and asked["question"]["zh-Hant"].endswith("？")
    events = msgspec.convert(asked["events"], list[Event])
    assert tuple(events) == puzzle.events
    for event in events:
        if isinstance(event, CardDrawn):
            assert (event.card is not None) == (event.seat == puzzle.seat)
        if isinstance(event, KittyTaken) and event.seat != puzzle.seat:
            assert event.cards is None


def test_the_daily_puzzle_is_the_same_for_all(site: Site) -> None:
    guests = [site.guest(), site.guest()]
    before = daily(datetime.now(UTC).date(), "easy")
    first, second = (guest.get("/api/puzzles/daily").json() for guest in guests)
    after = daily(datetime.now(UTC).date(), "easy")  # it may be midnight
    assert (first == second or before != after) and first["why"] == "daily"
    assert first["level"] == "easy", "nothing is known of a guest yet"
    hard = guests[0].get("/api/puzzles/daily", params={"level": "hard"}).json()
    assert hard["level"] == "hard" and hard["difficulty"] >= 1700
    puzzle = by_id(first["puzzle"])
    assert puzzle in (before, after)
    answer = answered(guests[0], puzzle, puzzle.best)
    assert answer["standing"]["streak"] == answer["standing"]["longest"] == 1
    assert answer["standing"]["today"] is True and len(answer["standing"]["days"]) == 1
    assert guests[1].get("/api/me/puzzles").json()["today"] is None
    assert guests[0].get("/api/puzzles/daily").json()["rated"] is False


def test_an_answer_says_why_and_is_rated_once(site: Site) -> None:
    guest, puzzle = site.guest(), next(one for one in shipped_puzzles() if one.kind == "lead")
    wrong = (puzzle.best + 1) % len(puzzle.choices)
    answer = answered(guest, puzzle, wrong)
    assert (answer["right"], answer["best"], answer["due"]) == (False, puzzle.best, 1)
    assert answer["reason"]["en"] == why(puzzle, wrong).render()
    assert answer["values"][puzzle.best]["mean"] == max(one["mean"] for one in answer["values"])
    assert answer["rating"]["after"] < answer["rating"]["before"] == 1500
    standing = answer["standing"]
    assert (standing["tried"], standing["right"], standing["due"]) == (1, 0, 0)
    assert standing["rating"] == answer["rating"]["after"] and standing["provisional"]
    again = answered(guest, puzzle, puzzle.best)
    assert again["right"] and again["rating"] is None
    assert again["standing"] == standing == guest.get("/api/me/puzzles").json()


def test_whoever_is_new_begins_with_an_easy_puzzle(site: Site) -> None:
    asked = site.guest().get("/api/puzzles/next").json()
    easiest = sorted(one.difficulty for one in shipped_puzzles() if game_of(one) == USUAL_GAME)
    assert game_of(by_id(asked["puzzle"])) == USUAL_GAME and asked["difficulty"] <= easiest[2]


def test_the_next_puzzle_is_as_difficult_as_one_can_surely_do(site: Site) -> None:
    guest = site.guest()
    asked = guest.get("/api/puzzles/next", params={"kind": "bury"}).json()
    near = [
        abs(one.difficulty - suiting(Rating()))
        for one in shipped_puzzles()
        if one.kind == "bury" and game_of(one) == USUAL_GAME
    ]
    assert (asked["kind"], asked["why"]) == ("bury", "new")
    assert abs(asked["difficulty"] - suiting(Rating())) <= sorted(near)[1] + 150
    answered(guest, by_id(asked["puzzle"]), 0)
    assert (
        guest.get("/api/puzzles/next", params={"kind": "bury"}).json()["puzzle"] != asked["puzzle"]
    )
    assert guest.get("/api/puzzles/next", params={"kind": "land"}).status_code == 400


def test_what_is_no_puzzle_or_no_choice_says_so(site: Site) -> None:
    guest, puzzle = site.guest(), shipped_puzzles()[0]
    for response in (
        guest.get("/api/puzzles/none"),
        guest.post("/api/puzzles/none/answer", json={"choice": 0}),
    ):
        assert (response.status_code, response.json()["code"]) == (404, "no-puzzle")
    response = guest.post(f"/api/puzzles/{puzzle.id}/answer", json={"choice": 9})
    assert (response.status_code, response.json()["code"]) == (422, "no-choice")
    assert guest.get("/api/me/puzzles").json()["tried"] == 0


def test_what_one_has_answered_is_in_the_archive(site: Site) -> None:
    guest, puzzle = site.guest(), shipped_puzzles()[1]
    answered(guest, puzzle, puzzle.best)
    archive = zipfile.ZipFile(io.BytesIO(guest.get("/api/me/export").content))
    (answer,) = json.loads(archive.read("puzzles.json"))["answers"]
    assert (answer["puzzle"], answer["right"]) == (puzzle.id, True)


def test_what_was_missed_comes_first_once_it_is_due(site: Site) -> None:
    guest, puzzle = site.guest(), next(one for one in shipped_puzzles() if one.kind == "bury")
    answered(guest, puzzle, (puzzle.best + 1) % len(puzzle.choices))
    person = guest.post("/api/me").json()["person"]
    assert guest.get("/api/puzzles/next", params={"kind": "bury"}).json()["why"] == "new"
    with sqlite3.connect(site.folder / "tables.db", timeout=PATIENCE) as database:
        due = datetime.now(UTC).date().toordinal()
        database.execute("UPDATE puzzle_tries SET due = ? WHERE person = ?", (due, person))
    database.close()
    asked = guest.get("/api/puzzles/next").json()
    assert (asked["puzzle"], asked["why"], asked["rated"]) == (puzzle.id, "due", False)
    assert guest.get("/api/puzzles/next", params={"kind": "call"}).json()["why"] == "new"
    assert guest.get("/api/me/puzzles").json()["due"] == 1
    answer = answered(guest, puzzle, puzzle.best)
    assert (answer["due"], answer["standing"]["due"]) == (3, 0)


def test_when_all_have_been_tried_the_oldest_comes_again(site: Site) -> None:
    guest = site.guest()
    throws = [one for one in shipped_puzzles() if one.kind == "throw"]
    for puzzle in throws:
        answered(guest, puzzle, puzzle.best)
    asked = guest.get("/api/puzzles/next", params={"kind": "throw"}).json()
    assert (asked["puzzle"], asked["why"]) == (throws[0].id, "again")
    standing = guest.get("/api/me/puzzles").json()
    assert standing["tried"] == standing["right"] == len(throws)
    assert standing["rating"] > 1600
