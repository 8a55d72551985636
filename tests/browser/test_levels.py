"""Choosing how strong bots are: on the way to a table, for a new one, and seat by seat."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from shengji.bots.characters import CHARACTERS
from shengji.rules import SYSTEMS
from tests.bots.outside.kit import example
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import say


def bots_at(player: Player) -> list[str | None]:
    """The bots in all seats, as the page was told last."""
    state = next(told["table"] for told in reversed(player.told.messages) if "table" in told)
    return [seat["bot"] for seat in state["seats"]]


def level(number: int) -> str:
    """The name of a level in the choice."""
    return f"{number}, {say(f'bots.level_{number}')}"


def choose(page: Page, number: int) -> None:
    """Choose a level where one can be chosen."""
    page.get_by_role("radio", name=level(number), exact=True).check(force=True)


def test_the_level_is_chosen_before_playing_and_kept(server: ServerProcess, person: Visit) -> None:
    page = person()
    player = Player(page)
    page.goto(server.url)
    chosen = page.get_by_role("button", name=say("shell.change_choice"))
    chosen.click()
    expect(page.get_by_role("radio", name=level(3), exact=True)).to_be_checked()
    expect(page.get_by_text(say("bots.fit_own"))).to_be_visible()
    choose(page, 4)
    expect(page.get_by_text(say("bots.fit_stronger"))).to_be_visible()
    page.reload()
    expect(chosen).to_contain_text(say("shell.bots_of_level", level=say("bots.level_4")))
    player.button("shell.play_now").click()
    player.hand.nth(4).wait_for()
    seated = [bot for bot in bots_at(player) if bot is not None]
    assert len(set(seated)) == 3 and {"granny", "ripple"} < set(seated) <= set(CHARACTERS)
    plate = page.locator("[data-seat='1']")
    expect(plate).to_contain_text(say(f"bots.name_{seated[0]}"))


@pytest.mark.campaign
def test_levels_of_a_new_table_and_of_its_seats(server: ServerProcess, person: Visit) -> None:
    page = person(width=360, height=740)
    player = Player(page)
    page.goto(server.url)
    player.button("shell.new_table").click()
    form = player.dialog
    form.get_by_role("switch").or_(form.get_by_role("checkbox")).and_(
        form.get_by_label(say("shell.table_bots"))
    ).check()
    choose(page, 1)
    player.button("shell.open_table").click()
    player.button("room.start").wait_for()
    seated = bots_at(player)
    assert {"quackers", "sesame"} < set(seated)

    more = say("room.more", name=say(f"bots.name_{seated[1]}"))
    page.get_by_role("button", name=more).click()
    page.get_by_role("menuitem", name=say("bots.choose")).click()
    expect(player.dialog.get_by_role("button", name=say(f"bots.name_{seated[2]}"))).to_be_disabled()
    player.dialog.get_by_role("button", name=say("bots.name_crane")).click()
    seats = page.locator("ol > li")
    expect(seats.nth(1)).to_contain_text(say("bots.name_crane"))
    assert bots_at(player) == [None, "crane", *seated[2:]]

    choose(page, 6)
    player.button("room.same_level").click()
    expect(seats.filter(has_text=say("bots.name_crane"))).to_have_count(0)
    expect(seats.filter(has_text=say("bots.name_plum"))).to_have_count(1)


def test_a_new_table_offers_the_bots_that_can_play_its_rules(tmp_path: Path, person: Visit) -> None:
    page = person()
    player = Player(page)
    form = player.dialog
    zone, own = (form.get_by_role("radio", name=name, exact=True) for name in ("zone", level(3)))
    game = form.get_by_label(say("rules.system"))
    bots = f"zone=botzone:{example('first_bot.py')}"
    with ServerProcess(tmp_path, SHENGJI_BOTS=bots) as server:
        page.goto(server.url)
        player.button("shell.new_table").click()
        form.get_by_label(say("shell.table_bots")).check()
        zone.check()
        game.select_option(label=SYSTEMS["finding-friends"].title)
        expect(zone).to_have_count(0)
        expect(own).to_be_checked()
        game.select_option(label=SYSTEMS["tractor"].title)
        expect(zone).to_be_checked()
        player.button("shell.open_table").click()
        player.button("room.start").wait_for()
        assert bots_at(player) == [None, "zone", "zone", "zone"]


@pytest.mark.campaign
def test_a_bot_that_thinks_says_so_and_holds_nobody_up(
    own_server: ServerProcess, person: Visit
) -> None:
    page = person()
    player = Player(page)
    player.open_table(own_server.url, "forty-points", bots="master", chat=True)
    thinks = page.locator(".thinks")
    while player.until_own_turn():
        player.follow_hint()
        if player.until(thinks, player.button("table.play"), player.result) is thinks:
            break
    player.button("sheets.chat").click()
    player.dialog.get_by_label(say("sheets.say")).fill("Take your time")
    player.dialog.get_by_label(say("sheets.say")).press("Enter")
    expect(player.dialog.locator("ol").get_by_text("Take your time")).to_be_visible()
    page.keyboard.press("Escape")
    assert player.until_own_turn() or player.result.is_visible()
    own_server.kill()  # which does not wait until they have thought
