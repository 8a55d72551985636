"""Results of a night for ratings, computed from its events alone (Z16 §3).

A hand that is corrected, or lost by an error found later, is rated as its players agree
(`shengji.nights.agreement`); ratings follow once they are rebuilt. Penalties of the standings and
the demotions of an error change no rating, as must-play levels and hooks change none
(docs/ratings.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime

from msgspec.structs import replace

from shengji.nights.agreement import is_late
from shengji.nights.facts import NightFacts
from shengji.nights.scorekeeping import SettledHand
from shengji.nights.settings import Cards
from shengji.nights.standings import counting_hands, match_winners
from shengji.nights.state import Game, UnixMs
from shengji.ratings import (
    Counted,
    Result,
    Scale,
    hand_scale,
    levels_to_pass,
    match_scale,
    pool_of,
    score_of,
    season_of,
)
from shengji.rules import Rules

GUEST = "guest:"
"""Prefix of the name of a guest without an account in results."""


def rated_as(night: NightFacts, person: str) -> str:
    """The name of a person in results: the account, or a guest name unique to this night."""
    return night.people[person].account or f"{GUEST}{night.id}:{person}"


def match_name(night: NightFacts, game: Game) -> str:
    """The unique name of a table's match.

    A merged table keeps its number, since no hand had been played there.
    """
    return f"{night.id}-{game.round}-{game.table}"


def results_of_night(
    night: NightFacts,
    *,
    season: str | None = None,
    counted: Counted = "levels",
    cards: Collection[Cards] = ("real", "online"),
) -> tuple[Result, ...]:
    """The results of all tables of a night that have stopped playing.

    A table is not rated before one of its hands counts. If hands count for ratings, each agreed
    hand is a result. If matches count, each won match is one, provided that all its hands are
    agreed and no player was replaced. A player who left the match loses it in either case. All
    results of a table carry the time at which it stopped, so that a correction does not change
    their order; they stay while the table resumes.

    Args:
        night: the night.
        season: season of the results; `None`: the half-year of their time.
        counted: whether levels, hands or matches count.
        cards: kinds of tables to include; a server that rates its own tables excludes `online`.
    """
    found: list[Result] = []
    for number in night.rounds:
        for game in number.games.values():
            at = rated_at(game)
            if game.rated and at is not None and game.cards in cards:
                moment = datetime.fromtimestamp(at / 1000, UTC)
                found += _results_of(night, game, moment, season, counted)
    return tuple(found)


def rated_at(game: Game) -> UnixMs | None:
    """The time of a table's results; `None`: it has none yet.

    If the table stopped again too late for its hands to count, the time of its first stop.
    """
    late = game.ended is None or is_late(game, game.ended)
    return game.stopped if late else game.ended


def _as_rated(game: Game) -> Game:
    """Copy a table, with the rated version of each hand as the one that counts."""
    hands = (one if one.rated is None else replace(one, counted=one.rated) for one in game.hands)
    return replace(game, hands=list(hands))


def rated_hands(game: Game) -> list[SettledHand]:
    """The hands of a table that count for ratings, in their rated versions."""
    rated = {hand.number for hand in game.hands if hand.rated is not None}
    return [hand for hand in counting_hands(_as_rated(game)) if hand.number in rated]


def _results_of(
    night: NightFacts, game: Game, at: datetime, season: str | None, counted: Counted
) -> Iterator[Result]:
    rules = game.played
    parts = list(_hands(game, rules, counted)) if counted != "matches" else []
    counts = {hand.number for hand in counting_hands(game)}
    agreed = all(hand.rated is not None for hand in game.hands if hand.number in counts)
    left = _left(game) if counts else ()
    if left and agreed:
        parts += _match(game, rules, [p for p in game.seats if p not in left], forfeited=True)
    elif counted == "matches" and agreed and set(game.people) == set(game.seats):
        parts += _match(game, rules, match_winners(_as_rated(game)))
    for number, (sides, scores, scale) in enumerate(parts, 1):
        yield Result(
            match=match_name(night, game),
            number=number,
            at=at,
            pool=pool_of(rules),
            season=season_of(at) if season is None else season,
            sides=tuple(tuple(rated_as(night, one) for one in side) for side in sides),
            scores=tuple(scores),
            scale=scale,
            left=tuple(rated_as(night, one) for one in left) if number == len(parts) else (),
        )


_Part = tuple[Sequence[Sequence[str]], Sequence[float], Scale]
"""Part of a match: its sides, the score of each side, and the scale of score differences."""


def _hands(game: Game, rules: Rules, counted: Counted) -> Iterator[_Part]:
    """The hands that count, Declarers first."""
    scale = hand_scale(rules, counted)
    for hand in rated_hands(game):
        score = score_of(hand.winner, hand.levels, counted)
        declarers = [hand.seats[seat] for seat in hand.declarers]
        others = [person for person in hand.seats if person not in declarers]
        yield (declarers, others), (score, 1 - score), scale


def _left(game: Game) -> tuple[str, ...]:
    """The players who left the match at a table of the server and held a seat to its end."""
    if game.match is None:
        return ()
    return tuple(person for person in game.match.left if person in game.seats)


def _match(
    game: Game, rules: Rules, winners: Sequence[str], *, forfeited: bool = False
) -> Iterator[_Part]:
    """The match, if it has winners; a side that a partner has left does not win."""
    if not winners and not forfeited:
        return
    if rules.teams == "friends":
        sides = [[person] for person in game.seats]
    else:
        sides = [
            [person for seat, person in enumerate(game.seats) if rules.team_of(seat) == team]
            for team in (0, 1)
        ]
    scores = [float(all(person in winners for person in side)) for side in sides]
    scale = match_scale(rules, levels_to_pass(rules, (rules.first_level,)))
    yield sides, scores, scale
