"""Digests that identify a recorded hand independently of its players' names."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from shengji.cards import Rank
from shengji.game import Event, HandEnded, HandStarted
from shengji.record.header import Header, SeenBy, header_of
from shengji.record.lines import encode
from shengji.rules import Rules


def nameless(
    rules: Rules, levels: Sequence[Rank] | None, dealer: int | None, seen_by: SeenBy
) -> Header:
    """A header with `{0}` in place of the name of the player in seat 0, and so on.

    Args:
        rules: the rules of the match.
        levels: the level of each seat at the start; `None`: the first level for all.
        dealer: the Dealer of the first hand; `None`: the draw decides.
        seen_by: as in a `Header`.
    """
    return header_of(
        rules,
        [f"{{{seat}}}" for seat in range(rules.players)],
        seen_by=seen_by,
        levels=tuple(levels or (rules.first_level,) * rules.players),
        dealer=dealer,
    )


def digests(header: Header, events: Iterable[Event]) -> dict[int, bytes]:
    """SHA-256 of the record up to the end of each finished hand, by the number of the hand.

    Args:
        header: a header from `nameless`.
        events: the events of the match.
    """
    digest = hashlib.sha256(encode(header))
    found: dict[int, bytes] = {}
    number = 0
    for event in events:
        digest.update(encode(event))
        if isinstance(event, HandStarted):
            number = event.hand
        elif isinstance(event, HandEnded):
            found[number] = digest.copy().digest()
    return found
