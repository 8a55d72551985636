"""Facts about the cards that a seat does not see.

`Memory` knows voids, missing shapes and held cards. This module adds the kitty: cards that a player
showed before burying, and cards of the kitty that were seen by all before the Dealer took it, lie
with a player who took the kitty since, or in the kitty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from shengji.cards import Card
from shengji.game import Hand, Phase
from shengji.game.memory import SUITS, Memory
from shengji.play.jit import Matrix, Words
from shengji.play.space import Space, as_table


class Facts(NamedTuple):
    """The unseen cards and their possible places; boxes are the seats and then the kitty.

    Attributes:
        base: the words of the cards that each box is known to hold; (boxes, decks).
        places: the places of all other unseen cards, starting with the cards that have the fewest
            boxes; (cards,).
        allowed: for each of these cards its possible boxes, as bits; (cards,).
        room: the number of these cards in each box; (boxes,).
        most: the maximum number of copies of a card of each effective suit in each box; (boxes, 5).
        tractors: tractors that a box is known to lack, as rows of (box, suit, width, length).
    """

    space: Space
    base: Matrix
    places: Words
    allowed: Words
    room: Words
    most: Matrix
    tractors: Matrix


class Among(NamedTuple):
    """Copies of a card that lie in one of some boxes, or were played from one of them.

    Attributes:
        boxes: the boxes, as bits.
    """

    card: Card
    copies: int
    boxes: int


def facts_of(hand: Hand, memory: Memory) -> Facts:
    """The facts that a seat knows for certain; `memory` is the seat's, up to date."""
    playing = hand.phase is Phase.PLAY
    space = hand.space
    seat, kitty = memory.seat, hand.players
    held: list[Counter[Card]] = [+known for known in memory.known] + [Counter()]
    held[seat] = Counter(hand.hands[seat])
    if hand.phase is Phase.REDEAL:
        held[kitty] = Counter(hand.turned)
    elif hand.buried_by == seat and hand.kitty is not None:
        held[kitty] = Counter(hand.kitty)
    elif hand.phase is Phase.BURY and hand.buried_by is None and hand.turn not in (None, seat):
        held[hand.takers[-1]] += Counter(hand.kitty_seen)
    rest = Counter(hand.rules.deck) - hand.played
    for cards in held:
        rest -= cards
    room = _room(hand, memory, held, rest.total())
    where = {}
    for card in rest:
        boxes = 0
        for box in range(kitty + 1):
            void = playing and box < kitty and hand.position.voids[box] >> space.suit(card) & 1
            if room[box] > 0 and not void:
                boxes |= 1 << box
        where[card] = boxes
    dealt = [(card, where[card] & boxes) for card, boxes in _bound(hand, memory, held, rest)]
    dealt += [(card, where[card]) for card in rest.elements()]
    dealt.sort(key=lambda item: (item[1].bit_count(), -space.place(item[0])))
    most, tractors = _lacks(hand, memory) if playing else _lacks(hand, None)
    return Facts(
        space,
        np.array([space.words(cards.elements()) for cards in held], dtype=np.int64),
        np.array([space.place(card) for card, _ in dealt], dtype=np.int64),
        np.array([boxes for _, boxes in dealt], dtype=np.int64),
        np.array(room, dtype=np.int64),
        most,
        tractors,
    )


def _room(hand: Hand, memory: Memory, held: list[Counter[Card]], rest: int) -> list[int]:
    """The share of each box in the `rest` unseen cards; the kitty gets the remainder."""
    sizes = hand.sizes
    if hand.phase is Phase.DRAW:
        sizes = [hand.rules.hand_size] * hand.players
    room = [max(0, size - held[seat].total()) for seat, size in enumerate(sizes)]
    return [*room, rest - sum(room)]


def _bound(
    hand: Hand, memory: Memory, held: list[Counter[Card]], rest: Counter[Card]
) -> Iterator[tuple[Card, int]]:
    """Unseen cards with fewer possible boxes than usual, each removed from `rest`."""
    played = [Counter(hand.played_by(seat)) for seat in range(hand.players)] + [Counter()]
    found: list[Among] = []
    # The narrowest first: a card in some boxes also lies in every wider set of boxes.
    for among in sorted(_among(hand, memory), key=lambda among: among.boxes.bit_count()):
        card, copies, boxes = among
        for box in range(hand.players + 1):
            if boxes >> box & 1:
                copies -= played[box][card] + held[box][card]
        copies -= sum(a.copies for a in found if a.card is card and not a.boxes & ~boxes)
        copies = min(copies, rest[card])
        if copies > 0:
            found.append(Among(card, copies, boxes))
            rest[card] -= copies
            yield from [(card, boxes)] * copies


def _among(hand: Hand, memory: Memory) -> Iterator[Among]:
    """The facts about cards that may have been buried; none before there is a kitty."""
    if hand.buried_by is None or hand.dealer is None:
        return
    kitty = 1 << hand.players
    buriers = [hand.dealer, *(bid.seat for bid in hand.land)]
    done = buriers[:-1] if hand.phase is Phase.BURY else buriers

    def since(number: int) -> int:
        return kitty | sum(1 << seat for seat in {*buriers[number:]})

    dealt = Counter[Card]()  # cards that the Dealer has shown, so that they were not in the kitty
    for showing in hand.shown:
        if showing.seat == hand.dealer:
            dealt |= Counter(showing.cards)
    for card, copies in Counter(hand.kitty_seen).items():
        yield Among(card, copies + dealt[card], since(0))
    if memory.seat in done and hand.buried_by != memory.seat:
        last = len(done) - 1 - done[::-1].index(memory.seat)
        for card, copies in memory.buried.items():
            yield Among(card, copies, since(last + 1))
    for seat in {*buriers} - {memory.seat}:
        shown: dict[Card, Among] = {}
        for number, showing in [
            *((0, s) for s in hand.shown),
            *((i, s) for i, s in enumerate(hand.land, 1)),
        ]:
            if showing.seat != seat:
                continue
            # A bid for the land takes the kitty at once; a show in the draw takes it later.
            first = max(number, buriers.index(seat))
            boxes = 1 << seat | since(first + 1)
            for card, copies in Counter(showing.cards).items():
                before = shown.get(card)
                if before is None or before.boxes != boxes or before.copies < copies:
                    shown[card] = Among(card, copies, boxes)
        yield from shown.values()


def _lacks(hand: Hand, memory: Memory | None) -> tuple[Matrix, Matrix]:
    """The maximum numbers of copies, and the tractors that boxes are known to lack."""
    decks = hand.rules.deck_count
    most = np.full((hand.players + 1, len(SUITS)), decks, dtype=np.int64)
    tractors = []
    for seat in range(hand.players if memory is not None else 0):
        assert memory is not None
        for suit, shapes in memory.lacks[seat].items():
            limit = min([decks, *(width - 1 for width, length in shapes if length == 1)])
            most[seat, suit] = limit
            tractors += [
                (seat, suit, width, length)
                for width, length in sorted(shapes)
                if length > 1 and width <= limit
            ]
    return most, as_table(tractors, 4)
