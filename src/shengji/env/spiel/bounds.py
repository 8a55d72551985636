"""Upper bounds of a hand that OpenSpiel requires in advance; often far too high."""

from __future__ import annotations

from shengji.env.rewards import Rewards
from shengji.env.spiel.course import MOST_DEALS
from shengji.game.endings import red_fives
from shengji.play.score import outcome, shape_factor
from shengji.rules import Rules

_KINDS_BID = 6
"""Number of kinds of cards that can bid for the land: four of the trump rank, and two Jokers."""


def most_deals(rules: Rules, dealer: int) -> int:
    """The maximum number of deals of a hand; `dealer` as in `Setting`."""
    thrown_in = dealer < 0 and rules.no_bid_first_hand == "deal-again"
    joker = rules.no_bid != "turn-kitty" and rules.no_bid_joker == "deal-again"
    asked = rules.redeal_no_trumps or rules.redeal_points is not None
    return MOST_DEALS if thrown_in or joker or asked else 1


def most_steps(rules: Rules) -> int:
    """The maximum number of actions in one deal."""
    played = steps_of_play(rules.hand_size, rules.players)
    return _steps_of_draw(rules) + _steps_of_kitty(rules) + 2 * rules.calls + played


def _steps_of_draw(rules: Rules) -> int:
    """The maximum number of actions to show, wait, and claim a re-deal.

    Each drawn card gives one seat a decision; each declaration and the end of the draw give all
    seats one. A declaration is higher than the one before: by its number of cards, by the number of
    Jokers among them, by their size, or once by its suit or by being late.
    """
    decks, players = rules.deck_count, rules.players
    cards = 3 * decks
    shown = cards * (2 * decks + 2) + 5
    asked = rules.hand_size * players + (shown + 2) * players
    return asked * (cards + 1) + players


def _steps_of_kitty(rules: Rules) -> int:
    """The maximum number of actions to bury and to bid for the land.

    Each bid has more cards than the one before, or a higher kind.
    """
    decks = rules.deck_count
    bids = _KINDS_BID * (decks - 1) if rules.land else 0
    return (bids + 1) * (rules.kitty_size + rules.players * (decks + 1))


def steps_of_play(size: int, seats: int) -> int:
    """The maximum number of actions in the tricks, for hands of `size` cards.

    It includes leads of cards that are taken back, stops, readings, and follows.
    """
    return size * (size + 1) // 2 + 2 * size + size * (seats - 1)


def most_gain(rules: Rules, measure: Rewards) -> float:
    """The maximum gain or loss of a seat in a hand, as measured by `rewards_of`."""
    high, low = _most_points(rules), -_most_penalties(rules)
    levels = max(outcome(rules, points).levels for points in (low, 0, high))
    points = max(high - rules.threshold_points, rules.threshold_points - low)
    match measure:
        case "levels":
            return float(levels)
        case "points":
            return float(points)
        case "both":
            return levels + points / rules.step_points


def _most_points(rules: Rules) -> int:
    kitty = min(rules.total_points, 10 * rules.kitty_size)
    tricks = rules.total_points - kitty
    bonus = kitty * most_factor(rules, rules.hand_size)
    return tricks + bonus + _most_penalties(rules)


def most_factor(rules: Rules, size: int) -> int:
    """The maximum factor of the kitty, for a last lead of at most `size` cards.

    >>> most_factor(Rules(), 25)
    8192
    """
    return max(
        shape_factor(rules, width, length, led)
        for width in range(1, rules.deck_count + 1)
        for length in range(1, 2 if width == 1 else size // width + 1)
        for led in (width * length, size)
    )


def _most_penalties(rules: Rules) -> int:
    """The maximum points that failed throws and captured red fives cost a side."""
    throws = rules.hand_size**2 * rules.throw_penalty_points
    fives = rules.red_five_points * sum(rules.copies[card] for card in red_fives(rules))
    paid = throws if rules.throw_penalty != "none" else 0
    return paid + (fives if rules.red_five_penalty == "points" else 0)
