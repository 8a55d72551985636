"""Playing through the page as a person does: by what its buttons and cards are called."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, WebSocket, expect

from tests.browser.speech import Tongue, pattern, say
from tests.waiting import PATIENCE

Rules = str | dict[str, Any]
POLL_MS = 25
"""After so long it is looked again whether something is so: each look takes some CPU time."""
_NO = {"declare": "no_more", "land": "pass", "redeal": "redeal_play_on"}
"""The buttons on which people say no to what they may do before the play."""
SHORTLY = 1000
"""How long a button that may be gone is looked for, in milliseconds."""

_KEEP_MESSAGES = """(() => {
    const known = new WeakSet();
    window.messages = [];
    new MutationObserver(() => {
        for (const message of document.querySelectorAll("[data-message], [data-said]")) {
            if (!known.has(message)) window.messages.push(message.textContent.trim());
            known.add(message);
        }
    }).observe(document, {childList: true, subtree: true});
})()"""
"""Keeps the messages and speech bubbles that a page has shown, which go away by themselves."""

_ASK = """([table, action]) => new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
    socket.onopen = () => socket.send(JSON.stringify({type: "hello", since: null}));
    socket.onmessage = ({data}) => {
        const message = JSON.parse(data.split("\\n").at(-1));
        if (message.type === "welcome") socket.send(JSON.stringify({
            type: "do", id: crypto.randomUUID(), version: message.version, action,
        }));
        if (["done", "refused"].includes(message.type)) {
            socket.close();
            resolve(message.type);
        }
    };
})"""
"""Asks for something at a table, as from another tab of the browser."""


class Told:
    """The messages of a table to a page over its socket; made before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.messages: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        if "/tables/" in socket.url:
            socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        self.messages += map(json.loads, frame.splitlines())

    @property
    def answers(self) -> int:
        """How many actions have been carried out or refused."""
        return sum(told["type"] in ("done", "refused") for told in self.messages)

    @property
    def seat(self) -> int | None:
        """The person's seat in the last message that tells it; `None` without a seat."""
        seats = (m["seat"] for m in reversed(self.messages) if m["type"] in ("welcome", "table"))
        return next(seats, None)

    @property
    def now(self) -> dict[str, Any]:
        """The state of the table in the last message that has one."""
        told = (message["now"] for message in reversed(self.messages) if "now" in message)
        return next(told, {"wait": "start", "seats": [], "since": -1})

    @property
    def asked(self) -> str | None:
        """The open question, if it is this person's, or the wait for the next hand."""
        now = self.now
        wait: str = now["wait"]
        return wait if wait in ("next", "over") or self.seat in now["seats"] else None

    @property
    def plays_in_trick(self) -> int:
        """How many have played to the trick that lies on the table."""
        kinds = [
            numbered["event"]["event"]
            for told in self.messages
            for numbered in told.get("events", ())
        ]
        last = max((at for at, kind in enumerate(kinds) if kind == "trick_taken"), default=0)
        return kinds[last:].count("played")


class Player:
    """A person at a table, in front of a page.

    Args:
        page: a page that has not been opened yet.
        tongue: the language that the site is read in.
    """

    def __init__(self, page: Page, tongue: Tongue = "en") -> None:
        self.page = page
        self.tongue: Tongue = tongue
        self.told = Told(page)
        page.add_init_script(_KEEP_MESSAGES)

    @property
    def messages(self) -> list[str]:
        """The passing messages that the page has shown since it was loaded, oldest first."""
        found: list[str] = self.page.evaluate("window.messages")
        return found

    def until_message(self, words: str) -> None:
        """Wait until a passing message has been shown, whether or not it still is."""
        until = time.monotonic() + PATIENCE
        while words not in self.messages:
            assert time.monotonic() < until, f"{words!r} is not in {self.messages}"
            self.page.wait_for_timeout(POLL_MS)

    def open_table(
        self,
        url: str,
        rules: Rules = "tractor",
        *,
        start: bool = True,
        bots: str | None = "basic",
        **settings: object,
    ) -> str:
        """Open a table with bots, which do not let a person wait, and go to it.

        Returns:
            The table's id.
        """
        made = self.page.request.post(f"{url}/api/me")
        assert made.ok, made.text()
        asked = {
            "rules": rules,
            "settings": {"pace": "instant", **settings},
            "bots": bots,
            "start": start,
        }
        opened = self.page.request.post(f"{url}/api/tables", data=asked)
        assert opened.ok, opened.text()
        table: str = opened.json()["table"]
        self.page.goto(f"{url}/#/table/{table}")
        return table

    def introduce(self, url: str, name: str) -> None:
        """Come to the site for the first time, under a name."""
        for response in (
            self.page.request.post(f"{url}/api/me"),
            self.page.request.patch(f"{url}/api/me", data={"name": name}),
        ):
            assert response.ok, response.text()

    def button(self, key: str, **given: str | int) -> Locator:
        """The button that the words of a key stand on."""
        return self.page.get_by_role("button", name=say(key, self.tongue, **given), exact=True)

    def open_view(self, key: str) -> None:
        """Open a view of the table: by its button, which a phone has in the menu."""
        if not self.button(key).is_visible():
            self.button("sheets.menu").click()
        self.button(key).click()

    @property
    def hand(self) -> Locator:
        """The cards of the own hand, from left to right."""
        return self.page.get_by_role("group", name=pattern("table.hand", self.tongue)).get_by_role(
            "button"
        )

    @property
    def chosen(self) -> list[str]:
        """The names of the chosen cards."""
        return [
            (card.get_attribute("aria-label") or "").split(", ")[0]
            for card in self.hand.and_(self.page.locator("[aria-pressed=true]")).all()
        ]

    @property
    def result(self) -> Locator:
        """The sheet that tells how the hand ended."""
        return self.page.get_by_role("dialog", name=pattern("sheets.result", self.tongue))

    @property
    def dialog(self) -> Locator:
        """Whatever is laid over the table."""
        return self.page.get_by_role("dialog")

    def until(self, *places: Locator) -> Locator:
        """Wait until one of some things can be seen, and say which: the first of those that can."""
        any_of = places[0]
        for place in places[1:]:
            any_of = any_of.or_(place)
        while True:
            any_of.first.wait_for()
            # What was there may have gone before it is asked which it was.
            for place in places:
                if place.is_visible():
                    return place

    def until_own_turn(self) -> bool:
        """Go on until cards are to be chosen; the questions before are answered as nobody regrets.

        Returns:
            Whether there are any to choose; else the hand is over, and its result can be read.
        """
        until = time.monotonic() + PATIENCE
        while True:
            # A page has many buttons: only the one is looked for that answers what is asked.
            match self.told.asked:
                case "next" | "over":
                    if self.result.is_visible():
                        return False
                case "lead" | "follow" | "bury" as what:
                    if self.button("table.bury" if what == "bury" else "table.play").is_visible():
                        return True
                case "call":
                    if self.button("table.call").is_visible():
                        self.call_friends()
                case "declare" | "land" | "redeal" as what:
                    button = self.button(f"table.{_NO[what]}")
                    if button.is_visible():
                        self.say_no(button)
            assert time.monotonic() < until, f"nothing is asked: {self.told.messages[-1:]}"
            self.page.wait_for_timeout(POLL_MS)

    def say_no(self, button: Locator) -> None:
        """Press a button that may go away before, since bots declare too."""
        before = self.told.answers
        with suppress(TimeoutError):
            button.click(timeout=SHORTLY)
            self.until_answered(before)

    def call_friends(self) -> None:
        """Call the friends that a bot would call."""
        hint = say("table.hint", self.tongue)
        self.dialog.get_by_role("button", name=hint, exact=True).click()
        self.press(self.button("table.call"))

    def press(self, button: Locator) -> None:
        """Press a button that tells the server something, and wait for its answer."""
        before = self.told.answers
        button.click()
        self.until_answered(before)

    def until_told_turn(self) -> dict[str, Any]:
        """The request to the person; the page may know it a little before it is noted here."""
        until = time.monotonic() + PATIENCE
        while (turn := self.told.now["turn"]) is None:
            assert time.monotonic() < until, f"nothing is asked: {self.told.now}"
            self.page.wait_for_timeout(POLL_MS)
        asked: dict[str, Any] = turn
        return asked

    def until_answered(self, before: int) -> None:
        """Wait until the server has answered more actions than before."""
        until = time.monotonic() + PATIENCE
        while self.told.answers == before:
            assert time.monotonic() < until, f"the server does not answer: {self.told.now}"
            self.page.wait_for_timeout(POLL_MS)

    def follow_hint(self) -> None:
        """Play, or bury, what a bot would."""
        self.button("table.hint").click()
        self.send()

    def send(self) -> None:
        """Play, or bury, what is chosen."""
        before = self.hand.count()
        self.until(self.button("table.play"), self.button("table.bury")).click()
        expect(self.hand).not_to_have_count(before)

    def let_a_bot_play(self, table: str) -> None:
        """Let a bot play on in the own seat of a table."""
        asked = {"do": "automate", "on": True}
        assert self.page.evaluate(_ASK, [table, asked]) == "done"

    def play_oneself(self, table: str) -> None:
        """Take the own seat of a table back from the bot that plays in it."""
        assert self.page.evaluate(_ASK, [table, {"do": "automate", "on": False}]) == "done"

    def hurry(self, table: str) -> None:
        """Let bots play at once at the own table."""
        self.change_settings(table, pace="instant")

    def change_settings(self, table: str, **changed: object) -> None:
        """Change some settings of the own table."""
        told = next(one["table"] for one in reversed(self.told.messages) if "table" in one)
        asked = {"do": "set_settings", "settings": {**told["settings"], **changed}}
        assert self.page.evaluate(_ASK, [table, asked]) == "done"

    def play_hand(self, move: Callable[[], None] | None = None) -> None:
        """Play until the result of the hand can be read.

        Args:
            move: plays once, or buries; as the hint says unless it is given.
        """
        while self.until_own_turn():
            (move or self.follow_hint)()
