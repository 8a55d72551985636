"""Attendance: bots cover for absent people, and a table without people is paused.

A player who is absent from a rated match for long, or has stood up, has left it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from shengji.server.actors.news import ActorClosed, ActorNotification, ActorReloaded, Appended
from shengji.server.tables.core.entries import Body
from shengji.server.tables.live.log import TableLog, changes_the_room
from shengji.server.tables.live.news import LeaversChanged, PersonCame, PersonGone
from shengji.server.tables.live.stepper import RETRY, Stepper
from shengji.server.tables.state import Leaving


class Attendance:
    """Tracks absences and their durations.

    Args:
        log: the table. Attendance subscribes to it, and publishes `LeaversChanged`.
        stepper: the automatic steps, to be paused and resumed.
    """

    def __init__(self, log: TableLog, stepper: Stepper) -> None:
        self._log = log
        self._stepper = stepper
        self._away_since: dict[str, float] = {}
        self._leaving: dict[int, tuple[float, int]] = {}
        self._spent: dict[int, float] = {}
        self._match = 0
        self._timer: asyncio.TimerHandle | None = None
        log.subscribe(self._hear)

    def _hear(self, news: ActorNotification) -> None:
        match news:
            case PersonCame(person):
                self._away_since.pop(person, None)
                self._log.soon(self._look)
            case PersonGone(person):
                self._away_since[person] = self._log.time.now()
                self._log.soon(self._look)
            case Appended() if any(changes_the_room(body) for body in news.entries):
                self._log.soon(self._look)
            case ActorReloaded():  # the last look may have had no effect
                self._look_in(RETRY)
            case ActorClosed():
                self._stop()
            case _:
                pass

    def _stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def leaving(self) -> tuple[Leaving, ...]:
        """The absent players of a rated match."""
        return tuple(Leaving(seat, wall) for seat, (_, wall) in sorted(self._leaving.items()))

    @property
    def is_counting(self) -> bool:
        """Whether the time of an absent player of a rated match is still running."""
        now, limit = self._log.time.now(), self._log.context.settings.leave_after
        return any(now - since < limit for since, _ in self._leaving.values())

    async def _look(self) -> None:
        """Update covers, pause or resume the table, and set a timer for the next change."""
        self._stop()
        await self._log.store(self._left())
        await self._cover()

    def _left(self) -> Sequence[Body]:
        """Return the entries by which players have left a rated match.

        Absences in which a bot has played for a player are added up over the whole match, even if
        the player returns each time; a shorter absence is free. A player who left at about the time
        of another leaver has left too. If all players have left, no player has lost.
        """
        log, settings = self._log, self._log.context.settings
        room, now = log.facts.table.room, log.time.now()
        known, gone = self._leaving, room.absent(log.audience.here)
        if self._match != room.matches:
            self._match, known, self._spent = room.matches, {}, {}
        for seat in known.keys() - set(gone):
            spent, before = now - known[seat][0], self._spent.get(seat, 0.0)
            if spent - before >= settings.absent_after:
                self._spent[seat] = spent
        self._leaving = {seat: known.get(seat) or self._gone(seat) for seat in gone}
        if self._leaving != known:
            self._log.publish(LeaversChanged())
        away = {seat: now - since for seat, (since, _) in self._leaving.items()}
        if not any(seconds >= settings.leave_after for seconds in away.values()):
            return ()
        least = settings.leave_after - min(settings.absent_after, settings.leave_after / 2)
        left = [seat for seat, seconds in away.items() if seconds >= least]
        people = sum(person is not None for person in room.began)
        return log.facts.table.leave(left if len(left) < people else ())

    def _gone(self, seat: int) -> tuple[float, int]:
        """Start of the absence, backdated by the time already counted."""
        spent, time = self._spent.get(seat, 0.0), self._log.time
        return time.now() - spent, time.wall() - round(spent * 1000)

    async def _cover(self) -> None:
        log, here = self._log, self._log.audience.here
        holders, table, now = log.facts.holders, log.facts.table, log.time.now()
        limit = log.context.settings.absent_after
        seated = {person for person in holders if person is not None}
        someone = bool(here & seated if seated else here)
        if self._stepper.asleep and someone:
            # People who have not returned yet get the full time again.
            self._away_since = dict.fromkeys({*seated, table.room.host or ""} - here, now)
            self._stepper.wake()
        away = {p: now - self._away_since.setdefault(p, now) for p in seated - here}
        if self._stepper.asleep:
            self._look_again({})
            return
        if not someone and all(seconds >= limit for seconds in away.values()):
            self._stepper.sleep()
            self._look_again({})
            return
        bodies: list[Body] = []
        for seat, person in enumerate(holders):
            if person in here:
                bodies += table.cover(seat, False)
            elif person is not None and away[person] >= limit:
                bodies += table.cover(seat, True)
        bodies += self._pass_host(here, now)
        await log.store(bodies)
        self._look_again(away)

    def _pass_host(self, here: frozenset[str], now: float) -> Sequence[Body]:
        """Make another person the host after a long absence of the host."""
        table = self._log.facts.table
        host = table.room.host
        if host is None or host in here:
            return ()
        away = now - self._away_since.setdefault(host, now)
        return table.pass_host(here) if away >= self._log.context.settings.host_after else ()

    def _look_again(self, away: dict[str, float]) -> None:
        """Set a timer for the time at which the next absence becomes too long."""
        log = self._log
        settings, host = log.context.settings, log.facts.table.room.host
        left = [settings.absent_after - seconds for seconds in away.values()]
        if host in self._away_since and not self._stepper.asleep:
            left.append(settings.host_after - (log.time.now() - self._away_since[host]))
        left += [
            settings.leave_after - (log.time.now() - since) for since, _ in self._leaving.values()
        ]
        due = [seconds for seconds in left if seconds > 0]
        if due:
            self._look_in(min(due))

    def _look_in(self, seconds: float) -> None:
        """Set a timer to look again, in seconds; an earlier look replaces it."""
        self._stop()
        if not self._log.closed:
            look = partial(self._log.soon, self._look)
            self._timer = self._log.time.call_later(seconds, look)
