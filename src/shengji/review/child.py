"""A process of our own beside this one, of a low priority, and the messages that go both ways.

The child reads messages from its standard input and ends with it: nothing is left running when
whoever started it is killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeAlias

NICENESS: Final = 19
"""The lowest priority that there is."""

_LENGTH: Final = 4
"""A message is preceded by how many bytes it has, in so many bytes."""

Messages: TypeAlias = SimpleQueue[bytes]
Tell: TypeAlias = Callable[[bytes], None]


class Child:
    """A process that is started when the first message is sent to it.

    Args:
        module: runs in it; its `main` calls `be_child`.
        niceness: by how much it comes after others; see `nice`.
        quiet: whether what it writes to its standard error is dropped, where a screen would be
            spoilt by it.
    """

    def __init__(self, module: str, niceness: int = NICENESS, *, quiet: bool = False) -> None:
        self._program = (sys.executable, "-m", module, str(niceness))
        self._quiet = quiet
        self._process: Process | None = None

    async def send(self, message: bytes) -> None:
        """Send it a message.

        Raises:
            OSError: it has ended.
        """
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._program, stdin=PIPE, stdout=PIPE, stderr=DEVNULL if self._quiet else None
            )
        assert self._process.stdin is not None
        self._process.stdin.write(_framed(message))
        await self._process.stdin.drain()

    async def receive(self) -> bytes:
        """The next message from it.

        Raises:
            EOFError: it has ended.
        """
        assert self._process is not None and self._process.stdout is not None
        length = int.from_bytes(await self._process.stdout.readexactly(_LENGTH))
        return await self._process.stdout.readexactly(length)

    async def close(self) -> None:
        """End it, whatever it does; the next message starts another one."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


def be_child(work: Callable[[Messages, Tell], None]) -> None:
    """Be the process that a `Child` has started.

    Args:
        work: takes one message after the other, for good, and tells what comes of it.
    """
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it is asked to end, and ends it
    # What is written by chance must not be taken for a message.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def tell(message: bytes) -> None:
        out.write(_framed(message))
        out.flush()

    messages: Messages = SimpleQueue()
    Thread(target=_take, args=(messages,), daemon=True).start()
    try:
        work(messages, tell)
    except BrokenPipeError:
        os._exit(0)


def _take(messages: Messages) -> None:
    """Take messages until nobody can send any more; then this process ends, in whatever it is."""
    source = sys.stdin.buffer
    while len(head := source.read(_LENGTH)) == _LENGTH:
        messages.put(source.read(int.from_bytes(head)))
    os._exit(0)


def _framed(message: bytes) -> bytes:
    return len(message).to_bytes(_LENGTH) + message
