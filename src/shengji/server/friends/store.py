"""Storage of relationships: friend requests, friendships and blocks.

A row holds one direction of a relationship; a friendship has two rows. A block is not disclosed to
the blocked person: they may go on sending requests, without effect.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Final, Literal, NamedTuple, TypeVar

from sqlalchemy import (
    CompoundSelect,
    Row,
    bindparam,
    delete,
    false,
    func,
    insert,
    select,
    true,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.credentials import owner_of
from shengji.server.accounts.people import is_there
from shengji.server.database.base_store import Store, writes
from shengji.server.database.database import Database
from shengji.server.database.ids import PersonId, new_id
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import accounts, bonds, companions, people
from shengji.server.friends.schemas import FriendLine, FriendOffer
from shengji.server.site.events import Events, SiteEvent
from shengji.server.site.ties import Ties, TieSource

T = TypeVar("T")

Kind = Literal["asked", "friend", "blocked"]
"""The relation of a person to another: has sent a request, is a friend, or has blocked them."""

Outcome = Literal["asked", "friends", "unknown", "blocked", "full"]
"""The outcome of a friend request.

`asked`: sent; `friends`: both are friends; `unknown`: there is no such person; `blocked`: the
sender has blocked the recipient; `full`: one of the two has too many friends and requests.
"""

_STRONGEST: Final[tuple[Kind, ...]] = ("blocked", "friend", "asked")

KNOWN: Final = 4096
"""Maximum number of people whose ties are cached; the earliest read are dropped."""

MOST: Final = 200
"""Maximum number of friends and open requests of a person; also of people blocked."""


class Friendship(NamedTuple):
    """A friendship, from one person's side.

    Attributes:
        account: whether they have an account.
        shown: whether their friends see their presence.
    """

    person: PersonId
    name: str
    account: bool
    since: UnixMs
    shown: bool


class Relationships(NamedTuple):
    """A person's relationships, each list the oldest first.

    Attributes:
        asking: senders of requests to the person.
        asked: recipients of the person's requests.
        shown: whether the person's friends see their presence.
    """

    friends: tuple[Friendship, ...]
    asking: tuple[FriendLine, ...]
    asked: tuple[FriendLine, ...]
    blocked: tuple[FriendLine, ...]
    shown: bool


class TiesChanged(SiteEvent, frozen=True):
    """The ties of these people have changed; public ids."""

    persons: tuple[PersonId, ...]


def _changes_ties(
    method: Callable[[FriendStore, str, str], Awaitable[T]],
) -> Callable[[FriendStore, str, str], Coroutine[Any, Any, T]]:
    """Publish the change after a method that may change the ties of two people."""

    @wraps(method)
    async def change(self: FriendStore, person: PersonId, other: PersonId) -> T:
        outcome = await method(self, person, other)
        self._publish(person, other)
        return outcome

    return change


class FriendStore(Store, TieSource):
    """Storage of relationships, friend links and presence settings."""

    def __init__(self, database: Database, events: Events) -> None:
        super().__init__(database)
        self._events = events
        self._ties: OrderedDict[str, Ties] = OrderedDict()
        self._changes = 0
        events.subscribe(TiesChanged, self._on_ties_changed)

    def _publish(self, *persons: str) -> None:
        self._events.publish(TiesChanged(persons))

    def _on_ties_changed(self, changed: TiesChanged) -> None:
        self._changes += 1
        for person in changed.persons:
            self._ties.pop(person, None)

    async def of(self, person: PersonId) -> Relationships:
        """The relationships of a person."""
        async with self._reading() as connection:
            rows = (await connection.execute(_KNOWN_TO, {"me": person})).all()
            shown = await _is_shown(connection, person)
        kinds: dict[Kind, list[Row[Any]]] = {"asked": [], "friend": [], "blocked": []}
        for row in rows:
            if row.own:
                kinds[row.kind].append(row)
        blocked = {row.id for row in kinds["blocked"]}
        return Relationships(
            friends=tuple(
                Friendship(row.id, row.name, row.role is not None, row.at, row.shown is not False)
                for row in kinds["friend"]
            ),
            asking=tuple(_line(row) for row in rows if not row.own and row.id not in blocked),
            asked=tuple(map(_line, kinds["asked"])),
            blocked=tuple(map(_line, kinds["blocked"])),
            shown=shown,
        )

    async def person_called(self, skeleton: str) -> str | None:
        """The owner of the account whose normalized name is `skeleton`, or `None`."""
        async with self._reading() as connection:
            found: str | None = (await connection.execute(select(owner_of(skeleton)))).scalar()
        return found

    @_changes_ties
    @writes
    async def ask(self, connection: AsyncConnection, person: PersonId, other: PersonId) -> Outcome:
        """Send a friend request; if the other has sent one already, both become friends."""
        now = self._clock()
        if not await is_there(connection, other):
            return "unknown"
        mine = await _kind(connection, person, other)
        if mine == "blocked":
            return "blocked"
        if mine is not None:
            return "friends" if mine == "friend" else "asked"
        if await _is_full(connection, person):
            return "full"
        if await _kind(connection, other, person) == "asked":
            await _join(connection, person, other, now)
            return "friends"
        await _set(connection, person, other, "asked", now)
        return "asked"

    @_changes_ties
    @writes
    async def end(self, connection: AsyncConnection, person: PersonId, other: PersonId) -> None:
        """End a friendship, and delete open requests in both directions; blocks stay."""
        for one, two in ((person, other), (other, person)):
            gone = delete(bonds).where(bonds.c.person == one, bonds.c.other == two)
            await connection.execute(gone.where(bonds.c.kind != "blocked"))

    @_changes_ties
    @writes
    async def block(
        self, connection: AsyncConnection, person: PersonId, other: PersonId
    ) -> Outcome:
        """Block a person, in place of any earlier relationship."""
        now = self._clock()
        held = select(func.count()).where(bonds.c.person == person, bonds.c.kind == "blocked")
        if not await is_there(connection, other):
            return "unknown"
        if (await connection.execute(held)).scalar_one() >= MOST:
            return "full"
        if await _kind(connection, other, person) != "blocked":
            await _remove(connection, other, person)
        await _set(connection, person, other, "blocked", now)
        return "blocked"

    @_changes_ties
    @writes
    async def unblock(self, connection: AsyncConnection, person: PersonId, other: PersonId) -> None:
        """Lift a block."""
        own = delete(bonds).where(bonds.c.person == person, bonds.c.other == other)
        await connection.execute(own.where(bonds.c.kind == "blocked"))

    async def ties(self, person: PersonId) -> Ties:
        """The ties of a person; cached, because every request for the lobby needs them."""
        found = self._ties.get(person)
        if found is None:
            changes = self._changes
            found = await self._read_ties(person)
            if changes == self._changes:
                self._ties[person] = found
            if len(self._ties) > KNOWN:
                self._ties.popitem(last=False)
        return found

    async def _read_ties(self, person: PersonId) -> Ties:
        own = select(bonds.c.other, bonds.c.kind).where(bonds.c.person == person)
        others = select(bonds.c.person).where(bonds.c.other == person, bonds.c.kind == "blocked")
        async with self._reading() as connection:
            mine = (await connection.execute(own)).all()
            by_others = (await connection.execute(others)).scalars().all()
        blocked = frozenset(row.other for row in mine if row.kind == "blocked")
        friends = frozenset(row.other for row in mine if row.kind == "friend")
        return Ties(friends, blocked.union(by_others), blocked)

    @writes
    async def show(self, connection: AsyncConnection, person: PersonId, *, shown: bool) -> None:
        """Set whether friends see a person's presence."""
        await _companion(connection, person, shown=shown)

    # Links

    @writes
    async def link(self, connection: AsyncConnection, person: PersonId) -> str:
        """The token of a person's friend link; created if there is none."""
        token = new_id()
        own = select(companions.c.link).where(companions.c.person == person)
        found: str | None = (await connection.execute(own)).scalar_one_or_none()
        if found is not None:
            return found
        await _companion(connection, person, link=token)
        return token

    async def own_link(self, person: PersonId) -> str | None:
        """The token of a person's friend link, or `None` if there is none."""
        query = select(companions.c.link).where(companions.c.person == person)
        async with self._reading() as connection:
            token: str | None = (await connection.execute(query)).scalar_one_or_none()
        return token

    @writes
    async def end_link(self, connection: AsyncConnection, person: PersonId) -> None:
        """Delete a person's friend link."""
        end = update(companions).where(companions.c.person == person).values(link=None)
        await connection.execute(end)

    async def offer(self, token: str, viewer: PersonId) -> FriendOffer | None:
        """The friend link with a token, as `viewer` sees it.

        Returns:
            `None` if the token is invalid, or one of the two has blocked the other.
        """
        query = (
            select(people.c.id, people.c.name, accounts.c.role)
            .join_from(companions, people, companions.c.person == people.c.id)
            .outerjoin(accounts, accounts.c.person == people.c.id)
            .where(companions.c.link == token)
        )
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
            if row is None or await _are_blocked(connection, row.id, viewer):
                return None
            friends = await _kind(connection, viewer, row.id) == "friend"
        return FriendOffer(
            person=row.id,
            name=row.name,
            account=row.role is not None,
            own=row.id == viewer,
            friends=friends,
        )

    async def take(self, token: str, person: PersonId) -> Outcome:
        """Accept a friend link: both become friends."""
        outcome, owner = await self._take(token, person)
        self._publish(person, owner)
        return outcome

    @writes
    async def _take(
        self, connection: AsyncConnection, token: str, person: PersonId
    ) -> tuple[Outcome, str]:
        query = select(companions.c.person).where(companions.c.link == token)
        owner = (await connection.execute(query)).scalar_one_or_none()
        if owner is None or owner == person or await _are_blocked(connection, owner, person):
            return "unknown", person
        if await _kind(connection, person, owner) == "friend":
            return "friends", owner
        if await _is_full(connection, person) or await _is_full(connection, owner):
            return "full", owner
        await _join(connection, person, owner, self._clock())
        return "friends", owner

    async def export(self, person: PersonId) -> dict[str, Any]:
        """A person's relationships, friend link and presence setting, for their export."""
        known = await self.of(person)
        lists: dict[str, Any] = {
            name: [
                {"person": at.person, "name": at.name, "since": at.since}
                for at in getattr(known, name)
            ]
            for name in ("friends", "asking", "asked", "blocked")
        }
        return {**lists, "shown": known.shown, "link": await self.own_link(person)}

    async def merge_guest(self, guest: PersonId, owner: PersonId) -> None:
        """Transfer a guest's relationships, friend link and presence setting to an account.

        Of two relations to one person, in one direction, the account keeps the stronger one: a
        block ends a friendship, and a friendship answers a request. A hidden presence stays hidden.
        """
        self._publish(guest, owner, *await self._merge(guest, owner))

    @writes
    async def _merge(
        self, connection: AsyncConnection, guest: PersonId, owner: PersonId
    ) -> frozenset[str]:
        await _merge_bonds(connection, guest, owner, self._clock())
        await _merge_companions(connection, guest, owner)
        return await _bound_to(connection, owner)

    async def forget(self, person: PersonId) -> None:
        """Delete all relationships of a person."""
        self._publish(*await self._unbind(person))

    @writes
    async def _unbind(self, connection: AsyncConnection, person: PersonId) -> frozenset[str]:
        others = await _bound_to(connection, person)
        own = (bonds.c.person == person) | (bonds.c.other == person)
        await connection.execute(delete(bonds).where(own))
        return others


def _line(row: Row[Any]) -> FriendLine:
    return FriendLine(person=row.id, name=row.name, account=row.role is not None, since=row.at)


async def _bound_to(connection: AsyncConnection, person: PersonId) -> frozenset[str]:
    own = select(bonds.c.other).where(bonds.c.person == person)
    others = select(bonds.c.person).where(bonds.c.other == person)
    return frozenset((await connection.execute(own.union(others))).scalars())


_IS_SHOWN: Final = select(companions.c.shown).where(companions.c.person == bindparam("me"))


async def _is_shown(connection: AsyncConnection, person: PersonId) -> bool:
    return (await connection.execute(_IS_SHOWN, {"me": person})).scalar_one_or_none() is not False


def _known_to() -> CompoundSelect[Any]:
    known = (
        select(people.c.id, people.c.name, accounts.c.role, companions.c.shown)
        .outerjoin_from(people, accounts, accounts.c.person == people.c.id)
        .outerjoin(companions, companions.c.person == people.c.id)
        .add_columns(bonds.c.kind, bonds.c.at)
    )
    own = known.add_columns(true().label("own")).join(bonds, bonds.c.other == people.c.id)
    others = known.add_columns(false().label("own")).join(bonds, bonds.c.person == people.c.id)
    return union_all(
        own.where(bonds.c.person == bindparam("me")),
        others.where(bonds.c.other == bindparam("me"), bonds.c.kind == "asked"),
    ).order_by("at", "id")


_KNOWN_TO: Final = _known_to()
"""Built once, since every page that opens runs it."""


async def _kind(connection: AsyncConnection, person: PersonId, other: PersonId) -> Kind | None:
    query = select(bonds.c.kind).where(bonds.c.person == person, bonds.c.other == other)
    found: Kind | None = (await connection.execute(query)).scalar_one_or_none()
    return found


async def _are_blocked(connection: AsyncConnection, one: PersonId, two: PersonId) -> bool:
    kinds = [await _kind(connection, *pair) for pair in ((one, two), (two, one))]
    return "blocked" in kinds


async def _is_full(connection: AsyncConnection, person: PersonId) -> bool:
    """Whether a person has the maximum number of friends and open requests."""
    held = select(func.count()).where(bonds.c.person == person, bonds.c.kind != "blocked")
    return bool((await connection.execute(held)).scalar_one() >= MOST)


async def _remove(connection: AsyncConnection, person: PersonId, other: PersonId) -> None:
    await connection.execute(delete(bonds).where(bonds.c.person == person, bonds.c.other == other))


async def _set(
    connection: AsyncConnection, person: PersonId, other: PersonId, kind: Kind, now: int
) -> None:
    await _remove(connection, person, other)
    row = {"person": person, "other": other, "kind": kind, "at": now}
    await connection.execute(insert(bonds), row)


async def _join(connection: AsyncConnection, one: PersonId, two: PersonId, now: int) -> None:
    await _set(connection, one, two, "friend", now)
    await _set(connection, two, one, "friend", now)


async def _merge_bonds(
    connection: AsyncConnection, guest: PersonId, owner: PersonId, now: int
) -> None:
    both = (guest, owner)
    own = bonds.c.person.in_(both) | bonds.c.other.in_(both)
    rows = (await connection.execute(select(bonds).where(own))).all()
    await connection.execute(delete(bonds).where(own))
    kept: dict[tuple[str, str], tuple[Kind, int]] = {}
    for row in sorted(rows, key=lambda row: (_STRONGEST.index(row.kind), row.at)):
        one, other = (owner if at == guest else at for at in (row.person, row.other))
        if one != other:
            kept.setdefault((one, other), (row.kind, row.at))
    for (one, other), (kind, at) in kept.items():
        back, _ = kept.get((other, one), (None, 0))
        if kind == back == "asked":
            await _set(connection, one, other, "friend", now)
        elif (kind, back) != ("friend", "blocked"):
            await _set(connection, one, other, kind, at)


async def _merge_companions(connection: AsyncConnection, guest: PersonId, owner: PersonId) -> None:
    gone = delete(companions).where(companions.c.person == guest).returning(companions)
    row = (await connection.execute(gone)).one_or_none()
    if row is None:
        return
    known = select(companions).where(companions.c.person == owner)
    own = (await connection.execute(known)).one_or_none()
    link = row.link if own is None or own.link is None else own.link
    shown = row.shown and (own is None or own.shown)
    await _companion(connection, owner, shown=shown, link=link)


async def _companion(connection: AsyncConnection, person: PersonId, **values: Any) -> None:
    change = update(companions).where(companions.c.person == person)
    if not (await connection.execute(change.values(values))).rowcount:
        await connection.execute(insert(companions), {"person": person, "shown": True, **values})
