"""Records of hands that are over, with all cards: the record of a match, and one hand.

Whoever could watch a hand may know all of it once it has ended. A hand under way is in neither.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from shengji.bots.registry import BOTS
from shengji.cards import Rank, Trump
from shengji.game import Event, HandEnded, HandStarted, LandBid, TrumpMade
from shengji.record.header import SeenBy, header_of, rules_of
from shengji.record.lines import decode_header, encode
from shengji.rules import Rules
from shengji.server.rules.sheets import layout_of, rules_state
from shengji.server.tables.core.watching import moments_of
from shengji.server.tables.replay_schemas import (
    HandReplay,
    MatchPlayer,
    ReplayHand,
    ReplayMatch,
    ReplaySeat,
)

_decode_event = msgspec.json.Decoder(Event).decode
_FIRST_LEVEL = Rules().first_level
_RANKED = (HandStarted, TrumpMade)
_SUITED = (TrumpMade, LandBid)


class PlayedMatch(NamedTuple):
    """The last match of a table, as far as its hands are over.

    Attributes:
        rules: what is played.
        names: who sat in each seat when it began; bots by the names of programs.
        levels: the level of each seat before the first of those hands.
        dealer: who dealt the first of them, where that was fixed beforehand.
        events: of those hands, as `seen_by` saw them.
        seen_by: `all` where nobody has masked them.
        holders: who held each seat at the end of each of those hands, by public ids; none: that is
            told elsewhere.
    """

    rules: Rules
    names: tuple[str, ...]
    levels: tuple[Rank, ...]
    dealer: int | None
    events: tuple[Event, ...]
    seen_by: SeenBy = "all"
    holders: tuple[tuple[str | None, ...], ...] = ()

    def record(self, created: str | None = None) -> bytes:
        """The lines of a record (`shengji.record`) in which nothing is hidden.

        Args:
            created: when the match began (ISO 8601), where the record is to say so.
        """
        header = header_of(
            self.rules, self.names, created=created, levels=self.levels, dealer=self.dealer
        )
        return b"".join([encode(header), *map(encode, self.events)])

    def hands(self) -> Iterator[PlayedHand]:
        """Its hands, in order, each with all its deals."""
        levels, dealer = self.levels, self.dealer
        events: list[Event] = []
        for event in self.events:
            if isinstance(event, HandStarted) and events and event.hand != _number(events):
                found = PlayedHand(_number(events), levels, dealer, tuple(events))
                yield found
                if found.ended is not None:
                    levels, dealer = found.ended.levels_after, found.ended.next_dealer
                events = []
            events.append(event)
        if events:
            yield PlayedHand(_number(events), levels, dealer, tuple(events))

    def hand(self, number: int) -> HandReplay | None:
        """A hand, to be gone through; `None` when there is none of that number."""
        found = next((hand for hand in self.hands() if hand.number == number), None)
        if found is None:
            return None
        header = header_of(
            self.rules,
            self.names,
            seen_by=self.seen_by,
            levels=found.levels,
            dealer=found.dealer,
        )
        return HandReplay(
            levels=found.levels,
            layout=layout_of(self.rules, trump_of(found.events)),
            events=found.events,
            header=encode(header).decode().rstrip(),
            moments=moments_of(header, self.rules, found.events),
        )

    def replay(self, wanted: int | None = None, asker: str | None = None) -> ReplayMatch:
        """The match, to be gone through hand by hand.

        Args:
            wanted: the number of the hand that is wanted at once.
            asker: who asks, by public id.
        """
        seats = tuple(seat_named(name) for name in self.names)
        listed = [hand.listed(seats) for hand in self.hands()]
        for at, held in enumerate(self.holders):
            if asker in held:
                listed[at] = replace(listed[at], own=held.index(asker))
        return ReplayMatch(
            rules=rules_state(self.rules),
            seen_by=self.seen_by,
            hands=tuple(listed),
            opened=None if wanted is None else self.hand(wanted),
        )


def seat_named(name: str) -> ReplaySeat:
    """The holder of a seat, by the name in a record; bots are called after their programs."""
    return ReplaySeat(name=name, bot=name if name in BOTS else None)


class PlayedHand(NamedTuple):
    """A hand of a match, with all its deals.

    Attributes:
        number: which of the match.
        levels: the level of each seat before it.
        dealer: who was to deal it; `None`: the draw decided.
        events: what happened in it.
    """

    number: int
    levels: tuple[Rank, ...]
    dealer: int | None
    events: tuple[Event, ...]

    @property
    def ended(self) -> HandEnded | None:
        """How it ended; `None`: it was broken off."""
        return next((event for event in self.events if isinstance(event, HandEnded)), None)

    def listed(self, seats: tuple[ReplaySeat, ...]) -> ReplayHand:
        """The hand as a list has it, with who played it."""
        trump = trump_of(self.events)
        made = [event for event in self.events if isinstance(event, TrumpMade)]
        ended = self.ended
        return ReplayHand(
            hand=self.number,
            rank=trump.rank if made else None,
            suit=trump.suit,
            dealer=made[-1].dealer if made else None,
            points=None if ended is None else ended.points,
            won=None if ended is None else ended.winner == "declarers",
            levels=0 if ended is None else ended.levels,
            seats=seats,
        )


def trump_of(events: Sequence[Event]) -> Trump:
    """The trump of a hand in the end, from its events."""
    rank, suit = _FIRST_LEVEL, None
    for event in events:
        if isinstance(event, _RANKED):
            rank = event.rank or rank
        if isinstance(event, _SUITED):
            suit = event.suit
    return Trump(rank, suit)


def _number(events: Sequence[Event]) -> int:
    """The number of the hand that these events begin with; 0 for none."""
    first = events[0] if events else None
    return first.hand if isinstance(first, HandStarted) else 0


class FinishedRecord(ABC):
    """A match as it is kept. To read it takes a moment.

    Attributes:
        seats: who held the seats, where that is told with the match.
    """

    seats: tuple[MatchPlayer, ...] = ()

    @abstractmethod
    def match(self) -> PlayedMatch | None:
        """The match, with the hands that were played to their ends; `None`: no hand was."""

    def hand(self, number: int) -> HandReplay | None:
        """A hand, to be gone through; `None`: it was not played to its end."""
        match = self.match()
        return None if match is None else match.hand(number)

    def replay(self, wanted: int | None, asker: str) -> ReplayMatch | None:
        """The match, to be gone through.

        Args:
            wanted: the number of the hand that is wanted at once.
            asker: who asks, by public id.
        """
        match = self.match()
        return None if match is None else match.replay(wanted, asker)

    def lines(self) -> bytes | None:
        """The lines of the record, as `shengji.record` reads them."""
        match = self.match()
        return None if match is None else match.record()


@dataclass(frozen=True)
class PackedRecord(FinishedRecord):
    """The record of a match that is over.

    Attributes:
        names: the names of those who held the seats when it began, as they are now.
        body: the lines, compressed, without names.
        seats: who held the seats.
    """

    names: tuple[str, ...]
    body: bytes
    seats: tuple[MatchPlayer, ...] = ()

    def lines(self) -> bytes:
        """The lines of the record, as `shengji.record` reads them."""
        return renamed(zlib.decompress(self.body), self.names)

    def match(self) -> PlayedMatch:
        """The match, with the hands that were played to their ends."""
        match = match_of(self.lines())
        return match._replace(events=ended_hands(match.events))

    def replay(self, wanted: int | None, asker: str) -> ReplayMatch:
        """The match, to be gone through, with those who held the seats in each hand."""
        listed = self.match().replay(wanted)
        hands = (_held_by(hand, self.seats, asker) for hand in listed.hands)
        return replace(listed, hands=tuple(hands))


def _held_by(hand: ReplayHand, players: Sequence[MatchPlayer], asker: str) -> ReplayHand:
    """A hand, with those who held the seats at its end."""
    held: dict[int, MatchPlayer] = {}
    for player in sorted(players, key=lambda player: player.first):
        if player.first <= hand.hand:
            held[player.seat] = player
    own = next((seat for seat, player in held.items() if player.person == asker), None)
    seats = tuple(ReplaySeat(name=held[seat].name, bot=held[seat].bot) for seat in sorted(held))
    return replace(hand, seats=seats, own=own)


def renamed(record: bytes, names: Sequence[str]) -> bytes:
    """A record with other names in its header, which must fit."""
    first, _, rest = record.partition(b"\n")
    return encode(replace(decode_header(first), seats=tuple(names))) + rest


def match_of(record: bytes) -> PlayedMatch:
    """The match of which `PlayedMatch.record` has made this record."""
    first, *lines = record.splitlines(keepends=True)
    header = decode_header(first)
    rules = rules_of(header)
    levels = header.levels or (rules.first_level,) * rules.players
    events = tuple(_decode_event(line) for line in lines)
    return PlayedMatch(rules, header.seats, levels, header.dealer, events)


def ended_hands(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events without those of a hand that is not over; none when no hand is."""
    start = max((at for at, e in enumerate(events) if isinstance(e, HandStarted)), default=0)
    over = events if any(isinstance(e, HandEnded) for e in events[start:]) else events[:start]
    return tuple(over) if any(isinstance(event, HandEnded) for event in over) else ()
