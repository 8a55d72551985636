"""Access to a site's database for commands that work without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from shengji.terminal.errors import as_usage

if TYPE_CHECKING:
    from shengji.server.stores import Stores

T = TypeVar("T")

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The site's database, as `shengji serve` takes it.",
        show_default="SHENGJI_DATABASE, or the file in your data folder",
    ),
]


def with_store(database: str | None, work: Callable[[Stores], Awaitable[T]]) -> T:
    """Open the site's database and run a function with its stores.

    Args:
        database: its address; `None` for the one of the settings.
        work: receives the stores.

    Raises:
        UsageError: it cannot be opened.
    """
    from shengji.server.database.errors import StorageError
    from shengji.server.stores import Stores

    url = url_of(database)

    async def run() -> T:
        store = await Stores.open(url)
        try:
            return await work(store)
        finally:
            await store.close()

    with as_usage(StorageError):
        return asyncio.run(run())


def url_of(database: str | None) -> str:
    """The address of the site's database: the given one, or that of the settings.

    Raises:
        UsageError: a setting is invalid.
    """
    from shengji.server.site.settings import SettingsError, settings_from

    with as_usage(SettingsError):
        return database or settings_from().database_url
