"""Witnesses: hands that show that a value of an option makes a difference.

A witness names rules in which the option has the value, another value of the same option, and a
seed. Played with the same decks and the same bots, the two games differ: so the value is asked
somewhere and does something.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec

from shengji.bots import RandomBot, Table
from shengji.cards import Rank
from shengji.game import Event
from shengji.rules import (
    Option,
    Rules,
    RulesError,
    describe_rules,
    options,
    random_rules,
    rules_from,
)

HANDS = 3


class Witness(msgspec.Struct, frozen=True):
    """One witness (see the module).

    Attributes:
        option: the option.
        value: its value, as plain data.
        other: the value that it is compared with.
        rules: the other rules, as plain data without the option.
        seed: what decks, bots, levels and the Dealer follow from.
    """

    option: str
    value: Any
    other: Any
    rules: dict[str, Any]
    seed: int


def cells() -> Iterator[tuple[Option, object]]:
    """Every option with each of its values; of numbers a few that stand for the others."""
    for option in options():
        for value in values_of(option):
            yield option, value


def values_of(option: Option) -> list[object]:
    """The values of an option that are to be shown."""
    if option.kind == "levels":
        return [[], *([value] for value in option.values)]
    if option.kind != "number":
        return list(option.values)
    low, high = option.low, option.high
    assert low is not None and high is not None
    span = range(low, high + 1, option.step)
    some = (low, span[1], span[len(span) // 4 - 1], high)
    numbers: list[object] = [*(span if len(span) <= 9 else dict.fromkeys(some))]
    if option.default is not None and option.default not in (*numbers, *option.words):
        numbers.append(option.default)
    return [*option.words, *([None] if option.unset else []), *numbers]


def with_value(rules: dict[str, Any], option: str, value: object) -> Rules:
    """The rules with the option at this value."""
    return rules_from({**rules, option: value})


def played(rules: Rules, seed: int) -> Iterator[list[Event]]:
    """The events after each of some hands of random bots; starts anywhere in a match."""
    chance = Random(f"{seed}:start")
    levels = [r for r in Rank if rules.first_level.order <= r.order <= rules.last_level.order]
    teams = [chance.choice([*levels, levels[-1]]) for _ in range(rules.players)]
    if rules.teams == "fixed":
        teams = [teams[rules.team_of(seat)] for seat in range(rules.players)]
    dealer = chance.choice([None, 0, 1, 2])
    if dealer is None:
        # A match that has no Dealer has not begun: all are at the first level.
        teams = [rules.first_level] * rules.players
    bots = {seat: RandomBot(rules, seat, seed + seat) for seat in range(rules.players)}
    events: list[Event] = []
    table = Table(rules, bots, Random(f"{seed}:decks"), events.append)
    table.begin_at(teams, dealer)
    for _ in range(HANDS):
        table.play_hand()
        yield events
        if table.match.winners is not None:
            break


def differs(witness: Witness) -> bool:
    """Whether the two games of a witness differ, and each plays at least one hand to its end."""
    one = played(with_value(witness.rules, witness.option, witness.value), witness.seed)
    other = played(with_value(witness.rules, witness.option, witness.other), witness.seed)
    # Hand by hand: the rest of a game is not played once they differ.
    return any(here != there for here, there in zip_longest(one, other))


def search(option: Option, value: object, tries: int) -> Witness | None:
    """A witness for a value of an option, or `None` when so many tries find none."""
    chance = Random(f"{option.name}:{value}")
    others = [other for other in values_of(option) if other != value]
    for attempt in range(tries):
        rules = base_rules(option, chance)
        found = Witness(option.name, value, chance.choice(others), rules, attempt)
        try:
            if differs(found):
                return found
        except RulesError:
            continue
    return None


def base_rules(option: Option, chance: Random) -> dict[str, Any]:
    """Any rules without the option."""
    # Mostly small games, for the time it takes; some values only come in large ones.
    largest = chance.choice((18, 18, 18, 72))
    while True:
        rules = random_rules(chance)
        if rules.players * rules.deck_count <= largest:
            found = dict(describe_rules(rules))
            found.pop(option.name, None)
            return found
