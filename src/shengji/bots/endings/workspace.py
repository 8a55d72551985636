"""Scratch space of the solver of endings: the current line, its choices, and known positions."""

from __future__ import annotations

from threading import local
from typing import NamedTuple

import numpy as np

from shengji.bots.endings.choices import KIND_ROWS, MOST_KINDS, ROOM, Room
from shengji.play.columns import columns_of, longest_in
from shengji.play.jit import INT, MATRIX, NOTHING, WORDS, Matrix, Words, bundle, compiled
from shengji.play.position import KITTY_RULE, POSITION, SIDES, Position
from shengji.play.space import POINTS, TRUMP
from shengji.play.words import count_in

(
    LEFT,  # nodes left (negative: exhausted)
    STAMP,  # number of the question, which marks its table entries
    SIDE_BITS,  # bits of the Declarers' seats
    BOTTOM,  # points in the kitty
    RULE,  # rule of the kitty's factor
    WIDEST,  # width of the widest unit in any hand
    LONGEST,  # length of the longest unit
) = range(7)
"""Entries of `Workspace.numbers`."""
NUMBERS = 7

MOST_PLAYS = 4096
"""Maximum number of choices on a line; a position with more is too large."""

(
    KEY,  # the position's key
    LOW,  # lower bound of the points still to come
    HIGH,  # upper bound
    FIRST,  # index of the best lead
) = range(4)
"""Entries of a row of `Workspace.memory`."""
MEMORY = 4


class Workspace(NamedTuple):
    """Scratch space of the solver, reused by one thread.

    Attributes:
        memory: the table of positions (see KEY).
        hands: a copy of the hands, which the search changes; (players, decks).
        lines: the plays of the current line, one per row; (rows, decks).
        order: for each choice its score, and its index in its decision; (rows, 2).
        numbers: see LEFT.
    """

    memory: Matrix
    hands: Matrix
    lines: Matrix
    room: Room
    order: Matrix
    numbers: Words


WORKSPACE = bundle((MATRIX, MATRIX, MATRIX, ROOM, MATRIX, WORDS), Workspace)


class Trick(NamedTuple):
    """The trick under way, in the rows of the lines from `first` to below `row`.

    Attributes:
        suit: the suit led; meaningless between two tricks.
        lead: the reading of the lead.
        first: the row of the lead.
        row: the row of the next play.
    """

    suit: int
    lead: Matrix
    leader: int
    first: int
    row: int


TRICK = bundle((INT, MATRIX, INT, INT, INT), Trick)
"""The type of a trick, for the signature of a kernel."""


def new_workspace(players: int, decks: int, entries: int = 1 << 16) -> Workspace:
    """Allocate a workspace for a number of players and decks.

    `entries`, a power of two, is the size of the table of positions; an entry takes 32 bytes.
    """
    whole = np.int64

    def table(rows: int, width: int) -> Matrix:
        return np.zeros((rows, width), dtype=whole)

    return Workspace(
        memory=table(entries, MEMORY),
        hands=table(players, decks),
        lines=table(60 * decks + players, decks),
        room=Room(
            plays=table(MOST_PLAYS, decks),
            kinds=table(KIND_ROWS, MOST_KINDS),
            spare=np.zeros(decks, dtype=whole),
        ),
        order=table(MOST_PLAYS, 2),
        numbers=np.zeros(NUMBERS, dtype=whole),
    )


@compiled(INT, INT, INT)
def mixed(key: int, word: int) -> int:
    """Mix one more word into a key; the result is not negative, and no step overflows."""
    key ^= word
    key = (key & 0x7FFFFFFF) * 0x2545F491 + (key >> 31 & 0x7FFFFFFF) * 0x369DEA0F
    return key ^ key >> 29


@compiled(INT, MATRIX, INT)
def key_of(hands: Matrix, leader: int) -> int:
    """The key of a position at the start of a trick."""
    key = mixed(0, leader)
    for seat in range(hands.shape[0]):
        for word in hands[seat]:
            key = mixed(key, word)
    return key


_OWN = local()


def own_workspace(players: int, decks: int) -> Workspace:
    """The calling thread's workspace for a number of players and decks."""
    work: Workspace | None = getattr(_OWN, "work", None)
    if work is None or work.hands.shape != (players, decks):
        work = _OWN.work = new_workspace(players, decks)
    return work


@compiled(NOTHING, WORKSPACE, INT)
def ask(work: Workspace, nodes: int) -> None:
    """Begin a question with other hands, another kitty or other sides, and a limit of nodes."""
    work.numbers[LEFT] = nodes
    work.numbers[STAMP] = (work.numbers[STAMP] + 1) & 0xFFFFFFFF


@compiled(NOTHING, POSITION, WORKSPACE)
def set_up(position: Position, work: Workspace) -> None:
    """Prepare the workspace for the search from a position of the question."""
    space, hands, numbers = position.space, position.hands, work.numbers
    for seat in range(hands.shape[0]):
        for k in range(hands.shape[1]):
            work.hands[seat, k] = hands[seat, k]
            work.lines[seat, k] = position.plays[seat, k]
    numbers[SIDE_BITS] = position.facts[SIDES]
    numbers[RULE] = position.facts[KITTY_RULE]
    bottom = count_in(position.kitty, space[POINTS, 0])
    numbers[BOTTOM] = 5 * (bottom + 2 * count_in(position.kitty, space[POINTS, 1]))
    numbers[WIDEST], numbers[LONGEST] = 1, 1
    for seat in range(hands.shape[0]):
        for k in range(hands.shape[1]):
            if hands[seat, k] != 0:
                numbers[WIDEST] = max(numbers[WIDEST], k + 1)
        if numbers[WIDEST] > 1:
            for suit in range(TRUMP + 1):
                columns = columns_of(space, suit, hands[seat])
                numbers[LONGEST] = max(numbers[LONGEST], longest_in(columns))
