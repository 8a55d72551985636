"""A seat that another program plays: what all such programs share, and what if one fails."""

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
"""Makes the bot that goes on for one that has failed: from rules, seat and seed."""


def faults_of(bot: Bot) -> Faults:
    """The faults of a bot so far in its match; none for one that is no program.

    >>> from shengji.bots.uniform import RandomBot
    >>> faults_of(RandomBot(Rules(), 0))
    Faults(refused=0, failure=None)
    """
    return Faults(bot.refused, bot.failure) if isinstance(bot, ProgramBot) else Faults()


def title_of(bot: Bot) -> str:
    """The name and version that a program goes by; empty for a bot that is none."""
    return bot.title if isinstance(bot, ProgramBot) else ""


class ProgramBot(Bot):
    """A bot that is played by another program; made by `process_bot`.

    How the program is asked is for the classes made from this one to say (`_answer`); with a
    `ProgramFailedError` from there the program has failed.

    Attributes:
        command: what runs.
        title: the name and the version that the program goes by; empty unless it has said so.
        failure: why the program plays no longer; `None` while it does.
        refused: how many of its answers were refused.
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
        self._came: list[bytes] = []  # In answer to what it is asked now.
        self._cpu = 0
        self._make_stand_in = stand_in
        self._stand_in: Bot | None = None
        self._hand_start: tuple[Standing, ...] = ()
        self._hand_events: list[Event] = []
        self._prepare()

    @abstractmethod
    def _prepare(self) -> None:
        """Make ready what this kind of program needs besides.

        Raises:
            ValueError: when it cannot play these rules.
        """

    def note(self, event: Event) -> None:
        """Take note of an event, already masked for this seat."""
        if isinstance(event, HandStarted):
            self._bank = self._limits.bank
            self._hand_start, self._hand_events = tuple(self.match.standings), []
        if self._stand_in is not None:
            self._stand_in.observe(event)
        elif self.failure is None:
            self._hand_events.append(event)

    def close(self) -> None:
        """End the program, or do with it what else is done after a match.

        While it decides in another thread this may be called too: then that decision fails.
        """
        self._closed = True
        if self._stand_in is not None:
            self._stand_in.close()
        self._dismiss()

    # What it decides

    def decide(self, due: Due) -> Command | None:
        """The decision of the program, or of its stand-in.

        Raises:
            BotFailedError: when the program has failed, and nobody stands in for it.
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
        """The decision of the program.

        Raises:
            ProgramFailedError: when it plays no longer, or no answer comes in time.
        """

    @abstractmethod
    def _dismiss(self) -> None:
        """The program is not needed any more."""

    # Talking to the process

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
            ProgramFailedError: when it was closed by another thread.
        """
        channel = self._channel
        self._check_open()
        assert channel is not None
        return channel

    def _check_open(self) -> None:
        """Refuse to go on when another thread has closed the bot."""
        if self._closed:
            raise ProgramFailedError("died", "it was ended while it was asked")

    # When it has failed

    def _fail(self, kind: Kind, reason: str) -> None:
        """Note why, end the process, and let the stand-in take over."""
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
            trick=len(self.hand.tricks) + 1 if self.hand.phase is Phase.PLAY else 0,
        )
        if self._make_stand_in is None:
            return
        other = self._make_stand_in(self.rules, self.seat, self._seed)
        other.come_in(self._hand_start, self._hand_events)
        self._stand_in = other
