"""The mutes and bans in force, cached in memory, since every message checks them.

Code of the server that writes a sanction calls `Sanctions.read`. Changes by another program, such
as `shengji admin`, are read within a minute (`Sanctions.watch`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, Protocol

import structlog

from shengji.server.database.errors import StorageError
from shengji.server.database.ids import PersonId
from shengji.server.database.moments import UnixMs, milliseconds
from shengji.server.site.me import Held
from shengji.server.site.schemas import Text
from shengji.server.site.words import words_from

Sanction = Literal["mute", "ban"]
"""A mute forbids a person to write to other people; a ban forbids every use of the site."""


class Imposed(NamedTuple):
    """A mute or a ban.

    Attributes:
        reason: the reason, which the person reads.
        by: public id of the moderator.
        until: the end; `None`: permanent.
        lifted: when it was lifted; `None`: not lifted.
    """

    id: str
    person: PersonId
    kind: Sanction
    reason: str
    by: PersonId
    at: UnixMs
    until: UnixMs | None
    lifted: UnixMs | None

    def holds(self, now: int) -> bool:
        """Whether the sanction is in force."""
        return self.lifted is None and (self.until is None or now < self.until)


class SanctionStore(Protocol):
    """Storage of sanctions."""

    async def sanctions(self) -> Sequence[Imposed]:
        """The sanctions in force."""


class Expeller(Protocol):
    """Disconnects people."""

    def expel(self, person: PersonId, words: Text) -> None:
        """Disconnect a person, with these words as the reason."""


WATCH_SECONDS: Final = 30.0
"""Interval in seconds at which the sanctions are read again."""


class Sanctions:
    """The sanctions in force."""

    def __init__(
        self, imposed: Iterable[Imposed] = (), clock: Callable[[], UnixMs] = milliseconds
    ) -> None:
        self._clock = clock
        self._of: dict[str, list[Imposed]] = {}
        self._reading = asyncio.Lock()
        self.replace(imposed)

    def replace(self, imposed: Iterable[Imposed]) -> None:
        """Replace all sanctions."""
        self._of = {}
        for one in imposed:
            self._of.setdefault(one.person, []).append(one)

    async def read(self, kept: SanctionStore, present: Expeller) -> None:
        """Read the sanctions from the database, and disconnect banned people.

        Raises:
            StorageError: the database does not answer; the cached sanctions stay.
        """
        async with self._reading:  # an older result must not replace a newer one
            self.replace(await kept.sanctions())
        for person in self._of:
            ban = self.now(person, "ban")
            if ban is not None:
                present.expel(person, words_of_ban(ban))

    async def watch(self, kept: SanctionStore, present: Expeller) -> None:
        """Read the sanctions periodically, until cancelled."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            try:
                await self.read(kept, present)
            except StorageError as error:
                structlog.get_logger().error("storage", error=str(error))

    def held(self, person: PersonId, kind: Sanction) -> Held | None:
        """The sanction in force of a kind, as shown to the person."""
        found = self.now(person, kind)
        return None if found is None else Held(reason=found.reason, until=found.until)

    def now(self, person: PersonId, kind: Sanction) -> Imposed | None:
        """The sanction in force of a kind, the longest of several; `None`: none."""
        now = self._clock()
        held = [one for one in self._of.get(person, ()) if one.kind == kind and one.holds(now)]
        return max(held, key=lambda one: (one.until is None, one.until or 0), default=None)


def words_of_ban(ban: Imposed) -> Text:
    """The reason and the end of a ban, as a text."""
    return words_from("faults", "banned", **sanction_parameters(ban))


def sanction_parameters(imposed: Imposed) -> dict[str, str]:
    """Parameters of the text about a mute or ban."""
    until = "∞"
    if imposed.until is not None:
        until = f"{datetime.fromtimestamp(imposed.until / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    return {"why": imposed.reason, "until": until}
