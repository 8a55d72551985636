"""Hands in lockstep whose declarations, burying and calls are decided, beside matches."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from shengji.env.observation import observe
from shengji.env.rewards import rewards_of
from shengji.env.vector import Hands
from shengji.game import Match, Phase, Play
from shengji.rules import RulesLike, rules_from
from tests.env.vector.kit import playable, random_actions
from tests.seeds import trials


def told(hands: Hands, match: Match, seat: int) -> bytes:
    """The observation of a seat at a table."""
    return observe(hands.layout, Match.beside(match, seat), seat).tobytes()


def play(rules: RulesLike, seed: int) -> Counter[Phase]:
    """Play some hands at random, each also in a match; returns the phases of the decisions."""
    hands = Hands(rules, 2, seed, setup=True)
    assert hands.setups is not None
    chance, over, decided = Random(seed), 0, Counter[Phase]()
    while over < 2:
        actions = random_actions(hands, chance)
        matches = [hands.setups.match(lane) for lane in range(hands.lanes)]
        seats = hands.seats.tolist()
        for lane, match in enumerate(matches):
            hand, seat = match.hand, seats[lane]
            assert hand is not None
            decided[hand.phase] += 1
            assert told(hands, match, seat) == hands.observations[lane].tobytes()
            assert hands.arrays.in_setup[lane] == (hand.phase is not Phase.PLAY)
            rows = hands.rows_of(match, seat)
            assert rows.rows.tobytes() == hands.candidates[lane].tobytes()
            if hand.phase is Phase.PLAY:
                match.do(Play(seat, rows.cards(int(actions[lane]))))
        hands.step(actions)
        assert (hands.actors == seats).all()
        for lane in hands.ended.nonzero()[0].tolist():
            over += 1
            hand = matches[lane].hand
            assert hand is not None
            assert hand.result is not None
            expected = rewards_of(hands.rules, "levels", hand.result)
            assert hands.rewards[lane].tolist() == pytest.approx(expected)
        assert not hands.rewards[~hands.ended].any()
    return decided


@pytest.mark.parametrize("name", ["tractor", "finding-friends", "zhang-2016"])
def test_hands_are_set_up_and_played_as_in_a_match(name: str) -> None:
    decided = play(name, 4)
    assert min(decided[Phase.DRAW], decided[Phase.BURY], decided[Phase.PLAY]) > 0
    assert (decided[Phase.CALL] > 0) == (rules_from(name).teams == "friends")


@pytest.mark.parametrize("seed", trials(20))
def test_hands_by_any_rules_are_set_up_as_in_a_match(seed: int) -> None:
    play(playable(seed), seed)


def test_a_seed_gives_the_same_setups() -> None:
    hands = Hands("forty-points", 2, 9, setup=True)
    first = hands.observations.copy(), hands.candidates.copy()
    for _ in range(60):
        hands.step(np.zeros(2, dtype=np.int64))
    hands.reset(9)
    assert (hands.observations == first[0]).all()
    assert (hands.candidates == first[1]).all()
