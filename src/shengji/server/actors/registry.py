"""The registry of the loaded actors of one kind."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from shengji.server.actors.log_actor import LogActor
from shengji.server.actors.news import ActorNotification
from shengji.server.database.errors import StorageError
from shengji.server.site.events import Events, SiteEvent
from shengji.server.site.tasks import TaskSet
from shengji.server.site.time import Time

A = TypeVar("A", bound=LogActor[Any])
T = TypeVar("T")


class ActorSeized(SiteEvent, frozen=True):
    """The publishing node has taken over an actor by force; `kind`: of its registry."""

    kind: str
    id: str


class ActorGiven(SiteEvent, frozen=True):
    """An actor was transferred to the receiving node; `kind`: of its registry."""

    kind: str
    id: str


Deliver: TypeAlias = Callable[[str, ActorGiven], Awaitable[None]]
"""Delivers an event to the node with an id, and waits until the node has handled it."""


class Registry(ABC, Generic[A]):
    """The loaded actors of one kind by id, at most one for each id.

    Create and use it on one event loop.

    Args:
        idle_after: seconds without use after which an actor is unloaded.
        most: maximum number of loaded actors; beyond it, the least recently used idle actors are
            unloaded. `None` means no limit.
        events: the site events; `None`: there are no other nodes.

    Attributes:
        kind: the name of the kind of actor among the registries of a site.
    """

    kind: ClassVar[str]

    def __init__(
        self, idle_after: float, most: int | None = None, events: Events | None = None
    ) -> None:
        self._idle_after = idle_after
        self._most = most
        self._actors: dict[str, A] = {}
        self._loading: dict[str, asyncio.Task[A | None]] = {}
        self._tasks = TaskSet()
        self._subscribers: list[Callable[[A, ActorNotification], None]] = []
        self.events = events or Events()
        self.events.subscribe(ActorSeized, self._on_seized)
        self.events.subscribe(ActorGiven, self._on_given)
        self._sweeping: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    @abstractmethod
    def time(self) -> Time:
        """The clock of the actors."""

    @abstractmethod
    async def load(self, id_: str, *, by_force: bool = False) -> A | None:
        """Load an actor from its log.

        Args:
            id_: the id of the actor.
            by_force: whether to take the log over from a node that owns it.

        Returns:
            The actor, or `None` if there is no such log.

        Raises:
            StorageError: the log cannot be read.
        """

    @abstractmethod
    def belongs_to(self, actor: A) -> str:
        """The id that decides the home node of an actor; actors with the same id share a node."""

    @abstractmethod
    async def give(self, actor: A, to: str) -> None:
        """Transfer the ownership of an actor's log to another node.

        Args:
            actor: the actor.
            to: the id of the new owner's node.

        Raises:
            StorageError: the change cannot be stored.
        """

    async def hand_over(self, home: Callable[[str], str], deliver: Deliver) -> None:
        """Transfer all actors to other nodes; subscribers reconnect there.

        Each node receives its actors one after another, so a client waits only for the load of its
        own actor.

        Args:
            home: returns the id of a home node, given the id from `belongs_to`.
            deliver: requests that a node loads an actor.

        Raises:
            StorageError: no node is available, or the change cannot be stored.
        """
        homes: dict[str, list[A]] = {}
        for actor in self:
            homes.setdefault(home(self.belongs_to(actor)), []).append(actor)
        each = [self._hand_over(actors, to, deliver) for to, actors in homes.items()]
        await asyncio.gather(*each)

    async def _hand_over(self, actors: Sequence[A], to: str, deliver: Deliver) -> None:
        for actor in actors:
            is_needed = actor.is_needed
            await actor.alone(partial(self._transfer, actor, to))
            if is_needed:
                await deliver(to, ActorGiven(self.kind, actor.id))

    async def _transfer(self, actor: A, to: str) -> None:
        await self.give(actor, to)
        actor.close()

    async def _on_given(self, given: ActorGiven) -> None:
        if given.kind == self.kind:
            await self.preload((given.id,))

    async def preload(self, ids: Collection[str]) -> None:
        """Load actors that other nodes no longer own, before a client requests them."""
        await asyncio.gather(*map(self._preload, ids))

    async def _preload(self, id_: str) -> None:
        with suppress(StorageError):  # the next request reports the error
            await self.get(id_)

    def __iter__(self) -> Iterator[A]:
        return iter(tuple(self._actors.values()))

    @property
    def ids(self) -> frozenset[str]:
        """The ids of actors that are loaded or loading."""
        return frozenset(self._actors) | frozenset(self._loading)

    def loaded(self, id_: str) -> A | None:
        """Return the actor if it is in memory."""
        return self._actors.get(id_)

    async def get(self, id_: str) -> A | None:
        """Return the actor of an id, loading it from its log if necessary.

        Concurrent callers share one load.

        Returns:
            The actor, or `None` if there is no such log.

        Raises:
            StorageError: the log cannot be read.
            LogDamaged: the log is invalid.
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
        """Return the actor of an id, taking its log over from another node if necessary.

        Returns:
            The actor, or `None` if there is no such log.

        Raises:
            StorageError: the log cannot be read.
        """
        known = self._actors.get(id_)
        if known is not None and not known.closed:
            return known
        actor = await self._load(id_, by_force=True)
        self.events.publish_to_others(ActorSeized(self.kind, id_))
        return actor

    def _on_seized(self, seized: ActorSeized) -> None:
        """Close an actor that another node has taken over; its subscribers reconnect there."""
        actor = self._actors.get(seized.id) if seized.kind == self.kind else None
        if actor is not None:
            self._drop(actor)

    async def _load(self, id_: str, *, by_force: bool = False) -> A | None:
        actor = await self.load(id_, by_force=by_force)
        if actor is None:
            return None
        known = self.register(actor)
        if known is actor and not actor.closed:
            await actor.begin()
        return known

    def register(self, actor: A) -> A:
        """Register an actor whose log was just stored or read, and return the registered actor.

        If another load registered the id first, that actor is returned and this one is closed.
        """
        known = self._actors.get(actor.id)
        if known is not None and not known.closed:
            actor.close()
            return known
        self._actors[actor.id] = actor
        for subscriber in self._subscribers:
            actor.subscribe(partial(subscriber, actor))
        if self._closed:
            actor.close()
        else:
            self._make_room(actor)
            self._sweep_later()
        return actor

    def subscribe(self, subscriber: Callable[[A, ActorNotification], None]) -> None:
        """Subscribe to the notifications of all actors, including those loaded later."""
        self._subscribers.append(subscriber)
        for actor in self:
            actor.subscribe(partial(subscriber, actor))

    def spawn(self, task: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a background task that belongs to no single actor."""
        return self._tasks.start(task)

    async def reread(self, ids: Collection[str]) -> None:
        """Rebuild loaded actors after their logs were changed directly in the database."""
        for id_ in ids:
            loading = self._loading.get(id_)
            if loading is not None:  # the load may have read the old log
                await asyncio.wait([loading])
            actor = self._actors.get(id_)
            if actor is not None:
                await actor.reread()

    # Unloading

    def _sweep_later(self) -> None:
        if self._sweeping is None and self._actors:
            self._sweeping = self.time.call_later(self._idle_after / 2, self._sweep)

    def _sweep(self) -> None:
        """Unload the closed and the idle actors."""
        now = self.time.now()
        for actor in self:
            idle = not actor.is_needed and now - actor.unused_since >= self._idle_after
            if actor.closed or idle:
                self._drop(actor)
        self._sweeping = None
        self._sweep_later()

    def _make_room(self, new: A) -> None:
        """Unload idle actors above the limit, the least recently used first."""
        spare = 0 if self._most is None else len(self._actors) - self._most
        if spare > 0:
            idle = [actor for actor in self if actor is not new and not actor.is_needed]
            for actor in sorted(idle, key=lambda actor: actor.unused_since)[:spare]:
                self._drop(actor)

    def _drop(self, actor: A) -> None:
        actor.close()
        del self._actors[actor.id]

    def give_up(self) -> None:
        """Close and unload all actors after this node has lost its ownership."""
        for actor in self:
            self._drop(actor)

    async def settled(self) -> None:
        """Wait until all tasks have finished."""
        while self._tasks or any(actor.is_busy for actor in self):
            await self._tasks.wait()
            for actor in self:
                await actor.settled()

    async def close(self) -> None:
        """Close all actors and wait until all tasks have finished."""
        self._closed = True
        if self._sweeping is not None:
            self._sweeping.cancel()
        for actor in self:
            actor.close()
        await self.settled()
