"""A SQLite database as a store makes it: made once, since all the steps to it take a while."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from shengji.server.stores import Stores


def make_fresh(path: Path) -> None:
    """Put a database with all tables, and nothing in them, where none is yet."""
    if not path.exists():
        path.write_bytes(_fresh())


def prepare() -> None:
    """Make such a database now, for processes that are forked from this one."""
    _fresh()


def fresh_in(folder: Path) -> str:
    """The address of a database `tables.db` of this folder, which is such a one at first."""
    path = folder / "tables.db"
    make_fresh(path)
    return f"sqlite:///{path}"


async def make_tables(url: str) -> None:
    """Let a store make its tables."""
    await (await Stores.open(url)).close()


@cache
def _fresh() -> bytes:
    """The file of such a database."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as apart:
        path = Path(folder) / "tables.db"
        # Who asks may be in an event loop.
        apart.submit(asyncio.run, make_tables(f"sqlite:///{path}")).result()
        return path.read_bytes()
