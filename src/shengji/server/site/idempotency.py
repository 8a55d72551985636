"""Idempotency keys: what a request makes is made once, although the request is sent again.

A client whose answer is lost cannot know whether its request was carried out. It sends the request
again with the same `Idempotency-Key`, and gets the answer of the first time. An address that makes
something declares it (`makes` in `shengji.server.site.addresses`).

A stored answer may hold credentials, such as the secret of a browser, a token, or recovery codes,
which the database keeps nowhere else but as hashes. So it is encrypted, and all that the database
has of the key is derived from it with HMAC-SHA256: the id under which the answer is found, the
digest of the request, and the key of the cipher, which is not stored. Who reads the database reads
no answer, unless keys can be guessed; so they have at least 20 characters, which clients choose at
random.

An answer belongs to the credential that came with the request, or to the network address where none
came. It is looked for before anybody is let in: signing in gives a browser another secret, and one
whose answer is lost knows the old one alone.
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
from shengji.server.site.services import PERSON, Services, address_of, secret_in, token_in
from shengji.server.site.stored_responses import StoredResponse, StoredResponseStore

HEADER: Final = "Idempotency-Key"

FAULTS: Final = ("key-reused", "key-busy", "answer-lost")
"""Why a request with a key is refused."""

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
"""The parameter of an address that makes something."""

_BUSY_MS: Final = 60_000
"""Milliseconds after which a request without an answer counts as cut off by the end of a server."""

_LARGEST: Final = 256 * 1024
"""Maximum size of a stored answer, in bytes; those of addresses that make something are smaller."""

_NONCE: Final = 12
_KEYED: Final = "keyed-request"
"""The key in a request's state of its `KeyedRequest`."""

_CLAIMED: Final = "claimed"
"""The key in a request's state of whether its id is claimed."""

_logger = structlog.get_logger()


class _Answer(msgspec.Struct):
    """An answer as it is stored."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Answer).decode


class KeyedRequest(NamedTuple):
    """A request with a key, as far as it is derived from that.

    Attributes:
        id: the id of its answer.
        digest: the digest of what it asks.
        secret: the key with which its answer is encrypted.
    """

    id: bytes
    digest: bytes
    secret: bytes

    @classmethod
    def of(cls, key: str, scope: HTTPScope, body: bytes) -> KeyedRequest:
        """Derive the id, the digest and the secret of a request from its key."""
        asker = _asker(scope)
        place = scope["method"].encode(), scope["raw_path"], scope["query_string"]
        return cls(
            _derived(key, b"id", asker),
            _derived(key, b"request", asker, *place, body),
            _derived(key, b"answer", asker),
        )

    def sealed(self, answer: bytes) -> bytes:
        """An answer, encrypted."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        nonce = secrets.token_bytes(_NONCE)
        return nonce + AESGCM(self.secret).encrypt(nonce, answer, self.id)

    def opened(self, sealed: bytes) -> bytes:
        """An answer that was encrypted with the same key."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        return AESGCM(self.secret).decrypt(sealed[:_NONCE], sealed[_NONCE:], self.id)


def key_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The key that comes with a request; `None`: none, or one that cannot be a key.

    >>> key_in([(b"idempotency-key", b'"8e03978e-40d5-43dd-bc93-6894a57f9324"')])
    '8e03978e-40d5-43dd-bc93-6894a57f9324'
    >>> key_in([(b"idempotency-key", b"short")]) is None
    True
    """
    found = [value.decode("latin-1") for name, value in headers if name == HEADER.lower().encode()]
    return found[0].strip('"') if len(found) == 1 and _KEY.match(found[0]) else None


async def claim(asked: AnyCaller) -> None:
    """Reserve the key of a request, if it has one, for who has been let in.

    Raises:
        FaultError: another request with the same key is being answered.
    """
    state: dict[str, Any] = asked.request.scope["state"]
    request: KeyedRequest | None = state.get(_KEYED)
    if request is None:
        return
    person = asked.person.id if isinstance(asked, PersonCaller) else None
    owner = person or network_of(asked.address)
    answers = asked.services[StoredResponseStore]
    if not await answers.claim(request.id, request.digest, owner, person):
        raise _busy()
    state[_CLAIMED] = True


class IdempotencyMiddleware:
    """Middleware of an address that makes something: gives the answer of a request again.

    Args:
        app: the address.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, by the address or by what it has answered before."""
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
    """Stores an answer before it is sent."""

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
        """Send a part of an answer, with those before it once it is complete and stored."""
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


def _asker(scope: HTTPScope) -> bytes:
    """The credential that comes with a request, or the network from which it comes."""
    token, secret = token_in(scope["headers"]), secret_in(scope["headers"])
    if token is not None:
        return b"token " + token.encode()
    if secret:
        return b"secret " + secret.encode()
    return b"network " + network_of(address_of(scope)).encode()


def _derived(key: str, purpose: bytes, *parts: bytes) -> bytes:
    """A digest of some parts, the last of which alone may have a zero byte, under a key."""
    return hmac.digest(key.encode(), b"\0".join((purpose, *parts)), "sha256")
