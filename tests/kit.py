"""Helpers that tests of several rooms share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shengji.bots import Bot
from shengji.cards import Card, Rank, Suit, Trump, read_cards, write_cards
from shengji.game import Command, due_of
from shengji.play.space import Space, space_of
from shengji.rules import Rules

SHORT_HANDS: dict[str, dict[str, Any]] = {
    "tractor": {"kitty": 60},
    "forty-points": {},
    "three-deck": {"decks": 3, "kitty": 58},
    "six-player": {"kitty": 60},
    "six-player-two-deck": {"kitty": 48},
    "finding-friends": {"kitty": 60},
}
"""Each system with a large kitty, so that its hands are short."""


def trump(text: str) -> Trump:
    """`"8H"`: eights and hearts are trump; `"8"`: eights, and there is no trump suit."""
    if text[-1] in "DCHS":
        return Trump(Rank(text[:-1]), Suit(text[-1]))
    return Trump(Rank(text), None)


def space(text: str, decks: int = 2) -> Space:
    """The strength space of the trump written as for `trump`."""
    return space_of(Rules(decks=decks), trump(text))


def cards(text: str) -> list[Card]:
    return read_cards(text)


def written(found: Iterable[Card]) -> str:
    return write_cards(found)


def decision_of(bot: Bot) -> Command | None:
    """The decision of a bot where its match stands; `None`: to wait, or nothing."""
    due = None if bot.match.hand is None else due_of(bot.hand, bot.seat)
    return None if due is None else bot.decide(due)
