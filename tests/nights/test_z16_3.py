"""A Sheng Ji Night as Z16 §3 has it, sentence by sentence."""

from __future__ import annotations

from shengji.nights import (
    CheckIn,
    DrawRound,
    EndNight,
    EndRound,
    NightSettings,
    PairUp,
    results_of_night,
    standings,
)
from shengji.ratings import rebuild
from tests.nights.kit import Evening, at_table


def test_z16_3_competitive_games_have_two_decks_and_four_in_fixed_partnerships() -> None:
    """ "Competitive games will be played in the traditional Sheng Ji format, with two decks and
    four players in fixed partnerships"."""
    rules = NightSettings().rules_for(4)
    assert (rules.deck_count, rules.players, rules.teams) == (2, 4, "fixed")


def test_z16_3_there_are_competitive_and_casual_games() -> None:
    """ "There will be both competitive and casual games." """
    evening = Evening(NightSettings(casual=(2,)), "ABCDEFGH")
    evening.draw("ABCD", "EFGH")
    assert [game.rated for game in evening.night.rounds[0].games.values()] == [True, False]


def test_z16_3_partners_may_be_selected_beforehand_and_meet_whom_the_draw_says() -> None:
    """ "Partners may be selected beforehand, but partnerships will be randomly assigned to each
    other": a seating that parts them is refused, whichever pair they meet."""
    evening = Evening(NightSettings(partners="chosen"))
    for person, partner in (("A", ""), ("B", "A"), ("C", ""), ("D", "C")):
        evening.do(CheckIn, by=person, person=person, name=person, partner=partner)
    assert evening.night.pairs == [("A", "B"), ("C", "D")]
    assert evening.refuses(DrawRound, tables=(("A", "B", "C", "D"),)) == "partners-apart"
    evening.draw("ACBD")


def test_z16_3_partners_are_drawn_otherwise() -> None:
    evening = Evening(people="ABCD")
    assert evening.refuses(PairUp, one="A", other="B") == "partners-drawn"
    for tables in ("ABCD", "ACBD", "ABDC"):
        evening.draw(tables)
        evening.do(EndRound)


def test_z16_3_games_are_rated_and_there_is_a_board_of_individuals() -> None:
    """ "Game results will be tracked to compute Elo ratings for players who participate. There will
    be a leader-board of individual players": four come out of one table, each with their own."""
    evening = at_table()
    evening.hand(dealer="A", points=0, confirm="B")
    evening.do(EndRound)
    evening.do(EndNight)
    ratings = rebuild(results_of_night(evening.night))
    assert len(ratings.current) == 4
    assert [row.person for row in standings(evening.night)] == ["A", "C", "B", "D"]


def test_z16_3_games_start_at_level_8() -> None:
    """ "Games will be started at an initial level of 8"; a house may have it otherwise."""
    assert at_table().levels() == "8 8 8 8"
    assert at_table(settings=NightSettings(real_cards="all", start_level=None)).levels() == (
        "2 2 2 2"
    )
