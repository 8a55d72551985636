"""Deals that the pages shuffle together with the server (docs/deals.md)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from statistics import median

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.company import (
    SHORT,
    Guest,
    latest,
    play_out,
    play_until,
    two_at_a_table,
    wait,
)
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import pattern, say

HANDS = 10
LATE_BY_A_DAY = "const now = Date.now; Date.now = () => now() - 24 * 3_600_000;"
"""Sets the clock of a page wrong."""


class SharedDeals(ServerProcess):
    shared = True


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose deals the pages' shares decide."""
    with SharedDeals(tmp_path_factory.mktemp("fair")) as server:
        yield server


def shuffle_line(page: Page) -> Locator:
    """The line about who has shuffled a hand."""
    return page.locator("details", has_text=say("after.shuffle_proof"))


def names_of(guests: Sequence[Guest]) -> dict[int, str]:
    """The name of each guest, by seat."""
    seats = guests[0].table["seats"]
    return {guest.seat or 0: seats[guest.seat]["name"] for guest in guests}


def line_for(guest: Guest, names: dict[int, str], own: str = "after.you") -> str:
    """The line for a guest whose hand the people with these names have shuffled.

    Args:
        own: the key of what the guest is called: the page itself, or another one of theirs.
    """
    called = {**names, guest.seat or 0: say(own)}
    key = "after.shuffle_own" if own == "after.you" else "after.shuffle_shared"
    return say(key, names=", ".join(called[seat] for seat in sorted(called)))


def test_two_people_shuffle_together_and_the_replay_says_so(
    fair: ServerProcess, person: Visit
) -> None:
    guests = Guest(person()), Guest(person())
    table = two_at_a_table(*guests, fair.url, SHORT, one_hand=True)
    names = names_of(guests)
    for guest in guests:
        guest.let_a_bot_play(table)
    for guest in guests:
        expect(shuffle_line(guest.page)).to_contain_text(line_for(guest, names))
    page = guests[0].page
    page.goto(f"{fair.url}/#/replay/table/{table}/1")
    said = say("after.shuffle_shared", names=", ".join(names[seat] for seat in sorted(names)))
    expect(shuffle_line(page)).to_contain_text(said)


@pytest.mark.campaign
def test_ten_hands_with_a_wrong_clock_another_tab_and_somebody_who_leaves(
    fair: ServerProcess, person: Visit
) -> None:
    ann, ben = guests = Guest(person()), Guest(person())
    ann.page.add_init_script(LATE_BY_A_DAY)
    table = two_at_a_table(ann, ben, fair.url, SHORT)
    names, address = names_of(guests), ben.page.url
    tab = ben.page.context.new_page()
    for hand in range(1, HANDS + 1):
        if hand == 5:
            play_until(guests, lambda now: now["wait"] in ("lead", "follow"))
            ben.let_a_bot_play(table)
            ben.page.goto("about:blank")
        here = [ann] if hand in (5, 6) else [ann, ben]
        play_out(here)
        told = {guest: shuffle_line(guest.page).inner_text() for guest in here}
        if hand == 6:
            assert told[ann].startswith(line_for(ann, names_of([ann])))
            assert say("after.no_share_away", name=names[1]) in (
                shuffle_line(ann.page).text_content() or ""
            )
            ben.page.goto(address)
            ben.page.get_by_role("region", name=pattern("table.hand", "en")).wait_for()
            ben.play_oneself(table)
            here.append(ben)  # the next hand waits for him, too
        else:
            for guest, text in told.items():
                # A tab that is opened later takes part from then on.
                own = "your_other_page" if guest is ben and hand in (3, 4) else "you"
                assert text.startswith(line_for(guest, names, f"after.{own}")), (hand, text)
        if hand == 2:
            tab.goto(address)
            tab.get_by_role("dialog", name=pattern("sheets.result", "en")).wait_for()
        if hand == 4:
            tab.close()
            ben.page.evaluate("window.dispatchEvent(new Event('focus'))")  # as browsers do
        for guest in here:
            guest.button("sheets.next").click()
        wait(ann.page, lambda: latest([ann])["wait"] != "next")


@pytest.mark.campaign
def test_hands_begin_as_soon_as_without_shares(
    server: ServerProcess, fair: ServerProcess, person: Visit
) -> None:
    """The time from the last click on *Next hand* to the next hand, on a quiet machine."""
    alone, together = (wait_between_hands(one.url, person) for one in (server, fair))
    print(f"between hands: {alone:.2f} s without shares, {together:.2f} s with them")
    assert together < 5 * alone  # and not a second, as after a late share


def wait_between_hands(url: str, person: Visit) -> float:
    """The median time in seconds, of two people with two bots."""
    guests = Guest(person()), Guest(person())
    two_at_a_table(*guests, url, SHORT)
    times = []
    for hand in range(2, 8):
        play_out(guests)
        for guest in guests:
            guest.button("sheets.next").click()
        clicked = time.monotonic()
        wait(guests[0].page, lambda at=hand: guests[0].hands >= at)  # type: ignore[misc]
        times.append(time.monotonic() - clicked)
    return median(times)
