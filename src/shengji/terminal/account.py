"""A recorded match as a report: players, cards, tricks and results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from shengji.cards import Card
from shengji.game import (
    CardDrawn,
    DealtAgain,
    Event,
    FriendsCalled,
    Hand,
    HandEnded,
    HandStarted,
    KittyBuried,
    LandBid,
    LandPassed,
    Match,
    MatchEnded,
    Phase,
    Played,
    RedealAnswered,
    Shown,
    ThrowFailed,
    TrickTaken,
)
from shengji.game.notes import Note, notes_of
from shengji.game.voice import Voice
from shengji.record import PlayerChanged, Record
from shengji.record.printable import printable
from shengji.rules import describe_rules
from shengji.terminal.output import facts, rules_words, spaced
from shengji.words import Language, texts

_DECIDED = (Shown, RedealAnswered, LandPassed, LandBid, KittyBuried, FriendsCalled)
"""Decisions before the first lead."""


_RED = re.compile(r"(10|[2-9JQKA])?[♦♥]")
_JOKER = re.compile(r"\b[SB]J\b|[小大]王")


class AnnotatedEvent(NamedTuple):
    """An event of a record with its notes.

    Attributes:
        number: the number of the event in the record, from 1.
        trick: the number of its trick, from 1; 0 before the play.
    """

    number: int
    event: Event
    notes: tuple[Note, ...]
    trick: int


class Deal(NamedTuple):
    """A hand at its end, or at the end of the record, with its events."""

    hand: Hand
    events: list[AnnotatedEvent]


class Account:
    """The report of a record in one language.

    Args:
        numbered: whether decisions are preceded by the number of their event, from 1, as `shengji
            explain --at` expects it.

    Attributes:
        names: the number and name of each seat, since names may repeat; of the current hand.
        hands: each hand with its events.
    """

    def __init__(self, record: Record, language: Language = "en", numbered: bool = False) -> None:
        self.record = record
        self.language = language
        self.numbered = numbered
        self.names = self._names_after(0)
        self.hands = list(_hands(record))

    def render(self, number: int | None = None) -> RenderableType:
        """Render the whole match, or one hand by its number from 1.

        Raises:
            ValueError: the record has no such hand.
        """
        if number is None:
            head = self._head()
            hands = [part for deal in self.hands for part in self._hand(deal)]
            return Group(head, *(hands or [Text(self._text("no-hands"))]), *self._tail())
        deals = [deal for deal in self.hands if deal.hand.number == number]
        if not deals:
            last = self.hands[-1].hand.number if self.hands else 0
            raise ValueError(f"there is no hand {number}; the record has {last}")
        return Group(*(part for deal in deals for part in self._hand(deal)))

    def _text(self, key: str, **params: object) -> str:
        return texts("account")[key].render(self.language, **params)

    def _names_after(self, events: int) -> list[str]:
        return [self._named(*at) for at in enumerate(self.record.players(events))]

    def _named(self, seat: int, name: str | None) -> str:
        return f"{seat} {self._text('nobody-plays') if name is None else printable(name)}"

    def _cards(self, cards: Sequence[Card] | None, count: int = 0) -> Text:
        """Cards with their symbols, or the number of hidden cards."""
        if cards is None:
            return Text(self._text("hidden", count=count), style="dim italic")
        return coloured(self._voice.cards(cards))

    @property
    def _voice(self) -> Voice:
        return Voice(self.language, self.names)

    def _set(self, note: Note) -> Text:
        return coloured(spaced(self._voice.sentence(note), self.language))

    def _list(self, seats: Sequence[int]) -> str:
        return self._voice.listed(self.names[seat] for seat in seats)

    def _at(self, number: int, words: Text) -> Text:
        """Prefix words about an event with its number, if `numbered`."""
        return Text.assemble((f"#{number} ", "dim"), words) if self.numbered else words

    def _head(self) -> RenderableType:
        header, table = self.record.header, facts()
        table.add_row(self._text("rules"), Text(rules_words(describe_rules(self.record.rules))))
        seats = self._voice.listed(self._named(*at) for at in enumerate(header.seats))
        table.add_row(self._text("seats"), Text(seats))
        if header.created is not None:
            table.add_row(self._text("created"), Text(printable(header.created)))
        seen = header.seen_by
        viewer = self.names[seen] if isinstance(seen, int) else self._text("onlooker")
        table.add_row(self._text("seen"), Text(self._text("seen-all") if seen == "all" else viewer))
        return table

    def _tail(self) -> Iterator[RenderableType]:
        self.names = self._names_after(len(self.record.events))
        for event in self.record.events[-1:]:
            if isinstance(event, MatchEnded):
                for note in notes_of(self.record.match, event):
                    yield Text(spaced(self._voice.sentence(note), self.language), style="bold")

    def _hand(self, deal: Deal) -> Iterator[RenderableType]:
        hand, events = deal
        self.names = self._names_after(events[0].number - 1)
        key = "hand" if hand.started.rank is not None or hand.trump is not None else "hand-open"
        title = self._text(key, number=hand.number, rank=hand.rank.value)
        yield Rule(Text(title, style="bold"), align="left")
        yield self._beginning(deal)
        if hand.tricks or hand.trick is not None:
            yield Padding(self._tricks(deal), (1, 0, 0, 0))
            for _, _, notes, trick in events:
                for note in notes:
                    if trick and note.loud:
                        at = self._text("in-trick", number=trick)
                        yield Text(at) + self._set(note)
        if hand.result is not None:
            yield Padding(self._result(events, hand.result), (1, 0, 1, 0))
        elif not any(isinstance(at.event, DealtAgain) for at in events):
            yield Text(self._text("going-on"), style="yellow")

    def _beginning(self, deal: Deal) -> Table:
        table, (hand, events) = facts(), deal
        dealer = self._text("dealer-open") if hand.dealer is None else self.names[hand.dealer]
        table.add_row(self._text("dealer"), Text(dealer))
        if hand.trump is not None:
            table.add_row(self._text("trump"), coloured(self._voice.trump(hand.trump)))
        for seat in range(hand.players):
            drew = self._text("drew", name=self.names[seat])
            table.add_row(drew, self._drawn(hand, seat, events))
        lines = [
            self._at(at.number, self._set(note))
            if isinstance(at.event, _DECIDED)
            else self._set(note)
            for at in events
            for note in at.notes
            if not at.trick and not isinstance(at.event, MatchEnded)
        ]
        table.add_row(self._text("before"), Text("\n").join(lines))
        changes = [Text(words) for words in self._changes(deal)]
        if changes:
            table.add_row(self._text("changes"), Text("\n").join(changes))
        return table

    def _changes(self, deal: Deal) -> Iterator[str]:
        """Yield the changes of players during a hand or right before it."""
        names: list[str | None] = list(self.record.header.seats)
        first, end = deal.events[0].number, deal.events[-1].number + (deal is self.hands[-1])
        for after, line in self.record.changes:
            name, names[line.seat] = names[line.seat], line.name
            if not first - 1 <= after < end:
                continue
            events = [at for at in deal.events if at.number <= after]
            words = self._change(line, self._named(line.seat, name))
            early = not any(isinstance(at.event, Played | ThrowFailed) for at in events)
            number = 1 + sum(isinstance(at.event, TrickTaken) for at in events)
            yield self._text("early" if early else "in-trick", number=number) + words

    def _change(self, line: PlayerChanged, name: str) -> str:
        """The sentence for a change of players in a seat; `name` is the previous player."""
        other = self._text("nobody-plays") if line.name is None else printable(line.name)
        if line.why in ("asked", "resumed"):
            return self._text(f"change-{line.why}", name=name, other=other)
        key = "change-ends" if line.name is None else "change-failed"
        why = texts("terminal")[f"failed.{line.why}"].of(self.language)
        return self._text(key, name=name, other=other, why=why)

    def _drawn(self, hand: Hand, seat: int, events: Sequence[AnnotatedEvent]) -> Text:
        """The cards drawn by a seat, sorted, or their number if they are unknown."""
        draws = (at.event for at in events if isinstance(at.event, CardDrawn))
        drawn = [draw.card for draw in draws if draw.seat == seat]
        known = [card for card in drawn if card is not None]
        return self._cards(hand.space.sort(known) if hand.knows(seat) else None, len(drawn))

    def _tricks(self, deal: Deal) -> Table:
        hand, events = deal
        table = Table(caption=self._text("legend"), caption_justify="left")
        table.add_column(self._text("trick"), justify="right")
        for name in self.names:
            table.add_column(Text(name), overflow="fold")
        table.add_column(self._text("points"), justify="right")
        table.add_column(self._text("total"), justify="right")
        totals = [at.event.opponents for at in events if isinstance(at.event, TrickTaken)]
        played = list(_plays(events))
        for number, trick in enumerate(hand.all_tricks, 1):
            row: list[RenderableType] = [str(number)]
            for seat in range(hand.players):
                cards = trick.cards_of(seat, hand.players)
                mark = "›" if seat == trick.leader else ""
                mark += "★" if seat == trick.winner else ""
                cell = Text()
                if cards is not None:
                    cell = self._at(played[number - 1][seat], self._cards(cards))
                row.append(Text.assemble((f"{mark} " if mark else "", "bold yellow"), cell))
            total = str(totals[number - 1]) if trick.winner is not None else ""
            table.add_row(*row, str(trick.points), total)
        return table

    def _result(self, events: Sequence[AnnotatedEvent], result: HandEnded) -> Table:
        table = facts()
        won = [note for at in events if at.event is result for note in at.notes]
        table.add_row(self._text("result"), Text("\n").join(map(self._set, won)))
        if self.record.rules.teams == "friends":
            side = self._list(result.declarers)
            if result.missing:
                side = f"{side}; {self._text('missing', count=result.missing)}"
            table.add_row(self._text("side"), Text(side))
        for key, seats in (("hooked", result.hooked), ("fined", result.fined)):
            if seats:
                table.add_row(self._text(key), Text(self._list(seats)))
        levels = [rank.value for rank in result.levels_after]
        if result.laps_after:
            levels = [
                self._text("lap", level=level, lap=lap + 1)
                for level, lap in zip(levels, result.laps_after, strict=True)
            ]
        named = (f"{name} {level}" for name, level in zip(self.names, levels, strict=True))
        table.add_row(self._text("levels"), Text(self._voice.listed(named)))
        if result.next_dealer is None:
            then = self._text("next-open", name=self.names[result.next_first])
        else:
            then = self.names[result.next_dealer]
        table.add_row(self._text("next"), Text(then))
        return table


def _hands(record: Record) -> Iterator[Deal]:
    """Yield each hand of a record."""
    seen = record.match
    match = Match(record.rules, seen_by=seen.seen_by, all_seen=seen.all_seen)
    events: list[AnnotatedEvent] = []
    for number, event in enumerate(record.events, 1):
        hand = match.hand
        if isinstance(event, HandStarted) and hand is not None:
            yield Deal(hand, events)
            events = []
        trick = 1 + len(hand.tricks) if hand is not None and hand.phase is Phase.PLAY else 0
        match.apply(event)
        events.append(AnnotatedEvent(number, event, tuple(notes_of(match, event)), trick))
    if match.hand is not None:
        yield Deal(match.hand, events)


def _plays(events: Sequence[AnnotatedEvent]) -> Iterator[dict[int, int]]:
    """Yield, for each trick, the number of the event with each seat's decision.

    After a failed throw this is the event of the throw, not the play that remained of it.
    """
    plays: dict[int, int] = {}
    for number, event, *_ in events:
        match event:
            case Played() | ThrowFailed():
                plays.setdefault(event.seat, number)
            case TrickTaken():
                yield plays
                plays = {}
    yield plays


def coloured(words: str) -> Text:
    """Colour the cards and suits in a text."""
    text = Text(words)
    text.highlight_regex(_RED, "red")
    text.highlight_regex(_JOKER, "magenta")
    return text
