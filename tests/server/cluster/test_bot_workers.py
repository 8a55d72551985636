"""Bot workers decide for tables of other servers, which never wait for one that is not there."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest

from benchmarks.cluster.processes import Nats, Server
from shengji.bots import BOTS, Table, make_bot, needs_time
from shengji.bots.search import SearchBot, StrongBot
from shengji.game import Command, Event, HandEnded, Play, TrickTaken, due_of, view
from shengji.rules import Rules
from shengji.server.cluster import nats_bus
from shengji.server.cluster.bus import Bus, Subject
from shengji.server.cluster.nats_bus import NatsBus
from shengji.server.tables.bots import workers
from shengji.server.tables.bots.port import HandHistory, Seating, UndecidedError
from shengji.server.tables.bots.workers import (
    MAX_REQUEST_BYTES,
    BotWorker,
    answer_to,
    decode_decision,
    encode_request,
)
from shengji.server.tables.core.entries import decode_thought
from shengji.server.tables.live.hub import Hub
from tests.server.cluster.conftest import Connect
from tests.server.live.kit import Browser, MemoryStore, hub_of, opened
from tests.waiting import PATIENCE, happens


class HastyBot(SearchBot):
    """Searches as `strong` does, for a hundredth of the time."""

    name = "hasty"
    seconds = 0.001
    efforts = tuple(effort.times(0.01) for effort in StrongBot.efforts)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, HastyBot.name, HastyBot)


def questions(
    rules: Rules, name: str = "hasty"
) -> Iterator[tuple[HandHistory, int, Command | None]]:
    """Moments of a hand at which a bot decides, each with what it decides when it comes in."""
    events: list[Event] = []
    bots = {seat: make_bot("medium", rules, seat, seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(3), events.append)
    standings = tuple(table.match.standings)
    table.play_hand()
    for count in range(100, len(events), 3):
        happened = tuple(events[:count])
        for seat in range(rules.players):
            bot = make_bot(name, rules, seat, 5)
            bot.catch_up(standings, (view(event, seat) for event in happened))
            due = due_of(bot.hand, seat)
            if due is not None:
                assert needs_time(name, bot.hand) is (name == "hasty")
                yield HandHistory(rules, standings, happened), seat, bot.decide(due)


def test_a_worker_decides_as_a_bot_does_that_has_just_sat_down() -> None:
    rules = Rules()
    count = 0
    for story, seat, decided in questions(rules):
        asked = encode_request(Seating("hasty", seat, 5, story))
        assert len(asked) < MAX_REQUEST_BYTES // 10
        answer = decode_decision(answer_to(asked), seat)
        assert answer.command == decided
        assert (answer.thought is None) is (decided is None)
        count += 1
    assert count > 12


def test_a_question_has_no_card_that_its_seat_may_not_know() -> None:
    story, seat, _ = next(questions(Rules()))
    asked = msgspec.msgpack.decode(
        encode_request(Seating("hasty", seat, 5, story)), type=workers._Request
    )
    assert asked.events == tuple(view(event, seat) for event in story.events)
    assert asked.events != story.events


def test_what_is_no_question_has_no_decision() -> None:
    story, seat, _ = next(questions(Rules()))
    asked = encode_request(Seating("hasty", seat, 5, story))
    for wrong in (b"", b"\xff" * 40, asked[:-9], b"\0" * (MAX_REQUEST_BYTES + 1)):
        with pytest.raises(UndecidedError):
            decode_decision(answer_to(wrong), seat)


def test_what_is_no_decision_of_the_seat_is_none() -> None:
    story, seat, _ = next(questions(Rules()))
    answer = answer_to(encode_request(Seating("hasty", seat, 5, story)))
    for wrong in (b"", b"no", answer + b"\0", b"\0" * 1_000_000):
        with pytest.raises(UndecidedError):
            decode_decision(wrong, seat)
    with pytest.raises(UndecidedError):
        decode_decision(answer, seat + 1)


async def hand_over(hub: Hub, bots: str = "hasty") -> None:
    """Have a hand played at a table at which such bots sit with a person."""
    live = await opened(hub, bots=bots)
    ann = await Browser(live, "ann", plays=True).connect()
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))


async def test_a_hand_is_decided_by_workers(connect: Connect) -> None:
    counted = list[bool]()
    nodes = [
        BotWorker(await connect(), 2, lambda _, failed: counted.append(failed)) for _ in range(2)
    ]
    for worker in nodes:
        await worker.begin()
    store = MemoryStore()
    hub = hub_of(store, workers=await connect(), thinking=PATIENCE)
    await hand_over(hub)
    counts = hub.counts()
    assert (counts.undecided, counts.late, counts.faults) == (0, 0, 0)
    (log,) = store.logs.values()
    thoughts = [thought for entry in log if (thought := decode_thought(entry.body))]
    assert {thought.bot for thought in thoughts} == {"hasty"}
    assert sum(thought.deals > 0 for thought in thoughts) >= 20
    assert len(counted) >= 30 and not any(counted)
    await hub.close()
    for worker in nodes:
        worker.close()


async def test_without_a_worker_others_decide_at_once(connect: Connect) -> None:
    hub = hub_of(MemoryStore(), workers=await connect(), thinking=PATIENCE)
    await hand_over(hub)
    counts = hub.counts()
    assert counts.undecided >= 30 and (counts.late, counts.faults) == (0, 0)
    await hub.close()


def illegal(seat: int) -> Play:
    return Play(seat, ())


@pytest.mark.parametrize("wrong", [illegal, lambda seat: Play(seat + 1, ()), lambda seat: None])
async def test_an_answer_that_cannot_be_is_none(
    connect: Connect, wrong: Callable[[int], Command | None]
) -> None:
    bus = await connect()

    def hear(message: bytes) -> bytes:
        asked = msgspec.msgpack.decode(message, type=workers._Request)
        decision = wrong(asked.seat)
        assert decision is None or isinstance(decision, Play)
        return msgspec.msgpack.encode(workers._Answer(decision))

    await bus.join(Subject.DECISIONS, hear, 10)
    hub = hub_of(MemoryStore(), workers=await connect(), thinking=PATIENCE)
    await hand_over(hub)
    await hub.close()


def worker_of(nats: Nats, folder: Path, name: str) -> Server:
    """A bot worker in a process of its own."""
    settings = {"SHENGJI_ROLE": "bots", "SHENGJI_NATS": nats.url, "SHENGJI_THINKING_THREADS": "1"}
    return Server(name, folder, settings)


def decided_by(server: Server) -> float:
    """So many decisions a worker has made."""
    metrics = httpx.get(f"{server.url}/api/metrics", timeout=PATIENCE).text
    line = next(at for at in metrics.splitlines() if at.startswith("shengji_bot_seconds_count"))
    return float(line.split()[1])


def tricks_of(browser: Browser) -> int:
    """So many tricks have been told to a browser."""
    return sum(isinstance(at.event, TrickTaken) for at in browser.events)


async def test_a_table_goes_on_when_a_worker_dies_over_its_decision(
    nats: Nats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_bus, "_SILENT", 0.5)
    first, second = (worker_of(nats, tmp_path, name) for name in ("first", "second"))
    for server in (first, second):
        server.spawn()
    for server in (first, second):
        server.wait()
    bus = await NatsBus.connected(nats.url)
    asked = await heard(bus)
    hub = hub_of(MemoryStore(), workers=bus, thinking=PATIENCE)
    first.send(signal.SIGSTOP)
    second.send(signal.SIGSTOP)
    live = await opened(hub, bots="strong", rules={"decks": 1})
    ann = await Browser(live, "ann", plays=True).connect()
    await happens(lambda: asked)
    first.kill()
    second.send(signal.SIGCONT)
    await happens(lambda: decided_by(second) > 5, 0.1)
    tricks = tricks_of(ann)
    await ann.until(lambda: tricks_of(ann) > tricks + 1)
    counts = hub.counts()
    assert (counts.late, counts.faults) == (0, 0)
    await hub.close()
    await bus.close()
    second.stop()
    # On a busy machine NATS may be silent for so long that it counts as lost for a while.
    told = [line for line in second.log.splitlines() if "bus-" not in line]
    assert told == [second.url.replace("127.0.0.1", "localhost")]


async def heard(bus: Bus) -> list[bytes]:
    """All questions to bot workers from now on."""
    found = list[bytes]()
    await bus.subscribe(Subject.DECISIONS, found.append)
    return found
