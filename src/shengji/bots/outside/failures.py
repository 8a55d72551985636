"""Reports about a bot in another process that has failed."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from shengji.bots.bot import BotError
from shengji.bots.outside.names import name_of
from shengji.record.printable import printable

Kind = Literal["start", "died", "closed", "late", "flood", "unreadable", "illegal"]
"""The kind of a failure: it could not be started or was not ready; it ended; it closed its output;
it did not answer in time; it wrote a line that is too long; its answer was invalid; its answer was
refused."""

_SECRETLY: dict[Kind, str] = {
    "illegal": "its answer was refused",
    "unreadable": "its answer could not be read",
}
"""Reasons to show while the hand is played, for kinds whose full reason may name cards."""

_SHOWN = 600
"""Maximum number of characters to show of a request, and of each answer."""
_LINES = 20
"""Maximum number of lines of standard error to show."""


class ProgramFailedError(Exception):
    """The program of a bot has failed; the message has the reason, `kind` is as in `Failure`."""

    def __init__(self, kind: Kind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


class Failure(msgspec.Struct, frozen=True):
    """The failure of a bot.

    Attributes:
        asked: the last request, as sent; may be empty.
        came: the lines received in answer, each refused; may be empty.
        stderr: the end of its standard error.
        hand: the number of the hand in which it failed, from 1.
        trick: the number of the trick, from 1; 0 before the first lead.
        title: the program's name and version; may be empty.
    """

    command: str
    seat: int
    kind: Kind
    reason: str
    asked: str = ""
    came: str = ""
    stderr: str = ""
    hand: int = 0
    trick: int = 0
    title: str = ""

    def report(self, *, secretly: bool = False) -> str:
        """The report for a person, in several lines; `secretly` omits parts that may name cards."""
        title = f" ({shortened(self.title)})" if self.title else ""
        why = shortened(self.reason, 2 * _SHOWN)
        if secretly:
            why = _SECRETLY.get(self.kind, why)
        parts = [f"{name_of(self.command)}{title} in seat {self.seat} has failed: {why}"]
        if self.hand:
            when = f"in trick {self.trick}" if self.trick else "before the first trick"
            parts.append(f"  when: {when} of hand {self.hand}")
        if secretly:
            return "\n".join(
                [*parts, "  what it was asked and said may be told when the hand is over"]
            )
        if self.asked:
            parts.append(f"  asked: {shortened(self.asked)}")
        parts += [f"  came: {shortened(line)}" for line in self.came.splitlines()]
        if self.stderr.strip():
            lines = self.stderr.strip().splitlines()[-_LINES:]
            parts.append("  standard error:")
            parts += [f"    {printable(line.expandtabs())}" for line in lines]
        return "\n".join(parts)


class BotFailedError(BotError):
    """A bot in another process has failed, and has no stand-in."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure

    def __str__(self) -> str:
        return self.failure.report()


class Faults(NamedTuple):
    """The failures of a bot so far in its match.

    Attributes:
        failure: its failure; `None` while it plays.
    """

    refused: int = 0
    failure: Failure | None = None


def shortened(text: str, most: int = _SHOWN) -> str:
    """Format a text as one printable line, shortened in its middle to about `most` characters."""
    text = printable(text.strip())
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]} ... {text[-half:]}"
