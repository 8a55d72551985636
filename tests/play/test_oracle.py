"""The kernels against the brute force of `tests.play.oracle`, on thousands of small positions.

Each question is asked under the options of Z21 and under any combination of options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, islice
from random import Random

import numpy as np
import pytest

from shengji.cards import CARDS, Card, lacking, minus
from shengji.play import columns, throws, tricks
from shengji.play.follows import Lead, shapes_lacking
from shengji.play.jit import BOOL, INT, NOTHING, WORDS, Words, compiled
from shengji.play.readings import find_readings, named_reading, readings
from shengji.play.space import Space
from shengji.play.stacks import can_cut
from shengji.play.units import (
    Reading,
    Unit,
    arrange,
    default_reading,
    name_cards,
    placed_table,
    unit_of,
)
from shengji.play.words import add_one, count_in, subtract, take_one
from shengji.rules.domain import plain
from tests.kit import written
from tests.play import oracle, positions
from tests.play.oracle import House
from tests.seeds import half, trials

ROUNDS = trials(20)
"""Each test runs so often, with another seed."""

HOUSES: list[Callable[[Random], House]] = [positions.default_house, positions.random_house]

each_round = pytest.mark.parametrize("seed", ROUNDS)
each_house = pytest.mark.parametrize("any_house", HOUSES, ids=["Z21", "any options"])


def order(play: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(card.index for card in play))


def told(house: House, *cards: object) -> str:
    """The text of a failing test."""
    options = {name: plain(getattr(house.rules, name)) for name in positions.OPTIONS}
    return f"{options} {house.trump} gone {written(house.gone)}: {cards}"


@each_round
def test_ranking(seed: int) -> None:
    """Suits and strengths of all cards."""
    rng = Random(50 + seed)
    for _ in range(60):
        house = positions.random_house(rng)
        space = house.space
        for suit, levels in enumerate(house.levels):
            left = [card for level in levels for card in level]
            assert all(space.suit(card) == suit for card in left), told(house)
            found = [[c for c in left if space.column(c) == n] for n in range(len(levels))]
            assert found == levels, told(house, found)


def check_follows(
    rng: Random, house: House, lead: Lead, hand: list[Card], legal: list[tuple[Card, ...]]
) -> str:
    """Check that all plays, their number and what is forced agree with the legal plays.

    So do the plays that have some cards: any of the hand, and a part of a play.
    """
    said = told(house, [written(u.cards) for u in lead.reading], written(hand))
    found = [order(play) for play in lead.follows(hand)]
    assert len(found) == len(set(found)), said
    assert set(found) == set(map(order, legal)), said
    assert lead.count(hand, 10**6) == len(legal), said
    assert lead.count(hand, 3) == min(3, len(legal)), said
    for cards in (hand, rng.choice(legal)):
        part = rng.sample(cards, rng.randint(1, min(len(cards), lead.size)))
        having = [order(play) for play in lead.follows(hand, part)]
        wanted = [order(play) for play in legal if not lacking(part, play)]
        assert sorted(having) == sorted(wanted), (said, written(part))
    in_all = Counter(legal[0])
    for play in legal:
        in_all &= Counter(play)
    assert Counter(lead.forced(hand)) == in_all, said
    assert set(lead.unplayable(hand)) == set(hand).difference(*legal), said
    plays = list(oracle.choices(hand, lead.size))
    for play in rng.sample(plays, min(20, len(plays))):
        offending = lead.offending(hand, play)
        assert (offending == ()) == (order(play) in set(map(order, legal))), (said, written(play))
        kept = minus(play, offending)
        assert any(not lacking(kept, one) for one in legal), (said, written(play))
    return said


@each_house
@each_round
def test_following(seed: int, any_house: Callable[[Random], House]) -> None:
    """Duties, legal plays, all plays, their number, and what is forced."""
    rng = Random(seed)
    structures = 0
    for _ in range(half(400)):
        house = any_house(rng)
        space = house.space
        suit = positions.random_suit(rng, space)
        reading = positions.random_lead(rng, house, suit, 8)
        hand = positions.random_hand(rng, space, suit, 10)
        if not reading or len(hand) < sum(len(unit.cards) for unit in reading):
            continue
        lead = Lead(space, reading)
        said = told(house, [written(u.cards) for u in reading], written(hand))

        best = oracle.best_rung(house, reading, oracle.asked(house, reading, hand))
        owed = lead.owed(hand)
        assert tuple((w, n) for w, n, times in owed.rung for _ in range(times)) == best, said
        of_suit = sum(space.suit(card) == suit for card in hand)
        assert (owed.suit, owed.size, owed.beat) == (suit, lead.size, False)
        assert owed.of_suit == min(of_suit, lead.size)

        legal: list[tuple[Card, ...]] = []
        for play in oracle.choices(hand, lead.size):
            is_legal = oracle.is_legal(house, reading, hand, play)
            assert (lead.fault(hand, play) is None) == is_legal, (said, written(play))
            if is_legal:
                legal.append(play)
            elif sum(space.suit(card) == suit for card in play) < owed.of_suit:
                assert lead.fault(hand, play) == "suit"
            else:
                assert lead.fault(hand, play) == "structure"
                structures += 1
        check_follows(rng, house, lead, hand, legal)
    assert structures > half(200)


@each_house
@each_round
def test_challenger(seed: int, any_house: Callable[[Random], House]) -> None:
    """Whoever must beat a unit plays a higher one (PAG, Leading a set of top cards)."""
    rng = Random(700 + seed)
    beaten = 0
    for _ in range(250):
        house = any_house(rng)
        suit = positions.random_suit(rng, house.space)
        reading = positions.random_lead(rng, house, suit, 6)[:1]
        hand = positions.random_hand(rng, house.space, suit, 10)
        if not reading or len(hand) < len(reading[0].cards):
            continue
        lead = Lead(house.space, reading)
        higher = set(map(order, oracle.higher_pieces(house, reading[0], hand)))
        challenged = lead.for_challenger()
        if not higher:
            legal = list(lead.follows(hand))
            check_follows(rng, house, challenged, hand, legal)
            assert challenged.owed(hand) == lead.owed(hand)
            continue
        plays = oracle.choices(hand, lead.size)
        legal = [play for play in plays if order(play) in higher]
        said = check_follows(rng, house, challenged, hand, legal)
        for play in plays:
            fault = challenged.fault(hand, play)
            assert (fault is None) == (order(play) in higher), said
            assert fault is None or fault == (lead.fault(hand, play) or "beat"), said
        owed = challenged.owed(hand)
        assert owed.beat
        assert (owed.size, owed.of_suit) == (lead.size, lead.size)
        assert [row[:2] for row in owed.rung] == [reading[0].shape] * (reading[0].width > 1)
        beaten += 1
    assert beaten > 20


@each_round
def test_what_a_follow_tells(seed: int) -> None:
    """No hand that could have followed so has a shape left that is said to be lacking."""
    rng = Random(800 + seed)
    told_of = 0
    for _ in range(150):
        house = positions.random_house(rng, protected_tuples=False)
        space = house.space
        suit = positions.random_suit(rng, space)
        reading = positions.random_lead(rng, house, suit, 7)
        size = sum(len(unit.cards) for unit in reading)
        kinds = positions.window(rng, space, suit)
        play = positions.draw(rng, space, kinds, size)
        if not reading or len(play) < size:
            continue
        lacking = shapes_lacking(Lead(space, reading), play)
        if not lacking:
            continue
        told_of += 1
        seen = Counter(play)
        pool = [card for card in kinds for _ in range(min(3, house.decks - seen[card]))][:9]
        for count in range(2, 7):
            for rest in set(combinations(pool, count)):
                held = oracle.units_in(oracle.stacks(house, suit, rest), house.fused)
                if lacking & {shape for shape, _ in held}:
                    assert not oracle.is_legal(house, reading, [*play, *rest], play), told(
                        house, [written(u.cards) for u in reading], written(play), written(rest)
                    )
    assert told_of > 12


@each_house
@each_round
def test_winner(seed: int, any_house: Callable[[Random], House]) -> None:
    rng = Random(100 + seed)
    overtaken = 0
    for _ in range(half(500)):
        house = any_house(rng)
        space = house.space
        suit = positions.random_suit(rng, space)
        reading = positions.random_lead(rng, house, suit, 9)
        plays = [[card for unit in reading for card in unit.cards]]
        for _ in range(rng.randint(1, 4)):
            other = rng.choice([suit, suit, 4, 4, positions.random_suit(rng, space)])
            plays.append(positions.answers(rng, house, reading, other))
        plays = [play for play in plays if len(play) == len(plays[0])]
        if not reading:
            continue
        if rng.random() < 0.2:
            # One card of another suit spoils a play.
            plays[-1] = [*plays[-1][1:], rng.choice(CARDS)] if len(plays) > 1 else plays[-1]
            if max(Counter(plays[-1]).values()) > space.decks or house.gone & set(plays[-1]):
                continue
        found = tricks.winner(space, reading, plays)
        expected = oracle.winner(house, reading, plays)
        said = told(house, [written(u.cards) for u in reading], [written(play) for play in plays])
        assert found == expected, said
        overtaken += found > 0
    assert overtaken > half(120)


@each_house
@each_round
def test_throws(seed: int, any_house: Callable[[Random], House]) -> None:
    rng = Random(200 + seed)
    failed = Counter[tuple[int, int]]()
    for _ in range(half(500)):
        house = any_house(rng)
        space = house.space
        suit = positions.random_suit(rng, space)
        thrown = positions.draw(rng, space, positions.window(rng, space, suit), rng.randint(1, 9))
        if not thrown:
            continue
        reading = positions.random_reading(rng, house, thrown)
        others = [positions.random_hand(rng, space, suit, 7) for _ in range(rng.randint(1, 5))]
        throw = throws.judge_lead(space, reading, others)
        expected = oracle.must_be_led(house, reading, others)
        judged = oracle.judged(house, reading)
        said = told(house, [written(u.cards) for u in reading], [written(hand) for hand in others])
        if expected is None:
            assert throw == throws.Throw(reading, (), None, ()), said
            continue
        (led,) = throw.led
        if house.rules.failed_throw != "card-led":
            assert led in judged, said
        assert led.shape == expected.shape, said
        assert space.column(led.cards[0]) == space.column(expected.cards[0]), said
        assert Counter(throw.taken_back) + Counter(led.cards) == Counter(thrown)
        assert throw.challenger == oracle.stopping(house, led, others).index(True)
        assert list(throw.beaten) == [
            unit for unit in judged if oracle.can_be_beaten(house, unit, others)
        ]
        failed[led.shape] += 1
    assert len(failed) >= 3


def check_named(house: House, cards: list[Card], found: list[Reading]) -> None:
    """Of all ways to split some cards into units those can be named that are maximal readings."""
    space = house.space
    ways = {frozenset(Counter(reading).items()) for reading in found}
    for units in islice(oracle.splits(house, Counter(cards)), 200):
        way = frozenset(Counter(as_unit(space, unit) for unit in units).items())
        named = named_reading(space, cards, units)
        assert (named is not None) == (way in ways), told(house, written(cards), units)
        assert named is None or frozenset(Counter(named).items()) == way
    for unit in {unit for reading in found for unit in reading}:
        listed, more = find_readings(space, cards, [unit.cards])
        assert not more and listed == [reading for reading in found if unit in reading]


def as_unit(space: Space, cards: Sequence[Card]) -> Unit:
    length = len(set(cards))
    return Unit(len(cards) // length, length, tuple(space.sort(cards)))


@each_house
@each_round
def test_readings(seed: int, any_house: Callable[[Random], House]) -> None:
    rng = Random(300 + seed)
    ambiguous = 0
    for _ in range(half(250)):
        house = any_house(rng)
        space = house.space
        suit = positions.random_suit(rng, space)
        cards = positions.draw(rng, space, positions.window(rng, space, suit), rng.randint(1, 9))
        rng.shuffle(cards)
        if not cards:
            continue
        found = readings(space, cards)
        said = told(house, written(cards), found)
        # The cards of a piece of the oracle go from low to high.
        splits = [
            frozenset(Counter(tuple(reversed(u.cards)) for u in reading).items())
            for reading in found
        ]
        expected = {
            frozenset((tuple(reversed(space.sort(piece))), times) for piece, times in split)
            for split in oracle.maximal_splits(house, cards)
        }
        assert set(splits) == expected, said
        assert len(set(splits)) == len(splits)
        assert found[0] == default_reading(space, cards)
        ambiguous += len(expected) > 1
        check_named(house, cards, found)

        sizes = [[unit.size for unit in reading] for reading in found]
        assert sizes == sorted(sizes, reverse=True), said
        tops = [[space.column(unit.cards[0]) for unit in reading] for reading in found]
        assert tops[0] == max(
            top for top, size in zip(tops, sizes, strict=True) if size == sizes[0]
        ), said
        for reading, size, top in zip(found, sizes, tops, strict=True):
            again = arrange(space, reading)
            assert size == [unit.size for unit in again]
            assert top == [space.column(unit.cards[0]) for unit in again]
            rows = placed_table(space, reading)
            assert [name_cards(space, suit, row) for row in rows] == list(reading), said
            for unit in reading:
                assert len(unit.cards) == unit.width * unit.length
                assert oracle.is_piece(house, unit.cards)
                assert list(unit.cards) == space.sort(unit.cards)
        assert (unit_of(space, cards) is not None) == oracle.is_piece(house, cards), said
    assert ambiguous > 8


@pytest.mark.parametrize("seed", ROUNDS)
def test_tuples_fit(seed: int) -> None:
    """Its greedy choices against all ways to cut, for stacks of up to six copies."""
    rng = Random(400 + seed)
    answers = Counter[bool]()
    for _ in range(3000):
        stacks = [rng.randint(1, 6) for _ in range(rng.randint(1, 6))]
        # Cut the stacks, and then change a little, so that it just fits or just does not.
        wanted: list[int] = []
        for copies in stacks:
            left = copies
            while left > 1 and rng.random() < 0.8:
                wanted.append(rng.randint(2, left))
                left -= wanted[-1]
        if wanted and rng.random() < 0.6:
            at = rng.randrange(len(wanted))
            wanted[at] = min(6, max(2, wanted[at] + rng.choice([-1, 1])))
        if rng.random() < 0.3:
            wanted.append(rng.randint(2, 6))
        # Some stacks share a column, as equal cards do.
        table = np.full((len(stacks), columns.EQUALS + 1), -1, dtype=np.int64)
        for number, copies in enumerate(stacks):
            row, kind = (number, 0) if number < 3 or seed % 2 else (2, number - 2)
            table[row, kind] = copies
        shapes = np.array(
            [[width, 1, times] for width, times in Counter(wanted).items()], dtype=np.int64
        ).reshape(-1, 3)
        expected = oracle.tuples_fit(stacks, wanted)
        found = can_cut(columns.stacks_in(table), columns.tuples_of(shapes))
        assert bool(found) == expected, (stacks, wanted)
        answers[expected] += 1
    assert min(answers.values()) > 300


@pytest.mark.parametrize("seed", trials(4))
def test_cutting(seed: int) -> None:
    """`fits` against all multisets of units that can be found in the cards."""
    rng = Random(500 + seed)
    answers = Counter[bool]()
    for _ in range(600):
        house = positions.random_house(rng)
        space = house.space
        suit = positions.random_suit(rng, space)
        kinds = positions.window(rng, space, suit)
        cards = positions.draw(rng, space, kinds, rng.randint(2, 10))
        possible = oracle.rungs(oracle.stacks(house, suit, cards), house.fused)
        shapes = list(rng.choice(sorted(possible)))
        if rng.random() < 0.7:
            shapes.append((rng.randint(2, max(2, space.decks)), rng.choice([1, 1, 2, 2, 3])))
        shapes.sort(key=oracle.longer, reverse=True)
        rows = [[w, n, times] for (w, n), times in Counter(shapes).items()]
        table = np.array(rows, dtype=np.int64).reshape(-1, 3)
        held = columns.columns_of(space.table, suit, space.words(cards))
        before = held.copy()
        found = bool(columns.fits(held, table))
        assert found == (tuple(shapes) in possible), told(house, written(cards), shapes)
        assert (held == before).all()
        answers[found] += 1
    assert min(answers.values()) > 80


@compiled(INT, WORDS, INT)
def count(words: Words, mask: int) -> int:
    return int(count_in(words, mask))


@compiled(NOTHING, WORDS, WORDS)
def take_out(words: Words, taken: Words) -> None:
    subtract(words, taken)


@compiled(NOTHING, WORDS, INT, BOOL)
def change_by_one(words: Words, bit: int, more: bool) -> None:
    if more:
        add_one(words, bit)
    else:
        take_one(words, bit)


def test_sets_of_cards() -> None:
    """Words, and what is added to and taken from them."""
    rng = Random(600)
    for _ in range(half(250)):
        space = positions.random_house(rng, consecutive="adjacent").space
        hand = positions.draw(rng, space, list(Card), rng.randint(1, 60))
        taken = rng.sample(hand, rng.randint(0, len(hand)))
        words = space.words(hand)
        assert Counter(space.cards(words)) == Counter(hand)
        assert count(words, (1 << 54) - 1) == len(hand)
        take_out(words, space.words(taken))
        left = Counter(hand) - Counter(taken)
        assert (words == space.words(left.elements())).all()
        card = rng.choice(hand)
        if left[card] < space.decks:
            change_by_one(words, 1 << space.place(card), True)
            assert Counter(space.cards(words)) == left + Counter([card])
            change_by_one(words, 1 << space.place(card), False)
            assert Counter(space.cards(words)) == left
