"""A process that appends to ten tables at once, saying each entry that is durable; to be killed."""

from __future__ import annotations

import asyncio
import sys

from shengji.server.stores import Stores
from tests.server.storage.kit import own, summary


async def fill(store: Stores, table: str) -> None:
    await store.tables.open_table(table, [b"1"], 1, None, summary(table))
    number = 1
    while True:
        print(table, number, flush=True)
        number += 1
        await store.tables.append(table, own(store), number, [b"%d" % number], number)


async def main(url: str, name: str) -> None:
    store = await Stores.open(url)
    await asyncio.gather(*(fill(store, f"{name}-{table}") for table in range(10)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
