"""An evening from a seed: who comes when and wants what, who met, and who should have."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import httpx

from benchmarks.casual.guest import Guest, Plan
from benchmarks.casual.leaping import run
from shengji.game import HandStarted
from shengji.server.actors.news import ActorNotification, Appended
from shengji.server.app import create_app
from shengji.server.site.chance import Chance
from shengji.server.site.settings import ServerSettings
from shengji.server.tables.acts.seating import Sat
from shengji.server.tables.casual_sets import SETS
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from tests.server.fresh import make_fresh

TOGETHER: Final = 120.0
"""Seconds: two who press within them are to meet."""

HANDS: Final = 3
"""... before either of them begins so many hands."""

PATIENCE: Final = 5.0
"""Seconds after which everybody has a card."""

LONGEST: Final = 3600.0
"""Seconds after which an evening is over in any case."""


@dataclass
class Outcome:
    """The outcome of an evening.

    Attributes:
        people: how many came.
        due: how many pairs were to meet; `met`: how many of them did in time.
        full: how many did not, since every seat was taken where the one sat as the other came.
        parted: how many did not, since both sat with others by then: not all fit at one table.
        barred: how many did not, since somebody sat with one whom the other is kept apart from.
        missed: all others, in words.
        longest: the longest wait for a first card, or a hand to follow, in seconds.
        blocked: how many pairs met of whom one has blocked the other.
    """

    people: int
    due: int = 0
    met: int = 0
    missed: list[str] = field(default_factory=list)
    full: int = 0
    parted: int = 0
    barred: int = 0
    longest: float = 0.0
    blocked: int = 0

    @property
    def good(self) -> bool:
        """Whether all goals are met."""
        return not (self.missed or self.blocked) and self.longest <= PATIENCE


class _Deals(Chance):
    """Chance from a seed."""

    shared = False

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def of(self, what: str) -> Random:
        return Random(f"{self._seed} {what}")


class Evening:
    """One evening.

    Args:
        seed: all that chance decides comes from it.
        people: how many come; `None`: chance decides, from 2 to 12.
    """

    def __init__(self, seed: int, people: int | None = None) -> None:
        self._chance = chance = Random(seed)
        self._seed = seed
        count = people or chance.randint(2, 12)
        at, plans = 0.0, []
        for _ in range(count):
            at += chance.expovariate(1 / 50)
            stays = chance.uniform(30, 500) if chance.random() < 0.15 else None
            plans.append(
                Plan(
                    comes=at,
                    leaves=None if stays is None else at + stays,
                    set=chance.choices(tuple(SETS), (2, 6, 2))[0],
                    company=chance.choices(("anyone", "friends-first", "friends-only"), (3, 6, 1))[
                        0
                    ],
                )
            )
        self._plans: Sequence[Plan] = plans
        self._guests: dict[str, Guest] = {}
        self._blocked: set[frozenset[str]] = set()
        self._friends: set[frozenset[str]] = set()
        self._met: dict[frozenset[str], float] = {}
        self._hands: dict[str, list[float]] = {}
        self._beside: dict[str, list[tuple[float, frozenset[str]]]] = {}

    async def play(self, folder: Path) -> Outcome:
        """Play it, with a database in a folder; to be done on a `LeapingLoop`."""
        settings = ServerSettings(
            database=f"sqlite:///{folder}/tables.db",
            creations_per_minute=100_000,
            work_per_address=1000.0,
            work_per_person=1000.0,
            push="off",
            log_level="error",
        )
        app = create_app(settings, chance=_Deals(self._seed))
        async with app.lifespan():
            hub = app.state.services[Hub]
            hub.subscribe(self._hear)
            transport = httpx.ASGITransport(app=cast(Any, app))
            browsers = [
                httpx.AsyncClient(transport=transport, base_url="http://localhost")
                for _ in self._plans
            ]
            guests = [
                Guest(browser, hub, plan, Random(f"{self._seed} {number}"))
                for number, (browser, plan) in enumerate(zip(browsers, self._plans, strict=True))
            ]
            for guest in guests:
                await guest.arrive()
                self._guests[guest.person] = guest
                self._hands[guest.person] = []
                self._beside[guest.person] = []
            await self._tie(browsers, guests)
            await self._go_on(guests)
            for browser in browsers:
                await browser.aclose()
        return self._judged()

    async def _tie(self, browsers: Sequence[httpx.AsyncClient], guests: Sequence[Guest]) -> None:
        """Let some be friends, and some block others."""
        for (one, first), (two, second) in combinations(zip(browsers, guests, strict=True), 2):
            pair, drawn = frozenset((first.person, second.person)), self._chance.random()
            if drawn < 0.08:
                self._blocked.add(pair)
                (await one.put(f"/api/blocks/{second.person}")).raise_for_status()
            elif drawn < 0.25:
                self._friends.add(pair)
                (await one.put(f"/api/friends/{second.person}")).raise_for_status()
                (await two.put(f"/api/friends/{first.person}")).raise_for_status()

    async def _go_on(self, guests: Sequence[Guest]) -> None:
        """Let everybody come, until all have begun their hands, or are gone."""
        loop = asyncio.get_running_loop()
        began, tasks = loop.time(), []
        for guest in guests:
            tasks.append(asyncio.create_task(self._come(guest, began)))
        while loop.time() - began < LONGEST:
            await asyncio.sleep(1.0)
            last = max((guest.pressed or LONGEST * 10) for guest in guests)
            if all(guest.gone or self._third(guest.person, last) for guest in guests):
                break
        for guest, task in zip(guests, tasks, strict=True):
            task.cancel()
            if not guest.gone:
                await guest.leave()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _come(self, guest: Guest, began: float) -> None:
        """Let somebody come, play, and go."""
        loop, plan = asyncio.get_running_loop(), guest.plan
        await asyncio.sleep(began + plan.comes - loop.time())
        if plan.leaves is None:
            await guest.play()
            return
        try:
            async with asyncio.timeout_at(began + plan.leaves):
                await guest.play()
        except TimeoutError:
            await guest.leave()

    # What happens

    def _hear(self, live: LiveTable, news: ActorNotification) -> None:
        if not isinstance(news, Appended):
            return
        now = asyncio.get_running_loop().time()
        seats = live.table.room.seats
        company = [seat.person for seat in seats if seat.person and seat.covered is None]
        for body in news.entries:
            if isinstance(body, HandStarted):
                for person in company:
                    self._hands[person].append(now)
            elif isinstance(body, Sat) and live.table.room.in_hand:
                self._hands[body.person].append(now)
        for person in company:
            self._beside[person].append((now, frozenset(company) - {person}))
        for pair in combinations(company, 2):
            self._met.setdefault(frozenset(pair), now)

    # What came of it

    def _third(self, person: str, since: float) -> float | None:
        """When somebody has begun their third hand, the one under way at a time being the first."""
        hands = self._hands[person]
        before = sum(at < since for at in hands)
        at = max(0, before - 1) + HANDS - 1
        return hands[at] if at < len(hands) else None

    def _judged(self) -> Outcome:
        guests = sorted(self._guests.values(), key=lambda guest: guest.pressed or 0.0)
        found = Outcome(len(guests))
        found.longest = max((guest.waited or 0.0) for guest in guests)
        for one, two in combinations(guests, 2):
            pair = frozenset((one.person, two.person))
            met = self._met.get(pair)
            if pair in self._blocked:
                found.blocked += met is not None
            elif self._are_due(one, two):
                found.due += 1
                since = two.pressed or 0.0
                until = min(self._third(at.person, since) or LONGEST * 10 for at in (one, two))
                if met is not None and met <= until:
                    found.met += 1
                    continue
                besides = [self._beside_before(at.person, since, until) for at in (one, two)]
                if any(
                    frozenset((at.person, third)) in self._blocked
                    for at, beside in zip((two, one), besides, strict=True)
                    for third in frozenset().union(*beside)
                ):
                    found.barred += 1
                elif len(besides[0][0]) == SETS[one.plan.set].rules.players - 1:
                    found.full += 1
                elif all(beside[-1] for beside in besides):
                    found.parted += 1
                else:
                    found.missed.append(f"{one.plan} and {two.plan}")
        return found

    def _beside_before(self, person: str, since: float, until: float) -> list[frozenset[str]]:
        """With whom somebody sat at each moment in between that is told of, from the first on."""
        told = self._beside[person]
        first = max((at for at, _ in told if at <= since), default=since)
        return [beside for at, beside in told if first <= at <= until] or [frozenset()]

    def _are_due(self, one: Guest, two: Guest) -> bool:
        """Whether two are to meet: they pressed soon after each other, for the same, and stayed."""
        plans = (one.plan, two.plan)
        if two.pressed is None or one.pressed is None or two.pressed - one.pressed > TOGETHER:
            return False
        if plans[0].set != plans[1].set or any(plan.leaves is not None for plan in plans):
            return False
        only = [plan.company == "friends-only" for plan in plans]
        return not any(only) or (all(only) and {one.person, two.person} in self._friends)


def evening(seed: int, folder: Path, people: int | None = None) -> Outcome:
    """Play an evening.

    Args:
        seed: of all that chance decides.
        folder: where its database is made.
        people: how many come; `None`: chance decides.
    """
    make_fresh(folder / "tables.db")
    return run(Evening(seed, people).play(folder))
