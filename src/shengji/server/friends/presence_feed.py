"""People who are here, and what their pages are told: where friends are, and what else is news."""

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
    FriendLine,
    Friends,
    FriendsMoved,
    FriendsTold,
    FriendTable,
    Welcomed,
    Where,
    Whereabouts,
)
from shengji.server.friends.store import FriendStore, Relationship, Relationships
from shengji.server.site.presence import Place, Presence
from shengji.server.site.schemas import ToPage
from shengji.server.tables.live.audience import Audience
from shengji.server.tables.live.listener import Listener

TICK: Final = 1.0
"""How often it is looked where everybody is, in seconds."""

GRACE: Final = 8.0
"""For how many seconds somebody whose last page has closed counts as where they were: a page that
is loaded again is back sooner."""

KEPT: Final = 120.0
"""For how many seconds it stays known what somebody was told whose last page has closed: most are
back soon, and cost no look into the database then."""

BEAT: Final = 50.0
"""After how many seconds a page that was told nothing hears that the line stands."""

_ORDER: Final[tuple[Where, ...]] = ("table", "here", "away")
_encode = msgspec.json.Encoder().encode
_BEAT: Final = _encode(Beat())


class Feed(ABC):
    """A subject that tells pages something: all of it at first, and again when it is another."""

    @abstractmethod
    async def known(self, person: str) -> object:
        """The things that a person is to be told, as a value that is equal as long as they are."""

    @abstractmethod
    def told(self, known: object) -> ToPage:
        """The message that tells them."""

    @abstractmethod
    def changed(self) -> Iterable[str]:
        """The people for whom that may be another than when it was last asked for."""

    @abstractmethod
    def left(self, person: str) -> None:
        """A person has had no page for some time."""


class PresenceFeed(Feed):
    """The people who are here, of whom friends are told.

    Where everybody is is looked at once for all, and a page is told only of friends who are
    elsewhere than before, so that it costs as much as people move.

    Args:
        pages: those that are open.
        presence: knows who is at which table.
        friends: knows who are friends.
        share: tells the other servers what `change` is told.
        clock: tells the time in seconds.
    """

    def __init__(
        self,
        pages: Audience,
        presence: Presence,
        friends: FriendStore,
        share: Callable[[Collection[str]], None] = lambda persons: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pages, self._presence, self._friends = pages, presence, friends
        self._share = share
        self._clock = clock
        friends.subscribe(self.note)
        self._tellers: list[Feed] = [self]
        self._told: dict[
            str, list[object]
        ] = {}  # to who has a page, or had one lately, by each teller
        self._changed: dict[str, set[Feed]] = {}  # people, and who may tell them something else
        self._changes = 0
        self._watching: dict[str, set[str]] = {}  # those of `_told`, by each friend of theirs
        self._hidden: set[str] = set()  # of those friends
        self._at: dict[str, Place | None] = {}  # where people were last; None: at no table
        self._left: dict[str, float] = {}
        self._beats: OrderedDict[Listener, float] = OrderedDict()  # those that are due first

    def tells(self, teller: Feed) -> None:
        """Let another subject tell something, too."""
        self._tellers.append(teller)

    def is_open_for(self, person: str) -> bool:
        """Whether a person sees a page now, so that nobody need call their phone."""
        return person in self._presence.present().pages

    async def join(self, page: Listener) -> None:
        """Let a page hear from now on where friends are, after all there is now.

        Raises:
            StorageError: that could not be read; the page hears nothing.
        """
        person = page.person
        page.push(_encode(Welcomed(you=person)))
        if person not in self._told or person in self._changed:
            await self._refresh(person, self._changed.pop(person, ()))
        self._pages.add(page)
        self._beat_later((page,))
        for teller, known in zip(self._tellers, self._told[person], strict=True):
            page.push(_encode(teller.told(known)))

    def change(self, persons: Collection[str], teller: Feed) -> None:
        """A thing that a teller tells these people may be another now, on whatever server they are.

        The other servers ask all tellers.
        """
        self._share(persons)
        self.note(persons, teller)

    def note(self, persons: Collection[str], teller: Feed | None = None) -> None:
        """The same, of those who are here; `None`: any teller may tell them something else."""
        if persons:
            self._changes += 1
        for person in persons:
            tellers = self._tellers if teller is None else (teller,)
            self._changed.setdefault(person, set()).update(tellers)

    def show(self, person: str, *, shown: bool) -> None:
        """A person wants to be seen from now on, or not to be."""
        self.change((person,), self)
        if person in self._watching and shown == (person in self._hidden):
            (self._hidden.discard if shown else self._hidden.add)(person)
            if person in self._at:
                self._publish_moved([person])

    async def run(self) -> None:
        """Look where everybody is again and again, from now on; to be cancelled."""
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.tick()
            except StorageError as error:
                structlog.get_logger().error("storage", error=str(error))

    async def tick(self) -> None:
        """Tell all pages what is otherwise than before.

        Nobody is told where somebody is before it is known again whose friends they are.

        Raises:
            StorageError: that could not be read; nothing more is told until it can be.
        """
        for teller in self._tellers:
            self.note(tuple(teller.changed()), teller)
        while self._changed:
            person, tellers = self._changed.popitem()
            if person in self._pages.here:
                try:
                    await self._refresh(person, tellers)
                except StorageError:
                    self._changed.setdefault(person, set()).update(tellers)
                    raise
            elif person in self._told:
                self._forget(person)
        self._look()

    def told_of(self, bonds: Relationships) -> Friends:
        """All whom a person knows, where they are."""
        friends = [
            Friend(
                person=at.person,
                name=at.name,
                account=at.account,
                since=at.at,
                where=found.where,
                table=found.table,
            )
            for at in bonds.friends
            for found in (self._whereabouts(at.person, shown=at.shown),)
        ]
        return Friends(
            friends=tuple(sorted(friends, key=lambda at: (_ORDER.index(at.where), at.name))),
            asking=_lines(bonds.asking),
            asked=_lines(bonds.asked),
            blocked=_lines(bonds.blocked),
            shown=bonds.shown,
        )

    # As a teller of friends

    async def known(self, person: str) -> object:
        """All whom a person knows, wherever they are."""
        return await self._friends.of(person)

    def told(self, known: object) -> ToPage:
        """The same, where they are."""
        assert isinstance(known, Relationships)
        shown = [at._replace(shown=at.person not in self._hidden) for at in known.friends]
        return FriendsTold(known=self.told_of(known._replace(friends=tuple(shown))))

    def changed(self) -> Iterable[str]:
        """Nobody: whoever changes a tie says so."""
        return ()

    def left(self, person: str) -> None:
        """A person is told of nobody any more."""
        for friend in self._friends_of(person):
            self._watching[friend].discard(person)
            if not self._watching[friend]:
                del self._watching[friend]
                self._hidden.discard(friend)

    def _friends_of(self, person: str) -> Iterator[str]:
        """The friends of whom a person is told."""
        bonds = self._told[person][0]
        assert isinstance(bonds, Relationships)
        return (at.person for at in bonds.friends)

    # What is told

    async def _known(self, person: str, changed: Collection[Feed]) -> list[object]:
        """All that a person is to be told, of one moment: none that is changed meanwhile counts."""
        while True:
            changes = self._changes
            asked = changed if person in self._told else self._tellers
            found = {teller: await teller.known(person) for teller in asked}
            if changes == self._changes and (asked is self._tellers or person in self._told):
                before = zip(self._tellers, self._told.get(person, ()), strict=False)
                known = dict(before) | found
                return [known[teller] for teller in self._tellers]

    async def _refresh(self, person: str, changed: Collection[Feed]) -> None:
        """Read what some tellers tell a person, and tell their pages what is new of it.

        Who was told nothing yet is told all.
        """
        now = await self._known(person, changed)
        before = self._told.get(person)
        self._take(person, now)
        if before is None:
            return
        for teller, known, was in zip(self._tellers, now, before, strict=True):
            if _plain(known) != _plain(was):
                self._pages.send(self._pages.of(person), _encode(teller.told(known)))

    def _take(self, person: str, told: list[object]) -> None:
        """Note what a person is told, and of whom."""
        if person in self._told:
            self.left(person)
        self._told[person] = told
        bonds = told[0]
        assert isinstance(bonds, Relationships)
        for at in bonds.friends:
            self._watching.setdefault(at.person, set()).add(person)
            (self._hidden.discard if at.shown else self._hidden.add)(at.person)

    def _forget(self, person: str) -> None:
        """Know no more what a person was told, who has no page."""
        for teller in self._tellers:
            teller.left(person)
        del self._told[person]
        self._left.pop(person, None)

    def _look(self) -> None:
        """Look where everybody is, and tell the friends of those who are elsewhere."""
        now, here = self._clock(), self._pages.here
        self._left |= dict.fromkeys(self._told.keys() - here - self._left.keys(), now)
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
        """Tell the friends of people where these are."""
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
        """Let pages that were told nothing for some time hear that the line stands."""
        while self._beats:
            page, due = next(iter(self._beats.items()))
            if due > now:
                return
            del self._beats[page]
            if page in self._pages:
                self._pages.send((page,), _BEAT)
                self._beat_later((page,))

    def _beat_later(self, pages: Iterable[Listener]) -> None:
        """Note that pages were told something just now."""
        for page in pages:
            self._beats[page] = self._clock() + BEAT
            self._beats.move_to_end(page)


def _plain(known: object) -> object:
    """The same without what nobody is told: whether a friend wants to be seen."""
    if not isinstance(known, Relationships):
        return known
    return known._replace(friends=tuple(at._replace(shown=True) for at in known.friends))


def _lines(known: Iterable[Relationship]) -> tuple[FriendLine, ...]:
    return tuple(
        FriendLine(person=at.person, name=at.name, account=at.account, since=at.at) for at in known
    )
