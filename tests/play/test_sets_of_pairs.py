"""Throws of several tractors against the sentence of Z21 §4.3, read by plain code of its own.

"As many sets of consecutive pairs as possible in the suit led, matching lengths as much as
possible, up to the total number of sets of consecutive pairs in the combination led; PLUS as many
pairs as possible in the suit led, up to the point where the total number of consecutive and
non-consecutive pairs matches the total number [...] in the combination led".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from shengji.cards import Card
from shengji.play.follows import Lead, shapes_lacking
from shengji.play.space import space_of
from shengji.play.units import Reading, Unit, arrange
from shengji.rules import Rules, rules_from
from tests.kit import cards, trump, written
from tests.seeds import half, trials

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
LENGTHS = [(3, 2), (2, 3), (3, 3), (4, 2), (2, 2, 2), (3, 2, 2), (4, 3), (5, 2), (4, 1), (3, 2, 1)]
"""The lengths of the tractors that are led; 1 is a pair."""

Lengths = tuple[int, ...]


def spades(*ranks: int, copies: int = 2) -> tuple[Card, ...]:
    return tuple(Card(RANKS[rank] + "S") for rank in ranks for _ in range(copies))


def led(lengths: Sequence[int], singles: int = 0) -> Reading:
    """A throw of such tractors; which cards they are made of changes nothing for who follows."""
    units = [Unit(2, length, spades(*range(length - 1, -1, -1))) for length in lengths]
    units += [Unit(1, 1, spades(11, copies=1))] * singles
    space = space_of(Rules(), trump("2H"))
    return arrange(space, units)


def runs(ranks: frozenset[int], at_most: int) -> Iterator[Lengths]:
    """The lengths of all sets of so many runs of two or more of these ranks, longest first."""
    yield ()
    if at_most == 0:
        return
    for low in sorted(ranks):
        high = low + 1
        while high in ranks:
            for rest in runs(frozenset(r for r in ranks if r > high), at_most - 1):
                yield tuple(sorted((high - low + 1, *rest), reverse=True))
            high += 1


def match(lengths: Lengths, led_lengths: Lengths) -> bool:
    """Tell whether sets of such lengths can be cut out of those that were led."""
    if not lengths:
        return True
    first, *others = lengths
    return any(
        length >= first
        and match(tuple(others), (*led_lengths[:at], length - first, *led_lengths[at + 1 :]))
        for at, length in enumerate(led_lengths)
    )


def reaches(held: Sequence[Card], lead: Lengths) -> tuple[int, Lengths, int]:
    """The measure of cards that follow a lead: sets, their lengths, and pairs altogether."""
    pairs = frozenset(RANKS.index(card.value[:-1]) for card, n in Counter(held).items() if n > 1)
    sets = sum(length > 1 for length in lead)
    found = {lengths for lengths in runs(pairs, sets) if match(lengths, lead)}
    best = max(found, key=lambda lengths: (len(lengths), lengths))
    return len(best), best, min(len(pairs), sum(lead))


def random_hand(rng: Random) -> list[Card]:
    """Spades, of which many are pairs."""
    chance = rng.choice([0.4, 0.6, 0.8])
    return [
        card
        for rank in range(len(RANKS))
        for card in spades(rank, copies=2 if rng.random() < chance else rng.choice([0, 1]))
    ]


@pytest.mark.parametrize("seed", trials(8))
def test_the_sentence_says_what_is_owed(seed: int) -> None:
    rng, space = Random(seed), space_of(Rules(), trump("2H"))
    told = refused = differs = 0
    for _ in range(half(600)):
        lengths = rng.choice(LENGTHS)
        lead, hand = Lead(space, led(lengths, rng.randint(0, 1))), random_hand(rng)
        if len(hand) < lead.size + 1:
            continue
        owed = reaches(hand, lengths)
        sets, best, pairs = owed
        rung = [(w, n) for w, n, times in lead.owed(hand).rung for _ in range(times)]
        expected = [(2, length) for length in best] + [(2, 1)] * (pairs - sum(best))
        assert rung == expected, (lengths, written(hand))
        longest_first = max(
            found for found in runs(pairs_of(hand), len(lengths)) if match(found, lengths)
        )
        differs += len(longest_first) < sets
        for _ in range(40):
            play = rng.sample(hand, lead.size)
            legal = reaches(play, lengths) == owed
            assert (lead.fault(hand, play) is None) == legal, (
                lengths,
                written(hand),
                written(play),
            )
            refused += not legal
            if legal:
                told += 1
                check_lacking(lead, hand, play)
        check_lacking(lead, hand, next(lead.follows(hand)))
    assert told > half(100) and refused > half(1000) and differs > half(10)


def pairs_of(held: Sequence[Card]) -> frozenset[int]:
    return frozenset(RANKS.index(card.value[:-1]) for card, n in Counter(held).items() if n > 1)


def check_lacking(lead: Lead, hand: Sequence[Card], play: Sequence[Card]) -> None:
    """The facts that a play tells of the rest of the hand are so."""
    rest = Counter(hand) - Counter(play)
    left = pairs_of(list(rest.elements()))
    lengths = {1} if left else set()
    lengths |= {length for found in runs(left, 1) for length in found}
    assert not shapes_lacking(lead, play) & {(2, length) for length in lengths}


def test_two_sets_of_two_go_before_one_of_three() -> None:
    """A throw of tractors of three and of two pairs, and four consecutive pairs among others."""
    space = space_of(Rules(), trump("2H"))
    lead = Lead(space, led((3, 2)))
    hand = cards("10S 10S JS JS QS QS KS KS 6S 6S 4S 4S 7S")
    assert lead.owed(hand).rung == ((2, 2, 2), (2, 1, 1))
    assert lead.fault(hand, cards("10S 10S JS JS QS QS 6S 6S 4S 4S")) == "structure"
    assert lead.fault(hand, cards("10S 10S JS JS QS QS KS KS 4S 4S")) is None


@pytest.mark.parametrize(
    "name", ["zhang-2021", "zhang-2016", "pagat", "wikipedia-2014", "wikipedia-2023"]
)
def test_each_text_by_its_own_words(name: str) -> None:
    """Only Z21 counts sets. Z16 §7.5 and PAG follow throws with pairs; W14 and W23 put "other
    consecutive doubles" before other doubles, whatever was led, so that as many are owed as fit."""
    lead = Lead(space_of(rules_from(name), trump("2H")), led((3, 2)))
    hand = cards("10S 10S JS JS QS QS KS KS 6S 6S 4S 4S 7S")
    longest = ((2, 3, 1), (2, 1, 2))
    assert (
        lead.owed(hand).rung
        == {
            "zhang-2021": ((2, 2, 2), (2, 1, 1)),
            "zhang-2016": ((2, 1, 5),),
            "pagat": ((2, 1, 5),),
            "wikipedia-2014": longest,
            "wikipedia-2023": longest,
        }[name]
    )
