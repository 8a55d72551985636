"""A server whose tables of nights wait for nobody but people; to be killed.

`quick_site DATABASE PORT RULES`, by which nights are rated besides.
"""

from __future__ import annotations

import asyncio
import sys

from shengji.server.reviews.waiting_list import ReviewSettings
from shengji.server.runner import SiteServer
from shengji.server.site.settings import ServerSettings
from shengji.server.tables.live.context import LiveSettings
from shengji.terminal.commands.serve import listen

QUICK = LiveSettings(night_pace="instant", absent_after=0.3, declare_window=0.5)
PROMPT = ReviewSettings(niceness=0)
"""They take as long as elsewhere, and are waited for by the test alone."""


def main(database: str, port: int, rules: str) -> None:
    settings = ServerSettings(
        host="127.0.0.1",
        port=port,
        database=database,
        creations_per_minute=100_000,
        work_per_address=64.0,
        work_per_person=64.0,
        rated_night_rules=(rules,),
        push="off",
        log_level="error",
    )
    listener = listen(settings.host, settings.port)
    server = SiteServer(settings, lambda: print("ready", flush=True), QUICK, PROMPT)
    asyncio.run(server.serve([listener]))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
