"""Tables, the bots that may sit there, and the lobby."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.cards import Rank
from shengji.rules.bounds import AskedRules
from shengji.server.rules.schemas import BotLine
from shengji.server.site.schemas import Game, Shape, Text
from shengji.server.tables.core.handlers import STAND_IN
from shengji.server.tables.state import SeatStake, Settings


class TableStakes(Shape, frozen=True):
    """The stakes at a table where matches count for ratings.

    Attributes:
        stakes: with what each seat is in the match under way, or would go into the next one; none
            where the table is not rated, or waits for somebody.
        grace: after how many seconds whoever is away has left the match, and lost it.
        times_up: how often the time of somebody can be up until they have.
        now: the time here, in milliseconds since 1970, that `leaving` of the table goes by.
        over: the id of the last match, which is over and kept; `null`: there is none, or, unless
            `settled`, it will be within moments.
        settled: whether what is over is rated, so that the stakes are what it has made of them.
    """

    stakes: tuple[SeatStake, ...]
    grace: int
    times_up: int
    now: int
    over: str | None
    settled: bool


class NewTable(Shape, frozen=True):
    """A table to be opened; whoever asks is its host and sits in seat 0.

    Attributes:
        rules: a preset's name, or an object as `shengji.rules.rules_from` reads it.
        settings: how it is run.
        bots: the bot for all other seats; `None`: they stay free.
        start: whether the match starts at once; only where `bots` fills the table.
    """

    rules: AskedRules = "zhang-2021"
    settings: Settings = Settings()
    bots: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    start: bool = False


CasualName = Literal["relaxed", "quick", "finding-friends"]
"""A set of rules and pace that people play with whoever comes; see `casual_sets`."""

Company = Literal["anyone", "friends-first", "friends-only"]
"""With whom somebody wants to play: whoever is there, friends before others, or friends alone."""


class QuickPlay(Shape, frozen=True):
    """Play at once, with people who wait for such a table, else with bots.

    Attributes:
        rules: what to play; `None`: whatever people wait for, else the default.
        people: whether to join people; else only bots are wanted.
        bot: which bots.
        one_hand: whether a new match is for one hand.
        set: with people, one of the sets of the lobby, in place of `rules` and `one_hand`.
        company: with which people.
    """

    rules: AskedRules | None = None
    people: bool = True
    bot: Annotated[str, msgspec.Meta(max_length=40)] = STAND_IN
    one_hand: bool = False
    set: CasualName | None = None
    company: Company = "friends-first"


class TableId(Shape, frozen=True):
    """A table; its page is `/#/table/ID`."""

    table: str


class TableLine(Shape, frozen=True):
    """An open table as the lobby shows it.

    Attributes:
        heading: the rules' preset and system; `changed` is how many options differ from it.
        game: what is played, as in `RulesState`.
        levels: the level of each side, or where friends are called of each seat; none before a
            match.
        free: how many seats can be taken.
        people: the names of the people in its seats; `bots` is how many bots sit there.
        onlookers: whether one may watch.
        rated: whether matches count for ratings there, so that only accounts may sit.
        accounts: those of `people` whose names are accounts', which nobody else has.
    """

    table: str
    title: str
    heading: Text
    changed: int
    players: int
    free: int
    people: tuple[str, ...]
    bots: int
    playing: bool
    onlookers: bool
    game: Game | None = None
    levels: tuple[Rank, ...] = ()
    rated: bool = False
    accounts: tuple[str, ...] = ()


class CasualLine(Shape, frozen=True):
    """A set that one plays with whoever comes.

    Attributes:
        set: its name, for `QuickPlay`.
        title: what people call it.
        note: what is played, and how fast.
        people: how many play it now.
    """

    set: CasualName
    title: Text
    note: Text
    people: int


class Lobby(Shape, frozen=True):
    """The open tables.

    Attributes:
        tables: those at which somebody is, with people who wait first.
        bots: the bots that are offered, ours from weak to strong, then those of the operator.
        sets: what one can play with people at once.
        playing: how many people are at a table now, open or private.
    """

    tables: tuple[TableLine, ...]
    bots: tuple[BotLine, ...]
    sets: tuple[CasualLine, ...]
    playing: int
