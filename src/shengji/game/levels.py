"""Levels: going up and down, must-play levels, hooks, winning the match (Z21 §3.8, §6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from shengji.cards import RANKS, Rank
from shengji.game.events import Side
from shengji.game.standing import Standing
from shengji.play.score import at_most, outcome
from shengji.rules import Rules
from shengji.rules.derived import HOOK_TARGETS


def advance(rules: Rules, at: Standing, by: int, *, free: bool) -> Standing | None:
    """The standing after going up `by` levels, or `None` when that wins the match.

    `free` lets the seat leave its present level even if that must be played. On the way up no seat
    passes a must-play level (Z21 §6.1.2), nor the last one where the match is won by defending it
    (Z21 §3.9). Past the last level the match is won, or goes on at 2 (W14, W23).

    >>> advance(Rules(), Standing(Rank("9")), 3, free=True).level
    Rank('Q')
    >>> advance(Rules(must_play=(Rank("10"),)), Standing(Rank("9")), 3, free=True).level
    Rank('10')
    >>> advance(Rules(), Standing(Rank("A")), 5, free=False).level
    Rank('A')
    >>> advance(Rules(), Standing(Rank("A")), 1, free=True) is None
    True
    >>> advance(Rules(winning="pass"), Standing(Rank("K")), 2, free=False) is None
    True
    >>> advance(Rules(after_last_level="wrap"), Standing(Rank("A")), 2, free=True)
    Standing(level=Rank('3'), lap=1, tried=False)
    """
    held = must_play_levels(rules)
    if by <= 0 or (at.level in held and not free):
        return at
    level, lap = at.level, at.lap
    for _ in range(by):
        if level is not rules.last_level:
            level = RANKS[level.order + 1]
        else:
            lap += 1
            if rules.after_last_level == "win" or lap == rules.laps:
                return None
            level = Rank.TWO
        if level in held:
            break
    return Standing(level, lap)


def must_play_levels(rules: Rules) -> set[Rank]:
    """Levels that must be played before they are passed."""
    return {*rules.must_play, *([rules.last_level] if rules.winning == "defend" else [])}


class HandFacts(NamedTuple):
    """The facts of a hand that determine its result, together with the rules.

    Attributes:
        points: the Opponents' points altogether.
        hooked: the seats that fall if the hand is hooked (see `shengji.game.hooks`).
        fined: the seats that go down for captured red fives, once for each.
    """

    rank: Rank
    dealer: int
    declarers: Sequence[int]
    points: int
    hooked: Sequence[int] = ()
    fined: Sequence[int] = ()


class Settlement(NamedTuple):
    """The consequences of a finished hand.

    Attributes:
        levels: number of levels that side was to go up; must-play levels may hold it back.
        missing: number of friends that the Dealer's team lacked.
        after: the standing of each seat after the hand.
        next_dealer: the next Dealer; `None` when the draw decides.
        next_first: the seat that draws first in the next hand.
        winners: the seats that won the match with this hand; usually empty.
    """

    winner: Side
    levels: int
    missing: int
    after: tuple[Standing, ...]
    next_dealer: int | None
    next_first: int
    winners: tuple[int, ...]


def settle(rules: Rules, before: Sequence[Standing], hand: HandFacts) -> Settlement:
    """Settle a hand (Z21 §3.6.1, §3.8, §3.9, §6.1, §6.5).

    >>> levels = [Standing(Rank("7")), Standing(Rank("10"))] * 2
    >>> end = settle(Rules(), levels, HandFacts(Rank("7"), 0, (0, 2), 160))
    >>> [standing.level.value for standing in end.after[:2]], end.next_dealer
    (['7', 'Q'], 1)
    >>> levels = [Standing(Rank("A")), Standing(Rank("2"))] * 2
    >>> settle(Rules(), levels, HandFacts(Rank("A"), 2, (0, 2), 75)).winners
    (0, 2)
    """
    won, by = outcome(rules, hand.points)
    missing = rules.declarer_count - len(hand.declarers)
    after: list[Standing] = []
    winners: list[int] = []
    for seat, at in enumerate(before):
        declarer = seat in hand.declarers
        reached: Standing | None = at
        if declarer != won:
            gain = dealer_gain(rules, by, missing) if seat == hand.dealer else by
            reached = advance(rules, at, gain, free=_is_free(rules, at, hand.rank, declarer))
        if seat in hand.hooked and (reached is None or reached.lap > at.lap):
            # A hooked seat falls instead of passing the last level.
            reached = at
        if reached is None:
            winners.append(seat)
            reached = at
        elif reached == at and declarer and hand.rank is at.level:
            reached = msgspec.structs.replace(at, tried=True)
        after.append(_fallen(rules, seat, reached, hand))
    next_dealer = _next_dealer(rules, hand, won)
    return Settlement(
        winner="opponents" if won else "declarers",
        levels=by,
        missing=missing,
        after=tuple(after),
        next_dealer=next_dealer,
        next_first=(hand.dealer + 1) % rules.players if next_dealer is None else next_dealer,
        winners=tuple(winners),
    )


def dealer_gain(rules: Rules, levels: int, missing: int) -> int:
    """Number of levels the Dealer goes up when the Declarers go up `levels` (Z21 §6.5).

    Under the missing-friend bonus each missing friend is worth as many again.

    >>> friends = Rules(teams="friends", players=6)
    >>> dealer_gain(friends, 2, 0), dealer_gain(friends, 2, 2)
    (2, 6)
    """
    return at_most(rules, levels * (1 + missing)) if rules.missing_friend_bonus else levels


def _is_free(rules: Rules, at: Standing, rank: Rank, declarer: bool) -> bool:
    """Whether a winning seat may leave its level when that must be played.

    It may as a Declarer with this level as the trump rank (Z21 §6.1.2), which for the last level is
    "while playing Ace" (Z21 §3.9, §6.5). Elsewhere it may also after an earlier attempt, where one
    attempt is enough.
    """
    if declarer and rank is at.level:
        return True
    defended = at.level is rules.last_level and rules.winning == "defend"
    return at.tried and not rules.must_play_win and not defended


def _fallen(rules: Rules, seat: int, at: Standing, hand: HandFacts) -> Standing:
    """The standing of a seat after hooks and fines."""
    level = at.level
    if seat in hand.hooked:
        target = HOOK_TARGETS[hand.rank.value]
        level = target if target.order < level.order else level
    down = rules.red_five_levels * list(hand.fined).count(seat)
    return demoted(rules, at if level is at.level else Standing(level, at.lap), down)


def demoted(rules: Rules, at: Standing, by: int) -> Standing:
    """The standing of a seat after going down `by` levels, but not below the lowest one.

    >>> demoted(Rules(), Standing(Rank("4")), 3)
    Standing(level=Rank('2'), lap=0, tried=False)
    """
    level = RANKS[max(min(at.level.order, rules.lowest_level.order), at.level.order - by)]
    return at if level is at.level else Standing(level, at.lap)


def _next_dealer(rules: Rules, hand: HandFacts, opponents_won: bool) -> int | None:
    """The next Dealer: to the right when the Opponents win, else the partner (Z21 §3.6.1).

    With more than two in a team the partner is two places to the right (PAG, Six players). With
    friends it is the first seat of the winning side to the right of the Dealer (Z21 §6.5).
    """
    if rules.later_dealer == "draw":
        return None
    if rules.teams == "friends":
        seats = [(hand.dealer + i) % rules.players for i in range(1, rules.players + 1)]
        return next(seat for seat in seats if (seat in hand.declarers) != opponents_won)
    return (hand.dealer + (1 if opponents_won else 2)) % rules.players
