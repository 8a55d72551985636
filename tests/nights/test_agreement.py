"""Hands count for ratings when those who played them stand behind them (docs/ratings.md)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from shengji.cards import Rank
from shengji.nights import (
    ChangePlaces,
    CheckIn,
    ClaimGuest,
    ConfirmHand,
    CorrectHand,
    DisputeHand,
    DrawRound,
    EndNight,
    EndRound,
    EnterHand,
    Event,
    HandEntry,
    Night,
    NightLack,
    NightSettings,
    OnlineHand,
    Reopen,
    Replace,
    ReportHand,
    RuleHand,
    Ruling,
    SetOrganisers,
    results_of_night,
)
from shengji.nights.acts.act import SERVER
from tests.nights import kit
from tests.nights.kit import EVENING, ORGANISER, REAL, Evening

FIRST: dict[str, Any] = {"round": 1, "table": 1, "hand": 1}
PLACE: dict[str, Any] = {"round": 1, "table": 1}
ALONE: dict[str, Any] = {"trusted": False}
"""As an organiser whom the site has given no role."""


def come(evening: Evening, people: str, *, guests: str = "") -> None:
    for one in people:
        account = "" if one in guests else one
        evening.do(CheckIn, by=one, person=one, name=one, account=account)


def at_table(*, guests: str = "", settings: NightSettings = REAL, trusted: bool = False) -> Evening:
    """Four people at a table, which an organiser has drawn."""
    evening = Evening(settings)
    come(evening, "ABCD", guests=guests)
    evening.do(DrawRound, tables=(tuple("ABCD"),), trusted=trusted)
    return evening


def written(**entry: Any) -> HandEntry:
    return kit.written(**{"dealer": "A", "points": 0, **entry})


def lack(evening: Evening, hand: int = 1) -> NightLack | None:
    return evening.night.rounds[0].games[1].hands[hand - 1].lack


def rated(evening: Evening) -> list[tuple[float, ...]]:
    """The scores of what counts for ratings, from the events as they are stored."""
    night = evening.read_again()
    assert night == evening.night
    return [one.scores for one in results_of_night(night)]


def test_what_an_organiser_decides_alone_changes_no_rating() -> None:
    evening = at_table()
    for hand in range(1, 4):
        place = {**PLACE, "hand": hand}
        entry = kit.written(dealer="A" if hand == 1 else "", points=0)
        evening.do(EnterHand, entry=entry, decide=True, **ALONE, **place)
    assert evening.score().winners == (0, 2), "it counts for the standings"
    evening.do(EndRound)
    assert rated(evening) == []
    assert lack(evening) == NightLack("side", ("A", "C", "B", "D"))
    # One side more is not enough; the other side is asked.
    evening.do(ConfirmHand, by="A", **FIRST)
    evening.do(ConfirmHand, by="C", **FIRST)
    assert (rated(evening), lack(evening)) == ([], NightLack("side", ("B", "D")))


def test_who_has_only_checked_in_is_rated_by_nobody_elses_word() -> None:
    evening = at_table()
    evening.hand("A", dealer="A", points=0, confirm="B")
    evening.do(EndRound)
    assert (rated(evening), lack(evening)) == ([], NightLack("hand", ("C", "D")))
    evening.do(ConfirmHand, by="C", **FIRST)
    assert (rated(evening), lack(evening)) == ([], NightLack("hand", ("D",)))
    evening.do(ConfirmHand, by="D", **FIRST)
    assert (rated(evening), lack(evening)) == ([(1.0, 0.0)], None)


def test_who_was_heard_of_once_at_a_table_need_not_confirm_each_hand() -> None:
    evening = at_table()
    evening.hand("A", dealer="A", points=0, confirm="B")
    evening.hand("C", points=40, confirm="D")
    assert [lack(evening, hand) for hand in (1, 2)] == [None, None]
    evening.hand("A", points=40, confirm="B")
    evening.do(EndRound)
    assert rated(evening) == [(1.0, 0.0), (4 / 6, 1 - 4 / 6), (4 / 6, 1 - 4 / 6)]


def test_guests_are_rated_where_an_organiser_of_the_site_seats_them() -> None:
    for trusted in (False, True):
        evening = at_table(guests="D", trusted=trusted)
        evening.hand("A", dealer="A", points=0, confirm="B")
        evening.do(EndRound)
        assert len(rated(evening)) == trusted
        assert lack(evening) == (None if trusted else NightLack("account", ("D",)))
        # Whoever sees how it ended before making an account does not choose what is rated.
        evening.do(ClaimGuest, by=SERVER, person="D", account="D")
        for one in "CD":
            evening.do(ConfirmHand, by=one, **FIRST)
        assert len(rated(evening)) == trusted


def test_an_organiser_of_the_site_decides_where_they_do_not_play() -> None:
    evening = at_table(guests="CD")
    evening.do(EnterHand, entry=written(), decide=True, **ALONE, **FIRST)
    evening.do(SetOrganisers, organisers=(ORGANISER, "A", "E"))
    # Whoever plays there decides for the standings, and is a side for ratings.
    again = {"reason": "asked", "decide": True, **FIRST}
    evening.do(CorrectHand, by="A", trusted=True, entry=written(points=5), **again)
    assert lack(evening) == NightLack("side", ("B", "D"))
    # Another has no part in it: with them it is rated at once, or when they confirm it.
    evening.do(ConfirmHand, by="E", trusted=True, **FIRST)
    assert lack(evening) is None
    evening.do(CorrectHand, by="E", trusted=False, entry=written(points=80), **again)
    assert lack(evening) is not None
    evening.do(EndRound)
    assert rated(evening) == [(5 / 6, 1 - 5 / 6)], "as it was decided last by somebody who may"
    # Given the role, they decide the same once more.
    evening.do(CorrectHand, by="E", trusted=True, entry=written(points=80), **again)
    assert rated(evening) == [(0.5, 0.5)]


def test_whoever_sits_down_at_the_table_vouches_for_nobody_there() -> None:
    evening = Evening(REAL)
    come(evening, "ABCD" + "O", guests="ABCD")
    evening.do(SetOrganisers, organisers=(ORGANISER, "O"))
    evening.do(DrawRound, by="O", trusted=True, tables=(tuple("ABCD"),), sits_out=("O",))
    evening.hand("A", dealer="A", points=0, confirm="B")
    assert lack(evening) is None
    evening.do(Replace, by="O", table=1, person="D", substitute="O")
    evening.hand("A", points=0, confirm="B")
    assert lack(evening, 2) == NightLack("account", ("A", "B", "C"))
    evening.do(ConfirmHand, by="O", trusted=True, **{**FIRST, "hand": 2})
    assert lack(evening, 2) == NightLack("account", ("A", "B", "C"))


def test_a_correction_is_rated_when_those_who_played_agree() -> None:
    evening = at_table()
    evening.hand("A", dealer="A", points=0, confirm="B")
    for one in "CD":
        evening.do(ConfirmHand, by=one, **FIRST)
    evening.do(EndRound)
    evening.do(EndNight)
    wrong = {"entry": written(points=200), "reason": "so it was", "decide": True}
    evening.do(CorrectHand, **wrong, **ALONE, **FIRST)
    assert evening.score().hands[0].points == 200, "the standings follow"
    assert rated(evening) == [(1.0, 0.0)]
    evening.do(ConfirmHand, by="A", **FIRST)
    evening.do(ConfirmHand, by="B", **FIRST)
    assert rated(evening) == [(0.0, 1.0)]


def test_a_hand_in_dispute_is_not_rated() -> None:
    evening = at_table(trusted=True)
    evening.hand("A", dealer="A", points=0)
    evening.do(DisputeHand, by="B", reason="it was 5", **FIRST)
    evening.do(ConfirmHand, by="D", **FIRST)
    evening.do(EndRound, unconfirmed=True)
    assert rated(evening) == [] and lack(evening) == NightLack("waits", ())
    evening.do(ConfirmHand, by=ORGANISER, **FIRST)
    assert rated(evening) == [(1.0, 0.0)]


@pytest.mark.parametrize("hours", [23, 25])
def test_nothing_changes_ratings_long_after_a_table_has_stopped(hours: int) -> None:
    """Ratings of others rest on it by then."""
    evening, in_time = at_table(trusted=True), hours < 24
    evening.hand("A", dealer="A", points=0, confirm="B")
    evening.hand("A", points=0)
    evening.do(EndRound, unconfirmed=True)
    evening.do(EndNight)
    evening.now += timedelta(hours=hours)
    evening.do(ConfirmHand, by="B", **{**FIRST, "hand": 2})
    wrong = {"entry": written(points=80), "reason": "the sheet", "decide": True}
    evening.do(CorrectHand, **wrong, **FIRST)
    assert rated(evening) == ([(0.5, 0.5), (1.0, 0.0)] if in_time else [(1.0, 0.0)])
    assert [lack(evening, hand) for hand in (1, 2)] == (
        [None, None] if in_time else [NightLack("late", ()), NightLack("late", ())]
    )


def test_a_round_that_goes_on_again_gives_no_more_time_and_takes_nothing_back() -> None:
    evening = at_table(trusted=True)
    evening.hand("A", dealer="A", points=0, confirm="B")
    evening.do(EndRound)
    ended = evening.now
    evening.do(Reopen)
    assert rated(evening) == [(1.0, 0.0)]
    evening.now += timedelta(hours=25)
    evening.hand("A", points=0, confirm="B")
    evening.do(EndRound)
    assert rated(evening) == [(1.0, 0.0)] and lack(evening, 2) == NightLack("late", ())
    assert [one.at for one in results_of_night(evening.night)] == [ended]


def told(**more: Any) -> OnlineHand:
    fields: dict[str, Any] = {
        "dealer": "A",
        "declarers": ("A", "C"),
        "rank": Rank.EIGHT,
        "points": 35,
        "winner": "declarers",
        "levels": 2,
        "levels_after": (Rank.TEN, Rank.EIGHT) * 2,
        "absent": (),
    }
    return OnlineHand(**{**fields, **more})


def test_hands_of_the_server_are_rated_where_people_have_played_them() -> None:
    online = NightSettings()
    for guests, absent, wanted in (
        ("", (), None),
        ("", ("B",), NightLack("bot", ("B",))),
        ("D", (), NightLack("account", ("D",))),
    ):
        evening = at_table(settings=online, guests=guests)
        evening.do(ReportHand, by=SERVER, result=told(absent=absent), **FIRST)
        evening.do(EndRound)
        assert (len(rated(evening)), lack(evening)) == (wanted is None, wanted)
        trusted = at_table(settings=online, guests=guests, trusted=True)
        trusted.do(ReportHand, by=SERVER, result=told(absent=absent), **FIRST)
        trusted.do(EndRound)
        assert len(rated(trusted)) == (not absent), "guests are known to who has seated them"


def test_a_ruling_changes_ratings_where_the_site_trusts_who_gives_it() -> None:
    evening = at_table(settings=NightSettings())
    evening.do(ReportHand, by=SERVER, result=told(), **FIRST)
    lost = {"ruling": Ruling(offender="A"), "reason": "heard", **FIRST}
    evening.do(RuleHand, **lost, **ALONE)
    evening.do(EndRound)
    assert evening.score().hands[0].winner == "opponents"
    assert (rated(evening), lack(evening)) == ([(5 / 6, 1 - 5 / 6)], NightLack("ruling", ()))
    evening.do(RuleHand, ruling=Ruling(), reason="of dinner", **FIRST, **ALONE)
    assert (rated(evening), lack(evening)) == ([(5 / 6, 1 - 5 / 6)], None)
    evening.do(RuleHand, **lost)
    assert (rated(evening), lack(evening)) == ([(0.5, 0.5)], None)
    evening.now += timedelta(hours=25)
    evening.do(RuleHand, ruling=Ruling(void=True), reason="late", **FIRST)
    assert (rated(evening), lack(evening)) == ([(0.5, 0.5)], NightLack("late", ()))


def test_rules_that_the_site_does_not_rate_leave_nothing() -> None:
    evening = Evening(REAL)
    come(evening, "ABCD")
    evening.do(DrawRound, tables=(tuple("ABCD"),), ratable=(6,))
    evening.do(EnterHand, entry=written(), decide=True, **FIRST)
    evening.do(EndRound)
    game = evening.night.rounds[0].games[1]
    assert rated(evening) == []
    assert (game.rated, game.unrated) == (False, "rules")
    assert len(evening.score().hands) == 1


def test_whole_matches_are_rated_where_all_their_hands_are() -> None:
    evening = at_table(trusted=True)
    for points in (0, 0, 0):
        evening.hand(dealer="" if evening.score().hands else "A", points=points, confirm="B")
    assert len(results_of_night(evening.night, counted="matches")) == 1
    other = at_table(trusted=True)
    for number in (1, 2, 3):
        entry = kit.written(dealer="A" if number == 1 else "", points=0)
        alone = ALONE if number == 2 else {}
        other.do(EnterHand, entry=entry, decide=True, **PLACE, hand=number, **alone)
    assert other.score().winners == (0, 2)
    assert results_of_night(other.night, counted="matches") == ()


def test_a_night_of_before_keeps_what_it_has_rated() -> None:
    """Its events do not say whom the site trusts, nor for whom a bot played."""
    evening = at_table(guests="D")
    evening.do(EnterHand, entry=written(), decide=True, **ALONE, **FIRST)
    evening.do(EndRound)
    stored = [msgspec.to_builtins(event) for event in evening.events]
    for event in stored:
        del event["trusted"]
    old = msgspec.convert(stored, list[Event])
    night = Night.of(old)
    assert [one.scores for one in results_of_night(night)] == [(1.0, 0.0)]
    # What is decided there now goes by what is asked now.
    wrong = CorrectHand(
        id="x", by=ORGANISER, entry=written(points=200), reason="so", decide=True, **FIRST
    )
    night.do(wrong, EVENING + timedelta(hours=1))
    assert [one.scores for one in results_of_night(night)] == [(1.0, 0.0)]
    online = at_table(settings=NightSettings(), guests="D")
    online.do(ReportHand, by=SERVER, result=told(absent=None), **FIRST)
    online.do(EndRound)
    stored = [msgspec.to_builtins(event) for event in online.events]
    for event in stored:
        del event["trusted"]
    night = Night.of(msgspec.convert(stored, list[Event]))
    assert [one.scores for one in results_of_night(night)] == [(5 / 6, 1 - 5 / 6)]


def test_changing_places_before_the_first_hand_changes_nothing_of_it() -> None:
    evening = at_table(trusted=True)
    evening.do(ChangePlaces, one="A", other="B")
    evening.hand("B", dealer="B", points=0, confirm="A")
    evening.do(EndRound)
    assert rated(evening) == [(1.0, 0.0)]


def test_a_hand_that_ended_just_before_the_night_is_heard_after_it() -> None:
    online = at_table(settings=NightSettings())
    online.do(EndRound)
    online.do(EndNight)
    online.do(ReportHand, by=SERVER, result=told(absent=None), **FIRST)
    assert rated(online) == [(5 / 6, 1 - 5 / 6)]
