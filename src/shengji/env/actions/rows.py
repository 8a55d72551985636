"""Decisions as rows of a table: an action is the number of a row.

A row has 54 columns for the kinds of cards, by `Card.index`, and one more. In a kind's column
stands how many copies are played, buried, shown or bid; where friends are called, the sum of 1, 2,
4 ... for the first, second, third ... copy that is called. The last column is the number of the
reading of a lead that can be read in several ways, or 1 where a re-deal is claimed. So the row
without anything says *no*: wait, pass, do not claim.

Rows stand in the order of `Match.legal`, waiting first. Where there are more decisions than rows,
those are kept that are sensible in most games, and it is said how many were left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, combinations
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shengji.bots.ruled.burial import choose_burial
from shengji.bots.search.kitties import exchanges, kitties
from shengji.cards import Card
from shengji.env.actions.question import Answer, Answered, Mask, Question
from shengji.env.layout import KIND_COUNT
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
    readings_of_lead,
)
from shengji.game.due import every_call, legal, units_among
from shengji.play.follows import Lead, count_choices
from shengji.play.space import COLUMNS, TRUMP, Space

VERSION: Final = 1
"""The version of the rows, and of which of them are kept."""
MOST: Final = 256
"""The number of rows where none is given."""
COLUMN_COUNT: Final = KIND_COUNT + 1
"""The columns of a row."""
COUNTED: Final = 1000
"""The follows of a lead are counted up to so many beyond the rows."""

Table = NDArray[np.int8]
"""Rows, one below the other."""


class Candidates(NamedTuple):
    """The decisions that are offered.

    Attributes:
        answers: the decisions, in the order of the rows.
        left_out: how many others are legal: sets of cards or of calls, and further readings of the
            leads that are offered. Of follows it is at most `COUNTED`.
    """

    answers: tuple[Answer, ...]
    left_out: int


class Choosing(Question):
    """The choice of one of the rows.

    Args:
        hand: the hand as the seat sees it.
        due: what the seat is asked.
        most: how many rows there are.

    Attributes:
        offered: the decisions that may be chosen.
    """

    def __init__(self, hand: Hand, due: Due, most: int = MOST) -> None:
        super().__init__(hand, due)
        self.most = most
        self.offered = candidates(hand, due, most)

    def mask(self) -> Mask:
        """The rows that there are."""
        mask = np.zeros(self.most, dtype=np.int8)
        mask[: len(self.offered.answers)] = 1
        return mask

    def take(self, action: int) -> Answered:
        """Choose a row."""
        return Answered(self.offered.answers[action])

    def rows(self) -> Table:
        """The rows, and below them rows of zeros."""
        return table(self.offered.answers, self.most)


def candidates(hand: Hand, due: Due, most: int = MOST) -> Candidates:
    """The decisions offered to a seat, in their order.

    Args:
        hand: the hand as the seat sees it.
        due: what the seat is asked.
        most: how many decisions at most; 2 or more.
    """
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
        case "call":
            return _calls(hand, due, most)
        case "lead":
            return _leads(hand, due, most)
        case "follow":
            return _follows(hand, due, most)


def table(answers: Sequence[Answer], most: int = MOST) -> Table:
    """The rows of decisions, and below them rows of zeros up to `most`."""
    rows = np.zeros((most, COLUMN_COUNT), dtype=np.int8)
    for row, answer in zip(rows, answers, strict=False):
        match answer:
            case CallFriends():
                for call in answer.calls:
                    row[call.card.index] += 1 << call.ordinal - 1
            case AnswerRedeal():
                row[-1] = answer.wanted
            case Show() | BidLand() | Bury() | Play():
                for card in answer.cards:
                    row[card.index] += 1
                if isinstance(answer, Play) and isinstance(answer.reading, int):
                    row[-1] = answer.reading
            case _:
                pass
    return rows


def _cut(answers: Sequence[Answer], most: int) -> Candidates:
    """The first decisions."""
    return Candidates(tuple(answers[:most]), max(0, len(answers) - most))


def _kitties(hand: Hand, due: Due, most: int) -> Candidates:
    """Kitties: all; or what bots weigh, and then whatever comes first."""
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
    return Candidates(tuple(Bury(seat, kitty) for kitty in found), total - len(found))


def _first(space: Space, plays: Iterator[tuple[Card, ...]], most: int) -> list[tuple[Card, ...]]:
    """The first plays that differ, high to low, in the order of `Match.legal`."""
    found: dict[tuple[Card, ...], None] = {}
    for play in plays:
        found.setdefault(tuple(space.sort(play)))
        if len(found) == most:
            break
    return sorted(found, key=partial(_order, space))


def _order(space: Space, play: Sequence[Card]) -> tuple[int, list[int]]:
    """Few cards first; then the higher ones."""
    return len(play), [-space.place(card) for card in play]


def _calls(hand: Hand, due: Due, most: int) -> Candidates:
    """Calls: all; or those of the highest cards, first copies first."""
    made, every = hand.rules.calls, every_call(hand)
    total = comb(len(every), made)
    pool = every
    if total > most:
        ranked = sorted(every, key=partial(_below_top, hand.space))
        count = next(n for n in range(len(every), 0, -1) if comb(n, made) <= most)
        pool = [call for call in every if call in ranked[:count]]
    found = [CallFriends(due.seat, calls) for calls in combinations(pool, made)]
    return Candidates(tuple(found), total - len(found))


def _below_top(space: Space, call: Call) -> tuple[int, int]:
    """How far a called card is below the top of its suit, and which copy it is."""
    top = int(space.table[COLUMNS, space.suit(call.card)]) - 1
    return top - space.column(call.card), call.ordinal


def _leads(hand: Hand, due: Due, most: int) -> Candidates:
    """Leads: all; or every unit, the highest cards of each suit, and then those of few cards."""
    space, seat = hand.space, due.seat
    suits = list(space.by_suit(hand.hands[seat]).values())
    units = [unit.cards for suit in suits for unit in units_among(space, suit)]
    total = len(units)
    every: Iterator[tuple[Card, ...]] = iter(units)
    if hand.rules.throws:
        total = sum(prod(n + 1 for n in Counter(suit).values()) - 1 for suit in suits)
        if total > most:
            units.sort(key=len)
            tops = (tuple(suit[:n]) for suit in suits for n in range(2, len(suit) + 1))
            every = chain(units, tops, (tuple(play.cards) for play in _plays(hand, seat)))
        else:
            every = (tuple(play.cards) for play in _plays(hand, seat))
    found = _first(space, every, most)
    # Readings other than the first take the rows that are left; no set of cards makes way.
    spare, left_out = most - len(found), total - len(found)
    plays: list[Answer] = []
    for cards in found:
        ways = readings_of_lead(hand, cards)
        others = max(0, len(ways.listed) - 1)
        taken = min(others, spare)
        plays += [Play(seat, cards), *(Play(seat, cards, way) for way in range(1, taken + 1))]
        spare -= taken
        left_out += others - taken + ways.more
    return Candidates(tuple(plays), left_out)


def _plays(hand: Hand, seat: int) -> Iterator[Play]:
    return (command for command in legal(hand, seat) if isinstance(command, Play))


def _follows(hand: Hand, due: Due, most: int) -> Candidates:
    """Follows: all; or with each card the cheapest ones and those with points, then the first."""
    assert hand.trick is not None
    space, cards = hand.space, hand.hands[due.seat]
    lead = hand.trick.lead_for(due.seat)
    total = lead.count(cards, most + COUNTED)
    plays = lead.follows(cards)
    if total > most:
        cheap = sorted(set(cards), key=partial(_price, space))
        rich = sorted(cheap, key=lambda card: -card.points)
        chosen = (
            play
            for card in cheap
            for liked in (cheap, rich)
            if (play := _by_liking(lead, cards, card, liked)) is not None
        )
        plays = chain(chosen, plays)
    found = _first(space, plays, most)
    return Candidates(tuple(Play(due.seat, play) for play in found), total - len(found))


def _price(space: Space, card: Card) -> tuple[bool, int, int]:
    """How dear a card is: trumps more than others, then those with points, then high ones."""
    return space.suit(card) == TRUMP, card.points, space.column(card)


def _by_liking(
    lead: Lead, held: Sequence[Card], first: Card, liked: Sequence[Card]
) -> tuple[Card, ...] | None:
    """The follow that has a card and then, one after the other, what is liked best and may be."""
    chosen: list[Card] = []
    for card in (first, *(other for other in liked for _ in range(held.count(other)))):
        if next(lead.follows(held, [*chosen, card]), None) is not None:
            chosen.append(card)
    return tuple(chosen) if len(chosen) == lead.size else None
