"""No channel of a site tells a hidden card: hands are played twice, with two cards exchanged.

What a player, an onlooker, a stranger and the operator can get until such a card is played is the
same, byte by byte: over the socket, with hints and refusals; over HTTP, with exports; in metrics
and logs. Only what chance and the clock decide is left out.
"""

from __future__ import annotations

import asyncio
import io
import re
import time
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from shengji.bots import make_bot
from shengji.game import Event, shuffled, view
from shengji.rules import rules_from
from shengji.server.site.log_lines import set_up_logs
from shengji.server.site.settings import ServerSettings
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.decisions import Declare, GameAction, NoMore, action_of
from shengji.server.tables.acts.match import Ready, Start
from shengji.server.tables.acts.seating import Sit
from shengji.server.tables.core.table import Table
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.messages import Do
from tests.kit import decision_of
from tests.seeds import Dealt
from tests.server.exchanged import Stacked, exchange, touches
from tests.server.http.site import Json, Site, running
from tests.waiting import PATIENCE

RULES: list[dict[str, Any]] = [
    {"preset": "tractor", "kitty": 60},
    {"preset": "forty-points"},
    {"preset": "tractor", "kitty": 60, "land": True},
]
ONLOOKER = 4
"""The number of the onlooker, after the seats."""
OFTEN = 10
"""Decisions after which all channels are asked again."""
PATIENT = LiveSettings(declare_window=1e6, next_after=1e6, absent_after=1e6)
CHANCE = re.compile(
    r"\b[0-9a-f]{16,64}\b"  # commitments, digests, trace ids
    r"|\b[0-9]{13}\b|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z?"  # times
    r'|"(?:left|still|made|seen|at|since|waited|ms|seconds|duration)":\s*[0-9.e-]+'
    r"|127\.0\.0\.1:[0-9]+|\b[A-Za-z0-9]{12}\b"  # ports, ids
)
MEASURED = re.compile(
    "process_|python_|_created|seconds|bytes|messages|requests|sockets|written|lag|queue"
)
"""Metrics of the machine and of how much was asked, which two runs do not share."""
ADDRESSES = (
    "/api/lobby",
    "/api/me",
    "/api/matches",
    "/api/tables/{table}",
    "/api/tables/{table}/bots",
    "/api/tables/{table}/hands",
    "/api/tables/{table}/hands/1",
    "/api/tables/{table}/hands/1/review",
    "/api/tables/{table}/hands/1/thoughts/30",
    "/api/tables/{table}/record",
    "/api/tables/{table}/stakes",
)


class Decision(NamedTuple):
    seat: int
    action: GameAction


class Hand:
    """A hand that four people play, with an onlooker.

    Attributes:
        seen: what each channel has given so far.
    """

    def __init__(self, site: Site, logs: io.StringIO, rules: Json, onlookers: str) -> None:
        self._site, self._logs = site, logs
        self._rules = rules_from(rules)
        self._people = [site.guest() for _ in range(5)]
        self._stranger = site.browser()
        settings = {"pace": "instant", "onlookers": onlookers, "until_end": False}
        self._table = site.table(self._people[0], rules=rules, settings=settings)
        self._talks = [site.connect(person, self._table) for person in self._people]
        self._acts = 0
        self._told = [0] * 4
        """The version of the table up to which each seat has been told what happened."""
        self.seen: dict[str, list[str]] = defaultdict(list)

    @property
    def table(self) -> Table:
        """The table as the server has it, while it stands still."""
        found = self._site.server.app.state.services[Hub].loaded(self._table)
        assert isinstance(found, LiveTable)
        return found.table

    def _state(self) -> tuple[str, int]:
        """The step and the version of the table, between two steps of the server."""

        async def read() -> tuple[str, int]:
            return self.table.step, self.table.version

        return asyncio.run_coroutine_threadsafe(read(), self._site.loop).result(PATIENCE)

    def begin(self) -> None:
        for seat, talk in enumerate(self._talks):
            talk.hello()
            if 0 < seat < 4:
                self._do(seat, Sit(seat))
                self._do(seat, Ready(True))
                talk.hello()  # what a seat sees is told to who says hello there
        self._hear("idle")
        self.seen.clear()
        self._logs.truncate(self._logs.seek(0))
        self._do(0, Start())
        self._hear()

    def end(self) -> None:
        for talk in self._talks:
            talk.connection.close()

    def decide(self, chance: Random) -> Decision | None:
        """A possible next decision of somebody; `None` when the hand is over."""
        table = self.table
        if table.step in ("next", "over", "start"):
            return None
        seat = table.waiting[0]
        if table.prompts.asked_last:
            options = table.prompts.options(seat)
            shows = options and chance.random() < 0.6
            return Decision(seat, Declare(chance.choice(options)) if shows else NoMore())
        bot = make_bot("basic", self._rules, seat, chance.getrandbits(30))
        for event in self.events():
            bot.observe(view(event, seat))
        return Decision(seat, action_of(decision_of(bot)))

    def act(self, decision: Decision) -> bool:
        """Decide, and hear all that follows; whether the decision was accepted."""
        accepted = self._do(*decision)
        self._hear()
        return accepted

    def events(self) -> Sequence[Event]:
        """The events of the hand."""
        return self.table.events.until(self.table.version)

    def look(self, viewer: int) -> None:
        """Ask all channels for what they have, as the viewer and others who may know less."""
        talk = self._talks[viewer]
        mine = {"do": "play", "cards": ["BJ"] * 9}
        for message in (
            {"type": "hint", "id": "h"},
            {"type": "check", "id": "c", "action": mine},
            {"type": "do", "id": "d", "version": self.table.version, "action": mine},
        ):
            talk.say(message)
            self._keep("asked", talk.until("hinted", "checked", "refused"))
        for browser in (self._people[viewer], self._stranger):
            for address in ADDRESSES:
                found = browser.get(address.format(table=self._table))
                self._keep(address, f"{found.status_code} {found.text}")
        with zipfile.ZipFile(
            io.BytesIO(self._people[viewer].get("/api/me/export").content)
        ) as kept:
            for name in sorted(kept.namelist()):
                self._keep("export", f"{name} {kept.read(name).decode()}")
        metrics = self._stranger.get("/api/metrics").text.splitlines()
        for line in metrics:
            if not MEASURED.search(line):
                self._keep("metrics", line)

        for line in self._logs.getvalue().splitlines():
            self._keep("logs", line)
        self._logs.truncate(self._logs.seek(0))

    def _do(self, seat: int, action: Action) -> bool:
        self._acts += 1
        asked = msgspec.to_builtins(Do(f"a{self._acts}", self.table.version, action))
        self._talks[seat].say(asked)
        answer = self._until(seat, "done", "refused")
        return bool(answer["type"] == "done")

    def _hear(self, *steps: str) -> None:
        """Wait until the table waits for people, and hear all that it has told.

        Args:
            steps: those at which it does; in a match by default.
        """
        step, version = self._state()
        while step not in (steps or ("wait", "next", "over")):
            time.sleep(0.005)
            step, version = self._state()
        for number, talk in enumerate(self._talks):
            while number < ONLOOKER and self._told[number] < version:
                self._until(number, "happened", "table", "welcome")
            talk.say({"type": "ping"})
            self._until(number, "pong")

    def _until(self, number: int, *kinds: str) -> Json:
        while True:
            message = self._talks[number].hear()
            if number < ONLOOKER:
                if message["type"] in ("happened", "table", "welcome"):
                    self._told[number] = message["version"]
                self._keep(f"socket of {number}", message)
            else:  # How many events come in one message depends on time.
                for event in message.get("events", ()):
                    self._keep(f"socket of {number}", event)
            if message["type"] in kinds:
                return message

    def _keep(self, channel: str, what: object) -> None:
        text = what if isinstance(what, str) else msgspec.json.encode(what).decode()
        self.seen[channel].append(CHANCE.sub("", text))


@pytest.fixture
def logs() -> Iterator[io.StringIO]:
    """The log of the server while a test runs."""
    stream = io.StringIO()
    set_up_logs(ServerSettings(log_format="json", log_level="debug"), stream)
    yield stream


def expected(hand: Hand, viewer: int) -> dict[str, list[str]]:
    """The bytes that a viewer saw, and people who see less."""
    others = {f"socket of {seat}" for seat in range(4) if seat != viewer}
    return {channel: seen for channel, seen in hand.seen.items() if channel not in others}


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(100))
def test_no_channel_depends_on_hidden_cards(
    tmp_path: Path, logs: io.StringIO, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr("shengji.server.site.operations._FRESH", 0.0)  # metrics are as of now
    rules, chance = RULES[number % len(RULES)], Random(number)
    onlookers = "table" if number % 2 else "hands"
    viewer = number % 4
    deck = list(shuffled(rules_from(rules), chance).deck)
    looked: dict[int, dict[str, list[str]]] = {}
    done: list[Decision] = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with running(tmp_path / "one", PATIENT, chance=Dealt(Stacked(deck, 1))) as site:
        first = Hand(site, logs, rules, onlookers)
        first.begin()
        while (decided := first.decide(chance)) is not None:
            if len(done) % OFTEN == 0:
                first.look(viewer)
            looked[len(done)] = {name: list(seen) for name, seen in expected(first, viewer).items()}
            assert first.act(decided), decided
            done.append(decided)
        actions = [decision.action for decision in done]
        assert any("happened" in message for message in first.seen[f"socket of {viewer}"])
        match = first.table.match
        assert match is not None
        changed, cards = exchange(deck, match, viewer, actions, chance)
        first.end()
    with running(tmp_path / "other", PATIENT, chance=Dealt(Stacked(changed, 1))) as site:
        second = Hand(site, logs, rules, onlookers)
        second.begin()
        for at, decision in enumerate(done):
            if at % OFTEN == 0:
                second.look(viewer)
            seen = expected(second, viewer)
            told = chain(*seen.values(), *looked[at].values())
            if any("throw_failed" in line for line in told):
                break  # by the rules it depends on what others hold
            for channel in seen.keys() | looked[at].keys():
                one, other = looked[at].get(channel, []), seen.get(channel, [])
                if channel in ("logs", f"socket of {ONLOOKER}"):  # which may lag behind
                    one, other = one[: len(other)], other[: len(one)]
                assert one == other, channel
            if touches(decision.action, cards) and decision.seat != viewer:
                break
            if not second.act(decision):
                assert decision.seat != viewer  # only others can be held to something else
                break
        second.end()
    assert at > 2
