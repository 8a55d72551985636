"""Rounds: seatings, clocks, replacements and merges."""

from __future__ import annotations

from datetime import timedelta

import pytest

from shengji.nights import (
    Announce,
    CancelRound,
    ChangePlaces,
    ChangeSettings,
    CheckIn,
    DrawRound,
    EndNight,
    EndRound,
    EndTable,
    EnterHand,
    Leave,
    MergeTables,
    NightSettings,
    OpenNight,
    PairUp,
    ProlongClock,
    Reopen,
    Replace,
    ResumeClock,
    SetOrganisers,
    StartRound,
    StopClock,
    WithdrawAnnouncement,
)
from shengji.nights.state import MINUTE
from tests.nights.kit import REAL, Evening, at_table, written


def test_everybody_here_has_one_place() -> None:
    evening = Evening(people="ABCDE")
    draw = evening.refuses
    assert draw(DrawRound, tables=(tuple("ABCD"),)) == "forgotten"
    assert draw(DrawRound, tables=(tuple("ABCA"),), sits_out=("D", "E")) == "seated-twice"
    assert draw(DrawRound, tables=(tuple("ABCX"),), sits_out=("D", "E")) == "not-here"
    assert draw(DrawRound, tables=(), sits_out=tuple("ABCDE")) == "no-tables"
    assert draw(DrawRound, tables=(tuple("ABCDE"),)) == "table-size"
    assert draw(DrawRound, by="A", tables=(tuple("ABCD"),), sits_out=("E",)) == "organisers-only"
    evening.draw("ABCD", out="E")
    assert evening.night.rounds[0].games[1].seats == tuple("ABCD")
    assert evening.night.rounds[0].sits_out == ("E",)
    assert draw(DrawRound, tables=(tuple("ABCD"),), sits_out=("E",)) == "round-runs"


def test_there_are_only_so_many_tables_and_rounds() -> None:
    evening = Evening(NightSettings(tables=1, rounds=1), "ABCDEFGH")
    two = (tuple("ABCD"), tuple("EFGH"))
    assert evening.refuses(DrawRound, tables=two) == "too-few-tables"
    assert evening.refuses(DrawRound, tables=two, numbers=(1, 1)) == "table-numbers"
    evening.draw("ABCD", out="EFGH")
    assert evening.refuses(EndNight) == "round-runs"
    evening.do(EndRound)
    assert evening.refuses(DrawRound, tables=two[:1], sits_out=tuple("EFGH")) == "rounds-over"
    evening.do(ChangeSettings, settings=NightSettings(rounds=2))
    evening.draw("ABCD", "EFGH")
    assert evening.refuses(ChangeSettings, settings=NightSettings(rounds=1)) == "rounds-played"


def test_partners_who_were_chosen_sit_opposite_each_other() -> None:
    evening = Evening(NightSettings(partners="chosen"), "ABCDE")
    evening.do(PairUp, one="A", other="B")
    assert evening.refuses(DrawRound, tables=(tuple("ABCD"),), sits_out=("E",)) == "partners-apart"
    assert evening.refuses(DrawRound, tables=(tuple("ACED"),), sits_out=("B",)) == "partners-apart"
    evening.draw("ACBD", out="E")


def test_some_tables_have_real_cards_and_some_are_casual() -> None:
    settings = NightSettings(real_cards=(2,), casual=(3,), error_levels=1)
    evening = Evening(settings, "ABCDEFGHIJKL")
    evening.draw("ABCD", "EFGH", "IJKL")
    games = evening.night.rounds[0].games
    assert [game.cards for game in games.values()] == ["online", "real", "online"]
    assert [game.rated for game in games.values()] == [True, True, False]
    assert [game.casual for game in games.values()] == [False, False, True]
    # What was drawn stays as it was when settings change.
    evening.do(ChangeSettings, settings=NightSettings(rated=False))
    assert games[1].rated and games[1].error_levels == 1


def test_five_play_friends_and_six_friends_or_teams() -> None:
    larger = NightSettings(uneven="larger-tables", six_play="teams", real_cards="all")
    evening = Evening(larger, "ABCDEFGHIJK")
    evening.draw("ABCDE", "FGHIJK")
    five, six = (game.played for game in evening.night.rounds[0].games.values())
    assert (five.players, five.teams, five.first_level.value) == (5, "friends", "8")
    assert (six.players, six.teams, six.deck_count) == (6, "fixed", 3)
    assert NightSettings(uneven="larger-tables").rules_for(6).teams == "friends"


def test_five_sit_at_no_table_without_rules_for_five() -> None:
    teams: dict[str, object] = {"preset": "zhang-2021"}
    evening = Evening(NightSettings(friends_rules=teams, rounds=None), "ABCDEFGHI")
    seats = (tuple("ABCDE"), tuple("FGHI"))
    assert evening.refuses(DrawRound, tables=seats, larger=True) == "table-size"

    # A table that was drawn keeps its rules, whatever is set later.
    evening.do(ChangeSettings, settings=NightSettings(rounds=None))
    evening.do(DrawRound, tables=seats, larger=True)
    evening.do(ChangeSettings, settings=NightSettings(friends_rules=teams, rounds=None))
    evening.do(ChangePlaces, one="A", other="F")
    assert evening.night.rounds[0].games[1].seats == tuple("FBCDE")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rounds": 0}, "rounds is 0"),
        ({"tables": 2, "real_cards": (3,)}, "real_cards names table 3"),
        ({"casual": (0,)}, "casual names table 0"),
        ({"error_points": 7}, "fives"),
        ({"rules": {"preset": "six-player"}}, "play 6; choose others"),
        ({"rules": {"decks": 9}}, "what 4 play cannot be played"),
        ({"title": "x" * 121}, "120"),
    ],
)
def test_settings_that_cannot_be(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        NightSettings(**wrong)  # type: ignore[arg-type]


def test_the_clock_runs_stands_still_and_is_prolonged_at_a_table() -> None:
    evening = Evening(people="ABCDEFGH")
    evening.draw("ABCD", "EFGH")
    found = evening.night.rounds[0]
    assert evening.refuses(ProlongClock, minutes=5) == "no-clock"
    assert found.ends_at(1) is None
    evening.do(StartRound, minutes=30)
    start = evening.at
    assert evening.refuses(StartRound) == "clock-runs"
    evening.do(ProlongClock, minutes=5, table=2, reason="a chair broke")
    assert found.ends_at(1) == start + 30 * MINUTE
    assert found.ends_at(2) == start + 35 * MINUTE
    evening.do(ProlongClock, minutes=10)
    evening.do(ProlongClock, minutes=-1, table=1)
    assert found.ends_at(1) == start + 39 * MINUTE
    assert evening.refuses(ProlongClock, minutes=0) == "minutes"
    assert evening.refuses(ProlongClock, minutes=5, table=3) == "no-table"
    assert evening.refuses(ResumeClock) == "clock-runs"
    evening.do(StopClock)
    left = found.left_at(1, evening.at)
    evening.now += timedelta(minutes=7)
    assert found.left_at(1, evening.at) == left
    assert evening.refuses(StopClock) == "clock-stands"
    evening.do(ResumeClock)
    assert found.left_at(1, evening.at) == left


def test_a_round_without_a_clock() -> None:
    evening = at_table(settings=NightSettings(minutes=0))
    evening.do(StartRound)
    assert evening.night.rounds[0].left_at(1, evening.at) is None
    assert evening.refuses(StopClock) == "no-clock"


def test_a_seating_is_cancelled_before_a_hand_was_played() -> None:
    evening = at_table()
    evening.do(CancelRound, round=1, reason="Ed came late")
    assert evening.night.rounds == []
    evening.do(CheckIn, by="E", person="E", name="E")
    evening.draw("ABCE", out="D")
    evening.hand(dealer="A", points=40)
    assert evening.refuses(CancelRound, round=1) == "hands-played"
    assert evening.refuses(CancelRound, round=2) == "no-such-round"


def test_somebody_takes_the_place_of_another_in_a_round() -> None:
    evening = Evening(people="ABCDEF")
    evening.draw("ABCD", out="EF")
    evening.do(Replace, table=1, person="D", substitute="F")
    assert evening.night.rounds[0].sits_out == ("E", "D")
    evening.hand(dealer="A", points=40, confirm="B")
    evening.do(Leave, by="B", person="B")
    assert evening.refuses(Replace, table=1, person="B", substitute="C") == "plays-elsewhere"
    assert evening.refuses(Replace, table=1, person="X", substitute="E") == "not-at-table"
    assert evening.refuses(Replace, table=2, person="B", substitute="E") == "no-table"
    evening.do(Replace, table=1, person="B", substitute="E")
    evening.hand("E", points=80, confirm="C")
    # What was played before stays theirs who played it; the match goes on.
    first, second = evening.score().hands
    assert (first.seats, second.seats) == (tuple("ABCF"), tuple("AECF"))
    assert evening.levels() == "9 8 9 8"


def test_a_replacement_between_rounds_is_another_seating() -> None:
    evening = at_table("ABCD")
    evening.do(EndRound)
    evening.do(Leave, by="D", person="D")
    evening.do(CheckIn, by="E", person="E", name="E")
    evening.draw("ABCE")
    assert evening.levels() == "8 8 8 8"


def test_tables_are_merged_before_they_have_played() -> None:
    evening = Evening(people="ABCDEFGHI")
    evening.draw("ABCD", "EFGH", out="I")
    for person in "AGH":
        evening.do(Leave, by=person, person=person)
    assert evening.refuses(MergeTables, tables=(1,), seats=tuple("BCDE")) == "merge-two"
    assert evening.refuses(MergeTables, tables=(1, 3), seats=tuple("BCDE")) == "no-table"
    assert evening.refuses(MergeTables, tables=(1, 2), seats=tuple("ABCD")) == "not-free"
    assert evening.refuses(MergeTables, tables=(1, 2), seats=tuple("BCD")) == "table-size"
    assert evening.refuses(MergeTables, tables=(1, 2), seats=tuple("BCDB")) == "seated-twice"
    evening.do(MergeTables, tables=(1, 2), seats=tuple("BIDE"))
    assert list(evening.night.rounds[0].games) == [1]
    assert evening.night.rounds[0].games[1].seats == tuple("BIDE")
    assert evening.night.rounds[0].sits_out == ("C", "F")
    evening.hand("B", dealer="B", points=40)
    assert evening.night.rounds[0].games[1].hands[0].seats == tuple("BIDE")


def test_whoever_changed_tables_sits_out_once_when_both_are_merged() -> None:
    evening = Evening(people="ABCDEFGH")
    evening.draw("ABCD", "EFGH")
    evening.do(EndTable, table=1, reason="late")
    evening.do(Replace, table=2, person="E", substitute="A")
    evening.do(MergeTables, tables=(1, 2), seats=tuple("BCFG"))
    assert sorted(evening.night.rounds[0].sits_out) == list("ADEH")


def test_whoever_left_during_a_cancelled_round_sits_out_once_in_the_one_before() -> None:
    evening = Evening(people="ABCDE")
    evening.draw("ABCD", out="E")
    evening.do(EndRound)
    evening.draw("ABCD", out="E")
    evening.do(Leave, by="E", person="E")
    evening.do(CancelRound, round=2)
    evening.do(Reopen)
    evening.do(CheckIn, by="E", person="E", name="E")
    assert evening.night.rounds[0].sits_out == ("E",)


def test_two_people_change_places_before_they_have_played() -> None:
    evening = Evening(people="ABCDEFGHI")
    assert evening.refuses(ChangePlaces, one="A", other="B") == "no-round"
    evening.draw("ABCD", "EFGH", out="I")
    for one, other in ("AA", "AX", "XA"):
        assert evening.refuses(ChangePlaces, one=one, other=other) == "swap-two"
    assert evening.refuses(ChangePlaces, by="A", one="A", other="B") == "organisers-only"
    evening.do(StartRound)
    for one, other in ("AE", "BC", "IH"):
        evening.do(ChangePlaces, one=one, other=other)
    found = evening.night.rounds[0]
    assert ["".join(game.seats) for game in found.games.values()] == ["ECBD", "AFGI"]
    assert (found.sits_out, found.started is not None) == (("H",), True)
    evening.do(Leave, by="H", person="H")
    assert evening.refuses(ChangePlaces, one="H", other="A") == "swap-two"
    evening.do(Leave, by="F", person="F")
    assert evening.refuses(ChangePlaces, one="F", other="E") == "not-here"
    evening.hand("E", dealer="E", points=40)
    assert evening.refuses(ChangePlaces, one="A", other="D") == "hands-at-table"
    assert evening.read_again() == evening.night


def test_partners_who_were_chosen_stay_together_when_places_are_changed() -> None:
    evening = Evening(NightSettings(partners="chosen"), "ABCDE")
    evening.do(PairUp, one="A", other="B")
    evening.draw("ACBD", out="E")
    assert evening.refuses(ChangePlaces, one="B", other="C") == "partners-apart"
    assert evening.refuses(ChangePlaces, one="E", other="B") == "partners-apart"
    evening.do(ChangePlaces, one="A", other="B")
    evening.do(ChangePlaces, one="D", other="E")
    assert evening.night.rounds[0].games[1].seats == tuple("BCAE")


def test_a_table_that_has_played_is_not_merged() -> None:
    evening = Evening(people="ABCDEFGH")
    evening.draw("ABCD", "EFGH")
    evening.hand(dealer="A", points=40)
    assert evening.refuses(MergeTables, tables=(1, 2), seats=tuple("ABEF")) == "hands-at-table"
    # It stops instead, and its people are free for the places of others.
    assert evening.refuses(EndTable, by="E", table=1, reason="late") == "not-your-table"
    assert evening.refuses(EndTable, by="A", table=1) == "say-why"
    evening.do(EndTable, by="A", table=1, reason="Bo had to go")
    evening.do(Leave, by="E", person="E")
    evening.do(Replace, table=2, person="E", substitute="A")
    assert evening.night.rounds[0].games[2].seats == tuple("AFGH")
    assert evening.refuses(Replace, table=1, person="B", substitute="C") == "table-over"


def test_a_round_does_not_end_while_hands_wait_unless_it_is_wanted() -> None:
    evening = at_table()
    evening.hand(dealer="A", points=40)
    assert evening.refuses(EndRound) == "unconfirmed"
    assert evening.night.unconfirmed(1) == [(1, 1)]
    evening.do(EndRound, unconfirmed=True)
    # A phone without a network may still bring what was played.
    place = {"round": 1, "table": 1}
    evening.do(EnterHand, by="B", hand=1, entry=written(dealer="A", points=40), **place)
    evening.do(EnterHand, by="B", hand=2, entry=written(points=80), **place)
    assert [hand.confirmed for hand in evening.score().hands] == [True, False]


def test_what_was_ended_by_mistake_goes_on() -> None:
    evening = Evening(people="ABCDEFGHIJKL")
    assert evening.refuses(Reopen) == "nothing-ended"
    evening.draw("ABCD", "EFGH", "IJKL")
    evening.do(StartRound)
    evening.do(EndTable, by="E", table=2, reason="tired")
    for points in (0, 0, 75):
        dealer = "" if evening.score(3).hands else "I"
        evening.hand("I", dealer=dealer, points=points, confirm="J", table=3)
    evening.do(EndRound)
    evening.do(EndNight)
    assert evening.refuses(Reopen, by="A") == "organisers-only"
    evening.do(Reopen)
    assert evening.night.ended is None
    evening.do(Reopen)
    running = evening.night.running
    assert running is not None and running.started is not None
    # Who had stopped before has stopped still.
    assert [game.ended is None for game in running.games.values()] == [True, False, False]
    evening.do(EndRound)


def test_who_runs_the_night_can_be_changed_and_all_can_be_told_something() -> None:
    evening = Evening(people="A")
    assert evening.refuses(SetOrganisers, organisers=()) == "no-organiser"
    assert evening.refuses(SetOrganisers, organisers=("A",)) == "organiser-stays"
    evening.do(SetOrganisers, organisers=("org", "A"))
    evening.do(SetOrganisers, by="A", organisers=("A",))
    assert evening.refuses(Announce, text="Tea!") == "organisers-only"
    assert evening.refuses(Announce, by="A", text="  ") == "no-text"
    assert evening.refuses(Announce, by="A", text="Tea!", table=1) == "no-table"
    for person in "BCD":
        evening.do(CheckIn, by=person, person=person, name=person)
    evening.do(DrawRound, by="A", tables=(tuple("ABCD"),))
    assert evening.refuses(Announce, by="A", text="Tea!", table=2) == "no-table"
    evening.do(Announce, by="A", text=" Tea! ", table=1)
    said = evening.night.announcements[0]
    assert (said.text, said.table, said.by) == ("Tea!", 1, "A")


def test_a_night_is_made_once_and_by_somebody() -> None:
    evening = Evening()
    assert evening.night.opened == evening.at
    assert evening.night.organisers == ("org",)
    assert evening.refuses(OpenNight, night="n2", settings=REAL) == "already-open"
    assert evening.refuses(Announce, id="", text="Tea!") == "no-id"


def test_an_announcement_that_is_over_is_taken_off_and_the_others_stay() -> None:
    evening = Evening()
    for text in ("Welcome", "Tea", "Tea"):
        evening.do(Announce, text=text)
    tea = evening.night.announcements[1].command
    assert evening.refuses(WithdrawAnnouncement, by="A", announced=tea) == "organisers-only"
    evening.do(EndNight)
    evening.do(WithdrawAnnouncement, announced=tea)
    assert [said.text for said in evening.night.announcements] == ["Welcome", "Tea"]
    assert evening.refuses(WithdrawAnnouncement, announced=tea) == "no-such-announcement"
    assert evening.read_again() == evening.night
