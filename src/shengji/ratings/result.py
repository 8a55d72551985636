"""A result: the sides of a hand or a match, and their scores."""

from __future__ import annotations

from datetime import datetime
from math import isclose
from typing import TypeAlias

import msgspec

from shengji.ratings.pools import Pool
from shengji.ratings.scale import Scale


class RatingError(ValueError):
    """A result that cannot be rated; the message names the error and the expected value."""


class Bot(msgspec.Struct, frozen=True, tag=True):
    """A bot in a seat, which plays at its declared rating.

    Attributes:
        name: the bot's name, for example `medium`.
    """

    name: str


Player: TypeAlias = str | Bot
"""A rated player: a person's key, or a bot."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A hand, a match, or a match that a player left.

    Attributes:
        number: the number of the result in its match, from 1.
        at: when the match ended.
        sides: the players of each side; in a hand the Declarers first.
        scores: the score of each side, from 0 to 1; two scores add up to 1. In a match that a
            player left, the score is 0 for each side with such a player, and 1 for each other side.
        scale: the meaning of rating differences in this result.
        left: the people who left the match, and so lost it.

    Raises:
        RatingError: when the sides or the scores are invalid.
    """

    match: str
    number: int
    at: datetime
    pool: Pool
    season: str
    sides: tuple[tuple[Player, ...], ...]
    scores: tuple[float, ...]
    scale: Scale
    left: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        people = self.people
        if len(self.sides) < 2 or not all(self.sides):
            raise self._wrong("has fewer than two sides with players; give each side its players")
        if len(set(people)) < len(people):
            raise self._wrong("has a person in two seats; each person may have one")
        if not set(self.left) <= set(people):
            raise self._wrong("was left by somebody who did not play; name people of its sides")
        if len(self.scores) != len(self.sides) or not all(0 <= one <= 1 for one in self.scores):
            raise self._wrong("needs a score from 0 to 1 for each side")
        if len(self.sides) == 2 and not self.left and not isclose(sum(self.scores), 1):
            raise self._wrong("has two sides, whose scores must add up to 1")

    @property
    def people(self) -> tuple[str, ...]:
        """The people who played, without bots."""
        return tuple(one for side in range(len(self.sides)) for one in self.people_of(side))

    def people_of(self, side: int) -> tuple[str, ...]:
        """The people of a side, without bots."""
        return tuple(one for one in self.sides[side] if not isinstance(one, Bot))

    @property
    def order(self) -> tuple[datetime, str, int]:
        """Sort key: time, match and number."""
        return self.at, self.match, self.number

    def _wrong(self, why: str) -> RatingError:
        return RatingError(f"result {self.number} of match {self.match!r} {why}")
