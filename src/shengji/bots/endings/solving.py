"""Perfect play of the last tricks, all hands known: alpha-beta over the Opponents' points.

The Opponents want many points and the Declarers few; the levels only grow with the points, so the
play that is best in points is best in levels. A position at the start of a trick is looked up in a
table of what was proved of it before: a lower and an upper bound of the points still to come.

What is exact: the value among all leads that stand, read by their longest units, and all legal
follows. Left out are throws that fail, and leads read otherwise. The strength space stays as it
is, so where played ranks are skipped what becomes consecutive later is not seen; red fives that
are captured cost nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from shengji.bots.endings.choices import KIND_ROWS, MOST_KINDS, write_follows, write_leads
from shengji.bots.policy.position import (
    KITTY_RULE,
    LEADER,
    NEED,
    PENALTY,
    PLACE,
    PLAYED,
    POSITION,
    SIDES,
    UNITS,
    Position,
)
from shengji.play.chance import points_in
from shengji.play.columns import (
    LENGTH,
    WIDTH,
    columns_of,
    count_in,
    longest_in,
    take_out,
)
from shengji.play.jit import (
    BOOL,
    INT,
    NOTHING,
    TABLE,
    WORDS,
    Table,
    Words,
    compiled,
    highest_bit,
)
from shengji.play.scoring import factor_of
from shengji.play.space import COLUMN, MASK, POINTS, SUIT, TRUMP
from shengji.play.tricks import trick_winner
from shengji.play.units import read_units

SOLVED, TOO_LARGE, OPEN_CALLS = range(3)
"""What becomes of a question: answered; not within the nodes or the room given; not to be asked,
because it is open who plays on which side."""

LEFT, STAMP, SIDE_BITS, BOTTOM, RULE, WIDEST, LONGEST = range(7)
"""Entries of `Workspace.numbers`: the nodes left to look at (negative: no more); the number of the
question, so that answers to others are not taken for its own; the sides as bits; the points in the
kitty; the rule of its factor; the widest and the longest unit that any hand has."""
NUMBERS = 7

UNBOUNDED = 1 << 60
"""More points than there can be."""
MOST_PLAYS = 4096
"""At most so many choices are listed on a line; a position with more is too large."""

KEY, LOW, HIGH, FIRST = range(4)
"""Entries of a row of `Workspace.memory`: the position's key; at least and at most so many points
are still to come; which of the leads was best."""
MEMORY = 4


class Workspace(NamedTuple):
    """Room for the solver to work in, used again and again by one thread.

    Attributes:
        memory: what was found of positions (see KEY).
        hands: a copy of the hands, which the search changes; (players, decks).
        lines: the plays of the line that is looked at, one below another; (rows, decks).
        plays: the choices of the decisions on that line; (rows, decks).
        order: for each of them its score, and its number in its decision; (rows, 2).
        kinds: see `choices.PLACES`.
        spare: (decks,).
        numbers: see LEFT.
    """

    memory: Table
    hands: Table
    lines: Table
    plays: Table
    order: Table
    kinds: Table
    spare: Words
    numbers: Words


WORKSPACE: Any = types.NamedTuple(  # type: ignore[no-untyped-call]
    (TABLE, TABLE, TABLE, TABLE, TABLE, TABLE, WORDS, WORDS), Workspace
)


def new_workspace(players: int, decks: int, entries: int = 1 << 16) -> Workspace:
    """Room for positions of so many players and decks.

    `entries`, a power of two, is the size of the table of positions; an entry takes 32 bytes.
    """
    whole = np.int64

    def table(rows: int, width: int) -> Table:
        return np.zeros((rows, width), dtype=whole)

    return Workspace(
        memory=table(entries, MEMORY),
        hands=table(players, decks),
        lines=table(60 * decks + players, decks),
        plays=table(MOST_PLAYS, decks),
        order=table(MOST_PLAYS, 2),
        kinds=table(KIND_ROWS, MOST_KINDS),
        spare=np.zeros(decks, dtype=whole),
        numbers=np.zeros(NUMBERS, dtype=whole),
    )


@compiled(INT, INT, INT)
def mixed(key: int, word: int) -> int:
    """A key with one more word mixed in; never negative, and never too large on the way."""
    key ^= word
    key = (key & 0x7FFFFFFF) * 0x2545F491 + (key >> 31 & 0x7FFFFFFF) * 0x369DEA0F
    return key ^ key >> 29


@compiled(INT, TABLE, INT, INT)
def key_of(hands: Table, leader: int, stamp: int) -> int:
    """The key of a position at the start of a trick."""
    key = mixed(0, stamp << 4 | leader)
    for seat in range(hands.shape[0]):
        for word in hands[seat]:
            key = mixed(key, word)
    return key


@compiled(NOTHING, WORDS, WORDS)
def put_back(words: Words, given: Words) -> None:
    """Add the cards `given` to `words`, which have room for them; undoes `take_out`."""
    for k in range(given.shape[0]):
        bits = given[k]
        for word in range(words.shape[0]):
            kept = words[word] & bits
            words[word] |= bits
            bits = kept
            if bits == 0:
                break


@compiled(INT, WORDS, INT)
def greatest_factor(numbers: Words, cards: int) -> int:
    """At least the factor of the kitty after any last trick when each holds so many cards."""
    factor = factor_of(numbers[RULE], 1, 1, cards)
    for width in range(1, min(numbers[WIDEST], cards) + 1):
        length = min(numbers[LONGEST], cards // width) if width > 1 else 1
        factor = max(factor, factor_of(numbers[RULE], width, length, cards))
    return factor


@compiled(INT, TABLE, WORKSPACE, INT, TABLE, INT, INT, INT)
def gained(
    space: Table, work: Workspace, suit: int, lead: Table, leader: int, first: int, last: int
) -> int:
    """What a complete trick, in the rows from `first` to below `last` of the lines, is worth.

    The Opponents' points of it, the kitty's included when it is the last; times 16, plus the seat
    that wins it.
    """
    hands = work.hands
    plays = work.lines[first:last]
    winner = (leader + trick_winner(space, suit, lead, plays)) % hands.shape[0]
    if work.numbers[SIDE_BITS] >> winner & 1:
        return int(winner)
    points = points_in(space, plays)
    if hands[leader, 0] == 0:
        size = count_in(plays[0], -1)
        factor = factor_of(work.numbers[RULE], lead[0, WIDTH], lead[0, LENGTH], size)
        points += work.numbers[BOTTOM] * factor
    return int(points * 16 + winner)


@compiled(INT, TABLE, WORDS)
def suit_of(space: Table, play: Words) -> int:
    """The effective suit of the highest card of a play."""
    return int(space[SUIT, highest_bit(play[0])])


@compiled(INT, TABLE, WORKSPACE, INT, INT)
def last_card_each(space: Table, work: Workspace, leader: int, row: int) -> int:
    """The Opponents' points of the last trick, to which everyone plays the one card left."""
    hands, lines = work.hands, work.lines
    players, decks = hands.shape
    for turn in range(players):
        seat = (leader + turn) % players
        for k in range(decks):
            lines[row + turn, k] = hands[seat, k]
            hands[seat, k] = 0
    suit = suit_of(space, lines[row])
    lead = read_units(space, suit, lines[row])
    points = gained(space, work, suit, lead, leader, row, row + players) >> 4
    for turn in range(players):
        for k in range(decks):
            hands[(leader + turn) % players, k] = lines[row + turn, k]
    return points


@compiled(NOTHING, TABLE, WORKSPACE, INT, INT, INT, INT)
def rate_leads(
    space: Table, work: Workspace, seat: int, top: int, last: int, preferred: int
) -> None:
    """Score the leads in the rows from `top` on: which to look at first."""
    hands, plays, order = work.hands, work.plays, work.order
    others = 0
    for other in range(hands.shape[0]):
        if other != seat:
            others |= hands[other, 0]
    for number in range(top, last):
        play = plays[number]
        place = highest_bit(play[0])
        suit = space[SUIT, place]
        above = others & space[MASK, suit]
        boss = above == 0 or space[COLUMN, highest_bit(above)] <= space[COLUMN, place]
        size = count_in(play, -1)
        points = points_in(space, plays[number : number + 1])
        score = 8 * size - space[COLUMN, place]
        if boss:
            score += 100 + points + 2 * space[COLUMN, place]
        else:
            score -= points
        order[number, 0] = 10_000 if number - top == preferred else score
        order[number, 1] = number - top


@compiled(NOTHING, TABLE, WORKSPACE, INT, TABLE, INT, INT, INT, INT, INT)
def rate_follows(
    space: Table,
    work: Workspace,
    suit: int,
    lead: Table,
    leader: int,
    first: int,
    row: int,
    top: int,
    last: int,
) -> None:
    """Score the follows in the rows from `top` on: which to look at first."""
    plays, order, lines = work.plays, work.order, work.lines
    players, decks = work.hands.shape
    sides = work.numbers[SIDE_BITS]
    turn = row - first
    seat = (leader + turn) % players
    best = 0
    if turn > 1:
        best = trick_winner(space, suit, lead, lines[first:row])
    partner = sides >> (leader + best) % players & 1 == sides >> seat & 1
    here = points_in(space, lines[first:row])
    for number in range(top, last):
        for k in range(decks):
            lines[row, k] = plays[number, k]
        points = points_in(space, plays[number : number + 1])
        place = highest_bit(plays[number, 0])
        wins = trick_winner(space, suit, lead, lines[first : row + 1]) == turn
        score = -space[COLUMN, place] - (20 if space[SUIT, place] == TRUMP else 0)
        if wins and not partner:
            score += 100 + here + points
        elif partner and not wins:
            score += 2 * points
        elif not wins:
            score -= 4 * points
        order[number, 0] = score
        order[number, 1] = number - top


@compiled(NOTHING, WORKSPACE, INT, INT)
def bring_up(work: Workspace, number: int, last: int) -> None:
    """Exchange the choice in this row with the best-rated one of those from it on."""
    best = number
    for other in range(number + 1, last):
        if work.order[other, 0] > work.order[best, 0]:
            best = other
    if best == number:
        return
    for k in range(2):
        kept = work.order[number, k]
        work.order[number, k] = work.order[best, k]
        work.order[best, k] = kept
    for k in range(work.plays.shape[1]):
        kept = work.plays[number, k]
        work.plays[number, k] = work.plays[best, k]
        work.plays[best, k] = kept


@compiled(INT, TABLE, WORKSPACE, TABLE, INT, INT, INT, INT)
def list_options(
    space: Table, work: Workspace, lead: Table, leader: int, first: int, row: int, top: int
) -> int:
    """Write the distinct plays of the seat on turn to `Workspace.plays` from the row `top` on.

    The trick under way is as for `search`. Returns the row after the last play, or -1 when there is
    no room.
    """
    hands, lines = work.hands, work.lines
    seat = (leader + row - first) % hands.shape[0]
    others = 0
    for other in range(hands.shape[0]):
        if other != seat:
            others |= hands[other, 0]
    if row == first:
        return write_leads(space, hands, seat, others, work.kinds, work.spare, work.plays, top)
    for before in range(first, row):
        others |= lines[before, 0]
    suit, size = suit_of(space, lines[first]), count_in(lines[first], -1)
    return write_follows(
        space, suit, size, lead, hands[seat], others, work.kinds, work.spare, work.plays, top
    )


@compiled(INT, TABLE, WORKSPACE, TABLE, INT, INT, INT, INT, INT, INT)
def search(
    space: Table,
    work: Workspace,
    lead: Table,
    leader: int,
    first: int,
    row: int,
    top: int,
    low: int,
    high: int,
) -> int:
    """The Opponents' points still to come, from the end of the trick before on.

    The trick under way stands in the rows of the lines from `first` to below `row`; `lead` is how
    its lead is read. Choices are listed from the row `top` on. Only whether the points are above
    `low` and below `high` matters: a result of at most `low` says that there are at most so many,
    one of at least `high` that there are at least so many. It means nothing once no nodes are left.
    """
    hands, numbers, memory, lines = work.hands, work.numbers, work.memory, work.lines
    numbers[LEFT] -= 1
    if numbers[LEFT] < 0:
        return 0
    players, decks = hands.shape
    turn = row - first
    seat = (leader + turn) % players
    entry, key, most, preferred, suit = -1, 0, 0, -1, 0
    if turn == 0:
        cards = count_in(hands[seat], -1)
        if cards == 0:
            return 0
        most = points_in(space, hands) + numbers[BOTTOM] * greatest_factor(numbers, cards)
        if high <= 0:
            return 0
        if low >= most:
            return int(most)
        if cards == 1:
            return last_card_each(space, work, leader, row)
        key = key_of(hands, leader, numbers[STAMP])
        entry = key & memory.shape[0] - 1
        if memory[entry, KEY] == key:
            least, most = memory[entry, LOW], memory[entry, HIGH]
            if least >= high or least == most:
                return int(least)
            if most <= low:
                return int(most)
            preferred = memory[entry, FIRST]
        else:
            memory[entry, KEY], memory[entry, FIRST] = key, -1
            memory[entry, LOW], memory[entry, HIGH] = 0, most
    else:
        suit = suit_of(space, lines[first])
    last = list_options(space, work, lead, leader, first, row, top)
    if last - top > 1:
        if turn == 0:
            rate_leads(space, work, seat, top, last, preferred)
        else:
            rate_follows(space, work, suit, lead, leader, first, row, top, last)
    if last < 0:
        numbers[LEFT] = -1
        return 0
    declarer = numbers[SIDE_BITS] >> seat & 1 != 0
    best, chosen = -1, -1
    alpha, beta = low, high
    for number in range(top, last):
        if last - top > 1:
            bring_up(work, number, last)
        for k in range(decks):
            lines[row, k] = work.plays[number, k]
        take_out(hands[seat], lines[row])
        if turn == 0:
            units = read_units(space, suit_of(space, lines[row]), lines[row])
            value = search(space, work, units, leader, first, row + 1, last, alpha, beta)
        elif turn + 1 < players:
            value = search(space, work, lead, leader, first, row + 1, last, alpha, beta)
        else:
            both = gained(space, work, suit, lead, leader, first, row + 1)
            points, winner = both >> 4, both & 15
            value = points + search(
                space, work, lead, winner, row + 1, row + 1, last, alpha - points, beta - points
            )
        put_back(hands[seat], work.plays[number])
        if numbers[LEFT] < 0:
            return 0
        if best < 0 or (value < best if declarer else value > best):
            best, chosen = value, work.order[number, 1]
        if declarer:
            beta = min(beta, best)
        else:
            alpha = max(alpha, best)
        if alpha >= beta:
            break
    if entry >= 0 and memory[entry, KEY] == key:
        memory[entry, FIRST] = chosen
        if best > low:
            memory[entry, LOW] = max(memory[entry, LOW], best)
        if best < high:
            memory[entry, HIGH] = min(memory[entry, HIGH], best)
    elif entry >= 0:
        # Another position took the place meanwhile.
        memory[entry, KEY], memory[entry, FIRST] = key, chosen
        memory[entry, LOW] = best if best > low else 0
        memory[entry, HIGH] = best if best < high else most
    return best


@compiled(BOOL, POSITION)
def sides_are_known(position: Position) -> bool:
    """Whether no call that is open can still be answered with the cards in the hands."""
    for call in range(position.calls.shape[0]):
        bit = 1 << position.calls[call, PLACE]
        need = position.calls[call, NEED]
        for seat in range(position.hands.shape[0] if need > 0 else 0):
            for word in position.hands[seat]:
                need -= word & bit != 0
            if need <= 0:
                return False
    return True


@compiled(NOTHING, POSITION, INT, WORKSPACE)
def set_up(position: Position, nodes: int, work: Workspace) -> None:
    """Make the workspace ready for questions about a position, to look at so many nodes."""
    space, hands, numbers = position.space, position.hands, work.numbers
    for seat in range(hands.shape[0]):
        for k in range(hands.shape[1]):
            work.hands[seat, k] = hands[seat, k]
            work.lines[seat, k] = position.plays[seat, k]
    numbers[LEFT] = nodes
    numbers[STAMP] = (numbers[STAMP] + 1) & 0xFFFFFFFF
    numbers[SIDE_BITS] = position.facts[SIDES]
    numbers[RULE] = position.facts[KITTY_RULE]
    bottom = count_in(position.kitty, space[POINTS, 0])
    numbers[BOTTOM] = 5 * (bottom + 2 * count_in(position.kitty, space[POINTS, 1]))
    numbers[WIDEST], numbers[LONGEST] = 1, 1
    for seat in range(hands.shape[0]):
        for k in range(hands.shape[1]):
            if hands[seat, k] != 0:
                numbers[WIDEST] = max(numbers[WIDEST], k + 1)
        if numbers[WIDEST] > 1:
            for suit in range(TRUMP + 1):
                columns = columns_of(space, suit, hands[seat])
                numbers[LONGEST] = max(numbers[LONGEST], longest_in(columns))


@compiled(INT, POSITION)
def won_so_far(position: Position) -> int:
    """The Opponents' points of the tricks that are over, and those of penalties."""
    points = position.facts[PENALTY]
    for seat in range(position.hands.shape[0]):
        if position.facts[SIDES] >> seat & 1:
            points += position.paid[seat]
        else:
            points += position.taken[seat] - position.paid[seat]
    return int(points)


@compiled(INT, POSITION, TABLE, INT, WORKSPACE, WORDS)
def best_values(
    position: Position, candidates: Table, nodes: int, work: Workspace, values: Words
) -> int:
    """What the Opponents have at the end when everyone plays perfectly after each of these plays.

    `position` is whole, with cards in the hands; it is left as it is. `candidates` are legal plays
    of the seat on turn, in rows; a lead must stand. `values` gets the Opponents' points for each,
    all of them, the kitty's included; where there are no candidates, its first entry gets the
    points when that seat plays perfectly too. At most `nodes` plays are looked at for all of them
    together. Returns SOLVED, or why there is no answer: then the values mean nothing.
    """
    if not sides_are_known(position):
        return OPEN_CALLS
    set_up(position, nodes, work)
    space, facts = position.space, position.facts
    players, number = position.hands.shape[0], candidates.shape[0]
    leader, row = facts[LEADER], facts[PLAYED]
    seat = (leader + row) % players
    before = won_so_far(position)
    lead = position.lead[: facts[UNITS]]
    for candidate in range(max(1, number)):
        points, then, first, after = 0, leader, 0, row
        if number > 0:
            after = row + 1
            for k in range(candidates.shape[1]):
                work.lines[row, k] = candidates[candidate, k]
            take_out(work.hands[seat], candidates[candidate])
            suit = suit_of(space, work.lines[0])
            if row == 0:
                lead = read_units(space, suit, work.lines[0])
            if after == players:
                both = gained(space, work, suit, lead, leader, 0, after)
                points, then, first = both >> 4, both & 15, after
        value = points + search(space, work, lead, then, first, after, 0, -1, UNBOUNDED)
        if number > 0:
            put_back(work.hands[seat], candidates[candidate])
        if work.numbers[LEFT] < 0:
            return TOO_LARGE
        values[candidate] = before + value
    return SOLVED
