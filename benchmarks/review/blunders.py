"""Gross blunders as people make them: each rule says what would be done instead of what a bot does.

A rule looks at what the seat knows, and at what the bot is about to do; `None` where it does not
apply. Only a throw that fails is looked up in the others' hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from shengji.bots.ruled import RememberingBot
from shengji.cards import Card, points_of
from shengji.game import Decision, Hand
from shengji.play.space import TRUMP
from shengji.play.tricks import winner
from shengji.play.units import default_reading

Cards = tuple[Card, ...]

POINTS = 10
"""The least number of points that are given away besides."""
BURIED = 5
"""The most of the highest trumps that are buried, ..."""
LEAST_BURIED = 3
"""... and so many more than the bot would at least."""
LOOKED_AT = 3000
"""The number of follows that are looked at."""


class Moment(NamedTuple):
    """A decision that a bot is about to take.

    Attributes:
        seer: who has heard what its seat has, just before it.
        cards: what the bot would play or bury.
        others: what the other seats hold.
    """

    seer: RememberingBot
    cards: Cards
    others: Sequence[Sequence[Card]]

    @property
    def hand(self) -> Hand:
        """The hand as the seat sees it."""
        return self.seer.hand

    @property
    def is_last(self) -> bool:
        """Whether nobody follows after it in the trick."""
        trick = self.hand.trick
        return trick is not None and len(trick.plays) == self.hand.players - 1

    @property
    def friend_is_ahead(self) -> bool | None:
        """Whether the own side is ahead in the trick; `None` where that is not known."""
        ahead = self.hand.ahead
        return None if ahead is None else self.hand.side_told(self.seer.seat, ahead)

    def wins(self, cards: Cards) -> bool:
        """Whether a follow would be ahead."""
        trick = self.hand.trick
        assert trick is not None
        plays = [*trick.plays, cards]
        return winner(self.hand.space, trick.lead.reading, plays) == len(trick.plays)

    def follows(self) -> Iterator[Cards]:
        """The possible follows."""
        return islice(self.seer.lead_to_follow.follows(self.seer.cards), LOOKED_AT)

    def suit(self, card: Card) -> int:
        """The effective suit of a card."""
        return self.hand.space.suit(card)


Rule = Callable[[Moment], Cards | None]


def points_to_opponents(moment: Moment) -> Cards | None:
    """The most points on a trick that an opponent wins for certain, instead of few."""
    if not moment.is_last or moment.friend_is_ahead is not False or moment.wins(moment.cards):
        return None
    worst = max(
        (cards for cards in moment.follows() if not moment.wins(cards)), key=points_of, default=()
    )
    return worst if points_of(worst) >= points_of(moment.cards) + POINTS else None


def partner_ruffed(moment: Moment) -> Cards | None:
    """Trumps on a trick in which one's partner is ahead with what nobody can beat in its suit."""
    lead = moment.seer.lead_to_follow
    if moment.friend_is_ahead is not True or moment.wins(moment.cards) or lead.suit == TRUMP:
        return None
    if not moment.is_last and not _stands(moment):
        return None
    ruffs = (
        cards
        for cards in moment.follows()
        if all(moment.suit(card) == TRUMP for card in cards) and moment.wins(cards)
    )
    return next(ruffs, None)


def _stands(moment: Moment) -> bool:
    """Whether the lead is ahead and cannot be beaten in its suit."""
    hand, lead = moment.hand, moment.seer.lead_to_follow
    assert hand.trick is not None
    stands = moment.seer.memory.stands
    return hand.ahead == hand.trick.leader and all(stands(lead.suit, unit) for unit in lead.reading)


def tractor_torn(moment: Moment) -> Cards | None:
    """A single card of a tractor that might be kept or led whole."""
    hand, cards = moment.hand, moment.cards
    tractors = [
        set(unit.cards)
        for of_suit in hand.space.by_suit(list(moment.seer.cards)).values()
        for unit in default_reading(hand.space, _all_of(moment.seer.cards, of_suit))
        if unit.length > 1
    ]
    if hand.trick is None:
        torn = (tractor for tractor in tractors if tractor <= set(cards))
        highest = next(torn, None)
        return None if highest is None else (hand.space.sort(highest)[0],)
    if len(cards) != 1:
        return None
    whole = [tractor for tractor in tractors if not tractor & set(cards)]
    torn_plays = (
        play
        for play in moment.follows()
        if any(play[0] in tractor for tractor in whole)
        and moment.suit(play[0]) == moment.suit(cards[0])
        and moment.wins(play) == moment.wins(cards)
    )
    return next(torn_plays, None)


def throw_fails(moment: Moment) -> Cards | None:
    """All single cards of a suit led at once, of which somebody holds a higher one."""
    hand = moment.hand
    if hand.trick is not None or not hand.rules.throws:
        return None
    held = Counter(moment.seer.cards)
    for suit, of_suit in hand.space.by_suit(held).items():
        singles = [card for card in of_suit if held[card] == 1]
        if suit == TRUMP or len(singles) < 2:
            continue
        lowest = min(map(hand.space.column, singles))
        higher = (
            hand.space.suit(card) == suit and hand.space.column(card) > lowest
            for cards in moment.others
            for card in cards
        )
        if any(higher) and Counter(singles) != Counter(moment.cards):
            return tuple(singles)
    return None


def trumps_buried(moment: Moment) -> Cards | None:
    """Several of the highest trumps in the kitty."""
    hand, kitty = moment.hand, moment.cards
    trumps = [c for c in hand.space.sort(moment.seer.cards) if moment.suit(c) == TRUMP]
    buried = trumps[: min(BURIED, len(kitty))]
    more = len(buried) - sum(moment.suit(card) == TRUMP for card in kitty)
    if more < LEAST_BURIED:
        return None
    rest = [card for card in kitty if moment.suit(card) != TRUMP]
    return (*buried, *rest[: len(kitty) - len(buried)])


def joker_wasted(moment: Moment) -> Cards | None:
    """A big Joker on a trick without a point in which little is to come."""
    trick, cards = moment.hand.trick, moment.cards
    if trick is None or trick.points or len(cards) != 1 or cards[0].is_joker:
        return None
    if len(trick.plays) < moment.hand.players - 2:
        return None
    wasted = (play for play in moment.follows() if play[0] is Card.BIG_JOKER)
    return next(wasted, None)


def _all_of(cards: Iterable[Card], kinds: Iterable[Card]) -> list[Card]:
    wanted = set(kinds)
    return [card for card in cards if card in wanted]


RULES: dict[str, tuple[Rule, tuple[Decision, ...]]] = {
    "points-to-opponents": (points_to_opponents, ("follow",)),
    "partner-ruffed": (partner_ruffed, ("follow",)),
    "tractor-torn": (tractor_torn, ("lead", "follow")),
    "throw-fails": (throw_fails, ("lead",)),
    "trumps-buried": (trumps_buried, ("bury",)),
    "joker-wasted": (joker_wasted, ("follow",)),
}
"""Each rule by its name, with the decisions at which it may apply."""
