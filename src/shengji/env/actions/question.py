"""Base class of decisions that are made by actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import islice
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from shengji.cards import Card
from shengji.game import Call, Command, Due, Hand
from shengji.game.due import legal

Answer: TypeAlias = Command | None
"""The answer of a seat to a due decision; `None`: it declines to declare for now."""
Mask: TypeAlias = NDArray[np.int8]
"""1 for each allowed action, else 0."""


class Answered(NamedTuple):
    """A completed decision."""

    answer: Answer


class Question(ABC):
    """A due decision, until its answer is complete.

    Args:
        hand: the seat's view of the hand.
    """

    def __init__(self, hand: Hand, due: Due) -> None:
        self.hand = hand
        self.due = due
        self.cards: list[Card] = hand.hands[due.seat]
        self.chosen: list[Card] = []
        self.calls: list[Call] = []

    @abstractmethod
    def mask(self) -> Mask:
        """The actions that are allowed now."""

    @abstractmethod
    def take(self, action: int) -> Answered | None:
        """Take an allowed action; return the decision if it is now complete."""


def only_answer(hand: Hand, due: Due) -> Answer:
    """The only legal decision if there is no choice, else `None`."""
    if due.decision == "show":
        return None
    first, *others = islice(legal(hand, due.seat), 2)
    return None if others else first
