"""The bus: told in order, answered by who listens, and said when something may be lost."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from nats.aio.transport import TcpTransport

from benchmarks.cluster.processes import Nats
from shengji.server.cluster import nats_bus
from shengji.server.cluster.bus import Bus, NoReplyError, ReplyTimeoutError
from shengji.server.cluster.nats_bus import NatsBus
from tests.server.cluster.conftest import Connect
from tests.waiting import happens


async def test_what_one_tells_is_heard_by_all_who_listen_in_order(connect: Connect) -> None:
    one, two = await connect(), await connect()
    first, second = list[bytes](), list[bytes]()
    await one.subscribe("x", first.append)
    await two.subscribe("x", second.append)
    await two.subscribe("y", second.append)
    sent = [b"%d" % number for number in range(300)]
    for message in sent:
        one.publish("x", message)
    await happens(lambda: len(second) == 300)
    assert first == second == sent


async def test_what_cannot_be_read_stops_nothing_else(nats: Nats) -> None:
    one = await NatsBus.connected(nats.url)
    broken, heard = list[int](), list[int]()
    one.on_interruption(lambda: broken.append(1))
    await one.subscribe("x", lambda message: heard.append(msgspec.json.decode(message, type=int)))
    for message in (b"1", b'"of a newer server"', b"2"):
        one.publish("x", message)
    await happens(lambda: heard == [1, 2])
    assert not broken
    await one.close()


async def test_who_asks_is_answered_at_once_or_later(connect: Connect) -> None:
    one, two = await connect(), await connect()
    gate = asyncio.Event()

    async def later(message: bytes) -> bytes:
        await gate.wait()
        return b"late " + message

    await two.subscribe("now", lambda message: b"yes " + message)
    await two.subscribe("later", later)
    assert await one.request("now", b"a") == b"yes a"
    asked = asyncio.create_task(one.request("later", b"b", 60))
    await asyncio.sleep(0.05)
    assert await one.request("now", b"c") == b"yes c"  # what takes long holds nobody up
    gate.set()
    assert await asked == b"late b"


async def test_where_nobody_listens_one_hears_so_soon(connect: Connect) -> None:
    one = await connect()
    with pytest.raises(NoReplyError):
        await one.request("nobody", b"?", 60)


async def test_who_does_not_answer_in_time_is_nobody(nats: Nats) -> None:
    one = await NatsBus.connected(nats.url)
    await one.subscribe("silent", lambda message: None)
    with pytest.raises(NoReplyError):
        await one.request("silent", b"?", 0.1)
    await one.close()


async def test_when_nats_is_gone_one_hears_it_and_goes_on_when_it_is_back(nats: Nats) -> None:
    one, two = await NatsBus.connected(nats.url), await NatsBus.connected(nats.url)
    broken, heard = list[int](), list[bytes]()
    one.on_interruption(lambda: broken.append(1))
    await two.subscribe("x", heard.append)
    nats.kill()
    await happens(lambda: broken)
    nats.start()

    async def comes() -> bool:
        one.publish("x", b"back")
        await asyncio.sleep(0.05)
        return bool(heard)

    await happens(comes)
    await one.close()
    await two.close()


async def test_a_welcome_to_a_long_match_fits(nats: Nats) -> None:
    one = await NatsBus.connected(nats.url)
    heard = list[bytes]()
    await one.subscribe("x", heard.append)
    one.publish("x", b"." * 4_000_000)
    await happens(lambda: heard)
    await one.close()


async def test_what_waits_together_goes_together_as_far_as_it_fits(nats: Nats) -> None:
    one = await NatsBus.connected(nats.url)
    heard = list[bytes]()
    await one.subscribe("x", heard.append)
    await one.subscribe("y", heard.append)
    before = one._client.stats["out_msgs"]
    sent = [b"a", b"b" * 6_000_000, b"c" * 6_000_000, b"d", b"e"]  # not two of them in one
    for message in sent:
        one.publish("x", message)
    one.publish("y", b"f")
    await happens(lambda: len(heard) == 6)
    assert [message for message in heard if message != b"f"] == sent
    assert one._client.stats["out_msgs"] - before == 5
    await one.close()


@pytest.mark.campaign
async def test_nobody_at_an_address_is_said() -> None:
    with pytest.raises(OSError, match="NATS cannot be reached"):
        await NatsBus.connected("nats://127.0.0.1:1")


class Member:
    """One of several who answer; it takes the time that it is let."""

    def __init__(self, name: bytes) -> None:
        self.name = name
        self.asked = 0
        self.gate = asyncio.Event()

    async def join(self, bus: Bus, most: int = 1) -> Member:
        await bus.join("work", self._hear, most)
        return self

    async def _hear(self, message: bytes) -> bytes:
        self.asked += 1
        await self.gate.wait()
        return self.name + message


async def asked_of(bus: Bus, *members: Member) -> tuple[Member, asyncio.Task[bytes]]:
    """Ask something until one of these has heard it; who that is, and its answer.

    NATS may know of one that has only just joined a moment later.
    """
    before = [member.asked for member in members]
    asking = asyncio.create_task(bus.request("work", b"?", 60))

    def who_has_heard() -> list[Member]:
        nonlocal asking
        if asking.done() and isinstance(asking.exception(), NoReplyError):
            asking = asyncio.create_task(bus.request("work", b"?", 60))
        return [m for m, n in zip(members, before, strict=True) if m.asked > n]

    found = await happens(who_has_heard)
    assert sum(member.asked for member in members) == sum(before) + 1
    return found[0], asking


async def test_who_has_enough_to_do_is_asked_nothing_more(connect: Connect) -> None:
    one = await connect()
    a, b = await Member(b"a").join(await connect()), await Member(b"b").join(await connect())
    for _ in range(5):
        first, first_asking = await asked_of(one, a, b)
        second, second_asking = await asked_of(one, a, b)
        assert {first, second} == {a, b}
        with pytest.raises(NoReplyError) as refused:  # nothing waits in a queue
            await one.request("work", b"!", 60)
        assert not isinstance(refused.value, ReplyTimeoutError)
        first.gate.set()
        assert await first_asking == first.name + b"?"
        first.gate.clear()
        third, third_asking = await asked_of(one, a, b)
        assert third is first
        a.gate.set()
        b.gate.set()
        await asyncio.gather(second_asking, third_asking)
        a.gate.clear()
        b.gate.clear()


async def test_nats_forgets_first_who_leaves(nats: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a question that comes in between is nobody's, and who asks waits in vain."""
    one = await NatsBus.connected(nats.url)
    subscription = await one._client.subscribe("x", "x")
    await one._client.flush()
    sent = list[bytes]()
    write: Any = TcpTransport.write
    write_lines: Any = TcpTransport.writelines

    def writing(transport: TcpTransport, line: bytes) -> None:
        sent.append(line)
        write(transport, line)

    def writing_lines(transport: TcpTransport, lines: list[bytes]) -> None:
        sent.extend(lines)
        write_lines(transport, lines)

    monkeypatch.setattr(TcpTransport, "write", writing)
    monkeypatch.setattr(TcpTransport, "writelines", writing_lines)
    await subscription.drain()  # type: ignore[no-untyped-call]
    assert [line.split()[0] for line in sent] == [b"UNSUB", b"PING"]
    await one.close()


async def test_who_works_long_is_waited_for_as_long_as_it_shows_that(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_bus, "_SILENT", 3.0)  # for less a busy machine is silent by itself
    monkeypatch.setattr(nats_bus, "_STILL", 0.02)
    one, member = await connect(), await Member(b"a").join(await connect())
    _, asking = await asked_of(one, member)
    await asyncio.sleep(4.0)
    member.gate.set()
    assert await asking == b"a?"
    member.gate.clear()
    with pytest.raises(ReplyTimeoutError):
        await one.request("work", b"?", 0.1)
    member.gate.set()


async def test_who_is_asked_and_dies_is_silent_and_then_nobody(
    nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_bus, "_SILENT", 0.2)
    one, two = await NatsBus.connected(nats.url), await NatsBus.connected(nats.url)
    _, asking = await asked_of(one, await Member(b"a").join(two))
    await two._client.close()  # without a word, as a process that is killed
    with pytest.raises(ReplyTimeoutError):
        await asking
    with pytest.raises(NoReplyError) as refused:
        await one.request("work", b"?", 60)
    assert not isinstance(refused.value, ReplyTimeoutError)
    await two._tasks.cancel()
    await one.close()
    await two.close()


async def test_who_leaves_answers_what_it_was_asked_and_nothing_more(nats: Nats) -> None:
    one, two = await NatsBus.connected(nats.url), await NatsBus.connected(nats.url)
    member = await Member(b"a").join(two, most=3)
    _, asking = await asked_of(one, member)
    leaving = asyncio.create_task(two.close())

    async def nobody() -> bool:
        try:
            await one.request("work", b"!", 0.05)
        except ReplyTimeoutError:
            return False
        except NoReplyError:
            return True
        raise AssertionError

    await happens(nobody)
    member.gate.set()
    assert await asking == b"a?"
    await leaving
    await one.close()
