"""Whether the review finds a blunder: `python -m benchmarks.review planted --systems tractor`.

Bots play a hand. From a decision of it of the kind that is wanted, and that chance names, the least
promising answer is looked at in each; the first that costs half a level or more, on ten times as
many deals as the review takes, is given instead of the bot's, and the bots play on. Counted is how
often the review has it among the three decisions that cost most. Every decision that it calls a
mistake is then tried again on ten times as many other deals, beside what it called better: how many
turn out no mistakes? The systems and the kinds of decisions take turns; what came out is kept in a
file, with which a later call goes on. docs/review.md keeps the figures.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

import msgspec

from benchmarks.review.keeping import Kept, Work, options
from benchmarks.review.systems import changed_hand, own_seed, rules_of, watched
from shengji.cards import Card
from shengji.game import (
    BidLand,
    Bury,
    Call,
    CallFriends,
    Command,
    Decision,
    Match,
    Play,
    Show,
)
from shengji.record import Record
from shengji.review import Choice, HandReview, review_hand
from shengji.review.reviewer import Reviewer
from shengji.rules import Rules

LEAST = 0.5
"""The least levels that a blunder costs."""
LONGER = 10
"""The factor, over the deals of the review, of those on which a decision is called a blunder."""
GLANCE = 32
"""The number of deals on which all answers are tried to find one that may be a blunder, ..."""
MARGIN = 0.3
"""... and by so much more it must be behind there."""
OTHER = 500_000
"""Added to where chance starts, for other deals."""
DECISIONS = 30
"""Chance names one of so many first leads or follows from which on a blunder is looked for."""
KINDS: tuple[Decision, ...] = ("lead", "follow", "bury", "call", "land", "show")
"""The kinds of blunders, in turn."""
TRIES = 12
"""The number of hands played to find a blunder of a kind before it is given up."""


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


class Tried(msgspec.Struct, frozen=True):
    """The results of one search for a blunder.

    Attributes:
        system: the system.
        kind: the kind of decision.
        seed: the number of the hand, from which chance starts.
        hands: how many hands were played to find it.
        trick: in which trick it is, 0 before the first.
        levels: what it costs by the long search; 0 where none was found, and nothing else follows.
        place: its place among the three worst; 0 when it is not among them.
        seconds: the processor time of the review.
        mistakes: how many decisions the review calls mistakes.
        none: how many of these are none by the long search.
    """

    system: str
    kind: Decision
    seed: int
    hands: int
    trick: int = 0
    levels: float = 0.0
    place: int = 0
    seconds: float = 0.0
    mistakes: int = 0
    none: int = 0


def kinds_of(rules: Rules) -> list[Decision]:
    """The kinds of decisions that a system has and a review weighs."""
    lacking = {"land", "show"} if rules.calls else {"call"}
    if not rules.land:
        lacking.add("land")
    return [kind for kind in KINDS if kind not in lacking]


def planted(rules: Rules, kind: Decision, bot: str, seed: int, depth: float) -> Planted | None:
    """A hand of bots into which a blunder of a kind is planted; `None` where none is found."""
    chance = Random(seed)
    left = chance.randrange(DECISIONS) if kind in ("lead", "follow") else 0
    blunder: tuple[int, float] | None = None

    def change(command: Command, watching: Sequence[Reviewer], _: Match, events: int) -> Command:
        nonlocal blunder, left
        if blunder is None and isinstance(command, Weighed):
            watcher = watching[command.seat]
            if _decision(watcher, command) == kind:
                left -= 1
                found = _blunder(watcher, command, events) if left < 0 else None
                if found is not None:
                    command, cost = found
                    blunder = events + 1, cost
        return command

    record = changed_hand(rules, bot, seed, depth, chance, change)
    return None if blunder is None else Planted(record, *blunder)


Weighed = Play | Bury | CallFriends | BidLand | Show
"""The commands that a review weighs."""


def _decision(watcher: Reviewer, command: Weighed) -> Decision:
    match command:
        case Play():
            return "lead" if watcher.hand.trick is None else "follow"
        case Bury():
            return "bury"
        case CallFriends():
            return "call"
        case BidLand():
            return "land"
        case Show():
            return "show"


def _instead(command: Weighed, answer: Choice) -> Weighed:
    """The same command with another answer."""
    match command:
        case CallFriends():
            return CallFriends(command.seat, answer.calls)
        case Play() | Bury() | BidLand() | Show():
            return type(command)(command.seat, answer.cards)


def _blunder(watcher: Reviewer, command: Weighed, at: int) -> tuple[Weighed, float] | None:
    """A bad answer instead of this one, and what it costs; `None` where none is bad enough."""
    decision = _decision(watcher, command)
    cards: tuple[Card, ...] = () if isinstance(command, CallFriends) else command.cards
    calls: tuple[Call, ...] = command.calls if isinstance(command, CallFriends) else ()
    case = watcher.case(decision, cards, calls, at)
    if case is None or case.forced:
        return None
    worth = case.trials.run(range(len(case.answers)), GLANCE).worth.mean(axis=1)
    if worth.max() - worth.min() < LEAST + MARGIN:
        return None
    bad = case.answers[int(worth.argmin())]
    if isinstance(command, Show) and not bad.cards:
        return None  # To show nothing is no command, and no event that a review could name.
    case = watcher.case(decision, bad.cards, bad.calls, at)
    assert case is not None
    _, best, *_ = case.choices(case.weigh())
    if best.ahead is None or best.ahead.mean < LEAST:
        return None
    cost = _ahead(watcher, decision, bad, best, at)
    if cost < LEAST:
        return None
    return _instead(command, bad), cost


def _ahead(watcher: Reviewer, decision: Decision, made: Choice, best: Choice, at: int) -> float:
    """How many levels better the best of a review is than what was done, on many other deals."""
    case = watcher.case(decision, made.cards, made.calls, OTHER + at)
    assert case is not None
    rows = [0, [key_of_answer(answer) for answer in case.answers].index(key_of_answer(best))]
    worth = case.trials.run(rows, LONGER * best.deals).worth.mean(axis=1)
    return float(worth[1] - worth[0])


def still_behind(planted: Planted, review: HandReview) -> Iterator[bool]:
    """For each decision that is called a mistake: is it one on many more deals?"""
    mistakes = [found for found in review.decisions if found.cost > 0]
    for number, watching in watched(planted.record, review.seed, review.depth):
        for mistake in mistakes:
            if mistake.event == number:
                watcher, best = watching[mistake.seat], mistake.better[0]
                yield _ahead(watcher, mistake.decision, mistake.made, best, number) > 0


def key_of_answer(answer: Choice) -> tuple[object, ...]:
    """The same for two choices of the same cards and calls."""
    return sorted(card.index for card in answer.cards), answer.calls


class Search(NamedTuple):
    """A blunder of a kind that is to be found in a hand of a system."""

    system: str
    kind: Decision
    seed: int


def tried(search: Search, bot: str, depth: float) -> Tried:
    """Plant a blunder of a kind in a system, and see whether the review finds it."""
    system, kind, seed = search
    rules = rules_of(system)
    for number in range(TRIES):
        own = own_seed(system, kind, seed, number)  # a deal of its own
        hand = planted(rules, kind, bot, own, depth)
        if hand is not None:
            break
    else:
        return Tried(system, kind, seed, TRIES)
    before = time.process_time()
    review = review_hand(hand.record, None, own, depth)
    seconds = time.process_time() - before
    events = [review.decisions[place].event for place in review.worst]
    checked = list(still_behind(hand, review))
    blunder = next((d for d in review.decisions if d.event == hand.event), None)
    return Tried(
        system,
        kind,
        seed,
        number + 1,
        trick=0 if blunder is None else blunder.trick,
        levels=hand.cost,
        place=events.index(hand.event) + 1 if hand.event in events else 0,
        seconds=seconds,
        mistakes=len(checked),
        none=checked.count(False),
    )


def told(done: list[Tried]) -> None:
    """Print what came out, by system, and by kind."""
    print("| | blunders | found | first | called mistakes | of them none | mean s | longest s |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    groups = [*dict.fromkeys(one.system for one in done), *KINDS, "all"]
    for group in groups:
        of = [one for one in done if one.levels and group in (one.system, one.kind, "all")]
        if of:
            places = Counter(one.place for one in of)
            cells = [
                group,
                len(of),
                len(of) - places[0],
                places[1],
                sum(one.mistakes for one in of),
            ]
            times = [one.seconds for one in of]
            mean, most = sum(times) / len(of), max(times)
            cells += [sum(one.none for one in of), f"{mean:.1f}", f"{most:.1f}"]
            print(f"| {' | '.join(map(str, cells))} |")
    vain = Counter((one.system, one.kind) for one in done if not one.levels)
    for (system, kind), times_in_vain in vain.items():
        print(f"{system}: no {kind} that costs enough in {TRIES} hands, {times_in_vain} times")


def main(arguments: Sequence[str]) -> None:
    parser = options(__doc__)
    parser.add_argument("--kinds", default=",".join(KINDS), help="of decisions, with commas")
    asked = parser.parse_args(arguments)
    kept = Kept(asked.kept, msgspec.json.Decoder(Tried))
    before = {Search(one.system, one.kind, one.seed) for one in kept.done}
    systems, kinds = asked.systems.split(","), asked.kinds.split(",")
    wanted = (
        Search(system, kind, 1000 * asked.seed + hand)
        for hand in range(asked.hands)
        for kind in KINDS
        if kind in kinds
        for system in systems
        if kind in kinds_of(rules_of(system))
    )
    Work(asked.jobs, asked.minutes).keep(
        partial(tried, bot=asked.bot, depth=asked.depth),
        (search for search in wanted if search not in before),
        kept,
    )
    told(kept.done)
