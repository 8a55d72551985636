"""Duties: what must be followed with, and why a re-deal may be claimed, each as one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from shengji.cards import Card, points_of
from shengji.game import Hand
from shengji.game.draw_end import trumps_in
from shengji.game.duty import duty_words
from shengji.game.refusals import suit_letter
from shengji.play.follows import Lead, Owed
from shengji.server.site.shapes import Text
from shengji.server.site.words import words, words_from
from shengji.server.tables.state import OwedState
from shengji.words import LANGUAGES


def owed_state(lead: Lead, owed: Owed, hand: Sequence[Card]) -> OwedState:
    """The duty of a player with this hand on a lead, for people."""
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
    """Why a player with these cards may claim a re-deal, as `shengji.game.may_redeal` says."""
    rules = hand.rules
    trumps = trumps_in(hand, cards)
    if rules.redeal_no_trumps and trumps <= rules.redeal_trumps:
        return words_from("duties", "few-trumps" if trumps else "no-trumps", trumps=trumps)
    points, limit = points_of(cards), rules.redeal_points
    return words_from("duties", "few-points", points=points, limit=limit)
