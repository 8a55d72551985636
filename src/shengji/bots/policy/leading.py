"""What a seat leads: of the leads worth weighing the one that promises most."""

from __future__ import annotations

from shengji.bots.policy.judging import NETWORK, choose_best
from shengji.bots.policy.leads import find_leads
from shengji.bots.policy.position import NUMBERS, POSITION, Numbers, Position
from shengji.bots.policy.sight import look
from shengji.bots.policy.weights import LEADS
from shengji.bots.policy.worth import half_for
from shengji.play.jit import INT, NOTHING, WORDS, Words, compiled_lean


@compiled_lean(NOTHING, POSITION, INT, NUMBERS, WORDS)
def choose_lead(position: Position, seat: int, weights: Numbers, play: Words) -> None:
    """Write the words of the cards that a seat leads to `play`; of one suit, read by default.

    Nothing is read but what the seat may know.
    """
    look(position, seat)
    half = half_for(position, seat)
    number = find_leads(position, seat, weights[half:])
    first = LEADS if half == 0 else LEADS + NETWORK
    choose_best(position, weights[first:], number, play)
