"""Faults in a site of one server and of many, and the proof that nothing was lost: `make chaos`.

First they come to a site of one server, which is killed and started again, then to one of many.
People and bots play at tables through several doors, for fun, rated, and at a night, while servers,
NATS and PostgreSQL are killed, paused, stopped and parted from each other, and clocks are wrong.
Afterwards the logs are read: each must be a legal game with numbers without gaps, hold every
acknowledged decision exactly once, and everything that anybody was told; no epoch has ever fallen,
and all ratings are what comes of rebuilding them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.cluster.club import Club
from benchmarks.cluster.faults import Faults, NoFaultError
from benchmarks.cluster.links import Links
from benchmarks.cluster.owners import LOOK, Owners
from benchmarks.cluster.people import People
from benchmarks.cluster.processes import Site, postgres
from benchmarks.cluster.seen import check, check_night
from benchmarks.load.server import UNLIMITED
from shengji.rules import rules_from
from shengji.rules.bounds import GivenRules
from shengji.rules.source import write_rules
from shengji.server.database import schema
from shengji.server.database.address import read_address
from shengji.server.database.database import Database
from shengji.server.nights.live_nights import enter_all
from shengji.server.ratings.steps import to_be_rated
from shengji.server.stores import Stores

_AFTER: Final = 1.5
"""Seconds after a fault until the next one, at least."""

_AROUND: Final = 2 * LOOK
"""Seconds before and after a change of hands was seen in which it may have been felt."""

_PATIENCE: Final = 60.0
"""Seconds that ratings and a night may take to come to their end."""

_SHORT: Final = "short"
"""The name of rules by which rated matches are over soon."""

_END_OTHERS: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)

_RATED: Final = 2
_FEW: Final = 8
"""At the most so many tables play on a site of one server ..."""

_FEW_FAULTS: Final = 8
"""... to which at least so many faults come, and a tenth of those that come to many."""

_PLAYERS: Final = 8

_ONE_DECK: Final = "forty-points"


class Wait(NamedTuple):
    """The longest wait of a table for an answer, in seconds, in a fault.

    Where it changed hands, of what was asked about then; others tell how busy the machine was.
    """

    kind: str
    moved: bool
    seconds: float


class Report(NamedTuple):
    """The outcome.

    Attributes:
        faults: how many there were of each kind.
        waits: for how long each table waited in each.
        refused: what was refused meanwhile, by kind and code.
        told: what else is to be known.
        wrong: what is wrong.
    """

    faults: Counter[str]
    waits: list[Wait]
    refused: Counter[tuple[str, str]]
    told: list[str]
    wrong: list[str]


class Trial:
    """A site that is hurt while people play.

    Args:
        site: the site.
        url: its database.
        seed: of all chance.
        only: as of `Faults`.
        pace: as of `People`.
    """

    def __init__(self, site: Site, url: str, seed: int, only: str, pace: float) -> None:
        self._url = url
        self._chance = Random(seed)
        self._people = People(site, self._chance, pace)
        self._club = Club(site, _PLAYERS, _ONE_DECK, self._chance)
        self._going = Faults(site, self._chance, only)
        self._owners = Owners()
        self.report = Report(Counter(), [], Counter(), [], [])

    async def run(self, tables: int, faults: int, minutes: float) -> None:
        """Play, and let things go wrong."""
        database = await Database.open(self._url)
        watching = asyncio.create_task(self._owners.watch(database))
        await self._people.open(tables - _RATED)
        await self._people.open_rated(_RATED, _short_rules())
        await self._club.open()
        evening = asyncio.create_task(self._club.play())
        until = time.monotonic() + minutes * 60
        try:
            for _ in range(faults):
                await self._hurt()
                if self.report.wrong or time.monotonic() > until:
                    break
                if evening.done():
                    self.report.wrong.append(f"the night failed: {evening.exception()!r}")
                    break
            evening.cancel()
            await asyncio.gather(evening, return_exceptions=True)
            async with asyncio.timeout(_PATIENCE):
                await self._club.end()
            await self._people.end()
            await self._settle(database)
        finally:
            evening.cancel()
            watching.cancel()
            await asyncio.gather(evening, watching, return_exceptions=True)
            await self._people.end()
            await self._club.close()
            await database.close()

    async def _hurt(self) -> None:
        began, fault = time.monotonic(), self._going.next()
        await fault.do()
        mended = time.monotonic()
        await asyncio.sleep(_AFTER)
        for silent in await self._people.go_on(mended):
            self.report.wrong.append(f"after {fault.kind} {silent}")
        if (failed := self._people.fault()) is not None:
            self.report.wrong.append(f"a player failed: {failed!r}")
        self._note(fault.kind, began)

    def _note(self, kind: str, began: float) -> None:
        report = self.report
        report.faults[kind] += 1
        for seen in self._people.tables:
            moves = self._owners.moves(seen.table, began)
            waits = [seen.waited(began, at - _AROUND, at + _AROUND) for at in moves]
            report.waits.append(Wait(kind, bool(moves), max(waits, default=seen.waited(began))))
            report.refused.update((kind, code) for at, code in seen.refused if at > began)
        now = report.waits[-len(self._people.tables) :]
        print(
            f"{sum(report.faults.values())}. {kind}: {sum(wait.moved for wait in now)} tables "
            f"changed hands; {max(wait.seconds for wait in now):.1f} s at most",
            flush=True,
        )

    async def _settle(self, database: Database) -> None:
        """Wait until all that is over is rated."""
        counts = (
            select(func.count()).select_from(schema.unrecorded),
            select(func.count()).select_from(to_be_rated().subquery()),
            select(func.count()).where(schema.nights.c.rated_to < schema.nights.c.version),
        )
        until = time.monotonic() + _PATIENCE
        while True:
            async with database.reading() as connection:
                left = [(await connection.execute(one)).scalar_one() for one in counts]
            if not any(left):
                return
            if time.monotonic() > until:
                break
            await asyncio.sleep(0.5)
        self.report.wrong.append(f"{left} tables, pools and nights are not rated")

    async def check(self) -> None:
        """Read the logs, when all servers have ended."""
        people, club, report = self._people, self._club, self.report
        report.wrong.extend(self._owners.wrong)
        report.wrong.extend(await check(self._url, [*people.tables, *club.tables]))
        report.wrong.extend(await check_night(self._url, club.night, club.acknowledged))
        report.wrong.extend(await self._check_ratings())
        acknowledged = sum(len(seen.acknowledged) for seen in (*people.tables, *club.tables))
        report.told.append(
            f"{acknowledged} decisions and {len(club.acknowledged)} commands of a night with "
            f"{club.rounds} rounds acknowledged; {sum(map(len, self._owners.moved.values()))} "
            "changes of hands"
        )

    async def _check_ratings(self) -> list[str]:
        """The differences between all ratings and those that are rebuilt, in a copy."""
        copy = read_address(self._url).set(database="rebuilt")
        engine = create_async_engine(read_address(self._url), isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            # Of a trial that could not go on somebody may still be connected.
            await connection.execute(text(_END_OTHERS))
            await connection.execute(text("CREATE DATABASE rebuilt TEMPLATE postgres"))
        await engine.dispose()
        store = await Stores.open(copy.render_as_string(hide_password=False))
        try:
            entered = await enter_all(store.nights)
            done = await store.ratings.rebuild()
        finally:
            await store.close()
        self.report.told.append(f"{done.matches} rated matches, {done.results} changes of ratings")
        if not done.changed and not entered.changed:
            return []
        return [f"rebuilt, {done.changed} ratings and {entered.changed} nights are others"]


def _short_rules() -> GivenRules:
    return {"preset": _ONE_DECK, "first_level": "A"}


def settings_in(folder: Path) -> dict[str, str]:
    """The settings of a site on which short matches can be rated."""
    houses = folder / "rules"
    houses.mkdir()
    (houses / f"{_SHORT}.toml").write_text(write_rules(rules_from(_short_rules())))
    return {
        "SHENGJI_HOUSES": str(houses),
        "SHENGJI_RATED_RULES": f"{_ONE_DECK},{_SHORT}",
        **UNLIMITED,
    }


def tell(report: Report) -> None:
    """Tell the outcome."""
    print(f"{sum(report.faults.values())} faults")
    print(f"{'':34}{'':>5}  tables that changed hands    all others")
    print(f"{'':34}{'times':>5}  {'tables':>6} {'50 %':>6} {'99 %':>6}    {'50 %':>6} {'99 %':>6}")
    for kind, times in sorted(report.faults.items()):
        moved, stayed = (
            sorted(at.seconds for at in report.waits if at.kind == kind and at.moved is wanted)
            for wanted in (True, False)
        )
        print(
            f"{kind:34}{times:5}  {len(moved):6} {_at(moved, 0.5)} {_at(moved, 0.99)}    "
            f"{_at(stayed, 0.5)} {_at(stayed, 0.99)}"
        )
    for (kind, code), times in sorted(report.refused.items()):
        print(f"refused: {kind}: {code}, {times} times")
    for line in report.told:
        print(line)
    load = os.getloadavg()[2]
    print(f"{load:.1f} processes ran or waited on {os.cpu_count()} cores, in the last 15 minutes")
    for wrong in report.wrong[:50]:
        print("WRONG:", wrong)


def _at(ordered: list[float], share: float) -> str:
    if not ordered:
        return f"{'–':>6}"
    return f"{ordered[min(len(ordered) - 1, int(len(ordered) * share))]:6.2f}"


class Plan(NamedTuple):
    """A trial.

    Attributes:
        servers: how many servers the site has, in a word.
        parts: how many doors, nodes with tables and bot workers.
        tables: how many tables play.
        faults: how many faults come.
    """

    servers: str
    parts: tuple[int, int, int]
    tables: int
    faults: int


def carry_out(plan: Plan, chosen: argparse.Namespace) -> Report:
    """Run a trial, and tell its outcome."""
    with tempfile.TemporaryDirectory(prefix="shengji-chaos-") as name, Links() as links:
        folder = Path(name)
        with postgres(folder / "postgres") as url:
            settings = settings_in(folder)
            with Site(folder, url, *plan.parts, settings, links) as site:
                trial = Trial(site, url, chosen.seed, chosen.only, chosen.pace)
                try:
                    asyncio.run(trial.run(plan.tables, plan.faults, chosen.minutes))
                except Exception as error:
                    trial.report.wrong.append(f"it could not go on: {error!r}")
            asyncio.run(trial.check())
            if trial.report.wrong:
                for server in site.servers:
                    print(f"--- {server.name}\n{server.log[-4000:]}")
    print(f"\nServers: {plan.servers}.")
    tell(trial.report)
    return trial.report


def main() -> None:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="kinds of faults with this in their names")
    parser.add_argument(
        "--pace", type=float, default=0.4, help="seconds that people take for a decision"
    )
    parser.add_argument("--servers", choices=("one", "many", "both"), default="both")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("It was asked to end."))
    plans = []
    if chosen.servers != "many":
        faults = max(_FEW_FAULTS, chosen.faults // 10)
        plans.append(Plan("one", (1, 0, 0), min(_FEW, chosen.tables), faults))
    if chosen.servers != "one":
        plans.append(Plan("many", (2, 3, 2), chosen.tables, chosen.faults))
    reports = []
    for plan in plans:
        try:
            reports.append(carry_out(plan, chosen))
        except NoFaultError as error:
            print(f"Servers: {plan.servers}. Left out: {error}.")
    wrong = any(report.wrong for report in reports) or not reports
    raise SystemExit(wrong or os.EX_OK)


if __name__ == "__main__":
    main()
