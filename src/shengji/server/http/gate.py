"""What every request passes: its id, where it comes from, its headers, and its line in the log."""

from __future__ import annotations

import re
import secrets
import time
from urllib.parse import urlsplit

import msgspec
import structlog
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from shengji.server.http.faults import FaultError
from shengji.server.http.metrics import Metrics
from shengji.server.settings import ServerSettings
from shengji.server.shapes import Fault

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
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
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src {connect}; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_YEAR = "max-age=31536000"


class Gate:
    """Stands before the whole application.

    It refuses what a browser sends from the page of another site, since the person's cookie may go
    with it; and it puts to every response what tells browsers to be careful with ours.

    Args:
        app: what it stands before.
        settings: has the addresses under which browsers know the site.
        metrics: where requests are counted.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "").lower()
        origin = headers.get(b"origin")
        stranger = origin is not None and not self._is_ours(origin, host)
        if scope["type"] == ScopeType.WEBSOCKET:
            if stranger:
                # Before it is accepted: the browser is answered 403.
                await send({"type": "websocket.close", "code": 1008, "reason": "origin"})
            else:
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
            if stranger and scope["method"] not in _READING:
                await _send_fault(FaultError("origin", origin=origin), send_marked)
            else:
                await self._app(scope, receive, send_marked)
            seconds = time.perf_counter() - started
            # The route as it is written, since what stands in its place may be a secret.
            route = scope.get("path_template") or "-"
            self._metrics.request(scope["method"], str(route), status, seconds)
            structlog.get_logger().debug(
                "request",
                method=scope["method"],
                route=route,
                status=status,
                ms=round(seconds * 1000, 1),
            )

    def _is_ours(self, origin: str, host: str) -> bool:
        """Whether an `Origin` is this site: the host that was asked, or one it is known by."""
        try:
            netloc = urlsplit(origin).netloc.lower()
        except ValueError:
            return False
        return bool(netloc) and (netloc == host or netloc in self._settings.public_hosts)


def _mark(
    message: HTTPResponseStartEvent, host: str, secure: bool, path: str, request_id: str
) -> None:
    """Put our headers to a response, leaving those that it has."""
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

    The socket's address is named, since older Safaris do not count it as `'self'`.

    Args:
        host: the `Host` that was asked; left out when it is none.
    """
    connect = "'self'"
    if _HOST.fullmatch(host):
        connect += f" ws://{host} wss://{host}"
    return _POLICY.format(connect=connect)


async def _send_fault(error: FaultError, send: Send) -> None:
    body = msgspec.json.encode(Fault(code=error.code, words=error.words))
    await send(
        {
            "type": "http.response.start",
            "status": error.status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})
