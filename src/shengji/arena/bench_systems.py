"""Benchmark of every system of the family relative to Tractor.

A system with more cards takes longer for a hand. The time per played card, relative to Tractor in
the same run, shows whether it takes longer than the number of cards explains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

import msgspec

from shengji.arena.bench import legality, play_hands
from shengji.arena.warmup import load_kernels
from shengji.rules import PRESETS, SYSTEMS, Rules, rules_from

REFERENCE = "tractor"
"""The reference rules: four players, two decks, all as in Z21."""

HEAVY: dict[str, dict[str, object]] = {
    "finding-friends, 12 players": {"preset": "finding-friends", "players": 12},
    "tractor, 4 decks": {"preset": "tractor", "decks": 4},
    "tractor, 6 decks": {"preset": "tractor", "decks": 6},
    "tractor, 6 decks, longest comparisons": {
        "preset": "tractor",
        "decks": 6,
        "consecutive": "nothing-between",
        "protected_tuples": True,
        "trumped_throws": "every-unit",
        "free_leads": "full-tuples",
    },
}
"""Rules that are more expensive than those of any system."""

POSITIONS = 400
REPEATS = 5
"""The number of measurements of each system, each next to Tractor; the median ratio counts."""


class SystemSpeed(msgspec.Struct, frozen=True):
    """The speed of a system.

    Attributes:
        name: the preset, or a description of the rules.
        cards: the cards that all players play in a hand.
        hands_per_second: random hands per second of CPU time, compiled, on one thread.
        ns_per_card: nanoseconds per played card.
        per_card_against_tractor: the time per card as a multiple of Tractor's.
        legality_median_us: microseconds of a hard legality check, median.
        legality_p99_us: microseconds of a hard legality check, 99th percentile.
    """

    name: str
    players: int
    decks: int
    cards: int
    hands_per_second: int
    ns_per_card: float
    per_card_against_tractor: float
    legality_median_us: float
    legality_p99_us: float


def systems() -> dict[str, Rules]:
    """The rules to measure, by name: Tractor, all systems, all texts, and the slowest rules."""
    names = [REFERENCE, *(name for name in (*SYSTEMS, *PRESETS) if name != REFERENCE)]
    found = {name: PRESETS[name].rules for name in names}
    return found | {name: rules_from(given) for name, given in HEAVY.items()}


def cpu_of_card(rules: Rules, cards: int, seed: int) -> float:
    """CPU seconds per card, from about `cards` cards in random hands, at least ten hands."""
    in_hand = rules.hand_size * rules.players
    hands = max(10, cards // in_hand)
    return play_hands(rules, hands, seed)["cpu"] / hands / in_hand


def bench_systems(
    cards: int, seed: int, on_step: Callable[[str], None] = lambda step: None
) -> Iterator[SystemSpeed]:
    """Measure every system with about `cards` cards in random hands.

    `on_step` receives the name of each system.
    """
    load_kernels()
    tractor = PRESETS[REFERENCE].rules
    cpu_of_card(tractor, 1, seed)
    for name, rules in systems().items():
        on_step(name)
        cpu_of_card(rules, 1, seed)
        rounds = [
            (cpu_of_card(rules, cards, seed), cpu_of_card(tractor, cards, seed))
            for _ in range(REPEATS)
        ]
        each = min(cpu for cpu, _ in rounds)
        multiple = 1.0 if name == REFERENCE else median(cpu / beside for cpu, beside in rounds)
        in_hand = rules.hand_size * rules.players
        asked = legality(POSITIONS, seed, [rules])
        yield SystemSpeed(
            name=name,
            players=rules.players,
            decks=rules.deck_count,
            cards=in_hand,
            hands_per_second=round(1 / (each * in_hand)),
            ns_per_card=round(each * 1e9, 1),
            per_card_against_tractor=round(multiple, 2),
            legality_median_us=asked.median_us,
            legality_p99_us=asked.p99_us,
        )
