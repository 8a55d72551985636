"""Names of accounts: which are allowed, and when two are too similar.

A name is a sequence of *userparts* with single spaces between (RFC 8265 §3.5). Each part follows
the profile `UsernameCasePreserved` (RFC 8265 §3.4), which allows letters and digits of all scripts,
Chinese included, but no symbols or invisible characters; Nickname (RFC 8266) would allow those too.
The displayed name keeps its capitals; comparison ignores case.

Two names are too similar if their skeletons of Unicode's confusables (UTS #39 §4) are equal, as
displayed or both in lower case. They are also too similar if they read the same without accents,
punctuation and spaces, in simplified characters. The library `confusable_homoglyphs` has the data
of confusables but no skeletons, so they are computed here.
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
from shengji.bots.characters import CHARACTERS
from shengji.server.accounts.lists import read_list
from shengji.words import texts

LONGEST: Final = 24
"""Maximum number of characters of a name, as for guests."""

NameFault: TypeAlias = Literal["name-letters", "name-mixed", "name-reserved"]
"""Reason why a name is refused; a code of `shengji.server.site.errors`."""

_SIGNS: Final = "_.'-"
"""Allowed punctuation of ASCII; `@` is excluded, since it suggests an address."""

_TOGETHER: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""Scripts that may be mixed in one name (UTS #39 §5.2, *highly restrictive*)."""

_ALIKE: Final = str.maketrans({"i": "l", "0": "o", "1": "l"})
"""Letters and digits that differ in lower case, but not in upper case or other scripts."""

_DIGITS_AS_LETTERS: Final = str.maketrans("23456789", "zeasbtbg")
"""Digits that resemble letters, as in `m3dium`; `_ALIKE` has the rest."""

_WORDS: Final = re.compile(rf"[ {re.escape(_SIGNS)}]+|(?<=[a-z])(?=[A-Z])")
"""Boundaries between the words of a name."""

_SHORTEST_PART: Final = 3
"""Minimum length of a reserved word that is searched for in compound names, such as `Meme`."""

_ACCENTED: Final = frozenset({"LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC"})
"""Scripts whose letters stay the same without their marks; in other scripts, marks are vowels."""

_HIDDEN_IN_LONGER: Final = 6
"""Minimum length of an insult that is searched for within words.

Innocent words contain shorter ones.
"""


def read_name(text: str) -> str | NameFault:
    """Normalize the name of an account, or return the reason why it is refused.

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
    """The skeleton for looking up an account from user input.

    >>> found_by(" ＷＵ  song") == skeletons("Wu Song")[0]
    True
    """
    return skeletons(_shown(text))[0]


def _shown(text: str) -> str:
    """Normalize a text by the profile, with single spaces; empty: the profile refuses it."""
    profile = get_profile("UsernameCasePreserved")
    try:
        return " ".join(profile.enforce(part) for part in text.split())
    except UnicodeError:  # the library's error for an invalid text
        return ""


def skeletons(name: str) -> tuple[str, ...]:
    """The skeletons of a name, up to three, which must be unique among accounts.

    The first is the skeleton of the name in lower case, for looking up an account. The last is the
    skeleton of the letters and digits alone, and only it begins with a space.

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
    """Whether a guest's name could be mistaken for a bot, the site, or its staff.

    >>> [passes_for_house(name) for name in ("Granny Tang", "gr4nny-tang 2", "鶴老", "Tang")]
    [True, True, True, False]
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
    # NFKD instead of the NFD of UTS #39: guests' names may have full-width forms.
    alike = _prototypes()
    for _ in range(2):  # the prototype of a capital may have a prototype in lower case
        plain = unicodedata.normalize("NFKD", text)
        text = "".join(alike.get(character, character) for character in plain).lower()
    return unicodedata.normalize("NFC", text).translate(_ALIKE)


@cache
def _prototypes() -> dict[str, str]:
    """The prototype of each confusable character.

    The data lists for each character the characters that resemble it. The character with the
    longest list is the prototype.
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
    """Whether the scripts of a name may be mixed."""
    found = {categories.alias(character) for character in name} - {"COMMON", "INHERITED"}
    return len(found) <= 1 or any(found <= together for together in _TOGETHER)


@cache
def _reserved() -> tuple[frozenset[str], frozenset[str]]:
    """Skeletons of reserved names, and of reserved words in compound names.

    The names of bots are reserved. The names of guests are not, since guests may have them.
    """
    levels = (texts("terminal")[f"bots.{level}"].zh for level in LEVELS)
    characters = (name for one in CHARACTERS.values() for name in (one.en, one.zh))
    names = (*read_list("reserved"), *read_list("roles"), *BOTS, *levels, *characters)
    parts = (name for name in names if not name.isascii() or len(name) >= _SHORTEST_PART)
    return frozenset(map(_bare, names)) - _guests(), frozenset(map(_bare, parts)) - _guests()


@cache
def _roles() -> frozenset[str]:
    return frozenset(map(_bare, read_list("roles")))


@cache
def _insults() -> tuple[frozenset[str], tuple[str, ...]]:
    """Skeletons of insults, and of insults that are searched for within words."""
    insults = frozenset(map(_bare, read_list("offensive")))
    inside = [word for word in insults if not word.isascii() or len(word) >= _HIDDEN_IN_LONGER]
    return insults, tuple(sorted(inside))


@cache
def _guests() -> frozenset[str]:
    return frozenset(map(_bare, ("guest", "访客", "游客")))


def _is_refused(name: str) -> bool:
    """Whether a name is reserved, with or without a number, or contains an insult."""
    wholes = _unnumbered(name)
    if passes_for_house(name) or wholes & _guests():
        return True
    insults, inside = _insults()
    if (wholes | _words(name)) & insults:
        return True
    return any(word in whole for whole in wholes for word in inside)


def _spelt(name: str) -> tuple[str, str]:
    """A name as written, and with digits replaced by the letters that they resemble.

    Words with more digits than letters, such as `53x`, count as numbers and stay.
    """
    words = (
        word.translate(_DIGITS_AS_LETTERS) if 2 * sum(map(str.isalpha, word)) > len(word) else word
        for word in name.split()
    )
    return name, " ".join(words)


def _unnumbered(name: str) -> set[str]:
    """Skeletons of a name with and without numbers at either end."""
    others = "".join(character for character in name if not character.isalpha())
    forms = {name, name.lstrip(others), name.rstrip(others), name.strip(others)}
    return {_bare(text) for text in {spelt for form in forms for spelt in _spelt(form)}}


def _words(name: str) -> set[str]:
    """Skeletons of a name's words, with and without numbers at either end."""
    found = {word for spelt in _spelt(name) for word in _WORDS.split(spelt)}
    return {whole for word in found for whole in _unnumbered(word)} - {""}


def _is_made_of(text: str, parts: Collection[str]) -> bool:
    """Whether a text is a concatenation of parts.

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
    """The skeleton of a text's letters and digits.

    Accents are removed, and Chinese characters are simplified.
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
