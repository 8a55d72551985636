"""Tracing: how long each part of a response took, on all nodes involved.

Spans are sent to an OpenTelemetry collector if one is configured; without one, tracing costs
nothing. Spans name operations only: no ids of people or tables, no cards, no text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from shengji.extras import require

if TYPE_CHECKING:
    from opentelemetry import trace

_WAY: Final = "/v1/traces"
"""Path of a collector's OTLP endpoint over HTTP."""


def _nothing() -> None:
    """Do nothing: there is no exporter to shut down."""


class Span:
    """A running operation; without a collector, `annotate` does nothing."""

    def annotate(self, name: str | None = None, **attributes: str | int) -> None:
        """Rename the span, or add attributes."""


class Spans:
    """The tracing of this process."""

    def __init__(self) -> None:
        self._tracer: trace.Tracer | None = None
        self._shut_down: Callable[[], None] = _nothing

    def begin(self, address: str, role: str) -> None:
        """Start to send spans to a collector.

        Args:
            address: its OTLP endpoint over HTTP, such as `http://localhost:4318`.
            role: the role of this node.

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
        """Flush, and stop tracing."""
        self._tracer = None
        self._shut_down()
        self._shut_down = _nothing

    @contextmanager
    def span(
        self, name: str, marks: Mapping[str, str] | None = None, **attributes: str | int
    ) -> Iterator[Span]:
        """Open a span for the duration of the context, as a child of the current span.

        Args:
            name: the operation.
            marks: trace context of a parent span on another node (`marks`).
            attributes: further attributes.
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
        """Trace context of the current span, for a child span on another node."""
        found: dict[str, str] = {}
        if self._tracer is not None:
            from opentelemetry.propagate import inject  # noqa: PLC0415

            inject(found)
        return found


class _Sent(Span):
    """A span that is sent to the collector."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def annotate(self, name: str | None = None, **attributes: str | int) -> None:
        """Rename the span, or add attributes."""
        if name is not None:
            self._span.update_name(name)
        self._span.set_attributes(attributes)


_NOWHERE: Final = Span()

spans: Final = Spans()
"""The tracing of this process."""
