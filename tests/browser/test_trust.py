"""Promises to everyone: a change of who may look on is told, and a lost device is signed out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.company import Guest, two_at_a_table
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import say


def test_a_change_of_what_onlookers_may_see_is_told_to_everyone(
    server: ServerProcess, person: Visit
) -> None:
    host, guest = Guest(person()), Guest(person())
    two_at_a_table(host, guest, server.url)
    host.button("sheets.menu").click()
    host.dialog.get_by_text(say("sheets.more"), exact=True).click()
    host.button("sheets.table_settings").click()
    form = host.page.get_by_role("dialog", name=say("room.settings"))
    form.get_by_label(say("room.set_onlookers")).select_option(label=say("room.onlookers_hands"))
    expect(form.get_by_label(say("room.set_until_end"))).to_be_checked()
    form.get_by_role("button", name=say("room.settings_use")).click()
    told = guest.page.get_by_text(say("room.sight_ended"))
    expect(told).to_be_visible()


@pytest.mark.campaign
def test_a_device_is_signed_out_from_another(server: ServerProcess, person: Visit) -> None:
    home, phone = Player(person()), Player(person())
    home.page.goto(server.url)
    home.button("shell.settings").click()
    home.button("shell.device").click()
    dialog = home.page.get_by_role("dialog", name=say("shell.device"))
    expect(dialog.get_by_text(say("shell.device_here"))).to_be_visible()
    token = home.page.evaluate(
        "async () => (await (await fetch('/api/me/link', {method: 'POST'})).json()).token"
    )
    phone.page.goto(f"{server.url}/#/device/{token}")
    phone.button("shell.device_yes").click()
    person_of = "async () => (await (await fetch('/api/me', {method: 'POST'})).json()).person"
    expect(phone.page).to_have_url(f"{server.url}/#/")
    assert phone.page.evaluate(person_of) == home.page.evaluate(person_of)
    home.page.reload()
    home.button("shell.settings").click()
    home.button("shell.device").click()
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_role("button", name=say("shell.device_sign_out"), exact=True).click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    assert phone.page.evaluate(person_of) != home.page.evaluate(person_of)
