"""Schemas of ratings: rated play, leaderboards, and changes by matches."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from shengji.ratings import Counted, Pool
from shengji.server.site.schemas import Game, Schema, Text


class RatedSet(Schema, frozen=True):
    """Rules under which this site offers rated play.

    Attributes:
        name: the name that `POST /api/pairing` and `POST /api/tables` take.
        heading: the rules in words; `game` as in `RulesState`.
        given: the rules, as in `RulesState`.
        teams: as in `RulesState`.
        pairs: whether partners may join together to be paired.
    """

    name: str
    heading: Text
    game: Game | None
    given: dict[str, Any]
    pool: Pool
    players: int
    teams: Literal["fixed", "friends"]
    pairs: bool


class BotRating(Schema, frozen=True):
    """The declared rating of a bot in a pool, which never changes by play."""

    bot: str
    pool: Pool
    value: float


class RatedHouse(Schema, frozen=True):
    """The conditions of rated play on this site.

    Attributes:
        sets: the rules under which people may play rated.
        counted: the unit that counts: `levels`: each hand by its signed levels; `hands`: each as
            won or lost; `matches`: whole matches.
        clock: default time for a decision at a rated table, in seconds.
        grace: seconds of absence after which a player has left the match, and lost it.
        times_up: how often a player's time may run out until they have left the match.
        fixed: the names of the `Settings` that are off at every rated table. A rated table also has
            a clock, and onlookers see at most the cards on the table.
        bots: whether bots may sit at rated tables.
    """

    sets: tuple[RatedSet, ...]
    counted: Counted
    season: str
    clock: int
    grace: int
    times_up: int
    fixed: tuple[str, ...]
    bots: bool
    bot_ratings: tuple[BotRating, ...]


class BoardLine(Schema, frozen=True):
    """A person on a leaderboard.

    Attributes:
        rank: from 1.
        value: the rating after the last result of the season.
        deviation: its standard deviation: the strength is within twice this distance in 19 of 20
            cases.
        games: number of results that it rests on, of all seasons.
    """

    rank: int
    person: str
    name: str
    value: float
    deviation: float
    games: int


class Leaderboard(Schema, frozen=True):
    """A page of the leaderboard of a pool and a season.

    Attributes:
        season: the season; `None` when the pool has no rated result yet.
        seasons: all seasons of the pool, the last one first.
        provisional: whether these are the people whose ratings are provisional.
        lines: the people of this page, the best first.
        next: the value of `after` for the next page; `None` on the last page.
    """

    pool: Pool
    season: str | None
    seasons: tuple[str, ...]
    provisional: bool
    lines: tuple[BoardLine, ...]
    next: int | None


class RatingPoint(Schema, frozen=True):
    """A rating after a match.

    Attributes:
        at: when the match ended, in Unix ms.
        match: the match; `None` when the caller may not see it.
        value: the rating; `deviation`: its standard deviation.
    """

    at: int
    match: str | None
    value: float
    deviation: float


class PoolRating(Schema, frozen=True):
    """A person's rating in a pool.

    Attributes:
        deviation: its current standard deviation; it grows from season to season.
        provisional: whether that is too much for the leaderboard.
        games: number of results that it rests on.
        season: the season of the last result.
        peak: the highest rating after a match while it was not provisional; `None` when it always
            was.
        seasons: the person's seasons, the last one first.
        shown: the season of `points`; `None` when the person did not play in the requested one.
        points: the rating after each match of that season, in order; at most the last 500.
    """

    pool: Pool
    value: float
    deviation: float
    provisional: bool
    games: int
    season: str
    peak: float | None
    seasons: tuple[str, ...]
    shown: str | None
    points: tuple[RatingPoint, ...]


class PersonRatings(Schema, frozen=True):
    """The ratings of a person; `pools` has the pools in which the person is rated."""

    person: str
    name: str
    pools: tuple[PoolRating, ...]


class SeatResult(Schema, frozen=True):
    """A result of a match for the person of a seat.

    Attributes:
        number: the number of the result in the match: a hand, or the match.
        expected: the expected score of the person's side, from 0 to 1.
        points: the change of the rating.
        share: the part of the result that counted, from 0 to 1: below 1 where results with the same
            people have already moved the rating far.
    """

    number: int
    expected: float
    score: float
    points: float
    share: float


class SeatRating(Schema, frozen=True):
    """The change of the rating of a seat's holder by a match.

    Attributes:
        first: the hand from which they held the seat after another player; else 0.
        before: the rating before; `before_deviation`: its standard deviation.
        after: the rating after; `after_deviation`: its standard deviation.
        results: the results that changed it, in order.
    """

    seat: int
    first: int
    before: float
    before_deviation: float
    after: float
    after_deviation: float
    results: tuple[SeatResult, ...]


class MatchRating(Schema, frozen=True):
    """The changes of ratings by a match.

    Attributes:
        pool: the rating pool; `season`: the season.
        counted: the unit that counts, as in `RatedHouse`.
        left: the seats whose players left the match or exceeded their time too often, and so lost
            it.
        annulled: the reason of an administrator's annulment; `None` when the match counts.
        done: whether the ratings have been computed, which takes moments.
        changes: the changes by seat; without bots.
    """

    pool: Pool
    season: str
    counted: Counted
    left: tuple[int, ...]
    annulled: str | None
    done: bool
    changes: tuple[SeatRating, ...]


class Annul(Schema, frozen=True):
    """The reason for annulling a match."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
