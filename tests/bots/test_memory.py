"""The memory of a seat is true of the hands that it does not see, whatever is played."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from shengji.bots import Table, make_bot
from shengji.bots.ruled import RememberingBot
from shengji.game import Phase
from shengji.game.memory import SUITS
from shengji.play.columns import highest_unit
from shengji.play.units import default_reading
from shengji.rules import rules_from
from tests.cases import cases

SEAT = 2

CASES: list[dict[str, object]] = [
    {"decks": 1},
    {},
    {"decks": 3},
    {"decks": 4},
    {"following": "tuples"},
    {"decks": 3, "following": "tuples"},
    {"decks": 3, "protected_tuples": True},
    {"decks": 4, "protected_tuples": True, "following": "tuples"},
    {"protected_tractors": True},
    {"decks": 3, "consecutive": "nothing-between", "no_trump_rank_cards": "trump"},
    {"decks": 3, "consecutive": "skip-played"},
    {"consecutive": "skip-played", "protected_tuples": False},
    {"decks": 3, "failed_throw": "must-beat", "throw_units": "tuples"},
    {"decks": 3, "free_leads": "full-tuples"},
    {"permanent_twos": True, "red_fives": "hearts-and-diamonds", "first_level": "5"},
    {"no_trump_rank_cards": "ordinary", "land": True, "land_bidders": "all"},
    {"players": 6, "land": True, "jokers_removed": 3, "kitty": 9},
    {"players": 7, "teams": "friends", "decks": 4, "jokers_removed": "to-fit", "land": True},
]


@pytest.mark.parametrize("number", cases(range(len(CASES)), *range(0, len(CASES), 3)))
def test_what_is_certain_is_true(number: int) -> None:
    rules = rules_from(CASES[number])
    # Random players show voids and lacks in all ways.
    bots = {s: make_bot("random", rules, s, s) for s in range(rules.players)}
    bot = bots[SEAT] = RememberingBot(rules, SEAT)
    table = Table(rules, bots, Random(number))
    found: Counter[str] = Counter()
    chance = Random(number)
    for _ in range(2):
        while (events := table.step()) is not None:
            hand = table.match.hand
            if hand is not None and hand.phase is Phase.PLAY and chance.random() < 0.4:
                check_memory(bot, table, found)
            if table.match.between_hands and len(events) > 1:
                break
    assert found["void"] > 20
    # Where some need not be played, it is hardly ever certain that somebody has none.
    protected = rules.protected_tuples or rules.protected_tractors
    assert rules.deck_count == 1 or protected or found["lacks"] > 10
    assert found["stands"] > 5


def check_memory(bot: RememberingBot, table: Table, found: Counter[str]) -> None:
    hand, memory = table.match.hand, bot.memory
    assert hand is not None and hand.kitty is not None
    space = hand.space
    others = [seat for seat in range(hand.players) if seat != bot.seat]
    out = [card for seat in others for card in hand.hands[seat]]
    if hand.buried_by != bot.seat:
        out += hand.kitty
    assert list(memory.out) == list(space.words(out))
    for seat in others:
        held = space.words(hand.hands[seat])
        suits = {space.suit(card) for card in hand.hands[seat]}
        for suit in SUITS:
            if memory.is_void(seat, suit):
                found["void"] += 1
                assert suit not in suits
            for width, length in memory.lacks[seat][suit]:
                found["lacks"] += 1
                assert highest_unit(space.table, suit, held, width, length) < 0
        assert not memory.known[seat] - Counter(hand.hands[seat])
    for suit, cards in space.by_suit(bot.cards).items():
        for unit in default_reading(space, cards):
            if memory.stands(suit, unit):
                found["stands"] += 1
                top = space.column(unit.cards[0])
                for seat in others:
                    held = space.words(hand.hands[seat])
                    assert highest_unit(space.table, suit, held, *unit.shape) <= top


def test_counts() -> None:
    rules = rules_from({})
    bot = RememberingBot(rules, 0)
    bots = {0: bot, **{s: make_bot("basic", rules, s, s) for s in range(1, 4)}}
    table = Table(rules, bots, Random(9))
    while table.match.hand is None or table.match.hand.phase is not Phase.PLAY:
        table.step()
    hand, memory = table.match.hand, bot.memory
    space = hand.space
    mine = bot.cards + list(hand.kitty or ()) * (hand.dealer == bot.seat)
    for suit in SUITS:
        places = [place for place in range(54) if space.suit(space.card_at(place)) == suit]
        gone = sum(space.suit(card) == suit for card in mine)
        left = sum(space.suit(card) == suit for card in space.cards(memory.out))
        assert left == 2 * len(places) - gone
