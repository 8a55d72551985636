"""Spans that tell a collector of OpenTelemetry how long each part of an answer took."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from shengji.rules import Rules
from shengji.server.cluster.bus import LocalBus
from shengji.server.site.spans import spans
from shengji.server.tables.bots.port import Seating
from shengji.server.tables.bots.workers import answer_to, decode_decision, encode_request
from tests.server.cluster.test_bot_workers import questions
from tests.server.cluster.test_forwarding import Node as Server
from tests.server.cluster.test_forwarding import answer, ask
from tests.server.http.site import running
from tests.waiting import wait_for


class Collector:
    """Takes spans as a collector does.

    Attributes:
        address: where it is.
        spans: all that have come.
        roles: those of the servers that sent them.
    """

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.roles: set[str] = set()
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                    for at in resource.resource.attributes:
                        if at.key == "shengji.role":
                            collector.roles.add(at.value.string_value)
                    for scope in resource.scope_spans:
                        collector.spans += scope.spans
                self.send_response(200 if self.path == "/v1/traces" else 404)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def end(self) -> None:
        """Take nothing more."""
        self._server.shutdown()
        self._server.server_close()

    def named(self, name: str) -> list[Span]:
        """The spans of a name."""
        return [span for span in self.spans if span.name == name]


@pytest.fixture
def collector() -> Iterator[Collector]:
    """A collector to which this process sends its spans."""
    found = Collector()
    spans.begin(found.address, "all")
    yield found
    spans.end()
    found.end()


def test_an_answer_is_told_part_by_part_and_says_nothing_of_people(
    collector: Collector, tmp_path: Path
) -> None:
    with running(tmp_path) as site:
        host = site.guest()
        host.patch("/api/me", json={"name": "Wu Song"}).raise_for_status()
        table = site.table(host, bots="random", start=True)
        with site.connect(host, table) as talk:
            version = talk.hello()["version"]
            action = {"do": "say", "text": "good luck"}
            talk.say({"type": "do", "id": "a", "version": version, "action": action})
            assert talk.until("done", "refused")["type"] == "done"
    spans.end()
    wait_for(lambda: collector.named("do say"))
    (said,) = collector.named("do say")
    stored = [at for at in collector.named("store table") if at.parent_span_id == said.span_id]
    assert len(stored) == 1 and stored[0].trace_id == said.trace_id
    (made,) = collector.named("POST /api/tables")
    assert {at.key: at.value.int_value for at in made.attributes} == {"status": 201}
    assert collector.roles == {"all"}
    told = str(collector.spans)
    assert table not in told and "Wu Song" not in told and "good luck" not in told


async def test_what_another_server_does_for_it_belongs_to_an_answer(
    collector: Collector,
) -> None:
    door, owner = Server("door"), Server("owner")
    door.owners, bus = {"thing": "owner"}, LocalBus()
    for node in (door, owner):
        await node.forwarder.begin(bus, node.name)
    with spans.span("asked"):
        status, *_ = await answer(ask(door, "thing"))
    assert status == 202
    spans.end()
    wait_for(lambda: collector.named("asked"))
    (asked,), (answered,) = collector.named("asked"), collector.named("answer for a door")
    assert answered.trace_id == asked.trace_id and answered.parent_span_id == asked.span_id


def test_a_decision_of_a_bot_worker_belongs_to_the_table_that_wants_it(
    collector: Collector,
) -> None:
    story, seat, _ = next(questions(Rules(), "basic"))
    with spans.span("asked"):
        message = encode_request(Seating("basic", seat, 1, story))
    decode_decision(answer_to(message), seat)
    spans.end()
    wait_for(lambda: collector.named("asked"))
    (asked,), (decided,) = collector.named("asked"), collector.named("decide for a table")
    assert decided.trace_id == asked.trace_id and decided.parent_span_id == asked.span_id
