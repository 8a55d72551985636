"""The candidate leads, each described by numbers.

The candidates of each suit are the lowest and the highest card, every tuple and tractor, and the
throw that is certain to stand. The marks of a lead do not depend on the sizes of the rules. A
network evaluates them (see `judge`), with weights for each kind of lead.
"""

from __future__ import annotations

from shengji.bots.policy.marks import END, HAND_MARKS, LEFT, mark_hand, start_marks
from shengji.bots.policy.numbers import FLOATS, Floats
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
from shengji.bots.policy.scratchpad import (
    ALLIES,
    COUNT,
    HELPERS,
    MOST_OPTIONS,
    OTHER,
    OUT,
    SAME,
    SCRATCHPAD,
    Scratchpad,
)
from shengji.bots.policy.seat_view import above_column, points_in, unbeaten
from shengji.play.apply import above
from shengji.play.bits import highest_bit, popcount
from shengji.play.columns import LENGTH, TOP, WIDTH, highest_unit
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
from shengji.play.position import LEADER, NEED, NO_PAIRS, PLACE, POSITION, Position
from shengji.play.space import (
    COLUMN,
    COLUMNS,
    FULL_TUPLES,
    KINDS,
    MASK,
    NO_THROWS,
    NOTHING_BETWEEN,
    OPTIONS,
    SUIT,
    TRUMP,
)
from shengji.play.throws import judged_units
from shengji.play.units import read_units
from shengji.play.words import clear, count_in, places_kept, points_on

SINGLE, TUPLE, TRACTOR, THROW = range(4)
"""The kinds of leads; add TRUMPS for leads of trumps."""
TRUMPS = 4
LEAD_KINDS = 8

(
    MINE,  # number of cards held
    MORE,  # how many more these are than an equal share
    LEFT_MORE,  # MORE times the share of a full hand still held
    ELSEWHERE,  # number of unseen cards
    THEY_LACK,  # enemies known to lack the suit
    WE_LACK,  # partners known to lack it
    NEXT_LACKS,  # whether the next player is an enemy who lacks it
    PAIRS,  # number of pairs held
    TUPLES_OUT,  # number of unseen tuples
    FRESH,  # whether no card of it has been played
    POINTS_OUT,  # unseen points
    POINTS_HELD,  # points held
    CALLED,  # whether there is an open call
    ALONE,  # probability that the lead itself wins the trick
    TOGETHER,  # probability including plays of partners
    WITH_POINTS,  # points of the lead
    WON_POINTS,  # points of the lead, times TOGETHER
    HIGHER,  # number of higher unseen cards, or tuples
    NEXT_BEST,  # whether exactly one is
    BOSS,  # whether none is
    RANK,  # height of the lead in its suit
    LOWEST,  # whether it is the lowest card held
    PARTNER_BEST,  # probability that a partner has a higher card
    WHOLE,  # whether it is the whole suit
    KEEPS_BOSS,  # whether the best of all cards is kept
    KEEPS_HIGH,  # height of the highest card kept
    BREAKS,  # whether a tuple is broken
    LEAVES_ONE,  # whether one card is left
    CARDS,  # number of cards beyond the first
    LEFT_TOGETHER,  # share of a full hand still held, times TOGETHER
    LEFT_RANK,  # share of a full hand still held, times the height
    END_BOSS,  # whether the last trick is near, for the best card
) = range(HAND_MARKS, HAND_MARKS + 32)
"""Entries of the description of a lead, after those of the hand: first its suit's, then its own."""
SHARED = HAND_MARKS + 13
"""The entries before this one are common to all leads of a suit."""

MOST_HIGHER = 4
"""Maximum number of higher cards; larger numbers count as this one."""
ALWAYS_TRUMPS = 4
"""Number of columns of permanent trumps: the cards of the trump rank, and Jokers."""


@compiled_part(NOTHING, SCRATCHPAD, INT, INT, FLOATS)
def mark_suit(pad: Scratchpad, seat: int, suit: int, marks: Floats) -> None:
    """Write the marks that are common to all leads of a suit; `prepare` has been called for it."""
    position = pad.position
    space, tally, worth = position.space, pad.tally, pad.worth
    players = position.hands.shape[0]
    hand, mask = position.hands[seat], space[MASK, suit]
    mine, out = count_in(hand, mask), tally[COUNT + suit]
    more = (mine - out / (players - 1)) / 5.0
    marks[MINE] = mine / 10.0
    marks[MORE], marks[LEFT_MORE] = more, marks[LEFT] * more
    marks[ELSEWHERE] = out / 10.0
    they = we = 0
    marks[NEXT_LACKS] = 0.0
    for turn in range(1, players):
        lacks = worth[FOLLOWS + turn] == 0.0
        if suit != TRUMP:
            lacks = lacks and worth[EMPTY + turn] > 0.0
        if lacks and tally[HELPERS] >> turn & 1:
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
        marks[TUPLES_OUT] = popcount(pad.scratch[OUT, 1] & mask) / 5.0
    unplayed = count_in(position.rest, mask)
    marks[FRESH] = 1.0 if unplayed == popcount(mask) * hand.shape[0] else 0.0
    marks[POINTS_OUT] = points_in(space, pad.scratch[OUT], suit) / 40.0
    marks[POINTS_HELD] = points_in(space, hand, suit) / 20.0
    marks[CALLED] = 0.0
    for call in range(position.calls.shape[0]):
        if position.calls[call, NEED] > 0 and space[SUIT, position.calls[call, PLACE]] == suit:
            marks[CALLED] = 1.0


@compiled_part(NOTHING, SCRATCHPAD, INT, INT, INT, INT, INT, FLOATS)
def mark_chances(
    pad: Scratchpad, suit: int, width: int, length: int, mark: int, size: int, marks: Floats
) -> None:
    """Write the probabilities that a unit wins the trick; `mark` has the places of higher cards.

    Beating it takes `size` times as many trumps as cards of the suit.
    """
    position = pad.position
    worth, helpers = pad.worth, pad.tally[HELPERS]
    players, leader = position.hands.shape[0], position.facts[LEADER]
    simple = length == 1 and width < 3
    higher = one_holds(pad, suit, width - 1, mark) if simple else 0.0
    follow, ruff = (FOLLOWS, RUFFS) if width == 1 else (FOLLOW_PAIRS, RUFF_PAIRS)
    alone = together = 1.0
    best = 0.0
    for turn in range(1, players):
        if simple:
            can = worth[follow + turn] * higher
            can += (1.0 - can) * worth[ruff + turn]
        else:
            other = (leader + turn) % players
            can = beats(pad, other, suit, width, length, False, mark)
        if helpers >> turn & 1:
            together += (1.0 - together) * HELPS * can
            best = max(best, can)
        else:
            alone *= 1.0 - TAKES * can
            together *= 1.0 - TAKES * can
    marks[ALONE] = 1.0 - (1.0 - alone) / size
    marks[TOGETHER] = 1.0 - (1.0 - together) / size
    marks[PARTNER_BEST] = best


@compiled_part(NOTHING, SCRATCHPAD, INT, INT, INT, INT, WORDS, FLOATS)
def mark_cards(
    pad: Scratchpad, seat: int, suit: int, width: int, low: int, play: Words, marks: Floats
) -> None:
    """Write the marks of a lead's cards; the top of its lowest unit is in the column `low`.

    The probabilities have been written.
    """
    position = pad.position
    space, hand, out = position.space, position.hands[seat], pad.scratch[OUT]
    mask = space[MASK, suit]
    together, left_of_hand = marks[TOGETHER], marks[LEFT]
    points = points_on(space, play) / 10.0
    marks[WITH_POINTS], marks[WON_POINTS] = points, points * together
    higher = 0
    if pad.tally[COUNT + suit] != 0:
        over = above_column(space, suit, low)
        higher = popcount(out[width - 1] & over) if width > 1 else count_in(out, over)
    boss = 1.0 if higher == 0 else 0.0
    marks[HIGHER] = min(higher, MOST_HIGHER) / 4.0
    marks[NEXT_BEST] = 1.0 if higher == 1 else 0.0
    marks[BOSS], marks[END_BOSS] = boss, marks[END] * boss
    steps = max(1.0, float(space[COLUMNS, suit] - 1))
    marks[RANK], marks[LEFT_RANK] = low / steps, left_of_hand * (low / steps)
    held = hand[0] & mask
    marks[LOWEST] = 1.0 if play[0] & held & -held else 0.0
    size = count_in(play, -1)
    marks[CARDS] = (size - 1) / 4.0
    left = count_in(hand, mask) - size
    marks[WHOLE] = 1.0 if left == 0 else 0.0
    marks[LEAVES_ONE] = 1.0 if left == 1 else 0.0
    kept = places_kept(hand, play) & mask
    marks[BREAKS] = 1.0 if kept & play[0] else 0.0
    marks[KEEPS_BOSS] = 1.0 if kept & unbeaten(pad, suit) else 0.0
    marks[KEEPS_HIGH] = space[COLUMN, highest_bit(kept)] / steps if kept != 0 else 0.0
    marks[LEFT_TOGETHER] = left_of_hand * together


@compiled_part(NOTHING, SCRATCHPAD, INT, INT, INT, INT, INT, INT, INT)
def mark_lead(
    pad: Scratchpad,
    seat: int,
    suit: int,
    width: int,
    length: int,
    low: int,
    mark: int,
    number: int,
) -> None:
    """Describe the lead whose cards have been written as an option.

    Its lowest unit has this width and length, and its top in the column `low`; the places of `mark`
    are above it. It is a throw when it has more cards than this unit.
    """
    start_marks(pad, number)
    play, marks = pad.options[number], pad.marks[number]
    size = 1 if width * length > 1 else count_in(play, -1)
    mark_chances(pad, suit, width, length, mark, size, marks)
    mark_cards(pad, seat, suit, width, low, play, marks)


@compiled_part(BOOL, POSITION, INT, INT, INT)
def all_lack(position: Position, seat: int, suit: int, shift: int) -> bool:
    """Whether all other seats are void in a suit (`shift` 0), or known to lack pairs in it."""
    voids = position.voids
    for other in range(voids.shape[0]):
        if other != seat and voids[other] >> (shift + suit) & 1 == 0:
            return False
    return True


@compiled(BOOL, SCRATCHPAD, INT, INT, WORDS)
def stands(pad: Scratchpad, seat: int, suit: int, thrown: Words) -> bool:
    """Whether a throw of cards of a suit is certain to stand."""
    position = pad.position
    space, out = position.space, pad.scratch[OUT]
    pairless = all_lack(position, seat, suit, NO_PAIRS)
    units = judged_units(space, suit, read_units(space, suit, thrown), out.shape[0])
    for unit in range(units.shape[0]):
        width, length = units[unit, WIDTH], units[unit, LENGTH]
        if width > 1 and pairless:
            continue
        if highest_unit(space, suit, out, width, length) > units[unit, TOP]:
            return False
    return True


@compiled_lean(INT, SCRATCHPAD, INT, INT, INT)
def add_tractors(pad: Scratchpad, seat: int, suit: int, number: int) -> int:
    """Add the tractors of a suit to the leads; returns the new number of leads."""
    position = pad.position
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
            play = pad.options[number]
            clear(play)
            for lower in range(column - run + 1, column + 1):
                taken = stacks & space[KINDS + suit, lower]
                for k in range(width):
                    play[k] |= taken & -taken
            pad.kinds[number] = TRACTOR
            mark = above_column(space, suit, column)
            mark_lead(pad, seat, suit, width, run, column, mark, number)
            number += 1
    return number


@compiled_part(INT, MATRIX, INT, INT)
def highest_below(space: Matrix, places: int, column: int) -> int:
    """The bit of the highest place of a suit below a column; 0 for none."""
    found = 0
    while places != 0:
        bit = places & -places
        places ^= bit
        if space[COLUMN, popcount(bit - 1)] >= column:
            break
        found = bit
    return found


@compiled_part(INT, SCRATCHPAD, INT, INT, BOOL, BOOL, INT)
def add_tuples(
    pad: Scratchpad, seat: int, suit: int, nobody: bool, pairless: bool, number: int
) -> int:
    """Add the single cards and tuples of a suit to the leads; returns the new number of leads."""
    position = pad.position
    space, hand, out = position.space, position.hands[seat], pad.scratch[OUT]
    thrown = pad.scratch[OTHER]
    decks = hand.shape[0]
    clear(thrown)
    bits = hand[0] & space[MASK, suit]
    # Of single cards the ends of a suit suffice: cards in between are hardly better, except the
    # highest card of the trump suit itself, which draws trumps and keeps the very best.
    singles = bits & -bits | 1 << highest_bit(bits)
    if suit == TRUMP:
        alone = bits & ~hand[1] if decks > 1 else bits
        singles |= highest_below(space, alone, space[COLUMNS, TRUMP] - ALWAYS_TRUMPS)
    while bits != 0:
        bit = bits & -bits
        bits ^= bit
        place = popcount(bit - 1)
        over = above(space, place)
        copies = 1
        while copies < decks and hand[copies] & bit:
            copies += 1
        boss = 0
        for width in range(1, copies + 1):
            if nobody or (width > 1 and pairless) or out[width - 1] & over == 0:
                boss = width
            wanted = width == copies if width > 1 else bit & singles != 0
            if not wanted or number == MOST_OPTIONS:
                continue
            play = pad.options[number]
            for k in range(decks):
                play[k] = bit if k < width else 0
            pad.kinds[number] = SINGLE if width == 1 else TUPLE
            mark = 0 if boss == width else over
            mark_lead(pad, seat, suit, width, 1, space[COLUMN, place], mark, number)
            number += 1
        for k in range(boss):
            thrown[k] |= bit
    return number


@compiled_lean(NOTHING, SCRATCHPAD, INT, INT, INT)
def put_certain_throw(pad: Scratchpad, seat: int, suit: int, number: int) -> None:
    """Write the throw of the cards in `scratch[OTHER]` as an option."""
    position = pad.position
    thrown, play = pad.scratch[OTHER], pad.options[number]
    for k in range(play.shape[0]):
        play[k] = thrown[k]
    pad.kinds[number] = THROW
    lowest = position.space[COLUMN, popcount((thrown[0] & -thrown[0]) - 1)]
    mark_lead(pad, seat, suit, 1, 1, lowest, 0, number)


@compiled_part(INT, SCRATCHPAD, INT)
def find_leads(pad: Scratchpad, seat: int) -> int:
    """Write the leads of a seat to the scratchpad; returns their number.

    `write_view` has been called for the seat. The cards of each lead are in a row of `options`, its
    kind in `kinds`, its marks in a row of `marks`.
    """
    position = pad.position
    space, hand = position.space, position.hands[seat]
    decks = hand.shape[0]
    same, thrown = pad.marks[SAME], pad.scratch[OTHER]
    mark_hand(pad, seat, same)
    number = 0
    for suit in range(5):
        held = hand[0] & space[MASK, suit]
        if held == 0:
            continue
        first = number
        prepare(pad, 1, suit)
        mark_suit(pad, seat, suit, same)
        nobody = pad.tally[COUNT + suit] == 0 or all_lack(position, seat, suit, 0)
        pairless = nobody or all_lack(position, seat, suit, NO_PAIRS)
        number = add_tuples(pad, seat, suit, nobody, pairless, number)
        if decks > 1:
            pairs = hand[1] & held
            if pairs & (pairs - 1) != 0:
                number = add_tractors(pad, seat, suit, number)
        if (
            thrown[0] & (thrown[0] - 1) != 0
            and number < MOST_OPTIONS
            and space[OPTIONS, NO_THROWS] == 0
            and (decks < 3 or nobody or stands(pad, seat, suit, thrown))
        ):
            put_certain_throw(pad, seat, suit, number)
            number += 1
        if suit == TRUMP:
            for option in range(first, number):
                pad.kinds[option] += TRUMPS
    return number
