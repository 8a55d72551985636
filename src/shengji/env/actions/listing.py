"""Listing the plays of a seat in a hand of the game, as `shengji.env.vector.Hands` lists them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shengji.cards import Card
from shengji.env.actions.plays import list_plays
from shengji.env.actions.room import new_room
from shengji.env.bytes import Bytes
from shengji.env.layout import COLUMN_COUNT
from shengji.game import Hand
from shengji.play.jit import Matrix
from shengji.play.position import PLAYED, UNITS
from shengji.play.space import Space
from shengji.rules import Rules


class Offered(NamedTuple):
    """The plays offered to a seat.

    Attributes:
        space: the strength space of the hand.
        words: the words of each play; (rows, decks).
        size: the number of plays, which are the first rows.
        left_out: the number of plays omitted for lack of rows.
        table: the plays as copies of each kind of card, rows of zeros below them; (rows, 55).
    """

    space: Space
    words: Matrix
    size: int
    left_out: int
    table: Bytes

    def cards(self, row: int) -> tuple[Card, ...]:
        """The cards of a row, high to low."""
        return self.space.play_of(self.words[row])


class PlayListing:
    """Lists the leads and follows of a game.

    Args:
        rules: the rules of the game.
        rows: the maximum number of plays offered at a decision.

    Attributes:
        rows: the same.
    """

    def __init__(self, rules: Rules, rows: int) -> None:
        self.rows = rows
        self._decks = rules.deck_count
        self._room = new_room(rules)

    def plays_of(self, hand: Hand, seat: int) -> Offered:
        """The plays offered to the seat whose turn it is; the hand must know its cards."""
        words = np.empty((self.rows, self._decks), dtype=np.int64)
        table = np.zeros((self.rows, COLUMN_COUNT), dtype=np.int8)
        position = hand.position
        facts = position.facts
        total = list_plays(
            position.space,
            position.plays,
            position.lead[: facts[UNITS]],
            facts[PLAYED],
            position.hands[seat],
            hand.trick is not None and hand.trick.challenger == seat,
            self._room,
            words,
            table.reshape(-1),
        )
        count = min(total, self.rows)
        return Offered(hand.space, words, count, total - count, table)
