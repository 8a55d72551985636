"""Idempotency keys: a request that is sent again creates nothing a second time.

A client that receives no response cannot know whether its request was executed. It sends the
request again with the same `Idempotency-Key`, and gets the response of the first time. An endpoint
that creates a resource declares it (`makes` in `shengji.server.site.addresses`).

A stored response may hold credentials, such as a browser's secret, a token, or recovery codes,
which the database otherwise stores only as hashes. The response is therefore encrypted. The id of
the response, the digest of the request and the encryption key are derived from the idempotency key
with HMAC-SHA256; the encryption key is not stored. A reader of the database would have to guess the
idempotency key, so it has at least 20 characters, which clients choose at random.

A response belongs to the credential of the request, or to the network address of a request without
a credential. It is looked up before authentication: signing in replaces the browser's secret, and a
browser that missed the response still has the old one.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
from collections.abc import Iterable
from typing import Annotated, Any, Final, NamedTuple

import msgspec
import structlog
from litestar.enums import ScopeType
from litestar.params import HeaderParameter
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from shengji.server.database.errors import StorageError
from shengji.server.site.bodies import read_again, read_body
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AnyCaller, PersonCaller
from shengji.server.site.limits import network_of
from shengji.server.site.redirection import is_moved
from shengji.server.site.services import PERSON, Services, client_address, secret_in, token_in
from shengji.server.site.stored_responses import StoredResponse, StoredResponseStore

HEADER: Final = "Idempotency-Key"

FAULTS: Final = ("key-reused", "key-busy", "answer-lost")
"""Error codes of requests with a key."""

_PATTERN: Final = '^"?[A-Za-z0-9_-]{20,64}"?$'
_KEY: Final = re.compile(_PATTERN)

IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name=HEADER,
        pattern=_PATTERN,
        max_length=66,
        description="A random text of 20 to 64 letters, digits, `-` and `_`, with or without "
        "quotation marks, such as a UUID. The same request, sent again with the same key within 24 "
        "hours, makes nothing anew and is answered as the first time.",
    ),
]
"""Header parameter of an endpoint that creates a resource."""

_BUSY_MS: Final = 60_000
"""Age in milliseconds at which a request without a response counts as interrupted."""

_LARGEST: Final = 256 * 1024
"""Maximum size in bytes of a stored response; endpoints that create a resource return less."""

_NONCE: Final = 12
_KEYED: Final = "keyed-request"
"""Key in a request's state: its `KeyedRequest`."""

_CLAIMED: Final = "claimed"
"""Key in a request's state: whether its id has been claimed."""

_logger = structlog.get_logger()


class _Answer(msgspec.Struct):
    """A response as it is stored, before encryption."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Answer).decode


class KeyedRequest(NamedTuple):
    """Values derived from a request and its idempotency key.

    Attributes:
        id: id of the stored response.
        secret: encryption key of the response.
    """

    id: bytes
    digest: bytes
    secret: bytes

    @classmethod
    def of(cls, key: str, scope: HTTPScope, body: bytes) -> KeyedRequest:
        """Derive the values of a request."""
        caller = _caller_key(scope)
        place = scope["method"].encode(), scope["raw_path"], scope["query_string"]
        return cls(
            _derived(key, b"id", caller),
            _derived(key, b"request", caller, *place, body),
            _derived(key, b"answer", caller),
        )

    def sealed(self, answer: bytes) -> bytes:
        """Encrypt a response."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        nonce = secrets.token_bytes(_NONCE)
        return nonce + AESGCM(self.secret).encrypt(nonce, answer, self.id)

    def opened(self, sealed: bytes) -> bytes:
        """Decrypt a response."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        return AESGCM(self.secret).decrypt(sealed[:_NONCE], sealed[_NONCE:], self.id)


def key_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The idempotency key of a request; `None`: there is none, or it is invalid.

    >>> key_in([(b"idempotency-key", b'"8e03978e-40d5-43dd-bc93-6894a57f9324"')])
    '8e03978e-40d5-43dd-bc93-6894a57f9324'
    >>> key_in([(b"idempotency-key", b"short")]) is None
    True
    """
    found = [value.decode("latin-1") for name, value in headers if name == HEADER.lower().encode()]
    return found[0].strip('"') if len(found) == 1 and _KEY.match(found[0]) else None


async def claim(caller: AnyCaller) -> None:
    """Reserve the key of an authenticated request, if it has one.

    Raises:
        ApiError: another request with the same key is being answered.
    """
    state: dict[str, Any] = caller.request.scope["state"]
    request: KeyedRequest | None = state.get(_KEYED)
    if request is None:
        return
    person = caller.person.id if isinstance(caller, PersonCaller) else None
    owner = person or network_of(caller.address)
    answers = caller.services[StoredResponseStore]
    if not await answers.claim(request.id, request.digest, owner, person):
        raise _busy()
    state[_CLAIMED] = True


class IdempotencyMiddleware:
    """Middleware of an endpoint that creates a resource: repeats the stored response of a key.

    Args:
        app: the endpoint.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, from the stored response if there is one."""
        key = key_in(scope["headers"])
        if key is None or scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        services: Services = scope["litestar_app"].state.services
        answers = services[StoredResponseStore]
        parts = await read_body(receive, services.settings.message_size)
        if parts is None:
            return
        request = KeyedRequest.of(key, scope, b"".join(part["body"] for part in parts))
        try:
            kept = await answers.find(request.id)
        except StorageError:
            await ApiError("unavailable", {"retry-after": "2"}).send(send)
            return
        if kept is not None:
            await _send_again(request, kept, answers.now(), send)
            return
        scope["state"][_KEYED] = request
        answer = _Recorder(request, answers, scope, send)
        await self._app(scope, read_again(parts, receive), answer.send)


class _Recorder:
    """Stores a response before it is sent."""

    def __init__(
        self, request: KeyedRequest, answers: StoredResponseStore, scope: HTTPScope, send: Send
    ) -> None:
        self._request = request
        self._answers = answers
        self._scope = scope
        self._send = send
        self._start: Any = None
        self._body = b""

    async def send(self, message: Message) -> None:
        """Send a message; those of a claimed request are held back until the response is stored."""
        if not self._scope["state"].get(_CLAIMED):
            await self._send(message)
        elif message["type"] == "http.response.start":
            self._start = message
        elif message["type"] == "http.response.body":
            self._body += message["body"]
            if not message["more_body"]:
                await self._complete(message)

    async def _complete(self, last: Any) -> None:
        self._scope["state"][_CLAIMED] = False
        try:
            if is_moved(self._scope) or not 200 <= self._start["status"] < 300:
                await self._answers.release(self._request.id)
            elif len(self._body) <= _LARGEST:
                headers = [(bytes(name), bytes(value)) for name, value in self._start["headers"]]
                answer = _encode(_Answer(self._start["status"], headers, self._body))
                sealed = await asyncio.to_thread(self._request.sealed, answer)
                person = self._scope["state"].get(PERSON)
                await self._answers.keep(self._request.id, sealed, person)
        except StorageError as error:
            _logger.error("answer-not-kept", why=str(error))
        await self._send(self._start)
        last["body"] = self._body
        await self._send(last)


async def _send_again(request: KeyedRequest, kept: StoredResponse, now: int, send: Send) -> None:
    if kept.request != request.digest:
        await ApiError("key-reused").send(send)
    elif kept.answer is None:
        fault = _busy() if now - kept.at < _BUSY_MS else ApiError("answer-lost")
        await fault.send(send)
    else:
        answer = _decode(await asyncio.to_thread(request.opened, kept.answer))
        headers = [*answer.headers, (b"idempotency-replayed", b"true")]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body, "more_body": False})


def _busy() -> ApiError:
    return ApiError("key-busy", {"retry-after": "1"})


def _caller_key(scope: HTTPScope) -> bytes:
    """The credential of a request, or else its network address."""
    token, secret = token_in(scope["headers"]), secret_in(scope["headers"])
    if token is not None:
        return b"token " + token.encode()
    if secret:
        return b"secret " + secret.encode()
    return b"network " + network_of(client_address(scope)).encode()


def _derived(key: str, purpose: bytes, *parts: bytes) -> bytes:
    """HMAC of some parts under the key; only the last part may contain a zero byte."""
    return hmac.digest(key.encode(), b"\0".join((purpose, *parts)), "sha256")
