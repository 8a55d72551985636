"""The matches that are over: keeping them, finding them again, and who may.

Whoever played in a match may see it, others only where it is open. What somebody may not see is
told as if it did not exist.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    Table,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.cards import Rank, Suit
from shengji.ratings import Counted
from shengji.rules import describe_rules
from shengji.server.shapes import HandLine, HandSeat, MatchLine, MatchPlayer, MatchRating
from shengji.server.states import Ending, Feat, Game, Text
from shengji.server.storage.database import (
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
from shengji.server.storage.ids import new_id
from shengji.server.storage.ledger import enter, rating_of
from shengji.server.storage.part import Reading
from shengji.server.storage.sums import held_hands, sums_of
from shengji.server.storage.writer import Writer
from shengji.server.table.match_reader import OverMatch
from shengji.server.table.records import renamed
from shengji.server.table.sheets import game_of, rules_state

_SOME = 20
"""How many tables, or records, are looked up at once."""

_read_text = msgspec.json.Decoder(Text).decode

Such: TypeAlias = ColumnElement[bool]


class MatchFilter(NamedTuple):
    """Which matches are wanted; of what is `None`, all.

    Attributes:
        person: in which this person played, by public id.
        company: in which this person played as well.
        game: in which this was played.
        preset: by rules that come from this text.
        since: that ended at this time or later, in milliseconds since 1970.
        until: that ended before.
        rated: that were, or were not, rated.
        ending: that ended so.
        feat: in which `person` did this in some hand.
    """

    person: str | None = None
    company: str | None = None
    game: Game | None = None
    preset: str | None = None
    since: int | None = None
    until: int | None = None
    rated: bool | None = None
    ending: Ending | None = None
    feat: Feat | None = None


class Place(NamedTuple):
    """Where a match stands in the order of their ends."""

    ended: int
    key: int


class KeptRecord(NamedTuple):
    """The record of a match.

    Attributes:
        match: its public id.
        place: where it stands among all.
        names: the names of those who held the seats when it began, as they are now.
        body: the record, compressed, without names; see `lines`.
    """

    match: str
    place: Place
    names: tuple[str, ...]
    body: bytes

    def lines(self) -> bytes:
        """The lines of the record, as `shengji.record` reads them. It takes a moment."""
        return renamed(zlib.decompress(self.body), self.names)


class PersonLine(NamedTuple):
    """What may be told of a person.

    Attributes:
        name: the name.
        made: since when they are here, in milliseconds since 1970; `None`: not known.
        matches: in how many matches they played; `hands` likewise.
        bot: whether it is a bot's account.
    """

    name: str
    made: int | None
    matches: int
    hands: int
    bot: bool = False


class NewMatch(NamedTuple):
    """A match to be kept: the match, its record, compressed, and what counts if it is rated."""

    over: OverMatch
    record: bytes
    counted: Counted

    @classmethod
    def of(cls, over: OverMatch, counted: Counted = "levels") -> NewMatch:
        """A match with its record, which takes a moment."""
        created = datetime.fromtimestamp(over.begun / 1000, UTC).isoformat(timespec="seconds")
        return cls(over, zlib.compress(over.played.record(created)), counted)


class Matches:
    """The matches that are over; a part of `Store`, whose rules hold here.

    Args:
        reading: gives connections to read with.
        writer: writes.
    """

    def __init__(self, reading: Reading, writer: Writer) -> None:
        self._reading = reading
        self._writer = writer

    # Keeping them

    async def unrecorded(self, but: Collection[str] = ()) -> list[str]:
        """Some of the tables with matches that are over and not kept yet.

        Args:
            but: tables that are not wanted.
        """
        query = select(unrecorded.c.table).distinct().order_by(unrecorded.c.table).limit(_SOME)
        query = query.where(unrecorded.c.table.not_in(but)) if but else query
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def known(self, table: str) -> frozenset[int]:
        """The numbers of those matches of a table that are kept."""
        query = select(matches.c.number).where(matches.c.table == table)
        async with self._reading() as connection:
            return frozenset((await connection.execute(query)).scalars())

    async def of_table(self, table: str, number: int) -> str | None:
        """The public id of a match of a table, by its number there; `None`: it is not kept."""
        query = select(matches.c.id).where(matches.c.table == table, matches.c.number == number)
        async with self._reading() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def keep(self, table: str, version: int, new: Sequence[NewMatch]) -> int:
        """Keep matches of a table, each once, however often it is asked.

        Args:
            table: the table's id.
            version: up to which entry of its log these are all that are over.
            new: the matches.

        Returns:
            How many of them were not kept yet.
        """

        async def work(connection: AsyncConnection) -> int:
            kept = await _insert(connection, table, new)
            done = (unrecorded.c.table == table) & (unrecorded.c.number <= version)
            await connection.execute(delete(unrecorded).where(done))
            return kept

        return await self._writer.write(work)

    async def retire(self, table: str, version: int | None, new: Sequence[NewMatch]) -> bool:
        """Keep the last matches of a table, and let it go with its log.

        Args:
            table: the table's id.
            version: how many entries its log has, as far as is known; `None`: however many.
            new: the matches, as in `keep`.

        Returns:
            Whether that was done; nothing is when the log has gone on.
        """
        gone = delete(tables).where(tables.c.id == table)
        if version is not None:
            later = exists().where(entries.c.table == table, entries.c.number > version)
            gone = gone.where(~later)

        async def work(connection: AsyncConnection) -> bool:
            if not (await connection.execute(gone)).rowcount:
                return False
            await _insert(connection, table, new)
            return True

        return await self._writer.write(work)

    async def move(self, guest: str, owner: str) -> None:
        """Let what a guest has played be another's, who is the same somebody.

        Matches in which both have played stay as they are.
        """
        both = select(match_players.c.match).where(match_players.c.person == owner)

        async def work(connection: AsyncConnection) -> None:
            # The hands first, since it is the players who tell in which matches both are.
            for table in (hand_players, match_players):
                change = update(table).where(table.c.person == guest, table.c.match.not_in(both))
                await connection.execute(change.values(person=owner))

        await self._writer.write(work)

    # Finding them

    async def page(
        self, asker: str, wanted: MatchFilter, before: str | None, most: int
    ) -> list[MatchLine] | None:
        """Matches that a person may see, the one that ended last first.

        Args:
            asker: the person, by public id.
            wanted: which of them.
            before: the id of a match: only those after it in this order.
            most: how many at most.

        Returns:
            The matches; `None` when there is no match `before`.
        """
        async with self._reading() as connection:
            place = None
            if before is not None:
                place = await _place(connection, before, asker)
                if place is None:
                    return None
            found: set[Place] = set()
            for walk in walks(asker, wanted, place, most):
                found.update(Place(*row) for row in await connection.execute(walk))
            return await _lines(connection, sorted(found, reverse=True)[:most])

    async def one(
        self, match: str, asker: str
    ) -> tuple[MatchLine, dict[str, Any], tuple[HandLine, ...], MatchRating | None] | None:
        """A match that a person may see: its rules as `rules_from` reads them, hands and ratings.

        `None`: there is no such match for them.
        """
        async with self._reading() as connection:
            place = await _place(connection, match, asker)
            if place is None:
                return None
            (line,) = await _lines(connection, [place])
            rules = select(matches.c.rules).where(matches.c.key == place.key)
            given = msgspec.json.decode((await connection.execute(rules)).scalar_one())
            hands = await _hands(connection, place.key)
            return line, given, hands, await rating_of(connection, place.key)

    async def record(self, match: str, asker: str) -> KeptRecord | None:
        """The record of a match that a person may see; `None`: there is no such match for them."""
        async with self._reading() as connection:
            place = await _place(connection, match, asker)
            found = [] if place is None else await _records(connection, [place])
            return found[0] if found else None

    async def records_of(self, person: str, after: Place | None = None) -> list[KeptRecord]:
        """Some of the records of a person's matches, in the order in which they ended.

        Args:
            person: whose.
            after: only those after this place.
        """
        async with self._reading() as connection:
            found = await connection.execute(own_records(person, after))
            return await _records(connection, [Place(*row) for row in found])

    async def person(self, person: str, asker: str) -> PersonLine | None:
        """What may be told of a person, counting the matches that who asks may see.

        `None`: there is no such person.
        """
        async with self._reading() as connection:
            known = select(people.c.name, people.c.made, accounts.c.bot).outerjoin(accounts)
            row = (await connection.execute(known.where(people.c.id == person))).one_or_none()
            if row is None:
                return None
            count, played = (await connection.execute(counts(person, asker))).one()
            return PersonLine(row.name, row.made, count, played or 0, bool(row.bot))


# The queries, each a walk along an index


def walks(asker: str, wanted: MatchFilter, after: Place | None, most: int) -> list[Select[Any]]:
    """What finds the ends and keys of matches that a person may see, together.

    Args:
        asker: the person.
        wanted: which of them.
        after: the place after which to begin, going back in time.
        most: how many at most.
    """
    person, company = wanted.person, wanted.company
    if person is None:
        person, company = company, None
    if person is not None:
        seen = [] if person == asker else [seen_by(asker, match_players)]
        if wanted.person is not None and wanted.feat is not None:
            seen.append(_did(person, wanted.feat, match_players.c.match))
        if company is not None:
            seen.append(_played(company, match_players.c.match))
        return [_of_person(person, wanted, seen, after, most)]
    ended, key = matches.c.ended, matches.c.key
    such = [*_such(wanted), *_between(wanted, ended)]
    everybody = select(ended, key).where(matches.c.open, *such)
    return [
        _ordered(everybody, ended, key, after, most),
        _of_person(asker, wanted, [~match_players.c.open], after, most),
    ]


def _of_person(
    person: str, wanted: MatchFilter, seen: Sequence[Such], after: Place | None, most: int
) -> Select[Any]:
    """Matches of a person, by the index over what each has played.

    What the index does not tell is asked of one match after the other: joined to them, PostgreSQL
    may look through all matches to find those of one person.
    """
    ended, key = match_players.c.ended, match_players.c.match
    query = select(ended, key).distinct().where(match_players.c.person == person)
    query = query.where(*_between(wanted, ended), *seen)
    such = _such(wanted)
    if such:
        asked = select(and_(*such)).where(matches.c.key == key).correlate(match_players)
        query = query.where(asked.scalar_subquery())
    return _ordered(query, ended, key, after, most)


def _ordered(
    query: Select[Any],
    ended: ColumnElement[int],
    key: ColumnElement[int],
    after: Place | None,
    most: int,
) -> Select[Any]:
    if after is not None:
        query = query.where(tuple_(ended, key) < tuple_(after.ended, after.key))
    return query.order_by(ended.desc(), key.desc()).limit(most)


def _such(wanted: MatchFilter) -> list[Such]:
    values = {
        matches.c.game: wanted.game,
        matches.c.preset: wanted.preset,
        matches.c.ending: wanted.ending,
        matches.c.rated: wanted.rated,
    }
    return [column == value for column, value in values.items() if value is not None]


def _between(wanted: MatchFilter, ended: ColumnElement[int]) -> list[Such]:
    found: list[Such] = []
    if wanted.since is not None:
        found.append(ended >= wanted.since)
    if wanted.until is not None:
        found.append(ended < wanted.until)
    return found


def seen_by(asker: str, of: Table = matches) -> Such:
    """Whether a person may see a match.

    Args:
        asker: the person.
        of: `matches`, or `match_players`.
    """
    return or_(of.c.open, _played(asker, of.c.key if of is matches else of.c.match))


def _played(person: str, key: ColumnElement[int]) -> Such:
    """Whether a person has played in the match of this key."""
    held = match_players.alias()
    return exists().where(held.c.match == key, held.c.person == person)


def _did(person: str, feat: Feat, key: ColumnElement[int]) -> Such:
    """Whether a person did something in some hand of the match of this key."""
    own = hand_players
    held = (own.c.match == key) & (own.c.person == person)
    if feat in ("dealer", "partner", "opponent"):
        return exists().where(held, own.c.role == feat)
    if feat in ("throw", "failed"):
        return exists().where(held, (own.c.throws if feat == "throw" else own.c.failed) > 0)
    of_hand = (hands.c.match == own.c.match) & (hands.c.number == own.c.hand)
    such = {
        "buried": hands.c.kitty_by == own.c.seat,
        "lost": (hands.c.kitty_by == own.c.seat) & (hands.c.kitty_factor > 0),
        "taken": (own.c.role == "opponent") & (hands.c.kitty_factor > 0),
        "trump-none": (own.c.role == "dealer") & hands.c.suit.is_(None),
    }.get(feat)
    if such is None:
        such = (own.c.role == "dealer") & (hands.c.suit == feat.removeprefix("trump-"))
    return exists().where(held, of_hand, such)


def own_records(person: str, after: Place | None) -> Select[Any]:
    """The places of some of a person's matches, from the first one on."""
    ended, key = match_players.c.ended, match_players.c.match
    query = select(ended, key).distinct().where(match_players.c.person == person)
    if after is not None:
        query = query.where(tuple_(ended, key) > tuple_(after.ended, after.key))
    return query.order_by(ended, key).limit(_SOME)


def counts(person: str, asker: str) -> Select[int, int | None]:
    """How many matches of a person another may see, and how many hands the person played there."""
    seen = [] if person == asker else [seen_by(asker, match_players)]
    return select(
        func.count(match_players.c.match.distinct()), func.sum(match_players.c.hands)
    ).where(match_players.c.person == person, *seen)


def place_of(match: str, asker: str) -> Select[Any]:
    """Where a match stands that a person may see."""
    return select(matches.c.ended, matches.c.key).where(matches.c.id == match, seen_by(asker))


async def _place(connection: AsyncConnection, match: str, asker: str) -> Place | None:
    row = (await connection.execute(place_of(match, asker))).one_or_none()
    return None if row is None else Place(*row)


def lines_of(keys: Sequence[int]) -> Select[Any]:
    """Matches by their keys."""
    return select(matches).where(matches.c.key.in_(keys))


def players_of(keys: Sequence[int]) -> Select[Any]:
    """Those who played in matches, by the keys of these, with the names that they have now."""
    now = select(people.c.name).where(people.c.id == match_players.c.person).scalar_subquery()
    own = match_players.c
    return (
        select(own.match, own.seat, own.first, own.person, own.name, own.bot, own.hands)
        .add_columns(now.label("now"))
        .where(match_players.c.match.in_(keys))
        .order_by(match_players.c.match, match_players.c.seat, match_players.c.first)
    )


async def _lines(connection: AsyncConnection, places: Sequence[Place]) -> list[MatchLine]:
    """Matches, in this order."""
    keys = [place.key for place in places]
    if not keys:
        return []
    rows = {row.key: row for row in await connection.execute(lines_of(keys))}
    players = await _players(connection, keys)
    return [_line(rows[key], players[key]) for key in keys if key in rows]


async def _players(
    connection: AsyncConnection, keys: Sequence[int]
) -> dict[int, list[MatchPlayer]]:
    found: dict[int, list[MatchPlayer]] = {key: [] for key in keys}
    for row in await connection.execute(players_of(keys)):
        player = MatchPlayer(
            seat=row.seat,
            first=row.first,
            person=row.person,
            name=row.now or row.name or row.bot or "",
            bot=row.bot,
            hands=row.hands,
        )
        found[row.match].append(player)
    return found


def _line(row: Row[Any], players: Sequence[MatchPlayer]) -> MatchLine:
    return MatchLine(
        match=row.id,
        begun=row.begun,
        ended=row.ended,
        ending=row.ending,
        heading=_read_text(row.heading),
        preset=row.preset,
        system=row.system,
        game=row.game,
        players=row.players,
        decks=row.decks,
        teams=row.teams,
        winners=tuple(seat for seat in range(row.players) if row.winners >> seat & 1),
        hands=row.hands,
        rated=row.rated,
        open=row.open,
        seats=tuple(players),
    )


def hands_of(key: int) -> tuple[Select[Any], Select[Any]]:
    """The hands of a match, and what each was for each seat."""
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
        seat = HandSeat(
            person=row.person,
            role=row.role,
            levels=row.levels,
            throws=row.throws,
            failed=row.failed,
        )
        seats[row.hand].append(seat)
    return tuple(
        HandLine(
            hand=row.number,
            dealer=row.dealer,
            rank=Rank(row.rank),
            suit=None if row.suit is None else Suit(row.suit),
            points=row.points,
            won=row.won,
            levels=row.levels,
            kitty_by=row.kitty_by,
            kitty_points=row.kitty_points,
            kitty_factor=row.kitty_factor,
            seats=tuple(seats[row.number]),
        )
        for row in rows
    )


def bodies_of(keys: Sequence[int]) -> Select[Any]:
    """The records of matches, by the keys of these."""
    query = select(matches.c.key, matches.c.id, records.c.body).join(records)
    return query.where(matches.c.key.in_(keys))


async def _records(connection: AsyncConnection, places: Sequence[Place]) -> list[KeptRecord]:
    keys = [place.key for place in places]
    if not keys:
        return []
    rows = {row.key: row for row in await connection.execute(bodies_of(keys))}
    players = await _players(connection, keys)
    return [
        KeptRecord(
            match=rows[place.key].id,
            place=place,
            names=tuple(player.name for player in players[place.key] if not player.first),
            body=rows[place.key].body,
        )
        for place in places
        if place.key in rows
    ]


# Writing


async def _insert(connection: AsyncConnection, table: str, new: Sequence[NewMatch]) -> int:
    """Insert those matches that are not there; how many that are."""
    numbers = select(matches.c.number).where(matches.c.table == table)
    known = set((await connection.execute(numbers)).scalars())
    lacking = [one for one in new if one.over.number not in known]
    # Who is named in a log may have been removed since.
    named = {at.person for one in lacking for at in one.over.holders if at.person is not None}
    there = select(people.c.id).where(people.c.id.in_(named))
    alive = set((await connection.execute(there)).scalars()) if named else set()
    for one in lacking:
        row = match_row(one.over, table)
        key = (await connection.execute(insert(matches).returning(matches.c.key), row)).scalar_one()
        await connection.execute(insert(records), {"match": key, "body": one.record})
        for into, rows in rows_of(one.over, key, alive).items():
            if rows:
                await connection.execute(insert(into), rows)
        if one.over.rated:
            await enter(connection, key, one.over, one.counted, alive)
    return len(lacking)


def match_row(over: OverMatch, table: str) -> dict[str, Any]:
    """The row of a match of a table, but for its key."""
    rules = over.played.rules
    given = describe_rules(rules)
    state = rules_state(rules)
    return {
        "id": new_id(),
        "table": table,
        "number": over.number,
        "begun": over.begun,
        "ended": over.ended,
        "ending": over.ending,
        "heading": msgspec.json.encode(state.heading),
        "rules": msgspec.json.encode(given),
        "preset": given["preset"],
        "system": given.get("system"),
        "game": state.game,
        "decks": rules.deck_count,
        "players": rules.players,
        "teams": rules.teams,
        "winners": sum(1 << seat for seat in over.winners),
        "hands": len(over.hands),
        "rated": over.rated,
        "open": over.open,
    }


def rows_of(over: OverMatch, key: int, alive: Collection[str]) -> dict[Any, list[dict[str, Any]]]:
    """The rows of those who played a match, and of its hands, by where they belong.

    Args:
        over: the match.
        key: its key.
        alive: the persons who are known; others are none, and have no name.
    """

    def known(person: str | None) -> str | None:
        return person if person in alive else None

    rules = over.played.rules
    decided = rules.teams == "fixed" and bool(over.winners)
    game = game_of(rules)
    played = [
        {
            "match": key,
            "seat": at.seat,
            "first": at.first,
            "person": known(at.person),
            "name": at.name if known(at.person) else "",
            "bot": at.bot,
            "hands": at.hands,
            "ended": over.ended,
            "open": over.open,
            "game": game,
            "won": at.seat in over.winners if decided else None,
            **sums_of(held_hands(at, over.holders, over.hands), at.seat),
        }
        for at in over.holders
    ]
    ended = [
        {
            "match": key,
            "number": hand.number,
            "dealer": hand.dealer,
            "rank": hand.rank.value,
            "suit": None if hand.suit is None else hand.suit.value,
            "points": hand.points,
            "won": hand.won,
            "levels": hand.levels,
            "kitty_by": hand.kitty_by,
            "kitty_points": hand.kitty_points,
            "kitty_factor": hand.kitty_factor,
        }
        for hand in over.hands
    ]
    seats = [
        {
            "match": key,
            "hand": hand.number,
            "seat": number,
            "person": known(seat.person),
            "role": seat.role,
            "levels": seat.levels,
            "throws": seat.throws,
            "failed": seat.failed,
        }
        for hand in over.hands
        for number, seat in enumerate(hand.seats)
    ]
    return {match_players: played, hands: ended, hand_players: seats}
