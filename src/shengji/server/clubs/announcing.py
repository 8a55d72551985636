"""The job that sends announcements to the members of clubs, by push and by mail."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from shengji.server.accounts.mailer import Mailer, MailError
from shengji.server.clubs.announcement_store import AnnouncementStore, Receiver, Sending
from shengji.server.database.errors import StorageError
from shengji.server.push.sender import PushSender
from shengji.server.site.events import Events, SiteEvent
from shengji.server.site.words import words_from
from shengji.server.tables.live.news import CallToTable

_LOOKED: Final = 60.0
"""Interval in seconds between two checks for work without a notification."""

_LASTS: Final = 2 * 24 * 3600
"""Seconds after which a push expires."""

_logger = structlog.get_logger()


class AnnouncementMade(SiteEvent, frozen=True):
    """A club has an announcement to send."""

    club: str


class Announcer:
    """The job that sends announcements; the leader of the site runs it.

    Args:
        store: the announcements.
        sender: sends pushes; `None`: the site sends none.
        mailer: sends mail; `None`: the site sends none.
        home: the address of the site; empty: unknown.
        events: site events.
    """

    def __init__(
        self,
        store: AnnouncementStore,
        sender: PushSender | None,
        mailer: Mailer | None,
        home: str,
        events: Events,
    ) -> None:
        self._store = store
        self._sender = sender
        self._mailer = mailer
        self._home = home
        self._some = asyncio.Event()
        self._events = events
        events.subscribe(AnnouncementMade, lambda _: self._some.set())

    def wake(self, club: str) -> None:
        """Wake the job on the leader: a club has an announcement."""
        self._events.publish(AnnouncementMade(club))

    async def run(self) -> None:
        """Run the job until it is cancelled."""
        while True:
            self._some.clear()
            try:
                await self.send()
            except StorageError as error:
                _logger.error("announcements", why=str(error))
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOKED):
                    await self._some.wait()

    async def send(self) -> None:
        """Send all pending announcements.

        Raises:
            StorageError: the database has failed; a retry sends nothing twice.
        """
        for announcement in await self._store.pending():
            while sending := await self._store.claim(announcement):
                await asyncio.gather(*(self._bring(sending, at) for at in sending.receivers))

    async def _bring(self, sending: Sending, to: Receiver) -> None:
        if self._sender is not None:
            call = CallToTable(
                "announced",
                to.person,
                sending.club,
                sending.title,
                sending.by,
                sending.name,
                page="club",
                lasts=_LASTS,
            )
            await self._sender.bring(call)
        if self._mailer is not None and to.mail is not None:
            link = f"{self._home}/#/club/{sending.club}" if self._home else ""
            signed = f"— {sending.name}" if sending.name else ""
            why = words_from("mail", "announcement.body")
            parts = (sending.text, signed, link, f"{why.en}{why.hans}")
            body = "\n\n".join(filter(None, parts))
            try:
                await self._mailer.send(to.mail, " ".join(sending.title.split()), body)
            except MailError as error:
                _logger.error("mail", why=str(error))
