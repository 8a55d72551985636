"""Advantages of one lead over another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from shengji.cards import points_of
from shengji.explain.differences import SHORT, Play, beyond, broken, emptied, joining, trumps_of
from shengji.explain.others import Others
from shengji.game.reasons import has_few_trumps, is_time_for_trumps, rivals_may_hold_trumps
from shengji.play.space import TRUMP
from shengji.record.reviews import Lesson

FEW: Final = 3
"""Maximum number of higher cards that a lesson lists."""


class Led:
    """A lead that was made or is possible.

    Attributes:
        units: the units of their reading.
        beatable: the units that other players may be able to beat in their suit.
    """

    def __init__(self, others: Others, cards: Play) -> None:
        self._others = others
        self.cards = cards
        self.suit = others.space.suit(cards[0])
        self.units = others.units(cards)
        self.beatable = others.beatable(cards)

    @property
    def is_sure(self) -> bool:
        """Whether no part of it can be beaten in its suit."""
        return not self.beatable

    @property
    def is_throw(self) -> bool:
        """Whether it has several units."""
        return len(self.units) > 1

    @cached_property
    def loses(self) -> bool:
        """Whether it is one unit that an opponent may beat in its suit."""
        rivals = self._others.rivals if self.beatable and not self.is_throw else ()
        return any(self._others.may_beat(seat, self.suit, self.units[0]) for seat in rivals)

    @cached_property
    def is_trumped(self) -> bool:
        """Whether it is one unit that an opponent without its suit may trump."""
        rivals = () if self.is_throw else self._others.rivals
        return any(self._others.may_trump(seat, self.suit, self.units[0]) for seat in rivals)

    @cached_property
    def is_helped(self) -> bool:
        """Whether it is one unit that a teammate without its suit may trump."""
        mates = () if self.is_throw else self._others.mates
        return any(self._others.may_trump(seat, self.suit, self.units[0]) for seat in mates)

    @cached_property
    def forces(self) -> bool:
        """Whether all opponents are known to have none of its suit, which is not trumps."""
        others = self._others
        return (
            self.suit != TRUMP
            and bool(others.rivals)
            and all(others.is_void(seat, self.suit) for seat in others.rivals)
        )


def of_lead(others: Others, made: Play, best: Play, *, failed: bool) -> Iterator[Lesson]:
    """Yield the advantages of the better lead, the most important first."""
    done, better = Led(others, made), Led(others, best)
    if done.is_throw and done.beatable:
        yield _of_risk(others, done, failed=failed)
    yield from _of_friends(others, done, better)
    at_stake = 0 if better.is_sure else points_of(best)
    if done.loses and points_of(made) > at_stake:
        yield Lesson("lead-points", made, points_of(made))
    safer = done.suit != better.suit and done.is_trumped and not better.is_trumped
    if safer:
        yield Lesson("lead-trumped", made)
    if better.is_sure and (done.beatable or safer):
        yield Lesson(_sure(better), best)
    if better.is_helped and not done.is_helped:
        yield Lesson("lead-partner-trumps", best)
    broke = broken(others.held, made, best)
    if broke:
        yield Lesson("pair-broken", broke)
    yield from _of_trumps(others, done, better)
    kept = beyond(made, best)
    if done.is_sure and kept and others.stays_highest(kept):
        yield Lesson("lead-kept", kept)
    if better.is_throw and any(map(others.hardly_stands, better.beatable)):
        return  # no advantage of a throw that fails
    if better.forces and not done.forces:
        yield Lesson("lead-forces", best)
    yield from _of_height(others, done, better)
    yield from _of_length(others, done, better)


def _of_risk(others: Others, done: Led, *, failed: bool) -> Lesson:
    """The lesson on the risk of a throw: it may fail, certainly fails, or hardly ever stands."""
    for unit in () if failed else done.beatable:
        higher = others.surely_beaten(unit)
        if higher:
            return Lesson("throw-fails", unit.cards, higher=higher)
    for unit in () if failed else done.beatable:
        if others.hardly_stands(unit):
            return Lesson("throw-hopeless", unit.cards, len(others.higher_out(unit)))
    return Lesson("throw-stopped" if failed else "throw-risky", done.beatable[-1].cards)


def _sure(led: Led) -> str:
    """The key of the lesson for a lead that cannot be beaten in its suit."""
    if led.is_throw:
        return "throw-sure"
    return "lead-sure-trump" if led.suit == TRUMP else "lead-sure"


def _of_friends(others: Others, done: Led, better: Led) -> Iterator[Lesson]:
    """Yield lessons on joining the Declarers by a lead, or on letting a friend join."""
    hand, seat = others.hand, others.seat
    joins, would = joining(hand, seat, done.cards), joining(hand, seat, better.cards)
    if would and not joins:
        race = others.is_contested(would[0])
        yield Lesson("join-race" if race else "join-missed", would[:1])
    if joins and not would:
        yield Lesson("join-early", joins[:1])
    if done.suit == better.suit:
        return
    called, instead = _called(others, done), _called(others, better)
    if hand.is_declarer(seat):
        if instead:
            yield Lesson("lead-called", instead)
    elif called and not any(call.card in others.held for call in hand.open_calls):
        yield Lesson("lead-called-helps", called)


def _called(others: Others, led: Led) -> Play:
    """A called card, still to be played, that may win the lead of one unit; or none."""
    space, out = others.space, Counter(others.out)
    if led.is_throw:
        return ()
    top, width = space.column(led.units[0].cards[0]), led.units[0].shape[0]
    for call in others.hand.open_calls:
        card, before = call.card, others.hand.played[call.card]
        higher = space.suit(card) == led.suit and space.column(card) > top
        if higher and out[card] >= width and before < call.ordinal <= before + width:
            return (card,)
    return ()


def _of_trumps(others: Others, done: Led, better: Led) -> Iterator[Lesson]:
    """Yield lessons on whether it is time to draw trumps."""
    hand, seat = others.hand, others.seat
    if done.suit == better.suit == TRUMP:
        longer = len(better.cards) > len(done.cards) and not better.is_throw
        if longer and rivals_may_hold_trumps(hand, seat):
            yield Lesson("lead-draws-more", better.cards, len(better.cards))
    elif done.suit == TRUMP != better.suit:
        if not rivals_may_hold_trumps(hand, seat):
            yield Lesson("lead-trump-none", done.cards)
        elif has_few_trumps(hand, seat):
            trumps = len(trumps_of(others.space, others.held))
            yield Lesson("lead-trump-few", done.cards, trumps)
        yield Lesson("lead-trump-early", done.cards)
    elif better.suit == TRUMP != done.suit:
        if is_time_for_trumps(hand, seat):
            yield Lesson("lead-trump-missed", better.cards)
        elif hand.dealer in others.mates and rivals_may_hold_trumps(hand, seat):
            yield Lesson("lead-trump-dealer", better.cards)
        yield from _of_guards(others)


def _of_guards(others: Others) -> Iterator[Lesson]:
    """Yield the suit that an opponent may ruff as long as they have trumps."""
    for suit, cards in others.space.by_suit(others.held).items():
        void = (seat for seat in others.rivals if others.is_void(seat, suit))
        ruffing = [seat for seat in void if not others.is_void(seat, TRUMP)]
        if ruffing:
            known = any(others.hand.side_told(others.seat, seat) is False for seat in ruffing)
            yield Lesson("lead-trump-guards" if known else "lead-trump-guards-open", tuple(cards))
            return


def _of_height(others: Others, done: Led, better: Led) -> Iterator[Lesson]:
    """Yield lessons on the number of cards higher than a lead."""
    if better.is_throw:
        yield from _of_throw(others, done, better)
    elif {unit.shape for unit in (*done.units, *better.units)} == {(1, 1)} and not done.is_throw:
        above, fewer = (others.higher_out(led.units[0]) for led in (done, better))
        if better.beatable and len(fewer) <= FEW and len(above) > len(fewer):
            yield Lesson("lead-few-higher", better.cards, higher=fewer)
        lower = done.suit == better.suit and len(above) < len(fewer)
        if lower and done.loses and len(above) <= FEW:
            yield Lesson("lead-too-high", done.cards, higher=above)


def _of_throw(others: Others, done: Led, better: Led) -> Iterator[Lesson]:
    """Yield the advantages of a throw: safe additional cards, or few cards that stop it."""
    more = beyond(better.cards, done.cards)
    if not beyond(done.cards, better.cards) and not others.beatable(more):
        yield Lesson("throw-more", more)
    singles = all(unit.shape == (1, 1) for unit in better.beatable)
    if better.beatable and singles and not done.is_throw:
        lowest = min(better.beatable, key=lambda unit: others.space.column(unit.cards[0]))
        higher = others.higher_out(lowest)
        if len(higher) <= FEW:
            yield Lesson("throw-few-higher", better.cards, higher=higher)


def _of_length(others: Others, done: Led, better: Led) -> Iterator[Lesson]:
    """Yield lessons on the effect of a lead on the length of suits."""
    space, held = others.space, others.held
    if trumps_of(space, beyond(held, better.cards)):
        for cards in emptied(space, held, done.cards, better.cards):
            yield Lesson("lead-void", cards)
    if TRUMP in (done.suit, better.suit) or done.suit == better.suit:
        return
    suits = space.by_suit(held)
    mine, instead = len(suits[better.suit]), len(suits[done.suit])
    out = sum(space.suit(card) == better.suit for card in others.out)
    if mine > instead and mine * (others.hand.players - 1) >= out:
        yield Lesson("lead-long", better.cards, mine)
    elif 1 < mine < instead and mine <= SHORT and trumps_of(space, held):
        yield Lesson("lead-short", better.cards, mine)
