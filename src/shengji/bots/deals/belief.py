"""Weights for deals by what was played: how well each deal explains the plays of the others.

A deal is played again from the first trick. Whenever another seat plays, the rule policy
(`shengji.bots.policy`) is asked what it would play there with the cards that the deal gives that
seat. The weight of the deal falls with every play that it does not explain so, and a deal in which
a throw that stood would have failed counts for next to nothing.

Others need not play by the policy for this to help, only more like it with the cards that they
hold than with other cards. `python -m shengji.bots.deals.measuring` shows by how much; what a play
that is not explained costs is chosen from what it prints for two players that play differently.
Telling leads from follows, or plays that are nearly the policy's from others, did not help more.
"""

from __future__ import annotations

from copy import deepcopy

import numpy as np

from shengji.bots.basic.memory import Memory
from shengji.bots.deals.filling import TABLE3, Table3, give
from shengji.bots.deals.sampling import Deals, Sampler
from shengji.bots.policy.networks import DEFAULT
from shengji.bots.policy.playout import apply_play, choose_play, copy_position, turn_of
from shengji.bots.policy.position import (
    FLOATS,
    LEADER,
    NEED,
    NUMBERS,
    PENALTY,
    PLAYED,
    POSITION,
    SIDES,
    Floats,
    Numbers,
    Position,
)
from shengji.bots.policy.seeing import position_of
from shengji.game import Hand
from shengji.play.jit import INT, NOTHING, TABLE, Table, compiled, popcount

UNEXPLAINED = 0.7
"""By how much the logarithm of a weight falls with a play that a deal does not explain."""
IMPOSSIBLE = 20.0
"""By how much it falls when a throw that stood would have failed."""
LEAST_EFFECTIVE = 0.25
"""Weights are brought nearer to each other until they tell as much as this part of the deals."""
TIMES = 4
"""So many deals are weighed for one that is kept."""
_HALVINGS = 12


@compiled(NOTHING, POSITION, POSITION, TABLE3, TABLE, TABLE, TABLE, INT, FLOATS, NUMBERS)
def explain(
    start: Position,
    work: Position,
    hands: Table3,
    kitties: Table,
    plays: Table,
    played: Table,
    seat: int,
    policy: Floats,
    logs: Numbers,
) -> None:
    """Write the logarithm of the weight of each deal to `logs` (deals,).

    `start` is the position before the first trick, without cards; `work` is another one of its
    form. `plays` are the words of all plays in order, `played` those of each seat together; what
    `seat` has played itself needs no explaining. `policy` are the policy's weights.
    """
    decks = kitties.shape[1]
    choice = np.zeros(decks, dtype=np.int64)
    for deal in range(logs.shape[0]):
        copy_position(start, work)
        for k in range(decks):
            work.kitty[k] = kitties[deal, k]
            for other in range(hands.shape[1]):
                work.hands[other, k] = hands[deal, other, k]
        for other in range(hands.shape[1]):
            for k in range(decks):
                bits = played[other, k]
                while bits != 0:
                    bit = bits & -bits
                    bits ^= bit
                    give(work.hands, other, popcount(bit - 1))
        logs[deal] = 0.0
        for number in range(plays.shape[0]):
            play = plays[number]
            leads = work.facts[PLAYED] == 0
            if turn_of(work) != seat:
                choose_play(work, policy, choice)
                for k in range(decks):
                    if choice[k] != play[k]:
                        logs[deal] -= UNEXPLAINED
                        break
            apply_play(work, play)
            stands = True
            for k in range(decks):
                stands = stands and (not leads or work.plays[0, k] == play[k])
            if not stands:
                logs[deal] -= IMPOSSIBLE
                break


class Belief:
    """Weighs deals for one decision of one seat by what the others have played.

    Args:
        hand: the hand in play as the seat sees it.
        memory: what the seat remembers of it, up to date.

    Attributes:
        plays: how many plays of others there are to explain.
    """

    def __init__(self, hand: Hand, memory: Memory) -> None:
        tricks = [*hand.tricks, *([hand.trick] if hand.trick is not None else [])]
        found = [
            ((trick.leader + turn) % hand.players, cards)
            for trick in tricks
            for turn, cards in enumerate(trick.plays)
        ]
        self.plays = sum(1 for seat, _ in found if seat != memory.seat)
        self._seat = memory.seat
        self._policy = DEFAULT.copy()
        space, decks = hand.space, hand.rules.deck_count
        words = [space.words(cards) for _, cards in found]
        self._plays = np.array(words, dtype=np.int64).reshape(-1, decks)
        together = [
            space.words(card for seat, cards in found if seat == other for card in cards)
            for other in range(hand.players)
        ]
        self._played = np.array(together, dtype=np.int64)
        self._start = _start(hand, memory)
        self._work = deepcopy(self._start)

    def weights(self, deals: Deals) -> Numbers:
        """The weight of each deal; together they are 1."""
        logs = np.zeros(len(deals.kitties))
        explain(
            self._start,
            self._work,
            deals.hands,
            deals.kitties,
            self._plays,
            self._played,
            self._seat,
            self._policy,
            logs,
        )
        return tempered(logs)


def _start(hand: Hand, memory: Memory) -> Position:
    """The position before the first trick, without cards."""
    position = position_of(hand, memory)
    position.rest[:] = hand.space.words(hand.rules.deck)
    for row in (position.hands, position.plays, position.taken, position.paid, position.voids):
        row[:] = 0
    for number, call in enumerate(hand.calls):
        position.calls[number, NEED] = call.ordinal
    facts = position.facts
    facts[PLAYED] = facts[PENALTY] = 0
    if hand.tricks or hand.trick is not None:
        first = hand.tricks[0] if hand.tricks else hand.trick
        assert first is not None
        facts[LEADER] = first.leader
    if hand.rules.teams == "friends":
        assert hand.dealer is not None
        facts[SIDES] = 1 << hand.dealer
    return position


def tempered(logs: Numbers, least: float = LEAST_EFFECTIVE) -> Numbers:
    """Weights of these logarithms, together 1; or of as large a part of them as is effective.

    There are many plays to explain where there are many players, and then few deals would have all
    the weight, more by luck than because they are right.

    >>> tempered(np.log(np.array([0.5, 0.3, 0.2]))).round(3).tolist()
    [0.5, 0.3, 0.2]
    >>> round(effective_size(tempered(np.array([0.0, -5.0, -5.0, -5.0]), least=0.5)), 1)
    2.0
    """
    low, high = 0.0, 1.0
    part = 1.0
    for _ in range(_HALVINGS):
        weights = np.exp(part * (logs - logs.max()))
        if effective_size(weights) >= least * len(weights):
            low = part
        else:
            high = part
        if low == 1.0:
            break
        part = (low + high) / 2
    weights = np.exp(low * (logs - logs.max()))
    return np.asarray(weights / weights.sum())


def effective_size(weights: Numbers) -> float:
    """How many equally weighted deals tell as much as deals of these weights.

    >>> effective_size(np.array([0.25, 0.25, 0.25, 0.25])), effective_size(np.array([1.0, 0.0]))
    (4.0, 1.0)
    """
    return float(weights.sum() ** 2 / (weights**2).sum())


def resample(deals: Deals, weights: Numbers, number: int, chance: np.random.Generator) -> Deals:
    """So many of the deals, each on average as often as its weight says, in random order.

    The draws are spread evenly over the weights, so no deal comes more than once too often.
    """
    ends = np.cumsum(weights / weights.sum())
    points = (np.arange(number) + chance.random()) / number
    picked = np.minimum(np.searchsorted(ends, points, side="right"), len(weights) - 1)
    chance.shuffle(picked)
    return Deals(deals.hands[picked], deals.kitties[picked])


class BelievedSampler(Sampler):
    """Draws deals as `Sampler` does, those oftener that explain what was played.

    Of several times as many deals those that are kept are chosen by `Belief`; the same deal can
    come more than once. Before anybody else has played, it is the sampler alone.

    Args:
        hand: the hand in play as the seat sees it.
        memory: what the seat remembers of it, up to date.
        seed: what chance starts from.
        times: so many deals are weighed for each that is kept.
    """

    def __init__(self, hand: Hand, memory: Memory, seed: int = 0, *, times: int = TIMES) -> None:
        super().__init__(hand, memory, seed)
        self._belief = Belief(hand, memory)
        self._picks = np.random.Generator(np.random.PCG64((seed, 1)))
        self._times = times

    def draw(self, number: int) -> Deals:
        """Draw so many deals."""
        if self._belief.plays == 0:
            return super().draw(number)
        deals = super().draw(self._times * number)
        return resample(deals, self._belief.weights(deals), number, self._picks)
