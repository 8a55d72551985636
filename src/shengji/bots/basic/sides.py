"""Who plays on whose side, as far as a seat can tell (Z21 §6.5).

With fixed teams that is known. Among friends it is open who has joined; who holds a called card
knows that it can join; of the others each is a friend of the Dealer as likely as it may hold one of
the cards that were called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from shengji.bots.basic.memory import Memory
from shengji.cards import Card
from shengji.game import Hand

RIVAL = 0.5
"""Another copy of the called card that is out, against one that this seat holds: how likely its
holder is the first to answer."""
WAITING = 0.7
"""How likely others play the copies that must come before this seat's."""
AVOIDS = 0.15
"""How likely one of the Declarers answers a call of which it holds a card, against another seat."""
JOIN, JOIN_FIRST = 2.0, 10.0
"""What it is worth, in points, to join the Declarers; more where somebody else may come first."""
TOO_EARLY = 4.0
"""What it costs to play a called card before the copies that must come first."""
NEARER = 2.0
"""What it is worth to the Declarers to play a copy that must come before the friend's."""
SMALLER_TEAM = 8.0
"""What it costs when a Declarer answers a call, so that one friend less joins."""


class Wanted(NamedTuple):
    """A call that nobody has answered yet.

    Attributes:
        card: the card.
        need: how many copies are still to be played until it is answered.
        mine: how likely this seat answers it.
        rivals: whether somebody else may.
        holders: for each other seat how likely it answers it.
    """

    card: Card
    need: int
    mine: float
    rivals: bool
    holders: dict[int, float]


class Sides:
    """Who is on which side, for one decision.

    Attributes:
        allies: for each seat how likely it plays on the same side as this one.
        joined: whether this seat is a Declarer already.
        declares: how likely this seat is a Declarer in the end.
        wanted: the calls that nobody has answered yet.
    """

    def __init__(self, hand: Hand, memory: Memory) -> None:
        self.seat = memory.seat
        self.wanted: list[Wanted] = []
        self.joined = hand.dealer is not None and hand.is_declarer(self.seat)
        seats = range(hand.players)
        if hand.sides_known or hand.dealer is None:
            self.declares = float(self.joined)
            self.allies = [float(hand.same_side(self.seat, seat)) for seat in seats]
            return
        declarers = [float(hand.is_declarer(seat)) for seat in seats]
        self.wanted = list(self._wanted(hand, memory))
        for wanted in self.wanted:
            for seat, chance in wanted.holders.items():
                declarers[seat] = 1.0 - (1.0 - declarers[seat]) * (1.0 - chance)
            declarers[self.seat] = 1.0 - (1.0 - declarers[self.seat]) * (1.0 - wanted.mine)
        self.declares = declarers[self.seat]
        self.allies = [
            self.declares * chance + (1.0 - self.declares) * (1.0 - chance) for chance in declarers
        ]
        self.allies[self.seat] = 1.0

    def _wanted(self, hand: Hand, memory: Memory) -> Iterable[Wanted]:
        held = Counter(hand.hands[self.seat])
        buried = Counter(hand.kitty or ())
        copies = Counter(hand.rules.deck)
        for call in hand.open_calls:
            card = call.card
            need = call.ordinal - hand.played[card]
            here = held[card]
            out = copies[card] - hand.played[card] - here - buried[card]
            if here + out < need:
                continue
            mine = 0.0
            if here and not self.joined:
                mine = here / (here + RIVAL * out) if here >= need else WAITING
            suit = memory.space.suit(card)
            weights = {
                seat: AVOIDS if hand.is_declarer(seat) else 1.0
                for seat in range(hand.players)
                if out and seat != self.seat and not memory.is_void(seat, suit)
            }
            total = sum(weights.values())
            holders = {seat: (1.0 - mine) * w / total for seat, w in weights.items()}
            yield Wanted(card, need, mine, out > 0, holders)

    def joining(self, play: Iterable[Card]) -> float:
        """What a play is worth, in points, for what it does to the calls."""
        if not self.wanted:
            return 0.0
        value = 0.0
        played = Counter(play)
        for wanted in self.wanted:
            number = played[wanted.card]
            if not number:
                continue
            if number >= wanted.need:
                if self.joined:
                    value -= SMALLER_TEAM
                else:
                    value += JOIN_FIRST if wanted.rivals else JOIN
            elif self.joined:
                value += NEARER
            elif wanted.rivals:
                value -= TOO_EARLY
        return value
