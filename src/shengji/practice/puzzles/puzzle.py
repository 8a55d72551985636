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
        cards: the cards to lead, to follow with or to bury; of a throw, what is thrown, in both
            choices.
        calls: the friends to call.
        value: what was to be expected: the levels that the seat's side gains, less those of the
            others, in which 250 points that decide no level count as one; of a throw, on which
            share of the deals the answer is right.
        behind: by how much the best choice is better, over the same deals; 0 for the best.
        lesson: why the best choice is better, or, of the best, what speaks for it.
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
        id: 12 hexadecimal digits that follow from what is asked.
        kind: what is asked: `lead`, `follow`, `bury`, `call`, or `throw`: is it safe?
        header: the first line of a record that shows what the seat saw (`seen_by`).
        events: what it saw of the hand, up to the decision.
        choices: 3 to 5 answers; of a throw two, `yes` and `no`.
        best: the place of the best of them, from 0.
        difficulty: a rating to begin with, from how far the second answer is behind.
        depth: how many times as much as `strong` was thought when the puzzle was found; the values
            are those of ten times as much.
        seed: where the chance of that started.
        deals: on how many deals the choices were tried.
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
