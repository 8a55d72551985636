"""Throws: leads of several units, none of which another hand may beat (Z21 §4.2).

Where only full tuples, of as many copies as there are decks, may be led without being highest, a
narrower tractor is judged as a throw of its tuples (W14 and W23, Number of decks played).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from shengji.cards import Card, minus
from shengji.play.bits import highest_bit, popcount
from shengji.play.columns import LENGTH, PICKS, TOP, WIDTH, highest_unit
from shengji.play.jit import BOOL, INT, MATRIX, WORDS, Matrix, Words, compiled, compiled_lean
from shengji.play.space import (
    CARD_LED,
    COLUMN,
    EXEMPT_TRACTORS,
    FULL_TUPLES,
    KINDS,
    LOWEST_FIRST,
    OPTIONS,
    PARTNER_SPARED,
    Space,
)
from shengji.play.units import Reading, Unit, name_cards, picks_of, placed_table, write_unit
from shengji.play.words import clear
from shengji.rules import Rules


@compiled_lean(BOOL, MATRIX, MATRIX, INT, INT)
def is_weaker(space: Matrix, units: Matrix, one: int, other: int) -> bool:
    """Whether one beatable unit must be led rather than another (Z21 §3.7.5, §6.5).

    Singles go first, then pairs, triples and so on, then consecutive pairs by their length, then
    consecutive triples and so on; within one shape the lowest. Where the rules say so, the unit
    with the lowest top goes first instead (BOT).
    """
    if space[OPTIONS, LOWEST_FIRST] != 0 and units[one, TOP] != units[other, TOP]:
        return units[one, TOP] < units[other, TOP]
    if (units[one, LENGTH] > 1) != (units[other, LENGTH] > 1):
        return units[one, LENGTH] == 1
    for entry in (WIDTH, LENGTH, TOP):
        if units[one, entry] != units[other, entry]:
            return units[one, entry] < units[other, entry]
    return False


@compiled(MATRIX, MATRIX, INT, MATRIX, INT)
def judged_units(space: Matrix, suit: int, units: Matrix, decks: int) -> Matrix:
    """The units that must each be highest, as rows of (width, length, top column, picks).

    They are those of the lead, with the tuples of a tractor in its place if it is not free to lead.
    """
    if space[OPTIONS, FULL_TUPLES] == 0:
        return units
    count = 0
    for unit in range(units.shape[0]):
        count += units[unit, LENGTH] if units[unit, WIDTH] < decks else 1
    found = np.zeros((count, 4), dtype=np.int64)
    words = np.zeros(decks, dtype=np.int64)
    count = 0
    for unit in range(units.shape[0]):
        if units[unit, LENGTH] == 1 or units[unit, WIDTH] == decks:
            for entry in range(4):
                found[count, entry] = units[unit, entry]
            count += 1
            continue
        clear(words)
        write_unit(space, suit, units[unit], words)
        while words[0] != 0:
            place = highest_bit(words[0])
            words[0] ^= 1 << place
            column = space[COLUMN, place]
            kinds = space[KINDS + suit, column]
            kind = popcount(((1 << place) - 1) & kinds)
            found[count, WIDTH], found[count, LENGTH] = units[unit, WIDTH], 1
            found[count, TOP], found[count, PICKS] = column, picks_of(kinds, kind)
            count += 1
    return found


@compiled_lean(BOOL, MATRIX, INT, MATRIX, INT, WORDS)
def beats(space: Matrix, suit: int, units: Matrix, unit: int, hand: Words) -> bool:
    """Whether a hand beats a unit that must be highest.

    Tractors in throws cannot be beaten where they are exempt (W14, Combination of multiple cards).
    """
    width, length = units[unit, WIDTH], units[unit, LENGTH]
    if length > 1 and space[OPTIONS, EXEMPT_TRACTORS] != 0:
        return False
    return highest_unit(space, suit, hand, width, length) > units[unit, TOP]


@compiled_lean(BOOL, MATRIX, INT, INT)
def may_stop(space: Matrix, leader: int, seat: int) -> bool:
    """Whether the hand of a seat can make the leader's throw fail.

    That of the leader's partner cannot where the house says so; teams then sit alternately.
    """
    return seat != leader and (space[OPTIONS, PARTNER_SPARED] == 0 or (seat - leader) & 1 != 0)


@compiled_lean(INT, MATRIX, INT, MATRIX, MATRIX, INT)
def judge_throw(space: Matrix, suit: int, units: Matrix, hands: Matrix, leader: int) -> int:
    """The row of the unit that must be led instead of the throw, or -1 when the throw stands.

    `units` are those that must be highest (see `judged_units`); a single one stands. `hands` has
    the words of each seat; the leader's row is ignored.
    """
    if units.shape[0] == 1:
        return -1
    weakest = -1
    for unit in range(units.shape[0]):
        if weakest >= 0 and not is_weaker(space, units, unit, weakest):
            continue
        for seat in range(hands.shape[0]):
            if may_stop(space, leader, seat) and beats(space, suit, units, unit, hands[seat]):
                weakest = unit
                break
    return weakest


@compiled(MATRIX, MATRIX, INT, MATRIX, INT, INT)
def led_instead(space: Matrix, suit: int, units: Matrix, weakest: int, decks: int) -> Matrix:
    """The lead that remains of a failed throw, as a row (width, length, top column, picks).

    It is the unit in the row `weakest`, or its lowest card where the rules say so (BOT).
    """
    if space[OPTIONS, CARD_LED] == 0:
        return units[weakest : weakest + 1].copy()
    words = np.zeros(decks, dtype=np.int64)
    write_unit(space, suit, units[weakest], words)
    place = popcount((words[0] & -words[0]) - 1)
    column = space[COLUMN, place]
    kinds = space[KINDS + suit, column]
    led = np.ones((1, 4), dtype=np.int64)
    led[0, TOP] = column
    led[0, PICKS] = picks_of(kinds, popcount(((1 << place) - 1) & kinds))
    return led


class Throw(msgspec.Struct, frozen=True):
    """The outcome of a lead.

    Attributes:
        led: the units really led; after a failed throw one unit or card.
        taken_back: the cards that return to the leader's hand; empty when the lead stands.
        challenger: index of the first other player, from 0 in playing order, whose hand stops the
            throw by beating the unit that must be led; `None` when the lead stands.
        beaten: the units that other players can beat.
    """

    led: Reading
    taken_back: tuple[Card, ...]
    challenger: int | None
    beaten: tuple[Unit, ...]


def judge_lead(space: Space, reading: Reading, others: Sequence[Sequence[Card]]) -> Throw:
    """Judge a lead of one suit, read as `reading`, against the hands of the other players.

    Only cards in hands count, neither those played nor the kitty (Z21 §4.2). `others` are in
    playing order.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.play.units import default_reading
    >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> lead = default_reading(space, read_cards("KS QS 10S 10S"))
    >>> throw = judge_lead(space, lead, [read_cards("AS"), read_cards("JS JS"), []])
    >>> write_cards(throw.led[0].cards), throw.challenger, len(throw.beaten)
    ('QS', 0, 3)
    """
    if len(reading) == 1 and reading[0].length == 1:
        return Throw(reading, (), None, ())
    suit = space.suit(reading[0].cards[0])
    units = judged_units(space.table, suit, placed_table(space, reading), space.decks)
    held = [space.words(hand) for hand in others]
    hands = np.zeros((len(others) + 1, space.decks), dtype=np.int64)
    for seat, words in enumerate(held, 1):
        hands[seat] = words
    row = int(judge_throw(space.table, suit, units, hands, 0))
    if row < 0:
        return Throw(reading, (), None, ())

    def beaten(table: Matrix, unit: int) -> list[int]:
        """Indexes of the players who can beat a unit, and may."""
        return [
            i
            for i, words in enumerate(held)
            if may_stop(space.table, 0, i + 1) and beats(space.table, suit, table, unit, words)
        ]

    instead = led_instead(space.table, suit, units, row, space.decks)
    led = name_cards(space, suit, instead[0])
    thrown = [card for unit in reading for card in unit.cards]
    return Throw(
        led=(led,),
        taken_back=tuple(space.sort(minus(thrown, led.cards))),
        challenger=beaten(instead, 0)[0],
        beaten=tuple(
            name_cards(space, suit, unit) for n, unit in enumerate(units) if beaten(units, n)
        ),
    )


def penalty(rules: Rules, throw: Throw) -> int:
    """Points that the leader's side pays for a failed throw (Z21 §3.7.5); 0 for none."""
    if not throw.taken_back:
        return 0
    cards = sum(len(unit.cards) for unit in throw.beaten)
    return penalty_of(rules, len(throw.beaten), cards, len(throw.taken_back))


def penalty_of(rules: Rules, units: int, cards: int, withdrawn: int) -> int:
    """The points for a failed throw, from the numbers of beatable units and cards (Z21 §3.7.5).

    Args:
        rules: the rules of the match.
        units: number of units that could be beaten.
        cards: number of cards in these units.
        withdrawn: number of cards taken back.

    >>> penalty_of(Rules(throw_penalty="per-card"), 2, 3, 4)
    30
    """
    times = {
        "none": 0,
        "flat": 1,
        "per-unit": units,
        "per-card": cards,
        "per-card-withdrawn": withdrawn,
    }
    return times[rules.throw_penalty] * rules.throw_penalty_points
