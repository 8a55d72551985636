"""Hands of a table of the server that an organiser rules otherwise (Z21 §3.7.5, Z16 §4)."""

from __future__ import annotations

from typing import Any

import pytest

from shengji.cards import Rank
from shengji.game.events import Side
from shengji.nights import (
    EndNight,
    EndRound,
    MatchResult,
    NightSettings,
    OnlineHand,
    ReportHand,
    ReportMatch,
    RuleHand,
    Ruling,
    hand_rows,
    results_of_night,
    standings,
)
from shengji.nights.acts.act import SERVER
from shengji.nights.standings import match_winners
from tests.nights.kit import ORGANISER, Evening

PLACE: dict[str, Any] = {"round": 1, "table": 1}
SIGNALS = "said aloud what they held"


def told(dealer: str, rank: str, points: int, winner: Side, levels: int, after: str) -> OnlineHand:
    """A hand as a table of the server tells of it; `after` has the levels of A and B."""
    return OnlineHand(
        dealer=dealer,
        declarers=("A", "C") if dealer in "AC" else ("B", "D"),
        rank=Rank(rank),
        points=points,
        winner=winner,
        levels=levels,
        levels_after=tuple(map(Rank, after.split())) * 2,
    )


def online(**settings: Any) -> Evening:
    """A table of the server: A and C go up from 8 to J, and then the Opponents take over."""
    evening = Evening(NightSettings(**settings), "ABCD")
    evening.draw("ABCD")
    for number, hand in enumerate(
        (told("A", "8", 0, "declarers", 3, "J 8"), told("C", "J", 80, "opponents", 0, "J 8")), 1
    ):
        evening.do(ReportHand, by=SERVER, hand=number, result=hand, **PLACE)
    return evening


def rule(evening: Evening, hand: int = 1, why: str = "seen by all", **ruling: Any) -> None:
    evening.do(RuleHand, hand=hand, ruling=Ruling(**ruling), reason=why, **PLACE)


def result(evening: Evening, hand: int = 1) -> tuple[str, int, int]:
    found = evening.score().hands[hand - 1]
    return found.winner, found.levels, found.points


@pytest.mark.parametrize(
    ("offender", "found"),
    [("A", ("opponents", 0, 80)), ("C", ("opponents", 0, 80)), ("D", ("declarers", 3, 0))],
)
def test_z21_3_7_5_who_exposes_cards_to_a_partner_loses_the_hand_for_both(
    offender: str, found: tuple[str, int, int]
) -> None:
    """ "A player exposing cards illegally to communicate to one's partner" is what no program can
    see; "the offending player and their teammate automatically lose the hand" (Z21 §3.7.5): by as
    little as a hand can be lost, or by more where they had lost by more."""
    evening = online()
    rule(evening, offender=offender, offence=SIGNALS)
    assert result(evening) == found


def test_z21_3_7_5_the_levels_of_the_table_follow_and_a_house_adds_to_it() -> None:
    evening = online(error_points=40)
    rule(evening, offender="A")
    assert result(evening) == ("opponents", 1, 120)
    # What was played later stays as it was, at the rank at which it was played.
    assert evening.levels() == "8 9 8 9"
    assert [one.otherwise for one in evening.score().hands] == [False, True]
    evening = online(error_levels=2)
    rule(evening, hand=2, offender="A")
    assert evening.levels() == "9 8 9 8"


def test_a_ruling_is_taken_back_and_all_of_it_stays_in_the_log() -> None:
    evening = online()
    before = standings(evening.night)
    rule(evening, offender="C", offence=SIGNALS)
    assert standings(evening.night) != before
    rule(evening, why="they spoke of dinner")
    assert standings(evening.night) == before
    assert evening.levels() == "J 8 J 8"
    versions = evening.night.rounds[0].games[1].hands[0].versions
    assert [(one.by, one.reason) for one in versions] == [
        (SERVER, ""),
        (ORGANISER, "seen by all"),
        (ORGANISER, "they spoke of dinner"),
    ]
    assert evening.read_again() == evening.night


def test_ratings_and_rows_follow_a_ruling_also_when_the_night_is_over() -> None:
    evening = online()
    evening.do(EndRound)
    evening.do(EndNight)
    first = results_of_night(evening.night)[0]
    rule(evening, offender="A")
    ruled = results_of_night(evening.night)[0]
    assert (first.scores, ruled.scores) == ((1.0, 0.0), (0.5, 0.5))
    assert (ruled.match, ruled.number, ruled.at) == (first.match, first.number, first.at)
    row = hand_rows(evening.night)[0]
    assert (row["offender"], row["versions"]) == ("A", 2)


def test_another_result_or_none_at_all() -> None:
    evening = online()
    rule(evening, winner="declarers", levels=1)
    assert (result(evening), evening.levels()) == (("declarers", 1, 75), "9 8 9 8")
    rule(evening, void=True)
    assert evening.levels() == "8 8 8 8"
    evening.do(EndRound)
    assert len(results_of_night(evening.night)) == 1


def test_a_match_that_was_won_with_an_error_is_won_by_nobody() -> None:
    evening = Evening(NightSettings(), "ABCD")
    evening.draw("ABCD")
    for number, hand in enumerate(
        (
            told("A", "8", 0, "declarers", 3, "J 8"),
            told("C", "J", 0, "declarers", 3, "A 8"),
            told("A", "A", 75, "declarers", 1, "A 8"),
        ),
        1,
    ):
        evening.do(ReportHand, by=SERVER, hand=number, result=hand, **PLACE)
    evening.do(ReportMatch, by=SERVER, result=MatchResult(winners=("A", "C")), **PLACE)
    game = evening.night.rounds[0].games[1]
    assert match_winners(game) == ("A", "C")
    rule(evening, hand=3, offender="A")
    assert (match_winners(game), evening.levels()) == ((), "A 8 A 8")
    rule(evening, hand=3, why="not so")
    assert match_winners(game) == ("A", "C")
    # An earlier hand that they lose after all: they would not have been at the last level.
    rule(evening, hand=1, offender="A")
    assert match_winners(game) == ()
    rule(evening, hand=1, winner="declarers", levels=2)
    assert (match_winners(game), evening.levels()) == ((), "A 8 A 8")
    assert evening.score().hands[2].otherwise, "it was played at A, where they had come to K"


def test_what_is_refused() -> None:
    evening = online()

    def code(hand: int = 1, why: str = "x", by: str = ORGANISER, **ruling: Any) -> str:
        given = Ruling(**ruling)
        return evening.refuses(RuleHand, by=by, hand=hand, ruling=given, reason=why, **PLACE)

    assert code(by="A", offender="B") == "organisers-only"
    assert code(3, offender="B") == "no-such-hand"
    assert code(why=" ", offender="B") == "say-why"
    assert code(offender="X") == "not-at-table"
    assert code() == "nothing-new"
    assert code(winner="declarers") == "half-a-result"
    assert code(winner="declarers", levels=9) == "no-such-levels"
    assert code(offender="A", void=True) == "one-ruling"
    real = Evening(NightSettings(real_cards="all"), "ABCD")
    real.draw("ABCD")
    real.hand(dealer="A", points=0)
    place = {"hand": 1, "ruling": Ruling(void=True), "reason": "x", **PLACE}
    assert real.refuses(RuleHand, **place) == "real-table"
