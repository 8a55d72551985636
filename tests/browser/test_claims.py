"""Claims of the rest at tables of two people: one that is declined, and one that is accepted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from shengji.server.tables.state import Settings
from tests.browser.axe import Inspector
from tests.browser.company import Guest, play_until, two_at_a_table
from tests.browser.conftest import Visit
from tests.browser.prepared import lay
from tests.browser.servers import ServerProcess
from tests.browser.speech import pattern, say
from tests.server.live.test_claims import SHORT
from tests.server.table.test_claims import offered

OVER = ("next", "over")
UNDER = """message => {
    const over = message.getBoundingClientRect();
    return [...document.querySelectorAll(".card")].filter((card) => {
        const box = card.getBoundingClientRect();
        return box.left < over.right && over.left < box.right
            && box.top < over.bottom && over.top < box.bottom;
    }).length;
}"""

WATCH = """() => {
    window.seen = {};
    const look = () => {
        for (const [name, what] of [["toast", ".toast"], ["dialog", "dialog[open]"]])
            if (document.querySelector(what)) seen[name] ??= performance.now();
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes when a message and a dialog are seen for the first time."""


def claimer(guests: Sequence[Guest]) -> Guest | None:
    """The guest who is offered a claim of every trick."""
    for guest in guests:
        turn = guest.now.get("turn")
        if turn is not None and turn["claim"] == "all" and guest.may_act:
            return guest
    return None


def until_offered(guests: Sequence[Guest]) -> tuple[Guest, Guest]:
    """Play until somebody may claim; that one and the other."""
    play_until(guests, lambda now: claimer(guests) is not None or now["wait"] in OVER)
    found = claimer(guests)
    assert found is not None, "nobody may in this hand"
    return found, next(guest for guest in guests if guest is not found)


@pytest.mark.campaign
@pytest.mark.seed(3)  # one of the two may claim in the first hand
def test_a_claim_is_declined(server: ServerProcess, person: Visit) -> None:
    guests = [Guest(person()), Guest(person(width=390, height=844))]
    two_at_a_table(guests[0], guests[1], server.url, SHORT)
    one, other = until_offered(guests)
    offer = one.button("table.claim_all")
    expect(offer).to_be_visible()
    expect(other.button("table.claim_all")).to_have_count(0)
    offer.press("Enter")
    expect(offer).to_have_count(0)
    line = one.page.locator("[data-help=proposal]")
    expect(line).to_contain_text(say("room.own_claim_all"))
    expect(line).to_be_focused()
    proposed = pattern("room.proposes_claim_all")
    expect(other.page.get_by_text(proposed)).to_be_visible()
    other.button("room.play_on").press("Enter")
    for guest in guests:
        told = guest.page.get_by_text(say("room.claim_declined"))
        expect(told).to_be_visible()
        assert not cards_under(told.locator("..")), "a message lies over a card"
        expect(guest.hand.and_(guest.page.locator(":focus"))).to_have_count(1)
    expect(offer).to_have_count(0)
    hand = len(results(one))
    play_until(guests, lambda now: now["wait"] in OVER)
    assert len(results(one)) == hand + 1


def test_a_claim_amid_a_trick_is_accepted(server: ServerProcess, person: Visit) -> None:
    guests = [Guest(person()), Guest(person(width=390, height=844))]
    inspector = Inspector(guests[1].page)
    for guest, name in zip(guests, ("Anna", "Ben"), strict=True):
        guest.introduce(server.url, name)
    ids = [guest.page.request.post(f"{server.url}/api/me").json()["person"] for guest in guests]
    _, _, seat, _, log = offered(2, Settings(pace="fast"), amid=True)
    table = lay(server, log, {"host": ids[0], "guest1": ids[1]})
    for guest in guests:
        guest.page.goto(f"{server.url}/#/table/{table}")
    one, other = guests[seat], guests[1 - seat]
    one.button("table.claim_all").click()
    accept = other.button("room.accept")
    expect(accept).to_be_visible()
    assert one.now["wait"] == "follow"
    inspector.look("a claim")
    other.page.evaluate(WATCH)
    accept.press("Enter")
    expect(other.page.locator("#asked")).to_be_focused()
    for guest in guests:
        guest.result.wait_for()
    assert other.page.evaluate("seen.dialog - seen.toast") > 1000, "the last trick is seen first"
    assert not inspector.findings, inspector.findings
    told = events(other)
    claim = next(at for at, event in enumerate(told) if event["event"] == "rest_claimed")
    assert told[claim]["accepted"] and told[claim + 1]["seat"] == seat
    taken = [event for event in told[claim:] if event["event"] == "trick_taken"]
    assert {event["seat"] for event in taken} == {seat}


def cards_under(message: Locator) -> int:
    """How many cards lie under a message, whole or in part."""
    found: int = message.evaluate(UNDER)
    return found


def events(guest: Guest) -> list[dict[str, object]]:
    """Everything that a page was told of."""
    return [
        numbered["event"] for told in guest.told.messages for numbered in told.get("events", ())
    ]


def results(guest: Guest) -> list[dict[str, object]]:
    return [event for event in events(guest) if event["event"] == "hand_ended"]
