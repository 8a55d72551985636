"""Botzone programs for the tests: one of ours, and scripts."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from random import Random

import msgspec

from shengji.bots import Bot, Table
from shengji.bots.outside.botzone.answers import Player
from shengji.bots.outside.botzone.guest import BotzoneBot
from shengji.bots.outside.botzone.requests import Envelope, Request
from shengji.bots.ruled import BasicBot
from shengji.game import CardDrawn, Event
from shengji.rules import Rules, rules_from

RULES = rules_from("botzone")
PYTHON = shlex.quote(sys.executable)
OURS = (
    "import sys; from shengji.bots.outside.botzone.answers import run_botzone; "
    "run_botzone('basic', sys.stdin, sys.stdout)"
)


def ours() -> str:
    """The command of our basic bot, which asks to be left running."""
    return f"botzone:{PYTHON} -c {shlex.quote(OURS)}"


def script(folder: Path, text: str) -> str:
    """The command of a program with this text; `game` is what it has read."""
    path = folder / "bot.py"
    path.write_text(f"import json\ngame = json.loads(input())\n{text}\n", encoding="utf-8")
    return f"botzone:{PYTHON} {shlex.quote(str(path))}"


class Patient(BasicBot):
    """Declares as on Botzone: only on a card of its own."""

    fresh = False

    def observe(self, event: Event) -> None:
        super().observe(event)
        if isinstance(event, CardDrawn):
            self.fresh = event.seat == self.seat

    def show(self, options):  # type: ignore[no-untyped-def]
        fresh, self.fresh = self.fresh, False
        return super().show(options) if fresh else None


class Linked(BotzoneBot):
    """A seat that asks a bot of ours through the requests, without a process in between.

    Args:
        bot: which bot.
        seat: which seat.
        again: whether it is told the whole game with each request.
        told_seat: whether its first request says which player is asked.

    Attributes:
        asked_all: every line that was sent.
        seen: the bot at the other end, in the last game.
        heard: what it was told.
    """

    def __init__(
        self, bot: type[Bot], seat: int, *, again: bool = False, told_seat: bool = True
    ) -> None:
        super().__init__(ours(), RULES, seat)
        self.asked_all: list[str] = []
        self.seen: Bot | None = None
        self.heard: list[Event] = []
        self._bot_type, self._again, self._told_seat = bot, again, told_seat
        self._player = Player(self._make)

    def _make(self, rules: Rules, seat: int) -> Bot:
        heard = self.heard = []

        class Hearing(self._bot_type):  # type: ignore[misc, name-defined]
            def observe(self, event: Event) -> None:
                heard.append(event)
                super().observe(event)

        self.seen = Hearing(rules, seat)
        return self.seen

    def _start_program(self) -> None:
        """There is none."""

    def _dismiss(self) -> None:
        self._sent = 0

    def _exchange(self, message: Envelope | Request, deadline: float) -> list[int]:
        line = msgspec.json.encode(message).decode()
        if not self._told_seat:
            line = re.sub(r',"playerpos":\d', "", line)
        self.asked_all.append(line)
        response = self._player.answer(line)
        whole = isinstance(message, Envelope)
        self._sent = len(self._requests) if whole else self._sent + 1
        if self._again:
            self._sent = 0
        return response


def play(seed: int, bots: dict[int, Bot], rules: Rules = RULES) -> list[Event]:
    """One hand; who has no bot plays as `Patient`. The bots are closed."""
    told: list[Event] = []
    seats: dict[int, Bot] = {seat: Patient(rules, seat) for seat in range(4)}
    table = Table(rules, {**seats, **bots}, Random(seed), told.append)
    try:
        table.play_hand()
    finally:
        for bot in bots.values():
            bot.close()
    return told
