"""Perfect play of the last tricks of a position, with all hands known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shengji.bots.endings.solver import SOLVED, list_options, solve_plays, trick_of
from shengji.bots.endings.workspace import own_workspace, set_up
from shengji.play.jit import Matrix, Words
from shengji.play.position import Position, plays_for_declarers, turn_of, twin_of

NODES = 50_000
"""Default maximum number of plays searched: some 50 ms of one core."""


class Solved(NamedTuple):
    """Perfect play of an ending.

    Attributes:
        points: the Opponents' points at the end of the hand, the kitty's included.
        plays: the distinct plays of the seat on turn, as rows of words; one choice stands for all
            equivalent ones.
        values: the Opponents' points after each of them.
        best: the row indexes of the best plays.
    """

    points: int
    plays: Matrix
    values: Words
    best: tuple[int, ...]


def solve_ending(position: Position, nodes: int = NODES) -> Solved | None:
    """Perfect play of a whole position with cards in the hands, from the seat on turn.

    The Declarers' levels fall with the Opponents' points, so the best play in points is best in
    levels. Returns `None` when the search takes more than `nodes` plays, or when the sides are
    still open.
    """
    players, decks = position.hands.shape
    work = own_workspace(players, decks)
    set_up(position, work)
    number = int(list_options(position.space, work, trick_of(position), 0))
    if number < 0:
        return None
    plays = work.room.plays[:number].copy()
    values = np.zeros(number, dtype=np.int64)
    if solve_plays(position, twin_of(position), plays, nodes, work, values) != SOLVED:
        return None
    declarer = plays_for_declarers(position, turn_of(position))
    points = int(values.min() if declarer else values.max())
    best = tuple(int(row) for row in np.flatnonzero(values == points))
    return Solved(points, plays, values, best)
