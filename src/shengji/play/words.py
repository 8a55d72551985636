"""Sets of cards as words (see `shengji.play.jit.Words`): counting, adding, removing."""

from __future__ import annotations

from shengji.play.bits import popcount
from shengji.play.jit import BOOL, INT, MATRIX, NOTHING, WORDS, Matrix, Words, compiled_part
from shengji.play.space import POINTS


@compiled_part(INT, WORDS, INT)
def count_in(words: Words, mask: int) -> int:
    """Number of the cards in the places of `mask`."""
    # The loop is unrolled: an end that depends on the cards is badly predicted, and a loop with a
    # fixed end would be compiled for many words.
    decks = words.shape[0]
    count = popcount(words[0] & mask)
    if decks > 1:
        count += popcount(words[1] & mask)
    if decks > 2:
        count += popcount(words[2] & mask)
    if decks > 3:
        count += popcount(words[3] & mask)
    if decks > 4:
        count += popcount(words[4] & mask)
    if decks > 5:
        count += popcount(words[5] & mask)
    return count


@compiled_part(BOOL, WORDS)
def is_single(words: Words) -> bool:
    """Whether a non-empty set is one card."""
    return words[0] & (words[0] - 1) == 0 and (words.shape[0] == 1 or words[1] == 0)


@compiled_part(INT, MATRIX, WORDS)
def points_on(space: Matrix, words: Words) -> int:
    """Points on some cards."""
    fives, tens = space[POINTS, 0], space[POINTS, 1]
    points = 0
    for k in range(words.shape[0]):
        if words[k] == 0:
            break
        points += 5 * popcount(words[k] & fives) + 10 * popcount(words[k] & tens)
    return points


@compiled_part(INT, MATRIX, INT)
def points_at(space: Matrix, bit: int) -> int:
    """Points on the card with this bit."""
    if space[POINTS, 0] & bit:
        return 5
    return 10 if space[POINTS, 1] & bit else 0


@compiled_part(INT, WORDS, WORDS)
def places_kept(hand: Words, play: Words) -> int:
    """Places of the cards left in a hand after a play from it."""
    kept = hand[0] & ~play[0]
    for k in range(1, hand.shape[0]):
        if hand[k] == 0:
            break
        kept |= hand[k] & ~play[k]
    return int(kept)


@compiled_part(NOTHING, WORDS)
def clear(words: Words) -> None:
    """Remove all cards from the set."""
    for k in range(words.shape[0]):
        if words[k] == 0:
            return
        words[k] = 0


@compiled_part(NOTHING, WORDS, WORDS)
def copy_to(words: Words, to: Words) -> None:
    """Copy the set to the set `to`."""
    for k in range(words.shape[0]):
        if words[k] | to[k] == 0:
            return
        to[k] = words[k]


@compiled_part(NOTHING, WORDS, INT)
def add_one(words: Words, bits: int) -> None:
    """Add one copy of each card in the places of `bits`; there must be room for it."""
    for k in range(words.shape[0]):
        full = bits & words[k]
        words[k] |= bits
        bits = full
        if bits == 0:
            return


@compiled_part(NOTHING, WORDS, INT)
def take_one(words: Words, bits: int) -> None:
    """Remove one copy of each card in the places of `bits`, where present."""
    for k in range(words.shape[0] - 1):
        last = bits & ~words[k + 1]
        words[k] &= ~last
        bits ^= last
    words[words.shape[0] - 1] &= ~bits


@compiled_part(NOTHING, WORDS, WORDS)
def subtract(words: Words, taken: Words) -> None:
    """Remove the cards `taken`, of each as many copies as present."""
    for k in range(taken.shape[0]):
        if taken[k] == 0:
            return
        take_one(words, taken[k])


@compiled_part(INT, MATRIX, MATRIX)
def points_of_all(space: Matrix, cards: Matrix) -> int:
    """Points on several sets of cards, one in each row."""
    points = 0
    for row in range(cards.shape[0]):
        points += points_on(space, cards[row])
    return points
