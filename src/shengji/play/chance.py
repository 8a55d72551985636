"""Compiled random legal play of whole hands: a benchmark, and a source of positions.

A random player leads units of every kind and throws, and follows with any legal cards. The game is
reduced to the rules of play: no declarations, a random kitty, no calls.

The random state is a number in an array (`seeded`). Its generator is multiply-with-carry, within
signed 64-bit integers, so that plain Python draws the same numbers.
"""

from __future__ import annotations

from random import Random

import numpy as np

from shengji.play.apply import apply_next
from shengji.play.bits import popcount
from shengji.play.columns import LENGTH, TIMES, WIDTH, fits, next_placement, put, tuples_of
from shengji.play.jit import (
    BOOL,
    INT,
    MATRIX,
    NOTHING,
    WORDS,
    Matrix,
    Words,
    compiled,
    compiled_lean,
    compiled_part,
)
from shengji.play.ladder import (
    asks_whole,
    columns_up_to,
    judge_follow,
    most_copies,
    owes_tractors,
    rung_of,
    tuples_owed,
)
from shengji.play.position import (
    BEST,
    DEALER,
    LEADER,
    PLAYED,
    POSITION,
    SIDES,
    UNITS,
    Position,
    is_over,
    opponents_points,
    turn_of,
)
from shengji.play.space import (
    COLUMN,
    COLUMNS,
    KINDS,
    MASK,
    NO_THROWS,
    NOTHING_BETWEEN,
    OPTIONS,
    PLACE,
    SUIT,
)
from shengji.play.stacks import BITS, can_cut, stacks_of, with_copies
from shengji.play.units import places_of
from shengji.play.words import add_one, clear, copy_to, count_in, take_one

THROW_CHANCE = 16
"""One in this many leads is an attempted throw."""

# Entries of the counts that `random_hand` adds to.
TRICKS = 0
"""Tricks played."""
TRACTORS = 1
"""Tractors led."""
THROWS = 2
"""Throws attempted."""
FAILED = 3
"""Failed throws."""
TRUMPED = 4
"""Tricks won by a seat other than the leader."""
COUNTS = 5

_MULTIPLIER = 2_000_001_276
"""Multiplier of the generator, with period 2^61: times 2^31, minus one, it is a safe prime."""
_BITS = 31
_LOW = (1 << _BITS) - 1


def seeded(seed: int | str) -> Words:
    """Random state for a seed."""
    return np.array([Random(seed).randrange(1, (_MULTIPLIER << _BITS) - 1)], dtype=np.int64)


@compiled_part(INT, WORDS, INT)
def below(chance: Words, bound: int) -> int:
    """Random integer from 0 to below `bound`."""
    last = chance[0]
    chance[0] = (last & _LOW) * _MULTIPLIER + (last >> _BITS)
    return int((chance[0] & _LOW) * bound >> _BITS)


@compiled_part(INT, INT, INT)
def nth_bit(word: int, number: int) -> int:
    """The set bit with this number, from 0 at the lowest; the word must have as many."""
    shift = 0
    width = 32
    while width > 0:
        # Binary search, without branches that depend on the cards.
        low = popcount(word & ((1 << width) - 1))
        upper = number >= low
        number -= low if upper else 0
        word = word >> width if upper else word
        shift += width if upper else 0
        width >>= 1
    return 1 << shift


@compiled_part(INT, WORDS, WORDS, INT, INT)
def random_of(chance: Words, words: Words, mask: int, held: int) -> int:
    """The bit of a random card in the places of `mask`; `held` is their number, not 0."""
    number = below(chance, held)
    k = 0
    bits = words[0] & mask
    here = popcount(bits)
    while number >= here:
        number -= here
        k += 1
        bits = words[k] & mask
        here = popcount(bits)
    return int(nth_bit(bits, number))


@compiled_part(INT, WORDS, WORDS, INT)
def random_bit(chance: Words, words: Words, mask: int) -> int:
    """The bit of a random card in the places of `mask`; there must be one."""
    return random_of(chance, words, mask, count_in(words, mask))


@compiled_part(NOTHING, WORDS, INT, INT, WORDS, WORDS)
def gather(places: Words, first: int, last: int, words: Words, copies: Words) -> None:
    """Write the set of the cards at `places`, from entry `first` to below `last`, to `words`.

    `copies` is scratch space with an entry for each place. Reading the number of copies from the
    words would need a branch that depends on the cards.
    """
    clear(words)
    for place in range(copies.shape[0]):
        copies[place] = 0
    for i in range(first, last):
        place = places[i]
        words[copies[place]] |= 1 << place
        copies[place] += 1


@compiled_lean(NOTHING, WORDS, MATRIX, WORDS, INT, MATRIX, WORDS, WORDS, WORDS)
def deal(
    chance: Words,
    space: Matrix,
    deck: Words,
    size: int,
    hands: Matrix,
    kitty: Words,
    shuffled: Words,
    copies: Words,
) -> None:
    """Deal the deck, given as `Card.index`, at random: `size` cards a hand, the kitty the rest.

    The hands have a word for each deck. `shuffled` is scratch space for the cards of the deck, and
    `copies` has an entry for each place.
    """
    for i in range(deck.shape[0]):
        j = below(chance, i + 1)
        shuffled[i] = shuffled[j]
        shuffled[j] = space[PLACE, deck[i]]
    for seat in range(hands.shape[0]):
        gather(shuffled, seat * size, (seat + 1) * size, hands[seat], copies)
    gather(shuffled, hands.shape[0] * size, deck.shape[0], kitty, copies)


@compiled_lean(NOTHING, WORDS, MATRIX, WORDS, INT, WORDS, WORDS)
def random_throw(
    chance: Words, space: Matrix, hand: Words, suit: int, rest: Words, play: Words
) -> None:
    """Add some of the highest cards of a suit, or random ones, to `play`; `rest` is scratch."""
    mask = space[MASK, suit]
    size = 2 + below(chance, 4)
    if below(chance, 2) == 0:
        for column in range(space[COLUMNS, suit] - 1, -1, -1):
            for k in range(hand.shape[0]):
                bits = hand[k] & space[KINDS + suit, column]
                while bits != 0 and size > 0:
                    add_one(play, bits & -bits)
                    bits &= bits - 1
                    size -= 1
        return
    random_cards(chance, hand, mask, min(size, count_in(hand, mask)), rest, play)


@compiled_part(NOTHING, WORDS, WORDS, INT, INT, WORDS)
def move_cards(chance: Words, rest: Words, mask: int, size: int, play: Words) -> None:
    """Move `size` random cards in the places of `mask` from `rest` to `play`."""
    held = count_in(rest, mask)
    for moved in range(size):
        bit = random_of(chance, rest, mask, held - moved)
        take_one(rest, bit)
        add_one(play, bit)


@compiled_part(NOTHING, WORDS, WORDS, INT, INT, WORDS, WORDS)
def random_cards(
    chance: Words, hand: Words, mask: int, size: int, rest: Words, play: Words
) -> None:
    """Add `size` random cards of a hand, in the places of `mask`, to `play`; `rest` is scratch."""
    copy_to(hand, rest)
    move_cards(chance, rest, mask, size, play)


@compiled_part(NOTHING, WORDS, MATRIX, WORDS, WORDS, WORDS)
def random_lead(chance: Words, space: Matrix, hand: Words, rest: Words, play: Words) -> None:
    """Write a random lead from the hand to `play`; `rest` is scratch space.

    A random card is led alone, in a tuple, or as the start of a tractor, with equal probability.
    Sometimes the lead is a throw of some of the highest cards of its suit, or of random ones, if
    the rules allow throws.
    """
    clear(play)
    bit = random_bit(chance, hand, -1)
    place = popcount(bit - 1)
    suit = space[SUIT, place]
    throws = space[OPTIONS, NO_THROWS] == 0
    if below(chance, THROW_CHANCE) == 0 and throws:
        random_throw(chance, space, hand, suit, rest, play)
        return
    copies = 0
    for k in range(hand.shape[0]):
        copies += hand[k] >> place & 1
    width = 1 + below(chance, copies)
    for k in range(width):
        play[k] = bit
    column = space[COLUMN, place] + 1
    while width > 1 and column < space[COLUMNS, suit] and below(chance, 8) > 0:
        bits = hand[width - 1] & space[KINDS + suit, column]
        if bits == 0:
            return
        for k in range(width):
            play[k] |= bits & -bits
        # A tractor can end in a column with two kinds, but hardly continue.
        kinds = space[KINDS + suit, column]
        if not throws and space[OPTIONS, NOTHING_BETWEEN] != 0 and kinds & (kinds - 1) != 0:
            return
        column += 1


@compiled_lean(BOOL, WORDS, MATRIX, INT, INT, INT, WORDS, WORDS)
def random_unit(
    chance: Words, space: Matrix, suit: int, width: int, length: int, hand: Words, play: Words
) -> bool:
    """Write a random unit of a shape to `play`; return whether the hand has one.

    A tractor has one card in each column (see NOTHING_BETWEEN).
    """
    word = hand[width - 1] & space[MASK, suit]
    if word == 0:
        return False
    if length == 1:
        places = nth_bit(word, below(chance, popcount(word)))
    else:
        run = number = 0
        for column in range(space[COLUMNS, suit]):
            run = run + 1 if word & space[KINDS + suit, column] != 0 else 0
            number += run >= length
        if number == 0:
            return False
        skip = below(chance, number)
        top = -1
        run = 0
        while skip >= 0:
            top += 1
            run = run + 1 if word & space[KINDS + suit, top] != 0 else 0
            skip -= run >= length
        places = 0
        for column in range(top - length + 1, top + 1):
            kinds = word & space[KINDS + suit, column]
            places |= nth_bit(kinds, below(chance, popcount(kinds)))
    for k in range(width):
        play[k] = places
    return True


@compiled(INT, WORDS, MATRIX, INT, MATRIX, WORDS, WORDS)
def move_tractors(
    chance: Words, space: Matrix, suit: int, lead: Matrix, rest: Words, play: Words
) -> int:
    """Move the tractors that the hand `rest` owes to `play`; return the tuples also owed.

    The choice is random among all choices that leave room for the tuples.
    """
    columns = columns_up_to(space, suit, rest, most_copies(space, lead, rest.shape[0]))
    rung = rung_of(space, lead, columns)
    for row in range(rung.shape[0]):
        width, length = rung[row, WIDTH], rung[row, LENGTH]
        while length > 1 and rung[row, TIMES] > 0:
            number = 0
            placement = next_placement(columns, width, length, -1)
            while placement >= 0:
                number += 1
                placement = next_placement(columns, width, length, placement)
            # From a random one on, the first that leaves room for all others.
            skip = below(chance, number)
            rung[row, TIMES] -= 1
            while True:
                placement = next_placement(columns, width, length, placement)
                if placement < 0:
                    continue
                if skip > 0:
                    skip -= 1
                    continue
                top = put(columns, width, length, placement)
                if fits(columns, rung):
                    break
                put(columns, -width, length, placement)
            bits = places_of(space, suit, length, top, placement & 255)
            for _ in range(width):
                take_one(rest, bits)
                add_one(play, bits)
    return int(tuples_of(rung))


@compiled_lean(NOTHING, WORDS, INT, INT, WORDS, WORDS)
def move_tuples(chance: Words, tuples: int, mask: int, rest: Words, play: Words) -> None:
    """Move tuples from the places of `mask`, which have room for them, from `rest` to `play`."""
    for width in range(rest.shape[0], 1, -1):
        for _ in range(with_copies(tuples, width)):
            tuples -= 1 << BITS * width
            spare = mask
            while True:
                bit = random_bit(chance, rest[width - 1 : width], spare)
                for _ in range(width):
                    take_one(rest, bit)
                if tuples == 0 or can_cut(stacks_of(rest, mask), tuples):
                    break
                for _ in range(width):
                    add_one(rest, bit)
                spare ^= bit
            for _ in range(width):
                add_one(play, bit)


@compiled_lean(NOTHING, WORDS, MATRIX, INT, INT, MATRIX, WORDS, WORDS, WORDS)
def random_structure(
    chance: Words,
    space: Matrix,
    suit: int,
    size: int,
    lead: Matrix,
    hand: Words,
    rest: Words,
    play: Words,
) -> None:
    """Write a random follow of several cards to `play`, from a hand with more cards of the suit."""
    decks = hand.shape[0]
    if space[OPTIONS, NOTHING_BETWEEN] == 0 and asks_whole(space, lead, decks):
        width, length = lead[0, WIDTH], lead[0, LENGTH]
        if random_unit(chance, space, suit, width, length, hand, play):
            return
    mask = space[MASK, suit]
    most = most_copies(space, lead, decks)
    if most < decks:
        # A stack that is too wide to count is useful when it is broken.
        random_cards(chance, hand, mask, size, rest, play)
        if judge_follow(space, suit, size, lead, hand, play) == 0:
            return
        clear(play)
    copy_to(hand, rest)
    if owes_tractors(space, suit, lead, hand):
        tuples = move_tractors(chance, space, suit, lead, rest, play)
    else:
        tuples = tuples_owed(space, suit, lead, hand)
    move_tuples(chance, tuples, mask & ~hand[most] if most < decks else mask, rest, play)
    move_cards(chance, rest, mask, size - count_in(play, -1), play)


@compiled_part(NOTHING, WORDS, MATRIX, INT, INT, MATRIX, WORDS, WORDS, WORDS)
def random_follow(
    chance: Words,
    space: Matrix,
    suit: int,
    size: int,
    lead: Matrix,
    hand: Words,
    rest: Words,
    play: Words,
) -> None:
    """Write a random legal follow from the hand to `play`; `rest` is scratch space.

    `lead` has the units of the lead, which has `size` cards of `suit`, as rows of `Position.lead`.
    """
    clear(play)
    mask = space[MASK, suit]
    held = count_in(hand, mask)
    if size == 1:
        if held == 0:
            mask, held = -1, count_in(hand, -1)
        play[0] = random_of(chance, hand, mask, held)
        return
    if held > size:
        random_structure(chance, space, suit, size, lead, hand, rest, play)
        return
    for k in range(hand.shape[0]):
        play[k] = hand[k] & mask
    if held < size:
        random_cards(chance, hand, ~mask, size - held, rest, play)


@compiled_part(NOTHING, WORDS, POSITION, WORDS, WORDS)
def random_play(chance: Words, position: Position, rest: Words, play: Words) -> None:
    """Write a random legal play of the seat in turn to `play`; `rest` is scratch space."""
    space, facts = position.space, position.facts
    hand = position.hands[turn_of(position)]
    if facts[PLAYED] == 0:
        random_lead(chance, space, hand, rest, play)
        return
    led = position.plays[0]
    suit = space[SUIT, popcount((led[0] & -led[0]) - 1)]
    lead = position.lead[: facts[UNITS]]
    random_follow(chance, space, suit, count_in(led, -1), lead, hand, rest, play)


@compiled_lean(NOTHING, WORDS, MATRIX, WORDS, WORDS, WORDS)
def any_lead(chance: Words, space: Matrix, hand: Words, rest: Words, play: Words) -> None:
    """Non-inlined version of `random_lead`, for Python."""
    random_lead(chance, space, hand, rest, play)


@compiled_lean(NOTHING, WORDS, MATRIX, INT, INT, MATRIX, WORDS, WORDS, WORDS)
def any_follow(
    chance: Words,
    space: Matrix,
    suit: int,
    size: int,
    lead: Matrix,
    hand: Words,
    rest: Words,
    play: Words,
) -> None:
    """Non-inlined version of `random_follow`, for Python."""
    random_follow(chance, space, suit, size, lead, hand, rest, play)


@compiled_lean(INT, WORDS, POSITION, WORDS, WORDS, WORDS)
def random_hand(chance: Words, position: Position, rest: Words, play: Words, counts: Words) -> int:
    """Play a whole position to its end at random; return the Opponents' points with the kitty.

    `rest` and `play` are scratch space; `counts` is added to (see TRICKS).
    """
    facts = position.facts
    while not is_over(position):
        leads, leader = facts[PLAYED] == 0, facts[LEADER]
        random_play(chance, position, rest, play)
        apply_next(position, play)
        if leads:
            failed = count_in(play, -1) > count_in(position.plays[0], -1)
            counts[FAILED] += failed
            counts[THROWS] += failed or facts[UNITS] > 1
            counts[TRACTORS] += facts[UNITS] == 1 and position.lead[0, LENGTH] > 1
        elif facts[PLAYED] == 0:
            counts[TRICKS] += 1
            counts[TRUMPED] += facts[LEADER] != leader
    return opponents_points(position)


@compiled_lean(NOTHING, POSITION, INT, INT)
def begin(position: Position, dealer: int, sides: int) -> None:
    """Prepare a dealt position for its first lead.

    Bit k of `sides` is set if the seat k places after the Dealer plays for the Declarers.
    """
    facts, players = position.facts, position.hands.shape[0]
    facts[DEALER], facts[LEADER], facts[PLAYED], facts[BEST] = dealer, dealer, 0, 0
    facts[SIDES] = (sides << dealer | sides >> (players - dealer)) & ((1 << players) - 1)
    for seat in range(players):
        position.taken[seat] = position.paid[seat] = position.voids[seat] = 0


@compiled(INT, WORDS, POSITION, MATRIX, INT, WORDS, INT, WORDS)
def random_hands(
    chance: Words,
    position: Position,
    spaces: Matrix,
    number: int,
    deck: Words,
    sides: int,
    counts: Words,
) -> int:
    """Deal and play `number` whole hands at random; return the sum of the Opponents' points.

    `position` comes from `position_for` and is overwritten. `spaces` has strength spaces stacked by
    rows; the hands use them in turn. `deck` has the `Card.index` of every card in play. For the
    other arguments see `begin` and `random_hand`.
    """
    rows = KINDS + 5
    players, decks = position.hands.shape
    size = position.lead.shape[0]
    shuffled = np.empty(deck.shape[0], dtype=np.int64)
    copies = np.empty(spaces.shape[1], dtype=np.int64)
    rest, play = np.zeros(decks, dtype=np.int64), np.zeros(decks, dtype=np.int64)
    total = 0
    for i in range(number):
        first = (i % (spaces.shape[0] // rows)) * rows
        now = Position(
            spaces[first : first + rows],
            position.hands,
            position.kitty,
            position.rest,
            position.plays,
            position.lead,
            position.calls,
            position.taken,
            position.paid,
            position.voids,
            position.facts,
        )
        deal(chance, now.space, deck, size, now.hands, now.kitty, shuffled, copies)
        begin(now, i % players, sides)
        total += random_hand(chance, now, rest, play, counts)
    return total
