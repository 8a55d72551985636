"""Random play: whole hands under any options, every play of which is legal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import islice
from random import Random

import numpy as np
import pytest

from shengji.cards import Card
from shengji.play import chance
from shengji.play.apply import apply_play
from shengji.play.follows import Lead
from shengji.play.ladder import protects
from shengji.play.position import position_for
from shengji.play.space import space_of
from shengji.play.units import default_reading, unit_table
from shengji.rules import PRESETS, Rules
from tests.kit import cards, trump, written
from tests.play import positions
from tests.play.oracle import House
from tests.seeds import trials


def indexes(deck: list[Card]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([card.index for card in deck], dtype=np.int64)


@pytest.mark.parametrize("seed", trials(6))
def test_random_follows_are_legal(seed: int) -> None:
    rng = Random(seed)
    source = chance.seeded(seed)
    for _ in range(1000):
        house = positions.random_house(rng)
        space = house.space
        suit = positions.random_suit(rng, space)
        reading = positions.random_lead(rng, house, suit, 9)
        hand = positions.random_hand(rng, space, suit, 14)
        if not reading or len(hand) < sum(len(unit.cards) for unit in reading):
            continue
        lead = Lead(space, reading)
        words, play = space.words(hand), space.words([])
        units = unit_table(space, reading)
        rest = space.words([])
        chance.any_follow(source, space.table, suit, lead.size, units, words, rest, play)
        found = space.cards(play)
        said = house.rules, house.trump, [written(u.cards) for u in reading], written(hand)
        assert lead.fault(hand, found) is None, (said, written(found))


@pytest.mark.parametrize("seed", trials(6))
def test_random_leads_are_units_where_nobody_may_throw(seed: int) -> None:
    rng = Random(seed)
    source = chance.seeded(seed)
    led, thrown = Counter[tuple[int, int]](), 0
    for _ in range(600):
        house = positions.random_house(rng, throws=False)
        space, free = house.space, positions.random_house(rng, throws=True).space
        suit = positions.random_suit(rng, space)
        hand = positions.random_hand(rng, space, suit, 14)
        if not hand:
            continue
        play, rest = space.words([]), space.words([])
        for _ in range(8):
            chance.any_lead(source, space.table, space.words(hand), rest, play)
            (unit,) = default_reading(space, space.cards(play))
            led[unit.shape] += 1
        if free.decks == space.decks:
            chance.any_lead(source, free.table, free.words(hand), rest, play)
            thrown += len(default_reading(free, free.cards(play))) > 1
    assert {(1, 1), (2, 1), (2, 2), (3, 1)} <= set(led)
    assert thrown > 0


@pytest.mark.parametrize("seed", trials(6))
def test_every_legal_follow_comes(seed: int) -> None:
    """Of hands that have to choose among a few: each way, and no other, also behind protection."""
    rng = Random(10 + seed)
    source = chance.seeded(seed)
    asked = Counter[str]()
    while asked.total() < 150:
        house = positions.random_house(rng)
        space, table = house.space, house.space.table
        suit = positions.random_suit(rng, space)
        reading = positions.random_lead(rng, house, suit, 6)
        kinds = positions.window(rng, space, suit)
        hand = positions.draw(rng, space, kinds, rng.randint(3, 8))
        lead = Lead(space, reading) if reading else None
        if lead is None or not 1 < lead.size < len(hand) or not lead.owed(hand).rung:
            continue
        legal = {written(space.sort(play)) for play in islice(lead.follows(hand), 9)}
        if not 1 < len(legal) < 9:
            continue
        words, rest, play = space.words(hand), space.words([]), space.words([])
        found = set()
        for _ in range(400):
            chance.any_follow(source, table, suit, lead.size, lead.units, words, rest, play)
            found.add(written(space.cards(play)))
        assert found == legal, (house.rules, house.trump, written(lead.cards), written(hand))
        guarded = protects(table, lead.units, space.decks)
        tractors = lead.owed(hand).rung[0][1] > 1
        asked["protected" if guarded else "tractors" if tractors else "tuples"] += 1
    assert len(asked) == 3 and min(asked.values()) > 5


@pytest.mark.parametrize(
    ("lead", "hand", "ways"),
    [
        ("9S 9S", "3S 3S 6S 6S 6S KS KS QS", ("KS KS", "6S 6S", "3S 3S")),
        ("9S 9S 9S", "3S 3S 3S 6S 6S 6S KS KS QS", ("6S 6S 6S", "3S 3S 3S")),
        (
            "9S 9S 10S 10S",
            "3S 3S 4S 4S 5S 5S 7S KS KS AS AS",
            ("AS AS KS KS", "5S 5S 4S 4S", "4S 4S 3S 3S"),
        ),
    ],
)
def test_a_whole_unit_that_is_owed_is_any_one(lead: str, hand: str, ways: tuple[str]) -> None:
    """Each tuple or tractor as wide and as long as the one led comes as often."""
    space = space_of(Rules(decks=3), trump("2H"))
    led = Lead(space, default_reading(space, cards(lead)))
    source, words, units = chance.seeded(7), space.words(cards(hand)), led.units
    rest, play = space.words([]), space.words([])
    found = Counter[str]()
    for _ in range(3000):
        chance.any_follow(source, space.table, led.suit, led.size, units, words, rest, play)
        found[written(space.cards(play))] += 1
    assert set(found) == set(ways)
    assert all(abs(times - 3000 / len(ways)) < 150 for times in found.values())


def test_nothing_is_read_beyond_its_end() -> None:
    """Plain Python sees it where a kernel would go on with what lies behind an array."""
    code = (
        "from shengji.arena.bench import play_hands; from shengji.rules import Rules\n"
        "for options in ({}, {'protected_tuples': True}, {'follow_order': 'most-cards'},\n"
        "    {'protected_tractors': True}):\n"
        "    play_hands(Rules(decks=6, **options), 4, 60)"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


@pytest.mark.parametrize("players", range(4, 13))
def test_whole_hands(players: int) -> None:
    """Every card is dealt and played, and the points are those of the deck and of the kitty."""
    rng = Random(players)
    source = chance.seeded(players)
    for _ in range(40):
        removed = rng.choice([0, 0, 1, 2])
        decks = rng.randint(max(1, players // 4), min(6, players))
        found = positions.random_house(rng, decks=decks)
        # Nothing is gone before the first trick.
        house = House(found.rules, found.trump)
        rules = Rules(players=players, teams="friends", decks=decks, jokers_removed=removed)
        position = position_for(rules, house.space.table, 0)
        hands, kitty = position.hands, position.kitty
        room = np.zeros((2, decks), dtype=np.int64)
        deck = indexes(rules.deck)
        table, shuffled = house.space.table, np.empty_like(deck)
        copies = np.empty(54, dtype=np.int64)
        chance.deal(source, table, deck, rules.hand_size, hands, kitty, shuffled, copies)
        dealt = [card for words in (*hands, kitty) for card in house.space.cards(words)]
        assert Counter(dealt) == Counter(rules.deck)
        assert len(house.space.cards(kitty)) == rules.kitty_size
        counts = np.zeros(5, dtype=np.int64)
        bottom = sum(card.points for card in house.space.cards(kitty))
        # Nobody, everybody, or some of the players are Declarers.
        sides = rng.choice([0, (1 << players) - 1, rng.getrandbits(players)])
        dealer = rng.randrange(players)
        chance.begin(position, dealer, sides)
        points = chance.random_hand(source, position, room[0], room[1], counts)
        assert not hands.any()
        assert 0 < counts[chance.TRICKS] <= rules.hand_size
        if sides == 0:
            factor, left = divmod(points - (100 * decks - bottom), bottom or 1)
            assert left == 0
            assert (factor >= 2 and factor % 2 == 0) or bottom == 0
        elif sides == (1 << players) - 1:
            assert points == 0


def test_the_same_seed_gives_the_same_hands() -> None:
    rules = Rules()
    spaces = positions.random_house(Random(1), decks=2).space.table
    found = []
    for seed in (1, 1, 2):
        counts = np.zeros(5, dtype=np.int64)
        points = chance.random_hands(
            chance.seeded(seed),
            position_for(rules, spaces, 0),
            spaces,
            50,
            indexes(rules.deck),
            0b0101,
            counts,
        )
        found.append((points, *counts))
    assert found[0] == found[1] != found[2]


def test_a_throw_that_fails_leads_what_the_rules_say() -> None:
    """Where one card is led of it (BOT) as in the game, where that is a unit of it else."""
    for preset, led in (("botzone", "10S"), ("zhang-2021", "10S 10S")):
        rules = PRESETS[preset].rules
        space = space_of(rules, trump("2H"))
        position = position_for(rules, space.table, 0)
        for seat, held in enumerate(("10S 10S AS AS", "3D 4D 5D 6D", "JS JS 3S 4S", "3C 4C 5C 6C")):
            position.hands[seat] = space.words(cards(held))
        thrown = space.words(cards("10S 10S AS AS"))
        apply_play(position, thrown)
        assert written(space.cards(position.plays[0])) == led
        left = Counter(cards("10S 10S AS AS")) - Counter(cards(led))
        assert Counter(space.cards(position.hands[0])) == left
