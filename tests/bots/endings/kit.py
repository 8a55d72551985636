"""Small endings with all hands known, and perfect play of them by trying everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import msgspec

from shengji.cards import Card, Trump, minus, points_of
from shengji.play.follows import Lead
from shengji.play.position import (
    BEST,
    KITTY_RULE,
    LEADER,
    PENALTY,
    PLAYED,
    SIDES,
    UNITS,
    Position,
    new_position,
)
from shengji.play.score import FACTOR_RULES, halves_kitty, kitty_bonus, kitty_factor
from shengji.play.space import Space, space_of
from shengji.play.throws import judge_lead
from shengji.play.tricks import winner
from shengji.play.units import default_reading, placed_table
from shengji.rules import Rules
from tests.play.positions import random_trump

Cards = tuple[Card, ...]


class Ending(msgspec.Struct):
    """The last cards of a hand: who holds what, and what has been played to the trick under way.

    Attributes:
        sides: the seats of the Declarers.
        won: the Opponents' points before.
    """

    rules: Rules
    space: Space
    hands: tuple[Cards, ...]
    kitty: Cards
    sides: frozenset[int]
    leader: int
    plays: tuple[Cards, ...] = ()
    won: int = 0

    @property
    def seat(self) -> int:
        return (self.leader + len(self.plays)) % self.rules.players

    def position(self) -> Position:
        space, players = self.space, self.rules.players
        cards = max(len(hand) for hand in self.hands) + 30
        position = new_position(space.table, players, space.decks, cards, 0)
        for seat, hand in enumerate(self.hands):
            position.hands[seat] = space.words(hand)
        position.kitty[:] = space.words(self.kitty)
        held = [card for hand in (*self.hands, self.kitty) for card in hand]
        position.rest[:] = space.words(held)
        facts = position.facts
        if self.plays:
            rows = placed_table(space, default_reading(space, self.plays[0]))
            position.lead[: len(rows)] = rows
            facts[UNITS] = len(rows)
            facts[BEST] = winner(self.space, default_reading(self.space, self.plays[0]), self.plays)
        for turn, play in enumerate(self.plays):
            position.plays[turn] = space.words(play)
        facts[LEADER], facts[PLAYED] = self.leader, len(self.plays)
        facts[SIDES] = sum(1 << seat for seat in self.sides)
        facts[KITTY_RULE] = FACTOR_RULES[self.rules.kitty_factor]
        facts[PENALTY] = self.won
        return position

    # By trying everything

    def options(self) -> Iterator[Cards]:
        """Every legal play of the seat on turn, but leads that fail."""
        hand = self.hands[self.seat]
        if self.plays:
            lead = Lead(self.space, default_reading(self.space, self.plays[0]))
            yield from lead.follows(hand)
            return
        others = [cards for seat, cards in enumerate(self.hands) if seat != self.seat]
        for of_suit in self.space.by_suit(hand).values():
            kinds = Counter(of_suit)
            for copies in product(*(range(n + 1) for n in kinds.values())):
                counts = dict(zip(kinds, copies, strict=True))
                cards = tuple(self.space.sort(Counter(counts).elements()))
                if not cards:
                    continue
                reading = default_reading(self.space, cards)
                if len(reading) > 1 and not self.rules.throws:
                    continue
                if not judge_lead(self.space, reading, others).taken_back:
                    yield cards

    def after(self, cards: Cards) -> Ending:
        """The ending after a play; a complete trick is taken."""
        seat = self.seat
        hands = list(self.hands)
        hands[seat] = tuple(minus(hands[seat], cards))
        plays = (*self.plays, cards)
        then = msgspec.structs.replace(self, hands=tuple(hands), plays=plays)
        if len(plays) < self.rules.players:
            return then
        reading = default_reading(self.space, plays[0])
        best = winner(self.space, reading, plays)
        taker = (self.leader + best) % self.rules.players
        won = 0
        if taker not in self.sides:
            won = sum(points_of(play) for play in plays)
            if not hands[seat]:
                halved = halves_kitty(self.rules, self.space, plays[best])
                factor = kitty_factor(self.rules, reading)
                won += kitty_bonus(points_of(self.kitty), factor, halved=halved)
        return msgspec.structs.replace(then, plays=(), leader=taker, won=self.won + won)

    def value(self, known: dict[object, int] | None = None) -> int:
        """The Opponents' points at the end when everyone plays perfectly."""
        known = {} if known is None else known
        if not self.plays and not self.hands[self.leader]:
            return self.won
        key = (self.hands, self.plays, self.leader)
        if key not in known:
            best = min if self.seat in self.sides else max
            known[key] = best(self.after(play).value(known) - self.won for play in self.options())
        return self.won + known[key]


def random_ending(rng: Random, rules: Rules, cards: int, trump: Trump | None = None) -> Ending:
    """An ending with so many cards a hand, rich in tuples; often in the middle of a trick."""
    space = space_of(rules, trump or random_trump(rng))
    deck = space.sort(rules.deck)
    kinds = rng.sample(sorted(set(deck), key=space.place), rng.randint(5, 16))
    if rng.random() < 0.6:
        start = rng.randrange(40)
        kinds += sorted(set(deck), key=space.place)[start : start + 8]
    pool = [card for card in deck if card in kinds]
    needed = rules.players * cards + 2
    rest = [card for card in deck if card not in kinds]
    rng.shuffle(rest)
    pool += rest[: max(0, needed - len(pool))]
    rng.shuffle(pool)
    hands = tuple(
        tuple(space.sort(pool[cards * seat : cards * (seat + 1)])) for seat in range(rules.players)
    )
    seats = range(rules.players)
    if rules.teams == "fixed":
        sides = frozenset(seat for seat in seats if seat % 2 == 0)
    else:
        sides = frozenset(rng.sample(seats, rng.randint(1, rules.players - 1)))
    ending = Ending(
        rules=rules,
        space=space,
        hands=hands,
        kitty=tuple(pool[-2:]),
        sides=sides,
        leader=rng.choice(seats),
        won=5 * rng.randint(0, 9),
    )
    for _ in range(rng.choice([0, 0, *seats])):
        ending = ending.after(rng.choice(list(ending.options())))
    return ending


def written(space: Space, plays: Sequence[Sequence[Card]]) -> list[str]:
    """Plays as text, high to low."""
    return [" ".join(card.value for card in space.sort(play)) for play in plays]
