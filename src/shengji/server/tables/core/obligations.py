"""Sentences for players: the obligation to follow, and the reason for a re-deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from shengji.cards import Card
from shengji.game import Hand
from shengji.game.duty import duty_words, redeal_words
from shengji.game.refusals import suit_letter
from shengji.play.follows import Lead, Owed
from shengji.server.site.schemas import Text
from shengji.server.site.words import words
from shengji.server.tables.state import OwedState
from shengji.words import LANGUAGES


def owed_state(lead: Lead, owed: Owed, hand: Sequence[Card]) -> OwedState:
    """Return the obligation of a player with this hand on a lead, with its sentence."""
    letter = suit_letter(lead.space, owed.suit)
    return OwedState(
        cast(Literal["D", "C", "H", "S", "T"], letter),
        owed.size,
        owed.of_suit,
        owed.rung,
        owed.beat,
        words(*(duty_words(lead, owed, hand, language) for language in LANGUAGES)),
    )


def redeal_reason(hand: Hand, cards: Sequence[Card]) -> Text:
    """Return the reason for which a player with these cards may claim a re-deal."""
    return words(*(redeal_words(hand, cards, language) for language in LANGUAGES))
