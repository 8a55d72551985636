"""Helpers for the tests of the hand and the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from random import Random
from typing import TypeVar

import msgspec
import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from shengji.cards import RANKS, Card, Rank, minus, read_cards
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    Call,
    CallFriends,
    CardDrawn,
    CloseDraw,
    Command,
    Draw,
    Event,
    FriendsCalled,
    Hand,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandPassed,
    Match,
    NamedReading,
    Phase,
    Play,
    Refusal,
    Show,
    Standing,
    StartHand,
    Trick,
    TrumpMade,
    callable_cards,
    land_bids,
    may_redeal,
    shuffled,
)
from shengji.play.follows import Lead
from shengji.play.readings import readings
from shengji.play.units import default_reading
from shengji.rules import Rules, random_rules
from tests.kit import trump as trump_of
from tests.seeds import FEW, examples

E = TypeVar("E")


def steady(number: int, least: int = FEW) -> settings:
    """Settings of a property that is tried on the same examples each time: see `examples`."""
    return settings(derandomize=True, database=None, max_examples=examples(number, least))


def any_rules() -> st.SearchStrategy[Rules]:
    """Any rules that can be played."""
    return st.integers(0, 10**6).map(lambda seed: random_rules(Random(seed)))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(read_cards(text))


def calls(text: str) -> tuple[Call, ...]:
    """Calls as `2 KS, 1 AH`: the second King of spades and the first Ace of hearts."""
    found = []
    for call in text.split(","):
        ordinal, card = call.split()
        found.append(Call(Card(card), int(ordinal)))
    return tuple(found)


# Decks and positions


def stack(
    rules: Rules, draws: Mapping[int, str], *, first: int = 0, kitty: str = "", seed: int = 0
) -> tuple[Card, ...]:
    """A deck from which each seat draws what it is promised; the rest is shuffled.

    A promise lists cards in the order in which they are drawn; `.` is any card.
    """
    promised = {
        seat: [None if word == "." else cards(word)[0] for word in text.split()]
        for seat, text in draws.items()
    }
    wanted = [card for text in promised.values() for card in text if card is not None]
    bottom = cards(kitty)
    rest = minus(rules.deck, [*wanted, *bottom])
    Random(seed).shuffle(rest)
    deck: list[Card] = []
    for number in range(rules.hand_size * rules.players):
        seat, turn = (first + number) % rules.players, number // rules.players
        promise = promised.get(seat, [])
        card = promise[turn] if turn < len(promise) else None
        deck.append(rest.pop() if card is None else card)
    return (*deck, *bottom, *rest)


def levels_of(rules: Rules, levels: Sequence[str]) -> list[Rank]:
    """The level of each seat, from those of the two teams or of all seats."""
    return [Rank(levels[seat % len(levels)]) for seat in range(rules.players)]


def turned_for(rules: Rules, seat: int) -> tuple[Card, ...]:
    """A card that counts to this seat (Z21 §3.5.3)."""
    number = next(n for n in range(2, 14) if (n - 1) % rules.players == seat)
    return (Card(RANKS[number - 2].value + "C"),)


def start(rules: Rules, deck: Sequence[Card], first: int = 0, salt: str = "") -> StartHand:
    if rules.first_drawer == "random":
        return StartHand(tuple(deck), first=first, salt=salt)
    return StartHand(tuple(deck), turned_for(rules, first), salt=salt)


class Game:
    """A match, and every event that has happened in it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[Event] = []

    @classmethod
    def of(cls, rules: Rules, draws: Mapping[int, str], *, first: int = 0, kitty: str = "") -> Game:
        """A match whose first hand has started from a stacked deck."""
        game = cls(Match(rules))
        game.do(start(rules, stack(rules, draws, first=first, kitty=kitty), first))
        return game

    @classmethod
    def later(
        cls,
        rules: Rules,
        draws: Mapping[int, str],
        *,
        dealer: int,
        levels: Sequence[str] = (),
        kitty: str = "",
    ) -> Game:
        """A match that goes on with this Dealer; `levels` of the two teams, or of each seat."""
        game = cls(Match(rules))
        game.match.begin_at(levels_of(rules, levels or [rules.first_level.value] * 2), dealer)
        game.do(StartHand(stack(rules, draws, first=dealer, kitty=kitty)))
        return game

    @property
    def hand(self) -> Hand:
        assert self.match.hand is not None
        return self.match.hand

    def do(self, command: Command) -> tuple[Event, ...]:
        """Carry out a command that must be accepted."""
        answer = self.match.do(command)
        self.events += answer
        return answer

    def refused(self, command: Command, code: str) -> Refusal:
        """Try a command that must be refused, with this code, and change nothing."""
        before = snapshot(self.match)
        assert self.match.verify(command) == self.match.try_do(command)
        refusal = self.match.verify(command)
        assert refusal is not None, command
        assert refusal.code == code, refusal.sentence()
        assert snapshot(self.match) == before
        return refusal

    def draw(self, number: int) -> None:
        for _ in range(number):
            self.do(Draw())

    def draw_all(self) -> None:
        self.draw(self.hand.cards_to_draw)

    def show(self, seat: int, text: str) -> tuple[Event, ...]:
        return self.do(Show(seat, cards(text)))

    def play(self, seat: int, text: str, reading: NamedReading | None = None) -> tuple[Event, ...]:
        return self.do(Play(seat, cards(text), reading))

    def last(self, kind: type[E]) -> E:
        """The last event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))


def position(
    hands: Sequence[str],
    trump: str = "2S",
    *,
    dealer: int = 0,
    rules: Rules | None = None,
    kitty: str = "",
    levels: Sequence[str] = (),
    taken: Mapping[int, int] | None = None,
    called: str = "",
) -> Game:
    """A game in the middle of a hand: these cards are held, the Dealer leads.

    Args:
        hands: what each seat holds, all the same number.
        trump: as in `tests.kit.trump`.
        dealer: the Dealer.
        rules: what is played.
        kitty: some cards of the kitty; the others are worth no points.
        levels: the levels of the two teams, or of each seat; the trump rank by default.
        taken: points that seats have already won.
        called: the cards of the friends, as for `calls`.
    """
    rules = rules or Rules()
    made = trump_of(trump)
    game = Game(Match(rules))
    match = game.match
    at = levels_of(rules, levels or [made.rank.value])
    match.standings = [Standing(level) for level in at]
    match.apply(HandStarted(1, made.rank, None, dealer, (), ""))
    held = [cards(hand) for hand in hands]
    for seat, own in enumerate(held):
        for card in own:
            match.apply(CardDrawn(seat, card))
    bottom = list(cards(kitty))
    used = Counter([*bottom, *(card for own in held for card in own)])
    spare = list((Counter(rules.deck) - used).elements())
    bottom += [card for card in spare if not card.points][: rules.kitty_size - len(bottom)]
    match.apply(TrumpMade(made.suit, dealer))
    match.apply(KittyTaken(dealer, tuple(bottom)))
    match.apply(KittyBuried(dealer, tuple(bottom)))
    while game.hand.phase is Phase.LAND and game.hand.turn is not None:
        match.apply(LandPassed(game.hand.turn))
    if game.hand.phase is Phase.CALL:
        match.apply(FriendsCalled(dealer, calls(called)))
    for seat, points in (taken or {}).items():
        game.hand.taken[seat] = points
    assert game.hand.phase is Phase.PLAY
    assert len(set(game.hand.sizes)) == 1
    return game


# Comparing states


def snapshot(value: object) -> object:
    """All that a match consists of, copied, for comparison."""
    if isinstance(value, Lead):  # Not what it remembers once it has been asked.
        return snapshot(value.reading)
    if isinstance(value, Match | Hand):
        return {name: snapshot(v) for name, v in vars(value).items() if "space" not in name}
    if isinstance(value, Trick):
        return {name: snapshot(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [snapshot(item) for item in value]
    return value


def public(match: Match, *, whole: bool = True) -> object:
    """The cards that lie open to everyone; not `whole`: of complete tricks only the last."""
    hand = match.hand
    facts: dict[str, object] = {
        "standings": list(match.standings),
        "dealer": match.dealer,
        "first": match.first,
        "hands": match.hands,
        "winners": match.winners,
        "won": match.won,
        "between": match.between_hands,
        "next": match.next_hand,
    }
    if hand is None:
        return facts
    hidden = {
        "hands",
        "kitty",
        "started",
        "result",
        "seen_by",
        "all_seen",
        "tricks",
        "_space",
        "_open",
    }
    facts |= {name: snapshot(v) for name, v in vars(hand).items() if name not in hidden}
    if hand.trick is not None or hand.tricks:
        facts["position"] = {
            name: snapshot(array)
            for name, array in hand.position._asdict().items()
            if name not in {"hands", "kitty", "space"}
        }
    facts["tricks"] = len(hand.tricks), snapshot(hand.tricks if whole else hand.last_trick)
    facts["started"] = msgspec.structs.replace(hand.started, deck=None, salt=None)
    if hand.result is not None:
        facts["result"] = msgspec.structs.replace(hand.result, kitty=None, kitty_points=None)
    facts["points"] = hand.opponents_points
    facts["to draw"] = hand.cards_to_draw
    facts["trump so far"] = hand.trump_so_far
    facts["may show"] = hand.ranks, hand.can_redeal, hand.last_bid
    facts["sides"] = hand.sides_known, hand.open_calls
    facts["declarers"] = None if hand.dealer is None else hand.declarers
    return facts


def all_cards(match: Match) -> Counter[Card]:
    """Every card of the hand under way, wherever it is."""
    hand = match.hand
    assert hand is not None and hand.started.deck is not None
    found = Counter(card for held in hand.hands for card in held)
    found.update(hand.kitty or ())
    tricks = [*hand.tricks, *([hand.trick] if hand.trick else [])]
    found.update(card for trick in tricks for play in trick.plays for card in play)
    drawing = hand.started.deck[hand.drawn : len(hand.started.deck) - hand.rules.kitty_size]
    return found + Counter(drawing)


# Playing at random


def some_follows(
    lead: Lead, held: Sequence[Card], chance: Random, most: int = 100
) -> list[tuple[Card, ...]]:
    """All legal follows when these are few; else some from the start and some found by trying."""
    found = list(islice(lead.follows(held), most))
    if len(found) == most:
        of_suit = [card for card in held if lead.space.suit(card) == lead.suit]
        pool = of_suit if len(of_suit) >= lead.size else held
        for _ in range(6):
            play = tuple(chance.sample(list(pool), lead.size))
            if lead.fault(held, play) is None:
                found += [play] * (most // 6)
    return found


def random_lead(hand: Hand, chance: Random) -> Play:
    """A unit of the hand's best reading of a suit, the highest cards of a suit, or any of one."""
    seat = hand.turn
    assert seat is not None
    space = hand.space
    suit = chance.choice(list(space.by_suit(hand.hands[seat]).values()))
    kind = chance.random()
    if kind < 0.3:
        chosen = list(chance.choice(default_reading(space, suit)).cards)
    elif kind < 0.6:
        card = chance.choice(suit)
        chosen = [card] * chance.randint(1, suit.count(card))
    elif kind < 0.85:
        chosen = suit[: chance.randint(1, 6)]
    else:
        chosen = chance.sample(suit, min(len(suit), chance.randint(1, 6)))
    if not hand.rules.throws:
        chosen = list(default_reading(space, chosen)[0].cards)
    chance.shuffle(chosen)
    reading = None
    if hand.rules.throw_reading == "named" and chance.random() < 0.3:
        reading = chance.randrange(len(readings(space, chosen)))
    return Play(seat, tuple(chosen), reading)


def random_calls(hand: Hand, chance: Random) -> tuple[Call, ...]:
    """Any calls that may be made."""
    rules = hand.rules
    able = [
        Call(card, ordinal)
        for card in callable_cards(hand.space)
        for ordinal in range(1, rules.deck_count + 1)
    ]
    return tuple(chance.sample(able, rules.calls))


def random_command(match: Match, chance: Random) -> Command:
    """A possible next command, one legal choice of many."""
    hand = match.hand
    if hand is None or match.between_hands:
        return shuffled(match.rules, chance)
    if hand.phase is Phase.DRAW:
        if chance.random() < 0.1:
            seat = chance.randrange(match.rules.players)
            options = hand.bidding.options(seat, hand.hands[seat])
            if options:
                return Show(seat, chance.choice(options))
        return CloseDraw() if hand.turn is None else Draw()
    seat = hand.turn if hand.turn is not None else -1
    held = hand.hands[seat]
    if hand.phase is Phase.REDEAL:
        return AnswerRedeal(seat, may_redeal(hand, held) and chance.random() < 0.5)
    if hand.phase is Phase.BURY:
        return Bury(seat, tuple(chance.sample(held, match.rules.kitty_size)))
    if hand.phase is Phase.LAND:
        land = [(), *land_bids(hand.rank, hand.last_bid, held)]
        return BidLand(seat, chance.choice(land))
    if hand.phase is Phase.CALL:
        return CallFriends(seat, random_calls(hand, chance))
    if hand.trick is None:
        return random_lead(hand, chance)
    return Play(seat, chance.choice(some_follows(hand.trick.lead_for(seat), held, chance)))


def random_hand(rules: Rules, chance: Random, match: Match | None = None) -> Game:
    """One hand played at random to its end."""
    game = Game(match or Match(rules))
    game.do(shuffled(rules, chance))
    while game.hand.phase is not Phase.ENDED:
        game.do(random_command(game.match, chance))
    return game


def cards_in(value: object) -> Iterable[Card]:
    """Every card in an event or a part of it."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from cards_in(getattr(value, name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from cards_in(item)


def last_trick(
    hands: list[str],
    trump: str,
    rules: Rules,
    *,
    points: int = 80,
    levels: tuple[str, ...] = (),
    called: str = "",
) -> HandEnded:
    """A hand of one trick, led by the Dealer (seat 0); the Opponents have these points before."""
    taken = {1: points}
    game = position(hands, trump, rules=rules, levels=levels, taken=taken, called=called)
    for seat, text in enumerate(hands):
        game.play(seat, text)
    assert game.hand.phase is Phase.ENDED
    return game.last(HandEnded)


def levels_after(ended: HandEnded) -> list[str]:
    return [level.value for level in ended.levels_after]


def at(*levels: str) -> list[Standing]:
    return [Standing(Rank(level)) for level in levels] * 2
