"""Helpers for the tests of the table: sessions, a driven screen, and what stands on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from pytest import MonkeyPatch
from textual.pilot import Pilot

from shengji.cards import Card, full_deck, minus, read_cards
from shengji.game import (
    Bury,
    CloseDraw,
    Command,
    Draw,
    Event,
    Hand,
    Match,
    Refusal,
    Show,
    StartHand,
)
from shengji.play.readings import Readings, find_readings
from shengji.play.space import Space
from shengji.record import RecordWriter
from shengji.rules import Rules, rules_from
from shengji.terminal.table.lobby import Lobby
from shengji.terminal.table.screen import pace
from shengji.terminal.table.screen.app import TableApp
from shengji.terminal.table.session import Session, Wait
from shengji.words import Language
from tests.waiting import PATIENCE, happens


def rules_of(**changes: Any) -> Rules:
    return rules_from(changes)


def lobby(
    save: Path | None,
    *,
    seed: int | None = 1,
    auto: bool = False,
    bots: str = "basic",
    asks: bool = False,
    **changes: Any,
) -> Lobby:
    """A lobby; hints come from the same bots that play."""
    rules = rules_of(**changes)
    return Lobby(rules, bots, seed=seed, auto=auto, save=save, asks=asks, adviser=bots)


def step(session: Session) -> tuple[Event, ...]:
    """Do what happens next without the person; nothing when the person must act."""
    return session.carry_out(session.next_command())


def state(match: Match) -> object:
    """Everything that makes up the state of a match, to compare."""
    hand = match.hand
    if hand is None:
        return match.standings, match.dealer, match.hands, match.winners
    plays = [trick.plays for trick in hand.tricks]
    trick = None if hand.trick is None else (hand.trick.leader, hand.trick.plays)
    return (
        *(match.standings, match.dealer, match.hands, match.winners, hand.number, hand.rank),
        *(hand.redeals, hand.land, hand.calls, hand.answers, hand.joined, hand.discarded),
        *(hand.buried_by, hand.captures, hand.claimed, hand.paid),
        *(hand.dealer, hand.phase, hand.turn, hand.drawn, hand.hands, hand.sizes, hand.shown),
        *(hand.trump, hand.kitty, hand.taken, hand.penalty, plays, trick, hand.failed),
        hand.result,
    )


def hand_of(app: TableApp) -> Hand:
    hand = session_of(app).hand
    assert hand is not None
    return hand


def screen_text(app: TableApp) -> str:
    """The text on the screen, line by line."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    assert len(lines) == height
    for line in lines:
        assert line.cell_length == width
    return "\n".join(line.text for line in lines)


async def until(pilot: Pilot[None], ready: Callable[[], object]) -> None:
    await happens(ready, each=0.005)
    await pilot.pause()


def session_of(app: TableApp) -> Session:
    assert app.table.session is not None
    return app.table.session


async def my_turn(pilot: Pilot[None], app: TableApp) -> Wait:
    """Go on until the person must do something; at the last moment do not declare."""
    while True:
        await until(pilot, lambda: app.table.session is not None and session_of(app).waits_for)
        wait = session_of(app).waits_for
        assert wait is not None
        if wait is Wait.DECLARE:
            await pilot.press("enter")
            continue
        if wait in (Wait.NEXT, Wait.OVER):
            await until(pilot, lambda: len(app.screen_stack) > 1)
        return wait


def started(
    tmp_path: Path,
    *,
    seed: int = 1,
    language: str = "en",
    speed: str = "instant",
    bots: str = "basic",
    **changes: Any,
) -> TableApp:
    where = lobby(tmp_path / "match.jsonl", seed=seed, bots=bots, **changes)
    return TableApp(where, None, "zh" if language == "zh" else "en", speed)


def up_to(session: Session, wanted: Wait) -> Wait:
    """Let the hints play until the person is asked this."""
    for _ in range(20_000):
        wait = session.waits_for
        if wait is wanted:
            return wait
        if wait is None:
            step(session)
        elif wait is Wait.NEXT:
            session.confirm()
        elif wait is Wait.OVER:
            break
        else:
            accept(session)
    raise AssertionError("it did not come to that")


def accept(session: Session) -> None:
    """Do what the hint says."""
    assert session.due is not None
    command = session.advice()
    if command is None:
        session.passes()
    else:
        answer = session.do(command)
        assert not isinstance(answer, Refusal), answer.sentence()


def reached(
    tmp_path: Path, wanted: Wait, *, seed: int, bots: str, language: Language = "en", **changes: Any
) -> TableApp:
    """A match that has been played with hints, on no screen, until the person is asked this."""
    path = tmp_path / "match.jsonl"
    session = lobby(path, seed=seed, bots=bots, **changes).start()
    up_to(session, wanted)
    session.close()
    return TableApp(lobby(None, bots=bots), path, language, "instant")


def stand_still(app: TableApp, monkeypatch: MonkeyPatch) -> None:
    """Let nothing go on by itself, however long it takes to look at it."""
    monkeypatch.setitem(pace._PAUSES, "slow", (10 * PATIENCE,) * 4)
    app.table.pace.speed = "slow"


def ambiguous(path: Path) -> str:
    """Record a match up to the person's lead from a hand with an ambiguous lead; its cards.

    Two pairs of equal rank cards (2♣ 2♣ 2♦ 2♦ under hearts) make one tractor with 2♥ 2♥.
    """
    lead = "2H 2H 2C 2C 2D 2D"
    rules = lobby(path).rules
    deck = minus(full_deck(2), read_cards(lead))
    Random(3).shuffle(deck)
    mine = iter(read_cards(lead) + read_cards("3H 3H 4H 4H 5H 5H 6H 6H 7H 7H 8H 8H 9H 9H"))
    for card in read_cards("3H 3H 4H 4H 5H 5H 6H 6H 7H 7H 8H 8H 9H 9H"):
        deck.remove(card)
    order: list[Card] = []
    while len(order) < 108:
        turn = len(order) % 4
        order.append(next(mine, None) or deck.pop() if turn == 0 else deck.pop())
    match = Match(rules)
    commands: list[Command] = [StartHand(tuple(order), turned=(Card("5S"),)), *[Draw()] * 100]
    commands += [Show(0, tuple(read_cards("2H 2H"))), CloseDraw()]
    session = Session(rules, ("basic",) * 3)
    with RecordWriter(path, session.header(datetime.now().isoformat())) as writer:
        for command in commands:
            events = match.do(command)
            assert not isinstance(events, Refusal)
            for event in events:
                writer.write(event)
        assert match.hand is not None
        keep = read_cards(lead)
        rest = match.hand.space.sort(minus(match.hand.hands[0], keep))[::-1]
        events = match.do(Bury(0, tuple(rest[: rules.kitty_size])))
        assert not isinstance(events, Refusal)
        for event in events:
            writer.write(event)
    return lead


def cut_readings(
    space: Space, cards: Sequence[Card], units: Sequence[Sequence[Card]] = ()
) -> Readings:
    """The readings of a lead as if but the first had been found, unless units are asked for."""
    found = find_readings(space, cards, units)
    return found if units or len(found.listed) == 1 else Readings(found.listed[:1], more=True)
