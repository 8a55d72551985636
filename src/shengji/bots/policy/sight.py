"""What a seat has before its eyes: the cards that are out, counted, and who plays with it."""

from __future__ import annotations

from shengji.bots.policy.position import (
    BEST,
    BURIED_BY,
    FRIENDS,
    LEADER,
    NEED,
    PLACE,
    PLAYED,
    POSITION,
    SIDES,
    UNITS,
    Position,
)
from shengji.play.columns import WIDTH
from shengji.play.jit import (
    BOOL,
    INT,
    NOTHING,
    TABLE,
    WORDS,
    Table,
    Words,
    compiled_lean,
    compiled_part,
    highest_bit,
    popcount,
)
from shengji.play.space import COLUMN, KINDS, MASK, POINTS, SUIT, TRUMP
from shengji.play.tricks import trick_winner

PLAY, OUT, REST, OTHER = range(4)
"""Rows of `Position.scratch`: the play of a playout; the cards that others may hold; room."""

COUNT, HOLDERS, KNOWN, ALLIES, SIZE, HELPERS, STAKE, WEIGHED = 0, 5, 10, 11, 12, 13, 14, 15
"""Entries of `Position.tally`: how many cards of each suit are out; how many other seats may hold
some; whether the seat knows the kitty; the seats on its side as far as it can tell, as bits; how
many cards it holds; which turns of the trick are those of its side, as bits; the points that have
been played to the trick; how many plays were weighed for the last choice, 0 for a forced one."""


@compiled_part(INT, WORDS, INT)
def count_cards(words: Words, mask: int) -> int:
    """The same as `count_in`, written for few decks: a loop is made for many and costs more."""
    count = popcount(words[0] & mask)
    if words.shape[0] > 1:
        count += popcount(words[1] & mask)
    for k in range(2, words.shape[0]):
        bits = words[k] & mask
        if bits == 0:
            break
        count += popcount(bits)
    return count


@compiled_part(INT, WORDS, WORDS)
def places_kept(hand: Words, play: Words) -> int:
    """The places of the cards that are left of a hand after a play from it."""
    kept = hand[0] & ~play[0]
    for k in range(1, hand.shape[0]):
        if hand[k] == 0:
            break
        kept |= hand[k] & ~play[k]
    return int(kept)


@compiled_part(NOTHING, WORDS, WORDS, WORDS)
def subtract(words: Words, taken: Words, left: Words) -> None:
    """Write what is left of some cards, without those `taken`, to `left`; it may be `words`."""
    for k in range(words.shape[0]):
        # More than k copies are left where more than k + j are there and no more than j are taken.
        bits = 0
        for j in range(words.shape[0] - k):
            if words[k + j] == 0:
                break
            bits |= words[k + j] & ~taken[j]
        left[k] = bits


@compiled_part(INT, TABLE, WORDS)
def points_on(space: Table, words: Words) -> int:
    """The points on some cards."""
    return int(5 * count_cards(words, space[POINTS, 0]) + 10 * count_cards(words, space[POINTS, 1]))


@compiled_part(INT, TABLE, INT)
def points_at(space: Table, bit: int) -> int:
    """The points on the card at the place whose bit this is."""
    if space[POINTS, 0] & bit:
        return 5
    return 10 if space[POINTS, 1] & bit else 0


@compiled_part(INT, POSITION, INT)
def allies_of(position: Position, seat: int) -> int:
    """The seats on the side of a seat, as bits, as far as it can tell; its own among them.

    Who holds a called card that is still to be answered counts itself a Declarer. Others of whom
    nothing is known count as Opponents.
    """
    facts, calls = position.facts, position.calls
    sides = facts[SIDES]
    if sides >> seat & 1:
        return int(sides)
    if facts[FRIENDS]:
        for call in range(calls.shape[0]):
            if calls[call, NEED] > 0 and position.hands[seat, 0] >> calls[call, PLACE] & 1:
                return int(sides | 1 << seat)
    return int(~sides & ((1 << position.hands.shape[0]) - 1))


@compiled_part(NOTHING, POSITION, INT)
def look(position: Position, seat: int) -> None:
    """Write what a seat sees to `scratch[OUT]` and `tally`."""
    out, tally, space = position.scratch[OUT], position.tally, position.space
    hand, voids = position.hands[seat], position.voids
    subtract(position.rest, hand, out)
    tally[KNOWN] = position.facts[BURIED_BY] == seat
    if tally[KNOWN]:
        subtract(out, position.kitty, out)
    players = voids.shape[0]
    for suit in range(5):
        tally[HOLDERS + suit] = players - 1
    for other in range(players):
        if voids[other] & 31 and other != seat:
            for suit in range(5):
                tally[HOLDERS + suit] -= voids[other] >> suit & 1
    for suit in range(5):
        tally[COUNT + suit] = count_cards(out, space[MASK, suit])
    allies, leader = allies_of(position, seat), position.facts[LEADER]
    tally[ALLIES] = allies
    tally[HELPERS] = (allies >> leader | allies << (players - leader)) & ((1 << players) - 1)
    tally[SIZE] = count_cards(hand, -1)


@compiled_part(INT, TABLE, INT)
def above(space: Table, place: int) -> int:
    """The places of the cards that are stronger than the one at a place, in its suit."""
    suit = space[SUIT, place]
    equals = space[KINDS + suit, space[COLUMN, place]]
    return int(space[MASK, suit] & ~equals & (-1 << place))


@compiled_part(INT, TABLE, INT)
def beaters(space: Table, card: int) -> int:
    """The places of the cards that beat a card of the suit led, or a trump; `card` is its bit."""
    trumps = space[MASK, TRUMP]
    return int(above(space, popcount(card - 1)) | (0 if card & trumps else trumps))


@compiled_lean(BOOL, POSITION, INT, WORDS)
def takes_lead(position: Position, suit: int, play: Words) -> bool:
    """Whether a play to the lead of a suit takes the lead of the trick, as the next of it."""
    space, facts, plays = position.space, position.facts, position.plays
    turn = facts[PLAYED]
    trumps = space[MASK, TRUMP]
    # Most plays are seen at once not to: they lack what the first unit needs, or are of two suits.
    if play[position.lead[0, WIDTH] - 1] == 0:
        return False
    if play[0] & ~trumps != 0 and (
        play[0] & ~space[MASK, suit] != 0 or plays[facts[BEST], 0] & trumps != 0
    ):
        return False
    for k in range(play.shape[0]):
        plays[turn, k] = play[k]
    lead = position.lead[: facts[UNITS]]
    return bool(trick_winner(space, suit, lead, plays[: turn + 1]) == turn)


@compiled_part(INT, TABLE, INT, INT)
def above_column(space: Table, suit: int, column: int) -> int:
    """The places of the cards of a suit that are stronger than a column."""
    kinds = space[KINDS + suit, column]
    return int(space[MASK, suit] & ~kinds & -(kinds & -kinds))


@compiled_part(INT, POSITION, INT)
def unbeaten(position: Position, suit: int) -> int:
    """The places of a suit that no card out is above."""
    space = position.space
    mask = space[MASK, suit]
    out = position.scratch[OUT, 0] & mask
    if out == 0:
        return int(mask)
    place = highest_bit(out)
    return int(above(space, place) | space[KINDS + suit, space[COLUMN, place]])


@compiled_part(INT, TABLE, WORDS, INT)
def points_in(space: Table, words: Words, suit: int) -> int:
    """The points of a suit on some cards."""
    mask = space[MASK, suit]
    points = 5 * count_cards(words, space[POINTS, 0] & mask)
    return int(points + 10 * count_cards(words, space[POINTS, 1] & mask))
