"""Common parts of the tests of storage."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import create_async_engine

from shengji.cards import Rank, Suit
from shengji.rules import Rules
from shengji.server.database import migrations
from shengji.server.database.address import read_address
from shengji.server.database.lease import Lease
from shengji.server.database.migrations import known_steps, tables_at
from shengji.server.database.roles import HandRole
from shengji.server.matches.match_lines import match_line
from shengji.server.matches.match_reader import FinishedMatch
from shengji.server.matches.match_rows import NewMatch
from shengji.server.matches.records import PlayedMatch
from shengji.server.matches.schemas import HandLine, HandSeat, MatchPlayer
from shengji.server.site.schemas import Text
from shengji.server.stores import Stores
from shengji.server.tables.schemas import TableLine
from shengji.server.tables.state import Ending
from shengji.server.tables.summary import Summary

DAY = 24 * 60 * 60 * 1000


def own(store: Stores) -> Lease:
    """The right to write to a log that a store has just opened."""
    return Lease(store.database.node, 1)


async def held(store: Stores, table: str) -> Lease:
    """The right to write to the log of a table that is there."""
    hold = await store.tables.claim(table)
    assert hold is not None
    return hold


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000 * DAY

    def __call__(self) -> int:
        return self.now


def summary(
    table: str,
    *seated: str,
    title: str = "",
    listed: bool = True,
    playing: bool = False,
    started: bool = False,
) -> Summary:
    """A summary of a table of four."""
    line = TableLine(
        table=table,
        title=title,
        heading=Text("Tractor", "拖拉机", "拖拉機"),
        changed=0,
        players=4,
        free=4 - len(seated),
        people=seated,
        bots=0,
        playing=playing,
        onlookers=True,
    )
    return Summary(line, listed, started, seated)


def bodies(*texts: str) -> list[bytes]:
    """Entries' bodies, which storage does not look into."""
    return [f'"{text}"'.encode() for text in texts]


def over(
    number: int = 1,
    ended: int = 1000,
    people: Sequence[str | None] = (None,) * 4,
    *,
    rules: Rules = Rules(),  # noqa: B008 - it is a value
    ending: Ending = "won",
    open: bool = True,
    holders: Sequence[MatchPlayer] = (),
    hands: int = 1,
) -> FinishedMatch:
    """A match that seats 0 and 2 have won, in which no card was played."""
    seats = tuple(
        hand_seat(person, "opponent" if seat % 2 else "partner", -1 if seat % 2 else 1, 0, seat)
        for seat, person in enumerate(people)
    )
    held = [
        holder(seat, 0, person, (person or "")[:3], None if person else "medium", hands)
        for seat, person in enumerate(people)
    ]
    levels = (Rank.TWO,) * len(people)
    names = ("",) * len(people)
    played = tuple(
        HandLine(
            hand=hand,
            dealer=0,
            rank=Rank.TWO,
            suit=Suit.HEARTS,
            points=35,
            won=True,
            levels=1,
            kitty_by=0,
            kitty_points=10,
            kitty_factor=0,
            seats=seats,
        )
        for hand in range(1, hands + 1)
    )
    line = match_line(
        rules,
        begun=ended - 500,
        ended=ended,
        ending=ending,
        winners=() if ending in ("agreed", "abandoned") else (0, 2),
        hands=hands,
        rated=False,
        open=open,
        seats=(*held, *holders),
    )
    return FinishedMatch(number, line, played, PlayedMatch(rules, names, levels, None, ()))


def holder(
    seat: int, first: int, person: str | None, name: str, bot: str | None, hands: int
) -> MatchPlayer:
    """The holder of a seat of a match."""
    return MatchPlayer(seat=seat, first=first, person=person, name=name, bot=bot, hands=hands)


def hand_seat(
    person: str | None, role: HandRole, levels: int, throws: int, failed: int
) -> HandSeat:
    """The result of a hand for a seat."""
    return HandSeat(person=person, role=role, levels=levels, throws=throws, failed=failed)


async def keep(store: Stores, *matches: FinishedMatch, table: str = "t") -> None:
    """Keep matches of a table."""
    await store.matches.keep(table, 0, [NewMatch.of(match) for match in matches])


async def execute(url: str, statement: str) -> None:
    """Do something to a database behind the back of any store."""
    engine = create_async_engine(read_address(url), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await engine.dispose()


async def scalars(url: str, query: str) -> list[Any]:
    """The first column of what a query finds."""
    engine = create_async_engine(read_address(url))
    async with engine.connect() as connection:
        found = list((await connection.execute(text(query))).scalars())
    await engine.dispose()
    return found


async def contents(url: str, step: str | None = None) -> dict[str, list[Any]]:
    """All rows of all tables, in an order that does not depend on the engine, as of a step."""
    engine = create_async_engine(read_address(url))
    found = {}
    async with engine.connect() as connection:
        for table in tables_at(step or known_steps()[-1]):
            rows = await connection.execute(select(table))
            found[table.name] = sorted((tuple(row) for row in rows), key=repr)
    await engine.dispose()
    return found


_STEP = """
import sqlalchemy as sa
from alembic import op

revision = "{step}"
down_revision = "{last}"

def upgrade():
    op.add_column("people", sa.Column("more", sa.Integer, nullable=False, server_default="7"))
"""


def add_step(monkeypatch: pytest.MonkeyPatch, folder: Path) -> str:
    """Add a migration after the last one, which gives `people` a column `more` of 7; its id."""
    last = known_steps()[-1]
    step = f"{int(last) + 1:04}"
    scripts = folder / "migrations"
    shutil.copytree(migrations._SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / f"{step}_more.py").write_text(_STEP.format(step=step, last=last))
    monkeypatch.setattr(migrations, "_SCRIPTS", scripts)
    return step
