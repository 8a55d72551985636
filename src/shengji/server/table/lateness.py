"""Which actions come too late: those that answer to a table that has changed in what they touch."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from shengji.game import CardDrawn, HandStarted, MatchEnded, Shown
from shengji.server.table.entries import (
    Body,
    BotSat,
    HostMade,
    MatchBegan,
    RulesSet,
    Sat,
    SeatCleared,
    SeatsSwapped,
    SettingsSet,
    Stood,
    TableEntry,
)
from shengji.server.wire import (
    Action,
    AnswerRedealAction,
    BidLandAction,
    BuryAction,
    CallFriendsAction,
    ClearSeat,
    Declare,
    MakeHost,
    Next,
    NoMore,
    PlayAction,
    Ready,
    SeatBot,
    SetRules,
    SetSettings,
    Start,
    SwapSeats,
)

Topic = Literal["seats", "host", "rules", "settings", "match", "shown", "decision"]

_CHANGED: dict[type[Body], tuple[Topic, ...]] = {
    Sat: ("seats",),
    Stood: ("seats",),
    BotSat: ("seats",),
    SeatCleared: ("seats",),
    SeatsSwapped: ("seats",),
    HostMade: ("host",),
    RulesSet: ("rules", "decision"),
    SettingsSet: ("settings",),
    MatchBegan: ("match", "decision"),
    MatchEnded: ("match", "decision"),
    HandStarted: ("shown", "decision"),
    Shown: ("shown", "decision"),
    # A card that is drawn leaves what has been declared as it is.
    CardDrawn: (),
}
"""What an entry changes; every other event of the game changes which decision is waited for."""

_MATTERS: dict[type[Action], tuple[Topic, ...]] = {
    Declare: ("shown",),
    NoMore: ("shown",),
    AnswerRedealAction: ("decision",),
    BuryAction: ("decision",),
    BidLandAction: ("decision",),
    CallFriendsAction: ("decision",),
    PlayAction: ("decision",),
    Next: ("decision",),
    Ready: ("rules", "match"),
    Start: ("seats", "rules", "match"),
    SetRules: ("rules", "match"),
    SetSettings: ("settings",),
    SeatBot: ("seats", "match"),
    ClearSeat: ("seats", "match"),
    SwapSeats: ("seats", "match"),
    MakeHost: ("host",),
}
"""What an action answers to; whatever is not here is never late."""


class Changes:
    """When what was last changed, by the version of the table: `last`, which starts as given."""

    def __init__(self, last: Mapping[Topic, int] = MappingProxyType({})) -> None:
        self.last: dict[Topic, int] = dict(last)

    def note(self, body: Body, version: int) -> None:
        """An entry has made this version."""
        others: tuple[Topic, ...] = () if isinstance(body, TableEntry) else ("decision",)
        for topic in _CHANGED.get(type(body), others):
            self.last[topic] = version

    @property
    def since(self) -> int:
        """The version at which the wait for the decision began."""
        return self.last.get("decision", 0)

    def is_late(self, action: Action, seen: int) -> bool:
        """Whether something that matters to an action has changed since this version.

        >>> changes = Changes()
        >>> changes.note(SeatCleared(1), 5)
        >>> changes.is_late(SwapSeats(1, 2), 4), changes.is_late(SwapSeats(1, 2), 5)
        (True, False)
        """
        return any(self.last.get(topic, 0) > seen for topic in _MATTERS.get(type(action), ()))
