"""The broadcast of a match to those who listen, to each as far as they may know it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from shengji.game import HandStarted
from shengji.server.rules.schemas import Layout
from shengji.server.tables.core.entries import Body, TableEntry, TakenBack, TimedOut
from shengji.server.tables.core.logged_table import LoggedTable
from shengji.server.tables.core.masks import Viewer, masked
from shengji.server.tables.live.audience import Audience, encoded
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.messages import Happened, Notice, Spoken, StoodIn, TimeWasUp, Welcome
from shengji.server.tables.state import Now, Numbered, TableState


class RoomNews(NamedTuple):
    """The part of the table that everyone may know at once, however late they see the cards."""

    state: TableState
    said: tuple[Spoken, ...]
    notices: tuple[Notice, ...]


class Broadcast:
    """Tells the match of one table to those who follow it.

    What is the same for several viewers is encoded once.

    Args:
        table: the table as it is, or was.
        audience: who listens.
        late: whether it tells those who see the table late, or the others.
        room: what a welcome says besides the match.
        with_clock: puts clocks and sleep into what is waited for.
    """

    def __init__(
        self,
        table: LoggedTable,
        audience: Audience,
        *,
        late: bool,
        room: Callable[[], RoomNews],
        with_clock: Callable[[Now, Viewer], Now] = lambda now, viewer: now,
    ) -> None:
        self.table = table
        self._audience = audience
        self._late = late
        self._room = room
        self._with_clock = with_clock
        self._layout: Layout | None = table.layout()
        self._told: dict[Viewer, Now] = {}

    def welcome(
        self,
        listener: Listener,
        viewer: Viewer,
        since: int | None = None,
        stood_in: tuple[StoodIn, ...] = (),
    ) -> None:
        """Welcome a listener, who sees with these eyes from now on.

        Args:
            listener: who.
            viewer: whose eyes.
            since: the version of the last event that it has, and saw with the same eyes.
            stood_in: what a bot has decided for them.
        """
        table, room = self.table, self._room()
        start = None
        if since is not None and since > table.version:
            since = None  # It has seen what the table has lost, or never had.
        events = None if since is None else table.happened.events(viewer, since)
        if events is None:
            start = table.happened.start(viewer)
            events = table.happened.events(viewer) or ()
        now = self._with_clock(table.now(viewer), viewer)
        listener.viewer, listener.late, listener.greeted = viewer, self._late, True
        self._told[viewer] = now
        message = Welcome(
            you=listener.person,
            seat=viewer.seat,
            version=table.version,
            table=room.state,
            start=start,
            events=events,
            now=now,
            said=room.said,
            notices=room.notices,
            times_up=tuple(table.times_up),
            stood_in=stood_in,
            layout=table.layout(),
        )
        self._audience.send((listener,), encoded(message))

    def welcome_all(self) -> None:
        """Welcome everyone anew."""
        for viewer, listeners in self._audience.viewers(late=self._late).items():
            for listener in listeners:
                self.welcome(listener, viewer)

    def publish(self, bodies: Sequence[tuple[int, Body]]) -> None:
        """Tell the events among these entries; without any, what is waited for, if it is new.

        With the first hand of a match everyone is welcomed anew, and so learns the levels; and when
        something was taken back, since nobody has heard what has happened then.
        """
        layout = self.table.layout()
        new_layout = None if layout is self._layout else layout
        self._layout = layout
        if any(_begins_anew(body) for _, body in bodies):
            self.welcome_all()
            return
        self._publish_times_up({version for version, body in bodies if isinstance(body, TimedOut)})
        numbered = tuple(
            Numbered(version, body) for version, body in bodies if not isinstance(body, TableEntry)
        )
        messages: dict[tuple[int, int], bytes] = {}
        dressed: dict[int, Now] = {}
        for viewer, listeners in self._audience.viewers(late=self._late).items():
            now = self._with_clock(self.table.now(viewer), viewer)
            now = dressed.setdefault(id(now), now)  # Keeps it, so that its id stays its own.
            if not numbered and self._told.get(viewer) == now:
                continue
            self._told[viewer] = now
            seen = _seen(numbered, viewer)
            key = id(now), id(seen)
            message = messages.get(key)
            if message is None:
                message = encoded(
                    Happened(version=self.table.version, events=seen, now=now, layout=new_layout)
                )
                if seen is numbered:
                    messages[key] = message
            self._audience.send(listeners, message)

    def _publish_times_up(self, versions: Collection[int]) -> None:
        """Tell whose time was up at these versions."""
        for up in self.table.times_up if versions else ():
            if up.version in versions:
                message = encoded(TimeWasUp(time_up=up))
                for listeners in self._audience.viewers(late=self._late).values():
                    self._audience.send(listeners, message)


def _begins_anew(body: Body) -> bool:
    """Whether what is known of the match before an entry does not hold after it."""
    return isinstance(body, TakenBack) or (isinstance(body, HandStarted) and body.hand == 1)


def _seen(events: tuple[Numbered, ...], viewer: Viewer) -> tuple[Numbered, ...]:
    """Events as a viewer may know them; the same object where nothing is hidden."""
    seen = [masked(at.event, viewer) for at in events]
    if all(one is at.event for one, at in zip(seen, events, strict=True)):
        return events
    return tuple(Numbered(at.version, one) for one, at in zip(seen, events, strict=True))
