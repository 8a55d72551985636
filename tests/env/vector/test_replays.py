"""Hands in lock step are hands of the game: whatever is played in them is played in a match."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from shengji.env.observation import observe
from shengji.env.rewards import REWARDS, Rewards, rewards_of
from shengji.env.vector import Hands
from shengji.env.vector.hands import refusal_of
from shengji.game import Play
from shengji.rules import PRESETS, Rules, rules_from
from tests.env.vector.kit import Moment, playable, played_beside
from tests.seeds import trials

CHECKED = 0.25
"""In so many of the moments all that is offered and told is checked."""
NAMED = [name for name in PRESETS if refusal_of(PRESETS[name].rules) is None]


def check_offer(hands: Hands, moment: Moment) -> None:
    """Check that the rows of a decision are different legal plays, and of follows all."""
    match, lane = moment.beside.match, moment.lane
    hand = match.hand
    assert hand is not None
    seat, count = int(hands.seats[lane]), int(hands.counts[lane])
    assert hand.turn == seat
    offered = {tuple(hand.space.sort(hands.cards(lane, row))) for row in range(count)}
    assert len(offered) == count > 0
    assert hands.masks[lane].tolist() == [1] * count + [0] * (hands.rows - count)
    assert not hands.candidates[lane, count:].any()
    for cards in offered:
        refused = match.verify(Play(seat, cards))
        assert refused is None, (hands.rules, refused.sentence(), cards)
    if hand.trick is None:
        assert {(card,) for card in hand.hands[seat]} <= offered or hands.left_out[lane]
        return
    legal = hand.trick.lead_for(seat).follows(hand.hands[seat])
    if hands.left_out[lane] == 0:
        assert set(islice(legal, hands.rows + 1)) == offered
    else:
        assert count == hands.rows
        assert sum(1 for _ in islice(legal, count + 1)) > count


def check_told(hands: Hands, moment: Moment) -> None:
    """Check that the seat is told what its match says."""
    lane, all_told = moment.lane, hands.observations
    seat = int(hands.seats[lane])
    if moment.ended:
        all_told, seat = hands.final_observations, int(hands.actors[lane])
    match = moment.beside.seen[seat]
    told = observe(hands.layout, match, seat)
    if moment.ended:
        # What a hand changes of the levels is the match's.
        hands.layout.part(told, "levels")[:, 0] = match.before[0].level.order
        hands.layout.part(told, "laps")[:] = 0
    wrong = np.flatnonzero(told != all_told[lane])
    assert not wrong.size, (hands.rules, moment.ended, wrong, told[wrong], all_told[lane][wrong])


def check_result(hands: Hands, moment: Moment, measure: Rewards) -> None:
    """Check that the reward is the result of the hand."""
    hand = moment.beside.match.hand
    assert hand is not None
    assert hand.result is not None
    expected = rewards_of(hands.rules, measure, hand.result)
    assert hands.rewards[moment.lane].tolist() == pytest.approx(expected)


def play(rules: Rules, seed: int, measure: Rewards, rows: int) -> None:
    chance = Random(seed)
    hands = Hands(rules, 2, seed, rewards=measure, rows=rows)
    for moment in played_beside(hands, chance, 2):
        if moment.ended:
            check_told(hands, moment)
            check_result(hands, moment, measure)
            continue
        assert not hands.rewards[moment.lane].any() or hands.ended[moment.lane]
        if chance.random() < CHECKED:
            check_told(hands, moment)
            check_offer(hands, moment)


@pytest.mark.parametrize("name", NAMED)
def test_hands_of_every_game_are_hands_of_a_match(name: str) -> None:
    play(rules_from(name), 1, "levels", 64)


@pytest.mark.parametrize(
    "rules",
    [{"partner_stops_throws": False}, {"following": "suit"}, {"failed_throw": "must-beat"}],
    ids=str,
)
def test_hands_by_house_rules_are_hands_of_a_match(rules: dict[str, object]) -> None:
    play(rules_from({"preset": "tractor", **rules}), 4, "levels", 64)


@pytest.mark.parametrize("seed", trials(80))
def test_hands_by_any_rules_are_hands_of_a_match(seed: int) -> None:
    play(playable(seed), seed, REWARDS[seed % len(REWARDS)], 16)
