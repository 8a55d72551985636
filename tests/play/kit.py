"""Helpers of the tests of single options."""

from __future__ import annotations

from collections.abc import Iterable

from shengji.cards import Card
from shengji.play.follows import Lead
from shengji.play.space import Space, space_of
from shengji.play.throws import Throw, judge_lead
from shengji.play.tricks import winner
from shengji.play.units import default_reading, unit_of
from shengji.rules import Rules
from tests.kit import cards, trump, written


def space(trump_text: str, gone: Iterable[Card] = (), **options: object) -> Space:
    """The strength space of a trump (written as for `tests.kit.trump`) under some options."""
    return space_of(Rules(**options), trump(trump_text), frozenset(gone))  # type: ignore[arg-type]


def ranking(found: Space, suit: int) -> str:
    """The cards of an effective suit from high to low, equals together."""
    levels: dict[int, list[str]] = {}
    for card in Card:
        if found.suit(card) == suit:
            levels.setdefault(found.column(card), []).append(card.value)
    return " | ".join(" ".join(levels[column]) for column in sorted(levels, reverse=True))


def is_unit(found: Space, text: str) -> bool:
    return unit_of(found, cards(text)) is not None


def lead_of(found: Space, text: str) -> Lead:
    return Lead(found, default_reading(found, cards(text)))


def follows(lead: Lead, hand: str) -> set[str]:
    """All legal plays."""
    return {written(play) for play in lead.follows(cards(hand))}


def rung(lead: Lead, hand: str) -> list[tuple[int, int]]:
    """The units owed, as (width, length)."""
    found = lead.owed(cards(hand)).rung
    return [(width, length) for width, length, times in found for _ in range(times)]


def fault(lead: Lead, hand: str, play: str) -> str | None:
    return lead.fault(cards(hand), cards(play))


def thrown(found: Space, text: str, *others: str) -> Throw:
    """The outcome of a lead; the players after the leader hold `others`."""
    reading = default_reading(found, cards(text))
    return judge_lead(found, reading, [cards(other) for other in others])


def led(found: Space, text: str, *others: str) -> str:
    """The cards that are really led."""
    return " + ".join(written(unit.cards) for unit in thrown(found, text, *others).led)


def won(found: Space, *plays: str) -> int:
    """The play that wins, from 0, the lead."""
    return winner(found, default_reading(found, cards(plays[0])), [cards(play) for play in plays])
