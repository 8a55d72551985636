"""Ladders: all pairs over one spread, from wherever each of them stopped."""

from __future__ import annotations

import pytest

from shengji.arena.contest import Contest
from shengji.arena.duel import DealLine
from shengji.arena.intervals import stopping
from shengji.arena.ladder import coming, duels, ladder_figures, pairings, play_ladder
from shengji.arena.spread import over_processes
from shengji.bots import BotError
from shengji.rules import Rules
from tests.arena.kit import seat_failing_bots

BOTS = ("basic", "random", "easy")


def begun(deals: int, *done: int) -> list[Contest]:
    """The contests of a ladder, of which each has so many deals."""
    contests = [Contest(duel, stopping(deals)) for duel in duels(BOTS, Rules(), 3)]
    for contest, number in zip(contests, done, strict=False):
        Contest(contest.duel, stopping(number)).play(on_deal=contest.add)
    return contests


def test_pairs_go_on_from_where_they_are() -> None:
    """In the order of the deals, whoever plays them; as each would alone."""
    alone = begun(3, 3, 3, 3)
    contests = begun(3, 2, 0, 1)
    assert coming(contests) == (0, 1)
    told: list[tuple[int, int]] = []

    def hear(number: int, line: DealLine) -> None:
        told.append((line.deal, number))

    play_ladder(contests, over_processes(2), hear)
    assert told == [(0, 1), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert [one.scores for one in contests] == [one.scores for one in alone]


def test_figures_are_by_the_names_of_the_bots() -> None:
    found = ladder_figures(BOTS, begun(2, 2, 2, 2), 0)
    assert found["settings"]["bots"] == list(BOTS)
    rows = {row["bot"]: row for row in found["bots"]}
    for one, other in pairings(BOTS):
        there, back = rows[BOTS[one]]["against"], rows[BOTS[other]]["against"]
        assert there[BOTS[other]]["mean"] == -back[BOTS[one]]["mean"]
    assert all(name not in row["against"] for name, row in rows.items())


def test_a_bot_that_fails_stops_all(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_failing_bots(monkeypatch)
    games = duels(("basic", "random", "cheating"), Rules(), 3, "stop")
    contests = [Contest(duel, stopping(2)) for duel in games]
    with pytest.raises(BotError, match="cheating"):
        play_ladder(contests)
    deal, number = coming(contests)
    assert (deal, games[number].bots) == (0, ("basic", "cheating"))
