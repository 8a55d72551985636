"""Payloads of the lobby, of opening tables, and of their stakes."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.cards import Rank
from shengji.practice.lessons import LessonName
from shengji.rules.bounds import PresetOrRules
from shengji.server.rules.schemas import BotLine
from shengji.server.site.schemas import Game, Schema, Text
from shengji.server.tables.acts.seating import STAND_IN
from shengji.server.tables.state import SeatStake, Settings


class TableStakes(Schema, frozen=True):
    """The stakes at a table whose matches count for ratings.

    Attributes:
        stakes: the rating and expected score of each seat in the match under way, or in the next
            one; empty if the table is not rated or a seat is free.
        grace: seconds of absence after which a player has left the match, and lost it.
        times_up: the number of timeouts by which a player loses the match.
        now: the server's time in milliseconds since 1970, for comparison with `leaving` of the
            table.
        over: the id of the last match, once it is over and stored; `null`: there is none, or,
            unless `settled`, it is about to be stored.
        settled: whether the last match has been rated, so that `stakes` include its result.
    """

    stakes: tuple[SeatStake, ...]
    grace: int
    times_up: int
    now: int
    over: str | None
    settled: bool


class NewTable(Schema, frozen=True):
    """A request to open a table; the caller becomes its host and sits in seat 0.

    Attributes:
        rules: a preset's name, or an object as `shengji.rules.rules_from` reads it.
        bots: the bot for all other seats; `None`: they stay free.
        start: whether the match starts immediately; only where `bots` fills the table.
    """

    rules: PresetOrRules = "zhang-2021"
    settings: Settings = Settings()
    bots: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    start: bool = False


CasualName = Literal["relaxed", "quick", "finding-friends"]
"""A set of rules and pace for casual play; see `casual_sets`."""

Company = Literal["anyone", "friends-first", "friends-only"]
"""The people to play with: anyone, friends before other people, or friends only."""


class QuickPlay(Schema, frozen=True):
    """A request to play immediately, with waiting people if there are any, else with bots.

    Attributes:
        rules: the rules; `None`: those of the waiting people, else the default.
        people: whether to join people; false: play with bots only.
        one_hand: whether a new match is for one hand.
        set: with people, one of the lobby's sets, instead of `rules` and `one_hand`.
        lesson: the lesson whose hand is played, alone with bots; the other fields but `bot` do not
            count.
    """

    rules: PresetOrRules | None = None
    people: bool = True
    bot: Annotated[str, msgspec.Meta(max_length=40)] = STAND_IN
    one_hand: bool = False
    set: CasualName | None = None
    company: Company = "friends-first"
    lesson: LessonName | None = None


class TableId(Schema, frozen=True):
    """The id of a table; its page is `/#/table/ID`."""

    table: str


class TableLine(Schema, frozen=True):
    """An open table as the lobby shows it.

    Attributes:
        heading: the rules' preset and system.
        changed: the number of options that differ from `heading`.
        game: the game, as in `RulesState`.
        levels: the level of each side, or of each seat where friends are called; empty before a
            match.
        free: the number of seats that can be taken.
        rated: whether its matches count for ratings, so that only accounts may sit.
        accounts: the names in `people` that belong to accounts and are therefore unique.
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


class CasualLine(Schema, frozen=True):
    """A set of rules and pace for casual play.

    Attributes:
        set: its name, for `QuickPlay`.
        title: its name for players.
        people: the number of people who play it now.
    """

    set: CasualName
    title: Text
    note: Text
    people: int


class Lobby(Schema, frozen=True):
    """The open tables.

    Attributes:
        tables: the tables with people present, waiting ones first.
        bots: the available bots: the server's from weak to strong, then the operator's.
        playing: the number of people at any table now, open or private.
    """

    tables: tuple[TableLine, ...]
    bots: tuple[BotLine, ...]
    sets: tuple[CasualLine, ...]
    playing: int
