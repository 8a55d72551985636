"""Edge middleware of every request: request id, origin check, headers, rate limit and log entry."""

from __future__ import annotations

import re
import secrets
import time
from functools import partial
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import structlog
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import (
    ASGIApp,
    HTTPResponseStartEvent,
    HTTPScope,
    Message,
    Receive,
    Scope,
    Send,
)

from shengji.server.site.assets import STATIC, inline_hashes
from shengji.server.site.bodies import read_again, read_body
from shengji.server.site.errors import ApiError, too_many_requests
from shengji.server.site.limits import WorkBudget
from shengji.server.site.meter import LoopTimer
from shengji.server.site.metrics import Metrics
from shengji.server.site.parameters import LONGEST_ADDRESS
from shengji.server.site.services import PERSON, client_address
from shengji.server.site.settings import ServerSettings
from shengji.server.site.spans import spans

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_GONE: Final = 499
"""Status in the log and the metrics if the client disconnects before its request is complete."""

_SOCKET_SECONDS: Final = 0.001
"""Seconds of work charged for accepting or refusing a socket."""

_HOST = re.compile(r"[A-Za-z0-9.\-:\[\]]{1,255}")

_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_POLICY = (
    "default-src 'self'; script-src 'self'{inline}; style-src 'self'{inline}; "
    "img-src 'self' data:; connect-src {connect}; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_PRIVATE_DOMAINS: Final = ("localhost", "local", "lan", "home", "internal", "test", "home.arpa")
"""Domains under which the public cannot register a name.

Under `arpa`, only `home.arpa` qualifies (RFC 8375): the owner of an IPv6 prefix has names under
`ip6.arpa`.
"""

_YEAR = "max-age=31536000"


class EdgeMiddleware:
    """Middleware in front of the whole application.

    It refuses cross-origin requests that change state, since the browser may send the user's cookie
    with them, and adds security headers to every response.
    """

    def __init__(
        self, app: ASGIApp, settings: ServerSettings, metrics: Metrics, work: WorkBudget
    ) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "").lower()
        origin = headers.get(b"origin")
        address = client_address(scope)
        stranger = None if origin is None else self._strangeness(origin, host)
        if scope["type"] == ScopeType.WEBSOCKET:
            if stranger or _is_long(scope) or await self._work.admit(address):
                # Refused before it is accepted: the browser gets status 403.
                await send({"type": "websocket.close", "code": 1008, "reason": ""})
            else:
                self._work.spend(_SOCKET_SECONDS, address)
                await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        request_id = secrets.token_hex(8)
        secure = scope["scheme"] == "https"
        status = 500

        async def send_marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _mark(message, host, secure, scope["path"], request_id)
            await send(message)

        with structlog.contextvars.bound_contextvars(request=request_id):
            wait = await self._work.admit(address)
            if _is_long(scope):
                await ApiError("long-address", limit=LONGEST_ADDRESS).send(send_marked)
            elif stranger and scope["method"] not in _READING:
                await stranger.send(send_marked)
            elif wait:
                await too_many_requests(wait).send(send_marked)
            else:
                answering = LoopTimer(partial(self._answer, scope, receive, send_marked))
                with spans.span(scope["method"]) as span:
                    if not await answering:
                        status = _GONE
                    route = f"{scope['method']} {scope.get('path_template') or '-'}"
                    span.annotate(route, status=status)
                person = scope.get("state", {}).get(PERSON)
                self._work.spend(answering.seconds, address, person)
            seconds = time.perf_counter() - started
            # The template of the route, since a path parameter may be a secret.
            route = scope.get("path_template") or "-"
            self._metrics.request(scope["method"], str(route), status, seconds)
            structlog.get_logger().debug(
                "request",
                method=scope["method"],
                route=route,
                status=status,
                ms=round(seconds * 1000, 1),
            )

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> bool:
        """Answer a request; return `False` if the client disconnects before it is complete."""
        if scope["method"] not in _READING:
            body = await read_body(receive, self._settings.message_size)
            if body is None:
                return False
            receive = read_again(body, receive)
        await self._app(scope, receive, send)
        return True

    def _strangeness(self, origin: str, host: str) -> ApiError | None:
        """The error in the `Origin` or `Host` header, or `None`.

        If another site's domain resolves to this server, both headers agree but are not ours.
        """
        try:
            netloc = urlsplit(origin).netloc.lower()
        except ValueError:
            netloc = ""
        known = self._settings.public_hosts
        if netloc in known:
            return None
        if not netloc or netloc != host:
            return ApiError("origin", origin=origin)
        return None if is_at_home(host) else ApiError("host", host=host)


def _is_long(scope: Scope) -> bool:
    """Whether the requested address is longer than any address of this site."""
    query = scope["query_string"]
    return len(scope["raw_path"]) + len(query) + bool(query) > LONGEST_ADDRESS


def is_at_home(host: str) -> bool:
    """Whether a `Host` header is an IP address or a name that the public cannot register.

    >>> [is_at_home(host) for host in ("192.0.2.7:8000", "[::1]", "localhost:80", "pi.local", "pi")]
    [True, True, True, True, True]
    >>> is_at_home("cards.example.org"), is_at_home("127.0.0.1.example.org")
    (False, False)
    >>> is_at_home("pi.home.arpa"), is_at_home("example.1.0.0.2.ip6.arpa")
    (True, False)
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        private = tuple(f".{domain}" for domain in _PRIVATE_DOMAINS)
        return "." not in name or f".{name.rstrip('.')}".endswith(private)
    return True


def _mark(
    message: HTTPResponseStartEvent, host: str, secure: bool, path: str, request_id: str
) -> None:
    """Add the security headers to a response, unless it has them."""
    headers = MutableScopeHeaders.from_message(message)
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("content-security-policy", policy_for(host))
    headers["x-request-id"] = request_id
    if path.startswith("/api"):
        headers.setdefault("cache-control", "no-store")
    if secure:
        headers["strict-transport-security"] = _YEAR


def policy_for(host: str) -> str:
    """The Content-Security-Policy of the site.

    The address of the socket is listed, since older versions of Safari do not count it as `'self'`.

    Args:
        host: the `Host` header; ignored if it is not a valid host name.
    """
    connect = "'self'"
    if _HOST.fullmatch(host):
        connect += f" ws://{host} wss://{host}"
    return _POLICY.format(connect=connect, inline=inline_hashes(STATIC / "index.html"))
