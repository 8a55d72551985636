"""Whether a mistake is one when bots play on: `python -m benchmarks.review confirm --hands 2`.

Bots play hands of several systems, and each is reviewed. Every decision that is said to cost 0.2
levels or more is judged anew: on fresh deals that its seat believes a bot sits in every seat
(`--judge`), and they play on to the end from what was done and from what is called better. Printed
is what was told and what was found, by the number of cards left. With few deals a single verdict is
noisy: so it is also estimated, from all together, how many are no mistakes.

`--hands` are those of each system. Kept are each review and each eight deals as a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from benchmarks.review.figures import Verdict, shrunk
from benchmarks.review.judging import Portion, prepare_and_judge, verdicts
from benchmarks.review.keeping import Hand, Kept, hands_of, options, options_of_judge
from benchmarks.review.playing_on import JUDGED
from benchmarks.review.systems import own_seed, played_hand, rules_of, watched
from shengji.record import Record
from shengji.record.reviews import Reviewed
from shengji.review import review_hand

LEAST = 0.2
"""The least levels that a decision costs to be judged."""
GROUPS = ("1-7 cards", "8-12 cards", "13+ cards", "kitties, calls, land")


class Mistake(msgspec.Struct, frozen=True):
    """A decision that a review calls a mistake.

    Attributes:
        found: what it says.
        left: how many cards its seat held.
    """

    found: Reviewed
    left: int

    @property
    def group(self) -> str:
        """The others with which it is counted."""
        if self.found.decision not in ("lead", "follow"):
            return GROUPS[3]
        return GROUPS[0 if self.left <= 7 else 1 if self.left <= 12 else 2]


class Review(msgspec.Struct, frozen=True, tag="review"):
    """A hand that was reviewed.

    Attributes:
        hand: the hand.
        mistakes: what is called mistakes of that size.
        declarations: how many more there are that are declarations, which are not judged.
    """

    hand: Hand
    mistakes: tuple[Mistake, ...]
    declarations: int


Line = Review | Portion


def replayed(hand: Hand, bot: str) -> Record:
    """The record of a hand."""
    return played_hand(rules_of(hand.system), bot, own_seed("confirm", *hand))


def reviewed(hand: Hand, bot: str, depth: float) -> Review:
    """Review a hand."""
    record, own = replayed(hand, bot), own_seed("confirm", *hand)
    costly = [
        found for found in review_hand(record, None, own, depth).decisions if found.cost >= LEAST
    ]
    held: dict[int, int] = {}
    for number, watching in watched(record, own, depth):
        held |= {f.event: len(watching[f.seat].cards) for f in costly if f.event == number}
    mistakes = [Mistake(found, held[found.event]) for found in costly if found.decision in JUDGED]
    return Review(hand, tuple(mistakes), len(costly) - len(mistakes))


def told(found: Sequence[tuple[Mistake, Verdict]]) -> None:
    """Print what came out, by the number of cards left."""
    print(
        "| | mistakes | told | found | better | surely | surely not | estimated none |\n"
        "| --- | --: | --: | --: | --: | --: | --: | --: |"
    )
    for group in (*GROUPS, "all"):
        of = [(mistake, one) for mistake, one in found if group in (mistake.group, "all")]
        if not of:
            continue
        verdicts = [one for _, one in of]
        estimated = shrunk(verdicts)
        cells = (
            group,
            len(of),
            f"{sum(mistake.found.cost for mistake, _ in of) / len(of):.3f}",
            f"{estimated.mean:.3f} ± {estimated.error:.3f}",
            sum(one.mean > 0 for one in verdicts),
            sum(one.sure for one in verdicts),
            sum(one.refuted for one in verdicts),
            f"{100 * estimated.none:.0f} %",
        )
        print(f"| {' | '.join(map(str, cells))} |")


def main(arguments: Sequence[str]) -> None:
    parser = options(__doc__)
    options_of_judge(parser)
    parser.add_argument("--most-cards", type=int, default=1000, help="judge only with so many left")
    asked = parser.parse_args(arguments)
    kept = Kept[Line](asked.kept, msgspec.json.Decoder(Line))
    prepare_and_judge(
        asked,
        hands_of(asked),
        partial(reviewed, bot=asked.bot, depth=asked.depth),
        partial(replayed, bot=asked.bot),
        kept,
        lambda line: [
            (mistake.found, mistake.found.better[0])
            for mistake in line.mistakes
            if mistake.left <= asked.most_cards
        ],
    )
    found = verdicts(kept.done, asked.judge, asked.deals)
    reviews = [line for line in kept.done if isinstance(line, Review)]
    mistakes = [(review.hand, mistake) for review in reviews for mistake in review.mistakes]
    known = [
        (mistake, found[hand, mistake.found.event])
        for hand, mistake in mistakes
        if (hand, mistake.found.event) in found and mistake.left <= asked.most_cards
    ]
    told(known)
    print(
        f"{len(reviews)} hands; {len(mistakes)} mistakes of {LEAST} levels or more, {len(known)} "
        f"of them judged by {asked.judge}; {sum(r.declarations for r in reviews)} declarations "
        "besides."
    )
