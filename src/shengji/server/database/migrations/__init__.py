"""Migrations of the database: run whenever it is opened, from the baseline or from a later step."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, Table, create_engine, text
from sqlalchemy.exc import DBAPIError

from shengji.server.database.errors import StorageError

LAST_WITH_EARLIER_STEPS: Final = "c015eaa7"
"""Commit of the last version with the migrations before the baseline."""

_SCRIPTS: Final = Path(__file__).parent

# Arbitrary key of the advisory lock for migrations on PostgreSQL.
_LOCK = 7_406_231

_LOCK_TIMEOUT_MS = 5_000
"""Maximum wait of a migration for a table on PostgreSQL. Other queries queue behind the migration,
so without a limit a long backup would stop a running site."""

_LOCK_TIMED_OUT = "55P03"
"""PostgreSQL's error code for a lock timeout."""


def config_for(connection: Connection) -> Config:
    """Return Alembic's settings for running migrations on a connection."""
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection, database: str) -> None:
    """Bring a database up to date, in the transaction of `connection`.

    Args:
        connection: in a transaction that writes.
        database: its address as it may be shown.

    Raises:
        StorageError: its step is newer than this version or older than the baseline, or another
            connection keeps a table locked.
    """
    wait_for_turn(connection)
    steps, current = known_steps(), step_of(connection)
    if current is not None and is_before_baseline(current):
        raise StorageError(
            f"The database {database} is at step {current}, and this version opens databases from "
            f"step {steps[0]} on. Start version {LAST_WITH_EARLIER_STEPS} "
            f"(git checkout {LAST_WITH_EARLIER_STEPS}) with it once, which brings it to step "
            f"{steps[0]}; then start this version."
        )
    if current is not None and current not in steps:
        raise StorageError(
            f"The database {database} was written by a newer version of shengji: it is at step "
            f"{current}, and this version knows steps up to {steps[-1]}. "
            "Install the newer version, or name another database with --database."
        )
    if current == steps[-1]:
        return
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SET LOCAL lock_timeout = {_LOCK_TIMEOUT_MS}"))
    try:
        go_to(connection, steps[-1])
    except DBAPIError as fault:
        if getattr(fault.orig, "sqlstate", None) != _LOCK_TIMED_OUT:
            raise
        raise StorageError(
            f"The database {database} was not brought up to date, and is as before: something has "
            "been reading it for long, such as a backup. Start again when that is done."
        ) from fault


def wait_for_turn(connection: Connection) -> None:
    """Wait until no other server migrates the database; SQLite has a single writer."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def known_steps() -> tuple[str, ...]:
    """The steps that this version of the program knows, the first one first."""
    return _steps_in(_SCRIPTS)


@cache
def _steps_in(scripts: Path) -> tuple[str, ...]:
    revisions = ScriptDirectory(str(scripts)).walk_revisions()
    return tuple(script.revision for script in revisions)[::-1]


def is_before_baseline(step: str) -> bool:
    """Whether a step is older than all that this version knows."""
    return step < known_steps()[0]


def step_of(connection: Connection) -> str | None:
    """The revision of a database; `None`: it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def go_to(connection: Connection, step: str) -> None:
    """Bring a database up to a step, in the transaction of `connection`."""
    command.upgrade(config_for(connection), step)


@cache
def tables_at(step: str) -> tuple[Table, ...]:
    """The tables of a database at a step, in the order of their foreign keys."""
    with create_engine("sqlite://").begin() as connection:
        go_to(connection, step)
        found = MetaData()
        found.reflect(connection)
    return tuple(table for table in found.sorted_tables if table.name != "alembic_version")
