"""The result of a check."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from shengji.words import LANGUAGES, Language, Phrase, texts

State: TypeAlias = Literal["good", "doubtful", "bad"]
"""The state of a check: in order; worth a look; or the site does not run, or is not safe."""


class Finding(NamedTuple):
    """The result of a check.

    Attributes:
        check: the name of the check; the catalogue has its title as `check.CHECK`.
        words: the finding in words; unless the state is good, with the expectation and a remedy.
    """

    check: str
    state: State
    words: Phrase

    def name(self, language: Language) -> str:
        """The title of the check."""
        return texts("doctor")[f"check.{self.check}"].of(language)

    def plain(self) -> dict[str, object]:
        """The result as plain data."""
        said = {language: self.words.render(language) for language in LANGUAGES}
        return {"check": self.check, "state": self.state, "words": said}


def make_finding(check: str, state: State, key: str, **params: object) -> Finding:
    """Create a result with words of the catalogue."""
    return Finding(check, state, Phrase("doctor", key, **params))
