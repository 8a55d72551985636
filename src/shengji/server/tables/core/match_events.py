"""The events of a match as far as they have been told, kept for viewers and bots."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from shengji.game import Event, HandAccount, HandEnded, HandStarted, Match, Standing
from shengji.server.tables.core.masks import Viewer, masked, masked_account
from shengji.server.tables.state import MatchStart, Numbered


class MatchEvents:
    """How the hands of a match ended, and all that has happened in the last one.

    Args:
        results: how the hands ended that are over.

    Attributes:
        results: likewise, with those that have ended since.
        standings: how far each seat had come before the hand under way.
        told: the events of that hand, which nobody has masked yet, each with its version.
        taken_back: the version with which something of the hand was taken back, or 0.
    """

    def __init__(self, results: Iterable[HandAccount] = ()) -> None:
        self.results = list(results)
        self.standings: tuple[Standing, ...] = ()
        self.told: list[Numbered] = []
        self.taken_back = 0
        self._start: MatchStart | None = None

    def note(self, event: Event, match: Match, version: int) -> None:
        """Note an event that the match has applied, and that has made this version."""
        if isinstance(event, HandStarted):
            self.told = []
            self.taken_back = 0
            self.standings = tuple(match.standings)  # They change when the hand ends.
            self._start = MatchStart(
                levels=tuple(at.level for at in self.standings),
                laps=tuple(at.lap for at in self.standings),
                hands=event.hand - 1,
                deals=match.deals - 1,
                results=tuple(self.results),
            )
        elif isinstance(event, HandEnded):
            assert match.account is not None, "it says how the hand ended"
            self.results.append(match.account)
        self.told.append(Numbered(version, event))

    def take_back(self, to: int, version: int) -> None:
        """Forget what has happened after a version; it is this version that says so."""
        self.told = [at for at in self.told if at.version <= to]
        self.taken_back = version

    def start(self, viewer: Viewer) -> MatchStart | None:
        """Where the match stood before the hand under way; `None` before its first one."""
        if self._start is None:
            return None
        results = tuple(masked_account(account, viewer) for account in self._start.results)
        return replace(self._start, results=results)

    def events(self, viewer: Viewer, since: int | None = None) -> tuple[Numbered, ...] | None:
        """The events of the hand under way, or of the last one, as a viewer may know them.

        Args:
            viewer: whose eyes.
            since: only those after this version; `None` is returned where it lies before the hand,
                or before something of it was taken back, so that all of it has to be told, with
                `start`.
        """
        first = self.told[0].version - 1 if self.told else 0
        if since is not None and since < max(first, self.taken_back):
            return None
        return tuple(
            Numbered(at.version, masked(at.event, viewer))
            for at in self.told
            if since is None or at.version > since
        )
