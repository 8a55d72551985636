"""The needs of so many players at once, worked out from what was measured of a few."""

from __future__ import annotations

from typing import Final, NamedTuple

from benchmarks.load.side_by_side import Figures
from benchmarks.load.side_by_side import measured as side_by_side
from benchmarks.scale.measuring import Measured
from benchmarks.scale.measuring import measured as others

PLAYERS: Final = (1_000, 10_000)
"""Players at once: as many as one process has been measured with, and one step beyond."""

_DOOR, _TABLES, _POSTGRES, _NATS = "door0", "tables0", "PostgreSQL", "NATS"


class Assumed(NamedTuple):
    """The assumptions, which no measurement gives.

    Attributes:
        pace: seconds from one decision at a table to the next one, as people play.
        seats: people at a table; `bots`: seats of bots for each person, who think as `bot`.
        busy: the share of a core that is used at the busiest hour.
        commits: commits a second of a node at most, since what waits is committed together.
        hands: hands of a match; `kept`: days for which the logs of tables stay.
        hours: hours a day for which so many play, of which the rest follows.
    """

    pace: float = 2.0
    seats: int = 4
    bots: float = 0.5
    bot: str = "medium"
    busy: float = 0.6
    commits: float = 100.0
    hands: int = 10
    kept: int = 90
    hours: float = 8.0


class Needs(NamedTuple):
    """The needs of so many players.

    Attributes:
        tables: at which they play.
        decisions: a second.
        doors: cores of doors; `nodes` of nodes with tables, `bots` of bot workers, `postgres` and
            `nats` of these.
        memory: gigabytes that doors and nodes take for them.
        commits: transactions a second; `rows`: rows written a second; `wal`: megabytes a second of
            the log of PostgreSQL.
        disk: gigabytes of tables' logs that are kept.
        messages: a second over NATS, told and heard together; `carried`: megabytes a second.
        sent: megabits a second to browsers.
        presence: megabytes a second by which each server tells each other who is there.
        matches: matches a second that are over, which one node records and rates.
    """

    tables: float
    decisions: float
    doors: float
    nodes: float
    bots: float
    postgres: float
    nats: float
    memory: float
    commits: float
    rows: float
    wal: float
    disk: float
    messages: float
    carried: float
    sent: float
    presence: float
    matches: float

    @property
    def servers(self) -> float:
        """Processes of doors and nodes, of which each has one core."""
        return self.doors + self.nodes


class Model:
    """Works out what is needed.

    Args:
        split: what was measured of split roles.
        measured: what else was measured.
        assumed: the assumptions.
    """

    def __init__(self, split: Figures, measured: Measured, assumed: Assumed) -> None:
        self.split = split
        self.measured = measured
        self.assumed = assumed

    @classmethod
    def kept(cls) -> Model:
        """The model of what was measured last and kept."""
        return cls(side_by_side().places["split"], others(), Assumed())

    def needs(self, players: float) -> Needs:
        """The needs of so many players at once."""
        assumed, cpu, counts = self.assumed, self.split.cpu, self.split.counts
        tables = players / assumed.seats
        decisions = tables / assumed.pace
        doors, nodes, postgres, nats = (
            self._cores(decisions, cpu[part]) for part in (_DOOR, _TABLES, _POSTGRES, _NATS)
        )
        bots = self._cores(decisions * assumed.bots, self.measured.bots[assumed.bot])
        connection = self.split.connection
        servers = max(1.0, doors) + max(1.0, nodes)
        return Needs(
            tables=tables,
            decisions=decisions,
            doors=doors,
            nodes=nodes,
            bots=bots,
            postgres=postgres,
            nats=nats,
            memory=players * (connection[_DOOR] + connection[_TABLES]) / 1e6,
            commits=min(decisions * counts["commits"], max(1.0, nodes) * assumed.commits),
            rows=decisions * counts["rows"],
            wal=decisions * counts["log_bytes"] / 1e6,
            disk=decisions * counts["entry_bytes"] * assumed.hours * 3600 * assumed.kept / 1e9,
            messages=decisions * (counts["nats_told"] + counts["nats_heard"]),
            carried=decisions * counts["nats_told_bytes"] / 1e6,
            sent=decisions * self.split.sent * 8 / 1e6,
            presence=players * self.measured.presence * (servers - 1) / 1e6,
            matches=decisions / (self.measured.hand * assumed.hands),
        )

    def _cores(self, decisions: float, milliseconds: float) -> float:
        return decisions * milliseconds / 1000 / self.assumed.busy
