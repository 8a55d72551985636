"""Rate limits (token buckets) and limits of concurrent use."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address
from typing import Final

from shengji.server.site.events import Events, SiteEvent

Clock = Callable[[], float]

OVERHEAD: Final = 0.0003
"""Seconds charged for each request or message, in addition to its measured time."""

PATIENCE: Final = 1.0
"""Maximum delay in seconds of a request above the limit; beyond it the request is refused."""

_AT_ONCE: Final = 0.1
"""Seconds of server time that an address may use at once without a pause."""

_PAUSE: Final = 0.1
"""Maximum pause in seconds for an address that uses much server time."""

_KEPT = 50_000
"""Maximum number of remembered keys; the least recently used are dropped."""


class RequestCounted(SiteEvent, frozen=True):
    """An `AddressLimit` of the publishing node has accepted a request of a network."""

    limit: str
    network: str


class TokenBucket:
    """A token bucket.

    Args:
        rate: tokens added per second.
        burst: capacity.
        clock: returns the time in seconds.
    """

    __slots__ = ("_at", "_clock", "_level", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._level = burst
        self._at = clock()

    def take(self) -> bool:
        """Take one token; return `False`, and take none, if the bucket is empty."""
        self._fill()
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def spend(self, amount: float) -> None:
        """Take tokens for use that has already happened; the level may become negative."""
        self._fill()
        self._level -= amount

    def wait(self, amount: float = 1.0) -> float:
        """Seconds until the bucket holds this amount; 0: now."""
        self._fill()
        return max(0.0, (amount - self._level) / self.rate)

    def _fill(self) -> None:
        now = self._clock()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now


class _Buckets:
    """Token buckets by key; the least recently used are dropped.

    Args:
        rate: tokens added per second to each bucket.
        burst: capacity of each bucket.
        clock: returns the time in seconds.
    """

    def __init__(self, rate: float, burst: float, clock: Clock) -> None:
        self._new = partial(TokenBucket, rate, burst, clock)
        self._kept: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, key: str) -> TokenBucket:
        """The bucket of a key."""
        bucket = self._kept.get(key)
        if bucket is None:
            bucket = self._kept[key] = self._new()
        self._kept.move_to_end(key)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return bucket


class AddressLimit:
    """Rate limit by network address.

    Args:
        per_minute: requests per minute, and at once.
        name: the name of the limit, which counts the requests of all nodes.
        clock: returns the time in seconds.
    """

    def __init__(
        self, per_minute: int, name: str, events: Events, clock: Clock = time.monotonic
    ) -> None:
        self._buckets = _Buckets(per_minute / 60, per_minute, clock)
        self._name = name
        self._events = events
        events.subscribe(RequestCounted, self._on_counted)

    def _on_counted(self, counted: RequestCounted) -> None:
        if counted.limit == self._name:
            self._buckets.of(counted.network).take()

    def take(self, address: str) -> float:
        """Count a request.

        Returns:
            0: accepted; otherwise seconds until the next attempt may succeed.
        """
        network = network_of(address)
        bucket = self._buckets.of(network)
        if not bucket.take():
            return bucket.wait()
        self._events.publish_to_others(RequestCounted(self._name, network))
        return 0.0


class TokenLimit:
    """Rate limit by token.

    Args:
        rate: requests per second, on average.
        burst: capacity, as seconds of the rate.
        clock: returns the time in seconds.
    """

    def __init__(self, rate: float, burst: float = 10.0, clock: Clock = time.monotonic) -> None:
        self._buckets = _Buckets(rate, max(1.0, rate * burst), clock)

    async def admit(self, token: str) -> float:
        """Count a request, delaying it for up to `PATIENCE` seconds.

        Returns:
            0: accepted; otherwise seconds until the next attempt may succeed.
        """
        bucket = self._buckets.of(token)
        wait = bucket.wait()
        if wait > PATIENCE:
            return wait
        bucket.spend(1.0)
        await asyncio.sleep(wait)
        return 0.0


class WorkBudget:
    """Limits server time by address and by person.

    HTTP requests and socket messages draw on the same budget, measured as CPU time of the server. A
    caller with an empty budget waits until it is refilled. An address that uses more than its
    average pauses briefly before each request even with budget left, since a single play of another
    user needs the server many times. An unknown address is the empty text, and has no limit.

    Args:
        address: seconds per second, on average, for one address.
        person: seconds per second, on average, for one person, from all addresses.
        burst: capacity, as seconds of the rate.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        address: float,
        person: float,
        burst: float = 20.0,
        clock: Clock = time.monotonic,
    ) -> None:
        self._addresses = _Buckets(address, address * burst, clock)
        self._persons = _Buckets(person, person * burst, clock)
        self._paces = _Buckets(address, _AT_ONCE, clock)

    def spend(self, seconds: float, address: str, person: str | None = None) -> None:
        """Charge for a request or message: the measured seconds and a fixed overhead."""
        self.charge(seconds + OVERHEAD, address, person)

    def charge(self, seconds: float, address: str, person: str | None = None) -> None:
        """Charge for received bytes: as `spend`, without the overhead."""
        for bucket in self._of(address, person):
            bucket.spend(seconds)
        if address:
            self._paces.of(network_of(address)).spend(seconds)

    def pause(self, address: str) -> float:
        """Seconds that the next request of an address pauses; 0: no pause."""
        if not address:
            return 0.0
        return min(self._paces.of(network_of(address)).wait(0.0), _PAUSE)

    def wait(self, address: str, person: str | None = None) -> float:
        """Seconds until the budgets of a caller are positive again; 0: now."""
        return max((bucket.wait(0.0) for bucket in self._of(address, person)), default=0.0)

    async def admit(self, address: str, person: str | None = None) -> float:
        """Delay a caller who has used up the budget, for up to `PATIENCE` seconds.

        Delaying a caller who keeps sending costs the server less than refusing each request.

        Returns:
            0: accepted; otherwise seconds until the next attempt may succeed.
        """
        wait = self.wait(address, person)
        if pause := min(max(wait, self.pause(address)), PATIENCE):
            await asyncio.sleep(pause)
            wait = self.wait(address, person)
        return wait

    def _of(self, address: str, person: str | None) -> Iterator[TokenBucket]:
        if address:
            yield self._addresses.of(network_of(address))
        if person is not None:
            yield self._persons.of(person)


class HeldLimit:
    """Limits how many of a resource a person holds at the same time.

    Args:
        most: maximum number for one person.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, person: str) -> bool:
        """Take one; return `False` if the person holds the maximum."""
        if self._held[person] >= self._most:
            return False
        self._held[person] += 1
        return True

    def give_back(self, person: str) -> None:
        """Release one."""
        self._held[person] -= 1
        if not self._held[person]:
            del self._held[person]


class MemoryBudget:
    """Limits bytes in memory by network address.

    An unknown address is the empty text, and has no limit.

    Args:
        most: maximum number of bytes of an address.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, address: str, size: int) -> bool:
        """Reserve bytes; return `False`, and reserve none, if that exceeds the limit."""
        if not address:
            return True
        network = network_of(address)
        if self._held[network] + size > self._most:
            return False
        self._held[network] += size
        return True

    def give_back(self, address: str, size: int) -> None:
        """Release bytes."""
        if not address:
            return
        network = network_of(address)
        self._held[network] -= size
        if not self._held[network]:
            del self._held[network]


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """The network that counts as one address: 64 bits of IPv6, which one household shares.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))
