"""The plan of a run: the number of games, the bots, and the seed.

A game depends only on the plan and the game's number, so any process can play it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple

import msgspec

from shengji.bots.outside import Limits
from shengji.cards import RANKS, Rank
from shengji.rules import Rules

OnFailure = Literal["stop", "forfeit", "stand-in"]
"""Reaction to a bot that fails to answer legally: stop with an error, forfeit the hand or the
match, or replace the bot until the end of the game.
"""


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all plans; a deal is played in one or several games, each a hand or a match.

    Attributes:
        matches: whether whole matches are played instead of single hands.
        record: the folder for a record of each game, or `None`.
        on_failure: the reaction to a failed bot.
        limits: the time limits of external bots.
    """

    rules: Rules
    bots: tuple[str, ...]
    seed: int = 0
    matches: bool = False
    record: str | None = None
    on_failure: OnFailure = "stop"
    limits: Limits = Limits()

    def seatings(self, deal: int) -> list[tuple[str, ...]]:
        """The bots by seat for each game of a deal."""
        raise NotImplementedError


class Plan(Games, frozen=True):
    """A simulation.

    Attributes:
        bots: the name of the bot in each seat.
        duplicate: whether each deal is played again with other seats: once with the sides swapped,
            or, where teams change, until every bot has sat in every seat.
    """

    rules: Rules
    bots: tuple[str, ...]
    number: int
    duplicate: bool = False

    def seatings(self, deal: int) -> list[tuple[str, ...]]:
        """The bots by seat for each game of a deal, equal for all deals."""
        return [self.seats(rotation) for rotation in self.rotations]

    @property
    def rotations(self) -> range:
        """The number of seats that the bots have moved by, for each game of a deal."""
        if not self.duplicate:
            return range(1)
        if self.rules.teams == "fixed":
            return range(2)
        # If the seating repeats around the table, so do the games.
        players = len(self.bots)
        return range(next(n for n in range(1, players + 1) if self.seats(n) == self.bots))

    def seats(self, rotation: int) -> tuple[str, ...]:
        """The bots by seat after all have moved by `rotation` seats.

        >>> Plan(Rules(), ("a", "b", "a", "b"), 1).seats(1)
        ('b', 'a', 'b', 'a')
        """
        return self.bots[rotation:] + self.bots[:rotation]


class Start(NamedTuple):
    """The random generator, seeds and level that a game starts from.

    Attributes:
        chance: the generator that shuffles the decks.
        bot_seeds: the seed of each seat's bot.
        rank: the level of all seats; `None` for a match.
        dealer: the Dealer; `None` for a match, or if the draw decides.
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


def start_of(plan: Games, number: int) -> Start:
    """The start of a game, from its number (from 0).

    Single hands are hands from the middle of matches. The Dealer goes around the table with the
    number of the hand, unless the draw decides, and the trump rank goes through all levels that can
    be reached. With only one level (Botzone), each hand is the first of its match, and the draw
    decides.
    """
    rules = plan.rules
    chance = Random(f"{plan.seed}:{number}")
    bots = Random(f"{plan.seed}:{number}:bots")
    seeds = tuple(bots.getrandbits(32) for _ in range(rules.players))
    if plan.matches:
        return Start(chance, seeds)
    levels = RANKS[rules.lowest_level.order : rules.last_level.order + 1]
    # Each Dealer gets each level, also if the number of levels is a multiple of the seats.
    level = levels[number // rules.players % len(levels)]
    drawn = rules.later_dealer == "draw" or len(levels) == 1
    dealer = None if drawn else number % rules.players
    return Start(chance, seeds, level, dealer)
