"""What a seat leads: of the leads worth weighing the one that promises most."""

from __future__ import annotations

from shengji.bots.policy.judging import choose_best
from shengji.bots.policy.leads import SHARED, find_leads
from shengji.bots.policy.networks import LEADS
from shengji.bots.policy.position import FLOATS, POSITION, Floats, Position
from shengji.bots.policy.sight import count_cards, look
from shengji.play.jit import INT, NOTHING, WORDS, Words, compiled_part


@compiled_part(NOTHING, POSITION, INT, FLOATS, WORDS)
def choose_lead(position: Position, seat: int, networks: Floats, play: Words) -> None:
    """Write the words of the cards that a seat leads to `play`; of one suit, read by default.

    Nothing is read but what the seat may know.
    """
    hand = position.hands[seat]
    if count_cards(hand, -1) == 1:
        for k in range(play.shape[0]):
            play[k] = hand[k]
        return
    look(position, seat)
    choose_best(position, networks[LEADS:], find_leads(position, seat), SHARED, play)
