"""The night as a whole: its settings, organisers, announcements and penalties, and its end."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypeAlias

from msgspec import Meta

from shengji.nights.acts.act import Decided, NightCommand, NightEvent
from shengji.nights.bounds import (
    MOST_PENALTY,
    PenaltyPoints,
    People,
    PersonId,
    TableNumber,
    Text,
)
from shengji.nights.copies import made_from
from shengji.nights.facts import NightFacts
from shengji.nights.refusals import refused
from shengji.nights.settings import NightSettings
from shengji.nights.state import NightNews, NightPenalty
from shengji.rules.bounds import Count


class OpenNight(NightCommand, tag="open_night", frozen=True, kw_only=True):
    """Create a night.

    Attributes:
        night: its id.
        organisers: ids of the organisers; empty: its creator.
    """

    opens = True

    night: PersonId
    settings: NightSettings = NightSettings()
    organisers: People = ()

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        organisers = self.organisers or (self.by,)
        if not all(organisers):
            return refused("no-organiser")
        return NightOpened.of(self, at, organisers=organisers)


class NightOpened(NightEvent, tag="night_opened", frozen=True, kw_only=True):
    """The night was created."""

    night: str
    settings: NightSettings
    organisers: tuple[str, ...]

    def _change(self, night: NightFacts) -> None:
        night.id, night.settings, night.organisers = self.night, self.settings, self.organisers
        night.opened = self.at


class ChangeSettings(NightCommand, tag="change_settings", frozen=True, kw_only=True):
    """Change the settings of the night. Organisers only."""

    givers = "organisers"

    settings: NightSettings

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        rounds = self.settings.all_rounds
        if rounds is not None and rounds < len(night.rounds):
            return refused("rounds-played", rounds=len(night.rounds))
        return SettingsChanged.of(self, at)


class SettingsChanged(NightEvent, tag="settings_changed", frozen=True, kw_only=True):
    """The settings were changed; rounds already drawn keep their rules."""

    settings: NightSettings

    def _change(self, night: NightFacts) -> None:
        night.settings = self.settings


class SetOrganisers(NightCommand, tag="set_organisers", frozen=True, kw_only=True):
    """Set the organisers of the night. Organisers only."""

    givers = "organisers"
    late = True

    organisers: People

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        if not self.organisers or not all(self.organisers):
            return refused("no-organiser")
        # One of the present organisers must stay, to be able to undo a mistake.
        if not set(self.organisers) & set(night.organisers):
            return refused("organiser-stays")
        organisers = tuple(dict.fromkeys(self.organisers))
        return OrganisersSet.of(self, at, organisers=organisers)


class OrganisersSet(NightEvent, tag="organisers_set", frozen=True, kw_only=True):
    """The organisers were changed."""

    organisers: tuple[str, ...]

    def _change(self, night: NightFacts) -> None:
        night.organisers = self.organisers


class Announce(NightCommand, tag="announce", frozen=True, kw_only=True):
    """Announce a text to the phones of the night, or of one table. Organisers only.

    Attributes:
        table: number of the table; 0: all.
        important: whether it must not be missed.
    """

    givers = "organisers"
    late = True

    text: Text
    table: TableNumber = 0
    important: bool = False

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        if not self.text:
            return refused("no-text")
        last = night.round
        if self.table and (last is None or self.table not in last.games):
            return refused("no-table", table=self.table, round=len(night.rounds))
        return Announced.of(self, at)


class Announced(NightEvent, tag="announced", frozen=True, kw_only=True):
    """An organiser made an announcement."""

    text: str
    table: int = 0
    important: bool = False

    def _change(self, night: NightFacts) -> None:
        night.announcements.append(made_from(NightNews, self))


class WithdrawAnnouncement(NightCommand, tag="withdraw_announcement", frozen=True, kw_only=True):
    """Withdraw an announcement, such as when a break is over. Organisers only.

    Attributes:
        announced: the id of the command that made it, as the state of the night has it.
    """

    givers = "organisers"
    late = True

    announced: Annotated[str, Meta(pattern="^[A-Za-z0-9_:-]{1,160}$")]

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        if all(one.command != self.announced for one in night.announcements):
            return refused("no-such-announcement")
        return AnnouncementWithdrawn.of(self, at)


class AnnouncementWithdrawn(NightEvent, tag="announcement_withdrawn", frozen=True, kw_only=True):
    """An announcement was withdrawn and is no longer shown."""

    announced: str

    def _change(self, night: NightFacts) -> None:
        kept = [one for one in night.announcements if one.command != self.announced]
        night.announcements = kept


class GivePenalty(NightCommand, tag="give_penalty", frozen=True, kw_only=True):
    """Deduct points of a person in the standings. Organisers only.

    Attributes:
        points: 0 for a warning.
        reason: explanation for people; required.
    """

    givers = "organisers"
    late = True

    person: PersonId
    points: PenaltyPoints
    reason: Text

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        if self.person not in night.people:
            return refused("not-checked-in", person=self.person)
        if not 0 <= self.points <= MOST_PENALTY:
            return refused("penalty-points", most=MOST_PENALTY)
        if not self.reason:
            return refused("say-why")
        return PenaltyGiven.of(self, at, number=len(night.penalties) + 1)


class PenaltyGiven(NightEvent, tag="penalty_given", frozen=True, kw_only=True):
    """A person lost points in the standings; ratings are not affected.

    Attributes:
        number: the number of the penalty in the night, from 1.
    """

    number: int
    person: str
    points: int
    reason: str

    def _change(self, night: NightFacts) -> None:
        penalty = made_from(NightPenalty, self, revoked=None, revoked_for="")
        night.penalties.append(penalty)


class RevokePenalty(NightCommand, tag="revoke_penalty", frozen=True, kw_only=True):
    """Revoke a penalty. Organisers only.

    Attributes:
        number: the number of the penalty in the night, from 1.
        reason: explanation for people.
    """

    givers = "organisers"
    late = True

    number: Count
    reason: Text = ""

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        if not 1 <= self.number <= len(night.penalties):
            return refused("no-such-penalty", number=self.number)
        if night.penalties[self.number - 1].revoked is not None:
            return refused("penalty-gone", number=self.number)
        return PenaltyRevoked.of(self, at)


class PenaltyRevoked(NightEvent, tag="penalty_revoked", frozen=True, kw_only=True):
    """A penalty was revoked; it stays in the list."""

    number: int
    reason: str = ""

    def _change(self, night: NightFacts) -> None:
        penalty = night.penalties[self.number - 1]
        penalty.revoked, penalty.revoked_for = self.at, self.reason


class EndNight(NightCommand, tag="end_night", frozen=True, kw_only=True):
    """End the night. Organisers only."""

    givers = "organisers"

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        if night.running is not None:
            return refused("round-runs", round=night.running.number)
        return NightEnded.of(self, at)


class NightEnded(NightEvent, tag="night_ended", frozen=True, kw_only=True):
    """The night is over and its standings are final, except for corrections by an organiser."""

    def _change(self, night: NightFacts) -> None:
        night.ended = self.at


ClientCommand: TypeAlias = (
    ChangeSettings
    | SetOrganisers
    | Announce
    | WithdrawAnnouncement
    | GivePenalty
    | RevokePenalty
    | EndNight
)
Command: TypeAlias = ClientCommand | OpenNight
Event: TypeAlias = (
    NightOpened
    | SettingsChanged
    | OrganisersSet
    | Announced
    | AnnouncementWithdrawn
    | PenaltyGiven
    | PenaltyRevoked
    | NightEnded
)
