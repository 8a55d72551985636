"""The actors of one kind that are in memory."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from shengji.server.actors.log_actor import LogActor
from shengji.server.actors.news import ActorNotification
from shengji.server.database.errors import StorageError
from shengji.server.site.time import Time
from shengji.server.site.work import Work

A = TypeVar("A", bound=LogActor[Any])
T = TypeVar("T")

Read: TypeAlias = Callable[[str, str], Awaitable[None]]
"""Has a server, by the id of its node, read one of what it has been given, by its id."""


class Registry(ABC, Generic[A]):
    """The actors of one kind that are in memory, by id; there is one alone of each.

    To be made and used on one loop.

    Args:
        idle_after: seconds for which nobody needs one until it is put out of memory.
        most: of more than so many those that nobody needs are put out at once, the one first that
            nobody has needed for longest; `None`: there may be any number.
    """

    def __init__(self, idle_after: float, most: int | None = None) -> None:
        self._idle_after = idle_after
        self._most = most
        self._actors: dict[str, A] = {}
        self._loading: dict[str, asyncio.Task[A | None]] = {}
        self._work = Work()
        self._hearing: list[Callable[[A, ActorNotification], None]] = []
        self._on_seized: list[Callable[[Collection[str]], None]] = []
        self._sweeping: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    @abstractmethod
    def time(self) -> Time:
        """The time by which they live."""

    @abstractmethod
    async def load(self, id_: str, *, by_force: bool = False) -> A | None:
        """Make an actor from its log; `None`: there is none such.

        Args:
            id_: its id.
            by_force: whether it is taken from another server that has it.

        Raises:
            StorageError: it could not be read.
        """

    @abstractmethod
    def belongs_to(self, actor: A) -> str:
        """The id of the thing beside which an actor is to be: it has the same server."""

    @abstractmethod
    async def give(self, actor: A, to: str) -> None:
        """Let another server own an actor, by the id of its node.

        Raises:
            StorageError: that could not be stored.
        """

    async def hand_over(self, home: Callable[[str], str], read: Read) -> None:
        """Let other servers own all actors; whoever listens moves along.

        Each of the others gets its next one only when it has read the one before, so that nobody
        waits until it has read them all.

        Args:
            home: tells which server, by the id of what they belong to.
            read: has that server read one that it has been given.

        Raises:
            StorageError: nobody is there who would, or it could not be stored.
        """
        homes: dict[str, list[A]] = {}
        for actor in self:
            homes.setdefault(home(self.belongs_to(actor)), []).append(actor)
        each = [self._hand_over(actors, to, read) for to, actors in homes.items()]
        await asyncio.gather(*each)

    async def _hand_over(self, actors: Sequence[A], to: str, read: Read) -> None:
        for actor in actors:
            is_needed = actor.is_needed
            await actor.alone(partial(self._give_up, actor, to))
            if is_needed:
                await read(to, actor.id)

    async def _give_up(self, actor: A, to: str) -> None:
        await self.give(actor, to)
        actor.close()

    async def load_given(self, ids: Collection[str]) -> None:
        """Have in memory what another server has given to this one, or has left."""
        await asyncio.gather(*map(self._load_given, ids))

    async def _load_given(self, id_: str) -> None:
        with suppress(StorageError):  # whoever comes to it is told
            await self.get(id_)

    def __iter__(self) -> Iterator[A]:
        return iter(tuple(self._actors.values()))

    @property
    def ids(self) -> frozenset[str]:
        """The ids of those in memory, and of those that are on their way there."""
        return frozenset(self._actors) | frozenset(self._loading)

    def loaded(self, id_: str) -> A | None:
        """One that is in memory."""
        return self._actors.get(id_)

    async def get(self, id_: str) -> A | None:
        """The one of an id, read from its log when it is not in memory; `None`: there is none such.

        It is loaded once, however many ask at the same time.

        Raises:
            StorageError: it could not be read; a `LogDamaged` when what stands there is wrong.
        """
        actor = self._actors.get(id_)
        if actor is not None and not actor.closed:
            actor.touch()
            return actor
        loading = self._loading.get(id_)
        if loading is None:
            loading = self._loading[id_] = self.spawn(self._load(id_))
            loading.add_done_callback(lambda _: self._loading.pop(id_, None))
        return await asyncio.shield(loading)

    async def seize(self, id_: str) -> A | None:
        """The one of an id, taken from another server that has it; `None`: there is none such.

        Raises:
            StorageError: it could not be read.
        """
        known = self._actors.get(id_)
        if known is not None and not known.closed:
            return known
        actor = await self._load(id_, by_force=True)
        for on_seized in self._on_seized:
            on_seized((id_,))
        return actor

    def publish_seized(self, on_seized: Callable[[Collection[str]], None]) -> None:
        """Have somebody told what was taken from another server, such as that one."""
        self._on_seized.append(on_seized)

    def handle_seized(self, ids: Collection[str]) -> None:
        """Close what another server has taken; whoever listens here is sent on to it."""
        for id_ in ids:
            actor = self._actors.get(id_)
            if actor is not None:
                self._drop(actor)

    async def _load(self, id_: str, *, by_force: bool = False) -> A | None:
        actor = await self.load(id_, by_force=by_force)
        if actor is None:
            return None
        known = self.take_in(actor)
        if known is actor and not actor.closed:
            await actor.begin()
        return known

    def take_in(self, actor: A) -> A:
        """Take in an actor whose log has been stored or read; the one of its id from now on.

        While it was stored somebody else may have read it, and the other way round.
        """
        known = self._actors.get(actor.id)
        if known is not None and not known.closed:
            actor.close()
            return known
        self._actors[actor.id] = actor
        for hear in self._hearing:
            actor.subscribe(partial(hear, actor))
        if self._closed:
            actor.close()
        else:
            self._make_room(actor)
            self._sweep_later()
        return actor

    def subscribe(self, hear: Callable[[A, ActorNotification], None]) -> None:
        """Have somebody hear the news of all of them, also of those that come later."""
        self._hearing.append(hear)
        for actor in self:
            actor.subscribe(partial(hear, actor))

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin something that is of no one of them, and goes on by itself."""
        return self._work.begin(work)

    async def reread(self, ids: Collection[str]) -> None:
        """The logs of these were changed behind their backs; those in memory are built anew."""
        for id_ in ids:
            loading = self._loading.get(id_)
            if loading is not None:  # from what it may have read before
                await asyncio.wait([loading])
            actor = self._actors.get(id_)
            if actor is not None:
                await actor.reread()

    # Out of memory

    def _sweep_later(self) -> None:
        if self._sweeping is None and self._actors:
            self._sweeping = self.time.call_later(self._idle_after / 2, self._sweep)

    def _sweep(self) -> None:
        """Put those out of memory that are over with, or that nobody has needed for long."""
        now = self.time.now()
        for actor in self:
            idle = not actor.is_needed and now - actor.unused_since >= self._idle_after
            if actor.closed or idle:
                self._drop(actor)
        self._sweeping = None
        self._sweep_later()

    def _make_room(self, new: A) -> None:
        """Put those out of memory that nobody needs, where there are too many."""
        spare = 0 if self._most is None else len(self._actors) - self._most
        if spare > 0:
            idle = [actor for actor in self if actor is not new and not actor.is_needed]
            for actor in sorted(idle, key=lambda actor: actor.unused_since)[:spare]:
                self._drop(actor)

    def _drop(self, actor: A) -> None:
        actor.close()
        del self._actors[actor.id]

    def give_up(self) -> None:
        """Close all of them: this server owns nothing any more."""
        for actor in self:
            self._drop(actor)

    async def settled(self) -> None:
        """Return when nothing is being done any more."""
        while self._work or any(actor.is_busy for actor in self):
            await self._work.done()
            for actor in self:
                await actor.settled()

    async def close(self) -> None:
        """Close all of them, and return when nothing is being done any more."""
        self._closed = True
        if self._sweeping is not None:
            self._sweeping.cancel()
        for actor in self:
            actor.close()
        await self.settled()
