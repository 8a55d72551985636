"""Whole hands of random legal play, compiled: the yardstick of speed, and a source of positions.

A random player leads units of every kind and throws, and follows with any cards that are legal. It
is as much of a game as the rules alone make: no declarations, a random kitty.
"""

from __future__ import annotations

import numpy as np

from shengji.play.columns import LENGTH, TIMES, WIDTH
from shengji.play.jit import CHANCE, INT, NOTHING, TABLE, WORDS, Table, Words, compiled, popcount
from shengji.play.ladder import meets, owed, protects
from shengji.play.scoring import factor_of
from shengji.play.space import COLUMN, COLUMNS, KINDS, MASK, PLACE, POINTS, SUIT
from shengji.play.throws import judge_throw, judged_units
from shengji.play.tricks import trick_winner
from shengji.play.units import read_units, write_unit
from shengji.play.words import add_one, clear, count_in, subtract, take_one

THROW_CHANCE = 16
"""One lead in so many is a try at a throw."""
TRIES = 6
"""So many random sets of cards are tried before a follow is built from what is owed."""

TRICKS, TRACTORS, THROWS, FAILED, TRUMPED = range(5)
"""Entries of the counts that `random_hand` adds to: tricks played, tractors led, throws tried,
throws that failed, tricks won by a player who did not lead."""


@compiled(INT, CHANCE, INT)
def below(chance: np.random.Generator, bound: int) -> int:
    """A random whole number from 0 to below `bound`."""
    return int(chance.random() * bound)


@compiled(INT, INT, INT)
def nth_bit(word: int, number: int) -> int:
    """The bit that is set as number `number`, from 0 at the lowest; there must be as many."""
    shift = 0
    width = 32
    while width > 0:
        # Halving, without a jump that depends on the cards.
        low = popcount(word & ((1 << width) - 1))
        upper = number >= low
        number -= low if upper else 0
        word = word >> width if upper else word
        shift += width if upper else 0
        width >>= 1
    return 1 << shift


@compiled(INT, CHANCE, WORDS, INT)
def random_bit(chance: np.random.Generator, words: Words, mask: int) -> int:
    """The bit of a random one of the cards in the places of `mask`; there must be one."""
    number = below(chance, count_in(words, mask))
    for word in words:
        bits = word & mask
        here = popcount(bits)
        if number < here:
            return nth_bit(bits, number)
        number -= here
    return 0


@compiled(NOTHING, CHANCE, TABLE, WORDS, INT, TABLE, WORDS)
def deal(
    chance: np.random.Generator, space: Table, deck: Words, size: int, hands: Table, kitty: Words
) -> None:
    """Deal the deck, given as `Card.index`, at random: `size` to every hand, to the kitty the rest.

    The hands have a word for each deck.
    """
    cards = deck.shape[0]
    shuffled = np.empty(cards, dtype=np.int64)
    for i in range(cards):
        j = below(chance, i + 1)
        shuffled[i] = shuffled[j]
        shuffled[j] = deck[i]
    hands[:] = 0
    kitty[:] = 0
    for i in range(cards):
        seat = i // size
        bit = 1 << space[PLACE, shuffled[i]]
        if seat < hands.shape[0]:
            add_one(hands[seat], bit)
        else:
            add_one(kitty, bit)


@compiled(NOTHING, CHANCE, TABLE, WORDS, WORDS)
def random_lead(chance: np.random.Generator, space: Table, hand: Words, play: Words) -> None:
    """Write a random lead from the hand to `play`.

    A random card is led alone, in a tuple, or in a tractor that it begins, each as likely; now and
    then some of the highest cards of its suit are thrown, or any of its suit.
    """
    clear(play)
    bit = random_bit(chance, hand, -1)
    place = popcount(bit - 1)
    suit = space[SUIT, place]
    if below(chance, THROW_CHANCE) == 0:
        mask = space[MASK, suit]
        size = 2 + below(chance, 4)
        if below(chance, 2) == 0:
            for column in range(space[COLUMNS, suit] - 1, -1, -1):
                for word in hand:
                    bits = word & space[KINDS + suit, column]
                    while bits != 0 and size > 0:
                        add_one(play, bits & -bits)
                        bits &= bits - 1
                        size -= 1
        else:
            rest = hand.copy()
            for _ in range(min(size, count_in(hand, mask))):
                one = random_bit(chance, rest, mask)
                take_one(rest, one)
                add_one(play, one)
        return
    copies = 0
    for word in hand:
        if word & bit != 0:
            copies += 1
    width = 1 + below(chance, copies)
    for _ in range(width):
        add_one(play, bit)
    column = space[COLUMN, place] + 1
    while width > 1 and column < space[COLUMNS, suit] and below(chance, 8) > 0:
        bits = hand[width - 1] & space[KINDS + suit, column]
        if bits == 0:
            return
        for _ in range(width):
            add_one(play, bits & -bits)
        column += 1


@compiled(NOTHING, CHANCE, WORDS, INT, INT, WORDS)
def random_cards(
    chance: np.random.Generator, hand: Words, mask: int, size: int, play: Words
) -> None:
    """Add `size` random cards of the hand, in the places of `mask`, to `play`."""
    if size == 1:
        add_one(play, random_bit(chance, hand, mask))
        return
    rest = hand.copy()
    for _ in range(size):
        bit = random_bit(chance, rest, mask)
        take_one(rest, bit)
        add_one(play, bit)


@compiled(NOTHING, CHANCE, WORDS, INT, WORDS)
def random_pair(chance: np.random.Generator, rest: Words, mask: int, play: Words) -> None:
    """Move a random one of the pairs of `rest`, in the places of `mask`, to `play`."""
    bit = random_bit(chance, rest[1::2].copy(), mask)
    for _ in range(2):
        take_one(rest, bit)
        add_one(play, bit)


@compiled(NOTHING, CHANCE, TABLE, INT, INT, TABLE, WORDS, WORDS)
def random_follow(
    chance: np.random.Generator,
    space: Table,
    suit: int,
    size: int,
    lead: Table,
    hand: Words,
    play: Words,
) -> None:
    """Write a random legal follow from the hand to `play`."""
    clear(play)
    mask = space[MASK, suit]
    held = count_in(hand, mask)
    if size == 1:
        add_one(play, random_bit(chance, hand, mask if held > 0 else -1))
        return
    if held <= size:
        for k in range(hand.shape[0]):
            play[k] = hand[k] & mask
        if held < size:
            random_cards(chance, hand, ~mask, size - held, play)
        return
    rung = owed(space, suit, lead, hand)
    if rung.shape[0] == 0:
        random_cards(chance, hand, mask, size, play)
        return
    pairs = rung.shape[0] == 1 and rung[0, WIDTH] == 2 and rung[0, LENGTH] == 1
    if pairs and not protects(space, lead, hand.shape[0]):
        rest = hand.copy()
        for _ in range(rung[0, TIMES]):
            random_pair(chance, rest, mask, play)
        random_cards(chance, rest, mask, size - 2 * rung[0, TIMES], play)
        return
    for _ in range(TRIES):
        clear(play)
        random_cards(chance, hand, mask, size, play)
        if meets(space, suit, lead, rung, play):
            return
    # Take cards away at random as long as what is owed is still there. Some card can always go:
    # the rung needs no more cards than were led.
    for k in range(hand.shape[0]):
        play[k] = hand[k] & mask
    spare = mask
    for _ in range(held - size):
        bit = random_bit(chance, play, spare)
        take_one(play, bit)
        while not meets(space, suit, lead, rung, play):
            add_one(play, bit)
            spare &= ~bit
            if count_in(play, spare) == 0:
                # A broken stack that was too wide to count can serve now.
                spare = mask
            bit = random_bit(chance, play, spare)
            take_one(play, bit)


@compiled(INT, TABLE, TABLE)
def points_in(space: Table, cards: Table) -> int:
    """The points on cards, given as rows of words."""
    points = 0
    for row in range(cards.shape[0]):
        points += 5 * count_in(cards[row], space[POINTS, 0])
        points += 10 * count_in(cards[row], space[POINTS, 1])
    return points


@compiled(TABLE, TABLE, INT, TABLE, TABLE, INT, WORDS, WORDS)
def settle(
    space: Table,
    suit: int,
    lead: Table,
    hands: Table,
    leader: int,
    play: Words,
    counts: Words,
) -> Table:
    """The units that are really led; when a throw fails, `play` keeps only the cards of one."""
    judged = judged_units(space, suit, lead, hands.shape[1])
    counts[THROWS] += judged.shape[0] > 1
    forced = judge_throw(space, suit, judged, hands, leader)
    if forced < 0:
        return lead
    counts[FAILED] += 1
    clear(play)
    write_unit(space, suit, judged[forced], play)
    return judged[forced : forced + 1].copy()


@compiled(INT, CHANCE, TABLE, TABLE, WORDS, INT, INT, INT, WORDS)
def random_hand(
    chance: np.random.Generator,
    space: Table,
    hands: Table,
    kitty: Words,
    dealer: int,
    sides: int,
    kitty_rule: int,
    counts: Words,
) -> int:
    """Play a dealt hand to its end at random; returns the Opponents' points, the kitty's included.

    Bit k of `sides` says whether the seat k places after the Dealer plays for the Declarers, and
    `kitty_rule` is the rule of `factor_of`. The hands are empty afterwards; `counts` is added to
    (see TRICKS). A throw that fails asks nothing of the challenger.
    """
    players, decks = hands.shape
    plays = np.zeros((players, decks), dtype=np.int64)
    leader = dealer
    points = 0
    while count_in(hands[leader], -1) > 0:
        random_lead(chance, space, hands[leader], plays[0])
        suit = 0
        while plays[0, 0] & space[MASK, suit] == 0:
            suit += 1
        lead = read_units(space, suit, plays[0])
        if lead.shape[0] > 1 or lead[0, LENGTH] > 1:
            lead = settle(space, suit, lead, hands, leader, plays[0], counts)
        size = count_in(plays[0], -1)
        subtract(hands[leader], plays[0], hands[leader])
        for turn in range(1, players):
            hand = hands[(leader + turn) % players]
            random_follow(chance, space, suit, size, lead, hand, plays[turn])
            subtract(hand, plays[turn], hand)
        row = trick_winner(space, suit, lead, plays)
        winner = (leader + row) % players
        counts[TRICKS] += 1
        counts[TRACTORS] += lead.shape[0] == 1 and lead[0, LENGTH] > 1
        counts[TRUMPED] += row != 0
        if sides >> (winner - dealer) % players & 1 == 0:
            points += points_in(space, plays)
            if count_in(hands[leader], -1) == 0:
                bottom = 5 * count_in(kitty, space[POINTS, 0]) + 10 * count_in(
                    kitty, space[POINTS, 1]
                )
                points += bottom * factor_of(kitty_rule, lead[0, WIDTH], lead[0, LENGTH], size)
        leader = winner
    return points


@compiled(INT, CHANCE, TABLE, INT, INT, INT, WORDS, INT, INT, INT, WORDS)
def random_hands(
    chance: np.random.Generator,
    spaces: Table,
    number: int,
    players: int,
    decks: int,
    deck: Words,
    size: int,
    sides: int,
    kitty_rule: int,
    counts: Words,
) -> int:
    """Deal and play so many whole hands at random; returns the sum of the Opponents' points.

    `spaces` has strength spaces one under another, of which each hand takes the next; `deck` has
    the `Card.index` of every card that is played with, out of so many decks; `size` is the number
    of cards that each player holds. For the others see `random_hand`.
    """
    rows = KINDS + 5
    hands = np.zeros((players, decks), dtype=np.int64)
    kitty = np.zeros(decks, dtype=np.int64)
    total = 0
    for i in range(number):
        first = (i % (spaces.shape[0] // rows)) * rows
        space = spaces[first : first + rows]
        deal(chance, space, deck, size, hands, kitty)
        dealer = i % players
        total += random_hand(chance, space, hands, kitty, dealer, sides, kitty_rule, counts)
    return total
