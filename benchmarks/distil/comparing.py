"""Comparing networks with others: on the same deals, the seats exchanged.

Hands begin at their first lead, declared and buried by the rule player; what counts is how the
tricks are played. Of a deal both kinds sit at every second seat, and once more the other way round.
"""

from __future__ import annotations

import time

import numpy as np

from benchmarks.distil.studies import deal_again
from shengji.arena.beginnings import at_first_lead
from shengji.bots.policy.numbers import NUMBERS, Floats, Numbers
from shengji.bots.policy.payoff import value_for
from shengji.bots.policy.playout import choose_play
from shengji.bots.policy.scratchpad import PLAY, SCRATCHPAD, Scratchpad, scratchpad_beside
from shengji.bots.search.estimates import table_of_levels
from shengji.play.apply import apply_play
from shengji.play.jit import CHANCE, FLOAT, INT, compiled
from shengji.play.position import POSITION, Position, copy_position, is_over, turn_of, twin_of
from shengji.rules import Rules


@compiled(FLOAT, CHANCE, POSITION, SCRATCHPAD, SCRATCHPAD, NUMBERS, INT, INT)
def play_both_ways(
    chance: np.random.Generator,
    begin: Position,
    first: Scratchpad,
    second: Scratchpad,
    payoff: Numbers,
    deals: int,
    shift: int,
) -> float:
    """The levels a deal by which the networks of one scratchpad do better than those of another.

    Args:
        chance: deals the cards of all but the Dealer anew, from the second deal on.
        begin: where hands begin; it is dealt anew.
        first, second: the scratchpads, with one position for both.
        payoff: what the Opponents' points are worth (`payoff_of`).
        deals: how many deals are played, each twice.
        shift: the first seat that begins with the networks of the first scratchpad.
    """
    position, gained = first.position, 0.0
    players = position.hands.shape[0]
    play = first.scratch[PLAY]
    for deal in range(deals):
        if deal > 0:
            deal_again(chance, begin)
        for game in range(2):
            copy_position(begin, position)
            while not is_over(position):
                pad = first if (turn_of(position) + shift) % players % 2 == game else second
                choose_play(pad, play)
                apply_play(position, play)
            mine = others = 0.0
            held = 0
            for seat in range(players):
                value = value_for(position, payoff, seat)
                if (seat + shift) % players % 2 == game:
                    mine += value
                    held += 1
                else:
                    others += value
            gained += (mine / held - others / (players - held)) / 4
    return gained / deals


def levels_between(
    rules: Rules, networks: tuple[Floats, Floats], seconds: float, seed: int, deals: int = 1
) -> list[float]:
    """The levels a hand by which the first of two networks do better than the second.

    Args:
        rules: what is played.
        networks: all networks of either, as `networks.read_networks` returns them.
        seconds: how long it may take.
        seed: what chance starts from.
        deals: so many deals are played of each hand of a Dealer.

    Returns:
        The mean of each hand of a Dealer; these are independent.
    """
    chance = np.random.default_rng(seed)
    found: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        hand = at_first_lead(rules, seed, len(found)).match.hand
        assert hand is not None
        begin = twin_of(hand.position)
        first = scratchpad_beside(begin)._replace(networks=networks[0])
        second = scratchpad_beside(begin)._replace(position=first.position, networks=networks[1])
        shift = 0 if rules.teams == "fixed" else len(found) // rules.players % rules.players
        payoff = table_of_levels(rules)
        found.append(play_both_ways(chance, begin, first, second, payoff, deals, shift))
    return found
