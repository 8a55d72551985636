"""The application: everything put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import structlog
from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException

from shengji.server.accounts.attempts import Attempts
from shengji.server.accounts.passphrases import Passphrases
from shengji.server.accounts.post import Post
from shengji.server.chance import Chance
from shengji.server.http.administration import administration_routes
from shengji.server.http.annulment import annulment_routes
from shengji.server.http.assets import STATIC, Client
from shengji.server.http.bots import bots_routes
from shengji.server.http.brought import brought_routes
from shengji.server.http.devices import devices_routes
from shengji.server.http.documents import document_routes, openapi_config
from shengji.server.http.drills import drill_routes
from shengji.server.http.estate import estate_routes
from shengji.server.http.evenings import nights_routes
from shengji.server.http.faults import (
    FaultError,
    on_crash,
    on_deep_data,
    on_fault,
    on_http_error,
    on_no_text,
    on_storage_error,
)
from shengji.server.http.files import file_routes
from shengji.server.http.gate import Gate
from shengji.server.http.guest_claims import claims_routes
from shengji.server.http.history import matches_routes
from shengji.server.http.leaderboard import ratings_routes
from shengji.server.http.mail import mail_routes
from shengji.server.http.metrics import Metrics
from shengji.server.http.operations import operations_routes
from shengji.server.http.own_account import accounts_routes
from shengji.server.http.own_tokens import tokens_routes
from shengji.server.http.pairing import pairing_routes
from shengji.server.http.passkeys import passkeys_routes
from shengji.server.http.people import people_routes
from shengji.server.http.pushes import pushes_routes
from shengji.server.http.puzzles import puzzles_routes
from shengji.server.http.replays import records_routes
from shengji.server.http.reports import moderation_routes
from shengji.server.http.reviewed_hands import reviews_routes
from shengji.server.http.reviewed_records import reviewed_records_routes
from shengji.server.http.rules import rules_routes
from shengji.server.http.sanctions import Sanctions
from shengji.server.http.services import PROVIDERS, Services
from shengji.server.http.sharing import sharing_routes
from shengji.server.http.signing import signing_routes
from shengji.server.http.socket import socket_routes
from shengji.server.http.tables import tables_routes
from shengji.server.jobs.job_queue import Jobs
from shengji.server.limits import AddressLimit, HeldLimit, TokenLimit, WorkBudget
from shengji.server.live import (
    Desk,
    Hub,
    LiveSettings,
    Nights,
    Recorder,
    call_nobody,
    read_kernels,
)
from shengji.server.push import Courier, contact_of
from shengji.server.reviewing.review_desk import ReviewDesk, ReviewSettings
from shengji.server.settings import ServerSettings
from shengji.server.storage import StorageError, Store
from shengji.server.table import RatedRules, RatedTerms
from shengji.server.words import traditional

_SWEEP_SECONDS: Final = 3600.0
_BETWEEN_SWEEPS: Final = 1.0
"""A sweep takes only some; until the next, others may write."""


def create_app(
    settings: ServerSettings | None = None,
    *,
    live: LiveSettings | None = None,
    reviews: ReviewSettings | None = None,
    chance: Chance | None = None,
) -> Litestar:
    """Make the application.

    It opens its database when it starts, and closes it when it ends, after telling everybody who
    is connected.

    Args:
        settings: how it runs; `None`: as by default.
        live: how tables are run, in place of what the settings say.
        reviews: how reviews are made, likewise.
        chance: in place of the system's; see there.

    Returns:
        The application; while it runs, `state.services` has what it works with.
    """
    chosen = settings or ServerSettings()
    luck = chance or Chance()
    metrics = Metrics()
    work = WorkBudget(chosen.work_per_address, chosen.work_per_person)
    tables = live or LiveSettings(
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
        traditional("")  # loads its tables, which takes a moment, before anybody waits for it
        store = await Store.open(chosen.database_url)
        recorder = Recorder(store, chosen.rated_counted)
        courier = None
        if chosen.push == "on":
            contact = contact_of(chosen.public_urls)
            courier = Courier(store, contact, chosen.push_hosts, metrics.pushed)
        hub = Hub(
            store,
            tables,
            luck,
            match_over=recorder.match_over,
            call=courier.call if courier else call_nobody,
            rated=rated,
            caught_up=recorder.caught_up,
        )
        desk = Desk(hub, store)
        reviews = ReviewDesk(store, reviewing)
        jobs = Jobs(work, niceness=reviewing.niceness)
        nights = Nights(hub, store, recorder, jobs, chosen.rated_counted, luck)
        passphrases = Passphrases()
        post = Post.of(chosen)
        metrics.watch(hub.counts)
        sanctions = Sanctions(await store.moderation.sanctions())
        app.state.services = Services(
            settings=chosen,
            store=store,
            hub=hub,
            recorder=recorder,
            desk=desk,
            nights=nights,
            reviews=reviews,
            courier=courier,
            metrics=metrics,
            client=Client(STATIC),
            creations=AddressLimit(chosen.creations_per_minute),
            work=work,
            jobs=jobs,
            connections=HeldLimit(chosen.connections_per_person),
            tokens=TokenLimit(chosen.requests_per_token),
            streams=HeldLimit(chosen.streams_per_token),
            sanctions=sanctions,
            passphrases=passphrases,
            attempts=Attempts(),
            sign_ins=AddressLimit(chosen.sign_ins_per_minute),
            post=post,
            mails=Attempts(),
            chance=luck,
        )
        days = chosen.table_days
        besides = [
            asyncio.create_task(_besides(store, hub, recorder, days)),
            asyncio.create_task(recorder.run()),
            asyncio.create_task(desk.run()),
            asyncio.create_task(nights.run()),
            asyncio.create_task(sanctions.watch(store.moderation, hub)),
        ]
        try:
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
            if courier is not None:
                await courier.close()
            await store.close()

    app = Litestar(
        [
            *people_routes,
            *devices_routes,
            *tokens_routes,
            *bots_routes,
            *accounts_routes,
            *mail_routes,
            *passkeys_routes,
            *estate_routes,
            *administration_routes,
            *annulment_routes,
            *moderation_routes,
            *signing_routes,
            *pushes_routes,
            *tables_routes,
            *records_routes,
            *matches_routes,
            *reviews_routes,
            *sharing_routes,
            *brought_routes,
            *reviewed_records_routes,
            *ratings_routes,
            *pairing_routes,
            *nights_routes,
            *claims_routes,
            *puzzles_routes,
            *rules_routes,
            *drill_routes,
            *socket_routes,
            *operations_routes,
            *document_routes,
            *file_routes,
        ],
        lifespan=[lifespan],
        dependencies={name: Provide(provide) for name, provide in PROVIDERS.items()},
        exception_handlers={
            FaultError: on_fault,
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
    app.asgi_handler = Gate(app.asgi_handler, chosen, metrics, work)
    return app


async def _besides(store: Store, hub: Hub, recorder: Recorder, days: int) -> None:
    """Read the rules from the disk; then remove what nobody has used for long, now and then."""
    log = structlog.get_logger()
    await asyncio.to_thread(read_kernels)
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        try:
            while any(swept := await store.sweep(hub.ids, days)):
                log.info("swept", tables=swept.tables, people=swept.people)
                await asyncio.sleep(_BETWEEN_SWEEPS)
            while gone := await recorder.retire(lambda: hub.ids, days):
                log.info("retired", tables=gone)
                await asyncio.sleep(_BETWEEN_SWEEPS)
        except StorageError as error:
            log.error("storage", error=str(error))
