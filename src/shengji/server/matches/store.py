"""The store of finished matches; `match_rows` builds its rows, and `filters` its queries.

Matches that the caller may not see are treated as missing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import (
    Select,
    delete,
    exists,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.cards import Rank, Suit
from shengji.rules import rules_from
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId
from shengji.server.database.merged_guests import record_merge
from shengji.server.database.schema import (
    accounts,
    entries,
    hand_players,
    hands,
    match_players,
    matches,
    people,
    records,
    tables,
    unrecorded,
)
from shengji.server.matches.filters import (
    MatchFilter,
    PageCursor,
    all_records,
    counts,
    own_records,
    place_of,
    walks,
)
from shengji.server.matches.match_lines import line_of, struct_of
from shengji.server.matches.match_rows import NewMatch, insert_matches
from shengji.server.matches.records import PackedRecord
from shengji.server.matches.schemas import (
    HandLine,
    HandSeat,
    MatchFacts,
    MatchLine,
    MatchPlayer,
    PersonPage,
)
from shengji.server.ratings.match_ratings import rating_of
from shengji.server.ratings.night_results import NightPlace, night_place
from shengji.server.rules.sheets import rules_state
from shengji.server.site.archives import Files
from shengji.server.site.person import Person

_SOME = 20
"""Number of tables in one batch."""

_PAGE: Final = 100
"""Number of matches that `all_of` reads at a time."""


class StoredRecord(NamedTuple):
    """The stored record of a match.

    Attributes:
        match: public id of the match.
        place: its place in the order of end times.
    """

    match: str
    place: PageCursor
    packed: PackedRecord

    @property
    def file_name(self) -> str:
        """The file name of the record: the end date (UTC) and the id of the match."""
        day = datetime.fromtimestamp(self.place.ended / 1000, UTC).date()
        return f"{day}-{self.match}.jsonl"


class MatchStore(Store):
    """The store of finished matches."""

    # Writing

    async def unrecorded(self, but: Collection[str] = ()) -> list[str]:
        """Return a batch of the tables with finished matches that are not stored yet.

        Args:
            but: tables to leave out.
        """
        query = select(unrecorded.c.table).distinct().order_by(unrecorded.c.table).limit(_SOME)
        query = query.where(unrecorded.c.table.not_in(but)) if but else query
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def known_hands(self, table: str) -> frozenset[int]:
        """Return the numbers of the stored matches of a table."""
        query = select(matches.c.number).where(matches.c.table == table)
        async with self._reading() as connection:
            return frozenset((await connection.execute(query)).scalars())

    async def of_table(self, table: str, number: int) -> str | None:
        """Return the public id of a stored match by its table and number, or `None`."""
        query = select(matches.c.id).where(matches.c.table == table, matches.c.number == number)
        async with self._reading() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    @writes
    async def keep(
        self, connection: AsyncConnection, table: str, version: int, new: Sequence[NewMatch]
    ) -> int:
        """Store finished matches of a table; safe to repeat.

        Args:
            table: id of the table.
            version: entry of the log up to which these are all finished matches.
            new: the matches.

        Returns:
            The number of matches that were not stored before.
        """
        kept = await insert_matches(connection, table, new)
        done = (unrecorded.c.table == table) & (unrecorded.c.number <= version)
        await connection.execute(delete(unrecorded).where(done))
        return kept

    @writes
    async def retire(
        self, connection: AsyncConnection, table: str, version: int | None, new: Sequence[NewMatch]
    ) -> bool:
        """Store the last matches of a table, and delete the table with its log.

        Args:
            table: id of the table.
            version: the expected number of entries of its log; `None`: any.
            new: the matches, as in `keep`.

        Returns:
            Whether the table was deleted; `False` if its log has more entries.
        """
        gone = delete(tables).where(tables.c.id == table)
        if version is not None:
            later = exists().where(entries.c.table == table, entries.c.number > version)
            gone = gone.where(~later)
        if not (await connection.execute(gone)).rowcount:
            return False
        await insert_matches(connection, table, new)
        return True

    @writes
    async def merge_guest(
        self, connection: AsyncConnection, guest: PersonId, owner: PersonId
    ) -> None:
        """Transfer a guest's matches to an account.

        Matches that are stored later are transferred too. Matches of both people do not change.
        """
        both = select(match_players.c.match).where(match_players.c.person == owner)
        await record_merge(connection, guest, owner)
        # Update the hands first: the subquery reads `match_players`.
        for table in (hand_players, match_players):
            change = update(table).where(table.c.person == guest, table.c.match.not_in(both))
            await connection.execute(change.values(person=owner))

    # Reading

    async def page(
        self, viewer: PersonId, wanted: MatchFilter, before: str | None, most: int
    ) -> list[MatchLine] | None:
        """Return matches that a person may see, the latest first.

        Args:
            viewer: public id of the person.
            wanted: the criteria.
            before: id of the last match of the previous page.
            most: maximum number of matches.

        Returns:
            The matches, or `None` if there is no match `before`.
        """
        async with self._reading() as connection:
            place = None
            if before is not None:
                place = await _place(connection, before, viewer)
                if place is None:
                    return None
            found: set[PageCursor] = set()
            for walk in walks(viewer, wanted, place, most):
                found.update(PageCursor(*row) for row in await connection.execute(walk))
            return await _lines(connection, sorted(found, reverse=True)[:most])

    async def all_of(self, person: PersonId) -> list[MatchLine]:
        """Return all matches of a person, the latest first."""
        wanted, played = MatchFilter(person=person), list[MatchLine]()
        while found := await self.page(person, wanted, played[-1].match if played else None, _PAGE):
            played += found
        return played

    async def one(
        self, match: str, viewer: PersonId
    ) -> tuple[MatchFacts, NightPlace | None] | None:
        """Return a match and its place in a night, or `None` if the caller may not see it.

        The facts lack those that the night has: its name, and the hands with physical cards.
        """
        async with self._reading() as connection:
            place = await _place(connection, match, viewer)
            if place is None:
                return None
            (line,) = await _lines(connection, [place])
            rules = select(matches.c.rules).where(matches.c.key == place.key)
            given = msgspec.json.decode((await connection.execute(rules)).scalar_one())
            night = await night_place(connection, place.key)
            rated = place.key if night is None else night.key
            facts = MatchFacts(
                line=line,
                rules=rules_state(rules_from(given, stored=True)),
                hands=await _hands(connection, place.key),
                rating=None if rated is None else await rating_of(connection, rated),
                night=None,
            )
            return facts, night

    async def record(self, match: str, viewer: PersonId) -> StoredRecord | None:
        """Return the record of a match, or `None` if the caller may not see such a match."""
        async with self._reading() as connection:
            place = await _place(connection, match, viewer)
            found = [] if place is None else await _records(connection, [place])
            return found[0] if found else None

    async def at(self, place: PageCursor) -> tuple[MatchLine, StoredRecord] | None:
        """Return the match at a place without a check of visibility, or `None`."""
        async with self._reading() as connection:
            lines = await _lines(connection, [place])
            found = await _records(connection, [place])
            return (lines[0], found[0]) if lines and found else None

    async def records_of(
        self, person: PersonId, after: PageCursor | None = None
    ) -> list[StoredRecord]:
        """Return a batch of the records of a person's matches, the earliest first.

        Args:
            person: public id.
            after: the last place of the previous batch.
        """
        async with self._reading() as connection:
            found = await connection.execute(own_records(person, after))
            return await _records(connection, [PageCursor(*row) for row in found])

    async def record_files(self, person: Person) -> Files:
        """Yield the records of a person's matches, one file each."""
        after = None
        while found := await self.records_of(person.id, after):
            for record in found:
                yield record.file_name, record.packed.lines
            after = found[-1].place

    async def all_records(self, after: PageCursor | None = None) -> list[StoredRecord]:
        """Return a batch of the records of all matches, the earliest first; for operators."""
        async with self._reading() as connection:
            found = await connection.execute(all_records(after))
            return await _records(connection, [PageCursor(*row) for row in found])

    async def person(self, person: PersonId, viewer: PersonId) -> PersonPage | None:
        """Return public data of a person, with counts of matches that the caller may see.

        Returns `None` if there is no such person.
        """
        async with self._reading() as connection:
            known = select(people.c.name, people.c.made, accounts.c.bot).outerjoin(accounts)
            row = (await connection.execute(known.where(people.c.id == person))).one_or_none()
            if row is None:
                return None
            count, played = (await connection.execute(counts(person, viewer))).one()
            return PersonPage(
                person=person,
                name=row.name,
                bot=bool(row.bot),
                made=row.made,
                matches=count,
                hands=played or 0,
            )


async def _place(connection: AsyncConnection, match: str, viewer: PersonId) -> PageCursor | None:
    row = (await connection.execute(place_of(match, viewer))).one_or_none()
    return None if row is None else PageCursor(*row)


def lines_of(keys: Sequence[int]) -> Select[Any]:
    """Select matches by their keys."""
    return select(matches).where(matches.c.key.in_(keys))


def players_of(keys: Sequence[int]) -> Select[Any]:
    """Select the players of matches by the matches' keys, with their current names."""
    now = select(people.c.name).where(people.c.id == match_players.c.person).scalar_subquery()
    own = match_players.c
    return (
        select(own.match, own.seat, own.first, own.person, own.name, own.bot, own.hands)
        .add_columns(now.label("now"))
        .where(match_players.c.match.in_(keys))
        .order_by(match_players.c.match, match_players.c.seat, match_players.c.first)
    )


async def _lines(connection: AsyncConnection, places: Sequence[PageCursor]) -> list[MatchLine]:
    keys = [place.key for place in places]
    if not keys:
        return []
    rows = {row.key: row for row in await connection.execute(lines_of(keys))}
    players = await _players(connection, keys)
    return [line_of(rows[key], tuple(players[key])) for key in keys if key in rows]


async def _players(
    connection: AsyncConnection, keys: Sequence[int]
) -> dict[int, list[MatchPlayer]]:
    found: dict[int, list[MatchPlayer]] = {key: [] for key in keys}
    for row in await connection.execute(players_of(keys)):
        name = row.now or row.name or row.bot or ""
        found[row.match].append(struct_of(MatchPlayer, row, name=name))
    return found


def hands_of(key: int) -> tuple[Select[Any], Select[Any]]:
    """Select the hands of a match, and the results of each hand by seat."""
    return (
        select(hands).where(hands.c.match == key).order_by(hands.c.number),
        select(hand_players)
        .where(hand_players.c.match == key)
        .order_by(hand_players.c.hand, hand_players.c.seat),
    )


async def _hands(connection: AsyncConnection, key: int) -> tuple[HandLine, ...]:
    of_hands, of_seats = hands_of(key)
    rows = (await connection.execute(of_hands)).all()
    seats: dict[int, list[HandSeat]] = {row.number: [] for row in rows}
    for row in await connection.execute(of_seats):
        seats[row.hand].append(struct_of(HandSeat, row))
    return tuple(
        struct_of(
            HandLine,
            row,
            hand=row.number,
            rank=Rank(row.rank),
            suit=None if row.suit is None else Suit(row.suit),
            seats=tuple(seats[row.number]),
        )
        for row in rows
    )


def bodies_of(keys: Sequence[int]) -> Select[Any]:
    """Select the records of matches by the matches' keys."""
    query = select(matches.c.key, matches.c.id, records.c.body, records.c.thoughts).join(records)
    return query.where(matches.c.key.in_(keys))


async def _records(connection: AsyncConnection, places: Sequence[PageCursor]) -> list[StoredRecord]:
    keys = [place.key for place in places]
    if not keys:
        return []
    rows = {row.key: row for row in await connection.execute(bodies_of(keys))}
    players = await _players(connection, keys)
    return [
        StoredRecord(
            match=rows[place.key].id,
            place=place,
            packed=PackedRecord(
                tuple(player.name for player in players[place.key] if not player.first),
                rows[place.key].body,
                tuple(players[place.key]),
                rows[place.key].thoughts,
            ),
        )
        for place in places
        if place.key in rows
    ]
