"""Requests and sockets that are answered by the server that owns what they are about."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from litestar import Litestar, Request, WebSocket, get, post, websocket
from litestar.params import FromPath
from litestar.response import Response, Stream

from shengji.server.cluster import forwarding
from shengji.server.cluster.forwarding import Forwarder
from shengji.server.database.errors import ElsewhereError
from shengji.server.site.errors import EXCEPTION_HANDLERS
from shengji.server.site.redirection import can_move, forward, is_again, migrate_socket
from tests.server.cluster.conftest import Connect
from tests.waiting import happens

Event = dict[str, Any]


class Node:
    """A server that owns some things, and says of others who does.

    Attributes:
        owners: whose each thing is, as it knows.
        asked: what was done here.
        counted: how many requests were counted here.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.owners: dict[str, str] = {}
        self.asked: list[str] = []
        self.counted = 0
        self.ended = 0

        def need(thing: str) -> None:
            owner = self.owners.get(thing, name)
            if owner != name:
                raise ElsewhereError(owner)

        @post("/things/{thing:str}")
        async def change(request: Request[Any, Any, Any], thing: FromPath[str]) -> Response[bytes]:
            self.counted += not is_again(request.scope)
            need(thing)
            body = await request.body()
            self.asked.append(thing)
            said = f"{name} {request.headers['x-said']} {request.url.query}".encode()
            return Response(said + b" " + body, status_code=202, headers={"x-by": name})

        @get("/things/{thing:str}")
        async def large(thing: FromPath[str]) -> bytes:
            need(thing)
            return b"." * 3_000_000

        @get("/things/{thing:str}/news")
        async def news(thing: FromPath[str]) -> Stream:
            need(thing)

            async def told() -> AsyncIterator[bytes]:
                try:
                    while True:
                        yield f"{name}\n".encode()
                        await asyncio.sleep(0.01)
                finally:
                    self.ended += 1

            return Stream(told())

        @websocket("/things/{thing:str}/socket")
        async def talk(socket: WebSocket[Any, Any, Any], thing: FromPath[str]) -> None:
            await socket.accept()
            try:
                need(thing)
            except ElsewhereError as error:
                assert forward(socket.scope, error)
                return
            try:
                while (text := await socket.receive_text()) != "end":
                    if text == "leave" and can_move(socket.scope):
                        return migrate_socket(socket.scope, ["as before", "said"])
                    await socket.send_text(f"{name} {text}")
                await socket.close(4000)
            except Exception:
                self.ended += 1
                raise

        app = Litestar(
            [change, large, news, talk],
            exception_handlers=EXCEPTION_HANDLERS,
            logging_config=None,
            openapi_config=None,
        )
        self.forwarder = Forwarder(app)
        app.asgi_handler = self.forwarder
        self.app = app


class Browser:
    """Asks a server, as uvicorn does for a browser."""

    def __init__(self, node: Node, kind: str, path: str, **more: Any) -> None:
        self.sent: list[Event] = []
        self.came: asyncio.Queue[Event] = asyncio.Queue()
        self.scope: Event = {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"a=1",
            "root_path": "",
            "headers": [(b"x-said", b"hello"), (b"host", b"here")],
            "client": ("192.0.2.1", 5),
            "server": ("here", 80),
            "subprotocols": [],
            **more,
        }
        self.task = asyncio.create_task(self._run(node))

    async def _run(self, node: Node) -> None:
        async def send(event: Any) -> None:
            self.sent.append(event)

        app: Callable[..., Awaitable[None]] = node.app
        await app(self.scope, self.came.get, send)

    def say(self, text: str) -> None:
        self.came.put_nowait({"type": "websocket.receive", "text": text, "bytes": None})

    @property
    def heard(self) -> list[str]:
        return [event["text"] for event in self.sent if event["type"] == "websocket.send"]


def ask(node: Node, thing: str, method: str = "POST", *parts: bytes) -> Browser:
    browser = Browser(node, "http", f"/things/{thing}", method=method)
    for number, part in enumerate(parts or (b"",), 1):
        more = number < len(parts)
        browser.came.put_nowait({"type": "http.request", "body": part, "more_body": more})
    return browser


async def answer(browser: Browser) -> tuple[int, dict[bytes, bytes], bytes]:
    await browser.task
    start, *parts = browser.sent
    return start["status"], dict(start["headers"]), b"".join(part["body"] for part in parts)


def talk(node: Node, thing: str) -> Browser:
    browser = Browser(node, "websocket", f"/things/{thing}/socket")
    browser.came.put_nowait({"type": "websocket.connect"})
    return browser


@pytest.fixture
async def nodes(connect: Connect) -> list[Node]:
    """Three servers; the first two know that what is called like one is that one's."""
    found = [Node("a"), Node("b"), Node("c")]
    for node in found:
        node.owners = {"at-a": "a", "at-b": "b", "at-c": "c"}
        await node.forwarder.begin(await connect(), node.name)
    return found


async def test_a_request_is_answered_by_the_owner_as_it_was_sent(nodes: list[Node]) -> None:
    door, owner, _ = nodes
    status, headers, body = await answer(ask(door, "at-b", "POST", b"one ", b"two"))
    assert (status, headers[b"x-by"], body) == (202, b"b", b"b hello a=1 one two")
    assert (door.asked, owner.asked) == ([], ["at-b"])
    assert (door.counted, owner.counted) == (1, 0), "it is one request, where it came from"
    assert (await answer(ask(door, "at-a")))[2] == b"a hello a=1 "
    large = await answer(ask(door, "at-b", "GET"))
    assert (large[0], len(large[2])) == (200, 3_000_000)


async def test_a_socket_is_carried_on_message_by_message(nodes: list[Node]) -> None:
    door, *_ = nodes
    browser = talk(door, "at-b")
    said = [str(number) for number in range(300)]
    for text in said:
        browser.say(text)
    await happens(lambda: len(browser.heard) == 300)
    assert browser.heard == [f"b {text}" for text in said]
    assert [event["type"] for event in browser.sent].count("websocket.accept") == 1
    browser.say("end")
    await browser.task
    assert browser.sent[-1] == {"type": "websocket.close", "code": 4000, "reason": ""}


async def test_the_owner_hears_that_a_browser_has_gone(nodes: list[Node]) -> None:
    door, owner, _ = nodes
    browser = talk(door, "at-b")
    browser.say("hello")
    await happens(lambda: browser.heard)
    browser.came.put_nowait({"type": "websocket.disconnect", "code": 1001})
    await browser.task
    await happens(lambda: owner.ended)


async def test_the_owner_stops_telling_who_has_gone(nodes: list[Node]) -> None:
    a, b, _ = nodes
    browser = Browser(a, "http", "/things/at-b/news", method="GET")
    browser.came.put_nowait({"type": "http.request", "body": b"", "more_body": False})
    await happens(lambda: len(browser.sent) > 3)  # its answer goes on and on
    assert browser.sent[1]["body"] == b"b\n"
    browser.came.put_nowait({"type": "http.disconnect"})
    await browser.task
    await happens(lambda: b.ended)


async def test_a_socket_ends_when_the_owner_has_gone(nodes: list[Node]) -> None:
    door, *_ = nodes
    browser = talk(door, "at-b")
    browser.say("hello")
    await happens(lambda: browser.heard)
    door.forwarder.set_peers(["a", "c"])
    await browser.task
    assert browser.sent[-1] == {"type": "websocket.close", "code": 1012, "reason": ""}


async def test_who_has_moved_is_asked_where_it_is_now(nodes: list[Node]) -> None:
    door, before, _ = nodes
    for node in nodes:
        node.owners["moved"] = "c"
    door.owners["moved"] = "b"

    async def learnt() -> None:
        await happens(lambda: before.forwarder._here or before.asked)
        door.owners["moved"] = "c"

    learning = asyncio.create_task(learnt())
    assert (await answer(ask(door, "moved")))[1][b"x-by"] == b"c"
    learning.cancel()


async def test_a_socket_goes_on_with_the_next_owner(nodes: list[Node]) -> None:
    door, *others = nodes
    browser = talk(door, "at-b")
    browser.say("one")
    await happens(lambda: browser.heard)
    for node in nodes:
        node.owners["at-b"] = "c"
    browser.say("leave")
    await happens(lambda: len(browser.heard) == 3)
    browser.say("two")
    await happens(lambda: len(browser.heard) == 4)
    assert browser.heard == ["b one", "c as before", "c said", "c two"]
    for node in nodes:
        node.owners["at-b"] = "a"
    browser.say("leave")  # now it is owned where the browser is, from where it moves no more
    await happens(lambda: len(browser.heard) == 6)
    browser.say("leave")
    await happens(lambda: len(browser.heard) == 7)
    assert browser.heard[4:] == ["a as before", "a said", "a leave"]
    assert [event["type"] for event in browser.sent].count("websocket.accept") == 1
    browser.say("end")
    await browser.task
    assert not any(node.forwarder._here for node in others)


async def test_what_was_said_to_who_has_moved_is_heard_where_it_is_now(nodes: list[Node]) -> None:
    door, *_ = nodes
    for node in nodes:
        node.owners["moved"] = "c"
    door.owners["moved"] = "b"
    browser = talk(door, "moved")
    browser.say("one")
    tell = door.forwarder._bus.publish  # type: ignore[union-attr]

    def told(subject: str, message: bytes) -> None:
        tell(subject, message)
        if b"one" in message:
            door.owners["moved"] = "c"

    door.forwarder._bus.publish = told  # type: ignore[union-attr, method-assign]
    await happens(lambda: browser.heard)
    assert browser.heard == ["c one"]
    browser.say("end")
    await browser.task


async def test_who_is_not_there_is_waited_for(nodes: list[Node], connect: Connect) -> None:
    door, *_ = nodes
    door.owners["late"] = "d"
    asked = ask(door, "late")
    await asyncio.sleep(0.25)
    late = Node("d")
    await late.forwarder.begin(await connect(), "d")
    assert (await answer(asked))[1][b"x-by"] == b"d"


async def test_who_goes_takes_nothing_more(nodes: list[Node]) -> None:
    door, leaving, _ = nodes
    leaving.forwarder.leave()
    asked = ask(door, "at-b")
    await asyncio.sleep(0.25)
    door.owners["at-b"] = "c"
    nodes[2].owners["at-b"] = "c"
    assert (await answer(asked))[1][b"x-by"] == b"c"
    assert leaving.asked == []


async def test_where_nobody_comes_one_is_asked_to_try_again(
    nodes: list[Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "_PATIENCE", 0.2)
    door, *_ = nodes
    door.owners["gone"] = "nobody"
    status, headers, _ = await answer(ask(door, "gone"))
    assert (status, headers[b"retry-after"]) == (503, b"1")
    browser = talk(door, "gone")
    await browser.task
    assert browser.sent[-1]["type"] == "websocket.close"


async def test_one_alone_cannot_have_what_is_elsewhere() -> None:
    alone = Node("a")
    alone.owners["x"] = "b"
    assert (await answer(ask(alone, "x")))[0] == 503


async def test_what_is_missing_on_the_way_ends_a_socket(nodes: list[Node]) -> None:
    door, *_ = nodes
    browser = talk(door, "at-b")
    browser.say("hello")
    await happens(lambda: browser.heard)
    (side,) = door.forwarder._away.values()
    side._received -= 1  # as if one had been lost
    browser.say("more")
    await browser.task
    assert browser.heard == ["b hello"]
    assert browser.sent[-1]["code"] == 1012


async def test_a_socket_that_lacks_something_ends_also_where_its_owner_moves(
    nodes: list[Node],
) -> None:
    door, *_ = nodes
    browser = talk(door, "at-b")
    browser.say("hello")
    await happens(lambda: browser.heard)
    for node in nodes:
        node.owners["at-b"] = "c"
    (side,) = door.forwarder._away.values()
    side.take(forwarding._Event(side.session, side._received + 2, {}))  # the one before was lost
    side.end(True, ["as before"])
    await happens(browser.task.done)
    assert browser.heard == ["b hello"]
    assert browser.sent[-1]["code"] == 1012
