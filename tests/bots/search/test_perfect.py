"""Trials of the last plays by playouts and perfect play."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from shengji.arena.bench_playouts import Drawn
from shengji.bots.deals.sampler import Deals
from shengji.bots.endings.ending import solve_ending
from shengji.bots.endings.solver import solve_plays
from shengji.bots.policy.payoff import levels_for_declarers, payoff_of
from shengji.bots.search import perfect
from shengji.bots.search.effort import Effort
from shengji.bots.search.hypothetical import Hypothetical
from shengji.bots.search.perfect import LEAST_DOUBTED, PerfectTrials
from shengji.bots.search.trials import PlayoutTrials, plays_only
from shengji.bots.search.verdict import SLOPE, Tried
from shengji.cards import points_of
from shengji.game import Hand
from shengji.play.jit import Matrix
from shengji.play.position import twin_of
from shengji.rules import Rules
from tests.bots.search.players import RuleBot, table, turns

NODES = 20_000
"""Enough for the endings here."""


def effort(nodes: int) -> Effort:
    """An effort of so many nodes."""
    return Effort(tricks=1, bury=1, calls=1, bids=1, nodes=nodes)


def true_deal(hand: Hand) -> Drawn:
    """Draws what the hands are, again and again."""
    position = twin_of(hand.position)
    return Drawn(Deals(np.stack([position.hands] * 9), np.stack([position.kitty] * 9)))


def endings(rules: Rules, seed: int, most: int) -> Iterator[tuple[Hand, Hypothetical, Matrix]]:
    """Decisions with no more cards than these left: the whole hand, what is seen of it, plays."""
    players = table(rules, seed, RuleBot)
    for bot in turns(players):
        hand = players.match.hand
        assert hand is not None
        if sum(hand.sizes) > most:
            continue
        solved = solve_ending(twin_of(hand.position))
        if solved is not None and len(solved.plays) > 1:
            yield hand, Hypothetical(bot.hand, bot.memory), solved.plays


def same(one: Tried, other: Tried) -> bool:
    return np.array_equal(one.levels, other.levels) and np.array_equal(one.points, other.points)


def test_perfect_play_counts_as_much_as_playouts() -> None:
    rules, seen = Rules(), 0
    payoff, total = payoff_of(rules), points_of(rules.deck)
    for seed in range(4):
        for hand, hypothetical, plays in endings(rules, seed, 16):
            seat, deal, rows = hypothetical.memory.seat, true_deal(hand), range(len(plays))
            trials = PerfectTrials(hypothetical, plays, seat, deal, effort(NODES))
            tried, doubted = trials.run(rows, 2), trials.doubt(rows, LEAST_DOUBTED).worth
            played = PlayoutTrials(hypothetical, plays_only(plays), seat, deal).run(rows, 2)
            assert same(tried, played)
            solved = solve_ending(twin_of(hand.position))
            assert solved is not None
            sign = 1 if hand.is_declarer(seat) else -1
            for row, value in enumerate(solved.values):
                levels = sign * levels_for_declarers(payoff, int(value))
                perfect = levels + SLOPE * sign * (total - 2 * value)
                assert np.allclose(tried.worth[row], (played.worth[row] + perfect) / 2)
                assert np.allclose(doubted[row], perfect)
            seen += 1
    assert seen > 20


def test_what_takes_too_long_is_only_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(*given: object) -> int:
        asked.append(given)
        return solve_plays(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("shengji.bots.search.perfect.solve_plays", counted)
    seen = 0
    for hand, hypothetical, plays in endings(Rules(), 1, 16):
        asked.clear()
        deal, seat, rows = true_deal(hand), hypothetical.memory.seat, range(len(plays))
        tried = PerfectTrials(hypothetical, plays, seat, deal, effort(1)).run(rows, 9)
        assert same(tried, PlayoutTrials(hypothetical, plays_only(plays), seat, deal).run(rows, 9))
        # Of the nine deals only the first few are tried.
        assert len(asked) == perfect.UNSOLVED
        seen += 1
    assert seen > 3


def test_a_doubt_ends_after_so_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    for hand, hypothetical, plays in endings(Rules(), 1, 16):
        deal, seat, rows = true_deal(hand), hypothetical.memory.seat, range(len(plays))
        trials = PerfectTrials(hypothetical, plays, seat, deal, effort(NODES))
        whole = trials.doubt(rows, 9).worth
        assert whole.shape[1] == 9
        monkeypatch.setattr(perfect, "MOST_NODES", 1)
        # One deal is too few to say anything, so it is asked of other playouts.
        other = PlayoutTrials(hypothetical, plays_only(plays), seat, deal).doubt(rows, 9).worth
        assert np.array_equal(trials.doubt(rows, 9).worth, other)
        monkeypatch.undo()
        assert np.array_equal(trials.doubt(rows, 9).worth, whole)
