"""Deals that explain what was played come oftener, and nothing hidden makes a difference."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from shengji.bots import Table, make_bot
from shengji.bots.deals.belief import UNEXPLAINED, USUAL_CHAINS, BelievedSampler, judge_deal
from shengji.bots.deals.past import past_of
from shengji.bots.deals.sampler import Deals, Sampler
from shengji.bots.policy.numbers import Numbers
from shengji.bots.ruled import RememberingBot
from shengji.game import Event, Hand, Phase, view
from shengji.play.follows import Lead
from shengji.play.units import default_reading
from shengji.rules import Rules, rules_from

SYSTEMS = ["tractor", "forty-points", "three-deck", "finding-friends"]


def views(
    system: str | Rules, name: str, every: int, hands: int = 1
) -> Iterator[tuple[RememberingBot, Hand]]:
    """Some decisions in the tricks: who decides, remembering all, and the hand with all cards."""
    rules = system if isinstance(system, Rules) else rules_from(system)
    for seed in range(hands):
        watched = [RememberingBot(rules, seat) for seat in range(rules.players)]

        def tell(event: Event, watched: list[RememberingBot] = watched) -> None:
            for bot in watched:
                bot.observe(view(event, bot.seat))

        bots = {seat: make_bot(name, rules, seat, seat) for seat in range(rules.players)}
        table, count = Table(rules, bots, Random(seed), tell), 0
        while (hand := table.match.hand) is None or hand.phase is not Phase.ENDED:
            if hand is not None and hand.phase is Phase.PLAY and hand.turn is not None:
                count += 1
                if count % every == 0:
                    yield watched[hand.turn], hand
            table.step()


def misfits_of(bot: RememberingBot, deals: Deals) -> Numbers:
    """How badly each deal explains each play, and then the calls; (deals, plays + 1)."""
    past = past_of(bot.hand, bot.memory)
    found = np.zeros((len(deals.kitties), len(past.seats) + 1))
    for row, hands, kitty in zip(found, deals.hands, deals.kitties, strict=True):
        held = np.concatenate([hands, kitty[None]])
        judge_deal(past, held, row)
    return found


def truth_of(bot: RememberingBot, truth: Hand) -> Deals:
    """The true deal."""
    space = bot.hand.space
    hands = np.array([[space.words(cards) for cards in truth.hands]], dtype=np.int64)
    return Deals(hands, np.array([space.words(truth.kitty or ())], dtype=np.int64))


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_truth_explains_all_plays_of_the_rule_player(system: str) -> None:
    plays = 0
    for bot, truth in views(system, "medium", every=9):
        misfits = misfits_of(bot, truth_of(bot, truth))
        plays += misfits.size
        assert not misfits.any()
    assert plays >= 50


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_truth_explains_plays_of_another_player_better_than_deals_by_chance(
    system: str,
) -> None:
    true = drawn = 0.0
    for bot, truth in views(system, "basic", every=13, hands=2):
        true += misfits_of(bot, truth_of(bot, truth)).sum()
        deals = Sampler(bot.hand, bot.memory, 3).draw(10)
        drawn += misfits_of(bot, deals).sum() / 10
    assert true < 0.9 * drawn


def test_believed_deals_explain_more_than_deals_by_chance() -> None:
    believed = drawn = 0.0
    for bot, _ in views("tractor", "basic", every=11):
        plain, better = Sampler(bot.hand, bot.memory, 3), BelievedSampler(bot.hand, bot.memory, 3)
        drawn += misfits_of(bot, plain.draw(USUAL_CHAINS)).sum()
        believed += misfits_of(bot, better.draw(USUAL_CHAINS)).sum()
    assert believed < 0.8 * drawn


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_known_of_each_chain_stays_up_to_date(system: str) -> None:
    for bot, _ in views(system, "basic", every=23):
        sampler = BelievedSampler(bot.hand, bot.memory, 1)
        deals = sampler.draw(USUAL_CHAINS)
        if sampler.past.seats.size:
            assert (misfits_of(bot, deals) == sampler.chains.misfits).all()


def test_believed_deals_are_deals_that_may_be() -> None:
    for bot, _ in views("finding-friends", "basic", every=37):
        deals = BelievedSampler(bot.hand, bot.memory, 5).draw(40)
        space = bot.hand.space
        for hands, kitty in zip(deals.hands, deals.kitties, strict=True):
            sizes = [len(space.cards(words)) for words in hands]
            assert sizes == bot.hand.sizes
            assert len(space.cards(kitty)) == bot.rules.kitty_size
            assert space.cards(hands[bot.seat]) == space.sort(bot.cards)
            for seat, words in enumerate(hands):
                suits = {space.suit(card) for card in space.cards(words)}
                assert seat == bot.seat or not any(bot.memory.is_void(seat, suit) for suit in suits)


def test_believed_deals_leave_a_call_to_others() -> None:
    """The Dealer has as many copies of a called card as it had to have for that call."""
    held = {Sampler: 0.0, BelievedSampler: 0.0}
    found = 0
    for bot, truth in views("finding-friends", "medium", every=7, hands=3):
        dealer, space = truth.dealer, bot.hand.space
        if dealer in (None, bot.seat) or not truth.open_calls:
            continue
        found += 1
        for call in truth.open_calls:
            place, left = space.place(call.card), truth.hands[dealer].count(call.card)
            for kind in held:
                deals = kind(bot.hand, bot.memory, 3).draw(24)
                copies = (deals.hands[:, dealer] >> place & 1).sum(axis=1)
                held[kind] += (copies != left).mean()
    assert found > 5
    assert held[BelievedSampler] < 0.5 * held[Sampler]


def test_who_the_friends_are_does_not_hang_on_chance() -> None:
    """Few cards decide it, and their places change from deal to deal."""
    changed = []
    for bot, truth in views("finding-friends", "medium", every=11, hands=4):
        for call in truth.open_calls:
            place = bot.hand.space.place(call.card)
            deals = BelievedSampler(bot.hand, bot.memory, 1, chains=1).draw(60)
            held = (deals.hands >> place & 1).sum(axis=2)
            if (held != held[0]).any():
                changed.append((held[1:] != held[:-1]).any(axis=1).mean())
    assert len(changed) > 10
    assert np.mean(changed) > 0.55


def test_the_same_seed_draws_the_same_deals_in_any_portions() -> None:
    for bot, _ in views("tractor", "basic", every=29):
        at_once = BelievedSampler(bot.hand, bot.memory, 5).draw(30)
        sampler = BelievedSampler(bot.hand, bot.memory, 5)
        first, then = sampler.draw(7), sampler.draw(23)
        assert (np.concatenate([first.hands, then.hands]) == at_once.hands).all()
        assert (np.concatenate([first.kitties, then.kitties]) == at_once.kitties).all()


def test_deals_come_as_often_as_they_are_likely() -> None:
    """With few cards left, deals by chance can be weighed instead."""
    off = []
    for bot, _ in views("tractor", "basic", every=1, hands=5):
        if len(bot.cards) != 3:
            continue
        plain = Sampler(bot.hand, bot.memory, 1).draw(6000)
        weights = np.exp(-UNEXPLAINED * misfits_of(bot, plain).sum(axis=1))
        if weights.sum() ** 2 / (weights**2).sum() < 1000:
            continue
        believed = BelievedSampler(bot.hand, bot.memory, 2).draw(4000)
        for place in range(54):
            held = plain.hands[:, :, 0] >> place & 1
            weighed = (weights[:, None] * held).sum(axis=0) / weights.sum()
            found = (believed.hands[:, :, 0] >> place & 1).mean(axis=0)
            off += np.abs(weighed - found).tolist()
    assert len(off) > 400
    assert max(off) < 0.1


def test_nothing_is_explained_where_a_reading_was_named() -> None:
    bots = (bot for bot, _ in views("tractor", "medium", every=1) if len(bot.hand.tricks) > 6)
    bot = next(bot for bot in bots if any(len(t.lead.cards) == 2 for t in bot.hand.tricks))
    assert len(BelievedSampler(bot.hand, bot.memory, 1).past.seats) > 0
    trick = next(trick for trick in bot.hand.tricks if len(trick.lead.cards) == 2)
    one, other = (default_reading(bot.hand.space, [card]) for card in trick.lead.cards)
    trick.lead = Lead(bot.hand.space, (*one, *other))
    assert len(BelievedSampler(bot.hand, bot.memory, 1).past.seats) == 0


def test_nothing_is_explained_where_what_is_consecutive_changes() -> None:
    rules = rules_from({"consecutive": "skip-played"})
    bot, _ = next(views(rules, "medium", every=30))
    sampler = BelievedSampler(bot.hand, bot.memory, 1)
    assert len(sampler.past.seats) == 0
    assert sampler.draw(5).kitties.shape == (5, 2)
