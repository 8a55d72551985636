"""Collecting decisions of the rule player and what their plays are worth.

Each play is tried on the one deal that is really there. A seat knows less; but over many decisions
the deals are just those in which a seat sees what it sees, with all that the plays of the others
say about their cards.

What a play brings is what comes of it when the rule player plays on in every seat; on wish the mean
of that and of what comes of it when the last cards of all hands are played perfectly instead, as in
`shengji.bots.search.leaves`.
"""

from __future__ import annotations

import time
from collections import Counter

import numpy as np

from benchmarks.distil.samples import Samples, joined
from shengji.arena.beginnings import at_first_lead
from shengji.bots.deals.fills import below
from shengji.bots.endings.workspace import own_workspace
from shengji.bots.policy.desk import DESK, MOST_OPTIONS, Desk, desk_beside
from shengji.bots.policy.follows import find_singles
from shengji.bots.policy.judge import view_of
from shengji.bots.policy.leads import find_leads
from shengji.bots.policy.networks import DESCRIBED, LEADS, SEVERAL, SINGLES
from shengji.bots.policy.numbers import FLOAT_TABLE, NUMBERS, FloatTable, Numbers
from shengji.bots.policy.payoff import levels_for_declarers, value_for
from shengji.bots.policy.playout import choose_play, play_on
from shengji.bots.policy.several import find_several
from shengji.bots.policy.sight import look
from shengji.bots.search.estimates import table_of_levels
from shengji.bots.search.leaves import LEAF, NODES, UNKNOWN, Leaf, perfect_end
from shengji.bots.search.verdict import SLOPE
from shengji.cards import points_of
from shengji.play.apply import apply_play
from shengji.play.jit import CHANCE, FLOAT, INT, MATRIX, NOTHING, Words, compiled, compiled_lean
from shengji.play.jit import Matrix as Rows
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
from shengji.rules import PRESETS, Rules

MIX: tuple[tuple[Rules, float], ...] = (
    (Rules(), 0.38),
    (Rules(decks=1), 0.04),
    (Rules(decks=3), 0.04),
    (Rules(players=6), 0.04),
    (Rules(teams="friends", players=4), 0.04),
    (Rules(teams="friends", players=5), 0.21),
    (PRESETS["finding-friends"].rules, 0.17),
    (Rules(teams="friends", players=7), 0.04),
    (Rules(teams="friends", players=8), 0.04),
)
"""The rules that are played, and the part of the time that it gets."""
STUDIED = 0.6
"""The part of all leads and follows of several cards that are studied: a hand's are much alike."""
STUDIED_SINGLES = 0.3
"""The part of follows of one card, of which there are most."""
AGAIN = 8
"""So often a hand is played, each time with the cards of all but the Dealer dealt anew: to declare
and to bury takes longer than to play."""
ROOM = 4000
"""So many plays of a hand are kept at most."""

PLACE, KIND, VIEW, DECISION = range(4)
"""Entries of what is noted of a play: where its networks begin (`networks.LEADS`), of what kind it
is, which of them judges it (`judge.view_of`), and the number of its decision in the hand."""


@compiled_lean(INT, DESK, INT, INT)
def find_plays(desk: Desk, seat: int, size: int) -> int:
    """Write the plays that a seat weighs to a desk, as leads when `size` is 0; how many."""
    look(desk, seat)
    if size == 0:
        return find_leads(desk, seat)
    if size == 1:
        return find_singles(desk, seat)
    return find_several(desk, seat, size)


@compiled(NOTHING, CHANCE, POSITION)
def deal_again(chance: np.random.Generator, position: Position) -> None:
    """Deal the cards of all but the Dealer anew, as many to each; nothing has been played."""
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


@compiled(FLOAT, DESK, INT, LEAF, NUMBERS, INT)
def try_out(desk: Desk, seat: int, leaf: Leaf, payoff: Numbers, total: int) -> float:
    """Play a position on to the end; what that is worth to the side of a seat.

    With `leaf.left` above 0 it is the mean of that and of perfect play of the last tricks, where
    this can be found.
    """
    position, exact = desk.position, UNKNOWN
    if leaf.left > 0:
        exact = perfect_end(desk, leaf)
    play_on(desk, 0)
    worth = value_for(position, payoff, seat) + SLOPE * side_points(position, seat, total)
    if exact == UNKNOWN:
        return float(worth)
    perfect = levels_for_declarers(payoff, exact) + SLOPE * (total - 2 * exact)
    return float((worth + (perfect if plays_for_declarers(position, seat) else -perfect)) / 2)


@compiled(INT, CHANCE, DESK, DESK, LEAF, NUMBERS, INT, FLOAT_TABLE, MATRIX, NUMBERS)
def study(
    chance: np.random.Generator,
    desk: Desk,
    other: Desk,
    leaf: Leaf,
    payoff: Numbers,
    total: int,
    marks: FloatTable,
    notes: Rows,
    worth: Numbers,
) -> int:
    """Play a whole position on to the end, and try the plays of some decisions on the way.

    Args:
        chance: decides which decisions are studied.
        desk: the position; it is over afterwards.
        other: another one of its form.
        leaf: how the last cards are played perfectly; not at all where its `left` is 0.
        payoff: what the Opponents' points are worth (`payoff_of`).
        total: the points of all cards.
        marks: gets the description of each play; (plays, DESCRIBED).
        notes: gets what else is noted of each (PLACE ...); (plays, 4).
        worth: gets what came of each; (plays,).

    Returns:
        How many plays were tried.
    """
    position, spare = desk.position, other.position
    play = desk.scratch[0]
    rows = decision = 0
    while not is_over(position):
        seat = turn_of(position)
        size = count_in(position.plays[0], -1) if position.facts[PLAYED] > 0 else 0
        number = 0
        room = rows + MOST_OPTIONS <= worth.shape[0]
        part = STUDIED_SINGLES if size == 1 else STUDIED
        if room and count_in(position.hands[seat], -1) > size and chance.random() < part:
            number = find_plays(desk, seat, size)
        view = view_of(desk) if number > 1 else 0
        for option in range(number if number > 1 else 0):
            copy_position(position, spare)
            apply_play(spare, desk.options[option])
            worth[rows] = try_out(other, seat, leaf, payoff, total)
            for entry in range(DESCRIBED):
                marks[rows, entry] = desk.marks[option, entry]
            notes[rows, PLACE] = LEADS if size == 0 else SINGLES if size == 1 else SEVERAL
            notes[rows, KIND] = desk.kinds[option]
            notes[rows, VIEW] = view
            notes[rows, DECISION] = decision
            rows += 1
        decision += 1
        choose_play(desk, play)
        apply_play(position, play)
    return rows


def collect(
    seconds: float, seed: int, teams: str | None = None, leaves: int = 0
) -> dict[int, Samples]:
    """The samples found in so many seconds, by where the networks begin.

    Args:
        seconds: how long it may take.
        seed: what chance starts from.
        teams: only games with such teams (`Rules.teams`) are played; all, when it is `None`.
        leaves: so many cards of each hand are also played perfectly; what counts is the mean.
    """
    mix = [(rules, part) for rules, part in MIX if teams in (None, rules.teams)]
    chance = np.random.default_rng(seed)
    marks = np.zeros((ROOM, DESCRIBED), dtype=np.float32)
    notes = np.zeros((ROOM, 4), dtype=np.int64)
    worth = np.zeros(ROOM)
    found: list[Samples] = []
    places: list[Words] = []
    spent: Counter[int] = Counter()
    until = time.monotonic() + seconds
    hands = 0
    while time.monotonic() < until:
        chosen = min(range(len(mix)), key=lambda each: spent[each] / mix[each][1])
        rules, begun = mix[chosen][0], time.process_time_ns()
        hand = at_first_lead(rules, seed, hands).match.hand
        assert hand is not None
        begin = twin_of(hand.position)
        desk, other = desk_beside(begin), desk_beside(begin)
        leaf = Leaf(twin_of(begin), leaves, NODES, own_workspace(*begin.hands.shape))
        payoff, total = table_of_levels(rules), points_of(rules.deck)
        for again in range(AGAIN):
            copy_position(begin, desk.position)
            if again:
                deal_again(chance, desk.position)
            rows = study(chance, desk, other, leaf, payoff, total, marks, notes, worth)
            found.append(
                Samples(
                    marks[:rows].astype(np.float16),
                    notes[:rows, KIND].astype(np.int8),
                    notes[:rows, VIEW].astype(np.int8),
                    notes[:rows, DECISION].copy(),
                    worth[:rows].astype(np.float32),
                )
            )
            places.append(notes[:rows, PLACE].copy())
        hands += 1
        spent[chosen] += time.process_time_ns() - begun
    together, place = joined(found), np.concatenate(places)
    return {each: together.where(place == each) for each in (LEADS, SINGLES, SEVERAL)}
