"""A whole hand in each system, played in a browser to its result."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from shengji.rules import SYSTEMS
from tests.browser.conftest import Visit
from tests.browser.play import Player, Rules
from tests.browser.servers import ServerProcess
from tests.browser.speech import say
from tests.kit import SHORT_HANDS

LAND: Rules = {"preset": "zhang-2021", "system": "tractor", "land": True, "kitty": 60}
GAMES: dict[str, Rules] = {name: {"preset": name, **short} for name, short in SHORT_HANDS.items()}
GAMES["land"] = LAND
USUAL = ("tractor", "finding-friends", "land")
"""These are always played in a browser, others in a campaign; in lines and by API all are."""


@pytest.mark.parametrize(
    "game",
    [name if name in USUAL else pytest.param(name, marks=pytest.mark.campaign) for name in GAMES],
)
def test_a_hand_is_played_to_its_result(game: str, server: ServerProcess, person: Visit) -> None:
    assert GAMES.keys() == {*SYSTEMS, "land"}
    player = Player(person(sound=True))
    player.open_table(server.url, GAMES[game])
    player.play_hand()
    account = player.told.now["account"]
    ended = account["ended"]
    player.result.get_by_text(say("sheets.ledger")).click()
    total = re.compile(rf"^{say('sheets.total')} {ended['points']}$")
    expect(player.result.get_by_role("row", name=total)).to_be_visible()
    expect(player.result).to_contain_text(say(f"sheets.won_{ended['winner']}"))
    # The hash that was published before the hand fits the deck that is shown after it.
    expect(player.result.get_by_text(say("sheets.shuffle_checked"))).to_be_visible()
    here = player.result.locator("[aria-current=true]")
    expect(here).to_contain_text(str(ended["points"]))
    if ended["levels"]:
        outcome = say(f"table.scale_{ended['winner']}", count=ended["levels"])
        expect(here).to_contain_text(outcome)
    player.result.get_by_text(say("sheets.by_trick")).click()
    for trick in account["tricks"]:
        row = player.result.get_by_role(
            "row", name=re.compile(rf"^{trick['number']} .* {trick['points']} ")
        )
        expect(row).to_be_visible()
