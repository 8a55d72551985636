"""Collecting decisions of the rule player and what their plays are worth."""

from __future__ import annotations

import time
from collections import Counter
from random import Random

import numpy as np

from benchmarks.distil.samples import Samples
from shengji.arena.duel import Duel, play_duel_deal
from shengji.bots import BOTS
from shengji.bots.bot import LeadChoice
from shengji.bots.deals.sampling import Sampler
from shengji.bots.policy.follows import find_singles
from shengji.bots.policy.leads import find_leads
from shengji.bots.policy.networks import LEADS, SEVERAL, SINGLES
from shengji.bots.policy.position import DEALER, POSITION, Position
from shengji.bots.policy.several import find_several
from shengji.bots.policy.sight import ALLIES, look
from shengji.bots.ruled import RuledBot
from shengji.bots.search.supposing import Supposed
from shengji.bots.search.trials import PlayoutTrials, plays_only
from shengji.cards import Card
from shengji.play.jit import INT, compiled_lean
from shengji.rules import PRESETS, Rules

MIX: tuple[tuple[Rules, float], ...] = (
    (Rules(), 0.64),
    (Rules(decks=1), 0.08),
    (Rules(decks=3), 0.08),
    (Rules(teams="friends", players=6), 0.07),
    (PRESETS["finding-friends"].rules, 0.07),
    (Rules(players=6), 0.06),
)
"""What is played, and the part of the time that it gets."""
DEALS = 8
"""On so many deals each play is tried: more decisions teach more than more deals for each."""
STUDIED = {LEADS: 0.5, SINGLES: 0.25, SEVERAL: 0.5}
"""How often a decision is studied: all would be costly, and those of a hand are much alike."""


@compiled_lean(INT, POSITION, INT, INT)
def find_plays(position: Position, seat: int, size: int) -> int:
    """Write the plays that a seat weighs to a position, as leads when `size` is 0; how many."""
    look(position, seat)
    if size == 0:
        return find_leads(position, seat)
    if size == 1:
        return find_singles(position, seat)
    return find_several(position, seat, size)


class Student(RuledBot):
    """The rule player, which studies some of its decisions.

    Attributes:
        found: what it and its likes have found, by where the networks begin (`networks.LEADS`).
        chance: decides what is studied.
    """

    name = "student"
    found: dict[int, list[Samples]]
    chance: Random

    def lead(self) -> LeadChoice:
        """Lead by rule."""
        rule = super().lead()
        if len(rule.cards) < len(self.cards):
            self._study(LEADS, 0)
        return rule

    def follow(self) -> tuple[Card, ...]:
        """Follow by rule."""
        rule = super().follow()
        if len(rule) < len(self.cards) and not self.lead_to_follow.owed(self.cards).beat:
            self._study(SINGLES if len(rule) == 1 else SEVERAL, len(rule))
        return rule

    def _study(self, networks: int, size: int) -> None:
        """Try the plays of a decision, if chance will have it."""
        if self.chance.random() >= STUDIED[networks]:
            return
        position = self.position()
        number = find_plays(position, self.seat, size)
        if number < 2:
            return
        trials = PlayoutTrials(
            Supposed(self.hand, self.memory),
            plays_only(position.options[:number].copy()),
            self.seat,
            Sampler(self.hand, self.memory, self.chance.getrandbits(30)),
        )
        worth = trials.run(range(number), DEALS).worth
        declares = position.tally[ALLIES] >> position.facts[DEALER] & 1
        self.found[networks].append(
            Samples(
                position.marks[:number].astype(np.float32),
                position.kinds[:number].copy(),
                np.full(number, 1 - declares, dtype=np.int64),
                np.zeros(number, dtype=np.int64),
                np.stack([worth[:, ::2].mean(axis=1), worth[:, 1::2].mean(axis=1)], axis=1).astype(
                    np.float32
                ),
            )
        )


def collect(seconds: float, seed: int) -> dict[int, list[Samples]]:
    """What is found in so many seconds, by where the networks begin; a sample for each decision."""
    Student.found = {networks: [] for networks in STUDIED}
    Student.chance = Random(seed)
    BOTS[Student.name] = Student
    spent: Counter[int] = Counter()
    until = time.monotonic() + seconds
    deal = 0
    while time.monotonic() < until:
        number = min(range(len(MIX)), key=lambda each: spent[each] / MIX[each][1])
        begun = time.process_time_ns()
        play_duel_deal(Duel(MIX[number][0], (Student.name, Student.name), seed), deal)
        spent[number] += time.process_time_ns() - begun
        deal += 1
    return Student.found
