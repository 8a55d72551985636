"""Shapes that the addresses of nights take and give; docs/server.md has the addresses."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from shengji.cards import Rank
from shengji.game.events import Side
from shengji.nights.acts import Asked
from shengji.nights.acts.act import NightCommand
from shengji.nights.bounds import CommandId
from shengji.nights.previews import AboutHand
from shengji.nights.settings import NightSettings
from shengji.server.site.schemas import Fault, Shape, Text

NightStage = Literal["open", "running", "over"]
"""Where a night stands: before its first round, with rounds, or over."""

NightRole = Literal["organiser", "player", "onlooker"]
"""The role of somebody in a night: runs it, plays in it, or looks on."""


# What is asked


class Draw(NightCommand, tag="draw", frozen=True, kw_only=True):
    """Draw the next round: the server works out who sits where. Organisers only.

    Attributes:
        seed: decides between draws that are equally good; `None`: chance does.
        by_standings: whether people meet those who stand near them; `None`: as the settings say.
        tables: how many tables there are at most; `None`: as the settings say.
    """

    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] | None = None
    by_standings: bool | None = None
    tables: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None


AskedOfNight: TypeAlias = Asked | Draw
"""A command that a browser can give; who gives it (`by`) is what the server knows of it."""


class AskNight(Shape, frozen=True):
    """Commands for a night, carried out one after the other in the order in which they were made.

    Attributes:
        commands: what is asked; each with an id that its browser has chosen, so that one that is
            sent again acts once and is answered alike.
    """

    commands: Annotated[tuple[AskedOfNight, ...], msgspec.Meta(min_length=1, max_length=100)]


class PreviewHand(Shape, frozen=True):
    """A command about a hand that is not given yet."""

    command: AboutHand


class NewNight(Shape, frozen=True):
    """A night to be made; whoever makes it is its organiser.

    Attributes:
        settings: how it is run.
        id: what tells this wish from others, so that one that is sent again makes one night.
    """

    settings: NightSettings = msgspec.field(default_factory=NightSettings)
    id: CommandId | None = None


# What is given


class NightId(Shape, frozen=True):
    """A night."""

    night: str


class CommandAnswer(Shape, frozen=True):
    """The outcome of a command.

    Attributes:
        id: the command's.
        done: whether it was carried out, now or before.
        version: the version of the night after it.
        refusal: why it was refused, and what to do; `None`: it was not.
        note: what a draw says of itself; `None`: nothing.
    """

    id: str
    done: bool
    version: int
    refusal: Fault | None
    note: Text | None


class NightAnswers(Shape, frozen=True):
    """The outcomes of commands, in the order in which they were sent.

    Attributes:
        version: the version of the night now.
        answers: one for each.
    """

    version: int
    answers: tuple[CommandAnswer, ...]


class HandResult(Shape, frozen=True):
    """The result of a hand.

    Attributes:
        points: the Opponents' points altogether, as they count.
        winner: the side that wins.
        levels: how many levels it goes up.
        after: the level of each seat after the hand.
        hooked: the seats that fall by a hook.
        winners: the seats that win the match with it, or none.
        void: whether the hand is struck out, so that nothing of it counts.
        beyond: whether the match was won before, so that nothing of it counts.
    """

    points: int
    winner: Side
    levels: int
    after: tuple[Rank, ...]
    hooked: tuple[int, ...]
    winners: tuple[int, ...]
    void: bool
    beyond: bool


class HandPreview(Shape, frozen=True):
    """The result of a hand once a command is carried out and confirmed.

    Attributes:
        result: the result; `None`: the command would be refused.
        refusal: what is missing or wrong; `None`: nothing.
    """

    result: HandResult | None
    refusal: Fault | None


class NightLine(Shape, frozen=True):
    """A night in a list.

    Attributes:
        night: its id.
        title: what it is called; empty: nothing.
        series: the series that has taken it in; empty: none.
        opened: when it was made, in milliseconds since 1970.
        ended: when it was over; `None`: it is not.
        stage: where it stands.
        people: how many have checked in.
        rounds: how many rounds have been drawn.
        role: what the asker is in it.
    """

    night: str
    title: str
    series: str
    opened: int
    ended: int | None
    stage: NightStage
    people: int
    rounds: int
    role: NightRole


class SeriesRequest(Shape, frozen=True):
    """A night of others that asks to join a series of the asker's.

    Attributes:
        night: its id.
        title: what it is called; empty: nothing.
        series: the series.
        organisers: the names of those who run it.
        opened: when it was made, in milliseconds since 1970.
        people: how many have checked in.
        rounds: how many rounds have been drawn.
    """

    night: str
    title: str
    series: str
    organisers: tuple[str, ...]
    opened: int
    people: int
    rounds: int


class AnswerSeries(Shape, frozen=True):
    """The answer of a series' owner to a night.

    Attributes:
        joins: whether the night counts in the series.
    """

    joins: bool


class NightLines(Shape, frozen=True):
    """Nights, the latest first.

    Attributes:
        nights: some of them.
        next: what to give as `before` for more; `None`: there are no more.
        requests: on the first page the nights of others that ask to join a series of the asker's.
    """

    nights: tuple[NightLine, ...]
    next: int | None
    requests: tuple[SeriesRequest, ...]
