"""Trials whose playouts end with perfect play."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from shengji.bots.endings.ending import solve_ending
from shengji.bots.policy.payoff import levels_for_declarers, payoff_of
from shengji.bots.policy.playout import play_on
from shengji.bots.policy.scratchpad import scratchpad_for
from shengji.bots.search import leaves
from shengji.bots.search.hypothetical import Hypothetical
from shengji.bots.search.leaves import LeafTrials
from shengji.bots.search.trials import PlayoutTrials, plays_only
from shengji.bots.search.verdict import Tried
from shengji.cards import points_of
from shengji.game import Hand
from shengji.play.apply import apply_play
from shengji.play.jit import Matrix
from shengji.play.position import SIDES, twin_of
from shengji.rules import Rules
from tests.bots.search.players import RuleBot, table, turns
from tests.bots.search.test_perfect import same, true_deal

LEAVES = 4
MANY = 1_000_000
FRIENDS = Rules(teams="friends", players=5)


def decisions(rules: Rules) -> Iterator[tuple[Hand, Hypothetical, Matrix]]:
    """Some decisions of hands: the whole hand, what is seen of it, the play of the rule."""
    for seed in range(4):
        players = table(rules, seed, RuleBot)
        for number, bot in enumerate(turns(players)):
            hand = players.match.hand
            assert hand is not None
            if number % 9 == 0 and max(hand.sizes) > LEAVES:
                play = bot.lead().cards if hand.trick is None else bot.follow()
                yield hand, Hypothetical(bot.hand, bot.memory), np.array([hand.space.words(play)])


def both(hand: Hand, hypothetical: Hypothetical, plays: Matrix) -> tuple[Tried, Tried]:
    """The results of plays on the true deal with perfect leaves, and without."""
    seat, deal = hypothetical.memory.seat, true_deal(hand)
    leafy = LeafTrials(hypothetical, plays_only(plays), seat, deal, LEAVES)
    plain = PlayoutTrials(hypothetical, plays_only(plays), seat, deal)
    assert leafy.cost > plain.cost
    return leafy.run([0], 2), plain.run([0], 2)


@pytest.mark.parametrize("rules", [Rules(), FRIENDS])
def test_the_last_tricks_count_half_as_they_are_played_perfectly(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaves, "NODES", MANY)
    payoff, total = payoff_of(rules), points_of(rules.deck)
    seen = different = 0
    for hand, hypothetical, plays in decisions(rules):
        tried, played = both(hand, hypothetical, plays)
        position = twin_of(hand.position)
        apply_play(position, plays[0])
        play_on(scratchpad_for(position), LEAVES)
        solved = solve_ending(position, MANY)
        if solved is None:
            assert same(tried, played)
            continue
        # Who plays on which side may be known only when the ending begins.
        sign = 1 if int(position.facts[SIDES]) >> hypothetical.memory.seat & 1 else -1
        levels = sign * levels_for_declarers(payoff, solved.points)
        assert np.array_equal(tried.levels, (played.levels + levels) / 2)
        assert np.array_equal(
            tried.points, (played.points + sign * (total - 2 * solved.points)) / 2
        )
        seen += 1
        different += not same(tried, played)
    assert seen > 8
    assert different > 3


def test_what_takes_too_long_is_only_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaves, "NODES", 1)
    seen = 0
    for hand, hypothetical, plays in decisions(Rules()):
        assert same(*both(hand, hypothetical, plays))
        seen += 1
    assert seen > 8
