"""Exact results of perfect play at the end of a hand, with all hands open."""

from __future__ import annotations

import numpy as np

from shengji.bots.endings.ending import NODES, solve_ending
from shengji.bots.endings.solver import SOLVED, solve_plays
from shengji.bots.endings.workspace import own_workspace
from shengji.bots.search.effort import last_cards
from shengji.cards import Card
from shengji.game import Hand
from shengji.play.position import twin_of
from shengji.record.reviews import OpenHands

CARDS = 4
"""Maximum number of cards in any hand for the search; fewer with more than five players."""


def open_hands(hand: Hand, made: tuple[Card, ...]) -> OpenHands | None:
    """The result of a lead or follow if all players play perfectly from there on.

    `hand` is the table's, before the play. `None` if the search takes too long, too many cards are
    left, or the sides are not known yet.
    """
    if max(hand.sizes) > last_cards(CARDS, hand.rules):
        return None
    position = hand.position
    best = solve_ending(position)
    if best is None:
        return None
    play = np.array([hand.space.words(made)], dtype=np.int64)
    value = np.zeros(1, dtype=np.int64)
    work = own_workspace(*position.hands.shape)
    if solve_plays(position, twin_of(position), play, NODES, work, value) != SOLVED:
        return None
    cards = hand.space.cards(best.plays[best.best[0]])
    return OpenHands(int(value[0]), best.points, tuple(cards))
