"""Messages of the server do not depend on cards that their receiver cannot know.

A hand is played twice through the live table, to real listeners, with the same decisions. Before
the second time two cards that one of them cannot see have changed places. Every byte that goes to
that one is the same, until somebody plays such a card or the hand tells of it by its rules.
"""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest

from shengji.bots import make_bot
from shengji.cards import Card
from shengji.game import Event, Match, shuffled, view
from shengji.rules import SYSTEMS, rules_from
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import TableEntry
from shengji.server.tables.acts.decisions import Declare, NoMore, action_of
from shengji.server.tables.acts.match import Ready, Start
from shengji.server.tables.acts.seating import Sit
from shengji.server.tables.core.table import Table
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.messages import Do, Hello
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Settings
from tests.cases import cases
from tests.kit import decision_of
from tests.seeds import Dealt
from tests.server.exchanged import Stacked, exchange, touches
from tests.server.live.kit import FastTime, MemoryStore, NoRatings

SYSTEMS_AND_MORE: dict[str, dict[str, object]] = {
    **{name: {"system": name} for name in SYSTEMS},
    "land": {"land": True},
    "redeals": {"redeal_points": 30, "redeal_limit": 5},
}
WATCHES = "watches"
CHANCE = re.compile(rb'"commitment":"[0-9a-f]+"|"id":"[A-Za-z0-9]{12}"|"left":[0-9]+')
"""The values that are never twice the same: the hash of a deck, the id of a table, milliseconds."""


class Ear:
    """A connection that keeps the bytes it is sent."""

    def __init__(self, live: LiveTable, person: str) -> None:
        self.listener = Listener(person, person.title(), size=100_000)
        self.heard: list[bytes] = []
        live.join(self.listener)
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while (messages := await self.listener.receive()) is not None:
            self.heard += [CHANCE.sub(b"", message) for message in messages]


class Told:
    """A hand played through a live table, step by step.

    Attributes:
        ears: who listens: the person of each seat, and an onlooker.
        failed: whether a step was refused.
    """

    def __init__(self, rules: dict[str, object], deck: list[Card]) -> None:
        self.rules = rules_from(rules)
        self._given = rules
        self._store = MemoryStore()
        # Nothing happens by itself because somebody takes long.
        patient = LiveSettings(declare_window=1e6, next_after=1e6, absent_after=1e6)
        self._hub = Hub(self._store, NoRatings(), patient, Dealt(Stacked(deck, 1)), FastTime())
        self._acts = 0

    async def begin(self) -> None:
        new = NewTable(rules=self._given, settings=Settings(pace="instant"))
        self._live = await self._hub.open("p0", "P0", new)
        names = [*(f"p{seat}" for seat in range(self.rules.players)), WATCHES]
        self.ears = {name: Ear(self._live, name) for name in names}
        for name, ear in self.ears.items():
            if name not in ("p0", WATCHES):
                await self.act(name, Sit(int(name[1:])))
                await self.act(name, Ready(True))
            await self._live.receive(ear.listener, Hello())
        await self._quiet()
        for ear in self.ears.values():
            ear.heard.clear()
        await self.act("p0", Start())

    async def act(self, person: str, action: Action) -> bool:
        """Do something, and wait until all that follows has been told; whether it was accepted."""
        self._acts += 1
        ear = self.ears[person]
        before = len(ear.heard)
        await self._live.receive(ear.listener, Do(f"a{self._acts}", self._live.version, action))
        await self._quiet()
        return not any(b'"type":"refused"' in message for message in ear.heard[before:])

    async def _quiet(self) -> None:
        """Wait until the table waits for people, and all has been told."""
        still, count = 0, -1
        while still < 3:
            await asyncio.sleep(0.002)
            heard = sum(len(ear.heard) for ear in self.ears.values())
            steady = heard == count and self._table.step in ("idle", "wait", "next", "over")
            still, count = (still + 1 if steady else 0), heard

    @property
    def _table(self) -> Table:
        return self._live.table

    def events(self) -> list[Event]:
        """The events of the match."""
        bodies = self._store.bodies(self._live.id)
        return [body for body in bodies if not isinstance(body, TableEntry)]

    def match(self) -> Match:
        """The match as it is."""
        match = Match(self.rules)
        for event in self.events():
            match.apply(event)
        return match

    def decision(self, chance: Random) -> tuple[str, Action] | None:
        """A possible next action of somebody; `None` when the hand is over."""
        table = self._table
        if table.step in ("next", "over", "start"):
            return None
        seat = table.waiting[0]
        if table.prompts.asked_last:
            options = table.prompts.options(seat)
            shows = options and chance.random() < 0.6
            return f"p{seat}", Declare(chance.choice(options)) if shows else NoMore()
        bot = make_bot("random", self.rules, seat, chance.getrandbits(30))
        for event in self.events():
            bot.observe(view(event, seat))
        command = decision_of(bot)
        assert command is not None, "it is this seat's turn"
        return f"p{seat}", action_of(command)

    async def end(self) -> None:
        await self._hub.close()


@pytest.mark.parametrize("name", cases(SYSTEMS_AND_MORE, "tractor", "finding-friends", "land"))
async def test_no_byte_depends_on_hidden_cards(name: str) -> None:
    rules, chance = SYSTEMS_AND_MORE[name], Random(name)
    deck = list(shuffled(rules_from(rules), chance).deck)
    first = Told(rules, deck)
    await first.begin()
    done: list[tuple[str, Action]] = []
    lengths = [{who: len(ear.heard) for who, ear in first.ears.items()}]
    while (decided := first.decision(chance)) is not None:
        assert await first.act(*decided), decided
        done.append(decided)
        lengths.append({who: len(ear.heard) for who, ear in first.ears.items()})
    match = first.match()
    await first.end()
    compared = 0
    for viewer in (WATCHES, *(f"p{seat}" for seat in chance.sample(range(match.rules.players), 2))):
        seat = None if viewer == WATCHES else int(viewer[1:])
        changed, exchanged = exchange(deck, match, seat, [act for _, act in done], chance)
        second = Told(rules, changed)
        await second.begin()
        for number, (person, action) in enumerate([*done, ("", NoMore())]):
            told = second.ears[viewer].heard
            if number:
                expected = first.ears[viewer].heard[: lengths[number][viewer]]
                if any(b"throw_failed" in m or b"hand_ended" in m for m in expected + told):
                    break
                assert told == expected[: len(told)]
                if len(told) < len(expected):
                    break  # somebody has something to decide who was passed over before
                compared += len(told)
            if not person or (touches(action, exchanged) and person != viewer):
                break
            if not await second.act(person, action):
                # Only whose cards were exchanged can be held to something else.
                assert person != viewer
                break
        await second.end()
    assert compared > 20
