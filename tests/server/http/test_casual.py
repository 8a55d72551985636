"""Casual play over HTTP: who wants to play with people is seated at once, and comes to them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from msgspec.structs import asdict, replace

from shengji.server.tables.casual_sets import SETS
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from tests.server.http.site import Site, Talk, running
from tests.server.http.test_friends import befriended, id_of
from tests.waiting import wait_for


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site at which nobody else plays."""
    with running(tmp_path) as found:
        yield found


def pressed(browser: httpx.Client, name: str = "quick", company: str = "friends-first") -> str:
    """Press "Play with people"; the table."""
    answer = browser.post("/api/play", json={"set": name, "company": company})
    assert answer.status_code == 200, answer.text
    found: str = answer.json()["table"]
    return found


def sitters(site: Site, table: str) -> list[str | None]:
    seats = live_at(site, table).table.room.seats
    return [seat.person for seat in seats]


def live_at(site: Site, table: str) -> LiveTable:
    live: LiveTable | None = site.server.app.state.services[Hub].loaded(table)
    assert live is not None
    return live


def test_each_set_is_played_at_once_with_bots(site: Site) -> None:
    for name, chosen in SETS.items():
        browser = site.guest()
        with site.connect(browser, pressed(browser, name)) as talk:
            table = talk.hello()["table"]
        assert table["playing"] and not table["settings"]["private"]
        assert table["settings"]["clock"] == chosen.settings.clock
        assert len(table["seats"]) == chosen.rules.players


def test_whoever_comes_takes_the_place_of_a_bot(site: Site) -> None:
    people = [site.guest() for _ in range(5)]
    table = pressed(people[0])
    with site.connect(people[0], table) as talk:
        talk.hello()
        assert [pressed(browser) for browser in people[1:4]] == [table] * 3
        assert set(sitters(site, table)) == {id_of(browser) for browser in people[:4]}
        assert pressed(people[1]) == table, "it has the seat"
        assert pressed(people[4]) != table, "every seat is taken"


def test_two_who_press_at_the_same_time_sit_at_one_table(site: Site) -> None:
    people = [site.guest() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        tables = set(pool.map(pressed, people))
    (table,) = tables
    assert set(sitters(site, table)) == {id_of(browser) for browser in people}


def test_another_set_is_another_table(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    assert pressed(ann, "quick") != pressed(bob, "relaxed")


def test_friends_come_first_where_that_is_chosen(site: Site) -> None:
    ann, bob, cleo, dan = (site.guest() for _ in range(4))
    ann.put(f"/api/blocks/{id_of(cleo)}")
    first, other = pressed(ann), pressed(cleo)
    assert first != other
    befriended(bob, cleo)
    befriended(dan, cleo)
    assert pressed(bob, company="friends-first") == other
    bob.delete(f"/api/me/tables/{other}")
    assert pressed(dan, company="anyone") == first


def test_friends_alone_are_among_themselves(site: Site) -> None:
    ann, bob, cleo = (site.guest() for _ in range(3))
    befriended(ann, bob)
    table = pressed(ann, company="friends-only")
    assert live_at(site, table).table.room.settings.private
    assert table not in site.browser().get("/api/lobby").text
    assert pressed(cleo, company="friends-only") != table
    assert pressed(cleo, company="anyone") != table
    assert pressed(bob, company="anyone") == table


def test_who_wants_people_is_not_left_at_a_table_of_bots(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    alone = ann.post("/api/play", json={"people": False}).json()["table"]
    private = pressed(bob, company="friends-only")
    with site.connect(ann, alone) as one, site.connect(bob, private) as two:
        one.hello()
        two.hello()
        assert ann.post("/api/play", json={}).json()["table"] != alone
        assert pressed(bob, company="anyone") != private


def test_blocked_people_do_not_meet(site: Site) -> None:
    ann, bob, cleo = (site.guest() for _ in range(3))
    bob.put(f"/api/blocks/{id_of(ann)}")
    first = pressed(ann)
    second = pressed(bob)
    assert first != second
    assert pressed(cleo) == first
    assert pressed(site.guest()) == second, "who is alone can come to nobody"


def test_who_is_blocked_while_both_are_on_their_way_does_not_stay(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = site.guest(), site.guest()
    table = pressed(ann)
    act, b = LiveTable.act, id_of(bob)

    async def blocked_meanwhile(
        live: LiveTable, person: str, *rest: object, **more: object
    ) -> object:
        if person == b and len(blocked) == 0:
            blocked.append(await asyncio.to_thread(ann.put, f"/api/blocks/{b}"))
        return await act(live, person, *rest, **more)  # type: ignore[arg-type]

    blocked: list[httpx.Response] = []
    monkeypatch.setattr(LiveTable, "act", blocked_meanwhile)
    assert pressed(bob) != table
    assert blocked[0].status_code == 204
    assert b not in sitters(site, table)


def seat_refused(site: Site, browser: httpx.Client, table: str) -> str | None:
    """Sit down by hand in the last seat of a table; the code with which that is refused."""
    with site.connect(browser, table) as talk:
        version, seats = (told := talk.hello())["version"], len(told["table"]["seats"])
        sit = {"do": "sit", "seat": seats - 1}
        talk.say({"type": "do", "id": "sit", "version": version, "action": sit})
        code: str | None = talk.until("done", "refused").get("code")
        return code


def shown_tables(browser: httpx.Client) -> set[str]:
    """The open tables that somebody is shown."""
    return {line["table"] for line in browser.get("/api/lobby").json()["tables"]}


@pytest.mark.parametrize("by_sitter", [True, False])
@pytest.mark.parametrize("how", ["opened", "played"])
def test_who_is_kept_apart_cannot_sit_down_by_hand(
    site: Site, monkeypatch: pytest.MonkeyPatch, how: str, by_sitter: bool
) -> None:
    monkeypatch.setattr("shengji.server.tables.live.lobby_board.FRESH", 0.0)
    ann, bob, cleo = (site.guest() for _ in range(3))
    one, other = (ann, bob) if by_sitter else (bob, ann)
    one.put(f"/api/blocks/{id_of(other)}")
    table = pressed(ann) if how == "played" else site.table(ann)
    with site.connect(ann, table) as talk:
        talk.hello()
        assert table in shown_tables(cleo) and table in shown_tables(site.browser())
        assert table not in shown_tables(bob)
        assert seat_refused(site, bob, table) == "another-table"
        assert id_of(bob) not in sitters(site, table)
        assert seat_refused(site, cleo, table) is None
        one.delete(f"/api/blocks/{id_of(other)}")
        assert table in shown_tables(bob)


def test_where_both_sit_the_one_may_change_the_seat(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    table = site.table(ann)
    assert seat_refused(site, bob, table) is None
    ann.put(f"/api/blocks/{id_of(bob)}")
    with site.connect(ann, table) as talk:
        version = talk.hello()["version"]
        sit = {"do": "sit", "seat": 1}
        talk.say({"type": "do", "id": "sit", "version": version, "action": sit})
        assert talk.until("done", "refused")["type"] == "done"


def test_to_a_private_table_its_link_lets_everybody(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    ann.put(f"/api/blocks/{id_of(bob)}")
    assert seat_refused(site, bob, site.table(ann, settings={"private": True})) is None


def automated(talk: Talk) -> None:
    """Let a bot play on for somebody, hand after hand."""
    talk.say({"type": "do", "id": "on", "version": 1, "action": {"do": "automate", "on": True}})


def hand_begins(talk: Talk) -> None:
    """Wait until the next hand begins."""
    while "hand_started" not in {at["event"]["event"] for at in talk.until("happened")["events"]}:
        pass


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is waited for at the tables of the quick set."""
    at_once = replace(SETS["quick"].settings, pace="instant")
    monkeypatch.setattr(SETS["quick"], "settings", at_once)


@pytest.mark.usefixtures("quick")
def test_of_two_who_are_alone_the_later_comes_to_the_earlier(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    ann.put(f"/api/blocks/{id_of(bob)}")
    first, second = pressed(ann), pressed(bob)
    ann.delete(f"/api/blocks/{id_of(bob)}")
    with site.connect(bob, second) as talk, site.connect(ann, first) as other:
        other.hello()
        talk.hello()
        automated(talk)
        moved = talk.until("moved")
        assert moved["table"] == first
        assert moved["words"]["en"] and moved["words"]["zh-Hans"]
        wait_for(lambda: id_of(bob) not in sitters(site, second))
        assert {id_of(ann), id_of(bob)} <= set(sitters(site, first))


@pytest.mark.usefixtures("quick")
def test_who_is_alone_goes_to_a_friend_who_comes_to_no_strangers(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    befriended(ann, bob)
    first = pressed(ann, company="anyone")
    second = pressed(bob, company="friends-only")
    assert first != second, "strangers may come there"
    with site.connect(bob, second) as other, site.connect(ann, first) as talk:
        other.hello()
        talk.hello()
        automated(talk)
        assert talk.until("moved")["table"] == second


@pytest.mark.usefixtures("quick")
def test_nobody_is_taken_from_a_table_that_they_opened_themselves(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    own = site.table(
        ann,
        rules=SETS["quick"].preset,
        settings=asdict(SETS["quick"].settings),
        bots="easy",
        start=True,
    )
    with site.connect(ann, own) as talk:
        talk.hello()
        assert pressed(bob) == own
        bob.delete(f"/api/me/tables/{own}")
        pressed(site.guest(), "relaxed")
        automated(talk)
        for _ in range(2):
            hand_begins(talk)
        assert id_of(ann) in sitters(site, own)


@pytest.mark.usefixtures("quick")
def test_who_blocks_somebody_at_the_table_is_taken_away(site: Site) -> None:
    ann, bob, cleo = (site.guest() for _ in range(3))
    table = pressed(ann)
    assert pressed(bob) == pressed(cleo) == table
    with ExitStack() as stack:
        talks = [stack.enter_context(site.connect(who, table)) for who in (ann, bob, cleo)]
        for talk in talks:
            talk.hello()
        bob.put(f"/api/blocks/{id_of(ann)}")
        for talk in talks:
            automated(talk)
        assert talks[1].until("moved")["table"] != table
        wait_for(lambda: id_of(bob) not in sitters(site, table))
        assert {id_of(ann), id_of(cleo)} <= set(sitters(site, table))


def test_the_lobby_says_how_many_play(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shengji.server.tables.live.lobby_board.FRESH", 0.0)
    ann, bob = site.guest(), site.guest()
    with site.connect(ann, pressed(ann, "quick")) as one, site.connect(bob, site.table(bob)) as two:
        one.hello()
        two.hello()
        lobby = site.browser().get("/api/lobby").json()
    assert lobby["playing"] == 2
    assert {line["set"]: line["people"] for line in lobby["sets"]} == {
        "relaxed": 0,
        "quick": 1,
        "finding-friends": 0,
    }
