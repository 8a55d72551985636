"""Plays one move from a position and applies its consequences by the rules.

This is the trick loop of every hand, in games, random hands and playouts. Decisions of the table
alone are left to `shengji.game`: the duty to beat a failed throw, and captured red fives. The
strength space does not change.
"""

from __future__ import annotations

from shengji.play.bits import highest_bit, popcount
from shengji.play.columns import LENGTH, WIDTH
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
from shengji.play.ladder import shields, widest_of
from shengji.play.position import (
    BEST,
    FLAT,
    FREE,
    LEADER,
    NEED,
    NO_PAIRS,
    PER_CARD,
    PER_UNIT,
    PLACE,
    PLAYED,
    POSITION,
    SIDES,
    THROW_POINTS,
    THROW_RULE,
    UNITS,
    Position,
    turn_of,
)
from shengji.play.space import COLUMN, FULL_TUPLES, KINDS, MASK, OPTIONS, SUIT, TRUMP
from shengji.play.stacks import BITS, can_cut, stacks_of
from shengji.play.throws import beats, judge_throw, judged_units, led_instead, may_stop
from shengji.play.tricks import all_units_count, takes_over, winner_by_all_units
from shengji.play.units import read_units, write_plain, write_unit
from shengji.play.words import clear, copy_to, count_in, is_single, points_on, subtract, take_one


@compiled_lean(INT, POSITION, INT, INT, MATRIX, INT)
def penalty_for(position: Position, seat: int, suit: int, judged: Matrix, withdrawn: int) -> int:
    """The penalty points for a failed throw of the units `judged`; `withdrawn` cards go back."""
    facts, hands = position.facts, position.hands
    rule = facts[THROW_RULE]
    if rule == FREE:
        return 0
    times = 1 if rule == FLAT else withdrawn
    if rule in (PER_UNIT, PER_CARD):
        times = 0
        for unit in range(judged.shape[0]):
            for other in range(hands.shape[0]):
                if may_stop(position.space, seat, other) and beats(
                    position.space, suit, judged, unit, hands[other]
                ):
                    cards = judged[unit, WIDTH] * judged[unit, LENGTH]
                    times += 1 if rule == PER_UNIT else cards
                    break
    return int(times * facts[THROW_POINTS])


@compiled(NOTHING, POSITION, INT, INT, WORDS)
def put_throw(position: Position, seat: int, suit: int, play: Words) -> None:
    """Write a lead other than a plain unit, read by default and judged as a throw."""
    space, lead, facts = position.space, position.lead, position.facts
    led = position.plays[0]
    units = read_units(space, suit, play)
    judged = judged_units(space, suit, units, play.shape[0])
    forced = judge_throw(space, suit, judged, position.hands, seat)
    if forced >= 0:
        units = led_instead(space, suit, judged, forced, play.shape[0])
        clear(led)
        write_unit(space, suit, units[0], led)
        withdrawn = count_in(play, -1) - count_in(led, -1)
        position.paid[seat] += penalty_for(position, seat, suit, judged, withdrawn)
    facts[UNITS] = units.shape[0]
    for row in range(units.shape[0]):
        for entry in range(4):
            lead[row, entry] = units[row, entry]


@compiled_part(NOTHING, POSITION, INT, WORDS)
def put_lead(position: Position, seat: int, play: Words) -> None:
    """Write the lead made by a seat's cards: all of them, or the remainder of a failed throw."""
    space, lead, facts = position.space, position.lead, position.facts
    led = position.plays[0]
    copy_to(play, led)
    for row in range(1, position.plays.shape[0]):
        clear(position.plays[row])
    suit = space[SUIT, highest_bit(play[0])]
    if write_plain(space, suit, play, lead[0]) and (
        lead[0, LENGTH] == 1 or space[OPTIONS, FULL_TUPLES] == 0
    ):
        facts[UNITS] = 1
        return
    put_throw(position, seat, suit, play)


@compiled_part(NOTHING, POSITION, INT, WORDS)
def answer_calls(position: Position, seat: int, play: Words) -> None:
    """Count the called cards in a play; the seat joins the Declarers by answering a call."""
    facts, calls = position.facts, position.calls
    for call in range(calls.shape[0]):
        if calls[call, NEED] == 0:
            continue
        played = count_in(play, 1 << calls[call, PLACE])
        if played >= calls[call, NEED]:
            calls[call, NEED] = 0
            if facts[SIDES] >> seat & 1 == 0:
                facts[SIDES] |= 1 << seat
                position.taken[seat] = 0
        else:
            calls[call, NEED] -= played


@compiled_lean(INT, MATRIX, MATRIX, INT, WORDS)
def lacks_shown(space: Matrix, lead: Matrix, suit: int, play: Words) -> int:
    """The void that a follow proves: the suit led, or pairs of it (see `Position.voids`).

    `lead` has the units that were led.
    """
    mask = space[MASK, suit]
    if play[0] & ~mask != 0:
        return 1 << suit | 1 << (NO_PAIRS + suit)
    widest = widest_of(lead)
    if widest == 1 or shields(space, lead, play.shape[0]):
        return 0
    pairs = 1
    if widest == 2:
        pairs = 0
        for row in range(lead.shape[0]):
            if lead[row, WIDTH] == 2:
                pairs += lead[row, LENGTH]
    if pairs == 1:
        has_all = play[1] & mask != 0
    else:
        has_all = can_cut(stacks_of(play, mask), pairs << BITS * 2)
    return 0 if has_all else 1 << (NO_PAIRS + suit)


@compiled_part(INT, MATRIX, INT)
def above(space: Matrix, place: int) -> int:
    """Places of the cards stronger than the one at `place`, in its suit."""
    suit = space[SUIT, place]
    equals = space[KINDS + suit, space[COLUMN, place]]
    return int(space[MASK, suit] & ~equals & (-1 << place))


@compiled_part(INT, MATRIX, INT)
def beaters(space: Matrix, card: int) -> int:
    """Places of the cards that beat a card of the suit led, or a trump; `card` is its bit."""
    trumps = space[MASK, TRUMP]
    return int(above(space, popcount(card - 1)) | (0 if card & trumps else trumps))


@compiled_part(BOOL, POSITION, INT, WORDS)
def takes_lead(position: Position, suit: int, play: Words) -> bool:
    """Whether the next play to a lead of a suit takes the lead of the trick."""
    space, facts, plays = position.space, position.facts, position.plays
    turn = facts[PLAYED]
    trumps = space[MASK, TRUMP]
    # Most plays are ruled out at once: they are too narrow for the first unit, or of two suits.
    if play[position.lead[0, WIDTH] - 1] == 0:
        return False
    if play[0] & ~trumps != 0 and (
        play[0] & ~space[MASK, suit] != 0 or plays[facts[BEST], 0] & trumps != 0
    ):
        return False
    copy_to(play, plays[turn])
    lead = position.lead[: facts[UNITS]]
    if all_units_count(space, lead):
        return bool(winner_by_all_units(space, suit, lead, plays[: turn + 1]) == turn)
    return bool(takes_over(space, suit, lead, plays, facts[BEST], turn))


@compiled_part(NOTHING, POSITION, INT, INT)
def follow_single(position: Position, seat: int, card: int) -> None:
    """Record the voids that a single-card follow proves, and whether it takes the trick's lead.

    This is `follow_several` for the most frequent kind of play.
    """
    space, facts, plays = position.space, position.facts, position.plays
    suit = space[SUIT, popcount(plays[0, 0] - 1)]
    if card & space[MASK, suit] == 0:
        position.voids[seat] |= 1 << suit | 1 << (NO_PAIRS + suit)
    if beaters(space, plays[facts[BEST], 0]) & card:
        facts[BEST] = facts[PLAYED]


@compiled_part(NOTHING, POSITION, INT, WORDS)
def follow_several(position: Position, seat: int, play: Words) -> None:
    """Record the voids that a follow proves, and the best play of the trick with it."""
    space, facts, plays = position.space, position.facts, position.plays
    bits = plays[0, 0]
    suit = space[SUIT, popcount((bits & -bits) - 1)]
    position.voids[seat] |= lacks_shown(space, position.lead[: facts[UNITS]], suit, play)
    if takes_lead(position, suit, play):
        facts[BEST] = facts[PLAYED]


@compiled_part(NOTHING, POSITION, INT, INT)
def finish_play(position: Position, seat: int, turn: int) -> None:
    """Apply the consequences of a play that has been written as this turn of the trick."""
    space, facts, plays = position.space, position.facts, position.plays
    players = position.hands.shape[0]
    played = plays[turn]
    if position.calls.shape[0] > 0:
        answer_calls(position, seat, played)
    if is_single(played):
        take_one(position.hands[seat], played[0])
        take_one(position.rest, played[0])
        if turn > 0:
            follow_single(position, seat, played[0])
    else:
        subtract(position.hands[seat], played)
        subtract(position.rest, played)
        if turn > 0:
            follow_several(position, seat, played)
    if turn < players - 1:
        facts[PLAYED] = turn + 1
        return
    winner = (facts[LEADER] + facts[BEST]) % players
    points = 0
    for each in range(players):
        points += points_on(space, plays[each])
    position.taken[winner] += points
    facts[LEADER], facts[PLAYED] = winner, 0


@compiled_part(NOTHING, POSITION, WORDS)
def apply_next(position: Position, play: Words) -> None:
    """Apply a play, given as words, of the seat whose turn it is; it must be legal.

    A lead is judged as a throw against the known hands, and read by default. A complete trick is
    won, and its winner leads.
    """
    facts, plays = position.facts, position.plays
    turn = facts[PLAYED]
    seat = turn_of(position)
    if turn == 0:
        put_lead(position, seat, play)
        facts[BEST] = 0
    else:
        copy_to(play, plays[turn])
    finish_play(position, seat, turn)


@compiled_lean(NOTHING, POSITION, WORDS)
def apply_play(position: Position, play: Words) -> None:
    """Non-inlined version of `apply_next`, for callers in Python or outside of hot loops."""
    apply_next(position, play)


@compiled_lean(
    NOTHING, MATRIX, MATRIX, WORDS, WORDS, MATRIX, MATRIX, MATRIX, WORDS, WORDS, WORDS, WORDS,
    MATRIX, WORDS,
)  # fmt: skip
def apply_made(
    space: Matrix,
    hands: Matrix,
    kitty: Words,
    rest: Words,
    plays: Matrix,
    lead: Matrix,
    calls: Matrix,
    taken: Words,
    paid: Words,
    voids: Words,
    facts: Words,
    units: Matrix,
    play: Words,
) -> None:
    """Apply a play with a known lead: `units`, as rows of `Position.lead`.

    For a follow `units` is empty. The arrays of the position are separate arguments, since Python
    passes them three times faster this way.
    """
    position = Position(space, hands, kitty, rest, plays, lead, calls, taken, paid, voids, facts)
    turn = facts[PLAYED]
    if turn == 0:
        for row in range(1, plays.shape[0]):
            clear(plays[row])
        facts[UNITS], facts[BEST] = units.shape[0], 0
        for row in range(units.shape[0]):
            for entry in range(4):
                lead[row, entry] = units[row, entry]
    copy_to(play, plays[turn])
    finish_play(position, turn_of(position), turn)
