"""Random small positions, rich in pairs, triples and runs, under any options."""

from __future__ import annotations

from collections import Counter
from random import Random

from shengji.cards import CARDS, Card, Rank, Suit, Trump
from shengji.play.space import KINDS, TRUMP, Space
from shengji.play.units import Reading, Unit, arrange
from shengji.rules import Rules
from tests.play.oracle import House, pieces, shape_of

OPTIONS: dict[str, list[object]] = {
    "decks": [1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6],
    "permanent_twos": [False, True],
    "red_fives": ["none", "none", "hearts", "hearts-and-diamonds"],
    "no_trump_rank_cards": ["trump", "ordinary"],
    "consecutive": ["adjacent", "nothing-between", "skip-played", "suit-ranks"],
    "free_leads": ["tractors", "full-tuples"],
    "throw_units": ["tractors", "tractors", "tuples"],
    "exempt_tractors": [False, False, True],
    "following": ["tractors", "tractors", "lone-tractors", "tuples", "same-length", "suit"],
    "tractors_pulled": ["as-led", "as-many-as-fit"],
    "follow_order": ["widest", "most-cards"],
    "partner_stops_throws": [True, True, False],
    "failed_throw": ["unit-led", "unit-led", "card-led", "lowest-led"],
    "protected_tuples": [False, True],
    "protected_tractors": [False, False, True],
    "trumped_throws": ["longest-unit", "every-shape", "every-unit", "no-unit-lower"],
}


def default_house(rng: Random) -> House:
    """A house with the options of Z21, two to four decks."""
    return House(Rules(decks=rng.randint(2, 4)), random_trump(rng))


def random_house(rng: Random, **fixed: object) -> House:
    """A house with any options but those that are given; for skipped ranks some are played."""
    values = {name: rng.choice(values) for name, values in OPTIONS.items()} | fixed
    rules = Rules(**values)  # type: ignore[arg-type]
    gone: frozenset[Card] = frozenset()
    if rules.consecutive == "skip-played":
        gone = frozenset(rng.sample(CARDS, rng.choice([0, 10, 25])))
    return House(rules, random_trump(rng), gone)


def random_trump(rng: Random) -> Trump:
    # Ranks that meet another option come up more often.
    rank = rng.choice([*Rank, Rank.TWO, Rank.FIVE])
    return Trump(rank, rng.choice([*Suit, None, None]))


def random_suit(rng: Random, space: Space) -> int:
    """An effective suit; trumps more often, for their cards of equal strength."""
    plain = [other.order for other in Suit if other is not space.trump.suit]
    return TRUMP if rng.random() < 0.5 else rng.choice(plain)


def cards_of(space: Space, suit: int) -> list[Card]:
    """One of each card of an effective suit that is not gone, weak to strong."""
    kinds = int(space.table[KINDS + suit].sum())
    found = [card for card in Card if kinds >> space.place(card) & 1]
    return sorted(found, key=space.place)


def window(rng: Random, space: Space, suit: int) -> list[Card]:
    """Some neighbouring cards of a suit, so that what is dealt from them makes runs."""
    found = cards_of(space, suit)
    if not found:
        return []
    # A few strengths only; in the trump suit often those around the cards of equal strength.
    wanted = rng.randint(2, 6)
    top = space.column(found[-1])
    start = rng.randint(0, max(0, top + 1 - wanted))
    if suit == TRUMP and rng.random() < 0.6:
        start = max(0, top - 2 - rng.randint(0, wanted))
    return [card for card in found if start <= space.column(card) < start + wanted]


def draw(rng: Random, space: Space, kinds: list[Card], size: int) -> list[Card]:
    """About `size` cards out of `kinds`, in clumps of equal cards."""
    held: Counter[Card] = Counter()
    clumps = rng.choice([[1, 1, 2, 2, 2, 3, 4], [1, 1, 2, 2, 2, 3, 4], [2, 2, 3, 4], [4], [2]])
    for _ in range(4 * size):
        if held.total() >= size or not kinds:
            break
        card = rng.choice(kinds)
        clump = rng.choice(clumps)
        held[card] += min(clump, space.decks - held[card], size - held.total())
    return list(held.elements())


def random_reading(rng: Random, house: House, cards: list[Card]) -> Reading:
    """A random way to split cards of one suit into units."""
    held = Counter(cards)
    units: list[Unit] = []
    while held := +held:
        possible = pieces(house, held)
        piece = rng.choices(possible, [len(piece) ** 2 for piece in possible])[0]
        units.append(Unit(*shape_of(piece), tuple(house.space.sort(piece))))
        held -= Counter(piece)
    return arrange(house.space, units)


def random_lead(rng: Random, house: House, suit: int, most: int) -> Reading:
    """One unit half of the time, else anything of the suit, read at random; or nothing."""
    space = house.space
    reading = random_reading(
        rng, house, draw(rng, space, window(rng, space, suit), rng.randint(1, most))
    )
    return reading[:1] if rng.random() < 0.4 else reading


def random_hand(rng: Random, space: Space, suit: int, most: int) -> list[Card]:
    """Up to `most` cards of the suit, and a few others."""
    of_suit = draw(rng, space, window(rng, space, suit), rng.randint(0, most))
    other = [card for plain in range(5) if plain != suit for card in cards_of(space, plain)]
    few = rng.sample(other, rng.randint(1, 3))
    return of_suit + draw(rng, space, few, rng.choice([0, 0, 1, 2, 3]))


def answers(rng: Random, house: House, lead: Reading, suit: int) -> list[Card]:
    """As many cards as the lead, made to match it more often than not."""
    space = house.space
    size = sum(len(unit.cards) for unit in lead)
    kinds = window(rng, space, suit)
    if rng.random() < 0.3 or not kinds:
        return draw(rng, space, kinds, size)
    held: Counter[Card] = Counter()
    for unit in lead:
        width, length = unit.shape
        run = [rng.choice(kinds)]
        while len(run) < length:
            top = space.column(run[-1])
            near = (top, top + 1) if house.fused else (top + 1,)
            ups = [c for c in kinds if space.column(c) in near and c not in run]
            if not ups:
                break
            run.append(rng.choice(ups))
        if len(run) < length or any(held[card] + width > space.decks for card in run):
            return draw(rng, space, kinds, size)
        for card in run:
            held[card] += width
    return list(held.elements())
