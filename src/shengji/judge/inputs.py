"""Parses questions, and the lists of cards in them."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from shengji.cards import Card, CardError, Rank, Suit, Trump, read_cards
from shengji.game import Hand, HandStarted
from shengji.game.decisions import refuse_throw
from shengji.judge.questions import CardList, Question, ReadingGiven, TrumpGiven, UnitGiven
from shengji.play.readings import find_readings
from shengji.play.space import Space, gone_cards, space_of
from shengji.play.units import Reading, default_reading
from shengji.rules import Rules, RulesError, rules_from

NamedCards: TypeAlias = tuple[str, Sequence[Card]]
"""Cards, with the field that contains them."""

_DECODER: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question)
ASKS: tuple[str, ...] = tuple(str(kind.__struct_config__.tag) for kind in Question.__args__)


class JudgeError(ValueError):
    """A question that cannot be answered.

    Attributes:
        code: kind of error; stable between versions.
        field: path of the field, as in `trump.suit` or `others[1]`; empty for the whole line.
        position: for a card, its number in the list, from 1.
    """

    def __init__(self, code: str, message: str, field: str = "", position: int | None = None):
        self.code = code
        self.message = message
        self.field = field
        self.position = position
        super().__init__(message)

    @classmethod
    def at(cls, code: str, field: str, message: str) -> JudgeError:
        """An error in a field, whose name is put before the message."""
        return cls(code, f"{field}: {message}", field)

    @classmethod
    def bad_value(cls, field: str, message: str) -> JudgeError:
        """An invalid value of a field."""
        return cls.at("bad-value", field, message)

    @classmethod
    def not_played(cls, field: str, message: str) -> JudgeError:
        """A field that is meaningless under the rules of the question."""
        return cls.at("not-played", field, f"under these rules {message}")

    @classmethod
    def missing(cls, field: str, why: str = "") -> JudgeError:
        """A missing field; `why` is the reason why it is needed."""
        return cls("missing-field", f"the field {field!r} is missing{why and f': {why}'}", field)


def read_question(line: bytes | str) -> Question:
    """Parse a line as a question.

    Raises:
        JudgeError: the line is not JSON, or not a question.
    """
    try:
        return _DECODER.decode(line)
    except msgspec.ValidationError as error:
        raise _explained(str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JudgeError("not-json", f"this is not JSON: {error}") from None


def _explained(text: str) -> JudgeError:
    """Convert a decoder's message about a question into an error of the judge."""
    problem, _, path = text.partition(" - at `$")
    where = path.rstrip("`").removeprefix(".")
    named = re.search(r"field `(.*)`$", problem)
    if named is not None:
        field = f"{where}.{named[1]}" if where else named[1]
        if "missing" in problem:
            hint = f"; what can be asked: {', '.join(ASKS)}" if named[1] == "ask" else ""
            return JudgeError("missing-field", f"the field {field!r} is missing{hint}", field)
        return JudgeError("unknown-field", f"there is no field {field!r} here", field)
    if where == "ask":
        asked = problem.removeprefix("Invalid value ").strip("'")
        near = difflib.get_close_matches(asked, ASKS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ";"
        message = f"nothing is asked so ({problem}){hint} what can be asked: {', '.join(ASKS)}"
        return JudgeError("unknown-ask", message, "ask")
    if not where:
        return JudgeError("not-an-object", f"a question is a JSON object: {problem}")
    if problem.startswith("Expected `") and ", got `" in problem:
        return JudgeError.at("wrong-type", where, problem)
    allowed = ""
    if where.endswith("suit"):
        allowed = "; a suit is one of " + ", ".join(s.value for s in Suit) + " or null"
    elif where.endswith("rank") or where.startswith(("levels", "ranks")):
        allowed = "; a rank is one of " + ", ".join(r.value for r in Rank)
    return JudgeError.bad_value(where, f"{problem}{allowed}")


def read_rules(given: str | dict[str, object]) -> Rules:
    """The rules of a question.

    Raises:
        JudgeError: the rules are invalid.
    """
    try:
        return rules_from(given)
    except RulesError as error:
        field = f"rules.{error.field}" if error.field and isinstance(given, dict) else "rules"
        raise JudgeError("bad-rules", str(error), field) from None


def space_for(rules: Rules, trump: TrumpGiven, played: Sequence[Card] = ()) -> Space:
    """The strength space of a question, after the cards in `played`."""
    return space_of(rules, Trump(trump.rank, trump.suit), gone_cards(rules, Counter(played)))


def hand_of(rules: Rules, trump: TrumpGiven) -> Hand:
    """A hand in the play, built from a question; seat 0 is the Dealer."""
    started = HandStarted(1, trump.rank, 0, 0, (), "")
    hand = Hand(rules, started, [trump.rank] * rules.players, None, all_seen=True)
    hand.trump = Trump(trump.rank, trump.suit)
    hand.lay_out()
    return hand


def read_played(rules: Rules, trump: TrumpGiven, given: CardList) -> tuple[Space, NamedCards]:
    """The strength space of a question, and the cards played before, with their field.

    Raises:
        JudgeError: a text is not a card.
    """
    played = read_list(given, "played")
    check_copies(rules, ("played", played))
    return space_for(rules, trump, played), ("played", played)


def read_list(given: CardList, field: str) -> list[Card]:
    """Parse the cards of a field.

    Raises:
        JudgeError: a text is not a card; with its position.
    """
    try:
        if not isinstance(given, str) and "" in given:
            raise CardError("", given.index("") + 1)
        return read_cards(given)
    except CardError as error:
        raise JudgeError("bad-card", f"{field}: {error}", field, error.position) from None


def read_lists(given: Iterable[CardList], field: str) -> list[list[Card]]:
    """Parse the cards of a field with several lists."""
    return [read_list(cards, f"{field}[{number}]") for number, cards in enumerate(given)]


def check_copies(rules: Rules, *lists: NamedCards) -> None:
    """Check that these lists together have no more copies of a card than there are decks.

    Raises:
        JudgeError: they have more; with the field of the first surplus copy.
    """
    seen: Counter[Card] = Counter()
    there = Counter(rules.deck)
    for field, cards in lists:
        seen.update(cards)
        for card in cards:
            if seen[card] > there[card]:
                decks = "1 deck is" if rules.deck_count == 1 else f"{rules.deck_count} decks are"
                less = ", less some Jokers" if rules.removed and card.is_joker else ""
                message = f"{seen[card]} copies of {card.value}, but {decks} played{less}"
                raise JudgeError.at("too-many-copies", field, message)


def check_seat(rules: Rules, seat: int, field: str) -> None:
    """Check that the seat exists.

    Raises:
        JudgeError: it does not.
    """
    if not 0 <= seat < rules.players:
        message = f"there is no seat {seat}; {rules.players} play, from seat 0"
        raise JudgeError.at("no-seat", field, message)


def check_one_suit(space: Space, cards: Sequence[Card], field: str) -> None:
    """Check that the list is not empty, and all of one effective suit.

    Raises:
        JudgeError: it is empty or mixed.
    """
    if not cards:
        raise JudgeError.at("no-cards", field, "at least one card is needed")
    if len({space.suit(card) for card in cards}) > 1:
        message = "these cards are of several suits; trumps are a suit of their own"
        raise JudgeError.at("mixed-suits", field, message)


def read_reading(
    rules: Rules, space: Space, cards: Sequence[Card], given: ReadingGiven | None
) -> Reading:
    """The reading of a lead of one suit: as given, or by default the longest unit first.

    Raises:
        JudgeError: the cards have no such reading, or the rules let no player name one.
    """
    default = default_reading(space, cards)
    if given is None:
        return default
    if isinstance(given, int):
        ways, more = find_readings(space, cards)
        found = ways[given] if 0 <= given < len(ways) else None
    else:
        units = [_unit(unit, f"reading[{number}]") for number, unit in enumerate(given)]
        named = [list(unit.elements()) for _, unit in units if unit is not None]
        ways, more = find_readings(space, cards, named)
        found = next((way for way in ways if _is_reading(way, units)), None)
    if found is None:
        raise JudgeError("no-reading", _no_reading(space, cards, more=more), "reading")
    if rules.throw_reading == "longest" and found != default:
        message = "under these rules a lead is read with its longest unit first"
        raise JudgeError("reading-not-named", message, "reading")
    return found


def _no_reading(space: Space, cards: Sequence[Card], *, more: bool) -> str:
    """The message for a reading that was not found; `more`: the search was incomplete."""
    if more:
        return (
            "no such reading is among those that were found, and there may be others; "
            "give the cards of each unit"
        )
    ways, others = find_readings(space, cards)
    count = f"{len(ways)} and perhaps more" if others else f"{len(ways)} in all"
    return f"these cards cannot be read so; `units` lists their readings, {count}"


def read_lead(
    rules: Rules, space: Space, cards: Sequence[Card], given: ReadingGiven | None, field: str
) -> Reading:
    """The reading of the lead in this field (see `read_reading`).

    Raises:
        JudgeError: as `read_reading`, or a throw where the rules allow none.
    """
    reading = read_reading(rules, space, cards, given)
    refusal = refuse_throw(rules, reading)
    if refusal is not None:
        raise JudgeError.at("no-throws", field, refusal.sentence())
    return reading


_Unit = tuple[tuple[int, int] | None, Counter[Card] | None]
"""The shape and the cards of a unit; each is `None` if not given."""


def _unit(given: UnitGiven | CardList, field: str) -> _Unit:
    if not isinstance(given, UnitGiven):
        return None, Counter(read_list(given, field))
    cards = None if given.cards is None else Counter(read_list(given.cards, field))
    return (given.width, given.length), cards


def _is_reading(reading: Reading, given: Sequence[_Unit]) -> bool:
    """Whether these are the units of a reading, in any order."""
    left = list(reading)
    # Match units with cards first, so that units given by shape alone take the rest.
    for shape, cards in sorted(given, key=lambda unit: unit[1] is None):
        for unit in left:
            if shape in (None, unit.shape) and cards in (None, Counter(unit.cards)):
                left.remove(unit)
                break
        else:
            return False
    return not left
