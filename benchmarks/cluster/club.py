"""A club's night on a site of many servers: phones that ask until they are answered, for as long
as it is wanted, round after round."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.cluster.people import AGAIN, BUSY
from benchmarks.cluster.processes import Site
from benchmarks.cluster.seen import Eyes, Seen
from benchmarks.night.playing import Json, Phone, SeatAtTable, names_for
from shengji.server.tables.messages import Do, Hello, ToBrowser

_BOT: Final = "basic"

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ToBrowser).decode_lines


class SturdyPhone(Phone):
    """A phone that asks again, at any door, what it got no answer to.

    Args:
        doors: the addresses of the site.
        name: who.
        chance: for the door that is asked next.

    Attributes:
        acknowledged: the commands of the night that were, by the ids that they have there.
    """

    def __init__(self, doors: list[str], name: str, chance: Random) -> None:
        super().__init__(doors[0], name)
        self._doors = doors
        self._chance = chance
        self.acknowledged: list[str] = []

    async def _post(self, path: str, content: Any = None) -> Json:
        answer = self._read(await self._until_answered("POST", path, json=content))
        if content is not None and "commands" in content:
            done = (at["id"] for at in answer["answers"] if at["done"])
            self.acknowledged += [f"{self.id}:{id_}" for id_ in done]
        return answer

    async def state(self, night: str, since: int | None = None) -> Json | None:
        """The night as this phone is told of it; `None`: nothing has happened since."""
        params = {} if since is None else {"since": since}
        answer = await self._until_answered("GET", f"/api/nights/{night}", params=params)
        return None if answer.status_code == 204 else self._read(answer)

    async def _until_answered(self, method: str, path: str, **given: Any) -> httpx.Response:
        while True:
            door = self._chance.choice(self._doors)
            try:
                answer = await self._client.request(method, f"{door}{path}", **given)
            except httpx.TransportError:
                pass
            else:
                if answer.status_code < BUSY:
                    return answer
            await asyncio.sleep(AGAIN)

    async def play_on(self, seen: Seen, seed: int) -> None:
        """Play at a table of the site, again whenever the connection is lost; to be cancelled."""
        numbers = itertools.count(1)
        while True:
            try:
                await self._play(seen, seed, numbers)
            except (OSError, WebSocketException):
                await asyncio.sleep(AGAIN)

    async def _play(self, seen: Seen, seed: int, numbers: Iterator[int]) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self._client.cookies.items())
        door = self._chance.choice(self._doors).replace("http", "ws", 1)
        address, headers = f"{door}/api/tables/{seen.table}/socket", {"Cookie": cookie}
        seat, eyes = SeatAtTable(_BOT, seed, numbers), Eyes(seen)
        asked: dict[str, tuple[Do, float]] = {}
        async with connect(address, additional_headers=headers, max_size=None) as socket:
            await socket.send(_encode(Hello()), text=True)
            while True:
                for heard in _decode(await socket.recv(decode=False)):
                    eyes.see(heard, asked.pop(getattr(heard, "id", ""), None))
                    for message in seat.hear(heard):
                        if isinstance(message, Do):
                            asked[message.id] = message, time.monotonic()
                        await socket.send(_encode(message), text=True)


class Club:
    """A night of a club that goes on until it is ended.

    Args:
        site: where.
        players: how many come.
        rules: by which they play.
        chance: for what they do.

    Attributes:
        night: its id.
        tables: what was seen at the tables of the site at which it was played.
    """

    def __init__(self, site: Site, players: int, rules: str, chance: Random) -> None:
        doors = [server.url for server in site.doors]
        boss, *others = (SturdyPhone(doors, name, chance) for name in names_for(players + 1))
        self._boss, self._others = boss, others
        self._chance = chance
        self._rules = {"preset": rules}
        self.night = ""
        self.tables: list[Seen] = []
        self.rounds = 0
        self._asking: asyncio.Task[Any] | None = None

    async def open(self) -> None:
        """Make the night, and let everybody come."""
        for phone in (self._boss, *self._others):
            await phone.sign_up()
        settings = {"title": "A night of faults", "rounds": None, "rules": self._rules}
        self.night = await self._boss.make_night(settings)
        for phone in self._others:
            await phone.ask(self.night, "check_in", person="", name="")

    async def play(self) -> None:
        """Play round after round; to be cancelled."""
        while True:
            await self._ask("draw", seed=self._chance.getrandbits(31))
            await self._ask("start_round")
            await self._play_round()
            await self._end_round()

    async def _play_round(self) -> None:
        """Play until at each table a hand is over."""
        phones, version = {phone.id: phone for phone in self._others}, 0
        playing: dict[str, list[asyncio.Task[None]]] = {}
        try:
            while True:
                state = await self._boss.state(self.night, version)
                if state is None:
                    continue
                version, tables = state["version"], state["round"]["tables"]
                for table in tables:
                    if table["site"] is not None and table["site"] not in playing:
                        self.tables.append(Seen(table["site"]))
                        playing[table["site"]] = [
                            asyncio.create_task(
                                phones[one].play_on(self.tables[-1], self._chance.getrandbits(31))
                            )
                            for one in table["seats"]
                        ]
                if all(table["ended"] or table["played"] for table in tables):
                    return
        finally:
            for task in itertools.chain.from_iterable(playing.values()):
                task.cancel()

    async def _end_round(self) -> None:
        await self._ask("end_round")
        self.rounds += 1

    async def _ask(self, kind: str, **given: Any) -> None:
        """Ask for something as who runs the night; it goes on where `play` is cancelled."""
        self._asking = asyncio.create_task(self._boss.ask(self.night, kind, **given))
        await asyncio.shield(self._asking)

    @property
    def acknowledged(self) -> list[str]:
        """The commands that were, by the ids that they have in the log."""
        return [id_ for phone in (self._boss, *self._others) for id_ in phone.acknowledged]

    async def end(self) -> None:
        """End the round that is under way, and the night."""
        if self._asking is not None:
            await asyncio.wait([self._asking])
        found = (await self._boss.now(self.night))["round"]
        if found is not None and found["ended"] is None:
            await self._end_round()
        await self._ask("end_night")

    async def close(self) -> None:
        """Put all phones away."""
        for phone in (self._boss, *self._others):
            await phone.close()
