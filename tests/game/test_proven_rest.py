"""Claims amid a trick, where the last trick may hook, and where friends have not shown up.

What is proven is played out in the ways in which the hidden cards may lie, against all that the
others may do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from random import Random
from typing import Literal, NamedTuple

import pytest
from msgspec.structs import replace

from shengji.cards import Card, Rank, Suit, Trump
from shengji.game import (
    ClaimRest,
    HandEnded,
    Match,
    Phase,
    Play,
    Takes,
    TrickTaken,
    play_out,
    proven_rest,
)
from shengji.game.hand import Hand
from shengji.game.rest import _plan
from shengji.game.undecided import calls_left
from shengji.play.space import TRUMP, space_of
from shengji.rules import Rules, RulesError, random_rules
from tests.game.kit import Game, position, random_command

KITTY = "3D 3D 4D 4D 6D 6D 7D 7D"
HOOKS = Rules(hooks=("J",))
CAPTURE = Rules(hooks=("J",), hook_card="capture")
FRIENDS = Rules(teams="friends", players=4)


class Ending(NamedTuple):
    """The end of a hand, and what can be claimed.

    Attributes:
        hands: what the seats hold; all that nobody does was played, or lies in the kitty. Seat 0
            deals and leads.
        plays: what has been played since; then it is the claimer's turn.
        takes: what is proven.
        rules: what is played.
        trump: the trump.
        called: the cards of the friends.
        levels: of the teams, where these do not both play at the trump rank.
    """

    hands: list[str]
    plays: list[str]
    takes: Takes | None
    rules: Rules = Rules()
    trump: str = "2S"
    called: str = ""
    levels: tuple[str, ...] = ()


def reached(ending: Ending) -> Game:
    game = position(
        ending.hands,
        ending.trump,
        rules=ending.rules,
        called=ending.called,
        levels=ending.levels,
        kitty=" ".join(KITTY.split()[: ending.rules.kitty_size]),
    )
    hand = game.hand
    lies = Counter(card for held in (*hand.hands, hand.kitty or ()) for card in held)
    hand.played.update(Counter(hand.rules.deck) - lies)
    for text in ending.plays:
        assert hand.turn is not None
        game.play(hand.turn, text)
    return game


AMID: dict[str, Ending] = {
    "an Ace, and no trump is out": Ending(["3C 4C", "AC BJ", "8D 9D", "5C 9D"], ["3C"], "all"),
    "somebody may trump the Ace": Ending(["3C 4C", "AC BJ", "SJ 9D", "5C 9D"], ["3C"], None),
    "who may hold a trump has played": Ending(
        ["SJ 2S 3C", "3S AC BJ", "8D 9D 9D", "8D 5C 9H"],
        ["SJ", "3S", "8D", "8D", "3C"],
        "all",
    ),
    "others may hold it for all that is known": Ending(
        ["JD SJ 3C", "9D AC BJ", "8D 9D 9H", "8D 5C 9H"],
        ["JD", "9D", "8D", "8D", "3C"],
        None,
    ),
    "the Ace is still out": Ending(["3C 4C", "KC BJ", "AC 9D", "5C 9D"], ["3C"], None),
    "no higher pair is out": Ending(
        ["3C 3C 4C", "KC KC BJ", "8D 9D QC", "5C 9D QC"], ["3C 3C"], "all"
    ),
    "a pair of Aces": Ending(["3C 3C 4C", "AC AC BJ", "8D 9D KC", "5C 9D KC"], ["3C 3C"], "all"),
    "a trump that nobody beats, and a higher one": Ending(
        ["3C 4C", "SJ BJ", "2H 9D", "5C 9D"], ["3C"], "all"
    ),
    "a trump that may be beaten": Ending(["3C 4C", "2H SJ", "BJ 9D", "5C 9D"], ["3C"], None),
    "a throw that is trumped": Ending(
        ["AC KC 4C", "2H SJ BJ", "8D 9D 9D", "5C 9D 9H"], ["AC KC"], "all"
    ),
    "a throw that may be trumped higher": Ending(
        ["AC KC 4C", "3S SJ BJ", "2H 2H 9D", "5C 9D 9H"], ["AC KC"], None
    ),
}

HOOKING: dict[str, Ending] = {
    "the Declarers hook nobody": Ending(
        ["JS AC", "3C 4C", "8D 9D", "9H 9H"], [], "all", HOOKS, "JS"
    ),
    "without a Jack nothing hooks": Ending(
        ["3C 4C", "AC SJ", "8D 9D", "9H 9H"], ["3C"], "all", HOOKS, "JS"
    ),
    "the Jack takes the last trick": Ending(
        ["3C 4C", "AC JS", "8D 9D", "9H 9H"], ["3C"], "all", HOOKS, "JS"
    ),
    "a pair would count more in the last trick": Ending(
        ["3C 4C 5C 6C", "AC JS BJ BJ", "8D 9D 9D 8D", "9H 9H 8H 8H"], ["3C"], None, HOOKS, "JS"
    ),
    "the pair counts no more": Ending(
        ["3C 4C 5C 6C", "AC JS BJ BJ", "8D 9D 9D 8D", "9H 9H 8H 8H"],
        ["3C"],
        "all",
        replace(HOOKS, kitty_factor="one"),
        "JS",
    ),
    "the Declarers do not play at Jack": Ending(
        ["3C 4C 5C 6C", "AC JS BJ BJ", "8D 9D 9D 8D", "9H 9H 8H 8H"],
        ["3C"],
        "all",
        replace(HOOKS, hook_needs_win=False),
        "JS",
        levels=("2", "J"),
    ),
    "a Jack captures none, as none is out": Ending(
        ["JS AC", "3C 4C", "8D 9D", "9H 9H"], [], "all", CAPTURE, "JS"
    ),
    "a Jack may capture another in the last trick": Ending(
        ["BJ JS", "3C 4C", "JD 9D", "9H 9H"], [], None, CAPTURE, "JS"
    ),
    "nothing captures a Jack": Ending(
        ["BJ SJ", "3C 4C", "JD 9D", "9H 9H"], [], "all", CAPTURE, "JS"
    ),
}

CALLED: dict[str, Ending] = {
    "whoever holds the one King joins": Ending(
        ["BJ SJ", "3C KC", "8D 9D", "9H 9H"], [], "all", FRIENDS, called="1 KC"
    ),
    "two may hold a King": Ending(
        ["BJ SJ", "3C KC", "8D KC", "9H 9H"], [], None, FRIENDS, called="1 KC"
    ),
    "the first of two Kings joins nobody": Ending(
        ["BJ SJ", "3C KC", "8D KC", "9H 9H"], [], None, FRIENDS, called="2 KC"
    ),
    "a third King is not there": Ending(
        ["BJ SJ", "3C 3C", "8D KC", "9H 9H"], [], "all", FRIENDS, called="2 KC"
    ),
    "whoever claims would join by the play": Ending(
        ["3C 4C", "AC BJ", "8D 9D", "9H 9H"], ["3C"], None, FRIENDS, called="1 AC"
    ),
    "another joins, and the Opponent takes all": Ending(
        ["3C 4C", "AC BJ", "8D KC", "9H 9H"], ["3C"], "all", FRIENDS, called="1 KC"
    ),
}


@pytest.mark.parametrize("name", [*AMID, *HOOKING, *CALLED])
def test_what_is_proven_and_what_is_not(name: str) -> None:
    ending = (AMID | HOOKING | CALLED)[name]
    game = reached(ending)
    seat = game.hand.turn
    assert seat is not None
    assert proven_rest(game.hand, seat) == ending.takes
    if ending.takes is not None:
        everywhere(game.match, seat, ending.takes, Random(1))


def test_the_trick_under_way_is_played_to_its_end() -> None:
    """The claimer's card falls first, then those of who is still to play."""
    game = reached(AMID["an Ace, and no trump is out"])
    game.do(ClaimRest(1, "all"))
    plays = []
    for play in play_out(game.hand):
        plays.append((play.seat, play.cards[0].value))
        game.do(play)
    assert plays[:3] == [(1, "AC"), (2, "9D"), (3, "5C")]
    assert [event.seat for event in game.events if isinstance(event, TrickTaken)] == [1, 1]
    assert game.last(HandEnded).declarers == (0, 2)


def test_who_claims_hooks_where_that_is_proven() -> None:
    game = reached(HOOKING["the Jack takes the last trick"])
    game.hand.taken[1] = 80
    game.do(ClaimRest(1, "all"))
    for play in play_out(game.hand):
        game.do(play)
    assert game.last(HandEnded).hooked == (0, 2)


@pytest.mark.parametrize(("rules", "takes"), [(Rules(), "none"), (HOOKS, None)])
def test_who_gives_up_the_rest_does_so_only_where_nobody_may_hook(
    rules: Rules, takes: Takes | None
) -> None:
    hands = ["3S 3C 4C", "AS KC JS", "5D 4D 8D", "6D 7C 8C"]
    plays = ["3S", "AS", "5D", "6D", "KC", "4D", "7C"]
    game = reached(Ending(hands, plays, takes, rules, "JS"))
    assert proven_rest(game.hand, 0) == takes
    if takes:
        everywhere(game.match, 0, takes, Random(1))


# In all ways in which the hidden cards may lie


def boxes(hand: Hand, seat: int) -> dict[int, int]:
    """Where hidden cards may lie, a seat or last the kitty, and how many."""
    found = {other: hand.sizes[other] for other in range(hand.players) if other != seat}
    if hand.buried_by != seat:
        found[hand.players] = hand.rules.kitty_size
    return found


def deals(hand: Hand, seat: int, chance: Random, number: int) -> Iterator[list[list[Card]]]:
    """Hands and, last, the kitty: all deals that a seat cannot rule out, or so many of them."""
    out, sizes = hand.unseen_by(seat), boxes(hand, seat)

    def fits(box: int, cards: Sequence[Card]) -> bool:
        if box == hand.players:
            return True
        voids = int(hand.position.voids[box])
        return not any(voids >> hand.space.suit(card) & 1 for card in cards)

    def split(cards: list[Card], left: list[int]) -> Iterator[dict[int, tuple[Card, ...]]]:
        if not left:
            yield {}
            return
        box, *others = left
        for held in dict.fromkeys(combinations(cards, sizes[box])):
            if fits(box, held):
                rest = list((Counter(cards) - Counter(held)).elements())
                for found in split(rest, others):
                    yield {box: held} | found

    def some() -> Iterator[dict[int, tuple[Card, ...]]]:
        for _ in range(20 * number):
            chance.shuffle(out)
            at, found = 0, dict[int, tuple[Card, ...]]()
            for box, size in sizes.items():
                found[box], at = tuple(out[at : at + size]), at + size
            if all(fits(*item) for item in found.items()):
                yield found

    ways = split(out, list(sizes)) if number > 1000 else some()
    for way in islice(ways, number):
        lie = [list(held) for held in (*hand.hands, hand.kitty or ())]
        for box, cards in way.items():
            lie[box] = list(cards)
        yield lie


def ends(match: Match, seat: int, plan: Sequence[tuple[Card, ...]], at_a_time: int) -> list[Match]:
    """The possible ends of a claim, whatever others play, and the claimer if there is no plan."""
    hand = match.hand
    assert hand is not None
    if hand.phase is not Phase.PLAY:
        return [match]
    turn = hand.turn
    assert turn is not None
    if plan and turn == seat:
        first, *plan = plan
        plays = [first]
    elif hand.trick is not None:
        plays = list(hand.trick.lead_for(turn).follows(hand.hands[turn]))
    else:
        plays = [
            cards
            for held in hand.space.by_suit(hand.hands[turn]).values()
            for size in range(1, len(held) + 1)
            for cards in dict.fromkeys(combinations(held, size))
            if match.verify(Play(turn, cards)) is None
        ]
    found: list[Match] = []
    for play in plays:
        if len(found) >= at_a_time:
            break
        other = match.copy()
        other.do(Play(turn, tuple(play)))
        found += ends(other, seat, plan, at_a_time - len(found))
    return found


def everywhere(
    match: Match, seat: int, takes: Takes, chance: Random, *, most: int = 3, ways: int = 9
) -> int:
    """Play a claim out in deals that the claimer cannot rule out, in ways that differ.

    Args:
        match: in which it is claimed.
        seat: who claims.
        takes: what.
        chance: picks the deals, where they are too many.
        most: how many deals.
        ways: how many ways in each.

    Returns:
        In how many ways it was played out.
    """
    assert match.hand is not None
    plan = list(_plan(match.hand, seat)) if takes == "all" else []
    played = 0
    for way in deals(match.hand, seat, chance, most):
        other = match.copy()
        hand = other.hand
        assert hand is not None
        *hands, kitty = way
        hand.hands[:], hand.kitty, hand._position, hand._open = hands, tuple(kitty), None, None
        assert proven_rest(hand, seat) == takes
        side = {one for one in range(hand.players) if hand.same_side(one, seat)}
        other.do(ClaimRest(seat, takes))
        before, results = len(hand.tricks), list[HandEnded]()
        for end in ends(other, seat, plan, ways):
            assert end.hand is not None and end.hand.result is not None
            won = {trick.winner for trick in end.hand.tricks[before:]}
            assert won == {seat} if takes == "all" else not won & side
            results.append(end.hand.result)
        assert len({(result.hooked, result.declarers) for result in results}) == 1
        assert takes == "none" or len(set(results)) == 1
        played += len(results)
    return played


@pytest.mark.parametrize("name", ["the Declarers hook nobody", "whoever holds the one King joins"])
def test_nothing_refutes_a_claim_in_all_deals_and_all_ways(name: str) -> None:
    """A Dealer knows the kitty, so that the others' six cards are all that is hidden.

    Two of them are alike, so there are 45 deals; each of three may begin with either card.
    """
    game = reached((HOOKING | CALLED)[name])
    assert everywhere(game.match, 0, "all", Random(1), most=10**6, ways=10**6) == 45 * 2**3


Kind = Literal["plain", "hooks", "friends"]


def some_rules(chance: Random, kind: Kind) -> Rules:
    """Any rules of a kind, for few players."""
    while True:
        rules = random_rules(chance)
        if kind == "friends" and chance.random() < 0.5:
            rules = Rules(teams="friends", players=chance.choice((4, 5)))
        try:
            if kind == "hooks":
                card = chance.choice(("trump-suit-in-unit", "any-trump", "capture"))
                rules = replace(rules, hooks=("J",), hook_card=card)
        except RulesError:
            continue
        able = rules.first_level.order <= Rank.JACK.order <= rules.last_level.order
        if able and rules.players <= 5 and (rules.calls or kind != "friends"):
            return rules


def some_ending(chance: Random, kind: Kind) -> Game | None:
    """The last two or three cards of a hand, in which a seat or two are strong."""
    rules, suit = some_rules(chance, kind), chance.choice("SHCD")
    space, size = space_of(rules, Trump(Rank.JACK, Suit(suit))), chance.choice((2, 2, 3))
    suits = {TRUMP, *chance.sample(range(TRUMP), 2)}
    pool = [card for card in rules.deck if space.suit(card) in suits]
    chance.shuffle(pool)
    pool = pool[: size * rules.players]
    if len(pool) < size * rules.players:
        return None
    pool.sort(key=lambda card: (space.suit(card) == TRUMP, space.column(card)))
    seats = list(range(rules.players))
    strong = chance.choice(seats)
    order = [strong, (strong + 2) % rules.players] if chance.random() < 0.4 else [strong]
    hands = {seat: [pool.pop() for _ in range(size)] for seat in order}
    chance.shuffle(pool)
    hands |= {s: [pool.pop() for _ in range(size)] for s in seats if s not in hands}
    plain = [c for held in hands.values() for c in held if space.suit(c) != TRUMP]
    if len(plain) < rules.calls:
        return None
    called = [f"{chance.randint(1, 2)} {c.value}" for c in chance.sample(plain, rules.calls)]
    if rules.deck_count < 2 or len(set(called)) < len(called):
        called = [f"1 {c.value}" for c in dict.fromkeys(plain)][: rules.calls]
    texts = [" ".join(card.value for card in hands[seat]) for seat in seats]
    game = position(texts, f"J{suit}", rules=rules, called=", ".join(called))
    lies = Counter(c for held in (*game.hand.hands, game.hand.kitty or ()) for c in held)
    game.hand.played.update(Counter(rules.deck) - lies)
    return game


@pytest.mark.parametrize("kind", ["plain", "hooks", "friends"])
def test_nothing_refutes_a_claim_in_any_deal(kind: Kind) -> None:
    """In endings under random rules, wherever in a trick somebody claims."""
    found = Counter[str]()
    for seed in range(40):
        if min(found["leads"], found["follows"]) == 3:
            break
        chance = Random(f"{kind} {seed}")
        game = some_ending(chance, kind)
        while game is not None and game.hand.phase is Phase.PLAY:
            hand = game.hand
            seat = hand.turn
            assert seat is not None
            takes = proven_rest(hand, seat)
            where = "leads" if hand.trick is None else "follows"
            if takes is not None and found[where] < 3:
                found[where] += 1
                found[takes] += 1
                found["certain"] += calls_left(hand, seat) == "certain"
                everywhere(game.match, seat, takes, chance)
            game.do(random_command(game.match, chance))
    assert found["leads"] and found["follows"] and found["all"]
    assert found["certain"] or kind != "friends"
