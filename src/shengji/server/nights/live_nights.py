"""Registry of live nights: creates, loads and resumes them."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final, NamedTuple

import structlog

from shengji.game import HandEnded, MatchEnded
from shengji.nights import Night, NightEvent, NightSettings, OpenNight
from shengji.server.actors.news import ActorNotification, Appended
from shengji.server.actors.registry import Registry
from shengji.server.database.errors import (
    ElsewhereError,
    NightDamaged,
    StorageConflict,
    StorageError,
)
from shengji.server.database.ids import new_id
from shengji.server.database.lease import Lease
from shengji.server.database.node import Node
from shengji.server.matches.recorder import MatchesRated
from shengji.server.nights.context import NightContext
from shengji.server.nights.follow_up import RETRY
from shengji.server.nights.live_night import LiveNight
from shengji.server.nights.logs import events_about, read_night
from shengji.server.nights.matches import night_matches
from shengji.server.nights.store import NightStore, StoredNight
from shengji.server.site.club_source import ClubChanged
from shengji.server.site.events import SiteEvent
from shengji.server.site.person import Person
from shengji.server.site.time import Time
from shengji.server.tables.acts.hosting import RulesSet
from shengji.server.tables.live.live_table import LiveTable

_MOST: Final = 500
"""Number of nights in memory above which idle ones are unloaded."""

_IDLE: Final = 3600.0
"""Seconds without use after which a night is unloaded."""

_logger = structlog.get_logger()


class Entered(NamedTuple):
    """Result of entering all nights in the ledger.

    Attributes:
        changed: number of nights whose entries have changed.
        damaged: ids of the nights with a damaged log; their entries stay as they were.
    """

    changed: int
    damaged: tuple[str, ...]


async def enter_all(store: NightStore) -> Entered:
    """Enter the matches of all nights in the ledger, replayed from their event logs."""
    changed, damaged = 0, []
    for id_ in await store.all():
        kept = await store.load(id_)
        if kept is None:
            continue
        try:
            found = night_matches(read_night(id_, kept.bodies), kept.counted)
        except NightDamaged:
            damaged.append(id_)
        else:
            changed += await store.rate(id_, len(kept.bodies), found)
    return Entered(changed, tuple(damaged))


class NightTableChanged(SiteEvent, frozen=True):
    """A hand or match has ended at a table of a night that another node owns."""

    night: str
    table: str


class Nights(Registry[LiveNight]):
    """Registry of live nights."""

    kind: ClassVar[str] = LiveNight.kind

    def __init__(self, context: NightContext) -> None:
        super().__init__(_IDLE, _MOST, context.hub.events)
        self.context = context
        context.hub.subscribe(self._on_table_notification)
        self.events.subscribe(MatchesRated, self._on_matches_rated)
        self.events.subscribe(NightTableChanged, self._on_table_changed)
        self.events.subscribe(ClubChanged, self._on_club_changed)

    @property
    def time(self) -> Time:
        """The clock of the site's tables."""
        return self.context.hub.time

    async def make(
        self,
        person: Person,
        settings: NightSettings,
        wish: str | None,
        club: str | None = None,
    ) -> str:
        """Create a night.

        Args:
            person: the user, who becomes its organiser.
            settings: its settings.
            wish: idempotency key among the user's requests; `None`: always a new night.
            club: its club; its organiser must be a member. `None`: none.

        Returns:
            The id of the night; of the existing one for a repeated `wish`.
        """
        night = new_id() if wish is None else _id_of(person.id, wish)
        if await self.get(night) is None:
            joined = None
            if club is not None and await self.context.clubs.organises(club, person.id):
                joined = True
            kept = StoredNight((), (), 0, self.context.counted, club, joined)
            made = LiveNight(night, Night(), kept, self.context, self.context.store.own(night))
            command = OpenNight(
                id=f"{person.id}:{wish or night}", by=person.id, night=night, settings=settings
            )
            try:
                outcome = await made.alone(partial(made.carry_out, command))
            except StorageConflict:  # a concurrent request with an equal key has created it
                if await self.get(night) is None:
                    raise
                return night
            assert outcome.fault is None, outcome.fault
            await made.read_club()
            self.register(made)
        return night

    async def load(self, id_: str, *, by_force: bool = False) -> LiveNight | None:
        """Load a night from its log and take its lease; `None`: it does not exist.

        Raises:
            StorageError: it could not be read; `NightDamaged` if its log is damaged.
        """
        hold = await self.context.store.claim(id_, by_force=by_force)
        return None if hold is None else await self._built(id_, hold)

    def belongs_to(self, actor: LiveNight) -> str:
        """The group of actors that moves between servers together: a night and its tables."""
        return actor.id

    async def give(self, actor: LiveNight, to: str) -> None:
        """Transfer the lease of a night to another server."""
        await self.context.store.give(actor.id, actor.hold, to)

    async def _built(self, id_: str, hold: Lease) -> LiveNight | None:
        kept = await self.context.store.load(id_)
        if kept is None:
            return None
        built = await asyncio.to_thread(read_night, id_, kept.bodies)
        live = LiveNight(id_, built, kept, self.context, hold)
        await live.name_organisers()
        await live.read_club()
        return live

    def _on_matches_rated(self, _: MatchesRated) -> None:
        """Refresh the nights that have subscribers."""
        self.context.ratings += 1
        for live in self:
            if live.has_subscribers:
                self.spawn(self._learn(live))

    async def _learn(self, live: LiveNight) -> None:
        with suppress(StorageError):  # the next reader retries
            await live.learn_gains()

    def _on_club_changed(self, changed: ClubChanged) -> None:
        for live in self:
            if live.club is not None and live.club.id == changed.club:
                self.spawn(self._read_club(live))

    async def _read_club(self, live: LiveNight) -> None:
        with suppress(StorageError):  # read again when the night is loaded
            await live.alone(live.read_club)  # so that no earlier reading ends after it

    def _on_table_notification(self, table: LiveTable, news: ActorNotification) -> None:
        """Synchronise a night's table after a hand, the match or a change of rules."""
        night = table.table.room.night
        ends = HandEnded | MatchEnded | RulesSet
        match news:
            case Appended() if night and any(isinstance(at, ends) for at in news.entries):
                self.spawn(self._sync_table(night, table.id))
            case _:
                pass

    async def _sync_table(self, night: str, site: str) -> None:
        try:
            live = await self.get(night)
        except ElsewhereError:
            self.events.publish_to_others(NightTableChanged(night, site))
        except StorageError:
            pass  # retried after the next hand, or a restart
        else:
            if live is not None:
                live.sync_table(site)

    def _on_table_changed(self, changed: NightTableChanged) -> None:
        live = self.loaded(changed.night)
        if live is not None and not live.closed:
            live.sync_table(changed.table)

    async def run(self) -> None:
        """Resume the unfinished nights after a start of the server, retrying on storage errors."""
        while True:
            try:
                for night in await self.context.store.unfinished():
                    await self.intact(night)
                return
            except StorageError as error:
                _logger.error("nights-failed", why=str(error))
                await asyncio.sleep(RETRY)

    async def intact(self, night: str) -> LiveNight | None:
        """A night; `None`: it does not exist, or its log is damaged, which is only logged.

        For a night of another server, a closed copy of its present state, which is not updated.
        """
        try:
            return await self.get(night)
        except ElsewhereError:
            copy = await self._built(night, Lease(Node.past(), 0))
            if copy is not None:
                copy.close()
            return copy
        except NightDamaged as error:
            _logger.error("night-damaged", night=night, why=str(error))
            return None

    async def _own(self, night: str) -> LiveNight | None:
        """A night, seized from another server if necessary; `None` as of `intact`."""
        live = await self.intact(night)
        return await self.seize(night) if live is not None and live.closed else live

    async def claimed(self, guest: str, account: str, club: str | None = None) -> None:
        """Transfer a guest's results in all nights to an account.

        Args:
            guest: the public id of the guest, which the account may keep.
            account: the public id of the account.
            club: only in the nights of this club; `None`: in all.
        """
        for night in await self.context.store.of_person(guest, club):
            live = await self._own(night)
            if live is not None and (club is None or live.counts_in(club)):
                known = live.night.people.get(guest)
                if known is not None and not known.account:
                    await live.claim(guest, account)

    async def events_about(self, person: str) -> AsyncIterator[tuple[str, list[NightEvent]]]:
        """The nights of a person, with the readable events that concern them."""
        for night in await self.context.store.of_person(person):
            kept = await self.context.store.load(night)
            yield night, [] if kept is None else events_about(kept.bodies, person)

    async def forget(self, person: str, club: str | None = None) -> None:
        """Remove a person's name from nights; results stay.

        Args:
            person: the public id, or an id that an organiser has made, which other clubs may use.
            club: only from the nights of this club; `None`: from all.
        """
        for night in await self.context.store.of_person(person, club):
            live = await self._own(night)
            if live is None:
                await self.context.unname(night, person)
            else:
                await live.alone(partial(live.forget, person))


def _id_of(person: str, wish: str) -> str:
    """The id of the night for an idempotency key, stable across requests."""
    return hashlib.sha256(f"{person}:{wish}".encode()).hexdigest()[:12]
