"""Summaries of rules and card layouts, cached by rules."""

from __future__ import annotations

from functools import lru_cache

from shengji.cards import Card, Suit, Trump
from shengji.game.levels import must_play_levels
from shengji.play.score import scale
from shengji.play.space import Space, space_of
from shengji.rules import Rules, changes, describe_rules, heading
from shengji.server.rules.schemas import Changed, Layout, RulesState
from shengji.server.site.schemas import Game
from shengji.server.site.words import words

_STEPS_SHOWN = 5
"""Minimum number of levels that the scale shows beyond the threshold: with the kitty, the points
can exceed the sum of the cards' points.
"""


@lru_cache(maxsize=512)
def rules_state(rules: Rules) -> RulesState:
    """Summarize rules for the viewers of a table."""
    most = max(rules.total_points, rules.threshold_points + _STEPS_SHOWN * rules.step_points)
    return RulesState(
        given=describe_rules(rules),
        heading=words(heading(rules), heading(rules, "zh")),
        game=game_of(rules),
        changed=tuple(
            Changed(
                found.option.name,
                words(found.option.title(), found.option.title("zh")),
                words(found.option.label(found.second), found.option.label(found.second, "zh")),
                words(found.option.label(found.first), found.option.label(found.first, "zh")),
            )
            for found in changes(rules)
        ),
        players=rules.players,
        decks=rules.deck_count,
        hand_size=rules.hand_size,
        kitty_size=rules.kitty_size,
        teams=rules.teams,
        calls=rules.calls,
        land=rules.land,
        named_readings=rules.throw_reading == "named",
        scale=scale(rules, most),
        total=rules.total_points,
        removed=rules.removed,
        kitty_counts=rules.kitty_factor != "none",
        last_level=rules.last_level,
        must_play=tuple(sorted(must_play_levels(rules), key=lambda rank: rank.order)),
    )


def game_of(rules: Rules) -> Game | None:
    """The common name of a game, by its players, decks and teams, or `None`.

    >>> from shengji.rules import PRESETS
    >>> game_of(Rules()), game_of(PRESETS["wikipedia-2014"].rules), game_of(Rules(land=True))
    ('tractor', 'tractor', 'land')
    """
    if rules.teams == "friends":
        return "finding-friends"
    if rules.land:
        return "land"
    return _GAMES.get((rules.players, rules.deck_count))


_GAMES: dict[tuple[int, int], Game] = {
    (4, 2): "tractor",
    (4, 1): "forty-points",
    (4, 3): "three-deck",
    (6, 3): "six-player",
    (6, 2): "six-player-two-deck",
}
"""Names of games with fixed teams, by the numbers of players and decks."""


@lru_cache(maxsize=2048)
def layout_of(rules: Rules, trump: Trump) -> Layout:
    """Lay out all cards in the order of a hand under this trump.

    Trumps come first, then the other suits in alternating colours as far as possible. Each suit is
    sorted from high to low in lists of equal cards.

    >>> from shengji.cards import Rank, write_cards
    >>> layout = layout_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> [write_cards(suit[0]) for suit in layout], write_cards(layout[0][3])
    (['BJ', 'AS', 'AD', 'AC'], '2S 2C 2D')
    """
    space = space_of(rules, trump)
    by_suit = space.by_suit(set(rules.deck))
    order = [suit.order for suit in _suits_beside(trump.suit)]
    suits = [space.suit(cards[0]) for cards in by_suit.values()]
    trumps = [suit for suit in suits if suit not in order]
    return tuple(_equals(space, by_suit[suit]) for suit in (*trumps, *order) if suit in by_suit)


def _suits_beside(trump: Suit | None) -> list[Suit]:
    """The suits that are not trump, in alternating colours.

    The first one has the colour that the trump suit has not.
    """
    black, red = [Suit.SPADES, Suit.CLUBS], [Suit.HEARTS, Suit.DIAMONDS]
    first, second = (red, black) if trump in black else (black, red)
    # The colour of the trump suit has one suit left, which goes between the other two.
    first, second = ([s for s in suits if s is not trump] for suits in (first, second))
    return [suit for pair in zip(first, [*second, None], strict=False) for suit in pair if suit]


def _equals(space: Space, cards: list[Card]) -> tuple[tuple[Card, ...], ...]:
    """Cards of one suit, high to low, in lists of equals."""
    columns: dict[int, list[Card]] = {}
    for card in cards:
        columns.setdefault(space.column(card), []).append(card)
    return tuple(tuple(equal) for equal in columns.values())
