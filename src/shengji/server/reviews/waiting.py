"""The reviews that are to be made, and who waits for them, in the database for the whole site."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Row, Table, delete, exists, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.review import DEPTH
from shengji.review.child import NICENESS
from shengji.server.database.ids import new_id
from shengji.server.database.nodes import is_taken
from shengji.server.database.part import Part
from shengji.server.database.schema import (
    review_asks,
    review_jobs,
    review_records,
    review_wishes,
)
from shengji.server.reviews.store import ReviewKey, keep, known_of

_FAILURES: Final = 100
"""So many reviews that could not be made are told of; those that failed last."""

_TRIES: Final = 3
"""A review is given up when so many servers have ended over it."""

_ADDRESS: Final = 64
"""So much of an address is kept, and as much of a place."""

_LOCK: Final = text("LOCK TABLE review_asks IN SHARE ROW EXCLUSIVE MODE")
"""In PostgreSQL whoever changes who waits does it alone, so that limits hold over all servers;
taking what is to be made goes on beside it. In SQLite there is one who writes."""

Refusal = Literal["reviews-off", "too-many-reviews", "reviews-share", "reviews-busy"]
"""Why a review is not made."""

_Id = tuple[bytes, float, int]
"""The record, depth and seed of a review."""


class ReviewSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How reviews are made.

    Attributes:
        at_once: how many a server makes at the same time; 0: it makes none.
        per_person: how many hands, or whole matches, a person may have waiting on the site.
        waiting: how many all may have: half of them may come from one address, a quarter from
            guests there, and three quarters from guests altogether.
        depth: as in `review_hand`; `seed` likewise.
        niceness: by how much their processes come after others; see `nice`.
    """

    at_once: int = 1
    per_person: int = 3
    waiting: int = 50
    depth: float = DEPTH
    seed: int = 0
    niceness: int = NICENESS


class ReviewStage(NamedTuple):
    """How it stands with a review that has not been made.

    Attributes:
        state: `waiting`, `running` or `failed`.
        ahead: how many hands or matches come before it, while it waits.
        done: how many of the `of` events of the hand have been looked at.
        own: whether who looks has asked for it, and so can take that back.
    """

    state: Literal["waiting", "running", "failed"]
    ahead: int = 0
    done: int = 0
    of: int = 0
    own: bool = False


class ReviewRefusedError(Exception):
    """A review that is not made; `code` says why, as in `Fault`."""

    def __init__(self, code: Refusal) -> None:
        self.code = code
        super().__init__(code)


class Asker(NamedTuple):
    """A person who asks for reviews.

    Attributes:
        person: by public id.
        address: where from; empty: that is not known.
        member: whether the person has an account.
    """

    person: str
    address: str = ""
    member: bool = False

    @property
    def place(self) -> str:
        """The turn it takes: a member's own, or that of all guests of an address."""
        return self.person if self.member else self.address[:_ADDRESS] or self.person


class Taken(NamedTuple):
    """A review that this server makes.

    Attributes:
        key: which.
        token: by which nobody else who makes it is known.
        lines: the record with its hand, to the end of the match.
    """

    key: ReviewKey
    token: str
    lines: bytes


@dataclass(eq=False, slots=True)
class _Job:
    """A review to be made; `runs`: a server that is alive makes it."""

    row: Row[Any]
    runs: bool

    @property
    def id(self) -> _Id:
        return self.row.record, self.row.depth, self.row.seed

    @property
    def waits(self) -> bool:
        return not self.runs and self.row.failed is None


@dataclass(eq=False, slots=True)
class _Ask:
    """A wish, and what is still to be begun of it, in order."""

    row: Row[Any]
    jobs: list[_Job] = field(default_factory=list)
    turn: int | None = None


class _Waiting:
    """All who wait, as the database has it at one moment.

    Args:
        asks: the rows of the wishes, in the order of their numbers.
        wishes: what each is for, in order.
        jobs: what is to be made, and whether it is being made.
    """

    def __init__(
        self,
        asks: Iterable[Row[Any]],
        wishes: Iterable[Row[Any]],
        jobs: Iterable[_Job],
    ) -> None:
        self.jobs = {job.id: job for job in jobs}
        self._asks = {row.id: _Ask(row, turn=row.turn) for row in asks}
        self.askers: dict[_Id, set[str]] = {}
        for row in wishes:
            ask = self._asks.get(row.ask)
            job = self.jobs.get((row.record, row.depth, row.seed))
            if ask is None or job is None:
                continue
            self.askers.setdefault(job.id, set()).add(ask.row.person)
            if job.waits:
                ask.jobs.append(job)
        self.running = [job for job in self.jobs.values() if job.runs]
        self._served = {job.row.ask for job in self.running}
        turns: dict[str, int] = {}
        for job in self.running:  # who is served had its turn
            if job.row.ask in self._asks:
                place = self._asks[job.row.ask].row.place
                turns[place] = max(turns.get(place, 0), job.row.turn)
        for ask in self._asks.values():
            if ask.turn is not None:
                ask.turn = max(ask.turn, turns.get(ask.row.place, 0))

    @property
    def asks(self) -> Collection[_Ask]:
        """All wishes."""
        return self._asks.values()

    @property
    def turn(self) -> int:
        """The turn that is next."""
        turns = (*(ask.turn or 0 for ask in self.asks), *(job.row.turn for job in self.running))
        return max(turns, default=0) + 1

    def turn_of(self, place: str) -> int:
        """The turn that a place had last."""
        return max((ask.turn or 0 for ask in self.asks if ask.row.place == place), default=0)

    def in_turn(self) -> list[_Ask]:
        """All who wait, in the order in which they get their next hand."""
        before: Counter[str] = Counter()
        order: list[tuple[bool, bool, int, int, int, _Ask]] = []
        queue = sorted(self.asks, key=lambda ask: (ask.row.id in self._served, ask.row.number))
        for number, ask in enumerate(queue):
            if ask.turn is None:  # when others for whom it would be made have gone
                order.append((True, True, 0, 0, number, ask))
                continue
            place = ask.row.place
            order.append((False, not ask.row.member, before[place], ask.turn, number, ask))
            before[place] += 1
        return [ask for *_, ask in sorted(order, key=lambda at: at[:-1])]

    def next_ones(self) -> list[tuple[_Ask, _Job]]:
        """The hands that may be begun, those whose turn it is first, each with its wish."""
        return [
            (ask, job)
            for ask in self.in_turn()
            if ask.row.id not in self._served
            for job in ask.jobs
        ]

    def refusal(self, asker: Asker, settings: ReviewSettings) -> Refusal | None:
        """The reason why somebody may not ask for more; `None`: there is room."""
        most = settings.waiting
        waiting = [ask.row for ask in self.asks if ask.row.counts and ask.jobs]
        guests = [ask for ask in waiting if not ask.member]
        if sum(ask.person == asker.person for ask in waiting) >= settings.per_person:
            return "too-many-reviews"
        if asker.address:
            beside = waiting if asker.member else guests
            share = max(1, most // (2 if asker.member else 4))
            if sum(ask.address == asker.address[:_ADDRESS] for ask in beside) >= share:
                return "reviews-share"
        room = most if asker.member else max(1, most - most // 4)
        if len(waiting if asker.member else guests) >= room or len(waiting) >= most:
            return "reviews-busy"
        return None

    def stage(self, key: ReviewKey, person: str) -> ReviewStage | None:
        """How it stands with a review, for who looks."""
        job = self.jobs.get(_id(key))
        if job is None or job.row.code != key.code:
            return None
        if job.row.failed is not None:
            return ReviewStage("failed")
        own = person in self.askers.get(job.id, ())
        if job.runs:
            return ReviewStage("running", 0, job.row.done, job.row.of, own)
        asks = (place for place, ask in enumerate(self.in_turn()) if job in ask.jobs)
        return ReviewStage("waiting", next(asks, 0) + len(self.running), own=own)


class WaitingReviews(Part):
    """The reviews that are to be made. Any server takes them, each is made by one at a time.

    What a server has taken is free again when that server is not alive any more.
    """

    async def ask(
        self, asker: Asker, keys: Sequence[ReviewKey], lines: bytes, settings: ReviewSettings
    ) -> bool:
        """Ask for some reviews, of hands of one record; nothing is done for those that are made.

        Args:
            asker: who asks.
            keys: which.
            lines: the record with their hands.
            settings: how many may wait.

        Returns:
            Whether any of them is to be made.

        Raises:
            ReviewRefusedError: too many wait.
        """
        digest = sha256(lines).digest()
        body = zlib.compress(lines)
        put = postgresql.insert if self._database.is_shared else sqlite.insert

        async def work(connection: AsyncConnection) -> bool | Refusal:
            await self._alone(connection)
            now = await self._all(connection)
            made = await known_of(connection, keys)
            wanted = [key for key in keys if key not in made]
            known = {
                key
                for key in wanted
                if (job := now.jobs.get(_id(key))) and job.row.failed is None
                if job.row.code == key.code
            }
            if all(key in known and asker.person in now.askers[_id(key)] for key in wanted):
                return bool(wanted)
            counts = len(known) < len(wanted)
            refusal = now.refusal(asker, settings) if counts else None
            if refusal is not None:
                return refusal
            await _drop_jobs(connection, [_id(key) for key in wanted if key not in known])
            source = {"digest": digest, "lines": body}
            await connection.execute(put(review_records).values(**source).on_conflict_do_nothing())
            number = max((ask.row.number for ask in now.asks), default=0) + 1
            takes_turn = counts or asker.member
            ask = {
                "id": new_id(),
                "person": asker.person,
                "address": asker.address[:_ADDRESS],
                "member": asker.member,
                "counts": counts,
                "place": asker.place[:_ADDRESS],
                "number": number,
                "turn": now.turn_of(asker.place[:_ADDRESS]) if takes_turn else None,
            }
            await connection.execute(insert(review_asks), ask)
            for key in wanted:
                if key not in known:
                    await connection.execute(insert(review_jobs), _new_job(key, digest))
            wishes = [
                {"ask": ask["id"], "number": place, **_named(key)}
                for place, key in enumerate(wanted)
            ]
            await connection.execute(insert(review_wishes), wishes)
            await _tidy(connection)
            return True

        answer = await self._writer.write(work)
        if isinstance(answer, str):
            raise ReviewRefusedError(answer)
        return answer

    async def withdraw(self, person: str, keys: Collection[ReviewKey]) -> list[str]:
        """Take back one's wish for some reviews; what others wait for goes on.

        Args:
            person: who wants them no more, by public id.
            keys: which; nothing is done for those that nobody makes, or others have asked for.

        Returns:
            The tokens of reviews that are made just now, and that nobody waits for any more.
        """
        own = select(review_asks.c.id).where(review_asks.c.person == person)

        async def work(connection: AsyncConnection) -> list[str]:
            await self._alone(connection)
            found = list[str]()
            for key in keys:
                mine = review_wishes.c.ask.in_(own)
                gone = await connection.execute(
                    delete(review_wishes).where(_same(review_wishes, _id(key)), mine)
                )
                if gone.rowcount:
                    unwanted = (
                        delete(review_jobs)
                        .where(_same(review_jobs, _id(key)), ~_is_wished, ~_has_failed)
                        .returning(review_jobs.c.token)
                    )
                    found += filter(None, (await connection.execute(unwanted)).scalars())
            await _tidy(connection)
            return found

        return await self._writer.write(work)

    async def stages(
        self, keys: Collection[ReviewKey], person: str
    ) -> dict[ReviewKey, ReviewStage]:
        """How it stands with those, of some reviews, that are to be made, for who looks."""
        wanted = {_id(key) for key in keys}
        query = select(review_jobs.c.record, review_jobs.c.depth, review_jobs.c.seed)
        query = query.where(review_jobs.c.record.in_({record for record, *_ in wanted}))
        async with self._reading() as connection:
            found = {tuple(row) for row in await connection.execute(query)}
            if not found & wanted:
                return {}
            now = await self._all(connection)
        stages = {key: now.stage(key, person) for key in keys}
        return {key: stage for key, stage in stages.items() if stage is not None}

    async def are_some(self) -> bool:
        """Whether there is something to be taken."""
        query = select(review_jobs.c.record).where(self._is_free(), ~_has_failed).limit(1)
        async with self._reading() as connection:
            return (await connection.execute(query)).first() is not None

    async def take(self) -> Taken | None:
        """Take what is to be made next; `None`: there is nothing."""
        if not await self.are_some():
            return None

        async def work(connection: AsyncConnection) -> Taken | None:
            now = await self._all(connection)
            for ask, job in now.next_ones():
                free = select(review_jobs.c.tries).where(
                    _same(review_jobs, job.id), self._is_free(), ~_has_failed
                )
                row = (await connection.execute(free.with_for_update(skip_locked=True))).first()
                if row is None:
                    continue  # another one has just taken it
                if row.tries >= _TRIES:
                    await self._give_up(connection, job.id)
                    continue
                token = new_id()
                taken = {
                    "taker": self._database.node.id,
                    "token": token,
                    "ask": ask.row.id,
                    "turn": now.turn,
                    "tries": row.tries + 1,
                    "done": 0,
                    "of": 0,
                }
                same = _same(review_jobs, job.id)
                await connection.execute(update(review_jobs).where(same).values(**taken))
                source = select(review_records.c.lines)
                source = source.where(review_records.c.digest == job.row.source)
                lines = (await connection.execute(source)).scalar_one()
                return Taken(_key(job.row), token, zlib.decompress(lines))
            return None

        return await self._writer.write(work)

    async def progress(self, token: str, done: int, of: int) -> bool:
        """Tell how far a review has come that this server makes; whether it is still wanted."""
        told = update(review_jobs).where(review_jobs.c.token == token)
        told = told.values(done=done, of=of)
        found = await self._writer.write(lambda connection: connection.execute(told))
        return bool(found.rowcount)

    async def finish(self, taken: Taken, review: bytes | None) -> None:
        """A review has been made, or cannot be; where nobody waits for it any more it is lost.

        Args:
            taken: which.
            review: a `HandReview` as JSON; `None`: it has failed.
        """
        mine = review_jobs.c.token == taken.token
        at = self._clock()

        async def work(connection: AsyncConnection) -> None:
            await self._alone(connection)
            query = select(review_jobs.c.ask, review_jobs.c.turn).where(mine)
            job = (await connection.execute(query)).first()
            if job is None:
                return
            await _note_turn(connection, job.ask, job.turn)
            if review is None:
                await self._give_up(connection, _id(taken.key))
            else:
                await keep(connection, taken.key, review, at)
                await _drop_jobs(connection, [_id(taken.key)])
            await _tidy(connection)

        await self._writer.write(work)

    async def let_go(self, token: str) -> None:
        """Give back what this server has taken and does not make; another one does."""
        free = update(review_jobs).where(review_jobs.c.token == token)
        free = free.values(taker=None, token=None, ask=None, tries=review_jobs.c.tries - 1)
        await self._writer.write(lambda connection: connection.execute(free))

    async def _alone(self, connection: AsyncConnection) -> None:
        if self._database.is_shared:
            await connection.execute(_LOCK)

    async def _all(self, connection: AsyncConnection) -> _Waiting:
        # What is to be made first: what is gone from it by the time that the others are read has
        # been made by then.
        runs = (~self._is_free()).label("runs")
        jobs = [_Job(row, row.runs) for row in await connection.execute(select(review_jobs, runs))]
        asks = select(review_asks).order_by(review_asks.c.number)
        wishes = select(review_wishes).order_by(review_wishes.c.ask, review_wishes.c.number)
        return _Waiting(await connection.execute(asks), await connection.execute(wishes), jobs)

    def _is_free(self) -> ColumnElement[bool]:
        """Whether nobody who is alive makes a review."""
        taker, own = review_jobs.c.taker, self._database.node.id
        return taker.is_(None) | ~((taker == own) | is_taken(taker, own))

    async def _give_up(self, connection: AsyncConnection, job: _Id) -> None:
        same = _same(review_jobs, job)
        failed = {"failed": self._clock(), "taker": None, "token": None, "ask": None}
        await connection.execute(update(review_jobs).where(same).values(**failed))
        await connection.execute(delete(review_wishes).where(_same(review_wishes, job)))
        query = select(review_jobs.c.record, review_jobs.c.depth, review_jobs.c.seed)
        query = query.where(_has_failed).order_by(review_jobs.c.failed.desc()).offset(_FAILURES)
        old = (await connection.execute(query.limit(_FAILURES))).all()
        await _drop_jobs(connection, [tuple(row) for row in old])


_is_wished = exists().where(
    review_wishes.c.record == review_jobs.c.record,
    review_wishes.c.depth == review_jobs.c.depth,
    review_wishes.c.seed == review_jobs.c.seed,
)
_has_failed = review_jobs.c.failed.is_not(None)


def _id(key: ReviewKey) -> _Id:
    return key.record, key.depth, key.seed


def _key(row: Any) -> ReviewKey:
    return ReviewKey(row.record, row.hand, row.depth, row.seed, row.code)


def _named(key: ReviewKey) -> dict[str, Any]:
    return {"record": key.record, "depth": key.depth, "seed": key.seed}


def _same(table: Table, id_: _Id) -> ColumnElement[bool]:
    record, depth, seed = id_
    return (table.c.record == record) & (table.c.depth == depth) & (table.c.seed == seed)


def _new_job(key: ReviewKey, source: bytes) -> dict[str, Any]:
    nothing = {"turn": 0, "tries": 0, "done": 0, "of": 0}
    return {**key._asdict(), "source": source, **nothing}


async def _drop_jobs(connection: AsyncConnection, jobs: Iterable[_Id]) -> None:
    for job in jobs:
        for table in (review_wishes, review_jobs):
            await connection.execute(delete(table).where(_same(table, job)))


async def _note_turn(connection: AsyncConnection, ask: str, turn: int) -> None:
    """A wish had its turn: its place has the next one after all others, and it comes last there."""
    of_place = select(review_asks.c.place).where(review_asks.c.id == ask).scalar_subquery()
    had = update(review_asks).where(
        review_asks.c.place == of_place, review_asks.c.turn.is_not(None)
    )
    await connection.execute(had.values(turn=turn))
    last = (await connection.execute(select(func.max(review_asks.c.number)))).scalar_one()
    behind = update(review_asks).where(review_asks.c.id == ask)
    await connection.execute(behind.values(number=(last or 0) + 1))


async def _tidy(connection: AsyncConnection) -> None:
    """Forget wishes for which nothing is left, and records of which nothing is to be made."""
    left = exists().where(review_wishes.c.ask == review_asks.c.id)
    await connection.execute(delete(review_asks).where(~left))
    used = exists().where(review_jobs.c.source == review_records.c.digest)
    await connection.execute(delete(review_records).where(~used))
