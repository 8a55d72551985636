"""Checks of a running site at its public address, through its proxy."""

from __future__ import annotations

import secrets
import ssl
import time
from base64 import b64encode
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx

from shengji import __version__
from shengji.terminal.doctor.finding import Finding, State, make_finding

_SECONDS = 10.0
_EXPIRES_SOON = 14 * 24 * 3600
_UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}


def check_address(url: str) -> Iterator[Finding]:
    """Check a running site.

    Args:
        url: its address, such as `https://cards.example.org`.
    """
    try:
        with httpx.Client(base_url=url, timeout=_SECONDS) as client:
            health = client.get("/api/health")
            if health.status_code != httpx.codes.OK or "version" not in _json(health):
                yield make_finding(
                    "health", "bad", "health.strange", url=url, status=health.status_code
                )
                return
            running = _json(health)["version"]
            if running == __version__:
                yield make_finding("health", "good", "health.there", url=url, version=running)
            else:
                params = {"url": url, "version": running, "own": __version__}
                yield make_finding("health", "doubtful", "health.other", **params)
            yield _ready(client)
            if urlsplit(url).scheme == "https":
                yield _forwarded(health)
                yield from _certificate(client)
            yield _socket(client, url)
            yield _metrics(client)
    except httpx.HTTPError as fault:
        yield make_finding(
            "health", "bad", "health.fails", url=url, why=str(fault) or type(fault).__name__
        )


def _json(answer: httpx.Response) -> dict[str, str]:
    try:
        data = answer.json()
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _ready(client: httpx.Client) -> Finding:
    status = client.get("/api/ready").status_code
    if status == httpx.codes.OK:
        return make_finding("ready", "good", "ready.there")
    return make_finding("ready", "bad", "ready.not", status=status)


def _forwarded(health: httpx.Response) -> Finding:
    """Whether the proxy forwards the scheme, so that the server knows that browsers use HTTPS."""
    if "strict-transport-security" in health.headers:
        return make_finding("forwarded", "good", "forwarded.there")
    return make_finding("forwarded", "bad", "forwarded.not")


def _certificate(client: httpx.Client) -> Iterator[Finding]:
    with client.stream("GET", "/api/health") as answer:
        stream = answer.extensions.get("network_stream")
        wrapped = None if stream is None else stream.get_extra_info("ssl_object")
        shown = None if wrapped is None else wrapped.getpeercert()
    if shown and "notAfter" in shown:
        left = ssl.cert_time_to_seconds(str(shown["notAfter"])) - time.time()
        state: State = "good" if left > _EXPIRES_SOON else "doubtful"
        key = "certificate.there" if state == "good" else "certificate.ends"
        yield make_finding("certificate", state, key, days=round(left / 86400))


def _socket(client: httpx.Client, url: str) -> Finding:
    """Whether the proxy forwards WebSockets, and the server accepts the site's origin."""
    key = b64encode(secrets.token_bytes(16)).decode()
    headers = {**_UPGRADE, "Sec-WebSocket-Key": key, "Origin": url}
    with client.stream("GET", "/api/socket", headers=headers) as answer:
        status = answer.status_code
    if status == httpx.codes.SWITCHING_PROTOCOLS:
        return make_finding("socket", "good", "socket.there")
    key = "socket.stranger" if status == httpx.codes.FORBIDDEN else "socket.not"
    return make_finding("socket", "bad", key, url=url, status=status)


def _metrics(client: httpx.Client) -> Finding:
    status = client.get("/api/metrics").status_code
    home = client.base_url.host in ("localhost", "127.0.0.1", "::1")
    if status != httpx.codes.OK or home:
        return make_finding("metrics", "good", "metrics.closed")
    return make_finding("metrics", "doubtful", "metrics.open")
