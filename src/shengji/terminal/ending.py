"""Long runs that do not come to their end: how far they came is told, and how to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from shengji.terminal.errors import FailedError, StoppedError


@contextmanager
def told_when_ended(so_far: Callable[[], str]) -> Iterator[None]:
    """While something long is done that the person may stop, and whose processes may end.

    Args:
        so_far: says how far it has come, and perhaps how to go on.

    Raises:
        StoppedError: when it is stopped from the keyboard.
        FailedError: when one of the processes that do it has ended.
    """
    from shengji.arena.spread import HelperEndedError

    try:
        yield
    except KeyboardInterrupt:
        raise StoppedError(f"stopped; {so_far()}") from None
    except HelperEndedError as error:
        raise FailedError(f"{error}\n{so_far()}") from None
