"""The odds of unseen cards for each place, before any play.

The burier saw its hand and the kitty, and buried the cards it needed least: mostly low cards,
hardly ever trumps, Aces or points. So the cards that are seldom buried lie more often with the
burier than with another player, and low cards less often. A player who declared a suit and has not
taken the kitty holds some more trumps than other players.

The numbers lie between those of `medium` and of an earlier rule player that voided suits sooner,
rounded; no card is quite impossible anywhere. `python -m shengji.bots.deals.accuracy BOT SYSTEM
HANDS` measures them. With `tractor 60` it finds how often the burier buried a low card that it
could bury, a Jack or Queen, 5, 10, King, Ace, and trump:

    the one before   65 %, 18 %, 6 %, 1 %, 0 %, 0 %, 0 %
    medium           54 %, 33 %, 14 %, 2 %, 0 %, 1 %, 0 %
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shengji.bots.deals.facts import Facts
from shengji.bots.policy.numbers import NumberTable
from shengji.cards import Card, Rank
from shengji.game import Hand
from shengji.game.memory import Memory
from shengji.play.space import SUIT, TRUMP, Space

BURIED: dict[Rank, float] = {
    Rank.JACK: 0.25,
    Rank.QUEEN: 0.25,
    Rank.FIVE: 0.08,
    Rank.TEN: 0.015,
    Rank.KING: 0.008,
    Rank.ACE: 0.003,
}
"""The odds that the burier buries a card off the trump suit, relative to a low card."""
TRUMP_BURIED = 0.0005
"""The odds that the burier buries a trump, relative to a low card."""
DECLARED = 1.1
"""The odds of a trump to be with the player who declared the suit, relative to another player, for
each place in the hand without the shown cards."""
_ROUNDS = 40


def odds_of(hand: Hand, memory: Memory, facts: Facts, *, even: bool = False) -> NumberTable:
    """The relative odds of a box for the card at a place; (boxes, 54).

    All odds are 1 if `even`, and before the kitty has been buried.
    """
    odds = np.ones((hand.players + 1, 54))
    burier = hand.buried_by
    if even or burier is None:
        return odds
    if burier != memory.seat:
        size, kitty = hand.rules.hand_size, hand.rules.kitty_size
        buried = _buried(hand, memory, facts.space)
        odds[-1] = buried * (size + kitty) / kitty
        odds[burier] = (1.0 - buried) * (size + kitty) / size
    if hand.shown:
        shown = hand.shown[-1]
        suit = shown.cards[0].suit
        assert hand.trump is not None
        if suit is not None and suit is hand.trump.suit and shown.seat not in (burier, memory.seat):
            odds[shown.seat, facts.space.table[SUIT] == TRUMP] = DECLARED
    return odds


def odds_to_be_buried(space: Space, card: Card) -> float:
    """The odds of a card to be buried, relative to a low card."""
    if space.suit(card) == TRUMP or card.rank is None:
        return TRUMP_BURIED
    return BURIED.get(card.rank, 1.0)


def _buried(hand: Hand, memory: Memory, space: Space) -> npt.NDArray[np.float64]:
    """The probability for each place that the burier buried a card from there, if it could.

    The total is the size of the kitty, assuming that the burier held its proportional share of all
    cards that this seat did not hold.
    """
    size, kitty = hand.rules.hand_size, hand.rules.kitty_size
    odds = np.array([odds_to_be_buried(space, space.card_at(place)) for place in range(54)])
    unseen = np.zeros(54)
    for card in hand.rules.deck:
        unseen[space.place(card)] += 1.0
    for card in (*hand.hands[memory.seat], *hand.played_by(memory.seat)):
        unseen[space.place(card)] -= 1.0
    share = (size + kitty) / unseen.sum()
    low, high = 1e-6, 1e9
    for _ in range(_ROUNDS):
        factor = (low * high) ** 0.5
        if share * float(unseen @ (factor * odds / (1.0 + factor * odds))) > kitty:
            high = factor
        else:
            low = factor
    return np.asarray(low * odds / (1.0 + low * odds))
