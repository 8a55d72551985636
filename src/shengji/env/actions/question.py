"""A decision of a seat while it is being made by actions, whatever these mean."""

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
"""The answer of a seat to what is due of it; `None`: it waits where it is asked whether to show."""
Mask: TypeAlias = NDArray[np.int8]
"""1 for each action that is allowed, and 0 for the others."""


class Answered(NamedTuple):
    """A decision that has been made.

    Attributes:
        answer: the decision.
    """

    answer: Answer


class Question(ABC):
    """A decision that is due, until its answer is complete.

    Args:
        hand: the hand as the seat sees it.
        due: what the seat is asked.

    Attributes:
        chosen: the cards that have been named.
        calls: the calls that have.
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
        """Take an action that is allowed; returns the decision when that completes it."""


def only_answer(hand: Hand, due: Due) -> Answer:
    """The only legal decision, where there is no choice; else `None`."""
    if due.decision == "show":
        return None
    first, *others = islice(legal(hand, due.seat), 2)
    return None if others else first
