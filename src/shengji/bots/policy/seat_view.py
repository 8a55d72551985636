"""The view of a seat: counts of the unseen cards, and the seats on its side."""

from __future__ import annotations

from shengji.bots.policy.scratchpad import (
    ALLIES,
    COUNT,
    HELPERS,
    HOLDERS,
    KNOWN,
    OUT,
    SCRATCHPAD,
    SIZE,
    Scratchpad,
)
from shengji.play.apply import above
from shengji.play.bits import highest_bit
from shengji.play.jit import INT, MATRIX, NOTHING, WORDS, Matrix, Words, compiled_part
from shengji.play.position import BURIED_BY, FRIENDS, LEADER, NEED, PLACE, POSITION, SIDES, Position
from shengji.play.space import COLUMN, KINDS, MASK, POINTS
from shengji.play.words import copy_to, count_in, subtract


@compiled_part(INT, POSITION, INT)
def allies_of(position: Position, seat: int) -> int:
    """The seats on the side of a seat, as bits, as far as it knows; including its own.

    A seat with a called card that can still be answered counts itself as a Declarer. Other seats
    count as Opponents while their side is unknown.
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


@compiled_part(NOTHING, SCRATCHPAD, INT)
def write_view(pad: Scratchpad, seat: int) -> None:
    """Write the view of a seat to `scratch[OUT]` and `tally`."""
    position = pad.position
    out, tally, space = pad.scratch[OUT], pad.tally, position.space
    hand, voids = position.hands[seat], position.voids
    copy_to(position.rest, out)
    subtract(out, hand)
    tally[KNOWN] = position.facts[BURIED_BY] == seat
    if tally[KNOWN]:
        subtract(out, position.kitty)
    players = voids.shape[0]
    for suit in range(5):
        tally[HOLDERS + suit] = players - 1
    for other in range(players):
        if voids[other] & 31 and other != seat:
            for suit in range(5):
                tally[HOLDERS + suit] -= voids[other] >> suit & 1
    for suit in range(5):
        tally[COUNT + suit] = count_in(out, space[MASK, suit])
    allies, leader = allies_of(position, seat), position.facts[LEADER]
    tally[ALLIES] = allies
    tally[HELPERS] = (allies >> leader | allies << (players - leader)) & ((1 << players) - 1)
    tally[SIZE] = count_in(hand, -1)


@compiled_part(INT, SCRATCHPAD, INT)
def unbeaten(pad: Scratchpad, suit: int) -> int:
    """The places of a suit that no unseen card beats."""
    position = pad.position
    space = position.space
    mask = space[MASK, suit]
    out = pad.scratch[OUT, 0] & mask
    if out == 0:
        return int(mask)
    place = highest_bit(out)
    return int(above(space, place) | space[KINDS + suit, space[COLUMN, place]])


@compiled_part(INT, MATRIX, WORDS, INT)
def points_in(space: Matrix, words: Words, suit: int) -> int:
    """The points of a suit on some cards."""
    mask = space[MASK, suit]
    points = 5 * count_in(words, space[POINTS, 0] & mask)
    return int(points + 10 * count_in(words, space[POINTS, 1] & mask))


@compiled_part(INT, MATRIX, INT, INT)
def above_column(space: Matrix, suit: int, column: int) -> int:
    """The places of the cards of a suit that are stronger than a column."""
    kinds = space[KINDS + suit, column]
    return int(space[MASK, suit] & ~kinds & -(kinds & -kinds))
