"""Why a table refuses an action: stable codes for programs, sentences for people.

What the rules of the game refuse keeps its own code and sentence (`shengji.game.refusals`).
"""

from __future__ import annotations

import msgspec

from shengji.server.site.schemas import Text
from shengji.server.site.words import words_from
from shengji.words import texts

CODES: tuple[str, ...] = tuple(texts("table"))
"""The codes of the table itself; those of the game come besides, and `rules`."""


class Refused(msgspec.Struct, frozen=True):
    """Why an action was refused; nothing has changed.

    Attributes:
        code: one of `CODES`, of `shengji.game.refusals.CODES`, or `rules`.
        words: the sentence.
    """

    code: str
    words: Text


def refused(code: str, **named: object) -> Refused:
    """A refusal of the table itself.

    >>> refused("seat-taken", name="Wu").words.en
    'Wu sits there. Choose another seat.'
    """
    return Refused(code, words_from("table", code, **named))
