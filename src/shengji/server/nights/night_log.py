"""The log of a live night: its state and how events are appended; base of the live night."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar, NamedTuple, Self

from shengji.nights import Night, NightCommand, NightEvent, Refusal
from shengji.nights.acts.organising import NightOpened, OrganisersSet
from shengji.nights.state import BOT, Game
from shengji.nights.stored import encode_event
from shengji.ratings import Counted
from shengji.server.actors.log_actor import LogActor
from shengji.server.database.ids import new_id
from shengji.server.database.lease import Lease
from shengji.server.database.moments import moment_of
from shengji.server.nights.context import NightContext
from shengji.server.nights.logs import read_night
from shengji.server.nights.online_tables import games_after, open_site
from shengji.server.nights.schemas import NightStage
from shengji.server.nights.store import NightIndex, OnlineTable, StoredNight
from shengji.server.site.club_source import ClubFacts
from shengji.server.site.schemas import Fault, Text
from shengji.server.site.words import words


class Outcome(NamedTuple):
    """The outcome of a command.

    Attributes:
        fault: why it was refused; `None`: it was carried out, now or before.
        note: message of a draw.
    """

    fault: Fault | None = None
    note: Text | None = None

    @classmethod
    def refused(cls, refusal: Refusal) -> Self:
        """The outcome of a command that the night refuses."""
        return cls(fault_of(refusal))


def fault_of(refusal: Refusal) -> Fault:
    """Convert a refusal to an API error."""
    text = words(refusal.sentence("en"), refusal.sentence("zh"))
    return Fault(code=refusal.code, words=text)


class NightLog(LogActor[NightEvent]):
    """A night, rebuilt from its log.

    Args:
        id_: its id.

    Attributes:
        sites: the tables of the site, in order of appointment.
        counted: unit of its results for ratings.
        club: the club that it names.
        joined: whether the club has admitted it; `None`: not answered yet, or no club.
        organisers: names of the organisers, by public id.
    """

    kind: ClassVar[str] = "night"

    def __init__(
        self, id_: str, night: Night, kept: StoredNight, context: NightContext, hold: Lease
    ) -> None:
        super().__init__(id_, len(kept.bodies), context.hub.time, hold)
        self.context = context
        self.night = night
        self.sites = list(kept.sites)
        self.counted = kept.counted
        self.club: ClubFacts | None = None
        self.joined = kept.joined
        self._club = kept.club
        self.organisers: dict[str, str] = {}
        self._removed = set[str]()

    async def carry_out(self, command: NightCommand) -> Outcome:
        """Carry out a command with final id and giver; the caller must hold the lock (`alone`)."""
        decided = self.night.decide(command, moment_of(self.time.wall()))
        if isinstance(decided, Refusal):
            return Outcome.refused(decided)
        if decided:
            await self._store(decided)
        return Outcome()

    async def _store(self, events: Sequence[NightEvent]) -> None:
        """Store events, apply them, and publish them."""
        opened = [
            (OnlineTable(new_id(), game.round, game.table, number, len(game.hands)), game)
            for number, event in enumerate(events, self.version + 1)
            for game in games_after(self.night, event)
            if game.cards == "online"
        ]
        sites = [site for site, _ in opened]
        bodies = [encode_event(event) for event in events]
        after = self.night.after(events)
        index = index_of(after, self.counted)._replace(club=self._club, joined=self.joined)

        async def write(first: int, at: int) -> None:
            await self.context.store.append(self.id, self.hold, first, bodies, index, sites)
            self.sites += sites
            if self.context.follows:
                # Open tables before subscribers learn of them; failures are retried by `FollowUp`.
                opening = (
                    open_site(self.context.hub, self.night, site, game) for site, game in opened
                )
                await asyncio.gather(*opening, return_exceptions=True)

        await self.append(events, write)
        if any(isinstance(event, NightOpened | OrganisersSet) for event in events):
            await self.name_organisers()

    def _on_stored(self, entries: Sequence[NightEvent]) -> None:
        for event in entries:
            event.change(self.night)

    async def _read(self) -> int | None:
        kept = await self.context.store.load(self.id)
        if kept is None:
            return None
        self.night, self.sites = read_night(self.id, kept.bodies), list(kept.sites)
        self._club, self.joined = kept.club, kept.joined
        await self.read_club()
        return len(kept.bodies)

    async def name_organisers(self) -> None:
        """Read the names of the organisers, except for those being removed from the site."""
        organisers = [one for one in self.night.organisers if one not in self._removed]
        self.organisers = await self.context.store.names(organisers)

    def counts_in(self, club: str) -> bool:
        """Whether the night belongs to a club."""
        return bool(self.joined) and self._club == club

    async def read_club(self) -> None:
        """Read the facts about the club."""
        club = self._club
        self.club = None if club is None else await self.context.clubs.facts(club)

    async def set_club(self, club: str | None, *, joined: bool | None) -> None:
        """Store the club, and whether it admits the night; the caller must hold the lock."""
        await self.context.store.join(self.id, self.hold, club, joined=joined)
        self._club, self.joined = club, joined
        await self.read_club()

    async def forget(self, person: str) -> None:
        """Remove a person's name from the night; the caller must hold the lock (`alone`).

        The name is remembered as removed, since the site's own record still has it until the person
        is deleted.
        """
        self._removed.add(person)
        self.organisers.pop(person, None)
        await self.context.unname(self.id, person)
        await self._reload()

    # Tables of the site

    def site_of(self, game: Game) -> str | None:
        """The id of the site's table for a table of the night; `None`: it has none."""
        if game.cards != "online":
            return None
        place = (game.round, game.table)
        return next((at.site for at in self.sites[::-1] if (at.round, at.table) == place), None)

    async def let_go(self, site: OnlineTable) -> None:
        """Mark a table of the site as done: it reports nothing more."""
        await self.context.store.site_done(site.site)
        self.sites = [at._replace(done=True) if at.site == site.site else at for at in self.sites]


def index_of(night: Night, counted: Counted) -> NightIndex:
    """The index row of a night, which lists show."""
    assert night.opened is not None, "it has been opened"
    people = [one for one in night.people.values() if one.id != BOT]
    plays = {one for person in people for one in (person.id, person.account) if one}
    return NightIndex(
        title=night.settings.title,
        stage=stage_of(night),
        opened=night.opened,
        ended=night.ended,
        people=len(people),
        rounds=len(night.rounds),
        counted=counted,
        members=frozenset(
            [(one, "organiser") for one in night.organisers] + [(one, "player") for one in plays]
        ),
    )


def stage_of(night: Night) -> NightStage:
    """The stage of a night."""
    if night.ended is not None:
        return "over"
    return "running" if night.rounds else "open"
