"""Whole hands of one player against another, on deals that both play from both sides."""

from __future__ import annotations

from shengji.bots.policy.payoff import Payoff, value_for
from shengji.bots.policy.playout import (
    apply_play,
    choose_play,
    copy_row,
    copy_rows,
    is_over,
    turn_of,
)
from shengji.bots.policy.position import (
    BURIED_BY,
    DEALER,
    FRIENDS,
    LEADER,
    NUMBERS,
    PENALTY,
    PLAYED,
    POSITION,
    SIDES,
    Numbers,
    Position,
)
from shengji.play.jit import INT, NOTHING, TABLE, WORDS, Table, Words, compiled, compiled_lean
from shengji.play.space import KINDS

ROWS = KINDS + 5
"""The rows of a strength space."""


@compiled_lean(NOTHING, POSITION, NUMBERS, NUMBERS, INT)
def play_between(position: Position, even: Numbers, odd: Numbers, swapped: int) -> None:
    """Play a hand to its end, one player in the even seats and the other in the odd ones."""
    play = position.scratch[0]
    while not is_over(position):
        mine = (turn_of(position) + swapped) % 2 == 0
        choose_play(position, even if mine else odd, play)
        apply_play(position, play)


@compiled_lean(NOTHING, POSITION, TABLE, WORDS, INT)
def begin(position: Position, hands: Table, kitty: Words, dealer: int) -> None:
    """Put a deal into a position as it is before the first lead, all but the calls."""
    facts, rest = position.facts, position.rest
    players = hands.shape[0]
    copy_row(kitty, position.kitty)
    copy_row(kitty, rest)
    copy_rows(hands, position.hands)
    for seat in range(players):
        for k in range(rest.shape[0]):
            word = hands[seat, k]
            for row in range(rest.shape[0]):
                # A further copy goes to the first row that lacks it.
                both = rest[row] & word
                rest[row] |= word
                word = both
        position.taken[seat] = position.paid[seat] = position.voids[seat] = 0
    facts[DEALER] = facts[LEADER] = facts[BURIED_BY] = dealer
    facts[PLAYED] = facts[PENALTY] = 0
    facts[SIDES] = 1 << dealer
    if facts[FRIENDS] == 0:
        for seat in range(dealer % 2, players, 2):
            facts[SIDES] |= 1 << seat


@compiled(
    NOTHING, POSITION, TABLE, TABLE, TABLE, TABLE, TABLE, NUMBERS, NUMBERS, NUMBERS, INT, NUMBERS
)
def duel(
    blank: Position,
    spaces: Table,
    hands: Table,
    kitties: Table,
    calls: Table,
    dealers: Table,
    payoff: Payoff,
    one: Numbers,
    other: Numbers,
    first: int,
    ahead: Numbers,
) -> None:
    """Play deals from the one numbered `first` on; `ahead` gets the levels by which `one` is."""
    players = blank.hands.shape[0]
    number = calls.shape[0] // dealers.shape[0]
    for i in range(ahead.shape[0]):
        at = first + i
        space = spaces[at * ROWS : (at + 1) * ROWS]
        position = Position(
            space,
            blank.hands,
            blank.kitty,
            blank.rest,
            blank.plays,
            blank.lead,
            blank.calls,
            blank.taken,
            blank.paid,
            blank.voids,
            blank.facts,
            blank.scratch,
            blank.worth,
            blank.tally,
            blank.options,
            blank.kinds,
            blank.marks,
        )
        dealer = dealers[at, 0]
        total = 0.0
        for swapped in range(2):
            begin(position, hands[at * players : (at + 1) * players], kitties[at], dealer)
            for row in range(number):
                copy_row(calls[at * number + row], position.calls[row])
            play_between(position, one, other, swapped)
            for seat in range(players):
                mine = (seat + swapped) % 2 == 0
                value = value_for(position, payoff, seat)
                total += value if mine else -value
        ahead[i] = total / (2 * players)
