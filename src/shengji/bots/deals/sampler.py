"""Draws complete deals that agree with everything that a seat has seen.

>>> from random import Random
>>> from shengji.bots import Table, make_bot
>>> from shengji.bots.ruled import RememberingBot
>>> from shengji.game import Phase
>>> from shengji.rules import Rules
>>> rules = Rules()
>>> bots = {0: RememberingBot(rules, 0), **{s: make_bot("basic", rules, s) for s in (1, 2, 3)}}
>>> table = Table(rules, bots, Random(1))
>>> while table.match.hand is None or table.match.hand.phase is not Phase.PLAY:
...     events = table.step()
>>> bot = bots[0]
>>> deals = Sampler(bot.hand, bot.memory, seed=7).draw(100)
>>> deals.hands.shape, deals.kitties.shape
((100, 4, 2), (100, 2))
>>> set(bot.hand.space.cards(deals.hands[99, 0])) == set(bot.cards)
True
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shengji.bots.deals.facts import facts_of
from shengji.bots.deals.fills import (
    LACKS_BROKEN,
    LEAST_SWAPS,
    SWEEPS,
    VOIDS_BROKEN,
    Boxes,
    draw_deal,
    draw_deals,
    lean,
)
from shengji.bots.deals.prior import odds_of
from shengji.game import Hand
from shengji.game.memory import Memory
from shengji.play.jit import INT, MATRICES, MATRIX, Matrices, Matrix, Words, bundle


class Deals(NamedTuple):
    """Complete deals of the cards not played yet, as words of one strength space.

    Attributes:
        hands: every seat's cards; (number, players, decks).
        kitties: the kitty; (number, decks).
        chains: each deal is similar to the one this number of deals later; 0 when deals are
            independent.
    """

    hands: Matrices
    kitties: Matrix
    chains: int = 0


DEALS = bundle((MATRICES, MATRIX, INT), Deals)
"""The type of deals, for the signature of a kernel."""


class Sampler:
    """Draws deals for one decision of one seat.

    Every deal gives each seat as many cards as it holds, the seat itself its own, and the kitty the
    rest; no seat gets a card of a suit or a unit of a shape that it is known to lack, and each seat
    has the cards that it is known to hold. So the true deal is always possible. Before the play a
    deal describes the end of the draw, with the cards that the seat will draw and the kitty as
    dealt; the player who took the kitty holds it until it is buried.

    Args:
        hand: the hand under way as the seat sees it.
        even: make all possible deals equally likely; otherwise weigh them by the odds of burying
            and declaring (`shengji.bots.deals.prior`).

    Attributes:
        boxes: the possible boxes of the cards that the seat does not see.
    """

    def __init__(self, hand: Hand, memory: Memory, seed: int = 0, *, even: bool = False) -> None:
        facts = facts_of(hand, memory)
        self.space = facts.space
        self._chance = np.random.Generator(np.random.PCG64(seed))
        weights = odds_of(hand, memory, facts, even=even)
        leans = np.empty((len(facts.places), len(facts.room)))
        lean(facts.places, facts.allowed, facts.room, weights, leans)
        self.boxes = Boxes(
            facts.space.table,
            facts.base,
            facts.places,
            facts.allowed,
            facts.room,
            facts.most,
            facts.tractors,
            weights,
            leans,
        )
        self._outcomes = np.zeros(3, dtype=np.int64)

    def draw(self, number: int) -> Deals:
        """Draw a number of independent deals."""
        deals = self._room(number)
        draw_deals(self._chance, self.boxes, deals.hands, deals.kitties, self._outcomes)
        return deals

    def draw_one(self) -> tuple[Matrix, Words]:
        """Draw one deal: the words of every box, and the box of every card that is not certain."""
        boxes, cards = self.boxes.base.shape[0], len(self.boxes.places)
        held, where = np.zeros_like(self.boxes.base), np.zeros(cards, dtype=np.int64)
        left = np.zeros(boxes, dtype=np.int64)
        swaps = max(SWEEPS * cards, LEAST_SWAPS) if cards > 1 else 0
        draw_deal(self._chance, self.boxes, held, where, left, swaps)
        return held, where

    def _room(self, number: int, chains: int = 0) -> Deals:
        boxes, decks = self.boxes.base.shape
        hands = np.empty((number, boxes - 1, decks), dtype=np.int64)
        return Deals(hands, np.empty((number, decks), dtype=np.int64), chains)

    @property
    def broken_lacks(self) -> int:
        """Number of deals so far with a unit that its seat is known to lack.

        There is none as long as all players keep to the rules. When the facts contradict each
        other, this constraint is dropped first, and a deal is still returned.
        """
        return int(self._outcomes[LACKS_BROKEN])

    @property
    def broken_voids(self) -> int:
        """Number of deals so far with a card that its seat is known not to hold."""
        return int(self._outcomes[VOIDS_BROKEN])
