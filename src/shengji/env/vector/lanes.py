"""The arrays of many hands in lock step, one *lane* each, and of the game that all of them play.

They are what the kernels of this room work on, in place. A lane is a hand between its first lead
and its end; its position is what `shengji.play.position.Position` has, with the lane as a further
first dimension. All arrays are contiguous, in C order.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from shengji.bots.policy.numbers import FLOAT_TABLE, NUMBERS, FloatTable, Numbers
from shengji.env.actions.rows import COLUMN_COUNT
from shengji.env.layout import KIND_COUNT
from shengji.play.jit import MATRICES, MATRIX, WORDS, Kind, Matrices, Matrix, Words, bundle
from shengji.play.position import position_for
from shengji.rules import Rules

COLUMNS = COLUMN_COUNT
"""The columns of a row: a kind of card each, and one that is always 0."""

Bools: TypeAlias = npt.NDArray[np.bool_]
Bytes: TypeAlias = npt.NDArray[np.int8]
"""Small whole numbers, in one or two dimensions."""
BOOLS = Kind(lambda types: types.boolean[::1])
BYTES = Kind(lambda types: types.int8[::1])
BYTE_ROWS = Kind(lambda types: types.int8[:, ::1])

(
    TRUMP_NUMBER,  # the number of the trump (see `Game.spaces`)
    BIDDER,  # the seat that declared
    SHOWN_KIND,  # the kind of card that it showed
    SHOWN_COPIES,  # and how many copies
    CHALLENGER,  # the seat that showed the throw of the trick under way to fail, or -1
) = range(5)
"""Entries of a row of `Lanes.notes`."""
NOTES = 5

(
    FIRST_RANK,  # the rank of the first trumps, 0 to 12
    SIDE_PLACES,  # the seats that play with the Dealer at first: bit k for k places after
    KITTY_SHOWN,  # whether everybody sees the kitty that the Dealer takes
    DEALER_DECLARES,  # whether who declares deals
    THROWS,  # whether throws are offered
    OBSERVED,  # whether observations are written
) = range(6)
"""Entries of `Game.options`."""
OPTIONS = 6


class Game(NamedTuple):
    """The same for all lanes, and never changed.

    Attributes:
        spaces: the strength spaces of all trumps that can be made, rank by rank, of each the four
            suits and then none; (trumps, rows, 54).
        looks: for each trump the fields `suits` and `strengths` of an observation; (trumps, 108).
        bids: for each trump rank the least cards that declare: rows of (kind, copies, trump), -1
            where there are no more; (ranks, rows, 3).
        trump_kinds: for each trump a word with a bit for each kind of card that is a trump.
        deck: the kind of every card of the deck.
        plain: a table like a strength space in which the place of each card is its kind.
        weights: those by which the kitty is buried (`shengji.bots.ruled.burial`).
        payoff: the levels that the Declarers gain (`shengji.bots.policy.payoff`).
        measure: what a level and a point are worth as a reward.
        starts: where each field of an observation begins (`Layout.starts`).
        options: see FIRST_RANK.
    """

    spaces: Matrices
    looks: Bytes
    bids: Matrices
    trump_kinds: Words
    deck: Words
    plain: Matrix
    weights: Numbers
    payoff: Numbers
    measure: Numbers
    starts: Words
    options: Words


GAME = bundle(
    (
        *(MATRICES, BYTE_ROWS, MATRICES, WORDS, WORDS, MATRIX),
        *(NUMBERS, NUMBERS, NUMBERS, WORDS, WORDS),
    ),
    Game,
)
"""The type of a game, for the signature of a kernel."""


class Lanes(NamedTuple):
    """The hands, one in each lane.

    Attributes:
        hands, kitties, rests, plays, leads, calls, taken, paid, voids, facts: the positions.
        chance: from which the hands of each lane are dealt; (lanes, 1).
        notes: see TRUMP_NUMBER; (lanes, NOTES).
        dealt: the kinds of the cards as they were dealt: seat after seat, then the kitty.
        first_kitties: the words of the kitty before the Dealer took it; (lanes, decks).
        ordinals: for each call which copy of the card is called, from 1; (lanes, calls).
        answers: for each call the seat that answered it, or -1; (lanes, calls).
        held: copies of each kind of card that each seat holds; (lanes, players × 54).
        played: copies that it has played; (lanes, players × 54).
        trick: copies that it has played to the trick under way; (lanes, players × 54).
        thrown: copies in the throw that failed with which that began; (lanes, 54).
        choices: the words of what can be played; (lanes, rows, decks).
        rows: the same as copies of each kind of card; (lanes, rows × COLUMNS).
        masks: 1 for each row that is a choice; (lanes, rows).
        counts: how many these are; (lanes,).
        left_out: how many more choices there would be (see `shengji.env.vector.choices`).
        seats: the seat whose turn it is; (lanes,).
        actors: the seat that played last; (lanes,).
        rewards: what each seat gets for the last step; (lanes, players).
        ended: whether the last step ended a hand; (lanes,).
        observations: what the seat knows whose turn it is; (lanes, size).
        finals: where a hand ended, what the seat knows that played last; (lanes, size).
    """

    hands: Matrices
    kitties: Matrix
    rests: Matrix
    plays: Matrices
    leads: Matrices
    calls: Matrices
    taken: Matrix
    paid: Matrix
    voids: Matrix
    facts: Matrix
    chance: Matrix
    notes: Matrix
    dealt: Matrix
    first_kitties: Matrix
    ordinals: Matrix
    answers: Matrix
    held: Bytes
    played: Bytes
    trick: Bytes
    thrown: Bytes
    choices: Matrices
    rows: Bytes
    masks: Bytes
    counts: Words
    left_out: Words
    seats: Words
    actors: Words
    rewards: FloatTable
    ended: Bools
    observations: Bytes
    finals: Bytes


LANES = bundle(
    (
        *(MATRICES, MATRIX, MATRIX, MATRICES, MATRICES, MATRICES),
        *(MATRIX, MATRIX, MATRIX, MATRIX),
        *(MATRIX, MATRIX, MATRIX, MATRIX, MATRIX, MATRIX),
        *(BYTE_ROWS, BYTE_ROWS, BYTE_ROWS, BYTE_ROWS),
        *(MATRICES, BYTE_ROWS, BYTE_ROWS, WORDS, WORDS),
        *(WORDS, WORDS, FLOAT_TABLE, BOOLS, BYTE_ROWS, BYTE_ROWS),
    ),
    Lanes,
)
"""The type of the lanes, for the signature of a kernel."""


class Room(NamedTuple):
    """Room for one thread to work in.

    Attributes:
        hands: the words of all hands by kinds of cards, and in the last row of the kitty.
        places: an entry for each card of the deck.
        copies: an entry for each place.
        words: rows of words.
        unit: a unit.
        kinds: a table of kinds (see `shengji.env.vector.choices`).
        ways: how many ways there are; (kinds + 1, cards of a hand + 1).
    """

    hands: Matrix
    places: Words
    copies: Words
    words: Matrix
    unit: Words
    kinds: Matrix
    ways: Matrix


ROOM = bundle((MATRIX, WORDS, WORDS, MATRIX, WORDS, MATRIX, MATRIX), Room)
"""The type of such room, for the signature of a kernel."""
KIND_ROWS = 7
"""The rows of a table of kinds."""
WORD_ROWS = 3
"""The rows of `Room.words`."""


def new_lanes(rules: Rules, lanes: int, rows: int, size: int) -> Lanes:
    """So many empty lanes, with so many rows for choices and observations of so many numbers."""
    players, decks, calls = rules.players, rules.deck_count, rules.calls

    def whole(*shape: int) -> Words:
        return np.zeros((lanes, *shape), dtype=np.int64)

    def small(*shape: int) -> Bytes:
        return np.zeros((lanes, *shape), dtype=np.int8)

    facts = position_for(rules, np.zeros((0, 0), dtype=np.int64), 0).facts
    return Lanes(
        hands=whole(players, decks),
        kitties=whole(decks),
        rests=whole(decks),
        plays=whole(players, decks),
        leads=whole(rules.hand_size, 4),
        calls=whole(calls, 2),
        taken=whole(players),
        paid=whole(players),
        voids=whole(players),
        facts=np.tile(facts, (lanes, 1)),
        chance=whole(1),
        notes=whole(NOTES),
        dealt=whole(rules.card_count),
        first_kitties=whole(decks),
        ordinals=whole(calls),
        answers=whole(calls),
        held=small(players * KIND_COUNT),
        played=small(players * KIND_COUNT),
        trick=small(players * KIND_COUNT),
        thrown=small(KIND_COUNT),
        choices=whole(rows, decks),
        rows=small(rows * COLUMNS),
        masks=small(rows),
        counts=whole(),
        left_out=whole(),
        seats=whole(),
        actors=whole(),
        rewards=np.zeros((lanes, players), dtype=np.float32),
        ended=np.zeros(lanes, dtype=np.bool_),
        observations=small(size),
        finals=small(size),
    )


def new_room(rules: Rules) -> Room:
    """Room for lanes of these rules."""
    players, decks = rules.players, rules.deck_count

    def whole(*shape: int) -> Words:
        return np.zeros(shape, dtype=np.int64)

    return Room(
        hands=whole(players + 1, decks),
        places=whole(rules.card_count),
        copies=whole(KIND_COUNT),
        words=whole(WORD_ROWS, decks),
        unit=whole(4),
        kinds=whole(KIND_ROWS, KIND_COUNT + 1),
        ways=whole(KIND_COUNT + 1, rules.hand_size + 1),
    )
