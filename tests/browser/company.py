"""Several people at one table, each in front of a page, who play as soon as it is their turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.play import POLL_MS, Player, Rules
from tests.browser.speech import pattern, say
from tests.waiting import PATIENCE

ONE_DECK = "forty-points"
SHORT = {"preset": ONE_DECK, "kitty": 38, "after_last_level": "wrap", "laps": 9}
"""Four cards each, and a match that lasts."""
DECISIONS = ("declare", "redeal", "bury", "land", "lead", "follow")
PRESS = """found => {
    const able = found.filter((one) => one.isConnected && !one.disabled);
    for (const one of able) one.click();
    return able.length;
}"""

PICK = """(cards, picked) => cards.forEach((card, at) => {
    if ((card.ariaPressed === "true") !== picked.includes(at)) card.click();
})"""
"""Chooses these cards and no others."""

Now = dict[str, Any]
Json = dict[str, Any]


class Guest(Player):
    """A person at a table where others are as well."""

    @property
    def seat(self) -> int | None:
        """The own seat, as it was told last."""
        return self.told.seat

    @property
    def now(self) -> Now:
        """The state of the table as it was told last."""
        return self.told.now

    @property
    def table(self) -> dict[str, Any]:
        """The table, as it was told last."""
        told = (message["table"] for message in reversed(self.told.messages) if "table" in message)
        return next(told)

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The answers of the server to what was asked for."""
        return [told for told in self.told.messages if told["type"] in ("done", "refused")]

    @property
    def version(self) -> int:
        """How far the page has been told what happens."""
        return max((m["version"] for m in self.told.messages if "now" in m), default=0)

    @property
    def hands(self) -> int:
        """The number of the last hand that the page has been told of."""
        return max(
            (
                numbered["event"]["hand"]
                for message in self.told.messages
                for numbered in message.get("events", ())
                if numbered["event"]["event"] == "hand_started"
            ),
            default=0,
        )

    @property
    def cards(self) -> list[str]:
        """The names of the cards of the own hand, from left to right."""
        labels: list[str] = self.hand.evaluate_all("cards => cards.map((card) => card.ariaLabel)")
        return [label.split(", ")[0] for label in labels]

    @property
    def felt(self) -> Locator:
        """The table, with what lies on it."""
        return self.page.get_by_role("region", name=say("table.table", self.tongue), exact=True)

    @property
    def plays(self) -> list[str]:
        """The cards on the table, without the names of those who played them."""
        labels: list[str] = self.felt.get_by_role("img").evaluate_all(
            "fans => fans.filter((fan) => fan.matches('.fan')).map((fan) => fan.ariaLabel)"
        )
        return sorted(label.rpartition(": ")[2] for label in labels)

    @property
    def points(self) -> str:
        """The text of the bar about the Opponents' points."""
        bar = self.page.locator("[data-help=points]").first
        return bar.get_attribute("aria-label") or ""

    def plate(self, seat: int) -> Locator:
        """The open notes about who sits in a seat."""
        return self.felt.locator(f"[data-seat='{seat}']")

    @property
    def lost(self) -> Locator:
        """The line that says that the connection is lost."""
        return self.page.locator("[data-lost]")

    @property
    def may_act(self) -> bool:
        """Whether the table waits for this person to decide something about the hand."""
        now = self.now
        if now["wait"] not in DECISIONS or self.seat not in now["seats"]:
            return False
        return now["turn"] is not None or now["wait"] == "declare"

    def come(self, url: str) -> None:
        """Open the link to a table and sit down on the first seat that is free."""
        self.page.goto(url)
        self.button("room.sit_down").click()
        wait(self.page, lambda: self.seat is not None)

    def choose(self) -> list[str]:
        """Choose the cards that a bot would play, and say what they are called."""
        self.button("table.hint").click()
        expect(self.button("table.play")).to_be_enabled()
        return self.chosen

    def act(self) -> None:
        """Decide what is waited for as a bot would, and go on when it has been carried out."""
        answered = len(self.answers)
        match self.now["wait"]:
            case "declare":
                return self._declare_no_more()
            case "redeal":
                self.button("table.redeal_play_on").click()
            case "land":
                self.button("table.pass").click()
            case "bury":
                self.button("table.hint").click()
                self.button("table.bury").click()
            case _:
                self.choose()
                self.button("table.play").click()
        wait(self.page, lambda: len(self.answers) > answered)
        done = self.answers[-1]
        assert done["type"] == "done", done
        wait(self.page, lambda: self.version >= done["version"])

    def _declare_no_more(self) -> None:
        """Press the button if it is there; a bot's declaration may just have taken it away.

        Even between being found and being pressed: then the press would go nowhere.
        """
        answered = len(self.answers)
        button = self.button("table.no_more")
        if button.evaluate_all(PRESS):
            wait(self.page, lambda: len(self.answers) > answered)
        self.page.wait_for_timeout(20)


class Unaided(Guest):
    """Somebody at a rated table, where there are no hints."""

    def choose(self) -> list[str]:
        """Choose cards that may be played, without asking what a bot would do."""
        play = self.button("table.play")
        play.wait_for()  # the page may know of the turn a little later
        turn = self.now["turn"]
        size = (turn.get("size") if turn else None) or 1
        must = self.pressed  # without them nothing may be played
        for picked in combinations(range(self.hand.count()), size):
            if not set(must) <= set(picked):
                continue
            if list(picked) == must:
                break
            known = len(self.checked)
            self.hand.evaluate_all(PICK, picked)
            wait(self.page, lambda at=known: len(self.checked) > at)  # type: ignore[misc]
            if self.checked[-1] is None:
                break
        expect(play).to_be_enabled()
        return self.chosen

    @property
    def pressed(self) -> list[int]:
        """The cards of the own hand that are chosen, from the left."""
        found: list[int] = self.hand.evaluate_all(
            "cards => cards.flatMap((card, at) => (card.ariaPressed === 'true' ? [at] : []))"
        )
        return found

    @property
    def checked(self) -> list[Json | None]:
        """Why what was chosen cannot be played, or `None`, for each that was looked at."""
        told = self.told.messages
        return [message["refusal"] for message in told if message["type"] == "checked"]

    def touch(self, first: int, end: int) -> None:
        """Touch cards of the own hand from one on, up to another."""
        self.hand.evaluate_all(
            "(cards, [first, end]) => cards.slice(first, end).forEach((card) => card.click())",
            [first, end],
        )

    def act(self) -> None:
        """Decide what is waited for."""
        if self.now["wait"] != "bury":
            super().act()
            return
        answered = len(self.answers)
        self.button("table.bury").wait_for()
        self.touch(0, self.now["turn"]["size"])
        self.button("table.bury").click()
        wait(self.page, lambda: len(self.answers) > answered)
        assert self.answers[-1]["type"] == "done"


def wait(page: Page, ready: Callable[[], bool]) -> None:
    """Let pages go on until something is so."""
    until = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < until, f"it does not happen in {PATIENCE:.0f} s"
        page.wait_for_timeout(POLL_MS)


def play_until(guests: Sequence[Guest], done: Callable[[Now], bool]) -> None:
    """Play, each through the own page, until the table stands as wanted and all of them know it.

    Args:
        guests: who is at the table and may act; bots hold the other seats.
        done: whether it does, by what the table waits for.
    """
    while True:
        wait(guests[0].page, lambda: done(latest(guests)) or next_guest(guests) is not None)
        if done(now := latest(guests)):
            wait(guests[0].page, lambda: all(g.now["since"] >= now["since"] for g in guests))
            return
        guest = next_guest(guests)
        assert guest is not None
        guest.act()


def play_out(guests: Sequence[Guest]) -> list[str]:
    """Play to the end of the hand, and read its result on every page.

    Returns:
        The Opponents' points, as each page tells them.
    """
    play_until(guests, lambda now: now["wait"] in ("next", "over"))
    totals = []
    for guest in guests:
        guest.result.wait_for()
        totals.append(guest.result.locator("tfoot td").first.text_content() or "")
    return totals


def latest(guests: Sequence[Guest]) -> Now:
    """The state of the table, as told last on any of the pages."""
    return max((guest.now for guest in guests), key=lambda now: int(now["since"]))


def next_guest(guests: Sequence[Guest]) -> Guest | None:
    """The guest who is to act, once everybody has been told so."""
    since = latest(guests)["since"]
    return next((g for g in guests if g.may_act and g.now["since"] == since), None)


def acts(guest: Guest) -> Callable[[Now], bool]:
    """Whether a person is to lead or to follow."""
    return lambda now: now["wait"] in ("lead", "follow") and guest.seat in now["seats"]


def two_at_a_table(
    one: Guest, other: Guest, url: str, rules: Rules = ONE_DECK, **settings: object
) -> str:
    """Begin a match of two people and two bots; the other sits on the right of the first.

    Returns:
        The table's id.
    """
    table = one.open_table(url, rules, bots="basic", start=False, **settings)
    one.button("room.remove_bot").first.click()
    other.come(f"{url}/#/table/{table}")
    other.button("room.ready").click()
    start(one)
    return table


def start(host: Guest) -> None:
    """Start the match, as soon as everybody is ready."""
    host.button("room.start").click()
    host.page.get_by_role("region", name=pattern("table.hand", host.tongue)).wait_for()
