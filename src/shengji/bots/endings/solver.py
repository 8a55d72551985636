"""Perfect play of the last tricks, all hands known: alpha-beta over the Opponents' points.

The Opponents maximize the points and the Declarers minimize them. Levels are monotonic in the
points, so the best play in points is best in levels. A transposition table holds, for positions at
the start of a trick, a lower and an upper bound of the points still to come.

The value is exact among all leads that stand, read by their longest units, and all legal follows.
Failing throws and other readings are left out. The strength space stays fixed, so where played
ranks are skipped, ranks that become consecutive later are not seen. Captured red fives cost
nothing.
"""

from __future__ import annotations

from shengji.bots.endings.choices import write_follows, write_leads
from shengji.bots.endings.order import bring_up, rate_follows, rate_leads
from shengji.bots.endings.workspace import (
    BOTTOM,
    FIRST,
    HIGH,
    KEY,
    LEFT,
    LONGEST,
    LOW,
    RULE,
    SIDE_BITS,
    STAMP,
    TRICK,
    WIDEST,
    WORKSPACE,
    Trick,
    Workspace,
    ask,
    key_of,
    mixed,
    set_up,
)
from shengji.play.apply import apply_play
from shengji.play.bits import highest_bit
from shengji.play.columns import LENGTH, WIDTH
from shengji.play.jit import BOOL, INT, MATRIX, NOTHING, WORDS, Matrix, Words, compiled
from shengji.play.position import (
    LEADER,
    NEED,
    PLACE,
    PLAYED,
    POSITION,
    UNITS,
    Position,
    copy_position,
    is_over,
    opponents_points,
)
from shengji.play.score import bonus_of, factor_of, halves
from shengji.play.space import SUIT
from shengji.play.tricks import trick_winner
from shengji.play.units import read_units
from shengji.play.words import count_in, points_of_all, subtract

(
    SOLVED,  # answered
    TOO_LARGE,  # exceeds the given nodes or room
    OPEN_CALLS,  # not solvable: the sides are still open
) = range(3)
"""The results of a question."""

UNBOUNDED = 1 << 60
"""A number above all possible points."""


@compiled(NOTHING, WORDS, WORDS)
def put_back(words: Words, given: Words) -> None:
    """Add the cards `given` to `words`, which must have room for them; undoes `subtract`."""
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
    """An upper bound of the kitty's factor after the last trick, from the cards in each hand."""
    factor = factor_of(numbers[RULE], 1, 1, cards)
    for width in range(1, min(numbers[WIDEST], cards) + 1):
        longest = min(numbers[LONGEST], cards // width) if width > 1 else 1
        for length in range(1, longest + 1):
            factor = max(factor, factor_of(numbers[RULE], width, length, cards))
    return factor


@compiled(INT, MATRIX, WORKSPACE, TRICK)
def gained(space: Matrix, work: Workspace, trick: Trick) -> int:
    """The value of a trick that is complete with the play in its next row.

    The value is 16 times the Opponents' points of the trick, the kitty's included when it is the
    last, plus the winning seat.
    """
    hands = work.hands
    suit, lead, leader, first, row = trick
    plays = work.lines[first : row + 1]
    best = trick_winner(space, suit, lead, plays)
    winner = (leader + best) % hands.shape[0]
    if work.numbers[SIDE_BITS] >> winner & 1:
        return int(winner)
    points = points_of_all(space, plays)
    if hands[leader, 0] == 0:
        size = count_in(plays[0], -1)
        factor = factor_of(work.numbers[RULE], lead[0, WIDTH], lead[0, LENGTH], size)
        points += bonus_of(work.numbers[BOTTOM], factor, halves(space, plays[best]))
    return int(points * 16 + winner)


@compiled(INT, MATRIX, WORDS)
def suit_of(space: Matrix, play: Words) -> int:
    """The effective suit of the highest card of a play."""
    return int(space[SUIT, highest_bit(play[0])])


@compiled(INT, MATRIX, WORKSPACE, INT, INT)
def last_card_each(space: Matrix, work: Workspace, leader: int, row: int) -> int:
    """The Opponents' points of the last trick, with one remaining card in every hand."""
    hands, lines = work.hands, work.lines
    players, decks = hands.shape
    for turn in range(players):
        seat = (leader + turn) % players
        for k in range(decks):
            lines[row + turn, k] = hands[seat, k]
            hands[seat, k] = 0
    suit = suit_of(space, lines[row])
    lead = read_units(space, suit, lines[row])
    points = gained(space, work, Trick(suit, lead, leader, row, row + players - 1)) >> 4
    for turn in range(players):
        for k in range(decks):
            hands[(leader + turn) % players, k] = lines[row + turn, k]
    return points


@compiled(INT, MATRIX, WORKSPACE, TRICK, INT)
def list_options(space: Matrix, work: Workspace, trick: Trick, top: int) -> int:
    """Write the distinct plays of the seat on turn to `Room.plays`, from row `top` on.

    Returns the row after the last play, or -1 when there is no room.
    """
    hands, lines = work.hands, work.lines
    suit, lead, leader, first, row = trick
    seat = (leader + row - first) % hands.shape[0]
    others = 0
    for other in range(hands.shape[0]):
        if other != seat:
            others |= hands[other, 0]
    if row == first:
        return write_leads(space, hands, seat, others, work.room, top)
    for before in range(first, row):
        others |= lines[before, 0]
    size = count_in(lines[first], -1)
    return write_follows(space, suit, size, lead, hands[seat], others, work.room, top)


@compiled(INT, MATRIX, WORKSPACE, TRICK, INT, INT, INT)
def search(space: Matrix, work: Workspace, trick: Trick, top: int, low: int, high: int) -> int:
    """The Opponents' points still to come, from the end of the previous trick on.

    Choices are listed from row `top` on. The result is exact only between `low` and `high`
    (alpha-beta): a result of at most `low` is an upper bound, one of at least `high` a lower bound.
    It is meaningless once no nodes are left.
    """
    hands, numbers, memory, lines = work.hands, work.numbers, work.memory, work.lines
    numbers[LEFT] -= 1
    if numbers[LEFT] < 0:
        return 0
    players, decks = hands.shape
    suit, lead, leader, first, row = trick
    turn = row - first
    seat = (leader + turn) % players
    entry, key, most, preferred = -1, 0, 0, -1
    if turn == 0:
        cards = count_in(hands[seat], -1)
        if cards == 0:
            return 0
        most = points_of_all(space, hands) + numbers[BOTTOM] * greatest_factor(numbers, cards)
        if high <= 0:
            return 0
        if low >= most:
            return int(most)
        if cards == 1:
            return last_card_each(space, work, leader, row)
        # The entry depends on the position alone, so the nodes used for a question do not depend on
        # earlier questions.
        key = key_of(hands, leader)
        entry = key & memory.shape[0] - 1
        key = mixed(key, numbers[STAMP])
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
    last = list_options(space, work, trick, top)
    if last - top > 1:
        if turn == 0:
            rate_leads(space, work, seat, top, last, preferred)
        else:
            rate_follows(space, work, trick, top, last)
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
            lines[row, k] = work.room.plays[number, k]
        subtract(hands[seat], lines[row])
        if turn == 0:
            suit = suit_of(space, lines[row])
            lead = read_units(space, suit, lines[row])
        if turn + 1 < players:
            following = Trick(suit, lead, leader, first, row + 1)
            value = search(space, work, following, last, alpha, beta)
        else:
            both = gained(space, work, trick)
            points, winner = both >> 4, both & 15
            following = Trick(suit, lead, winner, row + 1, row + 1)
            value = points + search(space, work, following, last, alpha - points, beta - points)
        put_back(hands[seat], work.room.plays[number])
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
        # Another position has replaced the entry meanwhile.
        memory[entry, KEY], memory[entry, FIRST] = key, chosen
        memory[entry, LOW] = best if best > low else 0
        memory[entry, HIGH] = best if best < high else most
    return best


@compiled(BOOL, POSITION)
def sides_are_known(position: Position) -> bool:
    """Whether no open call can still be answered by cards in the hands."""
    for call in range(position.calls.shape[0]):
        bit = 1 << position.calls[call, PLACE]
        need = position.calls[call, NEED]
        for seat in range(position.hands.shape[0] if need > 0 else 0):
            for word in position.hands[seat]:
                need -= word & bit != 0
            if need <= 0:
                return False
    return True


@compiled(TRICK, POSITION)
def trick_of(position: Position) -> Trick:
    """The trick under way in a position, after `set_up` of its workspace."""
    facts = position.facts
    played = facts[PLAYED]
    suit = suit_of(position.space, position.plays[0]) if played > 0 else 0
    return Trick(suit, position.lead[: facts[UNITS]], facts[LEADER], 0, played)


@compiled(INT, POSITION, WORKSPACE)
def perfect_points(position: Position, work: Workspace) -> int:
    """The Opponents' points at the end of a whole position, with perfect play by all seats.

    The kitty's points are included. The result is meaningless once no nodes are left.
    """
    points = opponents_points(position)
    if is_over(position):
        return int(points)
    set_up(position, work)
    return int(points + search(position.space, work, trick_of(position), 0, -1, UNBOUNDED))


@compiled(INT, POSITION, POSITION, MATRIX, INT, WORKSPACE, WORDS)
def solve_plays(
    position: Position, scratch: Position, plays: Matrix, nodes: int, work: Workspace, values: Words
) -> int:
    """The Opponents' points at the end, after each of these plays, with perfect play from then on.

    `position` is whole, with cards in the hands; `scratch` has the same sizes and is overwritten.
    `plays` are legal plays of the seat on turn, in rows. A failing throw counts as the unit that is
    led instead, with its penalty. `values` gets the Opponents' points for each play. `nodes` limits
    the search of all plays together. Returns SOLVED, or the reason of failure; then `values` are
    meaningless.
    """
    if not sides_are_known(position):
        return OPEN_CALLS
    ask(work, nodes)
    for row in range(plays.shape[0]):
        copy_position(position, scratch)
        apply_play(scratch, plays[row])
        values[row] = perfect_points(scratch, work)
        if work.numbers[LEFT] < 0:
            return TOO_LARGE
    return SOLVED
