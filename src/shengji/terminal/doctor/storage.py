"""Checks of a site's database, which is opened, but neither created nor migrated."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

from shengji.server.database.address import read_address, shown
from shengji.server.database.engine import DATABASE_FAULTS, make_engine, plainly
from shengji.server.database.errors import StorageError
from shengji.server.database.migrations import (
    LAST_WITH_EARLIER_STEPS,
    is_before_baseline,
    known_steps,
    step_of,
)
from shengji.server.database.sweep_clock import gap_since
from shengji.terminal.doctor.finding import Finding, State, make_finding
from shengji.terminal.doctor.machine import takes_files

_LITTLE, _TIGHT = 200 * 1024**2, 1024**3
"""Free bytes on the disk: below the first, play will soon fail; below the second, it may later."""

_SKEW = 2.0
"""Maximum difference between the clocks of the server and PostgreSQL, in seconds."""


async def check_database(url: str) -> list[Finding]:
    """Check a database.

    Args:
        url: its address.
    """
    try:
        address = read_address(url)
    except StorageError as error:
        return [make_finding("database", "bad", "database.address", why=error)]
    if address.get_backend_name() == "sqlite":
        findings = list(_file(Path(address.database or "")))
        if findings[0].state != "good":
            return findings
    else:
        findings = []
    engine = make_engine(address)
    try:
        async with engine.connect() as connection:
            return [*findings, *await connection.run_sync(_inside, address)]
    except DATABASE_FAULTS as fault:
        why = plainly(fault)
        return [
            *findings,
            make_finding("database", "bad", "database.fails", url=shown(address), why=why),
        ]
    finally:
        await engine.dispose()


def _file(path: Path) -> Iterator[Finding]:
    folder = path.absolute().parent
    if not takes_files(folder) or (path.exists() and not os.access(path, os.W_OK)):
        yield make_finding("file", "bad", "file.closed", file=path)
        return
    if not path.exists():
        yield make_finding("file", "doubtful", "file.none", file=path)
    elif _is_open(path):
        yield make_finding("file", "good", "file.there", file=path)
        yield make_finding("secrecy", "doubtful", "secrecy.open", file=path)
    else:
        yield make_finding("file", "good", "file.there", file=path)
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    state: State = "bad" if free < _LITTLE else "doubtful" if free < _TIGHT else "good"
    key = "disk.enough" if state == "good" else "disk.little"
    yield make_finding("disk", state, key, folder=folder, free=f"{free / 1024**3:.1f}")


def _is_open(path: Path) -> bool:
    """Whether all users of this machine can read a file."""
    reached = path.absolute().parent.stat().st_mode & stat.S_IXOTH
    return sys.platform != "win32" and bool(reached and path.stat().st_mode & stat.S_IROTH)


def _inside(connection: Connection, address: URL) -> list[Finding]:
    findings = [make_finding("database", "good", "database.there", url=shown(address))]
    step, steps = step_of(connection), known_steps()
    if step is None:
        findings.append(make_finding("schema", "doubtful", "schema.none"))
    elif is_before_baseline(step):
        old = {"step": step, "first": steps[0], "version": LAST_WITH_EARLIER_STEPS}
        findings.append(make_finding("schema", "bad", "schema.outdated", **old))
    elif step not in steps:
        findings.append(make_finding("schema", "bad", "schema.newer", step=step, known=steps[-1]))
    elif step != steps[-1]:
        findings.append(
            make_finding("schema", "doubtful", "schema.older", step=step, known=steps[-1])
        )
    else:
        findings.append(make_finding("schema", "good", "schema.there", step=step))
        findings += _sweeping(connection)
    of_engine = _sqlite if connection.dialect.name == "sqlite" else _postgresql
    return [*findings, *of_engine(connection)]


def _sweeping(connection: Connection) -> Iterator[Finding]:
    gap = gap_since(connection, int(time.time() * 1000))
    if gap is None:
        yield make_finding("sweeping", "good", "sweeping.on")
    else:
        last = datetime.fromtimestamp(gap / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        yield make_finding("sweeping", "doubtful", "sweeping.waits", last=last)


def _sqlite(connection: Connection) -> Iterator[Finding]:
    mode = connection.execute(text("PRAGMA journal_mode")).scalar_one()
    if mode == "wal":
        yield make_finding("durable", "good", "durable.wal")
    else:
        yield make_finding("durable", "bad", "durable.mode", mode=mode)
    found = connection.execute(text("PRAGMA quick_check(1)")).scalar_one()
    if found == "ok":
        yield make_finding("whole", "good", "whole.pages")
    else:
        yield make_finding("whole", "bad", "whole.damaged", why=found.splitlines()[-1])


def _postgresql(connection: Connection) -> Iterator[Finding]:
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        value = connection.execute(text(f"SHOW {setting}")).scalar_one()
        if value == "off":
            yield make_finding("durable", "bad", "durable.off", setting=setting)
            break
    else:
        yield make_finding("durable", "good", "durable.on")
    before = time.time()
    theirs = connection.execute(text("SELECT extract(epoch FROM clock_timestamp())"))
    skew = float(theirs.scalar_one()) - (before + time.time()) / 2
    state: State = "good" if abs(skew) <= _SKEW else "bad"
    key = "clock.same" if state == "good" else "clock.differs"
    yield make_finding("clock", state, key, seconds=f"{skew:+.1f}", most=f"{_SKEW:g}")
