"""A referee of Botzone for the tests: the log of a hand that was played at our table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from shengji.bots.outside.botzone.cards import level_letter, numbers_of, suit_letter
from shengji.cards import Card
from shengji.game import (
    CardDrawn,
    Event,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Played,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)

NOBODY = {"called": -1, "snatched": -1, "major": "", "banker": -1}
ORDERS = {"now": "shcd", "early": "hdsc"}


class Referee:
    """Writes a log.

    Args:
        order: in which order the suits are numbered, `now` or `early`.
    """

    def __init__(self, order: str = "now") -> None:
        self.log: list[dict[str, Any]] = []
        self._order = ORDERS[order]
        self._numbers: Counter[Card] = Counter()
        self._held: list[list[int]] = [[], [], [], []]
        self._state: dict[str, Any] = {"banking": NOBODY}
        self._last: list[list[int]] = []
        self._now: list[list[int]] = []
        self._leaders = [0, 0]
        self._thrown: list[int] | None = None

    def write(self, events: Sequence[Event]) -> dict[str, Any]:
        """The log of a hand: its events, from its start on."""
        for event in events:
            self._write(event)
        return {"log": self.log, "initdata": {"level": self._state["level"]}}

    def _write(self, event: Event) -> None:
        match event:
            case HandStarted():
                assert event.rank is not None
                self._state["level"] = level_letter(event.rank)
            case CardDrawn():
                assert event.card is not None
                number = self._new(event.card)
                self._held[event.seat].append(number)
                self._ask(event.seat, stage="deal", deliver=[number])
                self._answer(event.seat, [])
            case Shown():
                self.log.pop()
                self._answer(event.seat, self._take(event.seat, event.cards, keep=True))
                called = self._state["banking"]["called"]
                self._state["banking"] = {
                    "called": called if called >= 0 else event.seat,
                    "snatched": event.seat if len(event.cards) > 1 else -1,
                    "major": suit_letter(event.suit),
                    "banker": event.seat,
                }
            case TrumpMade():
                made = {"major": suit_letter(event.suit), "banker": event.dealer}
                self._state["banking"] = {**self._state["banking"], **made}
                self._leaders = [event.dealer, event.dealer]
            case KittyTaken():
                kitty = [self._new(card) for card in event.cards or ()]
                self._held[event.seat] += kitty
                self._ask(event.seat, stage="cover", deliver=kitty)
            case KittyBuried():
                self._answer(event.seat, self._take(event.seat, event.cards or ()))
            case ThrowFailed():
                self._thrown = self._take(event.seat, event.thrown, keep=True)
            case Played():
                history = [self._last, list(self._now), *self._leaders]
                self._ask(event.seat, stage="play", history=history)
                cards = self._take(event.seat, event.cards)
                self._answer(event.seat, self._thrown or cards)
                self._now.append(cards)
                self._thrown = None
            case TrickTaken():
                self._last, self._now = self._now, []
                self._leaders = [self._leaders[1], event.seat]
            case HandEnded():
                won = event.winner == "declarers"
                scores = {
                    str(seat): event.levels if (seat in event.declarers) == won else 0
                    for seat in range(4)
                }
                self.log.append({"output": {"command": "finish", "content": scores}})

    def _ask(self, seat: int, **request: Any) -> None:
        content = {str(seat): {**request, "global": dict(self._state)}}
        self.log.append({"output": {"command": "request", "content": content}})

    def _answer(self, seat: int, response: list[int]) -> None:
        self.log.append({str(seat): {"verdict": "OK", "response": response}})

    def _new(self, card: Card) -> int:
        """The number of the next copy of a card."""
        number = numbers_of(card)[self._numbers[card]]
        self._numbers[card] += 1
        return self._renumbered(number)

    def _renumbered(self, number: int) -> int:
        place = number % 54
        if place >= 52:
            return number
        return number - place % 4 + self._order.index(ORDERS["now"][place % 4])

    def _take(self, seat: int, cards: Sequence[Card], *, keep: bool = False) -> list[int]:
        """The numbers of cards that a player holds, who then holds them no more."""
        held = list(self._held[seat])
        found = []
        for card in cards:
            both = [self._renumbered(number) for number in numbers_of(card)]
            number = next(number for number in held if number in both)
            held.remove(number)
            found.append(number)
        if not keep:
            self._held[seat] = held
        return found
