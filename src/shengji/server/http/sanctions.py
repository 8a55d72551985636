"""The mutes and bans in force, in memory, since they are asked for with every message."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from shengji.server.storage import Imposed, Sanction


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Sanctions:
    """Who is muted or banned.

    Args:
        imposed: the mutes and bans in force.
        clock: gives the time, in milliseconds since 1970.
    """

    def __init__(
        self, imposed: Iterable[Imposed] = (), clock: Callable[[], int] = _milliseconds
    ) -> None:
        self._clock = clock
        self._of: dict[str, list[Imposed]] = {}
        self.replace(imposed)

    def replace(self, imposed: Iterable[Imposed]) -> None:
        """These are in force from now on, and no others."""
        self._of = {}
        for one in imposed:
            self._of.setdefault(one.person, []).append(one)

    def now(self, person: str, kind: Sanction) -> Imposed | None:
        """The mute or ban of a person, by public id; of several the longest one."""
        now = self._clock()
        held = [one for one in self._of.get(person, ()) if one.kind == kind and one.holds(now)]
        return max(held, key=lambda one: (one.until is None, one.until or 0), default=None)


def said_of(imposed: Imposed) -> dict[str, str]:
    """What a person is told of a mute or ban, for a text of the catalogue."""
    if imposed.until is None:
        return {"why": imposed.reason, "until": "", "until_zh": ""}
    day = datetime.fromtimestamp(imposed.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return {"why": imposed.reason, "until": f" until {day}", "until_zh": f"至 {day}"}
