"""Evaluation of plays: a small network over their descriptions.

The value of a play is a sum of its marks, weighted by its kind, and of a few hidden units
(rectified weighted sums). It was fitted to the results of whole hands, played on from the choices;
see `benchmarks/distil`. There are separate networks for the Declarers and the Opponents; and in
Finding Friends, for each of them, with all friends found, and with a friend still to be found.

The sums are much of the work of a playout. So they are vectorized (see `vectors`), and the parts
that are common to all plays of a hand, or of a suit, are summed once.
"""

from __future__ import annotations

from shengji.bots.policy.marks import HAND_MARKS
from shengji.bots.policy.networks import (
    COUNTS,
    DECLARERS,
    DESCRIBED,
    NETWORK,
    OFFSETS,
    OPPONENTS,
    TO_BE_FOUND,
    WITH_FRIENDS,
)
from shengji.bots.policy.numbers import FLOATS, Floats
from shengji.bots.policy.scratchpad import (
    ALLIES,
    OUT,
    PART,
    SAME,
    SCRATCHPAD,
    SUMS,
    WEIGHED,
    Scratchpad,
)
from shengji.bots.policy.vectors import HIDDEN, WIDTH, add_rows, sum_positive
from shengji.play.jit import BOOL, INT, NOTHING, WORDS, Words, compiled_part
from shengji.play.position import DEALER, FRIENDS, LEADER, NEED, PLACE, PLAYED, SIDES
from shengji.play.words import count_in

IN_VAIN = 1000.0
"""The penalty for answering a call oneself that another player may answer: the networks know that a
play answers a call, but not whether that brings a friend."""


@compiled_part(BOOL, FLOATS, FLOATS, INT)
def are_alike(marks: Floats, others: Floats, shared: int) -> bool:
    """Whether two descriptions agree in the entries before `shared`."""
    alike = True
    for entry in range(HAND_MARKS, shared):
        alike = alike and marks[entry] == others[entry]
    return alike


@compiled_part(BOOL, SCRATCHPAD, WORDS)
def answers_in_vain(pad: Scratchpad, play: Words) -> bool:
    """Whether a play answers a call that another seat could still answer, and so loses a friend.

    Called for a seat that is already a Declarer; `write_view` has been called for it.
    """
    position = pad.position
    calls, vain = position.calls, False
    for call in range(calls.shape[0]):
        bit, need = 1 << calls[call, PLACE], calls[call, NEED]
        if need > 0 and count_in(play, bit) >= need:
            vain = vain or count_in(pad.scratch[OUT], bit) > 0
    return vain


@compiled_part(INT, SCRATCHPAD)
def view_of(pad: Scratchpad) -> int:
    """The index of the network for a seat (see DECLARERS); `write_view` has been called for it."""
    position = pad.position
    facts, calls = position.facts, position.calls
    declares = pad.tally[ALLIES] >> facts[DEALER] & 1
    view = DECLARERS if declares else OPPONENTS
    if not facts[FRIENDS]:
        return view
    for call in range(calls.shape[0]):
        if calls[call, NEED] > 0:
            return view + TO_BE_FOUND
    return view + WITH_FRIENDS


@compiled_part(NOTHING, SCRATCHPAD, FLOATS, INT, INT, WORDS)
def choose_best(pad: Scratchpad, networks: Floats, number: int, shared: int, play: Words) -> None:
    """Write the words of the best of a position's first `number` options to `play`.

    `write_view` has been called for the seat. `networks` begins with the networks for this sort of
    play (see VIEWS). Neighbouring options mostly agree in the entries before `shared`. A single
    option needs no description. Sets `tally[WEIGHED]` to `number`, and `worth` to the value of each
    option unless there is only one.
    """
    position = pad.position
    best = 0
    pad.tally[WEIGHED] = number
    pad.worth[0] = 0.0
    if number > 1:
        facts = position.facts
        joined = False
        if position.calls.shape[0] > 0:
            seat = (facts[LEADER] + facts[PLAYED]) % position.hands.shape[0]
            joined = facts[SIDES] >> seat & 1 != 0
        network = networks[view_of(pad) * NETWORK :]
        rows = pad.marks
        common, part, sums = rows[SAME], rows[PART], rows[SUMS]
        for entry in range(WIDTH):
            sums[entry] = 0.0
        add_rows(network, rows[0], 0, HAND_MARKS, sums, common)
        most = -1e9
        for option in range(number):
            kind, marks = pad.kinds[option], rows[option]
            if option == 0 or not are_alike(marks, rows[option - 1], shared):
                add_rows(network, marks, HAND_MARKS, shared, common, part)
            add_rows(network, marks, shared, DESCRIBED, part, sums)
            offsets = network[OFFSETS + kind * HIDDEN :]
            value = sums[HIDDEN + kind] + sum_positive(sums, offsets, network[COUNTS:])
            if joined and answers_in_vain(pad, pad.options[option]):
                value -= IN_VAIN
            pad.worth[option] = value
            if value > most:
                best, most = option, value
    for k in range(play.shape[0]):
        play[k] = pad.options[best, k]
