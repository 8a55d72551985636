"""Regular evenings in the database: what is agreed, who comes, when people are reminded."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import ColumnElement, Row, Select, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.people import is_there
from shengji.server.database.base_store import Store
from shengji.server.database.ids import new_id
from shengji.server.database.schema import (
    accounts,
    evening_answers,
    evening_members,
    evening_players,
    evenings,
    people,
)
from shengji.server.evenings.agreed import EveningSettings
from shengji.server.evenings.evening import Answer, Evening, Member, MemberView
from shengji.server.evenings.held import held_of
from shengji.server.evenings.plan import Plan, Reminder

Outcome = Literal["done", "nobody", "full", "too-many"]
"""The outcome of a change of who comes: it is done; there is nobody, or no evening, such; the
evening has as many people as may be; or the person has as many evenings."""

MOST_PEOPLE: Final = 24
"""How many people an evening may have, with those who are asked to it."""

MOST_EVENINGS: Final = 20
"""How many evenings a person may have, with those to which they are asked."""

_SKIPPED: Final = 366 * 24 * 60 * 60 * 1000
"""For so long calendars are told of a day that was skipped."""

_MANY: Final = 100

_read_settings = msgspec.json.Decoder(EveningSettings).decode
_read_days = msgspec.json.Decoder(list[str]).decode
_write = msgspec.json.encode


class EveningStore(Store):
    """The regular evenings, in the database."""

    async def make(
        self, person: str, settings: EveningSettings, asked: Collection[str] = ()
    ) -> str | None:
        """Make an evening.

        Args:
            person: who makes it, and runs it.
            settings: what is agreed.
            asked: who else is asked to come; those who have too many evenings are not.

        Returns:
            Its id; `None`: the person has too many.
        """
        id_, now, plan = new_id(), self._clock(), Plan.of(settings)
        row = {"id": id_, "settings": _write(settings), "skipped": b"[]", "version": 0}
        row |= {"changed": now, "link": new_id(), "remind": _next(plan, settings, now)}

        async def work(connection: AsyncConnection) -> str | None:
            if await _is_busy(connection, person):
                return None
            await connection.execute(insert(evenings), row)
            await _add(connection, id_, person, now)
            for other in list(asked)[: MOST_PEOPLE - 1]:
                if await is_there(connection, other) and not await _is_busy(connection, other):
                    await _add(connection, id_, other, None)
            return id_

        return await self._writer.write(work)

    async def of(self, person: str) -> list[MemberView]:
        """The evenings of a person, also those to which they are asked, without what was played."""
        own = select(evening_members.c.evening).where(evening_members.c.person == person)
        query = select(evenings).where(evenings.c.id.in_(own)).order_by(evenings.c.id)
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
            return [await _known(connection, row) for row in rows]

    async def get(self, evening: str) -> MemberView | None:
        """An evening with all that its members know; `None`: there is none such."""
        return await self._known_by(evenings.c.id == evening, held=True)

    async def by_link(self, token: str) -> MemberView | None:
        """The evening to which a link leads, without what was played."""
        return await self._known_by(evenings.c.link == token)

    async def by_calendar(self, token: str) -> Evening | None:
        """The evening of which this is a member's secret address."""
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
            return None if row is None else await _known(connection, row, held=held)

    # What is agreed

    async def change(
        self, evening: Evening, settings: EveningSettings, skipped: Iterable[date]
    ) -> None:
        """Change what is agreed.

        Args:
            evening: the evening.
            settings: what is agreed from now on.
            skipped: the days on which it is not, though it would be; those that are none of its
                days, or were long ago, are forgotten.
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
        await self._writer.write(lambda connection: connection.execute(change))

    async def new_link(self, evening: str) -> None:
        """Let another link lead to an evening, and the old one nowhere."""
        change = update(evenings).where(evenings.c.id == evening).values(link=new_id())
        await self._writer.write(lambda connection: connection.execute(change))

    async def end(self, evening: str) -> None:
        """Let an evening be no more."""
        await self._writer.write(
            lambda connection: connection.execute(delete(evenings).where(evenings.c.id == evening))
        )

    # Who comes

    async def join(self, evening: str, person: str) -> Outcome:
        """Let somebody be a member from now on."""
        now = self._clock()
        return await self._writer.write(lambda connection: enter(connection, evening, person, now))

    async def ask(self, evening: str, person: str) -> Outcome:
        """Ask somebody to come; a member stays one."""
        return await self._writer.write(lambda connection: enter(connection, evening, person))

    async def leave(self, evening: str, person: str) -> None:
        """Let somebody come no more; without its last member an evening ends."""

        async def work(connection: AsyncConnection) -> None:
            for table in (evening_members, evening_answers):
                own = (table.c.evening == evening) & (table.c.person == person)
                await connection.execute(delete(table).where(own))
            await connection.execute(delete(evenings).where(evenings.c.id == evening, deserted()))

        await self._writer.write(work)

    async def answer(self, evening: str, person: str, day: date, answer: Answer) -> None:
        """Keep whether a member comes on a day."""
        row = {"evening": evening, "person": person, "day": str(day)}
        own = (evening_answers.c.evening == evening) & (evening_answers.c.person == person)

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(
                delete(evening_answers).where(own, evening_answers.c.day == str(day))
            )
            await connection.execute(insert(evening_answers), {**row, "answer": answer})

        await self._writer.write(work)

    async def calendar(self, evening: str, person: str) -> str:
        """The secret of a member's calendar file, made if need be."""
        token = new_id() + new_id()
        own = (evening_members.c.evening == evening) & (evening_members.c.person == person)

        async def work(connection: AsyncConnection) -> str:
            made = update(evening_members).where(own, evening_members.c.calendar.is_(None))
            await connection.execute(made.values(calendar=token))
            query = select(evening_members.c.calendar).where(own)
            return (await connection.execute(query)).scalar_one_or_none() or token

        return await self._writer.write(work)

    async def end_calendar(self, evening: str, person: str) -> None:
        """Let a member's calendar file be found no more."""
        own = (evening_members.c.evening == evening) & (evening_members.c.person == person)
        end = update(evening_members).where(own).values(calendar=None)
        await self._writer.write(lambda connection: connection.execute(end))

    # Reminders

    async def due(self, now: int) -> list[MemberView]:
        """Some of the evenings of which a reminder is due, without what was played."""
        query = select(evenings).where(evenings.c.remind <= now).order_by(evenings.c.remind)
        async with self._reading() as connection:
            rows = (await connection.execute(query.limit(_MANY))).all()
            return [await _known(connection, row) for row in rows]

    async def next_due(self) -> int | None:
        """When the next reminder of all is due, in milliseconds since 1970."""
        async with self._reading() as connection:
            found: int | None = (
                await connection.execute(select(func.min(evenings.c.remind)))
            ).scalar()
        return found

    async def take_reminder(self, evening: Evening, then: int | None) -> bool:
        """Take it upon oneself to give the reminder of an evening that is due.

        Args:
            evening: the evening.
            then: when the next one is due.

        Returns:
            Whether it is to be given: nobody has taken it, and nothing else was agreed meanwhile.
        """
        mine = update(evenings).where(
            evenings.c.id == evening.id, evenings.c.remind == evening.remind
        )

        async def work(connection: AsyncConnection) -> bool:
            return bool((await connection.execute(mine.values(remind=then))).rowcount)

        return await self._writer.write(work)

    # People who go, or are somebody else

    async def forget(self, person: str) -> None:
        """Take a person's name out of what was played, and let them come no more."""
        for known in await self.of(person):
            await self.leave(known.evening.id, person)
        nameless = update(evening_players).where(evening_players.c.person == person)
        await self._writer.write(
            lambda connection: connection.execute(nameless.values(person=None, name=""))
        )

    async def merge_guest(self, guest: str, owner: str) -> None:
        """Let all that a guest has be another's, who is the same somebody."""

        async def work(connection: AsyncConnection) -> None:
            for table, keys in ((evening_members, ("evening",)), (evening_answers, _OF_DAY)):
                other = table.alias()
                alike = [other.c[key] == table.c[key] for key in keys]
                has = exists().where(other.c.person == owner, *alike)
                await connection.execute(
                    update(table).where(table.c.person == guest, ~has).values(person=owner)
                )
                await connection.execute(delete(table).where(table.c.person == guest))
            played = update(evening_players).where(evening_players.c.person == guest)
            await connection.execute(played.values(person=owner))

        await self._writer.write(work)


_OF_DAY: Final = ("evening", "day")


def deserted() -> ColumnElement[bool]:
    """Whether an evening has no member any more; those who are asked to it are none."""
    of_evening = evening_members.c.evening == evenings.c.id
    return ~exists().where(of_evening, evening_members.c.joined.is_not(None))


def _next(plan: Plan, settings: EveningSettings, since: int) -> int | None:
    """When the first reminder after a moment is due."""
    found: Reminder | None = plan.reminder(settings.remind, since)
    return None if found is None else found.at


async def enter(
    connection: AsyncConnection, evening: str, person: str, joined: int | None = None
) -> Outcome:
    """Let somebody be a member of an evening from a moment on, or ask them to come (`None`).

    Where that cannot be, nothing is written.
    """
    of_evening = evening_members.c.evening == evening
    known = select(evenings.c.id).where(evenings.c.id == evening)
    if (await connection.execute(known)).one_or_none() is None:
        return "nobody"
    if not await is_there(connection, person):
        return "nobody"
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


async def _is_busy(connection: AsyncConnection, person: str) -> bool:
    """Tell whether a person has as many evenings as may be."""
    held = select(func.count()).where(evening_members.c.person == person)
    return bool((await connection.execute(held)).scalar_one() >= MOST_EVENINGS)


async def _add(connection: AsyncConnection, evening: str, person: str, joined: int | None) -> None:
    row = {"evening": evening, "person": person, "joined": joined}
    await connection.execute(insert(evening_members), row)


async def _known(connection: AsyncConnection, row: Row[Any], *, held: bool = False) -> MemberView:
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
    return Evening(row.id, settings, plan, row.version, row.changed, row.link, row.remind)


def _members(evening: str) -> Select[Any]:
    """The people of an evening: first the members, those who came first at the front."""
    own = evening_members
    return (
        select(own.c.person, people.c.name, accounts.c.role, own.c.joined, own.c.seat)
        .add_columns(own.c.calendar)
        .join_from(own, people, people.c.id == own.c.person)
        .outerjoin(accounts, accounts.c.person == own.c.person)
        .where(own.c.evening == evening)
        .order_by(own.c.joined.is_(None), own.c.joined, own.c.person)
    )
