"""How much anybody may ask for: token buckets, and counts of what is held at the same time."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address
from typing import Final

Clock = Callable[[], float]

Share = Callable[[Collection[str]], None]
"""Tells the other servers of the site what is counted here."""

OVERHEAD: Final = 0.0003
"""The seconds that a request or a message takes besides, to be read and to be answered."""

PATIENCE: Final = 1.0
"""For how many seconds somebody who asks for too much is let wait, before a refusal."""

_AT_ONCE: Final = 0.1
"""Seconds of the server's time that an address may use at once without a pause."""

_PAUSE: Final = 0.1
"""Seconds for which somebody pauses at most whose address uses much of the server just now."""

_KEPT = 50_000
"""How many addresses are remembered; the ones that came last."""


def tell_nobody(about: Collection[str]) -> None:
    """Share nothing, where there is one server alone."""


class TokenBucket:
    """Lets through so much a second on average, and so much at once.

    Args:
        rate: how much a second.
        burst: how much at once.
        clock: tells the time in seconds.
    """

    __slots__ = ("_at", "_clock", "_level", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._level = burst
        self._at = clock()

    def take(self) -> bool:
        """Take one; false when there is none, and then nothing is taken."""
        self._fill()
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def spend(self, amount: float) -> None:
        """Take what has been used already, be there so much or not."""
        self._fill()
        self._level -= amount

    def wait(self, amount: float = 1.0) -> float:
        """In how many seconds there is so much."""
        self._fill()
        return max(0.0, (amount - self._level) / self.rate)

    def _fill(self) -> None:
        now = self._clock()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now


class _Buckets:
    """A bucket for each of many, of whom those that came last are remembered.

    Args:
        rate: how much each may have a second.
        burst: how much at once.
        clock: tells the time in seconds.
    """

    def __init__(self, rate: float, burst: float, clock: Clock) -> None:
        self._new = partial(TokenBucket, rate, burst, clock)
        self._kept: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, key: str) -> TokenBucket:
        """The bucket of one of them."""
        bucket = self._kept.get(key)
        if bucket is None:
            bucket = self._kept[key] = self._new()
        self._kept.move_to_end(key)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return bucket


class AddressLimit:
    """A bucket for each address of the network from which requests come.

    Args:
        per_minute: how much an address may ask for in a minute, and at once.
        clock: tells the time in seconds.
    """

    def __init__(self, per_minute: int, clock: Clock = time.monotonic) -> None:
        self._buckets = _Buckets(per_minute / 60, per_minute, clock)
        self._share: Share = tell_nobody

    def share(self, share: Share) -> None:
        """Tell the other servers of the site from where one is taken."""
        self._share = share

    def note(self, networks: Collection[str]) -> None:
        """Take one that another server has let through, for each of some networks."""
        for network in networks:
            self._buckets.of(network).take()

    def take(self, address: str) -> float:
        """Take one.

        Returns:
            0, or in how many seconds to ask again.
        """
        network = network_of(address)
        bucket = self._buckets.of(network)
        if not bucket.take():
            return bucket.wait()
        self._share((network,))
        return 0.0


class TokenLimit:
    """How much may be asked with each token.

    Args:
        rate: how often a second, on average.
        burst: for how many seconds' worth at once.
        clock: tells the time in seconds.
    """

    def __init__(self, rate: float, burst: float = 10.0, clock: Clock = time.monotonic) -> None:
        self._buckets = _Buckets(rate, max(1.0, rate * burst), clock)

    async def admit(self, token: str) -> float:
        """Take one, letting its program wait a little where there is none.

        Returns:
            0, or in how many seconds to ask again.
        """
        bucket = self._buckets.of(token)
        wait = bucket.wait()
        if wait > PATIENCE:
            return wait
        bucket.spend(1.0)
        await asyncio.sleep(wait)
        return 0.0


class WorkBudget:
    """How much of the server's time each address, and each person, may use.

    Requests and messages of the socket draw on the same budget, by the time for which each has kept
    the server busy. Who has used it up waits until there is something again. An address that uses
    more just now than its average pauses for a moment each time, though it has something left:
    others need the server many times for one play. An address that is not known is the empty one,
    and has no budget.

    Args:
        address: seconds a second, on average, for all who come from one address.
        person: likewise for one person, wherever from.
        burst: how many seconds' worth there is at once.
        clock: tells the time in seconds.
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
        """Count for how long somebody has kept the server busy."""
        self.charge(seconds + OVERHEAD, address, person)

    def charge(self, seconds: float, address: str, person: str | None = None) -> None:
        """Count for how long bytes have kept the server busy: as `spend`, and nothing besides."""
        for bucket in self._of(address, person):
            bucket.spend(seconds)
        if address:
            self._paces.of(network_of(address)).spend(seconds)

    def pause(self, address: str) -> float:
        """For how many seconds what comes from an address pauses; 0: not at all."""
        if not address:
            return 0.0
        return min(self._paces.of(network_of(address)).wait(0.0), _PAUSE)

    def wait(self, address: str, person: str | None = None) -> float:
        """In how many seconds somebody may ask for something again; 0: now."""
        return max((bucket.wait(0.0) for bucket in self._of(address, person)), default=0.0)

    async def admit(self, address: str, person: str | None = None) -> float:
        """Let somebody wait a little, where they have used up what they may.

        Whoever asks again and again is slowed down by it, which costs us less than to refuse.

        Returns:
            0, or in how many seconds to ask again.
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
    """How many of something each person holds at the same time.

    Args:
        most: how many they may hold.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, person: str) -> bool:
        """Take one; false when the person holds as many as they may."""
        if self._held[person] >= self._most:
            return False
        self._held[person] += 1
        return True

    def give_back(self, person: str) -> None:
        """Give back one that was taken."""
        self._held[person] -= 1
        if not self._held[person]:
            del self._held[person]


class MemoryBudget:
    """How many bytes each address of the network may have in memory at the same time.

    An address that is not known is the empty one, and has no limit.

    Args:
        most: maximum number of bytes of an address.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, address: str, size: int) -> bool:
        """Take some bytes; false when the address has too much, and then nothing is taken."""
        if not address:
            return True
        network = network_of(address)
        if self._held[network] + size > self._most:
            return False
        self._held[network] += size
        return True

    def give_back(self, address: str, size: int) -> None:
        """Give back bytes that were taken."""
        if not address:
            return
        network = network_of(address)
        self._held[network] -= size
        if not self._held[network]:
            del self._held[network]


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """The part that counts as one address: of IPv6 64 bits, since a home has all the others.

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
