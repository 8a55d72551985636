"""Why a night refuses a command: stable codes for programs, sentences for people.

A sentence says what was wrong and what to do. A refused command has changed nothing.
"""

from __future__ import annotations

import msgspec

from shengji.words import Language, texts

CODES: tuple[str, ...] = tuple(texts("nights"))
"""All codes that a refusal can have."""


class Refusal(msgspec.Struct, frozen=True):
    """Why a command was refused.

    Attributes:
        code: one of `CODES`; does not change between versions.
        params: what the sentence names.
    """

    code: str
    params: dict[str, int | str] = {}

    def sentence(self, language: Language = "en") -> str:
        """The refusal for a person.

        >>> Refusal("no-table", {"table": 7, "round": 2}).sentence()
        'There is no table 7 in round 2. Look where you sit.'
        """
        return texts("nights")[self.code].said(language, **self.params)


def refused(code: str, **named: int | str) -> Refusal:
    """A refusal with what its sentence names."""
    return Refusal(code, named)
