"""Errors with real cards, sentence by sentence (Z21 §3.7.5, Z16 §4)."""

from __future__ import annotations

from typing import Any

import pytest

from shengji.game import Standing
from shengji.nights import (
    CorrectHand,
    EndRound,
    EnterHand,
    FailedThrow,
    HandEntry,
    NightSettings,
    NoteError,
    ReportHand,
    results_of_night,
)
from shengji.nights.acts.act import SERVER
from shengji.nights.entries import OnlineHand
from shengji.nights.scorekeeping import points_of_entry
from shengji.rules import Rules
from tests.nights.kit import Evening, at_table, written

FIRST: dict[str, Any] = {"round": 1, "table": 1, "hand": 1}


def lost_by(offender: str, settings: NightSettings | None = None, **entry: Any) -> Evening:
    """A table at which A has dealt and somebody's error was found later."""
    evening = at_table() if settings is None else at_table(settings=settings)
    evening.hand(dealer="A", offender=offender, offence="did not follow suit", **entry)
    return evening


def result(evening: Evening) -> tuple[str, int]:
    hand = evening.score().hands[0]
    return hand.winner, hand.levels


def test_z21_3_7_5_an_error_put_right_in_its_trick_costs_nothing() -> None:
    """ "Any illegal play ... must be immediately retracted and corrected during the current trick"
    (Z21 §3.7.5; Z16 §4 the same of "any invalid play")."""
    evening = at_table()
    evening.do(NoteError, by="A", table=1, person="B", what="did not follow suit")
    evening.hand(dealer="A", points=40)
    assert evening.score().hands[0].points == 40
    note = evening.night.notes[0]
    assert (note.person, note.what, note.by) == ("B", "did not follow suit", "A")
    assert evening.refuses(NoteError, by="A", table=1, person="X") == "not-at-table"
    assert evening.refuses(NoteError, by="X", table=1, person="B") == "not-your-table"


@pytest.mark.parametrize(
    ("offender", "winner"),
    [("A", "opponents"), ("C", "opponents"), ("B", "declarers"), ("D", "declarers")],
)
def test_z21_3_7_5_found_later_the_player_and_the_teammate_lose_the_hand(
    offender: str, winner: str
) -> None:
    """ "If an error is not discovered until later, the offending player and their teammate
    automatically lose the hand" (Z21 §3.7.5), in the same words Z16 §4."""
    # Whatever had been played: the Declarers had won by two levels, then the Opponents by one.
    for points in (35, 120):
        assert result(lost_by(offender, points=points))[0] == winner
    # ... and where the hand was broken off.
    assert result(lost_by(offender))[0] == winner


def test_z21_3_7_5_it_is_lost_by_the_small_margin_of_which_the_text_speaks() -> None:
    """The text warns of "purposely making an illegal play with a bad hand to lock in a loss by a
    small margin" (Z21 §3.7.5): so that is lost, and the deal goes as after any such hand."""
    declarers = lost_by("C")
    assert result(declarers) == ("opponents", 0)
    assert (declarers.levels(), declarers.score().dealer) == ("8 8 8 8", 1)
    opponents = lost_by("B")
    assert result(opponents) == ("declarers", 1)
    assert (opponents.levels(), opponents.score().dealer) == ("9 8 9 8", 2)


def test_z21_3_7_5_nobody_gains_by_an_error_of_their_own() -> None:
    """A side that had lost by more has lost by more; the loss is not locked in at less."""
    assert result(lost_by("A", points=160)) == ("opponents", 2)
    assert result(lost_by("B", points=0)) == ("declarers", 3)
    assert result(lost_by("B", winner="declarers", levels=2)) == ("declarers", 2)
    assert result(lost_by("B", winner="opponents", levels=2)) == ("declarers", 1)


def test_z21_3_7_5_if_needed_a_house_adds_points() -> None:
    """ "If needed to deter abuse of this rule ..., consider adding an additional penalty involving
    points": they go to the other side of the hand (Z21 §3.7.5)."""
    settings = NightSettings(real_cards="all", error_points=40)
    assert result(lost_by("A", settings)) == ("opponents", 1)
    assert result(lost_by("B", settings)) == ("declarers", 2)
    assert result(lost_by("A", settings, points=120)) == ("opponents", 2)
    entry = written(dealer="A", offender="B", points=20)
    assert points_of_entry(Rules(), "ABCD", entry, 40) == -20


def test_z21_3_7_5_if_needed_a_house_demotes() -> None:
    """ "... or demotion of levels" (Z21 §3.7.5): of the side, never below the lowest level."""
    settings = NightSettings(real_cards="all", error_levels=2)
    evening = at_table(settings=settings)
    evening.hand(dealer="A", points=0)
    evening.hand(offender="A")
    assert evening.levels() == "9 8 9 8"
    evening.hand(offender="D")
    assert evening.levels() == "9 8 9 8"


def test_z21_3_7_5_a_demotion_changes_no_rating_and_points_change_the_hand() -> None:
    for settings, levels in (
        (NightSettings(real_cards="all", error_levels=2), 0),
        (NightSettings(real_cards="all", error_points=40), 1),
    ):
        assert lost_by("A", settings).score().hands[0].levels == levels


def test_z16_4_an_error_found_after_the_hand_was_confirmed_loses_it_still() -> None:
    """ "Not discovered until later" has no end: the hand is corrected, and its levels follow."""
    evening = at_table()
    evening.hand(dealer="A", points=0, confirm="B")
    evening.hand(points=80, confirm="B")
    assert evening.levels() == "J 8 J 8"
    found = written(points=0, offender="C", offence="held a heart")
    evening.do(CorrectHand, entry=found, reason="seen in the last trick", decide=True, **FIRST)
    assert evening.levels() == "8 8 8 8"
    assert evening.score().hands[0].offender == "C"
    # It is taken back as it was written: by a correction that says why.
    evening.do(CorrectHand, entry=written(points=0), reason="it was the 8", decide=True, **FIRST)
    assert evening.levels() == "J 8 J 8"


def test_z16_4_of_two_sides_one_may_find_the_error_and_the_other_agrees() -> None:
    evening = at_table()
    evening.hand(dealer="A", points=0, confirm="B")
    found = written(points=0, offender="C")
    evening.do(CorrectHand, by="B", entry=found, reason="held a heart", **FIRST)
    assert evening.levels() == "J 8 J 8"
    # A phone that writes the same agrees.
    evening.do(EnterHand, by="A", entry=found, **FIRST)
    assert evening.levels() == "8 8 8 8"


def test_z16_4_ratings_follow_an_error_found_later() -> None:
    evening = at_table()
    evening.hand(dealer="A", points=0, confirm="B")
    evening.do(EndRound)
    assert results_of_night(evening.night)[0].scores == (1.0, 0.0)
    found = written(points=0, offender="C")
    evening.do(CorrectHand, entry=found, reason="held a heart", decide=True, **FIRST)
    assert results_of_night(evening.night)[0].scores == (0.5, 0.5)


def test_z16_4_an_invalid_throw_is_led_otherwise_and_noted() -> None:
    """ "If a player leads an invalid combination ... he or she must retract the play and lead the
    single or pair that can be beat" (Z16 §4): nothing is lost with it."""
    evening = at_table()
    evening.hand(dealer="A", points=40, throws=(FailedThrow("A", 1, 1, 2),))
    assert result(evening) == ("declarers", 1)
    assert len(evening.night.rounds[0].games[1].hands[0].entry.throws) == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("penalty", "points"),
    [("none", 40), ("flat", 50), ("per-unit", 60), ("per-card", 70), ("per-card-withdrawn", 80)],
)
def test_z21_3_7_5_a_common_variant_adds_points_for_an_invalid_throw(
    penalty: str, points: int
) -> None:
    """ "Usually a flat 10 points, or alternatively 10 points per invalid unit ..., per invalid
    card, or per card withdrawn" (Z21 §3.7.5)."""
    settings = NightSettings(rules={"throw_penalty": penalty}, real_cards="all")
    evening = at_table(settings=settings)
    evening.hand(dealer="A", points=40, throws=(FailedThrow("C", 2, 3, 4),))
    assert evening.score().hands[0].points == points


def test_the_last_level_is_not_defended_with_an_error() -> None:
    evening = at_table()
    evening.hand(dealer="A", points=0)
    evening.hand(points=0)
    evening.hand(points=40, offender="A")
    assert evening.score().winners == ()
    assert evening.score().standings[0] == Standing(
        level=evening.score().standings[0].level, tried=True
    )
    assert evening.levels() == "A 8 A 8"


def test_among_friends_the_side_of_the_offender_loses() -> None:
    settings = NightSettings(uneven="larger-tables", real_cards="all")
    evening = at_table("ABCDE", settings)
    evening.hand(dealer="A", declarers=("A", "C"), points=100, offender="E")
    assert result(evening)[0] == "declarers"
    evening.hand(declarers=("C", "D"), points=0, offender="D")
    assert evening.score().hands[1].winner == "opponents"


def test_at_a_table_of_the_server_no_illegal_play_is_possible() -> None:
    evening = Evening(NightSettings(), "ABCD")
    evening.draw("ABCD")
    eight = evening.score().standings[0].level
    told = OnlineHand(
        dealer="A",
        declarers=("A", "C"),
        rank=eight,
        points=80,
        winner="opponents",
        levels=0,
        levels_after=(eight,) * 4,
    )
    evening.do(ReportHand, by=SERVER, result=told, **FIRST)
    entry = HandEntry(offender="A")
    assert evening.refuses(CorrectHand, entry=entry, decide=True, **FIRST) == "online-table"
