"""How often one may try to sign in to an account by its name."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Final

from shengji.server.site.limits import Share, tell_nobody

_FREE: Final = 5
"""Mistakes that cost nothing."""

_LONGEST: Final = 900.0
"""Seconds that somebody waits at most, from one network, after many mistakes with one name."""

_FORGOTTEN: Final = 3600.0
"""After so many seconds without a mistake everything is as if there had been none."""

_FROM_ALL: Final = 30
"""Mistakes with one name from everywhere together that cost nothing."""

_LONGEST_FROM_ALL: Final = 20.0
"""Seconds that anybody waits at most, however many others make mistakes with a name."""

_KEPT: Final = 50_000


class _Mistakes:
    __slots__ = ("last", "many")

    def __init__(self) -> None:
        self.many = 0
        self.last = 0.0


class GuessThrottle:
    """Slows down whoever guesses, more with each mistake.

    A name is counted whether or not there is such an account. Mistakes count for a name together
    with the network from which they come, and wait twice as long each time; and for the name
    alone, where the wait stays short, so that nobody can lock the owner out from elsewhere.

    Args:
        clock: tells the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], _Mistakes] = OrderedDict()
        self._share_try: Share = tell_nobody
        self._share_right: Share = tell_nobody

    def share(self, tried: Share, right: Share) -> None:
        """Tell the other servers of each try that counts, and of those that were right.

        Told are always two texts: the name and the network.
        """
        self._share_try, self._share_right = tried, right

    def take(self, name: str, network: str) -> float:
        """Try; it counts as a mistake until `right` says otherwise.

        Args:
            name: what the name comes to.
            network: from where.

        Returns:
            0, or in how many seconds to try again; then nothing is counted.
        """
        now = self._clock()
        here, everywhere = self._of(name, network), self._of(name, "")
        wait = max(
            _wait(here, now, _FREE, _LONGEST), _wait(everywhere, now, _FROM_ALL, _LONGEST_FROM_ALL)
        )
        if wait > 0:
            return wait
        self.note_try((name, network))
        self._share_try((name, network))
        return 0.0

    def note_try(self, about: Collection[str]) -> None:
        """Count a try with a name from a network, which may have come to another server."""
        name, network = about
        for mistakes in (self._of(name, network), self._of(name, "")):
            mistakes.many += 1
            mistakes.last = self._clock()

    def right(self, name: str, network: str) -> None:
        """The last try was no mistake; and none of those before it from there counts."""
        self.note_right((name, network))
        self._share_right((name, network))

    def note_right(self, about: Collection[str]) -> None:
        """Let no try with a name from a network count, when another server has seen it right."""
        name, network = about
        self._kept.pop((name, network), None)
        everywhere = self._of(name, "")
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
    """For how long to wait, after so many mistakes; one second at first, then twice as long."""
    beyond = mistakes.many - free
    if beyond < 0:
        return 0.0
    return mistakes.last + min(longest, 2.0 ** min(beyond, 30)) - now


class MailThrottle(GuessThrottle):
    """Limits how much mail is sent to an account."""
