"""One step of some lanes: play the chosen rows, then offer and observe the next decisions."""

from __future__ import annotations

from shengji.bots.policy.payoff import levels_for_declarers
from shengji.env.actions.plays import write_choices, write_rows
from shengji.env.actions.room import ROOM, Room
from shengji.env.bytes import clear_bytes, count_kinds
from shengji.env.layout import COLUMN_COUNT, KIND_COUNT
from shengji.env.vector.beginnings import begin_hand
from shengji.env.vector.lanes import (
    CHALLENGER,
    GAME,
    LANES,
    MUST_BEAT,
    OBSERVED,
    Game,
    Lanes,
)
from shengji.env.vector.observing import observe_beginning, observe_end, observe_seat
from shengji.env.vector.positions import position_in
from shengji.play.apply import apply_next
from shengji.play.bits import highest_bit, popcount
from shengji.play.jit import BOOL, INT, NOTHING, WORDS, Words, compiled_lean, compiled_part
from shengji.play.position import (
    NEED,
    PLAYED,
    POSITION,
    THRESHOLD,
    UNITS,
    Position,
    is_over,
    opponents_points,
    plays_for_declarers,
    turn_of,
)
from shengji.play.space import CARD, SUIT
from shengji.play.throws import beats, may_stop
from shengji.play.words import count_in


@compiled_part(NOTHING, LANES, POSITION, INT, INT, WORDS)
def note_throw(lanes: Lanes, position: Position, lane: int, leader: int, thrown: Words) -> None:
    """Record a throw that has just failed, and the seat that can beat it."""
    space, led = position.space, position.plays[0]
    players = position.hands.shape[0]
    count_kinds(space, thrown, lanes.thrown[lane])
    suit = space[SUIT, highest_bit(led[0])]
    for turn in range(1, players):
        seat = (leader + turn) % players
        if may_stop(space, leader, seat) and beats(
            space, suit, position.lead, 0, position.hands[seat]
        ):
            lanes.notes[lane, CHALLENGER] = seat
            return


@compiled_part(NOTHING, LANES, POSITION, INT, INT, INT)
def note_play(lanes: Lanes, position: Position, lane: int, seat: int, turn: int) -> None:
    """Record a seat's play at this turn of the trick, and the calls that it answers."""
    space, cards = position.space, position.plays[turn]
    first = seat * KIND_COUNT
    held, played = lanes.held[lane, first:], lanes.played[lane, first:]
    trick = lanes.trick[lane, first:]
    for k in range(cards.shape[0]):
        left = cards[k]
        while left != 0:
            kind = space[CARD, popcount((left & -left) - 1)]
            left &= left - 1
            held[kind] -= 1
            played[kind] += 1
            trick[kind] += 1
    for call in range(position.calls.shape[0]):
        if position.calls[call, NEED] == 0 and lanes.answers[lane, call] < 0:
            lanes.answers[lane, call] = seat
    if position.facts[PLAYED] > 0:
        return
    lanes.notes[lane, CHALLENGER] = -1
    clear_bytes(lanes.thrown[lane])
    clear_bytes(lanes.trick[lane])


@compiled_lean(NOTHING, GAME, LANES, ROOM, INT)
def end_hand(game: Game, lanes: Lanes, room: Room, lane: int) -> None:
    """Write the rewards of a finished hand, and the final observation."""
    position = position_in(game, lanes, lane)
    points = opponents_points(position)
    gain = game.measure[0] * levels_for_declarers(game.payoff, points)
    gain += game.measure[1] * (position.facts[THRESHOLD] - points)
    for seat in range(position.hands.shape[0]):
        lanes.rewards[lane, seat] = gain if plays_for_declarers(position, seat) else -gain
    if game.options[OBSERVED] != 0:
        observe_end(game, lanes, room, position, lane, lanes.actors[lane])


@compiled_part(NOTHING, GAME, LANES, ROOM, INT)
def offer(game: Game, lanes: Lanes, room: Room, lane: int) -> None:
    """Write the plays and the observation of the seat whose turn it is."""
    position = position_in(game, lanes, lane)
    space = position.space
    facts, choices = position.facts, lanes.choices[lane]
    rows, masks = lanes.rows[lane], lanes.masks[lane]
    seat = turn_of(position)
    total = write_choices(
        space,
        position.plays,
        position.lead[: facts[UNITS]],
        facts[PLAYED],
        position.hands[seat],
        game.options[MUST_BEAT] != 0 and lanes.notes[lane, CHALLENGER] == seat,
        room,
        choices,
    )
    before, now = lanes.counts[lane], min(total, choices.shape[0])
    lanes.seats[lane], lanes.counts[lane] = seat, now
    lanes.left_out[lane] = total - now
    clear_bytes(rows[: before * COLUMN_COUNT])
    clear_bytes(masks[:before])
    for number in range(now):
        masks[number] = 1
    write_rows(space, choices, now, rows)
    if game.options[OBSERVED] != 0:
        observe_seat(game, lanes, position, lane, seat, lanes.observations[lane])


@compiled_part(BOOL, GAME, LANES, INT, INT)
def play(game: Game, lanes: Lanes, lane: int, action: int) -> bool:
    """Play the chosen row in a lane; return whether its hand is over."""
    position = position_in(game, lanes, lane)
    chosen = lanes.choices[lane, action]
    turn, seat = position.facts[PLAYED], turn_of(position)
    lanes.actors[lane] = seat
    apply_next(position, chosen)
    if turn == 0 and count_in(chosen, -1) > count_in(position.plays[0], -1):
        note_throw(lanes, position, lane, seat, chosen)
    note_play(lanes, position, lane, seat, turn)
    return is_over(position)


@compiled_lean(NOTHING, GAME, LANES, ROOM, INT)
def begin_play(game: Game, lanes: Lanes, room: Room, lane: int) -> None:
    """Offer and observe the first lead of a hand whose arrays have been written."""
    if game.options[OBSERVED] != 0:
        observe_beginning(game, lanes, lane)
    offer(game, lanes, room, lane)


@compiled_lean(NOTHING, GAME, LANES, ROOM, INT, INT, BOOL, WORDS)
def step_lanes(
    game: Game, lanes: Lanes, room: Room, first: int, end: int, fresh: bool, actions: Words
) -> None:
    """Make one step in the lanes from `first` to below `end`, or begin fresh hands there.

    `actions` has the chosen row of every lane, which must be allowed.
    """
    for lane in range(first, end):
        if lanes.in_setup[lane] and not fresh:
            lanes.ended[lane] = False
            for seat in range(lanes.rewards.shape[1]):
                lanes.rewards[lane, seat] = 0.0
            continue
        over = fresh
        if not fresh:
            over = play(game, lanes, lane, actions[lane])
        for seat in range(lanes.rewards.shape[1]):
            lanes.rewards[lane, seat] = 0.0
        lanes.ended[lane] = over and not fresh
        if over:
            if not fresh:
                end_hand(game, lanes, room, lane)
            begin_hand(game, lanes, room, lane)
            if game.options[OBSERVED] != 0:
                observe_beginning(game, lanes, lane)
        offer(game, lanes, room, lane)
