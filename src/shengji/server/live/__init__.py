"""Tables under way: who listens, whose time it is, how fast it goes, and what bots do.

What lives here: `Hub`, the tables in memory by id; `LiveTable`, one table with its listeners,
clocks and bots, which stores what happens before anybody hears of it; `Listener`, one connection;
`Recorder`, which keeps the matches that are over; `Desk`, where people wait to be seated;
`Nights`, the nights under way, each a `LiveNight`.
What may not: rules of the game or of the table (`shengji.server.table`), SQL, and HTTP.
"""

from shengji.server.live.calls import Call, call_nobody
from shengji.server.live.context import LiveSettings, Time
from shengji.server.live.desk import Desk, PairingError
from shengji.server.live.hub import Counts, Hub, OpeningRefusedError
from shengji.server.live.listener import Listener
from shengji.server.live.live_night import LiveNight
from shengji.server.live.live_table import LiveTable
from shengji.server.live.meter import Metered
from shengji.server.live.night_keeper import Nights
from shengji.server.live.recorder import Recorder
from shengji.server.live.warmup import read_kernels

__all__ = [
    "Call",
    "Counts",
    "Desk",
    "Hub",
    "Listener",
    "LiveNight",
    "LiveSettings",
    "LiveTable",
    "Metered",
    "Nights",
    "OpeningRefusedError",
    "PairingError",
    "Recorder",
    "Time",
    "call_nobody",
    "read_kernels",
]
