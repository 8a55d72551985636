"""What a seat remembers is true of the hands that it does not see."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from shengji.bots import Table, make_bot
from shengji.bots.basic import BasicBot
from shengji.bots.basic.memory import SUITS
from shengji.game import Event, Phase
from shengji.play.throws import highest_unit
from shengji.play.units import default_reading
from shengji.rules import Rules


@pytest.mark.parametrize(("decks", "seed"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_what_is_certain_is_true(decks: int, seed: int) -> None:
    rules = Rules(decks=decks)
    # Random players show voids and lacks in all ways.
    bots = {s: make_bot("random", rules, s, s) for s in (0, 1, 3)}
    bots[2] = make_bot("basic", rules, 2, 2)
    bot = bots[2]
    assert isinstance(bot, BasicBot)
    table = Table(rules, bots, Random(seed))
    found: Counter[str] = Counter()

    def check(event: Event) -> None:
        hand = table.match.hand
        if hand is not None and hand.phase is Phase.PLAY:
            check_memory(bot, table, found)

    while table.match.hands < 2:
        for event in table.step() or ():
            check(event)
    assert found["void"] > 20
    assert decks == 1 or found["lacks"] > 10
    assert found["stands"] > 5


def check_memory(bot: BasicBot, table: Table, found: Counter[str]) -> None:
    hand, memory = table.match.hand, bot.memory
    assert hand is not None and hand.kitty is not None
    space = hand.space
    out = [card for seat in (0, 1, 3) for card in hand.hands[seat]]
    if hand.dealer != bot.seat:
        out += hand.kitty
    words = [int(word) for word in space.words(out)]
    assert memory.out == words
    assert memory.points_out == sum(card.points for card in out)
    for seat in (0, 1, 3):
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
                for seat in (0, 1, 3):
                    held = space.words(hand.hands[seat])
                    assert highest_unit(space.table, suit, held, *unit.shape) <= top


def test_copies_and_counts() -> None:
    rules = Rules()
    table = Table(rules, {s: make_bot("basic", rules, s, s) for s in range(4)}, Random(9))
    while table.match.hand is None or table.match.hand.phase is not Phase.PLAY:
        table.step()
    bot = table.bots[0]
    assert isinstance(bot, BasicBot)
    hand, memory = table.match.hand, bot.memory
    space = hand.space
    mine = bot.cards + list(hand.kitty or ()) * (hand.dealer == bot.seat)
    for suit in SUITS:
        places = [place for place in range(54) if space.suit(space.card_at(place)) == suit]
        gone = sum(space.suit(card) == suit for card in mine)
        assert memory.count(suit) == 2 * len(places) - gone
        assert len(memory.copies(suit)) == len({space.column(space.card_at(p)) for p in places})
        assert all(0 <= copies <= 2 for copies in memory.copies(suit))
