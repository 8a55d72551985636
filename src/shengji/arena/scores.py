"""The scores of one deal of a duel: the first bot's levels, points and wins against the second's.

Where the seats are exchanged it is half of what a seat of the first bot gets more than a seat of
the second in the same hand; with fixed teams that is just what the first bot's side gets: the
levels that the winners go up, with the sign of who won. Where the first bot sits alone it is what
its seat gets more than when the second sits there. Points are those by which the Opponents pass,
or miss, the threshold of the rules; they count for the Opponents and against the Declarers.
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
        levels: the signed levels of the first bot, a hand.
        points: its signed points, a hand.
        won: for each bot, the share of its seats that won, a hand; where the first sits alone, of
            the second at tables of its own.
        declared: with fixed teams, for each bot, the share of its hands as Declarers that it won;
            `None` when it was that in none.
        matches: for each bot the share of its seats that won a match; `None` for single hands.
    """

    levels: float
    points: float
    won: tuple[float, float]
    declared: tuple[float | None, float | None]
    matches: tuple[float, float] | None = None


class _Got(NamedTuple):
    """The gain of a seat, or of several on average, from a hand, or from several on average."""

    levels: float
    points: float
    won: float


def score_of(duel: Duel, line: DealLine) -> Score:
    """The score of a deal.

    A forfeited hand is lost, as by Opponents who won no point, in all seats of the bot that failed.
    """
    seats = range(duel.rules.players)
    # What each hand brought every seat, with the number of its game.
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
    """The gain of one bot in its seats, a hand."""
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
    """The share of the hands that one bot won as Declarers."""
    if duel.rules.teams != "fixed":
        return None
    hands = [
        hand.winner == "declarers"
        for hand in line.hands
        if any(seat in hand.declarers for seat in duel.compared(one, line.deal, hand.rotation))
    ]
    return fmean(hands) if hands else None


def _matches(duel: Duel, line: DealLine, one: Contender) -> float:
    """The share of the matches that one bot won; a forfeited one is won by all of the other."""
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
