"""What a seat leads.

Every card, tuple and tractor that it holds is weighed in points, and every throw that is certain to
stand: how likely our side wins the trick and what it wins or loses, what the cards are worth
keeping, and what speaks for or against the suit.
"""

from __future__ import annotations

from numba import types

from shengji.bots.policy.odds import (
    EMPTY,
    FOLLOW_PAIRS,
    FOLLOWS,
    RUFF_PAIRS,
    RUFFS,
    one_holds,
    prepare,
    side_keeps,
    side_wins,
)
from shengji.bots.policy.position import (
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
    HOLDERS,
    OTHER,
    OUT,
    above,
    above_column,
    look,
    points_at,
    points_on,
)
from shengji.bots.policy.weights import (
    DRAW,
    DRAW_MORE,
    DRAWN,
    EACH_CARD,
    ENEMY_ADDS,
    FIRST_ROUND,
    KEEP_LEAD,
    LEAD_CALLED,
    LEAD_PAIR,
    LEAD_THROW,
    LEAD_TRACTOR,
    LONG_SUIT,
    OUR_VOID,
    PARTNER_ADDS,
    RISKED,
    SPENT,
    THEIR_VOID,
    TO_VOID,
)
from shengji.bots.policy.worth import half_for, weigh_cards
from shengji.play.columns import LENGTH, TOP, WIDTH, clear, count_in
from shengji.play.jit import BOOL, INT, NOTHING, WORDS, Words, compiled, compiled_lean, popcount
from shengji.play.space import (
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


@compiled_lean(types.float64, POSITION, INT, NUMBERS, INT)
def suit_value(position: Position, seat: int, weights: Numbers, suit: int) -> float:
    """What speaks for a lead of a suit, whatever the card; `prepare` has been called for it."""
    space, tally, worth = position.space, position.tally, position.worth
    players = position.hands.shape[0]
    mine = count_in(position.hands[seat], space[MASK, suit])
    out = tally[COUNT + suit]
    value = 0.0
    if suit == TRUMP:
        drawn = True
        for turn in range(1, players):
            enemy = tally[ALLIES] >> ((seat + turn) % players) & 1 == 0
            if enemy and worth[FOLLOWS + turn] > 0.0:
                drawn = False
        if drawn:
            return float(weights[DRAWN])
        return float(weights[DRAW] + weights[DRAW_MORE] * (mine - out / (players - 1)))
    value += weights[LONG_SUIT] * (mine - 1)
    if out > 0 and tally[HOLDERS + suit] == players - 1:
        value += weights[FIRST_ROUND]
    elif tally[COUNT + TRUMP] > 0:
        for turn in range(1, players):
            if worth[FOLLOWS + turn] == 0.0 and worth[EMPTY + turn] > 0.0:
                ally = tally[ALLIES] >> ((seat + turn) % players) & 1
                value += weights[OUR_VOID] if ally else weights[THEIR_VOID]
    for call in range(position.calls.shape[0]):
        if position.calls[call, NEED] > 0 and space[SUIT, position.calls[call, PLACE]] == suit:
            value += weights[LEAD_CALLED]
    return float(value)


@compiled_lean(types.float64, POSITION, INT, NUMBERS, INT, INT, INT, INT, INT, types.float64)
def lead_value(
    position: Position,
    seat: int,
    weights: Numbers,
    suit: int,
    width: int,
    length: int,
    mark: int,
    points: int,
    worth: float,
) -> float:
    """What a lead brings, in points; `mark` has the places above it, `worth` what it gives up.

    `prepare` has been called for the suit.
    """
    players = position.hands.shape[0]
    if length == 1 and width < 3:
        held = one_holds(position, suit, width - 1, mark)
        follow, ruff = (FOLLOWS, RUFFS) if width == 1 else (FOLLOW_PAIRS, RUFF_PAIRS)
        chance = side_keeps(position, weights, 1, held, follow, ruff, 1.0)
    else:
        chance = side_wins(position, weights, 1, suit, width, length, False, mark, 1.0)
    allies = popcount(position.tally[ALLIES]) - 1
    cards = min(3, width * length)
    gain = points + weights[PARTNER_ADDS] * cards * allies + weights[KEEP_LEAD]
    loss = points + weights[ENEMY_ADDS] * cards * (players - 1 - allies)
    value = chance * gain - (1.0 - chance) * loss
    value -= worth * (chance * weights[SPENT] + (1.0 - chance) * weights[RISKED])
    return float(value + weights[EACH_CARD] * (width * length - 1))


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


@compiled_lean(types.float64, POSITION, INT, NUMBERS, INT, WORDS)
def throw_value(position: Position, seat: int, weights: Numbers, suit: int, thrown: Words) -> float:
    """What a throw that stands brings, in points."""
    space, worth = position.space, position.worth
    players = position.hands.shape[0]
    size = count_in(thrown, -1)
    chance = 1.0
    if suit != TRUMP:
        # It takes as many trumps as cards are thrown.
        single = side_keeps(position, weights, 1, 0.0, FOLLOWS, RUFFS, 1.0)
        chance -= (1.0 - single) / size
    points = points_on(space, thrown)
    given = 0.0
    for word in thrown:
        bits = word
        while bits != 0:
            bit = bits & -bits
            bits ^= bit
            given += worth[popcount(bit - 1)]
    allies = popcount(position.tally[ALLIES]) - 1
    cards = min(3, size)
    gain = points + weights[PARTNER_ADDS] * cards * allies + weights[KEEP_LEAD]
    loss = points + weights[ENEMY_ADDS] * cards * (players - 1 - allies)
    value = chance * gain - (1.0 - chance) * loss
    value -= given * (chance * weights[SPENT] + (1.0 - chance) * weights[RISKED])
    return float(value + weights[EACH_CARD] * (size - 1) + weights[LEAD_THROW])


@compiled_lean(types.float64, POSITION, INT, NUMBERS, INT, types.float64, WORDS)
def best_tractor(
    position: Position, seat: int, weights: Numbers, suit: int, least: float, play: Words
) -> float:
    """Write the best tractor of a suit to `play` if it is worth more than `least`; what is best."""
    space, hand, worth = position.space, position.hands[seat], position.worth
    decks = hand.shape[0]
    best = least
    for width in range(2, decks + 1):
        stacks = hand[width - 1] & space[MASK, suit]
        if stacks & (stacks - 1) == 0:
            break
        if space[OPTIONS, FULL_TUPLES] and width < decks:
            continue
        run = 0
        points = 0
        given = 0.0
        for column in range(space[COLUMNS, suit]):
            kinds = space[KINDS + suit, column]
            bits = stacks & kinds
            if space[OPTIONS, NOTHING_BETWEEN] and kinds & (kinds - 1) != 0:
                bits = 0
            if bits == 0:
                run, points, given = 0, 0, 0.0
                continue
            bit = bits & -bits
            run += 1
            points += width * points_at(space, bit)
            given += width * worth[popcount(bit - 1)]
            if run == 1:
                continue
            mark = above_column(space, suit, column)
            value = lead_value(position, seat, weights, suit, width, run, mark, points, given)
            value += weights[LEAD_TRACTOR] * (run - 1) + weights[LEAD_PAIR] * (width - 1)
            if value > best:
                best = value
                clear(play)
                for lower in range(column - run + 1, column + 1):
                    taken = stacks & space[KINDS + suit, lower]
                    for k in range(width):
                        play[k] |= taken & -taken
    return best


@compiled_lean(NOTHING, POSITION, INT, NUMBERS, WORDS)
def choose_lead(position: Position, seat: int, weights: Numbers, play: Words) -> None:
    """Write the words of the cards that a seat leads to `play`; of one suit, read by default.

    Nothing is read but what the seat may know.
    """
    space, hand, worth = position.space, position.hands[seat], position.worth
    look(position, seat)
    own = weights[half_for(position, seat) :]
    weigh_cards(position, seat, own, hand[0])
    clear(play)
    decks = hand.shape[0]
    thrown = position.scratch[OTHER]
    trumps = hand[0] & space[MASK, TRUMP]
    best = -1e9
    for suit in range(5):
        held = hand[0] & space[MASK, suit]
        if held == 0:
            continue
        prepare(position, 1, suit)
        base = suit_value(position, seat, own, suit)
        nobody = position.tally[COUNT + suit] == 0 or all_lack(position, seat, suit, 0)
        pairless = nobody or all_lack(position, seat, suit, NO_PAIRS)
        clear(thrown)
        bits = held
        while bits != 0:
            bit = bits & -bits
            bits ^= bit
            place = popcount(bit - 1)
            mark = above(space, place)
            points = points_at(space, bit)
            copies = 1
            while copies < decks and hand[copies] & bit:
                copies += 1
            boss = 0
            for width in range(1, copies + 1):
                if (
                    nobody
                    or (width > 1 and pairless)
                    or position.scratch[OUT, width - 1] & mark == 0
                ):
                    boss = width
                if 1 < width < copies:
                    continue
                places = 0 if boss == width else mark
                given = width * worth[place]
                value = lead_value(
                    position, seat, own, suit, width, 1, places, width * points, given
                )
                value += base + own[LEAD_PAIR] * (width - 1)
                if width == copies and held == bit and suit != TRUMP and trumps != 0:
                    value += own[TO_VOID]
                if value > best:
                    best = value
                    clear(play)
                    for k in range(width):
                        play[k] = bit
            for k in range(boss):
                thrown[k] |= bit
        if decks > 1:
            pairs = hand[1] & held
            if pairs & (pairs - 1) != 0:
                best = best_tractor(position, seat, own, suit, best - base, play) + base
        if thrown[0] & (thrown[0] - 1) != 0 and (
            decks < 3 or nobody or stands(position, seat, suit, thrown)
        ):
            value = throw_value(position, seat, own, suit, thrown) + base
            if value > best:
                best = value
                for k in range(decks):
                    play[k] = thrown[k]
