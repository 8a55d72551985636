"""Remote bots: bots connected over the network, and the streams of their games."""

from __future__ import annotations

import asyncio
import queue
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


class AnswerStream:
    """Queue of a remote bot's answers, from the event loop to the bot's thread."""

    def __init__(self) -> None:
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._waited = 0

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

    def add(self, line: bytes) -> bool:
        """Add an answer; return `False` if the queue is full."""
        if self._answers.qsize() >= _MAX_UNREAD:
            return False
        self._answers.put(line)
        return True

    def end(self) -> None:
        """Release the thread that waits for an answer."""
        self._answers.put(None)


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
        """Yield what is read, with an empty line as a heartbeat, until `None` is read."""
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


class RemoteGame(AnswerStream):
    """A seat played by a remote bot: the lines to it, and its answers.

    The bot's thread sends lines and receives answers; the event loop streams the lines and adds the
    answers.

    Args:
        id_: the game's id, known only to the bot.
        loop: the event loop of the server.
        on_over: called when the game is over, from any thread.
        forward: receives the answers, if another server's table asks the bot.
    """

    def __init__(
        self,
        id_: str,
        loop: asyncio.AbstractEventLoop,
        on_over: Callable[[RemoteGame], None],
        forward: Callable[[bytes], None] | None = None,
    ) -> None:
        super().__init__()
        self.id = id_
        self._loop = loop
        self._on_over = on_over
        self._forward = forward
        self._lock = Lock()
        self._lines: list[bytes] = []
        self._bytes = 0
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
        self._loop.call_soon_threadsafe(self._readers.wake)

    def close(self) -> None:
        """End the game: no more lines are sent, and waiting for an answer ends."""
        with self._lock:
            if self._over:
                return
            self._over = True
        self.end()
        self._on_over(self)
        self._loop.call_soon_threadsafe(self._readers.wake)

    # Called on the event loop

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._over

    def answer(self, line: bytes) -> bool:
        """Add an answer; return `False` if the queue is full, or the game is over."""
        if self._over or self._forward is None:
            return not self._over and self.add(line)
        self._forward(line)
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


class RemoteBots(Protocol):
    """The bots that are connected to other servers of the site."""

    @property
    def names(self) -> Collection[str]:
        """The bots that are connected to other servers, or were recently."""

    @property
    def free(self) -> Collection[str]:
        """The bots on other servers that can play one more seat."""

    def open(self, name: str) -> Line:
        """Open a line to one of these bots, for one seat; safe to call from any thread.

        Raises:
            ValueError: the bot is not connected there.
        """

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


class RemotePlayer:
    """A connected remote bot, with the seats that it plays.

    Attributes:
        name: its name for seating.
        owner: the public id of its account.
        loop: the event loop of the server.
        max_games: the maximum number of seats that it plays at the same time.
        absences: the number of its disconnections so far.
    """

    def __init__(self, name: str, owner: str) -> None:
        self.name = name
        self.owner = owner
        self.loop = asyncio.get_running_loop()
        self.max_games = 1
        self.absences = 0
        self.games: dict[str, RemoteGame] = {}
        self._readers = _Readers()
        self._ended = False

    @property
    def is_connected(self) -> bool:
        """Whether it reads the stream of its games."""
        return bool(self._readers)

    @property
    def has_room(self) -> bool:
        """Whether it can play one more seat."""
        return sum(not game.is_over for game in tuple(self.games.values())) < self.max_games

    def begin(self, game: RemoteGame) -> None:
        """Add a game; safe to call from any thread."""
        self.games[game.id] = game
        self.loop.call_soon_threadsafe(self._readers.wake)

    def stream_games(self) -> AsyncGenerator[bytes]:
        """Yield its games, current ones first, until it is ended; see `RemoteGame.lines`."""
        known: set[str] = set()

        def read() -> bytes | None:
            new = [game for game in tuple(self.games) if game not in known]
            known.update(new)
            return None if self._ended else b"".join(encode(GameGiven(game)) for game in new)

        return self._readers.stream(read)

    def end(self) -> None:
        """End its stream of games."""
        self._ended = True
        self._readers.wake()


class Remotes:
    """The remote bots by name.

    All methods except `open` and `begin` must be called on the event loop.

    Args:
        patience: seconds of disconnection after which stand-ins take a bot's seats.

    Attributes:
        home: the id of this server, if there are several; it is the prefix of game ids, so that
            other servers can route requests.
        elsewhere: the bots that are connected to other servers; `None` on a single server.
    """

    def __init__(self, patience: float = 30.0) -> None:
        self._patience = patience
        self._players: dict[str, RemotePlayer] = {}
        self.home = ""
        self.elsewhere: RemoteBots | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The bots that are connected to the site, or were recently."""
        far = () if self.elsewhere is None else self.elsewhere.names
        return (*self._players, *(name for name in far if name not in self._players))

    @property
    def free(self) -> tuple[str, ...]:
        """The bots that can play one more seat."""
        here = self.local_free
        far = () if self.elsewhere is None else self.elsewhere.free
        return (*here, *(name for name in far if name not in here))

    @property
    def local_names(self) -> tuple[str, ...]:
        """The bots that are connected to this server, or were recently."""
        return tuple(self._players)

    @property
    def local_free(self) -> tuple[str, ...]:
        """The bots connected to this server that can play one more seat."""
        players = self._players.items()
        return tuple(name for name, at in players if at.is_connected and at.has_room)

    def register(self, owner: str, name: str) -> RemotePlayer | None:
        """Return a person's bot, added if needed; `None`: the name belongs to another bot."""
        player = self._players.setdefault(f"{MARK}{name}", RemotePlayer(f"{MARK}{name}", owner))
        return player if player.owner == owner else None

    def game(self, owner: str, game: str) -> RemoteGame | None:
        """Return a game of a person's bot; `None`: there is no such game.

        Raises:
            ElsewhereError: another server has it.
        """
        players = (player for player in self._players.values() if player.owner == owner)
        found = next((p.games[game] for p in players if game in p.games), None)
        home = game.partition(_ID_SEPARATOR)[0]
        if found is None and self.elsewhere is not None and self.elsewhere.has(home):
            raise ElsewhereError(home)
        return found

    async def stream_games(self, player: RemotePlayer, max_games: int) -> AsyncGenerator[bytes]:
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
                away = partial(self._drop_absent, player, player.absences)
                player.loop.call_later(self._patience, away)

    def open(
        self, name: str, rules: Rules, seat: int, seed: int, limits: Limits, stand_in: StandIn
    ) -> RemoteBot:
        """Create a bot for a seat; safe to call from any thread.

        Raises:
            ValueError: the bot is not connected, or has no free seat.
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
        forward: Callable[[bytes], None] | None = None,
        on_over: Callable[[], None] = lambda: None,
    ) -> RemoteGame:
        """Begin a game of a bot connected here; safe to call from any thread.

        Args:
            name: the bot.
            forward: receives its answers, if another server's table asks it.
            on_over: called when the game is over, from any thread.

        Raises:
            ValueError: the bot is not connected, or has no free seat.
        """
        player = self._players.get(name)
        if player is None or not player.has_room:
            raise ValueError(
                f"the bot {name} is not connected, or plays in as many seats as it can"
            )
        id_ = f"{self.home}{_ID_SEPARATOR}{new_id()}" if self.home else new_id()
        game = RemoteGame(id_, player.loop, partial(self._end_game, player, on_over), forward)
        player.begin(game)
        return game

    def _end_game(
        self, player: RemotePlayer, on_over: Callable[[], None], game: RemoteGame
    ) -> None:
        """Remove a finished game, after its bot has had time to read the end."""
        on_over()
        forget = partial(player.games.pop, game.id, None)
        player.loop.call_soon_threadsafe(player.loop.call_later, self._patience, forget)

    def _drop_absent(self, player: RemotePlayer, absence: int) -> None:
        """Drop a bot that has not reconnected since this absence."""
        if not player.is_connected and player.absences == absence:
            self._drop(player)

    def _drop(self, player: RemotePlayer) -> None:
        """Remove a bot, and end its games, so that stand-ins take its seats."""
        if self._players.get(player.name) is player:
            del self._players[player.name]
            for game in tuple(player.games.values()):
                game.close()

    def disconnect(self, owner: str | None = None) -> None:
        """Close all streams and games, of one person's bot or of all bots."""
        for player in tuple(self._players.values()):
            if owner in (None, player.owner):
                player.end()
                self._drop(player)
