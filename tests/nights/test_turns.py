"""Meetings of a night as it was played, and whose turn it is to sit out."""

from __future__ import annotations

from shengji.nights import (
    CheckIn,
    CorrectHand,
    EndRound,
    EndTable,
    HandEntry,
    Leave,
    NightSettings,
    Replace,
    draw_round,
)
from shengji.nights.meetings import meetings_in
from tests.nights.kit import Evening


def come(evening: Evening, people: str) -> None:
    for one in people:
        evening.do(CheckIn, by=one, person=one, name=one)


def go(evening: Evening, people: str) -> None:
    for one in people:
        evening.do(Leave, by=one, person=one)


def play(evening: Evening, *tables: str, out: str = "") -> None:
    evening.draw(*tables, out=out)
    evening.do(EndRound)


def test_who_was_there_all_evening_sits_out_in_turn() -> None:
    evening = Evening(people="ABCDE")
    play(evening, "ABCD", out="E")
    play(evening, "ABCE", out="D")
    met = meetings_in(evening.night)
    assert (met.sat_out, met.out_last) == ({"E": 1, "D": 1}, frozenset("D"))
    assert met.partnered == {("A", "C"): 2, ("B", "D"): 1, ("B", "E"): 1}


def test_who_comes_between_rounds_is_counted_as_those_who_sat_out_least() -> None:
    evening = Evening(people="ABCDE")
    play(evening, "ABCD", out="E")
    come(evening, "F")
    # Four have not sat out yet, and F has not either.
    assert meetings_in(evening.night).sat_out == {"E": 1}
    for out in ("DF", "CF", "BA"):
        seats = "".join(one for one in "ABCDEF" if one not in out)
        play(evening, seats, out=out)
    assert meetings_in(evening.night).sat_out == dict.fromkeys("ABCDE", 1) | {"F": 2}
    # All have by now: whoever comes does not pay for it alone.
    come(evening, "G")
    met = meetings_in(evening.night)
    assert met.sat_out == dict.fromkeys("ABCDEG", 1) | {"F": 2}
    drawn = draw_round(evening.night.here, seed=1, met=met).seating.out
    assert len(drawn) == 3 and not set(drawn) & {"F", "G"}, "G has met nobody, and F was out twice"


def test_who_comes_while_a_round_is_played_has_waited_in_it() -> None:
    evening = Evening(people="ABCD")
    evening.draw("ABCD")
    come(evening, "E")
    evening.do(EndRound)
    met = meetings_in(evening.night)
    assert (met.sat_out, met.out_last) == ({"E": 1}, frozenset("E"))


def test_who_was_away_has_no_debt_of_turns_and_keeps_those_they_had() -> None:
    evening = Evening(people="ABCDEF")
    play(evening, "ABCD", out="EF")
    go(evening, "AE")
    play(evening, "DCBF")
    come(evening, "AE")
    assert meetings_in(evening.night).sat_out == {"E": 1, "F": 1}
    go(evening, "A")
    play(evening, "CDEF", out="B")
    play(evening, "BDEF", out="C")
    play(evening, "BCEF", out="D")
    come(evening, "A")
    # All who were there have had a turn meanwhile, and A is one of them.
    assert meetings_in(evening.night).sat_out == dict.fromkeys("ABCDEF", 1)


def test_a_table_that_was_stopped_before_its_first_hand_was_a_turn() -> None:
    evening = Evening(people="ABCDEFGH")
    evening.draw("ABCD", "EFGH")
    evening.do(EndTable, by="A", table=1, reason="no cards")
    # One of its people plays in the place of another: they have not sat out.
    go(evening, "E")
    evening.do(Replace, table=2, person="E", substitute="A")
    evening.hand("A", dealer="A", points=40, confirm="F", table=2)
    evening.do(EndRound)
    met = meetings_in(evening.night)
    assert (met.sat_out, met.out_last) == (dict.fromkeys("BCD", 1), frozenset("BCD"))
    assert met.partnered == {("A", "G"): 1, ("F", "H"): 1}


def test_who_was_replaced_has_met_those_with_whom_they_played() -> None:
    evening = Evening(NightSettings(real_cards="all"), "ABCDE")
    evening.draw("ABCD", out="E")
    for number in range(2):
        dealer = "" if number else "A"
        evening.hand("A", dealer=dealer, points=40, confirm="B")
    evening.do(Replace, table=1, person="D", substitute="E")
    # Nobody has played with E yet; a hand that is struck out is none.
    assert ("B", "E") not in meetings_in(evening.night).partnered
    evening.hand("A", points=40, confirm="B")
    met = meetings_in(evening.night)
    assert met.partnered == {("A", "C"): 1, ("B", "D"): 1, ("B", "E"): 1}
    place = {"round": 1, "table": 1, "hand": 3}
    void = HandEntry(void=True)
    evening.do(CorrectHand, entry=void, reason="written twice", decide=True, **place)
    assert ("B", "E") not in meetings_in(evening.night).partnered
    assert meetings_in(evening.night).sat_out == {}
