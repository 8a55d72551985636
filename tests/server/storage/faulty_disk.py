"""A disk that fails: a layer below SQLite, of which any write or any sync can be made to fail.

SQLite reaches its files through a table of functions, its VFS. Here it is the usual one, but for
the functions that write and sync each file that is opened.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import POINTER, c_int, c_int64, c_void_p
from typing import Any, Final, Literal

Kind = Literal["write", "sync"]

FULL: Final = 13
"""`SQLITE_FULL`: there is no room for what is to be written (ENOSPC)."""
NOT_SYNCED: Final = 10 | 4 << 8
"""`SQLITE_IOERR_FSYNC`."""

_WRITE, _SYNC = 3, 5
_METHODS: Final = c_void_p * 19
"""`sqlite3_io_methods`, where a pointer has 8 bytes; its functions are at these places."""
_OPEN: Final = 5
_VFS: Final = c_void_p * 21
"""`sqlite3_vfs`."""
_Write = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Sync = ctypes.CFUNCTYPE(c_int, c_void_p, c_int)
_Open = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)


class FaultyDisk:
    """The disk of all databases that this process opens while it is in place."""

    def __init__(self) -> None:
        self._fails: Kind | None = None
        self._code = self._left = 0
        self._methods: dict[int, Any] = {}
        self._kept: list[Any] = []

    def fail(self, kind: Kind, code: int, after: int) -> None:
        """Let operations of a kind fail with an error, once so many have succeeded."""
        self._fails, self._code, self._left = kind, code, after

    def mend(self) -> None:
        self._fails = None

    def _now(self, kind: Kind) -> bool:
        """Whether an operation fails."""
        if self._fails == kind:
            self._left -= 1
        return self._fails == kind and self._left < 0

    def opened(self, file: int) -> None:
        """Replace the functions of an open file."""
        methods = ctypes.cast(file, POINTER(c_void_p))
        usual = methods[0] or 0
        if usual not in self._methods:
            own = _METHODS.from_buffer_copy(_METHODS.from_address(usual))
            write, sync = _Write(own[_WRITE] or 0), _Sync(own[_SYNC] or 0)
            ours = (
                _Write(lambda *given: self._code if self._now("write") else write(*given)),
                _Sync(lambda *given: self._code if self._now("sync") else sync(*given)),
            )
            own[_WRITE], own[_SYNC] = (ctypes.cast(one, c_void_p).value for one in ours)
            self._methods[usual], self._kept = own, [*self._kept, *ours]
        methods[0] = ctypes.addressof(self._methods[usual])


@contextmanager
def faulty_disk() -> Iterator[FaultyDisk]:
    """Put such a disk below all databases that are opened meanwhile; they must be closed in it."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = c_void_p
    disk, ours = (
        FaultyDisk(),
        _VFS.from_buffer_copy(_VFS.from_address(library.sqlite3_vfs_find(None))),
    )
    usual = _Open(ours[_OPEN] or 0)

    def opening(vfs: int, name: int, file: int, *given: int) -> int:
        code: int = usual(vfs, name, file, *given)
        if code == sqlite3.SQLITE_OK:
            disk.opened(file)
        return code

    opens = _Open(opening)
    ours[_OPEN] = ctypes.cast(opens, c_void_p).value
    library.sqlite3_vfs_register(ctypes.byref(ours), 1)
    try:
        yield disk
    finally:
        library.sqlite3_vfs_unregister(ctypes.byref(ours))
