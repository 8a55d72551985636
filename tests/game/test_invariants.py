"""Invariants of every hand, under any rules, whatever is played."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from random import Random
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.cards import RANKS, SUITS, Trump, points_of
from shengji.game import (
    Command,
    Event,
    FriendJoined,
    HandEnded,
    HandStarted,
    Match,
    MatchEnded,
    Phase,
    Play,
    Played,
    Refusal,
    ThrowFailed,
    TrickTaken,
    shuffled,
)
from shengji.play.chance import FAILED, THROWS, TRACTORS, TRICKS, TRUMPED, random_hands, seeded
from shengji.play.position import position_for
from shengji.play.space import space_of
from shengji.rules import Rules
from tests.game.kit import (
    Game,
    all_cards,
    any_rules,
    public,
    random_command,
    random_hand,
    snapshot,
    steady,
)
from tests.seeds import examples

SEEDS = st.integers(0, 10**6)


def check_state(game: Game) -> None:
    """No card is lost or doubled, everyone has as many cards as they should, points add up."""
    rules, hand = game.match.rules, game.hand
    assert all_cards(game.match) == Counter(rules.deck)
    assert hand.sizes == [len(held) for held in hand.hands]
    if hand.phase in (Phase.PLAY, Phase.ENDED):
        assert hand.trump is not None
        assert hand.dealer is not None
        assert hand.kitty is not None
        assert len(hand.kitty) == rules.kitty_size
        under_way = hand.trick.points if hand.trick else 0
        held = sum(points_of(held) for held in hand.hands)
        out = hand.discarded + points_of(hand.kitty)
        assert sum(hand.taken) + under_way + held + out == rules.total_points
        if hand.trick is None:
            assert len(set(hand.sizes)) == 1
            if hand.tricks and hand.phase is Phase.PLAY:
                assert hand.turn == hand.tricks[-1].winner
        else:
            done = [(hand.trick.leader + turn) % rules.players for turn in range(hand.players)]
            done = done[: len(hand.trick.plays)]
            assert hand.turn not in done
            assert len({len(play) for play in hand.trick.plays}) == 1


def check_answer(game: Game, command: object, events: tuple[Event, ...]) -> None:
    """Check that the answer to a command is in order."""
    kinds = [type(event) for event in events]
    hand = game.hand
    if not isinstance(command, Play):
        return
    played = next(event for event in events if isinstance(event, Played))
    assert played.seat == command.seat
    assert kinds[0] in (Played, ThrowFailed)
    if isinstance(events[0], ThrowFailed):
        assert Counter(events[0].thrown) == Counter(command.cards)
        assert Counter(played.cards) < Counter(command.cards)
        assert len(played.units) == 1
        assert events[0].challenger != command.seat
        assert (
            not Counter(command.cards) - Counter(played.cards) - Counter(hand.hands[command.seat])
        )
    else:
        assert Counter(played.cards) == Counter(command.cards)
    if played.units:
        assert Counter(c for unit in played.units for c in unit) == Counter(played.cards)
    if TrickTaken in kinds:
        taken = next(event for event in events if isinstance(event, TrickTaken))
        trick = hand.last_trick
        assert trick is not None
        assert taken.points == trick.points == sum(points_of(play) for play in trick.plays)
        assert taken.opponents == hand.opponents_points
    assert (HandEnded in kinds) == (not any(hand.sizes))
    assert (MatchEnded in kinds) == (game.match.winners is not None)


def check_end(game: Game) -> None:
    """The points of a hand that has ended, counted again from its events alone."""
    rules, hand, ended = game.match.rules, game.hand, game.last(HandEnded)
    assert hand.dealer == ended.dealer
    assert hand.sides_known
    assert ended.kitty is not None
    since = max(n for n, event in enumerate(game.events) if isinstance(event, HandStarted))
    taken, gone, declarers = [0] * rules.players, 0, {ended.dealer}
    if rules.teams == "fixed":
        declarers |= {seat for seat in range(rules.players) if (seat - ended.dealer) % 2 == 0}
    paid: list[tuple[int, int]] = []
    captured: list[tuple[int, int]] = []
    last = ended.dealer
    for event in game.events[since:]:
        match event:
            case FriendJoined():
                if event.seat not in declarers:
                    assert event.lost == taken[event.seat]
                    gone, taken[event.seat] = gone + event.lost, 0
                declarers.add(event.seat)
            case ThrowFailed():
                paid.append((event.seat, event.penalty))
            case TrickTaken():
                last = event.seat
                taken[last] += event.points
                captured += [(owner, last) for owner in event.red_fives]
            case _:
                pass
    won = sum(points for seat, points in enumerate(taken) if seat not in declarers)
    won += sum(points if seat in declarers else -points for seat, points in paid)
    if rules.red_five_penalty == "points":
        for owner, taker in captured:
            if (owner in declarers) != (taker in declarers):
                won += rules.red_five_points * (1 if owner in declarers else -1)
    assert ended.declarers == tuple(sorted(declarers))
    assert ended.missing == rules.declarer_count - len(declarers) >= 0
    assert ended.tricks == won == hand.opponents_points
    counts = rules.kitty_factor != "none" and last not in declarers
    assert (ended.factor > 0) == counts
    assert ended.kitty_points == points_of(ended.kitty)
    bonus = ended.factor * ended.kitty_points
    assert ended.points == won + (bonus // 10 * 5 if ended.halved else bonus)
    assert (ended.winner == "opponents") == (ended.points >= rules.threshold_points)
    assert sum(taken) + gone + ended.kitty_points == rules.total_points
    assert hand.discarded == gone
    assert 0 <= ended.next_first < rules.players
    assert (ended.next_dealer is None) == (rules.later_dealer == "draw")


@steady(60)
@given(any_rules(), SEEDS)
def test_whatever_is_played(rules: Rules, seed: int) -> None:
    """All of the above after every command; `verify` agrees with `do`; no legal follow that is
    listed is refused; the events build an equal match; and the commands give the same events again.
    """
    chance, match = Random(seed), Match(rules)
    game, commands = Game(match), list[object]()
    mirror, again = Match(rules), Match(rules)
    while match.hand is None or game.hand.phase is not Phase.ENDED:
        hand = match.hand
        if hand is not None and hand.trick is not None and hand.turn is not None:
            lead = hand.trick.lead_for(hand.turn)
            for follow in islice(lead.follows(hand.hands[hand.turn]), 3):
                assert match.verify(Play(hand.turn, follow)) is None
        command = random_command(match, chance)
        commands.append(command)
        assert match.verify(command) is None
        events = game.do(command)
        check_state(game)
        check_answer(game, command, events)
        for event in events:
            mirror.apply(event)
        assert again.do(command) == events
        if chance.random() < 0.1:
            assert public(mirror) == public(match)
    check_end(game)
    assert snapshot(mirror) == snapshot(match) == snapshot(again)


@steady(30)
@given(st.sampled_from((4, 6, 8)), st.integers(1, 3), SEEDS)
def test_follows_are_exactly_what_is_accepted(players: int, decks: int, seed: int) -> None:
    """In small hands every set of cards is tried: the match accepts those that are listed, and they
    are counted right.
    """
    size = 7
    kitty = 54 * decks - size * players
    while kitty > 60:
        size += 1
        kitty = 54 * decks - size * players
    if size > 12 or kitty < 1:
        return
    rules = Rules(players=players, decks=decks, kitty=kitty)
    chance, game = Random(seed), Game(Match(rules))
    while game.match.hand is None or game.hand.phase is not Phase.ENDED:
        hand = game.match.hand
        trick = hand.trick if hand is not None else None
        if hand is not None and hand.turn is not None and trick is not None:
            held = hand.hands[hand.turn]
            tried = {tuple(hand.space.sort(play)) for play in combinations(held, trick.lead.size)}
            if len(tried) <= 200:
                accepted = {p for p in tried if game.match.verify(Play(hand.turn, p)) is None}
                listed = list(trick.lead.follows(held))
                assert len(listed) == len(set(listed)) == trick.lead.count(held, 10**6)
                assert set(listed) == accepted
                forced = Counter(trick.lead.forced(held))
                assert all(forced <= Counter(play) for play in accepted)
        game.do(random_command(game.match, chance))


@pytest.mark.parametrize(
    ("rules", "number"),
    [
        (Rules(), 200),
        (Rules(decks=1), 200),
        (Rules(decks=3, throw_penalty="per-unit"), 40),
        (Rules(players=6), 40),
        (Rules(players=12, decks=6), 20),
        (Rules(decks=6, throw_reading="longest"), 12),
        (Rules(players=5, teams="friends", later_dealer="draw"), 100),
        (Rules(players=7, teams="friends", land=True), 50),
    ],
)
def test_a_thousand_random_hands_through_the_match(rules: Rules, number: int) -> None:
    """Hand after hand, match after match, nothing is refused and nothing goes wrong."""
    chance, match, number = Random(number), Match(rules), examples(number, least=60)
    failed = throws = declared = 0
    for _ in range(number):
        if match.winners is not None:
            match = Match(rules)
        game = random_hand(rules, chance, match)
        check_state(game)
        check_end(game)
        failed += sum(isinstance(event, ThrowFailed) for event in game.events)
        throws += sum(isinstance(event, Played) and len(event.units) > 1 for event in game.events)
        declared += bool(game.hand.shown)
    enough = (failed > number // 4, throws > number // 12, declared > number // 2)
    assert enough == (True,) * 3, (failed, throws, declared)


@pytest.mark.parametrize(
    ("rules", "number"),
    [
        (Rules(), 6000),
        (Rules(decks=1), 1500),
        (Rules(decks=3), 1000),
        (Rules(players=6), 800),
        (Rules(players=6, decks=2), 300),
        (Rules(players=12, decks=6), 200),
        (Rules(decks=6), 200),
    ],
)
def test_ten_thousand_random_hands_through_the_kernels(rules: Rules, number: int) -> None:
    """The same in the compiled `random_hands`: every trump, no exception, and all that can happen
    happens.
    """
    trumps = [Trump(rank, suit) for rank in RANKS for suit in (*SUITS, None)]
    spaces = np.concatenate([space_of(rules, trump).table for trump in trumps])
    counts = np.zeros(5, dtype=np.int64)
    points = random_hands(
        seeded(number),
        position_for(rules, spaces, 0),
        spaces,
        number,
        np.array([card.index for card in rules.deck], dtype=np.int64),
        sum(1 << turn for turn in range(0, rules.players, 2)),
        counts,
    )
    assert points > 0
    assert number <= counts[TRICKS] <= number * rules.hand_size
    assert counts[THROWS] >= counts[FAILED] > 0
    if number >= 1000:
        assert (counts[TRACTORS] > 0) == (rules.deck_count > 1)
    assert counts[TRUMPED] > 0


@steady(10)
@given(any_rules(), SEEDS)
def test_a_refused_start_leaves_the_match_where_it_was(rules: Rules, seed: int) -> None:
    """After a refusal the match goes on as if nothing had been asked."""
    chance, match = Random(seed), Match(rules)
    start = shuffled(rules, chance)
    assert isinstance(match.try_do(Play(0, ())), Refusal)
    assert match.hand is None
    match.do(start)
    answer = match.try_do(start)
    assert isinstance(answer, Refusal)
    assert answer.code == "wrong-phase"


def test_events_and_commands_do_not_change() -> None:
    """Past events and commands stay as they are, whoever holds them."""
    for kind in (*get_args(Event), *get_args(Command)):
        assert kind.__struct_config__.frozen, kind
