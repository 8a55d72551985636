"""Writing observations of lanes in the layout of `shengji.env.layout`, compiled."""

from __future__ import annotations

from shengji.env.actions.room import ROOM, Room
from shengji.env.bytes import BYTES, Bytes, clear_bytes, copy_bytes, count_kinds
from shengji.env.layout import KIND_COUNT, MOST, NUMBERS, PHASES, POINT, SUIT_COUNT, UNIT_COLUMNS
from shengji.env.vector.beginnings import TRUMPS
from shengji.env.vector.lanes import (
    BIDDER,
    CHALLENGER,
    FIRST_RANK,
    GAME,
    KITTY_SHOWN,
    LANES,
    TRUMP_NUMBER,
    Game,
    Lanes,
)
from shengji.game import Phase
from shengji.play.columns import LENGTH, WIDTH
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


@compiled_part(NOTHING, MATRIX, WORDS, BYTES)
def write_kinds(space: Matrix, words: Words, target: Bytes) -> None:
    """Write the copies of each kind of card in a set."""
    clear_bytes(target)
    count_kinds(space, words, target)


@compiled_part(NOTHING, BYTES, INT, BYTES)
def write_by_seat(table: Bytes, observer: int, target: Bytes) -> None:
    """Write the counts by seat and kind of card, the observer's first."""
    first = observer * KIND_COUNT
    copy_bytes(table[first:], target)
    copy_bytes(table[:first], target[table.shape[0] - first :])


@compiled_part(INT, INT, INT, INT)
def row_of(seat: int, observer: int, players: int) -> int:
    """The row of a seat: its distance after the observer in playing order."""
    return seat - observer if seat >= observer else seat - observer + players


@compiled_part(INT, INT)
def in_fives(points: int) -> int:
    """Points in units of `POINT`, clipped to the range of a field."""
    return max(-MOST, min(MOST, points // POINT))


@compiled_lean(NOTHING, GAME, LANES, INT)
def observe_beginning(game: Game, lanes: Lanes, lane: int) -> None:
    """Write the fields that are equal for all seats until the hand of a lane is over."""
    starts, notes = game.starts, lanes.notes[lane]
    target, trump = lanes.observations[lane], notes[TRUMP_NUMBER]
    space = game.spaces[trump]
    clear_bytes(target)
    copy_bytes(game.looks[trump], target[starts[_SUITS] : starts[_UNITS]])
    if game.options[KITTY_SHOWN] != 0:
        seen = target[starts[_KITTY_SEEN] : starts[_THROWN]]
        write_kinds(space, lanes.first_kitties[lane], seen)
    target[starts[_PHASE] + _IN_PLAY] = 1
    rank = game.options[FIRST_RANK] + trump // TRUMPS
    target[starts[_RANK] + rank] = 1
    target[starts[_SUIT] + trump % TRUMPS] = 1
    for seat in range(lanes.hands.shape[1]):
        target[starts[_LEVELS] + seat] = rank
    for call in range(lanes.calls.shape[1]):
        target[starts[_CALL_KIND] + call] = space[CARD, lanes.calls[lane, call, PLACE]]


@compiled_part(NOTHING, POSITION, BYTES)
def write_units(position: Position, target: Bytes) -> None:
    """Write the units of the lead in the format of the layout."""
    clear_bytes(target)
    if position.facts[PLAYED] == 0:
        return
    for unit in range(position.facts[UNITS]):
        length = position.lead[unit, LENGTH]
        first = UNIT_COLUMNS * (position.lead[unit, WIDTH] - 1)
        if length == 1:
            target[first] += 1
        else:
            target[first + 1] += 1
            target[first + 2] += length


@compiled_part(NOTHING, POSITION, INT, BYTES, BYTES)
def write_lacks(position: Position, observer: int, voids: Bytes, pairless: Bytes) -> None:
    """Write the suits and pairs that seats are known to lack; the fields must be zero."""
    players = position.voids.shape[0]
    for seat in range(players):
        lacks = position.voids[seat]
        if lacks == 0:
            continue
        first = row_of(seat, observer, players) * SUIT_COUNT
        for suit in range(SUIT_COUNT):
            voids[first + suit] = lacks >> suit & 1
            pairless[first + suit] = lacks >> (NO_PAIRS + suit) & 1


@compiled_part(NOTHING, GAME, POSITION, WORDS, INT, BYTES)
def write_seats(game: Game, position: Position, notes: Words, observer: int, target: Bytes) -> None:
    """Write the seats' roles, hand sizes and points; the fields must be zero."""
    starts, facts = game.starts, position.facts
    players = position.hands.shape[0]
    leader = facts[LEADER]
    first = row_of(leader, observer, players)
    target[starts[_TURN]] = 1
    target[starts[_LEADER] + first] = 1
    if facts[PLAYED] > 0:
        ahead = first + facts[BEST]
        target[starts[_AHEAD] + (ahead if ahead < players else ahead - players)] = 1
    if notes[CHALLENGER] >= 0:
        target[starts[_CHALLENGER] + row_of(notes[CHALLENGER], observer, players)] = 1
    target[starts[_DEALER] + row_of(facts[DEALER], observer, players)] = 1
    if notes[BIDDER] >= 0:
        target[starts[_BIDDER] + row_of(notes[BIDDER], observer, players)] = 1
    target[starts[_BURIED_BY] + row_of(facts[BURIED_BY], observer, players)] = 1
    declarer, sizes, taken = starts[_DECLARER], starts[_SIZES], starts[_TAKEN]
    for seat in range(players):
        row = row_of(seat, observer, players)
        target[declarer + row] = facts[SIDES] >> seat & 1
        target[sizes + row] = min(MOST, count_in(position.hands[seat], -1))
        target[taken + row] = in_fives(position.taken[seat])


@compiled_part(NOTHING, GAME, LANES, POSITION, INT, INT, BYTES)
def observe_seat(
    game: Game, lanes: Lanes, position: Position, lane: int, observer: int, target: Bytes
) -> None:
    """Write the knowledge of the seat to play, after `observe_beginning` has run."""
    starts, notes, space, facts = game.starts, lanes.notes[lane], position.space, position.facts
    players = position.hands.shape[0]
    first = observer * KIND_COUNT
    copy_bytes(lanes.held[lane, first : first + KIND_COUNT], target[starts[_HAND] :])
    write_by_seat(lanes.played[lane], observer, target[starts[_PLAYED] : starts[_TRICK]])
    write_by_seat(lanes.trick[lane], observer, target[starts[_TRICK] : starts[_SHOWN]])
    write_by_seat(lanes.shown[lane], observer, target[starts[_SHOWN] : starts[_KITTY]])
    clear_bytes(target[starts[_KITTY] : starts[_KITTY_SEEN]])
    if observer == facts[BURIED_BY]:
        write_kinds(space, position.kitty, target[starts[_KITTY] : starts[_KITTY_SEEN]])
    copy_bytes(lanes.thrown[lane], target[starts[_THROWN] : starts[_SUITS]])
    write_units(position, target[starts[_UNITS] : starts[_PHASE]])
    clear_bytes(target[starts[_TURN] : starts[_SIZES]])
    write_seats(game, position, notes, observer, target)
    write_lacks(
        position,
        observer,
        target[starts[_VOIDS] : starts[_PAIRLESS]],
        target[starts[_PAIRLESS] : starts[_SIZES]],
    )
    target[starts[_POINTS]] = in_fives(opponents_points(position))
    points = 0
    for turn in range(facts[PLAYED]):
        points += points_on(space, position.plays[turn])
    target[starts[_TRICK_POINTS]] = in_fives(points)
    known = True
    for call in range(position.calls.shape[0]):
        need, answer = position.calls[call, NEED], lanes.answers[lane, call]
        known = known and need == 0
        target[starts[_CALL_NEED] + call] = need
        target[starts[_CALL_SEAT] + call] = row_of(answer, observer, players) if answer >= 0 else -1
    target[starts[_SIDES_KNOWN]] = known


@compiled_lean(NOTHING, GAME, LANES, ROOM, POSITION, INT, INT)
def observe_end(
    game: Game, lanes: Lanes, room: Room, position: Position, lane: int, observer: int
) -> None:
    """Write a seat's knowledge at the end of a lane's hand to `Lanes.finals`."""
    starts, facts, target = game.starts, position.facts, lanes.finals[lane]
    copy_bytes(lanes.observations[lane], target)
    # The field has the points of tricks only, so use an empty kitty.
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
    observe_seat(game, lanes, without, lane, observer, target)
    target[starts[_PHASE] + _IN_PLAY], target[starts[_PHASE] + _ENDED] = 0, 1
    clear_bytes(target[starts[_TURN] : starts[_DEALER]])
    clear_bytes(target[starts[_LEADER] : starts[_AHEAD]])
    clear_bytes(target[starts[_VOIDS] : starts[_SIZES]])
    target[starts[_SIDES_KNOWN]] = 1
    if observer == facts[BURIED_BY] or facts[SIDES] >> facts[LEADER] & 1 == 0:
        # The Opponents reveal the kitty if they have won the last trick.
        write_kinds(position.space, position.kitty, target[starts[_KITTY] : starts[_KITTY_SEEN]])
