"""A night under way: what people ask of it, and what follows from it at the tables.

An event is stored before anybody hears of it. Whatever follows from events, such as tables that are
opened and ratings that change, is done afterwards, and once more after a restart as far as it had
not been: nothing of it depends on when it is done.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from shengji.nights import (
    ChangeSettings,
    CheckIn,
    DrawRound,
    MergeTables,
    Night,
    NightCommand,
    NightEvent,
    Refusal,
    SetOrganisers,
)
from shengji.nights.acts.clocks import Reopened
from shengji.nights.acts.organising import NightOpened, OrganisersSet
from shengji.nights.acts.seats import RoundDrawn, TablesMerged
from shengji.nights.draw import DrawError
from shengji.nights.scorekeeping import play_through
from shengji.nights.state import Game
from shengji.nights.stored import encode_event
from shengji.ratings import Counted
from shengji.rules import RulesError
from shengji.server.actors.log_actor import LogActor
from shengji.server.actors.news import Appended, News
from shengji.server.database.errors import ElsewhereError
from shengji.server.database.hold import Hold
from shengji.server.database.ids import new_id
from shengji.server.database.moments import milliseconds_of, moment_of
from shengji.server.nights.claim_codes import claiming
from shengji.server.nights.context import NightContext
from shengji.server.nights.drawing import drawn, note_words
from shengji.server.nights.logs import read_night
from shengji.server.nights.matches import night_matches
from shengji.server.nights.shapes import (
    AskedOfNight,
    CommandAnswer,
    Draw,
    NightAnswers,
    NightRole,
    NightStage,
)
from shengji.server.nights.sites import reports, told_by
from shengji.server.nights.store import KeptNight, NightIndex, NightSite
from shengji.server.site.jobs import JobFailedError, TooManyJobsError
from shengji.server.site.person import Person
from shengji.server.site.shapes import Fault, Text
from shengji.server.site.traces import traced
from shengji.server.site.words import rules_words, words, words_from
from shengji.server.tables.core.appointed import night_opening, night_settings
from shengji.server.tables.core.asker import Asker
from shengji.server.tables.live.live_table import LiveTable
from shengji.words import Names

T = TypeVar("T")

GUEST: Final = "guest-"
"""With this the id of somebody begins whom an organiser has checked in, who has no browser here."""

RETRY: Final = 2.0
"""Seconds until what could not be done is tried again."""

_logger = structlog.get_logger()


class Outcome(NamedTuple):
    """The outcome of a command.

    Attributes:
        fault: why it was refused; `None`: it was carried out, now or before.
        note: what a draw says of itself.
    """

    fault: Fault | None = None
    note: Text | None = None


class GainsLearnt(News):
    """It has become known that a night has brought other ratings than was known."""


class LiveNight(LogActor[NightEvent]):
    """A night under way; comes from `Nights`.

    Args:
        id_: its id.
        night: the night as its events have built it.
        kept: the night as it is kept.
        context: what all nights share.
        hold: the right to write to its log.

    Attributes:
        night: as above.
        sites: the tables of the site, in the order in which they were appointed.
        counted: what counts for ratings.
        organisers: the names of those who run it, by public id.
        gains: how many points of their ratings it has brought those with accounts, as was learnt
            last; `rated` tells these from others.
        matches: the pages of its matches in the history, by round and table, as learnt then.
    """

    kind: ClassVar[str] = "night"

    def __init__(
        self, id_: str, night: Night, kept: KeptNight, context: NightContext, hold: Hold
    ) -> None:
        super().__init__(id_, len(kept.bodies), context.hub.time, hold)
        self.counted = kept.counted
        self.night = night
        self.sites = list(kept.sites)
        self.organisers: dict[str, str] = {}
        self.gains: Mapping[str, float] = {}
        self.rated = rated_stamp({})
        self.matches: Mapping[tuple[int, int], str] = {}
        self._learnt = -1
        self._context = context
        self._known: dict[Any, Any] = {}
        self._unseen = {site.site for site in kept.sites if not site.done}
        self._unrated = kept.rated_to < len(kept.bodies)
        self._following: asyncio.Task[None] | None = None
        self.subscribe(self._hear_news)

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

    def site_of(self, game: Game) -> str | None:
        """The table of the site at which a table of the night is played."""
        if game.cards != "online":
            return None
        place = (game.round, game.table)
        return next((at.site for at in self.sites[::-1] if (at.round, at.table) == place), None)

    @property
    def ratable(self) -> tuple[int, ...]:
        """Of tables of how many people the site rates what is played by the settings of now."""
        settings, terms = self.night.settings, self._context.hub.rated
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
        return self._context.hub.rated.names_at_nights

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
            known = await self._context.store.accounts_of(set(command.organisers))
            for one in command.organisers:
                if one not in known and one not in self.night.organisers:
                    return Outcome(_fault(Refusal("no-such-organiser", {"person": one})))
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
        accounts = await self._context.store.accounts_of([guest])
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
            return Outcome(_fault(Refusal("organisers-only")))
        running = self.night.running
        if running is not None:
            return Outcome(_fault(Refusal("round-runs", {"round": running.number})))
        try:
            found = await self._context.beside.do(
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
        return (
            self._context.chance.of("draws").getrandbits(31) if asked.seed is None else asked.seed
        )

    async def carry_out(self, command: NightCommand) -> Outcome:
        """Carry out a command whose id and giver are settled; to be called alone."""
        decided = self.night.decide(command, moment_of(self.time.wall()))
        if isinstance(decided, Refusal):
            return Outcome(_fault(decided))
        if decided:
            await self._store(decided)
        return Outcome()

    async def _store(self, events: Sequence[NightEvent]) -> None:
        """Store events, and then let everybody hear of them."""
        opened = [
            (NightSite(new_id(), game.round, game.table, number, len(game.hands)), game)
            for number, event in enumerate(events, self.version + 1)
            for game in (*_games(event), *self._going_on(event))
            if game.cards == "online"
        ]
        sites = [site for site, _ in opened]
        bodies = [encode_event(event) for event in events]
        index = index_of(self.night.after(events), self.counted)

        async def write(first: int, at: int) -> None:
            await self._context.store.append(self.id, self.hold, first, bodies, index, sites)
            self.sites += sites
            if self._context.follows:
                # Whoever hears of a table can come to it; what fails is tried again.
                opening = (self._open(site, game) for site, game in opened)
                await asyncio.gather(*opening, return_exceptions=True)

        await self.append(events, write)
        if any(isinstance(event, NightOpened | OrganisersSet) for event in events):
            await self.name_organisers()

    def _take(self, entries: Sequence[NightEvent]) -> None:
        for event in entries:
            event.change(self.night)

    async def _read(self) -> int | None:
        kept = await self._context.store.load(self.id)
        if kept is None:
            return None
        self.night, self.sites = read_night(self.id, kept.bodies), list(kept.sites)
        return len(kept.bodies)

    def _going_on(self, event: NightEvent) -> list[Game]:
        """The tables of the site that go on by an event, which were let go with their round."""
        if not isinstance(event, Reopened) or not event.round:
            return []
        found = self.night.rounds[event.round - 1]
        return [
            game
            for game in found.games.values()
            if game.ended == found.ended and not game.why and game.match is None
        ]

    async def _open(self, site: NightSite, game: Game) -> LiveTable:
        """The table of the site at which a table of the night is played, opened if need be."""
        hub = self._context.hub
        title = f"{self.night.settings.title[:34]} {site.table}".strip()
        settings = night_settings(title, rated=game.rated, pace=hub.night_pace)
        before = play_through(game, site.first).standings if site.first else ()
        levels = tuple(at.level for at in before)
        people = self._askers(game)
        bodies = night_opening(site.site, self.id, game.played, settings, people, levels)
        try:
            return await hub.open_appointed(site.site, bodies)
        except ElsewhereError:
            return await self._seized(site) or await hub.open_appointed(site.site, bodies)

    async def _seized(self, site: NightSite) -> LiveTable | None:
        """A table that another server has; a night and its tables belong together."""
        return await self._context.hub.seize(site.site)

    async def name_organisers(self) -> None:
        """Find out how those who run it are called."""
        self.organisers = await self._context.store.names(self.night.organisers)

    async def forget(self, person: str) -> None:
        """Take the name of somebody out of the log; to be called alone."""
        await self._context.unname(self.id, person)
        await self._reload()

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
        now = self._context.ratings
        if self._learnt < now:
            found = await self._context.store.gains(self.id)
            pages = await self._context.store.matches(self.id)
            if self._learnt < now:
                before, self._learnt = self.rated, now
                if pages != self.matches:
                    self.matches, self._known = pages, {}
                self.gains, self.rated = found, rated_stamp(found)
                if self.rated != before:
                    self.tell(GainsLearnt())

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

    def _hear_news(self, news: News) -> None:
        self._known = {}
        if isinstance(news, Appended):
            if any(event.moves_tables for event in news.entries):
                self._unseen.update(site.site for site in self.sites if not site.done)
            if any(event.moves_ratings for event in news.entries):
                self._unrated = True
            self._follow_soon()

    # What follows

    async def begin(self) -> None:
        """Let accounts have the guests who have become theirs, and do what is still to follow."""
        guests = {at.id for at in self.night.people.values() if not at.account}
        for guest, account in (await self._context.store.accounts_of(guests)).items():
            await self.claim(guest, account)
        self._follow_soon()

    async def claim(self, guest: str, account: str) -> Outcome:
        """Let what a guest has played be an account's.

        Args:
            guest: the guest, by the id in the night.
            account: the account, by public id.
        """
        return await self.alone(partial(self.carry_out, claiming(guest, account)))

    def look_at(self, site: str) -> None:
        """Something has ended at a table of the site."""
        self._unseen.add(site)
        self._follow_soon()

    def _follow_soon(self) -> None:
        """Have done what follows from the events, unless that goes on already."""
        idle = self._following is None and self._context.follows and not self.closed
        if idle and (self._unseen or self._unrated):
            self._following = self.spawn(self._follow())
            self._following.add_done_callback(self._followed)

    def _followed(self, task: asyncio.Task[None]) -> None:
        self._following = None
        if not task.cancelled():
            self._follow_soon()

    async def _follow(self) -> None:
        try:
            while self._unseen:
                site = self._unseen.pop()
                try:
                    await self._look(site)
                except Exception:
                    self._unseen.add(site)
                    raise
            if self._unrated:
                self._unrated = False
                try:
                    await self._rate()
                except Exception:
                    self._unrated = True
                    raise
        except Exception as error:
            if not self.closed:
                _logger.error("night-behind", night=self.id, why=traced(error))
                await asyncio.sleep(RETRY)

    async def _look(self, id_: str) -> None:
        """Bring a table of the site to where the night is, and the night to where the table is."""
        site = next((at for at in self.sites if at.site == id_ and not at.done), None)
        if site is None:
            return
        game = self.night.game(site.round, site.table)
        if game is None or self.site_of(game) != id_:
            await self._stop(site)  # it was drawn anew, or merged with another
            await self._done(site)
            return
        ended = self.night.rounds[site.round - 1].ended is not None or bool(game.why)
        if not ended:
            live = await self._open(site, game)
            await self._hear(site)
            game = self.night.game(site.round, site.table) or game  # as it stands by now
            begin = self.night.rounds[site.round - 1].started is not None
            await live.appoint(self._askers(game), begin=begin and game.ended is None)
        else:
            # Only of a table where nothing goes on any more all is heard.
            await self._stop(site)
            await self._hear(site)
            await self._done(site)

    async def _hear(self, site: NightSite) -> None:
        """Tell the night what has ended at a table."""
        stored = await self._context.tables.read(site.site)
        found = await asyncio.to_thread(told_by, stored)

        async def work() -> None:
            game = self.night.game(site.round, site.table)
            if game is None or self.site_of(game) != site.site:
                return
            for report in reports(found, site, game):
                await self.carry_out(report)

        await self.alone(work)

    async def _stop(self, site: NightSite) -> None:
        """End what is played at a table, and let its people stand up."""
        try:
            live = await self._context.hub.get(site.site)
        except ElsewhereError:
            live = await self._seized(site)
        if live is not None:
            await live.dismiss()

    async def _done(self, site: NightSite) -> None:
        """A table has nothing more to tell."""
        await self._context.store.site_done(site.site)
        self.sites = [at._replace(done=True) if at.site == site.site else at for at in self.sites]

    def _askers(self, game: Game) -> list[Asker]:
        """The people of a table as the site knows them, by seat."""
        people = [self.night.people[one] for one in game.seats]
        return [Asker(at.account or at.id, at.name, bool(at.account)) for at in people]

    async def _rate(self) -> None:
        """Let the ledger have what is to be rated."""
        version, found = self.version, night_matches(self.night, self.counted)
        if await self._context.store.rate(self.id, version, found):
            self._context.recorder.match_over()


def _busy(code: str, **params: object) -> Fault:
    """The answer to somebody for whom something is not worked out."""
    return Fault(code=code, words=words_from("faults", code, **params))


def _own_id(person: str, command: str) -> str:
    """The id of a command in the night: each person has ids of their own; empty: it has none."""
    return f"{person}:{command}" if command else ""


def rated_stamp(gains: Mapping[str, float]) -> int:
    """A number that tells what a night has brought for ratings from what it brought otherwise."""
    return zlib.crc32(msgspec.json.encode(sorted(gains.items())))


def _fault(refusal: Refusal) -> Fault:
    text = words(refusal.sentence("en"), refusal.sentence("zh"))
    return Fault(code=refusal.code, words=text)


def _games(event: NightEvent) -> list[Game]:
    """The tables that an event sets up."""
    match event:
        case RoundDrawn():
            return [Game.of(event.round, seating) for seating in event.tables]
        case TablesMerged():
            return [Game.of(event.round, event.seating)]
        case _:
            return []


def index_of(night: Night, counted: Counted) -> NightIndex:
    """The lines that lists are to tell of a night."""
    assert night.opened is not None, "it has been opened"
    plays = {one for person in night.people.values() for one in (person.id, person.account) if one}
    return NightIndex(
        title=night.settings.title,
        series=night.settings.series,
        stage=stage_of(night),
        opened=milliseconds_of(night.opened),
        ended=None if night.ended is None else milliseconds_of(night.ended),
        people=len(night.people),
        rounds=len(night.rounds),
        counted=counted,
        members=frozenset(
            [(one, "organiser") for one in night.organisers] + [(one, "player") for one in plays]
        ),
    )


def stage_of(night: Night) -> NightStage:
    """Where a night stands."""
    if night.ended is not None:
        return "over"
    return "running" if night.rounds else "open"
