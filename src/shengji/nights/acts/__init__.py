"""Acts of a night by subject: commands, what each leads to, and the events that change the night.

A new act is a command and its event in the file of its subject, and stands in the unions at the end
of it. `tests/nights/test_acts.py` asks that none is forgotten there.
"""

from __future__ import annotations

from typing import TypeAlias

from shengji.nights.acts import clocks, hands, online, organising, people, seats

Asked: TypeAlias = (
    organising.Asked | people.Asked | seats.Asked | clocks.Asked | hands.Asked | online.Asked
)
"""The commands that people can give."""

Command: TypeAlias = (
    organising.Command
    | people.Command
    | seats.Command
    | clocks.Command
    | hands.Command
    | online.Command
)
"""All commands, those among them that the server alone gives."""

Event: TypeAlias = (
    organising.Event | people.Event | seats.Event | clocks.Event | hands.Event | online.Event
)
"""All events."""
