"""Commands and events of a night, by subject.

To add one, write a command and its event in the module of their subject, and add both to the unions
at its end. `tests/nights/test_acts.py` checks the unions.
"""

from __future__ import annotations

from typing import TypeAlias

from shengji.nights.acts import clocks, hands, limits, online, organising, people, seats

ClientCommand: TypeAlias = (
    organising.ClientCommand
    | people.ClientCommand
    | seats.ClientCommand
    | limits.ClientCommand
    | clocks.ClientCommand
    | hands.ClientCommand
    | online.ClientCommand
)
"""Commands that people can give."""

Command: TypeAlias = (
    organising.Command
    | people.Command
    | seats.Command
    | limits.Command
    | clocks.Command
    | hands.Command
    | online.Command
)
"""All commands, including the ones of the server."""

Event: TypeAlias = (
    organising.Event
    | people.Event
    | seats.Event
    | limits.Event
    | clocks.Event
    | hands.Event
    | online.Event
)
"""All events."""
