"""Hooks: demotion by the last trick (Z21 §6.1.3, §6.1.4; Z16 §8.2; PAG; W14)."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Card, Rank
from shengji.game.hand import Hand
from shengji.game.trick import Trick
from shengji.play.space import TRUMP
from shengji.play.tricks import answer, deciding_unit
from shengji.rules import Rules


def hooked(hand: Hand, *, opponents_won: bool) -> tuple[int, ...]:
    """The seats that the last trick hooks, even those on low levels already.

    Under most rules the Opponents hook the Declarers whose level is the trump rank. Where capturing
    counts (PAG, The hook) either side can lose its level.
    """
    rules, trick = hand.rules, hand.last_trick
    if hand.rank.value not in rules.hooks or trick is None or trick.winner is None:
        return ()
    taker_declares = hand.is_declarer(trick.winner)
    if not has_hook(hand, trick):
        return ()
    if rules.hook_card == "capture" and not any(
        hand.is_declarer(seat) != taker_declares
        and any(c.rank is hand.rank for c in trick.cards_of(seat, hand.players) or ())
        for seat in range(hand.players)
    ):
        return ()
    return who_falls(
        rules, hand.rank, hand.levels, hand.declarers, taker_declares, opponents_won=opponents_won
    )


def who_falls(
    rules: Rules,
    rank: Rank,
    levels: Sequence[Rank],
    declarers: Sequence[int],
    taker_declares: bool,
    *,
    opponents_won: bool,
) -> tuple[int, ...]:
    """The seats that fall when a hooking card takes the last trick.

    Args:
        rules: the rules of the match.
        rank: the trump rank.
        levels: the level of each seat before the hand.
        declarers: the seats on the Declarers' team.
        taker_declares: whether a Declarer took it; where capturing counts (PAG), whether a Declarer
            captured from the other side.
        opponents_won: whether the Opponents have won the hand.

    >>> who_falls(
    ...     Rules(hooks=("J",)), Rank.JACK, [Rank.JACK] * 4, (0, 2), False, opponents_won=True
    ... )
    (0, 2)
    """
    if rank.value not in rules.hooks:
        return ()
    if rules.hook_needs_win and opponents_won == taker_declares:
        return ()
    if rules.hook_card == "capture":
        return tuple(s for s in range(rules.players) if (s in declarers) != taker_declares)
    if taker_declares:
        return ()
    return tuple(seat for seat in declarers if levels[seat] is rank)


def may_hook(hand: Hand, card: Card) -> bool:
    """Whether a card hooks when it wins the last trick."""
    if card.rank is not hand.rank:
        return False
    if hand.rules.hook_card == "any-trump":
        return hand.space.suit(card) == TRUMP
    return card.suit is (hand.trump.suit if hand.trump is not None else None)


def has_hook(hand: Hand, trick: Trick) -> bool:
    """Whether a hooking card won the trick."""
    assert trick.winner is not None
    cards = trick.cards_of(trick.winner, hand.players) or ()
    card = next((card for card in cards if may_hook(hand, card)), None)
    if card is None or hand.rules.hook_card != "trump-suit-in-unit":
        return card is not None
    return _in_longest_unit(hand, trick, cards, card)


def _in_longest_unit(hand: Hand, trick: Trick, cards: Sequence[Card], card: Card) -> bool:
    """Whether a card can be part of the winning unit: the highest of the lead's longest shape.

    That is "the longest unit within the combination" (Z21 §6.1.3) as it is compared, "the highest
    corresponding unit" (Z21 §4.4): of single cards only the highest hooks.
    """
    unit, space = deciding_unit(trick.lead.reading), trick.lead.space
    if cards.count(card) < unit.width:
        return False
    words = space.words(cards)
    top = int(answer(space.table, TRUMP, trick.lead.units, words))
    return top - unit.length < space.column(card) <= top
