"""Intake of connections: bytes are read in small pieces, each charged to an address."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from shengji.server.site import limits
from shengji.server.site.limits import MemoryBudget, WorkBudget

PIECE_SIZE: Final = 1024
"""Maximum number of bytes of a piece.

Frames and requests are counted after each piece, which holds at most 170 empty frames, or 57
pipelined requests.
"""

CONNECTION_SIZE: Final = 16_384
"""Bytes of memory charged for a connection before anything is read."""


class Reader(Protocol):
    """A protocol that reads from a connection."""

    @property
    def address(self) -> str:
        """The address that is charged; empty: none."""

    @property
    def is_ready(self) -> bool:
        """Whether more may be read now; on a change, the reader calls `PacedTransport.go_on`."""

    def read(self, piece: bytes) -> None:
        """Read a piece."""


@dataclass(slots=True, eq=False)
class Budgets:
    """Budgets of addresses: working time and memory of the server.

    Attributes:
        clock: returns the CPU seconds of this thread.
    """

    work: WorkBudget
    memory: MemoryBudget
    clock: Callable[[], float] = time.thread_time


class PacedTransport:
    """A transport that is read in small pieces.

    The network is not read while a piece waits: for its turn among all connections, for the reader,
    or until the charged address has working time again. A connection is aborted when its address
    would hold too many bytes in memory.

    Args:
        budgets: budgets of the charged address.
    """

    def __init__(self, transport: asyncio.Transport, reader: Reader, budgets: Budgets) -> None:
        self._transport = transport
        self._reader = reader
        self._budgets = budgets
        self._waiting = bytearray()
        self._is_paused = False
        self._is_reading = True
        self._is_over = False
        self._next: asyncio.Handle | None = None
        self._holder = ""
        self._held = 0
        self._hold(CONNECTION_SIZE)

    def __getattr__(self, name: str) -> Any:
        """Delegate everything else to the transport."""
        return getattr(self._transport, name)

    def serve(self, reader: Reader) -> None:
        """Switch to another reader."""
        self._reader = reader
        self._waiting.clear()
        self._is_paused = False
        self.release()

    def take(self, data: bytes) -> None:
        """Queue received bytes, and read the first piece."""
        if not self._is_over:
            self._hold(len(data))
            self._waiting += data
        if self._next is None:
            self._step()

    def go_on(self) -> None:
        """Schedule the next piece, if one is queued."""
        if self._next is None:
            self._next = asyncio.get_running_loop().call_soon(self._step)

    def pause_reading(self) -> None:
        """Stop reading until `resume_reading`."""
        self._is_paused = True
        self._set_reading()

    def resume_reading(self) -> None:
        """Resume reading."""
        self._is_paused = False
        self.go_on()

    def release(self) -> None:
        """Release the memory of bytes that have been read."""
        if not self._is_over:
            self._give_back()
            self._hold(CONNECTION_SIZE + len(self._waiting))

    def end(self) -> None:
        """Release all memory after the connection is lost."""
        self._is_over = True
        self._waiting.clear()
        self._give_back()
        if self._next is not None:
            self._next.cancel()

    def _step(self) -> None:
        """Read the next piece, unless it has to wait."""
        self._next = None
        if self._transport.is_closing():
            self._waiting.clear()
            return
        if self._waiting and not self._is_paused and self._reader.is_ready:
            if wait := self._budgets.work.wait(self._reader.address):
                loop = asyncio.get_running_loop()
                self._next = loop.call_later(min(wait, limits.PATIENCE), self._step)
            else:
                self._read_piece()
                if self._waiting:
                    self.go_on()
        self._set_reading()

    def _read_piece(self) -> None:
        piece = bytes(self._waiting[:PIECE_SIZE])
        del self._waiting[:PIECE_SIZE]
        began = self._budgets.clock()
        self._reader.read(piece)
        self._budgets.work.charge(self._budgets.clock() - began, self._reader.address)

    def _set_reading(self) -> None:
        is_reading = not (self._waiting or self._is_paused)
        if is_reading != self._is_reading and not self._transport.is_closing():
            self._is_reading = is_reading
            if is_reading:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def _hold(self, size: int) -> None:
        """Charge bytes of memory to the address; abort the connection if they are too many."""
        address = self._reader.address
        if address != self._holder:
            self._give_back()
            self._holder = address
        if self._budgets.memory.take(address, size):
            self._held += size
        else:
            self._transport.abort()

    def _give_back(self) -> None:
        self._budgets.memory.give_back(self._holder, self._held)
        self._held = 0
