"""What a seat follows with: of the ways worth weighing the one that promises most."""

from __future__ import annotations

from shengji.bots.policy.follows import SHARED, find_singles, legal_singles
from shengji.bots.policy.judging import choose_best
from shengji.bots.policy.networks import SEVERAL, SINGLES
from shengji.bots.policy.position import FLOATS, POSITION, Floats, Position
from shengji.bots.policy.several import find_several
from shengji.bots.policy.sight import count_cards, look
from shengji.play.columns import clear
from shengji.play.jit import INT, NOTHING, WORDS, Words, compiled_part


@compiled_part(NOTHING, POSITION, INT, FLOATS, WORDS)
def choose_follow(position: Position, seat: int, networks: Floats, play: Words) -> None:
    """Write the words of the cards that a seat follows with to `play`; always legal.

    `seat` is on turn and has the lead before it. Nothing is read but what it may know.
    """
    hand = position.hands[seat]
    size = count_cards(position.plays[0], -1)
    if count_cards(hand, -1) == size:
        for k in range(play.shape[0]):
            play[k] = hand[k]
        return
    if size == 1:
        legal = legal_singles(position, seat)
        if legal & (legal - 1) == 0:
            clear(play)
            play[0] = legal
            return
    look(position, seat)
    if size == 1:
        choose_best(position, networks[SINGLES:], find_singles(position, seat), SHARED, play)
    else:
        number = find_several(position, seat, size)
        choose_best(position, networks[SEVERAL:], number, SHARED, play)
