"""A result: who met whom in a hand or a match, and how it ended."""

from __future__ import annotations

from datetime import datetime
from math import isclose
from typing import TypeAlias

import msgspec

from shengji.ratings.pools import Pool
from shengji.ratings.scale import Scale


class RatingError(ValueError):
    """Something that cannot be rated; the message says what, and what is expected."""


class Bot(msgspec.Struct, frozen=True, tag=True):
    """A bot in a seat, which plays at its declared rating.

    Attributes:
        name: its name, as `medium`.
    """

    name: str


Player: TypeAlias = str | Bot
"""A rated player: a person by the text that tells people apart, or a bot."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A hand, a match, or a match that somebody left.

    Attributes:
        match: what tells matches apart.
        number: which of the results of the match, from 1.
        at: when the match was over.
        pool: where it is rated.
        season: when it is rated.
        sides: who played together; of a hand the Declarers first.
        scores: what each side has made of it, from 0 to 1; those of two sides add up to 1, unless
            the match was left: then it is 0 for a side from which somebody left, and 1 for others.
        scale: what differences of ratings mean in it.
        left: the people who left the match, which lost it for them.

    Raises:
        RatingError: when the sides or the scores cannot be.
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
        """The people who played, bots left out."""
        return tuple(one for side in range(len(self.sides)) for one in self.people_of(side))

    def people_of(self, side: int) -> tuple[str, ...]:
        """The people of a side, bots left out."""
        return tuple(one for one in self.sides[side] if not isinstance(one, Bot))

    @property
    def order(self) -> tuple[datetime, str, int]:
        """The key by which results are put in order."""
        return self.at, self.match, self.number

    def _wrong(self, why: str) -> RatingError:
        return RatingError(f"result {self.number} of match {self.match!r} {why}")
