"""The matches that are over: each once, told to those who may know, in the order of their ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random

import msgspec
import pytest
from sqlalchemy import event

from shengji.cards import Rank, Suit
from shengji.rules import Rules, describe_rules, rules_from
from shengji.server.database.errors import StorageError
from shengji.server.database.ids import new_id
from shengji.server.database.schema import match_players
from shengji.server.matches.filters import MatchFilter, PageCursor
from shengji.server.matches.match_reader import FinishedMatch
from shengji.server.matches.match_rows import NewMatch, rows_of
from shengji.server.matches.schemas import MatchLine, PersonPage
from shengji.server.rules.sheets import game_of
from shengji.server.stores import Stores
from shengji.server.tables.state import Ending
from tests.seeds import examples
from tests.server.storage.kit import DAY, Clock, bodies, holder, keep, over, own, summary

ALL = MatchFilter()


async def people(store: Stores, *names: str) -> list[str]:
    return [(await store.people.new_person(name))[0].id for name in names]


def page(person: str, name: str, matches: int, hands: int) -> PersonPage:
    return PersonPage(
        person=person, name=name, bot=False, made=1_000 * DAY, matches=matches, hands=hands
    )


async def listed(
    store: Stores, asker: str, wanted: MatchFilter = ALL, before: str | None = None
) -> list[MatchLine]:
    found = await store.matches.page(asker, wanted, before, 100)
    assert found is not None
    return found


def test_a_match_conceded_before_a_hand_was_over_is_nobodys() -> None:
    for hands, won in ((1, [True, False, True, False]), (0, [None] * 4)):
        match = over(1, 5000, ["ann", "bob", None, None], hands=hands)
        players = rows_of(match, 1, {"ann", "bob"})[match_players]
        assert [row["won"] for row in players] == won


@pytest.mark.postgresql
async def test_a_match_is_kept_once_with_all_that_is_told_of_it(store: Stores) -> None:
    ann, bob = await people(store, "Ann", "Bob")
    rules = rules_from("forty-points")
    late = holder(1, 2, None, "", "medium", 1)
    match = over(3, 5000, [ann, bob, None, None], rules=rules, holders=[late], hands=2)
    for _ in range(2):
        await keep(store, match)
    (line,) = await listed(store, ann)
    assert (line.begun, line.ended, line.ending) == (4500, 5000, "won")
    assert (line.winners, line.hands, line.rated, line.open) == ((0, 2), 2, False, True)
    assert (line.preset, line.system, line.game) == ("forty-points", None, "forty-points")
    assert (line.players, line.decks, line.teams) == (4, 1, "fixed")
    assert line.heading.en.startswith("Forty Points")
    assert [(at.seat, at.first, at.person, at.name, at.bot, at.hands) for at in line.seats] == [
        (0, 0, ann, "Ann", None, 2),
        (1, 0, bob, "Bob", None, 2),
        (1, 2, None, "medium", "medium", 1),
        (2, 0, None, "medium", "medium", 2),
        (3, 0, None, "medium", "medium", 2),
    ]
    found = await store.matches.one(line.match, bob)
    assert found is not None
    facts, night = found
    hands = facts.hands
    assert facts.rating is None and night is None
    assert facts.line == line and rules_from(facts.rules.given) == rules
    assert [hand.hand for hand in hands] == [1, 2]
    hand = hands[1]
    assert (hand.dealer, hand.rank, hand.suit, hand.points) == (0, Rank.TWO, Suit.HEARTS, 35)
    assert (hand.won, hand.levels, hand.kitty_by) == (True, 1, 0)
    assert (hand.kitty_points, hand.kitty_factor) == (10, 0)
    assert [(at.person, at.role, at.levels, at.failed) for at in hand.seats] == [
        (ann, "partner", 1, 0),
        (bob, "opponent", -1, 1),
        (None, "partner", 1, 2),
        (None, "opponent", -1, 3),
    ]
    record = await store.matches.record(line.match, ann)
    assert record is not None
    header = msgspec.json.decode(record.packed.lines())
    assert header["seats"] == ["Ann", "Bob", "medium", "medium"]
    assert header["created"] == "1970-01-01T00:00:04+00:00"
    assert await store.matches.known_hands("t") == {3}
    for match_id in ("nothing", "", "t"):
        assert await store.matches.one(match_id, ann) is None
        assert await store.matches.record(match_id, ann) is None


async def test_names_are_those_of_now_and_stay_when_a_person_is_gone(
    store: Stores, clock: Clock
) -> None:
    ann, bob = await people(store, "Ann", "Bob")
    await keep(store, over(1, 1000, [ann, bob, None, "unknown"]))
    await store.people.rename(ann, "Anna")
    (line,) = await listed(store, ann)
    assert [at.name for at in line.seats] == ["Anna", "Bob", "medium", ""]
    assert [at.person for at in line.seats] == [ann, bob, None, None]
    clock.now += 181 * DAY
    assert (await store.sweep()).people == 2
    (line,) = await listed(store, new_id())
    assert [at.person for at in line.seats] == [None] * 4
    # As it was when the match was kept.
    assert [at.name for at in line.seats] == [ann[:3], bob[:3], "medium", ""]
    found = await store.matches.one(line.match, new_id())
    assert found is not None
    assert {seat.person for hand in found[0].hands for seat in hand.seats} == {None}
    record = await store.matches.record(line.match, new_id())
    assert record is not None and record.packed.names == (ann[:3], bob[:3], "medium", "")
    assert await store.matches.person(ann, bob) is None


async def test_matches_of_a_guest_become_the_owners_but_those_that_both_have_played(
    store: Stores,
) -> None:
    guest, owner, bob = await people(store, "Guest", "Owner", "Bob")
    await keep(
        store,
        over(1, 1000, [guest, bob, None, None], open=False),
        over(2, 2000, [guest, owner, None, None]),
        over(3, 3000, [owner, None, None, None]),
    )
    await store.matches.merge_guest(guest, owner)
    third, second, first = await listed(store, owner, MatchFilter(person=owner))
    assert [at.seats[0].person for at in (third, second, first)] == [owner, guest, owner]
    facts = await store.matches.one(first.match, owner)
    assert facts is not None
    assert [seat.person for seat in facts[0].hands[0].seats] == [owner, bob, None, None]
    facts = await store.matches.one(second.match, owner)
    assert facts is not None
    assert [seat.person for seat in facts[0].hands[0].seats] == [guest, owner, None, None]
    assert await store.matches.one(first.match, guest) is None


async def test_a_match_that_is_kept_after_its_guest_has_become_an_account_is_the_owners(
    store: Stores,
) -> None:
    guest, other, owner, bob = await people(store, "Guest", "Other", "Owner", "Bob")
    await store.matches.merge_guest(guest, owner)
    await store.matches.merge_guest(other, owner)
    await store.matches.merge_guest(guest, owner)  # an answer was lost: it is asked once more
    await keep(
        store,
        over(1, 1000, [guest, bob, None, None], open=False),
        over(2, 2000, [guest, owner, None, None]),
        over(3, 3000, [guest, bob, other, None]),
    )
    third, second, first = await listed(store, owner, MatchFilter(person=owner))
    assert [at.person for at in first.seats] == [owner, bob, None, None]
    assert [at.name for at in first.seats[:2]] == ["Owner", "Bob"]
    assert [at.person for at in second.seats] == [guest, owner, None, None]
    assert [at.person for at in third.seats] == [owner, bob, other, None], "nobody plays two seats"
    facts = await store.matches.one(first.match, owner)
    assert facts is not None
    assert [seat.person for seat in facts[0].hands[0].seats] == [owner, bob, None, None]
    assert await listed(store, guest, MatchFilter(person=guest)) == [second]
    await store.accounts.forget(owner)
    await keep(store, over(4, 4000, [guest, None, None, None]))
    (fourth,) = await listed(store, guest, MatchFilter(since=4000))
    assert fourth.seats[0].person == guest, "the owner is gone"


async def test_what_is_not_open_does_not_exist_for_others(store: Stores) -> None:
    ann, bob, eve = await people(store, "Ann", "Bob", "Eve")
    await keep(
        store,
        over(1, 1000, [ann, bob, None, None], open=False, hands=3),
        over(2, 2000, [ann, None, None, None], hands=2),
    )
    open_, shut = await listed(store, ann)
    assert (open_.open, shut.open) == (True, False)
    for who in (ann, bob):
        assert await listed(store, who) == [open_, shut]
        assert await store.matches.one(shut.match, who) is not None
        assert await store.matches.record(shut.match, who) is not None
        assert await listed(store, who, MatchFilter(person=ann, company=bob)) == [shut]
        assert await store.matches.person(ann, who) == page(ann, "Ann", 2, 5)
    for wanted in (ALL, MatchFilter(person=ann)):
        assert await listed(store, eve, wanted) == [open_]
    for wanted in (
        MatchFilter(person=bob),
        MatchFilter(company=bob),
        MatchFilter(person=ann, company=bob),
        MatchFilter(until=2000),
    ):
        assert await listed(store, eve, wanted) == []
    assert await store.matches.page(eve, ALL, shut.match, 10) is None, "nor as a place to begin"
    assert await store.matches.one(shut.match, eve) is None
    assert await store.matches.record(shut.match, eve) is None
    assert await store.matches.records_of(eve) == []
    assert await store.matches.person(bob, eve) == page(bob, "Bob", 0, 0)
    assert await store.matches.person(ann, eve) == page(ann, "Ann", 1, 2)


async def test_who_left_in_the_first_hand_has_played_too(store: Stores) -> None:
    ann, bob = await people(store, "Ann", "Bob")
    later = holder(0, 1, None, "", "medium", 1)
    back = holder(0, 2, ann, "Ann", None, 1)
    match = over(1, 1000, [ann, bob, None, None], open=False, holders=[later, back])
    await keep(store, match)
    assert len(await listed(store, ann)) == 1, "once, however often they came"
    assert len(await store.matches.records_of(ann)) == 1
    found = await store.matches.person(ann, ann)
    assert found is not None and (found.matches, found.hands) == (1, 2)


class Model:
    """Many matches, and what must be found of them."""

    def __init__(self, asker: str, persons: list[str], chance: Random) -> None:
        self.asker = asker
        self.persons = persons
        texts = [Rules(), rules_from("forty-points"), rules_from("wikipedia-2014")]
        endings: tuple[Ending, ...] = ("won", "conceded", "agreed", "hand", "abandoned")
        self.matches: list[FinishedMatch] = [
            over(
                number,
                chance.randrange(1000, 1020),  # so that many end together
                [chance.choice([*persons, None]) for _ in range(4)],
                rules=chance.choice(texts),
                ending=chance.choice(endings),
                open=chance.random() < 0.6,
            )
            for number in range(1, 61)
        ]

    def sees(self, match: FinishedMatch, wanted: MatchFilter) -> bool:
        played = {at.person for at in match.line.seats}
        return (
            (match.line.open or self.asker in played)
            and {wanted.person, wanted.company} - {None} <= played
            and wanted.game in (None, game_of(match.played.rules))
            and wanted.ending in (None, match.line.ending)
            and wanted.rated in (None, False)
            and (wanted.since is None or match.line.ended >= wanted.since)
            and (wanted.until is None or match.line.ended < wanted.until)
            and wanted.preset in (None, describe_rules(match.played.rules)["preset"])
        )


@pytest.fixture
async def model(store: Stores) -> AsyncIterator[Model]:
    ann, bob, cem = await people(store, "Ann", "Bob", "Cem")
    model = Model(ann, [ann, bob, cem], Random(8))
    await keep(store, *model.matches)
    yield model


@pytest.mark.postgresql
async def test_pages_have_every_match_once_in_order_whatever_is_asked_for(
    store: Stores, model: Model
) -> None:
    chance = Random(9)
    whole = {line.match: line for line in await listed(store, model.asker)}
    assert len(whole) == sum(model.sees(match, ALL) for match in model.matches)
    for turn in range(examples(60, least=20)):
        wanted = MatchFilter(
            person=chance.choice([None, None, *model.persons]),
            company=chance.choice([None, None, *model.persons]),
            game=chance.choice([None, None, "tractor", "forty-points"]),
            preset=chance.choice([None, None, "zhang-2021", "wikipedia-2014"]),
            since=chance.choice([None, 1005, 1010]),
            until=chance.choice([None, 1015, 1018]),
            rated=chance.choice([None, None, None, False, True]) if turn % 5 == 0 else None,
            ending=chance.choice([None, None, "won", "abandoned"]),
        )
        expected = sorted(m.line.ended for m in model.matches if model.sees(m, wanted))[::-1]
        size, before, found = chance.randrange(1, 9), None, list[MatchLine]()
        while page := await store.matches.page(model.asker, wanted, before, size):
            assert len(page) <= size
            found += page
            before = page[-1].match
        assert [line.ended for line in found] == expected, wanted
        assert len({line.match for line in found}) == len(found)
        order = [line.match for line in found]
        assert order == [match for match in whole if match in set(order)]


async def test_ones_own_records_come_in_order_and_all(store: Stores, model: Model) -> None:
    places: list[PageCursor] = []
    after: PageCursor | None = None
    while found := await store.matches.records_of(model.asker, after):
        places += [record.place for record in found]
        after = found[-1].place
    assert places == sorted(set(places))
    own = [m for m in model.matches if model.asker in {at.person for at in m.line.seats}]
    assert sorted(place.ended for place in places) == sorted(match.line.ended for match in own)


@pytest.mark.postgresql
async def test_that_a_match_is_over_is_stored_with_what_ends_it_or_not_at_all(
    store: Stores,
) -> None:
    await store.tables.open_table("t", bodies("opened"), 5, None, summary("t", started=True))
    full = True

    def commit(_connection: object) -> None:
        if full:
            raise OSError("No space left on device")

    event.listen(store.database._engine.sync_engine, "commit", commit)
    with pytest.raises(StorageError):
        await store.tables.append("t", own(store), 2, bodies("over"), 6, ends=True)
    assert await store.matches.unrecorded() == []
    full = False
    await store.tables.append("t", own(store), 2, bodies("over"), 6, ends=True)
    full = True
    assert await store.matches.unrecorded() == ["t"]
    # A match that could not be kept is still to be, and is not half kept.
    with pytest.raises(StorageError):
        await store.matches.keep("t", 2, [NewMatch.of(over(1))])
    assert await store.matches.unrecorded() == ["t"]
    assert await listed(store, "ann") == []
    full = False
    assert await store.matches.keep("t", 2, [NewMatch.of(over(1))]) == 1
    assert await store.matches.unrecorded() == []
    assert await store.matches.keep("t", 2, [NewMatch.of(over(1))]) == 0
    assert len(await listed(store, "ann")) == 1


@pytest.mark.postgresql
async def test_two_who_keep_a_match_keep_it_once(store: Stores, url: str) -> None:
    other = await Stores.open(url)
    new = NewMatch.of(over(1))
    await asyncio.gather(
        *(one.matches.keep("t", 1, [new]) for one in (store, other) for _ in range(3)),
        return_exceptions=True,
    )
    await other.close()
    assert len(await listed(store, "ann")) == 1


async def test_a_table_is_let_go_only_when_its_matches_are_kept(
    store: Stores, clock: Clock
) -> None:
    now = clock.now
    for table, playing in (("over", False), ("due", False), ("runs", True)):
        seen = summary(table, playing=playing, started=True)
        await store.tables.open_table(table, bodies("opened"), now, None, seen)
    await store.tables.append("due", own(store), 2, bodies("over"), now, ends=True)
    await keep(store, over(1), table="over")
    clock.now += 20 * DAY
    assert (await store.sweep(days=30)).tables == 0
    assert await store.tables.idle(days=30) == []
    clock.now += 11 * DAY
    assert (await store.sweep(busy=["over"], days=30)).tables == 0
    assert (await store.sweep(days=30)).tables == 1
    assert await store.tables.read("over") == []
    assert len(await listed(store, "ann")) == 1, "the match outlives its table"
    assert sorted(await store.tables.idle(days=30)) == ["due", "runs"]
    assert await store.tables.idle(busy=["due"], days=30) == ["runs"]
    # Somebody has come to it meanwhile.
    await store.tables.append("runs", own(store), 2, bodies("played"), clock.now)
    assert not await store.matches.retire("runs", 1, [NewMatch.of(over(1, ending="abandoned"))])
    assert len(await store.tables.read("runs")) == 2 and len(await listed(store, "ann")) == 1
    assert await store.tables.idle(days=30) == ["due"]
    assert await store.matches.retire("due", 2, [NewMatch.of(over(1))])
    assert await store.tables.read("due") == [] and await store.matches.unrecorded() == []
    assert len(await listed(store, "ann")) == 2
    assert not await store.matches.retire("due", 2, [NewMatch.of(over(2))])
