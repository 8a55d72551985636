"""The meetings in a crowd: `shengji.ratings.company` for all tables of a round at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.ratings.model import Floats, Ints
from shengji.ratings.company import KNOWN_AFTER, MOST, MOST_AGAINST, MOST_BESIDE

Truths = NDArray[np.bool_]


class Acquaintance:
    """The distance that results with the same people have moved each rating, in one season.

    Args:
        people: how many there are.
    """

    def __init__(self, people: int) -> None:
        self._hands = np.zeros(people)
        self._met = np.zeros((people, people))
        self._moved = np.zeros(people)
        self._by_role = {role: np.zeros((people, people)) for role in (False, True)}
        self._by_strangers = {role: np.zeros(people) for role in (False, True)}

    def shares(self, seats: Ints) -> Floats:
        """The part of a result that counts for each, by table, side and place."""
        people, partners = _around(seats)
        found = _share(self._moved[people], MOST)
        for role, others, strangers in self._others(people, partners):
            most = MOST_BESIDE if role else MOST_AGAINST
            drawn = self._by_role[role][_pairs(people)]
            by_one = np.where(others, _share(drawn, most), 1.0).min(axis=2)
            by_strangers = _share(self._by_strangers[role][people], most)
            found = np.minimum(found, by_one)
            found = np.minimum(found, np.where(strangers, by_strangers, 1.0))
        return found.reshape(seats.shape)

    def note(self, seats: Ints, points: Floats, hands: int) -> None:
        """Note by how many points results that are worth so many hands have moved each rating."""
        people, partners = _around(seats)
        moved = points.reshape(people.shape)
        for role, others, strangers in self._others(people, partners):
            self._by_role[role][_pairs(people)] += np.where(others, moved[:, :, None], 0.0)
            self._by_strangers[role][people] += np.where(strangers, moved, 0.0)
        self._moved[people] += moved
        self._met[_pairs(people)] += hands
        self._hands[people] += hands

    def _others(self, people: Ints, partners: Truths) -> Iterator[tuple[bool, Truths, Truths]]:
        """The opponents and the partners: who is one to whom, and whether one is a stranger."""
        strange = self._hands[people][:, None, :] - self._met[_pairs(people)] < KNOWN_AFTER
        others: Truths = ~np.eye(people.shape[1], dtype=bool)
        for role, mask in ((False, others & ~partners), (True, others & partners)):
            strangers: Truths = np.any(strange & mask, axis=2)
            yield role, mask, strangers


def _around(seats: Ints) -> tuple[Ints, Truths]:
    """The people of each table in a row, and who of a row is on the side of whom."""
    side = np.arange(seats.shape[1]).repeat(seats.shape[2])
    return seats.reshape(len(seats), -1), side[:, None] == side[None, :]


def _pairs(people: Ints) -> tuple[Ints, Ints]:
    return people[:, :, None], people[:, None, :]


def _share(moved: Floats, most: float) -> Floats:
    share: Floats = np.clip(1 - (moved / most) ** 2, 0.0, 1.0)
    return share
