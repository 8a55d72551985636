"""A finding of the examination."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from shengji.words import LANGUAGES, Language, Phrase, texts

State: TypeAlias = Literal["good", "doubtful", "bad"]
"""The state of a thing: as it should be; worth a look; so that the site does not run, or is not
safe."""


class Finding(NamedTuple):
    """A thing as it was found.

    Attributes:
        check: of what; the catalogue has its name as `check.CHECK`.
        state: how it is.
        words: what was found; where that is not good, what was expected and what to do.
    """

    check: str
    state: State
    words: Phrase

    def name(self, language: Language) -> str:
        """The name of what was looked at."""
        return texts("doctor")[f"check.{self.check}"].of(language)

    def plain(self) -> dict[str, object]:
        """The finding as plain data."""
        said = {language: self.words.said(language) for language in LANGUAGES}
        return {"check": self.check, "state": self.state, "words": said}


def found(check: str, state: State, key: str, **params: object) -> Finding:
    """A finding, in the words of the catalogue."""
    return Finding(check, state, Phrase("doctor", key, **params))
