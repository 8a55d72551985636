"""Train a policy by self-play on `Hands`, seat it as a bot, and measure it in duels.

    python examples/training/train.py --save build/policy.txt
    shengji arena "exec:python examples/training/train.py --bot build/policy.txt" basic

Each round plays some thousand hands at once: all seats follow the newest trees, and one play of
ten is chosen by chance. The result of each play is the points that its side gains until the end of
the hand. Trees are then fitted to the results of the last rounds, and the next round follows them.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt

import shengji
from shengji.bots.outside import run_bot
from shengji.cards import CARDS
from shengji.env.layout import Layout
from shengji.env.policy_bot import policy_bot
from shengji.env.vector import Hands

Numbers = npt.NDArray[Any]

RULES = shengji.rules_from("tractor")
LAYOUT = Layout(RULES)
FIVES = np.array([card.points // 5 for card in CARDS], dtype=np.int8)
TRUMP = 4  # the number of trumps among the effective suits
SIZES = (22, 21)  # how many numbers describe a situation, and a play in it
CHANCE = 0.1  # fraction of plays that are chosen by chance while hands are collected
STEPS = 210  # number of plays in each lane and round: two hands and a little more
WINDOW = 6  # number of rounds, the newest, whose results the trees are fitted to
SETTINGS = {
    "learning_rate": 0.05, "num_leaves": 63, "min_data_in_leaf": 200, "feature_fraction": 0.7,
    "bagging_fraction": 0.7, "bagging_freq": 1, "num_threads": 1, "seed": 1, "verbosity": -1,
}  # fmt: skip


def describe(observations: Numbers, masks: Numbers, rows: Numbers) -> Numbers:
    """Describe the offered plays by their suits and strengths, each after its situation.

    Args:
        observations: what the seats know, as `Hands.observations`.
        masks: the offered rows, as `Hands.masks`.
        rows: the plays, as `Hands.candidates`.

    Returns:
        A row for each offered play, in the order of decisions and rows; (plays, sum(SIZES)).
    """
    part = partial(LAYOUT.part, observations)
    every, owner = np.arange(len(observations)), np.nonzero(masks)[0]
    suits, strengths, hand = part("suits")[:, 0], part("strengths")[:, 0], part("hand")[:, 0]
    unseen = RULES.deck_count - hand - part("played").sum(1) - part("kitty")[:, 0]
    trick, ahead = part("trick"), part("ahead")[:, :, 0]
    led = trick[every, part("leader")[:, :, 0].argmax(1)]
    best = trick[every, ahead.argmax(1)]
    led_suit, best_suit = highest(led, suits), highest(best, suits)
    best_top = highest(best, strengths)
    of_suit = suits[:, None] == np.arange(TRUMP + 1)[:, None]
    held, out = (of_suit * hand[:, None]).sum(2), (of_suit * unseen[:, None]).sum(2)
    situation = np.column_stack((
        part("sizes")[:, 0], part("declarer")[:, 0], part("points")[:, 0],
        part("trick_points")[:, 0], part("dealer")[:, :, 0].argmax(1), trick.any(2).sum(1),
        ahead[:, 2], ahead[:, 1] + ahead[:, 3], led.sum(1), (led > 0).sum(1), (led == 2).sum(1),
        led_suit, best_suit == TRUMP, best_top, held[:, TRUMP], out[:, TRUMP],
        (hand == 2).sum(1), hand @ FIVES, unseen @ FIVES, held[every, led_suit],
        out[every, led_suit], part("voids")[:, 1:].sum((1, 2)),
    )).astype(np.float32)  # fmt: skip

    played = rows[masks > 0][:, : len(CARDS)]
    suits, strengths, hand, unseen = suits[owner], strengths[owner], hand[owner], unseen[owner]
    suit, top = highest(played, suits), highest(played, strengths)
    low = -highest(played, -strengths, -99)
    one_suit, same = suit == -highest(played, -suits, -99), suits == suit[:, None]
    # Cards of the suit that stay in hand and out of sight; those above the play's top and low card.
    left, others = np.where(same, hand - played, 0), np.where(same, unseen, 0)
    above = [np.where(strengths > bound[:, None], others, 0) for bound in (top, low)]
    kinds, pairs = (played > 0).sum(1), (played == 2).sum(1)
    alike = one_suit & (kinds == (led > 0).sum(1)[owner]) & (pairs == (led == 2).sum(1)[owner])
    ahead_by = np.where(alike & (suit == best_suit[owner]), top - best_top[owner], -60)
    ruffs = alike & (suit == TRUMP) & (best_suit[owner] != TRUMP)
    lacking = part("voids")[owner, 1:][np.arange(len(owner)), :, suit]
    play = np.column_stack((
        played.sum(1), kinds, pairs, played @ FIVES, top, low, suit == TRUMP, one_suit,
        (played * (suits == TRUMP)).sum(1), ahead_by, ruffs, above[0].sum(1),
        (above[0] == 2).sum(1), above[1].sum(1), (above[1] == 2).sum(1), others.sum(1),
        left.sum(1), (left == 2).sum(1), highest(left, strengths), lacking.sum(1),
        ((hand == 2) & (played == 1)).sum(1),
    )).astype(np.float32)  # fmt: skip
    return np.hstack((situation[owner], play))


def highest(cards: Numbers, values: Numbers, none: int = -1) -> Numbers:
    """The highest value of the cards in each row; `none` where there is no card."""
    return np.asarray(np.where(cards > 0, values, none).max(1))


def best_rows(trees: lightgbm.Booster, masks: Numbers, plays: Numbers) -> Numbers:
    """The row of each decision for which the trees predict most."""
    scores = np.full(masks.shape, -np.inf)
    scores[masks > 0] = trees.predict(plays, num_threads=1)
    return np.asarray(scores.argmax(1))


def collect(
    hands: Hands, trees: lightgbm.Booster | None, chance: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """Play STEPS plays in all lanes, by trees or by chance.

    Returns:
        The descriptions of the chosen plays of finished hands, and the points that the side of
        each play gains from it until the end of its hand.
    """
    lanes = np.arange(hands.lanes)
    plays = np.empty((STEPS, hands.lanes, sum(SIZES)), dtype=np.float32)
    side, before = np.empty((2, STEPS, hands.lanes), dtype=np.float32)
    ends = np.full((STEPS, hands.lanes), np.nan, dtype=np.float32)
    for step in range(STEPS):
        masks, counts = hands.masks, hands.counts.copy()
        offered = describe(hands.observations, masks, hands.candidates)
        rows = chance.integers(counts)
        if trees is not None:
            by_chance = chance.random(hands.lanes) < CHANCE
            rows = np.where(by_chance, rows, best_rows(trees, masks, offered))
        plays[step] = offered[np.cumsum(counts) - counts + rows]
        side[step] = np.where(LAYOUT.part(hands.observations, "declarer")[:, 0, 0] > 0, -1, 1)
        points = 5.0 * LAYOUT.part(hands.observations, "points")[:, 0, 0]
        before[step] = points - RULES.threshold_points
        hands.step(rows)
        of_opponents = side[step] * hands.rewards[lanes, hands.actors]
        ends[step, hands.ended] = of_opponents[hands.ended]
    for step in reversed(range(STEPS - 1)):  # the end of the hand that a play belongs to
        ends[step] = np.where(np.isnan(ends[step]), ends[step + 1], ends[step])
    whole = ~np.isnan(ends)
    return plays[whole], (side * (ends - before))[whole]


def fit(plays: Numbers, results: Numbers) -> lightgbm.Booster:
    """Fit trees to what a play brings beyond what its situation lets expect.

    The luck of the situation is most of a result, so trees of their own predict it first.
    """
    situations = plays[:, : SIZES[0]]
    settings = SETTINGS | {"learning_rate": 0.1}
    usual = lightgbm.train(settings, lightgbm.Dataset(situations, results), 50)
    beyond = results - np.asarray(usual.predict(situations, num_threads=1))
    return lightgbm.train(SETTINGS, lightgbm.Dataset(plays, beyond), 100)


def train(rounds: int, lanes: int = 512) -> lightgbm.Booster:
    """Train from nothing; the first round is played by chance."""
    chance, played, trees = np.random.default_rng(1), 0, None
    hands = Hands(RULES, lanes=lanes, seed=1, rewards="points")
    kept = list[tuple[Numbers, Numbers]]()
    for number in range(1, rounds + 1):
        kept = [*kept[1 - WINDOW :], collect(hands, trees, chance)]
        played += len(kept[-1][1])
        trees = fit(*(np.concatenate(part) for part in zip(*kept, strict=True)))
        print(f"round {number}: {played} plays, {time.process_time():.0f} s of CPU", flush=True)
    assert trees is not None, "at least one round"
    return trees


def bot_of(trees: lightgbm.Booster) -> type[shengji.Bot]:
    """The class of a bot that leads and follows by trees."""

    def policy(observations: Numbers, masks: Numbers, rows: Numbers) -> Numbers:
        return best_rows(trees, masks, describe(observations, masks, rows))

    return policy_bot(policy, name="trained")


def main() -> None:
    """Train and measure, or play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=24)
    parser.add_argument("--deals", type=int, default=200, help="of each duel")
    parser.add_argument("--save", type=Path, help="file for the trees")
    parser.add_argument("--bot", type=Path, help="play as a bot with the trees of this file")
    given = parser.parse_args()
    if given.bot is not None:
        run_bot(bot_of(lightgbm.Booster(model_file=given.bot)), "trained")
        return
    trees = train(given.rounds)
    if given.save is not None:
        trees.save_model(given.save)
    for other in ("random", "basic"):
        print(f"against {other}: {shengji.duel(bot_of(trees), other, RULES, deals=given.deals)}")
    print(f"{time.process_time():.0f} s of CPU in all")


if __name__ == "__main__":
    main()
