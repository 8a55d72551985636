"""Chance: where everything comes from that a server leaves to it."""

from __future__ import annotations

from random import Random, SystemRandom

_SYSTEM = SystemRandom()


class Chance:
    """The system's chance, which nobody can foresee, and nobody can have again.

    A site that runs has this and no other: there is no setting, no variable of the environment and
    nothing that anybody sends by which it deals from a seed. Only a program that makes the
    application itself can put another in its place (`create_app`), as the tests do, whose decks can
    then be dealt again. Ids and secrets never come from here (`storage.ids`).
    """

    def of(self, what: str) -> Random:
        """Chance for something, in which nothing else has a part.

        Args:
            what: what is left to it, such as `deals`.
        """
        return _SYSTEM

    def part(self, what: str) -> Chance:
        """Chance for all that one thing leaves to it, such as a table."""
        return self
