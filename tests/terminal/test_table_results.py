"""The sheet at the end of a hand explains every change of levels."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from shengji.cards import Rank, Trump
from shengji.game import HandEnded, Standing
from shengji.game.account import account_of
from shengji.rules import Rules, rules_from
from shengji.terminal.table.results import ResultSheet
from shengji.terminal.table.speaker import Speaker
from shengji.words import Language


def told(
    given: dict[str, Any],
    before: str,
    after: str,
    language: Language = "en",
    *,
    discarded: int = 0,
    **ended: Any,
) -> list[str]:
    """The text of the sheet of a hand: who was on which side, the lines, and the levels."""
    rules: Rules = rules_from(given)
    was, now = ([Rank(level) for level in levels.split()] for levels in (before, after))
    laps = ended.pop("laps", (0,) * rules.players)
    end = HandEnded(
        **{
            **{"dealer": 0, "declarers": (0, 2), "tricks": 0, "factor": 0, "points": 0},
            **{"winner": "declarers", "levels": 1, "next_dealer": 2, "next_first": 2},
            **{"levels_after": tuple(now), "laps_after": laps, "buried_by": 0},
            **ended,
        }
    )
    hand: Any = SimpleNamespace(
        rules=rules,
        result=end,
        number=3,
        trump=Trump(was[0], None),
        tricks=[],
        penalty=0,
        discarded=discarded,
    )
    result = account_of(hand, [Standing(level) for level in was])
    session: Any = SimpleNamespace(rules=rules, match=SimpleNamespace(winners=None))
    sheet = ResultSheet(session, result, Speaker(language, rules.players))
    return [*sheet.who, *sheet.lines, sheet.levels_line()]


def test_teams_go_up() -> None:
    lines = told({}, "5 5 5 5", "7 5 7 5", levels=2)
    assert "Declarers: You, North (Dealer: You)" in lines and "Opponents: East, West" in lines
    assert "The Declarers go up 2 levels." in lines
    assert "Levels: We 5 → 7, They 5." in lines
    assert "North deals next, at level 7." in lines


def test_a_level_that_must_be_played_holds_the_winners() -> None:
    lines = told({"must_play": ["6"]}, "5 5 5 5", "6 5 6 5", levels=3)
    assert "6 must be played before going on: You, North." in lines


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "Hooked at J, and fallen: You, North."), ("zh", "J 被勾，降级：你、对家。")],
)
def test_hooks_are_named(language: Language, line: str) -> None:
    changed: dict[str, Any] = {"hooked": (0, 2), "winner": "opponents", "levels": 0}
    assert line in told({"hooks": ["J"]}, "J J J J", "2 J 2 J", language, **changed)


def test_captured_red_fives_cost_levels() -> None:
    given = {"red_fives": "hearts", "red_five_penalty": "levels", "first_level": "3"}
    lines = told(given, "5 5 5 5", "6 3 6 3", fined=(1, 3, 1, 3))
    assert "Captured red fives: East goes down 2 levels." in lines
    assert not any("West goes down" in line for line in lines)


def test_missing_friends_and_points_thrown_away() -> None:
    friends = {"preset": "finding-friends"}
    lines = told(
        friends,
        "2 2 2 2 2 2",
        "5 2 2 3 2 2",
        declarers=(0, 3),
        missing=1,
        discarded=15,
        next_dealer=3,
    )
    assert "One friend never joined: you go up 2 instead." in lines
    assert "Points thrown away when friends joined: 15." in lines
    assert "Levels: You 2 → 5, Seat 1 2, Seat 2 2, Seat 3 2 → 3, Seat 4 2, Seat 5 2." in lines
    lines = told(
        {**friends, "missing_friend_bonus": False},
        "2 2 2 2 2 2",
        "3 2 2 3 2 2",
        "zh",
        declarers=(0, 3),
        missing=1,
        next_dealer=3,
    )
    assert "还没加入庄家的朋友：1 人。" in lines


def test_auto_levelling_and_an_open_deal() -> None:
    given = {"preset": "finding-friends", "auto_level": True, "later_dealer": "draw"}
    lines = told(
        given,
        "2 2 2 2 2 2",
        "2 3 2 3 3 2",
        declarers=(0, 2, 5),
        winner="opponents",
        levels=1,
        next_dealer=None,
        next_first=1,
    )
    assert any("auto-levelling" in line for line in lines)
    without = {**given, "auto_level": False}
    lines = told(
        without,
        "2 2 2 2 2 2",
        "2 3 2 3 3 2",
        declarers=(0, 2, 5),
        winner="opponents",
        levels=1,
        next_dealer=None,
        next_first=1,
    )
    assert not any("auto-levelling" in line for line in lines)
    assert "Who deals next is open; Seat 1 draws first." in lines


def test_laps_are_told() -> None:
    lines = told({"after_last_level": "wrap"}, "A A A A", "2 A 2 A", laps=(1, 0, 1, 0))
    assert "Levels: We A (lap 1) → 2 (lap 2), They A (lap 1)." in lines
