"""The work of a searching player, and its criteria for trusting a result."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from shengji.bots.deals.belief import SWEEPS, USUAL_CHAINS
from shengji.rules import Rules


class Effort(NamedTuple):
    """The settings of a searching player.

    Work is counted in cards played in playouts, so that the same seed and the same events give the
    same play on every machine; a playout also costs `OVERHEAD`.

    Attributes:
        tricks: maximum work for a lead or follow.
        bury: maximum work for a kitty.
        calls: maximum work for the calls of friends.
        bids: maximum work for a declaration or a bid for the land.
        nominating: the share of the work for finding the best alternative.
        first: number of deals on which every answer is tried first.
        confidence: the number of standard errors by which the nominee must be ahead of the anchor,
            on new deals, to be played instead.
        hopeless: the number of standard errors behind at which the comparison ends early.
        evident: the number of standard errors ahead at which the comparison ends early.
        endings: maximum cards in any hand for trying plays also by perfect play of the rest (see
            `last_cards`).
        doubted: maximum cards in any hand for checking a gain by perfect play.
        doubts: maximum number of deals on which a second way of playing on checks a nominee that is
            ahead. The nominee is rejected when perfect play does not show it ahead, or when
            playouts show it behind by more than a standard error; 0 for no check.
        nodes: maximum number of nodes for perfect play of all answers on a deal.
        insists: the factor for `nodes` in a second attempt to check two answers, when the first
            exceeds its nodes.
        sweeps: number of swaps per card that make deals explain the earlier plays before use (see
            `BelievedSampler`).
        chains: number of chains of such deals.
        buries: whether their kitties are buried again in games with friends (see `burials`).
        least: the comparison ends when the nominee cannot be ahead by more than this, in levels.
        margin: minimum gain, in levels, for playing another lead or follow. A smaller gain is
            hardly more than chance, and a match scatters less without it.
        leaves: maximum cards in any hand for also ending playouts of plays perfectly (see
            `last_cards`); 0 for never.
        kitties: maximum number of rounds of improvement of a kitty.
        cards: the deck size above which less work is done (see `for_deck`).
    """

    tricks: int
    bury: int
    calls: int
    bids: int
    nominating: float = 0.6
    first: int = 16
    confidence: float = 1.5
    hopeless: float = 2.0
    evident: float = 3.0
    endings: int = 4
    doubted: int = 7
    doubts: int = 0
    nodes: int = 20_000
    insists: int = 1
    sweeps: int = SWEEPS
    chains: int = USUAL_CHAINS
    buries: bool = False
    least: float = 0.0
    margin: float = 0.0
    leaves: int = 0
    kitties: int = 3
    cards: int = 108

    def times(self, factor: float) -> Effort:
        """The effort with `factor` times the work, divided in the same way."""
        root = sqrt(factor)
        return self._replace(
            tricks=round(factor * self.tricks),
            bury=round(factor * self.bury),
            calls=round(factor * self.calls),
            bids=round(factor * self.bids),
            sweeps=max(1, round(root * self.sweeps)),
            chains=max(1, round(root * self.chains)),
        )

    def for_deck(self, cards: int) -> Effort:
        """The effort for a deck with a number of cards.

        The time of a decision grows with the square of that number; above `Effort.cards` the work
        is reduced to compensate.
        """
        return self.times(min(1.0, (self.cards / cards) ** 2))


OVERHEAD = 8
"""The overhead of a playout, as a number of cards played."""

MOST_LAST, MOST_DOUBTED = 20, 28
"""Maximum cards in all hands for perfect play in reasonable time: on every deal, and on the few
deals that check a gain."""


def last_cards(each: int, rules: Rules, most: int = MOST_LAST) -> int:
    """The maximum cards in a hand for perfect play, at most `each`.

    `most` is the maximum number of cards in all hands.

    >>> [last_cards(4, Rules(players=players)) for players in (4, 6)]
    [4, 3]
    """
    return min(each, most // rules.players)
