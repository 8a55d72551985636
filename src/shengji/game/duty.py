"""Sentences on a player's duty to follow, and on the grounds for a re-deal."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Card, points_of
from shengji.game.draw_end import trumps_in
from shengji.game.hand import Hand
from shengji.game.refusals import rung_words, suit_letter, suit_words, unit_words
from shengji.play.follows import Lead, Owed
from shengji.words import Language, texts


def duty_words(lead: Lead, owed: Owed, hand: Sequence[Card], language: Language = "en") -> str:
    """The duty of a player with this hand to follow a lead (Z21 §3.7).

    >>> from shengji.cards import Rank, Suit, Trump, read_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.play.units import default_reading
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> lead = Lead(space, default_reading(space, read_cards("KS KS QS QS")))
    >>> for held in ("3S 3S 4S 4S 6S", "3S 3S 4S 6S 6S 9S", "3S 4S 9S", "3D 4D 5D 6D"):
    ...     hand = read_cards(held + " JC")
    ...     print(duty_words(lead, lead.owed(hand), hand))
    Follow with a tractor of 2 pairs in spades.
    Follow with 2 pairs in spades.
    Play all your 3 spades and any other card.
    You have no spades: play any 4 cards.
    """
    letter = suit_letter(lead.space, owed.suit)
    held = sum(lead.space.suit(card) == owed.suit for card in hand)
    free = owed.size - owed.of_suit
    rung = [list(row) for row in owed.rung]
    said = {
        "suit": suit_words(letter, language),
        "card": suit_words(letter)[:-1],
        "size": owed.size,
        "held": owed.of_suit,
        "free": free,
        "units": rung_words(rung, language) if rung else "",
    }

    def say(key: str, **more: object) -> str:
        return texts("duties")[key].render(language, **said, **more)

    if owed.beat:
        if not rung:
            return say("beat.card")
        return say("beat.unit", unit=unit_words(*owed.rung[-1], language))
    if owed.of_suit == 0:
        return say("none.card" if free == 1 else "none.cards")
    if free:
        own, others = owed.of_suit == 1, free == 1
        return say(f"short.{'only' if own else 'all'}.{'card' if others else 'cards'}")
    if held == owed.size:
        return say("only" if owed.size == 1 else "all")
    if owed.size == 1:
        return say("single")
    if not rung:
        return say("cards")
    whole = sum(width * length * times for width, length, times in rung) == owed.size
    return say("units" if whole else "among")


def redeal_words(hand: Hand, cards: Sequence[Card], language: Language = "en") -> str:
    """The ground on which a player with these cards may claim a re-deal (see `may_redeal`)."""
    rules, said = hand.rules, texts("duties")
    trumps = trumps_in(hand, cards)
    if rules.redeal_no_trumps and trumps <= rules.redeal_trumps:
        return said["few-trumps" if trumps else "no-trumps"].render(language, trumps=trumps)
    points, limit = points_of(cards), rules.redeal_points
    return said["few-points"].render(language, points=points, limit=limit)
