"""Which actions come too late: those that answer to a table that has changed in what they touch."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from shengji.game import CardDrawn, DeckShown, HandStarted, MatchEnded, RestClaimed, Shown
from shengji.server.tables import wire
from shengji.server.tables.core import entries
from shengji.server.tables.core.entries import Body, TableEntry

Topic = Literal["seats", "host", "rules", "settings", "match", "shown", "decision", "proposal"]

_CHANGED: dict[type[Body], tuple[Topic, ...]] = {
    entries.Sat: ("seats",),
    entries.Stood: ("seats",),
    entries.BotSat: ("seats",),
    entries.SeatCleared: ("seats",),
    entries.Removed: ("seats",),
    entries.SeatsSwapped: ("seats",),
    entries.HostMade: ("host",),
    entries.RulesSet: ("rules", "decision"),
    entries.RulesPlanned: ("rules",),
    entries.Proposed: ("proposal",),
    entries.TakenBack: ("decision",),
    entries.SettingsSet: ("settings",),
    entries.MatchBegan: ("match", "decision"),
    MatchEnded: ("match", "decision"),
    HandStarted: ("shown", "decision"),
    Shown: ("shown", "decision"),
    # A card that is drawn leaves what has been declared as it is, a deck that is shown everything.
    CardDrawn: (),
    DeckShown: (),
    # Who claimed still has to play, or all is played out by further events.
    RestClaimed: (),
}
"""What an entry changes; every other event of the game changes which decision is waited for."""

_MATTERS: dict[type[wire.Action], tuple[Topic, ...]] = {
    wire.Declare: ("shown",),
    wire.NoMore: ("shown",),
    wire.AnswerRedealAction: ("decision",),
    wire.BuryAction: ("decision",),
    wire.BidLandAction: ("decision",),
    wire.CallFriendsAction: ("decision",),
    wire.PlayAction: ("decision",),
    wire.Next: ("decision",),
    wire.Answer: ("proposal",),
    wire.Ready: ("rules", "match"),
    wire.Start: ("seats", "rules", "match"),
    wire.SetRules: ("rules", "match"),
    wire.SetSettings: ("settings",),
    wire.SeatBot: ("seats", "match"),
    wire.ClearSeat: ("seats", "match"),
    wire.PlayFor: ("seats", "match"),
    wire.SwapSeats: ("seats", "match"),
    wire.MakeHost: ("host",),
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

    def is_late(self, action: wire.Action, seen: int) -> bool:
        """Whether something that matters to an action has changed since this version.

        >>> changes = Changes()
        >>> changes.note(entries.SeatCleared(1), 5)
        >>> changes.is_late(wire.SwapSeats(1, 2), 4), changes.is_late(wire.SwapSeats(1, 2), 5)
        (True, False)
        """
        return any(self.last.get(topic, 0) > seen for topic in _MATTERS.get(type(action), ()))
