"""A viewer for records: any moment of a record, with the match at that moment."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from copy import copy
from typing import NamedTuple

from shengji.game import (
    CardDrawn,
    DealtAgain,
    Event,
    FriendJoined,
    FriendsCalled,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    Match,
    MatchEnded,
    Played,
    RedealAnswered,
    RestClaimed,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
    view,
)
from shengji.game.scene import Eyes, picture_of
from shengji.record.reader import Record, empty_match
from shengji.words import Language, Phrase, SpokenError

_STOPS = (
    *(HandStarted, Shown, TrumpMade, DealtAgain, KittyBuried, LandBid, FriendsCalled),
    *(Played, RestClaimed, HandEnded, MatchEnded),
)
"""Events after which the picture has changed."""

_RECEIVED = (CardDrawn, KittyTaken)
"""Events that add cards to a hand; the last of a run is a stop, as the next decision follows."""


class Moment(NamedTuple):
    """A moment of a match, in terms for people.

    Attributes:
        hand: the number of the hand, from 1; 0 before the first.
        trick: the number of the trick, from 1; 0 before the first lead.
        plays: number of plays to the trick.
    """

    hand: int
    trick: int = 0
    plays: int = 0


class Viewing:
    """A record at a moment; it starts at the end.

    Every moment is reached quickly, since the start of each hand is cached.

    Args:
        eyes: the viewer: `all` sees all hands, a seat its own view, `None` the open cards. A record
            of one viewer is shown in that view in place of `all`.

    Attributes:
        at: number of events applied.
        match: the match after them, in the viewer's view; read-only for callers.
        stops: numbers of events after which the picture has changed.
        tricks: those stops with a complete trick.
        hands: stops at which a hand's play begins or, without play, its start.

    Raises:
        ValueError: there is no such seat, or the record lacks its view.
    """

    def __init__(self, record: Record, eyes: Eyes = "all") -> None:
        seen_by = record.header.seen_by
        if seen_by != "all":
            if eyes not in ("all", seen_by, None):
                raise SpokenError(Phrase("usage", "seat-not-shown", seat=eyes))
            eyes = seen_by if eyes == "all" else eyes
        elif isinstance(eyes, int) and not 0 <= eyes < record.rules.players:
            last = record.rules.players - 1
            raise SpokenError(Phrase("usage", "no-seat", seat=eyes, last=last))
        self.record = record
        self.eyes: Eyes = eyes
        self.stops = tuple(_stops(record.events))
        self.tricks = tuple(_tricks(record.events))
        self._moments = _moments(record.events, record.rules.players)
        self.hands = tuple(at for moment, at in self._moments.items() if moment.trick == 0)
        if eyes == "all":
            empty = empty_match(record.header, record.rules)
        else:
            empty = Match.seen(record.rules, eyes)
            empty.begin_at(
                record.header.levels or [record.rules.first_level] * record.rules.players,
                record.header.dealer,
            )
        self._starts: list[tuple[int, Match]] = [(0, copy(empty))]
        self.match = empty
        self.at = 0
        for number, event in enumerate(record.events):
            if isinstance(event, HandStarted) and number:
                self._starts.append((number, copy(self.match)))
            self._apply(event)

    def _apply(self, event: Event) -> Event:
        seen = event if self.eyes == "all" else view(event, self.eyes)
        self.match.apply(seen)
        self.at += 1
        return seen

    def go(self, at: int) -> None:
        """Go to the moment after a number of events, limited to the record's length."""
        at = min(max(at, 0), len(self.record.events))
        if at < self.at or self._start(at) > self.at:
            start, match = self._starts[self._index(at)]
            self.at, self.match = start, copy(match)
        for _ in self.walk(at):
            pass

    def walk(self, at: int) -> Iterator[Event]:
        """Go forward to the moment after a number of events; yield each as the viewer sees it."""
        for event in self.record.events[self.at : at]:
            yield self._apply(event)

    def _index(self, at: int) -> int:
        """Index of the last start of a hand before that many events."""
        return bisect_left(self._starts, at, lo=1, key=lambda start: start[0]) - 1

    def _start(self, at: int) -> int:
        return self._starts[self._index(at)][0]

    def step(self, by: int = 1, among: Sequence[int] | None = None) -> None:
        """Go forward or back by a number of stops, or of the numbers in `among`.

        Beyond the last or first stop it goes to the end or the beginning.
        """
        stops = self.stops if among is None else among
        place = (
            bisect_right(stops, self.at) + by - 1 if by > 0 else bisect_left(stops, self.at) + by
        )
        if place < 0:
            self.go(0)
        else:
            self.go(stops[place] if place < len(stops) else len(self.record.events))

    def place_of(self, hand: int, trick: int | None = None, plays: int | None = None) -> int:
        """The number of events before a moment.

        Args:
            hand: number of the hand, from 1; without a trick the moment before its play, or the one
                at which it broke off.
            trick: number of the trick, from 1; by default the moment after its last play.
            plays: number of plays to it.

        Raises:
            ValueError: there is no such hand, trick or play, or plays come without a trick.
        """
        players = self.record.rules.players
        if trick is None and plays is not None:
            raise SpokenError(Phrase("usage", "plays-of-no-trick"))
        if trick is None:
            tried = [Moment(hand)]
        elif plays is None:
            tried = [Moment(hand, trick, made) for made in range(players, 0, -1)]
        else:
            tried = [Moment(hand, trick, plays)]
        found = next((moment for moment in tried if moment in self._moments), None)
        if found is None:
            if trick is None:
                last = max(self._moments, default=Moment(0)).hand
                raise SpokenError(Phrase("usage", "no-hand", number=hand, last=last))
            key = "trick" if plays is None else "plays"
            what = {"hand": hand, "trick": trick, "plays": plays}
            raise SpokenError(Phrase("usage", f"no-moment.{key}", **what))
        return self._moments[found]

    @property
    def moment(self) -> Moment:
        """The present moment, in the form for `place_of`."""
        hand = self.match.hand
        if hand is None:
            return Moment(0)
        if hand.trick is None:
            plays = hand.players if hand.tricks else 0
            return Moment(hand.number, len(hand.tricks), plays)
        return Moment(hand.number, len(hand.tricks) + 1, len(hand.trick.plays))

    @property
    def names(self) -> tuple[str, ...]:
        """The player's name for each seat."""
        return tuple(name or "–" for name in self.record.players(self.at))

    def picture(self, language: Language = "en") -> str:
        """Picture of the moment, as SVG."""
        return picture_of(self.match, eyes=self.eyes, names=self.names, language=language)

    def _repr_svg_(self) -> str:
        return self.picture()


def _stops(events: Sequence[Event]) -> Iterator[int]:
    """Generate the numbers of the stops; a friend joining by a play belongs to that play."""
    for number, event in enumerate(events, 1):
        follows = events[number] if number < len(events) else None
        seen = isinstance(event, _STOPS) or (isinstance(event, RedealAnswered) and event.wanted)
        seen = seen or isinstance(event, FriendJoined)
        if isinstance(event, _RECEIVED):
            seen = follows is not None and not isinstance(follows, _RECEIVED)
        if seen and not isinstance(follows, FriendJoined):
            yield number


def _tricks(events: Sequence[Event]) -> Iterator[int]:
    """Generate the numbers of events after which a trick is complete but not yet taken."""
    return (number for number, event in enumerate(events) if isinstance(event, TrickTaken))


def _moments(events: Sequence[Event], players: int) -> dict[Moment, int]:
    """The number of events before each moment of the play."""
    found: dict[Moment, int] = {}
    now = Moment(0)
    for number, event in enumerate(events, 1):
        leads = isinstance(event, Played | ThrowFailed) and now.plays in (0, players)
        if isinstance(event, HandStarted):
            now = Moment(event.hand)
        elif leads and not (isinstance(events[number - 2], ThrowFailed)):
            now = Moment(now.hand, now.trick + 1)
            found[now] = number - 1
        if isinstance(event, Played):
            now = now._replace(plays=now.plays + 1)
        if now.trick == 0 or isinstance(event, Played | FriendJoined):
            found[now] = number
    return found
