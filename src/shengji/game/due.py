"""Pending decisions: the question to a seat, and its legal answers.

People, bots and other programs are all asked through this module, and answer with a `Command`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from typing import Literal, TypeAlias

import msgspec

from shengji.cards import Card
from shengji.game.commands import AnswerRedeal, BidLand, Bury, CallFriends, Command, Play, Show
from shengji.game.draw_end import may_redeal
from shengji.game.events import Call
from shengji.game.friends import callable_cards
from shengji.game.hand import DRAW, PLAY, Hand, Phase
from shengji.game.land import land_bids
from shengji.play.follows import choices
from shengji.play.readings import Readings, find_readings, tractors_among
from shengji.play.space import Space
from shengji.play.units import Unit

Decision = Literal["show", "redeal", "bury", "land", "call", "lead", "follow"]
"""Kinds of decision: declare, claim a re-deal, bury, bid for the land, call friends, lead, follow.
"""

Cards: TypeAlias = tuple[Card, ...]


class Due(msgspec.Struct, frozen=True, gc=False):
    """A pending decision of a seat.

    Attributes:
        options: the cards that may be shown, or bid for the land, low to high; else empty.
        last: whether this is the last chance to show these cards, or as many of them, before the
            draw goes on.

    >>> Due(seat=0, decision="lead").decision
    'lead'
    """

    seat: int
    decision: Decision
    options: tuple[Cards, ...] = ()
    last: bool = False


_IN_TURN: dict[Phase, Decision] = {
    Phase.REDEAL: "redeal",
    Phase.BURY: "bury",
    Phase.LAND: "land",
    Phase.CALL: "call",
}


def due_of(hand: Hand, seat: int) -> Due | None:
    """The pending decision of a seat, judged by its own cards; `None` when it has no choice.

    During the draw every seat with something to show may decide; later only the seat whose turn it
    is.

    >>> from random import Random
    >>> from shengji.game import Draw, Match, shuffled
    >>> match = Match("tractor")
    >>> for command in (shuffled(match.rules, Random(1)), Draw(100)):
    ...     events = match.do(command)
    >>> due = due_of(match.hand, 1)
    >>> due.decision, len(due.options)
    ('show', 4)
    """
    phase = hand.phase
    if phase is DRAW:
        if hand.trump is not None:
            return None
        options = hand.bidding.options(seat, hand.hands[seat])
        if not options:
            return None
        return Due(seat, "show", tuple(options), last=is_last_moment(hand, seat, options))
    if hand.turn != seat:
        return None
    if phase is PLAY:
        return _to_play(seat, "lead" if hand.trick is None else "follow")
    cards = hand.hands[seat]
    if phase is Phase.REDEAL and not may_redeal(hand, cards):
        return None
    if phase is Phase.LAND:
        bids = land_bids(hand.rank, hand.last_bid, cards)
        return Due(seat, "land", tuple(bids)) if bids else None
    return Due(seat, _IN_TURN[phase])


@cache
def _to_play(seat: int, decision: Literal["lead", "follow"]) -> Due:
    """The decision to lead or follow; cached, as most decisions are of this kind."""
    return Due(seat, decision)


def is_last_moment(hand: Hand, seat: int, options: list[Cards]) -> bool:
    """Whether a seat loses the chance to show these cards, or as many, when the draw goes on."""
    if hand.draw_ends:
        return True
    if not _may_be_late(hand, seat):
        return False
    ways = (hand.bidding.judge(seat, None, option) for option in options)
    return any(not isinstance(way, str) and way[0] == "late-reinforce" for way in ways)


def _may_be_late(hand: Hand, seat: int) -> bool:
    """Whether a seat's declaration was just overridden and may be reinforced right away."""
    if len(hand.shown) != 2 or not hand.rules.late_reinforcement:
        return False
    first, override = hand.shown
    return first.seat == seat and override.drawn == hand.drawn


def may_be_last(hand: Hand, seat: int) -> bool:
    """Whether this may be the last chance of a seat to declare, judged by public information.

    It is when any of the cards that the other seats have not shown would make a declaration.
    """
    if hand.phase is not Phase.DRAW or hand.trump is not None:
        return False
    if not hand.draw_ends and not _may_be_late(hand, seat):
        return False
    shown: dict[int, Counter[Card]] = {}
    for showing in hand.shown:
        if showing.seat != seat:
            own = shown.setdefault(showing.seat, Counter())
            own |= Counter(showing.cards)
    unseen = Counter(hand.rules.deck)
    for elsewhere in shown.values():
        unseen -= elsewhere
    options = hand.bidding.options(seat, tuple(unseen.elements()))
    return bool(options) and is_last_moment(hand, seat, options)


def passing(hand: Hand) -> Command | None:
    """The command with which the seat in turn passes: no re-deal, or no bid for the land.

    `None` where no pass is possible. A seat without a choice passes without being asked.
    """
    if hand.turn is not None and hand.phase is Phase.REDEAL:
        return AnswerRedeal(hand.turn, wanted=False)
    if hand.turn is not None and hand.phase is Phase.LAND:
        return BidLand(hand.turn)
    return None


def plainest(hand: Hand) -> Command | None:
    """A simple legal answer of the seat in turn; `None` during the draw.

    `hand` knows the cards of that seat.
    """
    seat, rules = hand.turn, hand.rules
    if seat is None or hand.phase is Phase.DRAW:
        return None
    cards = hand.hands[seat]
    match hand.phase:
        case Phase.BURY:
            return Bury(seat, tuple(cards[: rules.kitty_size]))
        case Phase.CALL:
            return CallFriends(seat, tuple(every_call(hand)[: rules.calls]))
        case Phase.PLAY if hand.trick is not None:
            return Play(seat, next(iter(hand.trick.lead_for(seat).follows(cards))))
        case Phase.PLAY:
            return Play(seat, (cards[0],))
        case _:
            return passing(hand)


def legal(hand: Hand, seat: int) -> Iterator[Command]:
    """Generate each legal command of a seat once; see `Match.legal`.

    `hand` knows the cards of that seat.
    """
    due = due_of(hand, seat)
    if due is None:
        pass_by = passing(hand)
        if pass_by is not None and hand.turn == seat:
            yield pass_by
        return
    cards, rules = hand.hands[seat], hand.rules
    match due.decision:
        case "show":
            yield from (Show(seat, option) for option in due.options)
        case "redeal":
            yield from (AnswerRedeal(seat, wanted) for wanted in (True, False))
        case "bury":
            kitties = choices(hand.space.sort(cards), rules.kitty_size)
            yield from (Bury(seat, kitty) for kitty in kitties)
        case "land":
            yield from (BidLand(seat, bid) for bid in ((), *due.options))
        case "call":
            yield from (
                CallFriends(seat, made) for made in combinations(every_call(hand), rules.calls)
            )
        case "follow":
            assert hand.trick is not None
            yield from (Play(seat, play) for play in hand.trick.lead_for(seat).follows(cards))
        case "lead":
            yield from _leads(hand, seat)


def every_call(hand: Hand) -> list[Call]:
    """Every possible call, first copies first."""
    copies = range(1, hand.rules.deck_count + 1)
    return [Call(card, n) for n in copies for card in callable_cards(hand.space)]


def _leads(hand: Hand, seat: int) -> Iterator[Play]:
    """Generate every lead in each of its readings, leads of few cards first.

    Where the rules allow no throws these are the units.
    """
    suits = hand.space.by_suit(hand.hands[seat])
    if not hand.rules.throws:
        units = chain.from_iterable(units_among(hand.space, suit) for suit in suits.values())
        yield from (Play(seat, unit.cards) for unit in sorted(units, key=lambda u: len(u.cards)))
        return
    for size in range(1, max(map(len, suits.values())) + 1):
        for suit in suits.values():
            for cards in choices(suit, size):
                yield Play(seat, cards)
                ways = len(readings_of_lead(hand, cards).listed)
                yield from (Play(seat, cards, reading) for reading in range(1, ways))


def units_among(space: Space, cards: Sequence[Card]) -> list[Unit]:
    """Every unit that can be formed from these cards of one effective suit, once each."""
    held = Counter(cards)
    found = [Unit(n, 1, (card,) * n) for card in held for n in range(1, held[card] + 1)]
    return found + tractors_among(space, cards)


def readings_of_lead(hand: Hand, cards: Cards, units: Sequence[Cards] = ()) -> Readings:
    """The readings of an ambiguous lead that contain these units; empty without a choice."""
    none = Readings([], more=False)
    if hand.phase is not Phase.PLAY or hand.trick is not None:
        return none
    if hand.rules.throw_reading != "named":
        return none
    ways = find_readings(hand.space, cards, units)
    return ways if units or ways.more or len(ways.listed) > 1 else none
