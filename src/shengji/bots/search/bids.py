"""Trying bids: the resulting trump and holder of the kitty, on deals of the end of the draw.

A bid changes the trump, so the same deals are converted to the strength space of each bid. The new
holder of the kitty buries by the rules of thumb, and the hand is played out. Later bids by other
players are not considered.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from shengji.bots.deals.sampler import DEALS, Deals, Sampler
from shengji.bots.policy.numbers import NUMBERS, Numbers
from shengji.bots.policy.playout import play_on
from shengji.bots.policy.scratchpad import SCRATCHPAD, Scratchpad, scratchpad_beside, scratchpad_for
from shengji.bots.ruled.basic import PLAIN
from shengji.bots.ruled.burial import choose_kitty, weights_for
from shengji.bots.search.effort import OVERHEAD
from shengji.bots.search.estimates import OUTCOMES, Outcomes, note_outcome, outcomes_for
from shengji.bots.search.hypothetical import Hypothetical
from shengji.bots.search.verdict import Doubt, Tried
from shengji.play.bits import popcount
from shengji.play.jit import INT, MATRIX, NOTHING, WORDS, Matrix, Words, compiled
from shengji.play.position import POSITION, Position, copy_position
from shengji.play.space import CARD, PLACE, Space
from shengji.play.words import clear, count_in, subtract

NOBODY = -1
"""The kitty stays as it has been buried."""


@compiled(NOTHING, MATRIX, MATRIX, WORDS, WORDS)
def lay_out(old: Matrix, space: Matrix, cards: Words, words: Words) -> None:
    """Add cards in the words of the space `old` to words of another space with free copies."""
    left = cards[0]
    while left != 0:
        bit = left & -left
        left ^= bit
        there = 1 << space[PLACE, old[CARD, popcount(bit - 1)]]
        for k in range(cards.shape[0]):
            if cards[k] & bit == 0:
                break
            for word in range(words.shape[0]):
                if words[word] & there == 0:
                    words[word] |= there
                    break


@compiled(NOTHING, MATRIX, POSITION, SCRATCHPAD, DEALS, INT, NUMBERS, INT, OUTCOMES)
def try_bid(
    old: Matrix,
    start: Position,
    pad: Scratchpad,
    deals: Deals,
    burier: int,
    burying: Numbers,
    row: int,
    outcomes: Outcomes,
) -> None:
    """Play deals, in words of the space `old`, from the start of another position.

    `burier` takes the kitty and buries by the weights `burying`, or NOBODY. `row` is the row of
    `outcomes` to write.
    """
    space, scratch, hands, kitties = start.space, pad.position, deals.hands, deals.kitties
    for deal in range(hands.shape[0]):
        copy_position(start, scratch)
        clear(scratch.kitty)
        for player in range(hands.shape[1]):
            clear(scratch.hands[player])
            lay_out(old, space, hands[deal, player], scratch.hands[player])
        if burier == NOBODY:
            lay_out(old, space, kitties[deal], scratch.kitty)
        else:
            hand = scratch.hands[burier]
            lay_out(old, space, kitties[deal], hand)
            size = count_in(kitties[deal], -1)
            choose_kitty(space, hand, hand, size, burying, scratch.kitty)
            subtract(hand, scratch.kitty)
        play_on(pad, 0)
        note_outcome(scratch, outcomes, row, deal)


class Bid(NamedTuple):
    """The state after a bid, or after none.

    Attributes:
        hypothetical: the hand at the first lead.
        burier: the seat that takes the kitty and buries; NOBODY when it stays.
    """

    hypothetical: Hypothetical
    burier: int


class BidTrials:
    """Tries bids out.

    Args:
        sampler: the source of deals of the end of the draw, or with the kitty as it lies.

    Attributes:
        cost: the work of one answer on one deal.
        playouts_ns: the CPU time of the playouts so far, in nanoseconds.
    """

    def __init__(self, bids: Sequence[Bid], space: Space, seat: int, sampler: Sampler) -> None:
        rules = bids[0].hypothetical.hand.rules
        self._starts = [bid.hypothetical.hand.position for bid in bids]
        self._pads = [scratchpad_beside(start) for start in self._starts]
        self._buriers = [bid.burier for bid in bids]
        self._burying = weights_for(rules)
        self._space = space
        self._seat = seat
        self._sampler = sampler
        self._rules = rules
        self.playouts_ns = 0
        self.cost = OVERHEAD + len(rules.deck)

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        """Try these bids on a number of new deals, the same for all."""
        drawn = self._sampler.draw(deals)
        begun = time.thread_time_ns()
        found = self._play_out(answers, drawn, self._pads)
        self.playouts_ns += time.thread_time_ns() - begun
        return found

    def doubt(self, answers: Sequence[int], deals: int) -> Doubt:
        """Try these bids with the plain numbers on a number of new deals."""
        pads = [scratchpad_for(pad.position, PLAIN) for pad in self._pads]
        return Doubt(self._play_out(answers, self._sampler.draw(deals), pads).played, perfect=False)

    def _play_out(self, answers: Sequence[int], drawn: Deals, pads: Sequence[Scratchpad]) -> Tried:
        outcomes = outcomes_for(self._rules, self._seat, len(answers), len(drawn.hands))
        for row, answer in enumerate(answers):
            try_bid(
                self._space.table,
                self._starts[answer],
                pads[answer],
                drawn,
                self._buriers[answer],
                self._burying,
                row,
                outcomes,
            )
        return outcomes.as_tried(drawn)
