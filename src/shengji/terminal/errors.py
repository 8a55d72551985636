"""How a command says why it ends before its end; each error is one clear message."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class UsageError(Exception):
    """Wrong input on the command line or in a file: exit status 2."""


class FailedError(Exception):
    """What was asked for could not be done, and not by a fault of ours: exit status 1."""


class StoppedError(Exception):
    """The person has stopped it from the keyboard: exit status 130."""


@contextmanager
def as_usage(*kinds: type[Exception], doing: str = "") -> Iterator[None]:
    """Turn errors of these kinds, which say what is wrong with the input, into a `UsageError`.

    Of an `OSError` it tells what could not be done: `doing`, such as "cannot read a.toml".
    """
    try:
        yield
    except kinds as error:
        told = f"{doing}: {error.strerror}" if isinstance(error, OSError) else str(error)
        raise UsageError(told) from None
