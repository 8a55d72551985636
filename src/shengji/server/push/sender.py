"""Background delivery of calls to people's browsers."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from shengji.server.actors.news import ActorNotification
from shengji.server.database.errors import StorageError
from shengji.server.push.push_crypto import Signer, base64url, contact_of, fresh_key, sealed
from shengji.server.push.push_services import origin_of, service_of
from shengji.server.push.store import Subscription, SubscriptionStore
from shengji.server.site.metrics import Outcome
from shengji.server.site.settings import ServerSettings
from shengji.server.site.tasks import TaskSet
from shengji.server.site.words import words_from
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.live.news import CallToTable

if TYPE_CHECKING:
    import httpx

_logger = structlog.get_logger()

BETWEEN: Final = 10.0
"""Minimum interval in seconds between two calls of a person to one place."""

_MOST: Final = 200
"""Maximum number of calls in progress; further ones are dropped."""

_CONNECTIONS: Final = 16
_SECONDS: Final = 10.0
"""Timeout of a push service, in seconds."""

_KEPT: Final = 10_000
"""Maximum number of recent calls remembered, to enforce `BETWEEN`."""

_OK: Final = range(200, 300)
_GONE: Final = frozenset({404, 410})


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """The encrypted payload of a push, displayed by the browser as it is.

    Attributes:
        place: the path of the page to open, such as `table/ID` or `night/ID`.
        title: the title of the place.
        words: the reason of the call, in the browser's language.
        lang: the tag of that language.
    """

    place: str
    title: str
    words: str
    lang: str


class PushSender:
    """Pushes calls to people's browsers.

    Args:
        contact: the https address at which push services find the operator.
        others: hosts of push services beyond the known ones.
        count: called with the outcome of each push.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        store: SubscriptionStore,
        contact: str,
        others: Collection[str],
        count: Callable[[Outcome], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._contact = contact
        self._others = tuple(others)
        self._count = count
        self._clock = clock
        self._tasks = TaskSet()
        self._called: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._signing: asyncio.Task[Signer] | None = None
        self._client: httpx.AsyncClient | None = None
        self._faults: dict[str, set[str]] = {}

    @classmethod
    def of(
        cls, settings: ServerSettings, store: SubscriptionStore, count: Callable[[Outcome], None]
    ) -> PushSender | None:
        """The sender for these settings; `None`: the site sends no pushes."""
        if settings.push == "off":
            return None
        return cls(store, contact_of(settings.public_urls), settings.push_hosts, count)

    async def key(self) -> str:
        """The public VAPID key for browsers' subscriptions.

        Raises:
            StorageError: the key could not be read or stored.
        """
        return (await self._signer()).public

    def on_notification(self, table: LiveTable, news: ActorNotification) -> None:
        """Push the calls among a table's notifications."""
        if isinstance(news, CallToTable):
            self.call(news)

    def call(self, call: CallToTable) -> None:
        """Push a call to a person's subscribed browsers in the background; returns at once."""
        now, whom = self._clock(), (call.person, call.place)
        if now - self._called.get(whom, now - BETWEEN) < BETWEEN:
            return
        self._called[whom] = now
        self._called.move_to_end(whom)
        if len(self._called) > _KEPT:
            self._called.popitem(last=False)
        if len(self._tasks) >= _MOST:
            self._count("dropped")
            return
        self._tasks.start(self.bring(call))

    async def close(self) -> None:
        """Cancel all pushes in progress."""
        await self._tasks.cancel()
        if self._signing is not None:
            self._signing.cancel()
            await asyncio.gather(self._signing, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

    async def bring(self, call: CallToTable) -> None:
        """Push a call to a person's browsers, and return when all pushes have ended."""
        try:
            subscriptions = await self._store.subscriptions(call.person)
            recipients = [at for at in subscriptions if call.by is None or call.by not in at.muted]
            if recipients:
                signer = await self._signer()
                await asyncio.gather(*(self._send(call, at, signer) for at in recipients))
        except StorageError as error:
            self._failed("database", str(error))

    async def _send(self, call: CallToTable, to: Subscription, signer: Signer) -> None:
        """Send a call to one browser."""
        service = service_of(to.endpoint, self._others)
        if service is None:  # accepted under an earlier configuration
            self._count("failed")
            return
        try:
            async with asyncio.timeout(_SECONDS):
                status = await self._post(call, to, signer)
            if status in _GONE:
                await self._store.end_endpoint(to.endpoint)
        except Exception as error:
            # One failed push must not stop the rest.
            self._failed(service, type(error).__name__)
            return
        if status in _GONE:
            self._count("gone")
        elif status in _OK:
            self._faults.pop(service, None)
            self._count("sent")
        else:
            self._failed(service, f"status {status}")

    async def _post(self, call: CallToTable, to: Subscription, signer: Signer) -> int:
        """Post a call to a push service, and return the status of the response."""
        text = words_from("pushes", call.kind, name=call.name, time=call.time)
        words = {"en": text.en, "zh-Hans": text.hans, "zh-Hant": text.hant}[to.tongue]
        notice = Notice(
            place=f"{call.page}/{call.place}",
            title=call.title,
            words=words,
            lang=to.tongue,
        )

        def prepared() -> tuple[bytes, str]:
            body = sealed(msgspec.json.encode(notice), to.p256dh, to.auth)
            return body, signer.signature(origin_of(to.endpoint))

        body, signature = await asyncio.to_thread(prepared)
        headers = {
            "authorization": signature,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(call.lasts),
            "urgency": "high",
            "topic": _topic(call.place, to.auth),
        }
        client = await self._http()
        async with client.stream("POST", to.endpoint, content=body, headers=headers) as response:
            return response.status_code

    async def _signer(self) -> Signer:
        if self._signing is None or (self._signing.done() and self._signing.exception()):
            self._signing = asyncio.get_running_loop().create_task(self._made_signer())
        return await asyncio.shield(self._signing)

    async def _made_signer(self) -> Signer:
        private = await self._store.push_key(await asyncio.to_thread(fresh_key))
        return await asyncio.to_thread(Signer, private, self._contact)

    async def _http(self) -> httpx.AsyncClient:
        if self._client is None:
            made = await asyncio.to_thread(_new_client)
            if self._client is None:
                self._client = made
        return self._client

    def _failed(self, service: str, why: str) -> None:
        """Count a failure; log each reason once until the service accepts a push again."""
        self._count("failed")
        known = self._faults.setdefault(service, set())
        if why not in known:
            known.add(why)
            _logger.warning("push-failed", service=service, why=why)


def _new_client() -> httpx.AsyncClient:
    """Create an HTTP client that follows no redirects."""
    import httpx  # noqa: PLC0415

    limits = httpx.Limits(max_connections=_CONNECTIONS, keepalive_expiry=30.0)
    return httpx.AsyncClient(timeout=_SECONDS, follow_redirects=False, limits=limits)


def _topic(place: str, auth: bytes) -> str:
    """The topic of a push, by which a push service replaces undelivered messages (RFC 8030).

    It is a hash, because the id of a table gives access to it.
    """
    return base64url(hashlib.sha256(auth + place.encode()).digest())[:32]
