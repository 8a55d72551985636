"""What holds in every hand, under any rules, whatever is played."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from random import Random
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.cards import RANKS, SUITS, Trump, full_deck, points_of
from shengji.game import (
    Event,
    HandEnded,
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
from shengji.play.chance import FAILED, THROWS, TRACTORS, TRICKS, TRUMPED, random_hands
from shengji.play.space import space_of
from shengji.rules import Rules
from shengji.rules.rules import Players
from tests.game.kit import (
    Game,
    all_cards,
    public,
    random_command,
    random_hand,
    snapshot,
    steady,
)
from tests.rules.kinds import any_rules

SEEDS = st.integers(0, 10**6)


def check_state(game: Game) -> None:
    """No card is lost or doubled, everyone has as many cards as they should, points add up."""
    rules, hand = game.match.rules, game.hand
    assert all_cards(game.match) == Counter(full_deck(rules.deck_count))
    assert hand.sizes == [len(held) for held in hand.hands]
    if hand.phase in (Phase.PLAY, Phase.ENDED):
        assert hand.trump is not None
        assert hand.dealer is not None
        assert hand.kitty is not None
        assert len(hand.kitty) == rules.kitty_size
        under_way = hand.trick.points if hand.trick else 0
        held = sum(points_of(held) for held in hand.hands)
        assert sum(hand.taken) + under_way + held + points_of(hand.kitty) == rules.total_points
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
    """What came of a command is in order."""
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
    """The points of a hand that has ended."""
    ended, hand = game.last(HandEnded), game.hand
    assert hand.dealer == ended.dealer
    assert ended.kitty is not None
    tricks = [event for event in game.events if isinstance(event, TrickTaken)]
    mine = game.match.rules.team_of(ended.dealer)
    won = sum(t.points for t in tricks if game.match.rules.team_of(t.seat) != mine)
    paid = [event for event in game.events if isinstance(event, ThrowFailed)]
    for event in paid:
        won += event.penalty if game.match.rules.team_of(event.seat) == mine else -event.penalty
    assert ended.tricks == won
    assert (ended.factor > 0) == (game.match.rules.team_of(tricks[-1].seat) != mine)
    assert ended.points == won + ended.factor * points_of(ended.kitty)
    assert (ended.winner == "opponents") == (ended.points >= game.match.rules.threshold_points)
    assert sum(t.points for t in tricks) + points_of(ended.kitty) == game.match.rules.total_points


@steady(100)
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
            for follow in islice(hand.trick.lead.follows(hand.hands[hand.turn]), 3):
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
@given(st.sampled_from(get_args(Players)), st.integers(1, 3), SEEDS)
def test_follows_are_exactly_what_is_accepted(players: Players, decks: int, seed: int) -> None:
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
        (Rules(), 500),
        (Rules(decks=1), 350),
        (Rules(decks=3, throw_penalty="per-unit"), 60),
        (Rules(players=6), 60),
        (Rules(players=12, decks=6), 15),
        (Rules(decks=6, throw_reading="longest"), 15),
    ],
)
def test_a_thousand_random_hands_through_the_match(rules: Rules, number: int) -> None:
    """Hand after hand, match after match, nothing is refused and nothing goes wrong."""
    chance, match = Random(number), Match(rules)
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
    assert (failed > number // 4, throws > number // 8, declared > number // 2) == (True,) * 3, (
        failed,
        throws,
        declared,
    )


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
        np.random.default_rng(number),
        spaces,
        number,
        rules.players,
        rules.deck_count,
        rules.hand_size,
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
    assert isinstance(match.do(Play(0, ())), Refusal)
    assert match.hand is None
    assert not isinstance(match.do(start), Refusal)
    answer = match.do(start)
    assert isinstance(answer, Refusal)
    assert answer.code == "wrong-phase"
