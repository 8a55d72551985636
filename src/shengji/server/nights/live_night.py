"""Live night: executes the commands of its people and publishes its changes."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, count
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from shengji.nights import (
    AboutHand,
    ChangeSettings,
    CheckIn,
    DrawRound,
    MergeTables,
    Night,
    Refusal,
    SetOrganisers,
    SettledHand,
    preview,
)
from shengji.nights.alone import FIVE, alone_in
from shengji.nights.draw import DrawError
from shengji.rules import RulesError
from shengji.server.actors.news import ActorNotification
from shengji.server.database.ids import new_id
from shengji.server.database.lease import Lease
from shengji.server.database.moments import moment_of
from shengji.server.nights.claims import claiming
from shengji.server.nights.context import NightContext
from shengji.server.nights.drawing import draw_next_round, note_words
from shengji.server.nights.follow_up import FollowUp
from shengji.server.nights.night_log import NightLog, Outcome, stage_of
from shengji.server.nights.schemas import (
    AskedOfNight,
    CommandAnswer,
    Draw,
    NightAnswers,
    NightRole,
    NightStage,
)
from shengji.server.nights.store import StoredNight
from shengji.server.site.club_source import ClubGuest
from shengji.server.site.jobs import JobFailedError, TooManyJobsError
from shengji.server.site.person import Person
from shengji.server.site.schemas import Fault
from shengji.server.site.words import rules_words, words_from
from shengji.words import Names

T = TypeVar("T")

GUEST: Final = "guest-"
"""Prefix of the ids of guests without a browser, whom an organiser has checked in."""


class RatingsChanged(ActorNotification):
    """Notification: the known rating gains of the night have changed."""


class ClubSet(ActorNotification):
    """Notification: the club of the night has changed, or has admitted or rejected it."""


class LiveNight(NightLog):
    """A live night; obtained from `Nights`.

    Attributes:
        gains: rating points gained, by public id of the account, as last read.
        rated: stamp of `gains` and `club`, which changes with them.
        matches: ids of its matches in the history, by round and table, as last read.
    """

    def __init__(
        self, id_: str, night: Night, kept: StoredNight, context: NightContext, hold: Lease
    ) -> None:
        super().__init__(id_, night, kept, context, hold)
        self.gains: Mapping[str, float] = {}
        self.rated = self._stamp()
        self.matches: Mapping[tuple[int, int], str] = {}
        self._learnt = -1
        self._known: dict[Any, Any] = {}
        self.subscribe(self._on_notification)
        self._follow_up = FollowUp(self, unrated=kept.rated_to < len(kept.bodies))

    # Identity and roles

    def who(self, person: str) -> str | None:
        """The id of a person in the night, given the public id; `None`: not checked in."""
        if person in self.night.people:
            return person
        known = self.night.people.values()
        return next((at.id for at in known if at.account and at.account == person), None)

    def role(self, person: str) -> NightRole:
        """The role of a person in the night, given the public id."""
        if self.night.runs(person):
            return "organiser"
        return "onlooker" if self.who(person) is None else "player"

    @property
    def ratable(self) -> tuple[int, ...]:
        """The table sizes whose rules, under the present settings, the site rates."""
        sizes = self.night.settings.sizes
        return self.cached("ratable", lambda: self._ratable(sizes))

    def _ratable(self, sizes: Iterable[int]) -> tuple[int, ...]:
        settings, terms = self.night.settings, self.context.hub.rated
        return tuple(one for one in sizes if terms.allow_at_night(settings.rules_for(one)))

    @property
    def rated_names(self) -> Names:
        """Names of the rules that the site rates at nights, for display."""
        return self.context.hub.rated.names_at_nights

    @property
    def stage(self) -> NightStage:
        """The stage of the night."""
        return stage_of(self.night)

    # Commands

    async def ask(
        self,
        person: Person,
        commands: Sequence[AskedOfNight],
        tidied: Sequence[AskedOfNight | Fault] | None = None,
    ) -> NightAnswers:
        """Carry out a user's commands in the order in which they were made.

        Args:
            person: the user.
            commands: the commands.
            tidied: for each command its sanitised form, or the error that refuses it; `None`: as
                given.

        Returns:
            The outcomes, in the order of `commands`.

        Raises:
            StorageError: a command could not be stored; it can be retried safely with its id.
        """
        done: dict[int, CommandAnswer] = {}
        for place in sorted(range(len(commands)), key=lambda at: commands[at].made):
            command, wanted = commands[place], (tidied or commands)[place]
            if isinstance(wanted, Fault):
                outcome = Outcome(wanted)
            else:
                outcome = await self.alone(partial(self._ask, person, wanted))
            done[place] = CommandAnswer(
                id=command.id,
                done=outcome.fault is None,
                version=self.version,
                refusal=outcome.fault,
                note=outcome.note,
            )
        return NightAnswers(
            version=self.version, answers=tuple(done[place] for place in range(len(commands)))
        )

    def preview(self, person: Person, command: AboutHand) -> SettledHand | Refusal:
        """The hand as it would count once a command is carried out and confirmed."""
        by = self.who(person.id) or person.id
        request = replace(command, id=new_id(), by=by, trusted=person.organises)
        return preview(self.night, request, moment_of(self.time.wall()))

    def has_done(self, person: str, command: str) -> bool:
        """Whether a command has been carried out, given the sender's public id."""
        return _own_id(person, command) in self.night.done

    async def _ask(self, person: Person, request: AskedOfNight) -> Outcome:
        by = self.who(person.id) or person.id
        own = _own_id(person.id, request.id)
        command: Any = replace(request, id=own, by=by, trusted=person.organises)
        if own in self.night.done:
            last = self.night.round if isinstance(request, Draw) else None
            return Outcome(note=None if last is None else note_words(last.note))
        if isinstance(command, CheckIn):
            found = await self._checked_in(command, person)
            if isinstance(found, Outcome):
                return found
            command = found
        if isinstance(command, Draw):
            return await self._draw(command)
        if isinstance(command, DrawRound | MergeTables):
            command = replace(command, ratable=self.ratable)
        if isinstance(command, SetOrganisers):
            known = await self.context.store.accounts_of(set(command.organisers))
            for one in command.organisers:
                if one not in known and one not in self.night.organisers:
                    return Outcome.refused(Refusal("no-such-organiser", {"person": one}))
            # Organisers whose account is removed are dropped.
            organisers = dict.fromkeys(known[one] for one in command.organisers if one in known)
            command = replace(command, organisers=tuple(organisers))
        if isinstance(command, ChangeSettings):
            try:
                command.settings.check_options()
            except RulesError as error:
                return Outcome(Fault(code="rules", words=rules_words(error)))
        outcome = await self.carry_out(command)
        if isinstance(command, CheckIn) and outcome.fault is None and not command.account:
            await self._claim_late(command.person)
        return outcome

    async def _claim_late(self, guest: str) -> None:
        """Claim a guest for the account that they have become part of just before this check-in.

        The merge has not found this night, since the guest was not in it yet.
        """
        accounts = await self.context.store.accounts_of([guest])
        if guest in accounts:
            await self.carry_out(claiming(guest, accounts[guest]))

    async def _checked_in(self, command: CheckIn, person: Person) -> CheckIn | Outcome:
        """The check-in with the person's identity as the server knows it.

        A member of the night's club is known by any of their ids. One who has the name of another
        person of the night gets a number.
        """
        own = self.who(person.id) or person.id
        mine = command.person in ("", own, person.id)
        guest = await self._member(person.id if mine else command.person)
        if guest is not None and not mine and not self.night.runs(command.by):
            guest = None
        if mine:
            name = person.name if person.has_account else command.name.strip() or person.name
            account = person.id if person.has_account else ""
            if guest is not None:
                own = self._id_of(guest, own) or own
                name = self._free_name(name, own)
                if account and own in self.night.people and not self.night.people[own].account:
                    await self.carry_out(claiming(own, account))  # checked in by the desk before
            return replace(command, person=own, name=name, account=account, by=own)
        if guest is not None:
            id_ = self._id_of(guest, command.person) or guest.id
            name = self._free_name(guest.name, id_)
            return replace(command, person=id_, name=name, account=guest.account)
        known = command.person in self.night.people
        if not known and not command.person.startswith(GUEST):
            text = words_from("nightly", "guest-id", name=command.name or command.person)
            return Outcome(Fault(code="guest-id", words=text))
        return replace(command, account="")

    async def _member(self, person: str) -> ClubGuest | None:
        """The member with an id, of the club that has admitted the night."""
        if self.club is None or not self.joined:
            return None
        return await self.context.clubs.guest(self.club.id, person)

    def _id_of(self, guest: ClubGuest, person: str) -> str | None:
        """The id of a member who is in the night already; of several the given one."""
        people = self.night.people.values()
        if person in self.night.people:
            return person
        return next((one.id for one in people if {one.id, one.account} & guest.persons), None)

    def _free_name(self, name: str, person: str) -> str:
        """A name, with a number from 2 on if other people of the night have it."""
        taken = {one.name.casefold() for one in self.night.people.values() if one.id != person}
        numbered = (f"{name} ({number})" for number in count(2))
        return next(one for one in chain((name,), numbered) if one.casefold() not in taken)

    async def _draw(self, request: Draw) -> Outcome:
        """Draw a round, while the night accepts no other command."""
        if not self.night.runs(request.by):
            return Outcome.refused(Refusal("organisers-only"))
        running = self.night.running
        if running is not None:
            return Outcome.refused(Refusal("round-runs", {"round": running.number}))
        alone = alone_in(self.night)
        if request.way and (alone is None or request.way not in alone.ways):
            return Outcome.refused(Refusal("way-closed"))
        larger = (FIVE,) if request.way == "larger" else ()
        sizes = {*self.night.settings.sizes, *larger}
        try:
            found = await self.context.beside.do(
                partial(
                    draw_next_round, self.night, request, self._seed(request), self._ratable(sizes)
                ),
                request.by,
            )
        except TooManyJobsError as error:
            return Outcome(_busy("too-many-requests", seconds=int(error.wait) + 1))
        except JobFailedError:
            return Outcome(_busy("too-long"))
        except DrawError as error:
            names = {
                key: self.night.name(str(value)) if key in ("who", "partner") else value
                for key, value in error.params.items()
            }
            return Outcome(Fault(code=error.code, words=words_from("draw", error.code, **names)))
        outcome = await self.carry_out(found)
        return outcome if outcome.fault else Outcome(note=note_words(found.note))

    def _seed(self, request: Draw) -> int:
        """The requested seed of a draw, or a random one."""
        return (
            self.context.chance.of("draws").getrandbits(31)
            if request.seed is None
            else request.seed
        )

    # Notifications

    def is_news(self, since: int, rated: int | None = None) -> bool:
        """Whether the night is newer than a version, or than a stamp of its ratings.

        Args:
            since: the known version.
            rated: the known stamp `rated`; `None`: ignore ratings.
        """
        return self.version > since or rated not in (None, self.rated)

    async def wait(self, since: int, seconds: float, rated: int | None = None) -> bool:
        """Wait until `is_news(since, rated)` or a timeout; returns whether there is news."""
        news = asyncio.Event()
        with self.subscription(lambda _: news.set()), suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.is_news(since, rated) and not self.closed:
                    news.clear()
                    await news.wait()
        return self.is_news(since, rated)

    async def learn_gains(self) -> None:
        """Refresh rating gains and match ids, if ratings have changed since they were read."""
        now = self.context.ratings
        if self._learnt < now:
            found = await self.context.store.gains(self.id)
            pages = await self.context.store.matches(self.id)
            if self._learnt < now:
                before, self._learnt = self.rated, now
                if pages != self.matches:
                    self.matches, self._known = pages, {}
                self.gains = found
                self.rated = self._stamp()
                if self.rated != before:
                    self.publish(RatingsChanged())

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """A value cached until the next change of the night.

        Args:
            key: key of the cache.
            make: computes the value.
        """
        if key not in self._known:
            self._known[key] = make()
        found: T = self._known[key]
        return found

    def _on_notification(self, _: ActorNotification) -> None:
        self._known = {}

    # Side effects

    async def begin(self) -> None:
        """Claim guests who have been merged into accounts, and resume pending side effects."""
        guests = {at.id for at in self.night.people.values() if not at.account}
        for guest, account in (await self.context.store.accounts_of(guests)).items():
            await self.claim(guest, account)
        self._follow_up.start()

    async def claim(self, guest: str, account: str) -> Outcome:
        """Transfer a guest's results to an account.

        Args:
            guest: the id of the guest in the night.
            account: the public id of the account.
        """
        return await self.alone(partial(self.carry_out, claiming(guest, account)))

    async def read_club(self) -> None:
        """Read the facts about the club, and notify subscribers of a change."""
        before = self.rated
        await super().read_club()
        self.rated = self._stamp()
        if self.rated != before:
            self.publish(ClubSet())

    def _stamp(self) -> int:
        """Stamp that changes with the rating gains of the night and with its club."""
        parts = (sorted(self.gains.items()), self.club, self.joined)
        return zlib.crc32(msgspec.json.encode(parts))

    def sync_table(self, site: str) -> None:
        """Schedule a sync with a table of the site, where a hand or the match has ended."""
        self._follow_up.sync_table(site)


def _busy(code: str, **params: object) -> Fault:
    """The error for a draw that the background runner rejects or that takes too long."""
    return Fault(code=code, words=words_from("faults", code, **params))


def _own_id(person: str, command: str) -> str:
    """The id of a command in the night, unique per person; empty: none."""
    return f"{person}:{command}" if command else ""
