"""Standings, penalties, and who may see them."""

from __future__ import annotations

from shengji.nights import (
    CheckIn,
    EndNight,
    EndRound,
    GivePenalty,
    NightSettings,
    RevokePenalty,
    results_of_night,
    standings,
    team_standings,
)
from tests.nights.kit import REAL, Evening, at_table


def table_of(evening: Evening) -> dict[str, tuple[int, int]]:
    """Place and score of each."""
    return {row.person: (row.place, row.score) for row in standings(evening.night)}


def test_levels_that_were_won_less_those_of_the_others() -> None:
    evening = Evening(people="ABCDE")
    evening.draw("ABCD", out="E")
    evening.hand(dealer="A", points=0, confirm="B")
    evening.hand(points=120, confirm="B")
    evening.hand("A", points=0)  # not confirmed: it does not count
    # Who has played nothing comes after those who have.
    assert table_of(evening) == {"A": (1, 2), "B": (3, -2), "C": (1, 2), "D": (3, -2), "E": (5, 0)}
    first = standings(evening.night)[0]
    assert (first.rounds, first.hands, first.won, first.levels) == (1, 2, 1, 2)


def test_who_is_level_is_parted_by_matches_then_hands_won() -> None:
    evening = Evening(people="ABCDEFGH")
    evening.draw("ABCD", "EFGH")
    evening.hand(dealer="A", points=80, confirm="B")  # B and D have won a hand, without a level
    assert table_of(evening)["B"] == (1, 0)
    assert (table_of(evening)["A"], table_of(evening)["E"]) == ((3, 0), (5, 0))
    evening.do(EndRound)
    evening.draw("EFGH", out="ABCD")
    evening.hand("E", dealer="E", points=0, confirm="F")
    evening.hand("E", points=0, confirm="F")
    evening.hand("E", points=40, confirm="F")
    assert evening.score().winners == (0, 2)
    assert standings(evening.night)[0].matches == 1


def test_a_penalty_takes_points_of_the_standings_and_no_rating() -> None:
    evening = at_table()
    evening.hand(dealer="A", points=0, confirm="B")
    evening.do(EndRound)
    before = results_of_night(evening.night)
    assert evening.refuses(GivePenalty, person="A", points=5, reason=" ") == "say-why"
    assert evening.refuses(GivePenalty, person="X", points=5, reason="late") == "not-checked-in"
    assert evening.refuses(GivePenalty, person="A", points=-1, reason="late") == "penalty-points"
    assert evening.refuses(GivePenalty, by="B", person="A", points=5, reason="late") == (
        "organisers-only"
    )
    evening.do(GivePenalty, person="A", points=5, reason="late")
    evening.do(GivePenalty, person="A", points=0, reason="a warning")
    assert table_of(evening)["A"][1] == -2
    assert results_of_night(evening.night) == before
    evening.do(RevokePenalty, number=1, reason="the tram")
    assert table_of(evening)["A"][1] == 3
    assert results_of_night(evening.night) == before
    # The list keeps what was taken back.
    kept = evening.night.penalties[0]
    assert (kept.reason, kept.by, kept.revoked_for) == ("late", "org", "the tram")
    assert evening.refuses(RevokePenalty, number=1) == "penalty-gone"
    assert evening.refuses(RevokePenalty, number=3) == "no-such-penalty"


def test_standings_are_hidden_until_the_end_but_for_organisers() -> None:
    evening = at_table(settings=NightSettings(hide_standings=True))
    assert not evening.night.may_see_standings("A")
    assert evening.night.may_see_standings("org")
    evening.do(EndRound)
    evening.do(EndNight)
    assert evening.night.may_see_standings("A")
    open_to_all = at_table()
    assert open_to_all.night.may_see_standings("A")


def test_casual_games_count_for_nothing() -> None:
    """ "There will be both competitive and casual games" (Z16 §3)."""
    evening = at_table(settings=NightSettings(real_cards="all", casual=(1,)))
    evening.hand(dealer="A", points=0, confirm="B")
    evening.do(EndRound)
    assert {row.score for row in standings(evening.night)} == {0}
    assert results_of_night(evening.night) == ()


def test_teams_are_the_sum_of_their_people() -> None:
    evening = Evening(REAL)
    for person, team in zip("ABCDE", ("Reds", "Blues", "Reds", "Blues", "Greens"), strict=True):
        evening.do(CheckIn, by=person, person=person, name=person, team=team)
    evening.draw("ABCD", out="E")
    evening.hand(dealer="A", points=0, confirm="B")
    rows = team_standings(standings(evening.night))
    assert [(row.place, row.team, row.people, row.score) for row in rows] == [
        (1, "Reds", 2, 6),
        (2, "Greens", 1, 0),
        (3, "Blues", 2, -6),
    ]
