"""Warm-up: loads the compiled rules at startup, before a player waits for them."""

from __future__ import annotations

from functools import cache
from random import Random

from shengji.bots import Table, make_bot
from shengji.cards import Rank, Trump, read_cards
from shengji.play.readings import readings
from shengji.play.space import space_of
from shengji.rules import Rules
from shengji.server.tables.acts.seating import STAND_IN


@cache
def read_kernels() -> None:
    """Play one hand and read one throw, once in a process, to load the compiled code.

    Loading takes some tenths of a second, which would otherwise block all tables at the first lead.
    """
    rules = Rules()
    bots = {seat: make_bot(STAND_IN, rules, seat, seat) for seat in range(rules.players)}
    Table(rules, bots, Random(1)).play_hand()
    readings(space_of(Rules(decks=3), Trump(Rank.TWO, None)), read_cards("3S 3S 3S 4S 4S"))
