"""Presence of people, and the feeds that are pushed to their pages."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

import msgspec
import structlog

from shengji.server.database.errors import StorageError
from shengji.server.friends.schemas import (
    Beat,
    Friend,
    Friends,
    FriendsMoved,
    FriendsTold,
    FriendTable,
    Welcomed,
    Where,
    Whereabouts,
)
from shengji.server.friends.store import FriendStore, Relationships, TiesChanged
from shengji.server.site.events import Events, SiteEvent
from shengji.server.site.presence import Place, Presence
from shengji.server.site.schemas import ToPage
from shengji.server.tables.live.audience import Audience
from shengji.server.tables.live.listener import Listener

TICK: Final = 1.0
"""Interval between two looks at the presence of all people, in seconds."""

GRACE: Final = 8.0
"""Time in seconds for which a person keeps their place after their last page has closed.

A reloaded page is back sooner.
"""

KEPT: Final = 120.0
"""Time in seconds for which a person's feed values are cached after their last page has closed.

Most people return soon, and then cost no database read.
"""

BEAT: Final = 50.0
"""Interval in seconds without a message after which a page receives a heartbeat."""

_ORDER: Final[tuple[Where, ...]] = ("table", "here", "away")
_encode = msgspec.json.Encoder().encode
_BEAT: Final = _encode(Beat())


class Feed(ABC):
    """A feed: a per-user value, pushed on connect and on change."""

    @abstractmethod
    async def value(self, person: str) -> object:
        """The value of the feed for a person; it compares equal as long as nothing has changed."""

    @abstractmethod
    def message(self, value: object) -> ToPage:
        """The message that carries a value."""

    @abstractmethod
    def changed(self) -> Iterable[str]:
        """The people whose value may have changed since the last call."""

    @abstractmethod
    def release(self, person: str) -> None:
        """Release the state of a person who has had no page for some time."""


class FeedsChanged(SiteEvent, frozen=True):
    """Values of feeds have changed for these people; public ids."""

    persons: tuple[str, ...]


class PresenceFeed(Feed):
    """The feed of friends and their presence, and the dispatcher of all other feeds.

    One reading of the presence of all people serves all pages. A page receives only the friends
    whose place has changed, so the cost depends on the number of moves.

    Args:
        presence: the source of people's tables.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        pages: Audience,
        presence: Presence,
        friends: FriendStore,
        events: Events,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pages, self._presence, self._friends = pages, presence, friends
        self._events = events
        self._clock = clock
        events.subscribe(TiesChanged, lambda changed: self._mark_stale(changed.persons))
        events.subscribe(FeedsChanged, lambda changed: self._mark_stale(changed.persons))
        self._feeds: list[Feed] = [self]
        self._values: dict[
            str, list[object]
        ] = {}  # values by feed, of people with a page now or lately
        self._changed: dict[str, set[Feed]] = {}  # stale feeds by person
        self._changes = 0
        self._watching: dict[str, set[str]] = {}  # people in `_values`, by each of their friends
        self._hidden: set[str] = set()  # friends who hide their presence
        self._at: dict[str, Place | None] = {}  # the last known places; None: at no table
        self._left: dict[str, float] = {}
        self._beats: OrderedDict[Listener, float] = OrderedDict()  # the earliest due first

    def add(self, feed: Feed) -> None:
        """Add a feed."""
        self._feeds.append(feed)

    def is_open_for(self, person: str) -> bool:
        """Whether a person has an open page, so that a push to their phone is unnecessary."""
        return person in self._presence.present().pages

    async def join(self, page: Listener) -> None:
        """Send a page the values of all feeds, and subscribe it to changes.

        Raises:
            StorageError: the database could not be read; the page is not subscribed.
        """
        person = page.person
        page.push(_encode(Welcomed(you=person)))
        if person not in self._values or person in self._changed:
            await self._refresh(person, self._changed.pop(person, ()))
        self._pages.add(page)
        self._beat_later((page,))
        for feed, value in zip(self._feeds, self._values[person], strict=True):
            page.push(_encode(feed.message(value)))

    def invalidate(self, persons: Collection[str], feed: Feed) -> None:
        """Invalidate a feed's value for some people, on all nodes.

        The other nodes invalidate all feeds of these people.
        """
        self._events.publish_to_others(FeedsChanged(tuple(persons)))
        self._mark_stale(persons, feed)

    def _mark_stale(self, persons: Collection[str], feed: Feed | None = None) -> None:
        """Invalidate a feed's value for some people on this node; `None`: of all feeds."""
        if persons:
            self._changes += 1
        for person in persons:
            feeds = self._feeds if feed is None else (feed,)
            self._changed.setdefault(person, set()).update(feeds)

    def show(self, person: str, *, shown: bool) -> None:
        """Update whether friends see a person's presence."""
        self.invalidate((person,), self)
        if person in self._watching and shown == (person in self._hidden):
            (self._hidden.discard if shown else self._hidden.add)(person)
            if person in self._at:
                self._publish_moved([person])

    async def run(self) -> None:
        """Publish changes at every interval until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.tick()
            except StorageError as error:
                structlog.get_logger().error("storage", error=str(error))

    async def tick(self) -> None:
        """Publish all changes since the last call.

        No presence is published before changed friendships have been read again.

        Raises:
            StorageError: the database could not be read; nothing more is published until it can be.
        """
        for feed in self._feeds:
            self._mark_stale(tuple(feed.changed()), feed)
        while self._changed:
            person, feeds = self._changed.popitem()
            if person in self._pages.here:
                try:
                    await self._refresh(person, feeds)
                except StorageError:
                    self._changed.setdefault(person, set()).update(feeds)
                    raise
            elif person in self._values:
                self._forget(person)
        self._update_places()

    def friends_of(self, bonds: Relationships) -> Friends:
        """The people whom a person knows, with their presence."""
        friends = [
            Friend(
                person=at.person,
                name=at.name,
                account=at.account,
                since=at.since,
                where=found.where,
                table=found.table,
            )
            for at in bonds.friends
            for found in (self._whereabouts(at.person, shown=at.shown),)
        ]
        return Friends(
            friends=tuple(sorted(friends, key=lambda at: (_ORDER.index(at.where), at.name))),
            asking=bonds.asking,
            asked=bonds.asked,
            blocked=bonds.blocked,
            shown=bonds.shown,
        )

    # As the feed of friends

    async def value(self, person: str) -> object:
        """The relationships of a person, without presence."""
        return await self._friends.of(person)

    def message(self, value: object) -> ToPage:
        """The message with a person's relationships and the presence of their friends."""
        assert isinstance(value, Relationships)
        shown = [at._replace(shown=at.person not in self._hidden) for at in value.friends]
        return FriendsTold(known=self.friends_of(value._replace(friends=tuple(shown))))

    def changed(self) -> Iterable[str]:
        """No people: changes arrive through the subscription to `FriendStore`."""
        return ()

    def release(self, person: str) -> None:
        """Stop watching the presence of a person's friends."""
        for friend in self._friends_of(person):
            self._watching[friend].discard(person)
            if not self._watching[friend]:
                del self._watching[friend]
                self._hidden.discard(friend)

    def _friends_of(self, person: str) -> Iterator[str]:
        bonds = self._values[person][0]
        assert isinstance(bonds, Relationships)
        return (at.person for at in bonds.friends)

    # Values

    async def _read_values(self, person: str, changed: Collection[Feed]) -> list[object]:
        """The values of a person's feeds, read again if a change arrives meanwhile."""
        while True:
            changes = self._changes
            feeds = changed if person in self._values else self._feeds
            found = {feed: await feed.value(person) for feed in feeds}
            if changes == self._changes and (feeds is self._feeds or person in self._values):
                before = zip(self._feeds, self._values.get(person, ()), strict=False)
                values = dict(before) | found
                return [values[feed] for feed in self._feeds]

    async def _refresh(self, person: str, changed: Collection[Feed]) -> None:
        """Read a person's values of some feeds, and send their pages the changed ones.

        A person without cached values gets all of them read, and none sent.
        """
        now = await self._read_values(person, changed)
        before = self._values.get(person)
        self._take(person, now)
        if before is None:
            return
        for feed, value, was in zip(self._feeds, now, before, strict=True):
            if _plain(value) != _plain(was):
                self._pages.send(self._pages.of(person), _encode(feed.message(value)))

    def _take(self, person: str, values: list[object]) -> None:
        """Cache a person's values, and watch the presence of their friends."""
        if person in self._values:
            self.release(person)
        self._values[person] = values
        bonds = values[0]
        assert isinstance(bonds, Relationships)
        for at in bonds.friends:
            self._watching.setdefault(at.person, set()).add(person)
            (self._hidden.discard if at.shown else self._hidden.add)(at.person)

    def _forget(self, person: str) -> None:
        for feed in self._feeds:
            feed.release(person)
        del self._values[person]
        self._left.pop(person, None)

    def _update_places(self) -> None:
        """Update the places of all people, and publish moves to their friends."""
        now, here = self._clock(), self._pages.here
        self._left |= dict.fromkeys(self._values.keys() - here - self._left.keys(), now)
        for person in here & self._left.keys():
            del self._left[person]
        for person in [who for who, left in self._left.items() if now - left >= KEPT]:
            self._forget(person)
        fresh = [who for who, left in self._left.items() if now - left < GRACE]
        at: dict[str, Place | None] = {who: self._at.get(who) for who in fresh}
        present = self._presence.present()
        at |= dict.fromkeys(present.pages)
        at |= present.places
        moved = {who for who, _ in at.items() ^ self._at.items()}
        self._at = at
        self._publish_moved((moved & self._watching.keys()) - self._hidden)
        self._beat(now)

    def _publish_moved(self, persons: Iterable[str]) -> None:
        """Send friends the presence of some people."""
        news: dict[str, list[Whereabouts]] = {}
        for person in persons:
            found = self._whereabouts(person, shown=person not in self._hidden)
            for friend in self._watching[person] & self._pages.here:
                news.setdefault(friend, []).append(found)
        for person, moved in news.items():
            pages = self._pages.of(person)
            self._pages.send(pages, _encode(FriendsMoved(moved=tuple(moved))))
            self._beat_later(pages)

    def _whereabouts(self, person: str, *, shown: bool) -> Whereabouts:
        if not shown or person not in self._at:
            return Whereabouts(person=person, where="away", table=None)
        place = self._at[person]
        if place is None:
            return Whereabouts(person=person, where="here", table=None)
        table = None if place.table is None else FriendTable(table=place.table, title=place.title)
        return Whereabouts(person=person, where="table", table=table)

    def _beat(self, now: float) -> None:
        """Send a heartbeat to pages that received no message for some time."""
        while self._beats:
            page, due = next(iter(self._beats.items()))
            if due > now:
                return
            del self._beats[page]
            if page in self._pages:
                self._pages.send((page,), _BEAT)
                self._beat_later((page,))

    def _beat_later(self, pages: Iterable[Listener]) -> None:
        """Postpone the heartbeat of pages that have just received a message."""
        for page in pages:
            self._beats[page] = self._clock() + BEAT
            self._beats.move_to_end(page)


def _plain(value: object) -> object:
    """A value without the friends' presence settings, which are not published."""
    if not isinstance(value, Relationships):
        return value
    return value._replace(friends=tuple(at._replace(shown=True) for at in value.friends))
