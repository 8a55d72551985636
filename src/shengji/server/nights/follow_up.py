"""Side effects of a night's events: at its tables of the site, and in the ledger of ratings.

They run after the events are stored, and are resumed after a restart. They are idempotent and do
not depend on when they run.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

import structlog

from shengji.server.actors.news import ActorNotification, Appended
from shengji.server.nights.matches import night_matches
from shengji.server.nights.night_log import NightLog
from shengji.server.nights.online_tables import (
    TableReport,
    askers_of,
    dismiss_site,
    open_site,
    reports,
    table_report,
)
from shengji.server.nights.store import OnlineTable
from shengji.server.site.traces import traced

RETRY: Final = 2.0
"""Seconds before failed work is retried."""

_logger = structlog.get_logger()


class FollowUp:
    """Performs the side effects of a night's events until none is pending.

    Args:
        log: the night, which it subscribes to.
        unrated: whether the ledger lacks events that the night already has.
    """

    def __init__(self, log: NightLog, *, unrated: bool) -> None:
        self._log = log
        self._unseen = {site.site for site in log.sites if not site.done}
        self._unrated = unrated
        self._task: asyncio.Task[None] | None = None
        log.subscribe(self._on_notification)

    def _on_notification(self, news: ActorNotification) -> None:
        if isinstance(news, Appended):
            if any(event.moves_tables for event in news.entries):
                self._unseen.update(site.site for site in self._log.sites if not site.done)
            if any(event.moves_ratings for event in news.entries):
                self._unrated = True
            self.start()

    def sync_table(self, site: str) -> None:
        """Schedule a sync with a table of the site, where a hand or the match has ended."""
        self._unseen.add(site)
        self.start()

    def start(self) -> None:
        """Start the worker, unless it is running or has no work."""
        idle = self._task is None and self._log.context.follows and not self._log.closed
        if idle and (self._unseen or self._unrated):
            self._task = self._log.spawn(self._follow())
            self._task.add_done_callback(self._followed)

    def _followed(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled():
            self.start()

    async def _follow(self) -> None:
        try:
            while self._unseen:
                site = self._unseen.pop()
                try:
                    await self._sync(site)
                except Exception:
                    self._unseen.add(site)
                    raise
            if self._unrated:
                self._unrated = False
                try:
                    await self._rate()
                except Exception:
                    self._unrated = True
                    raise
        except Exception as error:
            if not self._log.closed:
                _logger.error("night-behind", night=self._log.id, why=traced(error))
                await asyncio.sleep(RETRY)

    async def _sync(self, id_: str) -> None:
        """Synchronise a table of the site with the night, in both directions."""
        log, hub = self._log, self._log.context.hub
        site = next((at for at in log.sites if at.site == id_ and not at.done), None)
        if site is None:
            return
        game = log.night.game(site.round, site.table)
        if game is None or log.site_of(game) != id_:
            await dismiss_site(hub, site)  # the round was drawn again, or tables were merged
            await log.let_go(site)
            return
        ended = log.night.rounds[site.round - 1].ended is not None or bool(game.why)
        if not ended:
            live = await open_site(hub, log.night, site, game)
            await self._report(site)
            game = log.night.game(site.round, site.table) or game  # its present state
            begin = log.night.rounds[site.round - 1].started is not None
            await live.appoint(askers_of(log.night, game), begin=begin and game.ended is None)
        else:
            # Dismiss the table first, so that its log is complete when it is read.
            await dismiss_site(hub, site)
            await self._report(site)
            await log.let_go(site)

    async def _report(self, site: OnlineTable) -> None:
        """Report the new results of a table to the night."""
        log = self._log
        stored = await log.context.tables.read(site.site)
        found = await asyncio.to_thread(table_report, stored)

        await log.alone(partial(self._carry_out, found, site))

    async def _carry_out(self, found: TableReport, site: OnlineTable) -> None:
        game = self._log.night.game(site.round, site.table)
        if game is not None and self._log.site_of(game) == site.site:
            for report in reports(found, site, game):
                await self._log.carry_out(report)

    async def _rate(self) -> None:
        """Enter the night's matches in the ledger."""
        log = self._log
        version, found = log.version, night_matches(log.night, log.counted)
        if await log.context.store.rate(log.id, version, found):
            log.context.recorder.match_over()
