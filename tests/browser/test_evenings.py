"""Evenings from beginning to end: what hosts, friends and newcomers meet."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from shengji.rules import option_of
from shengji.rules.systems import SYSTEMS
from tests.browser.company import ONE_DECK, Guest, acts, play_until, wait
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, pattern, say
from tests.cases import usually

FRIENDS = SYSTEMS["finding-friends"]

LOCALES: dict[Tongue, str] = {"en": "en-US", "zh-Hans": "zh-CN"}


@usually(("tongue", "times"), ("zh-Hans", 2), ("en", 20))
def test_who_plays_now_again_and_again_has_one_match(
    server: ServerProcess, person: Visit, tongue: Tongue, times: int
) -> None:
    newcomer = Guest(person(width=360, height=740, locale=LOCALES[tongue]), tongue)
    page = newcomer.page
    page.goto(server.url)
    for _ in range(times):
        newcomer.button("shell.play_now").click()
        page.get_by_role("region", name=pattern("table.hand", tongue)).wait_for()
        page.goto(f"{server.url}/#/")
        page.get_by_role("heading", name=say("shell.your_tables", tongue)).wait_for()
    mine = page.get_by_role("region", name=say("shell.your_tables", tongue)).get_by_role("listitem")
    expect(mine).to_have_count(1)
    game = say("shell.system_tractor", tongue)
    expect(mine.get_by_role("heading", name=game)).to_be_visible()
    expect(mine).to_contain_text(say("shell.levels", tongue, levels="2 : 2"))
    expect(mine).to_contain_text(say("shell.with_bots", tongue))
    expect(mine.locator("time")).to_be_visible()
    newcomer.button("shell.leave_table", game=game).click()
    expect(mine).to_have_count(0)

    def all_attended() -> bool:
        lobby = page.request.get(f"{server.url}/api/lobby").json()["tables"]
        return all(line["people"] for line in lobby)

    wait(page, all_attended)


def table_of_four(
    url: str, person: Visit, tongue: Tongue, width: int, height: int
) -> tuple[list[Guest], str]:
    """A private table of a host and three friends, who are all ready.

    Returns:
        The four, from seat 0 on, and the link to their table.
    """
    host, *friends = guests = [
        Guest(person(width=width, height=height, locale=LOCALES[tongue]), tongue) for _ in range(4)
    ]
    table = host.open_table(url, ONE_DECK, start=False, bots=None, private=True)
    link = f"{url}/#/table/{table}"
    for friend, name in zip(friends, ("Ben", "Ida", "Dan"), strict=True):
        friend.page.goto(link)
        field = friend.page.get_by_label(say("room.your_name", tongue))
        expect(field).not_to_have_value("")  # the name that one has comes first
        field.fill(name)
        friend.button("room.sit_down").click()
        friend.button("room.ready").click()
    host.button("room.start").click()
    host.page.get_by_role("region", name=pattern("table.hand", tongue)).wait_for()
    return guests, link


def open_sheet(guest: Guest, key: str) -> Locator:
    """Open an entry of the menu of the table, and give what it opens."""
    open_menu(guest, key)
    return guest.page.get_by_role("dialog", name=say(key, guest.tongue), exact=True)


def manage(host: Guest, name: str) -> Locator:
    """Look, as the host, at what can be done about a person."""
    people = open_sheet(host, "sheets.people")
    people.get_by_role("button", name=say("room.more", host.tongue, name=name)).click()
    return people


@pytest.mark.campaign
@usually(("tongue", "width", "height"), ("en", 360, 740), ("zh-Hans", 820, 1180))
def test_a_friend_who_is_there_and_does_not_play(
    server: ServerProcess, person: Visit, tongue: Tongue, width: int, height: int
) -> None:
    host, ida = (
        Guest(person(width=width, height=height, locale=LOCALES[tongue]), tongue) for _ in range(2)
    )
    table = host.open_table(server.url, ONE_DECK, bots="basic", start=False, private=True)
    host.button("room.remove_bot").first.click()
    ida.introduce(server.url, "Ida")
    ida.come(f"{server.url}/#/table/{table}")
    ida.button("room.ready").click()
    host.button("room.start").click()
    play_until([host, ida], acts(ida))

    # Called, Ida hears of it.
    people = open_sheet(host, "sheets.people")
    people.get_by_role("button", name=say("sheets.nudge", tongue, name="Ida")).click()
    called = say("sheets.nudged_you", tongue, name=me(host))
    expect(ida.page.get_by_text(called)).to_be_visible()
    host.page.keyboard.press("Escape")

    # A clock that is set runs at once.
    settings = open_sheet(host, "sheets.table_settings")
    settings.get_by_label(say("room.set_clock", tongue)).select_option(
        say("room.seconds", tongue, count=10)
    )
    settings.get_by_role("button", name=say("room.settings_use", tongue)).click()
    wait(host.page, lambda: bool(ida.now["clock"]) and ida.now["clock"]["left"] > 0)
    assert ida.now["clock"]["bank"] == 0, "nobody has chosen spare time"

    # A bot plays for her, until the seat is given back.
    people = manage(host, "Ida")
    people.get_by_role("button", name=say("sheets.let_bot_play", tongue)).click()
    back = people.get_by_role("button", name=say("sheets.give_seat_back", tongue))
    expect(back).to_be_visible()
    expect(ida.button("sheets.take_back")).to_be_visible()
    back.click()
    expect(ida.button("sheets.take_back")).to_have_count(0)

    # Taken out, she comes back only when she is let in.
    remove = say("room.remove_person", tongue, name="Ida")
    people.get_by_role("button", name=remove).click()
    wait(ida.page, lambda: ida.seat is None)
    expect(people.get_by_role("button", name=remove)).to_have_count(0)
    people.get_by_role("button", name=say("room.more", tongue, name="Ida")).click()
    people.get_by_role("button", name=say("sheets.let_sit", tongue)).click()
    ida.button("room.sit_down").first.click()
    ida.button("room.take_a_bot").click()
    wait(ida.page, lambda: ida.seat == 1)


@pytest.mark.campaign
@usually(("tongue", "width", "height"), ("zh-Hans", 360, 740), ("en", 2560, 1440))
def test_two_concede_and_five_play_finding_friends_at_the_same_link(
    server: ServerProcess, person: Visit, tongue: Tongue, width: int, height: int
) -> None:
    guests, link = table_of_four(server.url, person, tongue, width, height)
    host, ben, _, dan = guests
    play_until(guests, lambda now: now["wait"] in ("lead", "follow"))

    # One side agrees to concede, and the other has won; each reads it as it is for them.
    watcher = Guest(person(width=width, height=height, locale=LOCALES[tongue]), tongue)
    watcher.page.goto(link)
    watcher.button("room.watch").click()
    open_menu(ben, "sheets.concede")
    ben.button("sheets.concede_yes").click()
    expect(dan.page.get_by_text(say("room.proposes_concede", tongue, name="Ben"))).to_be_visible()
    expect(host.button("room.agree")).to_have_count(0)
    dan.button("room.agree").click()
    comma = say("table.and", tongue)
    winners, losers = f"{me(host)}{comma}Ida", f"Ben{comma}Dan"
    won = say("room.ended_conceded_won", tongue, losers=losers)
    lost = say("room.ended_conceded_lost", tongue, names=winners)
    watched = say("room.ended_conceded", tongue, losers=losers, names=winners)
    told = {won: guests[::2], lost: guests[1::2], watched: [watcher]}
    for words, readers in told.items():
        for guest in readers:
            expect(guest.page.get_by_role("main").get_by_text(words, exact=True)).to_be_visible()
            expect(guest.page.get_by_role("log")).to_contain_text(words)
            guest.page.reload()
            expect(guest.page.get_by_role("main").get_by_text(words, exact=True)).to_be_visible()

    # Another game at the same table, with a fifth person at the same link.
    host.button("room.rules_change").click()
    form = host.page.get_by_role("dialog", name=say("room.rules_change", tongue))
    system = FRIENDS.title if tongue == "en" else FRIENDS.title_zh
    form.get_by_label(say("rules.system", tongue)).select_option(label=system)
    players = option_of("players").title("en" if tongue == "en" else "zh")
    less = say("shell.less", tongue, what=players)
    form.get_by_role("button", name=less, exact=True).click()
    form.get_by_role("button", name=say("room.rules_use", tongue)).click()
    expect(
        host.page.get_by_text(say("room.rules_sizes", tongue, players=5, count=2))
    ).to_be_visible()
    eve = Guest(person(width=width, height=height, locale=LOCALES[tongue]), tongue)
    eve.come(link)
    for guest in (*guests[1:], eve):
        guest.button("room.ready").click()
    host.button("room.start_again").click()
    everybody = [*guests, eve]
    play_until(everybody, lambda now: now["wait"] == "call")
    assert len(eve.now["declarers"]) == 1


@usually("tongue", "en", "zh-Hans")
def test_a_house_is_remembered_and_handed_on_by_a_link(
    server: ServerProcess, person: Visit, tongue: Tongue
) -> None:
    host = Guest(person(width=360, height=740, locale=LOCALES[tongue]), tongue)
    page = host.page
    page.goto(server.url)
    host.button("shell.new_table").click()
    form = host.dialog
    form.get_by_label(say("rules.text", tongue)).select_option(index=2)
    form.get_by_text(say("rules.houses", tongue), exact=True).click()
    form.get_by_label(say("rules.house_name", tongue)).fill("王家 rules")
    form.get_by_role("button", name=say("rules.house_save", tongue), exact=True).click()
    link = form.locator("input[readonly]").input_value()
    given = kept(host)["houses"][0]["rules"]

    # Whoever opens the link can keep it, and play by it at once.
    friend = Guest(person(locale=LOCALES[tongue]), tongue)
    friend.page.goto(link)
    friend.button("rules.house_keep").click()
    choose = friend.page.get_by_role("button", name=say("shell.change_choice", tongue))
    expect(choose).to_contain_text("王家 rules")
    choose.click()
    one_hand = say("shell.length_hand", tongue)
    friend.dialog.get_by_role("radio", name=one_hand, exact=True).check()
    friend.dialog.get_by_role("button", name=say("shell.play_now", tongue), exact=True).click()
    friend.page.get_by_role("region", name=pattern("table.hand", tongue)).wait_for()
    assert friend.table["rules"]["given"] == given
    assert friend.table["settings"]["one_hand"]

    # Both find it again the next day.
    for guest in (host, friend):
        guest.page.goto(f"{server.url}/#/")
        guest.page.reload()
        guest.page.get_by_role("button", name=say("shell.change_choice", tongue)).click()
        expect(guest.dialog.get_by_role("radio", name="王家 rules")).to_have_count(1)
    expect(choose).to_contain_text("王家 rules")


def kept(guest: Guest) -> dict[str, Any]:
    """The data that a person's browser keeps."""
    text: str = guest.page.evaluate("localStorage.getItem('shengji.preferences')")
    found: dict[str, Any] = json.loads(text)
    return found


@pytest.mark.campaign
def test_a_typed_name_stays_wherever_one_sits_down_and_is_changed_anywhere(
    server: ServerProcess, person: Visit
) -> None:
    host, guest = Guest(person()), Guest(person(width=360, height=740))
    table = host.open_table(server.url, ONE_DECK, start=False, bots=None, private=True)
    page = guest.page
    page.goto(f"{server.url}/#/table/{table}")
    field = page.get_by_label(say("room.your_name"))
    expect(field).not_to_have_value("")
    field.fill("Mei")
    guest.button("room.sit_here").last.click()
    wait(page, lambda: guest.seat == 3)
    expect(host.page.get_by_text("Mei", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=f"Mei. {say('shell.rename')}")).to_be_visible()
    host.button("room.fill").click()
    guest.button("room.ready").click()
    host.button("room.start").click()
    people = open_sheet(guest, "sheets.people")
    people.get_by_role("button", name=say("shell.rename")).click()
    people.get_by_label(say("shell.name")).fill("Lin")
    people.get_by_role("button", name=say("shell.save")).click()
    expect(host.felt.get_by_text("Lin", exact=True)).to_be_visible()


@usually("tongue", "zh-Hans", "en")
def test_a_play_is_taken_back_by_consent(
    server: ServerProcess, person: Visit, tongue: Tongue
) -> None:
    one, other = (Guest(person(locale=LOCALES[tongue]), tongue) for _ in range(2))
    table = one.open_table(
        server.url, ONE_DECK, bots="basic", start=False, take_back=True, private=True
    )
    one.button("room.remove_bot").first.click()
    other.come(f"{server.url}/#/table/{table}")
    other.button("room.ready").click()
    one.button("room.start").click()
    both = [one, other]
    play_until(both, lambda now: now["wait"] in ("lead", "follow") and one.seat in now["seats"])
    cards = sorted(one.cards)
    one.act()
    wait(one.page, lambda: len(one.cards) < len(cards))
    open_menu(one, "sheets.take_back_play")
    other.button("room.disagree").click()
    refused, agreed = (say(f"room.{key}", tongue) for key in ("not_agreed", "taken_back"))
    for guest in both:
        guest.until_message(refused)
        assert guest.messages == [refused]
    assert len(one.cards) < len(cards)
    open_menu(one, "sheets.take_back_play")
    other.button("room.agree").click()
    wait(one.page, lambda: sorted(one.cards) == cards and one.may_act)
    for guest in both:
        guest.until_message(agreed)
        assert guest.messages == [refused, agreed]
    one.act()


def open_menu(guest: Guest, key: str) -> None:
    """Touch an entry of the menu of the table."""
    guest.button("sheets.menu").click()
    entry = guest.dialog.get_by_role("button", name=say(key, guest.tongue))
    more = guest.dialog.get_by_text(say("sheets.more", guest.tongue), exact=True)
    more.wait_for()
    if not entry.is_visible():  # what few need is folded
        more.click()
    entry.click()


def me(guest: Guest) -> str:
    """The name of whoever sits in front of a page."""
    name: str = guest.page.request.post(f"{guest.page.evaluate('location.origin')}/api/me").json()[
        "name"
    ]
    return name
