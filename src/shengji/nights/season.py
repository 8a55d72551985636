"""The table of a season: a line for each member, by the rule that the club has chosen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

from shengji.nights.copies import made_from
from shengji.nights.standings import NightStanding

SeasonBy = Literal["sum", "best", "mean", "rating"]
"""Order of a season: the sum over its nights, the sum of the best nights, the mean, the rating."""


class SeasonStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the table of a season.

    Attributes:
        place: from 1; ties share a place. `None`: no place, for lack of nights or of a rating.
        person: the id of the member's line, otherwise that of the account, or a guest's name.
        name: empty: hidden from the caller.
        account: the public id of the account; `None`: a guest, or hidden.
        nights: number of nights with a hand that counts.
        counts: number of nights in `value`.
        missing: number of nights that are still missing for a place.
        rounds: number of rounds with a hand that counts.
        hands: number of hands that count.
        won: number of these that their side has won.
        levels: levels that their side has won in these, less those of the opposing side.
        score: levels less penalty, over all nights.
        value: the score by the season's rule, or the present rating, which decides the place;
            `None`: there is none.
        rating: rating points gained, over all pools played; `None`: not rated yet, or no account.
    """

    place: int | None
    person: str
    name: str
    account: str | None
    nights: int
    counts: int
    missing: int
    rounds: int
    hands: int
    won: int
    levels: int
    matches: int
    penalty: int
    score: int
    value: float | None
    rating: float | None


class MemberNight(NamedTuple):
    """A row of a night's standings, and the member that it counts for.

    Attributes:
        member: key of the member.
        night: id of the night.
        row: the row, under the member's name and ids.
    """

    member: str
    night: str
    row: NightStanding


class SeasonRuling(NamedTuple):
    """The rule of a table, as in `SeasonRule` of the server, with the ratings by account."""

    by: SeasonBy
    best: int
    least_nights: int
    ratings: Mapping[str, float]


_Rank = tuple[bool, int, Fraction, int, int, int]

_SUMMED = ("rounds", "hands", "won", "levels", "matches", "penalty", "score")


def season_standings(
    rows: Iterable[MemberNight], ruling: SeasonRuling
) -> tuple[SeasonStanding, ...]:
    """The table of a season, first place first; people without a place come last.

    A member who was in one night under two ids played one night. Ties in `value` are broken as in
    the standings of a night: by matches won, then by hands won, then by fewer penalties.

    Args:
        rows: the rows of all nights, oldest night first; those without hands and penalties do not
            count.
        ruling: the rule.
    """
    members: dict[str, list[MemberNight]] = {}
    for found in rows:
        if found.row.hands or found.row.penalty:
            members.setdefault(found.member, []).append(found)
    order = sorted((_line(own, ruling) for own in members.values()), key=lambda at: at[0])
    ranks = [rank for rank, _ in order]
    return tuple(
        line if line.place is None else msgspec.structs.replace(line, place=1 + first)
        for (_, line), first in zip(order, (bisect_left(ranks, at) for at in ranks), strict=True)
    )


def _line(own: Sequence[MemberNight], ruling: SeasonRuling) -> tuple[_Rank, SeasonStanding]:
    """The line of a member, with its sort key."""
    sums = {name: sum(getattr(at.row, name) for at in own) for name in _SUMMED}
    played = len({at.night for at in own if at.row.hands})
    scores: dict[str, int] = {}
    for at in own:
        scores[at.night] = scores.get(at.night, 0) + at.row.score
    last, gains = own[-1].row, [at.row.rating for at in own if at.row.rating is not None]
    value = _value(list(scores.values()), played, last.account, ruling)
    missing = max(0, ruling.least_nights - played)
    placed = missing == 0 and value is not None
    line = made_from(
        SeasonStanding,
        last,
        place=1 if placed else None,
        nights=played,
        counts=min(len(scores), ruling.best) if ruling.by == "best" else played,
        missing=missing,
        value=None if value is None else round(float(value), 2),
        rating=round(sum(gains), 3) if gains else None,
        **sums,
    )
    worth = Fraction(0) if value is None else value
    return (not placed, missing, -worth, -line.matches, -line.won, line.penalty), line


def _value(
    scores: list[int], played: int, account: str | None, ruling: SeasonRuling
) -> Fraction | None:
    """The value by which a member is placed; `None`: there is none."""
    match ruling.by:
        case "sum":
            return Fraction(sum(scores))
        case "best":
            return Fraction(sum(sorted(scores, reverse=True)[: ruling.best]))
        case "mean":
            return Fraction(sum(scores), played) if played else None
    found = ruling.ratings.get(account or "")
    return None if found is None else Fraction(found)


def place_ranges(intervals: Sequence[tuple[float, float]]) -> list[tuple[int, int]]:
    """The first and last place that each of several uncertain values may have, from 1.

    A value is surely above another one if the whole interval is.

    >>> place_ranges([(1600, 1700), (1500, 1620), (1400, 1450)])
    [(1, 2), (1, 2), (3, 3)]
    """
    lows, highs = sorted(low for low, _ in intervals), sorted(high for _, high in intervals)
    count = len(intervals)
    return [
        (1 + count - bisect_right(lows, high), count - bisect_left(highs, low))
        for low, high in intervals
    ]
