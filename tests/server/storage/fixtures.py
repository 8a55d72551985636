"""A small site as it was stored at step 0033 of the database, in `tests/data/step0033`.

It was played when the migrations before that step were still there: `tables.db.gz` is its SQLite
file, `postgresql.sql.gz` what `pg_dump` wrote of the same site on PostgreSQL, and `*.backup` what
`shengji backup` wrote of each. `names.json` has the ids and secrets of what is in it: accounts,
guests, friends and an invitation; a finished match with a review, and a table under way; a night
with confirmed hands, one under way, and one that waits for the owner of its series; a regular
evening, ratings, tokens, a push subscription, reports, a sanction, puzzles.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Final

from sqlalchemy.ext.asyncio import create_async_engine

from shengji.server.database.address import read_address

FOLDER: Final = Path(__file__).parents[2] / "data" / "step0033"
NAMES: Final[dict[str, str]] = json.loads((FOLDER / "names.json").read_text())
STORED_AT: Final = 1_795_954_200_000
"""The time of the site, in milliseconds since 1970: 29 November 2026, 12:10 UTC."""


def backup_of(engine: str) -> bytes:
    """The backup of the site on this engine."""
    return (FOLDER / f"{engine}.backup").read_bytes()


async def lay(url: str) -> None:
    """Put the site into a database that does not exist yet, or is empty."""
    address = read_address(url)
    if address.get_backend_name() == "sqlite":
        stored = gzip.decompress((FOLDER / "tables.db.gz").read_bytes())
        Path(address.database or "").write_bytes(stored)
        return
    dump = gzip.decompress((FOLDER / "postgresql.sql.gz").read_bytes()).decode()
    # Lines with a backslash are for psql alone.
    script = "\n".join(line for line in dump.splitlines() if not line.startswith("\\"))
    engine = create_async_engine(address)
    async with engine.connect() as connection:
        raw = await connection.get_raw_connection()
        assert raw.driver_connection is not None
        await raw.driver_connection.execute(script)
    await engine.dispose()
