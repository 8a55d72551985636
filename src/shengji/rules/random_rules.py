"""Random rules, for testing all code that depends on rules."""

from __future__ import annotations

import random

from shengji.rules.conditions import NEEDS, Given, in_effect
from shengji.rules.options import Option, options
from shengji.rules.presets import PRESETS, with_values
from shengji.rules.rules import Rules
from shengji.rules.systems import SYSTEMS
from shengji.rules.telling import RulesError, option_of

_SHARES = (0.0, 0.1, 0.3, 0.6, 0.9)
_TRIES = 3


def random_rules(chance: random.Random) -> Rules:
    """Random valid rules: every option takes every value with a fair probability.

    The rules start with a text and a system. Then some, many or nearly all options are changed,
    each to a value that contradicts none of the earlier ones.

    >>> random_rules(random.Random(5)) == random_rules(random.Random(5))
    True
    """
    texts = [preset for preset in PRESETS.values() if preset.kind == "text"]
    system = chance.choice([*SYSTEMS.values()])
    rules = with_values(chance.choice(texts).rules, system.changes)
    share = chance.choice(_SHARES)
    # The frame first, since other options depend on it; the rest in any order. Teams come before
    # players, since only friends can be an odd number.
    frame = [option_of(name) for name in ("teams", "players", "decks")]
    rest = [option for option in options() if option not in frame]
    for option in (*frame, *chance.sample(rest, len(rest))):
        if chance.random() < (max(share, 1 / 2) if option in frame else share):
            rules = _changed(rules, option, chance)
    return rules


def random_value(option: Option, chance: random.Random) -> object:
    """A random value of an option, as plain data."""
    if option.kind == "levels":
        count = chance.choice((0, 1, 1, 2, 2, 3, len(option.values)))
        return chance.sample(option.values, min(count, len(option.values)))
    if option.kind != "number":
        return chance.choice(option.values)
    assert option.low is not None
    assert option.high is not None
    if (option.unset or option.words) and chance.random() < 1 / 3:
        return chance.choice([*option.words, *([None] if option.unset else [])])
    return option.step * chance.randint(-(-option.low // option.step), option.high // option.step)


def _changed(rules: Rules, option: Option, chance: random.Random) -> Rules:
    """The rules with a different value of an option; unchanged when none fits."""
    if not in_effect(rules, option.name) and chance.random() < 1 / 2:
        rules = _with_needs(rules, option)
    for _ in range(_TRIES):
        fitting = _fitting(rules, option)
        value = chance.choice(fitting) if fitting else random_value(option, chance)
        try:
            return with_values(rules, {option.name: value})
        except RulesError:
            continue
    return rules


def _fitting(rules: Rules, option: Option) -> list[object]:
    """The values that fit the number of cards, for options whose random values seldom would."""
    if option.name == "kitty":
        return [None, *range(1 + (rules.card_count - 1) % rules.players, 61, rules.players)]
    if option.name == "threshold":
        return [None, *range(rules.step_points, rules.total_points + 1, rules.step_points)]
    if option.name == "step":
        top = rules.threshold_points
        return [None, *(step for step in range(5, min(top, 600) + 1, 5) if top % step == 0)]
    if option.name == "jokers_removed":
        return ["to-fit", *range(2 * rules.deck_count + 1)]
    return []


def _with_needs(rules: Rules, option: Option) -> Rules:
    """The rules with an option's needs met, where possible."""
    for need in NEEDS[option.name]:
        way = need[0]
        if not isinstance(way, Given) or any(other.met(rules) for other in need):
            continue
        first = next(found for found in options() if found.name == way.option)
        values = [value for value in _plain_values(first) if (value in way.values) != way.negated]
        for value in values:
            try:
                rules = with_values(rules, {way.option: value})
                break
            except RulesError:
                continue
    return rules


def _plain_values(option: Option) -> list[object]:
    if option.kind == "levels":
        return [[level] for level in option.values]
    return list(option.values)
