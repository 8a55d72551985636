"""The arrays of many hands in lockstep, one *lane* each, and of the game that they share.

The compiled functions of this package work on them in place. A lane is a hand between its first
lead and its end. Its position has the arrays of `shengji.play.position.Position`, with the lane as
an additional first dimension. All arrays are contiguous, in C order.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from shengji.bots.policy.numbers import FLOAT_TABLE, NUMBERS, FloatTable, Numbers
from shengji.env.bytes import BYTE_ROWS, Bytes
from shengji.env.layout import COLUMN_COUNT, KIND_COUNT
from shengji.play.jit import MATRICES, MATRIX, WORDS, Kind, Matrices, Matrix, Words, bundle
from shengji.play.position import position_for
from shengji.rules import Rules

Bools: TypeAlias = npt.NDArray[np.bool_]
BOOLS = Kind(lambda types: types.boolean[::1])

(
    TRUMP_NUMBER,  # the number of the trump (see `Game.spaces`)
    BIDDER,  # the seat that declared or bid for the land last, or -1
    CHALLENGER,  # the seat that can beat the current trick's failed throw, or -1
) = range(3)
"""Entries of a row of `Lanes.notes`."""
NOTES = 3

(
    FIRST_RANK,  # the rank of the first trumps, 0 to 12
    SIDE_PLACES,  # bit k: the seat k places after the Dealer is on the Dealer's side at first
    KITTY_SHOWN,  # whether the first kitty is public
    DEALER_DECLARES,  # whether the declarer becomes Dealer
    MUST_BEAT,  # whether a failed throw must be beaten
    OBSERVED,  # whether observations are written
) = range(6)
"""Entries of `Game.options`."""
OPTIONS = 6


class Game(NamedTuple):
    """Constant data shared by all lanes.

    Attributes:
        spaces: the strength spaces of all possible trumps, rank by rank, for each the four suits
            and then none; (trumps, rows, 54).
        looks: for each trump the fields `suits` and `strengths` of an observation; (trumps, 108).
        bids: for each trump rank the smallest sets that declare: rows of (kind, copies, trump),
            padded with -1; (ranks, rows, 3).
        trump_kinds: for each trump a word with a bit for each kind of card that is a trump.
        deck: the kind of every card of the deck.
        plain: a table like a strength space in which the place of each card is its kind.
        weights: the weights for the choice of the kitty (`shengji.bots.ruled.burial`).
        payoff: the levels that the Declarers gain (`shengji.bots.policy.payoff`).
        measure: the value of a level and of a point as a reward.
        starts: the start of each field of an observation (`Layout.starts`).
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
"""The type of a `Game`, for the signature of a compiled function."""


class Lanes(NamedTuple):
    """The hands, one in each lane.

    Attributes:
        hands, kitties, rests, plays, leads, calls, taken, paid, voids, facts: the positions.
        chance: the random state of each lane; (lanes, 1).
        notes: see TRUMP_NUMBER; (lanes, NOTES).
        dealt: the kinds of the cards as dealt: seat after seat, then the kitty.
        first_kitties: the words of the kitty before the Dealer took it; (lanes, decks).
        ordinals: for each call the copy of the card that is called, from 1; (lanes, calls).
        answers: for each call the seat that answered it, or -1; (lanes, calls).
        held: copies of each kind of card that each seat holds; (lanes, players × 54).
        played: copies that each seat has played; (lanes, players × 54).
        shown: the most copies that each seat has shown at once; (lanes, players × 54).
        trick: copies that each seat has played to the current trick; (lanes, players × 54).
        thrown: copies in the failed throw at the start of the current trick; (lanes, 54).
        choices: the words of the offered plays; (lanes, rows, decks).
        rows: the offered plays as copies of each kind of card; (lanes, rows × COLUMN_COUNT).
        masks: 1 for each row that is offered; (lanes, rows).
        counts: the number of offered plays; (lanes,).
        left_out: the number of omitted plays (see `shengji.env.actions.plays`).
        seats: the seat whose turn it is; (lanes,).
        actors: the seat that played last; (lanes,).
        rewards: the reward of each seat for the last step; (lanes, players).
        ended: whether the last step ended a hand; (lanes,).
        in_setup: whether the hand has not begun its play (`shengji.env.vector.setups`); (lanes,).
        observations: the observation of the seat whose turn it is; (lanes, size).
        finals: after the end of a hand, the last actor's observation; (lanes, size).
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
    shown: Bytes
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
    in_setup: Bools
    observations: Bytes
    finals: Bytes


LANES = bundle(
    (
        *(MATRICES, MATRIX, MATRIX, MATRICES, MATRICES, MATRICES),
        *(MATRIX, MATRIX, MATRIX, MATRIX),
        *(MATRIX, MATRIX, MATRIX, MATRIX, MATRIX, MATRIX),
        *(BYTE_ROWS, BYTE_ROWS, BYTE_ROWS, BYTE_ROWS, BYTE_ROWS),
        *(MATRICES, BYTE_ROWS, BYTE_ROWS, WORDS, WORDS),
        *(WORDS, WORDS, FLOAT_TABLE, BOOLS, BOOLS, BYTE_ROWS, BYTE_ROWS),
    ),
    Lanes,
)
"""The type of `Lanes`, for the signature of a compiled function."""


def new_lanes(rules: Rules, lanes: int, rows: int, size: int) -> Lanes:
    """Allocate empty lanes with `rows` choices each and observations of `size` numbers."""
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
        shown=small(players * KIND_COUNT),
        trick=small(players * KIND_COUNT),
        thrown=small(KIND_COUNT),
        choices=whole(rows, decks),
        rows=small(rows * COLUMN_COUNT),
        masks=small(rows),
        counts=whole(),
        left_out=whole(),
        seats=whole(),
        actors=whole(),
        rewards=np.zeros((lanes, players), dtype=np.float32),
        ended=np.zeros(lanes, dtype=np.bool_),
        in_setup=np.zeros(lanes, dtype=np.bool_),
        observations=small(size),
        finals=small(size),
    )
