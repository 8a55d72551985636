"""The database's queue of reviews: the requests and the jobs of the whole site."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Row, Table, delete, exists, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, new_id
from shengji.server.database.nodes import is_taken
from shengji.server.database.schema import (
    review_asks,
    review_jobs,
    review_records,
    review_wishes,
)
from shengji.server.reviews.schemas import ReviewStage
from shengji.server.reviews.store import ReviewId, ReviewKey, keep, known_of
from shengji.server.reviews.waiting_list import (
    ADDRESS_KEPT,
    Job,
    Refusal,
    Requester,
    ReviewRefusedError,
    ReviewRequest,
    ReviewSettings,
    WaitingList,
)

_FAILURES: Final = 100
"""Maximum number of failed jobs to keep, the latest ones."""

_TRIES: Final = 3
"""Number of attempts that ended with their nodes, after which a job is delayed before a retry. The
review may crash its node, or the nodes were only updated."""

_MOST_TRIES: Final = 8
"""Number of attempts that ended with their nodes, after which a job is given up."""

_PUT_OFF_MS: Final = 600_000
"""First delay of a job in milliseconds; it doubles with each later attempt."""

_LOCK: Final = text("LOCK TABLE review_asks IN SHARE ROW EXCLUSIVE MODE")
"""In PostgreSQL, changes of the requests take this lock, so that the limits hold across nodes.
`take` does not need it. SQLite has a single writer."""


class TakenJob(NamedTuple):
    """A job that this node has taken.

    Attributes:
        token: fencing token of this attempt.
        lines: the record with the hand, to the end of the match.
    """

    key: ReviewKey
    token: str
    lines: bytes


class ReviewJobStore(Store):
    """The queue of reviews; any node takes jobs, and one node at a time runs each job.

    The jobs of a dead node become free again.
    """

    async def ask(
        self,
        requester: Requester,
        keys: Sequence[ReviewKey],
        lines: bytes,
        settings: ReviewSettings,
    ) -> bool:
        """Request reviews of hands of one record; existing reviews are left out.

        Args:
            requester: the caller.
            keys: the keys of the reviews.
            lines: the record with the hands.
            settings: the limits of the queue.

        Returns:
            Whether any of the reviews is queued.

        Raises:
            ReviewRefusedError: a limit of the queue is reached.
        """
        source = {"digest": sha256(lines).digest(), "lines": zlib.compress(lines)}
        answer = await self._ask(requester, keys, source, settings)
        if isinstance(answer, str):
            raise ReviewRefusedError(answer)
        return answer

    @writes
    async def _ask(
        self,
        connection: AsyncConnection,
        requester: Requester,
        keys: Sequence[ReviewKey],
        source: Mapping[str, bytes],
        settings: ReviewSettings,
    ) -> bool | Refusal:
        put = postgresql.insert if self._database.is_shared else sqlite.insert
        await self._alone(connection)
        now = await self._all(connection)
        made = await known_of(connection, keys)
        wanted = [key for key in keys if key not in made]
        known = {
            key
            for key in wanted
            if (job := now.jobs.get(key.id)) and not job.has_failed
            if job.key.code == key.code
        }
        if all(key in known and requester.person in now.requesters[key.id] for key in wanted):
            return bool(wanted)
        counts = len(known) < len(wanted)
        refusal = now.refusal(requester, settings) if counts else None
        if refusal is not None:
            return refusal
        await _drop_jobs(connection, [key.id for key in wanted if key not in known])
        await connection.execute(put(review_records).values(**source).on_conflict_do_nothing())
        number = max((ask.number for ask in now.asks), default=0) + 1
        takes_turn = counts or requester.member
        ask = {
            "id": new_id(),
            "person": requester.person,
            "address": requester.address[:ADDRESS_KEPT],
            "member": requester.member,
            "counts": counts,
            "place": requester.turn_key[:ADDRESS_KEPT],
            "number": number,
            "turn": now.turn_of(requester.turn_key[:ADDRESS_KEPT]) if takes_turn else None,
        }
        await connection.execute(insert(review_asks), ask)
        for key in wanted:
            if key not in known:
                await connection.execute(insert(review_jobs), _new_job(key, source["digest"]))
        wishes = [
            {"ask": ask["id"], "number": place, **_key_columns(key)}
            for place, key in enumerate(wanted)
        ]
        await connection.execute(insert(review_wishes), wishes)
        await _tidy(connection)
        return True

    @writes
    async def withdraw(
        self, connection: AsyncConnection, person: PersonId, keys: Collection[ReviewKey] | None
    ) -> list[str]:
        """Withdraw a person's requests; jobs that other people have requested stay queued.

        Args:
            person: public id.
            keys: the keys of the reviews; those without a request of this person are left out.
                `None`: all.

        Returns:
            The tokens of running jobs that no person requests any longer.
        """
        own = select(review_asks.c.id).where(review_asks.c.person == person)
        await self._alone(connection)
        found = list[str]()
        mine = review_wishes.c.ask.in_(own)
        if keys is None:
            rows = await connection.execute(select(review_wishes).where(mine))
            ids = {_id(row) for row in rows}
        else:
            ids = {key.id for key in keys}
        for id_ in ids:
            gone = await connection.execute(
                delete(review_wishes).where(_same(review_wishes, id_), mine)
            )
            if gone.rowcount:
                unwanted = (
                    delete(review_jobs)
                    .where(_same(review_jobs, id_), ~_is_wished, ~_has_failed)
                    .returning(review_jobs.c.token)
                )
                found += filter(None, (await connection.execute(unwanted)).scalars())
        await _tidy(connection)
        return found

    async def export(self, person: PersonId) -> list[dict[str, Any]]:
        """Return the network address and the number of hands of each request of a person."""
        number = select(func.count()).where(review_wishes.c.ask == review_asks.c.id)
        query = select(review_asks.c.address, number.scalar_subquery().label("hands"))
        query = query.where(review_asks.c.person == person).order_by(review_asks.c.number)
        async with self._reading() as connection:
            return [row._asdict() for row in await connection.execute(query)]

    async def stages(
        self, keys: Collection[ReviewKey], person: PersonId
    ) -> dict[ReviewKey, ReviewStage]:
        """Return the stages of the queued reviews among `keys`, for a viewer."""
        wanted = {key.id for key in keys}
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
        """Whether a job is free to take."""
        query = select(review_jobs.c.record).where(self._is_free(), ~_has_failed, self._is_due())
        query = query.limit(1)
        async with self._reading() as connection:
            return (await connection.execute(query)).first() is not None

    async def take(self) -> TakenJob | None:
        """Take the next job, or return `None` if there is none."""
        if not await self.are_some():
            return None
        return await self._take()

    @writes
    async def _take(self, connection: AsyncConnection) -> TakenJob | None:
        now = await self._all(connection)
        for ask, job in now.next_ones():
            same = _same(review_jobs, job.key.id)
            free = select(review_jobs.c.tries, review_jobs.c.later).where(
                same, self._is_free(), ~_has_failed, self._is_due()
            )
            row = (await connection.execute(free.with_for_update(skip_locked=True))).first()
            if row is None:
                continue  # another node has taken it, or it is delayed
            if row.tries >= _MOST_TRIES:
                await self._give_up(connection, job.key.id)
                continue
            if row.tries >= _TRIES and row.later is None:
                later = self._clock() + _PUT_OFF_MS * 2 ** (row.tries - _TRIES)
                await connection.execute(update(review_jobs).where(same).values(later=later))
                continue
            token = new_id()
            taken = {
                "taker": self._database.node.id,
                "token": token,
                "ask": ask.id,
                "turn": now.turn,
                "tries": row.tries + 1,
                "later": None,
                "done": 0,
                "of": 0,
            }
            await connection.execute(update(review_jobs).where(same).values(**taken))
            source = select(review_records.c.lines)
            source = source.where(review_records.c.digest == job.source)
            lines = (await connection.execute(source)).scalar_one()
            return TakenJob(job.key, token, zlib.decompress(lines))
        return None

    @writes
    async def progress(self, connection: AsyncConnection, token: str, done: int, of: int) -> bool:
        """Store the progress of a running job; return whether the job still exists."""
        change = update(review_jobs).where(review_jobs.c.token == token)
        return bool((await connection.execute(change.values(done=done, of=of))).rowcount)

    @writes
    async def finish(
        self, connection: AsyncConnection, taken: TakenJob, review: bytes | None
    ) -> None:
        """Store the result of a job; it is discarded if the job no longer exists.

        Args:
            taken: the job.
            review: a `HandReview` as JSON; `None`: the review has failed.
        """
        mine = review_jobs.c.token == taken.token
        at = self._clock()
        await self._alone(connection)
        query = select(review_jobs.c.ask, review_jobs.c.turn).where(mine)
        job = (await connection.execute(query)).first()
        if job is None:
            return
        await _record_turn(connection, job.ask, job.turn)
        if review is None:
            await self._give_up(connection, taken.key.id)
        else:
            await keep(connection, taken.key, review, at)
            await _drop_jobs(connection, [taken.key.id])
        await _tidy(connection)

    @writes
    async def let_go(self, connection: AsyncConnection, token: str) -> None:
        """Return a job to the queue."""
        free = update(review_jobs).where(review_jobs.c.token == token)
        free = free.values(taker=None, token=None, ask=None, tries=review_jobs.c.tries - 1)
        await connection.execute(free)

    async def _alone(self, connection: AsyncConnection) -> None:
        if self._database.is_shared:
            await connection.execute(_LOCK)

    async def _all(self, connection: AsyncConnection) -> WaitingList:
        # Read the jobs first: a job that disappears before the requests are read is finished.
        runs = (~self._is_free()).label("runs")
        jobs = [_job(row) for row in await connection.execute(select(review_jobs, runs))]
        query = select(review_asks).order_by(review_asks.c.number)
        asks = [ReviewRequest(**row._asdict()) for row in await connection.execute(query)]
        query = select(review_wishes).order_by(review_wishes.c.ask, review_wishes.c.number)
        wishes = [(row.ask, _id(row)) for row in await connection.execute(query)]
        return WaitingList(asks, wishes, jobs)

    def _is_free(self) -> ColumnElement[bool]:
        taker, own = review_jobs.c.taker, self._database.node.id
        return taker.is_(None) | ~((taker == own) | is_taken(taker, own))

    def _is_due(self) -> ColumnElement[bool]:
        later = review_jobs.c.later
        return later.is_(None) | (later <= self._clock())

    async def _give_up(self, connection: AsyncConnection, job: ReviewId) -> None:
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


def _id(row: Row[Any]) -> ReviewId:
    return row.record, row.depth, row.seed


def _job(row: Row[Any]) -> Job:
    return Job(
        ReviewKey(row.record, row.hand, row.depth, row.seed, row.code),
        source=row.source,
        ask=row.ask,
        turn=row.turn,
        done=row.done,
        of=row.of,
        has_failed=row.failed is not None,
        runs=row.runs,
    )


def _key_columns(key: ReviewKey) -> dict[str, Any]:
    return {"record": key.record, "depth": key.depth, "seed": key.seed}


def _same(table: Table, id_: ReviewId) -> ColumnElement[bool]:
    record, depth, seed = id_
    return (table.c.record == record) & (table.c.depth == depth) & (table.c.seed == seed)


def _new_job(key: ReviewKey, source: bytes) -> dict[str, Any]:
    nothing = {"turn": 0, "tries": 0, "done": 0, "of": 0}
    return {**key._asdict(), "source": source, **nothing}


async def _drop_jobs(connection: AsyncConnection, jobs: Iterable[ReviewId]) -> None:
    for job in jobs:
        for table in (review_wishes, review_jobs):
            await connection.execute(delete(table).where(_same(table, job)))


async def _record_turn(connection: AsyncConnection, ask: str, turn: int) -> None:
    """Record a turn: the place comes after the other places, and the request last in its place."""
    of_place = select(review_asks.c.place).where(review_asks.c.id == ask).scalar_subquery()
    had = update(review_asks).where(
        review_asks.c.place == of_place, review_asks.c.turn.is_not(None)
    )
    await connection.execute(had.values(turn=turn))
    last = (await connection.execute(select(func.max(review_asks.c.number)))).scalar_one()
    behind = update(review_asks).where(review_asks.c.id == ask)
    await connection.execute(behind.values(number=(last or 0) + 1))


async def _tidy(connection: AsyncConnection) -> None:
    """Delete requests without reviews, and records without jobs."""
    left = exists().where(review_wishes.c.ask == review_asks.c.id)
    await connection.execute(delete(review_asks).where(~left))
    used = exists().where(review_jobs.c.source == review_records.c.digest)
    await connection.execute(delete(review_records).where(~used))
