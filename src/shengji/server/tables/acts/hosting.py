"""The host's part of a table: its rules, its settings, and a change of host."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from shengji.cards import Rank
from shengji.practice.lessons import LessonName
from shengji.rules import Rules, RulesError, rules_from
from shengji.rules.bounds import PresetOrRules
from shengji.server.rules.sheets import rules_state
from shengji.server.site.characters import visible
from shengji.server.site.words import rules_words
from shengji.server.tables.acts.act import (
    ActionContext,
    Actor,
    Decided,
    Entries,
    Id,
    RoomAction,
    TableEntry,
    Terms,
)
from shengji.server.tables.core.rated import rated_settings, settings_refusal
from shengji.server.tables.core.refusals import Refused, refused
from shengji.server.tables.core.room import Room
from shengji.server.tables.state import Settings, Sight
from shengji.words.others import rewrite_texts


class Opened(TableEntry, tag="opened", frozen=True):
    """The table was opened, by its first host.

    Attributes:
        table: its id.
        rules: the rules, as `shengji.rules.rules_from` reads them.
        night: the id of the night whose round is played there; empty: no night.
        lesson: the lesson whose hand is dealt there; `None`: none.
    """

    table: str
    person: str
    rules: dict[str, Any]
    settings: Settings
    night: str = ""
    lesson: LessonName | None = None

    def _apply(self, room: Room) -> None:
        room.id, room.host, room.settings = self.table, self.person, self.settings
        room.night, room.lesson = self.night, self.lesson
        room.set_rules(self.rules)


class SetRules(RoomAction, tag="set_rules", frozen=True):
    """Set the rules, as `shengji.rules.rules_from` reads them; for the host.

    During a match they apply after the hand under way: the match ends then. The next one begins at
    the levels reached, if these exist in the new rules with equal players and teams. People in
    seats that no longer exist stand up.
    """

    terms = Terms(("rules", "match"), host=True, in_rated=False)

    rules: PresetOrRules

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        try:
            rules = rules_from(self.rules)
        except RulesError as error:
            return Refused("rules", rules_words(error))
        if room.settings.rated and not context.rated.allow(rules):
            return refused("rated-rules", names=context.rated.names)
        given = rules_state(rules).given
        same = given == rules_state(room.rules).given
        if room.playing:
            planned = None if same else given
            return RulesPlanned(planned) if planned != room.planned else ()
        if same and room.planned is None:
            return ()
        return rules_set(room.rules, given, room.levels, room.dealer)


class RulesSet(TableEntry, tag="rules_set", frozen=True):
    """The rules were changed; a match under way ends, and players must confirm again.

    Attributes:
        levels: the level of each seat at the start of the next match; empty: the first level.
        dealer: the Dealer of its first hand; `None`: the draw decides.
    """

    changes = ("rules", "decision")

    rules: dict[str, Any]
    levels: tuple[Rank, ...] = ()
    dealer: int | None = None

    def _apply(self, room: Room) -> None:
        room.end_match()
        room.set_rules(self.rules)
        room.clear_ready("rules")
        room.stakes, room.began, room.left, room.ending = (), (), (), None
        room.planned, room.levels, room.dealer = None, self.levels, self.dealer


class RulesPlanned(TableEntry, tag="rules_planned", frozen=True):
    """The rules after the current hand were set; `None`: a planned change was undone."""

    changes = ("rules",)

    rules: dict[str, Any] | None

    def _apply(self, room: Room) -> None:
        room.planned = self.rules


def rules_set(
    before: Rules, given: dict[str, Any], levels: tuple[Rank, ...], dealer: int | None
) -> RulesSet:
    """Return the entry for new rules, with the levels reached if they can be kept.

    Args:
        before: the rules so far.
        given: the new rules, as `rules_from` reads them.
        levels: the level of each seat; empty: no level has been reached.
        dealer: the next Dealer; `None`: the draw decides.
    """
    rules = rules_from(given)
    low, high = rules.lowest_level.order, rules.last_level.order
    alike = (rules.players, rules.teams) == (before.players, before.teams)
    if levels and alike and all(low <= level.order <= high for level in levels):
        return RulesSet(given, levels, dealer)
    return RulesSet(given)


class SetSettings(RoomAction, tag="set_settings", frozen=True):
    """Change the settings of the table; for the host."""

    terms = Terms(("settings",), host=True)

    settings: Settings

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        if (refusal := settings_refusal(room, self.settings, context.rated)) is not None:
            return refusal
        settings = tidy_settings(self.settings)
        return SettingsSet(settings) if settings != room.settings else ()


class SettingsSet(TableEntry, SetSettings, tag="settings_set", frozen=True):
    """The settings of the table were changed."""

    changes = ("settings",)
    ends_proposal = "off"

    def _apply(self, room: Room) -> None:
        if not room.playing and (room.settings.rated or self.settings.rated):
            # Players must agree to a rated match, and to an unrated one, before it begins.
            room.clear_ready("settings")
        room.settings = self.settings
        room.closed |= room.playing and room.settings.onlookers == "none"
        room.seen = room.seen.narrowed(Sight.of(self.settings))
        if room.proposal is not None and room.forbids(room.proposal.what):
            room.proposal = None


def tidy_settings(settings: Settings) -> Settings:
    """Return settings with a displayable title, and with the values that rated tables require."""
    return rated_settings(rewrite_texts(settings, visible))


class MakeHost(RoomAction, tag="make_host", frozen=True):
    """Make another person at the table the host; for the host."""

    terms = Terms(("host",), host=True)

    person: Id

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        if self.person == room.host:
            return ()
        if self.person not in context.here and room.seat_of(self.person) is None:
            return refused("not-here")
        return HostMade(self.person)


class HostMade(TableEntry, MakeHost, tag="host_made", frozen=True):
    """Another person became the host."""

    changes = ("host",)

    def _apply(self, room: Room) -> None:
        room.host = self.person


def next_host(room: Room, after: int, here: Collection[str] | None) -> Entries:
    """Make the next person in a seat the host; return no entry if there is none.

    Args:
        room: the room.
        after: the seat after which the search starts.
        here: the public ids of possible hosts; `None`: any person in a seat.
    """
    count = len(room.seats)
    for number in range(after + 1, after + count + 1):
        person = room.seats[number % count].person
        if person is not None and person != room.host and (here is None or person in here):
            return (HostMade(person),)
    return ()
