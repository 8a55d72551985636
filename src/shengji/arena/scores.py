"""Scores of a duel's deals: levels, points and wins of the first bot against the second.

With exchanged seats, a score is half of the gain of the first bot's seat over a seat of the second
in the same hand. With fixed teams this equals the gain of the first bot's side: the winners'
levels, with the sign of the result. Where the first bot sits alone, a score is the gain of its seat
over the second bot in that seat. Points are the Opponents' distance from the threshold of the
rules; they count for the Opponents and against the Declarers.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from shengji.arena.duel import Contender, DealLine, Duel
from shengji.arena.games import Forfeit, HandLine
from shengji.play.score import outcome

CONTENDERS: tuple[Contender, Contender] = (0, 1)


class Score(NamedTuple):
    """The means over the hands of all games of a deal.

    Attributes:
        levels: the signed levels of the first bot, per hand.
        points: its signed points, per hand.
        won: for each bot, the share of its seats that won, per hand; where the first sits alone,
            the second's share is that at its own tables.
        declared: with fixed teams, for each bot, the share of hands that it won as Declarers;
            `None` if it never was.
        matches: for each bot, the share of its seats that won a match; `None` for single hands.
    """

    levels: float
    points: float
    won: tuple[float, float]
    declared: tuple[float | None, float | None]
    matches: tuple[float, float] | None = None


class _Got(NamedTuple):
    """The gain of a seat from a hand, or an average over seats and hands."""

    levels: float
    points: float
    won: float


def score_of(duel: Duel, line: DealLine) -> Score:
    """Score a deal.

    A forfeited hand counts for the failed bot as lost by Opponents without a point, in all its
    seats.
    """
    seats = range(duel.rules.players)
    # The gain of every seat in each hand, with the number of its game.
    hands = [(hand.rotation, [_played(duel, hand, seat) for seat in seats]) for hand in line.hands]
    hands += [
        (lost.rotation, [_forfeited(duel, lost, seat) for seat in seats]) for lost in line.forfeits
    ]
    first, second = (_got(duel, line.deal, hands, one) for one in CONTENDERS)
    part = 1.0 if duel.alone else 0.5
    return Score(
        levels=part * (first.levels - second.levels),
        points=part * (first.points - second.points),
        won=(first.won, second.won),
        declared=(_declared(duel, line, 0), _declared(duel, line, 1)),
        matches=(_matches(duel, line, 0), _matches(duel, line, 1)) if duel.matches else None,
    )


def _got(duel: Duel, deal: int, hands: Sequence[tuple[int, list[_Got]]], one: Contender) -> _Got:
    """The average gain of a contender's seats, per hand."""
    own = ((got, duel.compared(one, deal, game)) for game, got in hands)
    return _mean([_mean([got[seat] for seat in seats]) for got, seats in own if seats])


def _mean(each: Sequence[_Got]) -> _Got:
    return _Got(*(fmean(values) for values in zip(*each, strict=True)))


def _played(duel: Duel, hand: HandLine, seat: int) -> _Got:
    past = hand.points - duel.rules.threshold_points
    points = past if hand.side_of(seat) == "opponents" else -past
    return _Got(hand.levels_of(seat), points, hand.won_by(seat))


def _forfeited(duel: Duel, lost: Forfeit, seat: int) -> _Got:
    loser = duel.holder(lost.deal, lost.rotation, lost.fault.seat)
    sign = -1 if duel.holder(lost.deal, lost.rotation, seat) == loser else 1
    levels, points = outcome(duel.rules, 0).levels, duel.rules.threshold_points
    return _Got(sign * levels, sign * points, sign > 0)


def _declared(duel: Duel, line: DealLine, one: Contender) -> float | None:
    """The share of hands won as Declarers; `None` without fixed teams or without such hands."""
    if duel.rules.teams != "fixed":
        return None
    hands = [
        hand.winner == "declarers"
        for hand in line.hands
        if any(seat in hand.declarers for seat in duel.compared(one, line.deal, hand.rotation))
    ]
    return fmean(hands) if hands else None


def _matches(duel: Duel, line: DealLine, one: Contender) -> float:
    """The share of matches won; a forfeited match is won by all seats of the other bot."""
    shares: list[float] = []
    for hand in line.hands:
        own = duel.compared(one, line.deal, hand.rotation)
        if hand.match_winners and own:
            shares.append(fmean(seat in hand.match_winners for seat in own))
    for lost in line.forfeits:
        if duel.compared(one, line.deal, lost.rotation):
            loser = duel.holder(line.deal, lost.rotation, lost.fault.seat)
            shares.append(float(loser != one))
    return fmean(shares)
