"""Near the end what playouts promise counts only as far as perfect play sees it, too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from shengji.bots.policy.numbers import NumberTable
from shengji.game import Decision, Played
from shengji.practice.puzzles.trying import seer
from shengji.record import read_record
from shengji.record.reviews import Choice
from shengji.review.reviewer import Reviewer
from tests.explain.kit import SHORT, Position, reached, seen, short
from tests.game.kit import cards

DATA = Path(__file__).parents[1] / "data" / "endings"
DEALS = 128


def mean_gain(worth: NumberTable) -> float:
    """By how much the second answer is better than the first."""
    return float(np.nanmean(worth[1] - worth[0]))


@pytest.mark.parametrize(
    ("name", "number", "made", "promised"),
    [
        ("forty-points", 80, "JD", "10D"),
        ("land", 165, "BJ SJ", "7D"),
        ("land", 168, "AS 9S", "2S 2S"),
    ],
)
def test_a_gain_that_perfect_play_denies_is_no_mistake(
    name: str, number: int, made: str, promised: str
) -> None:
    record = read_record(DATA / f"{name}.jsonl")
    event = record.events[number - 1]
    assert isinstance(event, Played)
    reviewer = seer(record, event.seat, number - 1, 0, 1.0)
    assert reviewer.hand.sizes[event.seat] <= 7
    decision: Decision = "lead" if reviewer.hand.trick is None else "follow"
    answers = [Choice(cards(made)), Choice(cards(promised))]
    trials = reviewer.offered(decision, answers, number).trials
    tried = trials.run([0, 1], DEALS)
    assert mean_gain(tried.played) > 0.2, "so playouts promise"
    perfect = trials.doubt([0, 1], DEALS).worth if tried.perfect is None else tried.perfect
    assert mean_gain(perfect) < 0.0
    case = reviewer.case(decision, answers[0].cards, (), number)
    assert case is not None and case.weigh().cost == 0.0


def test_perfect_play_of_two_answers_is_found_where_that_of_all_is_not() -> None:
    """With seven cards playouts promise 0.1 levels where perfect play finds nothing."""
    record, number = read_record(DATA / "zhang-2021.jsonl"), 164
    event = record.events[number - 1]
    assert isinstance(event, Played)
    reviewer = seer(record, event.seat, number - 1, 0, 1.0)
    assert max(reviewer.hand.sizes) == 7
    case = reviewer.case("follow", event.cards, (), number)
    assert case is not None
    every, pair = range(len(case.answers)), (0, 1)
    assert [case.trials.doubt(of, DEALS).unsolved for of in (every, pair)] == [True, False]


def test_two_trump_ranks_of_plain_suits_are_no_choice() -> None:
    """No other card of their strength is held, and nobody can have a pair of either."""
    hands = ("2S AS KS QS", "9H 3H 4C 5C", "6C 7C 8C 9C", "2C 2D 5D 9D")
    at = Position(SHORT, *short(*hands, plays=("0 AS", "1 3H", "2 6C")), 3, "", "", "")
    reviewer = seen(Reviewer(reached(at).match.rules, 3, 0, 1), reached(at))
    for made in ("2C", "2D"):
        case = reviewer.case("follow", cards(made), (), 1)
        assert case is not None and case.forced
