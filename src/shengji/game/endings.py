"""What follows by itself when a trick is complete: who takes it, and how a hand ends."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Card, Rank, points_of
from shengji.game.events import HandEnded, TrickTaken
from shengji.game.hand import Hand
from shengji.game.levels import settle
from shengji.play.scoring import kitty_factor
from shengji.play.tricks import deciding_unit, winner


def take_trick(hand: Hand) -> TrickTaken:
    """Who takes the trick to which everyone has played (Z21 §3.7.3, §3.7.4)."""
    trick = hand.trick
    assert trick is not None
    row = winner(hand.space, trick.lead.reading, trick.plays)
    seat = (trick.leader + row) % hand.players
    won = 0 if hand.is_declarer(seat) else trick.points
    return TrickTaken(seat, trick.points, hand.opponents_points + won)


def end_hand(
    hand: Hand, levels: Sequence[Rank], kitty: tuple[Card, ...] | None
) -> tuple[HandEnded, tuple[int, ...]]:
    """The result of a hand whose last trick has been taken, and who wins the match by it.

    `levels` are those of the seats before the hand. `kitty` is `None` where it is not known, as it
    may stay when the Declarers take the last trick (Z21 §3.8).
    """
    trick, dealer = hand.last_trick, hand.dealer
    assert trick is not None and trick.winner is not None and dealer is not None
    opened = not hand.is_declarer(trick.winner)
    factor = kitty_factor(hand.rules, deciding_unit(trick.lead.reading)) if opened else 0
    kitty_points = None if kitty is None else points_of(kitty)
    points = hand.opponents_points + factor * (kitty_points or 0)
    end = settle(hand.rules, levels, dealer, points)
    ended = HandEnded(
        dealer=dealer,
        tricks=hand.opponents_points,
        factor=factor,
        points=points,
        winner=end.winner,
        levels=end.levels,
        levels_after=end.levels_after,
        next_dealer=end.next_dealer,
        kitty=kitty,
        kitty_points=kitty_points,
    )
    return ended, end.winners
