"""The shapes that all subjects share: texts, faults, and what addresses take and give."""

from __future__ import annotations

from typing import Literal

import msgspec

Tongue = Literal["en", "zh-Hans", "zh-Hant"]
"""A language of the site."""

Role = Literal["player", "organiser", "administrator"]
"""The part of the owner of an account besides playing; each may do what those before it may."""


class Text(msgspec.Struct, frozen=True, rename={"hans": "zh-Hans", "hant": "zh-Hant"}):
    """A text in the three languages of the site."""

    en: str
    hans: str
    hant: str


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An object that an address takes or gives, with these fields and no others."""


class ToPage(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """A message of the socket of the site, which pages hear wherever on it they are."""


class Fault(Shape, frozen=True):
    """Why a request was refused; nothing has changed."""

    code: str
    words: Text


Game = Literal[
    "tractor",
    "land",
    "forty-points",
    "three-deck",
    "six-player",
    "six-player-two-deck",
    "finding-friends",
]
"""The games that people have a name for, whatever text they are played by."""


Scope = Literal["profile", "history", "bot"]
"""A right that a token gives: to read who one is and where one sits; matches and people, as far as
one may; to play as a bot."""
