"""Storage of invitations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Row,
    Select,
    bindparam,
    delete,
    exists,
    false,
    func,
    insert,
    select,
    true,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, new_id
from shengji.server.database.schema import accounts, bonds, invitations, people
from shengji.server.invitations.schemas import (
    Invitation,
    Invitations,
    PlaceKind,
    SentInvitation,
)
from shengji.server.invitations.targets import MINUTE, SideEffect
from shengji.server.site.errors import ApiError

MOST: Final = 12
"""Maximum number of open invitations by one person, and to one person."""

BETWEEN: Final = 1 * MINUTE
"""Minimum interval in milliseconds before the recipient can be invited to another place."""

RESTS: Final = 10 * MINUTE
"""Time in milliseconds after a refusal before the recipient can be invited again."""

Outcome = Literal["refused", "came"]
"""The recipient's response to an invitation; `came`: they have sat down or accepted."""

Fault = Literal["lately", "many-sent", "many-received"]
"""The reason why a person cannot be invited now."""


class InvitationStore(Store):
    """Storage of invitations; those between people who are no longer friends are hidden."""

    async def open_of(self, person: PersonId) -> Invitations:
        """The open invitations between friends, and the refused ones by the person.

        Those to the person lack the title and `full`, which follow from their places.
        """
        values = {"me": person, "now": self._clock()}
        async with self._reading() as connection:
            found = (await connection.execute(_OPEN_OF, values)).all()
        rows = sorted(found, key=lambda row: (-row.at, row.id))
        return Invitations(
            received=tuple(_received(row) for row in rows if row.to),
            sent=tuple(_sent(row) for row in rows if not row.to),
        )

    async def export(self, person: PersonId) -> dict[str, list[dict[str, Any]]]:
        """All stored invitations to a person and by them, ended ones included, for their export."""
        sides = {"received": ("by", "person"), "sent": ("person", "by")}
        async with self._reading() as connection:
            return {
                name: [
                    {key: getattr(row, key) for key in _EXPORTED}
                    for row in await connection.execute(
                        _with(invitations.c[other]).where(invitations.c[own] == person)
                    )
                ]
                for name, (other, own) in sides.items()
            }

    @writes
    async def invite(
        self,
        connection: AsyncConnection,
        by: PersonId,
        person: PersonId,
        kind: PlaceKind,
        place: str,
        lasts: int,
        asking: SideEffect | None = None,
    ) -> bool | Fault | ApiError:
        """Invite a friend.

        Args:
            by: the sender's public id.
            person: the recipient's public id.
            kind: the kind of the place.
            place: the id of the place.
            lasts: the lifetime, in milliseconds.
            asking: an extra write in the invitation's transaction, if any.

        Returns:
            `True` if the invitation is new, `False` if an open one exists already; else the reason
            of the refusal.
        """
        now = self._clock()
        new = {"id": new_id(), "by": by, "person": person, "kind": kind, "place": place}
        pair = (invitations.c.by == by) & (invitations.c.person == person)
        is_open = invitations.c.outcome.is_(None) & (invitations.c.until > now)

        async def refusal(connection: AsyncConnection, found: Sequence[Row[Any]]) -> Fault | None:
            if any(_was_lately(row, now) for row in found):
                return "lately"
            counts: tuple[tuple[ColumnElement[bool], Fault], ...] = (
                (invitations.c.by == by, "many-sent"),
                (invitations.c.person == person, "many-received"),
            )
            for whose, fault in counts:
                held = select(func.count()).where(whose, is_open)
                if (await connection.execute(held)).scalar_one() >= MOST:
                    return fault
            return None

        found = (await connection.execute(select(invitations).where(pair))).all()
        stands = any(
            row.outcome is None and row.until > now and (row.kind, row.place) == (kind, place)
            for row in found
        )
        fault = None if stands else await refusal(connection, found)
        if fault is not None:
            return fault
        refused = None if asking is None else await asking(connection)
        if refused is not None:
            return refused
        if not stands:
            row = {**new, "at": now, "until": now + lasts}
            await connection.execute(insert(invitations), row)
        return not stands

    @writes
    async def drop_repeated(self, connection: AsyncConnection, person: PersonId) -> None:
        """Delete later open invitations to one place, after a guest was merged into an account."""
        now, first = self._clock(), invitations.alias()
        same = [first.c[name] == invitations.c[name] for name in ("by", "person", "kind", "place")]
        earlier = exists().where(*same, first.c.outcome.is_(None), first.c.until > now)
        earlier = earlier.where(
            tuple_(first.c.at, first.c.id) < tuple_(invitations.c.at, invitations.c.id)
        )
        own = (invitations.c.by == person) | (invitations.c.person == person)
        gone = delete(invitations).where(own, invitations.c.outcome.is_(None), earlier)
        await connection.execute(gone)

    @writes
    async def end(
        self, connection: AsyncConnection, ids: Collection[str], person: PersonId, outcome: Outcome
    ) -> frozenset[str]:
        """Close open invitations to a person.

        Returns:
            The public ids of the senders; empty if all had ended before.
        """
        now = self._clock()
        own = invitations.c.id.in_(ids) & (invitations.c.person == person)
        own &= invitations.c.outcome.is_(None) & (invitations.c.until > now)
        done = update(invitations).where(own).values(outcome=outcome, ended=now)
        rows = await connection.execute(done.returning(invitations.c.by))
        return frozenset(rows.scalars())


_EXPORTED: Final = ("other", "name", "kind", "place", "at", "until", "outcome")


def _with(other: ColumnElement[Any]) -> Select[Any]:
    """Select invitations, with the name of one of the two people."""
    return (
        select(invitations, people.c.name, accounts.c.role, people.c.id.label("other"))
        .join_from(invitations, people, people.c.id == other)
        .outerjoin(accounts, accounts.c.person == other)
    )


def _of_friends(other: ColumnElement[Any]) -> Select[Any]:
    """Select invitations between friends, with the name of one of them."""
    are_friends = (
        (bonds.c.person == invitations.c.person)
        & (bonds.c.other == invitations.c.by)
        & (bonds.c.kind == "friend")
    )
    return _with(other).join(bonds, are_friends)


def _open_of() -> CompoundSelect[Any]:
    lasts = invitations.c.until > bindparam("now")
    received = (invitations.c.person == bindparam("me")) & invitations.c.outcome.is_(None)
    sent = (invitations.c.by == bindparam("me")) & invitations.c.outcome.is_distinct_from("came")
    return union_all(
        _of_friends(invitations.c.by).where(received, lasts).add_columns(true().label("to")),
        _of_friends(invitations.c.person).where(sent, lasts).add_columns(false().label("to")),
    )


_OPEN_OF: Final = _open_of()
"""One query, built once, since it runs for every connected person and on every change."""


def _received(row: Row[Any]) -> Invitation:
    return Invitation(
        id=row.id,
        person=row.other,
        name=row.name,
        account=row.role is not None,
        kind=row.kind,
        place=row.place,
        title="",
        full=False,
        until=row.until,
    )


def _sent(row: Row[Any]) -> SentInvitation:
    return SentInvitation(
        person=row.other,
        kind=row.kind,
        place=row.place,
        until=row.until,
        refused=row.outcome == "refused",
    )


def _was_lately(row: Row[Any], now: int) -> bool:
    """Whether an invitation was made or refused too recently for another one."""
    refused: int = row.ended if row.outcome == "refused" else 0
    at: int = row.at
    return at > now - BETWEEN or refused > now - RESTS
