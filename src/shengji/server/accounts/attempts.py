"""Throttling of attempts to sign in by name and passphrase."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import ClassVar, Final

from shengji.server.site.events import Events, SiteEvent

_FREE: Final = 5
"""Number of free failures with a name from one network."""

_LONGEST: Final = 900.0
"""Maximum delay in seconds for one network after failures with a name."""

_FORGOTTEN: Final = 3600.0
"""Seconds without a failure after which the counts are reset."""

_FROM_ALL: Final = 30
"""Number of free failures with a name from all networks together."""

_LONGEST_FROM_ALL: Final = 20.0
"""Maximum delay in seconds for all networks after failures with a name."""

_KEPT: Final = 50_000


class _Mistakes:
    __slots__ = ("last", "many")

    def __init__(self) -> None:
        self.many = 0
        self.last = 0.0


class _Attempt(SiteEvent, frozen=True):
    """An attempt that a throttle of any node has counted; `name`: its skeleton."""

    throttle: str
    name: str
    network: str


class AttemptAllowed(_Attempt, frozen=True):
    """An attempt was allowed, and counts as a failure until it succeeds."""


class AttemptSucceeded(_Attempt, frozen=True):
    """An attempt has succeeded."""


class GuessThrottle:
    """Throttles guesses of passphrases, with a longer delay after each failure.

    A name counts whether or not an account has it. Failures of a name from one network double the
    delay each time. Failures of the name from all networks cause only a short delay, so that an
    attacker cannot lock the owner out.

    Args:
        events: the site events, by which all nodes count the same attempts.
        clock: returns the time in seconds.
    """

    kind: ClassVar[str] = "guesses"

    def __init__(self, events: Events, clock: Callable[[], float] = time.monotonic) -> None:
        self._events = events
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], _Mistakes] = OrderedDict()
        events.subscribe(AttemptAllowed, self._on_allowed)
        events.subscribe(AttemptSucceeded, self._on_succeeded)

    def take(self, name: str, network: str) -> float:
        """Count an attempt, as a failure until `right` is called.

        Args:
            name: the skeleton of the name.
            network: the client's network.

        Returns:
            0: accepted; otherwise seconds until the next attempt, and nothing is counted.
        """
        now = self._clock()
        here, everywhere = self._of(name, network), self._of(name, "")
        wait = max(
            _wait(here, now, _FREE, _LONGEST), _wait(everywhere, now, _FROM_ALL, _LONGEST_FROM_ALL)
        )
        if wait > 0:
            return wait
        self._events.publish(AttemptAllowed(self.kind, name, network))
        return 0.0

    def _on_allowed(self, attempt: AttemptAllowed) -> None:
        if attempt.throttle == self.kind:
            for network in (attempt.network, ""):
                mistakes = self._of(attempt.name, network)
                mistakes.many += 1
                mistakes.last = self._clock()

    def right(self, name: str, network: str) -> None:
        """Record a success: it resets the failures of the name from this network."""
        self._events.publish(AttemptSucceeded(self.kind, name, network))

    def _on_succeeded(self, attempt: AttemptSucceeded) -> None:
        if attempt.throttle == self.kind:
            self._kept.pop((attempt.name, attempt.network), None)
            everywhere = self._of(attempt.name, "")
            everywhere.many = max(0, everywhere.many - 1)

    def _of(self, name: str, network: str) -> _Mistakes:
        key = (name, network)
        found = self._kept.get(key)
        if found is None or self._clock() - found.last > _FORGOTTEN:
            found = self._kept[key] = _Mistakes()
        self._kept.move_to_end(key)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return found


def _wait(mistakes: _Mistakes, now: float, free: int, longest: float) -> float:
    """Seconds until the next attempt; the delay starts at one second and doubles."""
    beyond = mistakes.many - free
    if beyond < 0:
        return 0.0
    return mistakes.last + min(longest, 2.0 ** min(beyond, 30)) - now


class MailThrottle(GuessThrottle):
    """Limits mail by recipient."""

    kind: ClassVar[str] = "mail"
