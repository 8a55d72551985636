"""Following a lead: duties, legality with reasons, forced cards, all legal plays.

All answers come from the requirement ladder (`shengji.play.ladder`) (Z21 §3.7.2, §4.3). The only
further rule is that a player who can beat a failed throw may have to do so (PAG).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice, takewhile
from typing import Literal

import msgspec

from shengji.cards import Card, Trump, check_cards, lacking, minus
from shengji.play.columns import TIMES, WIDEST, columns_of, columns_of_units, fits, next_placement
from shengji.play.jit import Matrix, Words
from shengji.play.ladder import (
    asks_tractors,
    counts_sets,
    has_whole,
    judge_follow,
    matches,
    meets,
    most_tractors,
    owed,
    protects,
    rung_of,
    shields,
    widest_of,
)
from shengji.play.space import MOST_CARDS_FIRST, OPTIONS, SAME_LENGTH, Space, as_table, space_of
from shengji.play.units import Reading, default_reading, name_cards, placed_table
from shengji.rules import RulesLike, rules_from

FollowFault = Literal["count", "not-held", "suit", "structure", "beat"]
"""Reasons for which a follow is illegal.

In this order: a wrong number of cards; cards that are not in the hand; cards of the suit held back;
owed structure held back; not higher than a lead that must be beaten.
"""


_FAULTS: tuple[FollowFault | None, ...] = (None, "suit", "structure")
"""Reasons by the result code of `judge_follow`."""


class Owed(msgspec.Struct, frozen=True):
    """The duty of a follower on a lead.

    Attributes:
        suit: the effective suit that was led.
        size: number of cards to play.
        of_suit: number of them that must be of that suit.
        rung: the units that must be among them, longest first, as (width, length, times), without
            singles. It is the full lead at best, and less if the hand has less.
        beat: whether the cards must form a higher unit than the lead.
    """

    suit: int
    size: int
    of_suit: int
    rung: tuple[tuple[int, int, int], ...]
    beat: bool = False


def follows(
    rules: RulesLike, trump: Trump, lead: Sequence[Card], hand: Sequence[Card]
) -> Iterator[tuple[Card, ...]]:
    """Generate every legal follow of a lead, once each, high to low.

    The lead is read in its usual way (Z21 §3.7.1), and no card has been played before it.

    Args:
        rules: the rules of the game.
        trump: the trumps of the hand.
        lead: the cards that were led, all of one effective suit.
        hand: the follower's cards.

    Raises:
        ValueError: the lead is empty or has several suits, or the hand has fewer cards.

    >>> from shengji.cards import Rank, Suit, read_cards, write_cards
    >>> lead, hand = read_cards("9S 9S"), read_cards("KS KS QS 7S 7S")
    >>> found = follows("tractor", Trump(Rank("2"), Suit("H")), lead, hand)
    >>> [write_cards(play) for play in found]
    ['KS KS', '7S 7S']
    """
    check_cards((*lead, *hand))
    space = space_of(rules_from(rules), trump)
    suits = {space.suit(card) for card in lead}
    if len(suits) != 1:
        raise ValueError(f"a lead has cards of one suit, not of {len(suits)}")
    if len(hand) < len(lead):
        raise ValueError(f"{len(hand)} cards cannot follow a lead of {len(lead)}")
    return Lead(space, default_reading(space, lead)).follows(hand)


class Lead:
    """A lead in one hand's strength space, with everything that a follower can ask about it.

    `reading` is the reading of the lead: a whole lead of one suit (Z21 §3.7.1). `units` are its
    units for the kernels, as rows of `shengji.play.position.Position.lead`.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.play.units import default_reading
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> lead = Lead(space, default_reading(space, read_cards("9S 9S 10S 10S")))
    >>> hand = read_cards("3S 3S 4S 4S 6S 6S KS")
    >>> lead.owed(hand).rung
    ((2, 2, 1),)
    >>> lead.fault(hand, read_cards("3S 3S 6S 6S"))
    'structure'
    >>> write_cards(lead.forced(hand))
    '4S 4S 3S 3S'
    """

    def __init__(self, space: Space, reading: Reading) -> None:
        self.space = space
        self.reading = reading
        self.cards: tuple[Card, ...] = tuple([card for unit in reading for card in unit.cards])
        self.size = len(self.cards)
        self.suit = space.suit(self.cards[0])
        self.units = placed_table(space, reading)

    @cached_property
    def _protects(self) -> bool:
        """Whether tuples are protected from the lead."""
        return bool(protects(self.space.table, self.units, self.space.decks))

    def for_challenger(self) -> Lead:
        """The lead for the player who challenged a throw and must beat this unit of it (PAG).

        >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
        >>> from shengji.play.space import space_of
        >>> from shengji.play.units import default_reading
        >>> from shengji.rules import Rules
        >>> space = space_of(Rules(), Trump(Rank("4"), Suit("C")))
        >>> lead = Lead(space, default_reading(space, read_cards("JH"))).for_challenger()
        >>> hand = read_cards("KH 10H 3C")
        >>> lead.fault(hand, read_cards("10H"))
        'beat'
        >>> write_cards(lead.forced(hand))
        'KH'
        """
        return _ChallengedLead(self.space, self.reading)

    def owed(self, hand: Sequence[Card]) -> Owed:
        """The duty of a player with this hand."""
        rung = self._rung(hand)
        held = sum(1 for card in hand if self.space.suit(card) == self.suit)
        return Owed(
            self.suit,
            self.size,
            min(self.size, held),
            tuple((int(w), int(n), int(times)) for w, n, times in rung),
        )

    def _rung(self, hand: Sequence[Card]) -> Matrix:
        table: Matrix = owed(self.space.table, self.suit, self.units, self.space.words(hand))
        return table

    def must_beat(self, hand: Sequence[Card]) -> bool:
        """Whether a player with this hand must play a higher unit (PAG)."""
        return False

    def fault(
        self, hand: Sequence[Card], play: Sequence[Card], held: Words | None = None
    ) -> FollowFault | None:
        """The reason against a play from this hand; `None` when it is legal.

        `held` are the words of the hand, if the caller has them and knows that the cards are in it.
        """
        if len(play) != self.size:
            return "count"
        if held is None:
            if lacking(play, hand):
                return "not-held"
            held = self.space.words(hand)
        played = self.space.known_words(play)
        code = judge_follow(self.space.table, self.suit, self.size, self.units, held, played)
        return _FAULTS[int(code)]

    def forced(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in every legal play, high to low."""
        of_suit, others = self._split(hand)
        if len(of_suit) <= self.size:
            # The missing cards come from other suits. They include each card with more copies than
            # can be left in the hand.
            left = len(others) - (self.size - len(of_suit))
            for card, copies in Counter(others).items():
                of_suit += [card] * (copies - left)
            return tuple(self.space.sort(of_suit))
        rung = self._rung(hand)
        forced: list[Card] = []
        held = Counter(of_suit)
        for card, copies in held.items():
            without = [other for other in of_suit if other != card]
            for kept in range(copies + 1):
                rest_of_hand = without + [card] * kept
                if len(rest_of_hand) >= self.size and self._can_meet(rest_of_hand, rung):
                    forced += [card] * kept
                    break
        return tuple(self.space.sort(forced))

    def unplayable(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in no legal play, each once, high to low.

        >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
        >>> from shengji.play.space import space_of
        >>> from shengji.play.units import default_reading
        >>> from shengji.rules import Rules
        >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
        >>> lead = Lead(space, default_reading(space, read_cards("9S 9S")))
        >>> write_cards(lead.unplayable(read_cards("KS KS QS 7S 7S 3D")))
        'QS 3D'
        """
        of_suit, others = self._split(hand)
        if len(of_suit) < self.size:
            return ()
        unplayable = set(others)
        rung = self._rung(hand)
        # A play with a card that is not owed has room for any card of the suit.
        if len(of_suit) > self.size == sum(int(w * n * times) for w, n, times in rung):
            unplayable.update(set(of_suit) - self._usable(of_suit, rung))
        return tuple(self.space.sort(unplayable))

    def _usable(self, of_suit: Sequence[Card], rung: Matrix) -> set[Card]:
        """The cards of the suit in plays that consist of the rung alone."""
        usable: set[Card] = set()
        cards = self._in_units(of_suit)
        for row in range(len(rung)):
            rest = _without_one(rung, row)
            for unit in self._units(cards, rung[row]):
                if not usable.issuperset(unit) and self._has_room(minus(cards, unit), rest):
                    usable.update(unit)
        return usable

    def _in_units(self, of_suit: Sequence[Card]) -> list[Card]:
        """The cards without the copies that no play has beside a unit of the same card."""
        most = int(widest_of(self.units)) if self._protects else WIDEST
        return [card for card, n in Counter(of_suit).items() for _ in range(min(n, most))]

    def _units(self, cards: Sequence[Card], shape: Matrix) -> Iterator[tuple[Card, ...]]:
        """The units of a row (width, length, times) of a rung among cards of the suit."""
        width, length, _ = map(int, shape)
        columns = columns_of(self.space.table, self.suit, self.space.words(cards))
        return placements(self.space, self.suit, columns, width, length)

    def offending(self, hand: Sequence[Card], play: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of an illegal play that have to give way to others, high to low.

        The largest units of the play are kept as far as a legal play has them. `play` must have as
        many cards as the lead, all of them from the hand; the result is empty for a legal play.

        >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
        >>> from shengji.play.space import space_of
        >>> from shengji.play.units import default_reading
        >>> from shengji.rules import Rules
        >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
        >>> lead = Lead(space, default_reading(space, read_cards("9S 9S 10S 10S")))
        >>> hand = read_cards("3S 3S 4S 4S 6S 6S KS")
        >>> write_cards(lead.offending(hand, read_cards("4S 4S 6S 6S")))
        '6S 6S'
        """
        if self.fault(hand, play) is None:
            return ()
        rest = Counter(play) - Counter(self._nearest(hand, play))
        return tuple(self.space.sort(rest.elements()))

    def _nearest(self, hand: Sequence[Card], play: Sequence[Card]) -> list[Card]:
        """The cards of a legal play that has much of another one; fewer where others may follow."""
        of_suit, _ = self._split(hand)
        chosen, others = self._split(play)
        if len(of_suit) <= self.size:
            return of_suit + others[: self.size - len(of_suit)]
        nearest: list[Card] = []
        cards, rung = self._in_units(of_suit), self._rung(hand)
        while len(rung) > 0:
            rest = _without_one(rung, 0)
            wanted = [*(Counter(chosen) - Counter(nearest)).elements()]
            units = sorted(self._units(cards, rung[0]), key=lambda unit: -_common(unit, wanted))
            unit = next(one for one in units if self._has_room(minus(cards, one), rest))
            nearest += unit
            cards, rung = minus(cards, unit), rest
        copies, in_units = Counter(chosen), frozenset(nearest)
        together = Counter(self._in_units(chosen))
        for card in sorted(self.space.sort(chosen), key=lambda card: -copies[card]):
            most = together[card] if card in in_units else copies[card]
            if len(nearest) < self.size and nearest.count(card) < most:
                nearest.append(card)
        return nearest

    def _split(self, hand: Sequence[Card]) -> tuple[list[Card], list[Card]]:
        of_suit = [card for card in hand if self.space.suit(card) == self.suit]
        return of_suit, [card for card in hand if self.space.suit(card) != self.suit]

    def _has_room(self, cards: Sequence[Card], rung: Matrix) -> bool:
        """Whether the cards have room for the rung, regardless of protection."""
        words = self.space.words(cards)
        return bool(matches(self.space.table, self.suit, rung, words, WIDEST))

    def _meets(self, play: Sequence[Card], rung: Matrix) -> bool:
        words = self.space.words(play)
        return bool(meets(self.space.table, self.suit, self.units, rung, words))

    def _can_meet(self, cards: Sequence[Card], rung: Matrix) -> bool:
        """Whether these cards of the suit allow a play that meets the rung."""
        if not self._protects or len(rung) == 0:
            return self._has_room(cards, rung)
        # Wide stacks are kept whole or broken; a broken one leaves some copies unplayed.
        widest = int(widest_of(self.units))
        wide = {card: n for card, n in Counter(cards).items() if n > widest}
        for count in range(len(wide) + 1):
            for broken in combinations(wide, count):
                unplayed = sum(wide[card] - widest for card in broken)
                if len(cards) - unplayed >= self.size:
                    kept = Counter(cards) - Counter(
                        {card: n - widest if card in broken else n for card, n in wide.items()}
                    )
                    if self._has_room(list(kept.elements()), rung):
                        return True
        return False

    def follows(
        self, hand: Sequence[Card], having: Sequence[Card] = ()
    ) -> Iterator[tuple[Card, ...]]:
        """Generate every legal play from this hand that contains the cards `having`, once each.

        Each play is high to low.

        >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
        >>> from shengji.play.space import space_of
        >>> from shengji.play.units import default_reading
        >>> from shengji.rules import Rules
        >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
        >>> lead = Lead(space, default_reading(space, read_cards("9S 9S")))
        >>> hand = read_cards("KS KS QS 7S 7S")
        >>> [write_cards(play) for play in lead.follows(hand)]
        ['KS KS', '7S 7S']
        >>> [write_cards(play) for play in lead.follows(hand, having=read_cards("7S"))]
        ['7S 7S']
        >>> list(lead.follows(hand, having=read_cards("QS")))
        []
        """
        if having and (len(having) > self.size or lacking(having, hand)):
            return
        of_suit, others = self._split(hand)
        _, wanted = self._split(having)
        if len(of_suit) <= self.size:
            fixed = (*of_suit, *wanted)
            if len(fixed) > self.size:
                return
            free = self.space.sort(minus(others, wanted))
            for rest in choices(free, self.size - len(fixed)):
                yield tuple(self.space.sort(fixed + rest))
            return
        if wanted:
            return
        rung = self._rung(hand)
        kinds = list(Counter(self.space.sort(of_suit)).items())
        least = Counter(having)
        if having:
            # The cards in `having` come first, so that dead ends are found early.
            kinds.sort(key=lambda kind: not least[kind[0]])
        later = [sum(copies for _, copies in kinds[i:]) for i in range(len(kinds) + 1)]
        due = [len(having)]
        for card, _ in kinds:
            due.append(due[-1] - least[card])

        # By the number of copies of a card, the minimum that cannot be part of the owed units.
        widths = {int(row[0]) for row in rung}
        wasted = [taken - _most_used(taken, widths) for taken in range(self.space.decks + 1)]
        if self._protects:
            widest = int(widest_of(self.units))
            wasted[widest + 1 :] = range(widest + 1, self.space.decks + 1)

        def search(index: int, chosen: tuple[Card, ...], spare: int) -> Iterator[tuple[Card, ...]]:
            """The plays that begin with `chosen`; up to `spare` more may be unowed."""
            missing = self.size - len(chosen)
            if missing == 0 or index == len(kinds):
                if self._meets(chosen, rung):
                    yield tuple(self.space.sort(chosen)) if having else chosen
                return
            card, copies = kinds[index]
            ahead = [c for c, n in kinds[index + 1 :] for _ in range(n)]
            for taken in range(min(copies, missing - due[index + 1]), least[card] - 1, -1):
                if later[index + 1] < missing - taken:
                    return
                left = spare - wasted[taken]
                picked = chosen + (card,) * taken
                # Leaving a card out can make the structure impossible: stop the search there.
                if left >= 0 and (taken == copies or self._has_room([*picked, *ahead], rung)):
                    yield from search(index + 1, picked, left)

        spare_cards = self.size - sum(int(w * n * times) for w, n, times in rung)
        yield from search(0, (), spare_cards)

    def count(self, hand: Sequence[Card], most: int) -> int:
        """Number of legal plays, counted up to `most`."""
        of_suit, others = self._split(hand)
        if len(of_suit) <= self.size:
            return min(most, count_choices(others, self.size - len(of_suit)))
        if len(self._rung(hand)) == 0:
            return min(most, count_choices(of_suit, self.size))
        return sum(1 for _ in islice(self.follows(hand), most))


def placements(
    space: Space, suit: int, columns: Matrix, width: int, length: int
) -> Iterator[tuple[Card, ...]]:
    """Generate all units of a shape in the columns of a suit, high to low; they may overlap."""
    placement = next_placement(columns, width, length, -1)
    while placement >= 0:
        top = columns.shape[0] - 1 - (placement >> 8)
        yield name_cards(space, suit, (width, length, top, placement & 255)).cards
        placement = next_placement(columns, width, length, placement)


def _common(cards: Iterable[Card], others: Iterable[Card]) -> int:
    """Number of cards that are in both."""
    return (Counter(cards) & Counter(others)).total()


def _without_one(rung: Matrix, row: int) -> Matrix:
    """The rung without one unit of a row."""
    rest = rung.copy()
    rest[row, TIMES] -= 1
    return rest[rest[:, TIMES] > 0]


class _ChallengedLead(Lead):
    """One unit of a failed throw, for the player who must beat it.

    A hand without a higher unit follows as usual.
    """

    def _higher(self, hand: Sequence[Card]) -> list[tuple[Card, ...]]:
        """The units of the hand that beat the lead, each high to low."""
        space, (unit,) = self.space, self.reading
        of_suit, _ = self._split(hand)
        own = space.column(unit.cards[0])
        if unit.width == 1:
            return [(c,) for c in dict.fromkeys(space.sort(of_suit)) if space.column(c) > own]
        columns = columns_of(space.table, self.suit, space.words(of_suit))
        units = placements(space, self.suit, columns, unit.width, unit.length)
        return list(takewhile(lambda cards: space.column(cards[0]) > own, units))

    def owed(self, hand: Sequence[Card]) -> Owed:
        if not self._higher(hand):
            return super().owed(hand)
        (unit,) = self.reading
        rung = ((unit.width, unit.length, 1),) if unit.width > 1 else ()
        return Owed(self.suit, self.size, self.size, rung, beat=True)

    def must_beat(self, hand: Sequence[Card]) -> bool:
        return bool(self._higher(hand))

    def fault(
        self, hand: Sequence[Card], play: Sequence[Card], held: Words | None = None
    ) -> FollowFault | None:
        fault = super().fault(hand, play, held)
        higher = self._higher(hand)
        if fault is None and higher and tuple(self.space.sort(play)) not in higher:
            return "beat"
        return fault

    def forced(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        higher = self._higher(hand)
        if not higher:
            return super().forced(hand)
        in_all = Counter(higher[0])
        for play in higher[1:]:
            in_all &= Counter(play)
        return tuple(self.space.sort(in_all.elements()))

    def unplayable(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        higher = self._higher(hand)
        if not higher:
            return super().unplayable(hand)
        return tuple(self.space.sort(set(hand).difference(*higher)))

    def _nearest(self, hand: Sequence[Card], play: Sequence[Card]) -> list[Card]:
        higher = self._higher(hand)
        if not higher:
            return super()._nearest(hand, play)
        return list(max(higher, key=lambda unit: _common(unit, play)))

    def follows(
        self, hand: Sequence[Card], having: Sequence[Card] = ()
    ) -> Iterator[tuple[Card, ...]]:
        higher = self._higher(hand)
        if not higher:
            return super().follows(hand, having)
        return (play for play in higher if not lacking(having, play))

    def count(self, hand: Sequence[Card], most: int) -> int:
        higher = self._higher(hand)
        return min(most, len(higher)) if higher else super().count(hand, most)


def shapes_lacking(lead: Lead, play: Sequence[Card]) -> set[tuple[int, int]]:
    """The shapes (width, length) that a player who has followed certainly lacks.

    `play` is all of the suit led, and reaches the best rung that the hand could reach. A unit with
    room in the lead, next to the units of that rung that precede it, cannot be in the hand: it
    would have given a better rung. Only the smallest such shapes are returned.

    Protected structure can be hidden, so it proves no void. Where tractors need not be followed
    with tractors, no tractors are known to be lacking, nor more of them than can be owed. Where
    only tractors of the same shape are owed, the result says nothing about other shapes. Where
    played ranks are skipped, results on tractors hold for this trick only, since cards may become
    consecutive later.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.play.units import default_reading
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> lead = Lead(space, default_reading(space, read_cards("9S 9S 10S 10S")))
    >>> shapes_lacking(lead, read_cards("3S 3S 6S 6S"))
    {(2, 2)}
    >>> shapes_lacking(lead, read_cards("3S 3S 6S 7S"))
    {(2, 1)}
    """
    space, units = lead.space, lead.units
    widest = int(widest_of(units))
    if shields(space.table, units, space.decks):
        return set()
    longest = max(unit.length for unit in lead.reading)
    if not asks_tractors(space.table, units):
        longest = 1
    led = columns_of_units(units)
    whole = bool(space.table[OPTIONS, SAME_LENGTH])
    tractors = int(most_tractors(space.table, units))
    played = columns_of(space.table, lead.suit, space.words(play))
    rung = rung_of(space.table, units, played)
    reached = [(int(w), int(n), int(times)) for w, n, times in rung]
    most_cards = bool(space.table[OPTIONS, MOST_CARDS_FIRST])
    sets = bool(counts_sets(space.table))

    def standing(width: int, length: int) -> tuple[int, int]:
        """Sort key of a unit: greater for a unit that is owed earlier."""
        return (width * length, width) if most_cards else (width, length)

    found: set[tuple[int, int]] = set()
    for length in range(1, longest + 1):
        for width in range(2, widest + 1):
            if any(w <= width and n <= length for w, n in found):
                continue
            if whole and length > 1 and not has_whole(led, width, length):
                continue
            own = standing(width, length)
            wanted = Counter({(w, n): t for w, n, t in reached if standing(w, n) >= own})
            wanted[width, length] += 1
            shorter = sum(t for w, n, t in reached if w == width and 1 < n < length)
            if sets and shorter:
                # It would have been owed in place of a shorter unit, next to the other units.
                wanted[width, 2] += shorter - 1
            if length > 1 and sum(t for (_, n), t in wanted.items() if n > 1) > tractors:
                continue
            rows = [(w, n, times) for (w, n), times in wanted.items()]
            if fits(led, as_table(rows, 3)):
                found.add((width, length))
    return found


def _most_used(copies: int, widths: set[int]) -> int:
    """Maximum number of `copies` of a card that tuples of these widths can take."""
    best = [0] * (copies + 1)
    for n in range(1, copies + 1):
        best[n] = max([best[n - 1], *(w + best[n - w] for w in widths if w <= n)])
    return best[copies]


def choices(cards: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
    """Generate all distinct sets of `size` of the cards, each in the order of `cards`."""
    kinds = list(Counter(cards).items())

    def search(index: int, chosen: tuple[Card, ...], left: int) -> Iterator[tuple[Card, ...]]:
        missing = size - len(chosen)
        if missing == 0:
            yield chosen
        elif left >= missing:
            card, copies = kinds[index]
            for taken in range(min(copies, missing), -1, -1):
                yield from search(index + 1, chosen + (card,) * taken, left - copies)

    yield from search(0, (), len(cards))


def count_choices(cards: Sequence[Card], size: int) -> int:
    """Number of distinct sets of `size` of the cards."""
    ways = [1] + [0] * size
    for copies in Counter(cards).values():
        ways = [sum(ways[n - k] for k in range(min(copies, n) + 1)) for n in range(size + 1)]
    return ways[size]
