"""A night under way: what people ask of it, and what they learn of it."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import partial
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
from shengji.nights.draw import DrawError
from shengji.rules import RulesError
from shengji.server.actors.news import ActorNotification
from shengji.server.database.ids import new_id
from shengji.server.database.lease import Lease
from shengji.server.database.moments import moment_of
from shengji.server.nights.claim_codes import claiming
from shengji.server.nights.context import NightContext
from shengji.server.nights.drawing import drawn, note_words
from shengji.server.nights.follow_up import FollowUp
from shengji.server.nights.index import stage_of
from shengji.server.nights.night_log import NightLog, Outcome
from shengji.server.nights.schemas import (
    AskedOfNight,
    CommandAnswer,
    Draw,
    NightAnswers,
    NightRole,
    NightStage,
)
from shengji.server.nights.store import StoredNight
from shengji.server.site.jobs import JobFailedError, TooManyJobsError
from shengji.server.site.person import Person
from shengji.server.site.schemas import Fault
from shengji.server.site.words import rules_words, words_from
from shengji.words import Names

T = TypeVar("T")

GUEST: Final = "guest-"
"""With this the id of somebody begins whom an organiser has checked in, who has no browser here."""


class RatingsChanged(ActorNotification):
    """It has become known that a night has brought other ratings than was known."""


class SeriesAnswered(ActorNotification):
    """The owner of its series has answered whether it takes a night in."""


class LiveNight(NightLog):
    """A night under way; comes from `Nights`.

    Attributes:
        gains: how many points of their ratings it has brought those with accounts, as was learnt
            last; `rated` tells these from others.
        matches: the pages of its matches in the history, by round and table, as learnt then.
    """

    def __init__(
        self, id_: str, night: Night, kept: StoredNight, context: NightContext, hold: Lease
    ) -> None:
        super().__init__(id_, night, kept, context, hold)
        self.gains: Mapping[str, float] = {}
        self.rated = rated_stamp({}, self.joined)
        self.matches: Mapping[tuple[int, int], str] = {}
        self._learnt = -1
        self._known: dict[Any, Any] = {}
        self.subscribe(self._hear_news)
        self._follow_up = FollowUp(self, unrated=kept.rated_to < len(kept.bodies))

    # Who is who

    def who(self, person: str) -> str | None:
        """By which id somebody is known in the night, given the public id; `None`: not at all."""
        if person in self.night.people:
            return person
        known = self.night.people.values()
        return next((at.id for at in known if at.account and at.account == person), None)

    def role(self, person: str) -> NightRole:
        """The role of somebody in the night, given the public id."""
        if self.night.runs(person):
            return "organiser"
        return "onlooker" if self.who(person) is None else "player"

    @property
    def ratable(self) -> tuple[int, ...]:
        """Of tables of how many people the site rates what is played by the settings of now."""
        settings, terms = self.night.settings, self.context.hub.rated
        return self.known(
            "ratable",
            lambda: tuple(
                players
                for players in settings.sizes
                if terms.allow_at_night(settings.rules_for(players))
            ),
        )

    @property
    def rated_names(self) -> Names:
        """The names of the rules by which nights may be rated on this site, to be read."""
        return self.context.hub.rated.names_at_nights

    @property
    def stage(self) -> NightStage:
        """Where it stands."""
        return stage_of(self.night)

    # What people ask

    async def ask(
        self,
        person: Person,
        commands: Sequence[AskedOfNight],
        tidied: Sequence[AskedOfNight | Fault] | None = None,
    ) -> NightAnswers:
        """Carry out what somebody asks, in the order in which it was made.

        Args:
            person: who.
            commands: for what.
            tidied: what is done of each, or why it is refused beforehand; `None`: as it stands.

        Returns:
            What has become of each, in the order in which they were sent.

        Raises:
            StorageError: it could not be stored; what is sent again, with
                the same ids, is done once.
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
        """A hand as it counts once a command is carried out and confirmed; nothing changes."""
        by = self.who(person.id) or person.id
        asked = replace(command, id=new_id(), by=by, trusted=person.organises)
        return preview(self.night, asked, moment_of(self.time.wall()))

    def has_done(self, person: str, command: str) -> bool:
        """Whether a command has been carried out, given the public id of who asks for it."""
        return _own_id(person, command) in self.night.done

    async def _ask(self, person: Person, asked: AskedOfNight) -> Outcome:
        by = self.who(person.id) or person.id
        own = _own_id(person.id, asked.id)
        command: Any = replace(asked, id=own, by=by, trusted=person.organises)
        if own in self.night.done:
            last = self.night.round if isinstance(asked, Draw) else None
            return Outcome(note=None if last is None else note_words(last.note))
        if isinstance(command, CheckIn):
            found = self._checked_in(command, person)
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
            # Whoever has removed the account runs nothing any more.
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
        """Let an account have a guest who has become part of it just before they came in here.

        Whoever looked for the nights of the guest then did not find this one yet.
        """
        accounts = await self.context.store.accounts_of([guest])
        if guest in accounts:
            await self.carry_out(claiming(guest, accounts[guest]))

    def _checked_in(self, command: CheckIn, person: Person) -> CheckIn | Outcome:
        """The person who checks in, as the server knows them."""
        own = self.who(person.id) or person.id
        if command.person in ("", own, person.id):
            name = person.name if person.has_account else command.name.strip() or person.name
            account = person.id if person.has_account else ""
            return replace(command, person=own, name=name, account=account, by=own)
        known = command.person in self.night.people
        if not known and not command.person.startswith(GUEST):
            text = words_from("nightly", "guest-id", name=command.name or command.person)
            return Outcome(Fault(code="guest-id", words=text))
        return replace(command, account="")

    async def _draw(self, asked: Draw) -> Outcome:
        """Draw a round; nothing else happens in the night meanwhile."""
        if not self.night.runs(asked.by):
            return Outcome.refused(Refusal("organisers-only"))
        running = self.night.running
        if running is not None:
            return Outcome.refused(Refusal("round-runs", {"round": running.number}))
        try:
            found = await self.context.beside.do(
                partial(drawn, self.night, asked, self._seed(asked), self.ratable), asked.by
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

    def _seed(self, asked: Draw) -> int:
        """The seed of a draw: the one that is asked for, or by chance."""
        return self.context.chance.of("draws").getrandbits(31) if asked.seed is None else asked.seed

    # News

    def is_news(self, since: int, rated: int | None = None) -> bool:
        """Whether there is something newer than a version, and than the ratings of which one knows.

        Args:
            since: the version.
            rated: as it was then; `None`: ratings do not matter.
        """
        return self.version > since or rated not in (None, self.rated)

    async def wait(self, since: int, seconds: float, rated: int | None = None) -> bool:
        """Wait until there is something newer; arguments as of `is_news`, and for how long."""
        news = asyncio.Event()
        with self.listening(lambda _: news.set()), suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.is_news(since, rated) and not self.closed:
                    news.clear()
                    await news.wait()
        return self.is_news(since, rated)

    async def learn_gains(self) -> None:
        """Know what it has brought for ratings, where these have changed since that was learnt."""
        now = self.context.ratings
        if self._learnt < now:
            found = await self.context.store.gains(self.id)
            pages = await self.context.store.matches(self.id)
            if self._learnt < now:
                before, self._learnt = self.rated, now
                if pages != self.matches:
                    self.matches, self._known = pages, {}
                self.gains, self.rated = found, rated_stamp(found, self.joined)
                if self.rated != before:
                    self.publish(RatingsChanged())

    def known(self, key: Hashable, make: Callable[[], T]) -> T:
        """Something that is worked out once for all who look, until something happens.

        Args:
            key: what tells it from other things.
            make: works it out.
        """
        if key not in self._known:
            self._known[key] = make()
        found: T = self._known[key]
        return found

    def _hear_news(self, _: ActorNotification) -> None:
        self._known = {}

    # What follows

    async def begin(self) -> None:
        """Let accounts have the guests who have become theirs, and do what is still to follow."""
        guests = {at.id for at in self.night.people.values() if not at.account}
        for guest, account in (await self.context.store.accounts_of(guests)).items():
            await self.claim(guest, account)
        self._follow_up.soon()

    async def claim(self, guest: str, account: str) -> Outcome:
        """Let what a guest has played be an account's.

        Args:
            guest: the guest, by the id in the night.
            account: the account, by public id.
        """
        return await self.alone(partial(self.carry_out, claiming(guest, account)))

    async def answer_series(self, *, joins: bool) -> None:
        """Write down whether the owner of its series takes the night in; to be called alone."""
        await self.context.store.join(self.id, self.hold, joined=joins)
        self.joined = joins
        self.rated = rated_stamp(self.gains, joins)
        self.publish(SeriesAnswered())

    def look_at(self, site: str) -> None:
        """Something has ended at a table of the site."""
        self._follow_up.look_at(site)


def _busy(code: str, **params: object) -> Fault:
    """The answer to somebody for whom something is not worked out."""
    return Fault(code=code, words=words_from("faults", code, **params))


def _own_id(person: str, command: str) -> str:
    """The id of a command in the night: each person has ids of their own; empty: it has none."""
    return f"{person}:{command}" if command else ""


def rated_stamp(gains: Mapping[str, float], joined: bool | None) -> int:
    """A number that changes with the ratings that a night has brought, and with its series."""
    return zlib.crc32(msgspec.json.encode((sorted(gains.items()), joined)))
