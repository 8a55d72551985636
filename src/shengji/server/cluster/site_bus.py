"""The site bus: site-wide presence and operations on users, broadcast to all nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from inspect import isawaitable
from typing import Final, TypeAlias

import msgspec

from shengji.server.cluster.bus import Bus, NoReplyError, Subject
from shengji.server.database.errors import ElsewhereError
from shengji.server.site.events import Events, SiteEvent
from shengji.server.site.me import Seated
from shengji.server.site.person import Person
from shengji.server.site.presence import Place, Presence, Present
from shengji.server.site.schemas import Text
from shengji.server.site.tasks import TaskSet

_BEAT: Final = 1.0
"""Interval in seconds at which a node publishes its presence."""

_LEAVING: Final = 5.0
"""Timeout in seconds for giving up a seat at another node's table."""


class _SignOut(msgspec.Struct, tag=True):
    person: str
    devices: list[str] | None
    but: str | None
    again: bool


class _Cut(msgspec.Struct, tag=True):
    person: str


class _Expel(msgspec.Struct, tag=True):
    person: str
    words: Text


class _Renamed(msgspec.Struct, tag=True):
    person: Person


class _Leave(msgspec.Struct, tag=True):
    person: Person
    table: str


class _Present(msgspec.Struct, tag=True):
    """Presence on one node: people at its tables and pages; `counts`: players by set of rules."""

    places: dict[str, Place]
    attended: dict[str, tuple[str, ...]]
    pages: list[str]
    counts: dict[str, int]


class _Event(msgspec.Struct, tag=True):
    """A site event: the name of its type, and the encoded event."""

    kind: str
    event: msgspec.Raw


_Payload: TypeAlias = _SignOut | _Cut | _Expel | _Renamed | _Leave | _Present | _Event


class _Message(msgspec.Struct):
    sender: str
    payload: _Payload


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Message).decode


def message_of(sender: str, here: Present, counts: Mapping[str, int]) -> bytes:
    """The presence message that a node publishes every second.

    Args:
        sender: the id of the node.
        here: the people at its tables and pages.
        counts: number of players by set of rules.
    """
    attended = {at: tuple(held) for at, held in here.attended.items()}
    presence = _Present(dict(here.places), attended, list(here.pages), dict(counts))
    return _encode(_Message(sender, presence))


class SiteBus(Presence):
    """Presence on the whole site, and the relay of site events: this node and all others.

    Args:
        local: presence on this node.
        counts: returns the number of players by set of rules on this node.
    """

    def __init__(
        self,
        local: Presence,
        bus: Bus,
        events: Events,
        counts: Callable[[], Mapping[str, int]] = dict,
    ) -> None:
        self._local = local
        self._bus = bus
        self._events = events
        self._counts = counts
        self._id = ""
        self._others: dict[str, _Present] = {}
        self._tasks = TaskSet()
        events.relay_to(lambda event: self._publish(_encode_event(event)))

    async def begin(self, id_: str) -> None:
        """Start to receive messages, as the node with this id."""
        is_new, self._id = not self._id, id_
        if is_new and not self._bus.is_alone:
            await self._bus.subscribe(Subject.EVERYWHERE, self._on_message)
        if not self._bus.is_alone:
            await self._bus.subscribe(Subject.EVERYWHERE.of(id_), self._on_request)

    def set_peers(self, peers: Iterable[str]) -> None:
        """Drop the presence of nodes other than `peers`."""
        for gone in self._others.keys() - frozenset(peers):
            del self._others[gone]

    async def run(self) -> None:
        """Publish this node's presence periodically, until cancelled."""
        while not self._bus.is_alone:
            await asyncio.sleep(_BEAT)
            message = message_of(self._id, self._local.present(), self._counts())
            self._bus.publish(Subject.EVERYWHERE, message)

    async def deliver(self, event: SiteEvent, node: str, seconds: float) -> None:
        """Send an event to one node, and wait until its subscribers there have handled it.

        Raises:
            NoReplyError: the subscribers do not finish within `seconds`.
        """
        await self._request(node, _encode_event(event), seconds)

    # Presence

    def present(self) -> Present:
        """All people present on the site, on all nodes."""
        here, others = self._local.present(), tuple(self._others.values())
        if not others:
            return here
        places, attended, pages = dict(here.places), dict(here.attended), set(here.pages)
        for other in others:
            places |= other.places
            attended |= other.attended
            pages.update(other.pages)
        return Present(places, attended, pages)

    def counts(self) -> dict[str, int]:
        """Numbers of players by set of rules, on all nodes."""
        found = dict(self._counts())
        for other in self._others.values():
            for name, count in other.counts.items():
                found[name] = found.get(name, 0) + count
        return found

    async def tables_of(self, person: str) -> Sequence[Seated]:
        """The tables at which a person has a seat, last changed first."""
        return await self._local.tables_of(person)

    async def leave(self, person: Person, table: str) -> None:
        """Give up a person's seat at a table; in a match a bot replaces the person.

        Raises:
            StorageError: the change cannot be written.
        """
        try:
            await self._local.leave(person, table)
        except ElsewhereError as error:
            try:
                await self._request(error.node, _Leave(person, table), _LEAVING)
            except NoReplyError:
                raise error from None

    async def renamed(self, person: Person) -> None:
        """Update the person's name at all their tables, loaded or not."""
        self._publish(_Renamed(person))
        await self._local.renamed(person)

    def sign_out(
        self,
        person: str,
        devices: Collection[str] | None = None,
        *,
        but: str | None = None,
        again: bool = False,
    ) -> None:
        """Sign out devices of a person; see `Presence.sign_out` for the arguments."""
        self._publish(_SignOut(person, None if devices is None else list(devices), but, again))
        self._local.sign_out(person, devices, but=but, again=again)

    def cut(self, person: str) -> None:
        """End the streams and games of a person's programs."""
        self._publish(_Cut(person))
        self._local.cut(person)

    def expel(self, person: str, words: Text) -> None:
        """Disconnect a banned person everywhere, with these words as the reason."""
        self._publish(_Expel(person, words))
        self._local.expel(person, words)

    # Messages on the bus

    def _publish(self, payload: _Payload) -> None:
        if not self._bus.is_alone:
            self._bus.publish(Subject.EVERYWHERE, _encode(_Message(self._id, payload)))

    async def _request(self, node: str, payload: _Payload, seconds: float) -> None:
        message = _encode(_Message(self._id, payload))
        await self._bus.request(Subject.EVERYWHERE.of(node), message, seconds)

    def _on_message(self, message: bytes) -> None:
        received: _Message = _decode(message)
        if received.sender == self._id:
            return
        local = self._local
        match received.payload:
            case _SignOut(person, devices, but, again):
                local.sign_out(person, devices, but=but, again=again)
            case _Cut(person):
                local.cut(person)
            case _Expel(person, words):
                local.expel(person, words)
            case _Renamed(renamed):
                self._tasks.start(local.renamed(renamed))
            case _Present():
                self._others[received.sender] = received.payload
            case _Event():
                self._notify(received.payload)
            case _:
                pass

    async def _on_request(self, message: bytes) -> bytes:
        received: _Message = _decode(message)
        match received.payload:
            case _Leave(person, table):
                await self._local.leave(person, table)
            case _Event():
                for handled in self._notify(received.payload):
                    if isawaitable(handled):
                        await handled
        return b"done"

    def _notify(self, sent: _Event) -> list[object]:
        """Notify the subscribers on this node of another node's event."""
        kind = self._events.kind_of(sent.kind)
        if kind is None:
            return []
        return self._events.notify(msgspec.msgpack.decode(sent.event, type=kind))


def _encode_event(event: SiteEvent) -> _Event:
    return _Event(type(event).__name__, msgspec.Raw(_encode(event)))
