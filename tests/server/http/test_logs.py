import io
import json
import logging

import pytest
import structlog

from shengji.server.site.log_lines import set_up_logs
from shengji.server.site.settings import ServerSettings


@pytest.fixture
def stream() -> io.StringIO:
    return io.StringIO()


def crash(secret: str) -> None:
    try:
        raise ValueError("broken")
    except ValueError as error:
        structlog.get_logger("shengji").error("crash", exc_info=error)
        logging.getLogger("shengji.library").exception("crash in a library")


@pytest.mark.parametrize("form", ["console", "json"])
def test_tracebacks_do_not_show_what_variables_hold(stream: io.StringIO, form: str) -> None:
    set_up_logs(ServerSettings(log_format=form), stream)  # type: ignore[arg-type]
    crash("the-secret-of-a-cookie")
    assert stream.getvalue().count("broken") >= 2
    assert stream.getvalue().count("line" if form == "console" else "lineno") >= 2
    assert "the-secret-of-a-cookie" not in stream.getvalue()


def test_lines_for_programs(stream: io.StringIO) -> None:
    set_up_logs(ServerSettings(log_format="json", log_level="info"), stream)
    structlog.get_logger("shengji").info("swept", tables=3, name="武松")
    structlog.get_logger("shengji").debug("unseen")
    logging.getLogger("uvicorn.error").warning("from a library")
    ours, theirs = map(json.loads, stream.getvalue().splitlines())
    assert (ours["event"], ours["tables"], ours["name"]) == ("swept", 3, "武松")
    assert (theirs["event"], theirs["level"]) == ("from a library", "warning")
    assert {"timestamp", "level"} <= set(ours)
