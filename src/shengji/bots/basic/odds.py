"""How likely it is that somebody beats a play, as far as a seat can guess.

Everything here is a guess from the number of cards that are out: each of them lies with a seat in
proportion to how many cards it holds, unless it is known not to. `Memory` says what is certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import NamedTuple

from shengji.bots.basic.memory import Shape
from shengji.bots.basic.sides import Wanted
from shengji.bots.basic.sight import Sight
from shengji.play.space import TRUMP

PARTNER_HELPS = 0.8
"""A partner who could take a trick from the opponents does so this often."""
CALLED_COMES = 0.8
"""Whoever holds a called card plays it this often to a trick that it wins."""


class Led(NamedTuple):
    """What others must beat: the effective suit led, how many cards, the shape that decides."""

    suit: int
    size: int
    shape: Shape


class Mark(NamedTuple):
    """How high the best play of a trick is: whether it is of trumps, and its column."""

    trumps: bool
    column: int


def holds_above(sight: Sight, seat: int, suit: int, shape: Shape, column: int) -> float:
    """How likely a seat holds a unit of this shape above a column (-1: at all)."""
    memory = sight.memory
    width, length = shape
    if sight.hand.sizes[seat] < width * length or not memory.may_hold(seat, suit, shape):
        return 0.0
    share = sight.share(seat, suit)
    if width == length == 1:
        if memory.known[seat] and any(
            sight.space.suit(card) == suit and sight.space.column(card) > column
            for card in memory.known[seat]
        ):
            return 1.0
        return 1.0 - (1.0 - share) ** memory.count(suit, column)
    copies = memory.copies(suit)
    missing = 1.0
    for start in range(max(0, column - length + 2), len(copies) - length + 1):
        chance = 1.0
        for held in copies[start : start + length]:
            if held < width:
                break
            chance *= min(1.0, comb(held, width) * share**width)
        else:
            missing *= 1.0 - chance
    return 1.0 - missing


def is_out_of(sight: Sight, seat: int, suit: int) -> float:
    """How likely a seat has no card of a suit."""
    if sight.memory.is_void(seat, suit):
        return 1.0
    return (1.0 - sight.share(seat, suit)) ** sight.memory.count(suit)


def beats(sight: Sight, seat: int, led: Led, mark: Mark) -> float:
    """How likely a seat that is still to play can beat the best play of a trick."""
    thrown = led.size > led.shape[0] * led.shape[1]
    if led.suit == TRUMP:
        # What stands as a throw of trumps nobody can beat.
        return 0.0 if thrown else holds_above(sight, seat, TRUMP, led.shape, mark.column)
    follows = 0.0
    if not mark.trumps and not thrown:
        follows = holds_above(sight, seat, led.suit, led.shape, mark.column)
    out = is_out_of(sight, seat, led.suit)
    if out < 0.01:
        return follows
    ruffs = out * holds_above(sight, seat, TRUMP, led.shape, mark.column if mark.trumps else -1)
    if thrown and ruffs:
        # It takes as many trumps as cards were thrown.
        trumps = sight.share(seat, TRUMP) * sight.memory.count(TRUMP)
        ruffs *= min(1.0, trumps / led.size) ** 2
    return 1.0 - (1.0 - follows) * (1.0 - ruffs)


def side_wins(sight: Sight, led: Led, mark: Mark, ours: float, seats: Iterable[int]) -> float:
    """How likely this side wins a trick.

    `mark` is its best play so far, `ours` says how likely that is one of ours, `seats` are still to
    play, in order.
    """
    chance = ours
    called = _called(sight, led, mark)
    for seat in seats:
        ally = sight.ally(seat)
        if ally == 0.0 and chance == 0.0:
            continue
        if ally == 1.0 and chance == 1.0:
            continue
        beaten = beats(sight, seat, led, mark)
        after = ally * (chance + (1.0 - chance) * PARTNER_HELPS * beaten)
        after += (1.0 - ally) * chance * (1.0 - beaten)
        for wanted in called:
            # Who plays the card that was called is a friend of the Dealer.
            answers = wanted.holders.get(seat, 0.0) * CALLED_COMES
            declares = sight.sides.declares
            after += answers * (declares - after)
        chance = after
    return chance


def _called(sight: Sight, led: Led, mark: Mark) -> list[Wanted]:
    """The calls that the next copy answers, of cards that beat the best play of a trick."""
    if led.size > 1 or mark.trumps or not sight.sides.wanted:
        return []
    space = sight.space
    return [
        wanted
        for wanted in sight.sides.wanted
        if wanted.need == 1
        and space.suit(wanted.card) == led.suit
        and space.column(wanted.card) > mark.column
    ]
