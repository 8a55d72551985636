"""A match as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from shengji.cards import write_cards
from shengji.game.scene import MatchSeen, scene_of
from shengji.picture import Place


def text_of(match: MatchSeen) -> str:
    """Describe a match in lines, with all hands that it shows.

    A `*` precedes the seat whose turn it is. `leads` follows the leader's cards, and `ahead` those
    of the seat that is winning the trick.
    """
    return "\n".join(_lines(match))


def _lines(match: MatchSeen) -> Iterator[str]:
    scene = scene_of(match, "all" if match.all_seen else match.seen_by, (), "en")
    trump = scene.trump
    yield scene.title
    if trump is not None:
        suit = "" if trump.suit is None else trump.suit.symbol
        yield f"Trump: {trump.rank.value}{suit}"
    yield from scene.facts
    if scene.middle:
        yield scene.middle
    yield from map(_seat, scene.places)
    for row in scene.rows:
        yield f"{row.title}: {'  '.join(map(write_cards, row.groups))}"


def _seat(place: Place) -> str:
    words = [place.side, "deals" if place.deals else "", write_cards(place.cards)]
    words += ["leads" if place.leads else "", "ahead" if place.ahead else ""]
    told = ", ".join(word for word in words if word)
    return f"{'*' if place.turn else ' '} {place.name} ({place.level}), {place.count} cards: {told}"
