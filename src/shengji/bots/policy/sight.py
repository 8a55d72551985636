"""What a seat has before its eyes: the cards that are out, counted, and who plays with it."""

from __future__ import annotations

from shengji.bots.policy.position import (
    BURIED_BY,
    FRIENDS,
    NEED,
    PLACE,
    POSITION,
    SIDES,
    Position,
)
from shengji.play.columns import count_in, take_out
from shengji.play.jit import INT, NOTHING, TABLE, WORDS, Table, Words, compiled_lean, highest_bit
from shengji.play.space import COLUMN, KINDS, MASK, POINTS, SUIT

PLAY, OUT, REST, OTHER = range(4)
"""Rows of `Position.scratch`: the play of a playout; the cards that others may hold; room."""

COUNT, HOLDERS, KNOWN, ALLIES, SIZE = 0, 5, 10, 11, 12
"""Entries of `Position.tally`: how many cards of each suit are out; how many other seats may hold
some; whether the seat knows the kitty; the seats on its side as far as it can tell, as bits; how
many cards it holds."""


@compiled_lean(INT, TABLE, WORDS)
def points_on(space: Table, words: Words) -> int:
    """The points on some cards."""
    return 5 * count_in(words, space[POINTS, 0]) + 10 * count_in(words, space[POINTS, 1])


@compiled_lean(INT, TABLE, INT)
def points_at(space: Table, bit: int) -> int:
    """The points on the card at the place whose bit this is."""
    if space[POINTS, 0] & bit:
        return 5
    return 10 if space[POINTS, 1] & bit else 0


@compiled_lean(INT, POSITION, INT)
def allies_of(position: Position, seat: int) -> int:
    """The seats on the side of a seat, as bits, as far as it can tell; its own among them.

    Who holds a called card that is still to be answered counts itself a Declarer. Others of whom
    nothing is known count as Opponents.
    """
    facts, calls = position.facts, position.calls
    sides = facts[SIDES]
    if sides >> seat & 1:
        return int(sides)
    if facts[FRIENDS]:
        for call in range(calls.shape[0]):
            if calls[call, NEED] > 0 and position.hands[seat, 0] >> calls[call, PLACE] & 1:
                return int(sides | 1 << seat)
    return int(~sides & ((1 << position.hands.shape[0]) - 1))


@compiled_lean(NOTHING, POSITION, INT)
def look(position: Position, seat: int) -> None:
    """Write what a seat sees to `scratch[OUT]` and `tally`."""
    out, tally, space = position.scratch[OUT], position.tally, position.space
    hand, voids = position.hands[seat], position.voids
    for k in range(out.shape[0]):
        out[k] = position.rest[k]
    take_out(out, hand)
    tally[KNOWN] = position.facts[BURIED_BY] == seat
    if tally[KNOWN]:
        take_out(out, position.kitty)
    players = voids.shape[0]
    tally[HOLDERS : HOLDERS + 5] = players - 1
    for other in range(players):
        if other != seat and voids[other] & 31:
            for suit in range(5):
                tally[HOLDERS + suit] -= voids[other] >> suit & 1
    for suit in range(5):
        tally[COUNT + suit] = count_in(out, space[MASK, suit])
    tally[ALLIES] = allies_of(position, seat)
    tally[SIZE] = count_in(hand, -1)


@compiled_lean(INT, TABLE, INT)
def above(space: Table, place: int) -> int:
    """The places of the cards that are stronger than the one at a place, in its suit."""
    suit = space[SUIT, place]
    equals = space[KINDS + suit, space[COLUMN, place]]
    return int(space[MASK, suit] & ~equals & (-1 << place))


@compiled_lean(INT, TABLE, INT, INT)
def above_column(space: Table, suit: int, column: int) -> int:
    """The places of the cards of a suit that are stronger than a column."""
    kinds = space[KINDS + suit, column]
    return int(space[MASK, suit] & ~kinds & -(kinds & -kinds))


@compiled_lean(INT, POSITION, INT)
def unbeaten(position: Position, suit: int) -> int:
    """The places of a suit that no card out is above."""
    space = position.space
    mask = space[MASK, suit]
    out = position.scratch[OUT, 0] & mask
    if out == 0:
        return int(mask)
    place = highest_bit(out)
    return int(above(space, place) | space[KINDS + suit, space[COLUMN, place]])


@compiled_lean(INT, TABLE, WORDS, INT)
def points_in(space: Table, words: Words, suit: int) -> int:
    """The points of a suit on some cards."""
    mask = space[MASK, suit]
    points = 5 * count_in(words, space[POINTS, 0] & mask)
    return int(points + 10 * count_in(words, space[POINTS, 1] & mask))
