"""Refusals of commands: stable codes for programs, sentences for people.

A sentence names the problem and the remedy. A refused command has changed nothing.
"""

from __future__ import annotations

import msgspec

from shengji.words import Language, texts

CODES: tuple[str, ...] = tuple(texts("nights"))
"""All codes of refusals."""


class Refusal(msgspec.Struct, frozen=True):
    """The refusal of a command.

    Attributes:
        code: one of `CODES`; stable between versions.
        params: values for the sentence.
    """

    code: str
    params: dict[str, int | str] = {}

    def sentence(self, language: Language = "en") -> str:
        """The refusal as a sentence for a person.

        >>> Refusal("no-table", {"table": 7, "round": 2}).sentence()
        'There is no table 7 in round 2. Look where you sit.'
        """
        return texts("nights")[self.code].render(language, **self.params)


def refused(code: str, **named: int | str) -> Refusal:
    """A refusal with the values for its sentence."""
    return Refusal(code, named)
