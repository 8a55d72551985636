"""Passphrases: which are good enough, what is kept of them, and whether one is right."""

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
"""Characters of a passphrase, at least and at most; what they are is everybody's own affair."""

_THREADS: Final = 2
"""Each takes 64 MiB and a tenth of a second, by the defaults of the library (RFC 9106)."""

_WAITING: Final = 64
"""How many may wait for them; who comes then is told to come again."""


T = TypeVar("T")


class BusyError(Exception):
    """So many passphrases are being looked at that no more are taken just now."""


class PassphraseCheck(NamedTuple):
    """The outcome of a look at a passphrase.

    Attributes:
        right: whether it is the one.
        kept: what is to be kept of it from now on, where that was made with other parameters.
    """

    right: bool
    kept: str | None = None


def read_passphrase(text: str, name: str = "") -> str | None:
    """A passphrase as it is compared, or `None` when it is not good enough.

    It goes by the profile `OpaqueString` (RFC 8265 §4.2), so that the same characters are the same
    from whichever keyboard. Refused is what is too short, what everybody tries first, and the
    name or one character again and again (NIST SP 800-63B §5.1.1.2).

    Args:
        text: as it was typed.
        name: of the account.

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
    """A passphrase as it is compared; empty when it cannot be one."""
    try:
        found: str = get_profile("OpaqueString").enforce(text)
    except UnicodeError:  # which is how the library says so
        return ""
    return found


@cache
def _common() -> frozenset[str]:
    return frozenset(read_list("common"))


class Passphrases:
    """Hashes passphrases, in threads of its own, since that takes long.

    Args:
        hasher: how; the defaults of the library are argon2id as RFC 9106 asks for.
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="passphrase")
        self._busy = 0
        self._nobodys: str | None = None

    async def hash(self, passphrase: str) -> str:
        """The text that is kept of a passphrase.

        Raises:
            BusyError: too many wait.
        """
        return await self._run(partial(self._hasher.hash, passphrase))

    async def check(self, passphrase: str, kept: str | None) -> PassphraseCheck:
        """Whether this is the passphrase of which something is kept.

        Where nothing is, it takes as long, and it is wrong.

        Raises:
            BusyError: too many wait.
        """
        return await self._run(partial(self._check, passphrase, kept))

    def close(self) -> None:
        """Let the threads end."""
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
