"""Passphrases: requirements, hashing and verification."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Final, NamedTuple, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from precis_i18n import get_profile

from shengji.server.accounts.lists import read_list
from shengji.server.accounts.names import skeletons

SHORTEST: Final = 10
LONGEST: Final = 200
"""Minimum and maximum number of characters of a passphrase, of any kind."""

_THREADS: Final = 2
"""Number of hashing threads.

A hash takes 64 MiB and a tenth of a second (argon2's defaults, RFC 9106).
"""

_WAITING: Final = 64
"""Maximum number of queued passphrases; more are refused."""


T = TypeVar("T")


class BusyError(Exception):
    """The queue of passphrases is full."""


class PassphraseCheck(NamedTuple):
    """Result of the verification of a passphrase.

    Attributes:
        kept: a new hash to store, if the old one has outdated parameters; else `None`.
    """

    right: bool
    kept: str | None = None


def read_passphrase(text: str, name: str = "") -> str | None:
    """Normalize a new passphrase; return `None` if it is too weak.

    The profile `OpaqueString` (RFC 8265 §4.2) makes the same characters equal on all keyboards.
    Refused are passphrases that are too short or common, that repeat one character, or that consist
    of the name (NIST SP 800-63B §5.1.1.2).

    Args:
        text: the passphrase as typed.
        name: the name of the account.

    >>> read_passphrase("correct horse"), read_passphrase("武松打虎在景阳冈上")
    ('correct horse', None)
    >>> read_passphrase("1234567890"), read_passphrase("aaaaaaaaaaaa"), read_passphrase("short")
    (None, None, None)
    """
    found = plain(text)
    if not SHORTEST <= len(found) <= LONGEST:
        return None
    bare = "".join(found.lower().split())
    common = bare in _common() or len(set(bare)) < 3
    own = bool(name) and skeletons(bare)[0].replace(skeletons("".join(name.split()))[0], "") == ""
    return None if common or own else found


def plain(text: str) -> str:
    """Normalize a passphrase for comparison; empty: it is invalid."""
    try:
        found: str = get_profile("OpaqueString").enforce(text)
    except UnicodeError:  # the library's error for an invalid text
        return ""
    return found


@cache
def _common() -> frozenset[str]:
    return frozenset(read_list("common"))


class Passphrases:
    """Hashes passphrases in its own threads, since hashing is slow.

    Args:
        hasher: the hasher; by default argon2id with the parameters of RFC 9106.
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="passphrase")
        self._busy = 0
        self._nobodys: str | None = None

    async def hash(self, passphrase: str) -> str:
        """Hash a passphrase.

        Raises:
            BusyError: the queue is full.
        """
        return await self._run(partial(self._hasher.hash, passphrase))

    async def check(self, passphrase: str, kept: str | None) -> PassphraseCheck:
        """Verify a passphrase against a hash.

        Without a hash, the verification takes equally long and fails.

        Raises:
            BusyError: the queue is full.
        """
        return await self._run(partial(self._check, passphrase, kept))

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: partial[T]) -> T:
        if self._busy >= _WAITING:
            raise BusyError
        self._busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._busy -= 1

    def _check(self, passphrase: str, kept: str | None) -> PassphraseCheck:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash(secrets.token_urlsafe())
        try:
            self._hasher.verify(kept or self._nobodys, passphrase)
        except VerificationError:
            return PassphraseCheck(False)
        if kept is None:
            return PassphraseCheck(False)
        old = self._hasher.check_needs_rehash(kept)
        return PassphraseCheck(True, self._hasher.hash(passphrase) if old else None)
