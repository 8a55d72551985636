"""A seat played by another program: the common part, with failures and stand-ins."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

import msgspec

from shengji.bots.bot import Bot
from shengji.bots.outside.channel import Line
from shengji.bots.outside.failures import BotFailedError, Failure, Faults, Kind, ProgramFailedError
from shengji.bots.outside.limits import Limits
from shengji.game import Command, Due, Event, HandStarted, Phase, Standing
from shengji.record.lines import encode
from shengji.rules import Rules

StandIn = Callable[[Rules, int, int], Bot]
"""A factory of stand-ins for failed bots, from rules, seat and seed."""


def faults_of(bot: Bot) -> Faults:
    """The failures of a bot so far in its match; none unless a program plays it.

    >>> from shengji.bots.uniform import RandomBot
    >>> faults_of(RandomBot(Rules(), 0))
    Faults(refused=0, failure=None)
    """
    return Faults(bot.refused, bot.failure) if isinstance(bot, ProgramBot) else Faults()


def title_of(bot: Bot) -> str:
    """The name and version that a program has sent; empty for other bots."""
    return bot.title if isinstance(bot, ProgramBot) else ""


class ProgramBot(Bot):
    """A bot that is played by another program; made by `process_bot`.

    Subclasses implement the communication in `_answer`; a `ProgramFailedError` from it marks the
    program as failed.

    Attributes:
        title: the program's name and version; empty until it has sent them.
        failure: its failure; `None` while it plays.
    """

    def __init__(
        self,
        command: str,
        rules: Rules,
        seat: int,
        seed: int = 0,
        limits: Limits | None = None,
        stand_in: StandIn | None = None,
    ) -> None:
        super().__init__(rules, seat, seed)
        self.command = command
        self.title = ""
        self.failure: Failure | None = None
        self.refused = 0
        self._seed = seed
        self._limits = limits or Limits()
        self._bank = self._limits.bank
        self._channel: Line | None = None
        self._asking = self._closed = False
        self._asked = b""
        self._came: list[bytes] = []  # The answers to the current request.
        self._cpu = 0
        self._make_stand_in = stand_in
        self._stand_in: Bot | None = None
        self._hand_start: tuple[Standing, ...] = ()
        self._hand_events: list[Event] = []
        self._prepare()

    @abstractmethod
    def _prepare(self) -> None:
        """Initialize the state of this kind of program.

        Raises:
            ValueError: when it cannot play these rules.
        """

    def on_event(self, event: Event) -> None:
        """Process an event, already masked for this seat."""
        if isinstance(event, HandStarted):
            self._bank = self._limits.bank
            self._hand_start, self._hand_events = tuple(self.match.standings), []
        if self._stand_in is not None:
            self._stand_in.observe(event)
        elif self.failure is None:
            self._hand_events.append(event)

    def close(self) -> None:
        """End the program, or keep it for another match.

        Another thread may call this during a decision, which then fails.
        """
        self._closed = True
        if self._stand_in is not None:
            self._stand_in.close()
        self._dismiss()

    # Decisions

    def decide(self, due: Due) -> Command | None:
        """The decision of the program, or of its stand-in.

        Raises:
            BotFailedError: when the program has failed, and has no stand-in.
        """
        if self.failure is None:
            self._asking = True
            try:
                command = self._answer(due)
            except ProgramFailedError as error:
                self._fail(error.kind, str(error))
            else:
                self._asking = False
                return command
        if self._stand_in is None:
            assert self.failure is not None
            raise BotFailedError(self.failure)
        return self._stand_in.decide(due)

    @abstractmethod
    def _answer(self, due: Due) -> Command | None:
        """Ask the program for its decision.

        Raises:
            ProgramFailedError: when the program has failed, or no answer comes in time.
        """

    @abstractmethod
    def _dismiss(self) -> None:
        """Release the program."""

    # Communication with the process

    def _send(self, message: msgspec.Struct, *, asks: bool = True) -> None:
        line = encode(message)
        if asks:
            self._asked = line
        self._open_channel.send(line)

    def _receive(self, timeout: float) -> bytes:
        line = self._open_channel.receive(timeout)
        self._came.append(line)
        return line

    @property
    def _open_channel(self) -> Line:
        """The channel to the program.

        Raises:
            ProgramFailedError: when another thread has closed it.
        """
        channel = self._channel
        self._check_open()
        assert channel is not None
        return channel

    def _check_open(self) -> None:
        if self._closed:
            raise ProgramFailedError("died", "it was ended while it was asked")

    # Failures

    def _fail(self, kind: Kind, reason: str) -> None:
        """Record the failure, end the process, and start the stand-in."""
        self._cpu = self.cpu_ns()
        channel, self._channel = self._channel, None
        stderr = ""
        if channel is not None:
            channel.close()
            stderr = channel.stderr
        self.failure = Failure(
            self.command,
            self.seat,
            kind,
            reason,
            title=self.title,
            asked=self._asked.decode(errors="replace"),
            came=b"\n".join(self._came).decode(errors="replace"),
            stderr=stderr,
            hand=self.hand.number,
            trick=self.hand.tricks_taken + 1 if self.hand.phase is Phase.PLAY else 0,
        )
        if self._make_stand_in is None:
            return
        other = self._make_stand_in(self.rules, self.seat, self._seed)
        other.catch_up(self._hand_start, self._hand_events)
        self._stand_in = other
