"""Spans: how long each part of an answer took, on all servers that it went through.

They go to a collector of OpenTelemetry where one is named, and cost nothing where none is. They
name what was done and never to whom: no ids of people or tables, no cards, no text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from shengji.extras import require

if TYPE_CHECKING:
    from opentelemetry import trace

_WAY: Final = "/v1/traces"
"""Where a collector takes spans that come over HTTP."""


def _nothing() -> None:
    """Where nothing is sent, nothing waits."""


class Span:
    """Something that goes on; what is noted of it goes nowhere where nobody collects spans."""

    def note(self, name: str | None = None, **attributes: str | int) -> None:
        """Give it another name, or say more of it."""


class Spans:
    """The spans of this process."""

    def __init__(self) -> None:
        self._tracer: trace.Tracer | None = None
        self._shut_down: Callable[[], None] = _nothing

    def begin(self, address: str, role: str) -> None:
        """Send all spans from now on to a collector.

        Args:
            address: where it takes OTLP over HTTP, such as `http://localhost:4318`.
            role: what this server does.

        Raises:
            MissingExtraError: the libraries are not installed.
        """
        require("telemetry", "opentelemetry.sdk")
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

        named = Resource.create({"service.name": "shengji", "shengji.role": role})
        provider = TracerProvider(resource=named)
        exporter = OTLPSpanExporter(address.rstrip("/") + _WAY)
        provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer, self._shut_down = provider.get_tracer("shengji"), provider.shutdown

    def end(self) -> None:
        """Send what waits, and send nothing more."""
        self._tracer = None
        self._shut_down()
        self._shut_down = _nothing

    @contextmanager
    def span(
        self, name: str, marks: Mapping[str, str] | None = None, **attributes: str | int
    ) -> Iterator[Span]:
        """A span for as long as the context lasts, within that which is there.

        Args:
            name: what goes on.
            marks: by which it belongs to a span of another server (`marks`).
            attributes: what else is to be known of it.
        """
        if self._tracer is None:
            yield _NOWHERE
            return
        from opentelemetry.propagate import extract  # noqa: PLC0415

        within = extract(dict(marks)) if marks else None
        opened = self._tracer.start_as_current_span(name, within, attributes=attributes)
        with opened as found:
            yield _Sent(found)

    def marks(self) -> dict[str, str]:
        """Marks of the span that is there, by which another server's belongs to it."""
        found: dict[str, str] = {}
        if self._tracer is not None:
            from opentelemetry.propagate import inject  # noqa: PLC0415

            inject(found)
        return found


class _Sent(Span):
    """One that goes to the collector."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def note(self, name: str | None = None, **attributes: str | int) -> None:
        """Give it another name, or say more of it."""
        if name is not None:
            self._span.update_name(name)
        self._span.set_attributes(attributes)


_NOWHERE: Final = Span()

spans: Final = Spans()
"""The spans of this process."""
