"""Things of which a log is kept: each once in memory, and nothing told that is not stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import ClassVar

import pytest
from structlog.testing import capture_logs

from shengji.server.actors.log_actor import ActorClosedError, LogActor
from shengji.server.actors.news import ActorClosed, ActorNotification, ActorReloaded, Appended
from shengji.server.actors.registry import ActorGiven, Registry
from shengji.server.database.errors import FencedError, StorageError
from shengji.server.database.lease import Lease
from shengji.server.database.node import Node
from shengji.server.site.time import Time

IDLE = 60.0


class Still(Time):
    """A time that passes when a test lets it."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.due: list[asyncio.TimerHandle] = []

    def now(self) -> float:
        return self.seconds

    def wall(self) -> int:
        return round(self.seconds * 1000)

    def call_later(self, seconds: float, call: object) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        handle = asyncio.TimerHandle(self.seconds + seconds, call, (), loop)  # type: ignore[arg-type]
        self.due.append(handle)
        return handle

    def leap(self, seconds: float) -> None:
        """Let time pass, and have done what is due then."""
        self.seconds += seconds
        due, self.due = self.due, []
        for handle in due:
            if handle.when() <= self.seconds and not handle.cancelled():
                handle._run()
            else:
                self.due.append(handle)


class Disk:
    """The logs; each list is one. A fault is raised where one is set, once."""

    def __init__(self) -> None:
        self.logs: dict[str, list[str]] = {}
        self.reads = 0
        self.slow: asyncio.Event | None = None
        self.no_write: Exception | None = None
        self.no_read: Exception | None = None

    async def write(self, id_: str, entries: Sequence[str], first: int, at: int) -> None:
        await asyncio.sleep(0)
        fault, self.no_write = self.no_write, None
        if fault is not None:
            raise fault
        assert first == len(self.logs[id_]) + 1
        self.logs[id_] += entries

    async def read(self, id_: str) -> list[str] | None:
        self.reads += 1
        if self.slow is not None:
            await self.slow.wait()
        fault, self.no_read = self.no_read, None
        if fault is not None:
            raise fault
        found = self.logs.get(id_)
        return None if found is None else list(found)


class Diary(LogActor[str]):
    """A log of words.

    Attributes:
        words: what stands in it, and for a moment what is about to be stored.
        told: the news so far.
    """

    kind: ClassVar[str] = "diary"

    def __init__(self, id_: str, words: list[str], disk: Disk, time: Time) -> None:
        super().__init__(id_, len(words), time, Lease(Node(), 1))
        self.words, self.disk = words, disk
        self.told: list[ActorNotification] = []
        self.begun = 0
        self.subscribe(self.told.append)

    async def begin(self) -> None:
        self.begun += 1

    def _on_stored(self, entries: Sequence[str]) -> None:
        """The entries that are stored stand in `words` by then."""

    async def _read(self) -> int | None:
        found = await self.disk.read(self.id)
        self.words = found or []
        return None if found is None else len(found)

    async def _note(self, *words: str) -> None:
        self.words += words  # made before it is stored, as a table does
        await self.append(words, partial(self.disk.write, self.id, words))

    async def note(self, *words: str) -> None:
        await self.alone(partial(self._note, *words))


class Shelf(Registry[Diary]):
    """Diaries in memory."""

    kind: ClassVar[str] = "diary"

    def __init__(self, disk: Disk, most: int | None = None) -> None:
        super().__init__(IDLE, most)
        self.disk, self._time = disk, Still()
        self.given: list[tuple[str, str, bool]] = []

    @property
    def time(self) -> Still:
        return self._time

    async def load(self, id_: str, *, by_force: bool = False) -> Diary | None:
        words = await self.disk.read(id_)
        return None if words is None else Diary(id_, words, self.disk, self.time)

    def belongs_to(self, actor: Diary) -> str:
        return f"{actor.id} of all"

    async def give(self, actor: Diary, to: str) -> None:
        self.given.append((actor.id, to, actor.closed))

    async def of(self, id_: str) -> Diary:
        found = await self.get(id_)
        assert found is not None
        return found


@pytest.fixture
def disk() -> Disk:
    disk = Disk()
    disk.logs = {"a": ["one"], "b": [], "c": []}
    return disk


async def test_what_is_handed_over_is_given_first_and_then_closed(disk: Disk) -> None:
    shelf = Shelf(disk)
    diaries = [await shelf.of(id_) for id_ in ("a", "b")]
    await shelf.hand_over(lambda thing: f"home of {thing}", not_read)
    assert shelf.given == [(id_, f"home of {id_} of all", False) for id_ in ("a", "b")]
    assert all(diary.closed for diary in diaries)


async def not_read(home: str, given: ActorGiven) -> None:
    raise AssertionError(f"nobody needs {given.id}")


async def test_each_home_is_given_the_next_when_it_has_read_the_one_before(disk: Disk) -> None:
    shelf, homes = Shelf(disk), {"a of all": "one", "b of all": "other", "c of all": "one"}
    reading: list[tuple[str, str]] = []
    read = {home: asyncio.Event() for home in homes.values()}

    async def has_read(home: str, given: ActorGiven) -> None:
        reading.append((home, given.id))
        await read[home].wait()

    with ExitStack() as needed:
        for id_ in ("a", "b", "c"):
            needed.enter_context((await shelf.of(id_)).subscription(lambda news: None))
        leaving = asyncio.create_task(shelf.hand_over(homes.__getitem__, has_read))
        while len(reading) < 2:
            await asyncio.sleep(0)
        read["other"].set()
        await asyncio.sleep(0.01)
        assert sorted(reading) == [("one", "a"), ("other", "b")]
        assert [id_ for id_, *_ in shelf.given] == ["a", "b"], "it has not read the first one"
        read["one"].set()
        await leaving
    assert reading[-1] == ("one", "c")


async def test_what_is_given_is_read_before_anybody_asks(disk: Disk) -> None:
    shelf = Shelf(disk)
    await shelf.preload(("a", "nothing of ours"))
    assert shelf.loaded("a") is not None and disk.reads == 2
    disk.no_read = StorageError("the disk is gone")
    await shelf.preload(("b",))
    assert shelf.loaded("b") is None


async def test_what_is_appended_is_stored_before_it_is_told(disk: Disk) -> None:
    shelf = Shelf(disk)
    diary = await shelf.of("a")
    stored: list[list[str]] = []
    diary.subscribe(lambda _: stored.append(list(disk.logs["a"])))
    shelf.time.leap(2.0)
    await diary.note("two", "three")
    assert diary.told == [Appended(2, ("two", "three"), 2000)]
    assert stored == [["one", "two", "three"]] and diary.version == 3
    await diary.note()
    assert len(diary.told) == 1, "of nothing nobody hears"


async def test_one_thing_happens_after_the_other_also_when_nobody_waits(disk: Disk) -> None:
    diary = await Shelf(disk).of("b")
    asking = [asyncio.create_task(diary.note(word)) for word in ("x", "y", "z")]
    await asyncio.sleep(0)
    asking[1].cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    await diary.settled()
    assert disk.logs["b"] == ["x", "y", "z"]
    assert [news.first for news in diary.told if isinstance(news, Appended)] == [1, 2, 3]


async def test_who_waits_for_its_turn_when_it_is_closed_is_answered_nothing(disk: Disk) -> None:
    diary, read = await Shelf(disk).of("a"), asyncio.Event()

    async def look() -> list[str]:
        await read.wait()
        return diary.words

    looking = [asyncio.create_task(diary.alone(look)) for _ in range(2)]
    await asyncio.sleep(0.01)
    diary.close()  # such as when another server may have it, and be farther on
    read.set()
    assert await looking[0] == ["one"]
    with pytest.raises(ActorClosedError):
        await looking[1]


@pytest.mark.parametrize("fault", [StorageError("the disk is full"), RuntimeError("ours")])
async def test_after_a_fault_it_is_what_its_log_says(disk: Disk, fault: Exception) -> None:
    diary = await Shelf(disk).of("a")
    disk.no_write = fault
    with capture_logs() as logged, pytest.raises(StorageError):
        await diary.note("lost")
    assert [at["event"] for at in logged] == ["diary-failed"]
    assert diary.words == disk.logs["a"] == ["one"]
    assert diary.told == [ActorReloaded(1)]
    await diary.note("two")
    assert diary.words == disk.logs["a"] == ["one", "two"] and diary.version == 2


async def test_after_a_fault_of_ours_nothing_is_left_half_done(disk: Disk) -> None:
    diary = await Shelf(disk).of("a")

    async def fail() -> None:
        diary.words.append("half")
        raise ValueError

    with pytest.raises(ValueError):
        await diary.alone(fail)
    assert diary.words == ["one"]
    diary.soon(fail)
    await diary.settled()
    assert diary.words == ["one"] and diary.told == [ActorReloaded(1)] * 2


async def test_one_that_cannot_be_read_again_is_closed_and_the_next_has_another(
    disk: Disk,
) -> None:
    shelf = Shelf(disk)
    diary = await shelf.of("a")
    disk.no_write, disk.no_read = StorageError("full"), StorageError("away")
    with pytest.raises(StorageError, match="full"):
        await diary.note("lost")
    assert diary.closed and diary.told == [ActorClosed(False)]
    again = await shelf.of("a")
    assert again is not diary and again.words == ["one"]


async def test_one_whose_log_is_gone_says_so(disk: Disk) -> None:
    shelf = Shelf(disk)
    diary = await shelf.of("a")
    del disk.logs["a"]
    await shelf.reread(["a", "c"])
    assert diary.told == [ActorClosed(True)]
    assert await shelf.get("a") is None


async def test_one_that_was_changed_behind_its_back_is_built_anew(disk: Disk) -> None:
    shelf = Shelf(disk)
    diary = await shelf.of("a")
    disk.logs["a"] = ["ONE", "TWO"]
    await shelf.reread(["a"])
    assert diary.words == ["ONE", "TWO"] and diary.version == 2 and diary.told == [ActorReloaded(1)]


async def test_one_that_is_closed_writes_nothing_also_for_who_waits_in_line(disk: Disk) -> None:
    diary = await Shelf(disk).of("b")
    asking = [asyncio.create_task(diary.note(word)) for word in ("x", "y")]
    while not disk.logs["b"]:
        await asyncio.sleep(0)
    diary.close()
    diary.close()
    with capture_logs() as logged:
        found = await asyncio.gather(*asking, return_exceptions=True)
    assert found[0] is None and isinstance(found[1], ActorClosedError)
    assert not logged, "that is no fault"
    diary.soon(partial(diary._note, "z"))
    await diary.settled()
    assert disk.logs["b"] == ["x"] and diary.told.count(ActorClosed(False)) == 1
    assert not any(isinstance(news, ActorReloaded) for news in diary.told)


async def test_who_listens_for_a_while_hears_all_until_the_end(disk: Disk) -> None:
    diary, heard = await Shelf(disk).of("b"), list[ActorNotification]()
    with diary.subscription(heard.append):
        assert diary.has_subscribers
        await diary.note("x")
        diary.close()
    assert heard == [Appended(1, ("x",), 0), ActorClosed(False)] and not diary.has_subscribers


async def test_it_is_loaded_once_however_many_ask(disk: Disk) -> None:
    shelf = Shelf(disk)
    disk.slow = asyncio.Event()
    asking = [asyncio.create_task(shelf.get("a")) for _ in range(5)]
    await asyncio.sleep(0)
    asking[0].cancel()  # the others still get it
    assert shelf.ids == {"a"} and shelf.loaded("a") is None
    disk.slow.set()
    found = await asyncio.gather(*asking[1:])
    assert disk.reads == 1 and len(set(map(id, found))) == 1
    assert found[0] is not None and found[0].begun == 1
    assert await shelf.get("a") is found[0] is shelf.loaded("a")
    assert await shelf.get("nothing") is None and shelf.ids == {"a"}


async def test_a_fault_in_loading_is_everybodys_and_the_next_tries_again(disk: Disk) -> None:
    shelf = Shelf(disk)
    disk.no_read = StorageError("away")
    found = await asyncio.gather(*(shelf.get("a") for _ in range(2)), return_exceptions=True)
    assert all(isinstance(one, StorageError) for one in found)
    assert (await shelf.of("a")).words == ["one"]


async def test_of_two_that_are_made_at_once_one_stays_and_the_other_is_closed(disk: Disk) -> None:
    shelf = Shelf(disk)
    disk.slow = asyncio.Event()
    asking = asyncio.create_task(shelf.get("c"))
    await asyncio.sleep(0)
    made = shelf.register(Diary("c", [], disk, shelf.time))
    second = Diary("c", [], disk, shelf.time)
    assert shelf.register(second) is made and second.closed
    disk.slow.set()
    assert await asking is made and not made.closed
    assert made.begun == 0, "who has made it has begun it"


async def test_one_that_is_on_its_way_is_built_from_what_was_changed_meanwhile(disk: Disk) -> None:
    shelf = Shelf(disk)
    disk.slow = asyncio.Event()
    asking = asyncio.create_task(shelf.of("a"))
    await asyncio.sleep(0)
    rereading = asyncio.create_task(shelf.reread(["a"]))
    await asyncio.sleep(0)
    disk.slow.set()
    diary = await asking
    disk.logs["a"] = ["ONE"]
    await rereading
    assert diary.words == ["ONE"]


async def test_who_hears_of_all_hears_also_of_those_that_come_later(disk: Disk) -> None:
    shelf, heard = Shelf(disk), list[tuple[str, type]]()
    await shelf.of("a")
    shelf.subscribe(lambda diary, news: heard.append((diary.id, type(news))))
    for id_ in ("a", "b"):
        await (await shelf.of(id_)).note("x")
    assert heard == [("a", Appended), ("b", Appended)]


async def test_what_nobody_needs_leaves_memory_and_never_while_somebody_listens(
    disk: Disk,
) -> None:
    shelf = Shelf(disk)
    diary = await shelf.of("a")
    with diary.subscription(lambda _: None):
        shelf.time.leap(10 * IDLE)
        assert shelf.ids == {"a"} and not diary.closed
    shelf.time.leap(IDLE - 1)
    assert shelf.ids == {"a"}, "it was needed until now"
    over = asyncio.Event()
    working = diary.spawn(over.wait())
    shelf.time.leap(IDLE)
    assert shelf.ids == {"a"}, "something is being done"
    over.set()
    await working
    await diary.settled()
    assert await shelf.get("a") is diary
    shelf.time.leap(IDLE - 1)
    assert shelf.ids == {"a"}, "somebody has asked for it"
    shelf.time.leap(IDLE)
    assert not shelf.ids and diary.closed
    assert not shelf.time.due, "nobody looks for what is not there"
    await shelf.of("b")
    assert shelf.time.due


async def test_of_too_many_those_go_first_that_nobody_has_needed_for_longest(disk: Disk) -> None:
    shelf = Shelf(disk, most=2)
    first = await shelf.of("a")
    shelf.time.leap(1)
    second = await shelf.of("b")
    shelf.time.leap(1)
    with first.subscription(lambda _: None):
        await shelf.of("c")
        assert shelf.ids == {"a", "c"} and second.closed
        with (await shelf.of("c")).subscription(lambda _: None):
            await shelf.of("b")
            assert shelf.ids == {"a", "b", "c"}, "of more only what is needed"


async def test_the_end_waits_for_all_that_goes_on(disk: Disk) -> None:
    shelf = Shelf(disk)
    diary, heard = await shelf.of("a"), list[str]()
    disk.slow = asyncio.Event()
    loading = asyncio.create_task(shelf.get("b"))
    await asyncio.sleep(0)

    async def wait_for_the_end() -> None:
        over = asyncio.Event()
        with diary.subscription(lambda _: over.set()):
            await over.wait()
        heard.append("the end")

    waiting = diary.spawn(wait_for_the_end())
    closing = asyncio.create_task(shelf.close())
    await waiting
    assert heard == ["the end"] and not closing.done(), "one is still on its way"
    disk.slow.set()
    late = await loading
    await closing
    assert late is not None and late.closed and late.begun == 0
    assert not shelf.time.due or all(handle.cancelled() for handle in shelf.time.due)


async def test_all_is_settled_when_nothing_goes_on_in_any(disk: Disk) -> None:
    shelf = Shelf(disk)
    diary = await shelf.of("a")

    async def look() -> None:
        found = await shelf.of("b")
        found.spawn(found.note("from afar"))

    def hear(news: ActorNotification) -> None:
        shelf.spawn(look())

    diary.subscribe(hear)
    await diary.note("two")
    await shelf.settled()
    assert disk.logs["b"] == ["from afar"]


async def test_who_is_fenced_is_closed_and_tells_nothing(disk: Disk) -> None:
    shelf = Shelf(disk)
    diary = await shelf.of("a")
    disk.no_write = FencedError("a")
    with pytest.raises(FencedError):
        await diary.note("two")
    assert diary.told == [ActorClosed(gone=False)] and disk.reads == 1
    with pytest.raises(ActorClosedError):
        await diary.note("three")
    assert disk.logs["a"] == ["one"]
    assert await shelf.of("a") is not diary


async def test_of_a_node_that_is_over_nothing_happens(disk: Disk) -> None:
    diary = await Shelf(disk).of("a")
    diary.hold.node.end()
    with pytest.raises(FencedError):
        await diary.note("two")
    assert diary.told == [ActorClosed(gone=False)] and disk.logs["a"] == ["one"]


async def test_all_are_closed_when_nothing_is_owned_any_more(disk: Disk) -> None:
    shelf = Shelf(disk)
    one, two = await shelf.of("a"), await shelf.of("b")
    shelf.give_up()
    assert one.closed and two.closed and not list(shelf)
    assert await shelf.of("a") is not one
