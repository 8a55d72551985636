"""Helpers for the tests of the table: people who sit down, and bots that play through it alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from shengji.bots import Bot, make_bot
from shengji.game import Phase
from shengji.rules import Rules
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import Actor, TableEntry
from shengji.server.tables.acts.decisions import GameAction, NoMore, action_of
from shengji.server.tables.acts.match import MatchBegan, Next, Ready, Start
from shengji.server.tables.acts.seating import SeatBot, Sit, opening
from shengji.server.tables.acts.votes import TakenBack
from shengji.server.tables.core.entries import Body
from shengji.server.tables.core.masks import Viewer, mask_event
from shengji.server.tables.core.refusals import Refused
from shengji.server.tables.core.table import Table
from shengji.server.tables.state import Settings

HOST = Actor("host", "Wu")
GUESTS = [Actor(f"guest{number}", f"Guest {number}") for number in range(1, 12)]


def opened(rules: Rules | None = None, settings: Settings | None = None) -> Table:
    """A table that the host has just opened, from seat 0."""
    return Table.of(opening("t1", HOST, rules or Rules(), settings or Settings()))


def done(table: Table, asker: Actor, action: Action) -> tuple[Body, ...]:
    """The entries after an action that nothing speaks against."""
    answer = table.do(asker, action, table.version)
    assert not isinstance(answer, Refused), answer
    return answer


def code(table: Table, asker: Actor, action: Action, version: int | None = None) -> str | None:
    """The code of the refusal of an action; `None` when it is done."""
    before = table.version
    answer = table.do(asker, action, before if version is None else version)
    if not isinstance(answer, Refused):
        return None
    assert table.version == before
    assert answer.words.en and answer.words.hans and answer.words.hant
    return answer.code


def started(
    rules: Rules | None = None,
    people: int = 1,
    settings: Settings | None = None,
    log: list[Body] | None = None,
) -> Table:
    """A table at which a match has begun: the host, so many people in all, and bots.

    Its entries are added to `log`.
    """
    first = opening("t1", HOST, rules or Rules(), settings or Settings())
    table, entries = Table.of(first), [] if log is None else log
    entries += first
    for seat, guest in enumerate(GUESTS[: people - 1], 1):
        entries += done(table, guest, Sit(seat))
        entries += done(table, guest, Ready(True))
    for seat in range(people, table.room.rules.players):
        entries += done(table, HOST, SeatBot(seat, "random"))
    entries += done(table, HOST, Start())
    return table


class Player:
    """Whoever plays a table on: bots in all seats, which see what a viewer of their seat may.

    Args:
        table: a table at which a match has begun, before its first hand.
        chance: for the decks.
        bot: the bot of every seat.
        told: hears every entry.
    """

    def __init__(
        self,
        table: Table,
        chance: Random,
        bot: str = "random",
        told: Callable[[Body], None] = lambda body: None,
    ) -> None:
        self.table, self.chance, self.bot, self.told = table, chance, bot, told
        self.bots = self._new_bots()
        self.to_ask: list[int] = []

    def _new_bots(self) -> list[Bot]:
        rules = self.table.room.rules
        seeds = (self.chance.getrandbits(30) for _ in range(rules.players))
        return [make_bot(self.bot, rules, seat, seed) for seat, seed in enumerate(seeds)]

    def hear(self, bodies: Iterable[Body]) -> tuple[Body, ...]:
        """Tell everyone what has happened."""
        heard = tuple(bodies)
        for body in heard:
            self.told(body)
            if isinstance(body, MatchBegan | TakenBack):
                self.bots, self.to_ask = self._new_bots(), []
            if isinstance(body, TakenBack):
                for bot in self.bots:
                    for at in self.table.events.unmasked:
                        bot.observe(mask_event(at.event, Viewer(bot.seat)))
            if not isinstance(body, TableEntry):
                for seat, bot in enumerate(self.bots):
                    bot.observe(mask_event(body, Viewer(seat)))
        return heard

    def act(self, seat: int, action: GameAction) -> tuple[Body, ...]:
        """A decision for a seat, as its person sends it or its bot makes it."""
        person = self.table.room.seats[seat].person
        if person is None or self.table.room.seats[seat].player is not None:
            answer = self.table.seat_command(seat, action)
        else:
            answer = self.table.do(Actor(person, "?"), action, self.table.version)
        assert not isinstance(answer, Refused), answer
        return self.hear(answer)

    def step(self) -> bool:
        """Do what comes next; `False` when the match is over."""
        table = self.table
        match table.step:
            case "start":
                self.hear(table.start_hand(self.chance))
            case "draw" | "close" if self.to_ask:
                self._ask(self.to_ask.pop())
            case "draw":
                self.hear(table.draw())
                self.to_ask = list(table.prompts.may_show)
            case "close":
                self.hear(table.close_draw())
            case "pass":
                self.hear(table.pass_over())
            case "wait":
                self._decide(table.waiting[0])
            case "next":
                person = table.room.seats[table.waiting[0]].person
                assert person is not None
                self.hear(done(table, Actor(person, "?"), Next()))
            case _:
                return False
        return True

    def _ask(self, seat: int) -> None:
        due = self.table.prompts.due(seat)
        command = None if due is None else self.bots[seat].decide(due)
        if command is not None:
            self.act(seat, action_of(command))
            self.to_ask = list(self.table.prompts.may_show)

    def _decide(self, seat: int) -> None:
        self.act(seat, decision(self.table, self.bots[seat]))


def pass_again(again: Table, table: Table) -> None:
    """Whoever declares nothing more at a table does so at what its log has built too.

    That is not in the log: who has passed is asked again after a restart.
    """
    if table.phase is Phase.DRAW:
        for seat in range(len(table.room.seats)):
            asked = seat in again.prompts.asked_last and seat not in table.prompts.asked_last
            if asked or table.prompts.now(Viewer(seat)).passed:
                again.seat_command(seat, NoMore())


def decision(table: Table, bot: Bot) -> GameAction:
    """The decision of a bot, as it is sent."""
    due = table.prompts.due(bot.seat)
    return action_of(None if due is None else bot.decide(due))
