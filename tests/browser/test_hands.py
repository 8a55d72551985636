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


_KEEP_MOMENTS = """(() => {
    const known = new WeakSet();
    window.moments = [];
    new MutationObserver(() => {
        for (const moment of document.querySelectorAll("[data-moment]")) {
            if (!known.has(moment)) window.moments.push(moment.dataset.moment);
            known.add(moment);
        }
    }).observe(document, {childList: true, subtree: true});
})()"""
"""Keeps the kinds of the moments that a table has celebrated."""


@pytest.mark.parametrize(
    "game",
    [name if name in USUAL else pytest.param(name, marks=pytest.mark.campaign) for name in GAMES],
)
def test_a_hand_is_played_to_its_result(game: str, server: ServerProcess, person: Visit) -> None:
    assert GAMES.keys() == {*SYSTEMS, "land"}
    player = Player(person(sound=True))
    player.page.add_init_script(_KEEP_MOMENTS)
    # Joy is the same with and without reduced motion, as far as it says something.
    player.page.emulate_media(reduced_motion="no-preference" if game == "tractor" else "reduce")
    player.open_table(server.url, GAMES[game])
    player.play_hand()
    account = player.told.now["account"]
    expect(player.page.locator("[data-moment]")).to_have_count(0)
    moments: list[str] = player.page.evaluate("window.moments")
    big = sum(trick["points"] >= 15 for trick in account["tricks"])
    assert bool(big) <= moments.count("trick") <= len(account["tricks"])
    assert moments.count("trump") <= 1 and moments.count("level") <= 1
    ended = account["ended"]
    for width, height in ((320, 568), (1280, 800)):
        player.page.set_viewport_size({"width": width, "height": height})
        for first in (".headline", ".points", ".ladder"):
            expect(player.result.locator(first)).to_be_in_viewport(ratio=0.9)
        expect(player.button("sheets.next")).to_be_in_viewport(ratio=1)
    player.result.get_by_text(say("sheets.ledger")).click()
    total = re.compile(rf"^{say('sheets.total')} {ended['points']}$")
    expect(player.result.get_by_role("row", name=total)).to_be_visible()
    expect(player.result).to_contain_text(say(f"sheets.won_{ended['winner']}"))
    # The hash that was published before the hand fits the deck that is shown after it.
    expect(player.result.get_by_text(say("after.shuffle_checked"))).to_be_visible()
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
