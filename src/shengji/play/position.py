"""A hand between its first lead and its end, as arrays for the kernels.

In a *whole* position all hands are known, and it can be played to the end. In the position that a
seat *sees* only its own row of `hands` is filled, and `kitty` only if the seat buried it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from shengji.play.columns import LENGTH, WIDTH
from shengji.play.jit import BOOL, INT, MATRIX, NOTHING, WORDS, Matrix, Words, bundle, compiled_lean
from shengji.play.score import FACTOR_RULES, bonus_of, factor_of, halves
from shengji.play.words import count_in, points_on
from shengji.rules import Rules

# Entries of `Position.facts`.
DEALER = 0
"""The Dealer's seat."""
LEADER = 1
"""Seat that leads, or has led the trick under way."""
PLAYED = 2
"""Number of plays to the trick."""
BEST = 3
"""Row of `plays` that is winning the trick."""
UNITS = 4
"""Number of units in `lead`."""
SIDES = 5
"""Seats known to play for the Declarers, as bits."""
FRIENDS = 6
"""1 in Finding Friends."""
BURIED_BY = 7
"""Seat that buried the kitty last."""
PENALTY = 8
"""Points that captured red fives have given the Opponents."""
KITTY_RULE = 9
"""Rule of the kitty's factor (`shengji.play.score.FACTOR_RULES`)."""
THROW_RULE = 10
"""Rule of the penalty for a failed throw (see FREE)."""
THROW_POINTS = 11
"""Points per counted throw, unit or card."""
THRESHOLD = 12
"""Points that the Opponents need."""
FACTS = 13

# Values of the entry THROW_RULE.
FREE = 0
FLAT = 1
PER_UNIT = 2
PER_CARD = 3
PER_CARD_WITHDRAWN = 4
THROW_RULES = {
    "none": FREE,
    "flat": FLAT,
    "per-unit": PER_UNIT,
    "per-card": PER_CARD,
    "per-card-withdrawn": PER_CARD_WITHDRAWN,
}
"""Number of each penalty for a failed throw (`Rules.throw_penalty`), for kernels."""

# Entries of a row of `Position.calls`.
PLACE = 0
"""Place of a called card."""
NEED = 1
"""Number of copies to be played until the call is answered; 0 afterwards."""

NO_PAIRS = 8
"""Offset of bits in `Position.voids`: NO_PAIRS + s is set if a seat has no pair in suit s."""


class Position(NamedTuple):
    """A hand in the middle of its play; the kernels change the arrays in place.

    Attributes:
        space: the strength space (`Space.table`).
        hands: the words of each seat's cards; (players, decks).
        kitty: the words of the kitty; (decks,).
        rest: the words of all cards that have not been played, the kitty's included; (decks,).
        plays: the words of the plays to the current trick, the lead first, with room for the next;
            between tricks those of the last one; (players, decks).
        lead: the units of the lead, as rows of (width, length, top column, picks), in its first
            `facts[UNITS]` rows; (cards of a hand, 4).
        calls: the cards that the Dealer called (see PLACE); (calls, 2).
        taken: the points that each seat has won in tricks; (players,).
        paid: the points that each seat's side pays for its failed throws; (players,).
        voids: for each seat the effective suits that it publicly lacks, as bits, and those in which
            it lacks pairs (see NO_PAIRS); (players,).
        facts: single numbers (see DEALER).
    """

    space: Matrix
    hands: Matrix
    kitty: Words
    rest: Words
    plays: Matrix
    lead: Matrix
    calls: Matrix
    taken: Words
    paid: Words
    voids: Words
    facts: Words


POSITION = bundle(
    (MATRIX, MATRIX, WORDS, WORDS, MATRIX, MATRIX, MATRIX, WORDS, WORDS, WORDS, WORDS), Position
)
"""The type of a position, for the signature of a kernel."""


def new_position(space: Matrix, players: int, decks: int, cards: int, calls: int) -> Position:
    """An empty position of a space; `cards` is the size of a hand, `calls` the number of calls."""

    def table(rows: int, columns: int) -> Matrix:
        return np.zeros((rows, columns), dtype=np.int64)

    return Position(
        space=space,
        hands=table(players, decks),
        kitty=np.zeros(decks, dtype=np.int64),
        rest=np.zeros(decks, dtype=np.int64),
        plays=table(players, decks),
        lead=table(cards, 4),
        calls=table(calls, 2),
        taken=np.zeros(players, dtype=np.int64),
        paid=np.zeros(players, dtype=np.int64),
        voids=np.zeros(players, dtype=np.int64),
        facts=np.zeros(FACTS, dtype=np.int64),
    )


def position_for(rules: Rules, space: Matrix, calls: int) -> Position:
    """An empty position with the constant facts of the rules; `calls` is the number of calls."""
    position = new_position(space, rules.players, rules.deck_count, rules.hand_size, calls)
    facts = position.facts
    facts[FRIENDS] = rules.teams == "friends"
    facts[KITTY_RULE] = FACTOR_RULES[rules.kitty_factor]
    facts[THROW_RULE] = THROW_RULES[rules.throw_penalty]
    facts[THROW_POINTS] = rules.throw_penalty_points
    facts[THRESHOLD] = rules.threshold_points
    return position


def twin_of(position: Position) -> Position:
    """A copy of a position, with its immutable space shared."""
    copies: Any = (np.array(array) for array in position[1:])
    return Position(position.space, *copies)


@compiled_lean(INT, POSITION)
def turn_of(position: Position) -> int:
    """Seat whose turn it is."""
    players = position.hands.shape[0]
    return int((position.facts[LEADER] + position.facts[PLAYED]) % players)


@compiled_lean(BOOL, POSITION)
def is_over(position: Position) -> bool:
    """Whether the last trick of a whole position has been taken."""
    facts = position.facts
    return bool(facts[PLAYED] == 0 and position.hands[facts[LEADER], 0] == 0)


@compiled_lean(BOOL, POSITION, INT)
def plays_for_declarers(position: Position, seat: int) -> bool:
    """Whether a seat is on the Declarers' side, as far as known."""
    return bool(position.facts[SIDES] >> seat & 1)


@compiled_lean(INT, POSITION)
def opponents_points(position: Position) -> int:
    """Points of the Opponents: tricks, penalties, and at the end the kitty."""
    facts, space = position.facts, position.space
    points = facts[PENALTY]
    for seat in range(position.hands.shape[0]):
        if facts[SIDES] >> seat & 1:
            points += position.paid[seat]
        else:
            points += position.taken[seat] - position.paid[seat]
    if is_over(position) and facts[SIDES] >> facts[LEADER] & 1 == 0:
        width, length = position.lead[0, WIDTH], position.lead[0, LENGTH]
        led = count_in(position.plays[0], -1)
        bottom = points_on(space, position.kitty)
        factor = factor_of(facts[KITTY_RULE], width, length, led)
        points += bonus_of(bottom, factor, halves(space, position.plays[facts[BEST]]))
    return int(points)


@compiled_lean(INT, POSITION, INT, INT)
def side_points(position: Position, seat: int, total: int) -> int:
    """Points of a seat's side minus the other side's; `total` is the points in the deck."""
    ahead = 2 * opponents_points(position) - total
    return int(-ahead if plays_for_declarers(position, seat) else ahead)


@compiled_lean(NOTHING, WORDS, WORDS)
def copy_row(source: Words, target: Words) -> None:
    """Copy a row to one of equal length."""
    for entry in range(source.shape[0]):
        target[entry] = source[entry]


@compiled_lean(NOTHING, MATRIX, MATRIX)
def copy_rows(source: Matrix, target: Matrix) -> None:
    """Copy a table to one of equal shape."""
    for row in range(source.shape[0]):
        for entry in range(source.shape[1]):
            target[row, entry] = source[row, entry]


@compiled_lean(NOTHING, POSITION, POSITION)
def copy_position(source: Position, target: Position) -> None:
    """Copy a position to one of equal space, players, decks and calls."""
    copy_rows(source.hands, target.hands)
    copy_row(source.kitty, target.kitty)
    copy_row(source.rest, target.rest)
    copy_rows(source.plays, target.plays)
    copy_rows(source.lead, target.lead)
    copy_rows(source.calls, target.calls)
    copy_row(source.taken, target.taken)
    copy_row(source.paid, target.paid)
    copy_row(source.voids, target.voids)
    copy_row(source.facts, target.facts)
