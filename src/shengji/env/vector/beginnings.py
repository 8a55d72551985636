"""The setup of a lane's hand: everything up to its first lead, in one compiled function.

A lane's hands are single hands from the middle of matches: trump rank and Dealer are random, and
the cards are dealt. Of all seats and all their possible declarations, the one with the most trumps
in its seat's hand is made, the first from the Dealer on among equals. In one of
`DECLARED_BY_CHANCE` hands the declaration is random, so that every trump occurs. Where the rules
make the declarer Dealer, the Dealer is that seat. No seat overrides, claims a re-deal or bids for
the land. The Dealer buries the choice of `shengji.bots.ruled.burial`, and calls the highest
side-suit cards that it does not hold itself as friends. If no seat can declare, the cards are dealt
again.

Possible declarations, and the trumps that they make, are computed in advance with `shengji.game`.
"""

from __future__ import annotations

import numpy as np

from shengji.bots.ruled.burial import choose_kitty
from shengji.cards import CARDS, RANKS, SUITS, Card, Rank, Trump
from shengji.env.actions.room import ROOM, Room
from shengji.env.bytes import Bytes, clear_bytes, count_kinds
from shengji.env.layout import KIND_COUNT
from shengji.env.vector.lanes import (
    BIDDER,
    CHALLENGER,
    DEALER_DECLARES,
    GAME,
    LANES,
    SIDE_PLACES,
    TRUMP_NUMBER,
    Game,
    Lanes,
)
from shengji.env.vector.positions import position_in
from shengji.game.declarations import Bidding, shown_trump
from shengji.play.bits import popcount
from shengji.play.chance import begin, below, deal, gather
from shengji.play.jit import (
    BOOL,
    INT,
    MATRIX,
    NOTHING,
    WORDS,
    Matrices,
    Matrix,
    Words,
    compiled_lean,
)
from shengji.play.position import BURIED_BY, NEED, PENALTY, PLACE, UNITS
from shengji.play.space import COLUMNS, KINDS, TRUMP, space_of
from shengji.play.space import PLACE as PLACE_OF
from shengji.play.words import add_one, count_in, subtract
from shengji.rules import Rules

DECLARED_BY_CHANCE = 8
"""A random declaration is made in one of this number of hands."""
TRUMPS = len(SUITS) + 1
"""Trumps of a rank: each suit, and none."""


def trumps_of(rules: Rules) -> list[Trump]:
    """All trumps of all reachable levels, in the order of their numbers."""
    ranks = RANKS[rules.lowest_level.order : rules.last_level.order + 1]
    return [Trump(rank, suit) for rank in ranks for suit in (*SUITS, None)]


def bids_of(rules: Rules) -> Matrices:
    """The first declarations, for `Game.bids`: the fewest copies of each card that declare."""
    trumps = trumps_of(rules)
    ranks = [trump.rank for trump in trumps[::TRUMPS]]
    found = [
        [
            (card.index, cards, trumps.index(made))
            for card in CARDS
            for cards, made in _least_shown(rules, card, rank)
        ]
        for rank in ranks
    ]
    table = np.full((len(ranks), max(map(len, found)), 3), -1, dtype=np.int64)
    for rows, target in zip(found, table, strict=True):
        target[: len(rows)] = rows
    return table


def _least_shown(rules: Rules, card: Card, rank: Rank) -> list[tuple[int, Trump]]:
    """The fewest copies of a card that declare a rank, with the trump; empty if none do."""
    bidding = Bidding(rules, (rank,) * rules.players)
    for copies in range(1, rules.deck_count + 1):
        shown = (card,) * copies
        made = shown_trump(rules, shown, rank)
        if made is not None and not isinstance(bidding.judge(0, None, shown), str):
            return [(copies, made)]
    return []


def looks_of(rules: Rules) -> Bytes:
    """The effective suit and the strength of each kind of card in all trumps, for `Game.looks`."""
    spaces = [space_of(rules, trump) for trump in trumps_of(rules)]
    looks = [
        [*(space.suit(card) for card in CARDS), *(space.column(card) for card in CARDS)]
        for space in spaces
    ]
    return np.array(looks, dtype=np.int8)


@compiled_lean(INT, GAME, INT, INT, MATRIX, WORDS)
def declare(game: Game, rank: int, first: int, hands: Matrix, chance: Words) -> int:
    """The declaration: 256 times the seat plus the row of `Game.bids`, or -1 if none.

    `hands` has the words of the hands by kinds of cards, and one additional row.
    """
    players = hands.shape[0] - 1
    by_chance = below(chance, DECLARED_BY_CHANCE) == 0
    best, most, number = -1, -1, 0
    for turn in range(players):
        seat = (first + turn) % players
        for row in range(game.bids.shape[1]):
            kind, copies, trump = game.bids[rank, row]
            if kind < 0:
                break
            if hands[seat, copies - 1] >> kind & 1 == 0:
                continue
            if by_chance:
                number += 1
                if below(chance, number) == 0:
                    best = seat << 8 | row
                continue
            trumps = count_in(hands[seat], game.trump_kinds[trump])
            if trumps > most:
                best, most = seat << 8 | row, trumps
    return int(best)


@compiled_lean(BOOL, MATRIX, WORDS, WORDS, MATRIX)
def call_friends(space: Matrix, hand: Words, kitty: Words, calls: Matrix) -> bool:
    """Write the Dealer's calls of friends; return whether enough cards can be called.

    The Dealer calls from the highest strength of all side suits down, each time the first copy not
    in its hand. A card is skipped if all other copies lie in the kitty.
    """
    number = 0
    decks = hand.shape[0]
    for below_top in range(space.shape[1]):
        for suit in range(TRUMP):
            column = space[COLUMNS, suit] - 1 - below_top
            places = space[KINDS + suit, column] if column >= 0 else 0
            while places != 0 and number < calls.shape[0]:
                bit = places & -places
                places ^= bit
                held = count_in(hand, bit)
                if held + count_in(kitty, bit) < decks:
                    calls[number, PLACE] = popcount(bit - 1)
                    calls[number, NEED] = held + 1
                    number += 1
    return bool(number == calls.shape[0])


@compiled_lean(NOTHING, GAME, LANES, ROOM, INT)
def begin_hand(game: Game, lanes: Lanes, room: Room, lane: int) -> None:
    """Set up the next hand of a lane, up to its first lead."""
    chance, dealt, notes = lanes.chance[lane], lanes.dealt[lane], lanes.notes[lane]
    hands, kitty, calls = lanes.hands[lane], lanes.kitties[lane], lanes.calls[lane]
    first_kitty, facts = lanes.first_kitties[lane], lanes.facts[lane]
    plays, held = lanes.plays[lane], lanes.held[lane]
    players, decks = hands.shape
    size = lanes.leads.shape[1]
    cards = dealt.shape[0]
    places, copies = room.places, room.copies
    ready = False
    while not ready:
        rank, dealer = below(chance, game.bids.shape[0]), below(chance, players)
        deal(
            chance, game.plain, game.deck, size, room.hands[:players], room.hands[players],
            dealt, copies,
        )  # fmt: skip
        declared = declare(game, rank, dealer, room.hands, chance)
        if declared < 0:
            continue
        bidder = declared >> 8
        kind, shown, trump = game.bids[rank, declared & 255]
        if game.options[DEALER_DECLARES] != 0:
            dealer = bidder
        space = game.spaces[trump]
        for card in range(cards):
            places[card] = space[PLACE_OF, dealt[card]]
        for seat in range(players):
            gather(places, seat * size, (seat + 1) * size, hands[seat], copies)
        gather(places, players * size, cards, first_kitty, copies)
        gather(places, 0, cards, lanes.rests[lane], copies)
        for k in range(decks):
            add_one(hands[dealer], first_kitty[k])
            kitty[k] = first_kitty[k]
        if players * size < cards:
            choose_kitty(
                space, hands[dealer], hands[dealer], cards - players * size, game.weights, kitty
            )
        subtract(hands[dealer], kitty)
        ready = call_friends(space, hands[dealer], kitty, calls)
        notes[TRUMP_NUMBER], notes[CHALLENGER] = trump, -1
        notes[BIDDER] = bidder
        clear_bytes(lanes.shown[lane])
        lanes.shown[lane, bidder * KIND_COUNT + kind] = shown
        begin(position_in(game, lanes, lane), dealer, game.options[SIDE_PLACES])
        facts[BURIED_BY], facts[UNITS], facts[PENALTY] = dealer, 0, 0
        for call in range(calls.shape[0]):
            lanes.ordinals[lane, call], lanes.answers[lane, call] = calls[call, NEED], -1
        clear_bytes(held)
        clear_bytes(lanes.played[lane])
        clear_bytes(lanes.trick[lane])
        clear_bytes(lanes.thrown[lane])
        for seat in range(players):
            for k in range(decks):
                plays[seat, k] = 0
            count_kinds(space, hands[seat], held[seat * KIND_COUNT :])
