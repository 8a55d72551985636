"""Benchmarks: random hands, playouts of the rule-based bot, tables of bots, and legality.

The significant figures are ratios of two measurements within one run. Absolute figures depend on
the machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import msgspec
import numpy as np

from shengji.arena.bench_playouts import bench_playouts, cpu_of_playout, first_trials
from shengji.arena.positions import Position, hard_position, tractor_position
from shengji.arena.warmup import load_kernels, seconds_together
from shengji.bots import Table, make_bot
from shengji.cards import RANKS, SUITS, Trump
from shengji.game import Event
from shengji.play.chance import (
    COUNTS,
    FAILED,
    THROWS,
    TRACTORS,
    TRICKS,
    TRUMPED,
    random_hands,
    seeded,
)
from shengji.play.jit import Matrix
from shengji.play.ladder import judge_follow
from shengji.play.position import position_for
from shengji.play.space import space_of
from shengji.play.units import unit_table
from shengji.record import RecordWriter, header_of, read_record, read_results, validate
from shengji.rules import Rules, describe_rules

ROUNDS, ROUND = 15, 2000
"""The number of rounds, and of random hands in each."""
BOTS = ("random", "basic", "medium")
"""The bots that answer at once, from the fastest to the slowest."""
HANDS = 20
"""The number of hands that each bot plays in a measurement."""
INTERPRETED = 5
"""The number of measurements without the compiler."""


def spaces_of(rules: Rules) -> Matrix:
    """The strength tables of all ranks and suits, and of no trump suit, stacked."""
    trumps = [Trump(rank, suit) for rank in RANKS for suit in (*SUITS, None)]
    return np.concatenate([space_of(rules, trump).table for trump in trumps])


def sides_of(rules: Rules) -> int:
    """The seats on the Dealer's side, every other one first: bit k for the seat k places after."""
    places = [*range(0, rules.players, 2), *range(1, rules.players, 2)]
    return sum(1 << place for place in places[: rules.declarer_count])


def play_hands(rules: Rules, number: int, seed: int) -> dict[str, float]:
    """Play random hands, and return wall and CPU seconds and the average events of a hand."""
    chance, spaces = seeded(seed), spaces_of(rules)
    position = position_for(rules, spaces, 0)
    counts = np.zeros(COUNTS, dtype=np.int64)
    deck = np.array([card.index for card in rules.deck], dtype=np.int64)
    wall, cpu = time.perf_counter(), time.thread_time()
    points = random_hands(chance, position, spaces, number, deck, sides_of(rules), counts)
    wall, cpu = time.perf_counter() - wall, time.thread_time() - cpu
    names = {
        "tricks": TRICKS,
        "tractors": TRACTORS,
        "throws": THROWS,
        "failed_throws": FAILED,
        "tricks_not_won_by_leader": TRUMPED,
    }
    each = {name: round(float(counts[entry]) / number, 3) for name, entry in names.items()}
    return {"wall": wall, "cpu": cpu, "points": round(points / number, 2), **each}


def hands_per_second(rules: Rules, number: int, seed: int, threads: int) -> float:
    """Random hands per second of wall time, over `threads` threads without the GIL."""
    works = [partial(play_hands, rules, number, seed + i) for i in range(threads)]
    return number * threads / seconds_together(works)


def interpreted_cpu_of_hand(rules: Rules, number: int, seed: int) -> float:
    """CPU seconds per hand without the compiler, measured in a separate process."""
    code = (
        "import json, sys; from shengji.arena.bench import play_hands;"
        "from shengji.rules import rules_from;"
        "a = json.loads(sys.argv[1]);"
        "print(play_hands(rules_from(a['rules']), a['number'], a['seed'])['cpu'])"
    )
    argument = json.dumps({"rules": describe_rules(rules), "number": number, "seed": seed})
    done = subprocess.run(
        [sys.executable, "-c", code, argument],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout) / number


def question_cost(position: Position, repeats: int = 5) -> float:
    """Microseconds of one legality check of a follow: the minimum of several."""
    lead, hand, play = position
    space = lead.space
    arguments = (
        space.table,
        lead.suit,
        lead.size,
        unit_table(space, lead.reading),
        space.words(hand),
        space.words(play),
    )
    costs = []
    for _ in range(repeats):
        start = time.perf_counter_ns()
        judge_follow(*arguments)
        costs.append(time.perf_counter_ns() - start)
    return min(costs) / 1000


class Legality(msgspec.Struct, frozen=True):
    """The cost of legality checks, in microseconds.

    Attributes:
        positions: the number of checks.
        worst_us: the maximum.
        worst_lead: the units' shapes of the lead in the most expensive position.
    """

    positions: int
    median_us: float
    p99_us: float
    worst_us: float
    worst_lead: list[tuple[int, int]]


def legality(positions: int, seed: int, many: Sequence[Rules]) -> Legality:
    """Measure legality checks over hard positions, with each of the rules in turn."""
    chance = Random(seed)
    hard = [hard_position(chance, many[i % len(many)]) for i in range(positions)]
    costs = [question_cost(position) for position in hard]
    worst = max(range(positions), key=costs.__getitem__)
    return Legality(
        positions,
        median_us=round(median(costs), 2),
        p99_us=round(quantiles(costs, n=100)[98], 2),
        worst_us=round(costs[worst], 2),
        worst_lead=[unit.shape for unit in hard[worst].lead.reading],
    )


def cpu_of_hand(rules: Rules, bot: str, hands: int, seed: int) -> float:
    """CPU seconds per hand at a table with this bot in every seat, in successive matches."""
    chance, played = Random(seed), 0
    begun = time.thread_time()
    while played < hands:
        bots = {
            seat: make_bot(bot, rules, seat, chance.getrandbits(32))
            for seat in range(rules.players)
        }
        table = Table(rules, bots, chance)
        while table.match.winners is None and played < hands:
            table.play_hand()
            played += 1
    return (time.thread_time() - begun) / hands


def against_random(
    rules: Rules, seed: int, rounds: int, cpu_of: Callable[[int], float]
) -> tuple[float, float]:
    """Measure CPU time in many short rounds, each next to random hands.

    The load of the machine changes from one second to the next. It affects both measurements of one
    round alike.

    Args:
        rules: the rules of the random hands.
        seed: the seed of the first round; each further round has the next.
        rounds: the number of rounds.
        cpu_of: measures CPU seconds with a seed.

    Returns:
        The median of the CPU seconds, and the median of their ratio to a compiled random hand.
    """
    cpus, multiples = [], []
    for number in range(seed, seed + rounds):
        cpus.append(cpu_of(number))
        multiples.append(cpus[-1] / (play_hands(rules, ROUND, number)["cpu"] / ROUND))
    return median(cpus), median(multiples)


def table_speed(rules: Rules, bot: str, seed: int) -> dict[str, object]:
    """Measure whole hands with this bot in every seat: draw, bids, kitty and tricks, as events.

    Returns:
        The hands per second of CPU time on one thread, and the cost of a hand as a multiple of a
        compiled random hand.
    """
    cpu_of_hand(rules, bot, 1, seed)
    cpu, multiple = against_random(
        rules, seed, ROUNDS, lambda number: cpu_of_hand(rules, bot, HANDS, number)
    )
    return {
        "bot": bot,
        "hands_per_cpu_second": round(1 / cpu, 1),
        "random_hands": round(multiple, 1),
    }


def record_speed(rules: Rules, seed: int) -> dict[str, object]:
    """Measure reading the record of a match of `basic`, each next to `json.loads` of its lines.

    Returns:
        For the results alone, for the match with each event checked for its place, and for the
        validation by the rules: hands per second of CPU time, and the CPU time as a multiple of
        that of `json.loads`.
    """
    events: list[Event] = []
    bots = {seat: make_bot("basic", rules, seat, seed + seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(seed), on_event=events.append)
    while table.match.winners is None and table.match.hands < HANDS:
        table.play_hand()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        with RecordWriter(path, header_of(rules, [""] * rules.players)) as writer:
            for event in events:
                writer.write(event)
        lines = path.read_bytes().splitlines()
        works: dict[str, Callable[[], object]] = {
            "json_loads": lambda: [json.loads(line) for line in lines],
            "results": lambda: read_results(path),
            "match": lambda: read_record(path),
            "validated": lambda: validate(path),
        }
        times: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(ROUNDS):
            for name, work in works.items():
                begun = time.thread_time()
                work()
                times[name].append(time.thread_time() - begun)
    cpu = {name: median(found) for name, found in times.items()}
    return {
        name: {
            "hands_per_cpu_second": round(table.match.hands / each),
            "against_json_loads": round(each / cpu["json_loads"], 2),
        }
        for name, each in cpu.items()
    }


def run_bench(
    rules: Rules, hands: int, seed: int, on_step: Callable[[str], None] = lambda step: None
) -> dict[str, object]:
    """Run all benchmarks and return plain data; `on_step` receives the name of each step."""
    on_step("compiled, one thread")
    load_kernels()
    play_hands(rules, 1, seed)
    one = hands_per_second(rules, hands, seed, 1)
    on_step("compiled, two threads")
    two = hands_per_second(rules, hands, seed, 2)
    on_step("interpreted")
    few = max(3, hands // 2000)
    interpreted, slower = against_random(
        rules, seed, INTERPRETED, lambda number: interpreted_cpu_of_hand(rules, few, number)
    )
    on_step("playouts of the rule player, and a hand of strong")
    playouts = bench_playouts(rules, hands, seed)
    trials = first_trials(rules, seed)
    _, of_playout = against_random(rules, seed, ROUNDS, lambda number: cpu_of_playout(trials))
    on_step("whole hands at a table, with bots")
    tables = [table_speed(rules, bot, seed) for bot in BOTS]
    on_step("reading records")
    records = record_speed(rules, seed)
    on_step("questions of legality")
    played = play_hands(rules, hands, seed)
    cpu_us = played["cpu"] / hands * 1e6
    return {
        "rules": describe_rules(rules),
        "seed": seed,
        "hands_per_second": {
            "compiled_1_thread": round(one),
            "compiled_2_threads": round(two),
            "interpreted": round(1 / interpreted, 2),
        },
        "compiled_against_interpreted": round(slower, 1),
        "per_hand": {k: v for k, v in played.items() if k not in ("wall", "cpu")},
        "cpu_us_per_hand": round(cpu_us, 2),
        "playouts": {
            **playouts,
            "cpu_against_random": round(of_playout, 2),
        },
        "at_a_table": tables,
        "records": records,
        "legality": {
            **msgspec.to_builtins(legality(2000, seed, [Rules(decks=n) for n in range(2, 7)])),
            "ten_pair_tractor_against_three": round(
                question_cost(tractor_position(10), 50) / question_cost(tractor_position(3), 50), 2
            ),
        },
    }
