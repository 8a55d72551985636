"""The candidate plays for the learned player, and the features of each for its net.

The candidates are the plays that the rule player rates best, its own choice first. Each is
described by a row of integers: the rule player's own features of it, and the seat's view, encoded
relative to the suit of the play and to the seat. Training and play share this module, so that a net
sees only inputs like those of its training.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from shengji.bots.policy.networks import DESCRIBED
from shengji.bots.policy.networks import KINDS as PLAY_KINDS
from shengji.bots.policy.numbers import FLOATS, Floats
from shengji.bots.policy.scratchpad import (
    COUNT,
    HELPERS,
    KNOWN,
    OUT,
    REST,
    SCRATCHPAD,
    SIZE,
    STAKE,
    WEIGHED,
    Scratchpad,
)
from shengji.bots.policy.seat_view import points_in, unbeaten
from shengji.play.bits import popcount
from shengji.play.columns import LENGTH, WIDTH
from shengji.play.jit import (
    INT,
    MATRIX,
    NOTHING,
    WORDS,
    Kind,
    Matrix,
    Words,
    compiled_lean,
    compiled_part,
)
from shengji.play.position import (
    BEST,
    DEALER,
    NO_PAIRS,
    PLAYED,
    SIDES,
    THRESHOLD,
    UNITS,
    opponents_points,
    turn_of,
)
from shengji.play.space import COLUMN, COLUMNS, KINDS, MASK, SUIT, TRUMP
from shengji.play.words import copy_to, count_in, points_on, subtract

SERVED = 6
"""Maximum number of candidates."""
STEPS = 32
"""Fixed-point scale of a row: its numbers are from -127/32 to 127/32."""
MOST_STEPS = 127
COLUMNS_SEEN = 18
"""Number of columns of a suit in a row, from the highest on: as many as a suit can have."""
OTHERS, SEATS = 4, 3
"""Number of suits other than the play's, and of other seats."""

BLOCKS: tuple[tuple[str, int, str], ...] = (
    ("marks", DESCRIBED, "what the rule player says of the play (`bots/policy/leads.py` ...)"),
    ("kind", 3 * PLAY_KINDS, "1 for a lead, a follow of one card or of several, and its kind"),
    ("promise", 2, "how far behind its choice the rule player judges it, 4 a level; its rank"),
    ("side", 5, "whether for the Declarers; 1 for where the Dealer sits, from the seat on"),
    ("kept", 2 * COLUMNS_SEEN, "in the suit of the play: cards left by column, then pairs"),
    ("out", 2 * COLUMNS_SEEN, "in that suit: cards that others may hold, then pairs"),
    ("played", 2 * COLUMNS_SEEN, "in that suit: the cards of the play, then pairs"),
    ("trumps kept", 2 * COLUMNS_SEEN, "the same as `kept` for trumps"),
    ("trumps out", 2 * COLUMNS_SEEN, "the same as `out` for trumps"),
    ("suits", 7 * OTHERS, "each other suit, the longest first: cards left, cards out, cards that "
     "none beats, pairs, points held, points out, whether it is trumps"),
    ("voids", 5 * SEATS, "each other seat in turn: lacks the suit of the play, trumps, the suit "
     "led, pairs of the first, pairs of the second"),
    ("trick", 14, "1 for how many have played; 1 for nobody, a partner or an enemy ahead; points, "
     "cards, width and length of the lead, whether a throw; whether trumps are ahead, how high"),
    ("score", 17, "1 for the Opponents' points in twenties; how far they are from those that they "
     "need, points unplayed, points held, whether the kitty is known, its points"),
    ("time", 8, "1 for so few cards, up to 7; how full the hand is"),
)  # fmt: skip
"""The blocks of a row: their names, sizes and meanings."""
_ENDS = tuple(accumulate(size for _, size, _ in BLOCKS))
(
    _KIND,
    _PROMISE,
    _SIDE,
    _KEPT,
    _OUT,
    _PLAYED,
    _TRUMPS_KEPT,
    _TRUMPS_OUT,
    _SUITS,
    _VOIDS,
    _TRICK,
    _SCORE,
    _TIME,
) = _ENDS[:-1]
FEATURES = _ENDS[-1]
"""Number of features in a row."""

Rows: TypeAlias = npt.NDArray[np.int8]
"""A row for each play, in units of 1 / STEPS."""
ROWS = Kind(lambda types: types.int8[:, ::1])

_PROMISE_TIMES = 4.0
_TWENTIES = 12


@compiled_part(NOTHING, MATRIX, INT, WORDS, FLOATS, INT)
def put_columns(space: Matrix, suit: int, words: Words, row: Floats, entry: int) -> None:
    """Write the cards of a suit by column, from the highest on, and then the pairs."""
    top = space[COLUMNS, suit] - 1
    for number in range(min(COLUMNS_SEEN, top + 1)):
        kinds = space[KINDS + suit, top - number]
        row[entry + number] = popcount(words[0] & kinds)
        if words.shape[0] > 1:
            row[entry + COLUMNS_SEEN + number] = popcount(words[1] & kinds)


@compiled_part(NOTHING, SCRATCHPAD, WORDS, INT, FLOATS)
def put_suits(pad: Scratchpad, left: Words, suit: int, row: Floats) -> None:
    """Write the features of the suits other than `suit`, for the remaining cards."""
    position = pad.position
    space, out = position.space, pad.scratch[OUT]
    done = 1 << suit
    for place in range(OTHERS):
        longest, most = -1, -1
        for other in range(5):
            if done >> other & 1 == 0:
                size = count_in(left, space[MASK, other])
                if size > most:
                    longest, most = other, size
        if longest < 0:
            return
        done |= 1 << longest
        mask, entry = space[MASK, longest], _SUITS + 7 * place
        row[entry] = most / 6.0
        row[entry + 1] = pad.tally[COUNT + longest] / 12.0
        row[entry + 2] = count_in(left, unbeaten(pad, longest) & mask) / 3.0
        pairs = popcount(left[1] & mask) if left.shape[0] > 1 else 0
        row[entry + 3] = pairs / 3.0
        row[entry + 4] = points_in(space, left, longest) / 20.0
        row[entry + 5] = points_in(space, out, longest) / 40.0
        row[entry + 6] = 1.0 if longest == TRUMP else 0.0


@compiled_part(NOTHING, SCRATCHPAD, INT, INT, FLOATS)
def put_voids(pad: Scratchpad, seat: int, suit: int, row: Floats) -> None:
    """Write the known voids of other seats, other than the suit of the play itself."""
    position = pad.position
    space, players = position.space, position.hands.shape[0]
    led = suit
    if position.facts[PLAYED] > 0:
        lead = position.plays[0, 0]
        led = space[SUIT, popcount((lead & -lead) - 1)]
    for other in range(min(SEATS, players - 1)):
        voids, entry = position.voids[(seat + 1 + other) % players], _VOIDS + 5 * other
        row[entry] = float(voids >> suit & 1)
        row[entry + 1] = float(voids >> TRUMP & 1)
        row[entry + 2] = float(voids >> led & 1)
        row[entry + 3] = float(voids >> NO_PAIRS + suit & 1)
        row[entry + 4] = float(voids >> NO_PAIRS + TRUMP & 1)


@compiled_part(NOTHING, SCRATCHPAD, FLOATS)
def put_trick(pad: Scratchpad, row: Floats) -> None:
    """Write the features of the trick under way."""
    position = pad.position
    space, facts = position.space, position.facts
    turn, entry = min(3, facts[PLAYED]), _TRICK
    row[entry + turn] = 1.0
    if turn == 0:
        row[entry + 4] = 1.0
        return
    partner = pad.tally[HELPERS] >> facts[BEST] & 1
    row[entry + 5 if partner else entry + 6] = 1.0
    row[entry + 7] = pad.tally[STAKE] / 20.0
    row[entry + 8] = count_in(position.plays[0], -1) / 4.0
    row[entry + 9] = position.lead[0, WIDTH] - 1.0
    row[entry + 10] = (position.lead[0, LENGTH] - 1.0) / 2.0
    row[entry + 11] = 1.0 if facts[UNITS] > 1 else 0.0
    best = position.plays[facts[BEST], 0]
    place = popcount((best & -best) - 1)
    row[entry + 12] = 1.0 if space[SUIT, place] == TRUMP else 0.0
    height = space[COLUMNS, space[SUIT, place]] - 1 - space[COLUMN, place]
    row[entry + 13] = height / 6.0


@compiled_part(NOTHING, SCRATCHPAD, INT, FLOATS)
def put_score(pad: Scratchpad, seat: int, row: Floats) -> None:
    """Write the features of the score and the remaining cards."""
    position = pad.position
    space, tally, facts = position.space, pad.tally, position.facts
    points, need = opponents_points(position), facts[THRESHOLD]
    row[_SCORE + max(0, min(_TWENTIES - 1, points // 20))] = 1.0
    entry = _SCORE + _TWENTIES
    row[entry] = (points - need) / 40.0
    row[entry + 1] = points_on(space, position.rest) / 80.0
    row[entry + 2] = points_on(space, position.hands[seat]) / 40.0
    row[entry + 3] = float(tally[KNOWN])
    if tally[KNOWN]:
        row[entry + 4] = points_on(space, position.kitty) / 20.0
    size = tally[SIZE]
    if size <= 7:
        row[_TIME + size - 1] = 1.0
    row[_TIME + 7] = size / 10.0


@compiled_part(NOTHING, SCRATCHPAD, INT, INT, FLOATS)
def put_side(pad: Scratchpad, seat: int, option: int, row: Floats) -> None:
    """Write the kind of a play, and the seat's side."""
    facts = pad.position.facts
    size = count_in(pad.position.plays[0], -1) if facts[PLAYED] > 0 else 0
    row[_KIND + PLAY_KINDS * min(2, size) + pad.kinds[option]] = 1.0
    row[_SIDE] = float(facts[SIDES] >> seat & 1)
    players = pad.position.hands.shape[0]
    row[_SIDE + 1 + (facts[DEALER] - seat) % players] = 1.0


@compiled_lean(NOTHING, SCRATCHPAD, INT, FLOATS)
def describe(pad: Scratchpad, option: int, row: Floats) -> None:
    """Write all features of an option except its promise; the row must be zero."""
    position, left = pad.position, pad.scratch[REST]
    seat, space, play = turn_of(position), position.space, pad.options[option]
    for entry in range(DESCRIBED):
        row[entry] = pad.marks[option, entry]
    put_side(pad, seat, option, row)
    suit = space[SUIT, popcount((play[0] & -play[0]) - 1)]
    copy_to(position.hands[seat], left)
    subtract(left, play)
    put_columns(space, suit, left, row, _KEPT)
    put_columns(space, suit, pad.scratch[OUT], row, _OUT)
    put_columns(space, suit, play, row, _PLAYED)
    put_columns(space, TRUMP, left, row, _TRUMPS_KEPT)
    put_columns(space, TRUMP, pad.scratch[OUT], row, _TRUMPS_OUT)
    put_suits(pad, left, suit, row)
    put_voids(pad, seat, suit, row)
    put_trick(pad, row)
    put_score(pad, seat, row)


@compiled_lean(INT, SCRATCHPAD, WORDS, FLOATS, ROWS)
def serve(pad: Scratchpad, served: Words, row: Floats, rows: Rows) -> int:
    """Choose the candidates of the seat on turn, and write their features.

    The rule player must just have chosen on the scratchpad, for this seat.

    Args:
        pad: the scratchpad.
        served: gets the indexes of the candidate options, the rule player's choice first;
            (SERVED,).
        row: scratch; (FEATURES,).
        rows: gets a row for each candidate; (SERVED, FEATURES).

    Returns:
        The number of candidates; 0 when there was no choice.
    """
    number, worth = pad.tally[WEIGHED], pad.worth
    if number < 2:
        return 0
    count = min(number, SERVED)
    for rank in range(count):
        best = -1
        for option in range(number):
            taken = False
            for before in range(rank):
                taken = taken or served[before] == option
            if not taken and (best < 0 or worth[option] > worth[best]):
                best = option
        served[rank] = best
        for entry in range(FEATURES):
            row[entry] = 0.0
        describe(pad, best, row)
        row[_PROMISE] = _PROMISE_TIMES * (worth[best] - worth[served[0]])
        row[_PROMISE + 1] = rank / 2.0
        for entry in range(FEATURES):
            steps = int(np.floor(row[entry] * STEPS + 0.5))
            rows[rank, entry] = max(-MOST_STEPS, min(MOST_STEPS, steps))
    return int(count)
