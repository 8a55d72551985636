"""A child process of low priority, with messages in both directions.

The child reads messages from its standard input and exits at its end, so none is left running when
the parent is killed.
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
"""The lowest priority."""

_LENGTH: Final = 4
"""Bytes of the length prefix of a message."""

Messages: TypeAlias = SimpleQueue[bytes]
Send: TypeAlias = Callable[[bytes], None]


class Child:
    """A process that starts when the first message is sent to it.

    Args:
        module: the module to run; it calls `be_child`.
        niceness: the niceness of the process; see `nice`.
        quiet: whether to discard the process's standard error, which would disturb a screen.
    """

    def __init__(self, module: str, niceness: int = NICENESS, *, quiet: bool = False) -> None:
        self._program = (sys.executable, "-m", module, str(niceness))
        self._quiet = quiet
        self._process: Process | None = None

    async def send(self, message: bytes) -> None:
        """Send a message, and start the process if need be.

        Raises:
            OSError: the process has ended.
        """
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._program, stdin=PIPE, stdout=PIPE, stderr=DEVNULL if self._quiet else None
            )
        assert self._process.stdin is not None
        self._process.stdin.write(_framed(message))
        await self._process.stdin.drain()

    async def receive(self) -> bytes:
        """Receive the next message.

        Raises:
            EOFError: the process has ended.
        """
        assert self._process is not None and self._process.stdout is not None
        length = int.from_bytes(await self._process.stdout.readexactly(_LENGTH))
        return await self._process.stdout.readexactly(length)

    async def close(self) -> None:
        """Kill the process; the next message starts another one."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()  # reads what is left, which closes the pipe


def be_child(work: Callable[[Messages, Send], None]) -> None:
    """Run as the process that a `Child` has started.

    Args:
        work: reads messages in an endless loop, and sends its results with the second argument.
    """
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    # Redirect stray output to standard error, so that it does not corrupt the messages.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def send(message: bytes) -> None:
        out.write(_framed(message))
        out.flush()

    messages: Messages = SimpleQueue()
    Thread(target=_take, args=(messages,), daemon=True).start()
    try:
        work(messages, send)
    except BrokenPipeError:
        os._exit(0)


def _take(messages: Messages) -> None:
    """Queue messages until standard input is closed, then exit the process at once."""
    source = sys.stdin.buffer
    while len(head := source.read(_LENGTH)) == _LENGTH:
        messages.put(source.read(int.from_bytes(head)))
    os._exit(0)


def _framed(message: bytes) -> bytes:
    return len(message).to_bytes(_LENGTH) + message
