"""Bots in other processes at live tables: they are told apart from ours, and never hold one up."""

from __future__ import annotations

from pathlib import Path

import pytest

from shengji.bots.outside import Limits
from shengji.game import HandEnded
from shengji.rules import Rules, rules_from
from shengji.server.tables.acts.hosting import SetRules
from shengji.server.tables.acts.seating import SeatBot
from shengji.server.tables.bots import roster
from shengji.server.tables.bots.roster import Roster
from shengji.server.tables.live.hub import OpeningRefusedError
from shengji.server.tables.messages import Done, Refused
from tests.bots.outside.conftest import children
from tests.bots.outside.kit import example, script
from tests.server.live.kit import Browser, MemoryStore, hub_of, opened
from tests.waiting import PATIENCE, happens


async def test_a_table_goes_on_when_one_stalls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roster, "LIMITS", Limits(start=PATIENCE, decision=0.3, bank=0.1))
    before = children()
    stalled = script(tmp_path, "ready(); time.sleep(600)")
    hub = hub_of(MemoryStore(), commands={"club": stalled}, threads=1)
    live = await opened(hub, bots="club")
    ann = await Browser(live, "ann", plays=True).connect()
    # Meanwhile bots think at another table, for which there is one thread.
    other = await opened(hub, bots="basic")
    bob = await Browser(other, "ann", plays=True).connect()
    await bob.until(lambda: any(isinstance(at.event, HandEnded) for at in bob.events))
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    assert not hub.counts().faults
    # Everybody sees who plays instead.
    assert ann.table is not None
    assert {seat.name for seat in ann.table.seats if seat.person is None} == {"medium"}
    await hub.close()
    await happens(lambda: children() <= before)


@pytest.mark.parametrize("program", ["time.sleep(600)", "ready(); time.sleep(600)"])
async def test_people_wait_no_longer_for_a_program_than_for_our_bots(
    tmp_path: Path, program: str
) -> None:
    """Whatever it may take by its own limits, a minute to start among them."""
    hub = hub_of(MemoryStore(), commands={"club": script(tmp_path, program)}, thinking=0.2)
    live = await opened(hub, bots="club")
    ann = await Browser(live, "ann", plays=True).connect()
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    counts = hub.counts()
    assert counts.late and not counts.faults
    await hub.close()


async def test_one_that_the_operator_has_not_named_any_more() -> None:
    """A stored table may still name it."""
    store = MemoryStore()
    hub = hub_of(store, commands={"club": example("first_bot.py")})
    live = await opened(hub, bots="club")
    await hub.close()
    hub = hub_of(store)
    again = await hub.get(live.id)
    assert again is not None
    ann = await Browser(again, "ann", plays=True).connect()
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    assert not hub.counts().faults
    assert ann.table is not None
    assert {seat.name for seat in ann.table.seats if seat.person is None} == {"medium"}
    await hub.close()


async def test_one_that_has_failed_can_be_seated_again(tmp_path: Path) -> None:
    """It is started anew then."""
    begun = tmp_path / "begun"
    program = script(tmp_path, f"open({str(begun)!r}, 'a').write('.'); sys.exit()")
    hub = hub_of(MemoryStore(), commands={"club": program})
    live = await opened(hub, bots="club")
    ann = await Browser(live, "ann", plays=True).connect()

    def replaced() -> bool:
        seats = () if ann.table is None else ann.table.seats
        return {seat.name for seat in seats if seat.person is None} == {"medium"}

    await ann.until(replaced)
    before = len(begun.read_text())
    assert isinstance(await ann.do(SeatBot(1, "club")), Done)
    await ann.until(lambda: len(begun.read_text()) > before)
    await ann.until(replaced)
    await hub.close()


async def test_one_that_is_asked_when_the_server_stops_is_ended(tmp_path: Path) -> None:
    before = children()
    hub = hub_of(MemoryStore(), commands={"club": script(tmp_path, "ready(); time.sleep(600)")})
    live = await opened(hub, bots="club")
    await Browser(live, "ann", plays=True).connect()
    await happens(lambda: children() - before)
    await hub.close()
    await happens(lambda: children() <= before)


async def test_one_that_cannot_play_is_not_seated(tmp_path: Path) -> None:
    program = script(tmp_path, "").removeprefix("exec:")
    hub = hub_of(MemoryStore(), commands={"club": f"botzone:{program}", "gone": "no-such-program"})
    live = await opened(hub, rules="botzone", bots=None, start=False)
    host = await Browser(live, "ann").connect()
    assert isinstance(await host.do(SeatBot(1, "club")), Done)
    assert isinstance(await host.do(SetRules("finding-friends")), Done)
    for name in ("club", "gone"):
        refused = await host.do(SeatBot(2, name))
        assert isinstance(refused, Refused) and refused.code == "no-such-bot"
        assert f"no bot {name} that plays these rules" in refused.words.en
        with pytest.raises(OpeningRefusedError):
            await opened(hub, bots=name, rules="finding-friends")
    await hub.close()


async def test_where_one_cannot_play_medium_does(tmp_path: Path) -> None:
    """By other rules than it knows; people are not left with a seat that plays anything."""
    program = script(tmp_path, "").removeprefix("exec:")
    bots = Roster({"club": f"botzone:{program}"})
    assert bots.make("club", rules_from("botzone"), 0, 0).name == "botzone"
    assert bots.make("club", rules_from("finding-friends"), 0, 0).name == "medium"


async def test_a_program_hears_how_things_ended(tmp_path: Path) -> None:
    """Also what came after its last decision."""
    heard = tmp_path / "heard"
    program = script(
        tmp_path,
        f"""
ready()
with open({str(heard)!r}, "w") as file:
    for line in sys.stdin:
        message = json.loads(line)
        for event in message.get("events", ()):
            print(event["event"], file=file, flush=True)
        if "id" in message:
            say(id=message["id"], **plain(message))
""",
    )
    hub = hub_of(MemoryStore(), commands={"club": program})
    live = await opened(hub, bots="club", rules=rules_from({"system": "forty-points"}))
    ann = await Browser(live, "ann", plays=True).connect()
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    await hub.close()
    await happens(lambda: "hand_ended" in heard.read_text())


def test_nothing_else_is_ever_started(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    bots = Roster({"club": example("first_bot.py")})
    assert bots.names[-1] == "club"
    assert bots.kind("club") == "outside" and bots.kind("basic") == "quick"
    for name in (f"exec:touch {mark}", "exec:club", "", "Club"):
        with pytest.raises(ValueError, match="there is no bot"):
            bots.make(name, Rules(), 0, 0)
    assert bots.make("basic", Rules(), 0, 0).name == "basic"
    assert not mark.exists()
