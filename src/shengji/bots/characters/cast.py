"""The levels and characters, read from `characters.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from pathlib import Path
from random import Random
from typing import Literal

import msgspec

from shengji.words import Language

StyleName = Literal["plain", "feeder", "trumps", "careful", "bold"]

_FILE = Path(__file__).with_name("characters.toml")
_LEVEL = "level-"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of strength; attributes as in the file.

    Attributes:
        remembers: `None`: all tricks.
        work: `None`: the level plays as `medium`, without search.
    """

    en: str
    zh: str
    rating: int
    temperature: float = 0.0
    remembers: int | None = None
    slips: float = 0.0
    plans: bool = True
    work: float | None = None


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot with a name, a face and a style.

    Attributes:
        en: its name; `zh` is the Chinese one.
        says: a sentence about its play.
        level: number of its level, from 1.
    """

    id: str
    en: str
    zh: str
    says: str
    says_zh: str
    level: int
    style: StyleName

    def render(self, language: Language) -> str:
        """Its name in a language."""
        return self.zh if language == "zh" else self.en


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[Level, ...]
    characters: tuple[Character, ...]


_read = msgspec.convert(tomllib.loads(_FILE.read_text(encoding="utf-8")), _File)

STEPS: tuple[Level, ...] = _read.levels
"""The levels, from weak to strong; the first has number 1."""

CHARACTERS: dict[str, Character] = {one.id: one for one in _read.characters}
"""The characters by id, from weak to strong."""


def level_name(number: int) -> str:
    """The bot name that stands for any character of a level.

    >>> level_name(3), number_of_level("level-3"), number_of_level("medium")
    ('level-3', 3, None)
    """
    return f"{_LEVEL}{number}"


LEVEL_NAMES: tuple[str, ...] = tuple(level_name(number) for number in range(1, len(STEPS) + 1))


def number_of_level(name: str) -> int | None:
    """The number of a level by its name; `None`: the name is no level's."""
    return LEVEL_NAMES.index(name) + 1 if name in LEVEL_NAMES else None


def level_for(rating: float) -> int:
    """The number of the level that is nearest to a rating.

    >>> level_for(0), level_for(1490), level_for(3000)
    (1, 6, 8)
    """
    return 1 + min(range(len(STEPS)), key=lambda at: abs(STEPS[at].rating - rating))


def are_like(bots: Collection[str], name: str) -> bool:
    """Whether bots are those that fill a table by a name: of a level, or of one bot.

    >>> are_like(["pepper", "chestnut", "sesame"], "level-2"), are_like(["medium"], "easy")
    (True, False)
    """
    number = number_of_level(name)
    if number is None:
        return set(bots) == {name}
    found = [abs(CHARACTERS[bot].level - number) for bot in bots if bot in CHARACTERS]
    return len(found) == len(bots) and min(found, default=1) == 0


def choose_character(number: int, seated: Collection[str | None], chance: Random) -> str | None:
    """A character of a level, or of the nearest level, who has no seat yet; `None`: all have one.

    >>> choose_character(1, {"sesame"}, Random(1)), choose_character(1, CHARACTERS, Random(1))
    ('quackers', None)
    """
    free = [one for one in CHARACTERS.values() if one.id not in seated]
    nearest = min((abs(one.level - number) for one in free), default=0)
    able = [one.id for one in free if abs(one.level - number) == nearest]
    return chance.choice(able) if able else None
