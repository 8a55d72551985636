"""Line input and output in the current language."""

from __future__ import annotations

from typing import TextIO

from shengji.terminal.table.speaker import Speaker
from shengji.words import Language


class LeftError(Exception):
    """The player has left, or the input has ended."""


class Lines:
    """Two text streams, with a speaker that writes cards as they are typed."""

    def __init__(self, given: TextIO, out: TextIO, language: Language) -> None:
        self._given = given
        self._out = out
        self.use(language, 4)

    def use(self, language: Language, players: int) -> None:
        """Set the language, and the number of players at the table."""
        self.speaker = Speaker(language, players, "letters")

    def say(self, key: str, **params: object) -> None:
        """Print a text of the catalogue."""
        self.write(self.speaker.say(key, **params))

    def write(self, *sentences: str) -> None:
        """Print sentences, each on its own line."""
        for sentence in sentences:
            self._out.write(f"{sentence}\n")
        self._out.flush()

    def read(self) -> str:
        """Read a line.

        Raises:
            LeftError: the input has ended.
        """
        if self._given.isatty():
            self._out.write("> ")
            self._out.flush()
        line = self._given.readline()
        if not line:
            raise LeftError
        return line.strip()
