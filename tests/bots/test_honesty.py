"""A bot decides the same when cards that it cannot see lie elsewhere."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from shengji.bots import Bot, Table, make_bot
from shengji.cards import Card
from shengji.game import (
    CardDrawn,
    Event,
    FriendsCalled,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    LandPassed,
    Phase,
    Played,
    RedealAnswered,
    Shown,
    ThrowFailed,
    TrumpMade,
    land_bids,
    may_redeal,
    view,
)
from shengji.rules import Rules, rules_from

DECISIONS = (
    Shown,
    CardDrawn,
    RedealAnswered,
    KittyBuried,
    LandBid,
    LandPassed,
    FriendsCalled,
    Played,
)
"""What stands where somebody decided, or in the draw could have."""

CASES: list[dict[str, object]] = [
    {"decks": 1},
    {},
    {"decks": 3, "protected_tuples": True, "consecutive": "skip-played"},
    {"players": 6, "land": True, "land_bidders": "all"},
    {"teams": "friends", "players": 5, "later_dealer": "draw"},
    {"teams": "friends", "players": 7, "land": True},
    {"redeal_points": 50, "redeal_limit": 9, "joker_additions": "any", "red_fives": "hearts"},
    {"preset": "pagat", "hooks": ["J"], "first_level": "J"},
]


def told_of_a_hand(rules: Rules, seed: int) -> list[Event]:
    told: list[Event] = []
    bots = {s: make_bot("basic", rules, s, s) for s in range(rules.players)}
    Table(rules, bots, Random(seed), told.append).play_hand()
    return told


def shown_to(event: Event, seat: int) -> tuple[Card, ...]:
    """The cards that an event shows to a seat."""
    match view(event, seat):
        case CardDrawn(card=card) if card is not None:
            return (card,)
        case ThrowFailed(thrown=cards) | TrumpMade(turned=cards):
            return cards
        case (
            Played(cards=cards)
            | KittyTaken(cards=cards)
            | KittyBuried(cards=cards)
            | Shown(cards=cards)
            | LandBid(cards=cards)
            | RedealAnswered(cards=cards)
        ):
            return cards or ()
        case _:
            return ()


def exchanged(events: list[Event], seat: int, chance: Random) -> list[Event]:
    """The events of a deal, with all kinds of cards exchanged of which `seat` has seen none."""
    start = events[0]
    assert isinstance(start, HandStarted) and start.deck is not None
    known = {card for event in events for card in shown_to(event, seat)}
    hidden = sorted({card for card in start.deck if card not in known}, key=lambda c: c.index)
    # Where Jokers have been removed only kinds with as many copies can change places.
    copies = Counter(start.deck)
    other: dict[Card, Card] = {}
    for number in set(copies.values()):
        kinds = [card for card in hidden if copies[card] == number]
        other |= zip(kinds, chance.sample(kinds, len(kinds)), strict=True)

    def swap(cards: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
        return None if cards is None else tuple(other.get(card, card) for card in cards)

    changed: list[Event] = []
    for event in events:
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
    """What a fresh bot in a seat answers after these events."""
    bot = make_bot("basic", rules, seat, 0)
    for event in events:
        bot.observe(view(event, seat))
    hand = bot.hand
    match hand.phase:
        case Phase.DRAW:
            options = hand.bidding.options(seat, bot.cards)
            return options, bot.show(options) if options else None
        case Phase.REDEAL:
            return bot.redeal() if may_redeal(hand, bot.cards) else None
        case Phase.BURY:
            return bot.bury()
        case Phase.LAND:
            options = land_bids(hand.rank, hand.last_bid, bot.cards)
            return options, bot.bid_land(options) if options else None
        case Phase.CALL:
            return bot.call_friends()
        case _:
            return bot.lead() if hand.trick is None else bot.follow()


@pytest.mark.parametrize("number", range(len(CASES)))
def test_hidden_cards_do_not_matter(number: int) -> None:
    rules, chance = rules_from(CASES[number]), Random(number)
    decided: Counter[type[Event]] = Counter()
    differ = 0
    for seed in range(2):
        events = told_of_a_hand(rules, 11 + seed)
        # A deal that is thrown in is a story of its own; the last one goes on to the end.
        start = max(i for i, event in enumerate(events) if isinstance(event, HandStarted))
        for until in range(start + 1, len(events)):
            event = events[until]
            if not isinstance(event, DECISIONS) or isinstance(events[until - 1], ThrowFailed):
                continue
            if chance.random() > (0.05 if isinstance(event, CardDrawn | Played) else 1.0):
                continue
            past = events[start:until]
            changed = exchanged(past, event.seat, chance)
            differ += changed != past
            decided[type(event)] += 1
            assert decision(rules, event.seat, changed) == decision(rules, event.seat, past)
    assert differ > 10
    expected = {CardDrawn, KittyBuried, Played}
    expected |= {FriendsCalled} if rules.calls else set()
    expected |= {LandPassed} if rules.land else set()
    expected |= {RedealAnswered} if rules.redeal_points else set()
    assert expected <= set(decided)


@pytest.mark.parametrize("given", [{}, {"teams": "friends", "players": 6, "land": True}])
def test_a_bot_is_told_nothing_else(given: dict[str, object]) -> None:
    """What it keeps after a whole hand has no card of others that was never played openly."""
    rules = rules_from(given)
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
    assert hand.kitty is None or hand.buried_by == bot.seat
