"""How much anybody may ask for: token buckets, and counts of what is held at the same time."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

Clock = Callable[[], float]

_KEPT = 50_000
"""How many addresses are remembered; the ones that came last."""


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
        now = self._clock()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def wait(self) -> float:
        """In how many seconds there is one."""
        return max(0.0, (1 - self._level) / self.rate)


class AddressLimit:
    """A bucket for each address of the network from which requests come.

    Args:
        per_minute: how much an address may ask for in a minute, and at once.
        clock: tells the time in seconds.
    """

    def __init__(self, per_minute: int, clock: Clock = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> float:
        """Take one.

        Returns:
            0, or in how many seconds to ask again.
        """
        key = network_of(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = TokenBucket(self._per_minute / 60, self._per_minute, self._clock)
            self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        if len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)
        return 0.0 if bucket.take() else bucket.wait()


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


def network_of(address: str) -> str:
    """What counts as one address: of IPv6 the first 64 bits, since a home has all the others.

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
