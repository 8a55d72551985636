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
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

from confusable_homoglyphs import categories  # type: ignore[import-untyped]
from opencc import OpenCC
from precis_i18n import get_profile

from shengji.bots import BOTS
from shengji.server.accounts.lists import read_list

LONGEST: Final = 24
"""Characters of a name at most, as of a guest's."""

NameFault: TypeAlias = Literal["name-letters", "name-mixed", "name-reserved"]
"""Why a text is no name of an account; a code of `shengji.server.site.faults`."""

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

_CALLED: Final = ("bot", "robot", "机器人", "电脑")
"""The words for a bot, before or behind its own name."""

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
    name = _shown(text)
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

    >>> [passes_for_house(name) for name in ("Bot 3", "❤ medium", "Ádmin", "Guest 7", "Wu Song")]
    [True, True, True, False, False]
    """
    reserved, _, _ = _refused()
    return bool(_unnumbered(name) & (reserved - _guests()))


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
def _refused() -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    """Skeletons of reserved words, of insults that are words, and of those found inside others."""
    bots = [
        f"{one}{other}"
        for bot in BOTS
        for called in _CALLED
        for one, other in ((called, bot), (bot, called))
    ]
    reserved = {_bare(word) for word in (*read_list("reserved"), *BOTS, *bots)}
    insults = {_bare(word) for word in read_list("offensive")}
    inside = [word for word in insults if not word.isascii() or len(word) >= _HIDDEN_IN_LONGER]
    return frozenset(reserved), frozenset(insults), tuple(sorted(inside))


@cache
def _guests() -> frozenset[str]:
    """Skeletons of what guests are called, who may be called so."""
    return frozenset(map(_bare, ("guest", "访客", "游客")))


def _is_refused(name: str) -> bool:
    """Whether a name is reserved, with or without a number, or has an insult in it."""
    reserved, insults, inside = _refused()
    whole = _bare(name)
    words = {_bare(word) for word in re.split(rf"[ {_SIGNS}]+", name)}
    if _unnumbered(name) & reserved or {*_unnumbered(name), *words} & insults:
        return True
    return any(word in whole for word in inside)


def _unnumbered(name: str) -> set[str]:
    """The skeletons of a name with and without the numbers at its ends."""
    others = "".join(character for character in name if not character.isalpha())
    return {_bare(name), _bare(name.strip(others))}


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
