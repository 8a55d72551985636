"""Schemas that all subjects share: texts, errors, and the base of request and response bodies."""

from __future__ import annotations

from typing import Literal

import msgspec

Tongue = Literal["en", "zh-Hans", "zh-Hant"]
"""A language of the site."""

Role = Literal["player", "organiser", "administrator"]
"""The role of an account; each role includes the rights of the roles before it."""


class Text(msgspec.Struct, frozen=True, rename={"hans": "zh-Hans", "hant": "zh-Hant"}):
    """A text in the three languages of the site."""

    en: str
    hans: str
    hant: str


class Schema(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of request and response bodies; unknown fields are refused."""


class PersonLine(Schema, frozen=True):
    """Another person, as the caller sees them.

    Attributes:
        account: whether the name belongs to an account, and is therefore unique.
    """

    person: str
    name: str
    account: bool


class NamedClub(Schema, frozen=True):
    """A club, by its id."""

    club: str
    name: str


class ToPage(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """Base of messages to pages, on the site's socket."""


class Fault(Schema, frozen=True):
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
"""The games with an established name, independent of the rule source."""


Scope = Literal["profile", "history", "bot"]
"""A right of a token.

`profile` reads the own profile and seats, `history` reads matches and people, `bot` plays as a bot.
"""
