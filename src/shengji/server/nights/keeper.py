"""The nights under way: each is made once, found, and taken up again after a restart."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, TypeVar

import structlog

from shengji.nights import Night, NightEvent, NightSettings, OpenNight
from shengji.server.database.errors import NightDamaged, StorageConflict, StorageError
from shengji.server.database.ids import new_id
from shengji.server.nights import claims as night_claims
from shengji.server.nights.context import NightContext
from shengji.server.nights.live_night import RETRY, LiveNight
from shengji.server.nights.logs import read_night, told_of
from shengji.server.nights.matches import night_matches
from shengji.server.nights.store import KeptNight, NightStore
from shengji.server.site.person import Person

T = TypeVar("T")

_MOST: Final = 500
"""So many nights are kept in memory; of more, those go that are over."""

_logger = structlog.get_logger()


class Entered(NamedTuple):
    """The outcome of entering all nights in the ledger.

    Attributes:
        changed: of how many nights anything was otherwise before.
        damaged: the nights whose logs are damaged; what they had left to be rated stays as it was.
    """

    changed: int
    damaged: tuple[str, ...]


async def enter_all(store: NightStore) -> Entered:
    """Let the ledger have what all nights have left to be rated, from their events alone."""
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


@dataclass(eq=False)
class Nights(NightContext):
    """All nights under way.

    To be made and used on one loop.
    """

    def __post_init__(self) -> None:
        self._nights: dict[str, LiveNight] = {}
        self._loading: dict[str, asyncio.Task[LiveNight | None]] = {}
        self.hub.tell_nights(self._heard)
        self.recorder.tell_rated(self._rated)

    async def make(self, person: Person, settings: NightSettings, wish: str | None) -> str:
        """Make a night, whose organiser somebody is.

        Args:
            person: who.
            settings: how it is run.
            wish: what tells this from other wishes of theirs, so that it is made once.

        Returns:
            Its id.
        """
        night = new_id() if wish is None else _id_of(person.id, wish)
        if await self.get(night) is None:
            made = LiveNight(night, Night(), KeptNight((), (), 0, self.counted), self)
            command = OpenNight(
                id=f"{person.id}:{wish or night}", by=person.id, night=night, settings=settings
            )
            try:
                outcome = await made.alone(partial(made.carry_out, command))
            except StorageConflict:  # the same wish was fulfilled a moment before
                if await self.get(night) is None:
                    raise
                return night
            assert outcome.fault is None, outcome.fault
            self._take_in(made)
        return night

    async def get(self, night: str) -> LiveNight | None:
        """A night; `None`: there is none such.

        Raises:
            StorageError: it could not be read; a `NightDamaged` when what
                stands in its log is wrong.
        """
        live = self._nights.get(night)
        if live is not None:
            return live
        loading = self._loading.get(night)
        if loading is None:
            loading = self._loading[night] = self.spawn(self._load(night))
            loading.add_done_callback(lambda _: self._loading.pop(night, None))
        return await asyncio.shield(loading)

    async def _load(self, night: str) -> LiveNight | None:
        kept = await self.store.load(night)
        if kept is None:
            return None
        built = await asyncio.to_thread(read_night, night, kept.bodies)
        live = LiveNight(night, built, kept, self)
        await live.name_organisers()
        if self._take_in(live) is not live:
            return self._nights[night]
        guests = {at.id for at in built.people.values() if not at.account}
        for guest, account in (await self.store.accounts_of(guests)).items():
            await self._claim(live, guest, account)
        if kept.rated_to < len(kept.bodies) or any(not site.done for site in kept.sites):
            live.follow_all()
        return live

    def _take_in(self, live: LiveNight) -> LiveNight:
        """The night of its id from now on; there is one alone.

        While one is stored somebody else may have read it, and the other way round.
        """
        known = self._nights.setdefault(live.id, live)
        if known is not live:
            return known
        if len(self._nights) > _MOST:
            for id_, old in tuple(self._nights.items()):
                if old is not live and old.stage == "over" and not old.is_waited_for:
                    del self._nights[id_]
        return live

    def _rated(self) -> None:
        """Ratings have changed; who waits for news of a night hears of it."""
        self.ratings += 1
        for live in self._nights.values():
            if live.is_waited_for:
                self.spawn(self._learn(live))

    async def _learn(self, live: LiveNight) -> None:
        with suppress(StorageError):  # whoever looks next learns it
            await live.learn_gains()

    def _heard(self, night: str, site: str) -> None:
        self.spawn(self._hear(night, site))

    async def _hear(self, night: str, site: str) -> None:
        with suppress(StorageError):  # it is looked at again after the next hand, or a restart
            live = await self.get(night)
            if live is not None:
                live.heard(site)

    async def run(self) -> None:
        """Take up again what was under way when the server ended; to be cancelled."""
        while True:
            try:
                for night in await self.store.unfinished():
                    await self.intact(night)
                return
            except StorageError as error:
                _logger.error("nights-failed", why=str(error))
                await asyncio.sleep(RETRY)

    async def intact(self, night: str) -> LiveNight | None:
        """A night; `None`: there is none such, or its log is damaged, which holds up no other."""
        try:
            return await self.get(night)
        except NightDamaged as error:
            _logger.error("night-damaged", night=night, why=str(error))
            return None

    async def claimed(self, guest: str, account: str) -> None:
        """What a guest has played in nights is an account's from now on.

        Args:
            guest: the public id of the guest, who may be the same person.
            account: that of the account.
        """
        for night in await self.store.of_person(guest):
            live = await self.intact(night)
            if live is not None:
                await self._claim(live, guest, account)

    async def _claim(self, live: LiveNight, guest: str, account: str) -> None:
        known = live.night.people.get(guest)
        if known is not None and not known.account:
            await night_claims.claim(live, guest, account)

    async def told_of(self, person: str) -> AsyncIterator[tuple[str, list[NightEvent]]]:
        """The nights of somebody, with the events that are of them; also of damaged ones."""
        for night in await self.store.of_person(person):
            kept = await self.store.load(night)
            yield night, [] if kept is None else told_of(kept.bodies, person)

    async def forget(self, person: str) -> None:
        """Take the name of somebody out of all nights; what happened stays."""
        for night in await self.store.of_person(person):
            live = await self.intact(night)
            if live is None:
                await self.unname(night, person)
            else:
                await live.alone(partial(live.forget, person))

    async def settled(self) -> None:
        """Return when all that follows from what has happened has been done."""
        for live in tuple(self._nights.values()):
            await live.settled()

    async def close(self) -> None:
        """Let nobody wait any more, and stop."""
        self.closed = True
        for live in self._nights.values():
            live.tell()
        while self._work:
            await asyncio.wait(tuple(self._work))


def _id_of(person: str, wish: str) -> str:
    """The id of the night that somebody wishes for, always the same for a wish."""
    return hashlib.sha256(f"{person}:{wish}".encode()).hexdigest()[:12]
