"""The leads worth weighing, each described by numbers.

Of each suit the lowest and the highest card, every tuple and tractor, and the throw that is certain
to stand are worth weighing. What speaks for and against one is said in numbers that do not depend
on the rules' sizes. A network judges by them (see `judging`), which knows the kinds of leads.
"""

from __future__ import annotations

from shengji.bots.policy.marks import END, HAND_MARKS, LEFT, mark_hand
from shengji.bots.policy.odds import (
    EMPTY,
    FOLLOW_PAIRS,
    FOLLOWS,
    HELPS,
    RUFF_PAIRS,
    RUFFS,
    TAKES,
    beats,
    one_holds,
    prepare,
)
from shengji.bots.policy.position import (
    DESCRIBED,
    LEADER,
    MOST_OPTIONS,
    NEED,
    NO_PAIRS,
    NUMBERS,
    PLACE,
    POSITION,
    Numbers,
    Position,
)
from shengji.bots.policy.sight import (
    ALLIES,
    COUNT,
    OTHER,
    OUT,
    above,
    above_column,
    points_in,
    points_on,
    unbeaten,
)
from shengji.play.columns import LENGTH, TOP, WIDTH, clear, count_in
from shengji.play.jit import (
    BOOL,
    INT,
    NOTHING,
    WORDS,
    Words,
    compiled,
    compiled_lean,
    highest_bit,
    popcount,
)
from shengji.play.space import (
    COLUMN,
    COLUMNS,
    FULL_TUPLES,
    KINDS,
    MASK,
    NOTHING_BETWEEN,
    OPTIONS,
    SUIT,
    TRUMP,
)
from shengji.play.throws import highest_unit, judged_units
from shengji.play.units import read_units

SINGLE, TUPLE, TRACTOR, THROW = range(4)
"""The kinds of leads; TRUMPS + these are the same of trumps."""
TRUMPS = 4
LEAD_KINDS = 8

(
    ALONE,
    TOGETHER,
    WITH_POINTS,
    WON_POINTS,
    HIGHER,
    NEXT_BEST,
    BOSS,
    RANK,
    LOWEST,
    MINE,
    MORE,
    ELSEWHERE,
    THEY_LACK,
    WE_LACK,
    NEXT_LACKS,
    PARTNER_BEST,
    WHOLE,
    KEEPS_BOSS,
    KEEPS_HIGH,
    BREAKS,
    LEAVES_ONE,
    CARDS,
    PAIRS,
    TUPLES_OUT,
    FRESH,
    POINTS_OUT,
    POINTS_HELD,
    CALLED,
    LEFT_TOGETHER,
    LEFT_RANK,
    LEFT_MORE,
    END_BOSS,
) = range(HAND_MARKS, HAND_MARKS + 32)
"""Entries of the description of a lead, after those of the hand.

How likely the cards win the trick alone, and with what the partners may play; the points on them,
and times that chance. How many cards, or tuples, out are higher, whether just one is, or none; how
high the lead is in its suit, whether it is the lowest that is held. Of its suit: the cards held,
beyond an equal share of it, and those out; the enemies and the partners that are known to lack it,
and whether the enemy who plays next does; how likely a partner has a higher card; whether the lead
is all that is held; the best card of all, and how high a card, is kept; a tuple is broken; one card
is left. The cards of the lead beyond the first. Of the suit again: the pairs held, the tuples out,
whether nobody has played it, the points out and those held; an open call. How full the hand is
times the chance, the height and the share; whether the last trick is in sight times the best card.
"""

MOST_HIGHER = 4
"""More higher cards than this make no difference."""


@compiled_lean(NOTHING, POSITION, INT, INT, NUMBERS)
def mark_suit(position: Position, seat: int, suit: int, marks: Numbers) -> None:
    """Write what is the same for all leads of a suit; `prepare` has been called for it."""
    space, tally, worth = position.space, position.tally, position.worth
    players = position.hands.shape[0]
    hand, mask = position.hands[seat], space[MASK, suit]
    mine, out = count_in(hand, mask), tally[COUNT + suit]
    marks[MINE] = mine / 10.0
    marks[MORE] = (mine - out / (players - 1)) / 5.0
    marks[ELSEWHERE] = out / 10.0
    they = we = 0
    marks[NEXT_LACKS] = 0.0
    for turn in range(1, players):
        lacks = worth[FOLLOWS + turn] == 0.0
        if suit != TRUMP:
            lacks = lacks and worth[EMPTY + turn] > 0.0
        if lacks and tally[ALLIES] >> ((seat + turn) % players) & 1:
            we += 1
        elif lacks:
            they += 1
            if turn == 1:
                marks[NEXT_LACKS] = 1.0
    enemies = players - popcount(tally[ALLIES])
    marks[THEY_LACK] = 2.0 * they / max(1, enemies)
    marks[WE_LACK] = we / max(1, players - 1 - enemies)
    marks[PAIRS] = marks[TUPLES_OUT] = 0.0
    if hand.shape[0] > 1:
        marks[PAIRS] = popcount(hand[1] & mask) / 3.0
        marks[TUPLES_OUT] = popcount(position.scratch[OUT, 1] & mask) / 5.0
    unplayed = count_in(position.rest, mask)
    marks[FRESH] = 1.0 if unplayed == popcount(mask) * hand.shape[0] else 0.0
    marks[POINTS_OUT] = points_in(space, position.scratch[OUT], suit) / 40.0
    marks[POINTS_HELD] = points_in(space, hand, suit) / 20.0
    marks[CALLED] = 0.0
    for call in range(position.calls.shape[0]):
        if position.calls[call, NEED] > 0 and space[SUIT, position.calls[call, PLACE]] == suit:
            marks[CALLED] = 1.0


@compiled_lean(NOTHING, POSITION, INT, INT, INT, INT, NUMBERS)
def mark_chances(
    position: Position,
    suit: int,
    width: int,
    length: int,
    mark: int,
    marks: Numbers,
) -> None:
    """Write how likely a unit wins the trick; `mark` has the places of the cards above it."""
    players = position.hands.shape[0]
    worth, allies, leader = position.worth, position.tally[ALLIES], position.facts[LEADER]
    simple = length == 1 and width < 3
    higher = one_holds(position, suit, width - 1, mark) if simple else 0.0
    follow, ruff = (FOLLOWS, RUFFS) if width == 1 else (FOLLOW_PAIRS, RUFF_PAIRS)
    alone = together = 1.0
    best = 0.0
    for turn in range(1, players):
        other = (leader + turn) % players
        if simple:
            can = worth[follow + turn] * higher
            can += (1.0 - can) * worth[ruff + turn]
        else:
            can = beats(position, other, suit, width, length, False, mark)
        if allies >> other & 1:
            together += (1.0 - together) * HELPS * can
            best = max(best, can)
        else:
            alone *= 1.0 - TAKES * can
            together *= 1.0 - TAKES * can
    marks[ALONE], marks[TOGETHER], marks[PARTNER_BEST] = alone, together, best


@compiled_lean(NOTHING, POSITION, INT, INT, INT, INT, WORDS, NUMBERS)
def mark_cards(
    position: Position, seat: int, suit: int, width: int, low: int, play: Words, marks: Numbers
) -> None:
    """Write what the cards of a lead say, of which the lowest unit has its top in a column.

    The chances have been written.
    """
    space, tally = position.space, position.tally
    hand, mask = position.hands[seat], position.space[MASK, suit]
    decks = play.shape[0]
    size = count_in(play, -1)
    points = points_on(space, play) / 10.0
    marks[WITH_POINTS] = points
    marks[WON_POINTS] = points * marks[TOGETHER]
    over = above_column(space, suit, low)
    higher = count_in(position.scratch[OUT], over)
    if width > 1:
        higher = popcount(position.scratch[OUT, width - 1] & over)
    if tally[COUNT + suit] == 0:
        higher = 0
    marks[HIGHER] = min(higher, MOST_HIGHER) / 4.0
    marks[NEXT_BEST] = 1.0 if higher == 1 else 0.0
    marks[BOSS] = 1.0 if higher == 0 else 0.0
    marks[RANK] = low / max(1.0, float(space[COLUMNS, suit] - 1))
    marks[LOWEST] = 1.0 if play[0] & (hand[0] & mask) & -(hand[0] & mask) else 0.0
    marks[CARDS] = (size - 1) / 4.0
    left = count_in(hand, mask) - size
    marks[WHOLE] = 1.0 if left == 0 else 0.0
    marks[LEAVES_ONE] = 1.0 if left == 1 else 0.0
    kept = 0
    for k in range(decks):
        kept |= hand[k] & mask & ~play[k]
    breaks = kept & play[0] != 0
    marks[BREAKS] = 1.0 if breaks else 0.0
    marks[KEEPS_BOSS] = 1.0 if kept & unbeaten(position, suit) else 0.0
    marks[KEEPS_HIGH] = 0.0
    if kept != 0:
        column = space[COLUMN, highest_bit(kept)]
        marks[KEEPS_HIGH] = column / max(1.0, float(space[COLUMNS, suit] - 1))
    marks[LEFT_TOGETHER] = marks[LEFT] * marks[TOGETHER]
    marks[LEFT_RANK] = marks[LEFT] * marks[RANK]
    marks[LEFT_MORE] = marks[LEFT] * marks[MORE]
    marks[END_BOSS] = marks[END] * marks[BOSS]


@compiled_lean(BOOL, POSITION, INT, INT, INT)
def all_lack(position: Position, seat: int, suit: int, shift: int) -> bool:
    """Whether all other seats are known to be void of a suit (`shift` 0), or of pairs in it."""
    voids = position.voids
    for other in range(voids.shape[0]):
        if other != seat and voids[other] >> (shift + suit) & 1 == 0:
            return False
    return True


@compiled(BOOL, POSITION, INT, INT, WORDS)
def stands(position: Position, seat: int, suit: int, thrown: Words) -> bool:
    """Whether it is certain that a throw of cards of a suit stands."""
    space, out = position.space, position.scratch[OUT]
    pairless = all_lack(position, seat, suit, NO_PAIRS)
    units = judged_units(space, suit, read_units(space, suit, thrown), out.shape[0])
    for unit in range(units.shape[0]):
        width, length = units[unit, WIDTH], units[unit, LENGTH]
        if width > 1 and pairless:
            continue
        if highest_unit(space, suit, out, width, length) > units[unit, TOP]:
            return False
    return True


@compiled_lean(NOTHING, POSITION, INT, INT, INT)
def add_lead(position: Position, suit: int, kind: int, number: int) -> None:
    """Make room for a lead after so many others, with the marks of its suit."""
    marks, base = position.marks[number], position.marks[MOST_OPTIONS]
    for entry in range(DESCRIBED):
        marks[entry] = base[entry]
    position.kinds[number] = kind + TRUMPS if suit == TRUMP else kind
    clear(position.options[number])


@compiled_lean(INT, POSITION, INT, INT, INT)
def add_tractors(position: Position, seat: int, suit: int, number: int) -> int:
    """Add the tractors of a suit to so many leads; how many leads there are then."""
    space, hand = position.space, position.hands[seat]
    decks = hand.shape[0]
    for width in range(2, decks + 1):
        stacks = hand[width - 1] & space[MASK, suit]
        if stacks & (stacks - 1) == 0:
            break
        if space[OPTIONS, FULL_TUPLES] and width < decks:
            continue
        run = 0
        for column in range(space[COLUMNS, suit]):
            kinds = space[KINDS + suit, column]
            bits = stacks & kinds
            if space[OPTIONS, NOTHING_BETWEEN] and kinds & (kinds - 1) != 0:
                bits = 0
            if bits == 0:
                run = 0
                continue
            run += 1
            if run == 1 or number == MOST_OPTIONS:
                continue
            add_lead(position, suit, TRACTOR, number)
            play, marks = position.options[number], position.marks[number]
            for lower in range(column - run + 1, column + 1):
                taken = stacks & space[KINDS + suit, lower]
                for k in range(width):
                    play[k] |= taken & -taken
            mark = above_column(space, suit, column)
            mark_chances(position, suit, width, run, mark, marks)
            mark_cards(position, seat, suit, width, column, play, marks)
            number += 1
    return number


@compiled(INT, POSITION, INT)
def find_leads(position: Position, seat: int) -> int:
    """Write the leads of a seat to `position`; how many there are.

    `look` has been called for the seat. The cards of each lead
    are in a row of `options`, its kind in `kinds`, what is to be said of it in a row of `marks`.
    """
    space, hand = position.space, position.hands[seat]
    decks = hand.shape[0]
    base = position.marks[MOST_OPTIONS]
    mark_hand(position, seat, base)
    number = 0
    for suit in range(5):
        held = hand[0] & space[MASK, suit]
        if held == 0:
            continue
        prepare(position, 1, suit)
        mark_suit(position, seat, suit, base)
        nobody = position.tally[COUNT + suit] == 0 or all_lack(position, seat, suit, 0)
        pairless = nobody or all_lack(position, seat, suit, NO_PAIRS)
        thrown = position.scratch[OTHER]
        clear(thrown)
        lowest = -1
        ends = held & -held | 1 << highest_bit(held)
        bits = held
        while bits != 0:
            bit = bits & -bits
            bits ^= bit
            place = popcount(bit - 1)
            column = space[COLUMN, place]
            over = above(space, place)
            copies = 1
            while copies < decks and hand[copies] & bit:
                copies += 1
            boss = 0
            for width in range(1, copies + 1):
                stays = nobody or (width > 1 and pairless)
                if stays or position.scratch[OUT, width - 1] & over == 0:
                    boss = width
                # Of single cards the ends of a suit will do: what lies between is hardly better.
                wanted = (width == copies and width > 1) or (width == 1 and bit & ends != 0)
                if not wanted or number == MOST_OPTIONS:
                    continue
                add_lead(position, suit, SINGLE if width == 1 else TUPLE, number)
                play, marks = position.options[number], position.marks[number]
                for k in range(width):
                    play[k] = bit
                mark = 0 if boss == width else over
                mark_chances(position, suit, width, 1, mark, marks)
                mark_cards(position, seat, suit, width, column, play, marks)
                number += 1
            for k in range(boss):
                thrown[k] |= bit
            if boss > 0 and lowest < 0:
                lowest = column
        if decks > 1:
            pairs = hand[1] & held
            if pairs & (pairs - 1) != 0:
                number = add_tractors(position, seat, suit, number)
        if (
            thrown[0] & (thrown[0] - 1) != 0
            and number < MOST_OPTIONS
            and (decks < 3 or nobody or stands(position, seat, suit, thrown))
        ):
            add_lead(position, suit, THROW, number)
            play, marks = position.options[number], position.marks[number]
            for k in range(decks):
                play[k] = thrown[k]
            mark_chances(position, suit, 1, 1, 0, marks)
            # It takes as many trumps as cards are thrown.
            size = count_in(thrown, -1)
            marks[ALONE] = 1.0 - (1.0 - marks[ALONE]) / size
            marks[TOGETHER] = 1.0 - (1.0 - marks[TOGETHER]) / size
            mark_cards(position, seat, suit, 1, lowest, play, marks)
            number += 1
    return number
