"""Plays a position on by the rules of thumb, in every seat."""

from __future__ import annotations

from shengji.bots.policy.decision import choose_follow, choose_lead
from shengji.bots.policy.numbers import FLOAT_TABLE, FLOATS, NUMBERS, Floats, FloatTable, Numbers
from shengji.bots.policy.scratchpad import PLAY, SCRATCHPAD, WEIGHED, Scratchpad
from shengji.play.apply import apply_next
from shengji.play.jit import INT, MATRIX, NOTHING, WORDS, Matrix, Words, compiled_lean
from shengji.play.position import LEADER, PLAYED, Position, turn_of
from shengji.play.words import count_in


@compiled_lean(NOTHING, SCRATCHPAD, WORDS)
def choose_play(pad: Scratchpad, play: Words) -> None:
    """Write the play of the seat on turn to `play`, as words; a legal one.

    A lead is of one suit, in the default reading. It reads only information that the seat may know.
    """
    position = pad.position
    seat = turn_of(position)
    if position.facts[PLAYED] == 0:
        choose_lead(pad, seat, play)
    else:
        choose_follow(pad, seat, play)


@compiled_lean(
    NOTHING, MATRIX, MATRIX, WORDS, WORDS, MATRIX, MATRIX, MATRIX, WORDS, WORDS, WORDS, WORDS,
    MATRIX, NUMBERS, WORDS, MATRIX, WORDS, FLOAT_TABLE, FLOATS,
)  # fmt: skip
def choose_on_scratchpad(
    space: Matrix,
    hands: Matrix,
    kitty: Words,
    rest: Words,
    plays: Matrix,
    lead: Matrix,
    calls: Matrix,
    taken: Words,
    paid: Words,
    voids: Words,
    facts: Words,
    scratch: Matrix,
    worth: Numbers,
    tally: Words,
    options: Matrix,
    kinds: Words,
    marks: FloatTable,
    networks: Floats,
) -> None:
    """Choose as `choose_play`; writes `scratch[PLAY]`, and sets `tally[WEIGHED]`.

    The arrays of the scratchpad are separate arguments, which Python passes in half of the time.
    """
    position = Position(space, hands, kitty, rest, plays, lead, calls, taken, paid, voids, facts)
    tally[WEIGHED] = 0
    pad = Scratchpad(position, scratch, worth, tally, options, kinds, marks, networks)
    choose_play(pad, scratch[PLAY])


@compiled_lean(NOTHING, SCRATCHPAD, INT)
def play_on(pad: Scratchpad, left: int) -> None:
    """Play a whole position on, with all seats using the networks of the scratchpad.

    It ends before a trick with at most `left` cards in each hand; with 0 at the end of the hand.
    """
    position = pad.position
    facts, play = position.facts, pad.scratch[PLAY]
    while True:
        # Inlined from `choose_play`: a call takes longer than a forced choice.
        if facts[PLAYED] == 0:
            if count_in(position.hands[facts[LEADER]], -1) <= left:
                return
            choose_lead(pad, facts[LEADER], play)
        else:
            choose_follow(pad, turn_of(position), play)
        apply_next(position, play)
