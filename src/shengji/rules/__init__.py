"""The rules of a game as data: every option with its texts and sources, and the presets.

What lives here: the type `Rules`, what each of its fields means and where it comes from, the named
presets, and how rules are read from and written to a name, a mapping or a TOML file. What may not:
any code that plays. Nothing in the program asks which preset is played; it asks one field.

>>> from shengji.rules import rules_from
>>> rules_from("zhang-2021").threshold_points
80
>>> rules_from({"preset": "tractor", "decks": 3}).kitty_size
6
"""

from shengji.rules.domain import RulesError
from shengji.rules.options import Option, option_of, options
from shengji.rules.presets import PRESETS, Preset, describe_rules
from shengji.rules.reading import read_rules, rules_from, write_rules
from shengji.rules.rules import Rules

__all__ = [
    "PRESETS",
    "Option",
    "Preset",
    "Rules",
    "RulesError",
    "describe_rules",
    "option_of",
    "options",
    "read_rules",
    "rules_from",
    "write_rules",
]
