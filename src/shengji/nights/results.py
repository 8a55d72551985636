"""Results of a night for ratings, computed from its events alone (Z16 §3).

A hand that is corrected, or lost by an error found later, is rated as those agree who played it
(`shengji.nights.agreement`): rebuild the ratings, and they follow. Penalties of the standings and
the demotions of an error change no rating, as must-play levels and hooks change none
(docs/ratings.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from shengji.nights.agreement import is_late
from shengji.nights.facts import NightFacts
from shengji.nights.scorekeeping import SettledHand
from shengji.nights.settings import Cards
from shengji.nights.standings import counting_hands, match_winners
from shengji.nights.state import Game
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
"""The prefix of the name that a guest without an account has in results."""


def rated_as(night: NightFacts, person: str) -> str:
    """How somebody is called in results: by the account, or as a guest of this night."""
    return night.people[person].account or f"{GUEST}{night.id}:{person}"


def match_name(night: NightFacts, game: Game) -> str:
    """The name that tells the match of a table from all others.

    A table that was merged keeps its number, since no hand had been played there.
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

    Nothing is rated before a hand of a table counts. Where hands count, each that is agreed on is a
    result; where matches count, each that was won, if all its hands are agreed on and nobody was
    replaced in it. A match that somebody has left is lost for them, whatever counts. The results of
    a table have the time at which it stopped, so that a correction does not change their order;
    they stay while it goes on again.

    Args:
        night: the night.
        season: in which they are rated; by default the half of the year.
        counted: what counts.
        cards: which tables; a server that rates its own tables leaves those out.
    """
    found: list[Result] = []
    for number in night.rounds:
        for game in number.games.values():
            at = rated_at(game)
            if game.rated and at is not None and game.cards in cards:
                found += _results_of(night, game, at, season, counted)
    return tuple(found)


def rated_at(game: Game) -> datetime | None:
    """The time that the results of a table have; `None`: it has none yet.

    Where it stopped again too late for anything to count, that is when it had stopped first.
    """
    late = game.ended is None or is_late(game, game.ended)
    return game.stopped if late else game.ended


def _as_rated(game: Game) -> Game:
    """A table with the versions of its hands that count for ratings."""
    hands = (one if one.rated is None else replace(one, counted=one.rated) for one in game.hands)
    return replace(game, hands=list(hands))


def rated_hands(game: Game) -> list[SettledHand]:
    """The hands of a table that count for ratings, as they do."""
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
"""A part of a match: who played together, what each side made of it, what differences mean in
it."""


def _hands(game: Game, rules: Rules, counted: Counted) -> Iterator[_Part]:
    """The hands that count, the Declarers first."""
    scale = hand_scale(rules, counted)
    for hand in rated_hands(game):
        score = score_of(hand.winner, hand.levels, counted)
        declarers = [hand.seats[seat] for seat in hand.declarers]
        others = [person for person in hand.seats if person not in declarers]
        yield (declarers, others), (score, 1 - score), scale


def _left(game: Game) -> tuple[str, ...]:
    """The people who left the match of a table of the server and had sat there to the end."""
    if game.match is None:
        return ()
    return tuple(person for person in game.match.left if person in game.seats)


def _match(
    game: Game, rules: Rules, winners: Sequence[str], *, forfeited: bool = False
) -> Iterator[_Part]:
    """The match, if somebody has won it; who was left alone by a partner has not."""
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
