"""Reading a record from the notation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast, get_args

import msgspec

from shengji.cards import Card
from shengji.game import CardDrawn, Event, HandEnded, HandStarted, Match, Shown
from shengji.game.events import Side, Way
from shengji.game.shares import JointDeal
from shengji.record.changes import Change, PlayerChanged, Told
from shengji.record.header import Header, rules_of
from shengji.record.lines import check_bounds
from shengji.record.notation.event_lines import EVENTS, hidden_or_cards, player_change
from shengji.record.notation.head_lines import HEADS
from shengji.record.notation.said import TITLE
from shengji.record.notation.tokens import MOST_TOKENS, Cursor, NotationError, Token, statements
from shengji.record.notation.trick_line import TrickLine
from shengji.record.order import check
from shengji.record.reader import Record, check_players, empty_match
from shengji.rules import Rules

_WAYS = {f"{way}s": way for way in get_args(Way)}


def read_notation(text: str) -> Record:
    """Parse a record in the notation.

    Every event is checked for its place in the order, as by `read_record`.

    Raises:
        NotationError: the text is malformed, or an event cannot come next; with the position and
            the expected text.
    """
    return _Reader(text).record()


def read_notation_file(path: Path) -> Record:
    """Parse a file in the notation.

    Raises:
        NotationError: as `read_notation`, or the file is not UTF-8.
        OSError: the file cannot be read.
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
        at: position of its first line.
        started: the event of its first line, without hidden fields and commitment.
        rows: the cards of each seat in the order of the draw, with their position.
        kitty: the last cards of the deck.
        after: the events during the draw, each with the number of cards drawn before it.
    """

    at: Token
    started: HandStarted
    salt: str | None = None
    commitment: str | None = None
    shares: str | None = None
    rows: dict[int, tuple[tuple[Card, ...], Token]] = {}
    kitty: tuple[Card, ...] | None = None
    after: list[tuple[int, Told, Token]] = []
    drawn: int | None = None


class _Reader:
    """Parser of a text, statement by statement."""

    def __init__(self, text: str) -> None:
        self._statements = statements(text)
        self._line = next(self._statements, None)
        self._events: list[Event] = []
        self._changes: list[Change] = []
        self._deal: _Deal | None = None
        self._header: Header
        self._rules: Rules
        self._match: Match

    def record(self) -> Record:
        self._title()
        self._head()
        while (line := self._take()) is not None:
            self._read(line)
            line.end()
        self._draw()
        header, changes = self._header, tuple(self._changes)
        return Record(header, self._rules, tuple(self._events), self._match, changes=changes)

    def _take(self) -> Cursor | None:
        """Take the next statement; `None` at the end."""
        line = self._line
        if line is not None:
            self._line = next(self._statements, None)
        return line

    # Head

    def _title(self) -> None:
        line = self._take()
        if line is None:
            raise NotationError(1, 1, f"expected '{TITLE}', found nothing")
        line.need(*TITLE.split())
        line.end()

    def _head(self) -> None:
        """Read the lines before the first hand."""
        found: dict[str, object] = {}
        at = rules = None
        while (line := self._line) is not None and line.next.text in HEADS:
            self._take()
            at = line.take()
            if at.text in found:
                raise at.error(f"'{at.text}' stands here twice")
            line.need(":")
            found[at.text] = HEADS[at.text](line)
            line.end()
            rules = at if at.text == "Rules" else rules
        for name in ("Rules", "Seats"):
            if name not in found:
                raise (line or Cursor([_START])).wrong(f"a line that begins with '{name}:'")
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
            check_bounds(self._header)
            self._rules = rules_of(self._header)
        except ValueError as error:
            raise rules.error(str(error)) from None
        self._match = empty_match(self._header, self._rules)

    # Events

    def _tell(self, told: Told, at: Token) -> None:
        """Accept an event or a change of players, if it can come next."""
        try:
            check_bounds(told)
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

    def _read(self, line: Cursor) -> None:
        """Read a statement after the head."""
        at = line.next
        if at.kind == "word" and at.text.endswith(".") and at.text[:-1].isdecimal():
            self._draw()
            TrickLine(self._match, self._tell, line).read()
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
        """Read a line of the draw, other than the events during it."""
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
        if len(self._deal.after) == MOST_TOKENS:
            raise at.error(f"more than {MOST_TOKENS} such lines stand here")
        number = line.number("after how many cards")
        line.need(":")
        if line.skip("player"):
            self._deal.after.append((number, player_change(line), at))
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
        """Emit the events of the collected draw, if any."""
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
                started,
                commitment=deal.commitment,
                deck=deck,
                salt=deal.salt if whole else None,
                shares=_shares(deal),
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
        """The deck, assembled from the cards of all seats and the kitty."""
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
        """Read a line with a single event or a change of players."""
        line.need(":")
        if at.text == "Result":
            self._tell(self._ended(line), at)
            return
        self._tell(EVENTS[at.text](line, self._match.hand), at)

    def _ended(self, line: Cursor) -> HandEnded:
        """Read the end of a hand from its two lines."""
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
                "kitty": lambda: hidden_or_cards(line),
            },
            required=("dealer", "side", "buried"),
        )
        kitty = None if self._match.hand is None else self._match.hand.kitty
        following = self._take() or line
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


_START = Token("end", "", 1, 1)
_OF_DRAW = ("Salt", "Commitment", "Shares", "Seat", "Kitty", "After", "Drawn")
LINES: dict[str, Callable[[_Reader, Cursor, Token], None]] = {
    "Hand": _Reader._hand,
    "After": _Reader._after,
    **dict.fromkeys(("Salt", "Commitment", "Shares", "Seat", "Kitty", "Drawn"), _Reader._of_deal),
    **dict.fromkeys((*EVENTS, "Result"), _Reader._said),
}


def _shares(deal: _Deal) -> JointDeal | msgspec.UnsetType:
    if deal.shares is None:
        return msgspec.UNSET
    try:
        return msgspec.json.decode(deal.shares, type=JointDeal)
    except msgspec.MsgspecError as error:
        raise deal.at.error(f"expected shares as in a record: {error}") from None


def _words(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
