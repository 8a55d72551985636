"""The bots in the seats of one table, with stand-ins for late ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import structlog

from shengji.explain import Hint, Teacher
from shengji.game import Event, due_of, view
from shengji.server.site.chance import Chance
from shengji.server.site.metrics import Tally
from shengji.server.site.traces import traced
from shengji.server.tables.acts.seating import STAND_IN
from shengji.server.tables.bots.port import (
    BotDecision,
    BotPort,
    HandHistory,
    Question,
    Seating,
    UndecidedError,
)
from shengji.server.tables.bots.roster import BotPorts

_logger = structlog.get_logger()


class BotSeats:
    """The bots in the seats of a table.

    Args:
        question: returns the due decision of the table.
    """

    def __init__(
        self,
        table: str,
        question: Callable[[], Question],
        bots: BotPorts,
        chance: Chance,
        tally: Tally,
    ) -> None:
        self._table = table
        self._question = question
        self._bots = bots
        self._chance = chance
        self._tally = tally
        self._ports: dict[int, BotPort] = {}

    def observe(self, events: Sequence[Event]) -> None:
        """Pass unmasked events to the bots."""
        for port in self._ports.values():
            for event in events:
                port.observe(event)

    async def decide(self, seat: int, bot: str | None) -> BotDecision:
        """Return the decision of the bot in a seat; after a timeout the stand-in's.

        The stand-in also decides for a bot that is no longer in the roster, and while the bot is
        still busy with a late decision.
        """
        name = bot if bot in self._bots.roster.names else STAND_IN
        port = self._ports.get(seat)
        if port is None or port.name != name:
            self.close(seat)
            port = self._ports[seat] = self._open(seat, name)
        return await (self.advise(seat) if port.is_behind else self._ask(port))

    async def advise(self, seat: int, bot: str = STAND_IN) -> BotDecision:
        """Return the decision of a new bot that takes the seat over."""
        return await self._ask(self._open(seat, bot))

    async def _ask(self, port: BotPort) -> BotDecision:
        try:
            return await port.decide(self._question())
        except UndecidedError:
            self._tally.undecided += 1
        except TimeoutError:
            self._tally.late += 1
            _logger.warning("bot-late", table=self._table, bot=port.name, seat=port.seat)
        return await self.advise(port.seat)

    def _open(self, seat: int, bot: str) -> BotPort:
        seed = self._chance.of(f"bots in seat {seat}").getrandbits(32)
        return self._bots.open(Seating(bot, seat, seed, self._question().history()))

    def has_failed(self, seat: int, bot: str | None) -> bool:
        """Return whether a seat's bot cannot play any more.

        Such a bot is a program that has failed, or that the operator no longer configures.
        """
        port = self._ports.get(seat)
        failed = port is not None and port.name == bot and port.failed
        return failed or (bot is not None and bot not in self._bots.roster.names)

    def keep(self, bots: Sequence[str | None]) -> None:
        """Close the bots that have left their seats.

        Args:
            bots: the bot that plays in each seat.
        """
        playing = dict(enumerate(bots))
        self.close(*(at for at, port in self._ports.items() if playing.get(at) != port.name))

    def close(self, *seats: int) -> None:
        """Close the bots in some seats."""
        for seat in seats:
            port = self._ports.pop(seat, None)
            if port is not None:
                port.close()

    def close_all(self) -> None:
        """Close all bots."""
        self.close(*self._ports)

    async def hint(self, seat: int) -> Hint | None:
        """Return a hint with reasons; `None`: the seat has no decision."""
        return await self._bots.executor.run(partial(_hint, self._question().history(), seat))


def _hint(history: HandHistory, seat: int) -> Hint | None:
    try:
        teacher = Teacher(history.rules, seat)
        teacher.catch_up(history.standings, (view(event, seat) for event in history.events))
        hand = teacher.match.hand
        due = None if hand is None else due_of(hand, seat)
        return None if due is None else teacher.hint(due)
    except Exception as error:
        # The table must continue despite any error of a bot.
        _logger.error("hint-failed", seat=seat, why=traced(error))
        return None
