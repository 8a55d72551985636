"""How much a net would add to search: whether its promises tell what search has not found out.

`python -m benchmarks.joining NET --hands 100` lets `strong` play whole hands. Where it leads or
follows with many cards and the net of a checkpoint is served several plays, these are tried on
deals of two draws: on some, as search nominates, and on fresh ones that tell how good they are.
Each play is compared with the rule player's choice.

Half of the hands say how much weight search and net deserve in foretelling the fresh deals (by
least squares: the noisier, the less), and from which promise on a play is best made; the other
half says what is gained then, and the halves change places.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from shengji.arena.beginnings import at_first_lead
from shengji.arena.intervals import interval
from shengji.bots.learned.net import Player, judge, read_player
from shengji.bots.learned.served import FEATURES, SERVED, serve
from shengji.bots.search.equals import alike, key_of
from shengji.bots.search.problems import Answer, Problem
from shengji.bots.search.searcher import Play, StrongBot
from shengji.game import Decision
from shengji.rules import Rules

Floats = npt.NDArray[np.float64]

SOME = (16, 96)
"""Search has tried the plays on so many deals: with little time, and as `strong` has."""
TRIED, *FRESH = (500_009, 700_001, 900_001)
"""The steps of chance from that of the decision to that of search, and to those of fresh deals."""
EACH = 128
"""So many fresh deals come of each."""
MARGINS = np.linspace(0.0, 0.3, 61)
"""The promises from which on a play may be made."""
MANY = 5
"""With no more cards perfect play decides."""
WAYS = {"net": (1,), "search": (0,), "search and net": (0, 1)}
"""The columns of `rows_of` that are weighed."""


class Told(NamedTuple):
    """The worth of the plays of one decision beyond that of the rule player's choice, in levels.

    Attributes:
        searched: by search, on so many deals as SOME says; (SOME, plays).
        promised: by the net; (plays,).
        fresh: on fresh deals; (plays,).
    """

    searched: Floats
    promised: Floats
    fresh: Floats


class Watched(StrongBot):
    """Plays as `strong`, and notes what is told of the plays that the net is served."""

    player: ClassVar[Player]
    found: ClassVar[list[Told]]

    def _solve(self, decision: Decision, rule: Answer, weighed: Iterable[Play] = ()) -> Answer:
        """Note what is told of the plays, and choose as ever."""
        if decision in {"lead", "follow"} and max(self.hand.sizes) > MANY:
            self._note_plays(decision, rule)
        return super()._solve(decision, rule, weighed)

    def _note_plays(self, decision: Decision, rule: Answer) -> None:
        pad = self._pad
        if pad is None or len(self.cards) == len(rule.cards):
            return
        served, rows = np.zeros(SERVED, dtype=np.int64), np.zeros((SERVED, FEATURES), dtype=np.int8)
        count = serve(pad, served, np.zeros(FEATURES, dtype=np.float32), rows)
        plays = [tuple(self.hand.space.cards(pad.options[option])) for option in served[:count]]
        stand_in = alike(self.hand, self.memory, list(self.cards))
        differ = {key_of(stand_in, play): number for number, play in reversed([*enumerate(plays)])}
        kept = sorted(differ.values())
        if len(kept) < 2 or key_of(stand_in, plays[0]) != key_of(stand_in, rule.cards):
            return
        promises = judge(self.player.net, rows[kept]).promises.astype(float)
        problem = Problem(self, decision, [Answer(plays[at]) for at in kept])
        every = range(len(kept))
        ((effort, chance),) = self._seeded_efforts
        tried = problem.trials(effort, chance + TRIED).run(every, max(SOME)).played
        fresh = np.concatenate(
            [problem.trials(effort, chance + more).run(every, EACH).played for more in FRESH], 1
        )
        searched = np.stack([tried[:, :deals].mean(axis=1) for deals in SOME])
        self.found.append(Told(beyond(searched), beyond(promises), beyond(fresh.mean(axis=1))))


def beyond(worth: Floats) -> Floats:
    """The worth of all plays but the first beyond that of the first."""
    return worth[..., 1:] - worth[..., :1]


def rows_of(told: Told, budget: int, columns: Sequence[int]) -> Floats:
    """A row for each play: what search has found, what the net promises, or both."""
    return np.stack([told.searched[budget], told.promised], axis=1)[:, columns]


def fitted(many: Sequence[Told], budget: int, columns: Sequence[int]) -> tuple[Floats, float]:
    """The weights of the columns, and the promise from which on plays are best made."""
    rows = np.concatenate([rows_of(told, budget, columns) for told in many])
    fresh = np.concatenate([told.fresh for told in many])
    weights = np.linalg.lstsq(rows, fresh, rcond=None)[0]
    said = [(rows_of(told, budget, columns) @ weights, told.fresh) for told in many]
    gains = [sum(gained(*one, margin) for one in said) for margin in MARGINS]
    return weights, float(MARGINS[int(np.argmax(gains))])


def gained(said: Floats, fresh: Floats, margin: float) -> float:
    """The levels that come of making the play of which most is said, if that is enough."""
    return float(fresh[said.argmax()]) if said.max() > margin else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("net", type=Path)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    Watched.player = read_player(asked.net)
    hands = list[list[Told]]()
    for number in range(asked.hands):
        Watched.found = []
        at_first_lead(Rules(), asked.seed, number, Watched).play_hand()
        hands.append(Watched.found)
    report(hands)


def report(hands: Sequence[Sequence[Told]]) -> None:
    """Print what each way gains a decision, and what the net adds to search."""
    decisions = sum(map(len, hands))
    print(f"{len(hands)} hands, {decisions} decisions")
    print("| deals | way | weights | gain a decision | 95 % interval |")
    print("| --: | --- | --- | --: | --- |")
    halves = (hands[::2], hands[1::2])
    for budget, deals in enumerate(SOME):
        by_way = dict[str, list[float]]()
        for name, columns in WAYS.items():
            sums, weights = by_way.setdefault(name, []), list[Floats]()
            for fit, rest in (halves, halves[::-1]):
                weight, margin = fitted([told for hand in fit for told in hand], budget, columns)
                weights.append(weight)
                for hand in rest:
                    said = [(rows_of(told, budget, columns) @ weight, told.fresh) for told in hand]
                    sums.append(sum(gained(*one, margin) for one in said))
            shown = " and ".join(f"{value:.2f}" for value in np.mean(weights, axis=0))
            print(f"| {deals} | {name} | {shown} | {_gain(sums, decisions)} |")
        pairs = zip(by_way["search"], by_way["search and net"], strict=True)
        more = [both - alone for alone, both in pairs]
        print(f"| {deals} | what the net adds | | {_gain(more, decisions)} |")


def _gain(sums: Sequence[float], decisions: int) -> str:
    """A gain a decision with its interval, from the sums of hands."""
    each = decisions / len(sums)
    found = interval(sums)
    return f"{found.mean / each:+.4f} | {found.low / each:+.4f} to {found.high / each:+.4f}"


if __name__ == "__main__":
    main()
