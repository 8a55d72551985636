"""The example of docs/record-format.md, and the tables of fields that stand there."""

from __future__ import annotations

import types
from random import Random
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from shengji.cards import Card, Rank, Suit
from shengji.forms.docstrings import read_docstring
from shengji.game import (
    Bury,
    Call,
    CloseDraw,
    Command,
    Draw,
    Event,
    Hand,
    Match,
    Phase,
    Play,
    Show,
    shuffled,
)
from shengji.record import Header, header_of
from shengji.record.reviews import HandReview
from shengji.rules import Rules

RULES = Rules(decks=1, kitty=38, last_level=Rank.TWO)
HEADER = header_of(RULES, ["Ann", "Bo", "Cai", "Dee"], created="2021-02-15T20:00:00Z", seed=2)


def example_events() -> list[Event]:
    """A whole match of four cards each, in which a throw fails."""
    match, events = Match(RULES), list[Event]()
    chance = Random(HEADER.seed)
    while match.winners is None:
        if match.between_hands:
            command: Command = shuffled(RULES, chance)
        else:
            assert match.hand is not None
            command = next_command(match.hand)
        answer = match.do(command)
        events += answer
    return events


def next_command(hand: Hand) -> Command:
    """Show what can be shown, keep low trumps, throw, and follow with the first cards that may."""
    if hand.phase is Phase.DRAW:
        for seat in range(hand.players):
            options = hand.bidding.options(seat, hand.hands[seat])
            if options:
                return Show(seat, options[0])
        return Draw() if hand.cards_to_draw else CloseDraw()
    assert hand.turn is not None
    cards = hand.space.sort(hand.hands[hand.turn])
    if hand.phase is Phase.BURY:
        kept = [card for card in cards if hand.space.suit(card) == hand.space.suit(cards[0])]
        kept = kept[-hand.rules.hand_size :]
        return Bury(hand.turn, tuple(card for card in cards if card not in kept))
    if hand.trick is not None:
        return Play(hand.turn, next(hand.trick.lead.follows(cards)))
    led = [card for card in cards if hand.space.suit(card) == hand.space.suit(cards[0])]
    return Play(hand.turn, tuple(led))


def field_table(kind: type) -> str:
    """The fields of a header or event as a table of the page."""
    _, meanings = read_docstring((kind.__doc__ or "").replace("`None`", "`null`"))
    hints = get_type_hints(kind)
    rows = ["| field | value | meaning |", "| --- | --- | --- |"]
    for field in msgspec.structs.fields(kind):
        meaning = meanings.get(field.name, "").rstrip(".")
        rows.append(f"| `{field.encode_name}` | {_words(hints[field.name])} | {meaning} |")
    return "\n".join(rows)


_PLAIN = {
    int: "number",
    str: "text",
    Card: "card",
    Rank: "rank",
    Suit: "suit",
    bool: "`true` or `false`",
    Call: "call",
    type(None): "`null`",
    Any: "anything",
    HandReview: "object",
}


def _words(kind: Any) -> str:
    """A type in words."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in args)
    if origin in (Union, types.UnionType):
        return " or ".join(_words(part) for part in args if part is not msgspec.UnsetType)
    if origin is tuple:
        inner = _words(args[0])
        return f"list of {'lists' + inner[4:] if inner.startswith('list') else inner + 's'}"
    if origin is dict:
        return "object"
    return _PLAIN[kind]


def lines_of(header: Header, events: list[Event]) -> str:
    """The text of a record."""
    return "\n".join(msgspec.json.encode(line).decode() for line in (header, *events))
