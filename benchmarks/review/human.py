"""Whether the review finds what people do: `python -m benchmarks.review human --hands 2`.

Bots play a hand of a system. Where a rule of `blunders` applies, and chance names the moment, what
it says is done instead of what the bot would do, and the bots play on. What it costs is judged by
bots that play on from both (`--judge`, see `confirm`). Of the blunders that cost 0.2 levels or more
it is counted how many are among the three decisions that cost most, of their seat and of the hand;
the others, and those that are missed, are listed.

`--hands` are those of each rule in each system. Kept are each blunder and each eight deals as a
line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import NamedTuple

import msgspec

from benchmarks.review.blunders import RULES, Moment
from benchmarks.review.figures import Verdict
from benchmarks.review.judging import Portion, prepare_and_judge, verdicts
from benchmarks.review.keeping import Hand, Kept, hands_of, options, options_of_judge
from benchmarks.review.systems import SYSTEMS, changed_hand, own_seed, rules_of
from shengji.cards import write_cards
from shengji.game import Bury, Command, Decision, Match, Play
from shengji.record import Record
from shengji.record.reviews import Choice, HandReview, Reviewed
from shengji.review import DEPTH, review_hand
from shengji.review.review import MOST_WORST
from shengji.review.reviewer import Reviewer

LEAST = 0.2
"""The least levels that a blunder costs."""
MOMENTS = 3
"""Chance names one of so many first moments to which a rule applies."""
TRIES = 20
"""The number of hands played to find one before it is given up."""


class Made(NamedTuple):
    """A hand with a blunder.

    Attributes:
        record: the hand.
        found: the blunder, as it would be reviewed.
        instead: what the bot would have done.
    """

    record: Record
    found: Reviewed
    instead: Choice


class Blunder(msgspec.Struct, frozen=True, tag="blunder"):
    """A blunder that was planted, and what the review says of it.

    Attributes:
        hand: the hand.
        found: the decision; `None` where the rule has not applied to any hand.
        instead: what the bot would have done.
        cost: what the review says that it costs.
        of_seat: its place among what cost its seat most; 0 when it is not among the first three.
        of_hand: the same of the hand.
    """

    hand: Hand
    found: Reviewed | None
    instead: Choice
    cost: float = 0.0
    of_seat: int = 0
    of_hand: int = 0


Line = Blunder | Portion


def made(hand: Hand, bot: str) -> Made | None:
    """A hand with a blunder of its rule; `None` where it applies to none."""
    seeds = (own_seed("human", *hand, number) for number in range(TRIES))
    return next((one for seed in seeds if (one := _made(hand, bot, seed)) is not None), None)


def _made(hand: Hand, bot: str, seed: int) -> Made | None:
    rules, (rule, at) = rules_of(hand.system), RULES[hand.rule]
    chance = Random(seed)
    left = 0 if "bury" in at else chance.randrange(MOMENTS)
    blunder: tuple[Reviewed, Choice] | None = None

    def change(command: Command, watching: Sequence[Reviewer], match: Match, done: int) -> Command:
        nonlocal blunder, left
        if blunder is not None or not isinstance(command, Play | Bury):
            return command
        seat, watcher = command.seat, watching[command.seat]
        decision = _decision(command, watcher)
        assert match.hand is not None
        others = [cards for other, cards in enumerate(match.hand.hands) if other != seat]
        worse = rule(Moment(watcher, command.cards, others)) if decision in at else None
        if worse is None or left:
            left -= worse is not None
            return command
        trick = 0 if decision == "bury" else len(watcher.hand.tricks) + 1
        blunder = Reviewed(done + 1, trick, seat, decision, Choice(worse)), Choice(command.cards)
        return type(command)(seat, worse)

    record = changed_hand(rules, bot, seed, DEPTH, chance, change)
    return None if blunder is None else Made(record, *blunder)


def _decision(command: Play | Bury, watcher: Reviewer) -> Decision:
    if isinstance(command, Bury):
        return "bury"
    return "lead" if watcher.hand.trick is None else "follow"


def replayed(hand: Hand, bot: str) -> Record:
    """The record of a hand with a blunder."""
    one = made(hand, bot)
    assert one is not None
    return one.record


def reviewed(hand: Hand, bot: str, depth: float) -> Blunder:
    """Plant a blunder, and review the hand."""
    one = made(hand, bot)
    if one is None:
        return Blunder(hand, None, Choice(()))
    review = review_hand(one.record, None, own_seed("review", *hand), depth)
    cost = sum(found.cost for found in review.decisions if found.event == one.found.event)
    return Blunder(
        hand, one.found, one.instead, cost, *(_place(review, one.found, of) for of in (True, False))
    )


def _place(review: HandReview, found: Reviewed, of_seat: bool) -> int:
    """The place of a decision among the worst, of its seat or of all; 0 when it is not there."""
    costly = [
        one for one in review.decisions if one.cost and (one.seat == found.seat or not of_seat)
    ]
    worst = sorted(costly, key=lambda one: -one.cost)[:MOST_WORST]
    events = [one.event for one in worst]
    return events.index(found.event) + 1 if found.event in events else 0


def told(blunders: Sequence[tuple[Blunder, Verdict]]) -> None:
    """Print what came out, by rule and by system."""
    print(
        "| | planted | cost enough | of the seat's worst | of the hand's | first of the seat's |\n"
        "| --- | --: | --: | --: | --: | --: |"
    )
    for group in (*RULES, *SYSTEMS, "all"):
        of = [b for b in blunders if group in (b[0].hand.rule, b[0].hand.system, "all")]
        if of:
            real = [blunder for blunder, one in of if one.mean >= LEAST]
            cells = (
                group,
                len(of),
                len(real),
                sum(blunder.of_seat > 0 for blunder in real),
                sum(blunder.of_hand > 0 for blunder in real),
                sum(blunder.of_seat == 1 for blunder in real),
            )
            print(f"| {' | '.join(map(str, cells))} |")
    for title, costs in (("missed", True), ("cost less", False)):
        print(f"\n{title}:")
        for blunder, one in blunders:
            if (one.mean >= LEAST) == costs and not (costs and blunder.of_hand):
                print(_line(blunder, one))


def _line(blunder: Blunder, one: Verdict) -> str:
    found = blunder.found
    assert found is not None
    cards, instead = write_cards(found.made.cards), write_cards(blunder.instead.cards)
    places = f"place {blunder.of_seat or '-'} of the seat, {blunder.of_hand or '-'} of the hand"
    return (
        f"- {blunder.hand.rule}, {blunder.hand.system} {blunder.hand.seed}, event {found.event}: "
        f"{cards} for {instead}: {one.mean:.2f} ± {one.error:.2f}; "
        f"the review: {blunder.cost:.2f}, {places}"
    )


def main(arguments: Sequence[str]) -> None:
    parser = options(__doc__)
    options_of_judge(parser)
    parser.add_argument("--rules", default=",".join(RULES), help="which, with commas")
    asked = parser.parse_args(arguments)
    kept = Kept[Line](asked.kept, msgspec.json.Decoder(Line))
    rules = asked.rules.split(",")
    prepare_and_judge(
        asked,
        [hand._replace(rule=rule) for hand in hands_of(asked) for rule in rules],
        partial(reviewed, bot=asked.bot, depth=asked.depth),
        partial(replayed, bot=asked.bot),
        kept,
        lambda line: [] if line.found is None else [(line.found, line.instead)],
    )
    found = verdicts(kept.done, asked.judge, asked.deals)
    blunders = [line for line in kept.done if isinstance(line, Blunder)]
    told(
        [
            (blunder, found[blunder.hand, blunder.found.event])
            for blunder in blunders
            if blunder.found and (blunder.hand, blunder.found.event) in found
        ]
    )
    for blunder in blunders:
        if blunder.found is None:
            print(f"{blunder.hand.system}: {blunder.hand.rule} never applied in {TRIES} hands")
