"""Ratings: what may be rated, who is how strong, and what matches have changed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from shengji.ratings import Counted, Pool
from shengji.server.site.schemas import Game, Shape, Text


class RatedSet(Shape, frozen=True):
    """Rules by which this house lets people play rated.

    Attributes:
        name: how `POST /api/pairing` and `POST /api/tables` take them.
        heading: what they are, in words; `game` as in `RulesState`.
        given: the rules, as in `RulesState`.
        pool: in which ratings they count.
        players: how many play.
        teams: as in `RulesState`.
        pairs: whether partners may come together to be paired.
    """

    name: str
    heading: Text
    game: Game | None
    given: dict[str, Any]
    pool: Pool
    players: int
    teams: Literal["fixed", "friends"]
    pairs: bool


class BotRating(Shape, frozen=True):
    """The declared rating of a bot in a pool, which never changes by play."""

    bot: str
    pool: Pool
    value: float


class RatedHouse(Shape, frozen=True):
    """How rated play goes here.

    Attributes:
        sets: the rules by which people may play rated.
        counted: what counts: `levels`: each hand by its signed levels; `hands`: each as won or
            lost; `matches`: whole matches.
        season: the season now.
        clock: the seconds for a decision that a rated table has where none are set.
        grace: after how many seconds whoever is away has left the match, and lost it.
        times_up: how often the time of somebody can be up until they have.
        fixed: which of the `Settings` are off at every rated table, by their names; there is a
            clock besides, and onlookers see what lies on the table at most.
        bots: whether bots may sit at rated tables.
        bot_ratings: the declared ratings of bots.
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


class BoardLine(Shape, frozen=True):
    """A person on a leaderboard.

    Attributes:
        rank: the place, from 1.
        person: who, by public id.
        name: the name.
        value: the rating after the last result of the season.
        deviation: how uncertain it is: the strength is within twice as much in 19 of 20 cases.
        games: how many results it rests on, of all seasons.
    """

    rank: int
    person: str
    name: str
    value: float
    deviation: float
    games: int


class Leaderboard(Shape, frozen=True):
    """The best in a pool and a season.

    Attributes:
        pool: the pool.
        season: the season; `None`: nothing was rated in this pool yet.
        seasons: all that this pool has had, the last one first.
        provisional: whether these are those whose ratings are still too uncertain for the board.
        lines: some of them, the best first.
        next: what to ask for as `after` for those that follow; `None`: there are no more.
    """

    pool: Pool
    season: str | None
    seasons: tuple[str, ...]
    provisional: bool
    lines: tuple[BoardLine, ...]
    next: int | None


class RatingPoint(Shape, frozen=True):
    """A rating after a match.

    Attributes:
        at: when the match was over, in milliseconds since 1970.
        match: the match; `None`: one that who asks may not see.
        value: the rating; `deviation`: how uncertain it is.
    """

    at: int
    match: str | None
    value: float
    deviation: float


class PoolRating(Shape, frozen=True):
    """A person's rating in a pool.

    Attributes:
        pool: the pool.
        value: the rating now.
        deviation: how uncertain it is now; it grows from season to season.
        provisional: whether that is too much for the leaderboard.
        games: how many results it rests on.
        season: the season of the last result.
        peak: the highest that it has been after a match while it was not provisional; `None`: it
            has always been.
        seasons: the seasons in which the person played, the last one first.
        shown: the season of `points`; `None`: the person did not play in the one that was asked
            for.
        points: the rating after each match of that season, in order; of very many the last 500.
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


class PersonRatings(Shape, frozen=True):
    """The ratings of a person; `pools` are those in which the person has one."""

    person: str
    name: str
    pools: tuple[PoolRating, ...]


class SeatResult(Shape, frozen=True):
    """The result of a match for the person of a seat.

    Attributes:
        number: which of the match's results: a hand, or the match.
        expected: the score that was expected of the person's side, from 0 to 1.
        score: the score that it made.
        points: by how much the rating moved.
        share: what part of the result counted, from 0 to 1: less where results with the same people
            have moved the rating far already.
    """

    number: int
    expected: float
    score: float
    points: float
    share: float


class SeatRating(Shape, frozen=True):
    """How a match has changed the rating of whoever held a seat.

    Attributes:
        seat: the seat.
        first: from which hand on they held it, where somebody else did before; else 0.
        before: the rating before; `before_deviation`: how uncertain it was.
        after: the rating after; `after_deviation` likewise.
        results: by what, in order.
    """

    seat: int
    first: int
    before: float
    before_deviation: float
    after: float
    after_deviation: float
    results: tuple[SeatResult, ...]


class MatchRating(Shape, frozen=True):
    """The changes by a rated match.

    Attributes:
        pool: where it counts; `season`: when.
        counted: what counts, as in `RatedHouse`.
        left: the seats whose persons left the match or let the time run out too often, and so lost
            it.
        annulled: why an administrator has annulled it; `None`: it counts.
        done: whether the ratings have been worked out; that is so within moments.
        changes: how ratings have changed, by seats; none of bots.
    """

    pool: Pool
    season: str
    counted: Counted
    left: tuple[int, ...]
    annulled: str | None
    done: bool
    changes: tuple[SeatRating, ...]


class Annul(Shape, frozen=True):
    """Why a match is not to count."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
