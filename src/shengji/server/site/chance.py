"""Randomness: the source of all random decisions of a server."""

from __future__ import annotations

from random import Random, SystemRandom

_SYSTEM = SystemRandom()


class Chance:
    """The system's randomness, which is neither predictable nor repeatable.

    A running site uses only this class: no setting, environment variable or request makes it deal
    from a seed. Only a program that creates the application itself can pass another source
    (`create_app`), as the tests do, to repeat their decks. Ids and secrets never come from here
    (`storage.ids`).

    Attributes:
        shared: whether the players' shares decide the decks too, so that they do not repeat.
    """

    shared = True

    def of(self, what: str) -> Random:
        """The generator for one purpose, independent of other purposes.

        Args:
            what: the purpose, such as `deals`.
        """
        return _SYSTEM

    def part(self, what: str) -> Chance:
        """The source for one part of the server, such as a table."""
        return self
