"""Claims: the rest of a hand when it is decided, however the hidden cards lie.

A player may claim the rest when the claim follows from that player's knowledge: the own cards, the
cards played, the known voids, and the kitty if the player buried it. The true location of the other
cards is not used, so a claim reveals only that it holds.

Two claims exist. With *all* the claimer takes every remaining trick, beginning with the current
one: some order of leads wins against every deal of the other cards and every play. With *none* the
claimer's side takes no remaining trick, whatever the players do.

A claim settles all points. Every other result of these tricks must be independent of the other
players' play (`shengji.game.undecided`). The lead to the last trick is still open, since it
multiplies the kitty and may hook: `play_out` leads the largest one that the proof allows where the
Opponents take it, and hooks; where both cannot be had, nothing is proven.

An accepted claim is played out, so every rule on the end of a hand holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from shengji.cards import Card, minus
from shengji.game.commands import Play
from shengji.game.events import Takes
from shengji.game.hand import Hand, Phase
from shengji.game.undecided import (
    calls_left,
    can_be_captured,
    holds_hook,
    hooks_last,
    may_fall,
)
from shengji.play.columns import highest_unit
from shengji.play.jit import Words
from shengji.play.score import halves_kitty, kitty_factor
from shengji.play.space import MASK, TRUMP
from shengji.play.tricks import winner
from shengji.play.units import Unit, default_reading

MOST_CARDS: Final = 15
"""Maximum number of cards in hand for proving a claim; more is rare and slow."""
_MOST_FOLLOWS: Final = 30
"""Maximum number of follows to examine for a seat that follows; above it nothing is proven."""
_MOST_TRIED: Final = 6
"""Maximum number of winning follows to try as the first play of a plan."""
_SUITS: Final = range(TRUMP + 1)

Cards = tuple[Card, ...]


def proven_rest(hand: Hand, seat: int) -> Takes | None:
    """The proven claim of the seat in turn, or `None`.

    It uses only the seat's own knowledge, so `hand` may know everything. Nothing is proven where a
    hook in the last trick, or a friend joining the Declarers, depends on the play.

    Args:
        hand: a hand in which the seat is to lead or to follow, with a trick to come after this one.
        seat: the claimer.
    """
    if not _is_open(hand, seat):
        return None
    if len(_plan(hand, seat)) > 1:
        return "all"
    return "none" if _takes_nothing(hand, seat) else None


def claimable(hand: Hand, seat: int) -> Takes | None:
    """The proven claim, unless the other players have declined it before in this hand."""
    takes = proven_rest(hand, seat)
    return None if takes is None or was_declined(hand, seat, takes) else takes


def was_declined(hand: Hand, seat: int, takes: Takes) -> bool:
    """Whether the seat has made this claim before in this hand, and it was declined."""
    return any(
        (made.seat, made.takes, made.accepted) == (seat, takes, False) for made in hand.claims
    )


def play_out(hand: Hand) -> Iterator[Play]:
    """Generate the plays that end the hand after its last claim, which was proven.

    Apply each play before requesting the next. A seat that takes no trick follows with the first
    legal cards; the follows of the other seats change nothing.
    """
    claim = hand.claims[-1]
    plan = list(_plan(hand, claim.seat)) if claim.takes == "all" else []
    while hand.phase is Phase.PLAY and hand.turn is not None:
        seat = hand.turn
        if claim.takes == "all" and seat == claim.seat:
            yield Play(seat, plan.pop(0))
        elif hand.trick is not None:
            yield Play(seat, next(iter(hand.trick.lead_for(seat).follows(hand.hands[seat]))))
        else:
            yield Play(seat, _shortest(hand, seat))


def _follows(hand: Hand, seat: int) -> list[Cards]:
    """The possible follows of a seat; empty when there are too many to examine."""
    trick = hand.trick
    assert trick is not None
    follows = trick.lead_for(seat).follows(hand.hands[seat])
    found = [tuple(cards) for cards in islice(follows, _MOST_FOLLOWS + 1)]
    return found if len(found) <= _MOST_FOLLOWS else []


def _ahead_with(hand: Hand, cards: Cards) -> int:
    """The winning seat of the trick if the next player follows with these cards."""
    trick = hand.trick
    assert trick is not None
    best = winner(hand.space, trick.lead.reading, [*trick.plays, cards])
    return (trick.leader + best) % hand.players


def _shortest(hand: Hand, seat: int) -> Cards:
    """The shortest unit of a hand, so that the longest one is led last."""
    suits = hand.space.by_suit(hand.hands[seat]).values()
    units = [unit for cards in suits for unit in _units(hand, cards)]
    return min(units, key=lambda unit: len(unit.cards)).cards


def _is_open(hand: Hand, seat: int) -> bool:
    if hand.phase is not Phase.PLAY or hand.turn != seat or not hand.knows(seat):
        return False
    if hand.failed is not None or not 1 < len(hand.hands[seat]) <= MOST_CARDS:
        return False
    return calls_left(hand, seat) != "open"


class _Others(NamedTuple):
    """The cards that other players may hold, as far as a seat knows.

    Attributes:
        words: by effective suit, the bit words of these cards.
        most: by effective suit, the maximum number of them in one hand.
    """

    words: list[Words]
    most: list[int]


def _others(hand: Hand, seats: Sequence[int], seat: int, size: int) -> _Others:
    """The possible cards of some seats with `size` cards each, as far as `seat` knows."""
    space = hand.space
    voids = hand.position.voids
    out = hand.unseen_by(seat)
    words, most = [], []
    for suit in _SUITS:
        able = any(not int(voids[other]) >> suit & 1 for other in seats)
        cards = [card for card in out if able and space.suit(card) == suit]
        words.append(space.words(cards))
        most.append(min(size, len(cards)))
    return _Others(words, most)


# Claims of all tricks


class _Lead(NamedTuple):
    """A unit that the claimer may lead, and the kinds of cards that could beat it.

    Attributes:
        higher: whether a higher unit of its shape may be out.
        ruffs: whether trumps of its shape may be out; only for a lead of another suit.
    """

    unit: Unit
    suit: int
    higher: bool
    ruffs: bool

    @property
    def size(self) -> int:
        return len(self.unit.cards)


class _Plan:
    """An order of leads in which every trick is won, as far as found.

    In every deal each other hand has followed with as many cards of a suit as were led, or is void
    in it.
    """

    def __init__(self, others: _Others) -> None:
        self._most = others.most
        self._led = [0] * len(_SUITS)
        self.leads: list[Cards] = []

    def _left(self, suit: int) -> int:
        """Maximum number of cards of a suit left in another hand."""
        return max(0, self._most[suit] - self._led[suit])

    def wins(self, leads: Sequence[_Lead]) -> bool:
        """Whether units of one suit win now, led together."""
        suit, size = leads[0].suit, sum(lead.size for lead in leads)
        if any(lead.higher and self._left(suit) >= lead.size for lead in leads):
            return False
        if len(leads) > 1 and suit != TRUMP:
            return self._left(TRUMP) < size
        return not (leads[0].ruffs and self._left(TRUMP) >= size)

    def lead(self, leads: Sequence[_Lead]) -> None:
        cards = tuple(card for lead in leads for card in lead.unit.cards)
        self._led[leads[0].suit] += len(cards)
        self.leads.append(cards)

    def lead_all(self, leads: Sequence[_Lead]) -> bool:
        """Lead all of these, each as soon as it wins; return whether all could be led.

        A winning lead never keeps another from winning: the other players only have fewer cards
        left.
        """
        left = list(leads)
        while left:
            sure = next((lead for lead in left if self.wins((lead,))), None)
            if sure is None:
                return False
            left.remove(sure)
            self.lead((sure,))
        return True


def _plan(hand: Hand, seat: int) -> tuple[Cards, ...]:
    """The plays with which a seat takes every remaining trick; empty when unproven."""
    held, trick, hook = hand.hands[seat], hand.trick, _wants_hook(hand, seat)
    if hook is None:
        return ()
    if trick is None:
        return _leads(hand, seat, held, hook=hook)
    if len(held) <= trick.lead.size:
        return ()
    later = _later(hand, range(hand.players), seat)
    able = _others(hand, later, seat, len(held))
    wins = (
        cards
        for cards in _follows(hand, seat)
        if _ahead_with(hand, cards) == seat and not (later and _may_be_beaten(hand, cards, able))
    )
    for cards in islice(wins, _MOST_TRIED):
        leads = _leads(hand, seat, minus(held, cards), hook=hook)
        if leads:
            return (cards, *leads)
    return ()


def _leads(hand: Hand, seat: int, held: Sequence[Card], *, hook: bool) -> tuple[Cards, ...]:
    """The leads with which a seat holding these cards takes every trick; empty when unproven.

    `hook` says whether the last of them has to hook.
    """
    space = hand.space
    seats = [other for other in range(hand.players) if other != seat]
    others = _others(hand, seats, seat, len(held))
    by_suit = [
        [_lead(hand, others, unit) for unit in _units(hand, cards)]
        for cards in space.by_suit(held).values()
    ]
    every = [lead for leads in by_suit for lead in leads]
    plan = _Plan(others)
    if not plan.lead_all(every):
        return ()
    if hand.is_declarer(seat):
        return tuple(plan.leads)
    # The Opponents want the last trick as large as possible: it multiplies the kitty.
    lasts = [[lead] for lead in every]
    if _whole_suits(hand):
        lasts += [leads for leads in by_suit if len(leads) > 1]
    plans = [plan.leads]
    for last in lasts:
        other = _Plan(others)
        if other.lead_all([lead for lead in every if lead not in last]) and other.wins(last):
            other.lead(last)
            plans.append(other.leads)
    most = max(_factor(hand, leads[-1]) for leads in plans)
    for leads in plans:
        if _factor(hand, leads[-1]) == most and (not hook or hooks_last(hand, seat, leads[-1])):
            return tuple(leads)
    return ()


def _wants_hook(hand: Hand, seat: int) -> bool | None:
    """Whether the claimer's last lead must hook; `None` when that depends on other hands."""
    held = hand.hands[seat]
    if not holds_hook(hand, held) or not may_fall(hand, taker_declares=hand.is_declarer(seat)):
        return False
    if hand.rules.hook_card == "capture":
        return None if can_be_captured(hand, hand.unseen_by(seat)) else False
    return True


def _factor(hand: Hand, cards: Cards) -> float:
    """The kitty's factor if these cards are led to the last trick and win it."""
    factor = kitty_factor(hand.rules, default_reading(hand.space, cards))
    return factor / 2 if halves_kitty(hand.rules, hand.space, cards) else factor


def _whole_suits(hand: Hand) -> bool:
    """Whether several units can be thrown together without changing their shapes."""
    return hand.rules.throws and not _in_tuples(hand)


def _in_tuples(hand: Hand) -> bool:
    """Whether only tuples are led, since tractors may be stopped or may change (PAG, W14)."""
    rules = hand.rules
    return rules.consecutive == "skip-played" or rules.free_leads == "full-tuples"


def _units(hand: Hand, cards: Sequence[Card]) -> list[Unit]:
    """The units of cards of one effective suit, to be led one after the other."""
    units = default_reading(hand.space, cards)
    if not _in_tuples(hand):
        return list(units)
    found = []
    for unit in units:
        tuples = [unit.cards[at : at + unit.width] for at in range(0, len(unit.cards), unit.width)]
        found += [Unit(unit.width, 1, cards) for cards in tuples]
    return found


def _lead(hand: Hand, others: _Others, unit: Unit) -> _Lead:
    space = hand.space
    suit, (width, length) = space.suit(unit.cards[0]), unit.shape
    top = highest_unit(space.table, suit, others.words[suit], width, length)
    ruff = highest_unit(space.table, TRUMP, others.words[TRUMP], width, length)
    higher = int(top) > space.column(unit.cards[0])
    return _Lead(unit, suit, higher, suit != TRUMP and int(ruff) >= 0)


# Claims of no trick


def _takes_nothing(hand: Hand, seat: int) -> bool:
    """Whether the other side takes this trick and every later one, however all players play.

    It does where it is ahead and cannot be overtaken, and where no card of the claimer's side is
    higher than a card that it may lead, nor can trump it.
    """
    trick, ahead = hand.trick, hand.ahead
    if trick is None or ahead is None or hand.same_side(seat, ahead):
        return False
    held = hand.hands[seat]
    if len(held) <= trick.lead.size or calls_left(hand, seat) != "answered":
        return False
    seats = range(hand.players)
    partners = [other for other in seats if other != seat and hand.same_side(seat, other)]
    theirs = [other for other in seats if not hand.same_side(seat, other)]
    size = len(held)
    able, they = _others(hand, partners, seat, size), _others(hand, theirs, seat, size)
    return (
        _all_lower(hand, held, able, they)
        and not _others_may_hook(hand, seat, able, they)
        and _stays_ahead(hand, seat, partners)
    )


def _others_may_hook(hand: Hand, seat: int, ours: _Others, theirs: _Others) -> bool:
    """Whether the last trick may hook if the other side takes it."""
    if not may_fall(hand, taker_declares=not hand.is_declarer(seat)):
        return False
    out = hand.unseen_by(seat)
    if not holds_hook(hand, _among(hand, out, theirs)):
        return False
    ours_left = (*hand.hands[seat], *_among(hand, out, ours))
    return hand.rules.hook_card != "capture" or can_be_captured(hand, ours_left)


def _among(hand: Hand, out: Sequence[Card], able: _Others) -> list[Card]:
    """The cards among `out` that some of these seats may hold."""
    return [card for card in out if able.most[hand.space.suit(card)]]


def _all_lower(hand: Hand, held: Sequence[Card], ours: _Others, theirs: _Others) -> bool:
    """Whether no card of the claimer's side is higher than a possible lead of the other side."""
    space = hand.space
    own = space.words(held)
    for suit in _SUITS:
        mask = int(space.table[MASK, suit])
        led, able = (
            int(theirs.words[suit][0]) & mask,
            (int(own[0]) | int(ours.words[suit][0])) & mask,
        )
        if led and able and _column(hand, able.bit_length() - 1) > _column(hand, _lowest(led)):
            return False
        if suit == TRUMP and able and any(int(theirs.words[plain][0]) for plain in range(TRUMP)):
            return False
    return True


def _lowest(word: int) -> int:
    return (word & -word).bit_length() - 1


def _column(hand: Hand, place: int) -> int:
    return hand.space.column(hand.space.card_at(place))


def _stays_ahead(hand: Hand, seat: int, partners: Sequence[int]) -> bool:
    """Whether neither the claimer nor a partner still to play can overtake the trick."""
    trick = hand.trick
    assert trick is not None and hand.ahead is not None
    follows = _follows(hand, seat)
    if not follows or any(_ahead_with(hand, cards) != hand.ahead for cards in follows):
        return False
    later = _later(hand, partners, seat)
    best = trick.plays[(hand.ahead - trick.leader) % hand.players]
    able = _others(hand, later, seat, len(hand.hands[seat]))
    return not (later and _may_be_beaten(hand, best, able))


# The trick under way


def _later(hand: Hand, seats: Iterable[int], seat: int) -> list[int]:
    """The seats among `seats` that are still to play to the current trick, after `seat`."""
    trick = hand.trick
    assert trick is not None
    return [
        other
        for other in seats
        if other != seat and (other - trick.leader) % hand.players > len(trick.plays)
    ]


def _may_be_beaten(hand: Hand, top: Cards, able: _Others) -> bool:
    """Whether seats still to play can overtake `top`, which is ahead; `able`: their cards."""
    trick, space = hand.trick, hand.space
    assert trick is not None
    reading, size = trick.lead.reading, trick.lead.size
    suit = space.suit(top[0])
    ruffs = able.most[TRUMP] >= size
    if len(reading) > 1:
        # In its suit no play beats a thrown lead or its ruff; only trumps can.
        if not (suit == TRUMP != trick.lead.suit or (top is trick.plays[0] and _is_sure(hand))):
            return True
        return ruffs and trick.lead.suit != TRUMP
    (unit,) = reading
    words, table = able.words, space.table
    if suit != TRUMP and ruffs and int(highest_unit(table, TRUMP, words[TRUMP], *unit.shape)) >= 0:
        return True
    beaten = highest_unit(table, suit, words[suit], *unit.shape)
    height = highest_unit(table, suit, space.words(top), *unit.shape)
    return able.most[suit] >= size and int(beaten) > int(height)


def _is_sure(hand: Hand) -> bool:
    """Whether every unit of a successful throw is as high as any of its shape elsewhere."""
    return not (hand.rules.exempt_tractors or _in_tuples(hand))
