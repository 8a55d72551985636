"""The judge of plays: a small network over the numbers that describe one.

The worth of a play is a sum of what is said of it, weighed by its kind, and of a few hidden
numbers, each of which is a weighed sum too, or 0 where that is negative. It was fitted to what
whole hands brought that were played on from the choices, see `benchmarks/distil`. One network
judges for the Declarers, another for the Opponents.
"""

from __future__ import annotations

from shengji.bots.policy.position import (
    DEALER,
    DESCRIBED,
    MOST_OPTIONS,
    NUMBERS,
    POSITION,
    Numbers,
    Position,
)
from shengji.bots.policy.sight import ALLIES
from shengji.play.jit import INT, NOTHING, WORDS, Words, compiled_lean

KINDS, HIDDEN = 8, 32
"""How many kinds of plays a network knows, and how many hidden numbers it has."""
NETWORK = DESCRIBED * HIDDEN + KINDS * HIDDEN + HIDDEN + KINDS * DESCRIBED
"""The numbers of a network: of each number that describes a play, what it adds to each hidden one;
of each kind, what each hidden one begins with; what each hidden one counts; and of each kind what
each number that describes a play counts itself."""


@compiled_lean(NOTHING, POSITION, NUMBERS, INT, WORDS)
def choose_best(position: Position, networks: Numbers, number: int, play: Words) -> None:
    """Write the words of the best of the first so many options of a position to `play`.

    `look` has been called for the seat that chooses. `networks` begins with that for the Declarers;
    that for the Opponents follows.
    """
    hidden = position.marks[MOST_OPTIONS]
    declares = position.tally[ALLIES] >> position.facts[DEALER] & 1
    network = networks if declares else networks[NETWORK:]
    offsets = DESCRIBED * HIDDEN
    counts = offsets + KINDS * HIDDEN
    direct = counts + HIDDEN
    best = 0
    most = -1e9
    for option in range(number):
        kind = position.kinds[option]
        described = position.marks[option]
        at = offsets + kind * HIDDEN
        for unit in range(HIDDEN):
            hidden[unit] = network[at + unit]
        value = 0.0
        at = direct + kind * DESCRIBED
        for entry in range(DESCRIBED):
            mark = described[entry]
            if mark == 0.0:
                continue
            value += mark * network[at + entry]
            row = entry * HIDDEN
            for unit in range(HIDDEN):
                hidden[unit] += mark * network[row + unit]
        for unit in range(HIDDEN):
            value += network[counts + unit] * max(0.0, hidden[unit])
        if value > most:
            best, most = option, value
    for k in range(play.shape[0]):
        play[k] = position.options[best, k]
