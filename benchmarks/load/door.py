"""How a client comes in: the few requests before a socket."""

from __future__ import annotations

import asyncio
import http.client
from typing import TypeVar

import msgspec

from shengji.server.tables.schemas import NewTable, TableId
from shengji.server.tables.state import Settings

T = TypeVar("T")

HOST = "127.0.0.1"
_PLAIN = {"Content-Type": "application/json"}


class DoorError(RuntimeError):
    """The server did not let a client in.

    Args:
        text: why.
        status: of its answer, where there was one.
    """

    def __init__(self, text: str, status: int = 0) -> None:
        super().__init__(text)
        self.status = status


class Door:
    """The HTTP side of a server.

    Args:
        port: where it listens, on this machine.
    """

    def __init__(self, port: int) -> None:
        self._port = port

    async def come(self) -> str:
        """Become a guest: the cookie by which the server knows one."""
        return await asyncio.to_thread(self._come)

    async def sign_up(self, cookie: str, name: str, passphrase: str) -> str:
        """Make an account for a guest: the cookie by which the server knows them from then on."""
        body = msgspec.json.encode({"name": name, "passphrase": passphrase})
        known = _PLAIN | {"Cookie": cookie}
        _, headers = await asyncio.to_thread(self._ask, "POST", "/api/me/account", known, body)
        return _cookie_of(headers) or cookie

    async def open_table(self, cookie: str, new: NewTable | None = None) -> str:
        """Open a table, by default for four people, and sit down in seat 0: the table's id."""
        new = new or NewTable(settings=Settings(pace="fast"))
        return (await asyncio.to_thread(self._post, "/api/tables", cookie, new, TableId)).table

    def socket(self, table: str) -> str:
        """The address of a table's socket."""
        return f"ws://{HOST}:{self._port}/api/tables/{table}/socket"

    def _come(self) -> str:
        _, headers = self._ask("POST", "/api/me", _PLAIN, b"")
        cookie = _cookie_of(headers)
        if cookie is None:
            raise DoorError("POST /api/me set no cookie")
        return cookie

    def _post(self, path: str, cookie: str, body: object, kind: type[T]) -> T:
        answer, _ = self._ask("POST", path, _PLAIN | {"Cookie": cookie}, msgspec.json.encode(body))
        return msgspec.json.decode(answer, type=kind)

    def _ask(
        self, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> tuple[bytes, http.client.HTTPMessage]:
        connection = http.client.HTTPConnection(HOST, self._port, timeout=60)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            answer = response.read()
        finally:
            connection.close()
        if response.status >= 300:
            text = f"{method} {path} was answered {response.status}: {answer[:300]!r}"
            raise DoorError(text, response.status)
        return answer, response.headers


def _cookie_of(headers: http.client.HTTPMessage) -> str | None:
    cookie = headers.get("Set-Cookie")
    return None if cookie is None else str(cookie.partition(";")[0])
