"""The systems: sets of changes that apply to any text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class System(NamedTuple):
    """A system: players, decks and teams, with related options.

    Attributes:
        name: identifier in files and on the command line.
        changes: the option values that it sets, as plain data.
        source: the texts and sections that describe it.
        text: name of the preset of the text to which the game belongs; empty for none.
    """

    name: str
    title: str
    title_zh: str
    changes: Mapping[str, object]
    source: str
    text: str = ""


SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        System(
            "tractor",
            "Tractor: four players, two decks",
            "拖拉机：四人两副牌",
            {"players": 4, "teams": "fixed", "decks": None},
            "Z21 §3",
        ),
        System(
            "forty-points",
            "Forty Points: four players, one deck",
            "四十分：四人一副牌",
            {"players": 4, "teams": "fixed", "decks": 1},
            "Z21 §6.3; Z16 §8.4; W14; W23",
        ),
        # PAG: "There is no no-trump option (exposing jokers) in this version"; and other than in
        # its game with two decks "players who have a similar shaped tractor in that suit must
        # play it; failing that a shorter tractor".
        System(
            "three-deck",
            "Three-deck Tractor: four players",
            "三副牌拖拉机：四人",
            {
                "players": 4,
                "teams": "fixed",
                "decks": 3,
                "bid_jokers": "none",
                "following": "tractors",
                "follow_order": "most-cards",
            },
            "PAG, Game with three decks",
            text="pagat",
        ),
        System(
            "six-player",
            "Six players, three decks, two teams of three",
            "六人三副牌：三对三",
            {"players": 6, "teams": "fixed", "decks": None},
            "Z21 §6.4",
        ),
        System(
            "six-player-two-deck",
            "Six players, two decks, two teams of three",
            "六人两副牌：三对三",
            {"players": 6, "teams": "fixed", "decks": 2},
            "PAG, Six players",
        ),
        System(
            "finding-friends",
            "Finding Friends: teams change every hand",
            "找朋友：每局重新组队",
            {"players": 6, "teams": "friends", "decks": None},
            "Z21 §6.5; Z16 §8.5; W23",
        ),
    )
}
"""All systems by name; each may be laid over any text, and by default over Z21."""
