"""Declarations, burying and calls in lanes: each hand is set up in a match of the game.

A lane *in setup* has a match, whose decisions are offered as rows of `shengji.env.actions.rows` and
observed as at a table. When the match comes to its first lead, its arrays are copied to the lane,
and the hand goes on in compiled code. The setup is Python, about a hundred times slower.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import numpy as np

from shengji.cards import RANKS, SUITS, Card
from shengji.env.actions.listing import PlayListing
from shengji.env.actions.room import Room
from shengji.env.actions.rows import Choosing
from shengji.env.asking import AskingTable
from shengji.env.bytes import Bytes
from shengji.env.layout import KIND_COUNT, NUMBERS, Layout
from shengji.env.observation import Observer
from shengji.env.vector.beginnings import TRUMPS
from shengji.env.vector.lanes import BIDDER, CHALLENGER, OBSERVED, TRUMP_NUMBER, Game, Lanes
from shengji.env.vector.lockstep import begin_play
from shengji.game import Hand, Match, Phase
from shengji.play.position import NEED
from shengji.rules import Rules


class Setups:
    """The hands in setup, one table for each lane.

    Args:
        rules: the rules of the game.
        lanes: the arrays.
        game: the constant data.
        room: scratch memory.
        listing: has the number of rows.
    """

    def __init__(
        self, rules: Rules, lanes: Lanes, game: Game, room: Room, listing: PlayListing
    ) -> None:
        self._rules, self._lanes, self._game, self._room = rules, lanes, game, room
        self._listing = listing
        self._layout = Layout(rules)
        self._observer = Observer(self._layout)
        self._chances: list[Random] = []
        self._asked: dict[int, Choosing] = {}
        self._tables: dict[int, AskingTable] = {}

    def match(self, lane: int) -> Match:
        """The match of a lane, with all cards visible; it stays at the first lead."""
        return self._tables[lane].match

    def seed(self, seed: int) -> None:
        """Set the random state of every lane."""
        self._chances = [Random(f"{seed}:{lane}") for lane in range(len(self._lanes.seats))]

    def begin(self, lane: int) -> None:
        """Begin a hand in a lane, and go on to its first decision."""
        rules, chance = self._rules, self._chances[lane]
        ranks = RANKS[rules.lowest_level.order : rules.last_level.order + 1]
        self._tables[lane] = table = AskingTable(rules, chance, lambda event: None)
        table.begin_at([chance.choice(ranks)] * rules.players, chance.randrange(rules.players))
        self._lanes.in_setup[lane] = True
        self._go_on(lane)

    def take(self, lane: int, row: int) -> None:
        """Make the decision of a row, and go on to the next one."""
        choosing = self._asked[lane]
        self._lanes.actors[lane] = choosing.due.seat
        answer = choosing.answer(row)
        if answer is not None:
            self._tables[lane].do(answer)
        self._go_on(lane)

    def _go_on(self, lane: int) -> None:
        table, lanes = self._tables[lane], self._lanes
        due = table.next_due(lambda: False)
        assert due is not None
        hand = table.match.hand
        assert hand is not None
        if hand.phase is Phase.PLAY:
            lanes.in_setup[lane] = False
            self._begin_play(lane, hand)
            return
        bot = table.bots[due.seat]
        self._asked[lane] = choosing = Choosing(bot.hand, due, self._listing)
        lanes.seats[lane], lanes.counts[lane] = due.seat, choosing.size
        lanes.left_out[lane] = choosing.left_out
        lanes.rows[lane] = choosing.rows().reshape(-1)
        lanes.masks[lane] = choosing.mask()
        lanes.held[lane] = _counts(hand.hands)
        if self._game.options[OBSERVED]:
            lanes.observations[lane] = self._observer.observe(bot.match, due.seat)

    def _begin_play(self, lane: int, hand: Hand) -> None:
        """Copy a hand at its first lead to the arrays of its lane."""
        lanes, position = self._lanes, hand.position
        trump = hand.trump
        assert trump is not None
        for name in ("hands", "plays", "calls", "taken", "paid", "voids", "facts"):
            getattr(lanes, name)[lane] = getattr(position, name)
        lanes.kitties[lane], lanes.rests[lane] = position.kitty, position.rest
        suit = len(SUITS) if trump.suit is None else trump.suit.order
        rank = trump.rank.order - self._rules.lowest_level.order
        bidder = (hand.land or hand.shown)[-1:]
        notes = lanes.notes[lane]
        notes[TRUMP_NUMBER], notes[CHALLENGER] = TRUMPS * rank + suit, -1
        notes[BIDDER] = bidder[0].seat if bidder else -1
        lanes.ordinals[lane], lanes.answers[lane] = position.calls[:, NEED], -1
        lanes.held[lane] = _counts(hand.hands)
        for table in (lanes.played, lanes.trick, lanes.thrown, lanes.shown):
            table[lane] = 0
        shown = lanes.shown[lane].reshape(-1, KIND_COUNT)
        for showing in (*hand.shown, *hand.land):
            np.maximum(shown[showing.seat], _counts([showing.cards]), out=shown[showing.seat])
        begin_play(self._game, lanes, self._room, lane)
        if self._game.options[OBSERVED]:
            start = self._layout.starts[NUMBERS["kitty_seen"]]
            lanes.observations[lane, start : start + KIND_COUNT] = _counts([hand.kitty_seen])


def _counts(hands: Iterable[Sequence[Card]]) -> Bytes:
    """The copies of each kind of card in hands, one after another."""
    counts = np.array([np.bincount(_kinds(cards), minlength=KIND_COUNT) for cards in hands])
    return counts.astype(np.int8).reshape(-1)


def _kinds(cards: Sequence[Card]) -> list[int]:
    return [card.index for card in cards]
