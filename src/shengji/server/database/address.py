"""The address of a database, as people write it and as the drivers want it."""

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
"""The folder of the database, where none is named."""

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


def prepare_file(url: URL) -> None:
    """Make the file of a SQLite database where it does not exist, readable by its owner alone.

    SQLite gives the files beside it the same mode. Only our own data folder is made for it.

    Raises:
        StorageError: there is no such folder.
        OSError: the file cannot be made.
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
