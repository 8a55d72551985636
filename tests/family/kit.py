"""Helpers for the tests of the family: rules from a few words, and short ways to ask."""

from __future__ import annotations

from random import Random
from typing import Any

from shengji.bots import RandomBot, Table
from shengji.game import Event
from shengji.game.levels import HandFacts, Settlement, settle
from shengji.game.standing import Standing
from shengji.play.follows import Lead
from shengji.play.space import Space, space_of
from shengji.play.tricks import winner
from shengji.play.units import default_reading
from shengji.rules import Rules, rules_from
from tests.game.kit import Game, cards, levels_of
from tests.kit import trump, written


def rules(**values: Any) -> Rules:
    return rules_from(values)


def space(made: str, **values: Any) -> Space:
    """The strength space of some rules; trump as in `tests.kit.trump`."""
    return space_of(rules(**values), trump(made))


def order(made: str, text: str, **values: Any) -> str:
    """Cards from high to low; equal ones keep the order in which they are given."""
    there = space(made, **values)
    return written(sorted(cards(text), key=there.column, reverse=True))


def units(made: str, text: str, **values: Any) -> list[str]:
    """The units of the default reading of these cards, as text."""
    return [written(unit.cards) for unit in default_reading(space(made, **values), cards(text))]


def lead(made: str, text: str, **values: Any) -> Lead:
    there = space(made, **values)
    return Lead(there, default_reading(there, cards(text)))


def fault(made: str, led: str, hand: str, play: str, **values: Any) -> str | None:
    """The fault of this follow, or `None`."""
    return lead(made, led, **values).fault(cards(hand), cards(play))


def taker(made: str, *plays: str, **values: Any) -> int:
    """The play that takes the trick; the first is the lead."""
    first = lead(made, plays[0], **values)
    return winner(first.space, first.reading, [cards(play) for play in plays])


def settled(
    points: int,
    levels: list[str],
    *,
    dealer: int = 0,
    declarers: tuple[int, ...] | None = None,
    tried: bool = False,
    **values: Any,
) -> Settlement:
    """The changes by a hand at the Dealer's level; `levels` of the two teams, or of every seat."""
    house = rules(**values)
    before = [Standing(level, tried=tried) for level in levels_of(house, levels)]
    if declarers is None:
        declarers = tuple(s for s in range(house.players) if (s - dealer) % 2 == 0)
    return settle(house, before, HandFacts(before[dealer].level, dealer, declarers, points))


def after(end: Settlement) -> list[str]:
    """The levels after a hand: of two teams, or of every seat when they are not fixed."""
    return [standing.level.value for standing in end.after]


def play_match(house: Rules, seed: int, most: int = 400) -> list[Event]:
    """A whole match of random bots; all that happened."""
    events: list[Event] = []
    bots = {seat: RandomBot(house, seat, 100 * seed + seat) for seat in range(house.players)}
    table = Table(house, bots, Random(seed), events.append)
    for _ in range(most):
        table.play_hand()
        if table.match.winners is not None:
            return events
    raise AssertionError(f"no winner after {most} hands")


__all__ = [
    "Game",
    "after",
    "cards",
    "fault",
    "lead",
    "order",
    "play_match",
    "rules",
    "settled",
    "space",
    "taker",
    "trump",
    "units",
]
