"""The plays and calls so far, which a deal is to explain."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shengji.bots.policy.scratchpad import SCRATCHPAD, Scratchpad, scratchpad_beside
from shengji.cards import Card
from shengji.game import Hand
from shengji.game.memory import Memory
from shengji.game.trick import Trick
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
    compiled_lean,
)
from shengji.play.position import (
    LEADER,
    NEED,
    PENALTY,
    PLAYED,
    POSITION,
    SIDES,
    UNITS,
    Position,
    twin_of,
)
from shengji.play.space import MASK, TRUMP, Space
from shengji.play.units import default_reading


class Past(NamedTuple):
    """The plays that a deal is to explain, in order.

    Attributes:
        seats: the seat of each play; (plays,).
        plays: the words of each play; (plays, decks).
        asked: 1 for a play of another seat, which the policy is to explain; (plays,).
        thrown: 1 for a throw that stood; (plays,).
        suits: the suits of each play and the suit led, as bits; (plays,).
        after: the words of all cards that each seat has played from this play on; (plays, players,
            decks).
        seen: the public part of the position before it (`pack`); (plays, entries).
        caller: the Dealer, if another seat and with called friends; else -1.
        called: each called card: its place, and the number of copies that the caller is assumed to
            have left; (cards, 2).
        pad: the workspace of the policy; its position is overwritten.
    """

    seats: Words
    plays: Matrix
    asked: Words
    thrown: Words
    suits: Words
    after: Matrices
    seen: Matrix
    caller: int
    called: Matrix
    pad: Scratchpad


PAST = bundle((WORDS, MATRIX, WORDS, WORDS, WORDS, MATRICES, MATRIX, INT, MATRIX, SCRATCHPAD), Past)
"""The type of a past, for the signature of a kernel."""


def pack(position: Position) -> Words:
    """The public part of a position, as a row of numbers; the lead's units come last."""
    rows = [
        position.rest,
        position.plays,
        position.calls,
        position.taken,
        position.paid,
        position.voids,
        position.facts,
        position.lead[: position.facts[UNITS]],
    ]
    return np.concatenate([row.reshape(-1) for row in rows])


@compiled_lean(INT, WORDS, INT, WORDS)
def unpack_row(packed: Words, at: int, row: Words) -> int:
    """Read a row of a packed position; returns the offset of the next row."""
    for entry in range(row.shape[0]):
        row[entry] = packed[at + entry]
    return int(at + row.shape[0])


@compiled_lean(INT, WORDS, INT, MATRIX)
def unpack_rows(packed: Words, at: int, rows: Matrix) -> int:
    """Read rows of a packed position; returns the offset of the next row."""
    for row in range(rows.shape[0]):
        for entry in range(rows.shape[1]):
            rows[row, entry] = packed[at]
            at += 1
    return at


@compiled_lean(NOTHING, WORDS, POSITION)
def unpack(packed: Words, position: Position) -> None:
    """Write the public part to a position (see `pack`)."""
    at = unpack_row(packed, 0, position.rest)
    at = unpack_rows(packed, at, position.plays)
    at = unpack_rows(packed, at, position.calls)
    at = unpack_row(packed, at, position.taken)
    at = unpack_row(packed, at, position.paid)
    at = unpack_row(packed, at, position.voids)
    at = unpack_row(packed, at, position.facts)
    unpack_rows(packed, at, position.lead[: position.facts[UNITS]])


@compiled_lean(NOTHING, WORDS, WORDS, WORDS)
def add_words(one: Words, other: Words, both: Words) -> None:
    """Write the union of two sets of cards, as words, to `both`, a third array."""
    for k in range(both.shape[0]):
        bits = one[k] | other[k]
        for j in range(k):
            bits |= one[j] & other[k - 1 - j]
        both[k] = bits


def past_of(hand: Hand, memory: Memory) -> Past:
    """The plays that a deal is to explain for a seat; `hand` is its view, `memory` up to date.

    There are none where consecutive ranks change with the cards played (PAG), since earlier leads
    cannot be read by the current order. There are also none where a leader named another reading of
    a throw than the default, since plays are replayed with the default reading, and where the match
    was made from a position, which has no earlier plays.
    """
    tricks = hand.all_tricks
    if (
        hand.earlier is not None
        or hand.rules.consecutive == "skip-played"
        or not all(map(_is_read_by_default, tricks))
    ):
        tricks = []
    found = [
        ((trick.leader + turn) % hand.players, hand.space.words(cards))
        for trick in tricks
        for turn, cards in enumerate(trick.plays)
    ]
    position = _start(hand, memory)
    plays, players, decks = len(found), hand.players, hand.rules.deck_count
    after = np.zeros((plays + 1, players, decks), dtype=np.int64)
    for number in range(plays - 1, -1, -1):
        seat, words = found[number]
        after[number] = after[number + 1]
        add_words(after[number + 1, seat], np.array(words), after[number, seat])
    position.hands[:] = after[0]
    seen, thrown, suits = [], [], []
    for _, words in found:
        seen.append(pack(position))
        leads = position.facts[PLAYED] == 0
        apply_play(position, np.array(words))
        thrown.append(int(leads and position.facts[UNITS] > 1))
        suits.append(_suits(hand.space, np.array(words), position.plays[0]))
    seats = np.array([seat for seat, _ in found], dtype=np.int64)
    others = (seats != memory.seat).astype(np.int64)
    kept = np.flatnonzero(others | np.array(thrown, dtype=np.int64))
    packed = np.zeros((len(kept), max((len(row) for row in seen), default=0)), dtype=np.int64)
    for row, entries in zip(packed, (seen[number] for number in kept), strict=True):
        row[: len(entries)] = entries
    return Past(
        seats[kept],
        np.array([found[number][1] for number in kept], dtype=np.int64).reshape(-1, decks),
        others[kept],
        np.array(thrown, dtype=np.int64)[kept],
        np.array(suits, dtype=np.int64)[kept],
        after[kept],
        packed,
        *_calls(hand, memory),
        scratchpad_beside(hand.position),
    )


def _is_read_by_default(trick: Trick) -> bool:
    lead = trick.lead
    return len(lead.reading) == 1 or lead.reading == default_reading(lead.space, lead.cards)


def _calls(hand: Hand, memory: Memory) -> tuple[int, Matrix]:
    """The caller and the expected copies of called cards, as in `Past`."""
    caller = hand.dealer
    if not hand.calls or caller is None or caller == memory.seat:
        return -1, np.zeros((0, 2), dtype=np.int64)
    left: dict[Card, int] = {}
    for call in hand.calls:
        left[call.card] = min(call.ordinal - 1, left.get(call.card, hand.rules.deck_count))
    for card in hand.played_by(caller):
        if card in left:
            left[card] -= 1
    space = hand.space
    return caller, np.array([(space.place(card), n) for card, n in left.items()], dtype=np.int64)


def _suits(space: Space, *cards: Words) -> int:
    """The suits of some cards, as bits."""
    return sum(
        1 << suit
        for suit in range(TRUMP + 1)
        if any(words[0] & space.table[MASK, suit] for words in cards)
    )


def _start(hand: Hand, memory: Memory) -> Position:
    """The position before the first trick, without cards."""
    position = twin_of(hand.position)
    position.rest[:] = hand.space.words(hand.rules.deck)
    for row in (position.hands, position.plays, position.taken, position.paid, position.voids):
        row[:] = 0
    for number, call in enumerate(hand.calls):
        position.calls[number, NEED] = call.ordinal
    facts = position.facts
    facts[PLAYED] = facts[PENALTY] = 0
    if hand.all_tricks:
        facts[LEADER] = hand.all_tricks[0].leader
    if hand.rules.teams == "friends":
        assert hand.dealer is not None
        facts[SIDES] = 1 << hand.dealer
    return position
