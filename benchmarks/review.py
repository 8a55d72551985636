"""Whether the review finds a blunder: `python -m benchmarks.review --hands 20 --seed 1`.

Bots play a hand. From a decision of it on that chance names, the least promising answer is looked
at in each; the first that costs half a level or more, on ten times as many deals as the review
takes, is given instead of the bot's, and the bots play on. Counted is how often the review has it
among the three decisions that cost most. Every decision that it calls a mistake is then tried again
on ten times as many other deals, beside what it called better: how many turn out no mistakes?
docs/review.md keeps the figures.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from shengji.bots import Table, make_bot
from shengji.game import Bury, Command, Decision, Event, Play, view
from shengji.record import Record, header_of
from shengji.review import DEPTH, Choice, HandReview, review_hand
from shengji.review.reviewer import Reviewer
from shengji.rules import Rules, rules_from

LEAST = 0.5
"""So many levels a blunder costs at least."""
LONGER = 10
"""On so many times as many deals as in the review a decision is tried to be called a blunder."""
GLANCE = 32
"""On so many deals all answers are tried to find one that may be a blunder, ..."""
MARGIN = 0.3
"""... and by so much more it must be behind there."""
OTHER = 500_000
"""Added to where chance starts, for other deals."""
DECISIONS = 60
"""Chance names one of so many first decisions from which on a blunder is looked for."""


class Planted(NamedTuple):
    """A hand with a blunder.

    Attributes:
        record: the hand.
        event: the number of the event of the blunder, from 1.
        cost: what it costs by the long search, in levels.
    """

    record: Record
    event: int
    cost: float


def planted(rules: Rules, bot: str, seed: int, depth: float) -> Planted | None:
    """A hand of bots into which a blunder is planted; `None` where none is found."""
    chance = Random(seed)
    left = chance.randrange(DECISIONS)
    events: list[Event] = []
    watching = [Reviewer(rules, seat, seed, depth) for seat in range(rules.players)]

    def tell(event: Event) -> None:
        events.append(event)
        for watcher in watching:
            watcher.observe(view(event, watcher.seat))

    bots = {seat: make_bot(bot, rules, seat, seed + seat) for seat in range(rules.players)}
    table = Table(rules, bots, chance, tell)
    blunder: tuple[int, float] | None = None
    while table.match.hand is None or not table.match.hand.result:
        command = table.next_command()
        assert command is not None
        if blunder is None and isinstance(command, Play | Bury):
            left -= 1
            if left < 0:
                found = _blunder(watching[command.seat], command, len(events))
                if found is not None:
                    command, cost = found
                    blunder = len(events) + 1, cost
        table.carry_out(command)
    if blunder is None:
        return None
    header = header_of(rules, [f"bot {seat}" for seat in bots])
    return Planted(Record(header, rules, tuple(events), table.match), *blunder)


def _blunder(watcher: Reviewer, command: Play | Bury, at: int) -> tuple[Command, float] | None:
    """A bad answer instead of this one, and what it costs; `None` where none is bad enough."""
    hand = watcher.hand
    decision: Decision = "lead" if hand.trick is None else "follow"
    if isinstance(command, Bury):
        decision = "bury"
    case = watcher.case(decision, command.cards, (), at)
    if case is None or case.trials is None:
        return None
    worth = case.trials.run(range(len(case.answers)), GLANCE).worth.mean(axis=1)
    if worth.max() - worth.min() < LEAST + MARGIN:
        return None
    bad = case.answers[int(worth.argmin())]
    case = watcher.case(decision, bad.cards, (), at)
    assert case is not None and case.trials is not None
    (_, best, *_), _ = case.weigh()
    if best.ahead is None or best.ahead.mean < LEAST:
        return None
    cost = _ahead(watcher, decision, bad, best, at)
    if cost < LEAST:
        return None
    kind = Bury if isinstance(command, Bury) else Play
    return kind(command.seat, bad.cards), cost


def _ahead(watcher: Reviewer, decision: Decision, made: Choice, best: Choice, at: int) -> float:
    """How many levels better the best of a review is than what was done, on many other deals."""
    case = watcher.case(decision, made.cards, made.calls, OTHER + at)
    assert case is not None and case.trials is not None
    rows = [0, [_key(answer) for answer in case.answers].index(_key(best))]
    worth = case.trials.run(rows, LONGER * best.deals).worth.mean(axis=1)
    return float(worth[1] - worth[0])


def still_behind(planted: Planted, review: HandReview) -> Iterator[bool]:
    """For each decision that is called a mistake: is it one on many more deals?"""
    record = planted.record
    seats = range(record.rules.players)
    watching = [Reviewer(record.rules, seat, review.seed, review.depth) for seat in seats]
    mistakes = [found for found in review.decisions if found.cost > 0]
    for number, event in enumerate(record.events, 1):
        for mistake in mistakes:
            if mistake.event == number:
                watcher, best = watching[mistake.seat], mistake.better[0]
                yield _ahead(watcher, mistake.decision, mistake.made, best, number) > 0
        for watcher in watching:
            watcher.observe(view(event, watcher.seat))


def _key(answer: Choice) -> tuple[object, ...]:
    return sorted(card.index for card in answer.cards), answer.calls


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30.0, help="begin no hand after so many")
    parser.add_argument("--rules", default="{}", help='as in a record, such as {"decks": 3}')
    parser.add_argument("--bot", default="medium", help="who plays")
    parser.add_argument("--depth", type=float, default=DEPTH)
    asked = parser.parse_args()
    rules = rules_from(json.loads(asked.rules))
    begun, hands, found, mistakes, wrong = time.monotonic(), 0, 0, 0, 0
    seconds: list[float] = []
    seed = asked.seed * 1_000_003
    print("| hand | blunder | levels | place | CPU s | called mistakes | of them none |")
    print("| --: | --- | --: | --: | --: | --: | --: |")
    while hands < asked.hands and time.monotonic() - begun < 60 * asked.minutes:
        seed += 1
        hand = planted(rules, asked.bot, seed, asked.depth)
        if hand is None:
            continue
        hands += 1
        before = time.process_time()
        review = review_hand(hand.record, None, seed, asked.depth)
        seconds.append(time.process_time() - before)
        events = [review.decisions[place].event for place in review.worst]
        place = events.index(hand.event) + 1 if hand.event in events else None
        found += place is not None
        checked = list(still_behind(hand, review))
        mistakes, wrong = mistakes + len(checked), wrong + checked.count(False)
        blunder = next(d for d in review.decisions if d.event == hand.event)
        where = f"{blunder.decision}, trick {blunder.trick}" if blunder.trick else blunder.decision
        cells = [hands, where, f"{hand.cost:.2f}", place or "–", f"{seconds[-1]:.1f}"]
        print(
            f"| {' | '.join(map(str, [*cells, len(checked), checked.count(False)]))} |", flush=True
        )
    print(
        f"\n{found} of {hands} blunders are among the three worst; of {mistakes} decisions called "
        f"mistakes {wrong} are none on {LONGER} times as many deals."
    )
    mean, most = sum(seconds) / max(1, hands), max(seconds, default=0.0)
    print(f"A review took {mean:.1f} s of CPU on average, and {most:.1f} s at most.")


if __name__ == "__main__":
    main()
