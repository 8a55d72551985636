"""Storage of reports, sanctions and the audit log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Label, Row, Select, insert, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.people import is_there
from shengji.server.database.audit import record_act
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, new_id
from shengji.server.database.merged_guests import account_of
from shengji.server.database.schema import audit, people, reports, sanctions
from shengji.server.moderation.schemas import ActLine, ReportLine
from shengji.server.site.sanctions import Imposed, Sanction

ReportOutcome = Literal["kept", "known", "unknown", "oneself", "too-many"]
"""The outcome of a report.

`kept`: it is stored; `known`: an equal one is open already; `unknown`: there is no such person;
`oneself`: the person is the reporter; `too-many`: the reporter has too many open reports.
"""

MOST_OPEN = 20
"""Maximum number of open reports by one person."""


class ModerationStore(Store):
    """Storage of reports, sanctions and the audit log."""

    # Reports

    @writes
    async def report(
        self,
        connection: AsyncConnection,
        by: PersonId,
        about: str,
        text: str,
        table: str | None = None,
        hand: int | None = None,
        match: str | None = None,
    ) -> ReportOutcome:
        """Store a report, or return why it is refused.

        A report about a guest who was merged into an account is about the account.
        """
        about = await account_of(connection, about)
        row = {"id": new_id(), "at": self._clock(), "by": by, "about": about, "text": text}
        row |= {"table": table, "match": match, "hand": hand}
        held = select(reports).where(reports.c.by == by, reports.c.closed.is_(None))
        what = ("about", "table", "match", "hand")
        if not await is_there(connection, about):
            return "unknown"
        if about == by:
            return "oneself"
        rows = (await connection.execute(held)).all()
        if any(all(getattr(one, name) == row[name] for name in what) for one in rows):
            return "known"
        if len(rows) >= MOST_OPEN:
            return "too-many"
        await connection.execute(insert(reports), row)
        return "kept"

    async def reports(
        self, *, closed: bool = False, after: ReportLine | None = None, limit: int = 100
    ) -> list[ReportLine]:
        """The open reports, the oldest first; or the settled ones, the latest first.

        Args:
            closed: whether to return settled ones.
            after: the last report of the page before, even if it has been settled meanwhile; `None`
                for the first page.
            limit: the maximum number.
        """
        query = _named_reports().limit(limit)
        if closed:
            query = query.where(reports.c.closed.is_not(None))
            query = query.order_by(reports.c.closed.desc(), reports.c.id.desc())
            if after is not None:
                last = tuple_(after.closed, after.report)
                query = query.where(tuple_(reports.c.closed, reports.c.id) < last)
        else:
            query = query.where(reports.c.closed.is_(None)).order_by(reports.c.at, reports.c.id)
            if after is not None:
                last = tuple_(after.at, after.report)
                query = query.where(tuple_(reports.c.at, reports.c.id) > last)
        async with self._reading() as connection:
            return _reports((await connection.execute(query)).all())

    async def one(self, report: str) -> ReportLine | None:
        """A report by its id."""
        query = _named_reports().where(reports.c.id == report)
        async with self._reading() as connection:
            found = _reports((await connection.execute(query)).all())
        return found[0] if found else None

    @writes
    async def settle(
        self, connection: AsyncConnection, report: str, by: PersonId, outcome: str
    ) -> bool:
        """Settle a report; `False` if there is no such open report."""
        now = self._clock()
        change = (
            update(reports)
            .where(reports.c.id == report, reports.c.closed.is_(None))
            .values(closed=now, outcome=outcome)
            .returning(reports.c.about)
        )
        if (await connection.execute(change)).one_or_none() is None:
            return False
        await record_act(connection, now, by, "settle", report, outcome=outcome)
        return True

    # Mutes and bans

    @writes
    async def impose(
        self,
        connection: AsyncConnection,
        person: PersonId,
        kind: Sanction,
        reason: str,
        by: PersonId,
        until: int | None,
    ) -> Imposed | None:
        """Mute or ban a person; `None` if there is no such person.

        For a guest who was merged into an account it is the account that is muted or banned.
        `until` is `None` for a permanent sanction.
        """
        now, person = self._clock(), await account_of(connection, person)
        made = Imposed(new_id(), person, kind, reason, by, now, until, None)
        if not await is_there(connection, person):
            return None
        await connection.execute(insert(sanctions), made._asdict())
        await record_act(connection, now, by, kind, person, reason=reason, until=until)
        return made

    @writes
    async def lift(self, connection: AsyncConnection, sanction: str, by: PersonId) -> str | None:
        """Lift a mute or ban.

        Returns:
            The person's public id; `None` if there is no such sanction, or it was lifted before.
        """
        now = self._clock()
        change = (
            update(sanctions)
            .where(sanctions.c.id == sanction, sanctions.c.lifted.is_(None))
            .values(lifted=now)
            .returning(sanctions.c.person)
        )
        person: PersonId | None = (await connection.execute(change)).scalar_one_or_none()
        if person is not None:
            await record_act(connection, now, by, "lift", person, sanction=sanction)
        return person

    async def sanctions(self, person: PersonId | None = None) -> list[Imposed]:
        """All sanctions of a person, the latest first; `None`: all sanctions in force."""
        query = select(sanctions).order_by(sanctions.c.at.desc())
        if person is None:
            in_force = or_(sanctions.c.until.is_(None), sanctions.c.until > self._clock())
            query = query.where(sanctions.c.lifted.is_(None), in_force)
        else:
            query = query.where(sanctions.c.person == person)
        async with self._reading() as connection:
            return [Imposed(*row) for row in await connection.execute(query)]

    # The audit log

    async def acts(self, before: int | None = None, limit: int = 100) -> list[ActLine]:
        """Entries of the audit log, the latest first.

        Args:
            before: return only entries with a lower number.
            limit: the maximum number.
        """
        query = (
            select(audit, _name_of(audit.c.by), _name_of(audit.c.about, "name"))
            .order_by(audit.c.number.desc())
            .limit(limit)
        )
        if before is not None:
            query = query.where(audit.c.number < before)
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            ActLine(
                number=row.number,
                at=row.at,
                by=row.by,
                by_name=row.by_name,
                act=row.act,
                about=row.about,
                name=row.name,
                detail=msgspec.json.decode(row.detail),
            )
            for row in rows
        ]


def _name_of(person: ColumnElement[str], label: str = "by_name") -> Label[str]:
    return select(people.c.name).where(people.c.id == person).scalar_subquery().label(label)


def _named_reports() -> Select[Any]:
    """Select reports with people's present names, as `ReportLine` has them."""
    own = (column for column in reports.c if column is not reports.c.id)
    names = _name_of(reports.c.by), _name_of(reports.c.about, "name")
    return select(reports.c.id.label("report"), *own, *names)


def _reports(rows: Iterable[Row[Any]]) -> list[ReportLine]:
    names = ReportLine.__struct_fields__
    return [ReportLine(**{name: getattr(row, name) for name in names}) for row in rows]
