"""Lateness of actions: those that answer to a table that has changed in what they touch."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from shengji.game import CardDrawn, DeckShown, Event, HandStarted, MatchEnded, RestClaimed, Shown
from shengji.server.tables import actions
from shengji.server.tables.actions import Topic
from shengji.server.tables.core.entries import Body, TableEntry

_CHANGED: Final[dict[type[Event], tuple[Topic, ...]]] = {
    MatchEnded: ("match", "decision"),
    HandStarted: ("shown", "decision"),
    Shown: ("shown", "decision"),
    # A card that is drawn leaves what has been declared as it is, a deck that is shown everything.
    CardDrawn: (),
    DeckShown: (),
    # Who claimed still has to play, or all is played out by further events.
    RestClaimed: (),
}
"""The parts that events of the game change; every other changes which decision is waited for."""


class ChangeVersions:
    """When what was last changed, by the version of the table: `last`, which starts as given."""

    def __init__(self, last: Mapping[Topic, int] = MappingProxyType({})) -> None:
        self.last: dict[Topic, int] = dict(last)

    def note(self, body: Body, version: int) -> None:
        """An entry has made this version."""
        if isinstance(body, TableEntry):
            topics = body.changes
        else:
            topics = _CHANGED.get(type(body), ("decision",))
        self.last |= dict.fromkeys(topics, version)

    @property
    def since(self) -> int:
        """The version at which the wait for the decision began."""
        return self.last.get("decision", 0)

    def is_late(self, action: actions.Action, seen: int) -> bool:
        """Whether something that matters to an action has changed since this version.

        >>> from shengji.server.tables.core import entries
        >>> changes = Changes()
        >>> changes.note(entries.SeatCleared(1), 5)
        >>> changes.is_late(actions.SwapSeats(1, 2), 4), changes.is_late(actions.SwapSeats(1, 2), 5)
        (True, False)
        """
        return any(self.last.get(topic, 0) > seen for topic in action.terms.answers)
