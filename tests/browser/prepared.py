"""Tables that have been played to where a test begins, for a server that already runs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import time

from shengji.server.database.ids import new_id
from shengji.server.stores import Stores
from shengji.server.tables.acts.hosting import Opened
from shengji.server.tables.core.entries import Body, decode_body, encode_body
from shengji.server.tables.core.table import Table
from shengji.server.tables.summary import Summary
from tests.browser.servers import ServerProcess


def lay(server: ServerProcess, log: Sequence[Body], people: Mapping[str, str]) -> str:
    """Put a table where people find it when they come to it.

    Args:
        server: whose table it becomes.
        log: everything that has happened there.
        people: who takes the place of each person of the log, by their ids.

    Returns:
        The table's id.
    """
    opened = log[0]
    assert isinstance(opened, Opened)
    table = new_id()
    names = {opened.table: table, **people}
    bodies = [encode_body(body) for body in log]
    for known, new in names.items():
        bodies = [body.replace(f'"{known}"'.encode(), f'"{new}"'.encode()) for body in bodies]

    async def store() -> None:
        there = await Stores.open(server.database)
        room = Table.of(map(decode_body, bodies)).room
        summary = Summary.of(room.state(), room.seats[0].name)
        await there.tables.open_table(table, bodies, round(time() * 1000), None, summary)
        await there.close()

    # Who asks may be in an event loop.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, store()).result()
    return table
