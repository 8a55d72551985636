"""The kernels against the brute force of `tests.play.oracle`, on thousands of small positions."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from shengji.cards import Card
from shengji.play import columns, throws, tricks
from shengji.play.follows import Lead
from shengji.play.units import arrange, default_reading, readings, unit_of
from tests.kit import written
from tests.play import oracle, positions

ROUNDS = 8
"""Each test runs so often, with another seed."""


def order(play: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(card.index for card in play))


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_following(seed: int) -> None:
    """What is owed, what is legal, all plays, their number, and what is forced."""
    rng = Random(seed)
    structures = 0
    for _ in range(1200):
        space = positions.random_space(rng)
        suit = positions.random_suit(rng, space)
        reading = positions.random_lead(rng, space, suit, 8)
        hand = positions.random_hand(rng, space, suit, 10)
        lead = Lead(space, reading)
        if len(hand) < lead.size:
            continue
        said = (space.decks, space.trump, [written(u.cards) for u in reading], written(hand))

        best = oracle.best_rung(space, reading, hand)
        owed = lead.owed(hand)
        assert tuple((w, n) for w, n, times in owed.rung for _ in range(times)) == best, said
        of_suit = sum(space.suit(card) == suit for card in hand)
        assert (owed.suit, owed.size) == (suit, lead.size)
        assert owed.of_suit == min(of_suit, lead.size)

        legal: list[tuple[Card, ...]] = []
        for play in oracle.choices(hand, lead.size):
            is_legal = oracle.is_legal(space, reading, hand, play)
            assert (lead.fault(hand, play) is None) == is_legal, (said, written(play))
            if is_legal:
                legal.append(play)
            elif sum(space.suit(card) == suit for card in play) < owed.of_suit:
                assert lead.fault(hand, play) == "suit"
            else:
                assert lead.fault(hand, play) == "structure"
                structures += 1

        found = [order(play) for play in lead.follows(hand)]
        assert len(found) == len(set(found)), said
        assert set(found) == set(map(order, legal)), said
        assert lead.count(hand, 10**6) == len(legal), said
        assert lead.count(hand, 3) == min(3, len(legal)), said

        in_all = Counter(legal[0])
        for play in legal:
            in_all &= Counter(play)
        assert Counter(lead.forced(hand)) == in_all, said
    assert structures > 500


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_winner(seed: int) -> None:
    rng = Random(100 + seed)
    overtaken = 0
    for _ in range(1500):
        space = positions.random_space(rng)
        suit = positions.random_suit(rng, space)
        reading = positions.random_lead(rng, space, suit, 9)
        plays = [[card for unit in reading for card in unit.cards]]
        for _ in range(rng.randint(1, 4)):
            other = rng.choice([suit, suit, 4, 4, positions.random_suit(rng, space)])
            plays.append(positions.answers(rng, space, reading, other))
        plays = [play for play in plays if len(play) == len(plays[0])]
        if rng.random() < 0.2:
            # One card of another suit spoils a play.
            plays[-1] = [*plays[-1][1:], rng.choice(list(Card))] if len(plays) > 1 else plays[-1]
            if max(Counter(plays[-1]).values()) > space.decks:
                continue
        found = tricks.winner(space, reading, plays)
        expected = oracle.winner(space, reading, plays)
        said = [written(unit.cards) for unit in reading], [written(play) for play in plays]
        assert found == expected, (space.decks, space.trump, said)
        overtaken += found > 0
    assert overtaken > 500


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_throws(seed: int) -> None:
    rng = Random(200 + seed)
    failed = Counter[tuple[int, int]]()
    for _ in range(1500):
        space = positions.random_space(rng)
        suit = positions.random_suit(rng, space)
        thrown = positions.draw(rng, space, positions.window(rng, space, suit), rng.randint(1, 9))
        reading = positions.random_reading(rng, space, thrown)
        others = [positions.random_hand(rng, space, suit, 7) for _ in range(rng.randint(1, 5))]
        throw = throws.judge_lead(space, reading, others)
        expected = oracle.must_be_led(space, reading, others)
        said = [written(u.cards) for u in reading], [written(hand) for hand in others]
        if expected is None:
            assert throw == throws.Throw(reading, (), None, ()), said
            continue
        (led,) = throw.led
        assert led in reading
        assert led.shape == expected.shape, said
        assert space.column(led.cards[0]) == space.column(expected.cards[0]), said
        assert Counter(throw.taken_back) + Counter(led.cards) == Counter(thrown)
        assert throw.challenger is not None
        assert [oracle.beats(space, led, hand) for hand in others].index(True) == throw.challenger
        assert list(throw.beaten) == [
            unit for unit in reading if any(oracle.beats(space, unit, hand) for hand in others)
        ]
        failed[led.shape] += 1
    assert len(failed) >= 4


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_readings(seed: int) -> None:
    rng = Random(300 + seed)
    ambiguous = 0
    for _ in range(1200):
        space = positions.random_space(rng)
        suit = positions.random_suit(rng, space)
        cards = positions.draw(rng, space, positions.window(rng, space, suit), rng.randint(1, 9))
        rng.shuffle(cards)
        said = (space.decks, space.trump, written(cards))
        found = readings(space, cards)
        splits = [frozenset(Counter(u.cards for u in reading).items()) for reading in found]
        expected = oracle.maximal_splits(space, cards)
        assert set(splits) == expected, said
        assert len(set(splits)) == len(splits)
        assert found[0] == default_reading(space, cards)
        ambiguous += len(expected) > 1

        sizes = [[unit.size for unit in reading] for reading in found]
        assert sizes == sorted(sizes, reverse=True), said
        tops = [[space.column(unit.cards[0]) for unit in reading] for reading in found]
        assert tops[0] == max(
            top for top, size in zip(tops, sizes, strict=True) if size == sizes[0]
        )
        for reading, size, top in zip(found, sizes, tops, strict=True):
            again = arrange(space, reading)
            assert size == [unit.size for unit in again]
            assert top == [space.column(unit.cards[0]) for unit in again]
            for unit in reading:
                assert len(unit.cards) == unit.width * unit.length
                assert oracle.is_piece(space, unit.cards)
                assert list(unit.cards) == space.sort(unit.cards)
        assert (unit_of(space, cards) is not None) == oracle.is_piece(space, cards), said
    assert ambiguous > 100


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_tuples_fit(seed: int) -> None:
    """Its greedy choices against all ways to cut, for stacks of up to six copies."""
    rng = Random(400 + seed)
    answers = Counter[bool]()
    for _ in range(8000):
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
        table = np.full((len(stacks), columns.EQUALS), -1, dtype=np.int64)
        for number, copies in enumerate(stacks):
            row, kind = (number, 0) if number < 3 or seed % 2 else (2, number - 2)
            table[row, kind] = copies
        shapes = np.array(
            [[width, 1, times] for width, times in Counter(wanted).items()], dtype=np.int64
        ).reshape(-1, 3)
        expected = oracle.tuples_fit(stacks, wanted)
        assert bool(columns.tuples_fit(table, shapes)) == expected, (stacks, wanted)
        answers[expected] += 1
    assert min(answers.values()) > 1000


@pytest.mark.parametrize("seed", range(2))
def test_cutting(seed: int) -> None:
    """`fits` against all multisets of units that can be found in the cards."""
    rng = Random(500 + seed)
    answers = Counter[bool]()
    for _ in range(1200):
        space = positions.random_space(rng)
        suit = positions.random_suit(rng, space)
        kinds = positions.window(rng, space, suit)
        cards = positions.draw(rng, space, kinds, rng.randint(2, 10))
        possible = oracle.rungs(oracle.stacks(space, suit, cards))
        shapes = list(rng.choice(sorted(possible)))
        if rng.random() < 0.7:
            shapes.append((rng.randint(2, space.decks), rng.choice([1, 1, 2, 2, 3])))
        shapes.sort(key=oracle.longer, reverse=True)
        rows = [[w, n, times] for (w, n), times in Counter(shapes).items()]
        table = np.array(rows, dtype=np.int64).reshape(-1, 3)
        held = columns.columns_of(space.table, suit, space.words(cards))
        before = held.copy()
        found = bool(columns.fits(held, table))
        assert found == (tuple(shapes) in possible), (space.trump, written(cards), shapes)
        assert found or (held == before).all()
        answers[found] += 1
    assert min(answers.values()) > 200


def test_sets_of_cards() -> None:
    """Words, and what is added to and taken from them."""
    rng = Random(600)
    for _ in range(500):
        space = positions.random_space(rng, most_decks=6)
        hand = positions.draw(rng, space, list(Card), rng.randint(1, 60))
        taken = rng.sample(hand, rng.randint(0, len(hand)))
        words = space.words(hand)
        assert Counter(space.cards(words)) == Counter(hand)
        assert columns.count_in(words, (1 << 54) - 1) == len(hand)
        columns.take_out(words, space.words(taken))
        left = Counter(hand) - Counter(taken)
        assert (words == space.words(left.elements())).all()
        card = rng.choice(hand)
        if left[card] < space.decks:
            columns.add_one(words, 1 << space.place(card))
            assert Counter(space.cards(words)) == left + Counter([card])
            columns.take_one(words, 1 << space.place(card))
            assert Counter(space.cards(words)) == left
