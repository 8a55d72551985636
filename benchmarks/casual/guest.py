"""Somebody who comes to play with people: what they want, and what they do at tables."""

from __future__ import annotations

import asyncio
from itertools import chain
from random import Random
from typing import NamedTuple

import httpx
import msgspec

from shengji.game import CardDrawn
from shengji.server.tables.acts.decisions import NoMore
from shengji.server.tables.acts.match import Next
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.messages import (
    AskHint,
    Do,
    Happened,
    Hello,
    Hinted,
    Moved,
    TableChanged,
    ToBrowser,
    Welcome,
)
from shengji.server.tables.schemas import CasualName, Company
from shengji.server.tables.state import Now, Numbered

_decode = msgspec.json.Decoder(ToBrowser).decode_lines

LOADING = (0.2, 3.0)
"""Seconds that a page takes to come to its table."""

THINKING = (1.5, 8.0)
"""Seconds for a decision; `LOOKING` at a result."""

LOOKING = (2.0, 25.0)


class Plan(NamedTuple):
    """The evening of somebody.

    Attributes:
        comes: when they press "Play with people", in seconds.
        leaves: when they go, in seconds; `None`: they stay.
        set: what they play.
        company: with whom.
    """

    comes: float
    leaves: float | None
    set: CasualName
    company: Company


class Guest:
    """Somebody who plays.

    Args:
        browser: asks as them.
        hub: where the tables are.
        plan: what they want.
        chance: for how long they take.

    Attributes:
        person: their public id.
        pressed: when they came, by the loop's time; `None`: not yet.
        waited: the seconds until they had a card, or a seat at a table where a hand was under way,
            which they follow and play in from the next one on; `None`: they have neither yet.
        gone: whether they have left.
    """

    def __init__(self, browser: httpx.AsyncClient, hub: Hub, plan: Plan, chance: Random) -> None:
        self._browser = browser
        self._hub = hub
        self._chance = chance
        self.plan = plan
        self.person = ""
        self.pressed: float | None = None
        self.waited: float | None = None
        self.gone = False
        self._listener: Listener | None = None
        self._live: LiveTable | None = None
        self._seat: int | None = None
        self._version = 0
        self._now: Now | None = None
        self._moves = 0
        self._thinking: asyncio.Task[None] | None = None

    async def arrive(self) -> None:
        """Become somebody."""
        self.person = (await self._browser.post("/api/me")).raise_for_status().json()["person"]

    async def play(self) -> None:
        """Press the button, and play until one leaves; to be cancelled."""
        loop = asyncio.get_running_loop()
        self.pressed = loop.time()
        wish = {"set": self.plan.set, "company": self.plan.company, "bot": "easy"}
        answer = (await self._browser.post("/api/play", json=wish)).raise_for_status()
        table: str | None = answer.json()["table"]
        while table is not None:
            await asyncio.sleep(self._chance.uniform(*LOADING))
            table = await self._sit_at(table)

    async def leave(self) -> None:
        """Go: close the page, and give the seat up or not."""
        self.gone = True
        self._part()
        if self._live is not None and self._chance.random() < 0.5:
            await self._browser.delete(f"/api/me/tables/{self._live.id}")

    def _part(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
        if self._live is not None and self._listener is not None:
            self._live.leave(self._listener)

    async def _sit_at(self, table: str) -> str | None:
        """Play at a table until one is taken to another, whose id is returned."""
        live = self._live = await self._hub.get(table)
        assert live is not None, "it has just been opened"
        listener = self._listener = Listener(self.person, self.person, size=2000)
        self._seat, self._version = None, 0
        live.join(listener)
        await live.receive(listener, Hello())
        while (frames := await listener.receive()) is not None:
            for told in chain.from_iterable(map(_decode, frames)):
                if isinstance(told, Moved):
                    self._part()
                    return told.table
                await self._heard(told)
        return None

    async def _heard(self, told: ToBrowser) -> None:
        match told:
            case Welcome():
                self._seat = told.seat
                if any(seat.joins and seat.person == self.person for seat in told.table.seats):
                    self._note_waited()
                self._look(told.version, told.events, told.now)
            case Happened():
                self._look(told.version, told.events, told.now)
            case TableChanged() if told.seat != self._seat:
                await self._say(Hello())
            case Hinted():
                self._moves += 1
                await self._say(Do(f"h{self._moves}", self._version, told.action))
            case _:
                pass

    def _look(self, version: int, events: tuple[Numbered, ...], now: Now) -> None:
        self._version = max(self._version, version)
        drawn = (at.event for at in events if isinstance(at.event, CardDrawn))
        if any(at.seat == self._seat and at.card for at in drawn):
            self._note_waited()
        known, self._now = self._now, now
        if known is not None and (known.since, known.wait) == (now.since, now.wait):
            return
        if self._thinking is not None:
            self._thinking.cancel()
        if self._seat in now.seats:
            self._thinking = asyncio.create_task(self._decide(now))

    def _note_waited(self) -> None:
        if self.waited is None:
            assert self.pressed is not None, "who plays has come"
            self.waited = asyncio.get_running_loop().time() - self.pressed

    async def _decide(self, now: Now) -> None:
        """Do what is waited for, after a while."""
        await asyncio.sleep(self._chance.uniform(*(LOOKING if now.wait == "next" else THINKING)))
        self._moves += 1
        if now.wait == "next":
            await self._say(Do(f"n{self._moves}", self._version, Next()))
        elif now.turn is not None:
            await self._say(AskHint(f"a{self._moves}"))
        elif now.wait == "declare":
            await self._say(Do(f"d{self._moves}", self._version, NoMore()))

    async def _say(self, message: AskHint | Do | Hello) -> None:
        if self._live is not None and self._listener is not None:
            await self._live.receive(self._listener, message)
