"""What one deal of a duel says: the first bot's levels, points and wins against the second's.

One measure serves every system: half of what a seat of the first bot gets more than a seat of the
second in the same hand. With fixed teams that is just what the first bot's side gets: the levels
that the winners go up, with the sign of who won. Points are those by which the Opponents pass, or
miss, the threshold of the rules; they count for the Opponents and against the Declarers.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from shengji.arena.duel import Contender, DealLine, Duel
from shengji.arena.faults import forfeited_levels
from shengji.arena.playing import HandLine

CONTENDERS: tuple[Contender, Contender] = (0, 1)


class Score(NamedTuple):
    """The means over the hands of both games of a deal.

    Attributes:
        levels: the signed levels of the first bot, a hand.
        points: its signed points, a hand.
        won: for each bot, the share of its seats that won, a hand.
        declared: with fixed teams, for each bot, the share of its hands as Declarers that it won;
            `None` when it was that in none.
        matches: for each bot the share of its seats that won a match; `None` for single hands.
    """

    levels: float
    points: float
    won: tuple[float, float]
    declared: tuple[float | None, float | None]
    matches: tuple[float, float] | None = None


class _Hand(NamedTuple):
    """The same for one hand."""

    levels: float
    points: float
    won: tuple[float, float]


def score_of(duel: Duel, line: DealLine) -> Score:
    """The score of a deal. A forfeited hand is lost as by Opponents who won no point."""
    hands = [_played(duel, hand) for hand in line.hands]
    for forfeit in line.forfeits:
        loser = duel.holder(line.deal, forfeit.rotation, forfeit.fault.seat)
        sign = -1 if loser == 0 else 1
        hands.append(
            _Hand(
                sign * forfeited_levels(duel.rules),
                sign * duel.rules.threshold_points,
                (float(loser == 1), float(loser == 0)),
            )
        )
    return Score(
        levels=fmean(hand.levels for hand in hands),
        points=fmean(hand.points for hand in hands),
        won=_pair([fmean(hand.won[one] for hand in hands) for one in CONTENDERS]),
        declared=(_declared(duel, line, 0), _declared(duel, line, 1)),
        matches=_matches(duel, line) if duel.matches else None,
    )


def _played(duel: Duel, hand: HandLine) -> _Hand:
    seats = [duel.seats_of(one, hand.deal, hand.rotation) for one in CONTENDERS]
    past = hand.points - duel.rules.threshold_points
    levels = [fmean(hand.levels_of(seat) for seat in own) for own in seats]
    points = [
        fmean(past if hand.side_of(seat) == "opponents" else -past for seat in own) for own in seats
    ]
    won = [fmean(hand.won_by(seat) for seat in own) for own in seats]
    return _Hand((levels[0] - levels[1]) / 2, (points[0] - points[1]) / 2, _pair(won))


def _declared(duel: Duel, line: DealLine, one: Contender) -> float | None:
    """The share of the hands that one bot won as Declarers."""
    if duel.rules.teams != "fixed":
        return None
    hands = [
        hand.winner == "declarers"
        for hand in line.hands
        if duel.holder(line.deal, hand.rotation, hand.dealer) == one
    ]
    return fmean(hands) if hands else None


def _matches(duel: Duel, line: DealLine) -> tuple[float, float]:
    """Who won the two matches; one that is forfeited is won by all seats of the other."""
    shares: list[tuple[float, float]] = []
    for hand in line.hands:
        if hand.match_winners:
            seats = [duel.seats_of(one, line.deal, hand.rotation) for one in CONTENDERS]
            shares.append(_pair([fmean(s in hand.match_winners for s in own) for own in seats]))
    for forfeit in line.forfeits:
        loser = duel.holder(line.deal, forfeit.rotation, forfeit.fault.seat)
        shares.append((float(loser == 1), float(loser == 0)))
    return fmean(first for first, _ in shares), fmean(second for _, second in shares)


def _pair(values: Sequence[float]) -> tuple[float, float]:
    first, second = values
    return first, second
