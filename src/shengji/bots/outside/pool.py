"""Idle processes that have played a match, kept for another one.

Starting a program can take seconds. A process with `Ready.reuse` is therefore kept after its match,
for the next bot with the same command.
"""

from __future__ import annotations

from threading import Lock

from shengji.bots.outside.channel import Channel

_MOST = 16
"""Maximum number of idle processes; beyond it the oldest is ended."""

_lock = Lock()
_idle: list[Channel] = []


def take(program: tuple[str, ...]) -> Channel | None:
    """Take an idle process of this program, or `None`."""
    with _lock:
        found = next((idle for idle in reversed(_idle) if idle.program == program), None)
        if found is None:
            return None
        _idle.remove(found)
    if found.is_quiet:
        found.begin_again()
        return found
    found.close()
    return take(program)


def give(channel: Channel) -> None:
    """Keep a process for another match."""
    with _lock:
        _idle.append(channel)
        surplus = _idle.pop(0) if len(_idle) > _MOST else None
    if surplus is not None:
        surplus.close()


def end_idle() -> None:
    """End all idle processes."""
    with _lock:
        ended, _idle[:] = list(_idle), []
    for channel in ended:
        channel.close()
