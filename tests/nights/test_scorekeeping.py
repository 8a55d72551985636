"""The score of a table with real cards: the rules decide as at a table of the server."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import msgspec
import pytest

from benchmarks.night.written import entry_of
from shengji.cards import Rank
from shengji.game import Match
from shengji.game.events import Side
from shengji.nights import (
    EnterHand,
    FailedThrow,
    HandEntry,
    LastTrick,
    NightSettings,
    ReportHand,
    ReportMatch,
)
from shengji.nights.acts.act import SERVER
from shengji.nights.entries import MatchResult, OnlineHand
from shengji.nights.scorekeeping import points_for
from shengji.play.score import outcome
from shengji.rules import Rules, random_rules
from tests.game.kit import random_hand
from tests.nights.kit import Evening, at_table, written
from tests.seeds import trials


def house(**rules: Any) -> NightSettings:
    """Real cards everywhere, by these rules."""
    return NightSettings(rules=rules, real_cards="all", rounds=None)


def test_z16_3_a_match_from_8_to_its_winner() -> None:
    evening = at_table()
    assert evening.levels() == "8 8 8 8"
    assert evening.score().rank is Rank.EIGHT and evening.score().dealer is None
    evening.hand(dealer="A", points=0, confirm="B")  # 8 to J
    assert evening.levels() == "J 8 J 8"
    assert (evening.score().dealer, evening.score().rank) == (2, Rank.JACK)
    evening.hand(points=160, confirm="B")  # Opponents: 8 to 10, and Declarers
    assert evening.levels() == "J 10 J 10"
    assert (evening.score().dealer, evening.score().rank) == (3, Rank.TEN)
    evening.hand(points=80, confirm="B")  # the others again, without a level
    assert (evening.score().dealer, evening.score().rank) == (0, Rank.JACK)
    evening.hand(points=5, confirm="B")  # J to K
    evening.hand(points=0, confirm="B")  # nobody passes the Ace (Z21 §3.9)
    assert evening.levels() == "A 10 A 10"
    evening.hand(points=75, confirm="B")
    assert evening.score().winners == (0, 2)
    assert evening.night.rounds[0].games[1].ended is not None
    place = {"round": 1, "table": 1, "hand": 7}
    assert evening.refuses(EnterHand, by="A", entry=written(points=0), **place) == "match-won"


LOST = LastTrick("opponents")
LOST_BY_THREE = LastTrick("opponents", 3)
LOST_BY_26 = LastTrick("opponents", led=26)
HOOKED = LastTrick("opponents", hook=True)


def test_must_play_levels_hold() -> None:
    evening = at_table(settings=house(must_play=["10"]))
    evening.hand(dealer="A", points=0)
    assert evening.levels() == "10 8 10 8"
    evening.hand(points=100)
    evening.hand(points=0)  # the others play at 8
    assert evening.levels() == "10 10 10 10"


def test_hooks_make_fall() -> None:
    evening = at_table(settings=house(preset="wikipedia-2014", hooks=["J"]))
    evening.hand(dealer="A", points=0)
    assert evening.score().rank is Rank.JACK
    hook = LastTrick("opponents", hook=True)
    evening.hand(points=120, kitty=0, last_trick=hook)
    assert evening.levels().split()[0] == "2"
    assert evening.score().hands[-1].hooked == (0, 2)
    place = {"round": 1, "table": 1, "hand": 3}
    entry = written(points=120, kitty=0, last_trick=hook)
    assert evening.refuses(EnterHand, by="A", entry=entry, **place) == "no-hook"


@pytest.mark.parametrize(
    ("trick", "points"),
    [
        (LastTrick("declarers"), 60),
        (LastTrick("opponents", width=1), 80),
        (LastTrick("opponents", width=2), 100),
        (LastTrick("opponents", width=2, length=2), 140),
        (LastTrick("opponents", width=2, led=3), 100),
    ],
)
def test_z21_3_8_the_kitty_counts_by_the_last_trick(trick: LastTrick, points: int) -> None:
    evening = at_table()
    evening.hand(dealer="A", points=60, kitty=10, last_trick=trick)
    assert evening.score().hands[0].points == points
    assert evening.score().hands[0].bonus == points - 60


def test_half_the_kitty_counts_where_a_side_suit_wins_the_last_trick() -> None:
    evening = at_table(settings=house(side_suit_halves=True))
    trick = LastTrick("opponents", width=2, side_suit=True)
    evening.hand(dealer="A", points=0, kitty=10, last_trick=trick)
    assert evening.score().hands[0].points == 20


def test_simply_the_result() -> None:
    evening = at_table()
    evening.hand(dealer="B", winner="opponents", levels=1)
    assert evening.levels() == "9 8 9 8"
    assert evening.score().dealer == 2
    evening.hand(winner="declarers", levels=3)
    assert evening.levels() == "Q 8 Q 8"


def test_points_for_a_result_are_those_nearest_to_the_threshold() -> None:
    assert points_for(Rules(), "opponents", 0) == 80
    assert points_for(Rules(), "declarers", 3) == 0
    assert points_for(Rules(), "declarers", 4) is None
    assert points_for(Rules(negative_scores=True), "declarers", 5) == -40
    assert points_for(Rules(auto_level=True), "opponents", 0) is None
    assert points_for(Rules(auto_level=True), "opponents", 1) == 80


@pytest.mark.parametrize("seed", trials(40))
def test_points_for_a_result_are_found_as_by_trying_each(seed: int) -> None:
    rules = random_rules(Random(seed))
    threshold, step = rules.threshold_points, rules.step_points
    for levels in range(8):
        up = range(threshold, threshold + (levels + 2) * step + 5, 5)
        down = range(threshold - 5, -(levels + 2) * step - 5 if rules.negative_scores else -5, -5)
        for side, tried in (("opponents", up), ("declarers", down)):
            wanted = (side == "opponents", levels)
            found = next((points for points in tried if outcome(rules, points) == wanted), None)
            assert points_for(rules, cast(Side, side), levels) == found


def test_a_result_of_any_size_is_judged_at_once() -> None:
    assert points_for(Rules(), "opponents", 10**15) == 80 + 40 * 10**15
    assert points_for(Rules(), "declarers", 10**15) is None
    assert points_for(Rules(negative_scores=True), "declarers", 10**15) == -40 * (10**15 - 4)
    assert points_for(Rules(most_levels=3), "opponents", 10**15) is None


@pytest.mark.parametrize("part", ["units", "cards", "withdrawn"])
@pytest.mark.parametrize("count", [26, 10**15])
def test_a_failed_throw_has_no_more_than_a_hand(part: str, count: int) -> None:
    evening = at_table(settings=house(throw_penalty="per-card"))

    def entry(count: int) -> dict[str, Any]:
        throw = FailedThrow("B", **{"cards": 1, part: count})
        return {"dealer": "A", "points": 40, "throws": (throw,)}

    place = {"round": 1, "table": 1, "hand": 1}
    told = written(**entry(count))
    assert evening.refuses(EnterHand, by="A", entry=told, **place) == "no-such-throw"
    evening.hand(**entry(25))


def test_among_friends_the_declarers_are_named_and_members_go_up_one_by_one() -> None:
    settings = NightSettings(uneven="larger-tables", real_cards="all")
    evening = at_table("ABCDE", settings)
    evening.hand(dealer="B", declarers=("D", "B"), points=35)
    assert evening.levels() == "8 10 8 10 8"
    assert evening.score().hands[0].declarers == (1, 3)
    # Alone the Dealer goes up twice as much (Z21 §6.5), and that must be said.
    assert evening.score().dealer == 3
    place = {"round": 1, "table": 1, "hand": 2}
    assert evening.refuses(EnterHand, by="A", entry=written(points=35), **place) == "who-joined"
    evening.hand(declarers=("D",), points=35)
    assert evening.levels() == "8 10 8 A 8"
    place["hand"] = 3
    three = HandEntry(declarers=("A", "B", "C"), points=35)
    assert evening.refuses(EnterHand, by="A", entry=three, **place) == "too-many-declarers"


def test_invalid_throws_are_noted_and_counted_by_the_rules() -> None:
    throw = FailedThrow("B", units=2, cards=3, withdrawn=4)
    free = at_table()
    free.hand(dealer="A", points=60, throws=(throw,))
    assert free.score().hands[0].points == 60
    free.hand(winner="declarers", levels=1, throws=(throw,))
    priced = at_table(settings=house(throw_penalty="per-unit"))
    priced.hand(dealer="A", points=60, throws=(throw, FailedThrow("C", units=1)))
    assert priced.score().hands[0].points == 60 - 20 + 10


def test_red_fives_cost_points_or_levels() -> None:
    points = at_table(settings=house(red_fives="hearts"))
    points.hand(dealer="A", points=60, red_fives=("A",))
    assert points.score().hands[0].points == 80
    levels = at_table(settings=house(red_fives="hearts", red_five_penalty="levels"))
    levels.hand(dealer="A", points=0)
    levels.hand(points=60, red_fives=("A",))
    assert levels.levels() == "J 8 J 8"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"dealer": "A"}, "no-result"),
        ({"points": 40}, "who-dealt"),
        ({"dealer": "X", "points": 40}, "not-at-table"),
        ({"dealer": "A", "points": 40, "offender": "X"}, "not-at-table"),
        ({"dealer": "A", "points": 42}, "not-in-fives"),
        ({"dealer": "A", "points": 205}, "too-many-points"),
        ({"dealer": "A", "points": 150, "kitty": 55}, "too-many-points"),
        ({"dealer": "A", "points": 40, "last_trick": None}, "who-took-last"),
        ({"dealer": "A", "points": 40, "last_trick": LOST}, "kitty-points"),
        ({"dealer": "A", "points": 40, "last_trick": LOST, "kitty": 5}, "won-with"),
        ({"dealer": "A", "points": 40, "winner": "declarers", "levels": 1}, "points-and-result"),
        ({"dealer": "A", "winner": "declarers"}, "half-a-result"),
        ({"dealer": "A", "winner": "declarers", "levels": 4}, "no-such-levels"),
        ({"dealer": "A", "winner": "declarers", "levels": 1, "kitty": 5}, "points-needed"),
        ({"dealer": "A", "points": 40, "declarers": ("A", "C")}, "teams-are-fixed"),
        ({"dealer": "A", "points": 40, "red_fives": ("A",)}, "no-red-fives"),
        ({"dealer": "A", "kitty": 0, "last_trick": LOST_BY_THREE, "points": 5}, "no-such-lead"),
        ({"dealer": "A", "kitty": 0, "last_trick": LOST_BY_26, "points": 5}, "no-such-lead"),
        ({"dealer": "A", "kitty": 0, "last_trick": HOOKED, "points": 5}, "no-hook"),
        ({"dealer": "A", "points": 5, "throws": (FailedThrow("A", -1),)}, "no-such-throw"),
        ({"dealer": "A", "points": 40, "rank": Rank.NINE}, "other-rank"),
    ],
)
def test_what_cannot_be_is_refused(entry: dict[str, Any], code: str) -> None:
    evening = at_table()
    place = {"round": 1, "table": 1, "hand": 1}
    assert evening.refuses(EnterHand, by="A", entry=written(**entry), **place) == code


def test_the_number_of_cards_led_is_asked_where_the_kitty_counts_by_it() -> None:
    evening = at_table(settings=house(kitty_factor="twice-cards-led"))
    place: dict[str, Any] = {"round": 1, "table": 1, "hand": 1, "by": "A"}
    entry: dict[str, Any] = {"dealer": "A", "points": 40, "kitty": 5, "last_trick": LOST}
    assert evening.refuses(EnterHand, entry=written(**entry), **place) == "cards-led"
    evening.hand(**{**entry, "last_trick": LastTrick("opponents", led=3)})
    assert evening.score().hands[0].points == 70


def test_a_throw_needs_the_number_by_which_it_is_priced() -> None:
    evening = at_table(settings=house(throw_penalty="per-card"))
    entry = written(dealer="A", points=40, throws=(FailedThrow("B", units=2),))
    place: dict[str, Any] = {"round": 1, "table": 1, "hand": 1, "by": "A"}
    assert evening.refuses(EnterHand, entry=entry, **place) == "throw-count"


def test_the_program_says_whose_deal_it_is() -> None:
    evening = at_table()
    evening.hand(dealer="A", points=40)
    place = {"round": 1, "table": 1}
    other = written(dealer="D", points=40)
    assert evening.refuses(EnterHand, by="A", hand=2, entry=other, **place) == "other-dealer"
    assert evening.refuses(EnterHand, by="A", hand=3, entry=other, **place) == "hand-gap"
    # An organiser may put down that it was otherwise.
    evening.do(EnterHand, hand=2, entry=other, **place)
    assert evening.score().hands[1].otherwise
    # ... and a phone that writes the same, or only the points, agrees.
    evening.do(EnterHand, by="A", hand=2, entry=written(points=40), **place)
    assert evening.score().hands[1].confirmed


@pytest.mark.parametrize(
    ("rules", "people"),
    [
        ({"preset": "zhang-2021"}, "ABCD"),
        ({"preset": "zhang-2016"}, "ABCD"),
        ({"preset": "wikipedia-2014"}, "ABCD"),
        ({"preset": "wikipedia-2023", "red_five_penalty": "levels"}, "ABCD"),
        ({"preset": "pagat"}, "ABCD"),
        ({"preset": "finding-friends", "players": 5}, "ABCDE"),
    ],
)
def test_hands_that_people_write_down_count_as_played(rules: dict[str, Any], people: str) -> None:
    """Hands played by the rules, written down by what people see, give the same levels."""
    larger = {"uneven": "larger-tables", "friends_rules": rules}
    settings: dict[str, Any] = {"rules": rules} if len(people) == 4 else larger
    evening = at_table(people, NightSettings(real_cards="all", **settings))
    played = evening.night.rounds[0].games[1].played
    match, chance = Match(played), Random(3)
    for _ in range(4):
        random_hand(played, chance, match)
        assert match.hand is not None and match.hand.result is not None
        ended, seats = match.hand.result, tuple(people)
        evening.hand("A", **msgspec.structs.asdict(entry_of(match.hand, seats)))
        found = evening.score()
        last = found.hands[-1]
        assert (last.points, last.winner, last.levels) == (ended.points, ended.winner, ended.levels)
        assert last.declarers == ended.declarers
        assert found.standings == ended.after
        assert [at.level for at in last.after] == list(ended.levels_after)
        assert (found.dealer, last.winners) == (ended.next_dealer, ended.winners)
        if match.winners is not None:
            break


def test_the_hands_of_a_table_of_the_server_arrive_as_results() -> None:
    evening = Evening(NightSettings(), "ABCD")
    evening.draw("ABCD")
    result = OnlineHand(
        dealer="A",
        declarers=("A", "C"),
        rank=Rank.EIGHT,
        points=40,
        winner="declarers",
        levels=1,
        levels_after=(Rank.NINE, Rank.EIGHT) * 2,
    )
    place = {"round": 1, "table": 1}
    report = {"by": SERVER, "hand": 1, "result": result, **place}
    assert evening.refuses(ReportHand, **{**report, "by": "A"}) == "server-only"
    assert evening.refuses(ReportHand, **{**report, "hand": 2}) == "hand-gap"
    evening.do(ReportHand, **report)
    assert evening.levels() == "9 8 9 8"
    assert evening.score().hands[0].confirmed
    entry = written(points=40)
    assert evening.refuses(EnterHand, by="A", hand=2, entry=entry, **place) == "online-table"
    evening.do(ReportMatch, by=SERVER, result=MatchResult(winners=("A", "C")), **place)
    assert evening.night.rounds[0].games[1].ended is not None
    assert evening.refuses(ReportHand, **{**report, "hand": 2}) == "table-over"
