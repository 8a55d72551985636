import time

import pytest

from shengji.server.site import limits
from shengji.server.site.events import Events
from shengji.server.site.limits import AddressLimit, HeldLimit, TokenBucket, WorkBudget, network_of
from tests.server.events import connected


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_lets_bursts_through_and_then_its_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(2.0, 3, clock)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    assert bucket.wait() == 0.5
    clock.now = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now = 1000.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_each_address_has_its_own_bucket() -> None:
    clock = Clock()
    limit = AddressLimit(2, "requests", Events(), clock)
    assert [limit.take("192.0.2.1") for _ in range(3)] == [0.0, 0.0, 30.0]
    assert limit.take("192.0.2.2") == 0.0
    assert limit.take("::ffff:192.0.2.1") > 0
    clock.now = 30.0
    assert limit.take("192.0.2.1") == 0.0


def test_what_one_server_lets_through_counts_on_all() -> None:
    clock = Clock()
    here, there = (AddressLimit(2, "requests", events, clock) for events in connected())
    assert [limit.take("192.0.2.1") for limit in (here, there)] == [0.0, 0.0]
    assert here.take("192.0.2.1") == there.take("192.0.2.1") == 30.0
    assert there.take("192.0.2.2") == 0.0
    clock.now = 30.0
    assert here.take("192.0.2.1") == 0.0 and there.take("192.0.2.1") > 0


def test_a_house_of_ipv6_is_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff")
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("testclient") == "testclient"


def test_addresses_are_forgotten_in_the_end() -> None:
    limit = AddressLimit(1, "requests", Events(), Clock())
    for number in range(60_000):
        limit.take(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(limit._buckets) == 50_000


def test_the_address_not_seen_for_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_KEPT", 2)
    limit = AddressLimit(1, "requests", Events(), Clock())
    assert [limit.take(address) for address in ("192.0.2.1", "192.0.2.2")] == [0.0, 0.0]
    assert limit.take("192.0.2.1") > 0
    assert limit.take("192.0.2.3") == 0.0
    assert limit.take("192.0.2.3") > 0, "the newest is remembered"
    assert limit.take("192.0.2.1") > 0, "so is one seen since"
    assert limit.take("192.0.2.2") == 0.0, "the other one is not"


def test_requests_that_take_no_time_are_charged_too() -> None:
    budget = WorkBudget(0.5, 0.1, burst=1.0, clock=Clock())
    for _ in range(round(0.5 / limits.OVERHEAD) + 1):
        budget.spend(0.0, "192.0.2.1")
    assert budget.wait("192.0.2.1") > 0


def test_who_uses_up_the_work_of_an_address_or_a_person_waits() -> None:
    clock = Clock()
    budget = WorkBudget(0.5, 0.1, burst=20.0, clock=clock)  # ten seconds, and two, at once
    assert budget.wait("192.0.2.1", "ann") == 0
    budget.spend(3.0, "192.0.2.1", "ann")
    assert budget.wait("192.0.2.1", "ann") == pytest.approx(10.0, abs=0.01)
    assert budget.wait("198.51.100.7", "ann") == budget.wait("192.0.2.1", "ann"), "wherever from"
    assert budget.wait("192.0.2.1") == budget.wait("192.0.2.1", "bob") == 0
    budget.spend(8.0, "::ffff:192.0.2.1")
    assert budget.wait("192.0.2.1", "bob") == pytest.approx(2.0, abs=0.01), "whoever it is"
    assert budget.wait("198.51.100.7", "bob") == 0
    clock.now = 10.1
    assert budget.wait("192.0.2.1", "ann") == 0


def test_an_address_that_uses_much_just_now_pauses_each_time() -> None:
    clock = Clock()
    budget = WorkBudget(0.5, 0.1, clock=clock)
    budget.spend(0.09, "192.0.2.1")
    assert budget.pause("192.0.2.1") == 0
    budget.spend(5.0, "192.0.2.1")
    assert budget.pause("192.0.2.1") == limits._PAUSE and budget.wait("192.0.2.1") == 0
    assert budget.pause("192.0.2.2") == budget.pause("") == 0
    clock.now = 10.1
    assert budget.pause("192.0.2.1") == 0


async def test_who_asks_for_too_much_waits_before_a_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "PATIENCE", 0.05)
    budget = WorkBudget(1.0, 1.0, burst=0.001)
    budget.spend(0.03, "a")
    assert await budget.admit("a") == 0, "a short wait is all"
    budget.spend(5.0, "a")
    began = time.monotonic()
    assert 4.5 < await budget.admit("a") < 5.1
    assert time.monotonic() - began >= 0.05
    assert await budget.admit("b") == 0


def test_what_is_held_is_given_back() -> None:
    limit = HeldLimit(2)
    assert [limit.take("p") for _ in range(3)] == [True, True, False]
    assert limit.take("q")
    limit.give_back("p")
    assert limit.take("p")
