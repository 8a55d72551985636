"""Names of accounts: what one may be, and when two are too much alike.

An account's name is a row of *userparts* with single spaces between, as RFC 8265 §3.5 builds names
out of its profiles. Each part goes by the profile `UsernameCasePreserved` (RFC 8265 §3.4), which
takes the letters and digits of all writings, Chinese among them, and neither symbols nor anything
that is not seen; Nickname (RFC 8266) would take those too. What is shown keeps its capitals; what
is compared does not.

Two names are too much alike when the skeletons of Unicode's confusables (UTS #39 §4) are the same,
of the names as they are shown or of both in small letters; and when they are read as one, without
accents, signs and spaces, and in simplified characters. The library `confusable_homoglyphs` has the
data of skeletons, but not these, so they are made here.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

from confusable_homoglyphs import categories  # type: ignore[import-untyped]
from opencc import OpenCC
from precis_i18n import get_profile

from shengji.bots import BOTS, LEVELS
from shengji.server.accounts.lists import read_list
from shengji.words import texts

LONGEST: Final = 24
"""Characters of a name at most, as of a guest's."""

NameFault: TypeAlias = Literal["name-letters", "name-mixed", "name-reserved"]
"""Why a text is no name of an account; a code of `shengji.server.site.errors`."""

_SIGNS: Final = "_.'-"
"""Of the signs of ASCII only those that names have; not `@`, as in an address."""

_TOGETHER: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""Writings that stand in one name (UTS #39 §5.2, *highly restrictive*); else only one does."""

_ALIKE: Final = str.maketrans({"i": "l", "0": "o", "1": "l"})
"""In small letters these are told apart; as capitals, or in other writings, they are not."""

_DIGITS_AS_LETTERS: Final = str.maketrans("23456789", "zeasbtbg")
"""Digits that pass for letters, such as in `m3dium`; `_ALIKE` has the others."""

_WORDS: Final = re.compile(rf"[ {re.escape(_SIGNS)}]+|(?<=[a-z])(?=[A-Z])")
"""The places between the words of a name."""

_SHORTEST_PART: Final = 3
"""A reserved word of fewer letters is not looked for in names put together, such as `Meme`."""

_ACCENTED: Final = frozenset({"LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC"})
"""Writings whose letters are the same ones without their marks; in others marks are vowels."""

_HIDDEN_IN_LONGER: Final = 6
"""A word of so many letters is found inside others too; shorter ones are in innocent names."""


def read_name(text: str) -> str | NameFault:
    """A name as it is shown, or why a text is none that an account can have.

    >>> [read_name(text) for text in ("Wu  Song", "武松", "ＷＵ 2", "Lu-Zhishen")]
    ['Wu Song', '武松', 'WU 2', 'Lu-Zhishen']
    >>> [read_name(text) for text in ("Wu❤", "W\u0443 Song", "Admin", "adm1n", "管理员 2")]
    ['name-letters', 'name-mixed', 'name-reserved', 'name-reserved', 'name-reserved']
    """
    name = _shown(text) if len(text) <= LONGEST else ""
    letters = any(character.isalnum() for character in name)
    strange = any(
        character.isascii() and not character.isalnum() and character not in f" {_SIGNS}"
        for character in name
    )
    if not letters or strange or not 1 <= len(name) <= LONGEST:
        return "name-letters"
    if not _goes_together(name):
        return "name-mixed"
    return "name-reserved" if _is_refused(name) else name


def found_by(text: str) -> str:
    """The skeleton by which an account is looked for, of whatever somebody wrote as its name.

    >>> found_by(" ＷＵ  song") == skeletons("Wu Song")[0]
    True
    """
    return skeletons(_shown(text))[0]


def _shown(text: str) -> str:
    """A text as the profile writes it, with single spaces; empty where the profile refuses it."""
    profile = get_profile("UsernameCasePreserved")
    try:
        return " ".join(profile.enforce(part) for part in text.split())
    except UnicodeError:  # which is how the library says so
        return ""


def skeletons(name: str) -> tuple[str, ...]:
    """The texts, up to three, that no other account's name may come to.

    The first is that of the name in small letters; by it an account is found. The last, which
    begins with a space as no other does, is all that is read of it.

    >>> skeletons("Wu Song") == skeletons("WU SONG") == skeletons("wu song")
    True
    >>> skeletons("paul") == skeletons("PAUL"), skeletons("раиl")[0] == skeletons("paul")[0]
    (True, False)
    >>> "bob" in skeletons("ВОВ") and "bob" in skeletons("bob")  # the first in Cyrillic
    True
    >>> skeletons("Víctim-One")[-1] == skeletons("Victim One.")[-1] == skeletons("victim one")[-1]
    True
    """
    read = _bare(name)
    shown = [_skeleton(form) for form in (name.lower(), name)]
    return tuple(dict.fromkeys((*shown, f" {read}"))) if read else tuple(dict.fromkeys(shown))


def passes_for_house(name: str) -> bool:
    """Tell whether a guest's name passes for a bot, for the site, or for those who run it.

    >>> [passes_for_house(name) for name in ("Bot 3", "❤ m3dium", "Site Ádmin", "机器人强")]
    [True, True, True, True]
    >>> [passes_for_house(name) for name in ("Guest 7", "Wu Song", "Badminton 2")]
    [False, False, False]
    """
    roles, read = _roles(), _bare(name)
    if _words(name) & roles or any(role in read for role in roles if not role.isascii()):
        return True
    alone, parts = _reserved()
    return any(whole in alone or _is_made_of(whole, parts) for whole in _unnumbered(name))


def _skeleton(text: str) -> str:
    # By NFKD, where UTS #39 has NFD: guests may have what the profile makes narrow.
    alike = _prototypes()
    for _ in range(2):  # what stands for another in capitals has small letters of its own
        plain = unicodedata.normalize("NFKD", text)
        text = "".join(alike.get(character, character) for character in plain).lower()
    return unicodedata.normalize("NFC", text).translate(_ALIKE)


@cache
def _prototypes() -> dict[str, str]:
    """Of each character that looks like others the text that stands for all of them.

    In the data each is listed with those that it is alike to; what stands in the middle, and so
    has most, is the prototype.
    """
    source = files("confusable_homoglyphs").joinpath("confusables.json")
    listed = json.loads(source.read_text(encoding="utf-8"))
    alike = {text: [one["c"] for one in others] for text, others in listed.items()}
    found: dict[str, str] = {}
    for text, others in alike.items():
        if len(text) == 1:
            middle = max((text, *others), key=lambda one: (len(alike.get(one, ())), len(one), one))
            if middle != text:
                found[text] = middle
    return found


def _goes_together(name: str) -> bool:
    """Whether the writings of a name are such as stand in one name."""
    found = {categories.alias(character) for character in name} - {"COMMON", "INHERITED"}
    return len(found) <= 1 or any(found <= together for together in _TOGETHER)


@cache
def _reserved() -> tuple[frozenset[str], frozenset[str]]:
    """Skeletons of reserved names, with those of bots, and of the parts that make up others.

    Without what guests are called, who may be called so.
    """
    levels = (texts("terminal")[f"bots.{level}"].zh for level in LEVELS)
    names = (*read_list("reserved"), *read_list("roles"), *BOTS, *levels)
    parts = (name for name in names if not name.isascii() or len(name) >= _SHORTEST_PART)
    return frozenset(map(_bare, names)) - _guests(), frozenset(map(_bare, parts)) - _guests()


@cache
def _roles() -> frozenset[str]:
    """Skeletons of the words that no name has."""
    return frozenset(map(_bare, read_list("roles")))


@cache
def _insults() -> tuple[frozenset[str], tuple[str, ...]]:
    """Skeletons of insults, and of those that are also found inside other words."""
    insults = frozenset(map(_bare, read_list("offensive")))
    inside = [word for word in insults if not word.isascii() or len(word) >= _HIDDEN_IN_LONGER]
    return insults, tuple(sorted(inside))


@cache
def _guests() -> frozenset[str]:
    """Skeletons of what guests are called."""
    return frozenset(map(_bare, ("guest", "访客", "游客")))


def _is_refused(name: str) -> bool:
    """Whether a name is reserved, with or without a number, or has an insult in it."""
    wholes = _unnumbered(name)
    if passes_for_house(name) or wholes & _guests():
        return True
    insults, inside = _insults()
    if (wholes | _words(name)) & insults:
        return True
    return any(word in whole for whole in wholes for word in inside)


def _spelt(name: str) -> tuple[str, str]:
    """A name as it is written, and with letters for the digits in its words that pass for them.

    Words that have fewer letters than digits are numbers, such as `53x`.
    """
    words = (
        word.translate(_DIGITS_AS_LETTERS) if 2 * sum(map(str.isalpha, word)) > len(word) else word
        for word in name.split()
    )
    return name, " ".join(words)


def _unnumbered(name: str) -> set[str]:
    """The skeletons of a name with and without the numbers at either end."""
    others = "".join(character for character in name if not character.isalpha())
    forms = {name, name.lstrip(others), name.rstrip(others), name.strip(others)}
    return {_bare(text) for text in {spelt for form in forms for spelt in _spelt(form)}}


def _words(name: str) -> set[str]:
    """The skeletons of the words of a name, with and without the numbers at either end."""
    found = {word for spelt in _spelt(name) for word in _WORDS.split(spelt)}
    return {whole for word in found for whole in _unnumbered(word)} - {""}


def _is_made_of(text: str, parts: Collection[str]) -> bool:
    """Whether a text is nothing but some parts put together.

    >>> [_is_made_of(text, {"site", "help"}) for text in ("helpsite", "helpers")]
    [True, False]
    """
    reached, lengths = {0}, {len(part) for part in parts}
    for end in range(1, len(text) + 1):
        begins = (end - length for length in lengths if end - length in reached)
        if any(text[begin:end] in parts for begin in begins):
            reached.add(end)
    return bool(text) and len(text) in reached


def _bare(text: str) -> str:
    """The skeleton of what is read of a text.

    Only its letters and digits are, without accents, and as simplified Chinese characters.
    """
    letters: list[str] = []
    base = ""
    for character in unicodedata.normalize("NFKD", _simplified().convert(text)):
        if unicodedata.category(character).startswith("M"):
            if base and categories.alias(base) not in _ACCENTED:
                letters.append(character)
        elif character.isalnum():
            base = character
            letters.append(character)
    return _skeleton("".join(letters).lower())


@cache
def _simplified() -> OpenCC:
    return OpenCC("t2s")
