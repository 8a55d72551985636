"""How the database came to be as `database` has it, step by step; run whenever it is opened."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from shengji.server.database.errors import StorageError

# Any number; two servers that start together on one PostgreSQL database wait here for each other.
_LOCK = 7_406_231


def config_for(connection: Connection) -> Config:
    """The settings of Alembic's commands, to run the steps on a connection."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection, database: str) -> None:
    """Bring a database up to date, in the transaction of `connection`.

    Args:
        connection: in a transaction that writes.
        database: its address as it may be shown.

    Raises:
        StorageError: a newer version of the program has written it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = config_for(connection)
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in known:
        raise StorageError(
            f"The database {database} was written by a newer version of shengji: it is at step "
            f"{current}, and this version knows steps up to {scripts.get_current_head()}. "
            "Install the newer version, or name another database with --database."
        )
    if current != scripts.get_current_head():
        command.upgrade(config, "head")
