"""The plays that a follower is offered, over positions of any house."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import numpy as np
import pytest

from shengji.env.actions.plays import write_follows, write_leads
from shengji.env.actions.room import new_room
from shengji.game.due import units_among
from shengji.play.follows import Lead
from shengji.play.units import default_reading
from shengji.rules import Rules
from tests.kit import written
from tests.play import positions
from tests.seeds import trials

ROWS = 8
MOST = 400
"""Positions with more follows than this are left out."""


@pytest.mark.parametrize("seed", trials(20))
def test_all_follows_are_offered_and_of_too_many_those_at_even_distances(seed: int) -> None:
    chance = Random(seed)
    asked = Counter[str]()
    while asked.total() < 300:
        house = positions.random_house(chance)
        space = house.space
        suit = positions.random_suit(chance, space)
        reading = positions.random_lead(chance, house, suit, 9)
        hand = positions.random_hand(chance, space, suit, 14)
        lead = Lead(space, reading) if reading else None
        if lead is None or len(hand) < lead.size:
            continue
        legal = [written(play) for play in islice(lead.follows(hand), MOST + 1)]
        if len(legal) > MOST:
            continue
        room = new_room(Rules(decks=space.decks))
        found = []
        for rows in (MOST, ROWS):
            choices = np.zeros((rows, space.decks), dtype=np.int64)
            number = write_follows(
                space.table, suit, lead.size, lead.units, space.words(hand), room, choices
            )
            assert number == len(legal)
            found.append([written(space.cards(row)) for row in choices[:number]])
        all_of_them, some = found
        said = house.rules, house.trump, written(lead.cards), written(hand)
        assert sorted(all_of_them) == sorted(legal), said
        kept = min(ROWS, len(legal))
        assert some == [all_of_them[row * len(legal) // kept] for row in range(kept)], said
        asked["many" if len(legal) > ROWS else "few"] += bool(lead.owed(hand).rung)
        asked["free"] += not lead.owed(hand).rung
    assert min(asked["many"], asked["few"], asked["free"]) > 5


@pytest.mark.parametrize("seed", trials(20))
def test_every_unit_is_offered_as_a_lead_and_throws_of_the_highest_kinds(seed: int) -> None:
    chance = Random(seed)
    asked = Counter[bool]()
    for _ in range(120):
        house = positions.random_house(chance)
        space = house.space
        hand = space.sort(
            positions.random_hand(chance, space, positions.random_suit(chance, space), 14)
        )
        suits = [space.by_suit(hand)[suit] for suit in sorted(space.by_suit(hand))]
        units = {written(unit.cards) for cards in suits for unit in units_among(space, cards)}
        tops = [
            [card for card in cards if space.place(card) >= space.place(lowest)]
            for cards in suits
            for lowest in dict.fromkeys(cards)
        ]
        throws = {written(top) for top in tops if len(default_reading(space, top)) > 1}
        words, room = space.words(hand), new_room(Rules(decks=space.decks))
        choices = np.zeros((MOST, space.decks), dtype=np.int64)
        number = write_leads(space.table, words, room, choices)
        found = [written(space.cards(row)) for row in choices[:number]]
        expected = units | throws if house.rules.throws else units
        assert sorted(found) == sorted(expected), (house.rules, house.trump, written(hand))
        few = np.zeros((ROWS, space.decks), dtype=np.int64)
        assert write_leads(space.table, words, room, few) == number
        assert (few == choices[:ROWS]).all()
        asked[number > ROWS] += 1
    assert min(asked[False], asked[True]) > 5
