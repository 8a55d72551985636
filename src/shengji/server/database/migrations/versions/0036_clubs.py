"""Clubs, made of the series of nights and of other organisers' nights of the same name."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Iterable, Sequence
from typing import Any

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    TableClause,
    column,
    insert,
    select,
    table,
    update,
)
from sqlalchemy import text as sql

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

_LEAST_NIGHTS = 3


_ID = String(40)
_new = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _club(*, primary_key: bool = False) -> Column[Any]:
    key = ForeignKey("clubs.id", ondelete="CASCADE")
    return Column("club", _ID, key, primary_key=primary_key, nullable=False, index=True)


_clubs = Table(
    "clubs",
    _new,
    Column("id", _ID, primary_key=True),
    Column("name", String(120), nullable=False),
    Column("about", String(1000), nullable=False),
    Column("seen", String(12), nullable=False),
    Column("joins", String(12), nullable=False),
    Column("link", _ID, nullable=False),
    Column("founded", BigInteger, nullable=False),
    Column("series", String(120)),
    Column("plan", LargeBinary),
    Column("plan_version", Integer, nullable=False, server_default=sql("0")),
    Column("plan_changed", BigInteger),
    Index("ix_clubs_link", "link", unique=True),
)
_members = Table(
    "club_members",
    _new,
    Column("id", _ID, primary_key=True),
    _club(),
    Column("name", String(40), nullable=False),
    Column("role", String(12), nullable=False),
    Column("state", String(8), nullable=False),
    Column("since", BigInteger, nullable=False, index=True),
    Column("served", BigInteger),
    Column("published", Boolean, nullable=False),
    Column("merged", _ID, index=True),
    Column("code", String(64)),
)
_persons = Table(
    "club_persons",
    _new,
    Column("person", _ID, primary_key=True),
    _club(primary_key=True),
    Column(
        "line",
        _ID,
        ForeignKey("club_members.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
)
_seasons = Table(
    "seasons",
    _new,
    Column("id", _ID, primary_key=True),
    _club(),
    Column("name", String(80), nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger),
    Column("rule", LargeBinary, nullable=False),
    Column("published", Boolean, nullable=False),
)


def _table(name: str, columns: str) -> TableClause:
    return table(name, *(column(one) for one in columns.split()))


_nights = _table("nights", "id series joined opened club")
_night_people = _table("night_people", "night person role")
_events = _table("night_events", "night number body")
_accounts = _table("accounts", "person bot")
_people = _table("people", "id name")


def upgrade() -> None:
    """Create the tables, and make the clubs."""
    connection = op.get_bind()
    op.add_column("nights", Column("club", _ID))
    op.create_index("ix_nights_club", "nights", ["club", "opened"])
    _new.create_all(connection)
    for name, owner in _series(connection):
        _make_clubs(connection, name, owner)


def _series(connection: Connection) -> Iterable[tuple[str, str | None]]:
    """The series, with their owners; `None`: the account is deleted."""
    named = _table("series", "name owner")
    known = select(_nights.c.series).where(_nights.c.series != "").distinct()
    owners: dict[str, str | None] = dict.fromkeys(connection.execute(known).scalars())
    owners |= {row.name: row.owner for row in connection.execute(select(named))}
    return sorted(owners.items())


def _make_clubs(connection: Connection, series: str, owner: str | None) -> None:
    """Make a club of a series, and one for each organiser of nights that it has not admitted."""
    query = select(_nights).where(_nights.c.series == series).order_by(_nights.c.opened)
    rows = connection.execute(query).all()
    own = [row for row in rows if row.joined]
    others: dict[str, list[Any]] = {}
    for row in rows:
        if not row.joined:
            organiser = _organiser(connection, row.id)
            if organiser == owner or organiser is None:
                own.append(row)
            else:
                others.setdefault(organiser, []).append(row)
    own.sort(key=lambda row: row.opened)
    club = _make(connection, series, owner, own, series)
    plans = _table("series_plans", "series plan version changed")
    plan = connection.execute(select(plans).where(plans.c.series == series)).one_or_none()
    if plan is not None:
        change = update(_clubs).where(_clubs.c.id == club)
        values = {"plan": plan.plan, "plan_version": plan.version, "plan_changed": plan.changed}
        connection.execute(change.values(values))
    for organiser, nights in others.items():
        alone = _make(connection, series, organiser, nights, f"{series}\n{organiser}")
        connection.execute(update(_nights).where(_nights.c.club == alone).values(joined=True))


def _make(
    connection: Connection, name: str, owner: str | None, nights: Sequence[Any], seed: str
) -> str:
    """Make a club of nights; returns its id, which follows from `seed`."""
    club, founded = _id(f"club\n{seed}"), min(row.opened for row in nights) if nights else _now()
    ids = [row.id for row in nights]
    row: dict[str, Any] = {
        "id": club,
        "name": name,
        "about": "",
        "seen": "public",
        "joins": "approval",
    }
    row |= {"link": secrets.token_urlsafe(12), "founded": founded, "series": name}
    connection.execute(insert(_clubs), row)
    for begin in range(0, len(ids), 500):
        change = update(_nights).where(_nights.c.id.in_(ids[begin : begin + 500]))
        connection.execute(change.values(club=club))
    _enter(connection, club, owner, ids, founded)
    least = _least_nights(connection, ids[-1]) if ids else _LEAST_NIGHTS
    rule = json.dumps({"least_nights": least}).encode()
    season = {"id": _id(f"season\n{seed}"), "club": club, "name": "", "first": 0}
    connection.execute(insert(_seasons), {**season, "rule": rule, "published": True})
    return club


def _enter(
    connection: Connection, club: str, owner: str | None, ids: Sequence[str], founded: int
) -> None:
    """Enter the owner, and the accounts that have played, as members."""
    known = select(_accounts.c.person, _people.c.name)
    known = known.join_from(_accounts, _people, _people.c.id == _accounts.c.person)
    known = known.where(~_accounts.c.bot)
    names: dict[str, str] = {}
    if owner is not None:
        found = connection.execute(known.where(_accounts.c.person == owner))
        names |= {row.person: row.name for row in found}
    for begin in range(0, len(ids), 500):
        played = select(_night_people.c.person).where(
            _night_people.c.night.in_(ids[begin : begin + 500]), _night_people.c.role == "player"
        )
        found = connection.execute(known.where(_accounts.c.person.in_(played)))
        names |= {row.person: row.name for row in found}
    for person, name in names.items():
        line = _id(f"member\n{club}\n{person}")
        runs = person == owner
        row: dict[str, Any] = {
            "id": line,
            "club": club,
            "name": name,
            "role": "owner" if runs else "member",
        }
        row |= {"state": "in", "since": founded, "served": founded if runs else None}
        connection.execute(insert(_members), {**row, "published": True})
        connection.execute(insert(_persons), {"person": person, "club": club, "line": line})


def _organiser(connection: Connection, night: str) -> str | None:
    """The first of a night's organisers by id who has an account; `None`: none."""
    query = select(_night_people.c.person).where(
        _night_people.c.night == night,
        _night_people.c.role == "organiser",
        _night_people.c.person.in_(select(_accounts.c.person)),
    )
    return connection.execute(query.order_by(_night_people.c.person)).scalars().first()


def _least_nights(connection: Connection, night: str) -> int:
    """The `least_nights` of the last settings of a night."""
    query = select(_events.c.body).where(_events.c.night == night)
    for body in connection.execute(query.order_by(_events.c.number.desc())).scalars():
        try:
            settings = json.loads(bytes(body)).get("settings")
        except (ValueError, AttributeError):
            continue  # a damaged log
        if isinstance(settings, dict):
            found = settings.get("least_nights", _LEAST_NIGHTS)
            return found if isinstance(found, int) else _LEAST_NIGHTS
    return _LEAST_NIGHTS


def _now() -> int:
    return int(time.time() * 1000)


def _id(seed: str) -> str:
    """An id that follows from a text, so that a backup gets equal ids wherever it is restored."""
    return hashlib.sha256(seed.encode()).hexdigest()[:12]
