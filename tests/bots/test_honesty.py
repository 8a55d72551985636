"""Every bot decides the same, and thinks the same, when cards that it cannot see lie elsewhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import NamedTuple
from zlib import crc32

import pytest
from msgspec.structs import replace

from shengji.bots import BOTS, BasicBot, Bot, Table, make_bot
from shengji.bots.bot import LeadChoice
from shengji.bots.search import SearchBot
from shengji.bots.thought import Thought
from shengji.cards import Card
from shengji.game import (
    Call,
    CardDrawn,
    Command,
    Decision,
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
    callable_cards,
    due_of,
    view,
)
from shengji.rules import Rules, rules_from
from tests.cases import cases
from tests.seeds import all_are_made

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
"""The events where somebody decided, or in the draw could have."""

CASES: list[dict[str, object]] = [
    {"decks": 1},
    {},
    {"decks": 3, "protected_tuples": True, "consecutive": "skip-played"},
    {"decks": 3, "protected_tractors": True},
    {"decks": 4, "land": True, "land_bidders": "all"},
    {"players": 6, "decks": 5, "land": True, "land_bidders": "all"},
    {"teams": "friends", "players": 5, "later_dealer": "draw"},
    {"teams": "friends", "players": 5, "decks": 4, "land": True, "land_bidders": "all"},
    {"teams": "friends", "players": 7},
    {"decks": 1, "kitty_shown": True},
    {"kitty_shown": True, "decks": 3, "land": True, "land_bidders": "all"},
    {"redeal_points": 50, "redeal_limit": 9, "joker_additions": "any", "red_fives": "hearts"},
    {"preset": "pagat", "hooks": ["J"], "first_level": "J"},
]


SEARCHED = (0, 2, 5, 7, 8, 11)
"""The cases in which bots that search are asked, which takes long; a campaign asks them in all."""

Maker = Callable[[Rules, int, int], Bot]
"""Makes a bot from rules, seat and seed."""


@cache
def told_of_a_hand(number: int, seed: int) -> list[Event]:
    """A hand of the basic bots under the rules of a case."""
    rules, told = rules_from(CASES[number]), list[Event]()
    bots = {s: make_bot("basic", rules, s, s) for s in range(rules.players)}
    Table(rules, bots, Random(seed), told.append).play_hand()
    return told


def hands_of(number: int) -> Iterator[list[Event]]:
    """Hands of a case; where somebody may bid for the land those in which somebody can."""
    for seed in range(11, 1000):
        told = told_of_a_hand(number, seed)
        if "land" not in CASES[number] or any(isinstance(event, LandBid) for event in told):
            yield told


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


class Decided(NamedTuple):
    """The answer of a bot, and its thoughts."""

    decision: Decision
    command: Command | None
    thought: Thought | None


def decided(make: Maker, rules: Rules, seat: int, events: list[Event]) -> Decided | None:
    """The decision of a fresh bot after these events; `None` when it has no choice."""
    bot = make(rules, seat, 0)
    if isinstance(bot, Peeker):
        bot.truth = events
    for event in events:
        bot.observe(view(event, seat))
    due = due_of(bot.hand, seat)
    return None if due is None else Decided(due.decision, bot.decide(due), bot.explain())


class Peeker(BasicBot):
    """Looks at everybody's cards: what it decides hangs on who has drawn what.

    Attributes:
        truth: the events so far, unmasked.
    """

    name = "peeker"
    truth: Sequence[Event] = ()

    def secret(self, choices: int) -> int:
        """A number below `choices` made of the cards that the others have drawn."""
        drawn = (e.card for e in self.truth if isinstance(e, CardDrawn) and e.seat != self.seat)
        return crc32(bytes(card.index for card in drawn if card is not None)) // 7 % choices

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        return [*options, None][self.secret(len(options) + 1)]

    def redeal(self) -> bool:
        return self.secret(2) == 1

    def bury(self) -> tuple[Card, ...]:
        start = self.secret(len(self.cards))
        return tuple([*self.cards, *self.cards][start : start + self.rules.kitty_size])

    def bid_land(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        return self.show(options)

    def call_friends(self) -> tuple[Call, ...]:
        able = callable_cards(self.hand.space)
        start = self.secret(len(able))
        return tuple(Call(card, 1) for card in [*able, *able][start : start + self.rules.calls])

    def lead(self) -> LeadChoice:
        return LeadChoice((self.cards[self.secret(len(self.cards))],))

    def follow(self) -> tuple[Card, ...]:
        plays = list(islice(self.lead_to_follow.follows(self.cards), 50))
        return plays[self.secret(len(plays))]


def compared(make: Maker, number: int, hands: int = 2) -> Iterator[tuple[Decided, Decided, bool]]:
    """The decisions of a bot in hands of a case, and with cards exchanged; whether any were."""
    rules, chance = rules_from(CASES[number]), Random(number)
    for events in islice(hands_of(number), hands):
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
            here = decided(make, rules, event.seat, past)
            there = decided(make, rules, event.seat, changed)
            if here is not None and there is not None:
                yield here, there, changed != past


@pytest.mark.parametrize("name", cases(BOTS, *(name for name in BOTS if name != "master")))
def test_hidden_cards_do_not_matter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, hands, numbers = BOTS[name], 2, tuple(range(len(CASES)))
    if issubclass(bot, SearchBot):
        hands, numbers = 1, numbers if all_are_made() else SEARCHED
        # As the bot searches, but not for as long.
        few = tuple(
            effort._replace(tricks=60, bury=60, calls=60, bids=60, first=2, sweeps=1)
            for effort in bot.efforts
        )
        monkeypatch.setattr(bot, "efforts", few)
    found: Counter[Decision] = Counter()
    for number in numbers:
        for here, there, differ in compared(bot, number, hands):
            assert here == there, CASES[number]
            found[here.decision] += differ
    assert set(found) == {"show", "redeal", "bury", "land", "call", "lead", "follow"}
    assert min(found.values()) > 0, found


def test_who_looks_at_hidden_cards_is_found_out() -> None:
    """The test above is worth something: no kind of decision may be made by peeking."""
    caught: defaultdict[Decision, list[bool]] = defaultdict(list)
    for number in range(len(CASES)):
        for here, there, differ in compared(Peeker, number):
            if differ:
                caught[here.decision].append(here != there)
    assert set(caught) == {"show", "redeal", "bury", "land", "call", "lead", "follow"}
    assert all(map(any, caught.values())), caught


class Watchful(BasicBot):
    """Hears only what its seat may know, whoever tells it."""

    def observe(self, event: Event) -> None:
        assert view(event, self.seat) == event
        super().observe(event)
        if not isinstance(event, HandEnded):
            assert_hidden(self)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_bot_is_told_nothing_else(number: int) -> None:
    """At a table it hears of no card of others that was not shown or played openly."""
    rules = rules_from(CASES[number])
    bots = {seat: Watchful(rules, seat, seat) for seat in range(rules.players)}
    Table(rules, bots, Random(4)).play_hand()


def assert_hidden(bot: Bot) -> None:
    hand = bot.hand
    if hand.phase is Phase.ENDED:
        return
    assert hand.started.deck is None
    assert all(not cards for seat, cards in enumerate(hand.hands) if seat != bot.seat)
    assert hand.kitty is None or hand.buried_by == bot.seat
