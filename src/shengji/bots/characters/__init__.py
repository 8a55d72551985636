"""Characters: bots with a name, a face, a level and a style.

What lives here: the levels and characters (`characters.toml`), the styles (`styles`), and the bots
that play as they do. What may not: the drawings and the words of pages.
"""

from shengji.bots.characters.bots import bot_of_character, bot_of_level
from shengji.bots.characters.cast import (
    CHARACTERS,
    LEVEL_NAMES,
    STEPS,
    Character,
    Level,
    are_like,
    choose_character,
    level_for,
    level_name,
    number_of_level,
)

__all__ = [
    "CHARACTERS",
    "LEVEL_NAMES",
    "STEPS",
    "Character",
    "Level",
    "are_like",
    "bot_of_character",
    "bot_of_level",
    "choose_character",
    "level_for",
    "level_name",
    "number_of_level",
]
