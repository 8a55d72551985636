"""What is to be played: how many hands or matches, by whom, from which seed.

Everything about a game follows from the plan and the game's number, so it does not matter which
process plays it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import msgspec

from shengji.cards import RANKS, Rank
from shengji.rules import Rules


class Plan(msgspec.Struct, frozen=True):
    """A simulation.

    Attributes:
        rules: what is played.
        bots: the name of the bot in each seat.
        number: how many deals are played: single hands, or whole matches.
        seed: where chance starts.
        matches: whether whole matches are played instead of single hands.
        duplicate: whether each deal is played a second time with the sides swapped.
        record: the folder for a record of each game, or `None`.
    """

    rules: Rules
    bots: tuple[str, ...]
    number: int
    seed: int = 0
    matches: bool = False
    duplicate: bool = False
    record: str | None = None

    def seats(self, swapped: bool) -> tuple[str, ...]:
        """The bots by seat; swapped, everyone sits one seat further, on the other side."""
        return (*self.bots[1:], self.bots[0]) if swapped else self.bots


class Start(NamedTuple):
    """What a game starts from.

    Attributes:
        chance: shuffles its decks.
        bot_seeds: what each seat's bot starts from.
        rank: the level of both sides; only for single hands.
        dealer: the Dealer; only for single hands.
    """

    chance: Random
    bot_seeds: tuple[int, ...]
    rank: Rank | None = None
    dealer: int | None = None


def around_the_table(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Names repeated around the table.

    >>> around_the_table(["basic", "random"], 4)
    ('basic', 'random', 'basic', 'random')
    """
    return tuple(names[seat % len(names)] for seat in range(players))


def start_of(plan: Plan, number: int) -> Start:
    """What game `number` (from 0) starts from.

    Single hands are hands from the middle of matches: the Dealer goes around the table with the
    number of the hand, and the trump rank through all levels that the rules know.
    """
    rules = plan.rules
    chance = Random(f"{plan.seed}:{number}")
    bots = Random(f"{plan.seed}:{number}:bots")
    seeds = tuple(bots.getrandbits(32) for _ in range(rules.players))
    if plan.matches:
        return Start(chance, seeds)
    levels = RANKS[rules.first_level.order : rules.last_level.order + 1]
    # Each Dealer meets each level, also when the levels are a multiple of the seats.
    level = levels[number // rules.players % len(levels)]
    return Start(chance, seeds, level, number % rules.players)
