"""The store of regular evenings: settings, members and reminders."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import ColumnElement, Row, Select, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.people import is_there
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, new_id
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import (
    accounts,
    evening_answers,
    evening_members,
    evening_players,
    evenings,
    people,
)
from shengji.server.evenings.evening import Evening, Member, MemberView
from shengji.server.evenings.evening_settings import Answer, EveningSettings
from shengji.server.evenings.held import held_of
from shengji.server.evenings.plan import Plan, Reminder

Outcome = Literal["done", "unknown", "full", "too-many"]
"""Result of adding a member: done; no such person or evening; the evening has the maximum number of
people; or the person has the maximum number of evenings."""

MOST_PEOPLE: Final = 24
"""Maximum number of people of an evening, including invited ones."""

MOST_EVENINGS: Final = 20
"""Maximum number of evenings of a person, including invitations."""

_SKIPPED: Final = 366 * 24 * 60 * 60 * 1000
"""Age in milliseconds after which past skipped dates are dropped."""

_MANY: Final = 100

_read_settings = msgspec.json.Decoder(EveningSettings).decode
_read_days = msgspec.json.Decoder(list[str]).decode
_write = msgspec.json.encode


class EveningStore(Store):
    """The store of regular evenings."""

    @writes
    async def make(
        self,
        connection: AsyncConnection,
        person: PersonId,
        settings: EveningSettings,
        invited: Collection[str] = (),
        club: str | None = None,
    ) -> str | None:
        """Create an evening.

        Args:
            person: the person who creates and runs it.
            settings: its settings.
            invited: people to invite; people with the maximum number of evenings are left out.
            club: the club that it belongs to.

        Returns:
            Its id, or `None` if the person has the maximum number of evenings.
        """
        id_, now, plan = new_id(), self._clock(), Plan.of(settings)
        row = {"id": id_, "settings": _write(settings), "skipped": b"[]", "version": 0}
        row |= {
            "changed": now,
            "link": new_id(),
            "remind": _next(plan, settings, now),
            "club": club,
        }
        if await _is_busy(connection, person):
            return None
        await connection.execute(insert(evenings), row)
        await _add(connection, id_, person, now)
        for other in list(invited)[: MOST_PEOPLE - 1]:
            if await is_there(connection, other) and not await _is_busy(connection, other):
                await _add(connection, id_, other, None)
        return id_

    async def of(self, person: PersonId) -> list[MemberView]:
        """Return a person's evenings, including invitations, without results."""
        own = select(evening_members.c.evening).where(evening_members.c.person == person)
        return await self._all(evenings.c.id.in_(own))

    async def of_club(self, club: str) -> list[MemberView]:
        """Return the evenings of a club, without results."""
        return await self._all(evenings.c.club == club)

    async def _all(self, which: ColumnElement[bool]) -> list[MemberView]:
        query = select(evenings).where(which).order_by(evenings.c.id).limit(_MANY)
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
            return [await _read_view(connection, row) for row in rows]

    async def get(self, evening: str) -> MemberView | None:
        """Return an evening with its results, or `None` if there is no such evening."""
        return await self._known_by(evenings.c.id == evening, held=True)

    async def by_link(self, token: str) -> MemberView | None:
        """Return the evening with this link, without results."""
        return await self._known_by(evenings.c.link == token)

    async def by_calendar(self, token: str) -> Evening | None:
        """Return the evening of a member's secret calendar token."""
        own = select(evening_members.c.evening).where(
            evening_members.c.calendar == token, evening_members.c.joined.is_not(None)
        )
        found = await self._known_by(evenings.c.id.in_(own))
        return None if found is None else found.evening

    async def _known_by(
        self, which: ColumnElement[bool], *, held: bool = False
    ) -> MemberView | None:
        async with self._reading() as connection:
            row = (await connection.execute(select(evenings).where(which))).one_or_none()
            return None if row is None else await _read_view(connection, row, held=held)

    # Settings

    @writes
    async def change(
        self,
        connection: AsyncConnection,
        evening: Evening,
        settings: EveningSettings,
        skipped: Collection[date],
    ) -> None:
        """Change the settings and the skipped dates.

        Args:
            evening: the evening.
            settings: the new settings.
            skipped: the skipped dates; unscheduled and old dates are dropped.
        """
        now = self._clock()
        plan = Plan.of(settings, frozenset(skipped))
        days = [
            str(day)
            for day in sorted(plan.skipped)
            if plan.is_on(day) and plan.ends(day) > now - _SKIPPED
        ]
        values = {"settings": _write(settings), "skipped": _write(days), "changed": now}
        values["remind"] = _next(plan, settings, now)
        values["version"] = evenings.c.version + 1
        change = update(evenings).where(evenings.c.id == evening.id).values(values)
        await connection.execute(change)

    @writes
    async def new_link(self, connection: AsyncConnection, evening: str) -> None:
        """Replace the link of an evening."""
        change = update(evenings).where(evenings.c.id == evening).values(link=new_id())
        await connection.execute(change)

    @writes
    async def end(self, connection: AsyncConnection, evening: str) -> None:
        """Delete an evening."""
        await connection.execute(delete(evenings).where(evenings.c.id == evening))

    # Members

    @writes
    async def join(self, connection: AsyncConnection, evening: str, person: PersonId) -> Outcome:
        """Add a member."""
        now = self._clock()
        return await enter(connection, evening, person, now)

    @writes
    async def ask(self, connection: AsyncConnection, evening: str, person: PersonId) -> Outcome:
        """Invite a person; a member stays a member."""
        return await enter(connection, evening, person)

    @writes
    async def leave(self, connection: AsyncConnection, evening: str, person: PersonId) -> None:
        """Remove a member or an invited person; an evening without members is deleted."""
        for table in (evening_members, evening_answers):
            own = (table.c.evening == evening) & (table.c.person == person)
            await connection.execute(delete(table).where(own))
        await connection.execute(delete(evenings).where(evenings.c.id == evening, deserted()))

    @writes
    async def answer(
        self, connection: AsyncConnection, evening: str, person: PersonId, day: date, answer: Answer
    ) -> None:
        """Store a member's answer for a date."""
        row = {"evening": evening, "person": person, "day": str(day)}
        own = (evening_answers.c.evening == evening) & (evening_answers.c.person == person)
        await connection.execute(
            delete(evening_answers).where(own, evening_answers.c.day == str(day))
        )
        await connection.execute(insert(evening_answers), {**row, "answer": answer})

    @writes
    async def calendar(self, connection: AsyncConnection, evening: str, person: PersonId) -> str:
        """Return the secret of a member's calendar file, creating it if necessary."""
        token = new_id() + new_id()
        own = (evening_members.c.evening == evening) & (evening_members.c.person == person)
        made = update(evening_members).where(own, evening_members.c.calendar.is_(None))
        await connection.execute(made.values(calendar=token))
        query = select(evening_members.c.calendar).where(own)
        return (await connection.execute(query)).scalar_one_or_none() or token

    @writes
    async def end_calendar(
        self, connection: AsyncConnection, evening: str, person: PersonId
    ) -> None:
        """Delete the secret of a member's calendar file."""
        own = (evening_members.c.evening == evening) & (evening_members.c.person == person)
        end = update(evening_members).where(own).values(calendar=None)
        await connection.execute(end)

    # Reminders

    async def due(self, now: int) -> list[MemberView]:
        """Return a batch of the evenings with a due reminder, without results."""
        query = select(evenings).where(evenings.c.remind <= now).order_by(evenings.c.remind)
        async with self._reading() as connection:
            rows = (await connection.execute(query.limit(_MANY))).all()
            return [await _read_view(connection, row) for row in rows]

    async def next_due(self) -> UnixMs | None:
        """Return the time of the earliest reminder."""
        async with self._reading() as connection:
            found: int | None = (
                await connection.execute(select(func.min(evenings.c.remind)))
            ).scalar()
        return found

    @writes
    async def take_reminder(
        self, connection: AsyncConnection, evening: Evening, then: UnixMs | None
    ) -> bool:
        """Claim the due reminder of an evening, so that only one node sends it.

        Args:
            evening: the evening as read before.
            then: time of the next reminder.

        Returns:
            Whether the claim succeeded; it fails if another node has claimed the reminder or the
            settings have changed its time.
        """
        mine = update(evenings).where(
            evenings.c.id == evening.id, evenings.c.remind == evening.remind
        )
        return bool((await connection.execute(mine.values(remind=then))).rowcount)

    # Personal data

    async def export(self, person: PersonId) -> dict[str, Any]:
        """Return a person's evenings, answers and played dates, for their export."""
        shown = (evening_players.c[name] for name in ("evening", "day", "seat", "hands"))
        played = select(*shown).where(evening_players.c.person == person)
        async with self._reading() as connection:
            rows = await connection.execute(played.order_by(evening_players.c.day))
            held = [row._asdict() for row in rows]
        return {
            "evenings": [
                {
                    "evening": known.evening.id,
                    "title": known.evening.settings.title,
                    "since": at.joined,
                    "seat": at.seat,
                    "calendar": at.calendar,
                    "answers": {
                        day: said[person] for day, said in known.answers.items() if person in said
                    },
                }
                for known in await self.of(person)
                for at in known.members
                if at.person == person
            ],
            "played": held,
        }

    @writes
    async def merge_guest(
        self, connection: AsyncConnection, guest: PersonId, owner: PersonId
    ) -> None:
        """Transfer a guest's memberships to an account.

        Of two in one evening the account keeps the earlier one, with the seat and the calendar
        file of either. A membership counts more than an invitation.
        """
        own = evening_members.c.person == owner
        query = select(evening_members).where(evening_members.c.person == guest)
        rows = (await connection.execute(query)).all()
        await connection.execute(delete(evening_members).where(evening_members.c.person == guest))
        for row in rows:
            both = evening_members.c.evening == row.evening, own
            known = (await connection.execute(select(evening_members).where(*both))).one_or_none()
            if known is None:
                new = {**row._mapping, "person": owner}
                await connection.execute(insert(evening_members), new)
                continue
            times = [at for at in (known.joined, row.joined) if at is not None]
            values = {
                "joined": min(times, default=None),
                "seat": row.seat if known.seat is None else known.seat,
                "calendar": known.calendar or row.calendar,
            }
            await connection.execute(update(evening_members).where(*both).values(values))

    async def forget(self, person: PersonId) -> None:
        """End a person's memberships; an evening without members is deleted."""
        for known in await self.of(person):
            await self.leave(known.evening.id, person)


def deserted() -> ColumnElement[bool]:
    """Whether an evening has no members; invited people do not count."""
    of_evening = evening_members.c.evening == evenings.c.id
    return ~exists().where(of_evening, evening_members.c.joined.is_not(None))


def _next(plan: Plan, settings: EveningSettings, since: UnixMs) -> UnixMs | None:
    found: Reminder | None = plan.reminder(settings.remind, since)
    return None if found is None else found.at


async def enter(
    connection: AsyncConnection, evening: str, person: PersonId, joined: UnixMs | None = None
) -> Outcome:
    """Add a member since a time, or invite a person (`None`).

    Nothing is written if the outcome is not `done`.
    """
    of_evening = evening_members.c.evening == evening
    known = select(evenings.c.id).where(evenings.c.id == evening)
    if (await connection.execute(known)).one_or_none() is None:
        return "unknown"
    if not await is_there(connection, person):
        return "unknown"
    own = of_evening & (evening_members.c.person == person)
    if (await connection.execute(select(evening_members).where(own))).one_or_none():
        since = func.coalesce(evening_members.c.joined, joined)
        await connection.execute(update(evening_members).where(own).values(joined=since))
        return "done"
    count = select(func.count()).select_from(evening_members).where(of_evening)
    if (await connection.execute(count)).scalar_one() >= MOST_PEOPLE:
        return "full"
    if await _is_busy(connection, person):
        return "too-many"
    await _add(connection, evening, person, joined)
    return "done"


async def _is_busy(connection: AsyncConnection, person: PersonId) -> bool:
    held = select(func.count()).where(evening_members.c.person == person)
    return bool((await connection.execute(held)).scalar_one() >= MOST_EVENINGS)


async def _add(
    connection: AsyncConnection, evening: str, person: PersonId, joined: int | None
) -> None:
    row = {"evening": evening, "person": person, "joined": joined}
    await connection.execute(insert(evening_members), row)


async def _read_view(
    connection: AsyncConnection, row: Row[Any], *, held: bool = False
) -> MemberView:
    members = (await connection.execute(_members(row.id))).all()
    answers: dict[str, dict[str, Answer]] = {}
    said = select(evening_answers).where(evening_answers.c.evening == row.id)
    for at in await connection.execute(said):
        answers.setdefault(at.day, {})[at.person] = at.answer
    return MemberView(
        _evening(row),
        tuple(
            Member(at.person, at.name, at.role is not None, at.joined, at.seat, at.calendar)
            for at in members
        ),
        answers,
        await held_of(connection, row.id) if held else (),
    )


def _evening(row: Row[Any]) -> Evening:
    settings = _read_settings(row.settings)
    skipped = frozenset(map(date.fromisoformat, _read_days(row.skipped)))
    plan = Plan.of(settings, skipped)
    return Evening(row.id, settings, plan, row.version, row.changed, row.link, row.remind, row.club)


def _members(evening: str) -> Select[Any]:
    """Select the members of an evening in the order of joining, then the invited people."""
    own = evening_members
    return (
        select(own.c.person, people.c.name, accounts.c.role, own.c.joined, own.c.seat)
        .add_columns(own.c.calendar)
        .join_from(own, people, people.c.id == own.c.person)
        .outerjoin(accounts, accounts.c.person == own.c.person)
        .where(own.c.evening == evening)
        .order_by(own.c.joined.is_(None), own.c.joined, own.c.person)
    )
