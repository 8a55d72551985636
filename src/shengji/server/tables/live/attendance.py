"""Attendance: bots cover for absent people, and a table without people is paused.

A player who is absent from a rated match for long, or has stood up, has left it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from shengji.server.actors.news import ActorClosed, ActorNotification, ActorReloaded, Appended
from shengji.server.tables.core.entries import Body, changes_room
from shengji.server.tables.live.news import LeaversChanged, PersonConnected, PersonDisconnected
from shengji.server.tables.live.stepper import RETRY, Stepper
from shengji.server.tables.live.table_actor import TableActor
from shengji.server.tables.state import Leaving


class Attendance:
    """Tracks absences and their durations.

    Args:
        live: the table; attendance publishes `LeaversChanged`.
        stepper: the automatic steps, to be paused and resumed.
    """

    def __init__(self, live: TableActor, stepper: Stepper) -> None:
        self._live = live
        self._time = live.time
        self._settings = live.context.settings
        self._stepper = stepper
        self._away_since: dict[str, float] = {}
        self._leaving: dict[int, tuple[float, int]] = {}
        self._spent: dict[int, float] = {}
        self._match = 0
        self._timer: asyncio.TimerHandle | None = None

    def on_notification(self, news: ActorNotification) -> None:
        """Refresh after changes of connections and seats."""
        match news:
            case PersonConnected(person):
                self._away_since.pop(person, None)
                self._live.soon(self._refresh)
            case PersonDisconnected(person):
                self._away_since[person] = self._time.now()
                self._live.soon(self._refresh)
            case Appended() if any(changes_room(body) for body in news.entries):
                self._live.soon(self._refresh)
            case ActorReloaded():  # the last refresh may have had no effect
                self._refresh_in(RETRY)
            case ActorClosed():
                self._stop()
            case _:
                pass

    def _stop(self) -> None:
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
        now, limit = self._time.now(), self._settings.leave_after
        return any(now - since < limit for since, _ in self._leaving.values())

    async def _refresh(self) -> None:
        """Update covers, pause or resume the table, and set a timer for the next change."""
        self._stop()
        await self._live.store(self._left())
        await self._cover()

    def _left(self) -> Sequence[Body]:
        """Return the entries of players who have left a rated match.

        Absences in which a bot has played for a player are added up over the whole match, even if
        the player returns each time; a shorter absence is free. A player who left at about the time
        of another leaver has left too. If all players have left, no player has lost.
        """
        live, settings, now = self._live, self._settings, self._time.now()
        room = live.table.room
        known, gone = self._leaving, room.absent(live.audience.here)
        if self._match != room.matches:
            self._match, known, self._spent = room.matches, {}, {}
        for seat in known.keys() - set(gone):
            spent, before = now - known[seat][0], self._spent.get(seat, 0.0)
            if spent - before >= settings.absent_after:
                self._spent[seat] = spent
        self._leaving = {seat: known.get(seat) or self._gone(seat) for seat in gone}
        if self._leaving != known:
            live.publish(LeaversChanged())
        away = {seat: now - since for seat, (since, _) in self._leaving.items()}
        if not any(seconds >= settings.leave_after for seconds in away.values()):
            return ()
        least = settings.leave_after - min(settings.absent_after, settings.leave_after / 2)
        left = [seat for seat, seconds in away.items() if seconds >= least]
        people = sum(person is not None for person in room.began)
        return live.table.leave(left if len(left) < people else ())

    def _gone(self, seat: int) -> tuple[float, int]:
        """Start of the absence, backdated by the time already counted."""
        spent, time = self._spent.get(seat, 0.0), self._time
        return time.now() - spent, time.wall() - round(spent * 1000)

    async def _cover(self) -> None:
        live, limit, now = self._live, self._settings.absent_after, self._time.now()
        table, here = live.table, live.audience.here
        seated = frozenset(table.room.seated)
        someone = bool(here & seated if seated else here)
        if self._stepper.asleep and someone:
            # People who have not returned yet get the full time again.
            self._away_since = dict.fromkeys({*seated, table.room.host or ""} - here, now)
            self._stepper.wake()
        away = {p: now - self._away_since.setdefault(p, now) for p in seated - here}
        if self._stepper.asleep:
            self._schedule_refresh({})
            return
        if not someone and all(seconds >= limit for seconds in away.values()):
            self._stepper.sleep()
            self._schedule_refresh({})
            return
        bodies: list[Body] = []
        for seat, person in enumerate(table.room.holders):
            if person in here:
                bodies += table.cover(seat, False)
            elif person is not None and away[person] >= limit:
                bodies += table.cover(seat, True)
        bodies += self._pass_host(here, now)
        await live.store(bodies)
        self._schedule_refresh(away)

    def _pass_host(self, here: frozenset[str], now: float) -> Sequence[Body]:
        """Make another person the host after a long absence of the host."""
        table = self._live.table
        host = table.room.host
        if host is None or host in here:
            return ()
        away = now - self._away_since.setdefault(host, now)
        return table.pass_host(here) if away >= self._settings.host_after else ()

    def _schedule_refresh(self, away: dict[str, float]) -> None:
        """Set a timer for the next absence that becomes too long."""
        settings, host, now = self._settings, self._live.table.room.host, self._time.now()
        left = [settings.absent_after - seconds for seconds in away.values()]
        if host in self._away_since and not self._stepper.asleep:
            left.append(settings.host_after - (now - self._away_since[host]))
        left += [settings.leave_after - (now - since) for since, _ in self._leaving.values()]
        due = [seconds for seconds in left if seconds > 0]
        if due:
            self._refresh_in(min(due))

    def _refresh_in(self, seconds: float) -> None:
        """Set a timer to refresh, in seconds; an earlier refresh replaces it."""
        self._stop()
        if not self._live.closed:
            refresh = partial(self._live.soon, self._refresh)
            self._timer = self._time.call_later(seconds, refresh)
