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

# Any number; two servers that start together on one PostgreSQL database wait here for each other.
_LOCK = 7_406_231

_PATIENCE_MS = 5_000
"""So long a step waits for a table on PostgreSQL. Whoever wants it meanwhile waits behind the step,
so that a backup which reads for minutes would stop a site that runs."""

_TAKEN = "55P03"
"""The code of PostgreSQL's error that a lock was not to be had in time."""


def config_for(connection: Connection) -> Config:
    """The settings of Alembic's commands, to run the steps on a connection."""
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
        connection.execute(text(f"SET LOCAL lock_timeout = {_PATIENCE_MS}"))
    try:
        go_to(connection, steps[-1])
    except DBAPIError as fault:
        if getattr(fault.orig, "sqlstate", None) != _TAKEN:
            raise
        raise StorageError(
            f"The database {database} was not brought up to date, and is as before: something has "
            "been reading it for long, such as a backup. Start again when that is done."
        ) from fault


def wait_for_turn(connection: Connection) -> None:
    """Wait until no other changes what the database consists of; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def known_steps() -> list[str]:
    """The steps that this version of the program knows, the first one first."""
    scripts = ScriptDirectory(str(_SCRIPTS))
    return [script.revision for script in scripts.walk_revisions()][::-1]


def is_before_baseline(step: str) -> bool:
    """Whether a step is older than all that this version knows."""
    return step < known_steps()[0]


def step_of(connection: Connection) -> str | None:
    """The step at which a database is; `None`: nothing has been made in it."""
    return MigrationContext.configure(connection).get_current_revision()


def go_to(connection: Connection, step: str) -> None:
    """Bring a database up to a step, in the transaction of `connection`."""
    command.upgrade(config_for(connection), step)


@cache
def tables_at(step: str) -> tuple[Table, ...]:
    """The tables that a database has at a step, each after those to which it refers."""
    with create_engine("sqlite://").begin() as connection:
        go_to(connection, step)
        found = MetaData()
        found.reflect(connection)
    return tuple(table for table in found.sorted_tables if table.name != "alembic_version")
