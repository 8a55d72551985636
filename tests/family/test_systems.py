"""Every system, with its cards and points, from the deal to the winner of a match."""

from __future__ import annotations

from typing import Any

import pytest

from shengji.game import FriendJoined, FriendsCalled, HandEnded, LandBid, LandPassed, MatchEnded
from shengji.rules import Rules, rules_from
from tests.family.kit import play_match, rules

SYSTEMS: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    # Players, decks, cards each, kitty, threshold, step.
    "G1": ({"preset": "tractor"}, (4, 2, 25, 8, 80, 40)),
    "G2": ({"preset": "forty-points"}, (4, 1, 12, 6, 40, 20)),
    "G3": ({"preset": "three-deck"}, (4, 3, 39, 6, 120, 60)),
    "G4": ({"preset": "six-player"}, (6, 3, 26, 6, 120, 60)),
    "G5": ({"preset": "six-player-two-deck"}, (6, 2, 17, 6, 80, 40)),
    "G6": ({"preset": "finding-friends"}, (6, 3, 26, 6, 120, 60)),
    "G6-4": ({"preset": "finding-friends", "players": 4}, (4, 2, 25, 8, 80, 40)),
    "G6-5": ({"preset": "finding-friends", "players": 5}, (5, 2, 20, 8, 80, 40)),
    "G6-7": ({"preset": "finding-friends", "players": 7}, (7, 3, 22, 8, 120, 60)),
    "G6-12": ({"preset": "finding-friends", "players": 12}, (12, 6, 26, 12, 240, 120)),
    "G9-1": ({"players": 6, "decks": 1}, (6, 1, 8, 6, 40, 20)),
    "G9-6": ({"decks": 6}, (4, 6, 79, 8, 240, 120)),
}
SHORT: dict[str, Any] = {"first_level": "Q", "last_level": "K", "winning": "pass"}
TEXTS = ("zhang-2021", "zhang-2016", "pagat", "wikipedia-2014", "wikipedia-2023", "botzone")


def figures(house: Rules) -> tuple[int, ...]:
    return (
        house.players,
        house.deck_count,
        house.hand_size,
        house.kitty_size,
        house.threshold_points,
        house.step_points,
    )


@pytest.mark.parametrize("name", SYSTEMS)
def test_cards_and_points(name: str) -> None:
    """Z21 §3.1, §3.5.4, §3.8; §6.3 "Each player draws 12 cards and the kitty is 6 cards. The point
    threshold ... is now 40 points with 20-point increments"; PAG "Each player draws 39 cards and
    the starter takes an additional six ... at least 120 points to win, and each 60 points"; §6.5
    "the kitty is 6 cards for 6 people (26 cards per hand) and 8 cards for 7 people (22 cards per
    hand)"; PAG, Six players: "each player takes 17 cards and there are six extra cards".
    """
    given, wanted = SYSTEMS[name]
    assert figures(rules_from(given)) == wanted


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_match_to_its_winner(name: str) -> None:
    """From the first deal to the end, with a bot in every seat."""
    given, _ = SYSTEMS[name]
    house = rules_from({**given, **SHORT})
    events = play_match(house, 3)
    ended = events[-1]
    assert isinstance(ended, MatchEnded)
    hands = [event for event in events if isinstance(event, HandEnded)]
    if house.teams == "fixed":
        assert {seat % 2 for seat in ended.winners} == {ended.winners[0] % 2}
        assert len(ended.winners) == house.players // 2
        assert not any(isinstance(event, FriendsCalled | FriendJoined) for event in events)
    else:
        assert len({hand.declarers for hand in hands}) > 1 or len(hands) == 1
        assert sum(isinstance(event, FriendsCalled) for event in events) == len(hands)


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name not in ("G2", "G9-1")])
def test_bidding_for_land_in_every_system(name: str) -> None:
    """Z21 §6: "These can be combined with each other." With one deck there are no pairs to bid."""
    given, _ = SYSTEMS[name]
    events = play_match(rules_from({**given, **SHORT, "land": True}), 5)
    assert any(isinstance(event, LandPassed | LandBid) for event in events)
    assert isinstance(events[-1], MatchEnded)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("system", ["tractor", "forty-points", "six-player", "finding-friends"])
def test_every_text_in_the_systems(text: str, system: str) -> None:
    """Each of the texts is a preset, and every system can be laid over it."""
    events = play_match(rules_from({"preset": text, "system": system, **SHORT}), 7)
    assert isinstance(events[-1], MatchEnded)


@pytest.mark.parametrize(("players", "decks", "removed"), [(5, 2, 2), (7, 3, 2), (4, 3, 0)])
def test_jokers_are_removed_until_the_kitty_fits(players: int, decks: int, removed: int) -> None:
    """W23, note 1: "In versions with more than four players, the number of jokers may be adjusted
    so the kitty is exactly six cards".
    """
    values = {"players": players, "decks": decks, "teams": "friends", "jokers_removed": "to-fit"}
    house = rules(**values, **SHORT)
    assert (house.kitty_size, len(house.removed)) == (6, removed)
    assert house.card_count == len(house.deck) == 54 * decks - removed
    assert isinstance(play_match(house, 1)[-1], MatchEnded)
