"""Results that a match leaves for ratings, from the events of its record."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from shengji.cards import Rank
from shengji.game import Event, HandEnded, HandStarted, MatchEnded
from shengji.game.events import Side
from shengji.ratings import (
    Bot,
    Counted,
    RatingError,
    Result,
    hand_scale,
    match_scale,
    rebuild,
    results_of,
)
from shengji.record import header_of
from shengji.rules import Rules, rules_from
from tests.ratings.kit import NOON
from tests.record.kit import some_hands

SEATS = ("a", "b", "c", "d")


def started(number: int) -> HandStarted:
    return HandStarted(hand=number, rank=Rank("8"), dealer=0, first=0, turned=(), commitment="")


def ended(
    winner: Side, levels: int, declarers: tuple[int, ...] = (0, 2), players: int = 4
) -> HandEnded:
    return HandEnded(
        dealer=declarers[0],
        declarers=declarers,
        tricks=0,
        factor=0,
        points=0,
        winner=winner,
        levels=levels,
        levels_after=(Rank("8"),) * players,
        next_dealer=0,
        next_first=0,
        buried_by=declarers[0],
    )


THREE_HANDS: tuple[Event, ...] = (
    started(1),
    ended("declarers", 2),
    started(2),
    ended("opponents", 0),
    started(3),
    ended("opponents", 5, (1, 3)),
)


ONE_HAND: tuple[Event, ...] = (started(1), ended("declarers", 2))


def read(
    events: Sequence[Event],
    counted: Counted = "levels",
    left: Sequence[str] = (),
    rules: Rules | None = None,
    players: Sequence[str | Bot] = SEATS,
) -> tuple[Result, ...]:
    header = header_of(rules or Rules(), [str(seat) for seat in range(len(players))])
    return results_of(header, events, players, match="m", at=NOON, counted=counted, left=left)


def test_a_hand_is_its_signed_levels_between_nothing_and_all() -> None:
    results = read((*THREE_HANDS, MatchEnded((0, 2))))
    assert [one.sides for one in results] == [
        (("a", "c"), ("b", "d")),
        (("a", "c"), ("b", "d")),
        (("b", "d"), ("a", "c")),
    ]
    # Two levels of three; a hand lost without a level; more than three levels are three.
    assert [one.scores[0] for one in results] == pytest.approx([5 / 6, 1 / 2, 0])
    assert [one.number for one in results] == [1, 2, 3]
    assert {one.season for one in results} == {"2026-1"}
    assert {one.scale for one in results} == {hand_scale(Rules())}


def test_hands_may_count_as_won_or_lost_alone() -> None:
    assert [one.scores for one in read(THREE_HANDS, "hands")] == [(1, 0), (0, 1), (0, 1)]


def test_a_match_is_won_or_lost() -> None:
    (one,) = read((*THREE_HANDS, MatchEnded((1, 3))), "matches")
    assert (one.sides, one.scores) == ((("a", "c"), ("b", "d")), (0, 1))
    assert one.scale == match_scale(Rules(), 13)


def test_a_shorter_match_says_less() -> None:
    from_eight = rules_from({"first_level": "8"})
    (one,) = read((*ONE_HAND, MatchEnded((0, 2))), "matches", rules=from_eight)
    assert one.scale == match_scale(Rules(), 7)
    assert one.scale.spread > match_scale(Rules(), 13).spread
    (hand,) = read((*ONE_HAND, MatchEnded((0, 2), "hand")), "matches", rules=from_eight)
    assert hand.scale == match_scale(Rules(), 1)


def test_a_match_that_begins_further_up_is_shorter() -> None:
    header = header_of(Rules(), SEATS, levels=(Rank("8"), Rank("10")) * 2)
    events = [*ONE_HAND, MatchEnded((0, 2))]
    (one,) = results_of(header, events, SEATS, match="m", at=NOON, counted="matches")
    assert one.scale == match_scale(Rules(), 7)


def test_a_match_of_two_laps_is_longer() -> None:
    rules = Rules(winning="pass", after_last_level="wrap", laps=2)
    (one,) = read((*ONE_HAND, MatchEnded((0, 2))), "matches", rules=rules)
    assert one.scale == match_scale(rules, 26)


def test_a_match_of_friends_says_less_of_each_pair() -> None:
    friends = rules_from("finding-friends")
    assert match_scale(friends, 7).spread > 5 * match_scale(Rules(), 7).spread


def test_a_match_that_was_not_won_is_no_match_and_its_hands_count() -> None:
    for end in ((), (MatchEnded((), "agreed"),)):
        assert read((*THREE_HANDS, *end), "matches") == ()
        assert len(read((*THREE_HANDS, *end))) == 3


@pytest.mark.parametrize("counted", ["levels", "hands"])
def test_who_concedes_during_a_hand_loses_it_by_the_most(counted: Counted) -> None:
    conceded = MatchEnded((1, 3), "conceded")
    *_, last = read((*THREE_HANDS, started(4), conceded), counted)
    assert (last.sides, last.scores, last.number) == ((("b", "d"), ("a", "c")), (1, 0), 4)
    assert last.scale.lead == 0  # who would have been Dealer may not be known
    assert len(read((*THREE_HANDS, conceded), counted)) == 3


def test_conceding_loses_a_match_too() -> None:
    (one,) = read((*THREE_HANDS, MatchEnded((1, 3), "conceded")), "matches")
    assert one.scores == (0, 1)


@pytest.mark.parametrize(("counted", "hands"), [("levels", 3), ("hands", 3), ("matches", 0)])
def test_who_leaves_loses_the_match_whatever_counts(counted: Counted, hands: int) -> None:
    results = read((*THREE_HANDS, started(4)), counted, left=["c"])
    assert len(results) == hands + 1
    last = results[-1]
    assert (last.scores, last.left, last.number) == ((0, 1), ("c",), hands + 1)
    assert last.scale == match_scale(Rules(), 13)
    assert all(one.left == () for one in results[:-1])
    after = rebuild([last]).current
    assert after["c", "two-decks"].value < 1500 < after["b", "two-decks"].value
    assert after["a", "two-decks"].value == 1500


@pytest.mark.parametrize("counted", ["levels", "hands", "matches"])
def test_nothing_is_rated_before_a_hand_is_over(counted: Counted) -> None:
    """In the draw, in the play of the first hand, or before it: whatever ends the match."""
    agreed, conceded = MatchEnded((), "agreed"), MatchEnded((1, 3), "conceded")
    for events in ((), (started(1),)):
        assert read((*events, conceded), counted) == ()
        assert read((*events, agreed), counted) == ()
        assert read((*events, agreed), counted, left=["a"]) == ()
    # From then on whoever gives up has lost something.
    assert len(read((*ONE_HAND, started(2), conceded), counted)) >= 1
    assert len(read((*ONE_HAND, agreed), counted, left=["a"])) >= 1


def test_six_players_sit_alternately() -> None:
    six = rules_from("six-player")
    hand = started(1), ended("opponents", 1, (0, 2, 4), 6)
    (one,) = read((*hand, MatchEnded((1, 3, 5))), "matches", rules=six, players=tuple("abcdef"))
    assert (one.sides, one.pool) == ((("a", "c", "e"), ("b", "d", "f")), "more-decks")


def test_among_friends_a_hand_is_the_dealers_side_against_the_rest() -> None:
    five = rules_from({"preset": "finding-friends", "players": 5})
    events = (
        started(1),
        ended("declarers", 1, (3, 1), 5),
        started(2),
        ended("opponents", 1, (4,), 5),
    )
    with_friend, alone = read(events, rules=five, players=(*"abcd", Bot("medium")))
    assert with_friend.sides == (("d", "b"), ("a", "c", Bot("medium")))
    assert alone.sides == ((Bot("medium"),), ("a", "b", "c", "d"))
    assert with_friend.pool == "friends"
    assert with_friend.scale == hand_scale(five)


def test_among_friends_everybody_plays_the_match_alone() -> None:
    five = rules_from({"preset": "finding-friends", "players": 5})
    hand = started(1), ended("declarers", 1, (3, 0), 5)
    (one,) = read((*hand, MatchEnded((0, 3))), "matches", rules=five, players=tuple("abcde"))
    assert one.sides == (("a",), ("b",), ("c",), ("d",), ("e",))
    assert one.scores == (1, 0, 0, 1, 0)


def test_players_are_named_for_every_seat() -> None:
    header = header_of(Rules(), SEATS)
    with pytest.raises(RatingError, match="3 players are named for match 'm', and 4 play"):
        results_of(header, THREE_HANDS, SEATS[:3], match="m", at=NOON)


def test_a_match_that_was_played_can_be_rated() -> None:
    for preset in ("forty-points", "finding-friends"):
        rules = rules_from(preset)
        header, events, _ = some_hands(rules, 1, 3)
        players = [f"p{seat}" for seat in range(rules.players)]
        results = results_of(header, events, players, match="m", at=NOON)
        assert len(results) == 3
        assert len(rebuild(results).current) == rules.players
