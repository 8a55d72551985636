"""The training example: what it learns within seconds of CPU, and its length."""

from __future__ import annotations

from pathlib import Path

import shengji
from examples.training import train
from shengji.env.policy_bot import policy_bot
from shengji.env.vector import Hands


def test_one_round_of_training_clearly_beats_random() -> None:
    trees = train.train(rounds=1, lanes=128)
    bot = train.bot_of(trees)
    assert shengji.duel(bot, "random", train.RULES, deals=12).levels.low > 0
    untrained = policy_bot(lambda told, masks, rows: masks.sum(axis=1) // 2, name="untrained")
    assert shengji.duel(bot, untrained, train.RULES, deals=12).levels.low > 0


def test_a_description_has_a_row_for_each_offered_play() -> None:
    hands = Hands(train.RULES, lanes=8, seed=3)
    for _ in range(5):
        plays = train.describe(hands.observations, hands.masks, hands.candidates)
        assert plays.shape == (hands.counts.sum(), sum(train.SIZES))
        hands.step(hands.counts - 1)


def test_the_example_is_short() -> None:
    assert len(Path(train.__file__).read_text(encoding="utf-8").splitlines()) <= 200
