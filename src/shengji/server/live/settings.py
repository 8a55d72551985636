"""How live tables are run, the same for all of them."""

from __future__ import annotations

import msgspec


class LiveSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a server is set to for its live tables.

    Attributes:
        absent_after: seconds without a connection until a bot covers a person's seat.
        host_after: seconds without a connection until another person becomes the host.
        unload_after: seconds without a listener until a table is put out of memory.
        presence_delay: seconds by which news of who is there are held back, so that a page that is
            loaded again goes unnoticed.
        declare_window: seconds for the last moment to declare, where the table has no clock.
        next_after: seconds after which the next hand starts although somebody has not said `Next`.
        threads: how many bots may think at the same time.
        thinking: seconds after which the stand-in answers for a bot that has not.
        commands: the operator's own bots: by name the command that plays.
    """

    absent_after: float = 20.0
    host_after: float = 120.0
    unload_after: float = 60.0
    presence_delay: float = 0.5
    declare_window: float = 12.0
    next_after: float = 90.0
    threads: int = 2
    thinking: float = 15.0
    commands: dict[str, str] = {}
