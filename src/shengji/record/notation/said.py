"""Writes records in the notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec
from msgspec import UNSET

from shengji.cards import Card, Rank, Suit, write_cards
from shengji.game import (
    CardDrawn,
    DealtAgain,
    DeckShown,
    FriendJoined,
    FriendsCalled,
    Hand,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    LandPassed,
    MatchEnded,
    Played,
    RedealAnswered,
    RestClaimed,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.game.shares import JointDeal
from shengji.record.changes import PlayerChanged, Told
from shengji.record.notation.tokens import as_text, as_value, quoted, wrapped
from shengji.record.reader import Record, empty_match
from shengji.rules.bounds import Cards, Units

TITLE = "Shengji notation 1"
"""First line of every text."""
_InTrick = RestClaimed | ThrowFailed | Played | FriendJoined | TrickTaken
"""Events that are part of a trick's line."""
LEGEND = "# trick. leader: plays in turn = who takes it +its points (the Opponents' points so far)"
_WIDEST = 24
"""Maximum width of a play's column; longer plays shift the following ones."""
_LONGEST = 160
"""Maximum length of a trick's line before it is broken."""


def write_notation(record: Record) -> str:
    """Write a record in the notation; `read_notation` reads it back without loss.

    Reviews are left out, and so is the fact that the file was cut short in the middle of a line.
    """
    return _Writer(record).text()


class _Trick(msgspec.Struct):
    """The line of a trick, as written so far.

    Attributes:
        head: number and leader of the trick.
        plays: text of each play.
        tail: the winner's part of the line.
    """

    head: str
    plays: list[str]
    played: int = 0
    tail: str = ""

    def add(self, words: str) -> None:
        """Append to the text of the last play."""
        self.plays[-1] = f"{self.plays[-1]} {words}".strip()

    def line(self, head: int, columns: Sequence[int]) -> str:
        """The line, with its plays in columns of these widths."""
        pairs = zip(self.plays, columns, strict=False)
        plays = " | ".join(play.ljust(width) for play, width in pairs)
        return f"{self.head.ljust(head)} {plays} {self.tail}".rstrip()


class _Writer:
    """Writer of a record, statement by statement."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._match = empty_match(record.header, record.rules)
        self._told = list(record.match_lines())
        self._at = 0
        self._lines: list[str | _Trick] = list(_header(record))
        self._trick: _Trick | None = None

    def text(self) -> str:
        while self._at < len(self._told):
            told = self._told[self._at]
            self._at += 1
            if isinstance(told, HandStarted):
                self._hand(told)
            elif isinstance(told, _InTrick):
                self._in_trick(told)
            elif isinstance(told, PlayerChanged) and self._trick is not None:
                self._trick.add(f"[player {_player(told)}]")
            else:
                self._trick = None
                self._lines += self._said(told)
                self._apply(told)
        return "\n".join(self._laid_out()) + "\n"

    def _apply(self, told: Told) -> None:
        if not isinstance(told, PlayerChanged):
            self._match.apply(told)

    @property
    def _now(self) -> Hand:
        assert self._match.hand is not None
        return self._match.hand

    # Draw

    def _hand(self, started: HandStarted) -> None:
        """Write the start of a hand, and its recorded draw."""
        self._trick = None
        players, size = self._record.rules.players, self._record.rules.hand_size
        self._apply(started)
        drawn: list[CardDrawn] = []
        after: list[str] = []
        while self._at < len(self._told):
            told = self._told[self._at]
            if isinstance(told, CardDrawn):
                drawn.append(told)
            elif isinstance(told, Shown):
                after.append(f"After {len(drawn)}: {_shown(told)}")
            elif isinstance(told, PlayerChanged):
                after.append(f"After {len(drawn)}: player {_player(told)}")
            else:
                break
            self._apply(told)
            self._at += 1
        lines = ["", _started(started)]
        lines += [] if started.salt is None else [f"Salt: {as_text(started.salt)}"]
        lines.append(f"Commitment: {as_text(started.commitment)}")
        if isinstance(started.shares, JointDeal):
            lines.append(f"Shares: {as_text(msgspec.json.encode(started.shares).decode())}")
        for seat in range(players):
            if started.deck is not None:
                turn = (seat - started.first) % players
                row: Sequence[Card] = started.deck[turn : size * players : players]
            else:
                row = [d.card for d in drawn if d.seat == seat and d.card is not None]
            lines += [f"Seat {seat}: {write_cards(row)}"] if row else []
        if started.deck is not None:
            lines.append(f"Kitty: {write_cards(started.deck[size * players :])}")
        if len(drawn) < size * players:
            after.append(f"Drawn: {len(drawn)}")
        self._lines += lines + after

    # Tricks

    def _in_trick(self, told: _InTrick) -> None:
        trick = self._trick
        if trick is None:
            number = len(self._now.tricks) + 1
            if number == 1:
                self._lines.append(LEGEND)
            trick = self._trick = _Trick(f"{number}. {told.seat}:", [""])
            self._lines.append(trick)
        match told:
            case ThrowFailed():
                costs = f" costs {told.penalty}" if told.penalty else ""
                units = (told.thrown,) if told.units is UNSET else told.units
                cards = _by_units(self._now, units, told.thrown)
                trick.add(f"[throws {cards} stopped by {told.challenger}{costs}]")
            case RestClaimed():
                declined = "" if told.accepted else " declined"
                trick.add(f"[claims {told.takes} by {told.seat}{declined}]")
            case Played():
                if trick.played:
                    trick.plays.append("")
                trick.played += 1
                cards = write_cards(told.cards)
                if told.units:
                    cards = _by_units(self._now, told.units, told.cards)
                trick.add(cards)
            case FriendJoined():
                lost = f" loses {told.lost}" if told.lost else ""
                trick.add(f"[answers call {told.call + 1}{lost}]")
            case TrickTaken():
                trick.tail = f"= {told.seat} +{told.points} ({told.opponents})"
                if told.red_fives:
                    trick.tail += f" [red fives of {_seats(told.red_fives)}]"
                self._trick = None
        self._apply(told)

    # Other events

    def _said(self, told: Told) -> Iterator[str]:
        match told:
            case PlayerChanged():
                yield f"Player: {_player(told)}"
            case TrumpMade():
                rank = "" if told.rank is None else f", rank {told.rank.value}"
                turned = _turned(told.turned)
                yield f"Trump: suit {_suit(told.suit)}, dealer {told.dealer}{turned}{rank}"
            case RedealAnswered():
                cards = f" {write_cards(told.cards)}" if told.cards else ""
                yield f"Redeal: {told.seat} {'yes' if told.wanted else 'no'}{cards}"
            case DealtAgain():
                next_one = f"first {told.first}, dealer {_open(told.dealer)}"
                yield f"Again: {told.reason}, {next_one}{_turned(told.turned)}"
            case KittyTaken():
                lies = told.cards is not None and told.cards == self._now.kitty
                cards = "" if lies else f": {_hidden(told.cards)}"
                yield f"Taken: {told.seat}{cards}{', shown' if told.shown else ''}"
            case KittyBuried():
                yield f"Buried: {told.seat}: {_hidden(told.cards)}"
            case LandPassed():
                yield f"Land: {told.seat} passes"
            case LandBid():
                yield f"Land: {told.seat} bids {write_cards(told.cards)}, suit {_suit(told.suit)}"
            case FriendsCalled():
                calls = ", ".join(f"{call.card.value} {call.ordinal}" for call in told.calls)
                yield f"Calls: {told.seat}: {calls}"
            case HandEnded():
                yield _result(told, self._now)
                yield _next(told)
            case MatchEnded():
                yield f"End: {told.reason} {_seats(told.winners)}".rstrip()
            case DeckShown():
                started = self._now.started
                same = (told.deck, told.salt) == (started.deck, started.salt)
                rest = "shown" if same else f"salt {as_text(told.salt)}, {write_cards(told.deck)}"
                yield f"Deck: {rest}"

    def _laid_out(self) -> Iterator[str]:
        """Generate the lines, with the plays of each hand in columns."""
        hand: list[str | _Trick] = []
        for line in (*self._lines, ""):
            if line == "":
                yield from _in_columns(hand)
                hand = []
            hand.append(line)


def _in_columns(lines: Sequence[str | _Trick]) -> Iterator[str]:
    tricks = [line for line in lines if isinstance(line, _Trick)]
    head = max((len(trick.head) for trick in tricks), default=0)
    columns = [0] * max((len(trick.plays) for trick in tricks), default=0)
    for trick in tricks:
        for turn, play in enumerate(trick.plays):
            if len(play) <= _WIDEST and "[" not in play:
                columns[turn] = max(columns[turn], len(play))
    for line in lines:
        if isinstance(line, _Trick):
            yield wrapped(line.line(head, columns), _LONGEST)
        else:
            yield line if line.startswith("#") else wrapped(line)


def _header(record: Record) -> Iterator[str]:
    header = record.header
    yield TITLE
    rules = dict(header.rules)
    preset = rules.pop("preset", None)
    parts = [] if preset is None else [as_value(preset)]
    parts += [f"{name} = {as_value(value)}" for name, value in rules.items()]
    yield f"Rules: {'; '.join(parts)}".rstrip()
    yield "Seats: " + ", ".join(f"{seat} {quoted(name)}" for seat, name in enumerate(header.seats))
    if header.created is not None:
        yield f"Created: {quoted(header.created)}"
    if header.seed is not None:
        yield f"Seed: {header.seed}"
    if header.levels is not None:
        yield f"Levels: {_ranks(header.levels)}"
    if header.dealer is not None:
        yield f"Dealer: {header.dealer}"
    if header.seen_by != "all":
        yield f"Seen: {'onlooker' if header.seen_by is None else header.seen_by}"
    if header.version != type(header)(rules={}, seats=()).version:
        yield f"Record: {header.version}"


def _started(event: HandStarted) -> str:
    rank = "open" if event.rank is None else event.rank.value
    again = f", redeals {event.redeals}" if event.redeals else ""
    first = f"first {event.first}{_turned(event.turned)}"
    return f"Hand {event.hand}: rank {rank}, dealer {_open(event.dealer)}, {first}{again}"


def _shown(event: Shown) -> str:
    after = f"suit {_suit(event.suit)}, dealer {event.dealer}"
    return f"{event.seat} {event.way}s {write_cards(event.cards)}, {after}"


def _player(told: PlayerChanged) -> str:
    return f"{told.seat} {'nobody' if told.name is None else quoted(told.name)}, {told.why}"


def _by_units(hand: Hand, units: Units, cards: Cards) -> str:
    """The units of a lead, followed by the order of its cards if it is not the usual one."""
    written = ", ".join(write_cards(unit) for unit in units)
    usual = in_usual_order(hand, units) == cards
    return written if usual else f"{written} [as {write_cards(cards)}]"


def in_usual_order(hand: Hand, units: Sequence[tuple[Card, ...]]) -> tuple[Card, ...]:
    """The cards of a lead in the usual order: as in its only unit, or all from high to low."""
    return units[0] if len(units) == 1 else tuple(hand.space.sort(chain.from_iterable(units)))


def _result(event: HandEnded, hand: Hand) -> str:
    kitty = "?" if event.kitty_points is None else event.kitty_points
    half = " / 2" if event.halved else ""
    parts = [
        f"{event.winner} win {event.levels}",
        f"points {event.points} = {event.tricks} + {event.factor} x {kitty}{half}",
        f"dealer {event.dealer}",
        f"side {_seats(event.declarers)}".rstrip(),
        f"buried {event.buried_by}",
    ]
    parts += [f"missing {event.missing}"] if event.missing else []
    parts += [f"hooked {_seats(event.hooked)}"] if event.hooked else []
    parts += [f"fined {_seats(event.fined)}"] if event.fined else []
    lies = event.kitty is not None and event.kitty == hand.kitty
    parts += [] if lies else [f"kitty {_hidden(event.kitty)}"]
    return f"Result: {', '.join(parts)}"


def _next(event: HandEnded) -> str:
    parts = [
        f"levels {_ranks(event.levels_after)}",
        f"dealer {_open(event.next_dealer)}",
        f"first {event.next_first}",
    ]
    parts += [f"laps {_seats(event.laps_after)}"] if event.laps_after else []
    parts += [f"tried {_seats(event.tried_after)}"] if event.tried_after else []
    parts += [f"won {_seats(event.winners)}"] if event.winners else []
    return f"Next: {', '.join(parts)}"


def _turned(cards: Sequence[Card]) -> str:
    return f", turned {write_cards(cards)}" if cards else ""


def _hidden(cards: Sequence[Card] | None) -> str:
    return "hidden" if cards is None else write_cards(cards)


def _suit(suit: Suit | None) -> str:
    return "none" if suit is None else suit.value


def _open(seat: int | None) -> str:
    return "open" if seat is None else str(seat)


def _seats(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))


def _ranks(ranks: Sequence[Rank]) -> str:
    return " ".join(rank.value for rank in ranks)
