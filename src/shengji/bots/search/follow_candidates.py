"""Candidates to follow with: all distinct plays when they are few, else the weighed ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from shengji.bots.search.equals import key_of
from shengji.cards import Card
from shengji.play.follows import Lead

Play = tuple[Card, ...]

FEW = 120
"""Maximum number of legal follows that are all considered."""
MOST = 32
"""Maximum number of distinct follows that are all tried."""


def follows(
    cards: Sequence[Card],
    stand_in: dict[Card, Card],
    lead: Lead,
    rule: Play,
    weighed: Iterable[Play],
) -> list[Play]:
    """Candidate follows, beginning with the rule's; no two of them are equivalent.

    `weighed` are the candidates of the rules of play, from a hand of `cards`.
    """
    found = {key_of(stand_in, rule): rule}
    if lead.size == 1:
        mine = [card for card in cards if lead.space.suit(card) == lead.suit] or cards
        every: list[Play] = [(card,) for card in dict.fromkeys(stand_in[card] for card in mine)]
    else:
        every = list(islice(lead.follows(cards), FEW + 1))
    differ = {key_of(stand_in, play): play for play in every}
    if len(every) > FEW or len(differ) > MOST:
        differ = {key_of(stand_in, play): play for play in weighed}
    for key, play in differ.items():
        found.setdefault(key, play)
    return list(found.values())
