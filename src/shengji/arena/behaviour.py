"""Habits of bots and people, by role, counted in records.

Each habit is a share: how often a player did it, of the times it was possible. Seats of one hand
depend on each other, so confidence intervals are over hands. A seat whose player changed within a
hand is left out of that hand.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Literal

from shengji.arena.intervals import clustered_interval
from shengji.cards import Card, points_of
from shengji.game import (
    Event,
    Hand,
    HandEnded,
    HandStarted,
    KittyBuried,
    LandBid,
    LandPassed,
    Played,
    Shown,
    ThrowFailed,
    land_bids,
)
from shengji.play.space import TRUMP
from shengji.record import Record, RecordError, read_record
from shengji.record.faults import fault
from shengji.record.reader import empty_match

Part = Literal["all", "dealer", "partner", "friend", "opponent"]
PARTS: tuple[Part, ...] = ("all", "dealer", "partner", "friend", "opponent")
"""The roles of a seat at the end of a hand; with fixed teams, a partner is the Dealer's teammate.
"""

HABITS: dict[str, str] = {
    "declares": "declares trumps first, of its hands",
    "reinforces": "reinforces a declaration of its own, of its hands",
    "overrides": "overrides a declaration, of its hands",
    "buries_points": "points that it buries, of those that it holds then",
    "bids_land": "bids for the land, of the times it is asked and can",
    "leads_trumps": "leads trumps, of its leads",
    "leads_tuples": "leads a tuple or a tractor alone, of its leads",
    "throws": "tries a throw, of its leads",
    "fails_throws": "fails with it, of its throws",
    "trumps_in": "plays only trumps, of the times it has none of the suit led and has trumps",
    "breaks_pairs": "plays some but not all of identical cards, of the follows with such cards",
    "wastes_points": "points that the other side takes, of the points that it plays",
    "wins_tricks": "wins the trick, of all tricks",
    "takes_the_kitty": "its side takes the kitty with the last trick, of its hands as an Opponent",
    "keeps_the_kitty": "its side keeps the kitty by the last trick, of its hands as a Declarer",
}
"""Each habit, with the definition of its share."""

Counts = dict[str, tuple[int, int]]
"""Counts by habit: the times it was done, and the times it was possible."""


class Behaviour:
    """Counts of the habits in all records read so far.

    Attributes:
        hands: the number of hands played to their end.
        unfinished: the number of records that end within a hand.
        failed: the number of unfinished records in which a bot failed without a replacement.
        left_out: the number of seats left out of a hand because their player changed.
    """

    def __init__(self) -> None:
        self.hands = 0
        self.unfinished = 0
        self.failed = 0
        self.left_out = 0
        self._seen: dict[tuple[str, Part], list[Counts]] = {}
        self._sat: Counter[tuple[str, Part]] = Counter()

    def read(self, path: Path) -> None:
        """Add the hands of a record.

        Raises:
            RecordError: the file is no record, or hides the players' cards.
        """
        record = read_record(path)
        if record.header.seen_by != "all":
            raise RecordError(path, 1, fault("hides-cards"))
        match = empty_match(record.header, record.rules)
        watched: _Watched | None = None
        begun = 0
        for number, event in enumerate(record.events):
            if watched is not None:
                watched.before(event)
            match.apply(event)
            if isinstance(event, HandStarted) and match.hand is not None:
                watched, begun = _Watched(match.hand), number
            elif isinstance(event, HandEnded) and watched is not None:
                watched.end(event)
                self._add(_names(record, begun, number), event, watched)
                watched = None
        if watched is not None:
            self.unfinished += 1
            self.failed += None in record.players()

    def _add(self, names: list[str | None], ended: HandEnded, watched: _Watched) -> None:
        """Add a hand's counts for each player and role; seats without a name are left out."""
        self.hands += 1
        self.left_out += names.count(None)
        sums: dict[tuple[str, Part], Counts] = {}
        for seat, (name, counts) in enumerate(zip(names, watched.counts, strict=True)):
            if name is None:
                continue
            for part in ("all", _part(watched.hand, ended, seat)):
                key: tuple[str, Part] = (name, part)
                self._sat[key] += 1
                for habit, count in counts.items():
                    _count(sums.setdefault(key, {}), habit, *count)
        for key, own in sums.items():
            self._seen.setdefault(key, []).append(own)

    def figures(self) -> dict[str, Any]:
        """All figures as plain data: by name, role and habit."""
        return {
            "hands": self.hands,
            "unfinished": self.unfinished,
            "failed": self.failed,
            "left_out": self.left_out,
            "players": {
                name: {
                    part: {"hands": self._sat[name, part], "habits": self._habits((name, part))}
                    for part in PARTS
                    if (name, part) in self._sat
                }
                for name in sorted({name for name, _ in self._sat})
            },
        }

    def _habits(self, key: tuple[str, Part]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for habit in HABITS:
            counts = [own[habit] for own in self._seen[key] if habit in own and own[habit][1]]
            hits, trials = (sum(count[i] for count in counts) for i in (0, 1))
            if trials:
                low, high = clustered_interval(counts)
                found[habit] = {
                    "number": hits,
                    "of": trials,
                    "share": round(hits / trials, 4),
                    "interval": [round(low, 4), round(high, 4)] if len(counts) > 1 else None,
                }
        return found


def _names(record: Record, begun: int, ended: int) -> list[str | None]:
    """The player of each seat in a hand; `None` for a seat whose player changed.

    The hand is given by the indices of its first and last events, from 0.
    """
    names = list(record.players(begun))
    for change in record.changes:
        if begun < change.after <= ended:
            names[change.line.seat] = None
    return names


def _count(counts: Counts, habit: str, hits: int, trials: int) -> None:
    before = counts.get(habit, (0, 0))
    counts[habit] = (before[0] + hits, before[1] + trials)


class _Watched:
    """Counts of each seat's actions in one hand.

    Attributes:
        hand: the hand, to which each event is applied after it was counted.
        counts: for each seat, the counts by habit.
    """

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.counts: list[Counts] = [{} for _ in range(hand.players)]
        self._buried: dict[int, tuple[int, int]] = {}
        self._reinforced: set[int] = set()

    def count(self, seat: int, habit: str, hits: int, trials: int = 1) -> None:
        """Add to a seat's count of a habit."""
        _count(self.counts[seat], habit, hits, trials)

    def before(self, event: Event) -> None:
        """Count an event that has not been applied yet."""
        hand = self.hand
        match event:
            case ThrowFailed():
                self._lead(event.seat, event.thrown, thrown=True)
                self.count(event.seat, "fails_throws", 1)
            case Played() if event.units:
                if hand.failed is None:
                    thrown = len(event.units) > 1
                    self._lead(event.seat, event.cards, thrown=thrown)
                    if thrown:
                        self.count(event.seat, "fails_throws", 0)
            case Played():
                self._follow(event.seat, event.cards)
            case Shown() if event.way in ("reinforce", "late-reinforce"):
                self._reinforced.add(event.seat)
            case LandBid() | LandPassed():
                if land_bids(hand.rank, hand.last_bid, hand.hands[event.seat]):
                    self.count(event.seat, "bids_land", isinstance(event, LandBid))
            case KittyBuried() if event.cards is not None:
                held = points_of(hand.hands[event.seat])
                self._buried[event.seat] = (points_of(event.cards), held)
            case _:
                pass

    def _lead(self, seat: int, cards: tuple[Card, ...], *, thrown: bool) -> None:
        self.count(seat, "leads_trumps", self.hand.space.suit(cards[0]) == TRUMP)
        self.count(seat, "throws", thrown)
        self.count(seat, "leads_tuples", len(cards) > 1 and not thrown)

    def _follow(self, seat: int, cards: tuple[Card, ...]) -> None:
        trick, space, held = self.hand.trick, self.hand.space, Counter(self.hand.hands[seat])
        assert trick is not None
        led = space.suit(trick.plays[0][0])
        suits = {space.suit(card) for card in held}
        if led not in suits and TRUMP in suits:
            self.count(seat, "trumps_in", all(space.suit(card) == TRUMP for card in cards))
        able = [card for card, copies in held.items() if copies > 1]
        if led in suits:
            able = [card for card in able if space.suit(card) == led]
        if able:
            played = Counter(cards)
            self.count(seat, "breaks_pairs", any(0 < played[c] < held[c] for c in able))

    def end(self, ended: HandEnded) -> None:
        """Count the habits that need the complete hand with its known sides."""
        hand = self.hand
        last = hand.tricks[-1].winner
        ways = [(one.seat, one.way) for one in hand.shown]
        for seat in range(hand.players):
            self.count(seat, "declares", (seat, "declare") in ways)
            self.count(seat, "reinforces", seat in self._reinforced)
            self.count(seat, "overrides", (seat, "override") in ways)
            declares, kept = seat in ended.declarers, last in ended.declarers
            habit = "keeps_the_kitty" if declares else "takes_the_kitty"
            self.count(seat, habit, declares == kept)
        for seat, (buried, held) in self._buried.items():
            self.count(seat, "buries_points", buried, held)
        for trick in hand.tricks:
            for turn, cards in enumerate(trick.plays):
                seat = (trick.leader + turn) % hand.players
                lost = (seat in ended.declarers) != (trick.winner in ended.declarers)
                points = points_of(cards)
                self.count(seat, "wins_tricks", seat == trick.winner)
                self.count(seat, "wastes_points", points if lost else 0, points)


def _part(hand: Hand, ended: HandEnded, seat: int) -> Part:
    if seat == ended.dealer:
        return "dealer"
    if seat not in ended.declarers:
        return "opponent"
    return "partner" if hand.rules.teams == "fixed" else "friend"
