"""Broadcast of a match to its listeners, masked for each viewer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from shengji.game import HandStarted
from shengji.server.rules.schemas import Layout
from shengji.server.tables.acts.act import TableEntry
from shengji.server.tables.acts.match import TimedOut
from shengji.server.tables.acts.votes import TakenBack
from shengji.server.tables.core.entries import Body
from shengji.server.tables.core.masks import Viewer, mask_event
from shengji.server.tables.core.table import Table
from shengji.server.tables.live.audience import Audience, encoded
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.messages import Happened, Notice, Spoken, StoodIn, TimeWasUp, Welcome
from shengji.server.tables.state import May, Now, Numbered, TableState


class RoomNews(NamedTuple):
    """State that a viewer receives without delay."""

    state: TableState
    may: May
    said: tuple[Spoken, ...]
    notices: tuple[Notice, ...]


class Broadcast:
    """Publishes the match of one table to its live or its delayed listeners.

    A message that is equal for several viewers is encoded once.

    Args:
        table: the current table, or the delayed one.
        late: whether the delayed listeners receive it, or the live ones.
        room_news: returns the undelayed part of a listener's welcome.
        with_clock: adds the clock and the paused flag to a prompt.
    """

    def __init__(
        self,
        table: Table,
        audience: Audience,
        *,
        late: bool,
        room_news: Callable[[Listener], RoomNews],
        with_clock: Callable[[Now, Viewer], Now] = lambda now, viewer: now,
    ) -> None:
        self.table = table
        self._audience = audience
        self._late = late
        self._room_news = room_news
        self._with_clock = with_clock
        self._layout: Layout | None = table.layout()
        self._sent: dict[Viewer, Now] = {}

    def welcome(
        self,
        listener: Listener,
        viewer: Viewer,
        since: int | None = None,
        stood_in: tuple[StoodIn, ...] = (),
    ) -> None:
        """Welcome a listener with this view.

        Args:
            listener: the listener.
            viewer: its view from now on.
            since: the version of its last event, seen with an equal view; `None`: send all events.
            stood_in: the decisions of a bot for its person.
        """
        table, room = self.table, self._room_news(listener)
        start = None
        if since is not None and since > table.version:
            since = None  # The client is ahead of the table.
        events = None if since is None else table.events.seen_by(viewer, since)
        if events is None:
            start = table.events.start(viewer)
            events = table.events.seen_by(viewer) or ()
        now = self._with_clock(table.prompts.now(viewer), viewer)
        listener.viewer, listener.late, listener.greeted = viewer, self._late, True
        self._sent[viewer] = now
        message = Welcome(
            you=listener.person,
            seat=viewer.seat,
            version=table.version,
            table=room.state,
            may=room.may,
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
        """Welcome all listeners again."""
        for viewer, listeners in self._audience.viewers(late=self._late).items():
            for listener in listeners:
                self.welcome(listener, viewer)

    def publish(self, bodies: Sequence[tuple[int, Body]]) -> None:
        """Publish the events among these entries; without events, publish a changed prompt.

        At the first hand of a match all listeners are welcomed again, which gives them the levels;
        so are they after a take-back.
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
            now = self._with_clock(self.table.prompts.now(viewer), viewer)
            now = dressed.setdefault(id(now), now)  # Keeps the object and its id.
            if not numbered and self._sent.get(viewer) == now:
                continue
            self._sent[viewer] = now
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
        """Publish the timeouts at these versions."""
        for up in self.table.times_up if versions else ():
            if up.version in versions:
                message = encoded(TimeWasUp(time_up=up))
                for listeners in self._audience.viewers(late=self._late).values():
                    self._audience.send(listeners, message)


def _begins_anew(body: Body) -> bool:
    """Whether an entry invalidates the client's state of the match."""
    return isinstance(body, TakenBack) or (isinstance(body, HandStarted) and body.hand == 1)


def _seen(events: tuple[Numbered, ...], viewer: Viewer) -> tuple[Numbered, ...]:
    """Return events as a viewer may see them; the given tuple if nothing is hidden."""
    seen = [mask_event(at.event, viewer) for at in events]
    if all(one is at.event for one, at in zip(seen, events, strict=True)):
        return events
    return tuple(Numbered(at.version, one) for one, at in zip(seen, events, strict=True))
