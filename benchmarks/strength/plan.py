"""The matches: who plays whom, under which rules, on how many deals."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from shengji.arena.duel import Duel
from shengji.arena.intervals import Stopping, stopping
from shengji.arena.results import rules_line
from shengji.rules import rules_from

PLAN = Path(__file__).parent / "plan.toml"
EARLIER = Path(__file__).parent / "earlier.toml"
LEAST_DEALS = 40
"""The number of deals played before a match may stop early."""


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One match of the list.

    Attributes:
        bots: who plays whom.
        deals: how many deals, at most where it may `stop`.
        seed: where chance starts.
        rules: as everywhere rules are chosen.
        stop: whether it ends at the checkpoint at which the interval excludes zero.
        alone: whether the first bot sits alone among the second.
        least: for checks, the levels a hand that are expected.
    """

    bots: tuple[str, str]
    deals: int
    seed: int
    rules: dict[str, Any] = {}
    stop: bool = False
    alone: bool = False
    least: float = 0.0

    @property
    def stopping(self) -> Stopping:
        return stopping(self.deals, (0.0,) if self.stop else (), LEAST_DEALS)

    @property
    def name(self) -> str:
        """The name of its files."""
        words = [*self.bots, *map(str, self.rules.values()), str(self.seed)]
        return "-".join(re.sub(r"[^a-z0-9]+", "", word.lower()) for word in words)

    @property
    def told(self) -> str:
        """The rules that are played, in words."""
        rules = rules_line(self.rules) or "default"
        return f"{rules}, alone" if self.alone else rules

    @property
    def command(self) -> str:
        """The command that plays it, which needs no plan.

        >>> Match(("master", "strong"), 9, 5, {"preset": "finding-friends", "players": 5}).command
        'shengji arena master strong --deals 9 --seed 5 --rules finding-friends --players 5'
        """
        words = ["shengji arena", *self.bots, f"--deals {self.deals} --seed {self.seed}"]
        options = {"preset": "--rules {}", "players": "--players {}"}
        for name, value in self.rules.items():
            words.append(options.get(name, f"--set {name}={{}}").format(str(value).lower()))
        words += ["--alone"] * self.alone + [f"--stop --min-deals {LEAST_DEALS}"] * self.stop
        return " ".join(words)

    @property
    def duel(self) -> Duel:
        rules = rules_from(self.rules)
        return Duel(rules, self.bots, seed=self.seed, on_failure="stop", alone=self.alone)


class Earlier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match of a bot as it was before, of which only figures are left.

    Attributes:
        seed: where chance started.
        deals: how many were played.
        levels: of the first bot, a hand.
        how: what that bot was like.
        interval: of the levels, where there were deals enough for one.
        planned: how many deals were to be played at most.
        rules: what was played, in words.
    """

    seed: int
    deals: int
    levels: float
    how: str
    interval: tuple[float, float] | None = None
    planned: int | None = None
    rules: str = "default"


class Strength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the plan says."""

    matches: tuple[Match, ...]
    check: tuple[Match, ...]


def earlier() -> tuple[Earlier, ...]:
    """The matches of `master` as it was before, against `strong`."""
    text = EARLIER.read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["match"], tuple[Earlier, ...])


def read() -> Strength:
    return msgspec.convert(tomllib.loads(PLAN.read_text(encoding="utf-8")), Strength)
