"""Reading a record from the notation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast, get_args

import msgspec

from shengji.cards import Card
from shengji.game import (
    Call,
    CardDrawn,
    DealtAgain,
    DeckShown,
    Event,
    FriendJoined,
    FriendsCalled,
    Hand,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    LandPassed,
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
from shengji.game.events import Again, MatchEnd, Side, Takes, Way
from shengji.record.changes import Change, PlayerChanged, Told, Why
from shengji.record.header import Header, rules_of
from shengji.record.notation.said import TITLE, in_usual_order
from shengji.record.notation.tokens import Cursor, NotationError, Token, statements
from shengji.record.order import check
from shengji.record.reader import Record, check_players, empty_match
from shengji.rules import Rules

_WAYS = {f"{way}s": way for way in get_args(Way)}


def read_notation(text: str) -> Record:
    """The record that a text in the notation tells.

    Every event is checked for whether it can come next, as `read_record` does it.

    Raises:
        NotationError: when the text cannot be read, or something in it cannot be; it says where,
            and what was expected.
    """
    return _Reader(text).record()


def read_notation_file(path: Path) -> Record:
    """The record that a file in the notation tells.

    Raises:
        NotationError: as `read_notation`, and when the file is not in UTF-8.
        OSError: when it cannot be read.
    """
    data = path.read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise NotationError(line, column, "expected text in UTF-8, found other bytes") from None
    return read_notation(text)


class _Deal(msgspec.Struct):
    """The draw of a hand, collected from its lines.

    Attributes:
        at: where it starts.
        started: its first line, with what is hidden and the commitment missing.
        salt: the salt.
        commitment: the commitment.
        rows: the cards of each seat in the order in which they are drawn, and where they stand.
        kitty: the last cards of the deck.
        after: what happened during the draw, and after how many cards.
        drawn: how many cards are drawn, where these are not all.
    """

    at: Token
    started: HandStarted
    salt: str | None = None
    commitment: str | None = None
    rows: dict[int, tuple[tuple[Card, ...], Token]] = {}
    kitty: tuple[Card, ...] | None = None
    after: list[tuple[int, Told, Token]] = []
    drawn: int | None = None


class _Reader:
    """Reads one text, statement by statement."""

    def __init__(self, text: str) -> None:
        self._lines = list(statements(text))
        self._events: list[Event] = []
        self._changes: list[Change] = []
        self._deal: _Deal | None = None
        self._header: Header
        self._rules: Rules
        self._match: Match

    def record(self) -> Record:
        self._lines = self._lines[::-1]
        self._title()
        self._head()
        while self._lines:
            line = self._lines.pop()
            self._line(line)
            line.end()
        self._draw()
        header, changes = self._header, tuple(self._changes)
        return Record(header, self._rules, tuple(self._events), self._match, changes=changes)

    # The head

    def _title(self) -> None:
        if not self._lines:
            raise NotationError(1, 1, f"expected '{TITLE}', found nothing")
        line = self._lines.pop()
        line.need(*TITLE.split())
        line.end()

    def _head(self) -> None:
        """The lines before the first hand."""
        found: dict[str, object] = {}
        at = rules = None
        while self._lines and self._lines[-1].next.text in HEADS:
            line = self._lines.pop()
            at = line.take()
            if at.text in found:
                raise at.error(f"'{at.text}' stands here twice")
            line.need(":")
            found[at.text] = HEADS[at.text](line)
            line.end()
            rules = at if at.text == "Rules" else rules
        for name in ("Rules", "Seats"):
            if name not in found:
                wrong = self._lines[-1].wrong if self._lines else Cursor([_START]).wrong
                raise wrong(f"a line that begins with '{name}:'")
        assert rules is not None
        self._header = Header(
            rules=cast(dict[str, Any], found["Rules"]),
            seats=cast(tuple[str, ...], found["Seats"]),
            created=cast(str | None, found.get("Created")),
            seed=cast(int | None, found.get("Seed")),
            levels=cast(Any, found.get("Levels")),
            dealer=cast(int | None, found.get("Dealer")),
            seen_by=cast(Any, found.get("Seen", "all")),
            version=cast(Any, found.get("Record", 2)),
        )
        try:
            self._rules = rules_of(self._header)
        except ValueError as error:
            raise rules.error(str(error)) from None
        self._match = empty_match(self._header, self._rules)

    # What is told

    def _tell(self, told: Told, at: Token) -> None:
        """Take an event or a change of players, if it can come next."""
        try:
            over = self._match.winners is not None
            check_players(told, self._changes, self._rules.players, over)
            if not isinstance(told, PlayerChanged):
                check(self._match, told)
        except ValueError as error:
            kind = told.__struct_config__.tag
            raise at.error(f"{kind} cannot stand here: {error}") from None
        if isinstance(told, PlayerChanged):
            self._changes.append(Change(len(self._events), told))
        else:
            self._match.apply(told)
            self._events.append(told)

    def _line(self, line: Cursor) -> None:
        """One statement after the head."""
        at = line.next
        if at.kind == "word" and at.text.endswith(".") and at.text[:-1].isdecimal():
            self._draw()
            _TrickLine(self._match, self._tell, line).read()
            return
        if at.text not in LINES:
            known = [name for name in LINES if (name in _OF_DRAW) <= (self._deal is not None)]
            raise line.wrong(f"the number of a trick as '1.', or {_words(known)}")
        if at.text in _OF_DRAW:
            if self._deal is None:
                raise at.error(f"'{at.text}' belongs to the draw, and no hand has just begun")
        else:
            self._draw()
        line.take()
        LINES[at.text](self, line, at)

    def _hand(self, line: Cursor, at: Token) -> None:
        number = line.number("the number of the hand")
        line.need(":")
        found = line.clauses(
            {
                "rank": line.rank_or_open,
                "dealer": line.seat_or_open,
                "first": line.seat,
                "turned": line.cards,
                "redeals": line.number,
            },
            required=("rank", "dealer", "first"),
        )
        started = HandStarted(
            hand=number,
            rank=cast(Any, found["rank"]),
            dealer=cast(Any, found["dealer"]),
            first=cast(int, found["first"]),
            turned=cast(Any, found.get("turned", ())),
            commitment="",
            redeals=cast(int, found.get("redeals", 0)),
        )
        self._deal = _Deal(at, started)

    def _of_deal(self, line: Cursor, at: Token) -> None:
        """A line that belongs to the draw, but for those of what happened during it."""
        deal = self._deal
        assert deal is not None
        seat = line.seat() if at.text == "Seat" else None
        line.need(":")
        name = at.text.lower()
        there = seat in deal.rows if seat is not None else getattr(deal, name) is not None
        if there:
            raise at.error(f"'{at.text}' stands twice in this hand")
        if seat is not None:
            deal.rows[seat] = line.cards(), at
        elif name == "kitty":
            deal.kitty = line.cards() if not line.ended else ()
        elif name == "drawn":
            deal.drawn = line.number()
        else:
            setattr(deal, name, line.text(f"the {name}"))

    def _after(self, line: Cursor, at: Token) -> None:
        assert self._deal is not None
        number = line.number("after how many cards")
        line.need(":")
        if line.skip("player"):
            self._deal.after.append((number, _player(line), at))
            return
        seat = line.number("the number of a seat or 'player'")
        way = _WAYS[line.one_of(_WAYS)]
        cards = line.cards()
        line.need(",", "suit")
        suit = line.suit()
        line.need(",", "dealer")
        shown = Shown(seat, cast(Way, way), cards, suit, line.seat())
        self._deal.after.append((number, shown, at))

    def _draw(self) -> None:
        """Tell the draw that has been collected, if there is one."""
        deal, self._deal = self._deal, None
        if deal is None:
            return
        started, rules = deal.started, self._rules
        if deal.commitment is None:
            raise deal.at.error("expected a line 'Commitment:' in this hand, found none")
        whole = self._header.seen_by == "all"
        deck = self._deck(deal) if whole else None
        if not whole and (deal.salt is not None or deal.kitty is not None):
            raise deal.at.error("expected neither salt nor kitty where not all is seen")
        self._tell(
            msgspec.structs.replace(
                started, commitment=deal.commitment, deck=deck, salt=deal.salt if whole else None
            ),
            deal.at,
        )
        total = rules.hand_size * rules.players
        drawn = total if deal.drawn is None else deal.drawn
        if not 0 <= drawn <= total:
            raise deal.at.error(f"expected that at most {total} cards are drawn, found {drawn}")
        rows = {seat: list(cards) for seat, (cards, _) in deal.rows.items()}
        after = deal.after[::-1]
        for number in range(drawn + 1):
            while after and after[-1][0] == number:
                _, told, at = after.pop()
                self._tell(told, at)
            if number == drawn:
                break
            seat = (started.first + number) % rules.players
            card = None
            if seat in rows:
                if not rows[seat]:
                    raise deal.rows[seat][1].error(f"expected more cards for seat {seat}")
                card = rows[seat].pop(0)
            self._tell(CardDrawn(seat, card), deal.rows[seat][1] if seat in rows else deal.at)
        if after:
            raise after[-1][2].error(f"expected the lines in their order, up to {drawn} cards")
        for seat, left in rows.items():
            if left and not whole:
                raise deal.rows[seat][1].error(f"expected {len(left)} cards less for seat {seat}")

    def _deck(self, deal: _Deal) -> tuple[Card, ...]:
        """The deck, from the cards of all seats and the kitty."""
        rules = self._rules
        if deal.kitty is None or deal.salt is None:
            missing = "Kitty" if deal.kitty is None else "Salt"
            raise deal.at.error(f"expected a line '{missing}:' in this hand, found none")
        for seat in range(rules.players):
            cards, at = deal.rows.get(seat, ((), deal.at))
            if len(cards) != rules.hand_size:
                size = rules.hand_size
                raise at.error(f"expected {size} cards for seat {seat}, found {len(cards)}")
        rows = [
            deal.rows[(deal.started.first + i) % rules.players][0] for i in range(len(deal.rows))
        ]
        return (*(card for turn in zip(*rows, strict=False) for card in turn), *deal.kitty)

    def _said(self, line: Cursor, at: Token) -> None:
        """A line that tells one event, or that somebody else plays."""
        line.need(":")
        if at.text == "Result":
            self._tell(self._ended(line), at)
            return
        self._tell(_EVENTS[at.text](line, self._match.hand), at)

    def _ended(self, line: Cursor) -> HandEnded:
        """The end of a hand, from two lines."""
        side = line.one_of(get_args(Side))
        line.need("win")
        levels = line.number("how many levels")
        line.need(",", "points")
        points = line.number()
        line.need("=")
        tricks = line.number()
        line.need("+")
        factor = line.number()
        line.need("x")
        kitty_points = None if line.skip("?") else line.number("a number or '?'")
        halved = line.skip("/")
        if halved:
            line.need("2")
        line.need(",")
        found = line.clauses(
            {
                "dealer": line.seat,
                "side": line.numbers,
                "buried": line.seat,
                "missing": line.number,
                "hooked": line.numbers,
                "fined": line.numbers,
                "kitty": lambda: _hidden(line),
            },
            required=("dealer", "side", "buried"),
        )
        kitty = None if self._match.hand is None else self._match.hand.kitty
        following = self._lines.pop() if self._lines else line
        following.need("Next", ":")
        after = following.clauses(
            {
                "levels": following.ranks,
                "dealer": following.seat_or_open,
                "first": following.seat,
                "laps": following.numbers,
                "tried": following.numbers,
                "won": following.numbers,
            },
            required=("levels", "dealer", "first"),
        )
        return HandEnded(
            dealer=cast(int, found["dealer"]),
            declarers=cast(Any, found["side"]),
            tricks=tricks,
            factor=factor,
            points=points,
            winner=cast(Side, side),
            levels=levels,
            levels_after=cast(Any, after["levels"]),
            next_dealer=cast(Any, after["dealer"]),
            next_first=cast(int, after["first"]),
            buried_by=cast(int, found["buried"]),
            missing=cast(int, found.get("missing", 0)),
            hooked=cast(Any, found.get("hooked", ())),
            fined=cast(Any, found.get("fined", ())),
            laps_after=cast(Any, after.get("laps", ())),
            tried_after=cast(Any, after.get("tried", ())),
            winners=cast(Any, after.get("won", ())),
            kitty=cast(Any, found.get("kitty", kitty)),
            kitty_points=kitty_points,
            halved=halved,
        )


class _TrickLine:
    """Reads the line of a trick."""

    def __init__(self, match: Match, tell: Callable[[Told, Token], None], line: Cursor) -> None:
        self._match = match
        self._tell = tell
        self._line = line

    def read(self) -> None:
        line, hand = self._line, self._match.hand
        at = line.take()
        number = 1 if hand is None else len(hand.tricks) + 1
        if at.text != f"{number}.":
            raise at.error(f"expected trick '{number}.', found '{at.text}'")
        leader = line.seat()
        line.need(":")
        if hand is None:
            raise at.error("a trick cannot stand here: no hand is under way")
        played = 0
        while not line.ended and not line.sees("="):
            if line.skip("|"):
                if not played:
                    raise line.wrong("the lead")
            elif line.sees("["):
                self._remark((leader + played - 1) % hand.players if played else leader)
            else:
                self._play(hand, (leader + played) % hand.players)
                played += 1
        if line.sees("="):
            self._taken()

    def _play(self, hand: Hand, seat: int) -> None:
        line, at = self._line, self._line.next
        if hand.trick is not None:
            self._tell(Played(seat, line.cards()), at)
            return
        units = [line.cards()]
        while line.skip(","):
            units.append(line.cards())
        cards = in_usual_order(hand, units)
        if line.sees("[") and line.after_next == "as":
            line.need("[", "as")
            cards = line.cards()
            line.need("]")
        self._tell(Played(seat, cards, tuple(units)), at)

    def _remark(self, seat: int) -> None:
        """What stands in brackets; `seat` has played last, or leads."""
        line = self._line
        line.need("[")
        at = line.next
        kind = line.one_of(("throws", "answers", "claims", "player"))
        told: Told
        if kind == "throws":
            thrown = line.cards()
            line.need("stopped", "by")
            stopped = line.seat()
            told = ThrowFailed(seat, thrown, stopped, line.number() if line.skip("costs") else 0)
        elif kind == "answers":
            line.need("call")
            call = line.number() - 1
            told = FriendJoined(seat, call, line.number() if line.skip("loses") else 0)
        elif kind == "claims":
            takes = cast(Takes, line.one_of(get_args(Takes)))
            line.need("by")
            told = RestClaimed(line.seat(), takes, not line.skip("declined"))
        else:
            told = _player(line)
        line.need("]")
        self._tell(told, at)

    def _taken(self) -> None:
        line = self._line
        at = line.need("=")
        seat = line.seat()
        points = line.number("its points")
        line.need("(")
        total = line.number()
        line.need(")")
        fives: tuple[int, ...] = ()
        if line.skip("["):
            line.need("red", "fives", "of")
            fives = line.numbers()
            line.need("]")
        self._tell(TrickTaken(seat, points, total, fives), at)


# The head


def _rules(line: Cursor) -> dict[str, object]:
    found: dict[str, object] = {}
    while not line.ended:
        token = line.next
        name = line.text("the name of a preset or an option")
        if line.skip("="):
            if name in found:
                raise token.error(f"'{name}' stands here twice")
            found[name] = line.value()
        elif found:
            raise line.wrong("'='")
        else:
            found["preset"] = name
        if not line.ended:
            line.need(";")
    return found


def _seats(line: Cursor) -> tuple[str, ...]:
    found: list[str] = []
    while not found or line.skip(","):
        at = line.next
        if line.number(f"the number {len(found)}") != len(found):
            raise at.error(f"expected the number {len(found)}, found {at}")
        found.append(line.string("a name"))
    return tuple(found)


def _seen(line: Cursor) -> int | None:
    return None if line.skip("onlooker") else line.number("the number of a seat or 'onlooker'")


HEADS: dict[str, Callable[[Cursor], object]] = {
    "Rules": _rules,
    "Seats": _seats,
    "Created": lambda line: line.string("a date"),
    "Seed": Cursor.number,
    "Levels": Cursor.ranks,
    "Dealer": Cursor.seat,
    "Seen": _seen,
    "Record": lambda line: int(line.one_of(("1", "2"))),
}
_START = Token("end", "", 1, 1)


# Lines of one event


def _player(line: Cursor) -> PlayerChanged:
    seat = line.seat()
    name = None if line.skip("nobody") else line.string("'nobody' or a name")
    line.need(",")
    return PlayerChanged(seat, name, cast(Why, line.one_of(get_args(Why))))


def _trump(line: Cursor, hand: Hand | None) -> TrumpMade:
    found = line.clauses(
        {"suit": line.suit, "dealer": line.seat, "turned": line.cards, "rank": line.rank},
        required=("suit", "dealer"),
    )
    turned = cast(Any, found.get("turned", ()))
    rank = cast(Any, found.get("rank"))
    return TrumpMade(cast(Any, found["suit"]), cast(int, found["dealer"]), turned, rank)


def _redeal(line: Cursor, hand: Hand | None) -> RedealAnswered:
    seat = line.seat()
    wanted = line.one_of(("yes", "no")) == "yes"
    return RedealAnswered(seat, wanted, line.cards() if not line.ended else ())


def _again(line: Cursor, hand: Hand | None) -> DealtAgain:
    reason = line.one_of(get_args(Again))
    line.need(",")
    found = line.clauses(
        {"first": line.seat, "dealer": line.seat_or_open, "turned": line.cards},
        required=("first", "dealer"),
    )
    turned = cast(Any, found.get("turned", ()))
    first = cast(int, found["first"])
    return DealtAgain(cast(Again, reason), first, cast(Any, found["dealer"]), turned)


def _taken(line: Cursor, hand: Hand | None) -> KittyTaken:
    seat = line.seat()
    lies = None if hand is None else hand.kitty
    cards = _hidden(line) if line.skip(":") else lies
    shown = line.skip(",")
    if shown:
        line.need("shown")
    return KittyTaken(seat, cards, shown)


def _buried(line: Cursor, hand: Hand | None) -> KittyBuried:
    seat = line.seat()
    line.need(":")
    return KittyBuried(seat, _hidden(line))


def _hidden(line: Cursor) -> tuple[Card, ...] | None:
    """Cards, or `hidden`."""
    if line.skip("hidden"):
        return None
    return line.cards() if not line.ended else ()


def _land(line: Cursor, hand: Hand | None) -> LandPassed | LandBid:
    seat = line.seat()
    if line.one_of(("passes", "bids")) == "passes":
        return LandPassed(seat)
    cards = line.cards()
    line.need(",", "suit")
    return LandBid(seat, cards, line.suit())


def _calls(line: Cursor, hand: Hand | None) -> FriendsCalled:
    seat = line.seat()
    line.need(":")
    calls: list[Call] = []
    while not calls or line.skip(","):
        card = line.card()
        calls.append(Call(card, line.number("which of its copies, from 1")))
    return FriendsCalled(seat, tuple(calls))


def _end(line: Cursor, hand: Hand | None) -> MatchEnded:
    reason = line.one_of(get_args(MatchEnd))
    return MatchEnded(line.numbers(), cast(MatchEnd, reason))


def _deck_shown(line: Cursor, hand: Hand | None) -> DeckShown:
    at = line.next
    if line.one_of(("shown", "salt")) == "salt":
        salt = line.text("the salt")
        line.need(",")
        return DeckShown(line.cards(), salt)
    if hand is None or hand.started.deck is None or hand.started.salt is None:
        raise at.error("expected 'salt' and the cards of the deck, which the hand does not tell")
    return DeckShown(hand.started.deck, hand.started.salt)


_EVENTS: dict[str, Callable[[Cursor, Hand | None], Told]] = {
    "Trump": _trump,
    "Redeal": _redeal,
    "Again": _again,
    "Taken": _taken,
    "Buried": _buried,
    "Land": _land,
    "Calls": _calls,
    "End": _end,
    "Deck": _deck_shown,
    "Player": lambda line, hand: _player(line),
}
_OF_DRAW = ("Salt", "Commitment", "Seat", "Kitty", "After", "Drawn")
LINES: dict[str, Callable[[_Reader, Cursor, Token], None]] = {
    "Hand": _Reader._hand,
    "After": _Reader._after,
    **dict.fromkeys(("Salt", "Commitment", "Seat", "Kitty", "Drawn"), _Reader._of_deal),
    **dict.fromkeys((*_EVENTS, "Result"), _Reader._said),
}


def _words(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
