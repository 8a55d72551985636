"""Studies of the rule player's decisions, with the value of each possible play.

Each play is tried on the real deal only. A seat knows less; but over many decisions the deals have
the distribution of those consistent with the seat's knowledge, including the information in other
players' plays. No play was selected by its result on that deal.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from shengji.arena.beginnings import at_first_lead
from shengji.bots.deals.fills import below
from shengji.bots.endings.workspace import own_workspace
from shengji.bots.policy.judge import view_of
from shengji.bots.policy.networks import DESCRIBED, LEADS, SEVERAL, SINGLES
from shengji.bots.policy.numbers import FLOAT_TABLE, NUMBERS, FloatTable, Numbers
from shengji.bots.policy.payoff import levels_for_declarers, value_for
from shengji.bots.policy.playout import choose_play, play_on
from shengji.bots.policy.scratchpad import (
    MOST_OPTIONS,
    PLAY,
    SCRATCHPAD,
    WEIGHED,
    Scratchpad,
    scratchpad_beside,
)
from shengji.bots.search.estimates import table_of_levels
from shengji.bots.search.leaves import LEAF, NODES, UNKNOWN, Leaf, perfect_end
from shengji.bots.search.verdict import SLOPE
from shengji.cards import points_of
from shengji.play.apply import apply_play
from shengji.play.jit import CHANCE, FLOAT, INT, MATRIX, NOTHING, Matrix, compiled
from shengji.play.position import (
    DEALER,
    PLAYED,
    POSITION,
    Position,
    copy_position,
    is_over,
    plays_for_declarers,
    side_points,
    turn_of,
    twin_of,
)
from shengji.play.words import add_one, count_in
from shengji.rules import Rules

STUDIED = 0.6
"""Fraction of leads and of follows with several cards that are studied; a hand's are similar."""
STUDIED_SINGLES = 0.3
"""Fraction of follows with one card that are studied; they are the most frequent."""
AGAIN = 8
"""Number of times a hand is played, each time with the cards of all but the Dealer dealt again.

Declaring and burying take longer than playing.
"""
ROOM = 4000
"""Maximum number of plays recorded per hand."""

PLACE, KIND, VIEW, DECISION = range(4)
"""Columns of a play's record.

They are the start of its networks (`networks.LEADS`), the kind of play, the network that judges it
(`judge.view_of`), and the number of its decision in the hand.
"""


@compiled(NOTHING, CHANCE, POSITION)
def deal_again(chance: np.random.Generator, position: Position) -> None:
    """Deal the cards of all but the Dealer again, before the first play."""
    hands, dealer = position.hands, position.facts[DEALER]
    seats, decks = hands.shape
    number = 0
    for seat in range(seats):
        if seat != dealer:
            number += count_in(hands[seat], -1)
    unseen = np.empty(number, dtype=np.int64)
    number = 0
    for seat in range(seats):
        if seat == dealer:
            continue
        for k in range(decks):
            bits = hands[seat, k]
            while bits != 0:
                unseen[number] = bits & -bits
                bits ^= unseen[number]
                number += 1
    for seat in range(seats):
        if seat == dealer:
            continue
        size = count_in(hands[seat], -1)
        hands[seat] = 0
        for _ in range(size):
            drawn = below(chance, number)
            number -= 1
            add_one(hands[seat], unseen[drawn])
            unseen[drawn] = unseen[number]


@compiled(FLOAT, SCRATCHPAD, INT, LEAF, NUMBERS, INT)
def try_out(pad: Scratchpad, seat: int, leaf: Leaf, payoff: Numbers, total: int) -> float:
    """Play a position to the end, and return its value for the side of a seat.

    With `leaf.left` above 0 the value is the mean of this and of perfect play of the last tricks,
    if that can be computed.
    """
    position, exact = pad.position, UNKNOWN
    if leaf.left > 0:
        exact = perfect_end(pad, leaf)
    play_on(pad, 0)
    worth = value_for(position, payoff, seat) + SLOPE * side_points(position, seat, total)
    if exact == UNKNOWN:
        return float(worth)
    perfect = levels_for_declarers(payoff, exact) + SLOPE * (total - 2 * exact)
    return float((worth + (perfect if plays_for_declarers(position, seat) else -perfect)) / 2)


@compiled(INT, CHANCE, SCRATCHPAD, SCRATCHPAD, LEAF, NUMBERS, INT, FLOAT_TABLE, MATRIX, NUMBERS)
def study(
    chance: np.random.Generator,
    pad: Scratchpad,
    other: Scratchpad,
    leaf: Leaf,
    payoff: Numbers,
    total: int,
    marks: FloatTable,
    notes: Matrix,
    worth: Numbers,
) -> int:
    """Play a position to the end, and try the plays of some decisions on the way.

    Args:
        chance: selects the decisions to study.
        pad: the position; it is over afterwards.
        other: another scratchpad of the same dimensions.
        leaf: the settings of perfect play of the last cards; unused where its `left` is 0.
        payoff: the value of the Opponents' points (`payoff_of`).
        total: the points of all cards.
        marks: output: the description of each play for the rule player; (plays, DESCRIBED).
        notes: output: the record of each play (PLACE ...); (plays, 4).
        worth: output: the value of each play; (plays,).

    Returns:
        The number of plays tried.
    """
    position, spare = pad.position, other.position
    play = pad.scratch[PLAY]
    tried = decision = 0
    while not is_over(position):
        seat = turn_of(position)
        size = count_in(position.plays[0], -1) if position.facts[PLAYED] > 0 else 0
        pad.tally[WEIGHED] = 0
        choose_play(pad, play)
        fits = tried + MOST_OPTIONS <= worth.shape[0]
        part = STUDIED_SINGLES if size == 1 else STUDIED
        number = 0
        if fits and pad.tally[WEIGHED] > 1 and chance.random() < part:
            number = pad.tally[WEIGHED]
        view = view_of(pad) if number > 0 else 0
        for option in range(number):
            copy_position(position, spare)
            apply_play(spare, pad.options[option])
            worth[tried] = try_out(other, seat, leaf, payoff, total)
            for entry in range(DESCRIBED):
                marks[tried, entry] = pad.marks[option, entry]
            notes[tried, PLACE] = LEADS if size == 0 else SINGLES if size == 1 else SEVERAL
            notes[tried, KIND] = pad.kinds[option]
            notes[tried, VIEW] = view
            notes[tried, DECISION] = decision
            tried += 1
        decision += 1
        apply_play(position, play)
    return tried


class Studies:
    """Studies hands under one set of rules, from the first lead, with re-dealt other hands.

    Args:
        leaves: the number of last cards of each hand that are also played perfectly; the value is
            the mean.

    Attributes:
        marks, notes, worth: the output of `study` for the last hand.
    """

    def __init__(self, rules: Rules, seed: int, leaves: int = 0) -> None:
        self._rules, self._seed, self._leaves = rules, seed, leaves
        self._payoff, self._total = table_of_levels(rules), points_of(rules.deck)
        self.marks = np.zeros((ROOM, DESCRIBED), dtype=np.float32)
        self.notes = np.zeros((ROOM, 4), dtype=np.int64)
        self.worth = np.zeros(ROOM)

    def of_hand(self, number: int, chance: np.random.Generator) -> Iterator[int]:
        """Study a hand of the seed AGAIN times; yield the number of plays tried in each."""
        hand = at_first_lead(self._rules, self._seed, number).match.hand
        assert hand is not None
        begin = twin_of(hand.position)
        pad, other = scratchpad_beside(begin), scratchpad_beside(begin)
        leaf = Leaf(twin_of(begin), self._leaves, NODES, own_workspace(*begin.hands.shape))
        for again in range(AGAIN):
            copy_position(begin, pad.position)
            if again:
                deal_again(chance, pad.position)
            yield study(
                chance,
                pad,
                other,
                leaf,
                self._payoff,
                self._total,
                self.marks,
                self.notes,
                self.worth,
            )
