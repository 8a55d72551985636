"""Another hand that one seat cannot tell from a given one: its hidden cards dealt again.

Only what the seat has been told goes in: its view of the events, and its own actions. The cards are
drawn by the sampler that bots use, and then exchanged until all throws stand or fail as they did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from shengji.bots.deals.fills import exchange, lacks_break, may_swap
from shengji.bots.deals.sampler import Sampler
from shengji.cards import Card, minus, take
from shengji.env.actions.question import Answer, Question
from shengji.env.actions.steps import steps_of
from shengji.env.spiel.course import Course, Setting
from shengji.env.spiel.heard import heard
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    CardDrawn,
    DealtAgain,
    Event,
    FriendsCalled,
    Hand,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    Match,
    Phase,
    Play,
    Played,
    RedealAnswered,
    Show,
    Shown,
    ThrowFailed,
    readings_of_lead,
    view,
)
from shengji.game.memory import Memory
from shengji.game.trick import lead_of
from shengji.play.jit import Matrix
from shengji.play.space import Space
from shengji.play.throws import judge_lead
from shengji.play.units import Reading
from shengji.rules import Rules

_TRIES = 200
"""Maximum number of deals that are tried."""
_SWAPS = 2_000
"""Maximum number of exchanges of two cards in a deal."""


class Told(NamedTuple):
    """A seat's knowledge of a hand.

    Attributes:
        events: the events, as the seat saw them.
        steps: its own actions.
        lines: the information-state string without the steps.
        asked: whether the present decision is its own.
    """

    seat: int
    events: list[Event]
    steps: list[int]
    lines: list[str]
    asked: bool


class Dealt(NamedTuple):
    """A deal: the deck, and the cards of each burial, in order."""

    deck: list[Card]
    burials: list[tuple[Card, ...]]


def resampled(course: Course, setting: Setting, seat: int, chance: Random) -> Course:
    """A hand with the same information-state string for a seat.

    Raises:
        RuntimeError: no such deal was found.
    """
    events = [view(event, seat) for event in course.events]
    lines = list(heard(course.events, seat))
    asked = course.question_of(seat) is not None
    told = Told(seat, events, course.steps[seat], lines, asked)
    for _ in range(_TRIES):
        found = _replayed(setting, told, chance)
        if found is not None:
            return found
    raise RuntimeError(f"no other deal was found that seat {seat} cannot tell from this one")


def _replayed(setting: Setting, told: Told, chance: Random) -> Course | None:
    """Deal hidden cards and take all actions again; `None` when the seat would notice."""
    found = Course(setting)
    seat, events = told.seat, told.events
    dealt = [_deal(part, seat, chance) for part in _parts(found.rules, setting, told)]
    own = iter(told.steps)
    deals = checked = 0
    while True:
        for event in found.events[checked : len(events)]:
            seen = events[checked]
            if view(event, seat) != seen and not isinstance(event, HandStarted):
                return None
            checked += 1
        if len(found.events) > len(events) or (found.is_over and checked < len(events)):
            return None
        question, next_event = found.question, events[checked] if checked < len(events) else None
        if question is None:
            if next_event is None:
                break
            assert isinstance(next_event, HandStarted)
            if deals == 0 and setting.dealer < 0:
                turned = next_event.turned
                found.take(turned[-1].index if turned else next_event.first)
            for card in dealt[deals].deck:
                found.take(card.index)
            deals += 1
        elif question.due.seat == seat:
            action = next(own, None)
            if action is None:
                break
            found.take(action)
        elif next_event is None and not told.asked:
            break
        else:
            burials = sum(isinstance(event, KittyBuried) for event in _last(found.events))
            answer = _answer(next_event, question, dealt[deals - 1].burials[burials:])
            if answer is not None and found.match.verify(answer) is not None:
                return None
            for action in steps_of(question.hand, question.due, answer):
                found.take(action)
    same = found.steps[seat] == told.steps and (found.question_of(seat) is not None) == told.asked
    return found if same and list(heard(found.events, seat)) == told.lines else None


def _last(events: Sequence[Event]) -> Sequence[Event]:
    """The events of the last deal."""
    starts = [at for at, event in enumerate(events) if isinstance(event, HandStarted)]
    return events[starts[-1] :]


def _answer(event: Event | None, question: Question, burials: Sequence[tuple[Card, ...]]) -> Answer:
    """The answer to a question that leads to the next event; by default a seat waits or passes."""
    seat, hand = question.due.seat, question.hand
    match event:
        case Shown() if event.seat == seat:
            made = event.way, event.cards
            shows = [
                cards
                for cards in question.due.options
                if hand.bidding.judge(seat, hand.hands[seat], cards) == made
            ]
            return Show(seat, shows[0]) if shows else None
        case RedealAnswered():
            return AnswerRedeal(seat, event.wanted)
        case KittyBuried() if burials:
            return Bury(seat, burials[0])
        case LandBid():
            return BidLand(seat, event.cards)
        case FriendsCalled():
            return CallFriends(seat, event.calls)
        case ThrowFailed() | Played():
            cards = event.thrown if isinstance(event, ThrowFailed) else event.cards
            ways = [{unit.cards for unit in way} for way in readings_of_lead(hand, cards).listed]
            units = set(event.units or ())
            return Play(seat, cards, ways.index(units) if units in ways else None)
    return None


# Cards


class Part(NamedTuple):
    """A seat's knowledge of one deal: until now, or until the deck is dealt again."""

    hand: Hand
    events: list[Event]
    again: DealtAgain | None


def _parts(rules: Rules, setting: Setting, told: Told) -> Iterator[Part]:
    match = Match.seen(rules, told.seat)
    if setting.dealer >= 0:
        match.begin_at([rules.first_level] * rules.players, setting.dealer)
    events: list[Event] = []
    for number, event in enumerate(told.events):
        if isinstance(event, HandStarted):
            events = []
        last = number + 1 == len(told.events)
        ends = isinstance(event, HandEnded | DealtAgain)
        if not ends:
            match.apply(event)
            events.append(event)
        if ends or (last and match.hand is not None and not match.hand.is_over):
            assert match.hand is not None
            again = event if isinstance(event, DealtAgain) else None
            yield Part(match.hand.copy(), events, again)
        if ends:
            match.apply(event)
        if isinstance(event, HandEnded):
            return


def _deal(part: Part, seat: int, chance: Random) -> Dealt:
    """Deal the hidden cards, by all that the seat has been told, and go back to the deck."""
    hand, rules = part.hand, part.hand.rules
    memory = Memory(rules, seat)
    memory.recall(hand)
    if part.again is not None:
        hand.turned = part.again.turned
        hand.phase = Phase.REDEAL if hand.turn is None or hand.turned else hand.phase
    for event in part.events:
        if isinstance(event, RedealAnswered) and event.seat != seat:
            memory.known[event.seat] |= Counter(event.cards)
    held, kitty = _now(hand, memory, chance)
    for at in range(rules.players):
        held[at] += hand.played_by(at)
    taken = [event for event in part.events if isinstance(event, KittyTaken)]
    burials: list[tuple[Card, ...]] = []
    for number in range(len(taken) - 1, -1, -1):
        taker = hand.takers[number]
        if number < len(taken) - 1 or hand.phase is not Phase.BURY:
            burials.insert(0, tuple(kitty))
            held[taker] += kitty
        seen = taken[number].cards
        kitty = (
            list(seen) if seen is not None else _taken(hand, held[taker], number, memory, chance)
        )
        held[taker] = minus(held[taker], kitty)
    if not taken:
        kitty = _turned_first(kitty, hand.turned)
    drawn = [event.card for event in part.events if isinstance(event, CardDrawn) and event.card]
    for at, cards in enumerate(held):
        first = drawn if at == seat else list(_shown(hand, at, 0))
        rest = minus(cards, first)
        chance.shuffle(rest)
        held[at] = [*first, *rest]
    order = [
        held[(hand.first + n) % rules.players][n // rules.players] for n in range(hand.to_draw)
    ]
    return Dealt([*order, *kitty], burials)


def _shown(hand: Hand, seat: int, takes: int) -> Iterator[Card]:
    """The cards that a seat has shown in the draw, and in its bids before a number of takings."""
    shown = Counter[Card]()
    for showing in (*hand.shown, *hand.land[:takes]):
        if showing.seat == seat:
            shown |= Counter(showing.cards)
    return shown.elements()


def _taken(hand: Hand, pool: list[Card], number: int, memory: Memory, chance: Random) -> list[Card]:
    """The kitty that a seat took, of all the cards that it held then."""
    before = hand.takers[number - 1] if number else None
    if before == memory.seat:
        return list(hand.burials.get(memory.seat, ()))
    turned = list(hand.kitty_seen) if number == 0 else []
    free = minus(pool, turned)
    for card in _shown(hand, hand.takers[number], number):
        if card in free:
            free.remove(card)
    chance.shuffle(free)
    return [*turned, *free[: hand.rules.kitty_size - len(turned)]]


def _turned_first(kitty: list[Card], turned: Sequence[Card]) -> list[Card]:
    """A kitty that begins with the cards that were turned up."""
    return [*turned, *minus(kitty, turned)] if turned else kitty


def _now(hand: Hand, memory: Memory, chance: Random) -> tuple[list[list[Card]], list[Card]]:
    """The present cards of each seat, and the kitty, after which all throws went as they did."""
    sampler = Sampler(hand, memory, chance.getrandbits(32), even=True)
    space, boxes = sampler.space, sampler.boxes
    held, where = sampler.draw_one()
    throws = list(_throws(hand)) if hand.phase is Phase.PLAY else []
    broken = [throw for throw in throws if not throw.holds(space, held)]
    places = boxes.places
    for _ in range(_SWAPS if len(places) else 0):
        if not broken:
            break
        suit = chance.choice(broken).suit
        one, other = chance.randrange(len(places)), chance.randrange(len(places))
        if space.suit(space.card_at(int(places[one]))) != suit:
            continue
        if not may_swap(boxes, held, where, one, other):
            continue
        exchange(held, where, places, one, other)
        now = [throw for throw in throws if not throw.holds(space, held)]
        if len(now) > len(broken) or lacks_break(boxes, held, where[one], where[other]):
            exchange(held, where, places, one, other)
        else:
            broken = now
    *hands, kitty = [list(space.cards(words)) for words in held]
    own = hand.hands[memory.seat]
    if hand.phase is not Phase.DRAW and own:
        hands[memory.seat] = list(own)
    return hands, kitty


class Throw(NamedTuple):
    """A lead of several units, and its result.

    Attributes:
        since: the cards that each seat has played from then on.
        challenger: the seat that stopped it; `None` where it stood.
        led: the units that were led.
    """

    space: Space
    suit: int
    leader: int
    reading: Reading
    since: list[list[Card]]
    challenger: int | None
    led: tuple[tuple[Card, ...], ...]

    def holds(self, space: Space, held: Matrix) -> bool:
        """Whether it would have this result with these cards."""
        players = len(self.since)
        others = [(self.leader + turn) % players for turn in range(1, players)]
        hands = [[*space.cards(held[seat]), *self.since[seat]] for seat in others]
        throw = judge_lead(self.space, self.reading, hands)
        challenger = None if throw.challenger is None else others[throw.challenger]
        led = tuple(unit.cards for unit in throw.led)
        return challenger == self.challenger and set(led) == set(self.led)


def _throws(hand: Hand) -> Iterator[Throw]:
    """The throws of a hand in play."""
    tricks, players = iter(hand.all_tricks), hand.players
    failed: ThrowFailed | None = None
    since = [list(hand.played_by(seat)) for seat in range(players)]
    for event in hand.history:
        if isinstance(event, ThrowFailed):
            failed = event
        if not isinstance(event, Played):
            continue
        units = event.units
        if units:
            lead = next(tricks).lead
            tried = (failed.units if failed else units) or units
            if len(tried) > 1:
                reading = lead_of(lead.space, tried).reading
                challenger = failed.challenger if failed else None
                left = [list(cards) for cards in since]
                yield Throw(lead.space, lead.suit, event.seat, reading, left, challenger, units)
            failed = None
        take(since[event.seat], event.cards)
