"""Tuning the weights of the compiled player by duplicate deals: `python benchmarks/tuning.py`.

Every deal is played twice, with the sides swapped, weights against weights, all in machine code: a
simple deal of its own, with no bidding. One weight after another is moved a little either way; what
is better on one set of deals and again on another is kept. In the end the result is measured
against the start on fresh deals, for each system. It prints the weights that have changed, and
writes them to the file that `--out` names, from which `--start` goes on.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from shengji.bots.policy.duels import duel
from shengji.bots.policy.payoff import payoff_of
from shengji.bots.policy.position import (
    FRIENDS,
    KITTY_RULE,
    STEP,
    THRESHOLD,
    Numbers,
    Position,
    new_position,
)
from shengji.bots.policy.weights import DEFAULT, START, WEIGHTS
from shengji.cards import RANKS, SUITS, Card, Trump
from shengji.play.jit import Table
from shengji.play.scoring import FACTOR_RULES
from shengji.play.space import TRUMP, Space, space_of
from shengji.rules import Rules

SYSTEMS: dict[str, tuple[Rules, int]] = {
    "tractor": (Rules(), 1200),
    "one deck": (Rules(decks=1), 500),
    "three decks": (Rules(decks=3), 250),
    "friends, six players": (Rules(teams="friends", players=6), 250),
}
"""What is played, and how many deals of it make a trial."""
SETS = 6
"""So many trials can be made before deals come again."""
BETTER, CONFIRMED = 1.5, 0.7
"""A change is kept when it is better by so many standard errors, and on other deals again."""


class Deals(NamedTuple):
    """Deals of one system, ready for the first lead; rows of everything for each deal."""

    rules: Rules
    spaces: Table
    hands: Table
    kitties: Table
    calls: Table
    dealers: Table


def deal(rules: Rules, number: int, chance: Random) -> Deals:
    """So many deals at random: the Dealer's longest suit is trump, its lowest cards are buried."""
    spaces, hands, kitties, calls, dealers = [], [], [], [], []
    size = rules.hand_size
    for _ in range(number):
        deck = rules.deck
        chance.shuffle(deck)
        dealer = chance.randrange(rules.players)
        rank = chance.choice(RANKS)
        held = [deck[i * size : (i + 1) * size] for i in range(rules.players)]
        lengths = Counter(card.suit for card in held[dealer] if card.suit is not None)
        trump = Trump(rank, max(SUITS, key=lambda suit: lengths[suit]))
        space = space_of(rules, trump)
        kitty = bury(space, held[dealer] + deck[rules.players * size :], rules.kitty_size)
        for card in deck[rules.players * size :]:
            held[dealer].append(card)
        for card in kitty:
            held[dealer].remove(card)
        spaces.append(space.table)
        hands.append(np.array([space.words(cards) for cards in held]))
        kitties.append(space.words(kitty))
        calls.append(call(rules, space, held[dealer]))
        dealers.append([dealer])
    return Deals(
        rules,
        np.concatenate(spaces),
        np.concatenate(hands),
        np.array(kitties),
        np.concatenate(calls).astype(np.int64),
        np.array(dealers, dtype=np.int64),
    )


def bury(space: Space, cards: list[Card], size: int) -> list[Card]:
    """The cards that are least worth keeping; short suits and low cards without points first."""
    held = Counter(cards)
    lengths = Counter(space.suit(card) for card in cards)

    def keep(card: Card) -> float:
        suit = space.suit(card)
        if suit == TRUMP:
            return 100.0 + space.column(card)
        column, top = space.column(card), 11
        value = 0.5 * column + 0.7 * lengths[suit] + (5.0 if card.points else 0.0)
        return value + (4.0 if held[card] > 1 else 0.0) + (9.0 if column >= top else 0.0)

    return sorted(cards, key=keep)[:size]


def call(rules: Rules, space: Space, cards: list[Card]) -> Table:
    """Rows (place, copies to come) of the next copies of high cards that the Dealer holds."""
    held = Counter(cards)
    able = [card for card in dict.fromkeys(rules.deck) if space.suit(card) != TRUMP]
    able = [card for card in able if held[card] < rules.deck_count]
    able.sort(key=lambda card: (-space.column(card), -held[card]))
    rows = [[space.place(card), held[card] + 1] for card in able[: rules.calls]]
    return np.array(rows, dtype=np.int64).reshape(rules.calls, 2)


class Trial(NamedTuple):
    """How far one player is ahead of another: the mean over deals, and its standard error."""

    mean: float
    error: float


class Field:
    """Deals of every system, to try weights on."""

    def __init__(self, seed: int, sets: int, names: list[str]) -> None:
        chance = Random(seed)
        self.deals = {
            name: deal(SYSTEMS[name][0], SYSTEMS[name][1] * sets, chance) for name in names
        }
        self.sets = sets
        self.payoffs = {name: payoff_of(SYSTEMS[name][0], slope=0.1) for name in names}
        self.blanks = {name: blank(SYSTEMS[name][0]) for name in names}

    def levels(self, name: str, one: Numbers, other: Numbers, first: int, number: int) -> Numbers:
        """By how many levels `one` is ahead in each of so many deals of a system."""
        deals = self.deals[name]
        ahead = np.zeros(number, dtype=np.float64)
        duel(self.blanks[name], *deals[1:], self.payoffs[name], one, other, first, ahead)
        return ahead

    def try_on(self, part: int, one: Numbers, other: Numbers) -> Trial:
        """One part of the deals of every system, all systems alike by their number of deals."""
        parts = []
        for name in self.deals:
            number = SYSTEMS[name][1]
            parts.append(self.levels(name, one, other, part % self.sets * number, number))
        every = np.concatenate(parts)
        return Trial(float(every.mean()), float(every.std() / np.sqrt(len(every))) + 1e-9)


def blank(rules: Rules) -> Position:
    """An empty position of these rules."""
    space = space_of(rules, Trump(RANKS[0], SUITS[0]))
    position = new_position(
        space.table, rules.players, rules.deck_count, rules.hand_size, rules.calls
    )
    position.facts[FRIENDS] = rules.teams == "friends"
    position.facts[KITTY_RULE] = FACTOR_RULES[rules.kitty_factor]
    position.facts[THRESHOLD] = rules.threshold_points
    position.facts[STEP] = rules.step_points
    return position


def tune(field: Field, start: Numbers, seconds: float, chance: Random) -> Numbers:
    """The best weights that are found in so many seconds, by moving one after another."""
    best = start.copy()
    steps = 0.3 * np.abs(start) + 0.3
    until = time.monotonic() + seconds
    part = chance.randrange(field.sets)
    while time.monotonic() < until:
        for entry in chance.sample(range(len(best)), len(best)):
            if time.monotonic() >= until:
                break
            moved = False
            for sign in (1.0, -1.0):
                trial = best.copy()
                trial[entry] += sign * steps[entry]
                part += 1
                found = field.try_on(part, trial, best)
                if found.mean < BETTER * found.error:
                    continue
                again = field.try_on(part + 1, trial, best)
                if again.mean > CONFIRMED * again.error:
                    best, moved = trial, True
                    print(f"{name_of(entry)}: {trial[entry]:.2f} {again.mean:+.4f}", flush=True)
                    break
            steps[entry] *= 1.3 if moved else 0.7
    return best


def name_of(entry: int) -> str:
    """What a weight is called, and for which side it is."""
    return f"{[*START][entry % WEIGHTS]}/{'declarers' if entry < WEIGHTS else 'opponents'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--systems", nargs="*", default=[*SYSTEMS])
    given = parser.parse_args()
    start = DEFAULT
    if given.start is not None:
        start = np.array(json.loads(given.start.read_text()), dtype=np.float64)
    field = Field(given.seed, SETS, given.systems)
    found = tune(field, start, given.seconds, Random(given.seed))
    if given.out is not None:
        given.out.write_text(json.dumps([round(float(number), 3) for number in found]))
    fresh = Field(given.seed + 1_000_000, 2, given.systems)
    for name in given.systems:
        deals = fresh.levels(name, found, DEFAULT, 0, 2 * SYSTEMS[name][1])
        error = 1.96 * deals.std() / np.sqrt(len(deals))
        print(f"{name}: {deals.mean():+.4f} ± {error:.4f} levels a hand against the default")


if __name__ == "__main__":
    main()
