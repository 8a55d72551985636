"""The bots that can be seated: built-in ones, the operator's programs, remote bots; their ports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import structlog

from shengji.bots import BOTS, CAST, Bot, find_bot, levels_for, make_bot, seconds_of
from shengji.bots.characters import LEVEL_NAMES
from shengji.bots.outside import Limits, process_bot
from shengji.bots.ruled import RuledBot
from shengji.rules import Rules
from shengji.server.cluster.bus import Bus
from shengji.server.rules.offers import BotOffers
from shengji.server.tables.bots.port import BotPort, Seating
from shengji.server.tables.bots.remote import MARK, Remotes
from shengji.server.tables.bots.threads import BotExecutor, OutsideBot, ThreadBot
from shengji.server.tables.bots.workers import WorkerBot

_logger = structlog.get_logger()

BotKind: TypeAlias = Literal["quick", "search", "outside"]
"""A bot that answers at once, one that searches, or one in another process or on a connection."""

LIMITS: Final = Limits(start=60.0, decision=5.0, bank=15.0)
"""Time limits in seconds for bots in other processes, at tables with people."""


class Roster(BotOffers):
    """The bots by name.

    The set of programs is fixed when the server starts: no request can start any other program.

    Args:
        commands: the operator's programs: by name the command to run (docs/bots.md).
    """

    def __init__(
        self, commands: Mapping[str, str] | None = None, remotes: Remotes | None = None
    ) -> None:
        self._commands = dict(commands or {})
        self._remotes = Remotes() if remotes is None else remotes

    @property
    def names(self) -> tuple[str, ...]:
        """All bots that can be seated, built-in ones and characters first."""
        return (*BOTS, *CAST, *self._commands, *self._remotes.names)

    def offered(self, rules: Rules | None = None) -> dict[str, float | None]:
        """Return the offered bots with their usual seconds for a decision; `None`: unknown.

        The levels come first, from weak to strong; with rules then the characters, the other
        built-in bots that are stronger there, and only those bots that can play by the rules.
        """
        if rules is None:
            names: tuple[str, ...] = (*LEVEL_NAMES, *self._commands, *self._remotes.free)
        else:
            more = levels_for(rules)[len(levels_for()) :]
            able = (name for name in self.able(rules) if name in more or name not in BOTS)
            names = (*LEVEL_NAMES, *able)
        return {name: seconds_of(name) for name in names}

    def able(self, rules: Rules) -> tuple[str, ...]:
        """Return the bots that can play by these rules and are available."""
        commands = (name for name in self._commands if self._can_play(name, rules))
        return (*BOTS, *CAST, *commands, *self._remotes.free)

    def kind(self, name: str) -> BotKind:
        """Return the kind of a bot, on which its port depends."""
        if seconds_of(name) == 0:
            return "quick"
        return "outside" if name in self._commands or name.startswith(MARK) else "search"

    def make(self, name: str, rules: Rules, seat: int, seed: int) -> Bot:
        """Create a bot for a seat.

        If a program or remote bot fails later, a stand-in continues for it. The stand-in is
        returned instead if the program cannot play by these rules, or is gone.

        Raises:
            ValueError: there is no bot of that name.
        """
        if name in self._commands or name.startswith(MARK):
            try:
                return self._program(name, rules, seat, seed)
            except ValueError as error:
                _logger.error("outside-bot-cannot-play", bot=name, seat=seat, why=str(error))
                return RuledBot(rules, seat, seed)
        if find_bot(name) is None:
            raise ValueError(f"there is no bot {name!r}")
        return make_bot(name, rules, seat, seed)

    def _can_play(self, name: str, rules: Rules) -> bool:
        try:
            self._program(name, rules, 0, 0)
        except ValueError:
            return False
        return True

    def _program(self, name: str, rules: Rules, seat: int, seed: int) -> Bot:
        if name.startswith(MARK):
            return self._remotes.open(name, rules, seat, seed, LIMITS, RuledBot)
        return process_bot(self._commands[name], rules, seat, seed, LIMITS, RuledBot)


class BotPorts:
    """Opens the ports to bots.

    Args:
        threads: the maximum number of searching bots at the same time in this process.
        patience: the timeout of a decision in seconds, for bots that do not answer at once.
        workers: the bus to the bot workers, which run bots that search; `None`: they run in threads
            of this process.
    """

    def __init__(
        self, roster: Roster, threads: int, patience: float, workers: Bus | None = None
    ) -> None:
        self.roster = roster
        self.executor = BotExecutor(threads)
        self._patience = patience
        self._workers = workers

    def open(self, seating: Seating) -> BotPort:
        """Seat a bot, and return the port to it; it must be closed in the end."""
        make, executor, patience = self.roster.make, self.executor, self._patience
        match self.roster.kind(seating.bot):
            case "quick":
                return ThreadBot(seating, None, make, executor, "quick")
            case "outside":
                return OutsideBot(seating, patience, make, executor, "outside")
            case "search" if self._workers is None:
                return ThreadBot(seating, patience, make, executor, "search")
            case "search":
                return WorkerBot(seating, patience, make, executor, self._workers)
