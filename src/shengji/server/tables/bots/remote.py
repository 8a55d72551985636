"""Remote bots: bots connected over the network, and the streams of their games."""

from __future__ import annotations

import asyncio
import queue
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import aclosing, suppress
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
    from shengji.bots.outside import Limits
    from shengji.bots.outside.program import StandIn
    from shengji.rules import Rules

MARK: Final = "@"
"""Prefix of a remote bot's name."""

MAX_GAMES: Final = 32
"""Maximum seats that a bot may play at the same time."""

_MAX_UNREAD: Final = 2
"""Maximum unread answers of a bot."""

_HEARTBEAT_SECONDS: Final = 15.0
"""Interval of the heartbeat line of a stream."""

_ID_SEPARATOR: Final = "."
"""Separator in a game's id between the id of its server and the rest."""

_MAX_GAME_BYTES: Final = 4_000_000
"""Maximum bytes kept of a game for a bot that reconnects; a larger game is ended."""


class GameGiven(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    """The bot got a seat; the lines of its game are at `/api/bot/games/GAME`."""

    game: str


class _Readers:
    """The readers of a stream, woken when there may be more to read."""

    def __init__(self) -> None:
        self._wakeups: set[asyncio.Event] = set()

    def __bool__(self) -> bool:
        return bool(self._wakeups)

    def wake(self) -> None:
        """Wake the readers; must be called on the event loop."""
        for wakeup in self._wakeups:
            wakeup.set()

    async def stream(self, read: Callable[[], bytes | None]) -> AsyncGenerator[bytes]:
        """Yield the results of `read`, with empty lines as a heartbeat, until it returns `None`."""
        wakeup = asyncio.Event()
        self._wakeups.add(wakeup)
        try:
            while (lines := read()) is not None:
                if lines:
                    yield lines
                    continue
                with suppress(TimeoutError):
                    async with asyncio.timeout(_HEARTBEAT_SECONDS):
                        await wakeup.wait()
                if not wakeup.is_set():
                    yield b"\n"
                wakeup.clear()
        finally:
            self._wakeups.discard(wakeup)


class RemoteGame:
    """A seat played by a remote bot: the lines to it, and its answers.

    The bot's thread sends lines and receives answers; the event loop streams the lines and adds the
    answers.

    Args:
        id_: the game's id, known only to the bot.
        player: the bot.
        on_over: called once when the game is over, from any thread.
    """

    def __init__(self, id_: str, player: Player, on_over: Callable[[RemoteGame], None]) -> None:
        self.id = id_
        self.player = player
        self._on_over = on_over
        self._lock = Lock()
        self._lines: list[bytes] = []
        self._bytes = 0
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._waited = 0
        self._over = False
        self._readers = _Readers()

    # Called in the bot's thread

    def send(self, line: bytes) -> None:
        """Queue a line for the bot; after the end it is discarded."""
        with self._lock:
            if not self._over:
                self._lines.append(line)
                self._bytes += len(line)
        if self._bytes > _MAX_GAME_BYTES:
            self.close()
        self.player.loop.call_soon_threadsafe(self._readers.wake)

    def receive(self, timeout: float) -> bytes:
        """Return the next answer; wait at most `timeout` seconds.

        Raises:
            ChannelError: no answer came in time, or the bot is disconnected.
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
        """Empty: error output stays on the bot's machine."""
        return ""

    def cpu_ns(self) -> int:
        """Return the total waiting time in nanoseconds, in place of CPU time."""
        return self._waited

    def close(self) -> None:
        """End the game: no more lines are sent, and waiting for an answer ends."""
        with self._lock:
            if self._over:
                return
            self._over = True
        self._answers.put(None)
        self._on_over(self)
        self.player.loop.call_soon_threadsafe(self._readers.wake)

    # Called on the event loop

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._over

    def answer(self, line: bytes) -> bool:
        """Add an answer; return `False` if too many are unread, or the game is over."""
        if self._over or self._answers.qsize() >= _MAX_UNREAD:
            return False
        self._answers.put(line)
        return True

    def lines(self, since: int = 0) -> AsyncGenerator[bytes]:
        """Yield the lines to the bot until the game is over, with empty lines as a heartbeat.

        Args:
            since: the number of the first line, from 0.
        """

        def read() -> bytes | None:
            nonlocal since
            with self._lock:
                found, over = self._lines[since:], self._over
            since += len(found)
            return b"".join(found) if found or not over else None

        return self._readers.stream(read)


class Player(ABC):
    """A connected remote bot, as the tables of this server see it.

    Attributes:
        name: its name for seating.
    """

    def __init__(self, name: str, owner: str, loop: asyncio.AbstractEventLoop) -> None:
        self.name = name
        self.owner = owner
        self.loop = loop

    @abstractmethod
    def begin(self, game: str, close: Callable[[], None]) -> None:
        """Announce a game to the bot, from any thread.

        Args:
            game: the id of the game.
            close: ends the game; called when the bot is disconnected, on the event loop.
        """

    @abstractmethod
    def end(self, game: str) -> None:
        """Free the seat of a game, from any thread."""


class LocalPlayer(Player):
    """A remote bot that is connected to this server.

    Attributes:
        max_games: the maximum number of seats that it plays at the same time.
        absences: the number of its disconnections so far.
        games: the callbacks that end its games, by id.
    """

    def __init__(self, name: str, owner: str) -> None:
        super().__init__(name, owner, asyncio.get_running_loop())
        self.max_games = 1
        self.absences = 0
        self.games: dict[str, Callable[[], None]] = {}
        self._readers = _Readers()
        self._ended = False

    @property
    def is_connected(self) -> bool:
        """Whether it reads the stream of its games."""
        return bool(self._readers)

    @property
    def is_free(self) -> bool:
        """Whether it is connected, and can play one more seat."""
        return self.is_connected and self.has_room

    @property
    def has_room(self) -> bool:
        """Whether it plays in fewer seats than it can."""
        return len(self.games) < self.max_games

    def begin(self, game: str, close: Callable[[], None]) -> None:
        """Announce a game to the bot, from any thread."""
        self.games[game] = close
        self.loop.call_soon_threadsafe(self._readers.wake)

    def end(self, game: str) -> None:
        """Free the seat of a game, from any thread."""
        self.games.pop(game, None)

    def stream_games(self) -> AsyncGenerator[bytes]:
        """Yield its games, current ones first, until it is closed; see `RemoteGame.lines`."""
        known: set[str] = set()

        def read() -> bytes | None:
            new = [game for game in tuple(self.games) if game not in known]
            known.update(new)
            return None if self._ended else b"".join(encode(GameGiven(game)) for game in new)

        return self._readers.stream(read)

    def close(self) -> None:
        """End its stream of games, and the games, so that stand-ins take its seats."""
        self._ended = True
        self._readers.wake()
        for close in tuple(self.games.values()):
            close()


class RemotePlayers(Protocol):
    """The bots that are connected to other servers of the site."""

    @property
    def names(self) -> Collection[str]:
        """The bots that are connected to other servers, or were recently."""

    @property
    def free(self) -> Collection[str]:
        """The bots on other servers that can play one more seat."""

    def player(self, name: str) -> Player | None:
        """Return a bot that can play one more seat, if any; safe to call from any thread."""

    def has(self, server: str) -> bool:
        """Return whether an id names another server of the site."""


class RemoteBot(ProtocolBot):
    """A bot in a seat that plays over the network; created by `Remotes.open`."""

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


class Remotes:
    """The remote bots by name, and their games at local tables.

    All methods except `open` must be called on the event loop.

    Args:
        patience: seconds of disconnection after which stand-ins take a bot's seats.

    Attributes:
        home: the id of this server, if there are several; it is the prefix of game ids, so that
            other servers can route requests.
        elsewhere: the bots that are connected to other servers; `None` on a single server.
    """

    def __init__(self, patience: float = 30.0) -> None:
        self._patience = patience
        self._players: dict[str, LocalPlayer] = {}
        self._games: dict[str, RemoteGame] = {}
        self.home = ""
        self.elsewhere: RemotePlayers | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The bots that are connected to the site, or were recently."""
        far = () if self.elsewhere is None else self.elsewhere.names
        return tuple(dict.fromkeys((*self._players, *far)))

    @property
    def free(self) -> tuple[str, ...]:
        """The bots that can play one more seat."""
        here = (player.name for player in self._players.values() if player.is_free)
        far = () if self.elsewhere is None else self.elsewhere.free
        return tuple(dict.fromkeys((*here, *far)))

    def local_player(self, name: str) -> LocalPlayer | None:
        """Return a bot that is connected to this server, or was recently."""
        return self._players.get(name)

    @property
    def local_players(self) -> tuple[LocalPlayer, ...]:
        """The bots that are connected to this server, or were recently."""
        return tuple(self._players.values())

    def register(self, owner: str, name: str) -> LocalPlayer | None:
        """Return a person's bot, added if needed; `None`: the name belongs to another bot."""
        player = self._players.setdefault(f"{MARK}{name}", LocalPlayer(f"{MARK}{name}", owner))
        return player if player.owner == owner else None

    async def stream_games(self, player: LocalPlayer, max_games: int) -> AsyncGenerator[bytes]:
        """Yield the games of a bot, current ones first; the bot counts as connected meanwhile.

        Args:
            player: the bot.
            max_games: the maximum number of seats that it plays at the same time.
        """
        player.max_games = max_games
        try:
            async with aclosing(player.stream_games()) as games:
                async for lines in games:
                    yield lines
        finally:
            if not player.is_connected:
                player.absences += 1
                drop = partial(self._drop_absent, player, player.absences)
                player.loop.call_later(self._patience, drop)

    def game(self, owner: str, game: str) -> RemoteGame | None:
        """Return a game of a person's bot; `None`: there is no such game.

        Raises:
            ElsewhereError: another server has it.
        """
        found = self._games.get(game)
        if found is not None:
            return found if found.player.owner == owner else None
        home = game.partition(_ID_SEPARATOR)[0]
        if self.elsewhere is not None and self.elsewhere.has(home):
            raise ElsewhereError(home)
        return None

    def open(
        self, name: str, rules: Rules, seat: int, seed: int, limits: Limits, stand_in: StandIn
    ) -> RemoteBot:
        """Create a bot for a seat; safe to call from any thread.

        Raises:
            ValueError: the bot is not connected, or has no free seat.
        """
        return RemoteBot(self.begin(name), name, rules, seat, seed, limits, stand_in)

    def begin(self, name: str) -> RemoteGame:
        """Begin a game of a bot; safe to call from any thread.

        Raises:
            ValueError: the bot is not connected, or has no free seat.
        """
        player = self._free_player(name)
        id_ = f"{self.home}{_ID_SEPARATOR}{new_id()}" if self.home else new_id()
        game = self._games[id_] = RemoteGame(id_, player, self._forget)
        player.begin(id_, game.close)
        return game

    def _free_player(self, name: str) -> Player:
        local = self._players.get(name)
        if self.elsewhere is not None and not (local is not None and local.is_free):
            found = self.elsewhere.player(name)
        else:
            found = local if local is not None and local.has_room else None
        if found is None:
            raise ValueError(
                f"the bot {name} is not connected, or plays in as many seats as it can"
            )
        return found

    def _forget(self, game: RemoteGame) -> None:
        """Remove a finished game, after its bot has had time to read the end."""
        game.player.end(game.id)
        forget = partial(self._games.pop, game.id, None)
        loop = game.player.loop
        loop.call_soon_threadsafe(loop.call_later, self._patience, forget)

    def _drop_absent(self, player: LocalPlayer, absence: int) -> None:
        """Drop a bot that has not reconnected since this absence."""
        if not player.is_connected and player.absences == absence:
            self._drop(player)

    def _drop(self, player: LocalPlayer) -> None:
        if self._players.get(player.name) is player:
            del self._players[player.name]
        player.close()

    def disconnect(self, owner: str | None = None) -> None:
        """Close all streams and games, of one person's bot or of all bots."""
        for player in self.local_players:
            if owner in (None, player.owner):
                self._drop(player)
        for game in tuple(self._games.values()):
            if owner in (None, game.player.owner):
                game.close()
