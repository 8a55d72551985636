"""Candidates are legal, the rule's choice comes first, and little is missing."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from shengji.bots.ruled import RuledBot
from shengji.bots.ruled.calls import choose_calls
from shengji.bots.search.callings import callings
from shengji.bots.search.equals import alike, key_of, stand_ins
from shengji.bots.search.follow_candidates import follows
from shengji.bots.search.kitties import exchanges, kitties
from shengji.bots.search.lead_candidates import leads
from shengji.cards import Card, Rank, Suit, Trump
from shengji.game import Bury, CallFriends, Phase, Play, Refusal
from shengji.game.trick import Trick
from shengji.play.space import space_of
from shengji.play.tricks import winner
from shengji.play.units import default_reading
from shengji.rules import Rules, rules_from
from shengji.rules.random_rules import random_rules
from tests.bots.search.players import RuleBot, table, turns
from tests.kit import cards

FRIENDS = Rules(teams="friends", players=5)
CASES = [
    Rules(),
    Rules(decks=3, consecutive="nothing-between"),
    rules_from({"preset": "pagat", "players": 4}),
    *[random_rules(Random(seed)) for seed in range(3)],
    Rules(decks=3, throws=False),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_plays_are_legal(number: int) -> None:
    rules = CASES[number]
    at = table(rules, 4, RuleBot)
    missing = decisions = 0
    for bot in islice(turns(at), 0, None, 5):
        like = alike(bot.hand, bot.memory, bot.cards)
        if bot.hand.trick is None:
            rule = RuledBot.lead(bot).cards
            answers = leads(bot.hand, bot.memory, like, rule)
        else:
            rule = RuledBot.follow(bot)
            thought = bot.explain()
            assert thought is not None
            weighed = [option.cards for option in thought.options]
            answers = follows(bot.cards, like, bot.lead_to_follow, rule, weighed)
            others = follows(bot.cards, like, bot.lead_to_follow, answers[-1], weighed)
            missing += key_of(like, rule) not in [key_of(like, play) for play in others]
            decisions += 1
        assert answers[0] == rule
        kinds = [frozenset(Counter(play).items()) for play in answers]
        assert len(set(kinds)) == len(kinds)
        for play in answers:
            refused = at.match.verify(Play(bot.seat, play))
            assert refused is None, (refused, play)
    # What the rules of play would follow with is thought of in any case.
    assert decisions > 0
    assert missing == 0


@pytest.mark.parametrize("rules", [Rules(), Rules(decks=3)], ids=["two", "three"])
def test_no_throw_is_tried_that_fails_nearly_surely(rules: Rules) -> None:
    """A friend of five Jokers that are out would beat a throw of two low trumps."""
    risky = 0
    for seed in range(6):
        for bot in turns(table(rules, seed, RuleBot), (Phase.PLAY,)):
            if bot.hand.trick is not None:
                continue
            space, rule = bot.hand.space, RuledBot.lead(bot).cards
            out = Counter(bot.hand.unseen_by(bot.seat))
            like = alike(bot.hand, bot.memory, bot.cards)
            for play in leads(bot.hand, bot.memory, like, rule)[1:]:
                units = default_reading(space, play)
                suit = space.suit(play[0])
                for unit in units if len(units) > 1 else ():
                    if unit.length > 1 or bot.memory.stands(suit, unit):
                        continue
                    higher = [
                        max(0, copies - unit.width + 1)
                        for card, copies in out.items()
                        if space.suit(card) == suit
                        and space.column(card) > space.column(unit.cards[0])
                    ]
                    assert sum(higher) <= 2, (play, unit)
                    risky += 1
    assert risky > 20


@pytest.mark.parametrize("rules", [Rules(decks=1), Rules(), FRIENDS], ids=["one", "two", "friends"])
def test_cards_that_are_as_good_do_the_same_in_the_trick(rules: Rules) -> None:
    compared = differ = 0
    for seed in range(12):
        for bot in turns(table(rules, seed, RuleBot)):
            trick = bot.hand.trick
            if trick is None or trick.lead.size > 1:
                continue

            def leads_it(card: Card, trick: Trick = trick) -> bool:
                plays = [*trick.plays, (card,)]
                return winner(trick.lead.space, trick.lead.reading, plays) == len(trick.plays)

            called = {call.card for call in bot.hand.open_calls}
            for card, other in alike(bot.hand, bot.memory, bot.cards).items():
                if card is not other:
                    assert leads_it(card) == leads_it(other)
                    assert called.isdisjoint((card, other))
                    compared += 1
            unseen = stand_ins(bot.hand.space, bot.memory.out, bot.cards)
            differ += any(leads_it(card) != leads_it(other) for card, other in unseen.items())
    assert compared > 20
    assert differ > 0 or rules.deck_count > 1


def test_kitties_are_legal() -> None:
    rules = Rules()
    at = table(rules, 5, RuleBot)
    bot = next(turns(at, (Phase.BURY,)))
    space, held = bot.hand.space, list(bot.cards)
    rule = tuple(held[: rules.kitty_size])
    like = alike(bot.hand, bot.memory, held)
    for suits in (True, False):
        answers = kitties(space, held, like, rule, suits=suits)
        assert answers[0] == rule
        assert len(answers) > 10
        for kitty in answers:
            assert at.match.verify(Bury(bot.seat, kitty)) is None


def test_all_copies_of_two_cards_may_be_exchanged() -> None:
    space = space_of(Rules(decks=3), Trump(Rank.TWO, Suit.HEARTS))
    low, high = cards("3D 3D 3D"), cards("4D 4D 4D")
    found = [Counter(kitty) for kitty in exchanges(space, [*low, *high], tuple(low))]
    assert Counter(high) in found and Counter(cards("3D 3D 4D")) in found


@pytest.mark.parametrize("players", [5, 6, 8])
def test_calls_are_legal(players: int) -> None:
    at = table(Rules(teams="friends", players=players), 5, RuleBot)
    bot = next(turns(at, (Phase.CALL,)))
    rule = choose_calls(bot.hand, bot.seat)
    answers = callings(bot.hand, bot.seat, rule)
    assert answers[0] == rule
    assert len(answers) > 3
    for calls in answers:
        assert not isinstance(at.match.verify(CallFriends(bot.seat, calls)), Refusal)
    # No card is called by all.
    assert not frozenset.intersection(*map(frozenset, answers))
