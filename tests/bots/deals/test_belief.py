"""Deals that explain what was played count for more, and nothing hidden makes a difference."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from shengji.bots import Table, make_bot
from shengji.bots.basic import BasicBot
from shengji.bots.deals.belief import (
    LEAST_EFFECTIVE,
    Belief,
    BelievedSampler,
    effective_size,
    resample,
    tempered,
)
from shengji.bots.deals.sampling import Deals, Sampler
from shengji.game import Event, Hand, Phase, view
from shengji.rules import rules_from


def views(system: str, name: str, every: int, hands: int = 1) -> Iterator[tuple[BasicBot, Hand]]:
    """Some decisions in the tricks: who decides, remembering all, and the hand with all cards."""
    rules = rules_from(system)
    for seed in range(hands):
        watched = [BasicBot(rules, seat) for seat in range(rules.players)]

        def tell(event: Event, watched: list[BasicBot] = watched) -> None:
            for bot in watched:
                bot.observe(view(event, bot.seat))

        bots = {seat: make_bot(name, rules, seat, seat) for seat in range(rules.players)}
        table, count = Table(rules, bots, Random(seed), tell), 0
        while (hand := table.match.hand) is None or hand.phase is not Phase.ENDED:
            if hand is not None and hand.phase is Phase.PLAY and hand.turn is not None:
                count += 1
                if count % every == 0:
                    yield watched[hand.turn], hand
            table.step()


def with_truth(deals: Deals, bot: BasicBot, truth: Hand) -> Deals:
    """The deals with the true one in front."""
    space = bot.memory.space
    hands = np.array([[space.words(cards) for cards in truth.hands]])
    kitty = np.array([space.words(truth.kitty or ())])
    return Deals(np.concatenate([hands, deals.hands]), np.concatenate([kitty, deals.kitties]))


@pytest.mark.parametrize("system", ["tractor", "forty-points", "three-deck", "finding-friends"])
def test_the_truth_explains_what_was_played_better(system: str) -> None:
    ranks = []
    for bot, truth in views(system, "basic", every=9, hands=3):
        belief = Belief(bot.hand, bot.memory)
        if not belief.plays:
            continue
        deals = with_truth(Sampler(bot.hand, bot.memory, 3).draw(40), bot, truth)
        weights = belief.weights(deals)
        assert weights.sum() == pytest.approx(1.0)
        assert effective_size(weights) >= 0.99 * LEAST_EFFECTIVE * len(weights)
        ranks.append(np.mean(weights[1:] < weights[0]) + np.mean(weights[1:] == weights[0]) / 2)
    assert np.mean(ranks) > 0.6


def test_all_is_as_before_once_weights_are_taken() -> None:
    for bot, _ in views("tractor", "basic", every=31):
        belief, deals = Belief(bot.hand, bot.memory), Sampler(bot.hand, bot.memory).draw(30)
        before = [array.copy() for array in deals]
        weights = belief.weights(deals)
        assert all((a == b).all() for a, b in zip(before, deals, strict=True))
        assert (weights == belief.weights(deals)).all()
        assert (weights == Belief(bot.hand, bot.memory).weights(deals)).all()


def test_believed_deals_are_drawn_deals() -> None:
    for bot, _ in views("finding-friends", "basic", every=37):
        deals = BelievedSampler(bot.hand, bot.memory, 5).draw(20)
        again = BelievedSampler(bot.hand, bot.memory, 5).draw(20)
        assert (deals.hands == again.hands).all() and (deals.kitties == again.kitties).all()
        space = bot.memory.space
        for hands, kitty in zip(deals.hands, deals.kitties, strict=True):
            sizes = [len(space.cards(words)) for words in hands]
            assert sizes == bot.hand.sizes
            assert len(space.cards(kitty)) == bot.rules.kitty_size


def test_resampling_takes_each_deal_as_often_as_it_weighs() -> None:
    deals = Deals(np.arange(4).reshape(4, 1, 1), np.arange(4).reshape(4, 1))
    weights = np.array([0.5, 0.0, 0.25, 0.25])
    picked = resample(deals, weights, 400, np.random.Generator(np.random.PCG64(1)))
    assert np.bincount(picked.kitties[:, 0]).tolist() == [200, 0, 100, 100]
    assert (picked.hands[:, 0, 0] == picked.kitties[:, 0]).all()


def test_weights_that_say_little_stay_as_they_are() -> None:
    logs = np.log(np.array([0.3, 0.3, 0.2, 0.2]))
    assert tempered(logs) == pytest.approx([0.3, 0.3, 0.2, 0.2])
    assert tempered(np.full(5, -30.0)) == pytest.approx([0.2] * 5)
