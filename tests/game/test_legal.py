"""Legal commands of a seat: every one is accepted, and there are no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, islice
from math import comb
from random import Random

import pytest

from shengji.cards import Card
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    Command,
    Match,
    Phase,
    Play,
    Show,
    shuffled,
    view,
)
from shengji.rules import Rules, random_rules, rules_from
from tests.game.kit import Game, cards, position, random_command
from tests.seeds import trials

MOST = 300
Key = tuple[type, object, object]


def key(match: Match, command: Command) -> Key:
    """The meaning of a command: the order of cards does not matter, reading 0 is the default."""
    match command:
        case Play():
            assert match.hand is not None
            lead = match.hand.trick is None
            return (
                Play,
                tuple(match.hand.space.sort(command.cards)),
                (lead and command.reading) or 0,
            )
        case Show() | Bury() | BidLand():
            return type(command), frozenset(Counter(command.cards).items()), 0
        case CallFriends():
            return CallFriends, frozenset(command.calls), 0
        case AnswerRedeal():
            return AnswerRedeal, command.wanted, 0
    raise AssertionError(command)


def accepted(game: Game, seat: int, held: Iterable[Card]) -> set[Key]:
    """The plays that the match accepts, of all sets of cards in any reading."""
    sets = {
        tuple(game.hand.space.sort(chosen))
        for size in range(game.hand.sizes[seat] + 1)
        for chosen in combinations(held, size)
    }
    readings = (None, *range(1, 6)) if game.hand.trick is None else (None,)
    plays = [Play(seat, chosen, reading) for chosen in sets for reading in readings]
    return {key(game.match, play) for play in plays if game.match.verify(play) is None}


@pytest.mark.parametrize(
    "rules",
    [
        Rules(throws=False),
        Rules(throws=False, decks=3, consecutive="nothing-between"),
        Rules(throws=False, decks=3, free_leads="full-tuples", throw_units="tuples"),
        Rules(throws=False, permanent_twos=True),
    ],
)
def test_leads_where_nobody_may_throw(rules: Rules) -> None:
    """The units that are held, each once."""
    held = "9H 9H 8H 8H 10H 3H 3H 4C 4C AD AD KD 3D"
    others = ["5S 6S 7S 8S 9S 10S JS QS KS AS 5C 6C 7C"] * 3
    game = position([held, *others], "3D", rules=rules)
    found = [key(game.match, play) for play in game.match.legal(0)]
    assert len(set(found)) == len(found)
    assert set(found) == accepted(game, 0, game.hand.hands[0])
    assert (Play, cards("9H 9H 8H 8H"), 0) in found


@pytest.mark.parametrize("seed", trials(30))
def test_every_command_is_accepted_and_none_is_missing(seed: int) -> None:
    rules, chance = random_rules(Random(seed)), Random(seed)
    game = Game(Match(rules))
    whole = 0
    while not whole or game.hand.phase is not Phase.ENDED:
        command = random_command(game.match, chance)
        doer = getattr(command, "seat", None)
        if doer is not None and (game.hand.sizes[doer] < 8 or chance.random() < 0.1):
            for seat in range(rules.players):
                found = list(islice(game.match.legal(seat), MOST))
                assert all(one.seat == seat for one in found)  # type: ignore[union-attr]
                assert [game.match.verify(one) for one in found] == [None] * len(found)
                keys = {key(game.match, one) for one in found}
                assert len(keys) == len(found)
                if seat != doer:
                    assert not found or isinstance(command, Show)
                elif len(found) < MOST:
                    assert key(game.match, command) in keys
                    if isinstance(command, Play) and game.hand.sizes[seat] < 8:
                        assert keys == accepted(game, seat, game.hand.hands[seat])
                        whole += 1
        game.do(command)


def test_a_lead_in_each_of_its_readings_short_ones_first() -> None:
    game = position(["3H 3H 3H 4H 4H", "5H 6H 7H 8H 9H"] * 2, rules=Rules(decks=4))
    leads = list(game.match.legal(0))
    sizes = [len(lead.cards) for lead in leads if isinstance(lead, Play)]
    assert sizes == sorted(sizes)
    assert leads[:2] == [Play(0, cards("4H")), Play(0, cards("3H"))]
    assert leads[-2:] == [
        Play(0, cards("4H 4H 3H 3H 3H")),
        Play(0, cards("4H 4H 3H 3H 3H"), reading=1),
    ]
    longest = position(
        ["3H 3H 3H 4H 4H", "5H 6H 7H 8H 9H"] * 2, rules=Rules(decks=4, throw_reading="longest")
    )
    assert len(list(longest.match.legal(0))) == len({lead.cards for lead in leads})  # type: ignore[union-attr]


def test_kitties_are_all_there_and_the_first_comes_at_once() -> None:
    for name, of in (("forty-points", 18), ("tractor", 33)):
        game = Game(Match(rules_from(name)))
        while not game.events or game.hand.phase is not Phase.BURY:
            game.do(random_command(game.match, Random(1)))
        dealer = game.hand.dealer
        assert dealer is not None
        assert isinstance(next(game.match.legal(dealer)), Bury)
        assert game.hand.sizes[dealer] == of
        if name == "forty-points":
            assert sum(1 for _ in game.match.legal(dealer)) == comb(18, 6)


def test_calls_of_one_friend() -> None:
    rules = rules_from({"preset": "finding-friends", "players": 5})
    game = Game(Match(rules))
    while not game.events or game.hand.phase is not Phase.CALL:
        game.do(random_command(game.match, Random(3)))
    dealer = game.hand.dealer
    assert dealer is not None and rules.calls == 1
    found = list(game.match.legal(dealer))
    assert {one.calls[0].ordinal for one in found if isinstance(one, CallFriends)} == {1, 2}
    assert game.hand.trump is not None
    plain = 48 if game.hand.trump.suit is None else 36
    assert len(found) == 2 * plain


def test_before_a_hand_there_is_nothing() -> None:
    match = Match(Rules())
    assert [list(match.legal(seat)) for seat in range(4)] == [[]] * 4


def test_only_seats_whose_cards_are_known() -> None:
    game = position(["5H", "3H", "4H", "6H"])
    with pytest.raises(ValueError, match="there is no seat 4"):
        game.match.legal(4)
    match = Match(game.match.rules)
    match.do(shuffled(match.rules, Random(1)))
    seen = Match.seen(match.rules, 2)
    assert match.hand is not None
    seen.apply(view(match.hand.started, 2))
    assert list(seen.legal(2)) == []
    with pytest.raises(ValueError, match="does not know the cards of seat 0"):
        seen.legal(0)
