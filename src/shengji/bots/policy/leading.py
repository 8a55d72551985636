"""What a seat leads: of the leads worth weighing the one that promises most."""

from __future__ import annotations

from shengji.bots.policy.desk import DESK, Desk
from shengji.bots.policy.judging import choose_best
from shengji.bots.policy.leads import SHARED, find_leads
from shengji.bots.policy.networks import LEADS
from shengji.bots.policy.numbers import FLOATS, Floats
from shengji.bots.policy.sight import look
from shengji.play.jit import INT, NOTHING, WORDS, Words, compiled_part
from shengji.play.words import count_in


@compiled_part(NOTHING, DESK, INT, FLOATS, WORDS)
def choose_lead(desk: Desk, seat: int, networks: Floats, play: Words) -> None:
    """Write the words of the cards that a seat leads to `play`; of one suit, read by default.

    Nothing is read but what the seat may know.
    """
    position = desk.position
    hand = position.hands[seat]
    if count_in(hand, -1) == 1:
        for k in range(play.shape[0]):
            play[k] = hand[k]
        return
    look(desk, seat)
    choose_best(desk, networks[LEADS:], find_leads(desk, seat), SHARED, play)
