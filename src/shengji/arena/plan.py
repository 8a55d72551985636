"""The plan of a run: how many hands or matches, by whom, from which seed.

Everything about a game follows from the plan and the game's number, so it does not matter which
process plays it.
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
"""The consequence when a bot fails to answer legally: everything stops with an error; the hand, or
in a match the match, is lost for its side; or another bot takes its seat until the game is over."""


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of every plan; a deal is played in one game or several, each a hand or a match.

    Attributes:
        rules: what is played.
        bots: their names.
        seed: where chance starts.
        matches: whether whole matches are played instead of single hands.
        record: the folder for a record of each game, or `None`.
        on_failure: what follows when a bot fails to answer.
        limits: how long a bot that is a program may take.
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
        number: how many deals are played.
        duplicate: whether each deal is played again with everyone in another seat: once with the
            sides swapped, or, where teams change, until every bot has sat in every seat.
    """

    rules: Rules
    bots: tuple[str, ...]
    number: int
    duplicate: bool = False

    def seatings(self, deal: int) -> list[tuple[str, ...]]:
        """The bots by seat for each game of a deal, the same for all deals."""
        return [self.seats(rotation) for rotation in self.rotations]

    @property
    def rotations(self) -> range:
        """The number of seats that everyone moves by from one game of a deal to the next."""
        if not self.duplicate:
            return range(1)
        if self.rules.teams == "fixed":
            return range(2)
        # Where the bots stand around the table in a pattern that repeats, so do the games.
        players = len(self.bots)
        return range(next(n for n in range(1, players + 1) if self.seats(n) == self.bots))

    def seats(self, rotation: int) -> tuple[str, ...]:
        """The bots by seat when everyone has moved on by so many seats.

        >>> Plan(Rules(), ("a", "b", "a", "b"), 1).seats(1)
        ('b', 'a', 'b', 'a')
        """
        return self.bots[rotation:] + self.bots[:rotation]


class Start(NamedTuple):
    """The chance, the seeds and the level that a game starts from.

    Attributes:
        chance: shuffles its decks.
        bot_seeds: what each seat's bot starts from.
        rank: the level of everybody; only for single hands.
        dealer: the Dealer; only for single hands, and not where the draw decides.
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
    """The start of game `number` (from 0).

    Single hands are hands from the middle of matches: the Dealer goes around the table with the
    number of the hand, unless the draw decides who deals, and the trump rank through all levels
    that can be reached. Where that is one alone (Botzone) a hand is the first of its match, and
    the draw decides.
    """
    rules = plan.rules
    chance = Random(f"{plan.seed}:{number}")
    bots = Random(f"{plan.seed}:{number}:bots")
    seeds = tuple(bots.getrandbits(32) for _ in range(rules.players))
    if plan.matches:
        return Start(chance, seeds)
    levels = RANKS[rules.lowest_level.order : rules.last_level.order + 1]
    # Each Dealer meets each level, also when the levels are a multiple of the seats.
    level = levels[number // rules.players % len(levels)]
    drawn = rules.later_dealer == "draw" or len(levels) == 1
    dealer = None if drawn else number % rules.players
    return Start(chance, seeds, level, dealer)
