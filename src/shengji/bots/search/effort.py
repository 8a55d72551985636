"""How much a searching player thinks, and when it trusts what it found."""

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
        tricks: the most work for one lead or follow.
        bury: the most work for a kitty.
        calls: the most work for the calls of friends.
        bids: the most work for a declaration or a bid for the land.
        nominating: the part of the work that is spent on finding the best alternative.
        first: on how many deals every answer is tried first.
        confidence: by how many standard errors the nominee must be ahead of what would be played
            else, on fresh deals, to be played instead.
        hopeless: by how many standard errors it must be behind for the comparison to end early.
        evident: by how many standard errors it must be ahead for the comparison to end early.
        endings: with no more cards than these in any hand plays are tried by perfect play of the
            rest, too (see `last_cards`).
        doubted: with no more cards than these in any hand perfect play is what doubts a gain.
        doubts: on so many deals at most a nominee that is ahead is tried by a second way of playing
            on, too, and is played only if that does not deny it: perfect play denies what is not
            ahead, playouts what is behind by more than a standard error; 0 for none.
        nodes: perfect play of all answers on a deal may take so many nodes.
        insists: a doubt of two answers may take so many times as many nodes where perfect play is
            not found in as many as usual.
        sweeps: how long deals are made to explain what the others played before they are used
            (see `BelievedSampler`).
        chains: how many such deals are changed side by side.
        buries: whether their kitties are buried again in games with friends (see `burials`).
        least: how far ahead the nominee must still be able to be for the comparison to go on.
        margin: how far ahead a lead or follow must be to be played instead; what is gained by less
            is hardly more than chance, and a match scatters less without it.
        leaves: the last cards of playouts that try plays, no more than these in any hand, are
            played perfectly, too (see `last_cards`); 0 for none.
        kitties: how often a kitty is improved upon at most.
        cards: with more cards than these in the deck less work is done (see `for_deck`).
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
        """The effort of so many times as much work, spent in the same way."""
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
        """This effort with a deck of so many cards.

        A decision takes longer about as the square of their number; above `Effort.cards` there is
        so much less work that it does not.
        """
        return self.times(min(1.0, (self.cards / cards) ** 2))


OVERHEAD = 8
"""The cost of a playout besides the cards it plays, in cards."""

MOST_LAST, MOST_DOUBTED = 20, 28
"""The most cards in all hands for which perfect play is found soon enough: on every deal, and on
the few on which a gain is doubted."""


def last_cards(each: int, rules: Rules, most: int = MOST_LAST) -> int:
    """The cards a hand with which perfect play is looked for, if it is with `each` at most.

    `most` is the number of cards in all hands of which it takes too long to find.

    >>> [last_cards(4, Rules(players=players)) for players in (4, 6)]
    [4, 3]
    """
    return min(each, most // rules.players)
