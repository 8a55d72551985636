"""Records of finished hands with all cards: whole matches, and single hands.

Viewers of a hand may see all of it once it has ended. A hand under way is never included.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from shengji.bots.registry import find_bot
from shengji.bots.thought import StoredThought
from shengji.cards import Rank, Trump
from shengji.explain import tell_thought
from shengji.explain.wording import told_answer
from shengji.game import Event, HandEnded, HandStarted, LandBid, TrickTaken, TrumpMade
from shengji.record import Header, Record, Viewing
from shengji.record.header import MINOR, SeenBy, header_of, rules_of
from shengji.record.lines import decode_header, encode
from shengji.record.reader import empty_match
from shengji.record.telling import DecidingSeat, deciding_seat
from shengji.rules import Rules
from shengji.server.matches.replay_schemas import (
    BotThought,
    HandReplay,
    ReplayAsked,
    ReplayHand,
    ReplayMatch,
    ReplayMoment,
    ReplaySeat,
)
from shengji.server.matches.schemas import MatchPlayer
from shengji.server.rules.sheets import layout_of, rules_state
from shengji.server.site.words import words, words_said
from shengji.words import LANGUAGES

_decode_event = msgspec.json.Decoder(Event).decode
_decode_thoughts = msgspec.json.Decoder(dict[int, StoredThought]).decode
_FIRST_LEVEL = Rules().first_level
_RANKED = (HandStarted, TrumpMade)
_SUITED = (TrumpMade, LandBid)


class PlayedMatch(NamedTuple):
    """The last match of a table, with its finished hands.

    Attributes:
        names: the players' names at the start, by seat; bots by the names of their programs.
        levels: the level of each seat before the first of these hands.
        dealer: the Dealer of the first hand, if fixed in advance; else `None`.
        events: the events of these hands, as `seen_by` saw them.
        seen_by: `all` for unmasked events.
        holders: the public ids of the seats' holders at the end of each hand; empty: they are
            recorded elsewhere.
        thoughts: the thoughts behind the bots' decisions, by index of the event.
    """

    rules: Rules
    names: tuple[str, ...]
    levels: tuple[Rank, ...]
    dealer: int | None
    events: tuple[Event, ...]
    seen_by: SeenBy = "all"
    holders: tuple[tuple[str | None, ...], ...] = ()
    thoughts: Mapping[int, StoredThought] = {}  # a mapping proxy cannot be pickled

    def packed_thoughts(self) -> bytes | None:
        """Return the compressed thoughts; `None`: there are none."""
        return zlib.compress(msgspec.json.encode(self.thoughts)) if self.thoughts else None

    def record(self, created: str | None = None) -> bytes:
        """Return the lines of a record (`shengji.record`) with all cards.

        Args:
            created: the start of the match (ISO 8601) for the header; `None`: not included.
        """
        header = header_of(
            self.rules,
            self.names,
            created=created,
            levels=self.levels,
            dealer=self.dealer,
            minor=MINOR,
        )
        return b"".join([encode(header), *map(encode, self.events)])

    def hands(self) -> Iterator[PlayedHand]:
        """Yield the hands in order, each with all its deals."""
        levels, dealer, known = self.levels, self.dealer, self.thoughts
        starts: dict[int, int] = {}
        for at, event in enumerate(self.events):
            if isinstance(event, HandStarted):
                starts.setdefault(event.hand, at)
        for (number, begin), (_, end) in pairwise([*starts.items(), (0, len(self.events))]):
            thoughts = {at - begin: known[at] for at in range(begin, end) if at in known}
            found = PlayedHand(number, levels, dealer, self.events[begin:end], thoughts)
            yield found
            if found.ended is not None:
                levels, dealer = found.ended.levels_after, found.ended.next_dealer

    def hand(self, number: int) -> HandReplay | None:
        """Return a hand for replay; `None`: there is no hand of this number."""
        found = next((hand for hand in self.hands() if hand.number == number), None)
        if found is None:
            return None
        header = header_of(
            self.rules,
            self.names,
            seen_by=self.seen_by,
            levels=found.levels,
            dealer=found.dealer,
            minor=MINOR,
        )
        return HandReplay(
            levels=found.levels,
            layout=layout_of(self.rules, trump_of(found.events)),
            events=found.events,
            header=encode(header).decode().rstrip(),
            moments=_moments_of(header, self.rules, found.events),
            thoughts=tuple(at + 1 for at in found.thoughts),
        )

    def thought(self, number: int, at: int) -> BotThought | None:
        """Return the bot's thought behind an event of a hand, in words.

        Args:
            number: the number of the hand.
            at: the number of the event in the hand, from 1.

        Returns:
            The thought; `None` if none is stored.
        """
        found = next((hand for hand in self.hands() if hand.number == number), None)
        thought = None if found is None else found.thoughts.get(at - 1)
        if found is None or thought is None:
            return None
        told = tell_thought(thought, self.rules, found.levels, found.dealer, found.events[:at])
        return BotThought(
            seat=told.seat,
            bot=thought.bot,
            decided=thought.decided,
            deals=thought.deals,
            cards=told.given.cards,
            why=None if told.why is None else words_said(told.why.render),
            other=None if told.other is None else words_said(partial(told_answer, told.other)),
            other_cards=() if told.other is None else told.other.cards,
            cost=told.cost,
        )

    def replay(self, wanted: int | None = None, viewer: str | None = None) -> ReplayMatch:
        """Return the match for replay, hand by hand.

        Args:
            wanted: the number of a hand to include in full; `None`: none.
            viewer: the caller's public id, to mark the caller's seats.
        """
        first = self.holders[0] if self.holders else (None,) * len(self.names)
        seats = tuple(
            ReplaySeat(name=name) if person else seat_named(name)
            for name, person in zip(self.names, first, strict=True)
        )
        listed = [hand.listed(seats) for hand in self.hands()]
        for at, held in enumerate(self.holders):
            if viewer in held:
                listed[at] = replace(listed[at], own=held.index(viewer))
        return ReplayMatch(
            rules=rules_state(self.rules),
            seen_by=self.seen_by,
            hands=tuple(listed),
            opened=None if wanted is None else self.hand(wanted),
        )


def seat_named(name: str) -> ReplaySeat:
    """Return a seat's holder from a name in a record; bots have the names of their programs."""
    return ReplaySeat(name=name, bot=name if find_bot(name) else None)


class PlayedHand(NamedTuple):
    """A hand of a match, with all its deals.

    Attributes:
        levels: the level of each seat before it.
        dealer: its Dealer, if fixed in advance; `None`: the draw decided.
        thoughts: the thoughts behind the bots' decisions, by index of the event.
    """

    number: int
    levels: tuple[Rank, ...]
    dealer: int | None
    events: tuple[Event, ...]
    thoughts: Mapping[int, StoredThought] = {}  # a mapping proxy cannot be pickled

    @property
    def ended(self) -> HandEnded | None:
        """The end of the hand; `None`: it was broken off."""
        return next((event for event in self.events if isinstance(event, HandEnded)), None)

    def listed(self, seats: tuple[ReplaySeat, ...]) -> ReplayHand:
        """Return the hand as lists show it, with its players."""
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
    """Return the final trump of a hand, from its events."""
    rank, suit = _FIRST_LEVEL, None
    for event in events:
        if isinstance(event, _RANKED):
            rank = event.rank or rank
        if isinstance(event, _SUITED):
            suit = event.suit
    return Trump(rank, suit)


class FinishedRecord(ABC):
    """A stored match. Reading it is slow enough to belong in a thread.

    Attributes:
        seats: the holders of the seats, if stored with the match; else empty.
    """

    seats: tuple[MatchPlayer, ...] = ()

    @abstractmethod
    def match(self) -> PlayedMatch | None:
        """Return the match with its finished hands; `None`: no hand was finished."""

    def hand(self, number: int) -> HandReplay | None:
        """Return a hand for replay; `None`: it was not finished."""
        match = self.match()
        return None if match is None else match.hand(number)

    def thought(self, number: int, at: int) -> BotThought | None:
        """Return the bot's thought behind an event of a hand; `None`: none is stored."""
        match = self.match()
        return None if match is None else match.thought(number, at)

    def replay(self, wanted: int | None, viewer: str) -> ReplayMatch | None:
        """Return the match for replay; `None`: no hand was finished.

        Args:
            wanted: the number of a hand to include in full; `None`: none.
            viewer: the caller's public id.
        """
        match = self.match()
        return None if match is None else match.replay(wanted, viewer)

    def lines(self) -> bytes | None:
        """Return the lines of the record (`shengji.record`); `None`: no hand was finished."""
        match = self.match()
        return None if match is None else match.record()


@dataclass(frozen=True)
class PackedRecord(FinishedRecord):
    """The stored record of a finished match.

    Attributes:
        names: the current names of the players at the start of the match.
        body: the compressed lines, without names.
        thoughts: the compressed thoughts of bots; `None`: there are none.
    """

    names: tuple[str, ...]
    body: bytes
    seats: tuple[MatchPlayer, ...] = ()
    thoughts: bytes | None = None

    def lines(self) -> bytes:
        """Return the lines of the record, as `shengji.record` reads them."""
        return rename_seats(zlib.decompress(self.body), self.names)

    def match(self) -> PlayedMatch:
        """Return the match with its finished hands."""
        match = match_of(self.lines())
        thoughts = {} if self.thoughts is None else _decode_thoughts(zlib.decompress(self.thoughts))
        return match._replace(events=ended_hands(match.events), thoughts=thoughts)

    def replay(self, wanted: int | None, viewer: str) -> ReplayMatch:
        """Return the match for replay, with the holders of the seats in each hand."""
        listed = self.match().replay(wanted)
        hands = (_held_by(hand, self.seats, viewer) for hand in listed.hands)
        return replace(listed, hands=tuple(hands))


def _held_by(hand: ReplayHand, players: Sequence[MatchPlayer], viewer: str) -> ReplayHand:
    held: dict[int, MatchPlayer] = {}
    for player in sorted(players, key=lambda player: player.first):
        if player.first <= hand.hand:
            held[player.seat] = player
    own = next((seat for seat, player in held.items() if player.person == viewer), None)
    seats = tuple(ReplaySeat(name=held[seat].name, bot=held[seat].bot) for seat in sorted(held))
    return replace(hand, seats=seats, own=own)


def rename_seats(record: bytes, names: Sequence[str]) -> bytes:
    """Return a record with new names in its header, one for each seat."""
    first, _, rest = record.partition(b"\n")
    return encode(replace(decode_header(first), seats=tuple(names))) + rest


def match_of(record: bytes) -> PlayedMatch:
    """Parse a record written by `PlayedMatch.record`."""
    first, *lines = record.splitlines(keepends=True)
    header = decode_header(first)
    rules = rules_of(header)
    levels = header.levels or (rules.first_level,) * rules.players
    events = tuple(_decode_event(line) for line in lines)
    return PlayedMatch(rules, header.seats, levels, header.dealer, events)


def ended_hands(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events of finished hands only; empty if no hand is finished."""
    start = max((at for at, e in enumerate(events) if isinstance(e, HandStarted)), default=0)
    over = events if any(isinstance(e, HandEnded) for e in events[start:]) else events[:start]
    return tuple(over) if any(isinstance(event, HandEnded) for event in over) else ()


def _moments_of(header: Header, rules: Rules, events: Sequence[Event]) -> tuple[ReplayMoment, ...]:
    """Return the moments of a hand for its replay, in order, by a header of this hand alone."""
    viewing = Viewing(Record(header, rules, tuple(events), empty_match(header, rules)))
    names = tuple(f"{{{seat}}}" for seat in range(rules.players))
    found = []
    for stop in viewing.stops:
        # A complete trick stays on the table until the next lead.
        taken = stop < len(events) and isinstance(events[stop], TrickTaken)
        viewing.go(stop + taken)
        found.append(_moment(viewing, names))
    return tuple(found)


def _moment(viewing: Viewing, names: Sequence[str]) -> ReplayMoment:
    hand = viewing.match.hand
    assert hand is not None, "a hand begins with its start"
    where = viewing.moment
    last = hand.last_trick
    questions = [deciding_seat(viewing, language, names) for language in LANGUAGES]
    return ReplayMoment(
        at=viewing.at,
        trick=where.trick,
        plays=where.plays,
        points=hand.opponents_points,
        ahead=hand.ahead if hand.trick is not None else None if last is None else last.winner,
        asked=_next_decision([one for one in questions if one is not None]),
    )


def _next_decision(questions: Sequence[DecidingSeat]) -> ReplayAsked | None:
    if not questions:
        return None
    first = questions[0]
    why = words(*(one.why for one in questions)) if first.why else None
    return ReplayAsked(seat=first.seat, words=words(*(one.words for one in questions)), why=why)
