"""Whatever is asked of a table, by whomever: it lives, and its log builds it again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from shengji.cards import CARDS, Card
from shengji.game import Call
from shengji.rules import random_rules
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import ActionContext
from shengji.server.tables.acts.decisions import (
    AnswerRedealAction,
    BidLandAction,
    BuryAction,
    CallFriendsAction,
    Declare,
    GameAction,
    PlayAction,
)
from shengji.server.tables.acts.hosting import MakeHost, SetRules, SetSettings
from shengji.server.tables.acts.match import Next, Ready, Start
from shengji.server.tables.acts.seating import (
    Admit,
    Automate,
    ClearSeat,
    DrawSeats,
    PlayFor,
    SeatBot,
    Sit,
    Stand,
    SwapSeats,
)
from shengji.server.tables.acts.talk import Nudge, Say
from shengji.server.tables.acts.votes import Propose
from shengji.server.tables.core.entries import Body, decode_body, encode_body
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.core.refusals import Refused
from shengji.server.tables.core.table import Table
from shengji.server.tables.messages import Check
from shengji.server.tables.state import May, Settings
from tests.seeds import trials
from tests.server.table.kit import GUESTS, HOST, Player, pass_again, started

PEOPLE = [HOST, *GUESTS[:5]]
HERE = {asker.person for asker in PEOPLE}


def any_decision(table: Table, chance: Random) -> GameAction:
    """A decision over cards that somebody may hold or not."""
    hands = table.match.hand.hands if table.match and table.match.hand else []
    hand: Sequence[Card] = chance.choice(hands) if hands and chance.random() < 0.8 else CARDS
    some = tuple(chance.sample(list(hand), min(len(hand), chance.randint(0, 9))))
    decisions: list[GameAction] = [
        Declare(some),
        Declare(some[:1]),
        AnswerRedealAction(chance.random() < 0.5),
        BuryAction(some),
        BidLandAction(some[:2]),
        CallFriendsAction(tuple(Call(card, chance.randint(-1, 3)) for card in some)),
        PlayAction(some),
        PlayAction(some[:1], chance.randint(0, 3)),
        PlayAction((*some, *some)),
    ]
    return chance.choice(decisions)


def any_action(table: Table, chance: Random) -> Action:
    """Anything that can be asked."""
    seat = chance.randrange(12)
    rules: list[str | dict[str, Any]] = ["pagat", "six-player", "no", {"kitty": 9}, {"preset": []}]
    actions: list[Action] = [
        Next(),
        Automate(chance.random() < 0.5),
        Admit(chance.choice(PEOPLE).person),
        Nudge(seat),
        PlayFor(seat, chance.random() < 0.5),
        Propose(chance.choice(("concede", "end", "take_back", "claim_all"))),
        Sit(seat),
        Stand(),
        Ready(chance.random() < 0.8),
        Start(),
        SetRules(chance.choice(rules)),
        SetSettings(Settings(title=str(seat))),
        SeatBot(seat, chance.choice(["random", "basic", "nobody"])),
        ClearSeat(seat),
        SwapSeats(seat, chance.randrange(12)),
        DrawSeats(),
        MakeHost(chance.choice(PEOPLE).person),
        Say(phrase="nice"),
    ]
    return any_decision(table, chance) if chance.random() < 0.4 else chance.choice(actions)


UNFORESEEN = ("late", "nudged", "no-such-bot", None)
"""Codes of an action that the table permits and then refuses; `None`: it changes nothing."""


def code_of(answer: Sequence[Body] | Refused) -> str | None:
    return answer.code if isinstance(answer, Refused) else None


def permitted(may: May, action: Action) -> bool | None:
    """Whether the permissions of a viewer contain an action; `None`: they do not tell."""
    match action:
        case Sit(seat):
            return seat in may.sit
        case Nudge(seat):
            return seat in may.nudge
        case SeatBot(seat):
            return seat in may.seat_bot
        case ClearSeat(seat):
            return seat in may.clear_seat
        case PlayFor(seat, on=True):
            return seat in may.play_for
        case PlayFor(seat):
            return seat in may.give_back
        case Stand():
            return may.stand
        case Start():
            return may.start
        case DrawSeats():
            return may.swap_seats
        case Propose(what) if what in ("concede", "end"):
            return what in may.propose
        case _:
            return None


def assert_same(one: Table, other: Table) -> None:
    """Two tables are the same to everyone."""
    assert one.room.state(HERE) == other.room.state(HERE) and one.version == other.version
    assert one.layout() == other.layout() and one.said == other.said
    assert one.step == other.step and one.waiting == other.waiting
    for seat in (None, *range(one.room.rules.players)):
        viewer = Viewer(seat)
        assert one.prompts.now(viewer) == other.prompts.now(viewer)
        assert one.events.start(viewer) == other.events.start(viewer)
        assert one.events.seen_by(viewer) == other.events.seen_by(viewer)


class Trial:
    """A table at which anybody asks for anything while it is played on.

    Attributes:
        table: the table.
        log: its entries, as they are stored.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        rules = random_rules(self.chance)
        first: list[Body] = []
        people = self.chance.randint(1, min(6, rules.players))
        self.table = started(rules, people, log=first)
        self.log = [encode_body(body) for body in first]
        self._player = Player(
            self.table, self.chance, told=lambda body: self.log.append(encode_body(body))
        )

    def step(self) -> None:
        """The match goes on by a step."""
        self._player.step()

    def disturb(self) -> None:
        """Somebody asks for something."""
        table, before = self.table, self.table.version
        asker = self.chance.choice(PEOPLE)
        seen = before - self.chance.choice((0, 0, 0, 1, 5))
        around = ActionContext(HERE, chance=self.chance)
        action = any_action(table, self.chance)
        seat = table.room.seat_of(asker.person)
        if seat is not None and isinstance(action, GameAction):
            refusal = table.check(seat, Check("c", action)).refusal
            assert table.version == before
            if refusal is not None:
                assert isinstance(table.do(asker, action, seen, around), Refused)
        promised = permitted(table.permissions(asker, around), action)
        answer = table.do(asker, action, seen, around)
        acts = not isinstance(answer, Refused) and bool(answer)
        if promised is not None and promised != acts:
            assert promised and code_of(answer) in UNFORESEEN, (action, answer)
        if isinstance(answer, Refused):
            assert table.version == before and answer.words.en and answer.words.hant
        else:
            assert table.version == before + len(answer)
            self._player.hear(answer)

    def look(self) -> None:
        """Everyone looks at the table."""
        for seat in (None, *range(self.table.room.rules.players)):
            self.table.prompts.now(Viewer(seat))

    def check_log(self) -> None:
        """The log builds the same table again."""
        again = Table.of(map(decode_body, self.log))
        pass_again(again, self.table)
        assert_same(self.table, again)


@pytest.mark.parametrize("seed", trials(40))
def test_random_actions_never_break_a_table(seed: int) -> None:
    trial = Trial(seed)
    for number in range(400):
        if trial.chance.random() < 0.75:
            trial.step()
        else:
            trial.disturb()
        if number % 10 == 0:
            trial.look()
        if number % 100 == 99:
            trial.check_log()
