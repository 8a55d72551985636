"""The lines that go to and fro, in the language that is on."""

from __future__ import annotations

from typing import TextIO

from shengji.terminal.table.speaker import Speaker
from shengji.words import Language


class LeftError(Exception):
    """The person has left, or the input has ended."""


class Lines:
    """Two text streams, and a speaker who writes cards as they are typed.

    Args:
        given: where the person's lines come from.
        out: where everything is said.
        language: the language to begin with.
    """

    def __init__(self, given: TextIO, out: TextIO, language: Language) -> None:
        self._given = given
        self._out = out
        self.use(language, 4)

    def use(self, language: Language, players: int) -> None:
        """Speak a language to somebody at a table of so many."""
        self.speaker = Speaker(language, players, "letters")

    def say(self, key: str, **params: object) -> None:
        """Say a text."""
        self.write(self.speaker.say(key, **params))

    def write(self, *sentences: str) -> None:
        """Say sentences, each on a line of its own."""
        for sentence in sentences:
            self._out.write(f"{sentence}\n")
        self._out.flush()

    def read(self) -> str:
        """The line that the person types.

        Raises:
            LeftError: when the input has ended.
        """
        if self._given.isatty():
            self._out.write("> ")
            self._out.flush()
        line = self._given.readline()
        if not line:
            raise LeftError
        return line.strip()
