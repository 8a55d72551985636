"""Every bot answers every decision legally, whatever is played."""

from __future__ import annotations

from random import Random

import pytest

from shengji.bots import QUICK_BOTS, Table, make_bot
from shengji.bots.search import SearchBot
from shengji.game import Event, FriendsCalled, HandEnded, LandBid, Played, RedealAnswered
from shengji.rules import Rules, rules_from
from shengji.rules.random_rules import random_rules
from tests.seeds import trials

CASES = 40


def play(rules: Rules, names: list[str], seed: int, hands: int = 2) -> list[Event]:
    """The events of the first hands of a match; `play_hand` raises when an answer is refused."""
    told: list[Event] = []
    bots = {s: make_bot(names[s % len(names)], rules, s, seed + s) for s in range(rules.players)}
    table = Table(rules, bots, Random(seed), told.append)
    for _ in range(hands):
        if table.match.winners is None:
            table.play_hand()
    return told


@pytest.mark.parametrize("seed", trials(CASES))
def test_two_hands_under_random_rules(seed: int) -> None:
    rules = random_rules(Random(seed))
    told = play(rules, list(QUICK_BOTS) if seed % 2 else ["basic"], seed)
    assert any(isinstance(event, HandEnded) for event in told)


NO_THROWS = [
    *(Rules(decks=decks, throws=False) for decks in (1, 2, 3, 4)),
    Rules(decks=3, throws=False, consecutive="nothing-between"),
    Rules(decks=3, throws=False, free_leads="full-tuples"),
    Rules(players=6, teams="friends", throws=False),
    rules_from({"preset": "pagat", "throws": False}),
]


@pytest.mark.parametrize("rules", NO_THROWS)
def test_no_bot_throws_where_nobody_may(rules: Rules) -> None:
    """`play_hand` raises when a lead is refused; that what is thought of is legal, too, is seen in
    tests/bots/search and tests/bots/endings.
    """
    told = play(rules, list(QUICK_BOTS), 3)
    units = [event.units for event in told if isinstance(event, Played) and event.units]
    assert units and all(len(led) == 1 for led in units)


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        (Rules(teams="friends", players=8), FriendsCalled),
        (Rules(teams="friends", players=7, land=True), LandBid),
        (Rules(land=True, land_bidders="all"), LandBid),
        (Rules(redeal_points=50, redeal_limit=9), RedealAnswered),
    ],
)
def test_new_decisions_are_made(rules: Rules, kind: type[Event]) -> None:
    told = [event for seed in range(8) for event in play(rules, ["basic"], seed, 3)]
    found = [event for event in told if isinstance(event, kind)]
    assert found
    if kind is RedealAnswered:
        wanted = {event.wanted for event in found if isinstance(event, RedealAnswered)}
        assert wanted == {True, False}


@pytest.mark.parametrize("name", ["basic", "random"])
@pytest.mark.parametrize("rules", [Rules(decks=3), Rules(teams="friends", players=5, land=True)])
def test_same_seed_same_play(name: str, rules: Rules) -> None:
    assert play(rules, [name], 5) == play(rules, [name], 5)


def test_basic_needs_no_chance() -> None:
    rules = Rules(teams="friends", players=6)
    tables = [
        Table(rules, {s: make_bot("basic", rules, s, k + s) for s in range(6)}, Random(3))
        for k in (0, 100)
    ]
    assert tables[0].play_hand() == tables[1].play_hand()


def test_unknown_bot_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean basic"):
        make_bot("basik", Rules(), 0)


def test_a_bot_that_thinks_may_think_more() -> None:
    strong, longer = (make_bot(name, Rules(), 0) for name in ("strong", "strong@2.5"))
    assert isinstance(strong, SearchBot)
    assert isinstance(longer, SearchBot)
    assert longer.efforts == tuple(effort.times(2.5) for effort in strong.efforts)
    assert longer.efforts != strong.efforts


@pytest.mark.parametrize("name", ["strong@", "strong@x", "strong@0", "strong@nan", "strong@1e9"])
def test_how_much_it_thinks_is_a_number(name: str) -> None:
    with pytest.raises(ValueError, match=r"from 0.001 to 1000 after @"):
        make_bot(name, Rules(), 0)


def test_a_bot_that_answers_at_once_cannot_think_more() -> None:
    with pytest.raises(ValueError, match="medium answers at once"):
        make_bot("medium@2", Rules(), 0)
