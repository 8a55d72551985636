"""A hand between its first lead and its end, as arrays for the kernels.

Two kinds of position have the same form. In a *whole* one all hands are known: it can be played on
to the end. In one that a seat *sees* only its own row of `hands` is filled, and `kitty` only when
it buried the kitty itself; a choice is made from it. A choice reads nothing else of a whole
position than what the seat would see, so the two choose alike.
"""

from __future__ import annotations

from typing import NamedTuple

from numba import types

from shengji.play.jit import TABLE, WORDS, Table, Words

DEALER, LEADER, PLAYED, SIDES, FRIENDS, KITTY_RULE, BURIED_BY, PENALTY, UNITS = range(9)
"""Entries of `Position.facts`: the Dealer's seat; who leads or has led the trick under way; how
many have played to it; the seats known to play for the Declarers, as bits; 1 where friends are to
be found; the kitty's factor (`shengji.play.scoring.FACTOR_RULES`); who buried the kitty last; the
points that penalties have given to the Opponents; how many rows of `lead` are units."""
FACTS = 9

PLACE, NEED = range(2)
"""Entries of a row of `Position.calls`: the place of a called card, and how many copies of it are
still to be played until it is answered; 0 when it has been."""


class Position(NamedTuple):
    """A hand in the middle of its play; the kernels change the arrays in place.

    Attributes:
        space: the strength space (`Space.table`).
        hands: the words of each seat's cards; (players, decks).
        kitty: the words of the kitty; (decks,).
        rest: the words of all cards that have not been played, the kitty's included; (decks,).
        plays: the words of the plays of the trick under way, the lead first; (players, decks).
        lead: the units of the lead, as rows of (width, length, top column, picks), in its first
            `facts[UNITS]` rows; (cards of a deck's worth of singles at most, 4).
        calls: the cards that the Dealer called (see PLACE); (calls, 2).
        taken: the points that each seat has won in tricks; (players,).
        voids: for each seat the effective suits that everyone knows it to lack, as bits;
            (players,).
        facts: single numbers (see DEALER).
    """

    space: Table
    hands: Table
    kitty: Words
    rest: Words
    plays: Table
    lead: Table
    calls: Table
    taken: Words
    voids: Words
    facts: Words


POSITION = types.NamedTuple(
    (TABLE, TABLE, WORDS, WORDS, TABLE, TABLE, TABLE, WORDS, WORDS, WORDS), Position
)
"""The type of a position, for the signature of a kernel."""
