"""Trying answers: each on the same deals, played to the end by the rule policy."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from shengji.bots.deals.sampler import DEALS, Deals
from shengji.bots.policy.numbers import NUMBER_TABLE, NUMBERS, NumberTable
from shengji.bots.policy.payoff import Payoff, payoff_of, value_for
from shengji.bots.policy.playout import play_on
from shengji.bots.policy.scratchpad import SCRATCHPAD, Scratchpad
from shengji.bots.search.verdict import Tried
from shengji.cards import points_of
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
    """Answers to try in the same position; a row for each.

    Attributes:
        plays: the words of the first play of the seat on turn; empty for none.
        kept: the words of the deciding seat's hand when the answer changes it; else empty.
        kitties: the words of the kitty; used together with `kept`.
        calls: the calls, as in `Position.calls`; used when there are rows.
    """

    plays: Matrix
    kept: Matrix
    kitties: Matrix
    calls: Matrices


ANSWERS = bundle((MATRIX, MATRIX, MATRIX, MATRICES), Answers)
"""The type of answers, for the signature of a kernel."""


@compiled_part(NOTHING, POSITION, POSITION, DEALS, INT, ANSWERS, INT, INT)
def give_answer(
    start: Position,
    scratch: Position,
    deals: Deals,
    deal: int,
    answers: Answers,
    row: int,
    seat: int,
) -> None:
    """Write to `scratch` the position of a deal after `seat` gives the answer in this row.

    `start` is the position before the answer; its hands and kitty are replaced by those of the
    deal. `scratch` has the same sizes.
    """
    copy_position(start, scratch)
    copy_rows(deals.hands[deal], scratch.hands)
    copy_row(deals.kitties[deal], scratch.kitty)
    if answers.kept[row, 0] != 0:
        copy_row(answers.kept[row], scratch.hands[seat])
        copy_row(answers.kitties[row], scratch.kitty)
    if answers.calls.shape[1] != 0:
        copy_rows(answers.calls[row], scratch.calls)
    if answers.plays[row, 0] != 0:
        apply_play(scratch, answers.plays[row])


class Outcomes(NamedTuple):
    """The final levels and points of a seat's side with each answer on each deal.

    Attributes:
        payoff: the value of the Opponents' points (`payoff_of`).
        levels: the signed levels of the seat's side; (answers, deals).
        points: its points minus the other side's; (answers, deals).
    """

    seat: int
    total: int
    payoff: Payoff
    levels: NumberTable
    points: NumberTable

    def as_tried(self, deals: Deals) -> Tried:
        """The outcomes in the form for comparison."""
        return Tried(self.levels, self.points, deals.chains)


OUTCOMES = bundle((INT, INT, NUMBERS, NUMBER_TABLE, NUMBER_TABLE), Outcomes)
"""The type of outcomes, for the signature of a kernel."""


def outcomes_for(rules: Rules, seat: int, answers: int, deals: int) -> Outcomes:
    """Allocate the outcomes of a number of answers and deals."""
    levels, points = np.zeros((answers, deals)), np.zeros((answers, deals))
    return Outcomes(seat, points_of(rules.deck), table_of_levels(rules), levels, points)


@compiled_part(NOTHING, POSITION, OUTCOMES, INT, INT)
def note_outcome(position: Position, outcomes: Outcomes, row: int, deal: int) -> None:
    """Record the outcome of a finished hand."""
    seat = outcomes.seat
    outcomes.levels[row, deal] = value_for(position, outcomes.payoff, seat)
    outcomes.points[row, deal] = side_points(position, seat, outcomes.total)


@compiled(NOTHING, POSITION, SCRATCHPAD, DEALS, ANSWERS, WORDS, OUTCOMES)
def try_answers(
    start: Position,
    pad: Scratchpad,
    deals: Deals,
    answers: Answers,
    rows: Words,
    outcomes: Outcomes,
) -> None:
    """Try the answers in `rows` on each deal; `outcomes` has a row for each of them.

    `start` and the position of `pad` are as for `give_answer`.
    """
    for deal in range(deals.hands.shape[0]):
        for number in range(rows.shape[0]):
            give_answer(start, pad.position, deals, deal, answers, rows[number], outcomes.seat)
            play_on(pad, 0)
            note_outcome(pad.position, outcomes, number, deal)


@lru_cache(maxsize=64)
def table_of_levels(rules: Rules) -> Payoff:
    """The value of the Opponents' points under these rules, cached."""
    return payoff_of(rules)
