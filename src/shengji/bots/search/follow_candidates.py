"""Candidates to follow with: all plays that differ when they are few, else the weighed ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from shengji.bots.search.equals import key_of
from shengji.cards import Card
from shengji.play.follows import Lead

Play = tuple[Card, ...]

FEW = 120
"""The most legal follows of which all are looked at."""
MOST = 32
"""The number of different follows tried without choosing among them."""


def follows(
    cards: Sequence[Card],
    stand_in: dict[Card, Card],
    lead: Lead,
    rule: Play,
    weighed: Iterable[Play],
) -> list[Play]:
    """Legal follows worth trying, that of the rules of play first; no two that are as good.

    `weighed` are those that the rules of play weigh, from a hand of `cards`.
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
