"""Reviews in the background: whose turn it is, how many may wait, and what is kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from shengji.record import Record
from shengji.review import HandReview, code_of_reviews, review_hand
from shengji.review.process import ReviewFailedError, ReviewProcess
from shengji.review.stored import numbered
from shengji.review.worker import ReviewOrder, record_of
from shengji.rules import rules_from
from shengji.server.matches.records import PlayedMatch, ended_hands
from shengji.server.matches.schemas import MatchPlayer
from shengji.server.matches.store import MatchStore
from shengji.server.reviews.hand_keys import digested, lines_of, lines_to
from shengji.server.reviews.queue import ReviewQueue
from shengji.server.reviews.review_view import hand_view, match_view
from shengji.server.reviews.routes.hands import stage_of, stages_of
from shengji.server.reviews.schemas import GoodDecisions, MatchMistake, ReviewStage
from shengji.server.reviews.store import ReviewKey, ReviewStore, keep
from shengji.server.reviews.waiting_list import ReviewRefusedError, ReviewSettings
from shengji.server.site.guards import PersonCaller
from shengji.server.site.person import Person
from shengji.server.stores import Stores
from tests.record.kit import played, some_hands
from tests.server.fresh import fresh_in
from tests.server.reviewing.moment import Moment
from tests.waiting import end, happens

SHALLOW = 0.01
EMPTY = HandReview(1, {}, SHALLOW, 0, (), (), (), None, ())


def keys_of(match: PlayedMatch, depth: float, seed: int) -> dict[int, ReviewKey]:
    """The reviews of the hands of a match."""
    code, found = code_of_reviews(), digested(match).hands
    return {hand: ReviewKey(record, hand, depth, seed, code) for hand, record in found.items()}


class Slow:
    """Makes reviews when it is told to, and remembers in which order."""

    def __init__(self) -> None:
        self.hands: list[int] = []
        self.cancelled: list[int] = []
        self.go = asyncio.Event()
        self.fails = self.stopped = False

    async def make(self, order: ReviewOrder, progress: Callable[[int, int], None]) -> bytes:
        self.hands.append(order.hand)
        progress(3, 9)
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled.append(order.hand)
            raise
        if self.fails:
            raise ReviewFailedError("it fails")
        return f'{{"hand": {order.hand}}}'.encode()

    async def close(self) -> None:
        self.stopped = True


async def settled(queue: ReviewQueue, *keys: ReviewKey) -> None:
    """Return when nobody waits for some reviews any more."""

    async def are_gone() -> bool:
        return not await queue.stages(keys, "")

    await happens(are_gone)


async def stands(queue: ReviewQueue, key: ReviewKey, person: str, stage: ReviewStage) -> None:
    """Return when it stands so with a review."""

    async def is_so() -> bool:
        return await queue.stage(key, person) == stage

    await happens(is_so)


async def kept(store: Stores, key: ReviewKey, review: bytes) -> None:
    """Have a review kept."""
    await store.database.writer.write(lambda connection: keep(connection, key, review, 0))


def match_of_hands(count: int) -> PlayedMatch:
    """A match of so many short hands."""
    rules = rules_from({"decks": 1, "kitty": 38})
    _, events, _ = some_hands(rules, 1, count)
    names, levels = ("",) * rules.players, (rules.first_level,) * rules.players
    return PlayedMatch(rules, names, levels, None, ended_hands(events))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Stores]:
    store = await Stores.open(fresh_in(tmp_path))
    yield store
    await store.close()


async def test_whoever_asks_gets_a_hand_in_turn_and_each_is_made_once(store: Stores) -> None:
    match, slow = match_of_hands(5), Slow()
    queue = ReviewQueue(store.review_jobs, ReviewSettings(per_person=2), lambda: slow)
    keys = keys_of(match, 2.0, 0)
    assert list(keys) == [1, 2, 3, 4, 5]
    await queue.ask("ann", match, list(keys.values())[:4])
    await queue.ask("bob", match, [keys[5]])
    await queue.ask("bob", match, [keys[5]])  # twice is once
    await queue.ask("cem", match, [keys[5]])  # and for another too
    await happens(lambda: slow.hands)
    await stands(queue, keys[1], "ann", ReviewStage("running", 0, 3, 9, own=True))
    assert await queue.stage(keys[5], "ann") == ReviewStage("waiting", 1, 0, 0, own=False)
    assert await queue.stage(keys[5], "cem") == ReviewStage("waiting", 1, 0, 0, own=True)
    later = await queue.stage(keys[2], "ann")
    assert (
        later is not None and later.ahead == 2
    )  # after what bob and cem wait for, and what is made now
    slow.go.set()
    await happens(lambda: len(slow.hands) == 5)
    await settled(queue, *keys.values())
    assert slow.hands == [1, 5, 2, 3, 4]
    assert await store.reviews.known(list(keys.values())) == set(keys.values())
    assert await store.reviews.one(keys[5]) == b'{"hand": 5}'
    await queue.ask("ann", match, list(keys.values()))  # nothing is left to be done
    assert len(slow.hands) == 5 and not await queue.stages(keys.values(), "ann")
    await queue.close()
    assert slow.stopped


async def test_too_many_are_refused_and_what_was_stopped_is_made_later(store: Stores) -> None:
    match, slow = match_of_hands(6), Slow()
    keys = keys_of(match, 2.0, 0)
    off = ReviewQueue(store.review_jobs, ReviewSettings(at_once=0), lambda: slow)
    with pytest.raises(ReviewRefusedError, match="reviews-off"):
        await off.ask("ann", match, [keys[1]])
    queue = ReviewQueue(store.review_jobs, ReviewSettings(per_person=1, waiting=2), lambda: slow)
    await queue.ask("ann", match, [keys[1]])
    await happens(lambda: slow.hands)
    await queue.ask("ann", match, [keys[2]])  # one is made, one waits
    with pytest.raises(ReviewRefusedError, match="too-many-reviews"):
        await queue.ask("ann", match, [keys[3]])
    await queue.ask("bob", match, [keys[3]])
    with pytest.raises(ReviewRefusedError, match="reviews-busy"):
        await queue.ask("cem", match, [keys[4]])
    assert await queue.stage(keys[4], "ann") is None
    await queue.close()
    assert await store.reviews.known(list(keys.values())) == frozenset()
    # After the next start it is made, without anybody asking again.
    slow.go.set()
    again = ReviewQueue(store.review_jobs, ReviewSettings(), lambda: slow)
    running = asyncio.create_task(again.run())
    await settled(again, *keys.values())
    assert await store.reviews.known(list(keys.values())) == {keys[1], keys[2], keys[3]}
    await end(running)
    await again.close()


async def test_guests_of_an_address_share_a_turn_and_members_come_first(store: Stores) -> None:
    match, slow = match_of_hands(8), Slow()
    queue = ReviewQueue(store.review_jobs, ReviewSettings(), lambda: slow)
    keys = keys_of(match, 2.0, 0)
    await queue.ask("g0", match, [keys[1]], address="here")  # it is begun at once
    await happens(lambda: slow.hands)
    for number in range(2, 6):
        await queue.ask(f"g{number}", match, [keys[number]], address="here")
    await queue.ask("elsewhere", match, [keys[6]], address="there")
    await queue.ask("ann", match, [keys[7]], address="here", member=True)
    await queue.ask("bob", match, [keys[8], keys[5]], address="here", member=True)
    slow.go.set()
    await happens(lambda: len(slow.hands) == 8)
    assert slow.hands == [1, 7, 8, 5, 6, 2, 3, 4]
    await queue.close()


async def test_no_address_takes_all_the_room(store: Stores) -> None:
    match, slow = match_of_hands(8), Slow()
    other = match._replace(levels=("3", *match.levels[1:]))  # type: ignore[arg-type]
    queue = ReviewQueue(store.review_jobs, ReviewSettings(waiting=8), lambda: slow)
    keys = [*keys_of(match, 2.0, 0).values(), *keys_of(other, 2.0, 0).values()]
    await queue.ask("first", match, [keys[0]], address="here")
    await happens(lambda: slow.hands)
    for hand in (2, 3):
        await queue.ask(f"g{hand}", match, [keys[hand - 1]], address="here")
    with pytest.raises(ReviewRefusedError, match="reviews-share"):
        await queue.ask("g4", match, [keys[3]], address="here")
    # Whoever waits for the same hand takes no room, however many they are.
    for number in range(50):
        await queue.ask(f"many{number}", match, keys[1:3], address="here")
    # Guests leave a quarter of the room to members.
    for hand in (4, 5, 6, 7):
        await queue.ask(f"g{hand}", match, [keys[hand - 1]], address=f"there{hand % 2}")
    with pytest.raises(ReviewRefusedError, match="reviews-busy"):
        await queue.ask("g8", match, [keys[7]], address="yonder")
    await queue.ask("ann", match, [keys[7]], address="here", member=True)
    await queue.ask("bob", match, [keys[8]], address="yonder", member=True)
    with pytest.raises(ReviewRefusedError, match="reviews-busy"):
        await queue.ask("cem", match, [keys[9]], address="yonder", member=True)
    slow.go.set()
    await happens(lambda: len(slow.hands) == 9)
    assert slow.hands == [1, 8, 1, 4, 5, 2, 6, 7, 3]
    await queue.close()


async def test_a_wish_is_taken_back_and_what_others_wait_for_goes_on(store: Stores) -> None:
    match, slow = match_of_hands(6), Slow()
    queue = ReviewQueue(store.review_jobs, ReviewSettings(per_person=1), lambda: slow)
    keys = keys_of(match, 2.0, 0)
    every = list(keys.values())
    slow.go.set()
    await queue.ask("ann", match, [keys[1]])
    await settled(queue, keys[1])
    slow.go.clear()
    await queue.ask("ann", match, every)  # the first is made
    await queue.ask("bob", match, [keys[3]])
    await happens(lambda: slow.hands == [1, 2])
    await queue.withdraw("cem", every)  # who has not asked changes nothing
    await stands(queue, keys[2], "ann", ReviewStage("running", 0, 3, 9, own=True))
    await queue.withdraw("ann", every)
    await happens(lambda: slow.hands == [1, 2, 3])
    assert slow.cancelled == [2]
    await stands(queue, keys[3], "bob", ReviewStage("running", 0, 3, 9, own=True))
    await stands(queue, keys[3], "ann", ReviewStage("running", 0, 3, 9, own=False))
    assert not await queue.stages([keys[hand] for hand in (2, 4, 5, 6)], "ann")
    assert await store.reviews.known(every) == {keys[1]}, "what was made stays"
    # It makes room for another wish, out of which one hand can be taken.
    await queue.ask("ann", match, [keys[4], keys[5]])
    await queue.withdraw("ann", [keys[4]])
    await queue.withdraw("bob", every)
    await happens(lambda: slow.hands == [1, 2, 3, 5])
    assert slow.cancelled == [2, 3]
    # Whoever waits for something that is stopped and asks again is not forgotten.
    await queue.withdraw("ann", every)
    await queue.ask("ann", match, [keys[5]])
    slow.go.set()
    await settled(queue, keys[5])
    assert await store.reviews.known(every) == {keys[1], keys[5]}
    await queue.ask("ann", match, [keys[6]])
    await settled(queue, keys[6])
    assert slow.hands == [1, 2, 3, 5, 5, 6]
    await queue.close()


def asked(store: Stores, queue: ReviewQueue) -> PersonCaller:
    """Ann, who asks about reviews."""

    async def worked(address: str, person: Person, job: Callable[[], Any]) -> Any:
        return job()

    class Some(dict[type, Any]):
        """Services of which only these are there."""

    services: Any = Some(
        {ReviewStore: store.reviews, ReviewQueue: queue, MatchStore: store.matches}
    )
    services.worked = worked
    made = PersonCaller(Mock(scope={"client": None}), services)
    made.person = Person("ann", "Ann")
    return made


class Ready(Slow):
    """Makes a review of every hand at once, which says nothing."""

    async def make(self, order: ReviewOrder, progress: Callable[[int, int], None]) -> bytes:
        return msgspec.json.encode(EMPTY)


async def test_one_that_is_finished_while_it_is_looked_for_is_never_nowhere(store: Stores) -> None:
    keys = keys_of(match_of_hands(2), 2.0, 0)
    queue = ReviewQueue(store.review_jobs, ReviewSettings(), Ready)
    moment, ann = Moment(store.review_jobs, store.reviews), asked(store, queue)

    async def looked(hand: int) -> str:
        found = await (stage_of(ann, keys[1]) if hand == 1 else stages_of(ann, {2: keys[2]}, ()))
        return found.state

    for hand, key in keys.items():
        await queue.ask("ann", match_of_hands(2), [key])
        states = set[str]()
        while moment.times < hand:
            states.add(await looked(hand))
        assert states <= {"waiting", "running"}
        assert await looked(hand) == "done"
    await queue.close()


async def test_one_that_is_finished_while_it_is_asked_for_is_not_made_again(store: Stores) -> None:
    match, slow = match_of_hands(1), Slow()
    key = keys_of(match, 2.0, 0)[1]
    queue = ReviewQueue(store.review_jobs, ReviewSettings(), lambda: slow)
    slow.go.set()
    await queue.ask("ann", match, [key])
    while await store.reviews.one(key) is None:
        await queue.ask("bob", match, [key])
    await settled(queue, key)
    assert slow.hands == [1]
    await queue.close()


async def test_one_that_fails_is_told_and_the_next_one_is_made(store: Stores) -> None:
    match, slow = match_of_hands(2), Slow()
    keys = keys_of(match, 2.0, 0)
    queue = ReviewQueue(store.review_jobs, ReviewSettings(), lambda: slow)
    slow.fails = True
    slow.go.set()
    await queue.ask("ann", match, [keys[1]])
    await stands(queue, keys[1], "ann", ReviewStage("failed", 0, 0, 0, own=False))
    assert await store.reviews.one(keys[1]) is None
    slow.fails = False
    await queue.ask("ann", match, [keys[1]])
    await settled(queue, keys[1])
    assert await store.reviews.one(keys[1]) is not None
    await queue.close()


async def test_other_code_makes_it_again_in_the_place_of_the_old_one(store: Stores) -> None:
    key = keys_of(match_of_hands(1), 2.0, 0)[1]
    old = key._replace(code="old")
    await kept(store, old, b"1")
    assert await store.reviews.one(key) is None
    assert await store.reviews.known([key]) == frozenset()
    await kept(store, key, b"2")
    assert await store.reviews.one(key) == b"2"
    assert await store.reviews.one(old) is None


def test_a_hand_is_known_by_what_was_played_and_by_nothing_else() -> None:
    match = match_of_hands(3)
    keys = keys_of(match, 2.0, 0)
    assert len({key.record for key in keys.values()}) == 3
    named = match._replace(names=("Ann", "", "", ""))
    assert keys_of(named, 2.0, 0) == keys
    shorter = match._replace(events=record_of(lines_to(lines_of(match), 2)).events)
    assert keys_of(shorter, 2.0, 0) == {1: keys[1], 2: keys[2]}
    other = match._replace(levels=("3", *match.levels[1:]))  # type: ignore[arg-type]
    assert keys_of(other, 2.0, 0)[1] != keys[1]


async def test_a_process_finds_the_same_and_names_nobody() -> None:
    header, events, final = played("dealt again")
    rules = rules_from(header.rules)
    levels = (rules.first_level,) * rules.players
    match = PlayedMatch(rules, header.seats, levels, header.dealer, ended_hands(events))
    heard: list[tuple[int, int]] = []
    process = ReviewProcess(niceness=0)
    order = ReviewOrder(lines_to(lines_of(match), 2), 2, SHALLOW, 7)
    body = await process.make(order, lambda done, of: heard.append((done, of)))
    found = msgspec.json.decode(body, type=HandReview)
    record = Record(header, rules, tuple(events), final)
    here = numbered(review_hand(record, 2, 7, SHALLOW), record)
    assert (found.decisions, found.curve) == (here.decisions, here.curve)
    assert [player.name for player in found.players] == ["{0}", "{1}", "{2}", "{3}"]
    assert heard and heard[-1][0] == heard[-1][1]
    with pytest.raises(ReviewFailedError, match="SpokenError"):
        await process.make(msgspec.structs.replace(order, hand=9), lambda done, of: None)
    # Whoever waits no more stops it.

    def stop(done: int, of: int) -> None:
        task.cancel()

    task = asyncio.create_task(process.make(order, stop))
    with pytest.raises(asyncio.CancelledError):
        await task
    await process.close()

    told = hand_view(body)
    assert [d.event for d in told.decisions] == [d.event for d in found.decisions]
    assert told.decisions[0].event > 0
    for player in told.players:
        costs = [d.cost for d in found.decisions if d.seat == player.seat and d.cost >= 0.1]
        worst = [told.decisions[place] for place in player.worst]
        assert [d.cost for d in worst] == sorted(costs, reverse=True)[:3]
        assert {d.seat for d in worst} <= {player.seat}
    for decision, own in zip(told.decisions, found.decisions, strict=True):
        assert (
            f"{{{decision.seat}}}" in decision.made.en and f"{{{own.seat}}}" in decision.made.hans
        )
        assert (decision.said is not None) == bool(decision.better) == bool(own.cost)
        assert (decision.cost, decision.stake) == (own.cost, own.stake)
    seats = [
        MatchPlayer(seat=seat, first=first, person=None, name="", bot=None, hands=1)
        for seat, first in ((0, 0), (0, 2), (1, 0), (2, 3), (3, 0))
    ]
    view = match_view({2: body}, seats)
    players, mistakes = view.players, view.worst
    # Seat 0 was another's by the second hand, and nobody we know held seat 2 in it.
    assert [player.player for player in players] == [1, 2, 4]
    assert players[0].decisions == found.players[0].decisions
    assert players[0].accuracy == pytest.approx(found.players[0].accuracy)
    # What cost most of all hands, as each hand tells it: another one cost more, and comes first.
    most = found.decisions[found.worst[0]]
    more = msgspec.structs.replace(most, cost=most.cost + 1, seat=2)
    other = msgspec.structs.replace(found, hand=3, decisions=(*found.decisions[:3], more))
    assert mistakes == tuple(
        MatchMistake(hand=2, decision=told.decisions[place]) for place in found.worst
    )
    first, second, *_ = match_view({3: msgspec.json.encode(other), 2: body}, seats).worst
    assert (first.hand, first.decision.cost, first.decision.seat) == (3, more.cost, 2)
    assert (second.hand, second.decision.cost) == (2, most.cost)
    # Whoever reads it finds the own decisions by themselves, of the hands in which they sat there.
    sat = [msgspec.structs.replace(one, person=f"{one.seat}{one.first}") for one in seats]
    for person, seat in (("02", 0), ("10", 1), ("30", 3)):
        costly = [d.cost for d in found.decisions if d.seat == seat and d.cost > 0]
        free = [d for d in found.decisions if d.seat == seat and not d.forced]
        read = match_view({2: body}, sat, person)
        mine = read.own_worst
        assert mine is not None
        assert read.own_good == GoodDecisions(good=len(free) - len(costly), of=len(free))
        listed = [cost for cost in sorted(costly, reverse=True)[:3] if cost >= 0.1]
        assert [mistake.decision.cost for mistake in mine] == listed
        assert all(mistake.decision.seat == seat for mistake in mine)
    nobody = match_view({2: body}, sat, "00")
    assert nobody.own_worst is None and nobody.own_good is None
    assert match_view({2: body}, sat).own_worst is None
