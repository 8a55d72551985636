"""Measuring every system of the family beside Tractor, which is what they are compared with.

A system with more cards takes longer for a hand. Whether it takes longer than that explains can be
seen by the time for each card that is played, relative to Tractor in the same run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

import msgspec

from shengji.arena.bench import legality, play_hands
from shengji.arena.warmup import load_kernels
from shengji.rules import PRESETS, SYSTEMS, Rules, rules_from

REFERENCE = "tractor"
"""The rules that the others are compared with: four players, two decks, all as in Z21."""

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
"""Rules that ask more than those of a system do."""

POSITIONS = 400
REPEATS = 5
"""The number of measurements of each system, with Tractor beside it: the middle multiple counts."""


class SystemSpeed(msgspec.Struct, frozen=True):
    """How fast a system is.

    Attributes:
        name: the preset, or what else is played.
        players: how many play.
        decks: how many decks there are.
        cards: how many cards are played in a hand, those of all players.
        hands_per_second: whole random hands in a second of CPU time, compiled, on one thread.
        ns_per_card: nanoseconds for each card that is played.
        per_card_against_tractor: the same, as a multiple of Tractor's.
        legality_median_us: microseconds for a hard question of legality.
        legality_p99_us: those that 99 in 100 such questions stay below.
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
    """The rules to measure, by name: Tractor first, all systems, all texts, the slowest ones."""
    names = [REFERENCE, *(name for name in (*SYSTEMS, *PRESETS) if name != REFERENCE)]
    found = {name: PRESETS[name].rules for name in names}
    return found | {name: rules_from(given) for name, given in HEAVY.items()}


def cpu_of_card(rules: Rules, cards: int, seed: int) -> float:
    """The CPU seconds of a card in random hands of so many cards in all, of ten hands at least."""
    in_hand = rules.hand_size * rules.players
    hands = max(10, cards // in_hand)
    return play_hands(rules, hands, seed)["cpu"] / hands / in_hand


def bench_systems(
    cards: int, seed: int, told: Callable[[str], None] = lambda step: None
) -> Iterator[SystemSpeed]:
    """Measure every system with random hands of so many cards in all; `told` hears which one."""
    load_kernels()
    tractor = PRESETS[REFERENCE].rules
    cpu_of_card(tractor, 1, seed)
    for name, rules in systems().items():
        told(name)
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
