"""Messages about a bot in another process that has failed."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from shengji.bots.bot import BotError
from shengji.bots.outside.names import name_of
from shengji.record.printable import printable

Kind = Literal["start", "died", "closed", "late", "flood", "unreadable", "illegal"]
"""It could not be started or was not ready; it ended; it closed its output; it did not answer in
time; it wrote a line without end; its answer could not be read; its answer was refused."""

_SECRETLY: dict[Kind, str] = {
    "illegal": "its answer was refused",
    "unreadable": "its answer could not be read",
}
"""The messages told while the hand is played, where the reason may name cards."""

_SHOWN = 600
"""The number of characters shown of a question, and of what came."""
_LINES = 20
"""The number of lines of standard error that are shown."""


class ProgramFailedError(Exception):
    """The program of a bot plays no longer; the message says why, and `kind` as in `Failure`."""

    def __init__(self, kind: Kind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


class Failure(msgspec.Struct, frozen=True):
    """Why a bot plays no longer.

    Attributes:
        command: the command that it was started with.
        seat: its seat.
        kind: what went wrong.
        reason: the same in a sentence.
        asked: the last message that it was to answer, as it was sent; may be empty.
        came: the lines that came from it in answer, each refused; may be empty.
        stderr: the end of what it wrote to standard error.
        hand: the number of the hand in which it failed, from 1.
        trick: the number of the trick, from 1; 0 before the first lead.
        title: the name and the version that it goes by; may be empty.
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
        """All of it for a person, in several lines; `secretly` nothing that may name cards."""
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
    """A bot in another process has failed, and nobody stands in for it.

    Attributes:
        failure: why.
    """

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure

    def __str__(self) -> str:
        return self.failure.report()


class Faults(NamedTuple):
    """The faults of a bot so far in its match.

    Attributes:
        refused: how many of its answers were refused: illegal, or not to be read.
        failure: why it plays no longer; `None` while it does.
    """

    refused: int = 0
    failure: Failure | None = None


def shortened(text: str, most: int = _SHOWN) -> str:
    """A text in one line that can be shown, its middle left out where it has more characters."""
    text = printable(text.strip())
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]} ... {text[-half:]}"
