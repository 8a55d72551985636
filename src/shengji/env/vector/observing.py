"""Writing what a seat knows as numbers, by the one layout (`shengji.env.layout`)."""

from __future__ import annotations

from shengji.env.layout import KIND_COUNT, MOST, NUMBERS, PHASES, POINT, SUIT_COUNT, UNIT_COLUMNS
from shengji.env.vector.beginnings import TRUMPS
from shengji.env.vector.lanes import (
    BIDDER,
    BYTE_ROWS,
    BYTES,
    CHALLENGER,
    FIRST_RANK,
    GAME,
    KITTY_SHOWN,
    LANES,
    ROOM,
    SHOWN_COPIES,
    SHOWN_KIND,
    TRUMP_NUMBER,
    Bytes,
    Game,
    Lanes,
    Room,
)
from shengji.game import Phase
from shengji.play.bits import popcount
from shengji.play.columns import LENGTH, WIDEST, WIDTH
from shengji.play.jit import (
    INT,
    MATRIX,
    NOTHING,
    WORDS,
    Matrix,
    Words,
    compiled_lean,
    compiled_part,
)
from shengji.play.position import (
    BEST,
    BURIED_BY,
    DEALER,
    LEADER,
    NEED,
    NO_PAIRS,
    PLACE,
    PLAYED,
    POSITION,
    SIDES,
    UNITS,
    Position,
    opponents_points,
)
from shengji.play.space import CARD
from shengji.play.words import count_in, points_on

_HAND, _PLAYED, _TRICK = NUMBERS["hand"], NUMBERS["played"], NUMBERS["trick"]
_SHOWN, _KITTY, _KITTY_SEEN = NUMBERS["shown"], NUMBERS["kitty"], NUMBERS["kitty_seen"]
_THROWN, _SUITS, _UNITS = NUMBERS["thrown"], NUMBERS["suits"], NUMBERS["units"]
_PHASE, _RANK, _SUIT = NUMBERS["phase"], NUMBERS["rank"], NUMBERS["suit"]
_TURN, _DEALER, _BIDDER = NUMBERS["turn"], NUMBERS["dealer"], NUMBERS["bidder"]
_BURIED_BY, _LEADER, _AHEAD = NUMBERS["buried_by"], NUMBERS["leader"], NUMBERS["ahead"]
_CHALLENGER, _DECLARER = NUMBERS["challenger"], NUMBERS["declarer"]
_SIDES_KNOWN, _VOIDS, _PAIRLESS = NUMBERS["sides_known"], NUMBERS["voids"], NUMBERS["pairless"]
_SIZES, _TAKEN, _LEVELS = NUMBERS["sizes"], NUMBERS["taken"], NUMBERS["levels"]
_POINTS, _TRICK_POINTS = NUMBERS["points"], NUMBERS["trick_points"]
_CALL_KIND, _CALL_NEED, _CALL_SEAT = (
    NUMBERS["call_kind"],
    NUMBERS["call_need"],
    NUMBERS["call_seat"],
)
_IN_PLAY, _ENDED = PHASES.index(Phase.PLAY), PHASES.index(Phase.ENDED)


@compiled_part(NOTHING, BYTES, INT, MATRIX, WORDS)
def write_kinds(target: Bytes, start: int, space: Matrix, words: Words) -> None:
    """Write how many copies of each kind of card a set has, from an entry on."""
    for kind in range(KIND_COUNT):
        target[start + kind] = 0
    for k in range(words.shape[0]):
        left = words[k]
        while left != 0:
            target[start + space[CARD, popcount((left & -left) - 1)]] += 1
            left &= left - 1


@compiled_part(NOTHING, BYTES, INT, BYTE_ROWS, INT)
def write_by_seat(target: Bytes, start: int, table: Bytes, observer: int) -> None:
    """Write the rows of a table, that of the observer first, from an entry on."""
    players = table.shape[0]
    for turn in range(players):
        row = table[(observer + turn) % players]
        for kind in range(KIND_COUNT):
            target[start + turn * KIND_COUNT + kind] = row[kind]


@compiled_lean(NOTHING, GAME, LANES, INT)
def observe_beginning(game: Game, lanes: Lanes, lane: int) -> None:
    """Write what stays the same for all seats until the hand of a lane is over."""
    starts, notes = game.starts, lanes.notes[lane]
    target, trump = lanes.observations[lane], notes[TRUMP_NUMBER]
    space = game.spaces[trump]
    for entry in range(target.shape[0]):
        target[entry] = 0
    for entry in range(2 * KIND_COUNT):
        target[starts[_SUITS] + entry] = game.looks[trump, entry]
    if game.options[KITTY_SHOWN] != 0:
        write_kinds(target, starts[_KITTY_SEEN], space, lanes.first_kitties[lane])
    target[starts[_PHASE] + _IN_PLAY] = 1
    rank = game.options[FIRST_RANK] + trump // TRUMPS
    target[starts[_RANK] + rank] = 1
    target[starts[_SUIT] + trump % TRUMPS] = 1
    for seat in range(lanes.hands.shape[1]):
        target[starts[_LEVELS] + seat] = rank
    for call in range(lanes.calls.shape[1]):
        target[starts[_CALL_KIND] + call] = space[CARD, lanes.calls[lane, call, PLACE]]


@compiled_part(INT, INT)
def in_fives(points: int) -> int:
    """Points as the layout counts them."""
    return max(-MOST, min(MOST, points // POINT))


@compiled_part(NOTHING, GAME, POSITION, WORDS, INT, BYTES)
def observe_trick(
    game: Game, position: Position, notes: Words, observer: int, target: Bytes
) -> None:
    """Write what lies open of the trick under way but its cards, and what all seats lack."""
    starts, space, facts, plays = game.starts, position.space, position.facts, position.plays
    players, played = position.hands.shape[0], facts[PLAYED]
    ahead = (facts[LEADER] + facts[BEST]) % players if played > 0 else -1
    turn_now = (facts[LEADER] + played) % players
    for turn in range(players):
        seat = (observer + turn) % players
        target[starts[_TURN] + turn] = seat == turn_now
        target[starts[_LEADER] + turn] = seat == facts[LEADER]
        target[starts[_AHEAD] + turn] = seat == ahead
        target[starts[_CHALLENGER] + turn] = seat == notes[CHALLENGER]
        lacks = position.voids[seat]
        for suit in range(SUIT_COUNT):
            entry = turn * SUIT_COUNT + suit
            target[starts[_VOIDS] + entry] = lacks >> suit & 1
            target[starts[_PAIRLESS] + entry] = lacks >> (NO_PAIRS + suit) & 1
    units = starts[_UNITS]
    for entry in range(UNIT_COLUMNS * WIDEST):
        target[units + entry] = 0
    points = 0
    if played > 0:
        for unit in range(facts[UNITS]):
            length = position.lead[unit, LENGTH]
            first = units + UNIT_COLUMNS * (position.lead[unit, WIDTH] - 1)
            if length == 1:
                target[first] += 1
            else:
                target[first + 1] += 1
                target[first + 2] += length
        for row in range(played):
            points += points_on(space, plays[row])
    target[starts[_TRICK_POINTS]] = in_fives(points)


@compiled_lean(NOTHING, GAME, LANES, POSITION, INT, INT, BYTES)
def observe_seat(
    game: Game, lanes: Lanes, position: Position, lane: int, observer: int, target: Bytes
) -> None:
    """Write what a seat knows, beside what `observe_beginning` has written."""
    starts, notes, facts = game.starts, lanes.notes[lane], position.facts
    players = position.hands.shape[0]
    for kind in range(KIND_COUNT):
        target[starts[_HAND] + kind] = lanes.held[lane, observer, kind]
        target[starts[_THROWN] + kind] = lanes.thrown[lane, kind]
        target[starts[_KITTY] + kind] = 0
    write_by_seat(target, starts[_PLAYED], lanes.played[lane], observer)
    write_by_seat(target, starts[_TRICK], lanes.trick[lane], observer)
    for entry in range(players * KIND_COUNT):
        target[starts[_SHOWN] + entry] = 0
    turn = (notes[BIDDER] - observer) % players
    target[starts[_SHOWN] + turn * KIND_COUNT + notes[SHOWN_KIND]] = notes[SHOWN_COPIES]
    if observer == facts[BURIED_BY]:
        write_kinds(target, starts[_KITTY], position.space, position.kitty)
    observe_trick(game, position, notes, observer, target)
    for turn in range(players):
        seat = (observer + turn) % players
        target[starts[_DEALER] + turn] = seat == facts[DEALER]
        target[starts[_BIDDER] + turn] = seat == notes[BIDDER]
        target[starts[_BURIED_BY] + turn] = seat == facts[BURIED_BY]
        target[starts[_DECLARER] + turn] = facts[SIDES] >> seat & 1
        target[starts[_SIZES] + turn] = min(MOST, count_in(position.hands[seat], -1))
        target[starts[_TAKEN] + turn] = in_fives(position.taken[seat])
    target[starts[_POINTS]] = in_fives(opponents_points(position))
    known = True
    for call in range(position.calls.shape[0]):
        need, answer = position.calls[call, NEED], lanes.answers[lane, call]
        known = known and need == 0
        target[starts[_CALL_NEED] + call] = need
        target[starts[_CALL_SEAT] + call] = (answer - observer) % players if answer >= 0 else -1
    target[starts[_SIDES_KNOWN]] = known


@compiled_lean(NOTHING, GAME, LANES, ROOM, POSITION, INT, INT)
def observe_end(
    game: Game, lanes: Lanes, room: Room, position: Position, lane: int, observer: int
) -> None:
    """Write what a seat knows when the hand of a lane is over to `Lanes.finals`."""
    starts, facts, target = game.starts, position.facts, lanes.finals[lane]
    for entry in range(target.shape[0]):
        target[entry] = lanes.observations[lane, entry]
    observe_seat(game, lanes, position, lane, observer, target)
    target[starts[_PHASE] + _IN_PLAY], target[starts[_PHASE] + _ENDED] = 0, 1
    for entry in range(position.hands.shape[0]):
        target[starts[_TURN] + entry] = target[starts[_LEADER] + entry] = 0
    for entry in range(position.hands.shape[0] * SUIT_COUNT):
        target[starts[_VOIDS] + entry] = target[starts[_PAIRLESS] + entry] = 0
    target[starts[_SIDES_KNOWN]] = 1
    # The points of the tricks: what the kitty brings is not told among them.
    nothing = room.words[0]
    for k in range(nothing.shape[0]):
        nothing[k] = 0
    without = Position(
        position.space,
        position.hands,
        nothing,
        position.rest,
        position.plays,
        position.lead,
        position.calls,
        position.taken,
        position.paid,
        position.voids,
        position.facts,
    )
    target[starts[_POINTS]] = in_fives(opponents_points(without))
    if facts[SIDES] >> facts[LEADER] & 1 == 0:
        # The Opponents open the kitty when they have won the last trick.
        write_kinds(target, starts[_KITTY], position.space, position.kitty)
