"""Lines between the parts of a site, which can be hurt: a small proxy of TCP for each of them.

All of them run in one process, which takes orders on standard input, a JSON object a line, and
answers each: `python -m benchmarks.cluster.links`.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Final, Literal, Self, TypeAlias, cast

import msgspec
import uvloop

HOST: Final = "127.0.0.1"

State: TypeAlias = Literal["open", "silent", "deaf", "dumb", "lost", "cut"]
"""The state of a line: nothing is wrong; `silent`: nothing comes through, and what was sent does
when it is open again; `deaf` and `dumb`: the same of what comes to whoever has connected, and of
what they say; `lost`: nothing comes through, and when it is open again all that was connected ends,
as where the network has forgotten it; `cut`: what is connected ends, and nobody can connect."""

_HELD: Final[dict[State, tuple[bool, bool]]] = {
    "silent": (True, True),
    "lost": (True, True),
    "deaf": (False, True),
    "dumb": (True, False),
}
"""The states in which something is held: what those who have connected say, and what they hear."""


class Add(msgspec.Struct, tag_field="order", tag="add"):
    """Make a line: to a port of this machine, or to a socket in its files."""

    target: int | str


class Put(msgspec.Struct, tag_field="order", tag="put"):
    """Put a line, known by its port, into a state, in which all takes so many seconds longer."""

    port: int
    state: State
    delay: float = 0.0


Order: TypeAlias = Add | Put


class _End(asyncio.Protocol):
    """One of the two ends of a connection; what comes in goes out at the other one."""

    transport: asyncio.Transport
    other: _End | None = None
    is_over = False

    def __init__(self, line: _Line, way: int) -> None:
        self._line = line
        self._way = way
        self._waiting: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        if self.other is None:
            self._line.came(self)

    def data_received(self, data: bytes) -> None:
        self._waiting.append(data)
        self.pass_on()

    def pass_on(self) -> None:
        """Pass on what waits, as far as it may."""
        if self.is_held:
            self.transport.pause_reading()
        elif self._line.delay:
            asyncio.get_running_loop().call_later(self._line.delay, self._pass_now)
        else:
            self._pass_now()

    @property
    def is_held(self) -> bool:
        """Whether nothing passes here now."""
        held = _HELD.get(self._line.state, (False, False))[self._way]
        return held or self.other is None

    def _pass_now(self) -> None:
        if self.is_held or self.is_over or self.other is None:
            return
        self.transport.resume_reading()
        if self._waiting:
            self.other.transport.write(b"".join(self._waiting))
            self._waiting.clear()

    def end(self) -> None:
        """End the connection at both ends, as far as there are two."""
        for end in (self, self.other):
            if end is not None and not end.is_over:
                end.is_over = True
                end.transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self.is_over = True
        self._line.went(self)
        if self.other is not None and not self.other.is_over:
            self.other.transport.close()

    def pause_writing(self) -> None:
        if self.other is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None:
            self.other.pass_on()


class _Line:
    """All that goes from one part to another one."""

    def __init__(self, target: int | str) -> None:
        self._target = target
        self._ends: set[_End] = set()
        self._dialing: set[asyncio.Task[None]] = set()
        self.state: State = "open"
        self.delay = 0.0

    async def listen(self) -> int:
        """Let parts connect; the port where they do."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _End(self, 0), HOST, 0)
        port: int = server.sockets[0].getsockname()[1]
        return port

    def came(self, end: _End) -> None:
        """Somebody has connected; where nothing comes through, they wait for the other end."""
        if self.state == "cut":
            end.end()
            return
        self._ends.add(end)
        if self.state == "open":
            self._dial_for(end)

    def went(self, end: _End) -> None:
        """Somebody has gone."""
        self._ends.discard(end)

    def put(self, state: State, delay: float) -> None:
        """Be in a state."""
        is_over = state == "cut" or (self.state == "lost" and state == "open")
        self.state, self.delay = state, delay
        for end in tuple(self._ends):
            if is_over:
                end.end()
            elif end.other is None and state == "open":
                self._dial_for(end)
            else:
                end.pass_on()

    def _dial_for(self, end: _End) -> None:
        task = asyncio.create_task(self._dial(end))
        self._dialing.add(task)
        task.add_done_callback(self._dialing.discard)

    async def _dial(self, end: _End) -> None:
        loop = asyncio.get_running_loop()
        other = _End(self, 1)
        other.other = end
        try:
            if isinstance(self._target, str):
                await loop.create_unix_connection(lambda: other, self._target)
            else:
                await loop.create_connection(lambda: other, HOST, self._target)
        except OSError:
            end.end()
            return
        if end.is_over:
            other.end()
            return
        end.other = other
        self._ends.add(other)
        end.pass_on()


async def _main() -> None:
    lines: dict[int, _Line] = {}
    loop = asyncio.get_running_loop()
    while given := await loop.run_in_executor(None, sys.stdin.buffer.readline):
        order = msgspec.json.decode(given, type=Order)
        if isinstance(order, Add):
            line = _Line(order.target)
            port = await line.listen()
            lines[port] = line
        else:
            port = order.port
            lines[port].put(order.state, order.delay)
        sys.stdout.buffer.write(msgspec.json.encode(port) + b"\n")
        sys.stdout.buffer.flush()


class Links:
    """The process with all lines, while the context lasts."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.cluster.links"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:  # which closes what leads to it
            self._process.kill()

    def add(self, target: int | Path) -> int:
        """Make a line to something that listens; the port where the line begins."""
        return self._order(Add(target if isinstance(target, int) else str(target)))

    def put(self, port: int, state: State, delay: float = 0.0) -> None:
        """Put a line into a state.

        Args:
            port: where it begins.
            state: which.
            delay: seconds that all takes longer which comes through.
        """
        self._order(Put(port, state, delay))

    def _order(self, order: Order) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(order) + b"\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._process.stdout.readline(), type=int)


if __name__ == "__main__":
    uvloop.run(_main())
