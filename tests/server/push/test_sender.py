"""Calls on their way to browsers: what a push service is sent, and what comes of its answers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from shengji.server.database.errors import StorageError
from shengji.server.push.push_services import service_of
from shengji.server.push.sender import BETWEEN, PushSender
from shengji.server.push.store import Subscription, SubscriptionStore
from shengji.server.tables.live.news import CallToTable
from tests.server.push.service import PushBrowser, PushService, push_service


class Kept(SubscriptionStore):
    """A store that knows where one person is told."""

    def __init__(self) -> None:
        self.told: list[Subscription] = []
        self.ended: list[str] = []
        self.key = b""
        self.fails = False

    async def push_key(self, fresh: bytes) -> bytes:
        self.key = self.key or fresh
        return self.key

    async def subscriptions(self, person: str) -> list[Subscription]:
        if self.fails:
            raise StorageError("the disk is gone")
        return self.told

    async def end_endpoint(self, endpoint: str) -> None:
        self.ended.append(endpoint)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Calling:
    """A sender, and what comes of what it sends."""

    def __init__(self, service: PushService) -> None:
        self.service, self.store, self.clock = service, Kept(), Clock()
        self.outcomes: Counter[str] = Counter()
        self.sender = PushSender(
            self.store,
            "https://cards.example.org",
            [service.host],
            lambda outcome: self.outcomes.update([outcome]),
            self.clock,
        )

    async def call(self, call: CallToTable) -> None:
        """Call, and wait until that is done with."""
        self.sender.call(call)
        await self.sender._tasks.wait()
        self.clock.now += BETWEEN


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path, monkeypatch) as found:
        yield found


@pytest.fixture
async def calling(service: PushService) -> AsyncIterator[Calling]:
    found = Calling(service)
    yield found
    await found.sender.close()


NUDGED = CallToTable("nudged", "ann", "table1", "Friday", "ben", "Ben")


async def test_only_the_browser_can_read_what_is_pushed(calling: Calling) -> None:
    phone = PushBrowser(calling.service.url)
    calling.store.told = [phone.subscription(tongue="zh-Hant")]
    await calling.call(NUDGED)
    (taken,) = calling.service.taken
    assert phone.read(taken) == {
        "place": "table/table1",
        "title": "Friday",
        "words": "Ben 提醒你：輪到你了。",
        "lang": "zh-Hant",
    }
    for secret in (b"table1", b"Friday", b"Ben"):
        assert secret not in taken.body
    sent = " ".join(taken.headers.values())
    assert "table1" not in sent and "Friday" not in sent, "who knows the id may come to the table"
    assert taken.headers["content-encoding"] == "aes128gcm"
    assert 0 < int(taken.headers["ttl"]) <= 600
    assert taken.headers["urgency"] == "high"
    assert len(taken.headers["topic"]) <= 32
    assert calling.outcomes == {"sent": 1}


async def test_a_push_service_knows_the_server_again(calling: Calling) -> None:
    calling.store.told = [PushBrowser(calling.service.url).subscription()]
    await calling.call(NUDGED)
    await calling.call(NUDGED)
    keys = set()
    for taken in calling.service.taken:
        claims = taken.claims()
        assert claims["aud"] == calling.service.url
        assert claims["sub"] == "https://cards.example.org"
        assert 0 < claims["exp"] - time.time() < 24 * 3600
        keys.add(taken.key)
    assert keys == {await calling.sender.key()}


@pytest.mark.parametrize("status", [404, 410])
async def test_an_endpoint_that_is_gone_is_forgotten(calling: Calling, status: int) -> None:
    old = PushBrowser(calling.service.url, "old")
    new = PushBrowser(calling.service.url, "new")
    calling.service.answers[old.path] = status
    calling.store.told = [old.subscription(), new.subscription()]
    await calling.call(NUDGED)
    assert calling.store.ended == [old.endpoint]
    assert calling.outcomes == {"gone": 1, "sent": 1}


@pytest.mark.parametrize("status", [301, 307, 400, 403, 413, 429, 500])
async def test_a_failure_is_counted_and_logged_once(calling: Calling, status: int) -> None:
    phone = PushBrowser(calling.service.url)
    calling.service.answers[phone.path] = status
    calling.service.headers["location"] = f"{calling.service.url}/elsewhere"
    calling.store.told = [phone.subscription()]
    with capture_logs() as logs:
        for _ in range(3):
            await calling.call(NUDGED)
    assert [at.path for at in calling.service.taken] == [phone.path] * 3, "nobody is followed"
    assert calling.outcomes == {"failed": 3}
    assert calling.store.ended == []
    (said,) = logs
    assert (said["event"], said["why"]) == ("push-failed", f"status {status}")
    assert phone.path not in repr(said), "an endpoint is a secret"
    # Once it has worked again, the next failure is news.
    for answer in (201, status):
        calling.service.answers[phone.path] = answer
        with capture_logs() as logs:
            await calling.call(NUDGED)
        assert len(logs) == (answer == status)


async def test_a_service_that_cannot_be_reached_harms_nobody_else(calling: Calling) -> None:
    lost = Subscription("https://localhost:1/x", *PushBrowser("").subscription()[1:])
    calling.sender._others = (*calling.sender._others, "localhost:1")
    phone = PushBrowser(calling.service.url)
    calling.store.told = [lost, phone.subscription()]
    await calling.call(NUDGED)
    assert calling.outcomes == {"failed": 1, "sent": 1}


async def test_without_a_database_nobody_is_called(calling: Calling) -> None:
    calling.store.fails = True
    await calling.call(NUDGED)
    assert calling.outcomes == {"failed": 1}


async def test_a_host_that_is_not_known_any_more_is_sent_nothing(calling: Calling) -> None:
    calling.sender._others = ()
    calling.store.told = [PushBrowser(calling.service.url).subscription()]
    await calling.call(NUDGED)
    assert calling.service.taken == [] and calling.outcomes == {"failed": 1}


async def test_who_is_muted_does_not_call(calling: Calling) -> None:
    phone = PushBrowser(calling.service.url)
    calling.store.told = [phone.subscription(muted=("ben",))]
    await calling.call(NUDGED)
    assert calling.service.taken == []
    await calling.call(CallToTable("waits", "ann", "table1", "Friday"))
    assert "the table waits" in phone.read(calling.service.taken[0])["words"]


async def test_one_table_does_not_call_again_at_once(calling: Calling) -> None:
    calling.store.told = [PushBrowser(calling.service.url).subscription()]
    await calling.call(NUDGED)
    calling.clock.now -= 1
    await calling.call(NUDGED)
    assert calling.outcomes == {"sent": 1}
    await calling.call(replace(NUDGED, place="table2"))
    await calling.call(NUDGED)
    assert calling.outcomes == {"sent": 3}


async def test_what_is_too_much_is_dropped_and_nobody_waits(calling: Calling) -> None:
    calling.store.told = [PushBrowser(calling.service.url).subscription()]
    for number in range(1000):
        calling.sender.call(replace(NUDGED, place=f"t{number}"))
    assert calling.outcomes == {"dropped": 800}


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil-fcm.googleapis.com/x",
        "https://evil.example/https://fcm.googleapis.com/",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example#@fcm.googleapis.com/x",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://push.apple.com.evil.example/x",
        "https://notify.windows.com/x",
        "https://fcm.googleapis.com/x y",
        "https://fcm.googleapis.com/x\r\nhost: evil",
        "https://fcm.googleapis.com/\u202e",
        "file:///etc/passwd",
        "",
    ],
)
def test_nothing_is_sent_anywhere_else(endpoint: str) -> None:
    assert service_of(endpoint) is None


async def test_a_reminder_lasts_until_the_evening_begins_and_leads_to_its_page(
    calling: Calling,
) -> None:
    phone = PushBrowser(calling.service.url)
    calling.store.told = [phone.subscription(tongue="zh-Hans")]
    when, left = "20:00 (Berlin)", 24 * 60 * 60
    call = CallToTable(
        "evening-day", "ann", "evening1", "Thursdays", page="evening", time=when, lasts=left
    )
    await calling.sender.bring(call)
    (taken,) = calling.service.taken
    assert taken.headers["ttl"] == str(left)
    notice = phone.read(taken)
    assert notice["place"] == "evening/evening1"
    assert notice["words"] == "明天 20:00 (Berlin) 开局，你来吗？"
