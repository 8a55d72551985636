"""Hands of a few cards: all their deals, and their states, on the compiled functions of the game.

Seat 0 deals, takes the kitty, buries and leads; the seats alternate between Declarers and
Opponents. Trump is given. Follows, throws, winners of tricks and the kitty's value are as in the
default rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from math import comb
from typing import NamedTuple

from shengji.cards import CARDS, Card, Trump, minus, read_card, read_cards
from shengji.env.actions.steps import STOP
from shengji.play.apply import apply_play
from shengji.play.follows import Lead, choices
from shengji.play.position import (
    DEALER,
    PLAYED,
    SIDES,
    Position,
    is_over,
    new_position,
    opponents_points,
    position_for,
    turn_of,
    twin_of,
)
from shengji.play.space import space_of
from shengji.play.units import default_reading
from shengji.rules import Rules

MOST_CARDS = 24
"""Maximum number of cards in the deck."""
MOST_COPIES = 6
"""Maximum number of copies of a card."""
MOST_SMALL_DEALS = 20_000
"""Maximum number of distinct deals."""
KEPT = 1 << 14
"""Size of the cache of states."""


class SmallSetting(NamedTuple):
    """The parameters of a small hand.

    Attributes:
        deck: the cards, separated by spaces.
        trump: a card whose rank and suit are trump.
        hand: the cards of each seat after the kitty is buried.
        kitty: the cards that seat 0 buries; it is dealt as many more.
        seats: the number of seats, 2 or 4.
    """

    deck: str
    trump: str
    hand: int
    kitty: int
    seats: int


class Deal(NamedTuple):
    """A deal.

    Attributes:
        hands: the cards of each seat; seat 0's include the kitty.
        weight: the number of ways to deal these hands from the deck's copies.
    """

    hands: tuple[tuple[Card, ...], ...]
    weight: int


class Played(NamedTuple):
    """A play.

    Attributes:
        tried: the cards attempted.
        cards: the cards played; fewer if a throw failed.
    """

    seat: int
    tried: tuple[Card, ...]
    cards: tuple[Card, ...]


class SmallTable:
    """All hands of one setting; created by `small_table`.

    Attributes:
        rules: the rules; their numbers of players, cards and points do not apply.
        deals: all distinct deals, with their weights.
        start: the state before the deal.

    Raises:
        ValueError: if a value is not allowed, or there are too many deals.
    """

    def __init__(self, setting: SmallSetting) -> None:
        self.setting = setting
        self.deck = tuple(read_cards(setting.deck))
        copies = max(Counter(self.deck).values(), default=0)
        dealt = setting.hand * setting.seats + setting.kitty
        _check("seats", setting.seats, "2 or 4", setting.seats in (2, 4))
        _check("deck", setting.deck, f"1 to {MOST_CARDS} cards", 0 < len(self.deck) <= MOST_CARDS)
        _check("deck", setting.deck, f"at most {MOST_COPIES} of each", copies <= MOST_COPIES)
        _check("hand", setting.hand, "1 or more", setting.hand >= 1)
        _check("kitty", setting.kitty, "0 or more", setting.kitty >= 0)
        fits = dealt <= len(self.deck)
        _check("deck", setting.deck, f"at least {dealt} cards, so many are dealt", fits)
        self.rules = Rules(decks=copies)
        self.space = space_of(self.rules, _trump(setting.trump))
        self.deals = tuple(islice(self._deals(), MOST_SMALL_DEALS + 1))
        few = len(self.deals) <= MOST_SMALL_DEALS
        _check("deck", setting.deck, f"one with at most {MOST_SMALL_DEALS} deals", few)
        self.start = Moment(self)
        self.after = lru_cache(maxsize=KEPT)(_after)

    def _deals(self) -> Iterator[Deal]:
        """Generate all distinct deals."""
        setting = self.setting
        sizes = [setting.hand + setting.kitty] + [setting.hand] * (setting.seats - 1)

        def search(left: Sequence[Card], hands: tuple[tuple[Card, ...], ...]) -> Iterator[Deal]:
            if len(hands) == len(sizes):
                yield Deal(hands, self._ways(hands))
                return
            for hand in choices(left, sizes[len(hands)]):
                yield from search(minus(left, hand), (*hands, hand))

        yield from search(self.space.sort(self.deck), ())

    def _ways(self, hands: Sequence[Sequence[Card]]) -> int:
        left, ways = Counter(self.deck), 1
        for hand in hands:
            for card, copies in Counter(hand).items():
                ways *= comb(left[card], copies)
                left[card] -= copies
        return ways

    def opened(self, deal: Deal, buried: Sequence[Card]) -> Position:
        """The position before the first lead, with these cards in the kitty."""
        space, setting = self.space, self.setting
        seats, decks = setting.seats, self.rules.deck_count
        position = new_position(space.table, seats, decks, setting.hand, 0)
        position.facts[:] = position_for(self.rules, space.table, 0).facts
        position.facts[DEALER] = 0
        position.facts[SIDES] = sum(1 << seat for seat in range(0, seats, 2))
        for seat, cards in enumerate(deal.hands):
            position.hands[seat] = space.words(cards if seat else minus(cards, buried))
        position.kitty[:] = space.words(buried)
        position.rest[:] = space.words(self.deck)
        return position


@lru_cache(maxsize=4)
def small_table(setting: SmallSetting) -> SmallTable:
    """The table of a setting; cached.

    Raises:
        ValueError: as for `SmallTable`.
    """
    return SmallTable(setting)


class Moment:
    """An immutable state of a small hand.

    The first action is the number of a deal. Further actions are steps as in
    `shengji.env.actions.steps`: the cards of the kitty; those of a lead, then stop; those of a
    follow. Cards are named high to low, so that each play has one sequence of actions, and each
    information state one history.

    Attributes:
        actions: the actions from the start to this state.
        deal: the deal; `None` before it.
        buried: the cards of the kitty named so far.
        position: the position for compiled functions; `None` until the kitty is complete.
        named: the cards of the current play named so far.
    """

    def __init__(
        self,
        table: SmallTable,
        actions: tuple[int, ...] = (),
        deal: Deal | None = None,
        buried: tuple[Card, ...] = (),
        position: Position | None = None,
        named: tuple[Card, ...] = (),
        plays: tuple[Played, ...] = (),
    ) -> None:
        self.table = table
        self.actions = actions
        self.deal = deal
        self.buried = buried
        self.position = position
        self.named = named
        self.plays = plays

    def __deepcopy__(self, memo: dict[int, object]) -> Moment:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return moment_after, (self.table.setting, self.actions)

    @cached_property
    def is_over(self) -> bool:
        """Whether the last trick has been taken."""
        return self.position is not None and bool(is_over(self.position))

    @cached_property
    def seat(self) -> int | None:
        """The seat that decides; `None` before the deal and at the end."""
        if self.deal is None or self.is_over:
            return None
        return 0 if self.position is None else int(turn_of(self.position))

    @property
    def points(self) -> int:
        """The Opponents' points so far; after the end, with the kitty's."""
        return 0 if self.position is None else int(opponents_points(self.position))

    @cached_property
    def held(self) -> list[Card]:
        """The cards of the seat to decide, named ones included, high to low."""
        assert self.deal is not None and self.seat is not None
        space = self.table.space
        if self.position is None:
            return space.sort(self.deal.hands[0])
        return space.sort(space.cards(self.position.hands[self.seat]))

    @cached_property
    def _lead(self) -> Lead | None:
        """The lead to follow; `None` between tricks."""
        assert self.position is not None
        if self.position.facts[PLAYED] == 0:
            return None
        space = self.table.space
        return Lead(space, default_reading(space, space.cards(self.position.plays[0])))

    @cached_property
    def allowed(self) -> list[int]:
        """The actions that are allowed, in ascending order."""
        if self.deal is None:
            return list(range(len(self.table.deals)))
        if self.is_over:
            return []
        if self.position is None:
            sets: Iterable[tuple[Card, ...]] = choices(self.held, self.table.setting.kitty)
        elif self._lead is not None:
            sets = self._lead.follows(self.held)
        else:
            return sorted(card.index for card in self._leads()) + [STOP] * bool(self.named)
        begun = self.buried if self.position is None else self.named
        number = len(begun)
        return sorted({cards[number].index for cards in sets if cards[:number] == begun})

    def _leads(self) -> Iterator[Card]:
        """The possible next cards of a lead: any of the suit, since throws are allowed."""
        for suit in self.table.space.by_suit(self.held).values():
            if not self.named:
                yield from set(suit)
            elif self.named[0] in suit:
                # Cards not higher than the last named one, without the copies named already.
                lower = suit[suit.index(self.named[-1]) :]
                yield from Counter(lower) - Counter(self.named)

    def after(self, action: int) -> Moment:
        """The state after an action, which must be allowed; cached."""
        return self.table.after(self, action)


def _after(before: Moment, action: int) -> Moment:
    table, actions = before.table, (*before.actions, action)
    if before.deal is None:
        deal = table.deals[action]
        position = None if table.setting.kitty else table.opened(deal, ())
        return Moment(table, actions, deal, position=position)
    deal, buried, position = before.deal, before.buried, before.position
    if position is None:
        buried = (*buried, CARDS[action])
        if len(buried) == table.setting.kitty:
            position = table.opened(deal, buried)
        return Moment(table, actions, deal, buried, position)
    named, lead = before.named, before._lead
    if action != STOP:
        named = (*named, CARDS[action])
        if lead is None or len(named) < lead.size:
            return Moment(table, actions, deal, buried, position, named, before.plays)
    position = twin_of(position)
    turn = 0 if lead is None else int(position.facts[PLAYED])
    assert before.seat is not None
    apply_play(position, table.space.words(named))
    cards = tuple(table.space.sort(table.space.cards(position.plays[turn])))
    plays = (*before.plays, Played(before.seat, named, cards))
    return Moment(table, actions, deal, buried, position, plays=plays)


def moment_after(setting: SmallSetting, actions: Iterable[int]) -> Moment:
    """Replay actions from the start of a small hand."""
    moment = small_table(setting).start
    for action in actions:
        moment = moment.after(action)
    return moment


def _trump(text: str) -> Trump:
    card = read_card(text)
    _check("trump", text, "a card whose rank and suit are trump, such as 2S", not card.is_joker)
    assert card.rank is not None
    return Trump(card.rank, card.suit)


def _check(name: str, value: object, wanted: str, holds: bool) -> None:
    if not holds:
        raise ValueError(f"{name}={value}: it must be {wanted}")
