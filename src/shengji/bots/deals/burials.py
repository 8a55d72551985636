"""Burying the kitty of a deal again, as the rule player would.

A player who buries keeps pairs and gives up suits. The odds of single cards do not model that: with
them alone a Dealer in Finding Friends has half of its real pairs, and the Opponents take too many
points, by 33 before a friend is found (five players). So from the cards that a deal gives the
burier and the kitty, the rule player chooses the kitty. Played cards stay played, and a card that
can lie in only one of the two places stays there.
"""

from __future__ import annotations

import numpy as np

from shengji.bots.deals.fills import BOXES, Boxes, forbidden_tractor
from shengji.bots.deals.past import add_words
from shengji.bots.deals.sampler import Deals
from shengji.bots.policy.numbers import NUMBERS, Numbers
from shengji.bots.ruled.burial import choose_kitty, weights_for
from shengji.game import Hand
from shengji.game.memory import Memory
from shengji.play.jit import (
    BOOL,
    INT,
    MATRICES,
    MATRIX,
    NOTHING,
    WORDS,
    Matrices,
    Matrix,
    Words,
    compiled,
    compiled_lean,
)
from shengji.play.position import copy_row
from shengji.play.space import MASK, TRUMP
from shengji.play.words import count_in, subtract


@compiled_lean(BOOL, BOXES, MATRIX, INT)
def holds_too_much(boxes: Boxes, held: Matrix, box: int) -> bool:
    """Whether a box holds a tuple or a tractor that it is known to lack."""
    decks = held.shape[1]
    for suit in range(TRUMP + 1):
        most = boxes.most[box, suit]
        if most < decks and held[box, most] & boxes.space[MASK, suit] != 0:
            return True
    return bool(forbidden_tractor(boxes, held, box) >= 0)


@compiled_lean(NOTHING, WORDS, INT, WORDS)
def write_at(words: Words, places: int, found: Words) -> None:
    """Write the cards of `words` at some places, given as bits, to `found`."""
    for k in range(words.shape[0]):
        found[k] = words[k] & places


@compiled(NOTHING, BOXES, INT, INT, WORDS, NUMBERS, MATRICES, MATRIX)
def bury_kitties(
    boxes: Boxes,
    burier: int,
    places: int,
    played: Words,
    weights: Numbers,
    hands: Matrices,
    kitties: Matrix,
) -> None:
    """Bury the kitty of each deal again, unless the result contradicts the facts.

    Args:
        boxes: the source of the deals.
        burier: the seat that buried.
        places: the places whose unseen cards may lie in both the burier's hand and the kitty, as
            bits.
        played: the words of the cards that the burier has played.
        weights: the weights of burying (`weights_for`).
        hands: the words of the deals' hands; (deals, seats, decks).
        kitties: the words of the deals' kitties; (deals, decks).
    """
    count, decks = boxes.base.shape
    held = np.zeros((count, decks), dtype=np.int64)
    rows = np.zeros((7, decks), dtype=np.int64)
    hand, whole, free = held[burier], rows[0], rows[1]
    back, kitty, movable = rows[2], rows[3], rows[4]
    # Certain cards stay: also of cards in these places, which come in several copies.
    sure, sure_kitty = rows[5], rows[6]
    write_at(boxes.base[burier], places, sure)
    write_at(boxes.base[count - 1], places, sure_kitty)
    for deal in range(hands.shape[0]):
        write_at(kitties[deal], places, back)
        subtract(back, sure_kitty)
        write_at(hands[deal, burier], places, movable)
        add_words(movable, back, free)
        subtract(free, sure)
        add_words(hands[deal, burier], back, hand)
        add_words(hand, played, whole)
        choose_kitty(boxes.space, whole, free, count_in(back, -1), weights, kitty)
        subtract(hand, kitty)
        if not holds_too_much(boxes, held, burier):
            copy_row(hand, hands[deal, burier])
            subtract(kitties[deal], back)
            copy_row(kitties[deal], back)
            add_words(back, kitty, kitties[deal])


class Reburying:
    """Buries the kitties of the deals for one decision again.

    Args:
        hand: the hand in play as the seat sees it; another seat has buried.
    """

    def __init__(self, hand: Hand, memory: Memory, boxes: Boxes) -> None:
        assert hand.buried_by is not None
        self._boxes = boxes
        self._burier = hand.buried_by
        both = 1 << self._burier | 1 << hand.players
        unseen = list(zip(boxes.places.tolist(), boxes.allowed.tolist(), strict=True))
        fixed = {place for place, where in unseen if where & both != both}
        self._places = sum(1 << place for place in {place for place, _ in unseen} - fixed)
        self._played = hand.space.words(hand.played_by(self._burier))
        self._weights = weights_for(hand.rules)

    def apply(self, deals: Deals) -> None:
        """Replace the burier's hands and the kitties."""
        bury_kitties(
            self._boxes,
            self._burier,
            self._places,
            self._played,
            self._weights,
            deals.hands,
            deals.kitties,
        )
