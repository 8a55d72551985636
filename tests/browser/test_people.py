"""Several people at one table: what each sees, may do, and leaves behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.company import (
    ONE_DECK,
    SHORT,
    Guest,
    Now,
    acts,
    latest,
    play_out,
    play_until,
    start,
    two_at_a_table,
    wait,
)
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import pattern, say

SOON = "0.3"
"""Seconds until a bot covers for who has gone."""
AFTERWARDS = ("redeal", "bury", "lead", "follow")
"""The states of a table when trump is made."""
COVERED = say("bots.covering", bot=say("bots.name_medium"))

STRANGER = """async ([table, card]) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
    const heard = [];
    return await new Promise((resolve) => {
        socket.onopen = () => socket.send(JSON.stringify({type: "hello", since: null}));
        socket.onclose = () => resolve(heard);
        socket.onmessage = ({data}) => {
            for (const line of data.split("\\n")) {
                const message = JSON.parse(line);
                heard.push(message);
                if (message.type === "refused") socket.close();
                if (message.type === "welcome") socket.send(JSON.stringify({
                    type: "do", id: "stolen", version: message.version,
                    action: {do: "play", cards: [card]},
                }));
            }
        };
    });
}"""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose bots cover at once for who has gone."""
    folder = tmp_path_factory.mktemp("hasty")
    with ServerProcess(folder, SHENGJI_ABSENT_AFTER=SOON) as server:
        yield server


def named(guest: Guest, name: str) -> None:
    """Give a person who has come a name."""
    made = guest.page.request.post(f"{origin(guest)}/api/me")
    assert made.ok, made.text()
    renamed = guest.page.request.patch(f"{origin(guest)}/api/me", data={"name": name})
    assert renamed.ok, renamed.text()


def origin(guest: Guest) -> str:
    """The address of the site that a page shows."""
    url: str = guest.page.evaluate("location.origin")
    return url


def host_controls(guest: Guest) -> list[Locator]:
    """The controls in the waiting room that only the host has."""
    keys = ("room.start", "room.rules_change", "room.draw_seats")
    return [guest.button(key) for key in keys]


def open_sheet(guest: Guest, key: str) -> Locator:
    """Lay the chat or the people over the room."""
    title = say(f"sheets.{key}")
    guest.page.get_by_role("button", name=title).first.click()
    return guest.page.get_by_role("dialog", name=title, exact=True)


def close_sheet(guest: Guest) -> None:
    """Look at the room again."""
    guest.page.keyboard.press("Escape")
    expect(guest.dialog).to_have_count(0)


def asked_at_the_last_moment(url: str, person: Visit) -> tuple[Guest, Guest]:
    """Two people for whom a table with two bots waits, whether they declare at the last moment.

    Nobody is asked once a bot has shown a pair of Big Jokers, which nothing beats.
    """
    both = one, other = Guest(person(width=360, height=740)), Guest(person())
    # Nobody is out of time before everything else that could happen has.
    two_at_a_table(one, other, url, "tractor", clock=600)

    def asked() -> bool:
        # The clock begins when the bots have answered.
        return all(at.now["wait"] == "declare" and at.now["clock"] for at in both)

    wait(one.page, lambda: asked() or latest(both)["wait"] in AFTERWARDS)
    assert asked(), "nobody is asked in this hand"
    return both


@pytest.mark.seed(2)
def test_the_last_moment_to_declare_ends_with_one_touch_of_each_person(
    server: ServerProcess, person: Visit
) -> None:
    one, other = asked_at_the_last_moment(server.url, person)
    for guest in (one, other):
        words = "ask_declare_last" if guest.now["turn"] else "nothing_to_declare"
        expect(guest.page.locator(".prompt")).to_have_text(say(f"table.{words}"))
    one.button("table.no_more").click()
    expect(one.button("table.no_more")).to_have_count(0)
    wait(one.page, lambda: bool(one.now["passed"]))
    assert one.now["wait"] == "declare"
    if one.now["turn"] is None:
        expect(one.page.locator(".prompt")).to_have_text(say("table.waits_declare"))
    assert other.now["wait"] == "declare" and not other.now["passed"]
    other.button("table.no_more").click()
    wait(one.page, lambda: one.now["wait"] not in ("draw", "declare"))


def test_one_can_pass_while_cards_are_drawn_with_nothing_to_declare(
    server: ServerProcess, person: Visit
) -> None:
    one, other = Guest(person()), Guest(person(width=360, height=740))
    two_at_a_table(one, other, server.url, "tractor", pace="slow")
    other.button("table.no_more").click()

    def passed() -> list[Now]:
        nows = [told["now"] for told in other.told.messages if "now" in told]
        return [now for now in nows if now.get("passed")]

    wait(other.page, lambda: bool(passed()))
    assert passed()[0]["wait"] == "draw" and not one.now["passed"]


def only_own_cards(guests: Sequence[Guest]) -> None:
    """No page holds a card of another's hand, by name; one deck has each card once."""
    hands = [set(guest.cards) for guest in guests]
    openly = set(", ".join(guests[0].plays).removeprefix("shows ").split(", "))
    contents = [viewer.page.content() for viewer in guests]
    for (content, own), (_, others) in permutations(zip(contents, hands, strict=True), 2):
        assert own
        assert not {card for card in others - openly - own if f'"{card}' in content}


def later(before: Now, now: Now) -> bool:
    """Whether the table waits for something new."""
    return bool(now["since"] > before["since"])


def test_four_people(server: ServerProcess, person: Visit) -> None:
    clipboard = ["clipboard-read", "clipboard-write"]
    ann, *others = guests = [
        Guest(person(permissions=clipboard)),
        Guest(person(width=360, height=640)),
        *(Guest(person()) for _ in range(2)),
    ]
    ben, cat, dan = others
    ann.open_table(server.url, SHORT, start=False, bots=None, private=True)
    named(ann, "Ann")

    ann.button("shell.copy").click()
    link: str = ann.page.evaluate("navigator.clipboard.readText()")
    for guest, name in zip(others, ("Ben", "Cat", "Dan"), strict=True):
        guest.page.goto(link)
        field = guest.page.get_by_label(say("room.your_name"))
        expect(field).not_to_have_value("")  # the name that one has comes first
        field.fill(name)
        guest.button("room.sit_down").click()
        guest.button("room.ready").click()
    lobby = ann.page.request.get(f"{server.url}/api/lobby").json()["tables"]
    assert not any(link.endswith(line["table"]) for line in lobby)

    # The host alone has the host's controls, and hands them on.
    for control in host_controls(ann):
        expect(control).to_be_visible()
    for guest in others:
        for control in host_controls(guest):
            expect(control).to_have_count(0)
    ann.button("room.more", name="Ben").click()
    ann.page.get_by_role("menuitem", name=say("room.make_host")).click()
    expect(host_controls(ben)[0]).to_be_visible()
    expect(host_controls(ann)[0]).to_have_count(0)

    # What is said arrives, but for that of those who are muted.
    chat = open_sheet(cat, "chat")
    chat.get_by_role("button", name=say("sheets.phrase_hello")).click()
    chat.get_by_label(say("sheets.say")).fill("Who deals?")
    chat.get_by_label(say("sheets.say")).press("Enter")
    expect(dan.button("sheets.chat_unread", count=2)).to_be_visible()
    heard = open_sheet(dan, "chat").locator("ol")
    expect(heard.get_by_text("Who deals?")).to_be_visible()
    expect(heard.get_by_text("Cat")).to_have_count(2)
    expect(heard.get_by_text(say("sheets.phrase_hello"))).to_be_visible()
    close_sheet(dan)
    open_sheet(dan, "people").get_by_role("button", name=say("sheets.mute", name="Cat")).click()
    close_sheet(dan)
    chat.get_by_role("button", name=say("sheets.phrase_wow")).click()
    expect(chat.locator("ol").get_by_text(say("sheets.phrase_wow"))).to_be_visible()
    close_sheet(cat)
    open_sheet(ann, "chat").get_by_role("button", name=say("sheets.phrase_nice")).click()
    close_sheet(ann)
    heard = open_sheet(dan, "chat").locator("ol")
    expect(heard.get_by_text(say("sheets.phrase_nice"))).to_be_visible()
    expect(heard.get_by_text("Cat")).to_have_count(0)
    close_sheet(dan)

    ann.button("room.ready").click()
    start(ben)
    play_until(guests, lambda now: now["wait"] in ("lead", "follow"))
    assert max(Counter(card for guest in guests for card in guest.cards).values()) == 1
    for _ in range(3):
        only_own_cards(guests)
        before = latest(guests)
        play_until(guests, partial(later, before))
    totals = play_out(guests)
    assert len(totals) == 4
    assert len(set(totals)) == 1


@pytest.mark.campaign
def test_a_name_typed_early_stays(server: ServerProcess, person: Visit) -> None:
    ann, ben = Guest(person()), Guest(person())
    table = ann.open_table(server.url, ONE_DECK, start=False, bots=None)
    asked: list[Route] = []

    def hold_second(route: Route) -> None:
        """The line asks first who one is, then the form that asks for a name."""
        asked.append(route)
        if len(asked) != 2:
            route.continue_()

    ben.page.route("**/api/me", hold_second)
    ben.page.goto(f"{server.url}/#/table/{table}")
    name = ben.page.get_by_label(say("room.your_name"))
    name.fill("Ben")
    wait(ben.page, lambda: len(asked) == 2)
    with ben.page.expect_response("**/api/me"):
        asked[1].continue_()
    expect(name).to_have_value("Ben")
    ben.button("room.sit_down").click()
    expect(ann.button("room.more", name="Ben")).to_be_visible()


@pytest.mark.campaign
def test_two_tabs_show_one_seat(server: ServerProcess, person: Visit) -> None:
    first = Guest(person())
    table = first.open_table(server.url, ONE_DECK)
    play_until([first], acts(first))
    second = Guest(first.page.context.new_page())
    second.page.goto(f"{server.url}/#/table/{table}")
    expect(second.hand).to_have_count(len(first.cards))
    assert second.seat == first.seat
    assert second.cards == first.cards

    first.act()
    expect(second.hand).to_have_count(len(first.cards))
    assert second.cards == first.cards
    play_until([second], acts(second))
    second.act()
    expect(first.hand).to_have_count(len(second.cards))
    assert first.cards == second.cards


@pytest.mark.campaign
def test_who_leaves_is_covered_and_comes_back(hasty: ServerProcess, person: Visit) -> None:
    ann, ben = Guest(person()), Guest(person())
    table = two_at_a_table(ann, ben, hasty.url)
    play_until([ann, ben], acts(ben))
    seat, held = ben.seat, ben.cards
    assert seat is not None
    context = ben.page.context
    ben.page.close()
    expect(ann.plate(seat).get_by_text(COVERED)).to_be_attached()
    play_until([ann], acts(ann))
    ann.act()

    ben = Guest(context.new_page())
    ben.page.goto(f"{hasty.url}/#/table/{table}")
    expect(ann.plate(seat).get_by_text(COVERED)).to_have_count(0)
    play_until([ann, ben], acts(ben))
    assert ben.seat == seat
    assert set(ben.cards) < set(held)
    assert ben.now["turn"]

    # When all have gone nothing happens, until one comes back.
    onlooker = Guest(person())
    onlooker.page.goto(f"{hasty.url}/#/table/{table}")
    onlooker.button("room.watch").click()
    held = ben.cards
    ben.page.close()
    ann.page.close()
    asleep = onlooker.felt.get_by_text(say("table.asleep"))
    expect(asleep).to_be_visible()
    ben = Guest(context.new_page())
    ben.page.goto(f"{hasty.url}/#/table/{table}")
    expect(asleep).to_have_count(0)
    play_until([ben], acts(ben))
    assert set(ben.cards) <= set(held)
    play_out([ben])


def test_onlooker_sees_no_hand(server: ServerProcess, person: Visit) -> None:
    host, onlooker = Guest(person()), Guest(person())
    table = host.open_table(server.url, ONE_DECK)
    play_until([host], acts(host))

    onlooker.page.goto(f"{server.url}/#/table/{table}")
    onlooker.button("room.watch").click()
    expect(onlooker.felt).to_be_visible()
    expect(onlooker.hand).to_have_count(0)
    assert onlooker.seat is None
    wait(host.page, lambda: onlooker.plays == host.plays)
    content = onlooker.page.content()
    assert not [card for card in host.cards if f'"{card}' in content]

    # A name and an id open nothing: neither the hand, nor its play.
    name = host.page.request.post(f"{server.url}/api/me").json()["name"]
    named(onlooker, name)
    forced = host.now["turn"]["groups"]
    code = forced[0][0] if forced else "SJ"
    heard = onlooker.page.evaluate(STRANGER, [table, code])
    assert heard[0]["type"] == "welcome"
    assert heard[0]["seat"] is None
    assert heard[0]["now"]["turn"] is None
    assert heard[-1]["type"] == "refused"
    drawn = [e["event"] for e in heard[0]["events"] if e["event"]["event"] == "card_drawn"]
    assert drawn
    assert not any(event.get("card") for event in drawn)
    before = host.cards
    host.act()
    assert len(host.cards) < len(before)

    # With the link one may take over what a bot plays: from the next hand, or let in by the host.
    onlooker.button("room.sit_down").click()
    onlooker.button("room.take_a_bot").click()
    host.button("sheets.menu").click()
    host.page.get_by_text(say("sheets.more"), exact=True).click()
    host.button("sheets.people").click()
    expect(host.page.get_by_text(say("sheets.joins"), exact=True)).to_be_visible()
    assert onlooker.seat is None
    expect(onlooker.hand).to_have_count(0)
    host.button("room.more", name=name).click()
    host.button("sheets.let_join").click()
    wait(onlooker.page, lambda: onlooker.seat is not None)
    host.page.keyboard.press("Escape")
    play_until([host, onlooker], acts(onlooker))
    mine = onlooker.cards
    assert mine
    assert not set(mine) & set(host.cards)
    onlooker.act()
    expect(onlooker.hand).not_to_have_count(len(mine))
    expect(onlooker.page.get_by_role("group", name=pattern("table.hand"))).to_be_visible()
