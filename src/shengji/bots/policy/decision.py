"""The lead or the follow of a seat: the most promising of the candidates."""

from __future__ import annotations

from shengji.bots.policy import follows, leads
from shengji.bots.policy.follows import find_singles, legal_singles
from shengji.bots.policy.judge import choose_best
from shengji.bots.policy.leads import find_leads
from shengji.bots.policy.networks import LEADS, SEVERAL, SINGLES
from shengji.bots.policy.scratchpad import SCRATCHPAD, Scratchpad
from shengji.bots.policy.seat_view import write_view
from shengji.bots.policy.several import find_several
from shengji.play.jit import INT, NOTHING, WORDS, Words, compiled_part
from shengji.play.words import clear, count_in


@compiled_part(NOTHING, SCRATCHPAD, INT, WORDS)
def choose_lead(pad: Scratchpad, seat: int, play: Words) -> None:
    """Write the cards that a seat leads to `play`, as words; of one suit, in the default reading.

    It reads only information that the seat may know.
    """
    position = pad.position
    hand = position.hands[seat]
    if count_in(hand, -1) == 1:
        for k in range(play.shape[0]):
            play[k] = hand[k]
        return
    write_view(pad, seat)
    choose_best(pad, pad.networks[LEADS:], find_leads(pad, seat), leads.SHARED, play)


@compiled_part(NOTHING, SCRATCHPAD, INT, WORDS)
def choose_follow(pad: Scratchpad, seat: int, play: Words) -> None:
    """Write the cards that a seat follows with to `play`, as words; always legal.

    `seat` is on turn, after a lead. It reads only information that the seat may know.
    """
    position = pad.position
    hand = position.hands[seat]
    size = count_in(position.plays[0], -1)
    if count_in(hand, -1) == size:
        for k in range(play.shape[0]):
            play[k] = hand[k]
        return
    if size == 1:
        legal = legal_singles(position, seat)
        if legal & (legal - 1) == 0:
            clear(play)
            play[0] = legal
            return
    write_view(pad, seat)
    if size == 1:
        choose_best(pad, pad.networks[SINGLES:], find_singles(pad, seat), follows.SHARED, play)
    else:
        number = find_several(pad, seat, size)
        choose_best(pad, pad.networks[SEVERAL:], number, follows.SHARED, play)
