"""Claims of the rest: what is proven, what is refused, and how a hand is played out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from shengji.bots import Table, make_bot
from shengji.cards import Card
from shengji.game import (
    ClaimRest,
    Event,
    Hand,
    HandEnded,
    Match,
    Phase,
    Play,
    RestClaimed,
    Takes,
    play_out,
    proven_rest,
)
from shengji.play.tricks import winner
from shengji.rules import PRESETS, Rules, random_rules
from tests.game.kit import Game, position, random_lead
from tests.seeds import examples, trials


def ending(
    hands: list[str], trump: str = "2S", rules: Rules | None = None, called: str = ""
) -> Game:
    """The end of a hand: all that nobody holds was played or buried, and the Dealer leads."""
    game = position(hands, trump, rules=rules, called=called)
    hand = game.hand
    lies = Counter(card for held in (*hand.hands, hand.kitty or ()) for card in held)
    hand.played.update(Counter(hand.rules.deck) - lies)
    return game


LEADS: dict[str, tuple[list[str], Takes | None]] = {
    "the trump pulls the only one that is out": (
        ["BJ AC KC JC", "SJ 3D 4D 5D", "6D 7D 8D 9D", "3H 4H 5H 6H"],
        "all",
    ),
    "of two trumps in one hand the second ruffs": (
        ["BJ AC KC JC", "SJ 3S 4D 5D", "6D 7D 8D 9D", "3H 4H 5H 6H"],
        None,
    ),
    "two trumps may lie in one hand, wherever they do": (
        ["BJ AC KC JC", "SJ 3D 4D 5D", "3S 7D 8D 9D", "3H 4H 5H 6H"],
        None,
    ),
    "a pair pulls two": (
        ["BJ BJ AC KC", "SJ 3S 4D 5D", "6D 7D 8D 9D", "3H 4H 5H 6H"],
        "all",
    ),
    "no pair of trumps is out to ruff pairs": (
        ["AC AC QC QC", "SJ 3S 4D 5D", "6D 7D 8D 9D", "3H 4H 5H 6H"],
        "all",
    ),
    "a pair of trumps is out": (
        ["AC AC QC QC", "3S 4D 5D 6D", "3S 7D 8D 9D", "3H 4H 5H 6H"],
        None,
    ),
    "something higher is out": (
        ["KC QC JC 9C", "AC 3D 4D 5D", "6D 7D 8D 9D", "3H 4H 5H 6H"],
        None,
    ),
    "what is higher comes down under an Ace": (
        ["AC 7C 5C 3C", "KC 3D 4D 5D", "6D 7D 8D 9D", "3H 4H 5H 6H"],
        "all",
    ),
    "two of them may lie in one hand": (
        ["AC 7C 5C 3C", "KC 3D 4D 5D", "QC 7D 8D 9D", "3H 4H 5H 6H"],
        None,
    ),
    "of equal trumps the first wins": (
        ["2H 2C AC KC", "2D 3D 4D 5D", "6D 7D 8D 9D", "3H 4H 5H 6H"],
        "all",
    ),
    "one lead takes all": (
        ["BJ BJ SJ SJ", "2D 3D 4D 5D", "6D 7D 8D 9D", "3H 4H 5H 6H"],
        None,
    ),
}


@pytest.mark.parametrize("case", LEADS)
def test_who_leads_claims_all_where_nothing_can_beat_it(case: str) -> None:
    """The Dealer leads, and knows which cards are out, but not with whom."""
    hands, right = LEADS[case]
    game = ending(hands, "2S")
    assert proven_rest(game.hand, 0) == right


def test_nobody_claims_out_of_turn() -> None:
    assert proven_rest(ending(LEADS["a pair pulls two"][0], "2S").hand, 1) is None


def last_to_play(fourth: str = "3H 4H 5H 6H") -> Game:
    """The Dealer has the last card to the second trick, with the Ace and two sure tricks."""
    game = ending(["3C AC KC BJ", "QC JC 4D 5D", "6D 7D 8D 9D", fourth], "2S")
    for seat, card in enumerate(["3C", "QC", "6D", fourth.split(maxsplit=1)[0]]):
        game.play(seat, card)
    for seat, card in ((1, "JC"), (2, "7D"), (3, fourth.split()[1])):
        game.play(seat, card)
    return game


def test_who_plays_last_claims_all() -> None:
    assert proven_rest(last_to_play().hand, 0) == "all"
    # A trump pulls one that is out, and the trick at hand can be taken.
    assert proven_rest(last_to_play("3H 4H 5H SJ").hand, 0) == "all"
    assert proven_rest(last_to_play("3H 4H 3S SJ").hand, 0) is None


def outclassed(second: str = "3D 4D 5D 5D", mine: str = "3C 3C 4C 4C") -> Game:
    """The Opponents are ahead in the second trick, and the Dealer plays last to it."""
    game = ending([mine, "AC KC QC JC", second, "6C 7C 8C 9C"], "2S")
    first, then = second.split()[:2]
    for seat, card in enumerate(["3C", "AC", first, "6C"]):
        game.play(seat, card)
    for seat, card in ((1, "KC"), (2, then), (3, "7C")):
        game.play(seat, card)
    return game


def test_who_follows_claims_nothing_where_no_card_can_win() -> None:
    # The partner is void of clubs, and has nothing else that the others could lead.
    assert proven_rest(outclassed().hand, 0) == "none"
    # The partner may hold the higher diamond.
    assert proven_rest(outclassed("3D 4D 5D 7D").hand, 0) is None
    # ... or any club, as far as the Dealer knows.
    assert proven_rest(outclassed("5C 5C 5D 5D").hand, 0) is None
    # A trump of one's own may take a trick, and so may a higher club.
    assert proven_rest(outclassed(mine="3C 3C 4C 3S").hand, 0) is None
    assert proven_rest(outclassed(mine="3C 3C 4C 10C").hand, 0) is None


def test_claims_that_are_not_proven_are_refused_and_those_declined_not_repeated() -> None:
    game = ending(LEADS["a pair pulls two"][0], "2S")
    game.refused(ClaimRest(0, "none"), "claim-none")
    game.refused(ClaimRest(1, "all"), "not-your-turn")
    assert game.do(ClaimRest(0, "all", accepted=False)) == (RestClaimed(0, "all", accepted=False),)
    game.refused(ClaimRest(0, "all"), "claim-declined")
    game.play(0, "AC")
    game.refused(ClaimRest(1, "all"), "claim-all")


@pytest.mark.parametrize(
    ("rules", "last", "factor"),
    [(Rules(), "BJ BJ", 4), (Rules(kitty_factor="one"), "SJ", 1)],
)
def test_the_opponents_lead_last_what_multiplies_the_kitty(
    rules: Rules, last: str, factor: int
) -> None:
    """The kitty counts more for a pair, where the house has it so (Z21 §3.8)."""
    hands = ["3C 4C 5C 6C", "AC BJ BJ SJ", "3D 4D 5D 6D", "7D 8D 9D 10D"]
    game = ending(hands, "2S", rules)
    for seat, card in enumerate(["3C", "AC", "3D", "7D"]):
        game.play(seat, card)
    game.do(ClaimRest(1, "all"))
    for play in play_out(game.hand):
        game.do(play)
    ended = game.last(HandEnded)
    assert " ".join(card.value for card in game.hand.tricks[-1].plays[0]) == last
    assert ended.factor == factor


# Whatever the hidden cards are


def worlds(hand: Hand, seat: int, chance: Random, number: int) -> Iterator[list[list[Card]]]:
    """Hands and, last, a kitty in which hidden cards are exchanged, but for suits known void."""
    kitty = hand.players
    boxes = [box for box in range(kitty + 1) if box != seat]
    if hand.buried_by == seat:
        boxes.remove(kitty)
    hands = [list(held) for held in (*hand.hands, hand.kitty or ())]
    places = [(box, at) for box in boxes for at in range(len(hands[box]))]

    def fits(box: int, card: Card) -> bool:
        return box == kitty or not int(hand.position.voids[box]) >> hand.space.suit(card) & 1

    for _ in range(number):
        for _ in range(5 * len(places)):
            (one, i), (other, j) = chance.choice(places), chance.choice(places)
            if fits(one, hands[other][j]) and fits(other, hands[one][i]):
                hands[one][i], hands[other][j] = hands[other][j], hands[one][i]
        yield [list(held) for held in hands]


def _following(hand: Hand, chance: Random, *, to_win: bool) -> Play:
    """A follow, one that overtakes the trick where that is wanted and can be."""
    trick, seat = hand.trick, hand.turn
    assert trick is not None and seat is not None
    follows = list(islice(trick.lead_for(seat).follows(hand.hands[seat]), 100))
    row = len(trick.plays)
    wins = [
        play
        for play in follows
        if winner(hand.space, trick.lead.reading, [*trick.plays, play]) == row
    ]
    return Play(seat, chance.choice(wins if to_win and wins else follows))


def check(match: Match, seat: int, takes: Takes, chance: Random, number: int) -> None:
    """Play the claim out in some worlds, against others who do what they can to refute it."""
    assert match.hand is not None
    for world in worlds(match.hand, seat, chance, number):
        other = match.copy()
        hand = other.hand
        assert hand is not None
        *hand.hands, kitty = world
        hand.kitty, hand._position, hand._open = tuple(kitty), None, None
        other.do(ClaimRest(seat, takes))
        planned = play_out(hand)
        side = {one for one in range(hand.players) if hand.same_side(one, seat)}
        before = len(hand.tricks)
        while hand.phase is Phase.PLAY:
            turn = hand.turn
            assert turn is not None
            if takes == "all" and turn == seat:
                play = next(planned)
            elif hand.trick is None:
                play = random_lead(hand, chance)
            else:
                refutes = takes == "all" or turn in side
                play = _following(hand, chance, to_win=refutes and chance.random() < 0.8)
            other.do(play)
        won = [trick.winner for trick in hand.tricks[before:]]
        assert (
            set(won) == {seat}
            if takes == "all"
            else side.isdisjoint(one for one in won if one is not None)
        )


def claims_of(rules: Rules, bot: str, hands: int, seed: int) -> list[Takes]:
    """The claims proven in some hands between bots; each is tried in several worlds."""
    chance, found = Random(seed), list[Takes]()
    for number in range(hands):
        bots = {s: make_bot(bot, rules, s, s + number) for s in range(rules.players)}
        table = Table(rules, bots, Random(seed + number))
        ended: tuple[Event, ...] = ()
        claimed = set[Takes]()
        while not any(isinstance(event, HandEnded) for event in ended):
            command = table.next_command()
            assert command is not None
            if isinstance(command, Play):
                seat, hand = command.seat, table.match.hand
                assert hand is not None
                takes = proven_rest(hand, seat)
                # What the player's own view of the hand says is the same.
                own = bots[seat].match.hand
                assert own is not None and proven_rest(own, seat) == takes
                if takes is not None and takes not in claimed:
                    claimed.add(takes)
                    check(table.match, seat, takes, chance, 6)
            ended = table.carry_out(command)
        found += claimed
    return found


def test_no_others_can_refute_a_claim() -> None:
    hands = examples(3, least=1)
    found = {name: claims_of(PRESETS[name].rules, "medium", hands, 7) for name in PRESETS}
    assert sum(map(len, found.values())) >= 4 * hands


def test_no_others_can_refute_a_claim_under_any_rules() -> None:
    both = 43  # rules and deals under which both claims are made
    seeds = {*trials(120), both}
    found = [claims_of(random_rules(Random(seed)), "random", 3, seed) for seed in seeds]
    assert {takes for claims in found for takes in claims} == {"all", "none"}
