"""The format of a puzzle: a seat's knowledge, its choices, and their values."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from shengji.cards import Card
from shengji.explain import Lesson
from shengji.game import Bury, Call, CallFriends, Command, Decision, Event, Match, Play
from shengji.record import Header
from shengji.record.header import rules_of
from shengji.record.order import check
from shengji.record.reader import Record, empty_match
from shengji.record.reviews import MANY_CHOICES, MANY_DECISIONS
from shengji.review import Figure
from shengji.rules.bounds import PER_SEAT, Cards, Count, Whole, Word

Kind: TypeAlias = Literal["lead", "follow", "bury", "call", "throw"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of puzzles: a lead near the end, which decides the kitty; a follow; the cards to bury;
the friends to call; and whether a throw is safe.
"""

DECISIONS: dict[Kind, Decision] = {
    "lead": "lead",
    "follow": "follow",
    "bury": "bury",
    "call": "call",
    "throw": "lead",
}
"""The kind of decision of each kind of puzzle."""

YES, NO = 0, 1
"""The choices for a throw: safe, or not safe."""


class PuzzleError(ValueError):
    """The data are no valid puzzle; the message contains the error and the expectation."""


class Offered(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of the choices of a puzzle.

    Attributes:
        cards: the cards to lead, to follow with or to bury; for a throw, its cards in both choices.
        calls: the friends to call.
        value: the expected levels gained by the seat's side, minus those of the other side, where
            250 points that decide no level count as one; for a throw, the share of the deals on
            which the answer is right.
        behind: the advantage of the best choice over this one, on the same deals; 0 for the best.
        lesson: why the best choice is better; for the best choice, its reason.
    """

    cards: Cards = ()
    calls: Annotated[tuple[Call, ...], PER_SEAT] = ()
    value: Figure
    behind: Figure
    lesson: Lesson | None = None


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision with several answers, one of which is the best.

    Attributes:
        format: always `shengji-puzzle`.
        version: the version of the format.
        id: 12 hexadecimal digits, a hash of the question.
        kind: the decision: `lead`, `follow`, `bury`, `call`, or `throw` (is it safe?).
        header: the first line of a record as the seat saw it (`seen_by`).
        events: the events of the hand as the seat saw them, up to the decision.
        choices: 3 to 5 answers; for a throw two, `yes` and `no`.
        best: the index of the best answer, from 0.
        difficulty: the initial rating, from the margin over the second-best answer.
        depth: the search effort that found the puzzle, as a multiple of that of `strong`; the
            values come from ten times this effort.
        seed: the random seed of the search.
        deals: the number of deals on which the choices were tried.
    """

    format: Literal["shengji-puzzle"] = "shengji-puzzle"
    version: Literal[1] = 1
    id: Word
    kind: Kind
    header: Header
    events: Annotated[tuple[Event, ...], MANY_DECISIONS]
    choices: Annotated[tuple[Offered, ...], MANY_CHOICES]
    best: Count
    difficulty: float
    depth: float
    seed: Whole
    deals: Count

    @property
    def seat(self) -> int:
        """The seat that decides."""
        seat = self.header.seen_by
        assert isinstance(seat, int)
        return seat

    @property
    def throw(self) -> tuple[Card, ...]:
        """The cards of the throw to judge; empty for other kinds."""
        return self.choices[YES].cards if self.kind == "throw" else ()

    def record(self) -> Record:
        """Build the unfinished record as the seat saw it.

        Raises:
            PuzzleError: the header or an event is not valid.
        """
        try:
            rules = rules_of(self.header)
        except ValueError as error:
            raise PuzzleError(str(error)) from None
        match = empty_match(self.header, rules)
        for number, event in enumerate(self.events, 1):
            try:
                check(match, event)
            except ValueError as error:
                kind = event.__struct_config__.tag
                raise PuzzleError(f"event {number}, {kind}, cannot stand there: {error}") from None
            match.apply(event)
        return Record(self.header, rules, self.events, match)

    def command(self, choice: int) -> Command:
        """The seat's command for a choice; for both choices of a throw, the throw."""
        offered = self.choices[choice]
        match self.kind:
            case "bury":
                return Bury(self.seat, offered.cards)
            case "call":
                return CallFriends(self.seat, offered.calls)
            case _:
                return Play(self.seat, offered.cards)


def position_of(puzzle: Puzzle) -> Match:
    """The match at the decision, as the seat sees it."""
    match = empty_match(puzzle.header, rules_of(puzzle.header))
    for event in puzzle.events:
        match.apply(event)
    return match


def id_of(kind: Kind, header: Header, events: tuple[Event, ...], choices: object) -> str:
    """The id of a puzzle, a hash of its question."""
    asked = msgspec.json.encode((kind, header, events, choices))
    return hashlib.sha256(asked).hexdigest()[:12]


_decoder = msgspec.json.Decoder(Puzzle)


def encode(puzzle: Puzzle) -> bytes:
    """Encode a puzzle as a line of JSON, with a newline."""
    return msgspec.json.encode(puzzle) + b"\n"


def decode(line: bytes) -> Puzzle:
    """Parse a puzzle from a line.

    Raises:
        PuzzleError: the line is no valid puzzle.
    """
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PuzzleError(f"this is not a puzzle: {error}") from None
