"""A push service on this machine, and browsers that have an endpoint there."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from py_vapid.jwt import decode

from shengji.server.push.push_crypto import base64url
from shengji.server.push.store import Subscription
from tests.server.certificates import certificate
from tests.waiting import PATIENCE, wait_for


@dataclass
class Taken:
    """A request that the push service has taken."""

    path: str
    headers: dict[str, str]
    body: bytes

    def claims(self) -> dict[str, Any]:
        """The server's claims about itself, by a signature that holds."""
        header = self.headers["authorization"]
        assert Vapid02.verify(header)
        parts = dict(part.split("=", 1) for part in header.removeprefix("vapid ").split(","))
        claims: dict[str, Any] = decode(parts["t"], parts["k"])
        return claims

    @property
    def key(self) -> str:
        """The public key that it is signed with."""
        return self.headers["authorization"].rpartition("k=")[2]


@dataclass
class PushService:
    """A push service under way; `answers` has the status for a path, else it takes all."""

    url: str
    taken: list[Taken] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def host(self) -> str:
        return self.url.removeprefix("https://")

    def until(self, count: int) -> list[Taken]:
        """Wait until it has taken so many."""
        wait_for(lambda: len(self.taken) >= count)
        return self.taken


class PushBrowser:
    """A browser with an endpoint at a push service, which alone can read what comes there."""

    def __init__(self, service_url: str, name: str = "one") -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"16 secret bytes."
        self.path = f"/push/{name}"
        self.endpoint = service_url + self.path
        self.p256dh = self._private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    def asks(self, **more: Any) -> dict[str, Any]:
        """The request to the server."""
        keys = {"p256dh": base64url(self.p256dh), "auth": base64url(self.auth)}
        return {"endpoint": self.endpoint, **keys, "tongue": "en", **more}

    def subscription(self, **more: Any) -> Subscription:
        """The subscription that the server keeps."""
        given = {"tongue": "en", **more}
        return Subscription(self.endpoint, self.p256dh, self.auth, **given)

    def read(self, taken: Taken) -> dict[str, Any]:
        """The message that was pushed."""
        plain = http_ece.decrypt(taken.body, private_key=self._private, auth_secret=self.auth)
        found: dict[str, Any] = msgspec.json.decode(plain)
        return found


@contextmanager
def push_service(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service with a certificate that this process believes."""
    trusted = certificate(folder)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    made: list[PushService] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(lambda: made[0]))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(trusted, folder / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    made.append(PushService(f"https://localhost:{server.server_port}"))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield made[0]
    finally:
        server.shutdown()
        server.server_close()
        thread.join(PATIENCE)


def _handler(service: Callable[[], PushService]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            here = service()
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            here.taken.append(Taken(self.path, headers, body))
            self.send_response(here.answers.get(self.path, 201))
            for name, value in here.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    return Handler
