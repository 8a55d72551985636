"""Lost lines, power cuts and restarts: a hand goes on at the same card, and people do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.company import (
    ONE_DECK,
    Guest,
    acts,
    play_out,
    play_until,
    two_at_a_table,
    wait,
)
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import say
from tests.cases import usually


@pytest.fixture(scope="module")
def unsteady(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that tests stop in the middle of something; each leaves it running."""
    with ServerProcess(tmp_path_factory.mktemp("unsteady")) as server:
        yield server


class Sight(NamedTuple):
    """The sight that a person has of a hand."""

    seat: int | None
    cards: list[str]
    plays: list[str]
    points: str
    status: str

    @classmethod
    def of(cls, guest: Guest) -> Sight:
        """The sight on a page now."""
        status = guest.page.locator("header.status .facts").inner_text()
        return cls(guest.seat, guest.cards, guest.plays, guest.points, status)


@contextmanager
def offline(guest: Guest) -> Iterator[None]:
    """A person without a connection, as in a tunnel."""
    guest.page.context.set_offline(True)
    # It is said at once, though the socket still looks open.
    expect(guest.lost).to_have_text(say("room.offline"))
    yield
    welcomes = welcomed(guest)
    guest.page.context.set_offline(False)
    wait(guest.page, lambda: welcomed(guest) > welcomes)
    expect(guest.lost).to_have_count(0)


def welcomed(guest: Guest) -> int:
    """How often a page has been welcomed by the table."""
    return sum(message["type"] == "welcome" for message in guest.told.messages)


def farewells(guest: Guest) -> set[str]:
    """Why the server has ended connections of a page."""
    return {message["code"] for message in guest.told.messages if message["type"] == "bye"}


def mobile(person: Visit) -> Guest:
    """A person who may go offline."""
    return Guest(person(width=360, height=640, service_workers="allow"))


def events(guest: Guest, kind: str) -> set[tuple[int, int]]:
    """The events of a kind that a page has been told: version and seat."""
    return {
        (numbered["version"], numbered["event"]["seat"])
        for message in guest.told.messages
        for numbered in message.get("events", ())
        if numbered["event"]["event"] == kind
    }


@pytest.mark.campaign
def test_offline_in_the_middle_of_a_trick(unsteady: ServerProcess, person: Visit) -> None:
    ann, ben = mobile(person), Guest(person())
    two_at_a_table(ann, ben, unsteady.url)
    play_until([ann, ben], acts(ann))
    ann.act()
    before = ann.cards
    with offline(ann):
        play_until([ben], acts(ann))
    wait(ann.page, lambda: ann.plays == ben.plays)
    assert ann.cards == before
    assert ann.points == ben.points
    assert ann.may_act

    # What is played without a line is carried out when there is one, and once.
    played = len(events(ben, "played"))
    chosen = ann.choose()
    with offline(ann):
        ann.button("table.play").click()
        assert ann.cards == before
        assert len(events(ben, "played")) == played
    expect(ann.hand).to_have_count(len(before) - len(chosen))
    assert set(before) - set(ann.cards) == set(chosen)
    play_until([ben], acts(ann))
    wait(ann.page, lambda: events(ann, "played") == events(ben, "played"))
    of_ann = {event for event in events(ben, "played") if event[1] == ann.seat}
    assert len(of_ann) == 2


def test_lost_answer_acts_once(unsteady: ServerProcess, person: Visit) -> None:
    """The server plays, but its answer does not arrive: the page asks again, and it acts once."""
    page = person()
    cut = False
    cuts = 0

    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def asked(message: str | bytes) -> None:
            nonlocal cut, cuts
            server.send(message)
            if cut and '"do":"play"' in str(message):
                cut, cuts = False, cuts + 1
                socket.close()

        socket.on_message(asked)

    page.route_web_socket("**/socket", pass_on)
    ann, ben = Guest(page), Guest(person())
    two_at_a_table(ann, ben, unsteady.url)
    play_until([ann, ben], acts(ann))
    before = ann.cards
    chosen = ann.choose()
    cut = True
    ann.button("table.play").click()
    expect(ann.hand).to_have_count(len(before) - len(chosen))
    assert cuts == 1
    play_until([ann, ben], acts(ann))
    assert len([event for event in events(ben, "played") if event[1] == ann.seat]) == 1
    assert set(before) - set(ann.cards) == set(chosen)


@pytest.mark.campaign
def test_power_cut_during_the_draw(unsteady: ServerProcess, person: Visit) -> None:
    ann = Guest(person())
    ann.open_table(unsteady.url, ONE_DECK, pace="fast")
    wait(ann.page, lambda: len(events(ann, "card_drawn")) >= 8)
    unsteady.kill()
    drawn, held, welcomes = events(ann, "card_drawn"), ann.cards, welcomed(ann)
    assert 0 < len(held) < 12
    unsteady.start()
    wait(ann.page, lambda: welcomed(ann) > welcomes)
    assert events(ann, "card_drawn") >= drawn
    expect(ann.lost).to_have_count(0)

    # The draw goes on with the next card.
    play_until([ann], acts(ann))
    assert len(events(ann, "card_drawn")) == 48
    assert set(held) <= set(ann.cards) or ann.now["dealer"] == ann.seat  # who buries may part


@usually("way", "restart", "power cut")
def test_server_stops_during_a_trick(way: str, unsteady: ServerProcess, person: Visit) -> None:
    ann, ben = Guest(person()), Guest(person(width=360, height=640))
    two_at_a_table(ann, ben, unsteady.url)
    play_until([ann, ben], acts(ann))
    ann.act()
    play_until([ann, ben], lambda now: now["wait"] == "follow" and acts(ben)(now))
    wait(ann.page, lambda: ann.version == ben.version and ann.plays == ben.plays)
    before, welcomes = [Sight.of(ann), Sight.of(ben)], welcomed(ann) + welcomed(ben)
    assert before[0].plays

    if way == "power cut":
        unsteady.kill()
    else:
        unsteady.stop()
        wait(ann.page, lambda: farewells(ann) == farewells(ben) == {"restart"})
    for guest in (ann, ben):
        expect(guest.lost).to_be_visible()
        expect(guest.page.get_by_text(say("room.connecting"))).to_have_count(0)
    assert [Sight.of(ann), Sight.of(ben)] == before
    unsteady.start()
    wait(ann.page, lambda: welcomed(ann) + welcomed(ben) == welcomes + 2)
    for guest in (ann, ben):
        expect(guest.lost).to_have_count(0)
    assert [Sight.of(ann), Sight.of(ben)] == before
    totals = play_out([ann, ben])
    assert totals[0] == totals[1]
