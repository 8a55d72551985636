"""What may be followed with: all plays that differ when they are few, else a spread of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from shengji.bots.basic.choices import Eager, follow_choices, placements, ruffs, trim
from shengji.bots.basic.sight import Sight
from shengji.bots.basic.worth import Worth
from shengji.bots.search.equals import key_of
from shengji.cards import Card
from shengji.play.follows import Lead
from shengji.play.ladder import meets
from shengji.play.space import TRUMP, as_table
from shengji.play.units import unit_table

Play = tuple[Card, ...]

FEW = 120
"""With no more legal follows than these all of them are looked at."""
MOST = 32
"""So many that differ are tried without choosing among them."""


def follows(sight: Sight, stand_in: dict[Card, Card], lead: Lead, rule: Play) -> list[Play]:
    """Legal follows worth trying, that of the rules of play first; no two that are as good."""
    found = {key_of(stand_in, rule): rule}
    cards = sight.cards
    if lead.size == 1:
        mine = sight.by_suit.get(lead.suit, cards)
        every: list[Play] = [(card,) for card in dict.fromkeys(stand_in[card] for card in mine)]
    else:
        every = list(islice(lead.follows(cards), FEW + 1))
    differ = {key_of(stand_in, play): play for play in every}
    if len(every) > FEW or len(differ) > MOST:
        differ = {key_of(stand_in, play): play for play in _spread(sight, lead)}
    for key, play in differ.items():
        if key not in found and lead.fault(cards, play) is None:
            found[key] = play
    return list(found.values())


def _spread(sight: Sight, lead: Lead) -> Iterator[Play]:
    """Follows of all sorts; what is owed is kept where the suit can be followed."""
    worth = Worth(sight)
    yield from follow_choices(sight, lead, worth)
    of_suit = sight.by_suit.get(lead.suit, [])
    others = [card for card in sight.cards if sight.space.suit(card) != lead.suit]
    if len(of_suit) > lead.size:
        rung = lead.owed(sight.cards).rung
        shapes, units = as_table(rung, 3), unit_table(sight.space, lead.reading)

        def enough(left: list[Card]) -> bool:
            words = sight.space.words(left)
            return bool(meets(sight.space.table, lead.suit, units, shapes, words))

        for wish in _wishes(sight, worth):
            yield trim(of_suit, lead.size, wish, enough if rung else None)
        if len(lead.reading) == 1:
            yield from placements(sight, of_suit, lead.reading[0].shape)
        return
    missing = lead.size - len(of_suit)
    for wish in _wishes(sight, worth):
        yield (*of_suit, *sorted(others, key=wish)[:missing])
    if not of_suit and lead.suit != TRUMP:
        for wish in _wishes(sight, worth):
            yield from ruffs(sight, lead, wish)
        yield from _highest_ruff(sight, lead)


def _wishes(sight: Sight, worth: Worth) -> Iterator[Eager]:
    """What one may want to play first: low cards, points, none of these, one suit, single cards."""
    space = sight.space

    def price(card: Card) -> float:
        return worth.one(card) + (worth.more(card) if sight.held[card] > 1 else 0.0)

    yield lambda card: price(card) + 10 * card.points
    yield lambda card: price(card) + card.points
    yield lambda card: price(card) - 10 * card.points
    yield lambda card: (100 if space.suit(card) == TRUMP else 0) + price(card) - 10 * card.points
    yield lambda card: space.column(card) + 20 * (sight.held[card] > 1)
    yield lambda card: -space.column(card)
    for suit in sight.by_suit:
        yield lambda card, suit=suit: price(card) - 100 * (space.suit(card) == suit)  # type: ignore[misc]
        yield lambda card, suit=suit: (  # type: ignore[misc]
            price(card) - 100 * (space.suit(card) == suit) + 10 * card.points
        )


def _highest_ruff(sight: Sight, lead: Lead) -> Iterator[Play]:
    """The highest way to trump a single unit."""
    if len(lead.reading) == 1:
        yield from placements(sight, sight.trumps, lead.reading[0].shape)[-2:]
