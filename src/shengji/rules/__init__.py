"""The rules of a game as data: all options with their texts and sources, and the presets.

The package holds the type `Rules`, the meaning and source of each field, the dependencies between
options, the named presets and systems, a house's own rules, and the reading and writing of rules by
name, as a mapping or as a file. It has no code that plays. The rest of the program never depends on
a preset; it reads single fields.

>>> from shengji.rules import rules_from
>>> rules_from("zhang-2021").threshold_points
80
>>> rules_from({"preset": "tractor", "decks": 3}).kitty_size
6
"""

from shengji.rules.description import (
    Difference,
    changes,
    describe_rules,
    difference,
    effective,
    heading,
)
from shengji.rules.groups import GROUPS, OFTEN_CHANGED, Group
from shengji.rules.houses import houses, load_house, named_rules, remove_house, save_house
from shengji.rules.options import Option, is_option, options
from shengji.rules.presets import PRESETS, Note, Preset
from shengji.rules.random_rules import random_rules
from shengji.rules.rules import Rules
from shengji.rules.source import (
    RulesLike,
    changed_rules,
    read_rules,
    rules_from,
    rules_with_system,
    write_rules,
)
from shengji.rules.systems import SYSTEMS, System
from shengji.rules.telling import RulesError, option_of

__all__ = [
    "GROUPS",
    "OFTEN_CHANGED",
    "PRESETS",
    "SYSTEMS",
    "Difference",
    "Group",
    "Note",
    "Option",
    "Preset",
    "Rules",
    "RulesError",
    "RulesLike",
    "System",
    "changed_rules",
    "changes",
    "describe_rules",
    "difference",
    "effective",
    "heading",
    "houses",
    "is_option",
    "load_house",
    "named_rules",
    "option_of",
    "options",
    "random_rules",
    "read_rules",
    "remove_house",
    "rules_from",
    "rules_with_system",
    "save_house",
    "write_rules",
]
