"""HTTP handler of the stakes of a rated table and the result of its last match."""

from __future__ import annotations

import time

from litestar.params import FromPath

from shengji.server.matches.store import MatchStore
from shengji.server.ratings.recording import Recording
from shengji.server.ratings.store import RatingStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AnyCaller
from shengji.server.site.services import is_id
from shengji.server.tables.core.rated import TIMES_UP
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.schemas import TableStakes

addresses = Addresses("tables")


@addresses.get("/api/tables/{table:str}/stakes", faults="no-table, damaged")
async def table_stakes(caller: AnyCaller, table: FromPath[str]) -> TableStakes:
    """Get the stakes of a table.

    For rated matches: the ratings of the seated players, the expected results, and the last match.
    """
    services = caller.services
    found = await services[Hub].get(table) if is_id(table) else None
    if found is None:
        raise ApiError("no-table")
    state, matches = found.state(), services[MatchStore]
    settled = state.playing or await services[Recording].wait_rated()
    stakes = await found.stakes()
    over = None if state.playing else await matches.of_table(table, state.match)
    return TableStakes(
        stakes=stakes,
        grace=round(services.settings.rated_grace),
        times_up=TIMES_UP,
        now=time.time_ns() // 1_000_000,
        over=over,
        settled=settled or (over is not None and await services[RatingStore].is_done(over)),
    )
