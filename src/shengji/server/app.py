"""The application: composes stores, services and routes into one Litestar app."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Final

import structlog
from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException

from shengji.server.accounts.attempts import GuessThrottle, MailThrottle
from shengji.server.accounts.mailer import Mailer
from shengji.server.accounts.passphrases import Passphrases
from shengji.server.accounts.session_authenticator import SessionAuthenticator
from shengji.server.cluster.connecting import bus_at
from shengji.server.cluster.forwarding import Forwarder
from shengji.server.cluster.leaving import Shutdown
from shengji.server.cluster.site_bus import SiteBus
from shengji.server.database.errors import StorageError
from shengji.server.database.leader import Leader, Work
from shengji.server.database.nodes import GATEWAY, REVIEWS, TABLES, Nodes, Role
from shengji.server.documents import document_routes, openapi_config
from shengji.server.evenings.evenings import Evenings
from shengji.server.evenings.inviting import EveningTargets
from shengji.server.friends.lobby_news import LobbyNews
from shengji.server.friends.page_socket import page_routes
from shengji.server.friends.presence_feed import PresenceFeed
from shengji.server.invitations.service import InvitationService
from shengji.server.invitations.targets import TableTargets
from shengji.server.matches.ratings_barrier import RatingsBarrier
from shengji.server.matches.recorder import Recorder
from shengji.server.nights.context import NightContext
from shengji.server.nights.inviting import NightTargets
from shengji.server.nights.live_nights import Nights
from shengji.server.nights.played import NightMatchSource
from shengji.server.pairing.queue import PairingQueue
from shengji.server.privacy import personal_data
from shengji.server.push.push_crypto import contact_of
from shengji.server.push.sender import PushSender
from shengji.server.reviews.queue import ReviewQueue
from shengji.server.reviews.waiting_list import ReviewSettings
from shengji.server.routes import ADDRESSES
from shengji.server.site.assets import STATIC, Client
from shengji.server.site.chance import Chance
from shengji.server.site.errors import (
    ApiError,
    on_api_error,
    on_crash,
    on_deep_data,
    on_http_error,
    on_no_text,
    on_storage_error,
)
from shengji.server.site.events import Events
from shengji.server.site.files import file_routes
from shengji.server.site.gate import EdgeMiddleware
from shengji.server.site.jobs import NICENESS, Jobs
from shengji.server.site.limits import WorkBudget
from shengji.server.site.metrics import Metrics
from shengji.server.site.sanctions import Sanctions
from shengji.server.site.services import Services, provide_services
from shengji.server.site.settings import ServerSettings
from shengji.server.site.words import traditional
from shengji.server.stores import Stores
from shengji.server.tables.bots.relay import RemoteBotRelay
from shengji.server.tables.bots.warmup import read_kernels
from shengji.server.tables.core.rated import RatedRules, RatedTerms
from shengji.server.tables.live.casual import Casual
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.failover import Failover
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.lobby_board import LobbyBoard
from shengji.server.tables.routes.socket import socket_routes

_ROLES: Final[Mapping[str, frozenset[Role]]] = {
    "all": frozenset((GATEWAY, TABLES)),
    "door": frozenset((GATEWAY,)),
    "tables": frozenset((TABLES,)),
}

_SWEEP_SECONDS: Final = 3600.0
_BETWEEN_SWEEPS: Final = 1.0
"""Pause in seconds between batches of a sweep, so that other writes are not delayed."""


def create_app(
    settings: ServerSettings | None = None,
    *,
    live: LiveSettings | None = None,
    reviews: ReviewSettings | None = None,
    chance: Chance | None = None,
    work: WorkBudget | None = None,
) -> Litestar:
    """Make the application.

    It opens its database at startup. At shutdown it notifies the connected clients and closes the
    database.

    Args:
        settings: the server's settings; `None`: the defaults.
        live: settings of running tables; `None`: derived from `settings`.
        reviews: settings of reviews; `None`: derived from `settings`.
        chance: source of randomness; `None`: the system's.
        work: budgets of server time by address and by person, if they are shared with the
            connection protocols.

    Returns:
        The application; while it runs, `state.services` is its service container.
    """
    chosen = settings or ServerSettings()
    luck = chance or Chance()
    metrics = Metrics()
    work = work or WorkBudget(chosen.work_per_address, chosen.work_per_person)
    live = live or LiveSettings(
        absent_after=chosen.absent_after,
        threads=chosen.thinking_threads,
        thinking=chosen.thinking_seconds,
        commands=chosen.bot_commands,
        leave_after=chosen.rated_grace,
    )
    reviewing = reviews or ReviewSettings(
        at_once=chosen.reviews_at_once,
        per_person=chosen.reviews_per_person,
        waiting=chosen.reviews_waiting,
    )
    sets, at_nights = (
        [RatedRules(name, rules) for name, rules in found.items()]
        for found in (chosen.rated_sets, chosen.rated_night_sets)
    )
    rated = RatedTerms(sets, bots=chosen.rated_bots == "on", at_nights=at_nights)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        traditional("")  # loads its tables now; the first request need not wait
        events = Events()
        stores = await Stores.open(chosen.database_url, events=events)
        database = stores.database
        roles = _ROLES[chosen.role]
        if reviewing.at_once:
            roles |= {REVIEWS}
        bus = await bus_at(chosen.nats, chosen.nats_ca)
        nodes, duty = Nodes(database, roles), Leader(database, "site")
        tables, ratings = stores.tables, stores.ratings
        recorder = Recorder(tables, stores.matches, ratings, chosen.rated_counted, events)
        keeping = RatingsBarrier(recorder, duty, bus)
        sender = None
        if chosen.push == "on":
            contact = contact_of(chosen.public_urls)
            sender = PushSender(stores.subscriptions, contact, chosen.push_hosts, metrics.pushed)
        hub = Hub(
            tables,
            ratings,
            live,
            luck,
            rated=rated,
            wait_rated=keeping.wait_rated,
            ties=stores.friends,
            workers=bus if chosen.role == "tables" else None,
            events=events,
        )
        hub.subscribe(recorder.on_notification)
        if sender is not None:
            hub.subscribe(sender.on_notification)
        evenings = Evenings(
            stores.evenings, stores.held_evenings, hub, tables, sender, lambda: duty.is_leader
        )
        casual = Casual(hub, stores.friends)
        everywhere = SiteBus(hub, bus, events, casual.counts)
        bot_relay = RemoteBotRelay(hub.remotes, bus)
        hub.subscribe(evenings.on_notification)
        pairing = PairingQueue(hub, tables, ratings)
        reviews = ReviewQueue(
            stores.waiting_reviews,
            reviewing,
            elsewhere=partial(nodes.has_other_node, REVIEWS),
            events=events,
        )
        nodes.on_end(reviews.give_up)
        jobs = Jobs(work, niceness=min(reviewing.niceness, NICENESS))
        counted = chosen.rated_counted
        nights = Nights(
            NightContext(hub, stores.nights, stores.series, tables, recorder, jobs, counted, luck)
        )
        nodes.on_end(hub.give_up)
        nodes.on_end(nights.give_up)
        here = PresenceFeed(hub.pages, everywhere, stores.friends, events)
        board = LobbyBoard(everywhere, tables, everywhere.counts, hub.roster)
        lobby_news = LobbyNews(board, stores.friends, hub.pages, events)
        sanctions = Sanctions(await stores.moderation.sanctions())
        desk = InvitationService(
            stores.invitations,
            stores.friends,
            here,
            (TableTargets(hub), NightTargets(nights), EveningTargets(stores.evenings)),
            None if sender is None else sender.call,
        )
        passphrases = Passphrases()
        post = Mailer.of(chosen)
        metrics.watch(hub.counts)
        parts = [
            *stores,
            stores.database,
            SessionAuthenticator(stores.people, stores.accounts, stores.tokens),
            passphrases,
            here,
            desk,
            GuessThrottle(events),
            MailThrottle(events),
            personal_data(stores, hub, nights, everywhere),
            duty,
            Shutdown(nodes, forwarder, everywhere, events, (nights, hub)),
            hub,
            everywhere,
            hub.roster,
            recorder,
            evenings,
            pairing,
            casual,
            board,
            lobby_news,
            nights,
            NightMatchSource(nights),
            reviews,
        ]
        app.state.services = Services(
            chosen,
            metrics,
            Client(STATIC),
            work,
            jobs,
            sanctions,
            luck,
            events,
            parts=[part for part in (*parts, sender, post) if part is not None],
        )
        await keeping.begin()
        nodes.on_enter(partial(forwarder.begin, bus))
        nodes.on_enter(everywhere.begin)
        nodes.on_enter(bot_relay.begin)
        nodes.on_seen(forwarder.keep)
        nodes.on_seen(everywhere.keep)
        nodes.on_seen(bot_relay.set_peers)
        if TABLES in roles:
            nodes.on_seen(Failover(nodes, tables, hub).note_alive)
        await nodes.begin()
        # Before anything is claimed: a node may take over a dead node's leases only after its own
        # heartbeats show that the database has answered for a whole lease.
        besides = [asyncio.create_task(nodes.run())]
        try:
            swept = partial(_sweep, stores, hub, recorder, chosen.table_days, metrics)
            works = [here.run, lobby_news.run, everywhere.run, bot_relay.run]
            if reviewing.at_once:
                works.append(reviews.run)
            works += [partial(sanctions.watch, stores.moderation, hub), _read_kernels]
            if TABLES in roles:
                await duty.try_check()
                sited: Sequence[Work] = (recorder.run, pairing.run, nights.run, swept)
                works += [evenings.run, partial(duty.run, sited)]
            else:
                database.home = nodes.home
                works.append(partial(duty.watch, nodes.home))
            besides += [asyncio.create_task(work()) for work in works]
            yield
        finally:
            for task in besides:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await reviews.close()
            await nights.close()
            await jobs.close()
            await hub.close()
            passphrases.close()
            if post is not None:
                post.close()
            if sender is not None:
                await sender.close()
            await app.state.services[Shutdown].leave()
            await forwarder.close()
            await bus.close()
            await stores.close()

    app = Litestar(
        [
            *ADDRESSES,
            *socket_routes,
            *page_routes,
            *document_routes,
            *file_routes,
        ],
        lifespan=[lifespan],
        dependencies={"services": Provide(provide_services)},
        exception_handlers={
            ApiError: on_api_error,
            HTTPException: on_http_error,
            StorageError: on_storage_error,
            RecursionError: on_deep_data,
            UnicodeDecodeError: on_no_text,
            Exception: on_crash,
        },
        openapi_config=openapi_config(),
        request_max_body_size=chosen.message_size,
        logging_config=None,
        debug=False,
    )
    forwarder = Forwarder(app)
    app.asgi_handler = EdgeMiddleware(forwarder, chosen, metrics, work)
    return app


async def _read_kernels() -> None:
    """Load the compiled kernels before the first request needs them."""
    await asyncio.to_thread(read_kernels)


async def _sweep(stores: Stores, hub: Hub, recorder: Recorder, days: int, metrics: Metrics) -> None:
    """Delete unused data once an hour; skip it while the clock may be wrong."""
    log = structlog.get_logger()
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        try:
            gap = await stores.note_sweep()
            metrics.sweep_waits(gap is not None)
            if gap is not None:
                last = datetime.fromtimestamp(gap / 1000, UTC).isoformat(timespec="minutes")
                log.error("sweep-waits", last=last, confirm="shengji admin confirm-clock")
                continue
            while any(swept := await stores.sweep(hub.ids, days)):
                log.info("swept", tables=swept.tables, people=swept.people)
                await asyncio.sleep(_BETWEEN_SWEEPS)
            while gone := await recorder.retire(lambda: hub.ids, days):
                log.info("retired", tables=gone)
                await asyncio.sleep(_BETWEEN_SWEEPS)
        except StorageError as error:
            log.error("storage", error=str(error))
