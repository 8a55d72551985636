"""The application: composes stores, services and routes into one Litestar app."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Final

import structlog
from litestar import Litestar
from litestar.di import Provide

from shengji.server.accounts.attempts import GuessThrottle, MailThrottle
from shengji.server.accounts.mailer import Mailer
from shengji.server.accounts.passphrases import Passphrases
from shengji.server.accounts.session_authenticator import SessionAuthenticator
from shengji.server.clubs.announcing import Announcer
from shengji.server.cluster.connecting import connect_bus
from shengji.server.cluster.forwarding import Forwarder
from shengji.server.cluster.shutdown import Shutdown
from shengji.server.cluster.site_bus import SiteBus
from shengji.server.database.errors import StorageError
from shengji.server.database.leader import Leader
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
from shengji.server.push.sender import PushSender
from shengji.server.reviews.queue import ReviewQueue
from shengji.server.reviews.waiting_list import ReviewSettings
from shengji.server.routes import ADDRESSES
from shengji.server.site.assets import STATIC, Client
from shengji.server.site.chance import Chance
from shengji.server.site.errors import EXCEPTION_HANDLERS
from shengji.server.site.events import Events
from shengji.server.site.files import file_routes
from shengji.server.site.gate import EdgeMiddleware
from shengji.server.site.jobs import NICENESS, Jobs
from shengji.server.site.limits import WorkBudget
from shengji.server.site.manual import manual_routes
from shengji.server.site.metrics import Metrics
from shengji.server.site.sanctions import Sanctions
from shengji.server.site.services import Services, provide_services
from shengji.server.site.settings import ServerSettings
from shengji.server.site.tasks import TaskSet
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
    settings = settings or ServerSettings()
    live = live or LiveSettings.of(settings)
    reviewing = reviews or ReviewSettings.of(settings)
    chance = chance or Chance()
    metrics = Metrics()
    work = work or WorkBudget(settings.work_per_address, settings.work_per_person)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        traditional("")  # loads its tables now; the first request need not wait
        roles = _ROLES[settings.role]
        if reviewing.at_once:
            roles |= {REVIEWS}

        events = Events()
        stores = await Stores.open(settings.database_url, events=events)
        bus = await connect_bus(settings.nats, settings.nats_ca)
        nodes, leader = Nodes(stores.database, roles), Leader(stores.database, "site")
        recorder = Recorder(
            stores.tables, stores.matches, stores.ratings, settings.rated_counted, events
        )
        barrier = RatingsBarrier(recorder, leader, bus)
        hub = Hub(
            stores.tables,
            stores.ratings,
            live,
            chance,
            rated=_rated_terms(settings),
            wait_rated=barrier.wait_rated,
            ties=stores.friends,
            workers=bus if settings.role == "tables" else None,
            events=events,
        )
        casual = Casual(hub, stores.friends)
        site_bus = SiteBus(hub, bus, events, casual.counts)
        bot_relay = RemoteBotRelay(hub.remotes, bus)
        pairing = PairingQueue(hub, stores.people, stores.tables, stores.ratings)
        reviews = ReviewQueue(
            stores.review_jobs,
            reviewing,
            elsewhere=partial(nodes.has_other_node, REVIEWS),
            events=events,
        )
        jobs = Jobs(work, niceness=min(reviewing.niceness, NICENESS))
        presence_feed = PresenceFeed(hub.pages, site_bus, stores.friends, events)
        board = LobbyBoard(site_bus, stores.tables, site_bus.counts, hub.roster)
        lobby_news = LobbyNews(board, stores.friends, hub.pages, events)
        sanctions = Sanctions(await stores.moderation.sanctions())
        passphrases = Passphrases()
        mailer = Mailer.of(settings)
        sender = PushSender.of(settings, stores.subscriptions, metrics.pushed)

        announcer = Announcer(
            stores.announcements, sender, mailer, next(iter(settings.public_urls), ""), events
        )

        # Subscribers, in the order in which each notification of a table reaches them
        hub.subscribe(recorder.on_notification)
        if sender is not None:
            hub.subscribe(sender.on_notification)
        evenings = Evenings(
            stores.evenings,
            stores.held_evenings,
            hub,
            stores.tables,
            sender,
            lambda: leader.is_leader,
        )
        nights = Nights(
            NightContext(
                hub,
                stores.nights,
                stores.clubs,
                stores.tables,
                recorder,
                jobs,
                settings.rated_counted,
                chance,
            )
        )
        metrics.watch(hub.counts)
        for owner in (reviews, hub, nights):
            nodes.on_end(owner.give_up)
        nodes.on_enter(partial(forwarder.begin, bus))
        nodes.on_enter(site_bus.begin)
        nodes.on_enter(bot_relay.begin)
        for peer in (forwarder, site_bus, bot_relay):
            nodes.on_seen(peer.set_peers)
        if TABLES in roles:
            nodes.on_seen(Failover(nodes, stores.tables, hub).on_alive_changed)

        shutdown = Shutdown(nodes, forwarder, site_bus, events, (nights, hub))
        targets = (TableTargets(hub), NightTargets(nights), EveningTargets(stores.evenings))
        parts = (
            *stores,
            stores.database,
            SessionAuthenticator(stores.people, stores.accounts, stores.tokens),
            GuessThrottle(events),
            MailThrottle(events),
            InvitationService(
                stores.invitations,
                stores.friends,
                presence_feed,
                targets,
                None if sender is None else sender.call,
            ),
            personal_data(stores, hub, nights, site_bus),
            NightMatchSource(nights),
            *(
                hub,
                hub.roster,
                site_bus,
                leader,
                shutdown,
                recorder,
                evenings,
                pairing,
                casual,
                announcer,
            ),
            *(board, lobby_news, presence_feed, nights, reviews, passphrases, sender, mailer),
        )
        app.state.services = Services(
            settings,
            metrics,
            Client(STATIC),
            work,
            jobs,
            sanctions,
            chance,
            events,
            parts=[part for part in parts if part is not None],
        )

        await barrier.begin()
        await nodes.begin()
        # Before anything is claimed: a node may take over a dead node's leases only after its own
        # heartbeats show that the database has answered for a whole lease.
        tasks = TaskSet()
        tasks.start(nodes.run())
        try:
            if TABLES in roles:
                sweep = partial(_sweep, stores, hub, recorder, settings.table_days, metrics)
                await leader.try_check()
                jobs_of_site = (recorder.run, pairing.run, nights.run, announcer.run, sweep)
                tasks.start(leader.run(jobs_of_site))
                tasks.start(evenings.run())
            else:
                stores.database.home = nodes.home
                tasks.start(leader.watch(nodes.home))
            if reviewing.at_once:
                tasks.start(reviews.run())
            for runner in (presence_feed, lobby_news, site_bus, bot_relay):
                tasks.start(runner.run())
            tasks.start(sanctions.watch(stores.moderation, hub))
            tasks.start(asyncio.to_thread(read_kernels))  # before the first request needs them
            yield
        finally:
            await tasks.cancel()
            await reviews.close()
            await nights.close()
            await jobs.close()
            await hub.close()
            passphrases.close()
            if mailer is not None:
                mailer.close()
            if sender is not None:
                await sender.close()
            await shutdown.leave()
            await forwarder.close()
            await bus.close()
            await stores.close()

    app = Litestar(
        [*ADDRESSES, *socket_routes, *page_routes, *document_routes, *manual_routes, *file_routes],
        lifespan=[lifespan],
        dependencies={"services": Provide(provide_services)},
        exception_handlers=EXCEPTION_HANDLERS,
        openapi_config=openapi_config(),
        request_max_body_size=settings.message_size,
        logging_config=None,
        debug=False,
    )
    forwarder = Forwarder(app)
    app.asgi_handler = EdgeMiddleware(forwarder, settings, metrics, work)
    return app


def _rated_terms(settings: ServerSettings) -> RatedTerms:
    sets, at_nights = (
        [RatedRules(name, rules) for name, rules in found.items()]
        for found in (settings.rated_sets, settings.rated_night_sets)
    )
    return RatedTerms(sets, bots=settings.rated_bots == "on", at_nights=at_nights)


async def _sweep(stores: Stores, hub: Hub, recorder: Recorder, days: int, metrics: Metrics) -> None:
    """Delete unused data once an hour; skip it while the clock may be wrong."""
    log = structlog.get_logger()
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        try:
            gap = await stores.record_sweep()
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
