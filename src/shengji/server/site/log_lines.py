"""Logs in one form, ours and those of the libraries, as lines for people or for programs."""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor

from shengji.server.site.settings import ServerSettings


def set_up_logs(settings: ServerSettings, stream: TextIO | None = None) -> None:
    """Set up the logs of this process.

    Args:
        settings: their format and level.
        stream: where they go; the standard error, by default.
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
    # Tracebacks come without the values of variables: a cookie's secret, or cards, may be in them.
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
    # The libraries tell of every connection and statement; their warnings are enough.
    root.setLevel(max(level, logging.WARNING))
    logging.getLogger("shengji").setLevel(level)
