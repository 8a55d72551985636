"""In every system every kind of decision is weighed, and the review is the same once more."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from unittest.mock import patch

import msgspec
import pytest

from shengji.game import Event, LandBid, Shown
from shengji.record import Record
from shengji.review import HandReview, review_hand, weighing
from shengji.rules import SYSTEMS as PRESETS_OF_SYSTEMS
from shengji.rules import Rules, rules_from
from tests.cases import cases
from tests.record.kit import some_hands

SYSTEMS: dict[str, dict[str, object]] = {
    **{name: {"preset": name} for name in ("botzone", *PRESETS_OF_SYSTEMS)},
    **{f"friends of {n}": {"teams": "friends", "players": n} for n in (4, 5, 6)},
    "four decks": {"decks": 4},
    "land": {"land": True},
    "land, three decks": {"land": True, "decks": 3},
}
SEEDS = range(1, 7)
"""Of the hands that come of these that is reviewed which has most kinds of decisions."""
ELSEWHERE = ("botzone", "friends of 5", "land")
"""These are reviewed in another process as well."""
HANDS = {"land": 2}
"""So many hands of these systems are reviewed, of others one."""
LARGEST_KITTY = 60
LEAST_HAND = 5


def short(rules: Rules) -> int:
    """The kitty with which hands are as short as they can be, so that a review takes a moment."""
    cards, players = len(rules.deck), rules.players
    left = max(LEAST_HAND * players, cards - LARGEST_KITTY)
    return cards - (left + -left % players)


def reviews_of(system: str) -> list[HandReview]:
    """The reviews of some hands, on as few deals as can be."""
    rules = rules_from({**SYSTEMS[system], "kitty": short(rules_from(SYSTEMS[system]))})
    hands = HANDS.get(system, 1)
    played = [some_hands(rules, seed, hands) for seed in SEEDS]
    header, events, match = max(played, key=lambda one: _choices(one[1]))
    record = Record(header, rules, events, match)
    with patch.multiple(weighing, LEAST=2, LEAST_SCAN=1):
        return [review_hand(record, hand, 3, 0.001) for hand in range(1, hands + 1)]


def _choices(events: Sequence[Event]) -> tuple[bool, bool, bool]:
    """Whether the land is bid for in a hand, trump is overridden, or shown: what not all have."""
    shown = [event for event in events if isinstance(event, Shown)]
    land = any(isinstance(event, LandBid) for event in events)
    return land, any(event.way == "override" for event in shown), bool(shown)


def digest(reviews: list[HandReview]) -> str:
    return hashlib.sha256(msgspec.json.encode(reviews)).hexdigest()


@pytest.fixture(scope="module")
def elsewhere() -> dict[str, str]:
    """A digest, for each system, from another process, in which sets have other orders."""
    code = f"import {__name__} as t\nfor name in t.ELSEWHERE: print(t.digest(t.reviews_of(name)))"
    folders = os.pathsep.join(sys.path)
    env = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": folders}
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, env=env, capture_output=True, text=True, check=True)
    return dict(zip(ELSEWHERE, done.stdout.split(), strict=True))


@pytest.mark.parametrize("system", cases(SYSTEMS, *ELSEWHERE, "three-deck"))
def test_all_that_the_system_has_is_weighed_and_the_same_again(
    system: str, elsewhere: dict[str, str]
) -> None:
    reviews = reviews_of(system)
    rules = rules_from(SYSTEMS[system])
    # Who shows the only cards that can be shown, and first, has nothing to choose.
    found = {
        one.decision
        for review in reviews
        for one in review.decisions
        if not one.forced or one.decision == "show"
    }
    expected = {"bury", "lead", "follow"} | ({"call"} if rules.calls else {"show"})
    assert found == expected | ({"land"} if rules.land else set())
    assert all(review.curve and review.result is not None for review in reviews)
    if system in ELSEWHERE:
        assert digest(reviews) == elsewhere[system]
