"""Hands are confirmed by both sides, disputed, and corrected; what follows is computed anew."""

from __future__ import annotations

from typing import Any

from shengji.nights import (
    ConfirmHand,
    CorrectHand,
    DisputeHand,
    EndNight,
    EndRound,
    EnterHand,
    Leave,
    Replace,
    SetOrganisers,
    results_of_night,
    standings,
)
from shengji.nights.acts import Command
from shengji.nights.state import NightDispute
from tests.nights.kit import Evening, at_table, written

FIRST: dict[str, Any] = {"round": 1, "table": 1, "hand": 1}
PLACE: dict[str, Any] = {"round": 1, "table": 1}
SECOND: dict[str, Any] = {"round": 1, "table": 1, "hand": 2}


def counts(evening: Evening, hand: int = 1) -> bool:
    return evening.night.rounds[0].games[1].hands[hand - 1].confirmed


def test_both_sides_confirm_a_hand() -> None:
    evening = at_table("ABCD")
    evening.hand("A", dealer="A", points=40)
    assert not counts(evening)
    game = evening.night.rounds[0].games[1]
    assert evening.night.missing_sides(game, game.hands[0]) == (1,)
    # Both of one side are not two sides.
    evening.do(ConfirmHand, by="C", **FIRST)
    assert not counts(evening)
    assert evening.refuses(ConfirmHand, by="C", **FIRST) == "confirmed-before"
    assert evening.refuses(ConfirmHand, by="X", **FIRST) == "not-in-hand"
    evening.do(ConfirmHand, by="D", **FIRST)
    assert counts(evening)
    assert not evening.night.missing_sides(game, game.hands[0])


def test_one_side_and_an_organiser_are_enough_and_an_organiser_alone_is_not() -> None:
    evening = at_table("ABCD")
    evening.hand("A", dealer="A", points=40)
    evening.do(ConfirmHand, **FIRST)
    assert counts(evening)
    evening.do(EnterHand, entry=written(points=40), **SECOND)
    assert not counts(evening, 2)
    evening.do(ConfirmHand, by="B", **SECOND)
    assert counts(evening, 2)


def test_an_organiser_who_plays_there_is_of_their_own_side() -> None:
    evening = at_table("ABCD")
    evening.do(SetOrganisers, organisers=("org", "A", "C"))
    evening.hand("A", dealer="A", points=40)
    evening.do(ConfirmHand, by="C", **FIRST)
    assert not counts(evening)


def test_two_phones_that_have_written_the_same_confirm_it() -> None:
    evening = at_table("ABCD")
    evening.hand("A", dealer="A", points=40)
    assert (
        evening.refuses(EnterHand, by="B", entry=written(dealer="A", points=45), **FIRST)
        == "written-otherwise"
    )
    evening.do(EnterHand, by="B", entry=written(dealer="A", points=40), **FIRST)
    assert counts(evening)


def test_a_hand_in_dispute_waits_for_a_correction_or_an_organiser() -> None:
    evening = at_table("ABCD")
    evening.hand("A", dealer="A", points=40)
    evening.do(DisputeHand, by="B", reason="it was 45", **FIRST)
    evening.do(ConfirmHand, by="D", **FIRST)
    assert not counts(evening)
    disputes = evening.night.rounds[0].games[1].hands[0].disputes
    assert disputes == (NightDispute("B", "it was 45"),)
    evening.do(CorrectHand, by="B", entry=written(points=45), **FIRST)
    assert not evening.night.rounds[0].games[1].hands[0].disputes
    evening.do(ConfirmHand, by="A", version=2, **FIRST)
    assert evening.score().hands[0].points == 45
    assert evening.refuses(DisputeHand, by="B", **FIRST) == "counts-already"


def test_whoever_confirms_has_seen_what_stands_there() -> None:
    evening = at_table("ABCD")
    evening.hand("A", dealer="A", points=40)
    evening.do(CorrectHand, by="A", entry=written(points=45), **FIRST)
    assert evening.refuses(ConfirmHand, by="B", version=1, **FIRST) == "written-anew"
    evening.do(ConfirmHand, by="B", version=2, **FIRST)


def test_a_correction_changes_all_that_follows_and_leaves_a_trace() -> None:
    evening = at_table("ABCD")
    evening.hand("A", dealer="A", points=40, confirm="B")  # A and C to 9
    evening.hand("A", points=40, confirm="B")  # C deals: to 10
    assert evening.levels() == "10 8 10 8"
    evening.do(CorrectHand, by="A", entry=written(points=0), reason="added up wrong", **FIRST)
    # Until it is confirmed, what was confirmed counts.
    assert evening.levels() == "10 8 10 8"
    evening.do(ConfirmHand, by="D", **FIRST)
    assert evening.levels() == "Q 8 Q 8"
    first, second = evening.score().hands
    assert first.points == 0
    # The second was played at 9, as it was written down; by now it would be another level.
    assert second.rank.value == "9" and second.otherwise
    trail = evening.night.rounds[0].games[1].hands[0].versions
    assert [(v.by, v.reason, v.entry.points) for v in trail] == [
        ("A", "", 40),
        ("A", "added up wrong", 0),
    ]
    assert evening.refuses(CorrectHand, by="A", entry=written(points=0), **FIRST) == "nothing-new"


def test_a_correction_may_say_that_another_has_dealt() -> None:
    evening = at_table("ABCD")
    evening.hand("A", dealer="A", points=40, confirm="B")
    evening.do(CorrectHand, by="A", entry=written(dealer="B", points=40), **FIRST)
    evening.do(ConfirmHand, by="B", **FIRST)
    assert evening.levels() == "8 9 8 9"
    assert evening.score().dealer == 3


def test_who_sat_there_is_put_right_by_an_organiser() -> None:
    evening = Evening(people="ABCDE")
    evening.draw("ABCD", out="E")
    evening.hand("A", dealer="A", points=40, confirm="B")
    right = {"entry": written(points=40), "reason": "E had come", "seats": tuple("AECD"), **FIRST}
    assert evening.refuses(CorrectHand, by="A", **right) == "seats-by-organiser"
    for wrong in ("AEC", "AAEC", "AXCD"):
        bad = {**right, "seats": tuple(wrong)}
        assert evening.refuses(CorrectHand, decide=True, **bad) == "bad-seats"
    evening.do(CorrectHand, decide=True, **right)
    assert evening.score().hands[0].seats == tuple("AECD")
    assert {row.person: row.hands for row in standings(evening.night)} == {
        **dict.fromkeys("ACDE", 1),
        "B": 0,
    }
    # A later correction keeps them.
    evening.do(CorrectHand, by="E", entry=written(points=80), reason="no", **FIRST)
    evening.do(ConfirmHand, by="A", **FIRST)
    assert evening.score().hands[0].seats == tuple("AECD")
    trail = evening.night.rounds[0].games[1].hands[0].versions
    assert ["".join(version.seats) for version in trail] == ["ABCD", "AECD", "AECD"]


def test_a_hand_that_was_written_twice_is_struck_out() -> None:
    evening = at_table("ABCD")
    evening.hand("A", dealer="A", points=40, confirm="B")
    evening.hand("A", points=40, confirm="B")
    evening.hand("A", points=80, confirm="B")
    assert (evening.levels(), evening.score().dealer) == ("10 8 10 8", 1)
    evening.do(CorrectHand, by="A", entry=written(void=True), reason="twice", **SECOND)
    assert evening.levels() == "10 8 10 8"
    evening.do(ConfirmHand, by="B", **SECOND)
    assert evening.levels() == "9 8 9 8"
    second, third = evening.score().hands[1:]
    assert second.void and not second.counts
    # Now it was the other who should have dealt the third.
    assert third.counts and third.otherwise
    assert [row.hands for row in standings(evening.night)] == [2] * 4
    evening.do(EndRound)
    assert [one.number for one in results_of_night(evening.night)] == [1, 2]


def test_an_organiser_decides_alone_and_says_why() -> None:
    evening = at_table("ABCD")
    evening.hand("A", dealer="A", points=40)
    decide = {"entry": written(points=80), "decide": True, **FIRST}
    assert evening.refuses(CorrectHand, by="A", reason="so it was", **decide) == "organisers-only"
    assert evening.refuses(CorrectHand, **decide) == "say-why"
    evening.do(CorrectHand, reason="the table was asked", **decide)
    assert counts(evening)
    assert evening.score().hands[0].points == 80
    assert evening.night.rounds[0].games[1].hands[0].versions[-1].decided


def test_a_hand_after_a_match_that_was_won_before_counts_nothing() -> None:
    evening = at_table("ABCD")
    for points in (0, 0):
        evening.hand("A", dealer="AC"[evening.score().dealer == 2], points=points, confirm="B")
    assert evening.levels() == "A 8 A 8"
    evening.hand("A", points=80, confirm="B")
    evening.hand("A", points=40, confirm="B")
    evening.do(CorrectHand, entry=written(points=75), reason="tricks", decide=True, hand=3, **PLACE)
    assert evening.score().winners == (0, 2)
    assert [hand.beyond for hand in evening.score().hands] == [False, False, False, True]
    assert evening.night.rounds[0].games[1].ended is not None
    # It was right at first: the match goes on.
    evening.do(CorrectHand, entry=written(points=80), reason="oh", decide=True, hand=3, **PLACE)
    assert evening.score().winners == ()
    assert evening.night.rounds[0].games[1].ended is None


def test_a_match_does_not_go_on_when_its_people_play_elsewhere() -> None:
    evening = Evening(people="ABCDEFGH")
    evening.draw("ABCD", "EFGH")
    for points in (0, 0, 75):
        dealer = "" if evening.score().hands else "A"
        evening.hand("A", dealer=dealer, points=points, confirm="B")
    assert evening.score().winners == (0, 2)
    evening.do(Leave, by="E", person="E")
    evening.do(Replace, table=2, person="E", substitute="A")
    entry = written(points=80)
    evening.do(CorrectHand, entry=entry, reason="tricks", decide=True, hand=3, **PLACE)
    assert evening.score().winners == ()
    assert evening.night.rounds[0].games[1].ended is not None


def test_who_was_replaced_speaks_for_their_own_hands() -> None:
    evening = Evening(people="ABCDE")
    evening.draw("ABCD", out="E")
    evening.hand("A", dealer="A", points=40)
    evening.do(Replace, table=1, person="B", substitute="E")
    assert evening.refuses(ConfirmHand, by="E", **FIRST) == "not-in-hand"
    evening.do(ConfirmHand, by="B", **FIRST)
    assert (
        evening.refuses(EnterHand, by="B", entry=written(points=40), **SECOND) == "not-your-table"
    )


def test_after_the_night_an_organiser_still_corrects() -> None:
    evening = at_table("ABCD")
    evening.hand("A", dealer="A", points=40)
    evening.do(EndRound, unconfirmed=True)
    evening.do(EndNight)
    evening.do(ConfirmHand, by="B", **FIRST)
    assert (
        evening.refuses(CorrectHand, by="A", entry=written(points=0), reason="x", **FIRST)
        == "night-over"
    )
    evening.do(CorrectHand, entry=written(points=0), reason="the sheet", decide=True, **FIRST)
    assert evening.levels() == "J 8 J 8"


def test_a_phone_sends_again_what_it_kept_and_nothing_happens_twice() -> None:
    evening = at_table("ABCD")
    kept: list[Command] = [
        EnterHand(id="p1", by="A", entry=written(dealer="A", points=40), **FIRST),
        EnterHand(id="p2", by="A", entry=written(points=40), **SECOND),
    ]
    for command in kept:
        events = evening.night.do(command, evening.now)
        assert isinstance(events, tuple) and len(events) == 1
    assert [evening.night.do(command, evening.now) for command in kept] == [(), ()]
    assert len(evening.score().hands) == 2


def test_what_an_organiser_writes_from_a_signed_sheet_counts_at_once() -> None:
    """At a table without phones there is nobody to confirm it."""
    evening = at_table()
    place = {"round": 1, "table": 1, "hand": 1}
    entry = written(dealer="A", points=0)
    assert evening.refuses(EnterHand, by="A", entry=entry, decide=True, **place) == (
        "organisers-only"
    )
    evening.do(EnterHand, entry=entry, decide=True, **place)
    hand = evening.night.rounds[0].games[1].hands[0]
    assert (hand.confirmed, hand.waits, hand.versions[0].decided) == (True, False, True)
    assert evening.night.unconfirmed(1) == []
    assert evening.read_again() == evening.night
    # Those who play there can still correct it, and then both sides confirm.
    evening.do(CorrectHand, by="A", entry=written(points=20), reason="miscounted", **place)
    assert evening.night.unconfirmed(1) == [(1, 1)]
