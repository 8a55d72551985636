"""Logging: one format for our log entries and those of libraries, as text or JSON."""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor

from shengji.server.site.settings import ServerSettings


def set_up_logs(settings: ServerSettings, stream: TextIO | None = None) -> None:
    """Configure the logging of this process.

    Args:
        settings: settings with the format and the level.
        stream: the output; standard error by default.
    """
    level = getattr(logging, settings.log_level.upper())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    out = stream or sys.stderr
    # Tracebacks omit local variables, which may hold a cookie's secret or cards.
    last: list[Processor]
    if settings.log_format == "json":
        last = [
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    else:
        last = [
            structlog.dev.ConsoleRenderer(
                colors=out.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Libraries log every connection and statement; only their warnings are kept.
    root.setLevel(max(level, logging.WARNING))
    logging.getLogger("shengji").setLevel(level)
