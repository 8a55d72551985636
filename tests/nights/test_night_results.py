"""Results that a night leaves for ratings (Z16 §3)."""

from __future__ import annotations

from typing import Any

from shengji.cards import Rank
from shengji.nights import (
    CheckIn,
    ClaimGuest,
    ConfirmHand,
    CorrectHand,
    EndRound,
    MatchResult,
    NightSettings,
    OnlineHand,
    Replace,
    ReportHand,
    ReportMatch,
    results_of_night,
)
from shengji.nights.acts.act import SERVER
from shengji.ratings import hand_scale, match_scale, rebuild
from shengji.rules import Rules
from tests.nights.kit import REAL, Evening, at_table, written

PLACE: dict[str, Any] = {"round": 1, "table": 1}
NAMES = tuple(f"guest:n1:{person}" for person in "ABCD")


def test_z16_3_every_hand_is_a_result_of_individuals() -> None:
    """ "Game results will be tracked to compute Elo ratings for players who participate"."""
    evening = at_table()
    evening.hand("B", dealer="B", points=35, confirm="A")
    assert results_of_night(evening.night) == ()  # the table still plays
    evening.do(EndRound)
    (found,) = results_of_night(evening.night, season="spring")
    a, b, c, d = NAMES
    assert found.sides == ((b, d), (a, c))
    assert found.scores == (5 / 6, 1 - 5 / 6)
    assert (found.match, found.number, found.at) == ("n1-1-1", 1, evening.now)
    assert (found.pool, found.season, found.scale) == ("two-decks", "spring", hand_scale(Rules()))
    ratings = rebuild([found])
    assert ratings.of(b, "two-decks").value > 1500 > ratings.of(a, "two-decks").value


def test_a_correction_is_rated_as_if_it_had_always_been_so() -> None:
    evening, other = at_table(), at_table()
    evening.hand(dealer="A", points=0, confirm="B")
    other.hand(dealer="A", points=120, confirm="B")
    for one in (evening, other):
        one.do(EndRound)
    at = results_of_night(evening.night)[0].at
    correction = {"entry": written(points=120), "reason": "the sheet", **PLACE}
    evening.do(CorrectHand, by="A", hand=1, **correction)
    assert results_of_night(evening.night)[0].scores == (1.0, 0.0)
    evening.do(ConfirmHand, by="B", hand=1, **PLACE)
    # It has kept its place in the order of things.
    assert results_of_night(evening.night)[0].at == at
    assert rebuild(results_of_night(evening.night)).current == (
        rebuild(results_of_night(other.night)).current
    )


def test_what_is_not_confirmed_or_not_rated_is_left_out() -> None:
    evening = at_table()
    evening.hand(dealer="A", points=0)
    evening.do(EndRound, unconfirmed=True)
    assert results_of_night(evening.night) == ()
    friendly = at_table(settings=NightSettings(real_cards="all", rated=False))
    friendly.hand(dealer="A", points=0, confirm="B")
    friendly.do(EndRound)
    assert results_of_night(friendly.night) == ()


def test_a_guest_who_claims_takes_the_results_along() -> None:
    evening = Evening(REAL)
    evening.do(CheckIn, by="A", person="A", name="A", account="A")
    for person in "BCD":
        evening.do(CheckIn, person=person, name=person)
    evening.draw("ABCD")
    evening.hand(dealer="A", points=0, confirm="B")
    evening.do(EndRound)
    evening.do(ClaimGuest, by=SERVER, person="B", account="b1")
    assert results_of_night(evening.night)[0].sides == (("A", NAMES[2]), ("b1", NAMES[3]))


def test_hands_belong_to_those_who_have_played_them() -> None:
    evening = Evening(people="ABCDE")
    evening.draw("ABCD", out="E")
    evening.hand(dealer="A", points=0, confirm="B")
    evening.do(Replace, table=1, person="B", substitute="E")
    evening.hand(points=0, confirm="E")
    evening.hand(points=0, confirm="E")
    assert evening.score().winners == (0, 2)
    found = results_of_night(evening.night)
    assert [one.sides[1][0] for one in found] == [NAMES[1], "guest:n1:E", "guest:n1:E"]
    # As a whole match it is nobody's.
    assert results_of_night(evening.night, counted="matches") == ()


def test_whole_matches() -> None:
    evening = at_table()
    for _ in range(3):
        evening.hand(dealer="" if evening.score().hands else "A", points=0, confirm="B")
    (found,) = results_of_night(evening.night, counted="matches")
    assert found.sides == ((NAMES[0], NAMES[2]), (NAMES[1], NAMES[3]))
    assert (found.scores, found.scale) == ((1.0, 0.0), match_scale(Rules(), 7))


def online(*, played: bool = True) -> Evening:
    evening = Evening(NightSettings(), "ABCD")
    evening.draw("ABCD")
    if not played:
        return evening
    told = OnlineHand(
        dealer="A",
        declarers=("A", "C"),
        rank=Rank.EIGHT,
        points=35,
        winner="declarers",
        levels=2,
        levels_after=(Rank.TEN, Rank.EIGHT) * 2,
    )
    evening.do(ReportHand, by=SERVER, hand=1, result=told, **PLACE)
    return evening


def test_tables_of_the_server_are_rated_alike_or_left_out() -> None:
    evening = online()
    evening.do(EndRound)
    assert [one.scores for one in results_of_night(evening.night)] == [(5 / 6, 1 - 5 / 6)]
    assert results_of_night(evening.night, cards=["real"]) == ()


def test_who_leaves_a_match_of_the_server_has_lost_it() -> None:
    evening = online()
    evening.do(ReportMatch, by=SERVER, result=MatchResult(reason="agreed", left=("B",)), **PLACE)
    hand, match = results_of_night(evening.night)
    assert (hand.left, match.left) == ((), (NAMES[1],))
    assert match.sides == ((NAMES[0], NAMES[2]), (NAMES[1], NAMES[3]))
    assert match.scores == (1.0, 0.0)
    values = rebuild([match])
    assert values.of(NAMES[3], "two-decks").value == 1500  # who stayed loses nothing


def test_who_leaves_before_a_hand_is_over_leaves_nothing_to_be_rated() -> None:
    evening = online(played=False)
    evening.do(ReportMatch, by=SERVER, result=MatchResult(reason="agreed", left=("B",)), **PLACE)
    assert results_of_night(evening.night) == ()


def test_friends_are_rated_as_sides_of_a_hand() -> None:
    evening = at_table("ABCDE", NightSettings(uneven="larger-tables", real_cards="all"))
    evening.hand(dealer="A", declarers=("A", "C"), points=100, confirm="B")
    evening.do(EndRound)
    (found,) = results_of_night(evening.night)
    assert found.pool == "friends"
    assert [len(side) for side in found.sides] == [2, 3]
