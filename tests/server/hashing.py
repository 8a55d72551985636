"""Argon2 as quick as it can be: the passphrases of all tests together are many."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from unittest.mock import patch

from argon2 import PasswordHasher

QUICK: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@contextmanager
def quick_hashes() -> Iterator[None]:
    """Let servers of this process hash like that."""
    with patch("shengji.server.accounts.passphrases.PasswordHasher", lambda: QUICK):
        yield
