"""Pages and what they are told of friends, byte by byte, with a clock that only the test moves."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from shengji.server.database.errors import StorageError
from shengji.server.friends.presence_feed import BEAT, GRACE, KEPT, Feed, PresenceFeed
from shengji.server.friends.schemas import Beat, Welcomed
from shengji.server.friends.store import Friendship, FriendStore, Relationships
from shengji.server.site.events import Events
from shengji.server.site.metrics import Tally
from shengji.server.site.presence import Place, Present
from shengji.server.site.schemas import ToPage
from shengji.server.tables.live.audience import Audience
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.listener import Listener

Message = dict[str, Any]


class Tables(Hub):
    """Where people are, as the test says."""

    def __init__(self) -> None:
        self.at: dict[str, Place] = {}
        self.seen = Audience(Tally())

    def present(self) -> Present:
        return Present(dict(self.at), {}, self.seen.here)


class Book(FriendStore):
    """The friends of people, as the test says."""

    def __init__(self, **friends: str) -> None:
        self.events = Events()
        super().__init__(Mock(), self.events)
        self.friends = {person: names.split() for person, names in friends.items()}
        self.hidden: set[str] = set()
        self.fails = False

    async def of(self, person: str) -> Relationships:
        if self.fails:
            raise StorageError("the disk is gone")
        friends = tuple(
            Friendship(name, name.title(), True, 1, name not in self.hidden)
            for name in self.friends.get(person, ())
        )
        return Relationships(friends, (), (), (), person not in self.hidden)

    def part(self, one: str, two: str) -> None:
        """Let two people be no friends any more."""
        self.friends[one].remove(two)
        self.friends[two].remove(one)
        self._publish(one, two)


class Site:
    """Pages of people who know each other."""

    def __init__(self, **friends: str) -> None:
        self.now = 0.0
        self.pages, self.tables, self.book = Audience(Tally()), Tables(), Book(**friends)
        self.tables.seen = self.pages
        self.here = PresenceFeed(
            self.pages, self.tables, self.book, self.book.events, lambda: self.now
        )

    async def open(self, person: str) -> Listener:
        """A page of somebody, which has been told who is where."""
        page = Listener(person, person.title())
        await self.here.join(page)
        await self.here.tick()
        return page

    async def tick(self, seconds: float = 1.0) -> None:
        self.now += seconds
        await self.here.tick()


def heard(page: Listener) -> list[Message]:
    """The messages that a page has not read yet."""
    found, page._waiting, page._bytes = page._waiting, [], 0
    return [msgspec.json.decode(message) for message in found]


def moves(page: Listener) -> list[tuple[str, str, str | None]]:
    """People who have moved since, and where to: there must be no other news."""
    found = []
    for message in heard(page):
        assert message["type"] == "moved", message
        for at in message["moved"]:
            found.append((at["person"], at["where"], at["table"] and at["table"]["table"]))
    return found


async def test_all_is_told_at_first_and_then_what_is_otherwise() -> None:
    site = Site(ann="bob", bob="ann cem")
    ann = await site.open("ann")
    welcome, friends = heard(ann)
    assert welcome == {"type": "welcome", "you": "ann"}
    (line,) = friends["known"]["friends"]
    assert (line["person"], line["where"], line["table"]) == ("bob", "away", None)
    bob = await site.open("bob")
    assert moves(ann) == [("bob", "here", None)]
    assert [at["where"] for at in heard(bob)[1]["known"]["friends"]] == ["here", "away"]
    site.tables.at["bob"] = Place("t1", "Friday")
    await site.tick()
    assert moves(ann) == [("bob", "table", "t1")]
    await site.tick()
    assert heard(ann) == heard(bob) == []  # nothing has happened, and nothing is told
    del site.tables.at["bob"]
    await site.tick()
    assert moves(ann) == [("bob", "here", None)]


async def test_a_page_that_is_loaded_again_is_no_news_and_one_that_closes_is() -> None:
    site = Site(ann="bob", bob="ann")
    ann, bob = await site.open("ann"), await site.open("bob")
    site.tables.at["bob"] = Place("t1", "Friday")
    await site.tick()
    heard(ann)
    for _ in range(2):  # both sockets close, and are back in time
        site.pages.remove(bob)
        del site.tables.at["bob"]
        await site.tick()
        await site.tick(GRACE - 1)
        site.tables.at["bob"] = Place("t1", "Friday")
        bob = await site.open("bob")
        assert heard(ann) == []
    site.pages.remove(bob)
    del site.tables.at["bob"]
    await site.tick()
    await site.tick(GRACE)
    assert moves(ann) == [("bob", "away", None)]


async def test_who_does_not_want_to_be_seen_is_told_of_to_nobody() -> None:
    site = Site(ann="bob", bob="ann")
    ann, bob = await site.open("ann"), await site.open("bob")
    heard(ann)
    site.book.hidden.add("bob")
    site.here.show("bob", shown=False)
    assert moves(ann) == [("bob", "away", None)]
    heard(bob)
    for place in (Place("t1", "Friday"), Place(), Place("t2", "Monday")):
        site.tables.at["bob"] = place
        await site.tick()
        assert heard(ann) == [], "not even that something has changed"
    (told,) = heard(bob)
    assert (told["type"], told["known"]["shown"]) == ("friends", False)
    again = await site.open("ann")
    assert [at["where"] for at in heard(again)[1]["known"]["friends"]] == ["away"]
    site.pages.remove(bob)
    await site.tick(GRACE + 1)
    assert heard(ann) == []
    site.here.show("bob", shown=False)
    assert heard(ann) == []
    site.book.hidden.clear()
    site.here.show("bob", shown=True)
    assert moves(ann) == [("bob", "table", "t2")]


async def test_a_private_table_is_never_named() -> None:
    site = Site(ann="bob", bob="ann")
    ann, _ = await site.open("ann"), await site.open("bob")
    heard(ann)
    site.tables.at["bob"] = Place()
    await site.tick()
    assert moves(ann) == [("bob", "table", None)]
    site.tables.at["bob"] = Place("t1", "Friday")
    await site.tick()
    assert moves(ann) == [("bob", "table", "t1")]
    site.tables.at["bob"] = Place()  # the host has made it private
    await site.tick()
    assert moves(ann) == [("bob", "table", None)]


async def test_who_is_no_friend_any_more_is_told_of_no_more() -> None:
    site = Site(ann="bob cem", bob="ann", cem="ann")
    ann, bob, cem = [await site.open(person) for person in ("ann", "bob", "cem")]
    for page in (ann, bob, cem):
        heard(page)
    site.tables.at["ann"] = Place("t1", "Friday")
    site.book.part("ann", "bob")
    await site.tick()
    (told,) = heard(bob)
    assert told["known"]["friends"] == []
    assert moves(cem) == [("ann", "table", "t1")]
    site.tables.at["ann"] = Place("t2", "Monday")
    await site.tick()
    assert heard(bob) == []


async def test_what_leaves_ties_as_they_are_is_not_told() -> None:
    """Somebody blocked who had only asked must not learn of it by a message that says nothing."""
    site = Site(ann="bob", bob="ann")
    ann, bob = await site.open("ann"), await site.open("bob")
    heard(ann), heard(bob)
    site.book._publish("ann", "bob")
    await site.tick()
    assert heard(ann) == heard(bob) == []


async def test_nothing_is_told_while_it_is_not_known_who_are_friends() -> None:
    site = Site(ann="bob", bob="ann")
    _, bob = await site.open("ann"), await site.open("bob")
    heard(bob)
    site.book.part("ann", "bob")
    site.book.fails = True
    site.tables.at["ann"] = Place("t1", "Friday")
    for _ in range(2):
        with pytest.raises(StorageError):
            await site.tick()
    assert heard(bob) == []
    site.book.fails = False
    await site.tick()
    (told,) = heard(bob)
    assert told["known"]["friends"] == []


async def test_what_changes_while_it_is_read_is_read_again() -> None:
    site = Site(ann="bob", bob="ann")
    reads = 0
    of = site.book.of

    async def slowly(person: str) -> Relationships:
        nonlocal reads
        found = await of(person)
        reads += 1
        if reads == 1:  # meanwhile the other hides
            site.book.hidden.add("bob")
            site.here.show("bob", shown=False)
        return found

    await site.open("bob")
    site.book.of = slowly  # type: ignore[method-assign]
    ann = await site.open("ann")
    assert [at["where"] for at in heard(ann)[1]["known"]["friends"]] == ["away"]
    site.tables.at["bob"] = Place("t1", "Friday")
    await site.tick()
    assert heard(ann) == []


async def test_a_quiet_line_says_that_it_stands() -> None:
    site = Site(ann="bob")
    ann = await site.open("ann")
    heard(ann)
    await site.tick(BEAT - 1)
    assert heard(ann) == []
    await site.tick()
    assert heard(ann) == [{"type": "beat"}]
    await site.tick(BEAT / 2)
    assert heard(ann) == []


async def test_who_is_back_soon_costs_no_look_into_the_database() -> None:
    site = Site(ann="bob", bob="ann")
    ann, bob = await site.open("ann"), await site.open("bob")
    site.pages.remove(ann)
    await site.tick(KEPT / 2)
    heard(bob)
    site.book.fails = True
    ann = await site.open("ann")
    assert heard(ann)[1]["known"]["friends"][0]["where"] == "here"
    site.pages.remove(ann)
    await site.tick()
    await site.tick(KEPT)
    with pytest.raises(StorageError):
        await site.open("ann")


async def test_what_changes_while_somebody_is_away_is_read_when_they_are_back() -> None:
    site = Site(ann="bob cem", bob="ann", cem="ann")
    ann = await site.open("ann")
    site.pages.remove(ann)
    await site.tick()
    site.book.part("ann", "bob")
    await site.tick()
    site.book.hidden.add("cem")
    site.here.show("cem", shown=False)
    cem = await site.open("cem")
    ann = await site.open("ann")
    friends = heard(ann)[1]["known"]["friends"]
    assert [(at["person"], at["where"]) for at in friends] == [("cem", "away")]
    assert heard(cem)[-1]["moved"][0]["person"] == "ann"


async def test_a_second_page_takes_no_news_from_the_first() -> None:
    site = Site(ann="bob", bob="ann")
    one = await site.open("ann")
    heard(one)
    site.book.part("ann", "bob")
    two = Listener("ann", "Ann")
    await site.here.join(two)
    assert heard(one)[0]["known"]["friends"] == heard(two)[1]["known"]["friends"] == []
    await site.tick()
    assert heard(one) == []


async def test_nothing_is_kept_of_who_has_gone() -> None:
    site = Site(ann="bob cem", bob="ann", cem="ann")
    pages = [await site.open(person) for person in ("ann", "bob", "ann")]
    for page in pages:
        site.pages.remove(page)
    await site.tick()
    await site.tick(KEPT)
    here = site.here
    assert not (here._values or here._watching or here._hidden or here._at or here._left)
    assert not here._beats


class Notices(Feed):
    """Another subject that tells people something, as the test says."""

    def __init__(self) -> None:
        self.told_to: dict[str, int] = {}
        self.read: list[str] = []

    async def value(self, person: str) -> object:
        self.read.append(person)
        return self.told_to.get(person, 0)

    def message(self, value: object) -> ToPage:
        return Beat() if value else Welcomed(you="")

    def changed(self) -> tuple[str, ...]:
        return ()

    def release(self, person: str) -> None:
        pass


async def test_only_what_may_be_another_is_read_again() -> None:
    site, notices = Site(ann="bob", bob="ann"), Notices()
    site.here.add(notices)
    ann, _ = await site.open("ann"), await site.open("bob")
    heard(ann)
    assert notices.read == ["ann", "bob"]
    site.book.fails = True  # friends cannot be read, and need not be
    notices.told_to["ann"] = 1
    site.here.invalidate(("ann",), notices)
    await site.tick()
    assert [message["type"] for message in heard(ann)] == ["beat"]
    assert notices.read == ["ann", "bob", "ann"]
    site.book.fails = False
    site.book.part("ann", "bob")  # so they can invite each other no more, either
    await site.tick()
    assert sorted(notices.read[3:]) == ["ann", "bob"]
    (message,) = heard(ann)
    assert message["type"] == "friends" and message["known"]["friends"] == []
