"""A position that is played on by the kernels fares as the hand does at the table."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from shengji.bots import Bot, Table
from shengji.bots.policy.playout import play_on
from shengji.bots.policy.scratchpad import scratchpad_for
from shengji.game import Event, HandEnded, Phase, Played, ThrowFailed
from shengji.game.arrays import open_position
from shengji.play.apply import apply_play
from shengji.play.position import (
    LEADER,
    SIDES,
    UNITS,
    Position,
    copy_position,
    is_over,
    opponents_points,
    turn_of,
    twin_of,
)
from shengji.rules import PRESETS, Rules
from shengji.rules.random_rules import random_rules
from tests.bots.policy.players import CompiledBot, PlainReader, chosen
from tests.cases import cases

EVERY = [preset.rules for preset in PRESETS.values()]
HOUSES = [Rules(throws=False), Rules(decks=3, throws=False, side_suit_halves=True)]
MANY = [*EVERY, *HOUSES, *(random_rules(Random(seed)) for seed in (*range(20), 60))]
NUMBERS = cases(range(len(MANY)), *range(0, len(MANY), 2))


class Mirror:
    """Plays every event of a hand in a whole position too, and compares."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.position: Position | None = None
        self.thrown: ThrowFailed | None = None

    def hear(self, events: tuple[Event, ...]) -> None:
        hand = self.table.match.hand
        assert hand is not None
        for event in events:
            if self.position is None:
                break
            match event:
                case ThrowFailed():
                    self.thrown = event
                case Played():
                    self.play(event)
                case HandEnded():
                    assert is_over(self.position)
                    captured = hand.penalty - sum(
                        paid if hand.is_declarer(seat) else -paid
                        for seat, paid in enumerate(hand.paid)
                    )
                    assert opponents_points(self.position) + captured == event.points
                    self.position = None
        if self.position is None and hand.phase is Phase.PLAY and not hand.played:
            self.position = twin_of(hand.position)
        elif self.position is not None:
            self.compare()

    def play(self, event: Played) -> None:
        position, hand = self.position, self.table.match.hand
        assert position is not None and hand is not None
        assert turn_of(position) == event.seat
        cards = event.cards if self.thrown is None else self.thrown.thrown
        self.thrown = None
        apply_play(position, hand.space.words(cards))
        if event.units and hand.trick is not None:
            shapes = [unit.shape for unit in hand.trick.lead.reading]
            units = position.lead[: position.facts[UNITS]]
            assert [(w, n) for w, n, *_ in units.tolist()] == shapes

    def compare(self) -> None:
        """The position equals the one that is made of the hand."""
        mine, hand = self.position, self.table.match.hand
        assert mine is not None and hand is not None
        theirs = open_position(hand)
        for name in ("rest", "plays", "calls", "taken", "paid", "voids"):
            assert (getattr(mine, name) == getattr(theirs, name)).all(), name
        assert [hand.space.sort(held) for held in hand.hands] == [
            hand.space.cards(words) for words in mine.hands
        ]
        assert hand.space.sort(hand.kitty or ()) == hand.space.cards(mine.kitty)
        assert mine.facts[LEADER] == theirs.facts[LEADER]
        assert mine.facts[SIDES] == theirs.facts[SIDES]


@pytest.mark.parametrize("number", NUMBERS)
def test_fares_as_at_the_table(number: int) -> None:
    rules = MANY[number]
    if rules.consecutive == "skip-played" or rules.failed_throw == "must-beat":
        rules = EVERY[0]
    kind = CompiledBot if number % 3 == 0 else PlainReader
    bots: dict[int, Bot] = {seat: kind(rules, seat, seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(number))
    mirror = Mirror(table)
    ended = 0
    while ended < 1:
        events = table.step()
        assert events is not None
        mirror.hear(events)
        ended += any(isinstance(event, HandEnded) for event in events)


@pytest.mark.parametrize("number", NUMBERS)
def test_chooses_from_what_it_sees(number: int) -> None:
    rules = MANY[number]
    bots: dict[int, Bot] = {
        seat: CompiledBot(rules, seat, seat) if seat % 2 else PlainReader(rules, seat, seat)
        for seat in range(rules.players)
    }
    table = Table(rules, bots, Random(number))
    while True:
        hand = table.match.hand
        if hand is not None and hand.phase is Phase.PLAY and hand.turn is not None:
            bot = bots[hand.turn]
            if isinstance(bot, CompiledBot):
                seen = bot.hand.position
                whole = scratchpad_for(twin_of(hand.position))
                whole.scratch[:] = -1
                assert (chosen(scratchpad_for(seen)) == chosen(whole)).all()
        events = table.step()
        assert events is not None
        if any(isinstance(event, HandEnded) for event in events):
            break


@pytest.mark.parametrize("rules", EVERY)
def test_plays_on_to_the_end(rules: Rules) -> None:
    bots: dict[int, Bot] = {seat: CompiledBot(rules, seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(3))
    hand = None
    while hand is None or hand.phase is not Phase.PLAY:
        table.step()
        hand = table.match.hand
    position = twin_of(hand.position)
    twin = twin_of(position)
    play_on(scratchpad_for(position), 0)
    assert is_over(position) and not position.hands.any()
    assert (position.rest == position.kitty).all()
    everything = sum(card.points for card in rules.deck)
    kitty = sum(card.points for card in hand.kitty or ())
    assert position.taken.sum() <= everything - kitty
    again = twin_of(position)
    copy_position(twin, again)
    play_on(scratchpad_for(again), 0)
    assert opponents_points(again) == opponents_points(position)
    assert all(np.array_equal(a, b) for a, b in zip(again, position, strict=True))
