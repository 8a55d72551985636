"""Logs of rooms of jerryyyu/shengji: one JSON object a line, for each step of each hand.

The log tells the deck, the declarations, the burial and every play. It does not tell when in the
draw a declaration was made, so that declarations stand after the last card; nor which cards a
person tried to throw in vain, of which only the cards led are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec

from shengji.cards import CARDS, Card, Rank
from shengji.game import Bury, CloseDraw, Show
from shengji.record.imports.replaying import (
    LogError,
    ReplayedHand,
    first_that_fits,
    read_cards_by,
    words,
)
from shengji.record.reader import Record
from shengji.rules import Rules

_OPTIONS: dict[str, object] = {
    "first_drawer": "random",
    "override_own": True,
    "no_bid": "first-card",
    "following": "same-length",
    "kitty_factor": "twice-cards-led",
}
_VARIANTS: tuple[dict[str, object], ...] = (
    {"following": "tuples"},  # a throw with a tractor was followed by pairs alone
    {"kitty_factor": "two"},  # before August 2026
    {"kitty_factor": "two", "following": "tuples"},
)
_NAMES: dict[str, Card] = {
    "LJ": Card.SMALL_JOKER,
    "BJ": Card.BIG_JOKER,
    **{f"{card.value[-1]}{card.value[:-1]}": card for card in CARDS if card.suit is not None},
}
PLAYERS = 4

_Seat = Annotated[int, msgspec.Meta(ge=0, lt=PLAYERS)]
_Cards = list[str]


class _Player(msgspec.Struct):
    name: str = ""


class _Start(msgspec.Struct):
    deck: _Cards
    banker: _Seat | None
    trump_rank: Rank
    levels: tuple[Rank, Rank]
    players: Annotated[list[_Player], msgspec.Meta(min_length=PLAYERS, max_length=PLAYERS)]


class _Declared(msgspec.Struct):
    seat: _Seat
    cards: _Cards


class _Trump(msgspec.Struct):
    suit: str
    banker: _Seat


class _Buried(msgspec.Struct):
    seat: _Seat
    cards: _Cards


class _Play(msgspec.Struct):
    seat: _Seat
    cards: _Cards
    attempted_cards: _Cards | None = None


class _Trick(msgspec.Struct):
    winner: _Seat
    points: int


class _End(msgspec.Struct):
    attacker_points: int
    kitty: _Cards
    kitty_points: int
    winner_team: int
    level_change: int


_Step: TypeAlias = _Start | _Declared | _Trump | _Buried | _Play | _Trick | _End
_KINDS: dict[str, Any] = {
    "round_start": _Start,
    "declare": _Declared,
    "trump": _Trump,
    "bury": _Buried,
    "play": _Play,
    "trick": _Trick,
    "round_end": _End,
}
_Round: TypeAlias = list[tuple[str, _Step]]
"""The steps of a hand, each with its line as it is named in messages."""


def records_of(text: bytes) -> Iterator[Record | LogError]:
    """The hands of a log, each as a record; an error for each hand that cannot be converted.

    >>> [str(error) for error in records_of(b'{"e": "round_start"}')]
    ['line 1: Object missing required field `deck`']
    """
    steps: _Round | None = None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            raw = msgspec.json.decode(line, type=dict[str, Any])
            kind = str(raw.get("e"))
            if kind == "round_start" and steps:
                yield _record_or_error(steps)
            if kind == "round_start" or (steps and kind in _KINDS):
                steps = [] if kind == "round_start" or steps is None else steps
                steps.append((f"line {number}", msgspec.convert(raw, _KINDS[kind])))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            yield LogError(f"line {number}: {error}")
            steps = None
    if steps:
        yield _record_or_error(steps)


def _record_or_error(steps: _Round) -> Record | LogError:
    try:
        return first_that_fits(lambda rules: _record(steps, rules), _OPTIONS, *_VARIANTS)
    except LogError as error:
        return error


def _record(steps: Sequence[tuple[str, _Step]], rules: Rules) -> Record:
    """The record of a hand under these rules.

    Raises:
        LogError: a step is impossible under them, or has another outcome.
    """
    place, start = steps[0]
    assert isinstance(start, _Start)
    hand = ReplayedHand(rules, start.levels * (PLAYERS // 2), start.banker)
    deck, drawn = _cards(place, start.deck), rules.hand_size * PLAYERS
    hands = [deck[seat:drawn:PLAYERS] for seat in range(PLAYERS)]
    hand.deal(place, hands, deck[drawn:], start.banker or 0)
    hand.agree(place, "the trump rank", start.trump_rank.value, hand.hand.rank.value)
    for place, step in steps[1:]:
        _replay(hand, place, step)
    return hand.record([player.name for player in start.players])


def _replay(hand: ReplayedHand, place: str, step: _Step) -> None:
    match step:
        case _Declared():
            hand.do(place, Show(step.seat, _cards(place, step.cards)))
        case _Trump():
            hand.do(place, CloseDraw())
            made = hand.hand.trump
            assert made is not None
            suit = "NT" if made.suit is None else made.suit.value
            hand.agree(place, "the trump suit", step.suit, suit)
            hand.agree(place, "the Dealer", step.banker, hand.hand.dealer)
        case _Buried():
            hand.do(place, Bury(step.seat, _cards(place, step.cards)))
        case _Play():
            led = _cards(place, step.cards)
            tried = led if step.attempted_cards is None else _cards(place, step.attempted_cards)
            hand.play(place, step.seat, tried, led)
        case _Trick():
            hand.agree_trick(place, step.winner, step.points)
        case _End():
            _agree_end(hand, place, step)
        case _:
            raise LogError(f"{place}: a hand begins in the middle of another")


def _agree_end(hand: ReplayedHand, place: str, end: _End) -> None:
    ended = hand.ended(place)
    hand.agree(place, "the kitty", words(_cards(place, end.kitty)), words(ended.kitty or ()))
    brought = ended.factor * (ended.kitty_points or 0)
    hand.agree(place, "the kitty's bonus", end.kitty_points, brought)
    hand.agree(place, "the Opponents' points", end.attacker_points, ended.points)
    team = (ended.dealer + (ended.winner == "opponents")) % 2
    hand.agree(place, "the team that won", end.winner_team, team)
    hand.agree(place, "the number of levels", end.level_change, ended.levels)


def _cards(place: str, names: Sequence[str]) -> tuple[Card, ...]:
    return read_cards_by(_NAMES, place, names)
