"""Extracts the results of a rated match from its record."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from shengji.cards import Rank
from shengji.game import Event, HandEnded, HandStarted, MatchEnded
from shengji.ratings.pools import pool_of, season_of
from shengji.ratings.result import Player, RatingError, Result
from shengji.ratings.scale import Counted, Scale, hand_scale, hand_score, match_scale
from shengji.record import Header
from shengji.record.header import rules_of
from shengji.rules import Rules


def results_of(
    header: Header,
    events: Iterable[Event],
    players: Sequence[Player],
    *,
    match: str,
    at: datetime,
    season: str | None = None,
    counted: Counted = "levels",
    left: Sequence[str] = (),
) -> tuple[Result, ...]:
    """The results of a match that is over, or that a player has left.

    There are no results before the first hand is over. Where hands count, each completed hand is a
    result, and conceding during a later hand loses it by the maximum. Where matches count, a match
    that was won or conceded is a result. In Finding Friends each player meets each other player,
    and the winners have beaten the losers. A match ended by agreement has no result. Leaving a
    match loses it as a whole match, also where hands count.

    Args:
        header: the header of its record.
        events: its events; only `HandStarted`, `HandEnded` and `MatchEnded` are needed. For a match
            that a player has left, the events up to that time.
        players: the player of each seat.
        match: the key of the match.
        at: when the match ended.
        season: the season in which it is rated; by default the half of the year.
        counted: the unit that counts.
        left: the people who left the match and did not return in time.

    Raises:
        RatingError: when the number of players is not the number of seats, or a person in `left`
            did not play.
        ValueError: when the rules of the header cannot be played.
    """
    rules = rules_of(header)
    if len(players) != rules.players:
        raise RatingError(
            f"{len(players)} players are named for match {match!r}, and {rules.players} play; "
            "name one for each seat"
        )
    events = tuple(events)
    if not any(isinstance(event, HandEnded) for event in events):
        return ()
    whole = match_scale(rules, levels_to_pass(rules, header.levels or (rules.first_level,)))
    if left:
        hands = _hands(rules, events, counted) if counted != "matches" else ()
        ends = [*hands, _left(rules, players, left, whole)]
    elif counted == "matches":
        ends = [*_match(rules, events, whole)]
    else:
        ends = [*_hands(rules, events, counted)]
    return tuple(
        Result(
            match=match,
            number=number,
            at=at,
            pool=pool_of(rules),
            season=season_of(at) if season is None else season,
            sides=tuple(tuple(players[seat] for seat in side) for side in end.sides),
            scores=end.scores,
            scale=end.scale,
            left=tuple(left) if end.forfeited else (),
        )
        for number, end in enumerate(ends, 1)
    )


def levels_to_pass(rules: Rules, starts: Sequence[Rank]) -> int:
    """Maximum number of levels that a player or team has to pass to win the match.

    Args:
        rules: the rules of the match.
        starts: the levels at the start of the match.
    """
    levels = rules.last_level.order - min(start.order for start in starts) + 1
    if rules.after_last_level == "wrap":
        levels += (rules.laps - 1) * (rules.last_level.order + 1)  # laps start at 2 (W14, W23)
    return levels


class _End(NamedTuple):
    """The end of a hand or a match: the seats and score of each side."""

    sides: Sequence[Collection[int]]
    scores: tuple[float, ...]
    scale: Scale
    forfeited: bool = False


def _hands(rules: Rules, events: Iterable[Event], counted: Counted) -> Iterator[_End]:
    """The completed hands, and the hand that a side conceded."""
    scale, under_way = hand_scale(rules, counted), False
    for event in events:
        match event:
            case HandStarted():
                under_way = True
            case HandEnded():
                under_way = False
                score = hand_score(event, counted)
                sides = (event.declarers, _others(rules, event.declarers))
                yield _End(sides, (score, 1 - score), scale)
            case MatchEnded() if event.reason == "conceded" and under_way:
                # The Declarers may not have been known yet.
                sides = (event.winners, _others(rules, event.winners))
                yield _End(sides, (1.0, 0.0), msgspec.structs.replace(scale, lead=0.0))


def _match(rules: Rules, events: Iterable[Event], whole: Scale) -> Iterator[_End]:
    """The match, if it has a winner."""
    for event in events:
        if isinstance(event, MatchEnded) and event.winners:
            sides = _teams(rules)
            scores = tuple(float(side[0] in event.winners) for side in sides)
            scale = match_scale(rules, 1) if event.reason == "hand" else whole
            yield _End(sides, scores, scale)


def _left(rules: Rules, players: Sequence[Player], left: Collection[str], whole: Scale) -> _End:
    sides = _teams(rules)
    stayed = (not any(players[seat] in left for seat in side) for side in sides)
    return _End(sides, tuple(map(float, stayed)), whole, forfeited=True)


def _teams(rules: Rules) -> Sequence[tuple[int, ...]]:
    """The sides of a match: the teams, or each seat alone in Finding Friends."""
    seats = range(rules.players)
    if rules.teams == "friends":
        return [(seat,) for seat in seats]
    return [tuple(seat for seat in seats if rules.team_of(seat) == team) for team in (0, 1)]


def _others(rules: Rules, side: Collection[int]) -> tuple[int, ...]:
    return tuple(seat for seat in range(rules.players) if seat not in side)
