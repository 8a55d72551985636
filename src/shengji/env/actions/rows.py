"""Decisions as rows of a table: an action is the number of a row.

A row has 54 columns for the kinds of cards, by `Card.index`, and one more. A kind's column has the
number of copies to play, bury, show or bid. For calls of friends it has the sum of 1, 2, 4 ... for
the first, second, third ... copy called. The last column has the number of a lead's reading if
there are several, or 1 to claim a re-deal. A row of zeros declines: wait, pass, or do not claim.

Rows are in the order of `Match.legal`, waiting first. If there are more decisions than rows, those
that are sensible in most games are kept, and the number left out is reported.
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
    readings_of_lead,
)
from shengji.game.due import every_call, legal, units_among
from shengji.play.follows import Lead, count_choices
from shengji.play.space import COLUMNS, TRUMP, Space

VERSION: Final = 1
"""Version of the rows and of their selection."""
MOST: Final = 256
"""Default number of rows."""
COUNTED: Final = 1000
"""Number beyond the rows up to which follows are counted."""

Table = NDArray[np.int8]
"""A table of rows."""


class Candidates(NamedTuple):
    """The offered decisions.

    Attributes:
        answers: the decisions, in the order of the rows.
        left_out: the number of other legal decisions: sets of cards or of calls, and further
            readings of the offered leads. For follows at most `COUNTED`.
    """

    answers: tuple[Answer, ...]
    left_out: int


class Choosing(Question):
    """A decision made by selecting a row.

    Attributes:
        offered: the decisions that can be selected.
    """

    def __init__(self, hand: Hand, due: Due, most: int = MOST) -> None:
        super().__init__(hand, due)
        self.most = most
        self.offered = candidates(hand, due, most)

    def mask(self) -> Mask:
        """A 1 for each row that holds a decision."""
        mask = np.zeros(self.most, dtype=np.int8)
        mask[: len(self.offered.answers)] = 1
        return mask

    def take(self, action: int) -> Answered:
        """Select a row."""
        return Answered(self.offered.answers[action])

    def rows(self) -> Table:
        """The table of rows, padded with rows of zeros."""
        return table(self.offered.answers, self.most)


def candidates(hand: Hand, due: Due, most: int = MOST) -> Candidates:
    """The decisions offered to a seat, in order.

    Args:
        hand: the seat's view of the hand.
        due: the decision that is due.
        most: the maximum number of decisions; 2 or more.
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
    """Encode decisions as rows, padded with rows of zeros up to `most`."""
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
    return Candidates(tuple(answers[:most]), max(0, len(answers) - most))


def _kitties(hand: Hand, due: Due, most: int) -> Candidates:
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
    return Candidates(tuple(Bury(seat, kitty) for kitty in found), total - len(found))


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


def _calls(hand: Hand, due: Due, most: int) -> Candidates:
    """Offer calls: all, or those of the highest cards, first copies first."""
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
    """The distance of a called card from the top of its suit, and its copy."""
    top = int(space.table[COLUMNS, space.suit(call.card)]) - 1
    return top - space.column(call.card), call.ordinal


def _leads(hand: Hand, due: Due, most: int) -> Candidates:
    """Offer leads: all, or every unit, the highest cards of each suit, and then short leads."""
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
    # Further readings use spare rows only; they displace no set of cards.
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
    """Offer follows: all, or for each card the cheapest and the richest one, then the first."""
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
    """Sort key of a card's value: trumps over plain cards, then points, then height."""
    return space.suit(card) == TRUMP, card.points, space.column(card)


def _by_liking(
    lead: Lead, held: Sequence[Card], first: Card, liked: Sequence[Card]
) -> tuple[Card, ...] | None:
    """Build the follow that contains a card, and then the most liked ones as far as legal."""
    chosen: list[Card] = []
    for card in (first, *(other for other in liked for _ in range(held.count(other)))):
        if next(lead.follows(held, [*chosen, card]), None) is not None:
            chosen.append(card)
    return tuple(chosen) if len(chosen) == lead.size else None
