"""The rules of play once more, said as plainly as can be and tried out by brute force.

This is no second implementation to play with: it takes exponential time, and is there for the
tests to compare with on small hands. It knows nothing of spaces, ladders, columns or searches: a
`House` says what the texts say of the ranking and of what is consecutive, and everything else is
tried out.

A *piece* is a unit as a bag of cards. A *shape* is (width, length). A *rung* is a tuple of the
shapes that are not single, longest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

from shengji.cards import CARDS, Card, Rank, Trump
from shengji.play.space import Space, space_of
from shengji.play.units import Reading, Unit
from shengji.rules import Rules

TRUMP = 4

Shape = tuple[int, int]
Rung = tuple[Shape, ...]
Stacks = tuple[tuple[int, ...], ...]
"""For each strength, weak to strong, how often each of its equal cards is held."""


class House:
    """The ranking of the cards under some rules and trump, card by card (Z21 §3.3)."""

    def __init__(self, rules: Rules, trump: Trump, gone: frozenset[Card] = frozenset()) -> None:
        self.rules = rules
        self.trump = trump
        self.gone = gone
        self.decks = rules.deck_count
        self.fused = rules.consecutive == "nothing-between"
        kinds = [(card, *self._ranked(card)) for card in CARDS]
        self.suits = {card: suit for card, suit, _ in kinds}
        self.strengths = {card: strength for card, _, strength in kinds}
        self.levels: list[list[list[Card]]] = []
        for suit in range(5):
            found: dict[tuple[int, int], list[Card]] = {}
            for card, its_suit, strength in kinds:
                if its_suit == suit:
                    found.setdefault(strength, []).append(card)
            # "a tractor to skip ranks of which all the cards have already been played" (PAG)
            skipped = gone if rules.consecutive == "skip-played" else frozenset()
            levels = [found[strength] for strength in sorted(found)]
            levels = [level for level in levels if not skipped.issuperset(level)]
            if suit == TRUMP and rules.consecutive == "suit-ranks":
                levels = self._apart(levels)
            self.levels.append(levels)

    @cached_property
    def space(self) -> Space:
        return space_of(self.rules, self.trump, self.gone)

    def _apart(self, levels: list[list[Card]]) -> list[list[Card]]:
        """The strengths of the trumps with a gap wherever neighbours are not consecutive (BOT)."""
        kept: list[list[Card]] = []
        for level in levels:
            if kept:
                one, other = self.strengths[kept[-1][0]][0], self.strengths[level[0]][0]
                both_plain, both_jokers = one == other == 0, (one, other) == (5, 6)
                if not both_plain and not both_jokers:
                    kept.append([])
            kept.append(level)
        return kept

    def _ranked(self, card: Card) -> tuple[int, tuple[int, int]]:
        """The effective suit, and what is compared within it."""
        rules, trump = self.rules, self.trump
        own = card.suit is trump.suit and card.suit is not None
        if card is Card.H5 and rules.red_fives != "none":
            return TRUMP, (8, 0)
        if card is Card.D5 and rules.red_fives == "hearts-and-diamonds":
            return TRUMP, (7, 0)
        if card is Card.BIG_JOKER:
            return TRUMP, (6, 0)
        if card is Card.SMALL_JOKER:
            return TRUMP, (5, 0)
        if card.rank is trump.rank and (trump.suit or rules.no_trump_rank_cards == "trump"):
            return TRUMP, (4 if own else 3, 0)
        if card.rank is Rank.TWO and rules.permanent_twos:
            return TRUMP, (2 if own else 1, 0)
        assert card.suit is not None and card.rank is not None
        return TRUMP if own else card.suit.order, (0, card.rank.order)

    def is_run(self, kinds: Iterable[Card]) -> bool:
        """Whether two or more different cards of one suit are consecutive."""
        chosen = set(kinds)
        (suit,) = {self.suits[card] for card in chosen}
        ranked = [self.strengths[card] for card in chosen]
        if self.fused:
            # "no other cards strictly in between the highest and lowest" (Z21 footnote 5)
            return all(
                card in chosen
                for card in CARDS
                if self.suits[card] == suit and min(ranked) < self.strengths[card] < max(ranked)
            )
        # "of adjacent and distinct rank" (Z21 §4.1)
        levels = sorted(
            number
            for number, cards in enumerate(self.levels[suit])
            for card in cards
            if card in chosen
        )
        return levels == list(range(levels[0], levels[0] + len(chosen)))


def longer(shape: Shape) -> tuple[int, int]:
    """The order of length: more cards; of as many cards the longer tuples (Z21 §6.5)."""
    width, length = shape
    return width * length, width


def ordered(house: House, rung: Rung) -> Rung:
    """The units in the order in which they are owed."""
    if house.rules.follow_order == "most-cards":
        # "failing that a shorter tractor" (PAG, Game with three decks)
        return tuple(sorted(rung, key=longer, reverse=True))
    # "play pairs if they have no triples" (Z21 §6.5); "n consecutive pairs [...] if possible,
    # otherwise n - 1" (Z21 §4.3)
    return tuple(sorted(rung, reverse=True))


def standing(house: House, rung: Rung) -> tuple[object, ...]:
    """The order of rungs: the first unit, then the next; going on is better."""
    units, rules = ordered(house, rung), house.rules
    if rules.follow_order == "most-cards":
        return tuple(map(longer, units))
    if rules.tractors_pulled == "as-many-as-fit" or rules.following == "same-length":
        return units
    # "As many sets of consecutive pairs as possible [...], matching lengths as much as possible,
    # [...] PLUS as many pairs as possible" (Z21 §4.3), and so for triples, which go first (§6.5)
    found: list[object] = []
    for width in range(6, 1, -1):
        lengths = [length for w, length in units if w == width]
        found += [sum(length > 1 for length in lengths), lengths]
    return tuple(found)


def shapes_of(lead: Reading) -> tuple[Shape, ...]:
    return tuple(unit.shape for unit in lead)


def suit_of(house: House, lead: Reading) -> int:
    return house.suits[lead[0].cards[0]]


def stacks(house: House, suit: int, cards: Iterable[Card]) -> Stacks:
    """The cards of a suit as stacks, from the lowest strength held to the highest."""
    held = Counter(card for card in cards if house.suits[card] == suit)
    found = [tuple(sorted(held[card] for card in level)) for level in house.levels[suit]]
    while found and not any(found[-1]):
        found.pop()
    while found and not any(found[0]):
        found.pop(0)
    return tuple(found)


Cell = tuple[int, int]
"""A stack: which strength, and which of its equal cards."""


@lru_cache(maxsize=2_000)
def runs(kinds: tuple[int, ...], fused: bool) -> list[tuple[Cell, ...]]:
    """All sets of two or more stacks that are consecutive; `kinds` counts the equal cards."""
    cells = [(level, kind) for level, count in enumerate(kinds) for kind in range(count)]
    found = []
    for size in range(2, len(cells) + 1):
        for some in combinations(cells, size):
            levels = [level for level, _ in some]
            inside = [cell for cell in cells if levels[0] < cell[0] < levels[-1]]
            neighbours = levels == list(range(levels[0], levels[0] + size))
            if set(inside) <= set(some) if fused else neighbours:
                found.append(some)
    return found


@lru_cache(maxsize=50_000)
def units_in(held: Stacks, fused: bool) -> list[tuple[Shape, tuple[Cell, ...]]]:
    """Every unit that is not single."""
    tuples = [((level, kind),) for level, copies in enumerate(held) for kind in range(len(copies))]
    found = []
    for cells in (*tuples, *runs(tuple(map(len, held)), fused)):
        most = min(held[level][kind] for level, kind in cells)
        found += [((width, len(cells)), cells) for width in range(2, most + 1)]
    return found


def without(held: Stacks, cells: Iterable[Cell], width: int) -> Stacks:
    left = [list(copies) for copies in held]
    for level, kind in cells:
        left[level][kind] -= width
    return tuple(tuple(sorted(copies)) for copies in left)


@lru_cache(maxsize=200_000)
def rungs(held: Stacks, fused: bool) -> frozenset[Rung]:
    """All multisets of units that can be found in the cards, none sharing a card."""
    found: set[Rung] = {()}
    for shape, cells in units_in(held, fused):
        for rest in rungs(without(held, cells, shape[0]), fused):
            found.add(tuple(sorted((shape, *rest), key=longer, reverse=True)))
    return frozenset(found)


@lru_cache(maxsize=10_000)
def rungs_of_lead(shapes: tuple[Shape, ...]) -> frozenset[Rung]:
    """All multisets of units into which the units of a lead can be cut, each within itself."""
    found: set[Rung] = {()}
    for width, length in shapes:
        parts = rungs(((width,),) * length, False)
        found = {
            tuple(sorted((*some, *part), key=longer, reverse=True))
            for some in found
            for part in parts
        }
    return frozenset(found)


def reached(house: House, lead: Reading, cards: Sequence[Card]) -> frozenset[Rung]:
    """The rungs of the lead that the cards reach."""
    if house.rules.protected_tuples:
        # "they are not obligated to play two cards from a triple" (Z21 footnote 11)
        widest = max(unit.width for unit in lead)
        cards = [card for card in cards if cards.count(card) <= widest]
    found = rungs(stacks(house, suit_of(house, lead), cards), house.fused)
    shared = rungs_of_lead(shapes_of(lead)) & found
    if house.rules.tractors_pulled == "as-led":
        # "up to the total number of sets of consecutive pairs in the combination led" (Z21 §4.3)
        most = sum(unit.length > 1 for unit in lead)
        shared = frozenset(r for r in shared if sum(length > 1 for _, length in r) <= most)
    throws = house.rules.following == "lone-tractors" and len(lead) > 1
    if throws or house.rules.following == "tuples":
        # "the same number of singles and pairs" (Z16 §7.5); "playing identical pairs (not
        # necessarily consecutive)" (PAG)
        shared = frozenset(r for r in shared if all(length == 1 for _, length in r))
    if house.rules.following == "suit":
        shared = frozenset({()})  # a house rule
    if house.rules.following == "same-length":
        # "有可以应手的牌型": a tractor as long as the one led (BOT)
        own = set(shapes_of(lead))
        shared = frozenset(r for r in shared if all(s[1] == 1 or s in own for s in r))
    return shared


def best_rung(house: House, lead: Reading, cards: Sequence[Card]) -> Rung:
    """The best rung of the lead that the cards reach."""
    best = max(reached(house, lead, cards), key=lambda rung: standing(house, rung))
    return ordered(house, best)


def asked(house: House, lead: Reading, hand: Sequence[Card]) -> list[Card]:
    """The cards of a hand that are asked for more than singles, where tractors are protected."""
    if not house.rules.protected_tractors or any(unit.length > 1 for unit in lead):
        return list(hand)
    pairs = [card for card, copies in Counter(hand).items() if copies > 1]
    kept = {
        card
        for one, other in combinations(pairs, 2)
        if house.suits[one] == house.suits[other] and house.is_run([one, other])
        for card in (one, other)
    }
    return [card for card in hand if card not in kept]


def choices(cards: Sequence[Card], size: int) -> set[tuple[Card, ...]]:
    """All distinct sets of `size` of the cards, each in the order of `Card.index`."""
    return set(combinations(sorted(cards, key=lambda card: card.index), size))


def is_legal(house: House, lead: Reading, hand: Sequence[Card], play: Sequence[Card]) -> bool:
    """Whether a play of the right size from the hand follows the lead (Z21 §4.3)."""
    suit = suit_of(house, lead)
    held = sum(house.suits[card] == suit for card in hand)
    played = sum(house.suits[card] == suit for card in play)
    if played < min(held, len(play)):
        return False
    if held <= len(play):
        return True
    owed = best_rung(house, lead, asked(house, lead, hand))
    if house.rules.protected_tuples or house.rules.protected_tractors:
        # What need not be broken may be, but what is owed is owed.
        return owed in reached(house, lead, play)
    return standing(house, best_rung(house, lead, play)) >= standing(house, owed)


def _matchings(held: Stacks, shapes: Sequence[Shape], fused: bool) -> Iterator[tuple[int, ...]]:
    """The top strengths of the shapes, equal ones high to low, in every way to find them all."""
    if not shapes:
        yield ()
        return
    shape = shapes[0]
    if shape == (1, 1):
        # Only singles are left, and no other cards.
        yield tuple(n for n in range(len(held) - 1, -1, -1) for _ in range(sum(held[n])))
        return
    for found, cells in units_in(held, fused):
        if found == shape:
            for tops in _matchings(without(held, cells, shape[0]), shapes[1:], fused):
                top = cells[-1][0]
                if len(shapes) == 1 or shapes[1] != shape or tops[0] <= top:
                    yield (top, *tops)


def heights(
    house: House, suit: int, lead: Reading, play: Sequence[Card]
) -> tuple[tuple[int, int], ...] | None:
    """The strengths of the units laid against those of the lead, the first as high as can be."""
    held = stacks(house, suit, play)
    best = max(_matchings(held, shapes_of(lead), house.fused), default=None)
    if best is None:
        return None
    low = min(house.strengths[card] for card in play)
    levels = [house.strengths[level[0]] if level else None for level in house.levels[suit]]
    tops = [levels[levels.index(low) + top] for top in best]
    return tuple(top for top in tops if top is not None)


def winner(house: House, lead: Reading, plays: Sequence[Sequence[Card]]) -> int:
    """The play that wins the trick (Z21 §4.4)."""
    suit = suit_of(house, lead)
    best, best_trumps = 0, suit == TRUMP
    highest = tuple(max(house.strengths[card] for card in unit.cards) for unit in lead)
    for number, play in enumerate(plays[1:], 1):
        suits = {house.suits[card] for card in play}
        if len(suits) != 1 or not suits <= {suit, TRUMP}:
            continue
        found = heights(house, next(iter(suits)), lead, play)
        if found is None:
            continue
        trumps = suits == {TRUMP}
        if trumps == best_trumps:
            match house.rules.trumped_throws:
                case "longest-unit":
                    wins = found[0] > highest[0]
                case "every-shape":
                    wins = found > highest
                case "every-unit":
                    wins = all(one > other for one, other in zip(found, highest, strict=True))
                case _:
                    pairs = list(zip(found, highest, strict=True))
                    wins = all(one >= other for one, other in pairs) and found != highest
        else:
            wins = trumps
        if wins:
            best, best_trumps, highest = number, trumps, found
    return best


def pieces(house: House, held: Counter[Card]) -> list[tuple[Card, ...]]:
    """Every unit that can be made of some of the cards of one suit, each weak to strong."""
    found: list[tuple[Card, ...]] = [(card,) for card in held]
    kinds = sorted(
        (card for card in held if held[card] > 1), key=lambda c: (house.strengths[c], c.index)
    )
    for size in range(1, len(kinds) + 1):
        for some in combinations(kinds, size):
            if size == 1 or house.is_run(some):
                for width in range(2, min(held[card] for card in some) + 1):
                    found.append(tuple(card for card in some for _ in range(width)))
    return found


def shape_of(piece: Iterable[Card]) -> Shape:
    held = Counter(piece)
    return next(iter(held.values())), len(held)


def higher_pieces(house: House, unit: Unit, hand: Iterable[Card]) -> list[tuple[Card, ...]]:
    """The units of this shape in its suit that are strictly higher."""
    suit = house.suits[unit.cards[0]]
    own = max(house.strengths[card] for card in unit.cards)
    held = Counter(card for card in hand if house.suits[card] == suit)
    return [
        piece
        for piece in pieces(house, held)
        if shape_of(piece) == unit.shape and house.strengths[piece[-1]] > own
    ]


def judged(house: House, lead: Reading) -> list[Unit]:
    """The units of a lead that must be highest, or the one that need not."""
    found: list[Unit] = []
    for unit in lead:
        if house.rules.free_leads == "full-tuples" and unit.width < house.decks:
            # "exceptions are only granted to full n-tuples" (W14, W23)
            kinds = dict.fromkeys(unit.cards)
            found += [Unit(unit.width, 1, (card,) * unit.width) for card in kinds]
        else:
            found.append(unit)
    return found


def can_be_beaten(house: House, unit: Unit, others: Sequence[Sequence[Card]]) -> bool:
    """Whether a unit of a throw is not the highest."""
    if house.rules.exempt_tractors and unit.length > 1:
        # "If the cards are consecutive doubles, the player is exempted" (W14)
        return False
    return any(stopping(house, unit, others))


def stopping(house: House, unit: Unit, others: Sequence[Sequence[Card]]) -> list[bool]:
    """Whether each of the other hands, in playing order, stops a throw by beating a unit of it."""
    # Teams sit alternately, so that every second one is a partner's (a house rule).
    spared = 0 if house.rules.partner_stops_throws else 2
    return [
        bool(higher_pieces(house, unit, hand)) and not (spared and number % spared)
        for number, hand in enumerate(others)
    ]


def must_be_led(house: House, lead: Reading, others: Sequence[Sequence[Card]]) -> Unit | None:
    """The unit to lead instead of a failed throw (Z21 §3.7.5, §6.5); `None`: the throw stands."""
    units = judged(house, lead)
    if len(units) == 1:
        return None
    beaten = [unit for unit in units if can_be_beaten(house, unit, others)]

    def weakness(unit: Unit) -> tuple[bool, int, int, tuple[int, int]]:
        # "single; pair; triple; consecutive pairs of length 2, then length 3, etc.; consecutive
        # triples of length 2, then length 3, etc.; ..."
        top = max(house.strengths[card] for card in unit.cards)
        return unit.length > 1, unit.width, unit.length, top

    if house.rules.failed_throw in ("card-led", "lowest-led") and beaten:
        unit = min(beaten, key=lambda unit: (weakness(unit)[-1], weakness(unit)))
        if house.rules.failed_throw == "lowest-led":
            return unit
        # BOT: the lowest card of the unit whose highest card is the lowest
        return Unit(1, 1, (min(unit.cards, key=house.strengths.__getitem__),))
    return min(beaten, key=weakness, default=None)


Split = frozenset[tuple[tuple[Card, ...], int]]
"""A reading as a bag of units, each as its cards, weak to strong."""


def splits(house: House, held: Counter[Card]) -> Iterator[list[tuple[Card, ...]]]:
    """All ways to split cards of one suit into units, some more than once."""
    held = +held
    if not held:
        yield []
        return
    first = min(held, key=lambda card: card.index)
    for piece in pieces(house, held):
        if first in piece:
            for rest in splits(house, held - Counter(piece)):
                yield [piece, *rest]


def is_piece(house: House, cards: Iterable[Card]) -> bool:
    """Whether the cards are one unit."""
    held = Counter(cards)
    widths = set(held.values())
    if len(held) == 1:
        return True
    return len(widths) == 1 and widths != {1} and house.is_run(held)


def maximal_splits(house: House, cards: Sequence[Card]) -> set[Split]:
    """All ways to split cards of one suit into units of which no two or more can be joined."""
    if house.rules.throw_units == "tuples" and not is_piece(house, cards):
        # "a mixture of single cards and pairs" (PAG)
        held = Counter(cards)
        return {frozenset(((card,) * copies, 1) for card, copies in held.items())}
    found = set()
    for split in splits(house, Counter(cards)):
        joins = (
            is_piece(house, [card for piece in some for card in piece])
            for count in range(2, len(split) + 1)
            for some in combinations(split, count)
        )
        if not any(joins):
            found.add(frozenset(Counter(split).items()))
    return found


def tuples_fit(copies: Iterable[int], wanted: Sequence[int]) -> bool:
    """Whether tuples of these widths can all be cut from stacks of so many copies."""
    return _tuples_fit(tuple(sorted(copies)), tuple(sorted(wanted, reverse=True)))


@lru_cache(maxsize=500_000)
def _tuples_fit(copies: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    if not wanted:
        return True
    return any(
        _tuples_fit(tuple(sorted((*copies[:i], held - wanted[0], *copies[i + 1 :]))), wanted[1:])
        for i, held in enumerate(copies)
        if held >= wanted[0] and (i == 0 or copies[i - 1] != held)
    )
