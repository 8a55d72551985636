"""Previews of hands, and the questions that the rules of a table ask."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from shengji.cards import Rank
from shengji.nights import (
    SERVER,
    CorrectHand,
    EnterHand,
    FailedThrow,
    HandEntry,
    LastTrick,
    Night,
    NightSettings,
    OnlineHand,
    Refusal,
    ReportHand,
    RuleHand,
    Ruling,
    SettledHand,
    preview,
)
from shengji.nights.night import AboutHand
from shengji.nights.questions import QuestionName, questions_of
from shengji.rules import PRESETS, Rules, rules_from
from tests.nights.kit import EVENING, Evening, at_table, written

FIRST: dict[str, Any] = {"id": "x", "round": 1, "table": 1, "hand": 1}


def foreseen(evening: Evening, command: AboutHand) -> str | tuple[str, int]:
    """The side that wins and by how many levels, or the code of the refusal."""
    before = Night.of(evening.events)
    found = preview(evening.night, command, EVENING)
    assert evening.night == before, "a preview changes nothing"
    if isinstance(found, Refusal):
        return found.code
    assert isinstance(found, SettledHand)
    return found.winner, found.levels


def entered(**entry: Any) -> EnterHand:
    return EnterHand(by="A", entry=HandEntry(**entry), **FIRST)


def test_an_invalid_play_without_points_is_lost_by_as_little_as_a_hand_can_be() -> None:
    """Points that nobody has filled in are not 0, by which the Declarers would go up three."""
    evening = at_table()
    assert foreseen(evening, entered(dealer="A", offender="B")) == ("declarers", 1)
    assert foreseen(evening, entered(dealer="A", offender="A")) == ("opponents", 0)
    trick = LastTrick("declarers")
    none = entered(dealer="A", offender="B", points=0, last_trick=trick)
    assert foreseen(evening, none) == ("declarers", 3)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({}, "who-dealt"),
        ({"dealer": "A"}, "no-result"),
        ({"dealer": "A", "winner": "declarers"}, "half-a-result"),
        ({"dealer": "A", "points": 0}, "who-took-last"),
        ({"dealer": "A", "points": 0, "last_trick": LastTrick("opponents")}, "kitty-points"),
    ],
)
def test_what_is_missing_is_asked_for(entry: dict[str, Any], code: str) -> None:
    assert foreseen(at_table(), entered(**entry)) == code


def test_a_correction_is_foreseen_as_if_it_were_confirmed() -> None:
    evening = at_table()
    evening.hand(dealer="A", points=0, confirm="B")
    changed = CorrectHand(by="B", entry=written(points=120), **FIRST)
    assert foreseen(evening, changed) == ("opponents", 1)
    assert evening.score().hands[0].winner == "declarers"


def test_a_ruling_is_foreseen() -> None:
    evening = Evening(NightSettings(), "ABCD")
    evening.draw("ABCD")
    result = OnlineHand(
        dealer="A",
        declarers=("A", "C"),
        rank=Rank.EIGHT,
        points=35,
        winner="declarers",
        levels=2,
        levels_after=(Rank.TEN, Rank.EIGHT) * 2,
    )
    evening.do(ReportHand, by=SERVER, result=result, round=1, table=1, hand=1)
    ruled = RuleHand(by="org", ruling=Ruling(offender="C"), reason="", **FIRST)
    assert foreseen(evening, ruled) == ("opponents", 0)
    assert foreseen(evening, msgspec.structs.replace(ruled, by="A")) == "organisers-only"


def test_every_field_of_a_hand_is_asked_under_some_rules() -> None:
    """A field of an entry that no rules asked for would keep its default without a word."""
    rules = [preset.rules for preset in PRESETS.values()]
    rules += [
        rules_from({"preset": "wikipedia-2014", "hooks": ["J"], "side_suit_halves": True}),
        rules_from({"red_fives": "hearts", "throw_penalty": "per-unit"}),
    ]
    asked: set[QuestionName] = {found.name for one in rules for found in questions_of(one)}
    fields = {*HandEntry.__struct_fields__, *LastTrick.__struct_fields__}
    fields |= {*FailedThrow.__struct_fields__}
    # `side` answers `last_trick` and `person` is whose throw it is; `offence` is for people alone,
    # and a hand is struck out later.
    assert fields - asked == {"side", "person", "offence", "void"}
    assert asked <= fields


def test_only_what_changes_the_result_is_asked() -> None:
    def names(**options: Any) -> set[str]:
        return {found.name for found in questions_of(rules_from(options))}

    assert not names() & {"hook", "side_suit", "throws", "red_fives", "led", "declarers"}
    assert "width" not in names(kitty_factor="two")
    assert {"width", "length", "led"} <= names(kitty_factor="cards")
    hook = dict(questions_of(rules_from({"hooks": ["J"]})))["hook"]
    assert hook, "the Opponents hook"
    either = rules_from({"hooks": ["J"], "hook_card": "capture"})
    assert not dict(questions_of(either))["hook"]
    assert {"throws", "withdrawn"} <= names(throw_penalty="per-card-withdrawn")
    assert names(throw_penalty="flat") >= {"throws"} > names(throw_penalty="none") & {"throws"}
    assert questions_of(Rules()) == questions_of(rules_from({}))
