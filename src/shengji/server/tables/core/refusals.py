"""Refusals of a table: stable codes for programs, sentences for people.

Refusals by the rules of the game keep their own codes and sentences (`shengji.game.refusals`).
"""

from __future__ import annotations

import msgspec

from shengji.server.site.schemas import Text
from shengji.server.site.words import words_from
from shengji.words import texts

CODES: tuple[str, ...] = tuple(texts("table"))
"""The codes of the table itself, in addition to those of the game and `rules`."""


class Refused(msgspec.Struct, frozen=True):
    """The refusal of an action, which had no effect.

    Attributes:
        code: one of `CODES`, of `shengji.game.refusals.CODES`, or `rules`.
    """

    code: str
    words: Text


def refused(code: str, **named: object) -> Refused:
    """Return a refusal of the table itself.

    >>> refused("seat-taken", name="Wu").words.en
    'Wu sits there. Choose another seat.'
    """
    return Refused(code, words_from("table", code, **named))
