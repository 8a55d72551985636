"""Hands that are played twice, with two cards exchanged that somebody cannot see."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any

from shengji.cards import Card
from shengji.game import Match
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.decisions import BidLandAction, BuryAction, Declare, PlayAction


class Stacked(Random):
    """Chance that shuffles a deck into a given order."""

    def __init__(self, deck: list[Card], seed: int) -> None:
        super().__init__(seed)
        self.deck = deck

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = self.deck


def touches(action: Action, cards: set[Card]) -> bool:
    """Whether a decision names one of these cards."""
    kinds = Declare | BuryAction | BidLandAction | PlayAction
    return isinstance(action, kinds) and not cards.isdisjoint(action.cards)


def exchange(
    deck: Sequence[Card], match: Match, seat: int | None, done: Sequence[Action], chance: Random
) -> tuple[list[Card], set[Card]]:
    """Exchange two cards that a viewer cannot know at the end of the draw.

    Args:
        deck: the deck of a match's hand.
        match: the match after the hand.
        seat: the seat of the viewer; `None`: an onlooker's.
        done: the decisions of the hand.
        chance: chooses among the cards that are named last: the longer a card stays hidden, the
            more there is to compare.

    Returns:
        The other deck, and the cards.
    """
    hand = match.hand
    assert hand is not None
    drawn, players = hand.rules.hand_size * hand.players, hand.players
    shown = {card for showing in hand.shown for card in showing.cards} | {*hand.started.turned}
    places = [
        place for place in range(drawn) if seat is None or (hand.first + place) % players != seat
    ]
    if seat != hand.dealer and not hand.turned:
        places += range(drawn, len(deck))

    def named(place: int) -> int:
        card = {deck[place]}
        return next((n for n, action in enumerate(done) if touches(action, card)), len(done))

    late = sorted((place for place in places if deck[place] not in shown), key=named)[-8:]
    one, other = chance.sample(late, 2)
    changed = list(deck)
    changed[one], changed[other] = changed[other], changed[one]
    return changed, {deck[one], deck[other]}
