"""A night on the server: what is asked is kept, and what follows is done, also after a kill."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncIterator, Callable
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest

from shengji.cards import Rank
from shengji.nights import (
    Announce,
    CancelRound,
    CheckIn,
    ConfirmHand,
    CorrectHand,
    DrawRound,
    EndNight,
    EndRound,
    EndTable,
    EnterHand,
    HandEntry,
    LastTrick,
    Leave,
    Night,
    NightSettings,
    OnlineHand,
    ReleaseGuest,
    Reopen,
    Replace,
    RuleHand,
    Ruling,
    SetOrganisers,
    StartRound,
)
from shengji.nights.meetings import meetings_in
from shengji.nights.results import results_of_night
from shengji.nights.season import SeasonStanding
from shengji.ratings import rebuild
from shengji.rules import Rules
from shengji.server.clubs.member_store import Lines
from shengji.server.clubs.schemas import SeasonRule
from shengji.server.clubs.season_tables import season_of
from shengji.server.database.errors import NightDamaged, StorageError
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.recorder import Recorder
from shengji.server.nights import claims as night_claims
from shengji.server.nights.context import NightContext
from shengji.server.nights.live_night import LiveNight
from shengji.server.nights.live_nights import Nights
from shengji.server.nights.matches import hand_lines, night_matches
from shengji.server.nights.schemas import Draw
from shengji.server.nights.views import state_of
from shengji.server.site.events import Events
from shengji.server.site.jobs import JobFailedError, TooManyJobsError
from shengji.server.site.person import Person
from shengji.server.stores import Stores
from shengji.server.tables.core.rated import RatedRules, RatedTerms
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from tests.nights import kit
from tests.seeds import Seeded
from tests.server.fresh import fresh_in
from tests.server.live.kit import Browser, FastTime
from tests.waiting import PATIENCE, happens

TERMS = RatedTerms([RatedRules("zhang-2021", Rules())])
NAMES = ("Ann", "Bob", "Cem", "Dai", "Eve", "Fay", "Gus", "Hua", "Ida")
_ids = count(1)

T = TypeVar("T")


def new(kind: Any, **fields: Any) -> Any:
    number = next(_ids)
    return kind(id=f"c{number}", made=number, **fields)


class Here:
    """Does jobs in this process, as if they came from another one; or says why it does not."""

    def __init__(self) -> None:
        self.refusal: Exception | None = None

    async def do(self, job: Callable[[], T], person: str, address: str = "") -> T:
        if self.refusal is not None:
            raise self.refusal
        try:
            found: T = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(job))()))
        except Exception as error:
            raise pickle.loads(pickle.dumps(error)) from None
        return found


class House:
    """A server on a database; `killed` stores what is asked, and does nothing that follows."""

    def __init__(self, store: Stores, *, killed: bool = False) -> None:
        self.store = store
        settings = LiveSettings(night_pace="instant", absent_after=1.0)
        self.events, self.here = Events(), Here()
        self.hub = Hub(
            store.tables,
            store.ratings,
            settings,
            Seeded(),
            FastTime(),
            rated=TERMS,
            events=self.events,
        )
        self.recorder = Recorder(store.tables, store.matches, store.ratings, events=self.events)
        context = NightContext(
            self.hub,
            store.nights,
            store.clubs,
            store.tables,
            self.recorder,
            self.here,
            chance=Seeded(),
            follows=not killed,
        )
        self.nights = Nights(context)

    async def night(self, id_: str) -> LiveNight:
        live = await self.nights.get(id_)
        assert live is not None
        return live

    async def close(self) -> None:
        await self.nights.close()
        await self.hub.close()


class Evening:
    """A night of people, whose server is killed after each thing that is asked of it."""

    def __init__(self, store: Stores, people: dict[str, Person]) -> None:
        self.store, self.people, self.id = store, people, ""

    async def make(self, **settings: Any) -> None:
        for _ in range(2):  # the answer was lost: it is made once
            house = House(self.store, killed=True)
            given = NightSettings(**settings)
            self.id = await house.nights.make(self.people["Ida"], given, "wish")
            await house.close()
        assert await self.store.nights.all() == [self.id]

    async def ask(self, who: str, command: Any) -> str | None:
        """Ask something, twice and with a kill after each; the code of the refusal, if any."""
        answers, versions = [], set[int]()
        for _ in range(2):
            house = House(self.store, killed=True)
            live = await house.night(self.id)
            answers.append((await live.ask(self.people[who], [command])).answers[0])
            versions.add(live.version)
            kept = await self.store.nights.load(self.id)
            assert kept is not None and len(kept.bodies) == live.version
            await house.close()
        assert len(versions) == 1 and answers[0].done == answers[1].done
        return None if answers[0].refusal is None else answers[0].refusal.code

    async def up(self) -> tuple[House, LiveNight]:
        """A server that is started, when it has done all that there was to be done."""
        house = House(self.store)
        await house.nights.run()
        live = await house.night(self.id)
        await house.nights.settled()
        return house, live

    async def of(self) -> Night:
        house = House(self.store, killed=True)
        return (await house.night(self.id)).night


async def season(store: Stores, *nights: LiveNight) -> tuple[SeasonStanding, ...]:
    """The table of nights of a club without members."""
    rule, settings = SeasonRule(least_nights=1), nights[0].night.settings
    found = await season_of(nights, Lines(()), rule, settings, store.ratings, "organiser")
    return found.lines


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Stores]:
    store = await Stores.open(fresh_in(tmp_path))
    yield store
    await store.close()


@pytest.fixture
async def evening(store: Stores) -> Evening:
    people: dict[str, Person] = {}
    for name in NAMES:
        person, _ = await store.people.new_person(name)
        assert await store.accounts.make(person.id, name, {name.lower()}, "a hash") is not None
        people[name] = person._replace(role="organiser" if name in ("Hua", "Ida") else "player")
    return Evening(store, people)


async def test_two_who_want_the_same_night_at_once_have_one(
    store: Stores, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, append = House(store), store.nights.append
    wished = asyncio.Event()
    waiting = 0

    async def append_together(*given: Any) -> None:
        nonlocal waiting
        waiting += 1
        if waiting == 2:
            wished.set()
        await wished.wait()
        await append(*given)

    monkeypatch.setattr(store.nights, "append", append_together)
    ida, settings = evening.people["Ida"], NightSettings()
    first, second = await asyncio.gather(
        *(house.nights.make(ida, settings, "wish") for _ in range(2))
    )
    assert first == second and await store.nights.all() == [first]
    await house.close()


async def test_a_night_that_is_asked_for_while_it_is_made_is_one(
    store: Stores, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, append, found = House(store), store.nights.append, list[LiveNight | None]()

    async def append_and_look(night: str, *given: Any) -> None:
        await append(night, *given)
        found.append(await house.nights.get(night))

    monkeypatch.setattr(store.nights, "append", append_and_look)
    id_ = await house.nights.make(evening.people["Ida"], NightSettings(), "wish")
    assert found == [await house.night(id_)]
    await house.close()


@pytest.mark.parametrize("heir", [False, True])
async def test_a_guest_who_becomes_an_account_while_checking_in_is_one_in_the_night(
    store: Stores, evening: Evening, monkeypatch: pytest.MonkeyPatch, heir: bool
) -> None:
    await evening.make()
    house, append = House(store), store.nights.append
    live = await house.night(evening.id)
    guest, _ = await store.people.new_person("Guest")
    own, _ = await store.people.new_person("Own")
    account = own.id if heir else guest.id
    made = await store.accounts.make(own.id, "Own", ("own",), "hash")
    assert made is not None

    async def append_late(*given: Any) -> None:
        monkeypatch.undo()
        if heir:
            await store.matches.merge_guest(guest.id, own.id)
        else:
            await store.accounts.make(guest.id, "Guest", ("guest",), "hash")
        await house.nights.claimed(guest.id, account)  # which does not find this night yet
        await append(*given)

    monkeypatch.setattr(store.nights, "append", append_late)
    answers = (await live.ask(guest, [new(CheckIn, person="", name="Guest")])).answers
    assert answers[0].done
    assert live.night.people[guest.id].account == account
    await house.close()


def seats(evening: Evening, *names: str) -> tuple[str, ...]:
    return tuple(evening.people[name].id for name in names)


async def agree_with_a_rebuild(store: Stores, night: Night) -> dict[str, float]:
    """The ratings by person, which are those of the night's results alone, and of a rebuild."""
    await store.ratings.advance()
    wanted = rebuild(results_of_night(night)).current
    found = {}
    for (person, pool), rating in wanted.items():
        known = (await store.ratings.of([person], pool))[person]
        assert known.value == pytest.approx(rating.value)
        assert known.games == rating.games
        found[person] = known.value
    assert (await store.ratings.rebuild()).changed == 0
    return found


async def test_nothing_is_lost_when_the_server_is_killed_between_any_two_steps(
    store: Stores, evening: Evening
) -> None:
    await evening.make(title="Friday", real_cards=(2,))
    for name in NAMES[:8]:
        command = new(CheckIn, person="", name="")
        assert await evening.ask(name, command) is None
    tables = (
        seats(evening, "Ann", "Bob", "Cem", "Dai"),
        seats(evening, "Eve", "Fay", "Gus", "Hua"),
    )
    assert await evening.ask("Ann", new(DrawRound, tables=tables)) == "organisers-only"
    assert await evening.ask("Ida", new(DrawRound, tables=tables)) is None
    assert await evening.ask("Ida", new(CancelRound, round=1)) is None
    assert await evening.ask("Ida", new(DrawRound, tables=tables)) is None
    house, live = await evening.up()
    assert live.night.round is not None
    first = live.site_of(live.night.round.games[1])
    assert first is not None and live.site_of(live.night.round.games[2]) is None
    # The table of the seating that was cancelled has been opened by nobody, or been let go.
    assert [site.done for site in live.sites] == [True, False]
    table = await house.hub.get(first)
    assert table is not None and table.state().night == evening.id
    assert tuple(seat.person for seat in table.state().seats) == tables[0]
    assert not table.state().playing
    await house.close()
    # A late one: Ida plays for Dai, who has left.
    assert await evening.ask("Dai", new(Leave, person=tables[0][3])) is None
    assert await evening.ask("Ida", new(CheckIn, person="", name="")) is None
    wanted = new(Replace, table=1, person=tables[0][3], substitute=evening.people["Ida"].id)
    assert await evening.ask("Ida", wanted) is None
    assert await evening.ask("Ida", new(StartRound)) is None
    house, live = await evening.up()
    table = await house.hub.get(first)
    assert table is not None and table.state().playing
    assert table.state().seats[3].name == "Ida"
    assert table.state().rules.given["first_level"] == "8", "so that games end (Z16 §3)"
    # They play with their phones. The server dies with a hand over.
    online_four = (*tables[0][:3], evening.people["Ida"].id)
    browsers = [await Browser(table, one, plays=True).connect() for one in online_four]
    for browser in browsers:
        await browser.play()
    await happens(lambda: live.night.round and live.night.round.games[1].hands)
    hands = live.night.rounds[0].games[1].hands
    assert hands and hands[0].confirmed
    await house.close()
    played = len((await evening.of()).rounds[0].games[1].hands)
    # At the table with real cards both sides write it down.
    entry = HandEntry(dealer=tables[1][0], points=40, last_trick=LastTrick("declarers"))
    hand = {"round": 1, "table": 2, "hand": 1}
    assert await evening.ask("Eve", new(EnterHand, entry=entry, **hand)) is None
    assert await evening.ask("Fay", new(ConfirmHand, **hand)) is None
    assert await evening.ask("Ann", new(ConfirmHand, **hand)) == "not-in-hand"
    assert await evening.ask("Ida", new(EndRound)) is None
    house, live = await evening.up()
    assert len(live.night.rounds[0].games[1].hands) >= played
    assert all(site.done for site in live.sites)
    table = await house.hub.get(first)
    assert table is not None and not table.state().playing
    assert all(seat.person is None for seat in table.state().seats)
    before = await agree_with_a_rebuild(store, live.night)
    assert len(before) == 8
    # Each table has a page in the history: with real cards as it was noted, else with its record.
    await house.recorder.record()
    await live.learn_gains()
    assert set(live.matches) == {(1, 1), (1, 2)}
    lines = await store.matches.page(evening.people["Gus"].id, MatchFilter(rated=True), None, 9)
    assert {at.match for at in lines or ()} == set(live.matches.values())
    online, real = (live.matches[1, table] for table in (1, 2))
    for match, with_record in ((online, True), (real, False)):
        page = await store.matches.one(match, evening.people["Gus"].id)
        assert page is not None
        shown, of_night = page
        assert of_night is not None and shown.rating is not None
        assert of_night.online == bool(shown.hands) == with_record
        assert len(shown.rating.changes) == 4 and shown.line.rated
        for change in shown.rating.changes:
            (holder,) = [at for at in shown.line.seats if at.seat == change.seat and at.person]
            assert change.after == pytest.approx(before[holder.person or ""])
        record = await store.matches.record(match, evening.people["Gus"].id)
        assert (record is not None) == with_record
    assert [at.points for at in hand_lines(live.night, live.night.rounds[0].games[2])] == [40]
    records = await store.matches.records_of(evening.people["Eve"].id)
    assert records == []
    await house.close()
    # Ended by mistake: the table of the site goes on at another one, from the levels reached.
    assert await evening.ask("Ida", new(Reopen)) is None
    house, live = await evening.up()
    game = live.night.rounds[0].games[1]
    again = live.site_of(game)
    assert again is not None and again != first
    table = await house.hub.get(again)
    assert table is not None and table.state().playing
    reached = game.hands[-1].entry
    assert isinstance(reached, OnlineHand)
    # Two do not come back, and bots cover them: that is rated for nobody.
    browsers = [await Browser(table, one, plays=True).connect() for one in tables[0][:2]]
    number = len(game.hands)
    for browser in browsers:
        await browser.play()
    await happens(lambda: len(live.night.rounds[0].games[1].hands) > number)
    assert browsers[0].bot is not None
    later = live.night.rounds[0].games[1].hands[number].entry
    assert isinstance(later, OnlineHand) and later.rank in reached.levels_after
    assert later.absent == (tables[0][2], evening.people["Ida"].id)
    await house.close()
    assert await evening.ask("Ida", new(EndRound)) is None
    house, live = await evening.up()
    assert await agree_with_a_rebuild(store, live.night) == before
    await house.close()
    # An invalid play found later loses the hand; the ratings follow.
    wrong = HandEntry(
        dealer=tables[1][0], points=40, last_trick=LastTrick("declarers"), offender=tables[1][0]
    )
    fixed = new(CorrectHand, entry=wrong, reason="a revoke", decide=True, **hand)
    assert await evening.ask("Ida", fixed) is None
    # So does what an organiser rules of a hand online, until it is taken back.
    place = {"round": 1, "table": 1, "hand": 1}
    facts = live.night.score(1, 1).hands[0]
    side = [seat in facts.declarers for seat in range(4)]
    gainer = facts.seats[side.index(facts.winner == "declarers")]
    lost = Ruling(offender=gainer, offence="told a card")
    assert await evening.ask("Ida", new(RuleHand, ruling=lost, reason="heard", **place)) is None
    house, live = await evening.up()
    ruled = await agree_with_a_rebuild(store, live.night)
    assert ruled[gainer] == before[gainer], "she has played there"
    await house.close()
    both = (evening.people["Ida"].id, evening.people["Hua"].id)
    assert await evening.ask("Ida", new(SetOrganisers, organisers=both)) is None
    heard = Ruling(offender=gainer, offence="told a card, and a suit")
    assert await evening.ask("Hua", new(RuleHand, ruling=heard, reason="heard", **place)) is None
    house, live = await evening.up()
    ruled = await agree_with_a_rebuild(store, live.night)
    assert ruled[gainer] < before[gainer]
    await house.close()
    taken_back = new(RuleHand, ruling=Ruling(), reason="of dinner", **place)
    assert await evening.ask("Hua", taken_back) is None
    assert await evening.ask("Ida", new(EndNight)) is None
    house, live = await evening.up()
    after = await agree_with_a_rebuild(store, live.night)
    assert after[tables[1][0]] < before[tables[1][0]]
    assert after[gainer] == pytest.approx(before[gainer])
    assert live.stage == "over" and await store.nights.unfinished() == []
    once, twice = await season(store, live), await season(store, live, live)
    assert twice[0].score == 2 * once[0].score
    nobody = Person("nobody", "Nobody")
    assert state_of(live, nobody, live.night.ended or 0).role == "onlooker"
    await house.close()


async def test_a_table_that_could_not_be_ended_with_its_round_is_ended_later(
    store: Stores, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.make()
    for name in NAMES[:4]:
        await evening.ask(name, new(CheckIn, person="", name=""))
    await evening.ask("Ida", new(DrawRound, tables=(seats(evening, *NAMES[:4]),)))
    await evening.ask("Ida", new(StartRound))
    house, live = await evening.up()
    (site,) = live.sites
    table = await house.hub.get(site.site)
    assert table is not None and table.state().playing
    append, failed = store.tables.append, list[str]()

    async def append_later(*given: Any, **more: Any) -> None:
        if not failed:
            failed.append(given[0])
            raise StorageError("the disk is full")
        await append(*given, **more)

    monkeypatch.setattr(store.tables, "append", append_later)
    monkeypatch.setattr("shengji.server.nights.follow_up.RETRY", 0.0)
    assert (await live.ask(evening.people["Ida"], [new(EndRound)])).answers[0].done
    await house.nights.settled()
    assert failed == [site.site] and live.sites[0].done
    assert not table.state().playing
    assert all(seat.person is None for seat in table.state().seats)
    await house.close()


async def test_a_damaged_night_holds_up_no_other_when_the_server_starts(
    store: Stores, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(store, killed=True)
    damaged = await house.nights.make(evening.people["Ida"], NightSettings(), "first")
    await house.close()
    await store.nights.rewrite(damaged, {1: b'{"event":"night_ope'})
    house = House(store, killed=True)
    evening.id = await house.nights.make(evening.people["Ida"], NightSettings(), "second")
    await house.close()
    for name in NAMES[:4]:
        assert await evening.ask(name, new(CheckIn, person="", name="")) is None
    table = seats(evening, *NAMES[:4])
    assert await evening.ask("Ida", new(DrawRound, tables=(table,))) is None
    assert set(await store.nights.unfinished()) == {damaged, evening.id}

    async def unfinished() -> list[str]:
        return [damaged, evening.id]

    monkeypatch.setattr(store.nights, "unfinished", unfinished)
    async with asyncio.timeout(60):
        house, live = await evening.up()
    site = live.site_of(live.night.rounds[0].games[1])
    assert site is not None and await house.hub.get(site) is not None
    # Nor those who make an account, or go.
    await house.nights.claimed(evening.people["Ida"].id, evening.people["Ida"].id)
    await house.nights.forget(evening.people["Ann"].id)
    assert live.night.people[evening.people["Ann"].id].name == ""
    with pytest.raises(NightDamaged):
        await house.nights.get(damaged)
    await house.close()


async def test_a_draw_of_the_server_is_made_once_and_meets_new_people(
    store: Stores, evening: Evening
) -> None:
    await evening.make(minutes=0, rounds=None, real_cards="all")
    for name in NAMES[:4]:
        await evening.ask(name, new(CheckIn, person="", name=""))
    asked = new(Draw, seed=3)
    assert await evening.ask("Ann", new(Draw)) == "organisers-only"
    assert await evening.ask("Ida", asked) is None
    night = await evening.of()
    assert len(night.rounds) == 1 and night.rounds[0].seed == 3
    assert await evening.ask("Ida", new(Draw)) == "round-runs"
    await evening.ask("Ida", new(EndRound))
    house, live = await evening.up()
    (answer,) = (await live.ask(evening.people["Ida"], [new(Draw)])).answers
    # With four people partners change, and somebody plays against the same people.
    assert answer.note is not None and "0 pairs play together again" in answer.note.en
    assert len(meetings_in(live.night).partnered) == 4
    assert (await live.ask(evening.people["Ida"], [new(EndRound)])).answers[0].done
    for name in NAMES[1:4]:
        await live.ask(evening.people[name], [new(Leave, person=evening.people[name].id)])
    (answer,) = (await live.ask(evening.people["Ida"], [new(Draw)])).answers
    assert answer.refusal is not None and answer.refusal.code == "too-few"
    await house.close()


@pytest.mark.parametrize(
    ("refusal", "code", "words"),
    [
        (TooManyJobsError(3.5), "too-many-requests", "in 4 seconds"),
        (JobFailedError("EOFError"), "too-long", "was stopped"),
    ],
)
async def test_a_draw_that_is_not_worked_out_is_said_not_to_be(
    store: Stores, evening: Evening, refusal: Exception, code: str, words: str
) -> None:
    await evening.make()
    for name in NAMES[:4]:
        await evening.ask(name, new(CheckIn, person="", name=""))
    house, live = await evening.up()
    house.here.refusal = refusal
    (answer,) = (await live.ask(evening.people["Ida"], [new(Draw)])).answers
    assert answer.refusal is not None and answer.refusal.code == code
    assert words in answer.refusal.words.en and not live.night.rounds
    house.here.refusal = None
    (answer,) = (await live.ask(evening.people["Ida"], [new(Draw)])).answers
    assert answer.done and live.night.rounds
    await house.close()


async def test_who_looks_again_is_told_as_soon_as_something_happens(evening: Evening) -> None:
    await evening.make()
    house, live = await evening.up()
    assert not await live.wait(live.version, 0.01)
    waiting = asyncio.create_task(live.wait(live.version, 10 * PATIENCE))
    await happens(lambda: live.has_subscribers)
    await live.ask(evening.people["Ann"], [new(CheckIn, person="", name="")])
    async with asyncio.timeout(PATIENCE):
        assert await waiting
    # A server that ends lets nobody wait.
    waiting = asyncio.create_task(live.wait(live.version, 10 * PATIENCE))
    await happens(lambda: live.has_subscribers)
    await house.close()
    async with asyncio.timeout(PATIENCE):
        assert not await waiting


async def test_commands_of_a_phone_are_carried_out_in_the_order_in_which_they_were_made(
    evening: Evening,
) -> None:
    await evening.make()
    house, live = await evening.up()
    one, two = new(Announce, text="One"), new(Announce, text="Two")
    answers = (await live.ask(evening.people["Ida"], [two, one])).answers
    assert [(answer.id, answer.done) for answer in answers] == [(two.id, True), (one.id, True)]
    assert [news.text for news in live.night.announcements] == ["One", "Two"]
    await house.close()


async def test_nobody_checks_in_as_another_and_each_has_ids_of_their_own(
    evening: Evening,
) -> None:
    await evening.make()
    _, live = await evening.up()
    ann, bob, ida = (evening.people[name] for name in ("Ann", "Bob", "Ida"))
    one = CheckIn(id="1", person="", name="x", by=bob.id)
    assert (await live.ask(ann, [one])).answers[0].done
    assert (await live.ask(bob, [one])).answers[0].done, "it is another's id"
    assert list(live.night.people) == [ann.id, bob.id]
    assert live.night.people[ann.id].name == "Ann" and live.night.people[ann.id].account == ann.id

    async def code(who: Person, command: Any) -> str | None:
        answer = (await live.ask(who, [command])).answers[0]
        return None if answer.refusal is None else answer.refusal.code

    dai = evening.people["Dai"].id
    assert await code(ida, new(CheckIn, person=dai, name="Dai")) == "guest-id"
    assert await code(ann, new(CheckIn, person="guest-1", name="Lin")) == "for-yourself"
    assert await code(ida, new(CheckIn, person="guest-1", name="Lin", account=dai)) is None
    assert live.night.people["guest-1"].account is None
    assert await code(ann, new(SetOrganisers, organisers=(ann.id,))) == "organisers-only"


async def test_somebody_always_runs_a_night(store: Stores, evening: Evening) -> None:
    await evening.make()
    ann, ida = (evening.people[name].id for name in ("Ann", "Ida"))
    stranger, _ = await store.people.new_person("Lin")
    for wrong in (("nope",), (ida, "nope"), (ida, stranger.id)):
        asked = new(SetOrganisers, organisers=wrong)
        assert await evening.ask("Ida", asked) == "no-such-organiser"
    assert await evening.ask("Ida", new(SetOrganisers, organisers=(ann,))) == "organiser-stays"
    assert await evening.ask("Ida", new(SetOrganisers, organisers=(ida, ann, ann))) is None
    assert (await evening.of()).organisers == (ida, ann)
    # Whoever was added lets the other go; nobody is left to whom an account belongs no more.
    assert await evening.ask("Ann", new(SetOrganisers, organisers=(ann,))) is None
    assert await evening.ask("Ida", new(EndNight)) == "organisers-only"
    assert await evening.ask("Ann", new(SetOrganisers, organisers=(ann, ida))) is None
    await store.accounts.forget(ida)
    dai = evening.people["Dai"].id
    assert await evening.ask("Ann", new(SetOrganisers, organisers=(ann, ida, dai))) is None
    assert (await evening.of()).organisers == (ann, dai)


async def test_codes_and_claims_are_kept_when_the_server_is_killed_after_each(
    store: Stores, evening: Evening
) -> None:
    await evening.make()
    assert await evening.ask("Ida", new(CheckIn, person="guest-1", name="Lin")) is None
    dai = evening.people["Dai"].id
    found = []
    for _ in range(2):
        house = House(store, killed=True)
        found.append(await night_claims.codes(await house.night(evening.id)))
        await house.close()
    assert found[0] == found[1] and list(found[0]) == ["guest-1"]
    for first in (True, False):
        house = House(store, killed=True)
        live = await house.night(evening.id)
        assert night_claims.owner_of(live, found[0]["guest-1"].upper()) == "guest-1"
        outcome = await live.claim("guest-1", dai)
        assert (outcome.fault is None) == first, "claimed once"
        await house.close()
    assert (await evening.of()).people["guest-1"].account == dai
    assert await store.nights.of_person(dai) == [evening.id]
    assert await evening.ask("Ida", new(ReleaseGuest, person="guest-1")) is None
    assert (await evening.of()).people["guest-1"].account is None
    assert await store.nights.of_person(dai) == []


@pytest.mark.parametrize(("over", "goes_on"), [(1, 2), (2, 1)])
async def test_who_goes_on_at_another_table_sees_that_one(
    evening: Evening, over: int, goes_on: int
) -> None:
    await evening.make(real_cards="all")
    names = ("Ann", "Bob", "Cem", "Dai", "Eve", "Fay", "Gus", "Hua")
    for name in names:
        await evening.ask(name, new(CheckIn, person="", name=""))
    tables = {1: seats(evening, *names[:4]), 2: seats(evening, *names[4:])}
    await evening.ask("Ida", new(DrawRound, tables=tuple(tables.values())))
    assert await evening.ask("Ida", new(EndTable, table=over, reason="late")) is None
    one, other = tables[over][0], tables[goes_on][0]
    command = new(Replace, table=goes_on, person=other, substitute=one)
    assert await evening.ask("Ida", command) is None
    house, live = await evening.up()
    (person,) = (at for at in evening.people.values() if at.id == one)
    for end in (None, new(EndRound)):
        assert end is None or await evening.ask("Ida", end) is None
        live = await house.night(evening.id) if end is None else (await evening.up())[1]
        state = state_of(live, person, 0)
        assert state.table is not None and state.table.table == goes_on
        if end is None:
            assert [at.table for at in state.people if at.id == one] == [goes_on]
    await house.close()


def test_what_was_rated_stays_while_its_round_goes_on_again() -> None:
    evening = kit.Evening()
    for one in "ABCD":
        evening.do(CheckIn, by=one, person=one, name=one, account=one)
    evening.draw("ABCD")
    evening.hand(dealer="A", points=0, confirm="B")
    evening.do(EndRound)
    (before,) = night_matches(evening.night, "levels")
    evening.do(Reopen)
    (after,) = night_matches(evening.night, "levels")
    assert after.results == before.results and after.line == before.line


@pytest.mark.parametrize("same", [False, True], ids=["signs in", "makes an account"])
async def test_a_guest_keeps_what_they_have_played_when_they_have_an_account(
    store: Stores, evening: Evening, *, same: bool
) -> None:
    guest, _ = await store.people.new_person("Lin")
    evening.people["Lin"] = guest
    await evening.make(real_cards="all")
    for name in ("Ann", "Bob", "Cem", "Lin"):
        await evening.ask(name, new(CheckIn, person="", name=""))
    assert (await evening.of()).people[guest.id].account is None
    table = seats(evening, "Ann", "Bob", "Cem", "Lin")
    await evening.ask("Ida", new(DrawRound, tables=(table,)))
    hand = {"round": 1, "table": 1, "hand": 1}
    entry = HandEntry(
        dealer=table[0], rank=Rank.EIGHT, points=120, last_trick=LastTrick("declarers")
    )
    await evening.ask("Ann", new(EnterHand, entry=entry, **hand))
    await evening.ask("Lin", new(ConfirmHand, **hand))
    await evening.ask("Ida", new(EndRound))
    house, live = await evening.up()
    assert len(night_matches(live.night, "levels")) == 1
    # Who waits hears of it when the ratings have followed; a guest has none.
    waiting = asyncio.create_task(live.wait(live.version, PATIENCE, live.rated))
    await house.recorder.record()
    assert await waiting and not await live.wait(live.version, 0.01, live.rated)
    wanted = rebuild(results_of_night(live.night)).current
    ratings = {person: rating.value for (person, _), rating in wanted.items()}
    state = state_of(live, guest, live.night.opened)  # type: ignore[arg-type]
    assert {at.person: at.rating for at in state.standings or ()} == {
        guest.id: None,
        **{one: pytest.approx(ratings[one] - 1500, abs=0.001) for one in table[:3]},
    }
    assert state.rated == live.rated
    dai = guest if same else evening.people["Dai"]
    await house.nights.claimed(guest.id, dai.id)
    await house.nights.settled()
    assert live.who(dai.id) == guest.id and live.role(dai.id) == "player"
    await house.recorder.record()
    ratings = await agree_with_a_rebuild(store, live.night)
    assert ratings[dai.id] > 1500
    await live.learn_gains()
    assert live.gains[dai.id] == pytest.approx(ratings[dai.id] - 1500, abs=0.001)
    (first, *_) = await season(store, live, live)
    assert first.rating == pytest.approx(2 * live.gains[dai.id], abs=0.01)
    # The name goes with the person; what was played stays.
    await house.nights.forget(dai.id)
    assert live.night.people[guest.id].name == ""
    assert await store.nights.of_person(dai.id) == [evening.id]
    await house.close()
