"""Describes rules briefly, as preset, system and differing options; compares rules."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from shengji.rules.conditions import in_effect, missing_for_value
from shengji.rules.domain import plain
from shengji.rules.options import Option, options
from shengji.rules.presets import DEFAULT_PRESET, PRESETS, with_values
from shengji.rules.rules import Rules
from shengji.rules.systems import SYSTEMS
from shengji.rules.telling import option_of
from shengji.words import Language


class Difference(NamedTuple):
    """A difference between two sets of rules in one option.

    Attributes:
        option: the option, with its texts and its source.
        first: its value in the first rules, as plain data.
        second: its value in the second rules, as plain data.
        matters: whether the difference has any effect.
    """

    option: Option
    first: object
    second: object
    matters: bool


def difference(first: Rules, second: Rules) -> list[Difference]:
    """The options in which two sets of rules differ, in the order of the options.

    >>> for found in difference(Rules(), PRESETS["three-deck"].rules):
    ...     print(found.option.name, found.first, found.second)
    decks None 3
    bid_jokers pairs none
    follow_order widest most-cards
    """
    return [
        Difference(
            option_of(name),
            plain(getattr(first, name)),
            plain(getattr(second, name)),
            (in_effect(first, name) or in_effect(second, name))
            and _played(first, name) != _played(second, name),
        )
        for name in _differing(first, second)
    ]


def effective(rules: Rules) -> Rules:
    """The rules with the default for every option that is not in effect.

    Two sets of rules play identically exactly when this function returns equal results.

    >>> effective(Rules(laps=3)) == Rules()
    True
    """
    idle = [
        option.name
        for option in options()
        if not in_effect(rules, option.name) or missing_for_value(rules, option.name)
    ]
    usual = Rules()
    defaults = {name: getattr(usual, name) for name in idle}
    return msgspec.structs.replace(rules, **defaults) if idle else rules


def describe_rules(rules: Rules) -> dict[str, object]:
    """Rules as plain data: the nearest preset, possibly a system, and the differing options.

    Options that are not in effect are left out.

    >>> describe_rules(Rules(players=6, decks=4))
    {'preset': 'six-player', 'decks': 4}
    >>> describe_rules(Rules(laps=3))
    {'preset': 'zhang-2021'}
    """
    head, changed = _nearest(rules)
    return {**head, **{name: plain(_played(rules, name)) for name in changed}}


@lru_cache(256)
def _nearest(rules: Rules) -> tuple[dict[str, str], list[str]]:
    """The preset and system of the shortest description, and the options that differ from them."""
    active = {name for name in Rules.__struct_fields__ if in_effect(rules, name)}
    plays = {name: _played(rules, name) for name in active}
    found = []
    for head, base in _bases():
        changed = [
            name
            for name in _differing(base, rules)
            if name in active and plays[name] != getattr(base, name)
        ]
        # Among equally short descriptions, prefer a system with the right teams.
        found.append((len(head) + len(changed), "teams" in changed, len(changed), head, changed))
    *_, head, changed = min(found, key=lambda one: one[:3])
    return head, changed


def changes(rules: Rules) -> list[Difference]:
    """The effective differences from the preset and system that `describe_rules` names.

    The first value is that of the preset and system.

    >>> [(found.option.name, found.first, found.second) for found in changes(Rules(most_levels=2))]
    [('most_levels', None, 2)]
    """
    described = describe_rules(rules)
    base = PRESETS[str(described["preset"])].rules
    if "system" in described:
        base = with_values(base, SYSTEMS[str(described["system"])].changes)
    return [found for found in difference(base, rules) if found.option.name in described]


def heading(rules: Rules, language: Language = "en") -> str:
    """The usual name of the rules' preset, and of their system.

    >>> heading(PRESETS["forty-points"].rules, "zh"), heading(Rules(decks=3))
    ('四十分：四人一副牌', 'Usual rules')
    """
    described = describe_rules(rules)
    preset = PRESETS[str(described["preset"])]
    found = [(preset.known_as, preset.known_as_zh)]
    if "system" in described:
        system = SYSTEMS[str(described["system"])]
        found.append((system.title, system.title_zh))
    which = 1 if language == "zh" else 0
    return ("；" if which else "; ").join(titles[which] for titles in found)


def _played(rules: Rules, name: str) -> object:
    """The effective value of an option: the default if its own value has no effect."""
    return getattr(Rules() if missing_for_value(rules, name) else rules, name)


def _differing(first: Rules, second: Rules) -> list[str]:
    values = msgspec.structs.astuple(first), msgspec.structs.astuple(second)
    named = zip(Rules.__struct_fields__, *values, strict=True)
    return [name for name, one, other in named if one != other]


@cache
def _bases() -> tuple[tuple[dict[str, str], Rules], ...]:
    """Candidate bases for a description: each preset, and each text with each system."""
    alone = [({"preset": name}, preset.rules) for name, preset in PRESETS.items()]
    both = [
        ({"preset": name, "system": system.name}, with_values(preset.rules, system.changes))
        for name, preset in PRESETS.items()
        if preset.kind == "text" and name != DEFAULT_PRESET
        for system in SYSTEMS.values()
    ]
    return (*alone, *both)
