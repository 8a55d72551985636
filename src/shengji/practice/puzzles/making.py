"""Generation of puzzles: decisions with one answer clearly better than all other ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import log2
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from shengji.bots import Table, make_bot
from shengji.bots.search.equals import alike
from shengji.bots.search.hypothetical import after_burying
from shengji.bots.search.lead_candidates import leads
from shengji.cards import Card, Rank, points_of
from shengji.game import (
    Call,
    Event,
    FriendsCalled,
    Hand,
    HandStarted,
    KittyBuried,
    Played,
    ThrowFailed,
    view,
)
from shengji.play.units import default_reading
from shengji.practice.puzzles.puzzle import DECISIONS, KINDS, NO, Kind, Offered, Puzzle, id_of
from shengji.practice.puzzles.reasons import is_explained, reason, reason_of_throw
from shengji.practice.puzzles.trying import (
    LEAST_DEALS,
    MARGIN,
    Tried,
    fresh,
    seer,
    tried,
    units_at_risk,
)
from shengji.record import Record, header_of, one_hand
from shengji.record.reader import empty_match
from shengji.record.reviews import Choice
from shengji.review.reviewer import Reviewer
from shengji.rules import Rules

DEPTH = 1.0
"""Default search effort to find puzzles, as a multiple of that of `strong`."""
LONGER = 10
"""The factor of search effort for the final test of a puzzle."""
PLAYER = "medium"
"""The bot that plays the hands."""
NAMES = "ABCDEFGHIJKL"
"""The names of a puzzle's players."""
MOST_CHOICES = 4
LEAST_CHOICES = 3
KITTIES = 3
"""Maximum number of offered kitties, because each is long to read."""
SPOTS, THROWS = 3, 12
"""Maximum number of decisions of a kind examined per hand, and of leads for throws, which are
quick.
"""
LAST_LEADS = range(3, 9)
"""Numbers of cards in hand at which a lead may decide the last trick, and so the kitty."""
ALIKE = 0.02
"""Answers count as one if their mean difference per deal, in levels, is at most this."""
SCAN = 48
"""Maximum number of deals of the first trial of all answers."""
HALVED: tuple[Kind, ...] = ("throw", "lead")
"""Kinds that a rule could mostly answer without looking at the cards."""
EARLY = 0.5
"""The share of hands played at the first level, which beginners know."""
HANDS = 100
"""Maximum number of hands played per wanted puzzle."""

START = 1500.0
EASY, HARD = 900.0, 2100.0
STEP = 300.0
"""Rating points added when the margin is halved."""
USUAL_MARGIN = 0.5
"""The margin of a puzzle of usual difficulty, in levels; for a throw, as a share of the deals."""


class Spot(NamedTuple):
    """A decision in a hand.

    Attributes:
        events: the number of events before it.
        cards: the cards led, followed with or buried.
    """

    seat: int
    events: int
    cards: tuple[Card, ...] = ()
    calls: tuple[Call, ...] = ()


def make(
    count: int,
    seed: int,
    rules: Sequence[Rules],
    kinds: Iterable[Kind] = KINDS,
    depth: float = DEPTH,
    found: Callable[[Puzzle], None] = lambda puzzle: None,
) -> list[Puzzle]:
    """Make puzzles from hands played by bots, equally many of each kind, in the order of hands.

    The result is deterministic.

    Args:
        count: the number of puzzles.
        seed: the random seed.
        rules: the rules of successive hands, in turn.
        kinds: the kinds of puzzles; kinds that no rules allow are left out.
        depth: the search effort, as a multiple of that of `strong`.
        found: receives each puzzle.

    Returns:
        The puzzles; fewer than `count` if `HANDS` hands per puzzle do not contain enough.
    """
    asked = set(kinds)
    wanted = [kind for kind in KINDS if kind in asked and any(_allowed(kind, r) for r in rules)]
    left = Counter({kind: (count + n) // len(wanted) for n, kind in enumerate(reversed(wanted))})
    hands = (
        played(rules[number % len(rules)], f"{seed} {number}") for number in range(HANDS * count)
    )
    return list(_collected(hands, left, seed, depth, found))


def make_from(
    records: Iterable[Record],
    count: int,
    seed: int,
    kinds: Iterable[Kind] = KINDS,
    depth: float = DEPTH,
    found: Callable[[Puzzle], None] = lambda puzzle: None,
) -> list[Puzzle]:
    """Make at most `count` puzzles from the hands of records; for arguments see `make`.

    Names of players and times are removed.
    """
    asked = set(kinds)
    left = Counter({kind: count for kind in KINDS if kind in asked})
    hands = (hand for record in records for hand in _hands(record))
    made = _collected(hands, left, seed, depth, found, balanced=False)
    return [puzzle for puzzle, _ in zip(made, range(count), strict=False)]


def _collected(
    hands: Iterable[Record],
    left: Counter[Kind],
    seed: int,
    depth: float,
    found: Callable[[Puzzle], None],
    *,
    balanced: bool = True,
) -> Iterator[Puzzle]:
    """Yield puzzles from these hands until each kind has its number in `left`.

    With `balanced`, at most half of each kind in `HALVED` can be answered without looking at the
    cards.
    """
    known: set[str] = set()
    most = {kind: (count + 1) // 2 if balanced else count for kind, count in left.items()}
    blind = Counter[tuple[Kind, bool]]()
    for number, hand in enumerate(hands):
        if not +left:
            return
        for kind in +left:
            chance = Random(f"{seed} {number} {kind}")
            lacks = blind[kind, True] > blind[kind, False]
            safe = lacks or (blind[kind, True] == blind[kind, False] and chance.random() < 0.5)
            puzzle = _of_hand(hand, kind, chance, seed, depth, safe=safe)
            if puzzle is None or puzzle.id in known:
                continue
            if kind in HALVED and blind[kind, _is_blind(puzzle)] == most[kind]:
                continue
            known.add(puzzle.id)
            blind[kind, _is_blind(puzzle)] += 1
            left[kind] -= 1
            found(puzzle)
            yield puzzle


def _is_blind(puzzle: Puzzle) -> bool:
    """Whether a fixed rule finds the answer: no throw is safe, and the most cards are best."""
    if puzzle.kind == "throw":
        return puzzle.best == NO
    sizes = [len(choice.cards) for choice in puzzle.choices]
    return sizes[puzzle.best] == max(sizes) > min(sizes)


def _allowed(kind: Kind, rules: Rules) -> bool:
    return rules.calls > 0 if kind == "call" else rules.throws if kind == "throw" else True


def played(rules: Rules, chance: str) -> Record:
    """Play a hand with bots, at the first level or at a random one."""
    source = Random(chance)
    low, high = rules.lowest_level.order, rules.last_level.order
    ranks = [rank for rank in Rank if low <= rank.order <= high]
    level = rules.first_level if source.random() < EARLY else source.choice(ranks)
    levels = (level,) * rules.players
    dealer = source.choice([None, *range(rules.players)])
    bots = {s: make_bot(PLAYER, rules, s, source.getrandbits(32)) for s in range(rules.players)}
    events: list[Event] = []
    table = Table(rules, bots, source, events.append)
    table.begin_at(levels, dealer)
    table.play_hand()
    usual = levels == (rules.first_level,) * rules.players
    header = header_of(
        rules, NAMES[: rules.players], levels=None if usual else levels, dealer=dealer
    )
    return Record(header, rules, tuple(events), table.match)


def _hands(record: Record) -> Iterator[Record]:
    numbers = {event.hand for event in record.events if isinstance(event, HandStarted)}
    return (one_hand(record, number) for number in sorted(numbers))


def _of_hand(
    hand: Record, kind: Kind, chance: Random, seed: int, depth: float, *, safe: bool
) -> Puzzle | None:
    """Find a puzzle of a kind in a hand; `None` if there is none."""
    if not _allowed(kind, hand.rules):
        return None
    spots = list(_spots(hand, kind))
    chance.shuffle(spots)
    for spot in spots[: THROWS if kind == "throw" else SPOTS]:
        puzzle = puzzle_at(hand, spot, kind, chance, seed, depth, safe=safe)
        if puzzle is not None:
            return puzzle
    return None


def _spots(record: Record, kind: Kind) -> Iterator[Spot]:
    """Yield the decisions of a hand that may make a puzzle of a kind."""
    match = empty_match(record.header, record.rules)
    seen_by, events = record.header.seen_by, record.events
    for number, event in enumerate(events):
        hand = match.hand
        failed = number > 0 and isinstance(events[number - 1], ThrowFailed)
        spot: Spot | None = None
        match kind, event:
            case "bury", KittyBuried() if event.cards is not None:
                spot = Spot(event.seat, number, event.cards)
            case "call", FriendsCalled():
                spot = Spot(event.seat, number, (), event.calls)
            case (("lead" | "throw"), ThrowFailed()):
                spot = Spot(event.seat, number, event.thrown)
            case (("lead" | "throw"), Played()) if event.units and not failed:
                spot = Spot(event.seat, number, event.cards)
            case "follow", Played() if not event.units:
                spot = Spot(event.seat, number, event.cards)
        if spot is not None and seen_by in ("all", spot.seat):
            assert hand is not None
            if _promises(kind, hand, spot):
                yield spot
        match.apply(event)


def _promises(kind: Kind, hand: Hand, spot: Spot) -> bool:
    """Whether a decision may make a puzzle, by a quick test."""
    size = hand.sizes[spot.seat]
    match kind:
        case "lead":
            return size in LAST_LEADS
        case "throw":
            return size > 1
        case "follow":
            assert hand.trick is not None
            points = hand.trick.points + points_of(hand.hands[spot.seat])
            return points > 0 and size > len(spot.cards)
        case "bury":
            return not hand.rules.calls or hand.dealer == spot.seat
        case "call":
            return True


def puzzle_at(
    record: Record,
    spot: Spot,
    kind: Kind,
    chance: Random,
    seed: int,
    depth: float,
    *,
    safe: bool = True,
) -> Puzzle | None:
    """Make the puzzle of a decision; `None` if no answer is clearly the best.

    Args:
        record: a hand.
        spot: the decision.
        kind: the kind of the puzzle.
        chance: the random generator for the choices to offer.
        seed: the seed of the deals.
        depth: the search effort, as a multiple of that of `strong`.
        safe: whether a throw should be a safe one.
    """
    reviewer = seer(record, spot.seat, spot.events, seed, depth)
    if kind == "throw":
        choices = _throw(reviewer, chance, safe=safe)
    else:
        choices = _offer(reviewer, kind, spot)
    if not choices:
        return None
    if kind != "throw":
        chance.shuffle(choices)
        # First a trial of the same effort on fresh deals: most candidates fail here, at low cost.
        first = tried(reviewer, kind, choices, fresh(spot.events, 1))
        if first.margin < MARGIN or (kind == "follow" and not _points_differ(choices)):
            return None
    long = tried(reviewer, kind, choices, fresh(spot.events, 2), LONGER)
    if not long.is_clear:
        return None
    best, others = choices[long.best], [one for one in choices if one != choices[long.best]]
    if kind != "throw" and not is_explained(reviewer, kind, best, others):
        return None
    offered = _told(reviewer, kind, choices, long)
    header = replace(
        record.header,
        seen_by=spot.seat,
        seats=tuple(NAMES[: record.rules.players]),
        created=None,
        seed=None,
    )
    events = tuple(view(event, spot.seat) for event in record.events[: spot.events])
    return Puzzle(
        id=id_of(kind, header, events, choices),
        kind=kind,
        header=header,
        events=events,
        choices=offered,
        best=long.best,
        difficulty=difficulty(long.margin),
        depth=depth,
        seed=seed,
        deals=long.deals,
    )


def difficulty(margin: float) -> float:
    """The initial rating of a puzzle, from the margin of its best answer over the second.

    >>> [difficulty(margin) for margin in (0.25, 0.5, 1.0, 9.0)]
    [1800.0, 1500.0, 1200.0, 900.0]
    """
    return round(min(HARD, max(EASY, START + STEP * log2(USUAL_MARGIN / margin))), 1)


def _offer(reviewer: Reviewer, kind: Kind, spot: Spot) -> list[Choice]:
    """The best answer and some worse ones, as choices; empty if there are too few.

    The answer that was played is offered if it is worse, and then the nearest ones; of equivalent
    answers, only one.
    """
    case = reviewer.case(DECISIONS[kind], spot.cards, spot.calls, spot.events)
    if case is None or len(case.answers) < LEAST_CHOICES:
        return []
    number = len(case.answers)
    deals = min(SCAN, max(LEAST_DEALS, case.work // (case.trials.cost * number)))
    worth = case.trials.run(range(number), deals).worth
    means = worth.mean(axis=1)
    best = int(means.argmax())
    gaps = means[best] - means
    errors = (worth[best] - worth).std(axis=1, ddof=1) / deals**0.5
    behind = [row for row in range(number) if gaps[row] - errors[row] > MARGIN]
    behind.sort(key=lambda row: (row != 0, gaps[row], row))
    most = KITTIES if kind == "bury" else MOST_CHOICES
    rows = [best]
    for row in behind:
        # A failing throw and the part of it that is then led are one mistake.
        if len(rows) < most and all(abs(worth[row] - worth[r]).mean() > ALIKE for r in rows):
            rows.append(row)
    if len(rows) < LEAST_CHOICES or not _alone(reviewer, kind, [case.answers[row] for row in rows]):
        return []
    return [_sorted(reviewer, case.answers[row]) for row in rows]


def _alone(reviewer: Reviewer, kind: Kind, choices: Sequence[Choice]) -> bool:
    """Whether the choices lead to equal later decisions, such as the friends to call."""
    if kind != "bury" or not reviewer.rules.calls:
        return True
    hand, memory = reviewer.hand, reviewer.memory
    return len({after_burying(hand, memory, choice.cards).hand.calls for choice in choices}) == 1


def _sorted(reviewer: Reviewer, choice: Choice) -> Choice:
    return replace(choice, cards=tuple(reviewer.hand.space.sort(choice.cards)))


def _points_differ(choices: Sequence[Choice]) -> bool:
    return len({points_of(choice.cards) for choice in choices}) > 1


def _throw(reviewer: Reviewer, chance: Random, *, safe: bool) -> list[Choice]:
    """Pick a throw to ask about, as both choices; empty if there is none.

    A safe one is picked where other players may still hold cards of its suit. An unsafe one has
    only one part that can be beaten, and that by as few cards as possible.
    """
    hand = reviewer.hand
    stand_in = alike(hand, reviewer.memory, reviewer.cards)
    space, out = hand.space, hand.unseen_by(reviewer.seat)
    throws = [
        cards
        for cards in leads(hand, reviewer.memory, stand_in, reviewer.lead().cards)
        if len(default_reading(space, cards)) > 1
        and any(space.suit(card) == space.suit(cards[0]) for card in out)
    ]
    at_risk = {cards: units_at_risk(reviewer, cards) for cards in throws}
    if safe:
        able = [cards for cards in throws if not at_risk[cards]]
        return [_sorted(reviewer, Choice(chance.choice(able)))] * 2 if able else []
    able = [cards for cards in throws if len(at_risk[cards]) == 1]
    if not able:
        return []

    def higher(cards: tuple[Card, ...]) -> int:
        """The number of unseen cards that are higher than the part at risk."""
        low = at_risk[cards][0][0]
        suit, column = space.suit(low), space.column(low)
        return sum(space.suit(card) == suit and space.column(card) > column for card in out)

    return [_sorted(reviewer, Choice(min(able, key=higher)))] * 2


def _told(
    reviewer: Reviewer, kind: Kind, choices: Sequence[Choice], found: Tried
) -> tuple[Offered, ...]:
    """The choices with their values and reasons."""
    best = choices[found.best]
    offered = []
    for place, choice in enumerate(choices):
        lesson = None
        if kind == "throw":
            lesson = reason_of_throw(reviewer, choice)
        elif place != found.best:
            lesson = reason(reviewer, kind, choice, best)
        offered.append(
            Offered(
                cards=choice.cards,
                calls=choice.calls,
                value=found.values[place],
                behind=found.behind[place],
                lesson=lesson,
            )
        )
    return tuple(offered)
