"""Every deal drawn agrees with all that the seat has seen, and the true deal could be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count
from random import Random

import numpy as np
import pytest

from shengji.bots import Table, make_bot
from shengji.bots.deals.facts import Facts, facts_of
from shengji.bots.deals.sampler import Sampler
from shengji.bots.ruled import RememberingBot
from shengji.cards import Card
from shengji.game import Event, Hand, Phase, view
from shengji.game.memory import SUITS
from shengji.play.columns import highest_unit
from shengji.rules import PRESETS, SYSTEMS, Rules, random_rules, rules_from
from tests.cases import cases
from tests.seeds import all_are_made, trials

NAMES = [*PRESETS, *SYSTEMS]
CASES: list[dict[str, object]] = [
    {"land": True, "land_bidders": "all"},
    {"preset": "six-player", "land": True, "land_bidders": "all"},
    {"decks": 3, "consecutive": "skip-played", "land": True},
    {"decks": 3, "consecutive": "nothing-between", "no_trump_rank_cards": "trump"},
    {"preset": "finding-friends", "players": 12, "decks": 6},
    {"decks": 6, "protected_tuples": True},
    {"decks": 3, "protected_tractors": True},
    {"kitty_shown": True, "throws": False},
    {"kitty_shown": True, "land": True, "land_bidders": "all"},
]
RANDOM_CASES = len(trials(20))
ALL = len(NAMES) + len(CASES) + RANDOM_CASES
LEAST_CHECKS, MOST_CHECKS = (8, 40) if all_are_made() else (4, 16)

Boxes = list[Counter[Card]]
"""The cards of every seat, then the kitty."""


@pytest.mark.parametrize("number", cases(range(ALL), *range(0, ALL, 3)))
def test_deals_agree_with_what_was_seen(number: int) -> None:
    given: list[str | dict[str, object]] = [*NAMES, *CASES]
    known = number < len(given)
    rules = rules_from(given[number]) if known else random_rules(Random(number))
    checked, seeds = 0, count(number, step=100)
    while checked <= LEAST_CHECKS:  # a match may be over soon
        checked += follow_hands(rules, next(seeds))


def follow_hands(rules: Rules, seed: int) -> int:
    """Hands of bots that play by rule or by chance; how many views of a seat were checked."""
    chance = Random(seed)
    watched = {seat: RememberingBot(rules, seat) for seat in range(rules.players)}
    names = [chance.choice(("basic", "random")) for _ in watched]
    players = {seat: make_bot(name, rules, seat, seat) for seat, name in enumerate(names)}

    def tell(event: Event) -> None:
        for seat, bot in watched.items():
            bot.observe(view(event, seat))

    table = Table(rules, players, chance, tell)
    checked = 0
    while checked < MOST_CHECKS and table.step() is not None:
        hand = table.match.hand
        assert hand is not None
        often = hand.phase not in (Phase.DRAW, Phase.PLAY)
        if hand.phase in (Phase.ENDED, Phase.AGAIN) or not (often or chance.random() < 0.1):
            continue
        seat = chance.randrange(rules.players)
        if hand.phase is not Phase.BURY or hand.turn == seat:
            check(watched[seat], hand)
            checked += 1
    return checked


def check(bot: RememberingBot, truth: Hand) -> None:
    sampler, facts = Sampler(bot.hand, bot.memory, seed=1), facts_of(bot.hand, bot.memory)
    deals = sampler.draw(5)
    assert sampler.broken_lacks == sampler.broken_voids == 0
    assert sampler.space is facts.space
    if truth.phase is not Phase.DRAW:
        boxes = [Counter(cards) for cards in (*truth.hands, truth.kitty or ())]
        check_memory(bot, boxes)
        check_facts(facts, boxes)
    for hands, kitty in zip(deals.hands, deals.kitties, strict=True):
        boxes = [Counter(sampler.space.cards(words)) for words in (*hands, kitty)]
        check_memory(bot, boxes)
        check_facts(facts, boxes)


def check_memory(bot: RememberingBot, boxes: Boxes) -> None:
    """Check all that anyone can read off the view and its memory."""
    hand, memory, seat = bot.hand, bot.memory, bot.seat
    draw = hand.phase is Phase.DRAW
    assert sum(boxes, Counter()) == Counter(bot.rules.deck) - hand.played
    assert not Counter(bot.cards) - boxes[seat]
    if hand.buried_by == seat and hand.kitty is not None:
        assert boxes[-1] == Counter(hand.kitty)
    for other in range(hand.players):
        assert boxes[other].total() == (bot.rules.hand_size if draw else hand.sizes[other])
        assert not memory.known[other] - boxes[other]
        if hand.phase is not Phase.PLAY or other == seat:
            continue
        words = memory.hand.space.words(boxes[other].elements())
        for suit in SUITS:
            held = [card for card in boxes[other] if memory.hand.space.suit(card) == suit]
            assert not held or not memory.is_void(other, suit)
            for width, length in memory.lacks[other][suit]:
                assert highest_unit(memory.hand.space.table, suit, words, width, length) < 0


def check_facts(facts: Facts, boxes: Boxes) -> None:
    """Whether the boxes hold what they must, and every card lies where it may."""
    space = facts.space
    rest = []
    for box, (cards, base) in enumerate(zip(boxes, facts.base, strict=True)):
        known = Counter(space.cards(base))
        assert not known - cards
        rest.append(cards - known)
        assert rest[box].total() == facts.room[box]
    check_places(facts, rest)


def check_places(facts: Facts, rest: Sequence[Counter[Card]]) -> None:
    for place in set(facts.places.tolist()):
        masks = facts.allowed[facts.places == place]
        card = facts.space.card_at(place)
        assert len(masks) == sum(cards[card] for cards in rest)
        # For every set of boxes: the cards that must lie in it do.
        for boxes in np.unique(masks):
            bound = sum(1 for mask in masks if not mask & ~boxes)
            assert bound <= sum(cards[card] for box, cards in enumerate(rest) if boxes >> box & 1)


def test_what_was_turned_up_or_shown_is_not_lost() -> None:
    """The cards of the kitty turned up, and what the Dealer showed, are with the Dealer or buried;
    what a seat buried is with whoever took the kitty after it, or in the kitty."""
    rules = rules_from({"land": True, "land_bidders": "all"})
    found: Counter[str] = Counter()
    for seed in range(12):
        bots = {s: make_bot("random", rules, s, seed) for s in range(4)}
        watched = {seat: RememberingBot(rules, seat) for seat in range(4)}
        table = Table(rules, bots, Random(seed))

        def tell(event: Event, watched: dict[int, RememberingBot] = watched) -> None:
            for seat, bot in watched.items():
                bot.observe(view(event, seat))

        table.on_event = tell
        while (hand := table.match.hand) is None or hand.phase is not Phase.PLAY:
            table.step()
        for seat, bot in watched.items():
            facts = facts_of(bot.hand, bot.memory)
            bound = Counter(
                facts.space.card_at(int(place))
                for place, boxes in zip(facts.places, facts.allowed, strict=True)
                if int(boxes).bit_count() < 4 - (hand.buried_by == seat)
            )
            if seat == hand.buried_by:
                continue
            if hand.land and bot.memory.buried:
                found["buried"] += 1
                assert bot.memory.buried.total() == rules.kitty_size
            taken = [*hand.land, *(s for s in hand.shown if s.seat == hand.buried_by)]
            for showing in taken:
                if showing.seat == hand.buried_by:
                    found["shown"] += 1
                    assert not Counter(showing.cards) - bound
    assert min(found["buried"], found["shown"]) > 0


@pytest.mark.parametrize("shown", [False, True])
def test_a_kitty_that_all_have_seen_is_with_the_dealer_or_buried(shown: bool) -> None:
    rules, all_bound = Rules(kitty_shown=shown), []
    for seed in range(6):
        bots = {s: make_bot("basic", rules, s, seed) for s in range(4)}
        watched = {seat: RememberingBot(rules, seat) for seat in range(4)}
        table = Table(rules, bots, Random(seed))

        def tell(event: Event, watched: dict[int, RememberingBot] = watched) -> None:
            for seat, bot in watched.items():
                bot.observe(view(event, seat))

        table.on_event = tell
        while (hand := table.match.hand) is None or hand.phase is not Phase.PLAY:
            table.step()
        assert hand.dealer is not None and hand.started.deck is not None
        taken = hand.started.deck[-rules.kitty_size :]
        for seat in {*range(4)} - {hand.dealer}:
            facts = facts_of(watched[seat].hand, watched[seat].memory)
            bound = Counter(facts.space.cards(facts.base[hand.dealer]))
            for place, boxes in zip(facts.places, facts.allowed, strict=True):
                if not int(boxes) & ~(1 << hand.dealer | 1 << hand.players):
                    bound[facts.space.card_at(int(place))] += 1
            all_bound.append(not Counter(taken) - bound)
    assert set(all_bound) == {shown}
