"""The position of a lane, for the compiled functions of the game."""

from __future__ import annotations

from shengji.env.vector.lanes import GAME, LANES, TRUMP_NUMBER, Game, Lanes
from shengji.play.jit import INT, compiled_part
from shengji.play.position import POSITION, Position


@compiled_part(POSITION, GAME, LANES, INT)
def position_in(game: Game, lanes: Lanes, lane: int) -> Position:
    """The position of a lane, which shares its memory."""
    return Position(
        game.spaces[lanes.notes[lane, TRUMP_NUMBER]],
        lanes.hands[lane],
        lanes.kitties[lane],
        lanes.rests[lane],
        lanes.plays[lane],
        lanes.leads[lane],
        lanes.calls[lane],
        lanes.taken[lane],
        lanes.paid[lane],
        lanes.voids[lane],
        lanes.facts[lane],
    )
