"""Deals that explain the plays so far: deals come oftener when they make these plays likely.

For each play of another seat, the rule policy (`shengji.bots.policy`) computes the play that it
would make there with the cards of a deal. Each play that differs makes the deal less likely by a
factor. A deal in which a throw that stood would have failed is next to impossible. A Dealer calls
cards so that another player answers: the first copy of a card that the Dealer does not hold, and
the second of a card that the Dealer holds once. A deal with another number of copies is less
likely, too. Hardly any deal that is drawn from certain knowledge alone explains much. So deals are
improved by swaps of two unseen cards, accepted so that in the long run each deal comes in
proportion to its likelihood (Metropolis).

Players need not play by the policy for this to help: it suffices that they play more like it with
their real cards than with other cards. `python -m shengji.bots.deals.accuracy` measures the gain.
`UNEXPLAINED` is chosen from its output for bots that play differently.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shengji.bots.deals.burials import Reburying
from shengji.bots.deals.fills import BOXES, Boxes, below, draw_deal, exchange, lacks_break, may_swap
from shengji.bots.deals.past import PAST, Past, add_words, past_of, unpack
from shengji.bots.deals.sampler import DEALS, Deals, Sampler
from shengji.bots.policy.numbers import NUMBER_TABLE, NUMBERS, Numbers, NumberTable
from shengji.bots.policy.playout import choose_play
from shengji.bots.policy.scratchpad import PLAY
from shengji.game import Hand
from shengji.game.memory import Memory
from shengji.play.apply import put_lead
from shengji.play.jit import (
    BOOL,
    CHANCE,
    FLOAT,
    INT,
    MATRICES,
    MATRIX,
    NOTHING,
    WORDS,
    Matrices,
    Matrix,
    Words,
    bundle,
    compiled,
    compiled_lean,
)
from shengji.play.position import BURIED_BY, copy_row, copy_rows
from shengji.play.space import SUIT

UNEXPLAINED = 2.5
"""The decrease of a deal's log likelihood for each play that it does not explain."""
IMPOSSIBLE = 8.0
"""The weight of a throw that stood but would have failed, in unexplained plays."""
USUAL_CHAINS = 6
"""Default number of chains of deals. Fewer but longer chains explain more; but deals of one chain
are much alike."""
SWEEPS = 16
"""Default number of swaps for each unseen card before a chain gives its first deal."""
CALLED = 1.0
"""The weight of a wrong number of copies of a called card in the Dealer's hand, in unexplained
plays."""
GO_ON = 2
"""Number of unseen cards for each swap that is tried before a chain gives a further deal."""
OF_CALLED = 2
"""One in this number of swaps moves a called card that is not seen yet: the friends would otherwise
change more slowly than the rest, and they matter more."""


@compiled_lean(FLOAT, PAST, INT, MATRIX)
def misfit(past: Past, number: int, held: Matrix) -> float:
    """The cost of a play in a deal: 0 when explained, 1 when not, more when impossible.

    `held` has the words of every box, of the cards that have not been played yet.
    """
    position = past.pad.position
    seat, play, choice = past.seats[number], past.plays[number], past.pad.scratch[PLAY]
    decks = play.shape[0]
    unpack(past.seen[number], position)
    for other in range(position.hands.shape[0]):
        if other == seat or past.thrown[number]:
            add_words(held[other], past.after[number, other], position.hands[other])
    for k in range(decks):
        position.kitty[k] = held[held.shape[0] - 1, k]
    cost = 0.0
    if past.asked[number]:
        choose_play(past.pad, choice)
        for k in range(decks):
            if choice[k] != play[k]:
                cost = 1.0
    if past.thrown[number]:
        put_lead(position, seat, play)
        for k in range(decks):
            if position.plays[0, k] != play[k]:
                cost = IMPOSSIBLE
    return cost


@compiled_lean(FLOAT, PAST, MATRIX)
def misfit_of_calls(past: Past, held: Matrix) -> float:
    """The cost of the Dealer's calls in a deal; see `misfit`."""
    cost = 0.0
    for row in range(past.called.shape[0]):
        copies = 0
        for k in range(held.shape[1]):
            copies += held[past.caller, k] >> past.called[row, 0] & 1
        if copies != past.called[row, 1]:
            cost += CALLED
    return cost


@compiled_lean(NOTHING, PAST, MATRIX, NUMBERS)
def judge_deal(past: Past, held: Matrix, misfits: Numbers) -> None:
    """Write the cost of each play in a deal, and then of the calls, to `misfits`; (plays + 1,)."""
    plays = past.seats.shape[0]
    for number in range(plays):
        misfits[number] = misfit(past, number, held)
    misfits[plays] = misfit_of_calls(past, held)


@compiled_lean(BOOL, PAST, MATRIX, NUMBERS, NUMBERS, INT, INT, INT, FLOAT)
def keeps_swap(
    past: Past,
    held: Matrix,
    misfits: Numbers,
    fresh: Numbers,
    here: int,
    there: int,
    suits: int,
    spare: float,
) -> bool:
    """Whether to keep a swap of two boxes that has been made; updates `misfits`.

    `spare` is the maximum increase of the cost. A swap changes only the costs of the two seats'
    plays, of the burier's plays when a card of the kitty moved, of throws by other seats, and of
    the calls when the caller's hand changed. The function returns as soon as the cost is too high,
    so plays in `suits` (the suits of the two cards, as bits) come first. `fresh` is scratch space.
    """
    kitty = held.shape[0] - 1
    third = past.pad.position.facts[BURIED_BY] if kitty in (here, there) else here
    plays = past.seats.shape[0]
    for number in range(plays):
        fresh[number] = -1.0
        seat = past.seats[number]
        if past.thrown[number] or seat in (here, there, third):
            fresh[number] = 0.0
            spare += float(misfits[number])
    fresh[plays] = misfits[plays]
    if past.caller in (here, there):
        fresh[plays] = misfit_of_calls(past, held)
        spare += float(misfits[plays] - fresh[plays])
        if spare < 0.0:
            return False
    for likely in (True, False):
        for number in range(plays - 1, -1, -1):
            if fresh[number] < 0.0 or (past.suits[number] & suits != 0) != likely:
                continue
            fresh[number] = misfit(past, number, held)
            spare -= float(fresh[number])
            if spare < 0.0:
                return False
    for number in range(plays + 1):
        if fresh[number] >= 0.0:
            misfits[number] = fresh[number]
    return True


class Chains(NamedTuple):
    """Chains of deals, improved side by side; each deal differs a little from the one before.

    Attributes:
        held: the words of every box; (chains, boxes, decks).
        where: the box of each unseen card; (chains, cards).
        misfits: the cost of each play (`misfit`), and of the calls; (chains, plays + 1).
        friends: the unseen called cards, by their indexes.
    """

    held: Matrices
    where: Matrix
    misfits: NumberTable
    friends: Words


CHAINS = bundle((MATRICES, MATRIX, NUMBER_TABLE, WORDS), Chains)
"""The type of chains, for the signature of a kernel."""


@compiled_lean(NOTHING, CHANCE, BOXES, CHAINS, INT, PAST, NUMBERS, INT)
def explain_better(
    chance: np.random.Generator,
    boxes: Boxes,
    chains: Chains,
    chain: int,
    past: Past,
    fresh: Numbers,
    swaps: int,
) -> None:
    """Try swaps of cards in a chain's deal; see `stir` for the version without plays."""
    weights, places, friends = boxes.weights, boxes.places, chains.friends
    held, where = chains.held[chain], chains.where[chain]
    cards, called = where.shape[0], friends.shape[0]
    for _ in range(swaps):
        one, other = below(chance, cards), below(chance, cards)
        if called > 0 and below(chance, OF_CALLED) == 0:
            one = friends[below(chance, called)]
        if not may_swap(boxes, held, where, one, other):
            continue
        here, there = where[one], where[other]
        gain = weights[there, places[one]] * weights[here, places[other]]
        loss = weights[here, places[one]] * weights[there, places[other]]
        suits = 1 << boxes.space[SUIT, places[one]] | 1 << boxes.space[SUIT, places[other]]
        exchange(held, where, places, one, other)
        if not lacks_break(boxes, held, here, there):
            spare = (np.log(gain / loss) - np.log(1.0 - chance.random())) / UNEXPLAINED
            misfits = chains.misfits[chain]
            if keeps_swap(past, held, misfits, fresh, here, there, suits, spare):
                continue
        exchange(held, where, places, one, other)


@compiled(NOTHING, CHANCE, BOXES, CHAINS, PAST, WORDS)
def begin_chains(
    chance: np.random.Generator, boxes: Boxes, chains: Chains, past: Past, outcomes: Words
) -> None:
    """Draw the first deals of the chains, with their costs; see `draw_deals` for `outcomes`."""
    held, where = chains.held, chains.where
    left = np.empty(held.shape[1], dtype=np.int64)
    for chain in range(held.shape[0]):
        outcome = draw_deal(chance, boxes, held[chain], where[chain], left, where.shape[1])
        outcomes[outcome] += 1
        judge_deal(past, held[chain], chains.misfits[chain])


@compiled(NOTHING, CHANCE, BOXES, CHAINS, PAST, INT, INT, INT, DEALS)
def go_on(
    chance: np.random.Generator,
    boxes: Boxes,
    chains: Chains,
    past: Past,
    first: int,
    begin: int,
    swaps: int,
    deals: Deals,
) -> None:
    """Write a deal of each chain in turn, from the chain `first` on, after `swaps` swaps each.

    The first deal of each chain takes `begin` more swaps.
    """
    kitty = chains.held.shape[1] - 1
    fresh = np.empty(chains.misfits.shape[1])
    for deal in range(deals.hands.shape[0]):
        chain = (first + deal) % deals.chains
        more = begin if first + deal < deals.chains else 0
        explain_better(chance, boxes, chains, chain, past, fresh, swaps + more)
        copy_rows(chains.held[chain, :kitty], deals.hands[deal])
        copy_row(chains.held[chain, kitty], deals.kitties[deal])


class BelievedSampler(Sampler):
    """Draws deals as `Sampler` does, oftener those that explain the plays so far.

    They come from chains of deals, each a little changed since the one before; see the module.

    Args:
        sweeps: number of swaps for each unseen card before the first deal of a chain.
        buries: whether to bury the kitties of deals with friends again (see `burials`).

    Attributes:
        chains: the chains, each with its last deal.
    """

    def __init__(
        self,
        hand: Hand,
        memory: Memory,
        seed: int = 0,
        sweeps: int = SWEEPS,
        chains: int = USUAL_CHAINS,
        *,
        buries: bool = False,
    ) -> None:
        super().__init__(hand, memory, seed)
        self.past = past_of(hand, memory)
        self._drawn = 0
        boxes, decks = self.boxes.base.shape
        cards = len(self.boxes.places)
        self._begin = sweeps * cards
        called = [self.space.place(call.card) for call in hand.open_calls]
        self.chains = Chains(
            np.zeros((chains, boxes, decks), dtype=np.int64),
            np.zeros((chains, cards), dtype=np.int64),
            np.zeros((chains, len(self.past.seats) + 1)),
            np.flatnonzero(np.isin(self.boxes.places, called)),
        )
        self._reburying: Reburying | None = None
        if buries and hand.calls and hand.buried_by != memory.seat:
            self._reburying = Reburying(hand, memory, self.boxes)

    def draw(self, number: int) -> Deals:
        """Draw a number of deals."""
        told = len(self.past.seats) + len(self.past.called)
        chains, cards = self.chains.where.shape
        if told == 0 or cards < 2:
            return super().draw(number)
        if self._drawn == 0:
            begin_chains(self._chance, self.boxes, self.chains, self.past, self._outcomes)
        deals = self._room(number, chains)
        go_on(
            self._chance,
            self.boxes,
            self.chains,
            self.past,
            self._drawn,
            self._begin,
            cards // GO_ON,
            deals,
        )
        self._drawn += number
        if self._reburying is not None:
            self._reburying.apply(deals)
        return deals
