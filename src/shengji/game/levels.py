"""Going up: levels, must-play levels, and winning the match (Z21 §3.8, §3.9, §6.1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shengji.cards import RANKS, Rank
from shengji.game.events import Side
from shengji.play.scoring import outcome
from shengji.rules import Rules


def advance(rules: Rules, level: Rank, by: int, *, defended: bool) -> Rank | None:
    """The level after going up `by` levels, or `None` when that wins the match.

    `defended` says that the side has just won as Declarers with `level` as the trump rank; only so
    can it leave a must-play level, and only so can it win at the last one. On the way up nobody
    passes a must-play level or the last.

    >>> advance(Rules(), Rank("9"), 3, defended=True)
    Rank('Q')
    >>> advance(Rules(must_play=(Rank("10"),)), Rank("9"), 3, defended=True)
    Rank('10')
    >>> advance(Rules(), Rank("A"), 5, defended=False)
    Rank('A')
    >>> advance(Rules(), Rank("A"), 1, defended=True) is None
    True
    """
    held = {rules.last_level, *rules.must_play}
    if by <= 0 or (level in held and not defended):
        return level
    if level is rules.last_level:
        return None
    order = level.order
    for _ in range(by):
        order += 1
        if RANKS[order] in held:
            break
    return RANKS[order]


class Settlement(NamedTuple):
    """What the end of a hand changes.

    Attributes:
        winner: the side that won the hand.
        levels: how many levels that side was to go up; must-play levels may hold it back.
        levels_after: the level of each seat after the hand.
        next_dealer: who deals next.
        winners: the seats that won the match by it, or none.
    """

    winner: Side
    levels: int
    levels_after: tuple[Rank, ...]
    next_dealer: int
    winners: tuple[int, ...]


def settle(rules: Rules, levels: Sequence[Rank], dealer: int, points: int) -> Settlement:
    """Settle a hand in which the Opponents have `points` altogether (Z21 §3.6.1, §3.8, §3.9).

    `levels` has the level of each seat before it; the Dealer's is the trump rank.

    >>> settle(Rules(), [Rank("7"), Rank("10")] * 2, 0, 160).levels_after[:2]
    (Rank('7'), Rank('Q'))
    >>> settle(Rules(), [Rank("A"), Rank("2")] * 2, 1, 0).winners
    ()
    >>> settle(Rules(), [Rank("A"), Rank("2")] * 2, 2, 75).winners
    (0, 2)
    """
    opponents_win, by = outcome(rules, points)
    declarers = [rules.team_of(seat) == rules.team_of(dealer) for seat in range(rules.players)]
    after: list[Rank] = []
    winners: list[int] = []
    for seat, level in enumerate(levels):
        reached: Rank | None = level
        if declarers[seat] != opponents_win:
            reached = advance(rules, level, by, defended=declarers[seat])
        if reached is None:
            winners.append(seat)
        after.append(level if reached is None else reached)
    return Settlement(
        winner="opponents" if opponents_win else "declarers",
        levels=by,
        levels_after=tuple(after),
        # To the right when the Opponents win, else to the partner (Z21 §3.6.1), who with six
        # players is two places to the right (PAG, Six players).
        next_dealer=(dealer + (1 if opponents_win else 2)) % rules.players,
        winners=tuple(winners),
    )
