"""Builds the arrays of a hand in play, for the kernels, from its state.

After that the hand updates the arrays itself (`Hand.position`).
"""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from shengji.cards import Card
from shengji.game.events import Call
from shengji.game.trick import Earlier, Trick
from shengji.play.apply import lacks_shown
from shengji.play.jit import Words
from shengji.play.position import (
    BEST,
    BURIED_BY,
    DEALER,
    LEADER,
    NEED,
    PENALTY,
    PLACE,
    PLAYED,
    SIDES,
    UNITS,
    Position,
    position_for,
)
from shengji.play.space import Space
from shengji.play.tricks import trick_winner
from shengji.play.units import placed_table
from shengji.rules import Rules


class HandInPlay(Protocol):
    """The attributes of a hand from which its arrays are built; see `shengji.game.hand.Hand`."""

    rules: Rules
    space: Space
    players: int
    dealer: int | None
    buried_by: int | None
    turn: int | None
    calls: tuple[Call, ...]
    answers: list[int | None]
    played: Counter[Card]
    taken: list[int]
    paid: list[int]
    tricks: list[Trick]
    trick: Trick | None
    earlier: Earlier | None

    @property
    def captured_points(self) -> int:
        """The points that captured red fives give to the Opponents."""

    def is_declarer(self, seat: int) -> bool:
        """Whether a seat plays on the Dealer's side."""


def open_position(hand: HandInPlay) -> Position:
    """The public position of a hand in play: everything but the cards in hands and kitty."""
    rules, space = hand.rules, hand.space
    assert hand.dealer is not None and hand.buried_by is not None
    position = position_for(rules, space.table, len(hand.calls))
    position.rest[:] = _unplayed(hand, space)
    facts = position.facts
    facts[DEALER] = hand.dealer
    facts[SIDES] = sides_of(hand)
    facts[BURIED_BY] = hand.buried_by
    for number, (call, answer) in enumerate(zip(hand.calls, hand.answers, strict=True)):
        position.calls[number, PLACE] = space.place(call.card)
        open_ = call.ordinal - hand.played[call.card]
        position.calls[number, NEED] = max(0, open_) if answer is None else 0
    position.taken[:] = hand.taken
    position.paid[:] = hand.paid
    facts[PENALTY] = hand.captured_points
    if hand.earlier is not None:
        position.voids[:] = hand.earlier.voids
    _put_tricks(position, hand, space)
    return position


def sides_of(hand: HandInPlay) -> int:
    """The known Declarers as a bit mask, one bit for each seat."""
    return sum(1 << seat for seat in range(hand.players) if hand.is_declarer(seat))


def believe(hand: HandInPlay, position: Position) -> None:
    """Correct the kernels' result of a trick where its events differ from it.

    The arrays are shared with other views of the hand, so they are changed in place.
    """
    right = open_position(hand)
    for name in ("calls", "taken", "voids", "facts"):
        getattr(position, name)[:] = getattr(right, name)


def _unplayed(hand: HandInPlay, space: Space) -> Words | list[int]:
    if not hand.played:
        return space.known_words(hand.rules.deck)
    left = [
        (1 << space.place(card), copies - hand.played.get(card, 0))
        for card, copies in hand.rules.copies.items()
    ]
    return [sum([bit for bit, copies in left if copies > k]) for k in range(space.decks)]


def _put_tricks(position: Position, hand: HandInPlay, space: Space) -> None:
    """Write all tricks and the voids that they prove; the current or last trick stays in place.

    A complete trick belongs to its winner at once, as the kernels have it.
    """
    facts = position.facts
    for trick in hand.tricks:
        _put_trick(position, trick, space)
    if hand.trick is not None:
        _put_trick(position, hand.trick, space)
        turn = len(hand.trick.plays)
        facts[LEADER], facts[PLAYED] = hand.trick.leader, turn
        lead, plays = position.lead[: facts[UNITS]], position.plays[:turn]
        best = trick_winner(space.table, hand.trick.lead.suit, lead, plays)
        facts[BEST] = best
        if turn == hand.players:
            winner = (hand.trick.leader + best) % hand.players
            position.taken[winner] += hand.trick.points
            facts[LEADER], facts[PLAYED] = winner, 0
        return
    facts[PLAYED] = 0
    assert hand.turn is not None
    facts[LEADER] = hand.turn
    if hand.tricks:
        facts[BEST] = (hand.turn - hand.tricks[-1].leader) % hand.players


def _put_trick(position: Position, trick: Trick, space: Space) -> None:
    """Write a trick, and the suits in which its follows prove a seat void."""
    players = len(position.hands)
    units, suit = placed_table(space, trick.lead.reading), trick.lead.suit
    position.lead[: len(units)] = units
    position.facts[UNITS] = len(units)
    position.plays[:] = 0
    for turn, cards in enumerate(trick.plays):
        position.plays[turn] = space.words(cards)
        if turn > 0:
            seat = (trick.leader + turn) % players
            position.voids[seat] |= lacks_shown(space.table, units, suit, position.plays[turn])
