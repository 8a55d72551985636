"""Reviews under way when the server is killed: what is made stays, the rest is made afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from shengji.game import HandEnded
from shengji.server.tables.acts.votes import Propose
from shengji.server.tables.messages import Do, Done, Happened, Hello, Refused, ToBrowser
from tests.server.http.site import Json
from tests.server.http.test_killed_nights import SHORT, Phone, Site, decoded, encoded, end, site
from tests.waiting import PATIENCE, happens

pytestmark = pytest.mark.faults

__all__ = ["site"]

HANDS = 3


@pytest.mark.campaign
async def test_reviews_go_on_without_being_asked_for_again(site: Site) -> None:
    phone = Phone(site, "Olga")
    await phone.sign_up()
    match = await played(phone)
    reviews = f"/api/matches/{match}/review"

    async def ask() -> Json:
        return await phone.post(reviews)

    async def look(true: Callable[[Json], bool]) -> Json:
        async def looked() -> Json:
            found = await phone.get(reviews)
            assert found["state"] != "failed"
            return found if true(found) else {}

        return await happens(looked, each=0.02)

    # As soon as it is asked for, and when one hand has been made.
    assert (await ask())["state"] in ("waiting", "running")
    restart(site)
    found = await phone.get(reviews)
    assert found["own"] and found["state"] in ("waiting", "running")
    await look(lambda found: bool(found["hands"]) and found["state"] == "running")
    restart(site)
    found = await phone.get(reviews)
    assert found["own"] and found["state"] in ("waiting", "running") and found["hands"]
    kept = [await hand_of(phone, match, hand) for hand in found["hands"]]
    await ask()  # which changes nothing
    whole = await look(lambda found: len(found["hands"]) == HANDS and found["state"] == "done")
    assert [player["player"] for player in whole["players"]] == [0, 1, 2, 3]
    assert [await hand_of(phone, match, hand) for hand in found["hands"]] == kept
    await phone.close()
    assert site.kills == 2


async def played(phone: Phone) -> str:
    """The id of a match of so many hands that somebody has played with bots."""
    new = {"rules": SHORT, "bots": "basic", "start": True, "settings": {"pace": "instant"}}
    table = (await phone.post("/api/tables", new))["table"]
    ended = asyncio.Event()
    hands = 0

    def heard(message: ToBrowser) -> None:
        nonlocal hands
        if isinstance(message, Happened):
            hands += sum(isinstance(at.event, HandEnded) for at in message.events)
        if hands >= HANDS:
            ended.set()

    playing = asyncio.create_task(phone.play(table, heard))
    async with asyncio.timeout(PATIENCE):
        await ended.wait()
    await end([playing])
    async with asyncio.timeout(PATIENCE), phone.connect(table) as socket:
        await socket.send(encoded(Hello()), text=True)
        proposal = Do(id="end", version=10_000, action=Propose("end"))
        await socket.send(encoded(proposal), text=True)
        told: list[ToBrowser] = []
        while not any(isinstance(message, Done) for message in told):
            told = decoded(await socket.recv(decode=False))
            assert not any(isinstance(message, Refused) for message in told)

    async def found() -> str:
        lines = (await phone.get("/api/matches"))["matches"]
        return lines[0]["match"] if lines else ""

    return await happens(found, each=0.02)


async def hand_of(phone: Phone, match: str, hand: int) -> Json:
    return await phone.get(f"/api/matches/{match}/hands/{hand}/review")


def restart(site: Site) -> None:
    site.kill()
    site.start()
