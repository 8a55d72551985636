"""Inference of other players' possible cards from the cards that a seat has not seen."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Final

from shengji.bots.ruled import RememberingBot
from shengji.cards import Card
from shengji.game import Call
from shengji.play.columns import highest_unit
from shengji.play.jit import Words
from shengji.play.space import MASK, TRUMP
from shengji.play.throws import judge_lead
from shengji.play.tricks import winner
from shengji.play.units import Reading, Unit, default_reading

Play = tuple[Card, ...]

MANY: Final = 4
"""Minimum number of cards that are assumed not all to lie in the kitty, as people bury."""


class Others:
    """The other players, from a seat's view at its lead or follow.

    Attributes:
        hand: the seat's view of the hand.
        out: the unseen cards, which are in other hands or in an unknown kitty.
    """

    def __init__(self, seer: RememberingBot) -> None:
        self.hand, self.seat, self.held = seer.hand, seer.seat, seer.cards
        self.space = seer.hand.space
        self.out = seer.hand.unseen_by(seer.seat)
        self._memory = seer.memory
        self._words = self.space.words(self.out)

    # Sides

    @cached_property
    def mates(self) -> tuple[int, ...]:
        """The teammates, as far as they are known."""
        return tuple(s for s in self._others if self.hand.side_told(self.seat, s) is True)

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """The known and possible opponents."""
        return tuple(s for s in self._others if s not in self.mates)

    @cached_property
    def rivals_to_play(self) -> tuple[int, ...]:
        """The opponents who play after this seat in the trick under way."""
        return tuple(seat for seat in self.rivals if seat in self._to_play)

    @cached_property
    def mates_to_play(self) -> tuple[int, ...]:
        """The teammates who play after this seat in the trick under way."""
        return tuple(seat for seat in self.mates if seat in self._to_play)

    @cached_property
    def _others(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.hand.players) if seat != self.seat)

    @cached_property
    def _to_play(self) -> frozenset[int]:
        trick, players = self.hand.trick, self.hand.players
        played = 1 if trick is None else len(trick.plays) + 1
        return frozenset((self.seat + turn) % players for turn in range(1, players + 1 - played))

    # Possible cards

    def is_contested(self, card: Card) -> bool:
        """Whether the next copy of a card answers a call, and another player may hold one."""
        called = Call(card, self.hand.played[card] + 1) in self.hand.open_calls
        lack = (self.is_void(seat, self.space.suit(card)) for seat in self._others)
        return called and card in self.out and not all(lack)

    def units(self, cards: Play) -> Reading:
        """The units of a lead."""
        return default_reading(self.space, cards)

    def is_void(self, seat: int, suit: int) -> bool:
        """Whether a seat certainly has no card of a suit."""
        shown = bool(self.hand.position.voids[seat] >> suit & 1)
        return shown or not self._words[0] & self.space.table[MASK, suit]

    def _may_hold(self, seat: int, suit: int, shape: tuple[int, int]) -> bool:
        lacks = self._memory.lacks[seat][suit]
        return not self.is_void(seat, suit) and not any(
            width <= shape[0] and length <= shape[1] for width, length in lacks
        )

    def _highest(self, seat: int, suit: int, unit: Unit) -> int:
        """The column of the highest unit of the same shape that a seat may hold; -1 if none."""
        if not self._may_hold(seat, suit, unit.shape):
            return -1
        words = self._words_for(seat)
        return int(highest_unit(self.space.table, suit, words, *unit.shape))

    def _words_for(self, seat: int) -> Words:
        """The cards that a seat may hold, without those known to lie elsewhere."""
        known = self._memory.known
        elsewhere = [known[other] for other in self._others if other != seat and known[other]]
        if not elsewhere:
            return self._words
        left = Counter(self.out)
        for cards in elsewhere:
            left -= cards
        return self.space.words(left.elements())

    def may_beat(self, seat: int, suit: int, unit: Unit) -> bool:
        """Whether a seat may hold a higher unit of the same shape in its suit."""
        return self._highest(seat, suit, unit) > self.space.column(unit.cards[0])

    def may_trump(self, seat: int, suit: int, unit: Unit) -> bool:
        """Whether a seat has none of a suit left, and may hold a trump unit of the same shape."""
        return suit != TRUMP and self.is_void(seat, suit) and self._highest(seat, TRUMP, unit) >= 0

    def may_be_void(self, seat: int, suit: int) -> bool:
        """Whether a seat certainly or probably has no card of a suit.

        It is probable if few are unseen: at most two per seat that may hold one.
        """
        if self.is_void(seat, suit):
            return True
        if any(self.space.suit(card) == suit for card in self._memory.known[seat]):
            return False
        holders = [each for each in self._others if not self.is_void(each, suit)]
        out = sum(self.space.suit(card) == suit for card in self.out)
        return (len(holders) > 1 or self._hidden >= out) and out <= 2 * len(holders)

    def beatable(self, cards: Play) -> list[Unit]:
        """The units of a lead that other players may be able to beat in its suit."""
        suit, units = self.space.suit(cards[0]), self.units(cards)
        if len(units) > 1:
            units = judge_lead(self.space, units, [self.out]).beaten
        return [unit for unit in units if any(self.may_beat(s, suit, unit) for s in self._others)]

    def stays_highest(self, cards: Play) -> bool:
        """Whether no part of some cards can be beaten in their suit, now or later."""
        grows = self.hand.rules.consecutive == "skip-played"
        if grows and any(unit.shape[1] > 1 for unit in self.units(cards)):
            return False
        return not self.beatable(cards)

    def higher_out(self, unit: Unit) -> Play:
        """The unseen higher cards in the suit of a single; for a pair, the unseen higher pairs."""
        space, width = self.space, unit.shape[0]
        suit, column = space.suit(unit.cards[0]), space.column(unit.cards[0])
        higher = (c for c in self.out if space.suit(c) == suit and space.column(c) > column)
        found = Counter(higher)
        return tuple(space.sort(c for c in found.elements() if found[c] >= width))

    def hardly_stands(self, unit: Unit) -> bool:
        """Whether a unit of a throw is certainly beaten, or by any one of many single cards."""
        single = unit.shape == (1, 1)
        return bool(self.surely_beaten(unit)) or (single and len(self.higher_out(unit)) >= MANY)

    def surely_beaten(self, unit: Unit) -> Play:
        """The higher cards that a player certainly holds against a unit of equal cards; or none."""
        space, (width, length) = self.space, unit.shape
        suit, column = space.suit(unit.cards[0]), space.column(unit.cards[0])
        if length > 1:
            return ()
        for known in self._memory.known:
            for card in space.sort(card for card in known if known[card] >= width):
                if space.suit(card) == suit and space.column(card) > column:
                    return (card,) * width
        higher = self.higher_out(unit)
        holders = [seat for seat in self._others if not self.is_void(seat, suit)]
        whole = not self._hidden and len(holders) == 1
        if (width == 1 and len(higher) > self._hidden) or (whole and higher):
            return (higher[0],) * width
        return ()

    @cached_property
    def _hidden(self) -> int:
        return len(self.out) - sum(self.hand.sizes[seat] for seat in self._others)

    # The trick under way

    def wins(self, cards: Play) -> bool:
        """Whether a follow would win the trick as it stands."""
        trick = self.hand.trick
        assert trick is not None
        plays = [*trick.plays, cards]
        return winner(self.space, trick.lead.reading, plays) == len(trick.plays)

    def ahead(self) -> Play:
        """The play that is winning the trick."""
        trick = self.hand.trick
        assert trick is not None
        return trick.plays[winner(self.space, trick.lead.reading, trick.plays)]

    def may_overtake(self, cards: Play) -> bool:
        """Whether an opponent still to play may beat a winning play; `False` for throws.

        An opponent may trump if they have none of the suit led, or hardly any of it is unseen.
        """
        trick = self.hand.trick
        assert trick is not None
        units, led = self.units(cards), trick.lead.suit
        if len(trick.lead.reading) > 1 or len(units) > 1:
            return False
        return any(self._overtakes(seat, led, units[0]) for seat in self.rivals_to_play)

    def _overtakes(self, seat: int, led: int, unit: Unit) -> bool:
        """Whether a seat may beat the unit that is winning the trick."""
        suit = self.space.suit(unit.cards[0])
        if suit == led and self.may_beat(seat, suit, unit):
            return True
        least = -1 if suit == led else self.space.column(unit.cards[0])
        trumps = led != TRUMP and self._highest(seat, TRUMP, unit) > least
        return trumps and self.may_be_void(seat, led)
