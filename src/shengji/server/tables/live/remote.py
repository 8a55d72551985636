"""Bots that play over the network: which are here, and the lines to each of their games."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import aclosing, contextmanager, suppress
from functools import partial
from threading import Lock
from time import perf_counter_ns
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from shengji.bots.outside.channel import ChannelError, Line
from shengji.bots.outside.messages import Bye
from shengji.bots.outside.protocol import ProtocolBot
from shengji.record.lines import encode
from shengji.server.database.errors import ElsewhereError
from shengji.server.database.ids import new_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shengji.bots.outside import Limits
    from shengji.bots.outside.program import StandIn
    from shengji.rules import Rules

MARK: Final = "@"
"""The beginning of the name of a bot that plays over the network."""

MOST_GAMES: Final = 32
"""In so many seats a bot may play at the same time."""

_AHEAD: Final = 2
"""So many answers may wait to be read."""

_BEAT: Final = 15.0
"""Seconds after which an empty line says that a connection still stands."""

_HOME: Final = "."
"""Stands in the id of a game between the server that has it and the rest."""

_MOST_BYTES: Final = 4_000_000
"""So much of a game is kept for a bot that comes back; a game with more is ended."""


class GameGiven(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    """A bot plays in a seat from now on; the lines to it are at `/api/bot/games/GAME`."""

    game: str


class AnswerStream:
    """The answers of a bot over the network, which its thread waits for and the loop takes."""

    def __init__(self) -> None:
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._waited = 0

    def receive(self, timeout: float) -> bytes:
        """The next answer, waiting for it so many seconds at the most.

        Raises:
            ChannelError: when there is none.
        """
        before = perf_counter_ns()
        try:
            answer = self._answers.get(timeout=max(timeout, 0.0))
        except queue.Empty:
            raise ChannelError("late", f"it did not answer within {timeout:.1f} seconds") from None
        finally:
            self._waited += perf_counter_ns() - before
        if answer is None:
            raise ChannelError("closed", "it is not connected any more")
        return answer

    @property
    def stderr(self) -> str:
        """Nothing: what it complains of stays where it runs."""
        return ""

    def cpu_ns(self) -> int:
        """The time in nanoseconds that was waited for it."""
        return self._waited

    def take(self, line: bytes) -> bool:
        """Take an answer; `False`: others wait already."""
        if self._answers.qsize() >= _AHEAD:
            return False
        self._answers.put(line)
        return True

    def end(self) -> None:
        """Let whoever waits for an answer wait no longer."""
        self._answers.put(None)


class RemoteGame(AnswerStream):
    """A seat that a bot over the network plays: the lines to it, and its answers.

    The bot's thread sends and receives; the loop hands the lines on and takes the answers.

    Args:
        id_: its id, which only the bot is told.
        loop: the loop of the server.
        over: called when it is over, from whatever thread.
        take: takes the answers, where the bot is asked by another server.
    """

    def __init__(
        self,
        id_: str,
        loop: asyncio.AbstractEventLoop,
        over: Callable[[RemoteGame], None],
        take: Callable[[bytes], bool] | None = None,
    ) -> None:
        super().__init__()
        self.id = id_
        self._loop = loop
        self._tell_over = over
        self._take = take or self.take
        self._lock = Lock()
        self._lines: list[bytes] = []
        self._bytes = 0
        self._over = False
        self._readers: set[asyncio.Event] = set()

    # In the thread of the bot

    def send(self, line: bytes) -> None:
        """Have a line sent; after the end it is lost."""
        with self._lock:
            if not self._over:
                self._lines.append(line)
                self._bytes += len(line)
        if self._bytes > _MOST_BYTES:
            self.close()
        self._loop.call_soon_threadsafe(_wake, self._readers)

    def close(self) -> None:
        """No more lines; who waits for an answer waits no longer."""
        with self._lock:
            if self._over:
                return
            self._over = True
        self.end()
        self._tell_over(self)
        self._loop.call_soon_threadsafe(_wake, self._readers)

    # On the loop

    @property
    def is_over(self) -> bool:
        """Whether no more lines come."""
        return self._over

    def answer(self, line: bytes) -> bool:
        """Take an answer; `False`: others wait already, or the game is over."""
        return not self._over and self._take(line)

    async def lines(self, since: int = 0) -> AsyncGenerator[bytes]:
        """The lines to the bot until the game is over; an empty one where none comes for long.

        Args:
            since: the number of the first, from 0.
        """
        with _reading(self._readers) as news:
            while True:
                news.clear()
                with self._lock:
                    found, over = self._lines[since:], self._over
                if found:
                    since += len(found)
                    yield b"".join(found)
                elif over:
                    return
                elif not await _came(news):
                    yield b"\n"


class RemoteBots(Protocol):
    """The bots that are connected to other servers of the site."""

    @property
    def names(self) -> Collection[str]:
        """The bots that are there, or were a moment ago."""

    @property
    def free(self) -> Collection[str]:
        """The bots there that play in one more seat."""

    def open(self, name: str) -> Line:
        """A line to one of them, for one seat; called in whatever thread.

        Raises:
            ValueError: it is not there.
        """

    def has(self, server: str) -> bool:
        """Whether this is another server of the site."""


class RemoteBot(ProtocolBot):
    """A bot in a seat that is played over the network; `Remotes.open` makes one."""

    name = "remote"

    def __init__(
        self,
        line: Line,
        name: str,
        rules: Rules,
        seat: int,
        seed: int,
        limits: Limits,
        stand_in: StandIn,
    ) -> None:
        self._line = line
        super().__init__(name, rules, seat, seed, limits, stand_in)

    def _reach(self) -> Line:
        return self._line

    def _dismiss(self) -> None:
        self._channel = None
        self._line.send(encode(Bye()))
        self._line.close()


class RemotePlayer:
    """A bot that is here over the network, and the seats in which it plays.

    Attributes:
        name: as it is seated.
        owner: the public id of the person that it is.
        loop: the loop of the server.
        most: in how many seats it plays at the same time.
        absences: how often it has gone away.
    """

    def __init__(self, name: str, owner: str) -> None:
        self.name = name
        self.owner = owner
        self.loop = asyncio.get_running_loop()
        self.most = 1
        self.absences = 0
        self.games: dict[str, RemoteGame] = {}
        self._readers: set[asyncio.Event] = set()
        self._gone = False

    @property
    def is_here(self) -> bool:
        """Whether it is connected."""
        return bool(self._readers)

    @property
    def has_room(self) -> bool:
        """Whether it plays in fewer seats than it wants to."""
        return sum(not game.is_over for game in tuple(self.games.values())) < self.most

    async def told(self) -> AsyncGenerator[bytes]:
        """Its games, those under way first, until it is cut off; see `RemoteGame.lines`."""
        with _reading(self._readers) as news:
            known: set[str] = set()
            while not self._gone:
                news.clear()
                new = [game for game in tuple(self.games) if game not in known]
                known.update(new)
                if new:
                    yield b"".join(encode(GameGiven(game)) for game in new)
                elif not await _came(news):
                    yield b"\n"

    def wake(self) -> None:
        """Let it hear of a new game."""
        _wake(self._readers)

    def end(self) -> None:
        """Nothing is told any more."""
        self._gone = True
        self.wake()


class Remotes:
    """The bots that are here over the network, by name.

    Used on the loop, but for `open`.

    Args:
        patience: seconds that one may be away before others play in its seats.

    Attributes:
        home: the id of this server, where there are others; it begins the ids of games here, so
            that others know whom to ask for them.
        elsewhere: the bots that are connected to others.
    """

    def __init__(self, patience: float = 30.0) -> None:
        self._patience = patience
        self._players: dict[str, RemotePlayer] = {}
        self.home = ""
        self.elsewhere: RemoteBots | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The bots that are on the site, or were a moment ago."""
        far = () if self.elsewhere is None else self.elsewhere.names
        return (*self._players, *(name for name in far if name not in self._players))

    @property
    def free(self) -> tuple[str, ...]:
        """The bots that play in one more seat."""
        here = self.local_free
        far = () if self.elsewhere is None else self.elsewhere.free
        return (*here, *(name for name in far if name not in here))

    @property
    def local_names(self) -> tuple[str, ...]:
        """The bots that are connected to this server, or were a moment ago."""
        return tuple(self._players)

    @property
    def local_free(self) -> tuple[str, ...]:
        """The bots that are connected here and play in one more seat."""
        return tuple(
            name for name, player in self._players.items() if player.is_here and player.has_room
        )

    def of(self, owner: str, name: str) -> RemotePlayer | None:
        """A person's bot, which comes if it is not here; `None`: another bot has this name."""
        player = self._players.setdefault(f"{MARK}{name}", RemotePlayer(f"{MARK}{name}", owner))
        return player if player.owner == owner else None

    def game(self, owner: str, game: str) -> RemoteGame | None:
        """A game of a person's bot.

        Raises:
            ElsewhereError: another server has it.
        """
        players = (player for player in self._players.values() if player.owner == owner)
        found = next((p.games[game] for p in players if game in p.games), None)
        home = game.partition(_HOME)[0]
        if found is None and self.elsewhere is not None and self.elsewhere.has(home):
            raise ElsewhereError(home)
        return found

    async def told(self, player: RemotePlayer, most: int) -> AsyncGenerator[bytes]:
        """Have a bot here for as long as this is read: its games, those under way first.

        Args:
            player: the bot.
            most: in how many seats it plays at the same time.
        """
        player.most = most
        try:
            async with aclosing(player.told()) as told:
                async for lines in told:
                    yield lines
        finally:
            if not player.is_here:
                player.absences += 1
                away = partial(self._drop_absent, player, player.absences)
                player.loop.call_later(self._patience, away)

    def open(
        self, name: str, rules: Rules, seat: int, seed: int, limits: Limits, stand_in: StandIn
    ) -> RemoteBot:
        """Seat a bot; called in whatever thread.

        Raises:
            ValueError: it is not here.
        """
        line: Line
        if self.elsewhere is not None and name not in self.local_free:
            line = self.elsewhere.open(name)
        else:
            line = self.begin(name)
        return RemoteBot(line, name, rules, seat, seed, limits, stand_in)

    def begin(
        self,
        name: str,
        take: Callable[[bytes], bool] | None = None,
        over: Callable[[], None] = lambda: None,
    ) -> RemoteGame:
        """Begin a game of a bot that is connected here; called in whatever thread.

        Args:
            name: the bot.
            take: takes its answers, where another server asks it.
            over: called when it is over, from whatever thread.

        Raises:
            ValueError: it is not here.
        """
        player = self._players.get(name)
        if player is None or not player.has_room:
            raise ValueError(
                f"the bot {name} is not connected, or plays in as many seats as it can"
            )
        id_ = f"{self.home}{_HOME}{new_id()}" if self.home else new_id()
        game = RemoteGame(id_, player.loop, partial(self._over, player, over), take)
        player.games[game.id] = game
        player.loop.call_soon_threadsafe(player.wake)
        return game

    def _over(self, player: RemotePlayer, over: Callable[[], None], game: RemoteGame) -> None:
        """Forget a game, when its bot has had the time to hear of the end."""
        over()
        forget = partial(player.games.pop, game.id, None)
        player.loop.call_soon_threadsafe(player.loop.call_later, self._patience, forget)

    def _drop_absent(self, player: RemotePlayer, absence: int) -> None:
        """Let others play for a bot that has not come back since it went away this time."""
        if not player.is_here and player.absences == absence:
            self._drop(player)

    def _drop(self, player: RemotePlayer) -> None:
        """Let others play for a bot from now on."""
        if self._players.get(player.name) is player:
            del self._players[player.name]
            for game in tuple(player.games.values()):
                game.close()

    def cut(self, owner: str | None = None) -> None:
        """End all that is read here, and all games; of one person's bot or of all."""
        for player in tuple(self._players.values()):
            if owner in (None, player.owner):
                player.end()
                self._drop(player)


@contextmanager
def _reading(readers: set[asyncio.Event]) -> Iterator[asyncio.Event]:
    """An event that is set whenever there is news."""
    news = asyncio.Event()
    readers.add(news)
    try:
        yield news
    finally:
        readers.discard(news)


async def _came(news: asyncio.Event) -> bool:
    """Whether there is news before it is time for a sign of life."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_BEAT):
            await news.wait()
    return news.is_set()


def _wake(readers: set[asyncio.Event]) -> None:
    for news in readers:
        news.set()
