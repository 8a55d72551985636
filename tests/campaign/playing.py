"""The campaign: whole matches of bots over random rules, in which nothing may go wrong.

Each case has rules of its own, bots in all seats, and as many hands as are asked for. Everything
follows from the seed and the number of the case, so that a failure can be played again alone.
"""

from __future__ import annotations

import hashlib
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from shengji.arena.spread import in_order
from shengji.bots import QUICK_BOTS, Table, make_bot
from shengji.cards import points_of
from shengji.game import Event, Match, view
from shengji.record import RecordWriter, header_of, read_record, validate
from shengji.rules import Rules, describe_rules, random_rules, rules_from

MOST_HANDS = 40
"""A case stops after so many hands when its match is not over by then."""


class Outcome(msgspec.Struct):
    """The outcome of one case.

    Attributes:
        case: its number, from 0.
        rules: what was played, as plain data.
        hands: how many hands were played to the end.
        finished: whether the match was won.
        events: how many events of each kind there were.
        digest: SHA-256, in hex, of all events.
        fault: what went wrong, with where it did; `None` when nothing has.
    """

    case: int
    rules: dict[str, Any]
    hands: int = 0
    finished: bool = False
    events: dict[str, int] = {}
    digest: str = ""
    fault: str | None = None


def rules_of_case(seed: int, case: int) -> Rules:
    """The rules of a case."""
    return random_rules(Random(f"{seed}:{case}:rules"))


def play_case(seed: int, case: int) -> Outcome:
    """Play a case and check everything that must hold; nothing is raised."""
    rules = rules_of_case(seed, case)
    outcome = Outcome(case, describe_rules(rules))
    try:
        with TemporaryDirectory() as folder:
            _play(seed, rules, outcome, Path(folder) / "match.jsonl")
    except Exception:
        outcome.fault = traceback.format_exc()
    return outcome


def _play(seed: int, rules: Rules, outcome: Outcome, path: Path) -> None:
    told = rules_from(outcome.rules)
    chance = Random(f"{seed}:{outcome.case}:chance")
    names = sorted(QUICK_BOTS)
    seats = [chance.choice(names) for _ in range(rules.players)]
    bots = {
        seat: make_bot(name, told, seat, chance.getrandbits(32)) for seat, name in enumerate(seats)
    }
    digest, kinds = hashlib.sha256(), Counter[str]()
    onlooker = Match.seen(told, None)
    with RecordWriter(path, header_of(told, seats)) as record:

        def note(event: Event) -> None:
            kinds[str(event.__struct_config__.tag)] += 1
            digest.update(msgspec.json.encode(event))
            record.write(event)
            onlooker.apply(view(event, None))

        table = Table(told, bots, chance, note)
        while table.match.winners is None and outcome.hands < MOST_HANDS:
            table.play_hand()
            outcome.hands += 1
            views = [onlooker, *(bot.match for bot in bots.values())]
            _check_hand(table.match, views)
            _check_marks(table.match)
            if table.match.winners is not None and table.next_command() is not None:
                raise AssertionError("the match is over, and the table goes on")
    outcome.finished = table.match.winners is not None
    outcome.events = dict(sorted(kinds.items()))
    outcome.digest = digest.hexdigest()
    _check_record(path, table.match)


def _check_hand(match: Match, views: list[Match]) -> None:
    """The points of a hand balance, and everyone who watched knows the same."""
    hand = match.hand
    assert hand is not None and hand.kitty is not None
    total = sum(hand.taken) + hand.discarded + points_of(hand.kitty)
    if total != match.rules.total_points:
        raise AssertionError(f"{total} points of {match.rules.total_points}")
    for other in views:
        seen = other.hand
        assert seen is not None
        for name in ("opponents_points", "taken", "declarers", "sizes", "trump", "phase"):
            if getattr(seen, name) != getattr(hand, name):
                raise AssertionError(f"seat {other.seen_by} sees another {name}")
        _check_same(other, match, f"seat {other.seen_by} knows")


def _check_same(other: Match, match: Match, who: str) -> None:
    """Another match stands where this one does."""
    for name in ("standings", "dealer", "first", "hands", "winners"):
        if getattr(other, name) != getattr(match, name):
            raise AssertionError(f"{who} another {name}")


def _check_marks(match: Match) -> None:
    """Levels are such as the rules can reach."""
    rules = match.rules
    for at in match.standings:
        if not rules.lowest_level.order <= at.level.order <= rules.last_level.order:
            raise AssertionError(f"level {at.level.value} is out of reach")
        if at.lap and (rules.after_last_level == "win" or at.lap >= rules.laps):
            raise AssertionError(f"lap {at.lap} is out of reach")


def _check_record(path: Path, match: Match) -> None:
    """The record is valid and gives the same match."""
    report = validate(path)
    if not report.ok or report.torn:
        raise AssertionError(f"the record is not valid: {[str(f) for f in report.faults]}")
    _check_same(read_record(path).match, match, "the record gives")


def campaign(
    seed: int,
    hands: int,
    jobs: int = 1,
    told: Callable[[Outcome], None] = lambda outcome: None,
    first: int = 0,
) -> list[Outcome]:
    """Play cases from number `first` on until so many hands have been played.

    The cases that are played do not depend on the number of processes; `told` hears of each.
    """
    outcomes: list[Outcome] = []
    played = 0
    with closing(in_order(partial(play_case, seed), count(first), jobs)) as cases:
        for outcome in cases:
            outcomes.append(outcome)
            told(outcome)
            # A case that fails before its first hand must not make the campaign endless.
            played += max(1, outcome.hands)
            if played >= hands:
                break
    return outcomes


def report(seed: int, outcomes: list[Outcome]) -> dict[str, object]:
    """The report of a campaign, as plain data without a clock: the same for the same seed."""
    digest = hashlib.sha256("".join(outcome.digest for outcome in outcomes).encode())
    events: Counter[str] = Counter()
    options: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        events.update(outcome.events)
        rules = rules_from(outcome.rules)
        for name in rules.__struct_fields__:
            value = str(msgspec.to_builtins(getattr(rules, name)))
            options.setdefault(name, Counter())[value] += 1
    return {
        "seed": seed,
        "cases": len(outcomes),
        "hands": sum(outcome.hands for outcome in outcomes),
        "matches_finished": sum(outcome.finished for outcome in outcomes),
        "faults": [
            {"case": o.case, "rules": o.rules, "fault": o.fault} for o in outcomes if o.fault
        ],
        "events": dict(sorted(events.items())),
        "options": {name: dict(sorted(counts.items())) for name, counts in options.items()},
        "digest": digest.hexdigest(),
    }
