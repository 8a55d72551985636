"""Trying answers out: each on the same deals, played on to the end by the rule policy."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from shengji.bots.policy.desk import DESK, Desk
from shengji.bots.policy.numbers import FLOATS, NUMBER_TABLE, NUMBERS, Floats, NumberTable
from shengji.bots.policy.payoff import Payoff, payoff_of, value_for
from shengji.bots.policy.playout import play_on
from shengji.play.apply import apply_play
from shengji.play.jit import (
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
    compiled_part,
)
from shengji.play.position import (
    POSITION,
    Position,
    copy_position,
    copy_row,
    copy_rows,
    side_points,
)
from shengji.rules import Rules


class Answers(NamedTuple):
    """Answers to try, in the same position; a row for each.

    Attributes:
        plays: the words of the play that the seat on turn makes first; empty for none.
        kept: the words of the deciding seat's hand where the answer changes it; empty where it
            is as dealt.
        kitties: the words of the kitty, which count where `kept` does.
        calls: the calls, as in `Position.calls`, which count where there are rows of them.
    """

    plays: Matrix
    kept: Matrix
    kitties: Matrix
    calls: Matrices


ANSWERS = bundle((MATRIX, MATRIX, MATRIX, MATRICES), Answers)
"""The type of answers, for the signature of a kernel."""


@compiled_part(NOTHING, POSITION, POSITION, MATRIX, WORDS, ANSWERS, INT, INT)
def give_answer(
    start: Position,
    scratch: Position,
    hands: Matrix,
    kitty: Words,
    answers: Answers,
    row: int,
    seat: int,
) -> None:
    """Write to `scratch` what becomes of a deal when `seat` gives the answer in this row.

    `start` is the position before the answer, of which the hands and the kitty are replaced by
    those of the deal; `scratch` has the same sizes.
    """
    copy_position(start, scratch)
    copy_rows(hands, scratch.hands)
    copy_row(kitty, scratch.kitty)
    if answers.kept[row, 0] != 0:
        copy_row(answers.kept[row], scratch.hands[seat])
        copy_row(answers.kitties[row], scratch.kitty)
    if answers.calls.shape[1] != 0:
        copy_rows(answers.calls[row], scratch.calls)
    if answers.plays[row, 0] != 0:
        apply_play(scratch, answers.plays[row])


@compiled(
    NOTHING,
    POSITION,
    DESK,
    MATRICES,
    MATRIX,
    ANSWERS,
    WORDS,
    INT,
    INT,
    NUMBERS,
    FLOATS,
    NUMBER_TABLE,
    NUMBER_TABLE,
)
def try_answers(
    start: Position,
    desk: Desk,
    hands: Matrices,
    kitties: Matrix,
    answers: Answers,
    rows: Words,
    seat: int,
    total: int,
    payoff: Payoff,
    weights: Floats,
    levels: NumberTable,
    points: NumberTable,
) -> None:
    """Try the answers in `rows` on each deal.

    `start` and the position of `desk` are as for `give_answer`. `total` are the points of all
    cards. `levels` and `points`, both (rows, deals), get what the side of `seat` has in the end:
    its signed levels, and its points less those of the others.
    """
    scratch = desk.position
    for deal in range(hands.shape[0]):
        for number in range(rows.shape[0]):
            give_answer(start, scratch, hands[deal], kitties[deal], answers, rows[number], seat)
            play_on(desk, weights, 0)
            levels[number, deal] = value_for(scratch, payoff, seat)
            points[number, deal] = side_points(scratch, seat, total)


@lru_cache(maxsize=64)
def table_of_levels(rules: Rules) -> Payoff:
    """What the Opponents' points are worth under these rules, made once."""
    return payoff_of(rules)
