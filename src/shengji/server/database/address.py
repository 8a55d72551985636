"""Database URLs, as users write them and as the drivers need them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from shengji.server.database.errors import StorageError

DATA_FOLDER: Final = platformdirs.user_data_path("shengji")
"""Default folder of the database."""

_POSTGRESQL = "postgresql+asyncpg"
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": _POSTGRESQL, "postgres": _POSTGRESQL}
_FORMS = "sqlite:////folder/file.db or postgresql://user:password@host/name"


def read_address(text: str) -> URL:
    """Parse the URL of a database.

    Args:
        text: a URL such as `sqlite:////folder/file.db` or `postgresql://user:password@host/name`.

    Returns:
        The URL with an asynchronous driver.

    Raises:
        StorageError: the URL is not valid. The message does not repeat it, since it may contain a
            password.
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
    if driver == _POSTGRESQL and "sslmode" in query:  # as in most PostgreSQL URLs
        query["ssl"] = query.pop("sslmode")
    return url.set(drivername=driver, query=query)


def shown(url: URL) -> str:
    """Return the URL without its password, for messages and logs."""
    plain = url.set(drivername=url.get_backend_name())
    if "password" in plain.query:
        plain = plain.update_query_dict({"password": "***"})
    return plain.render_as_string(hide_password=True)


def prepare_file(url: URL) -> None:
    """Create the file of a SQLite database if it is missing, readable by its owner only.

    SQLite gives its auxiliary files the same mode. Of folders, only `DATA_FOLDER` is created.

    Raises:
        StorageError: the folder does not exist.
        OSError: the file cannot be created.
    """
    if url.get_backend_name() != "sqlite" or url.database is None:
        return
    file = Path(url.database)
    if file.parent == DATA_FOLDER:
        file.parent.mkdir(parents=True, exist_ok=True)
    elif not file.parent.is_dir():
        raise StorageError(
            f"There is no folder {file.parent} for the database. Make it, or name another one."
        )
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
