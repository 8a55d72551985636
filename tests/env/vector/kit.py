"""Hands in lock step that are played in matches beside them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from shengji.cards import Card
from shengji.env.vector import Hands, match_of
from shengji.env.vector.hands import refusal_of
from shengji.game import Event, Match, Phase, Play
from shengji.game.view import view
from shengji.rules import Rules, random_rules


class Beside:
    """The hand of a lane in a match of its own: the table's, and as each seat sees it."""

    def __init__(self, hands: Hands, lane: int) -> None:
        rules = hands.rules
        told: list[Event] = []
        self.match = match_of(hands, lane, told.append)
        self.seen = [Match.seen(rules, seat) for seat in range(rules.players)]
        for match in self.seen:
            match.begin_at(self.match.levels, told[0].dealer)  # type: ignore[union-attr]
        for event in told:
            self._tell(event)

    def play(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.match.do(Play(seat, cards), self._tell)

    def _tell(self, event: Event) -> None:
        for seat, match in enumerate(self.seen):
            match.apply(view(event, seat))


class Moment(NamedTuple):
    """A lane after a step, and its hand in a match; where it ended, as it was when it did."""

    lane: int
    beside: Beside
    ended: bool


def playable(seed: int) -> Rules:
    """Any rules that can be played in lock step."""
    chance = Random(seed)
    while True:
        rules = random_rules(chance)
        if refusal_of(rules) is None:
            return rules


def random_actions(hands: Hands, chance: Random) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([chance.randrange(count) for count in hands.counts.tolist()])


def played_beside(hands: Hands, chance: Random, number: int) -> Iterator[Moment]:
    """Play at random until so many hands are over, each also in a match of its own."""
    beside = [Beside(hands, lane) for lane in range(hands.lanes)]
    for lane in range(hands.lanes):
        yield Moment(lane, beside[lane], ended=False)
    over = 0
    while over < number:
        actions = random_actions(hands, chance)
        seats = hands.seats.tolist()
        plays = [hands.cards(lane, row) for lane, row in enumerate(actions.tolist())]
        hands.step(actions)
        for lane, ended in enumerate(hands.ended.tolist()):
            beside[lane].play(seats[lane], plays[lane])
            hand = beside[lane].match.hand
            assert hand is not None
            assert (hand.phase is Phase.ENDED) == ended
            if ended:
                over += 1
                yield Moment(lane, beside[lane], ended=True)
                beside[lane] = Beside(hands, lane)
            yield Moment(lane, beside[lane], ended=False)
