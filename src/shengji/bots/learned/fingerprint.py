"""A fingerprint of the candidate plays and their features.

It is computed from output, not from source: all rows and plays of the rule player over some deals.
So it changes with a feature, a candidate or a network of the rule player, but not with a comment.
"""

from __future__ import annotations

import hashlib
from functools import cache
from random import Random

import numpy as np

from shengji.bots.learned.served import BLOCKS, FEATURES, SERVED, serve
from shengji.bots.policy.playout import choose_play
from shengji.bots.policy.scratchpad import PLAY, WEIGHED, scratchpad_for
from shengji.cards import RANKS, SUITS, Trump
from shengji.play.apply import apply_play
from shengji.play.position import (
    BURIED_BY,
    DEALER,
    LEADER,
    SIDES,
    Position,
    is_over,
    position_for,
)
from shengji.play.space import space_of
from shengji.rules import Rules

DEALS = 4


@cache
def fingerprint() -> str:
    """The SHA-256, in hex, of the candidates and their features."""
    digest = hashlib.sha256(repr(BLOCKS).encode())
    served = np.zeros(SERVED, dtype=np.int64)
    room = np.zeros(FEATURES, dtype=np.float32)
    rows = np.zeros((SERVED, FEATURES), dtype=np.int8)
    for deal in range(DEALS):
        position = _deal(deal)
        pad = scratchpad_for(position)
        play = pad.scratch[PLAY]
        while not is_over(position):
            pad.tally[WEIGHED] = 0
            choose_play(pad, play)
            for rank in range(serve(pad, served, room, rows)):
                digest.update(pad.options[served[rank]].tobytes())
                digest.update(rows[rank].tobytes())
            apply_play(position, play)
    return digest.hexdigest()


def _deal(number: int) -> Position:
    """The first lead of a deal of the default rules; the Dealer has buried at random."""
    rules, chance = Rules(), Random(number)
    space = space_of(rules, Trump(RANKS[3 * number], SUITS[number % len(SUITS)]))
    deck = list(rules.deck)
    chance.shuffle(deck)
    position = position_for(rules, space.table, 0)
    for seat in range(rules.players):
        position.hands[seat] = space.words(deck[seat :: rules.players][: rules.hand_size])
    position.kitty[:] = space.words(deck[rules.players * rules.hand_size :])
    position.rest[:] = space.words(deck)
    position.facts[[DEALER, LEADER, BURIED_BY]] = number % rules.players
    position.facts[SIDES] = 0b0101 << number % 2
    return position
