"""Seating: the area of each player on the board, for 4 to 12 players."""

from __future__ import annotations

from typing import Literal, NamedTuple

Where = Literal["top", "right", "left", "own"]


class Area(NamedTuple):
    """A part of the board, in cells."""

    x: int
    y: int
    width: int
    height: int


class Seating(NamedTuple):
    """The areas of the board.

    Attributes:
        places: each seat with its area and its edge of the table.
        middle: the area for the state of the hand.
        flat: whether each player has only one line, with the cards beside the name.
        large: whether large cards fit at the top and at the bottom.
    """

    places: tuple[tuple[int, Area, Where], ...]
    middle: Area
    flat: bool
    large: bool


def seating(players: int, width: int, height: int) -> Seating:
    """Seat players around a board of this size.

    Seats run counter-clockwise from the player's, which is 0 and at the bottom: up the right side,
    along the top from right to left, and down the left side.

    >>> where = {seat: edge for seat, _, edge in seating(7, 80, 11).places}
    >>> [where[seat] for seat in range(7)]
    ['own', 'right', 'right', 'top', 'top', 'left', 'left']
    """
    others = players - 1
    top = 1 if others % 2 else 2
    side = (others - top) // 2
    for room in (5, 3, 2):
        step = (height - 2 * room) // side
        if step >= (4 if room == 5 else 2):
            return _around(players, width, height, (top, side, room, step))
    return _flat(players, width, height, (top, side))


def least_height(players: int) -> int:
    """The minimum number of lines in which this number of players can be seated."""
    side = (players - 2) // 2
    return max(8, side + 4)


def _around(players: int, width: int, height: int, shape: tuple[int, int, int, int]) -> Seating:
    """A seating with a caption and cards for each player, and the state in the middle."""
    top, side, room, step = shape
    places: list[tuple[int, Area, Where]] = [(0, Area(0, height - room, width, room), "own")]
    wide = max(26, width // 3)
    under = height - room
    for number in range(side):
        low = under - (number + 1) * step
        places.append((number + 1, Area(width - wide - 2, low, wide, step), "right"))
        # Seats on the left side run down towards the player.
        places.append((players - 1 - number, Area(2, low, wide, step), "left"))
    part = width // top
    for number in range(top):
        x = (top - 1 - number) * part
        places.append((side + 1 + number, Area(x, 0, part, room - 1), "top"))
    middle = Area(wide + 3, room, width - 2 * wide - 6, under - room)
    return Seating(tuple(places), middle, flat=False, large=room == 5)


def _flat(players: int, width: int, height: int, shape: tuple[int, int]) -> Seating:
    """A seating with one line for each player, and the state below them."""
    top, side = shape
    half = width // 2 - 2
    places: list[tuple[int, Area, Where]] = [(0, Area(0, height - 2, width, 2), "own")]
    for number in range(side):
        y = side - number
        places.append((number + 1, Area(width - half - 1, y, half, 1), "right"))
        places.append((players - 1 - number, Area(1, y, half, 1), "left"))
    if top == 1:
        places.append((side + 1, Area((width - half) // 2, 0, half, 1), "top"))
    else:
        places.append((side + 1, Area(width - half - 1, 0, half, 1), "right"))
        places.append((side + 2, Area(1, 0, half, 1), "left"))
    middle = Area(1, side + 1, width - 2, max(0, height - 3 - side))
    return Seating(tuple(places), middle, flat=True, large=False)
