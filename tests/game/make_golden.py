"""Golden deals: fixed decks played by a fixed policy, and how many plays were legal each time.

    python -m tests.game.make_golden

writes tests/data/golden again. Another implementation of the rules can check itself against the
files: they tell all cards that were drawn, shown, buried, called and played, who bid for the land
with what and buried what then, and for each trick

- `leads`: how many different singles, tuples and tractors the leader could have led alone;
- `thrown`: the cards of a throw that failed; the lead below it is what had to be led;
- `units`: the lead by its units, the longest first;
- `follows`: for each other player the number of different legal follows (counted up to 100,000) and
  the one that was played;
- `winner` and `points`; `joined`: who became a friend by which call, and the points lost by it.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from shengji.cards import Card, Suit, write_cards
from shengji.game import (
    BidLand,
    Bury,
    Call,
    CallFriends,
    CloseDraw,
    Draw,
    FriendJoined,
    HandEnded,
    HandStarted,
    Phase,
    Play,
    Played,
    Show,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
    callable_cards,
    land_bids,
)
from shengji.game.hand import Hand
from shengji.game.match import Match
from shengji.play.space import Space
from shengji.play.throws import judge_lead
from shengji.play.units import Reading, arrange, default_reading, unit_of
from shengji.rules import Rules, describe_rules, rules_from
from tests.game.kit import Game, start

FOLDER = Path(__file__).parent.parent / "data" / "golden"
MOST = 100_000
"""Follows are counted so far."""


class Deal(NamedTuple):
    """The deal: the rules, and the first seed from `seed` on with which `trump` comes about.

    `trump` is a suit's letter, `no` for no trump suit by a pair of Jokers, or `up` when nobody
    declares and the kitty is turned up. In a `clumped` deck copies and neighbours often fall to the
    same player, so that there are more tractors.
    """

    name: str
    rules: dict[str, object]
    trump: str
    seed: int
    clumped: bool = False


DEALS = (
    Deal("two-decks-2-spades", {}, "S", 51),
    Deal("two-decks-8-hearts", {"first_level": "8"}, "H", 62, True),
    Deal("two-decks-5-diamonds", {"first_level": "5", "throw_penalty": "per-unit"}, "D", 33, True),
    Deal("two-decks-ace-no-trump", {"first_level": "A"}, "no", 84, True),
    Deal("two-decks-10-turned-up", {"first_level": "10"}, "up", 75),
    Deal("one-deck-jack-clubs", {"decks": 1, "first_level": "J"}, "C", 56),
    Deal("three-decks-king-spades", {"decks": 3, "first_level": "K"}, "S", 47, True),
    Deal("three-decks-3-no-trump", {"decks": 3, "first_level": "3"}, "no", 58),
    Deal("six-players-7-clubs", {"players": 6, "decks": 3, "first_level": "7"}, "C", 99, True),
    Deal("six-players-queen-no-trump", {"players": 6, "decks": 3, "first_level": "Q"}, "no", 80),
    Deal(
        "six-players-two-decks-4-spades",
        {"preset": "six-player-two-deck", "first_level": "4"},
        "S",
        21,
        True,
    ),
    Deal("forty-points-2-hearts", {"preset": "forty-points"}, "H", 22),
    Deal("three-decks-6-diamonds", {"preset": "three-deck", "first_level": "6"}, "D", 23, True),
    Deal("two-decks-land-9-clubs", {"land": True, "first_level": "9"}, "C", 24, True),
    Deal("pagat-5-hearts", {"preset": "pagat", "first_level": "5"}, "H", 28, True),
    Deal(
        "wikipedia-2023-7-spades", {"preset": "wikipedia-2023", "first_level": "7"}, "S", 29, True
    ),
    Deal("five-friends-2-hearts", {"preset": "finding-friends"} | {"players": 5}, "H", 25),
    Deal(
        "seven-friends-land-king-spades",
        {"preset": "finding-friends", "players": 7, "land": True, "first_level": "K"},
        "S",
        26,
        True,
    ),
    Deal(
        "eight-friends-to-fit-3-turned-up",
        {"preset": "finding-friends", "players": 8, "jokers_removed": "to-fit", "first_level": "3"},
        "up",
        27,
    ),
)


# The policy


def wanted_bid(hand: Hand, seat: int, trump: str) -> tuple[Card, ...] | None:
    """Declare the suit that is wanted with one card, no trump suit with a pair; reinforce later."""
    for card, held in Counter(hand.hands[seat]).items():
        fits = (
            card.is_joker if trump == "no" else card.suit is not None and card.suit.value == trump
        )
        if not fits or not (card.is_joker or card.rank is hand.rank):
            continue
        if not hand.shown:
            if held >= (2 if card.is_joker else 1):
                return (card,) * (2 if card.is_joker else 1)
            continue
        last = hand.shown[-1]
        if last.seat == seat and last.cards[0] is card and held > len(last.cards):
            return (card,)
    return None


def draw(game: Game, trump: str) -> list[list[object]]:
    """Draw all cards; what was shown, as [cards drawn, seat, cards]."""
    shown: list[list[object]] = []
    while game.hand.turn is not None:
        seat = game.hand.turn
        game.do(Draw())
        bid = None if trump == "up" else wanted_bid(game.hand, seat, trump)
        if bid is not None:
            game.do(Show(seat, bid))
            shown.append([game.hand.drawn, seat, write_cards(bid)])
    game.do(CloseDraw())
    return shown


def choose_kitty(hand: Hand, seat: int) -> tuple[Card, ...]:
    """The shortest suits first, each from below, and trumps only when nothing else is left."""
    suits = hand.space.by_suit(hand.hands[seat])
    trumps = suits.pop(4, [])
    rest = [card for suit in sorted(suits.values(), key=len) for card in reversed(suit)]
    return tuple([*rest, *reversed(trumps)][: hand.rules.kitty_size])


def choose_calls(hand: Hand, seat: int) -> tuple[Call, ...]:
    """The highest cards that are no trumps, of each the first copy that the Dealer lacks."""
    copies = hand.rules.deck_count
    held = Counter(hand.hands[seat])
    lacked = [card for card in callable_cards(hand.space) if held[card] < copies]
    lacked.sort(key=lambda card: -(card.rank.order if card.rank else 0))
    return tuple(Call(card, held[card] + 1) for card in lacked[: hand.rules.calls])


def bid_for_land(game: Game) -> list[list[object]]:
    """Everyone bids as low as possible whenever they can; the bids, as [seat, cards, buried]."""
    bids: list[list[object]] = []
    while game.hand.phase is Phase.LAND:
        hand, seat = game.hand, game.hand.turn
        assert seat is not None
        able = land_bids(hand.rank, hand.last_bid, hand.hands[seat])
        game.do(BidLand(seat, able[0] if able else ()))
        if able:
            buried = choose_kitty(hand, seat)
            game.do(Bury(seat, buried))
            bids.append([seat, write_cards(able[0]), write_cards(buried)])
    return bids


def choose_lead(hand: Hand, seat: int) -> tuple[Card, ...]:
    """In turn: the longest unit that the hand has; the highest of its shortest suit; a throw.

    A throw is of the highest units of a suit, as many as nobody can beat; every second one has one
    more.
    """
    suits = list(hand.space.by_suit(hand.hands[seat]).values())
    readings = [default_reading(hand.space, suit) for suit in suits]
    number = len(hand.tricks)
    if number % 3 == 1:
        shortest = min(suits, key=len)
        return (shortest[0],) * shortest.count(shortest[0])
    if number % 3 == 2:
        others = [hand.hands[(seat + turn) % hand.players] for turn in range(1, hand.players)]
        highest: list[Reading] = []
        for units in readings:
            down = sorted(units, key=lambda unit: -hand.space.place(unit.cards[0]))
            throws = [arrange(hand.space, down[:size]) for size in range(1, len(down) + 1)]
            stand = [t for t in throws if not judge_lead(hand.space, t, others).taken_back]
            one_more = number % 6 == 5 and len(stand) < len(throws)
            highest.append(throws[len(stand) if one_more else len(stand) - 1])
        longest = max(highest, key=lambda units: sum(len(unit.cards) for unit in units))
        return tuple(card for unit in longest for card in unit.cards)
    return max((units[0] for units in readings), key=lambda unit: unit.size).cards


def choose_follow(hand: Hand, seat: int, count: int) -> tuple[Card, ...]:
    """One of the first legal follows, by the number of the trick and the seat.

    Whoever is void plays the very first one, which has the highest trumps, in two tricks of three.
    """
    assert hand.trick is not None
    lead, number = hand.trick.lead_for(seat), len(hand.tricks)
    void = all(hand.space.suit(card) != lead.suit for card in hand.hands[seat])
    choice = 0 if void and number % 3 > 0 else (3 * number + 5 * seat) % min(count, 11)
    return next(islice(lead.follows(hand.hands[seat]), choice, None))


# Counting leads


def lead_counts(space: Space, held: list[Card]) -> dict[str, int]:
    """How many different singles, tuples and tractors the cards hold."""
    kinds = Counter(held)
    counts = {
        "singles": len(kinds),
        "tuples": sum(held - 1 for held in kinds.values()),
        "tractors": 0,
    }
    for width in range(2, space.decks + 1):
        # Tractors by their highest card; each may go on with any equal card one column below.
        wide = [card for card, copies in kinds.items() if copies >= width]
        ends: list[tuple[Card, ...]] = [(card,) for card in wide]
        while ends:
            ends = [
                (*run, below)
                for run in ends
                for below in wide
                if space.suit(below) == space.suit(run[-1])
                and space.column(below) == space.column(run[-1]) - 1
            ]
            for run in ends:
                unit = unit_of(space, [card for card in run for _ in range(width)])
                assert unit is not None
                assert unit.shape == (width, len(run))
            counts["tractors"] += len(ends)
    return counts


# Playing and writing


def play_trick(game: Game, commands: list[Play] | None = None) -> dict[str, Any]:
    """Play a trick by the policy, or by commands that are given; what the file tells of it."""
    given = iter(commands or [])
    hand, told, before = game.hand, dict[str, Any](), len(game.events)
    seat = hand.turn
    assert seat is not None
    told["leader"] = seat
    told["leads"] = lead_counts(hand.space, hand.hands[seat])
    events = game.do(next(given, None) or Play(seat, choose_lead(hand, seat)))
    if isinstance(events[0], ThrowFailed):
        told["thrown"] = write_cards(events[0].thrown)
        told["challenger"] = events[0].challenger
        told["penalty"] = events[0].penalty
    lead = game.last(Played)
    told["units"] = [write_cards(unit) for unit in lead.units]
    follows: list[list[object]] = []
    for _ in range(hand.players - 1):
        seat, trick = hand.turn, hand.trick
        assert seat is not None
        assert trick is not None
        count = trick.lead_for(seat).count(hand.hands[seat], MOST)
        game.do(next(given, None) or Play(seat, choose_follow(hand, seat, count)))
        follows.append([count, write_cards(trick.plays[-1])])
    taken = game.last(TrickTaken)
    told |= {"follows": follows, "winner": taken.seat, "points": taken.points}
    new = game.events[before:]
    friends = [[e.seat, e.call, e.lost] for e in new if isinstance(e, FriendJoined)]
    return {**told, "joined": friends} if friends else told


def clumped_deck(rules: Rules, chance: Random) -> list[Card]:
    """A deck in which every player draws short runs of a new pack."""
    rest, clumps = rules.deck, list[list[Card]]()
    while rest:
        size = chance.randint(1, 4)
        clumps.append(rest[:size])
        del rest[:size]
    chance.shuffle(clumps)
    cards = [card for clump in clumps for card in clump]
    drawn = [
        cards[rules.hand_size * seat + number]
        for number in range(rules.hand_size)
        for seat in range(rules.players)
    ]
    return [*drawn, *cards[len(drawn) :]]


def deal_for(deal: Deal) -> tuple[Game, list[list[object]]]:
    """The first deal of the wanted kind, drawn to its end."""
    rules, seed = rules_from(deal.rules), deal.seed
    while True:
        chance = Random(seed)
        deck = clumped_deck(rules, chance) if deal.clumped else rules.deck
        if not deal.clumped:
            chance.shuffle(deck)
        game = Game(Match(rules))
        game.do(start(rules, deck, seed % rules.players))
        shown = draw(game, deal.trump)
        made = game.last(TrumpMade)
        suit = None if deal.trump in ("no", "up") else Suit(deal.trump)
        if bool(shown) == (deal.trump != "up") and (deal.trump == "up" or made.suit is suit):
            return game, shown
        seed += 100


def make(deal: Deal) -> dict[str, Any]:
    """One golden deal, played by the policy."""
    game, shown = deal_for(deal)
    started, made = game.last(HandStarted), game.last(TrumpMade)
    assert started.deck is not None
    assert started.rank is not None
    told: dict[str, Any] = {
        "name": deal.name,
        "rules": describe_rules(game.match.rules),
        "turned": write_cards(started.turned),
        "first": started.first,
        "deck": write_cards(started.deck),
        "shown": shown,
        "trump": {"rank": started.rank.value, "suit": made.suit.value if made.suit else None},
        "turned_up": write_cards(made.turned),
        "dealer": made.dealer,
    }
    buried = choose_kitty(game.hand, made.dealer)
    game.do(Bury(made.dealer, buried))
    told["kitty"] = write_cards(buried)
    if game.match.rules.land:
        told["land"] = bid_for_land(game)
    if game.hand.phase is Phase.CALL:
        called = choose_calls(game.hand, made.dealer)
        game.do(CallFriends(made.dealer, called))
        told["calls"] = [[call.ordinal, call.card.value] for call in called]
    told["tricks"] = []
    while game.hand.phase is Phase.PLAY:
        told["tricks"].append(play_trick(game))
    told["result"] = result_of(game)
    return told


def result_of(game: Game) -> dict[str, Any]:
    """The result of a hand for the file."""
    ended = msgspec.to_builtins(game.last(HandEnded))
    assert isinstance(ended, dict)
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in ended.items()
        if name not in ("event", "dealer", "kitty")
    }


def text_of(told: dict[str, Any]) -> str:
    """A golden deal as JSON, a line for each field and each trick."""
    lines = []
    for name, value in told.items():
        text = msgspec.json.encode(value).decode()
        if name == "tricks":
            tricks = ",\n  ".join(msgspec.json.encode(trick).decode() for trick in value)
            text = f"[\n  {tricks}\n ]"
        lines.append(f' "{name}": {text}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for deal in DEALS:
        (FOLDER / f"{deal.name}.json").write_text(text_of(make(deal)), encoding="utf-8")


if __name__ == "__main__":
    main()
