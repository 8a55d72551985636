"""A whole night played by bots, through the HTTP API of a server, as people's phones would.

Everybody has an account and a connection of their own. At tables of the site each seat has a socket
and a bot; at tables with real cards bots play the hands among themselves, and the phones write them
down. Whatever the server says to be otherwise than the hands were is an error.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import httpx
import msgspec
from websockets.asyncio.client import connect

from benchmarks.night.written import entry_of
from shengji.bots import Bot, make_bot
from shengji.bots import Table as BotTable
from shengji.game import due_of
from shengji.rules import Rules, rules_from
from shengji.server.runner import SiteServer
from shengji.server.site.log_lines import set_up_logs
from shengji.server.site.settings import ServerSettings
from shengji.server.stores import Stores
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.decisions import NoMore, action_of
from shengji.server.tables.acts.match import Next
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.messages import (
    Do,
    FromBrowser,
    Happened,
    Hello,
    TableChanged,
    ToBrowser,
    Welcome,
)
from shengji.server.tables.state import Now, Numbered
from shengji.terminal.commands.serve import listen

Json: TypeAlias = dict[str, Any]

PASSPHRASE: Final = "an evening of cards"
"""Everybody's, so that the site can be looked at as any of them."""

ORGANISER: Final = "Chao Gai"

NAMES: Final = (
    *("Song Jiang", "Lu Junyi", "Wu Yong", "Gongsun Sheng", "Guan Sheng", "Lin Chong"),
    *("Qin Ming", "Huyan Zhuo", "Hua Rong", "Chai Jin", "Li Ying", "Zhu Tong"),
    *("Lu Zhishen", "Wu Song", "Dong Ping", "Zhang Qing", "Yang Zhi", "Xu Ning"),
    *("Suo Chao", "Dai Zong", "Liu Tang", "Li Kui", "Shi Jin", "Mu Hong"),
    *("Lei Heng", "Li Jun", "Ruan Xiaoer", "Zhang Heng", "Ruan Xiaowu", "Zhang Shun"),
    *("Ruan Xiaoqi", "Yang Xiong", "Shi Xiu", "Xie Zhen", "Xie Bao", "Yan Qing"),
)
"""The thirty-six Heavenly Spirits of the Water Margin."""


class NightError(Exception):
    """The server refuses something, or counts otherwise than was played."""


_PACE: Final = LiveSettings(night_pace="instant", absent_after=5.0, declare_window=1.0)
_LOOKS: Final = 600
"""So often one looks at most whether the night is rated ..."""
_BETWEEN_LOOKS: Final = 0.1
"""... after so many seconds each time."""
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ToBrowser).decode_lines


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of the night to play.

    Attributes:
        players: how many people come; one more comes late, when another leaves.
        rounds: how many rounds there are.
        hands: how many hands each table plays in a round at least.
        seed: decides who sits where, and at tables with real cards all that is played.
        bot: who plays in all seats.
        real_cards: whether all tables have real cards.
    """

    players: int
    rounds: int
    hands: int
    seed: int
    bot: str
    real_cards: bool


def names_for(count: int) -> list[str]:
    """Make so many names.

    >>> names_for(38)[-2:]
    ['Song Jiang 2', 'Lu Junyi 2']
    """
    turns = (
        f"{name} {turn}" if turn > 1 else name for turn in itertools.count(1) for name in NAMES
    )
    return list(itertools.islice(turns, count))


def database_in(folder: Path) -> str:
    """The database of a site in a folder."""
    return f"sqlite:///{folder / 'tables.db'}"


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """A server on a folder, for as long as it is needed; its address.

    Args:
        folder: where its database is.
    """
    settings = ServerSettings(
        host="127.0.0.1",
        port=0,
        database=database_in(folder),
        creations_per_minute=1_000_000,
        sign_ins_per_minute=1_000_000,
        work_per_address=64.0,
        work_per_person=64.0,
        push="off",
        log_level="error",
    )
    set_up_logs(settings)
    listener, ready = listen(settings.host, settings.port), threading.Event()
    server = SiteServer(settings, ready.set, _PACE)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    try:
        if not ready.wait(60):
            raise NightError("the server does not start within a minute; look at its messages")
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(60)
        listener.close()


class Phone:
    """The phone of somebody who has an account.

    Args:
        address: of the site.
        name: who.
    """

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        self.id = ""
        self._address = address
        self._client = httpx.AsyncClient(base_url=address, timeout=60, verify=False)
        self._commands = itertools.count(1)
        self._said = itertools.count(1)

    async def sign_up(self) -> None:
        """Make the account."""
        await self._post("/api/me")
        new = {"name": self.name, "passphrase": PASSPHRASE}
        self.id = (await self._post("/api/me/account", new))["me"]["person"]

    async def close(self) -> None:
        """Put the phone away."""
        await self._client.aclose()

    async def _post(self, path: str, content: Any = None) -> Json:
        answer = await self._client.post(path, json=content)
        return self._read(answer)

    def _read(self, answer: httpx.Response) -> Json:
        if answer.status_code >= 400:
            raise NightError(f"{self.name}: {answer.request.url.path} answers {answer.text}")
        found: Json = answer.json()
        return found

    async def make_night(self, settings: Json) -> str:
        """Make a night; its id."""
        made: str = (await self._post("/api/nights", {"settings": settings}))["night"]
        return made

    async def state(self, night: str, since: int | None = None) -> Json | None:
        """The night as this phone is told of it; `None`: nothing has happened since."""
        params = {} if since is None else {"since": since}
        answer = await self._client.get(f"/api/nights/{night}", params=params)
        return None if answer.status_code == 204 else self._read(answer)

    async def now(self, night: str) -> Json:
        """The night as it is now."""
        found = await self.state(night)
        assert found is not None, "without a version it does not wait"
        return found

    async def ask(self, night: str, do: str, **fields: Any) -> Json:
        """Ask something of a night that nothing stands against; what it answers."""
        number = next(self._commands)
        command = {"do": do, "id": f"c{number}", "made": number, **fields}
        answers = await self._post(f"/api/nights/{night}", {"commands": [command]})
        answer: Json = answers["answers"][0]
        if not answer["done"]:
            raise NightError(f"{self.name}: {do} is refused: {answer['refusal']['words']['en']}")
        return answer

    async def play(self, table: str, bot: str, seed: int) -> None:
        """Play at a table of the site until nobody plays there any more; to be cancelled."""
        jar = self._client.cookies
        cookie = "; ".join(f"{name}={value}" for name, value in jar.items())
        address = f"{self._address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        seat = SeatAtTable(bot, seed, self._said)
        headers = {"Cookie": cookie}
        async with connect(address, additional_headers=headers, max_size=None) as socket:
            await socket.send(_encode(Hello()), text=True)
            while True:
                for message in _decode(await socket.recv(decode=False)):
                    for reply in seat.hear(message):
                        await socket.send(_encode(reply), text=True)


class SeatAtTable:
    """The ears of somebody at a table of the site, and the bot that answers for them.

    Args:
        bot: the name of the bot.
        seed: for what it does by chance.
        numbers: of what is said; whoever connects again goes on with them, since a table does what
            it has heard of once.
    """

    def __init__(self, bot: str, seed: int, numbers: Iterator[int]) -> None:
        self._name, self._seed, self._numbers = bot, seed, numbers
        self._seat: int | None = None
        self._version = 0
        self._bot: Bot | None = None
        self._answered: tuple[int, str, int] | None = None

    def hear(self, message: ToBrowser) -> list[FromBrowser]:
        """Hear a message; what is to be said to it."""
        match message:
            case Welcome():
                self._seat, self._version = message.seat, message.version
                if message.start is not None and self._seat is not None:
                    rules = rules_from(message.table.rules.given)
                    self._bot = make_bot(self._name, rules, self._seat, self._seed)
                    self._bot.begin_at(message.start.levels, None)
                return self._observe(message.events, message.now)
            case Happened():
                self._version = message.version
                return self._observe(message.events, message.now)
            case TableChanged():
                self._version = max(self._version, message.version)
                if message.seat != self._seat:
                    self._seat, self._bot = message.seat, None
                    return [Hello()]
            case _:
                pass
        return []

    def _observe(self, events: Sequence[Numbered], now: Now) -> list[FromBrowser]:
        for at in events:
            if self._bot is not None:
                self._bot.observe(at.event)
        place = (now.since, now.wait, self._version)
        if self._bot is None or place == self._answered:
            return []
        action = self._action(self._bot, now)
        if action is None:
            return []
        self._answered = place
        return [Do(f"{self._seat}-{next(self._numbers)}", self._version, action)]

    def _action(self, bot: Bot, now: Now) -> Action | None:
        if now.wait == "next":
            return Next() if self._seat in now.seats else None
        if now.turn is None:
            return NoMore() if now.wait == "declare" and self._seat in now.seats else None
        due = None if bot.match.hand is None else due_of(bot.hand, bot.seat)
        action = None if due is None else action_of(bot.decide(due))
        return None if isinstance(action, NoMore) and now.wait != "declare" else action


class Evening:
    """A night that is played.

    Args:
        address: of the site.
        folder: where its database is.
        plan: what is to be played.
        say: told what goes on, line by line.
    """

    def __init__(self, address: str, folder: Path, plan: Plan, say: Callable[[str], None]) -> None:
        self.address, self.folder, self.plan, self.say = address, folder, plan, say
        self.chance = Random(plan.seed)
        self.boss = Phone(address, ORGANISER)
        self.phones: dict[str, Phone] = {}
        self.night = ""

    async def play(self) -> str:
        """Play the night; its id.

        Raises:
            NightError: the server refused something, or has counted otherwise than was played.
        """
        plan = self.plan
        everybody = [
            self.boss,
            *(Phone(self.address, name) for name in names_for(plan.players + 1)),
        ]
        try:
            for phone in everybody:
                await phone.sign_up()
            await self._trust(self.boss)
            late, *people = everybody[:0:-1]
            settings = {
                "title": "A simulated night",
                "rounds": plan.rounds,
                "real_cards": "all" if plan.real_cards else [],
            }
            self.night = await self.boss.make_night(settings)
            for phone in people[::-1]:
                await self._come(phone)
            for number in range(1, plan.rounds + 1):
                if number == 2:
                    await self._between(late)
                await self._round(number)
            await self.boss.ask(self.night, "end_night")
            await self._rated()
        finally:
            for phone in everybody:
                await phone.close()
        return self.night

    async def _trust(self, phone: Phone) -> None:
        """Give somebody the role of an organiser, as `shengji admin role` does."""
        store = await Stores.open(database_in(self.folder))
        try:
            await store.accounts.set_role(phone.id, "organiser", "")
        finally:
            await store.close()

    async def _come(self, phone: Phone) -> None:
        await phone.ask(self.night, "check_in", person="", name="")
        self.phones[phone.id] = phone

    async def _rated(self) -> None:
        """Wait until it is rated: that is done afterwards, by the next server if this one ends."""
        for _ in range(_LOOKS):
            standings = (await self.boss.now(self.night))["standings"]
            if any(line["rating"] is not None for line in standings):
                return
            await asyncio.sleep(_BETWEEN_LOOKS)
        raise NightError("the night has ended, and nobody's rating has changed")

    async def _between(self, late: Phone) -> None:
        """Somebody leaves, somebody comes late, and a penalty is taken back."""
        first = next(iter(self.phones))
        gone = self.phones.pop(first)
        await gone.ask(self.night, "leave", person=first)
        await self._come(late)
        given = {"person": late.id, "points": 5, "reason": "came late"}
        await self.boss.ask(self.night, "give_penalty", **given)
        await self.boss.ask(self.night, "revoke_penalty", number=1, reason="the train was late")
        await self.boss.ask(self.night, "announce", text="Tea is ready.")
        self.say(f"{gone.name} leaves, {late.name} comes late; a penalty is taken back")

    async def _round(self, number: int) -> None:
        drawn = await self.boss.ask(self.night, "draw", seed=self.plan.seed * 1000 + number)
        await self.boss.ask(self.night, "start_round")
        found = (await self.boss.now(self.night))["round"]
        self.say(f"Round {number}: {len(found['tables'])} tables. {drawn['note']['en']}")
        tables = [table for table in found["tables"] if table["cards"] == "real"]
        for table in tables:
            await self._real_table(number, table)
        if len(tables) < len(found["tables"]):
            await self._tables_of_the_site(found["tables"])
        if number == 1 and tables:
            await self._found_later(tables[0]["table"])
        await self.boss.ask(self.night, "end_round")

    # Tables of the site

    async def _tables_of_the_site(self, tables: Sequence[Json]) -> None:
        """Let everybody play with their phones until each table has played enough."""
        playing = [
            asyncio.create_task(self.phones[one].play(table["site"], self.plan.bot, seed))
            for table in tables
            if table["site"] is not None
            for one in table["seats"]
            for seed in (self.chance.getrandbits(32),)
        ]
        try:
            waiting = asyncio.create_task(self._enough())
            done, _ = await asyncio.wait([waiting, *playing], return_when="FIRST_COMPLETED")
            if waiting not in done:
                waiting.cancel()
                done.pop().result()
                raise NightError("a phone has stopped playing before the round was over")
            waiting.result()
        finally:
            for task in playing:
                task.cancel()
            for task in playing:
                with suppress(asyncio.CancelledError):
                    await task

    async def _enough(self) -> None:
        version = 0
        while True:
            state = await self.boss.state(self.night, version)
            if state is not None:
                version = state["version"]
                tables = state["round"]["tables"]
                if all(t["ended"] or t["played"] >= self.plan.hands for t in tables):
                    return

    # Tables with real cards

    async def _real_table(self, number: int, table: Json) -> None:
        """Play some hands with cards on a table, and write each down from both sides."""
        rules, seats = rules_from(table["rules"], stored=True), table["seats"]
        cards = self._cards_on_table(rules)
        for hand in range(1, self.plan.hands + 1):
            ended = await asyncio.to_thread(cards.play_hand)
            assert cards.match.hand is not None, "one has been played"
            entry = msgspec.to_builtins(entry_of(cards.match.hand, seats))
            place = {"round": number, "table": table["table"], "hand": hand}
            other = next(s for s in range(len(seats)) if s not in ended.declarers)
            await self.phones[seats[ended.dealer]].ask(
                self.night, "enter_hand", entry=entry, **place
            )
            await self.phones[seats[other]].ask(self.night, "confirm_hand", **place)
            own = (await self.phones[seats[0]].now(self.night))["table"]
            levels = [level.value for level in ended.levels_after]
            if own["levels"] != levels:
                raise NightError(
                    f"table {table['table']}, round {number}, hand {hand}: the night has the "
                    f"levels {own['levels']}, and the cards say {levels}"
                )
            if ended.winners:
                break

    def _cards_on_table(self, rules: Rules) -> BotTable:
        """A table with cards on it, and a bot in each seat."""
        bots = {
            seat: make_bot(self.plan.bot, rules, seat, self.chance.getrandbits(32))
            for seat in range(rules.players)
        }
        return BotTable(rules, bots, Random(self.chance.getrandbits(64)))

    async def _found_later(self, table: int) -> None:
        """Somebody finds an invalid play in the last hand of a table, which loses it."""
        found = (await self.boss.now(self.night))["round"]["tables"]
        hand = next(at for at in found if at["table"] == table)["hands"][-1]
        entry = hand["versions"][-1]["entry"]
        offender = hand["seats"][hand["dealer"]]
        await self.boss.ask(
            self.night,
            "correct_hand",
            round=1,
            table=table,
            hand=hand["hand"],
            entry={**entry, "offender": offender, "offence": "did not follow suit"},
            reason="found later, by agreement of both sides",
            decide=True,
        )
        self.say(f"Table {table}: hand {hand['hand']} is corrected, an invalid play found later")
