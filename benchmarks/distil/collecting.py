"""Collecting decisions for the networks of the rule player, in many games.

What comes of each play that it weighs is what `studies` finds when it plays on in every
seat; on wish the mean of that and of what comes of it when the last cards of all hands are
played perfectly instead, as in `shengji.bots.search.leaves`.
"""

from __future__ import annotations

import time
from collections import Counter

import numpy as np

from benchmarks.distil.samples import Samples, joined
from benchmarks.distil.studies import DECISION, KIND, PLACE, VIEW, Studies
from shengji.bots.policy.networks import LEADS, SEVERAL, SINGLES
from shengji.play.jit import Words
from shengji.rules import PRESETS, Rules

MIX: tuple[tuple[Rules, float], ...] = (
    (Rules(), 0.38),
    (Rules(decks=1), 0.04),
    (Rules(decks=3), 0.04),
    (Rules(players=6), 0.04),
    (Rules(teams="friends", players=4), 0.04),
    (Rules(teams="friends", players=5), 0.21),
    (PRESETS["finding-friends"].rules, 0.17),
    (Rules(teams="friends", players=7), 0.04),
    (Rules(teams="friends", players=8), 0.04),
)
"""The rules that are played, and the part of the time that it gets."""


def collect(
    seconds: float, seed: int, teams: str | None = None, leaves: int = 0
) -> dict[int, Samples]:
    """The samples found in so many seconds, by where the networks begin.

    Args:
        seconds: how long it may take.
        seed: what chance starts from.
        teams: only games with such teams (`Rules.teams`) are played; all, when it is `None`.
        leaves: so many cards of each hand are also played perfectly; what counts is the mean.
    """
    mix = [(rules, part) for rules, part in MIX if teams in (None, rules.teams)]
    studies = [Studies(rules, seed, leaves) for rules, _ in mix]
    chance = np.random.default_rng(seed)
    found: list[Samples] = []
    places: list[Words] = []
    spent: Counter[int] = Counter()
    until = time.monotonic() + seconds
    hands = 0
    while time.monotonic() < until:
        chosen = min(range(len(mix)), key=lambda each: spent[each] / mix[each][1])
        study, begun = studies[chosen], time.process_time_ns()
        for rows in study.of_hand(hands, chance):
            notes = study.notes[:rows]
            found.append(
                Samples(
                    study.marks[:rows].astype(np.float16),
                    notes[:, KIND].astype(np.int8),
                    notes[:, VIEW].astype(np.int8),
                    notes[:, DECISION].copy(),
                    study.worth[:rows].astype(np.float32),
                )
            )
            places.append(notes[:, PLACE].copy())
        hands += 1
        spent[chosen] += time.process_time_ns() - begun
    together, place = joined(found), np.concatenate(places)
    return {each: together.where(place == each) for each in (LEADS, SINGLES, SEVERAL)}
