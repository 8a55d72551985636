"""The address of a database, as people write it and as the drivers want it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from shengji.server.database.errors import StorageError

_POSTGRESQL = "postgresql+asyncpg"
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": _POSTGRESQL, "postgres": _POSTGRESQL}
_FORMS = "sqlite:////folder/file.db or postgresql://user:password@host/name"


def read_address(text: str) -> URL:
    """Read the address of a database.

    Args:
        text: such as `sqlite:////folder/file.db` or `postgresql://user:password@host/name`.

    Returns:
        The address with the driver that we use.

    Raises:
        StorageError: it is no such address. The message does not repeat it: it may hold a password.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StorageError(f"The database's address cannot be read. Write {_FORMS}.") from None
    driver = _DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise StorageError(
            f"A database of the kind {url.drivername} is not supported. Write {_FORMS}."
        )
    if driver != _POSTGRESQL and url.database in (None, "", ":memory:"):
        raise StorageError(
            "A database in memory would lose every table. Name a file: sqlite:////folder/file.db."
        )
    query = dict(url.query)
    if driver == _POSTGRESQL and "sslmode" in query:  # as in most addresses that one is given
        query["ssl"] = query.pop("sslmode")
    return url.set(drivername=driver, query=query)


def shown(url: URL) -> str:
    """The address as it may be shown: without any password."""
    plain = url.set(drivername=url.get_backend_name())
    if "password" in plain.query:
        plain = plain.update_query_dict({"password": "***"})
    return plain.render_as_string(hide_password=True)


def make_folder(url: URL) -> None:
    """Make the folder of a SQLite file, where it does not exist."""
    if url.get_backend_name() == "sqlite" and url.database is not None:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
