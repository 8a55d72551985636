"""The bus: told in order, answered by who listens, and said when something may be lost."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks.cluster.processes import Nats
from shengji.server.wire.bus import NobodyError
from shengji.server.wire.nats_bus import NatsBus
from tests.server.wire.conftest import Connect
from tests.waiting import happens


async def test_what_one_tells_is_heard_by_all_who_listen_in_order(connect: Connect) -> None:
    one, two = await connect(), await connect()
    first, second = list[bytes](), list[bytes]()
    await one.listen("x", first.append)
    await two.listen("x", second.append)
    await two.listen("y", second.append)
    sent = [b"%d" % number for number in range(300)]
    for message in sent:
        one.tell("x", message)
    await happens(lambda: len(second) == 300)
    assert first == second == sent


async def test_who_asks_is_answered_at_once_or_later(connect: Connect) -> None:
    one, two = await connect(), await connect()
    gate = asyncio.Event()

    async def later(message: bytes) -> bytes:
        await gate.wait()
        return b"late " + message

    await two.listen("now", lambda message: b"yes " + message)
    await two.listen("later", later)
    assert await one.ask("now", b"a") == b"yes a"
    asked = asyncio.create_task(one.ask("later", b"b", 60))
    await asyncio.sleep(0.05)
    assert await one.ask("now", b"c") == b"yes c"  # what takes long holds nobody up
    gate.set()
    assert await asked == b"late b"


async def test_where_nobody_listens_one_hears_so_soon(connect: Connect) -> None:
    one = await connect()
    with pytest.raises(NobodyError):
        await one.ask("nobody", b"?", 60)


async def test_who_does_not_answer_in_time_is_nobody(nats: Nats) -> None:
    one = await NatsBus.connected(nats.url)
    await one.listen("silent", lambda message: None)
    with pytest.raises(NobodyError):
        await one.ask("silent", b"?", 0.1)
    await one.close()


async def test_when_nats_is_gone_one_hears_it_and_goes_on_when_it_is_back(nats: Nats) -> None:
    one, two = await NatsBus.connected(nats.url), await NatsBus.connected(nats.url)
    broken, heard = list[int](), list[bytes]()
    one.subscribe(lambda: broken.append(1))
    await two.listen("x", heard.append)
    nats.kill()
    await happens(lambda: broken)
    nats.start()

    async def comes() -> bool:
        one.tell("x", b"back")
        await asyncio.sleep(0.05)
        return bool(heard)

    await happens(comes)
    await one.close()
    await two.close()


async def test_a_welcome_to_a_long_match_fits(nats: Nats) -> None:
    one = await NatsBus.connected(nats.url)
    heard = list[bytes]()
    await one.listen("x", heard.append)
    one.tell("x", b"." * 4_000_000)
    await happens(lambda: heard)
    await one.close()


async def test_what_waits_together_goes_together_as_far_as_it_fits(nats: Nats) -> None:
    one = await NatsBus.connected(nats.url)
    heard = list[bytes]()
    await one.listen("x", heard.append)
    await one.listen("y", heard.append)
    before = one._client.stats["out_msgs"]
    sent = [b"a", b"b" * 6_000_000, b"c" * 6_000_000, b"d", b"e"]  # not two of them in one
    for message in sent:
        one.tell("x", message)
    one.tell("y", b"f")
    await happens(lambda: len(heard) == 6)
    assert [message for message in heard if message != b"f"] == sent
    assert one._client.stats["out_msgs"] - before == 5
    await one.close()


async def test_nobody_at_an_address_is_said() -> None:
    with pytest.raises(OSError, match="NATS cannot be reached"):
        await NatsBus.connected("nats://127.0.0.1:1")
