"""Published events of a match, for viewers and bots."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from shengji.game import Event, HandAccount, HandEnded, HandStarted, Match, Standing
from shengji.server.tables.core.masks import Viewer, mask_event, masked_account
from shengji.server.tables.state import MatchStart, Numbered


class MatchEvents:
    """The results of a match's hands, and the events of its last hand.

    Attributes:
        standings: the level and lap of each seat before the current hand.
        unmasked: the events of the current hand, each with its version.
        taken_back: the version of the last take-back in the hand; 0: none.
    """

    def __init__(self, results: Iterable[HandAccount] = ()) -> None:
        self.results = list(results)
        self.standings: tuple[Standing, ...] = ()
        self.unmasked: list[Numbered] = []
        self.taken_back = 0
        self._start: MatchStart | None = None

    def add(self, event: Event, match: Match, version: int) -> None:
        """Add an event that the match has applied, with its version."""
        if isinstance(event, HandStarted):
            self.unmasked = []
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
        self.unmasked.append(Numbered(version, event))

    def take_back(self, to: int, version: int) -> None:
        """Remove the events after version `to`; the take-back itself has the given version."""
        self.unmasked = [at for at in self.unmasked if at.version <= to]
        self.taken_back = version

    def until(self, version: int) -> tuple[Event, ...]:
        """Return the unmasked events of the current hand up to a version."""
        return tuple(at.event for at in self.unmasked if at.version <= version)

    def start(self, viewer: Viewer) -> MatchStart | None:
        """Return the state of the match before the current hand; `None` before the first."""
        if self._start is None:
            return None
        results = tuple(masked_account(account, viewer) for account in self._start.results)
        return replace(self._start, results=results)

    def seen_by(self, viewer: Viewer, since: int | None = None) -> tuple[Numbered, ...] | None:
        """Return the events of the current or last hand as a viewer may see them.

        Args:
            viewer: the viewer.
            since: only events after this version; `None`: all.

        Returns:
            The events; `None` if `since` is before the hand or before a take-back in it. The viewer
            then needs all events, with `start`.
        """
        first = self.unmasked[0].version - 1 if self.unmasked else 0
        if since is not None and since < max(first, self.taken_back):
            return None
        return tuple(
            Numbered(at.version, mask_event(at.event, viewer))
            for at in self.unmasked
            if since is None or at.version > since
        )
