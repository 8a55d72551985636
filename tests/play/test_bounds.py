"""No position takes long: work is counted in steps that are the same on every machine.

A peer that lists the rungs of a lead needs seconds for a tractor of ten pairs. Here the search for
the best rung is run as plain Python, and a step is one question to `next_placement`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import thread_time
from typing import Any

import numpy as np
import pytest

from shengji.cards import SUITS, Card, Rank, Trump, full_deck
from shengji.play import columns, ladder, tricks
from shengji.play.follows import Lead
from shengji.play.jit import Matrix
from shengji.play.readings import readings
from shengji.play.space import Space, space_of
from shengji.play.units import Reading, default_reading, read_units
from shengji.rules import Rules
from tests.kit import cards, space
from tests.play import positions

Counting = Callable[[Space, int, Matrix, list[Card]], int]


def plain(kernel: Any) -> Any:
    """A kernel as plain Python, compiled or not."""
    return getattr(kernel, "py_func", kernel)


class TooMuchError(AssertionError):
    """More steps than can be right."""


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Counting:
    """How many placements are looked for to find what a hand owes on a lead of these units."""
    count = 0
    look = columns.next_placement

    def next_placement(held: Matrix, width: int, length: int, after: int) -> int:
        nonlocal count
        count += 1
        if count > 1_000_000:
            raise TooMuchError
        return int(look(held, width, length, after))

    monkeypatch.setattr(columns, "next_placement", next_placement)
    monkeypatch.setattr(columns, "cut", plain(columns.cut))
    monkeypatch.setattr(ladder, "has_room", plain(columns.has_room))
    monkeypatch.setattr(ladder, "add_times", plain(ladder.add_times))
    monkeypatch.setattr(ladder, "best_rung", plain(ladder.best_rung))

    def run(space: Space, suit: int, units: Matrix, hand: list[Card]) -> int:
        nonlocal count
        count = 0
        plain(ladder.owed)(space.table, suit, units, space.words(hand))
        return count

    return run


def six_decks(rng: Random) -> Space:
    return space_of(Rules(decks=6), Trump(rng.choice(list(Rank)), rng.choice([*SUITS, None])))


def hard_units(rng: Random, height: int, most: int) -> Matrix:
    """A lead of up to `most` cards that is nearly all tractors."""
    rows: list[tuple[int, int]] = []
    style = rng.randrange(4)
    while True:
        width, length = (
            (2, 2),
            rng.choice([(2, 2), (2, 3), (3, 2)]),
            (rng.randint(2, 6), rng.randint(1, 3)),
            (rng.randint(2, 3), rng.randint(1, 6)),
        )[style]
        length = min(length, height)
        if sum(w * n for w, n in rows) + width * length > most:
            break
        rows.append((width, length))
    rows.sort(key=lambda row: (row[0] * row[1], row[0]), reverse=True)
    return np.array([(w, n, height - 1) for w, n in rows], dtype=np.int64).reshape(-1, 3)


def hard_hand(rng: Random, kinds: list[Card]) -> list[Card]:
    """Up to 81 cards of one suit: all pairs, pairs with gaps, anything, or pairs and triples."""
    copies = rng.choice([[2], [0, 2, 2, 2, 4], [0, 1, 2, 3, 4, 5, 6], [2, 3]])
    return [card for card in kinds for _ in range(rng.choice(copies))][:81]


def test_a_tractor_of_ten_pairs(steps: Counting) -> None:
    found = space("2H")
    hands = {
        "pairs": "AC AC QC QC 10C 10C 8C 8C 6C 6C 4C 4C",
        "runs": "AC AC KC KC JC JC 10C 10C 8C 8C 7C 7C 5C 5C 4C 4C",
        "singles": "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C",
        "all": "KC KC QC QC JC JC 10C 10C 9C 9C 8C 8C 7C 7C 6C 6C 5C 5C 4C 4C 3C 3C",
    }
    suit = found.suit(cards("AC")[0])
    for text in hands.values():
        three, ten = (
            steps(found, suit, np.array([[2, length, 11]]), cards(text)) for length in (3, 10)
        )
        assert ten < 2_000
        assert ten < 50 * max(three, 1)


@pytest.mark.parametrize("runs", [[3, 3, 3, 3], [5, 5, 4], [7, 7], [16], [2] * 5, [9, 5]])
@pytest.mark.parametrize("copies", [2, 3, 4])
def test_dominoes_that_do_not_fit_by_parity(steps: Counting, runs: list[int], copies: int) -> None:
    """Six tractors of two pairs are led; runs of odd length leave a pair over each."""
    found = space("2H", decks=6)
    trumps = positions.cards_of(found, 4)
    kinds = [card for card in trumps if card.value not in ("2C", "2D")]
    hand: list[Card] = []
    at = 0
    for run in runs:
        hand += [card for card in kinds[at : at + run] for _ in range(copies)]
        at += run + 1
    assert steps(found, 4, np.array([[2, 2, 14]] * 6), hand) < 300_000


def test_hard_positions_with_six_decks(steps: Counting) -> None:
    rng = Random(1)
    counts = []
    for _ in range(1000):
        found = six_decks(rng)
        suit = positions.random_suit(rng, found)
        kinds = positions.cards_of(found, suit)
        units = hard_units(rng, found.column(kinds[-1]) + 1, 25)
        counts.append(steps(found, suit, units, hard_hand(rng, kinds)))
    assert max(counts) < 300_000
    assert median(counts) < 1_000


def timed(work: Callable[[], object]) -> float:
    """The least processor time of three runs."""
    times = []
    for _ in range(3):
        start = thread_time()
        work()
        times.append(thread_time() - start)
    return min(times)


def test_time_of_hard_positions() -> None:
    """The compiled kernels: the worst against the middle one, in the same run."""
    rng = Random(2)
    times: dict[str, list[float]] = {"owed": [], "read": [], "answer": []}
    for _ in range(1500):
        found = six_decks(rng)
        suit = positions.random_suit(rng, found)
        kinds = positions.cards_of(found, suit)
        units = hard_units(rng, found.column(kinds[-1]) + 1, 25)
        words = found.words(hard_hand(rng, kinds))
        few = found.words(positions.draw(rng, found, kinds, int((units[:, 0] * units[:, 1]).sum())))
        times["owed"].append(timed(partial(ladder.owed, found.table, suit, units, words)))
        times["read"].append(timed(partial(read_units, found.table, suit, words)))
        times["answer"].append(timed(partial(tricks.answer, found.table, suit, units, few)))
    for name, found_times in times.items():
        assert max(found_times) < 2_000 * median(found_times), name


@pytest.mark.parametrize("consecutive", ["adjacent", "nothing-between"])
def test_time_of_comparing_every_unit(consecutive: str) -> None:
    """Eight kinds in two columns, so that there are many ways to lay the same units."""
    rules = Rules(decks=6, permanent_twos=True, consecutive=consecutive)  # type: ignore[arg-type]
    found = space_of(rules, Trump(Rank.EIGHT, None))
    kinds = positions.cards_of(found, 4)[:8]
    times = []
    for copies in ([3] * 8, [4] * 8, [6] * 8, [6, 5, 4, 3, 6, 5, 4, 3]):
        play = found.words([card for card, n in zip(kinds, copies, strict=True) for _ in range(n)])
        for shapes in (
            [(2, 2)] * 6,
            [(2, 1)] * 12,
            [(3, 2)] * 2 + [(2, 2)] * 3,
            [(4, 2), (3, 2), (2, 2), (2, 2), (2, 1), (2, 1)],
            [(2, 3)] * 2 + [(2, 2)] * 3 + [(2, 1)] * 3,
            [(3, 1)] * 4 + [(2, 1)] * 5,
        ):
            singles = sum(copies) - sum(width * length for width, length in shapes)
            rows = [(w, n, 1) for w, n in [*shapes, *[(1, 1)] * singles]]
            lead, tops = np.array(rows, dtype=np.int64), np.zeros(len(rows), dtype=np.int64)
            if singles >= 0:
                times.append(timed(partial(tricks.heights, found.table, 4, lead, play, tops)))
    assert max(times) < 2_000 * median(times)


def test_time_of_readings() -> None:
    """However many there are: those of a whole hand of one suit against those of eight cards."""
    rng = Random(3)
    times: dict[int, list[float]] = {8: [], 66: []}
    for number, found_times in times.items():
        for _ in range(60):
            found = six_decks(rng)
            kinds = positions.cards_of(found, positions.random_suit(rng, found))
            hand = positions.draw(rng, found, kinds, number)
            found_times.append(timed(partial(readings, found, hand)))
    assert max(times[66]) < 300 * median(times[8])


def gaps(monkeypatch: pytest.MonkeyPatch, lead: Lead, hand: list[Card], most: int) -> Iterator[int]:
    """How often the ladder is asked before each of the first `most` plays."""
    asked = 0
    ask = Lead._has_room

    def has_room(self: Lead, found: list[Card], rung: Matrix) -> bool:
        nonlocal asked
        asked += 1
        if asked > 20_000:
            raise TooMuchError
        return ask(self, found, rung)

    monkeypatch.setattr(Lead, "_has_room", has_room)
    for number, _ in enumerate(lead.follows(hand)):
        yield asked
        asked = 0
        if number + 1 == most:
            return


@pytest.mark.parametrize("decks", [2, 3, 4])
def test_plays_follow_each_other_quickly(monkeypatch: pytest.MonkeyPatch, decks: int) -> None:
    """Deals as they are, and leads of all that a hand has of a suit, or of its longest unit."""
    rng = Random(decks)
    worst = 0
    deck = full_deck(decks)
    for _ in range(150):
        found = space_of(
            Rules(decks=decks), Trump(rng.choice(list(Rank)), rng.choice([*SUITS, None]))
        )
        rng.shuffle(deck)
        half = len(deck) // 4
        of_suit = rng.choice(list(found.by_suit(deck[:half]).values()))
        reading = default_reading(found, of_suit)
        for led in (reading, reading[:1], reading[:3]):
            with monkeypatch.context() as patch:
                hand = deck[half : 2 * half]
                worst = max([worst, *gaps(patch, Lead(found, led), hand, 50)])
    assert worst < 5_000


def test_the_first_play_of_a_hand_full_of_sixes(monkeypatch: pytest.MonkeyPatch) -> None:
    found = space("2D", decks=6)
    lead: Reading = default_reading(found, cards("7C " * 6 + "4C " * 5 + "3C " * 5 + "QC"))
    assert [unit.shape for unit in lead] == [(5, 2), (6, 1), (1, 1)]
    copies = {"9": 6, "6": 6, "3": 6, "A": 1, "J": 3, "7": 6, "10": 5, "4": 6, "8": 4, "K": 5}
    hand = [card for rank, n in copies.items() for card in cards(f"{rank}C " * n)]
    assert max(gaps(monkeypatch, Lead(found, lead), hand, 5)) < 5_000
