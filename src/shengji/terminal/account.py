"""A recorded match told to a person: who held what, what was played, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from shengji.cards import Card, Suit, Trump
from shengji.game import (
    Call,
    CardDrawn,
    DealtAgain,
    Event,
    FriendJoined,
    FriendsCalled,
    Hand,
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
)
from shengji.record import PlayerChanged, Record
from shengji.record.printable import printable
from shengji.rules import describe_rules
from shengji.terminal.output import facts, rules_words
from shengji.words import Language, Names, texts


class Deal(NamedTuple):
    """A hand as a record leaves it, its events, and how many events stand before them."""

    hand: Hand
    events: list[Event]
    before: int


class Account:
    """Tells a record in one language.

    Args:
        record: what is told.
        language: in which.
        numbered: whether what somebody decided stands with the number of its event, from 1, as
            `shengji explain --at` takes it.

    Attributes:
        names: the number and the name of each seat, since several may have the same name; of the
            hand that is being told.
        hands: each hand with its events.
    """

    def __init__(self, record: Record, language: Language = "en", numbered: bool = False) -> None:
        self.record = record
        self.language = language
        self.numbered = numbered
        self.names = self._names_after(0)
        self.hands = list(_hands(record))

    def tell(self, number: int | None = None) -> RenderableType:
        """The whole match, or one hand of it, by its number from 1.

        Raises:
            ValueError: when there is no such hand.
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
        return texts("account")[key].said(self.language, **params)

    def _names_after(self, events: int) -> list[str]:
        """The names of those who play after so many events."""
        return [self._named(*at) for at in enumerate(self.record.players(events))]

    def _named(self, seat: int, name: str | None) -> str:
        return f"{seat} {self._text('nobody-plays') if name is None else printable(name)}"

    def _cards(self, cards: Sequence[Card] | None, count: int = 0) -> Text:
        """Cards with their signs, or how many are hidden."""
        if cards is None:
            return Text(self._text("hidden", count=count), style="dim italic")
        return Text(" ").join(card_sign(card, self.language) for card in cards)

    def _filled(self, key: str, cards: Sequence[Card], **params: object) -> Text:
        """A text in which `{cards}` are drawn as cards."""
        before, _, after = self._text(key, cards="\0", **params).partition("\0")
        return Text.assemble(before, self._cards(cards), after)

    def _at(self, number: int, words: Text) -> Text:
        """Words about an event, after its number where numbers are wanted."""
        return Text.assemble((f"#{number} ", "dim"), words) if self.numbered else words

    def _head(self) -> RenderableType:
        header, table = self.record.header, facts()
        table.add_row(self._text("rules"), Text(rules_words(describe_rules(self.record.rules))))
        seats = self._joined(self._named(*at) for at in enumerate(header.seats))
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
                losers = [seat for seat in range(len(self.names)) if seat not in event.winners]
                named = {"names": self._list(event.winners), "losers": self._list(losers)}
                yield Text(self._text(f"match-{event.reason}", **named), style="bold")

    def _hand(self, deal: Deal) -> Iterator[RenderableType]:
        hand, events, before = deal
        self.names = self._names_after(before)
        key = "hand" if hand.started.rank is not None or hand.trump is not None else "hand-open"
        title = self._text(key, number=hand.number, rank=hand.rank.value)
        yield Rule(Text(title, style="bold"), align="left")
        yield self._beginning(deal)
        if hand.tricks or hand.trick is not None:
            yield Padding(self._tricks(deal), (1, 0, 0, 0))
            yield from self._remarks(events)
        if hand.result is not None:
            yield Padding(self._result(hand.result), (1, 0, 1, 0))
        elif not any(isinstance(event, DealtAgain) for event in events):
            yield Text(self._text("going-on"), style="yellow")

    def _beginning(self, deal: Deal) -> Table:
        table, (hand, events, before) = facts(), deal
        started = hand.started
        dealer = self._text("dealer-open") if started.dealer is None else self.names[started.dealer]
        first = Text(self.names[started.first])
        if started.turned:
            first = self._filled("turned", started.turned, name=self.names[started.first])
        table.add_row(self._text("dealer"), Text(dealer))
        table.add_row(self._text("first"), first)
        shown = [
            self._at(number, self._filled(event.way, event.cards, name=self.names[event.seat]))
            for number, event in enumerate(events, before + 1)
            if isinstance(event, Shown)
        ]
        if shown:
            table.add_row(self._text("shown"), Text("\n").join(shown))
        for seat in range(hand.players):
            table.add_row(
                self._text("drew", name=self.names[seat]), self._drawn(hand, seat, events)
            )
        for number, event in enumerate(events, before + 1):
            self._before_play(table, hand, number, event)
        changes = [Text(words) for words in self._changes(deal)]
        if changes:
            table.add_row(self._text("changes"), Text("\n").join(changes))
        return table

    def _changes(self, deal: Deal) -> Iterator[str]:
        """Where somebody else began to play in a seat, in a hand or right before it."""
        names: list[str | None] = list(self.record.header.seats)
        end = deal.before + len(deal.events) + (deal is self.hands[-1])
        for after, line in self.record.changes:
            name, names[line.seat] = names[line.seat], line.name
            if not deal.before <= after < end:
                continue
            told = deal.events[: after - deal.before]
            words = self._change(line, self._named(line.seat, name))
            early = not any(isinstance(event, Played | ThrowFailed) for event in told)
            number = 1 + sum(isinstance(event, TrickTaken) for event in told)
            key = "change-early" if early else "change-in-trick"
            yield self._text(key, text=words, number=number)

    def _change(self, line: PlayerChanged, name: str) -> str:
        """The line that somebody of this name plays in a seat for another."""
        other = self._text("nobody-plays") if line.name is None else printable(line.name)
        if line.why in ("asked", "resumed"):
            return self._text(f"change-{line.why}", name=name, other=other)
        key = "change-ends" if line.name is None else "change-failed"
        return self._text(key, name=name, other=other, why=self._text(f"failed.{line.why}"))

    def _before_play(self, table: Table, hand: Hand, number: int, event: Event) -> None:
        """Tell what happens between the draw and the first lead, with the number of the event."""
        match event:
            case TrumpMade():
                table.add_row(self._text("trump"), self._trump(hand, event))
                if hand.started.dealer is None:
                    table.add_row(self._text("dealer"), Text(self.names[event.dealer]))
            case RedealAnswered() if event.wanted:
                words = self._filled("claims", event.cards, name=self.names[event.seat])
                table.add_row(self._text("claimed"), self._at(number, words))
            case DealtAgain():
                words = self._filled(f"again-{event.reason}", event.turned)
                table.add_row(self._text("again"), words)
            case LandBid():
                words = self._filled("land-bid", event.cards, name=self.names[event.seat])
                table.add_row(self._text("land"), self._at(number, words))
            case KittyTaken() | KittyBuried():
                cards = None if event.cards is None else hand.space.sort(event.cards)
                words = self._cards(cards, hand.rules.kitty_size)
                if isinstance(event, KittyTaken):
                    table.add_row(self._text("taken"), words)
                else:
                    table.add_row(self._text("buried"), self._at(number, words))
            case FriendsCalled():
                calls = Text(self._text("list")).join(map(self._call, event.calls))
                table.add_row(self._text("called"), self._at(number, calls))

    def _call(self, call: Call) -> Text:
        return self._filled("call", (call.card,), ordinal=call.ordinal)

    def _drawn(self, hand: Hand, seat: int, events: Sequence[Event]) -> Text:
        """The cards that a seat has drawn, as far as they are known, sorted."""
        drawn = [e.card for e in events if isinstance(e, CardDrawn) and e.seat == seat]
        known = [card for card in drawn if card is not None]
        return self._cards(hand.space.sort(known) if hand.knows(seat) else None, len(drawn))

    def _trump(self, hand: Hand, event: TrumpMade) -> Text:
        trump = Trump(hand.rank, event.suit)
        words = Text(self._text("no-suit", rank=hand.rank.value))
        if trump.suit is not None:
            words = Text(hand.rank.value) + suit_sign(trump.suit)
        if event.turned:
            words = words + Text("  ") + self._filled("nobody", event.turned)
        return words

    def _tricks(self, deal: Deal) -> Table:
        hand, events, _ = deal
        table = Table(caption=self._text("legend"), caption_justify="left")
        table.add_column(self._text("trick"), justify="right")
        for name in self.names:
            table.add_column(Text(name), overflow="fold")
        table.add_column(self._text("points"), justify="right")
        table.add_column(self._text("total"), justify="right")
        totals = [event.opponents for event in events if isinstance(event, TrickTaken)]
        played = list(_plays(deal))
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

    def _remarks(self, events: Sequence[Event]) -> Iterator[Text]:
        """The remarks on the tricks besides the plays."""
        number, sides = 1, set[int]()
        calls: tuple[Call, ...] = ()
        for event in events:
            match event:
                case FriendsCalled():
                    calls, sides = event.calls, {event.seat}
                case ThrowFailed():
                    words = self._filled(
                        "failed",
                        event.thrown,
                        number=number,
                        name=self.names[event.seat],
                        other=self.names[event.challenger],
                    )
                    cost = self._text("penalty", points=event.penalty) if event.penalty else ""
                    yield words + Text(cost)
                case FriendJoined():
                    key = "joins-again" if event.seat in sides else "joins"
                    sides.add(event.seat)
                    cards = (calls[event.call].card,)
                    words = self._filled(key, cards, number=number, name=self.names[event.seat])
                    lost = self._text("lost", points=event.lost) if event.lost else ""
                    yield words + Text(lost)
                case RestClaimed():
                    key = f"claim-{event.takes}{'' if event.accepted else '-declined'}"
                    yield Text(self._text(key, number=number, name=self.names[event.seat]))
                case TrickTaken():
                    if event.red_fives:
                        name, names = self.names[event.seat], self._list(event.red_fives)
                        yield Text(self._text("red-fives", number=number, name=name, names=names))
                    number += 1

    def _list(self, seats: Sequence[int]) -> str:
        return self._joined(self.names[seat] for seat in seats)

    def _joined(self, names: Iterable[str]) -> str:
        return Names(names).said(self.language)

    def _result(self, result: HandEnded) -> Table:
        table = facts()
        side = self._text(result.winner)
        words = self._text(
            "won.one" if result.levels == 1 else "won",
            side=side[0].upper() + side[1:],
            levels=result.levels,
            points=result.points,
        )
        if result.factor:
            words += self._text(
                "bonus.half" if result.halved else "bonus",
                tricks=result.tricks,
                factor=result.factor,
                kitty=result.kitty_points,
            )
        table.add_row(self._text("result"), Text(words))
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
        table.add_row(self._text("levels"), Text(self._joined(named)))
        if result.next_dealer is None:
            then = self._text("next-open", name=self.names[result.next_first])
        else:
            then = self.names[result.next_dealer]
        table.add_row(self._text("next"), Text(then))
        return table


def _hands(record: Record) -> Iterator[Deal]:
    """Each hand of a record."""
    seen = record.match
    match = Match(record.rules, seen_by=seen.seen_by, all_seen=seen.all_seen)
    events: list[Event] = []
    for number, event in enumerate(record.events):
        if isinstance(event, HandStarted) and match.hand is not None:
            yield Deal(match.hand, events, number - len(events))
            events = []
        match.apply(event)
        events.append(event)
    if match.hand is not None:
        yield Deal(match.hand, events, len(record.events) - len(events))


def _plays(deal: Deal) -> Iterator[dict[int, int]]:
    """For each trick the number of the event with which each seat decided what to play.

    Who threw in vain decided to throw; what was then played is left over from that.
    """
    plays: dict[int, int] = {}
    for number, event in enumerate(deal.events, deal.before + 1):
        match event:
            case Played() | ThrowFailed():
                plays.setdefault(event.seat, number)
            case TrickTaken():
                yield plays
                plays = {}
    yield plays


def suit_sign(suit: Suit) -> Text:
    """The sign of a suit in its colour."""
    return Text(suit.symbol, style="red" if suit.value in "DH" else "")


def card_sign(card: Card, language: Language) -> Text:
    """A card with the sign of its suit, in its colour."""
    if card.rank is None or card.suit is None:
        joker = card.value if language == "en" else {"SJ": "小王", "BJ": "大王"}[card.value]
        return Text(joker, style="magenta")
    return Text(card.rank.value, style="red" if card.suit.value in "DH" else "") + suit_sign(
        card.suit
    )
