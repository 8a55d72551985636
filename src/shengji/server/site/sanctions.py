"""The mutes and bans in force, in memory, since they are asked for with every message.

Whatever writes one to the database has `Sanctions.read` called; what another program writes there,
such as `shengji admin`, is noticed within a minute (`Sanctions.watch`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, Protocol

import structlog

from shengji.server.database.errors import StorageError
from shengji.server.database.moments import milliseconds
from shengji.server.site.me import Held
from shengji.server.site.schemas import Text
from shengji.server.site.words import words_from

Sanction = Literal["mute", "ban"]
"""A mute, which keeps a person from saying things to others, or a ban, from doing anything here."""


class Imposed(NamedTuple):
    """A mute or a ban.

    Attributes:
        id: its id.
        person: whose.
        kind: which of the two.
        reason: why, as its person reads it.
        by: the public id of who has imposed it.
        at: since when, in milliseconds since 1970.
        until: until when; `None`: for good.
        lifted: when it was taken back; `None`: it was not.
    """

    id: str
    person: str
    kind: Sanction
    reason: str
    by: str
    at: int
    until: int | None
    lifted: int | None

    def holds(self, now: int) -> bool:
        """Whether it is in force."""
        return self.lifted is None and (self.until is None or now < self.until)


class SanctionStore(Protocol):
    """Where the mutes and bans in force are kept."""

    async def sanctions(self) -> Sequence[Imposed]:
        """The sanctions in force."""


class Expeller(Protocol):
    """Where people are who may be sent away."""

    def expel(self, person: str, words: Text) -> None:
        """Send somebody away, with these words."""


WATCH_SECONDS: Final = 30.0
"""After how many seconds the database is looked at again."""


class Sanctions:
    """The people who are muted or banned.

    Args:
        imposed: the mutes and bans in force.
        clock: gives the time, in milliseconds since 1970.
    """

    def __init__(
        self, imposed: Iterable[Imposed] = (), clock: Callable[[], int] = milliseconds
    ) -> None:
        self._clock = clock
        self._of: dict[str, list[Imposed]] = {}
        self._reading = asyncio.Lock()
        self.replace(imposed)

    def replace(self, imposed: Iterable[Imposed]) -> None:
        """These are in force from now on, and no others."""
        self._of = {}
        for one in imposed:
            self._of.setdefault(one.person, []).append(one)

    async def read(self, kept: SanctionStore, present: Expeller) -> None:
        """Put into force what the database has; whoever is banned now is sent away.

        Raises:
            StorageError: the database does not answer; all stays as it is.
        """
        async with self._reading:  # what was read before must not take the place of what came later
            self.replace(await kept.sanctions())
        for person in self._of:
            ban = self.now(person, "ban")
            if ban is not None:
                present.expel(person, words_of_ban(ban))

    async def watch(self, kept: SanctionStore, present: Expeller) -> None:
        """Do so again and again, from now on; to be cancelled."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            try:
                await self.read(kept, present)
            except StorageError as error:
                structlog.get_logger().error("storage", error=str(error))

    def held(self, person: str, kind: Sanction) -> Held | None:
        """The same as `now`, as its person is told of it."""
        found = self.now(person, kind)
        return None if found is None else Held(reason=found.reason, until=found.until)

    def now(self, person: str, kind: Sanction) -> Imposed | None:
        """The mute or ban of a person, by public id; of several the longest one."""
        now = self._clock()
        held = [one for one in self._of.get(person, ()) if one.kind == kind and one.holds(now)]
        return max(held, key=lambda one: (one.until is None, one.until or 0), default=None)


def words_of_ban(ban: Imposed) -> Text:
    """Why somebody is banned, and until when."""
    return words_from("faults", "banned", **said_of(ban))


def said_of(imposed: Imposed) -> dict[str, str]:
    """The parts of what a person is told of a mute or ban, for a text of the catalogue."""
    until = "∞"
    if imposed.until is not None:
        until = f"{datetime.fromtimestamp(imposed.until / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    return {"why": imposed.reason, "until": until}
