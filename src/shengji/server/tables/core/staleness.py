"""Optimistic concurrency: rejects actions based on a stale version."""

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
    # A drawn card changes no declaration; a disclosed deck changes nothing.
    CardDrawn: (),
    DeckShown: (),
    # The claiming seat still has to play, or further events play the hand out.
    RestClaimed: (),
}
"""Topics changed by events of the game; all other events change the pending decision."""


class ChangeVersions:
    """The version of the last change of each topic (`last`)."""

    def __init__(self, last: Mapping[Topic, int] = MappingProxyType({})) -> None:
        self.last: dict[Topic, int] = dict(last)

    def note(self, body: Body, version: int) -> None:
        """Record the changes of an entry with this version."""
        if isinstance(body, TableEntry):
            topics = body.changes
        else:
            topics = _CHANGED.get(type(body), ("decision",))
        self.last |= dict.fromkeys(topics, version)

    @property
    def since(self) -> int:
        """The version at which the pending decision began."""
        return self.last.get("decision", 0)

    def is_late(self, action: actions.Action, seen: int) -> bool:
        """Return whether a topic of an action has changed since a version.

        >>> from shengji.server.tables.core import entries
        >>> changes = ChangeVersions()
        >>> changes.note(entries.SeatCleared(1), 5)
        >>> changes.is_late(actions.SwapSeats(1, 2), 4), changes.is_late(actions.SwapSeats(1, 2), 5)
        (True, False)
        """
        return any(self.last.get(topic, 0) > seen for topic in action.terms.answers)
