"""A bot decides the same when cards that it cannot see lie elsewhere."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from shengji.bots import Bot, Table, make_bot
from shengji.cards import Card
from shengji.game import (
    CardDrawn,
    Event,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Phase,
    Played,
    Shown,
    ThrowFailed,
    TrumpMade,
    view,
)
from shengji.rules import Rules


def told_of_a_hand(rules: Rules, seed: int) -> list[Event]:
    told: list[Event] = []
    bots = {s: make_bot("basic", rules, s, s) for s in range(rules.players)}
    Table(rules, bots, Random(seed), told.append).play_hand()
    return told


def exchanged(events: list[Event], until: int, seat: int, chance: Random) -> list[Event]:
    """The first events, with all cards exchanged that `seat` has not seen by then."""
    start = events[0]
    assert isinstance(start, HandStarted) and start.deck is not None
    past = events[:until]
    seen: list[tuple[Card, ...]] = []
    for event in past:
        masked = view(event, seat)
        if isinstance(masked, CardDrawn) and masked.card is not None:
            seen.append((masked.card,))
        elif isinstance(masked, Played | ThrowFailed):
            seen.append(masked.cards if isinstance(masked, Played) else masked.thrown)
        elif isinstance(masked, KittyTaken) and masked.cards is not None:
            seen.append(masked.cards)
        elif isinstance(masked, TrumpMade):
            seen.append(masked.turned)
        elif isinstance(masked, Shown):
            seen.append(masked.cards)
    known = {card for cards in seen for card in cards}
    hidden = sorted({card for card in start.deck if card not in known}, key=lambda c: c.index)
    shuffled = chance.sample(hidden, len(hidden))
    other = dict(zip(hidden, shuffled, strict=True))

    def swap(cards: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
        return None if cards is None else tuple(other.get(card, card) for card in cards)

    changed: list[Event] = []
    for event in past:
        match event:
            case HandStarted():
                changed.append(replace(event, deck=swap(event.deck)))
            case CardDrawn():
                assert event.card is not None
                changed.append(replace(event, card=other.get(event.card, event.card)))
            case KittyTaken() | KittyBuried():
                changed.append(replace(event, cards=swap(event.cards)))
            case _:
                changed.append(event)
    return changed


def decision(rules: Rules, seat: int, events: list[Event]) -> object:
    """What a fresh bot answers after these events."""
    bot = make_bot("basic", rules, seat, 0)
    for event in events:
        bot.observe(view(event, seat))
    hand = bot.hand
    if hand.phase is Phase.BURY:
        return bot.bury()
    return bot.lead() if hand.trick is None else bot.follow()


@pytest.mark.parametrize("decks", [1, 2])
def test_hidden_cards_do_not_matter(decks: int) -> None:
    rules, chance = Rules(decks=decks), Random(decks)
    events = told_of_a_hand(rules, 11)
    differ = compared = 0
    for until, event in enumerate(events):
        if isinstance(event, KittyBuried | Played) and chance.random() < 0.4:
            past = events[:until]
            if isinstance(past[-1], ThrowFailed):
                continue
            changed = exchanged(events, until, event.seat, chance)
            differ += changed != past
            compared += 1
            assert decision(rules, event.seat, changed) == decision(rules, event.seat, past)
    assert compared > 10 and differ > 5


def test_a_bot_is_told_nothing_else() -> None:
    """What it keeps after a whole hand has no card of others that was never played openly."""
    rules = Rules()
    bot = make_bot("basic", rules, 1, 0)
    for event in told_of_a_hand(rules, 4):
        if isinstance(event, HandEnded):
            break
        bot.observe(view(event, 1))
        assert_hidden(bot)


def assert_hidden(bot: Bot) -> None:
    hand = bot.hand
    assert hand.started.deck is None
    assert all(not cards for seat, cards in enumerate(hand.hands) if seat != bot.seat)
    assert hand.kitty is None or hand.dealer == bot.seat
