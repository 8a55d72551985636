"""Stacks: the numbers of cards with one copy, two copies and so on, packed into an integer.

The eight bits from `8 * k` on count the cards with exactly k copies; in a request they count the
tuples of k copies. Whether tuples can be cut from cards depends on nothing else.
"""

from __future__ import annotations

from shengji.play.bits import popcount
from shengji.play.jit import BOOL, INT, WORDS, Words, compiled_lean, compiled_part

BITS = 8
"""Number of bits of each count."""


@compiled_part(INT, WORDS, INT)
def stacks_of(words: Words, mask: int) -> int:
    """The stacks of the cards in the places of `mask`."""
    stacks = 0
    held = popcount(words[0] & mask)
    for k in range(1, words.shape[0]):
        if held == 0:
            return stacks
        more = popcount(words[k] & mask)
        stacks += (held - more) << BITS * k
        held = more
    return int(stacks + (held << BITS * words.shape[0]))


@compiled_part(INT, INT, INT)
def no_wider(stacks: int, most: int) -> int:
    """The stacks with at most `most` copies."""
    return stacks & ((1 << BITS * (most + 1)) - 1)


@compiled_part(INT, INT, INT)
def with_copies(stacks: int, copies: int) -> int:
    """Number of stacks with exactly `copies` copies."""
    return stacks >> BITS * copies & ((1 << BITS) - 1)


@compiled_lean(BOOL, INT, INT)
def can_cut(stacks: int, tuples: int) -> bool:
    """Whether all the tuples can be cut from the stacks at once; singles always can.

    Nearly all choices are forced: a tuple is best cut from the smallest stack that holds it,
    because a larger stack can serve every purpose of a smaller one. Only for fours two ways are
    tried (a five, leaving one; a six, leaving two); for threes, a six serves two.

    >>> four_copies, two_pairs = 1 << BITS * 4, 2 << BITS * 2
    >>> bool(can_cut(four_copies, two_pairs))
    True
    """
    if tuples >> BITS * 3 == 0:
        pairs = 0
        for copies in range(2, 7):
            pairs += copies // 2 * with_copies(stacks, copies)
        return pairs >= tuples >> BITS * 2
    sixes = with_copies(stacks, 6) - with_copies(tuples, 6)
    fives = with_copies(stacks, 5)
    want = with_copies(tuples, 5)
    taken = min(want, fives)
    fives -= taken
    sixes -= want - taken
    if sixes < 0:
        return False
    fours = with_copies(stacks, 4)
    want = with_copies(tuples, 4)
    taken = min(want, fours)
    fours -= taken
    rest = want - taken
    for from_fives in range(min(rest, fives) + 1):
        from_sixes = rest - from_fives
        if from_sixes > sixes:
            continue
        two, three = with_copies(stacks, 2) + from_sixes, with_copies(stacks, 3)
        four, five, six = fours, fives - from_fives, sixes - from_sixes
        want = with_copies(tuples, 3)
        taken = min(want, three)
        three -= taken
        want -= taken
        taken = min(want, five)
        five -= taken
        two += taken
        want -= taken
        taken = min(want // 2, six)
        six -= taken
        want -= 2 * taken
        if want > 0 and six > 0:
            six -= 1
            three += 1
            want -= 1
        taken = min(want, four)
        four -= taken
        want -= taken
        if want == 0 and two + three + 2 * (four + five) + 3 * six >= with_copies(tuples, 2):
            return True
    return False
