"""Decisions as rows of a table: an action is the number of a row.

A row has 54 columns for the kinds of cards, by `Card.index`, and one more. A kind's column has the
number of copies to play, bury, show or bid. For calls of friends it has the sum of 1, 2, 4 ... for
the first, second, third ... copy called. The last column has 1 to claim a re-deal. A row of zeros
declines: wait, pass, or do not claim.

Leads and follows are listed by `shengji.env.actions.plays`, as in `shengji.env.vector`; leads are
read by default. Other decisions are in the order of `Match.legal`, waiting first. If there are more
of them than rows, those that are sensible in most games are kept, and the number left out is
reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shengji.bots.ruled.burial import choose_burial
from shengji.bots.search.kitties import exchanges, kitties
from shengji.cards import Card
from shengji.env.actions.listing import PlayListing
from shengji.env.actions.question import Answer, Answered, Mask, Question
from shengji.env.layout import COLUMN_COUNT
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    Call,
    CallFriends,
    Due,
    Hand,
    Play,
    Show,
)
from shengji.game.due import every_call, legal
from shengji.play.follows import count_choices
from shengji.play.space import COLUMNS, Space

VERSION: Final = 2
"""Version of the rows and of their selection."""
MOST: Final = 256
"""Default number of rows."""

Table = NDArray[np.int8]
"""A table of rows."""


class Choosing(Question):
    """A decision made by selecting a row.

    Args:
        hand: the seat's view of the hand.
        due: the decision that is due.
        listing: lists the plays, and has the number of rows.

    Attributes:
        size: the number of rows that hold a decision: the first ones.
        left_out: the number of legal decisions without a row: sets of cards or of calls; for plays
            as in `shengji.env.actions.plays`.
    """

    def __init__(self, hand: Hand, due: Due, listing: PlayListing) -> None:
        super().__init__(hand, due)
        self._most = listing.rows
        self._table: Table
        if due.decision in ("lead", "follow"):
            self._plays = offered = listing.plays_of(hand, due.seat)
            self.size, self.left_out, self._table = offered.size, offered.left_out, offered.table
            return
        self._answers = _answers(hand, due, listing.rows)
        self.size, self.left_out = len(self._answers.listed), self._answers.left_out
        self._table = table(self._answers.listed, listing.rows)

    def mask(self) -> Mask:
        """A 1 for each row that holds a decision."""
        mask = np.zeros(self._most, dtype=np.int8)
        mask[: self.size] = 1
        return mask

    def answer(self, row: int) -> Answer:
        """The decision of a row."""
        if self.due.decision in ("lead", "follow"):
            return Play(self.due.seat, self._plays.cards(row))
        return self._answers.listed[row]

    def take(self, action: int) -> Answered:
        """Select a row."""
        return Answered(self.answer(action))

    def rows(self) -> Table:
        """The table of rows, padded with rows of zeros."""
        return self._table.copy()


class _Answers(NamedTuple):
    """Listed decisions, in order, and the number of others."""

    listed: Sequence[Answer]
    left_out: int


def _answers(hand: Hand, due: Due, most: int) -> _Answers:
    """The decisions other than plays that are offered to a seat."""
    seat = due.seat
    match due.decision:
        case "show":
            return _cut([None, *(Show(seat, cards) for cards in due.options)], most)
        case "land":
            return _cut([BidLand(seat), *(BidLand(seat, cards) for cards in due.options)], most)
        case "redeal":
            return _cut([AnswerRedeal(seat, wanted) for wanted in (True, False)], most)
        case "bury":
            return _kitties(hand, due, most)
        case _:
            return _calls(hand, due, most)


def table(answers: Sequence[Answer], most: int = MOST) -> Table:
    """Encode decisions as rows, padded with rows of zeros up to `most`."""
    rows = np.zeros((most, COLUMN_COUNT), dtype=np.int8)
    for row, answer in zip(rows, answers, strict=False):
        match answer:
            case CallFriends():
                for call in answer.calls:
                    row[call.card.index] += 1 << call.ordinal - 1
            case AnswerRedeal():
                row[-1] = answer.wanted
            case Show() | BidLand() | Bury():
                for card in answer.cards:
                    row[card.index] += 1
            case _:
                pass
    return rows


def _cut(answers: Sequence[Answer], most: int) -> _Answers:
    return _Answers(answers[:most], max(0, len(answers) - most))


def _kitties(hand: Hand, due: Due, most: int) -> _Answers:
    """Offer kitties: all, or those weighed by bots and then the first ones."""
    seat, cards, size = due.seat, hand.hands[due.seat], hand.rules.kitty_size
    total = count_choices(cards, size)
    every: Iterator[tuple[Card, ...]] = (
        command.cards for command in legal(hand, seat) if isinstance(command, Bury)
    )
    if total > most:
        best, same = choose_burial(hand, seat), {card: card for card in cards}
        weighed = kitties(hand.space, cards, same, best, suits=True)
        every = chain(weighed, exchanges(hand.space, cards, best), every)
    found = _first(hand.space, every, most)
    return _Answers([Bury(seat, kitty) for kitty in found], total - len(found))


def _first(space: Space, plays: Iterator[tuple[Card, ...]], most: int) -> list[tuple[Card, ...]]:
    """The first distinct plays, sorted high to low in the order of `Match.legal`."""
    found: dict[tuple[Card, ...], None] = {}
    for play in plays:
        found.setdefault(tuple(space.sort(play)))
        if len(found) == most:
            break
    return sorted(found, key=partial(_order, space))


def _order(space: Space, play: Sequence[Card]) -> tuple[int, list[int]]:
    """Sort key: fewer cards first, then higher ones."""
    return len(play), [-space.place(card) for card in play]


def _calls(hand: Hand, due: Due, most: int) -> _Answers:
    """Offer calls: all, or those of the highest cards, first copies first."""
    made, every = hand.rules.calls, every_call(hand)
    total = comb(len(every), made)
    pool = every
    if total > most:
        ranked = sorted(every, key=partial(_below_top, hand.space))
        count = next(n for n in range(len(every), 0, -1) if comb(n, made) <= most)
        pool = [call for call in every if call in ranked[:count]]
    found = [CallFriends(due.seat, calls) for calls in combinations(pool, made)]
    return _Answers(found, total - len(found))


def _below_top(space: Space, call: Call) -> tuple[int, int]:
    """The distance of a called card from the top of its suit, and its copy."""
    top = int(space.table[COLUMNS, space.suit(call.card)]) - 1
    return top - space.column(call.card), call.ordinal
