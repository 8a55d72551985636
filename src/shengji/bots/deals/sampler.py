"""Drawing complete deals that agree with all that a seat has seen.

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
from shengji.bots.deals.fills import LACKS_BROKEN, VOIDS_BROKEN, Boxes, draw_deals, lean
from shengji.bots.deals.memory import Memory
from shengji.bots.deals.prior import odds_of
from shengji.game import Hand
from shengji.play.jit import INT, MATRICES, MATRIX, Matrices, Matrix, bundle


class Deals(NamedTuple):
    """Complete deals of what has not been played yet, as words of one strength space.

    Attributes:
        hands: every seat's cards; (number, players, decks).
        kitties: the kitty; (number, decks).
        chains: each deal is a little like the one that comes so many deals later; 0 when they are
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
    rest; nobody gets a card of a suit or a unit of a shape that they are known to lack, and
    everybody has what they are known to hold. So the true deal can always come. Before the play a
    deal is one of the end of the draw, with the cards that the seat will draw, and with the kitty
    as it is dealt; whoever has taken the kitty holds it, until it is buried.

    Args:
        hand: the hand under way as the seat sees it.
        memory: what the seat remembers of it, up to date.
        seed: what chance starts from.
        even: all deals that may be are equally likely; otherwise those are likelier where whoever
            buried the kitty buried what is usually buried, and who declared a suit is long in it
            (`shengji.bots.deals.prior`).

    Attributes:
        space: the strength space of the words.
        boxes: who may hold what of the cards that the seat does not see.
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
        """Draw so many deals, each independent of the others."""
        deals = self._room(number)
        draw_deals(self._chance, self.boxes, deals.hands, deals.kitties, self._outcomes)
        return deals

    def _room(self, number: int, chains: int = 0) -> Deals:
        """Room for so many deals."""
        boxes, decks = self.boxes.base.shape
        hands = np.empty((number, boxes - 1, decks), dtype=np.int64)
        return Deals(hands, np.empty((number, decks), dtype=np.int64), chains)

    @property
    def broken_lacks(self) -> int:
        """The number of deals so far in which somebody has a unit that they are known to lack.

        There is none as long as everyone keeps to the rules. Where what is known cannot all be
        met, this is given up first, and a deal comes all the same.
        """
        return int(self._outcomes[LACKS_BROKEN])

    @property
    def broken_voids(self) -> int:
        """The number of deals so far in which somebody has a card they are known not to hold."""
        return int(self._outcomes[VOIDS_BROKEN])
