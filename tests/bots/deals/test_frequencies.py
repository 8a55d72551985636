"""How often each deal is drawn, against the exact chances of all deals of a few cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest

from shengji.bots.deals.fills import Boxes, draw_deals, lean
from shengji.cards import Rank, Suit, Trump, read_cards
from shengji.play.columns import highest_unit
from shengji.play.space import as_table, space_of
from shengji.rules import Rules

NUMBER = 30_000
SPACE = space_of(Rules(), Trump(Rank.TWO, Suit.HEARTS))
SUITS = {suit: SPACE.suit(read_cards(f"9{suit}")[0]) for suit in "SHCD"}


class Case(NamedTuple):
    """Cards to deal, the room of the boxes (the kitty last), and what else must hold."""

    cards: str
    room: tuple[int, ...]
    voids: tuple[tuple[int, str], ...] = ()
    no_pairs: tuple[tuple[int, str], ...] = ()
    no_tractors: tuple[tuple[int, str], ...] = ()
    weights: Mapping[tuple[int, str], float] = {}


CARDS = "5S 5S KS 3C 3C 9H"
CASES = {
    "free": Case(CARDS, (2, 2, 1, 1)),
    "one void": Case(CARDS, (2, 2, 1, 1), voids=((0, "S"),)),
    "crossed voids": Case(
        "5S 5S KS 3C 9C 4D 6D 7D", (2, 3, 2, 1), voids=((0, "S"), (1, "C"), (2, "D"))
    ),
    "in a circle": Case("5S 3C 4D", (1, 1, 1, 0), voids=((0, "S"), (1, "C"), (2, "D"))),
    "no pairs": Case(CARDS, (2, 2, 1, 1), no_pairs=((0, "S"), (1, "C"))),
    "no tractor": Case("5S 5S 6S 6S 9S 3C", (4, 1, 1, 0), no_tractors=((0, "S"),)),
    "weights": Case(CARDS, (2, 2, 1, 1), weights={(3, "KS"): 0.1, (3, "3C"): 4.0, (0, "9H"): 2.0}),
    "weights and a void": Case(
        CARDS, (3, 1, 1, 1), voids=((1, "C"),), weights={(3, "5S"): 0.2, (3, "9H"): 0.02}
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_deals_come_as_often_as_they_should(name: str) -> None:
    boxes = boxes_of(CASES[name])
    expected, drawn = exact(boxes), draw(boxes)
    assert set(drawn) <= set(expected)
    apart = sum(abs(expected[deal] - drawn[deal]) for deal in expected) / 2
    noise = sum((chance * (1 - chance) / NUMBER) ** 0.5 for chance in expected.values()) / 2
    assert apart < noise + 0.01


def boxes_of(case: Case) -> Boxes:
    cards = SPACE.sort(read_cards(case.cards))
    everywhere = sum(1 << box for box, room in enumerate(case.room) if room)
    banned: Counter[int] = Counter()
    for seat, suit in case.voids:
        banned[SUITS[suit]] |= 1 << seat
    masks = [everywhere & ~banned[SPACE.suit(card)] for card in cards]
    order = sorted(range(len(cards)), key=lambda i: masks[i].bit_count())
    places = np.array([SPACE.place(cards[i]) for i in order])
    allowed = np.array([masks[i] for i in order])
    room = np.array(case.room)
    most = np.full((len(room), 5), 2)
    for seat, suit in case.no_pairs:
        most[seat, SUITS[suit]] = 1
    weights = np.ones((len(room), 54))
    for (box, card), weight in case.weights.items():
        weights[box, SPACE.place(read_cards(card)[0])] = weight
    tractors = as_table([(seat, SUITS[suit], 2, 2) for seat, suit in case.no_tractors], 4)
    leans = np.empty((len(places), len(room)))
    lean(places, allowed, room, weights, leans)
    base = np.zeros((len(room), 2), dtype=np.int64)
    return Boxes(SPACE.table, base, places, allowed, room, most, tractors, weights, leans)


def exact(boxes: Boxes) -> Counter[bytes]:
    """The chance of every deal, by going through all ways to put each card somewhere."""
    found: Counter[bytes] = Counter()
    count = len(boxes.room)
    for ways in product(range(count), repeat=len(boxes.places)):
        if any(not boxes.allowed[i] >> box & 1 for i, box in enumerate(ways)):
            continue
        if any(ways.count(box) != boxes.room[box] for box in range(count)):
            continue
        held = np.array(
            [
                SPACE.words(
                    SPACE.card_at(int(boxes.places[i])) for i, at in enumerate(ways) if at == box
                )
                for box in range(count)
            ]
        )
        if keeps(boxes, held):
            weight = [boxes.weights[box, boxes.places[i]] for i, box in enumerate(ways)]
            found[held.tobytes()] += np.prod(weight)
    total = sum(found.values())
    return Counter({deal: weight / total for deal, weight in found.items()})


def keeps(boxes: Boxes, held: np.ndarray) -> bool:
    pairs = any(
        boxes.most[box, suit] == 1 and held[box, 1] & int(SPACE.table[4, suit])
        for box in range(len(held))
        for suit in range(5)
    )
    return not pairs and all(
        highest_unit(SPACE.table, suit, held[box], width, length) < 0
        for box, suit, width, length in boxes.tractors
    )


def draw(boxes: Boxes) -> Counter[bytes]:
    hands = np.empty((NUMBER, len(boxes.room) - 1, 2), dtype=np.int64)
    kitties = np.empty((NUMBER, 2), dtype=np.int64)
    outcomes = np.zeros(3, dtype=np.int64)
    draw_deals(np.random.Generator(np.random.PCG64(5)), boxes, hands, kitties, outcomes)
    assert list(outcomes) == [NUMBER, 0, 0]
    deals = np.concatenate([hands, kitties[:, None]], axis=1)
    return Counter({deal: n / NUMBER for deal, n in Counter(d.tobytes() for d in deals).items()})


def test_the_same_seed_draws_the_same() -> None:
    boxes = boxes_of(CASES["crossed voids"])
    assert draw(boxes) == draw(boxes)


def test_what_cannot_be_met_is_given_up() -> None:
    for name, change, outcome in (("no pairs", "lacks", 1), ("one void", "voids", 2)):
        boxes = boxes_of(CASES[name])
        if change == "lacks":
            boxes.most[:] = 1
            boxes.room[:] = (6, 0, 0, 0)
            boxes.allowed[:] = 1
        else:
            boxes.room[:] = (6, 0, 0, 0)
        hands = np.empty((1, 3, 2), dtype=np.int64)
        outcomes = np.zeros(3, dtype=np.int64)
        chance = np.random.Generator(np.random.PCG64(5))
        draw_deals(chance, boxes, hands, np.empty((1, 2), dtype=np.int64), outcomes)
        assert outcomes[outcome] == 1
        assert len(SPACE.cards(hands[0, 0])) == 6
