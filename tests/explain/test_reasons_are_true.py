"""Every reason is true of its hand: what it says is asked of the cards themselves.

Hands are played, and at every decision answers are held against each other, good ones and any that
are legal. What a reason says for certain must hold of the cards that the others really have, and
what it says may happen must be possible with the cards that its seat has not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from random import Random
from typing import NamedTuple

import pytest

from shengji.bots import RandomBot
from shengji.bots.ruled import RememberingBot
from shengji.cards import Card, Rank, Suit, points_of
from shengji.explain import Answer, Lesson, lessons
from shengji.explain.hints import answer_of
from shengji.explain.lessons import BARE
from shengji.explain.wording import told_lesson
from shengji.game import (
    Bury,
    Call,
    CallFriends,
    Command,
    Match,
    Phase,
    Play,
    due_of,
    shuffled,
    view,
)
from shengji.play.space import TRUMP, Space
from shengji.play.tricks import winner
from shengji.play.units import Reading, default_reading
from shengji.rules import Rules, rules_from
from shengji.words import texts
from tests.explain.kit import goes_on
from tests.seeds import all_are_made

SYSTEMS: dict[str, dict[str, object]] = {
    "two decks": {},
    "three decks": {"preset": "three-deck"},
    "forty points": {"preset": "forty-points"},
    "land": {"land": True},
    "land of three decks": {"land": True, "decks": 3},
    "five friends": {"teams": "friends", "players": 5},
    "six friends": {"preset": "finding-friends"},
    "throws of tuples": {"preset": "botzone"},
}
SEEDS: dict[str, tuple[int, ...]] = {
    "two decks": (5,),
    "three decks": (7,),
    "forty points": (5,),
    "land": (2, 3),
    "land of three decks": (1,),
    "five friends": (4, 5),
    "six friends": (2, 6),
    "throws of tuples": (3,),
}
"""The hands of each system that come to every reason together; a campaign plays more."""
AT_RANDOM = 0.15
"""So often the hand goes on with any legal answer, so that it comes to what players do not seek."""

Cards = Sequence[Card]


class Case(NamedTuple):
    """A decision, with all that lies in it.

    Attributes:
        space: the strengths of the cards.
        seat: who decides.
        hands: what everybody really holds.
        out: the cards that the seat has not seen.
        plays: the trick under way.
        led: how its lead is read; empty at a lead.
        leader: who led.
        voids: for each seat the suits that it has shown not to have.
        dealer: the Dealer.
        joined: who has joined the Dealer.
        calls: the calls that nobody has answered.
        played: how often each card has been played.
        friends: whether friends are called.
        rank: the rank that the seat may show.
        suit_shown: the suit that is trumps so far.
        decision: what is decided.
        made: an answer.
        best: another.
        over: the hand, which is over when this is looked at.
    """

    space: Space
    seat: int
    hands: tuple[tuple[Card, ...], ...]
    out: Counter[Card]
    plays: tuple[tuple[Card, ...], ...]
    led: Reading
    leader: int
    voids: tuple[frozenset[int], ...]
    dealer: int | None
    joined: tuple[int, ...]
    calls: tuple[Call, ...]
    played: Counter[Card]
    friends: bool
    rank: Rank
    suit_shown: Suit | None
    decision: str
    made: Answer
    best: Answer
    over: Callable[[int], bool]

    # Cards

    @property
    def held(self) -> tuple[Card, ...]:
        return self.hands[self.seat]

    @property
    def others(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat != self.seat]

    def of(self, suit: int, cards: Cards) -> list[Card]:
        return [card for card in cards if self.space.suit(card) == suit]

    def suit(self, cards: Cards) -> int:
        return self.space.suit(cards[0])

    def more(self, one: Answer, other: Answer) -> Counter[Card]:
        return Counter(one.cards) - Counter(other.cards)

    def units(self, cards: Cards) -> Reading:
        return default_reading(self.space, tuple(cards))

    def beats(self, cards: Cards, unit: Cards) -> bool:
        """Whether among some cards there is a unit like one of its suit, and higher."""
        width = Counter(unit)[unit[0]]
        length = len(unit) // width
        suit, top = self.suit(unit), max(map(self.space.column, unit))
        wide = {c for c, n in Counter(self.of(suit, cards)).items() if n >= width}
        columns = {self.space.column(card) for card in wide}
        runs = (range(c - length + 1, c + 1) for c in columns if c > top)
        return any(columns.issuperset(run) for run in runs)

    def nobody_beats(self, cards: Cards) -> bool:
        return not any(
            self.beats(self.hands[seat], unit.cards)
            for seat in self.others
            for unit in self.units(cards)
        )

    def higher_out(self, card: Card) -> list[Card]:
        suit, column = self.space.suit(card), self.space.column(card)
        out = self.of(suit, list(self.out.elements()))
        return [c for c in out if self.space.column(c) > column]

    def lacks(self, seat: int, suit: int) -> bool:
        """Whether a seat has none of a suit, and everybody can know."""
        shown = suit in self.voids[seat] or not self.of(suit, list(self.out))
        assert not shown or not self.of(suit, self.hands[seat])
        return shown

    # Sides

    def is_mate(self, seat: int) -> bool:
        """Whether another plays on the seat's side, and it can know."""
        if self.friends and self.calls:
            known = {self.dealer, *self.joined}
            return self.seat in known and seat in known
        return self.over(seat) == self.over(self.seat)

    def is_rival(self, seat: int) -> bool:
        """Whether another plays on the other side, and the seat can know."""
        if self.friends and self.calls:
            known = {self.dealer, *self.joined}
            if self.seat in known or seat not in known:
                return False
            return not any(call.card in self.held for call in self.calls)
        return self.over(seat) != self.over(self.seat)

    @property
    def ahead(self) -> int:
        return (self.leader + winner(self.space, self.led, list(self.plays))) % len(self.hands)

    @property
    def behind(self) -> list[int]:
        """The seats that play after this one."""
        players = len(self.hands)
        turns = range(len(self.plays) + 1, players)
        return [(self.leader + turn) % players for turn in turns]

    @property
    def rivals_behind(self) -> list[int]:
        return [seat for seat in self.behind if not self.is_mate(seat)]

    def wins(self, answer: Answer) -> bool:
        plays = [*self.plays, answer.cards]
        return winner(self.space, self.led, plays) == len(self.plays)

    def joins(self, answer: Answer) -> list[Card]:
        """The called cards that make the seat a friend by playing them."""
        if not self.friends or self.seat in (self.dealer, *self.joined):
            return []
        now = Counter(answer.cards)
        return [
            call.card
            for call in self.calls
            if self.played[call.card] < call.ordinal <= self.played[call.card] + now[call.card]
        ]

    def may_overtake(self, cards: Cards) -> bool:
        """Whether one who may be a rival may beat a play that is ahead."""
        led, suit = self.suit(self.led[0].cards), self.suit(cards)
        out = list(self.out.elements())
        for seat in self.rivals_behind:
            if suit == led and not self.lacks(seat, led) and self.beats(out, cards):
                return True
            likely = self.lacks(seat, led) or len(self.of(led, out)) <= 2 * len(self.others)
            if led != TRUMP and likely and not self.lacks(seat, TRUMP):
                width = Counter(cards)[cards[0]]
                enough = [c for c, n in Counter(self.of(TRUMP, out)).items() if n >= width]
                if suit == led and enough:
                    return True
                if suit == TRUMP and self.beats(out, cards):
                    return True
        return False

    # What several lessons say

    def differs(self, less: Answer, more: Answer, points: int) -> bool:
        return points_of(more.cards) - points_of(less.cards) == points

    def keeps_no(self, answer: Answer, cards: Cards) -> bool:
        """Whether an answer takes the last cards of a plain suit, and trumps stay."""
        suit = self.suit(cards)
        left = list((Counter(self.held) - Counter(answer.cards)).elements())
        return (
            suit != TRUMP
            and Counter(self.of(suit, self.held)) == Counter(cards)
            and not self.of(suit, left)
            and bool(self.of(TRUMP, left))
        )

    def takes(self, mine: bool, theirs: bool) -> bool:
        """Whether the worse answer takes the trick as it lies, and whether the better one does."""
        return self.wins(self.made) is mine and self.wins(self.best) is theirs


def _rank(case: Case, cards: Cards) -> int:
    return max(case.space.column(card) for card in cards)


def _calls(case: Case, lesson: Lesson) -> bool:
    """A called card that is out, and higher than a lead of its suit."""
    (card,) = lesson.cards
    lead = case.best.cards if lesson.key == "lead-called" else case.made.cards
    return (
        any(
            call.card == card and case.played[card] < call.ordinal <= case.played[card] + len(lead)
            for call in case.calls
        )
        and case.out[card] > 0
        and case.space.suit(card) == case.suit(lead)
        and case.space.column(card) > _rank(case, lead)
    )


def _few_trumps(case: Case, lesson: Lesson) -> bool:
    held, out = (len(case.of(TRUMP, each)) for each in (case.held, list(case.out.elements())))
    return lesson.points == held and held * len(case.others) < out


def _time_for_trumps(case: Case, lesson: Lesson) -> bool:
    held, out = (len(case.of(TRUMP, each)) for each in (case.held, list(case.out.elements())))
    rivals = (seat for seat in case.others if not case.is_mate(seat))
    may = any(TRUMP not in case.voids[seat] for seat in rivals)
    return lesson.cards == case.best.cards and may and held * len(case.others) >= out > 0


def _lacked(case: Case, cards: Cards, who: Callable[[int], bool]) -> bool:
    """Whether one of some has none of a suit, and may hold trumps."""
    seats = (seat for seat in case.others if who(seat) and case.lacks(seat, case.suit(cards)))
    return any(not case.lacks(seat, TRUMP) for seat in seats)


def _not_mate(case: Case, seat: int) -> bool:
    return not case.is_mate(seat)


def _fails(case: Case, lesson: Lesson) -> bool:
    """A part of the throw that somebody really beats, and what is out and higher."""
    inside = not Counter(lesson.cards) - Counter(case.made.cards)
    beaten = any(case.beats(case.hands[seat], lesson.cards) for seat in case.others)
    out = not Counter(lesson.higher) - case.out
    return inside and beaten and out and case.beats(lesson.higher, lesson.cards)


def _only_these(case: Case, lesson: Lesson) -> bool:
    """All that is out and higher than some part of a lead of single cards that others may beat."""
    lowest = [card for card in case.best.cards if case.higher_out(card)]
    stops = {
        card
        for seat in case.others
        for card in case.hands[seat]
        for unit in case.units(case.best.cards)
        if case.beats([card], unit.cards)
    }
    named = Counter(lesson.higher)
    return bool(lowest) and not stops - set(named) and not named - case.out


def _split(case: Case, lesson: Lesson) -> bool:
    """Equal cards of which one answer takes some, and the other none or all."""
    (card,) = set(lesson.cards)
    number = Counter(case.held)[card]
    made, best = (Counter(answer.cards)[card] for answer in (case.made, case.best))
    return len(lesson.cards) == number > 1 and 0 < made < number and best in (0, number)


def _higher(case: Case, one: Answer, other: Answer) -> bool:
    """Whether the highest card of one answer is higher than that of the other."""
    high, low = (case.space.sort(answer.cards)[0] for answer in (one, other))
    same = case.space.suit(high) == case.space.suit(low)
    return same and case.space.column(high) > case.space.column(low)


def _between(case: Case) -> bool:
    """Whether something out beats the worse answer, and not the better one."""
    low, high = (case.space.sort(answer.cards)[0] for answer in (case.made, case.best))
    return len(case.higher_out(low)) > len(case.higher_out(high))


def _called_held(case: Case) -> bool:
    """Whether a Declarer is ahead, and the seat holds a card that is called."""
    open_ = {call.card for call in case.calls}
    known = (case.dealer, *case.joined)
    return case.ahead in known and case.seat not in known and bool(open_ & set(case.held))


def _nobody_knows(case: Case) -> bool:
    """Whether it is open on which side the player ahead is."""
    return bool(case.calls) and case.ahead not in (case.dealer, *case.joined)


def _long(case: Case, lesson: Lesson) -> bool:
    suit = case.suit(lesson.cards)
    held, out = len(case.of(suit, case.held)), len(case.of(suit, list(case.out.elements())))
    return suit != TRUMP and lesson.points == held and held * len(case.others) >= out


def _short(case: Case, lesson: Lesson) -> bool:
    mine, other = (len(case.of(case.suit(a.cards), case.held)) for a in (case.best, case.made))
    few = lesson.points == mine <= 3 and mine < other
    return few and bool(case.of(TRUMP, case.held))


def _kitty(case: Case, lesson: Lesson) -> bool:
    """Check a kitty's advantage over the other one."""
    mine, instead = case.more(case.made, case.best), case.more(case.best, case.made)
    cards = Counter(lesson.cards)
    match lesson.key:
        case "kitty-trumps":
            return all(case.space.suit(card) == TRUMP for card in cards) and not cards - mine
        case "kitty-points":
            return not cards - mine and case.differs(case.best, case.made, lesson.points)
        case "kitty-points-kept":
            return not cards - instead and case.differs(case.made, case.best, lesson.points)
        case "kitty-high":
            (card,) = cards
            higher = Counter(case.higher_out(card))
            return not cards - mine and higher == Counter(lesson.higher) and higher.total() <= 2
        case "kitty-winner":
            return not cards - mine and all(case.nobody_beats([card]) for card in cards)
        case _:
            (card,) = cards
            return mine[card] == Counter(case.held)[card] == len(lesson.cards) > 1


def _called(case: Case, lesson: Lesson) -> bool:
    """Check a call's advantage over another."""
    (card,) = lesson.cards
    mine = len(case.of(case.space.suit(card), case.held))
    less = [call.card for call in case.made.calls if call not in case.best.calls]
    numbers = [len(case.of(case.space.suit(other), case.held)) for other in less]
    match lesson.key:
        case "call-earlier":
            return card in less
        case "call-higher":
            return any(
                case.space.suit(card) == case.space.suit(other)
                and case.space.column(card) > case.space.column(other)
                for other in less
            )
        case "call-void":
            return mine == 0 and any(numbers)
        case "call-short":
            return 0 < mine == lesson.points <= 3 and any(mine < number for number in numbers)
        case _:
            return mine == lesson.points >= 6 and any(mine > number for number in numbers)


def _trumps(case: Case, lesson: Lesson) -> bool:
    """How many trumps there are with what is shown, or as it lies."""
    shown = case.best.cards
    suit = shown[0].suit if shown else case.suit_shown
    trumps = sum(card.suit in (suit, None) or card.rank is case.rank for card in case.held)
    many = lesson.points == trumps and 3 * trumps >= len(case.held)
    return many and bool(shown) is lesson.key.endswith("-trumps")


Check = Callable[[Case, Lesson], bool]

LEADS: dict[str, Check] = {
    "throw-fails": _fails,
    "throw-hopeless": lambda c, x: len(c.higher_out(x.cards[0])) == x.points >= 4,
    "throw-risky": lambda c, x: c.beats(list(c.out.elements()), x.cards),
    "throw-sure": lambda c, x: c.nobody_beats(x.cards),
    "throw-more": lambda c, x: (
        Counter(x.cards) == c.more(c.best, c.made) and c.nobody_beats(x.cards)
    ),
    "throw-few-higher": _only_these,
    "lead-points": lambda c, x: (
        c.beats(list(c.out.elements()), x.cards) and points_of(c.made.cards) == x.points > 0
    ),
    "lead-trumped": lambda c, x: _lacked(c, c.made.cards, partial(_not_mate, c)),
    "lead-partner-trumps": lambda c, x: _lacked(c, c.best.cards, c.is_mate),
    "lead-forces": lambda c, x: all(
        c.is_mate(seat) or c.lacks(seat, c.suit(c.best.cards)) for seat in c.others
    ),
    "lead-kept": lambda c, x: (
        not Counter(x.cards) - c.more(c.made, c.best) and c.nobody_beats(x.cards)
    ),
    "lead-sure": lambda c, x: c.nobody_beats(c.best.cards),
    "lead-sure-trump": lambda c, x: c.nobody_beats(c.best.cards),
    "lead-few-higher": lambda c, x: Counter(c.higher_out(x.cards[0])) == Counter(x.higher),
    "lead-too-high": lambda c, x: (
        Counter(c.higher_out(x.cards[0])) == Counter(x.higher) and _higher(c, c.made, c.best)
    ),
    "lead-void": lambda c, x: c.keeps_no(c.best, x.cards),
    "lead-long": _long,
    "lead-short": _short,
    "lead-called": _calls,
    "lead-called-helps": _calls,
    "lead-trump-few": _few_trumps,
    "lead-draws-more": lambda c, x: (
        c.suit(c.made.cards) == c.suit(x.cards) == TRUMP
        and len(x.cards) == x.points > len(c.made.cards)
        and any(TRUMP not in c.voids[seat] for seat in c.others if not c.is_mate(seat))
    ),
    "lead-trump-none": lambda c, x: (
        not any(c.of(TRUMP, c.hands[seat]) for seat in c.others if not c.is_mate(seat))
    ),
    "lead-trump-missed": _time_for_trumps,
    "lead-trump-dealer": lambda c, x: c.dealer is not None and c.is_mate(c.dealer),
    "lead-trump-guards": lambda c, x: (
        not Counter(x.cards) - Counter(c.held) and _lacked(c, x.cards, c.is_rival)
    ),
    "lead-trump-guards-open": lambda c, x: (
        not Counter(x.cards) - Counter(c.held)
        and _lacked(c, x.cards, lambda seat: not c.is_mate(seat) and not c.is_rival(seat))
    ),
}
FOLLOWS: dict[str, Check] = {
    "join-ahead": lambda c, x: (
        x.cards[0] in c.joins(c.best) and not c.joins(c.made) and c.ahead in (c.dealer, *c.joined)
    ),
    "join-race": lambda c, x: (
        x.cards[0] in c.joins(c.best)
        and not c.joins(c.made)
        and any(call == Call(x.cards[0], c.played[x.cards[0]] + 1) for call in c.calls)
        and c.out[x.cards[0]] > 0
    ),
    "join-early": lambda c, x: x.cards[0] in c.joins(c.made) and not c.joins(c.best),
    "join-wasted": lambda c, x: (
        x.cards[0] in c.joins(c.made)
        and c.nobody_beats(x.cards)
        and c.suit(x.cards) != c.suit(c.led[0].cards)
        and not c.wins(c.made)
    ),
    "partner-overtaken": lambda c, x: c.is_mate(c.ahead) and c.takes(True, False),
    "points-given": lambda c, x: c.is_rival(c.ahead) and c.differs(c.best, c.made, x.points),
    "points-unsure": lambda c, x: _nobody_knows(c) and c.differs(c.best, c.made, x.points),
    "points-unjoined": lambda c, x: _called_held(c) and c.differs(c.best, c.made, x.points),
    "points-in-danger": lambda c, x: (
        c.is_mate(c.ahead)
        and c.differs(c.best, c.made, x.points)
        and c.may_overtake(c.plays[(c.ahead - c.leader) % len(c.hands)])
    ),
    "points-early": lambda c, x: (
        c.takes(True, True) and c.differs(c.best, c.made, x.points) and c.may_overtake(x.cards)
    ),
    "points-kept": lambda c, x: c.is_mate(c.ahead) and c.differs(c.made, c.best, x.points),
    "points-hoped": lambda c, x: (
        c.differs(c.made, c.best, x.points)
        and _lacked(c, c.led[0].cards, lambda s: s in c.behind and c.is_mate(s))
    ),
    "points-as-friend": lambda c, x: (
        _called_held(c) and x.cards[0] in c.held and c.differs(c.made, c.best, x.points)
    ),
    "points-won": lambda c, x: (
        not c.rivals_behind and c.takes(True, True) and points_of(c.best.cards) == x.points
    ),
    "points-on-own": lambda c, x: c.takes(True, True) and c.differs(c.made, c.best, x.points),
    "ruff-missed": lambda c, x: (
        c.is_rival(c.ahead)
        and c.takes(False, True)
        and len(c.of(TRUMP, x.cards)) == len(x.cards) > 0
    ),
    "win-missed": lambda c, x: c.is_rival(c.ahead) and c.takes(False, True),
    "win-open": lambda c, x: _nobody_knows(c) and c.takes(False, True),
    "win-unjoined": lambda c, x: _called_held(c) and c.takes(False, True),
    "win-safer": lambda c, x: (
        c.is_mate(c.ahead)
        and c.takes(False, True)
        and c.may_overtake(c.plays[(c.ahead - c.leader) % len(c.hands)])
    ),
    "win-next-lead": lambda c, x: c.is_mate(c.ahead) and c.takes(False, True),
    "win-in-danger": lambda c, x: c.takes(True, False) and c.may_overtake(x.cards),
    "trump-spent": lambda c, x: (
        c.takes(True, False)
        and not c.is_mate(c.ahead)
        and x.points == sum(points_of(play) for play in c.plays) <= 10
    ),
    "won-dearly": lambda c, x: not c.behind and c.takes(True, True) and _higher(c, c.made, c.best),
    "won-too-high": lambda c, x: c.takes(True, True) and _higher(c, c.made, c.best),
    "won-too-low": lambda c, x: (
        c.takes(True, True)
        and _higher(c, c.best, c.made)
        and bool(c.rivals_behind)
        and _between(c)
        and c.may_overtake(c.made.cards)
    ),
    "won-low-kept": lambda c, x: (
        c.takes(True, True) and _higher(c, c.best, c.made) and not c.rivals_behind
    ),
    "trumps-thrown-away": lambda c, x: (
        c.takes(False, False) and not Counter(x.cards) - Counter(c.of(TRUMP, c.made.cards))
    ),
    "winner-thrown-away": lambda c, x: (
        c.takes(False, False)
        and not Counter(x.cards) - c.more(c.made, c.best)
        and c.nobody_beats(x.cards)
    ),
    "high-thrown-away": lambda c, x: (
        c.takes(False, False)
        and not Counter(x.cards) - c.more(c.made, c.best)
        and len(c.higher_out(x.cards[0])) <= 2
    ),
    "length-kept": lambda c, x: (
        c.takes(False, False) and not Counter(x.cards) - c.more(c.made, c.best) and _long(c, x)
    ),
    "pair-thrown-away": lambda c, x: (
        c.takes(False, False)
        and len(set(x.cards)) == 1 < len(x.cards) == Counter(c.held)[x.cards[0]]
        and not Counter(x.cards) - c.more(c.made, c.best)
    ),
    "discard-from-long": lambda c, x: (
        c.takes(False, False)
        and c.differs(c.made, c.best, 0)
        and Counter(x.cards) == c.more(c.best, c.made)
        and len(c.of(c.suit(x.cards), c.held)) == x.points
        and len(c.of(c.suit(list(c.more(c.made, c.best))), c.held)) < x.points
    ),
    "lower-enough": lambda c, x: (
        c.takes(False, False)
        and Counter(x.cards) == c.more(c.best, c.made)
        and _rank(c, x.cards) < _rank(c, list(c.more(c.made, c.best)))
    ),
    "discard-void": lambda c, x: c.takes(False, False) and c.keeps_no(c.best, x.cards),
}
FOLLOWS["card-spent"] = FOLLOWS["trump-spent"]
CHECKS: dict[str, Check] = {
    **LEADS,
    **FOLLOWS,
    "pair-broken": _split,
    "kitty-void": lambda c, x: (
        not c.of(c.suit(x.cards), list((Counter(c.held) - Counter(c.best.cards)).elements()))
    ),
    **dict.fromkeys(
        (
            *("kitty-trumps", "kitty-points", "kitty-points-kept", "kitty-winner", "kitty-high"),
            "kitty-pair",
        ),
        _kitty,
    ),
    **dict.fromkeys(
        ("call-earlier", "call-higher", "call-void", "call-short", "call-long"), _called
    ),
    **dict.fromkeys(("show-trumps", "show-kept", "land-trumps", "land-kept"), _trumps),
}
"""The check of each reason that says something of the cards."""


class Asked(NamedTuple):
    """The reasons told at a decision, to be checked when the hand is over."""

    case: Case
    found: tuple[Lesson, ...]


class Player:
    """A seat: what it remembers, and what it might do besides."""

    def __init__(self, rules: Rules, seat: int, seed: int) -> None:
        self.seer = RememberingBot(rules, seat)
        self.other = RandomBot(rules, seat, 100 * seed + seat)


def _case(match: Match, seer: RememberingBot, decision: str, made: Answer, best: Answer) -> Case:
    """A decision as the table sees it."""
    hand, seat = match.hand, seer.seat
    assert hand is not None
    playing = hand.phase is Phase.PLAY
    trick = hand.trick
    voids: list[set[int]] = [set() for _ in range(hand.players)]
    for each in hand.all_tricks if playing else ():
        suit = each.lead.suit
        for turn, play in enumerate(each.plays):
            if any(hand.space.suit(card) != suit for card in play):
                voids[(each.leader + turn) % hand.players].add(suit)
    out = Counter(hand.rules.deck) - hand.played - Counter(hand.hands[seat])
    if hand.buried_by == seat:
        out -= Counter(hand.kitty or ())
    return Case(
        space=hand.space,
        seat=seat,
        hands=tuple(map(tuple, hand.hands)),
        out=out,
        plays=() if trick is None else tuple(trick.plays),
        led=() if trick is None else trick.lead.reading,
        leader=seat if trick is None else trick.leader,
        voids=tuple(map(frozenset, voids)),
        dealer=hand.dealer,
        joined=tuple(hand.joined),
        calls=hand.open_calls,
        played=Counter(hand.played),
        friends=hand.rules.teams == "friends",
        rank=hand.ranks[seat],
        suit_shown=hand.trump_so_far.suit,
        decision=decision,
        made=made,
        best=best,
        over=hand.is_declarer,
    )


def _asked(match: Match, player: Player, good: Command | None) -> Iterator[Asked]:
    """Answers held against each other, both ways."""
    due = due_of(match.hand, player.seer.seat) if match.hand is not None else None
    if due is None or due.decision == "redeal":
        return
    answers = [answer_of(good)]
    if due.decision in ("show", "land"):
        answers += [Answer(cards) for cards in ((), *due.options[:2])]
    else:
        answers += [answer_of(player.other.decide(due)) for _ in range(2)]
    for made in answers:
        for best in answers:
            same = Counter(made.cards) == Counter(best.cards) and set(made.calls) == set(best.calls)
            if not same:
                found = lessons(player.seer, due.decision, made, best)
                yield Asked(_case(match, player.seer, due.decision, made, best), found)


def _hand(rules: Rules, seed: int) -> Iterator[Asked]:
    """All that is said in a hand, when it is over."""
    chance, match = Random(seed), Match(rules)
    players = [Player(rules, seat, seed) for seat in range(rules.players)]
    asked: list[Asked] = []

    def do(command: Command) -> None:
        events = match.do(command)
        for event in events:
            for seat, player in enumerate(players):
                for bot in (player.seer, player.other):
                    bot.observe(view(event, seat))

    do(shuffled(rules, chance))
    hand = match.hand
    assert hand is not None
    while not hand.is_over:
        done: Command | None = None
        for player in players:
            due = due_of(hand, player.seer.seat)
            if due is None:
                continue
            done = player.seer.decide(due)
            asked += _asked(match, player, done)
            if isinstance(done, Play | Bury | CallFriends) and chance.random() < AT_RANDOM:
                done = player.other.decide(due)
            if done is not None:
                break
        do(goes_on(hand) if done is None else done)
    yield from asked


@cache
def _told(system: str) -> tuple[tuple[Case, Lesson], ...]:
    """Every reason that some hands of a system give, with what it is said of."""
    rules = rules_from(SYSTEMS[system])
    return tuple(
        (asked.case, lesson)
        for seed in (range(1, 8) if all_are_made() else SEEDS[system])
        for asked in _hand(rules, seed)
        for lesson in asked.found
        if lesson.key not in BARE
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_reason_says_is_so(system: str) -> None:
    told = _told(system)
    wrong = [(told_lesson(x), x, case) for case, x in told if not CHECKS[x.key](case, x)]
    assert len(told) > 100 and not wrong, wrong[0]


def test_every_reason_is_said_and_checked() -> None:
    said = {lesson.key for system in SYSTEMS for _, lesson in _told(system)}
    happened = {"throw-stopped"}
    assert set(CHECKS) == texts("lessons").keys() - BARE - {"why", "why-best", "both"} - happened
    assert not set(CHECKS) - said, "the seeds are such that each one is"
