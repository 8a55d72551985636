"""A seat played by another program over the protocol of docs/bots.md."""

from __future__ import annotations

from abc import abstractmethod
from time import monotonic

import msgspec

from shengji.bots.outside import question
from shengji.bots.outside.channel import ChannelError, Line
from shengji.bots.outside.failures import ProgramFailedError, shortened
from shengji.bots.outside.messages import PROTOCOL, Events, Ready, Refused, Reply
from shengji.bots.outside.program import ProgramBot
from shengji.game import Command, Due, Event, HandEnded, MatchEnded, Standing


class ProtocolBot(ProgramBot):
    """A bot played by a program that speaks the protocol.

    Subclasses implement the connection to the program (`_reach`). Each answer is checked: when it
    is illegal or invalid, it is refused, and the program is asked once more. The program has failed
    after a second refusal in one decision, when it ends, or when it is late.
    """

    @abstractmethod
    def _reach(self) -> Line:
        """Connect to the program, for the start of a match.

        Raises:
            ChannelError: when it cannot be reached.
        """

    def _prepare(self) -> None:
        self._ready = self._reuse = self._wants_snapshot = False
        self._number = 0
        self._start: tuple[tuple[Standing, ...], int | None] | None = None
        self._unsent: list[Event] = []
        self._cpu_base = 0

    # Events

    def on_event(self, event: Event) -> None:
        """Process an event, already masked for this seat."""
        if self._start is None:
            self._start = tuple(self.match.standings), self.match.dealer
        super().on_event(event)
        if self.failure is None:
            self._unsent.append(event)
            if isinstance(event, HandEnded | MatchEnded) and not self._closed:
                self._send_events()

    def cpu_ns(self) -> int:
        """The CPU time in nanoseconds of the program since it was ready.

        On systems without this figure (all but Linux) it is the time spent waiting for the program.
        """
        channel = self._channel
        if self._ready and channel is not None:
            self._cpu = max(self._cpu, channel.cpu_ns() - self._cpu_base)
        return self._cpu

    # Communication with the process

    def _answer(self, due: Due) -> Command | None:
        """Ask the program for its decision, and once more when the first answer is refused."""
        self._connect()
        self._send_events()
        self._came.clear()
        begun, free = monotonic(), self._limits.decision
        refusals: list[Refused] = []
        for again in (True, False):
            left = free - (monotonic() - begun)
            self._number += 1
            self._send(
                question.request_of(
                    self.hand, due, self._number, left, self._bank, snapshot=self._wants_snapshot
                )
            )
            try:
                line = self._receive(left + self._bank)
            finally:
                over = monotonic() - begun - free
                if over > 0:
                    # Each second is charged once, even when a retry follows.
                    self._bank, free = max(0.0, self._bank - over), free + over
            reply = _read(line, question.REPLIES[due.decision], self._number)
            if not isinstance(reply, Refused):
                command = question.command_of(due, reply)
                refusal = None if command is None else self.match.verify(command)
                if refusal is None:
                    return command
                reply = Refused(
                    request=reply.id, code=refusal.code, reason=refusal.sentence(), again=True
                )
            self.refused += 1
            refusals.append(reply)
            self._send(msgspec.structs.replace(reply, again=again), asks=False)
        unreadable = refusals[-1].code in ("unreadable", "wrong-id")
        reasons = " Then: ".join(refused.reason for refused in refusals)
        raise ProgramFailedError(
            "unreadable" if unreadable else "illegal", f"it was refused twice. {reasons}"
        )

    def _connect(self) -> None:
        """Make the program begin the match, if it has not."""
        if self._ready:
            return
        if self._start is None:
            self._start = tuple(self.match.standings), self.match.dealer
        self._check_open()
        channel = self._channel = self._reach()
        standings, dealer = self._start
        self._came.clear()
        self._send(
            question.hello(self.rules, self.seat, self._seed, self._limits, standings, dealer)
        )
        try:
            line = self._receive(self._limits.start)
        except ChannelError as error:
            if error.kind != "late":
                raise
            raise ProgramFailedError(
                "start", f"it was not ready: {error} (what it prints must be flushed)"
            ) from None
        try:
            ready = msgspec.json.decode(line, type=Ready)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ProgramFailedError("start", f"it did not say that it is ready: {error}") from None
        if ready.protocol != PROTOCOL:
            raise ProgramFailedError(
                "start", f"it speaks version {ready.protocol} of the protocol; this is {PROTOCOL}"
            )
        self.title = " ".join((ready.name, ready.version)).strip()
        self._ready, self._reuse = True, ready.reuse
        self._wants_snapshot = ready.snapshot
        self._cpu_base = channel.cpu_ns()

    def _send_events(self) -> None:
        if self._ready and self._unsent:
            self._send(Events(events=tuple(self._unsent)), asks=False)
            self._unsent = []


def _read(line: bytes, kind: type[Reply], number: int) -> Reply | Refused:
    """Decode the reply in a line; a refusal when it is invalid."""
    try:
        answer: Reply = msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = f"The answer cannot be read: {error}."
        return Refused(request=number, code="unreadable", reason=reason, again=True)
    if answer.id != number:
        reason = f"This answers request {shortened(str(answer.id))}; the last was {number}."
        return Refused(request=number, code="wrong-id", reason=reason, again=True)
    return answer
