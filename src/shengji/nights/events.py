"""The events of a night, which is the list of them; nothing is ever taken out.

Every event says who did it, when, and by which command. A field that is added has a default, so
that what was stored before can still be read.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

import msgspec

from shengji.nights.entries import HandEntry, MatchResult, OnlineHand, Ruling, Seating
from shengji.nights.settings import NightSettings


class NightEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """The fields of every event.

    Attributes:
        at: when the server took the command, with its time zone.
        by: who gave it: a person's id, an organiser's, or `SERVER`.
        command: the id of the command, which the phone has chosen.
        trusted: whether the site has given who gave it the role of an organiser; `None`: that was
            not noted yet.
    """

    at: datetime
    by: str
    command: str
    trusted: bool | None = None


class NightOpened(NightEvent, tag="night_opened", frozen=True, kw_only=True):
    """The night was made.

    Attributes:
        night: its id.
        settings: how it is run.
        organisers: the ids of those who run it.
    """

    night: str
    settings: NightSettings
    organisers: tuple[str, ...]


class SettingsChanged(NightEvent, tag="settings_changed", frozen=True, kw_only=True):
    """It is run another way from now on; rounds that were drawn keep their rules."""

    settings: NightSettings


class OrganisersSet(NightEvent, tag="organisers_set", frozen=True, kw_only=True):
    """Others run it from now on."""

    organisers: tuple[str, ...]


class PersonArrived(NightEvent, tag="person_arrived", frozen=True, kw_only=True):
    """Somebody checked in for the first time.

    Attributes:
        person: their id: the public id of the account, or a guest's own.
        name: as others read it.
        account: the public id of the account; empty: a named guest.
        team: the team for which they play, where a night has teams.
    """

    person: str
    name: str
    account: str = ""
    team: str = ""


class PersonReturned(NightEvent, tag="person_returned", frozen=True, kw_only=True):
    """Somebody who had left is here again."""

    person: str


class PersonLeft(NightEvent, tag="person_left", frozen=True, kw_only=True):
    """Somebody left; they are not drawn any more."""

    person: str


class PairMade(NightEvent, tag="pair_made", frozen=True, kw_only=True):
    """Two play together as partners."""

    one: str
    other: str


class PairParted(NightEvent, tag="pair_parted", frozen=True, kw_only=True):
    """Two do not play together any more."""

    one: str
    other: str


class PhoneNoted(NightEvent, tag="phone_noted", frozen=True, kw_only=True):
    """Somebody cannot play by phone any more, or can again.

    Attributes:
        person: who.
        phone: whether they can.
    """

    person: str
    phone: bool


class GuestClaimed(NightEvent, tag="guest_claimed", frozen=True, kw_only=True):
    """A guest's results belong to an account from now on, and so do ratings.

    Attributes:
        person: the guest.
        account: the public id of the account.
    """

    person: str
    account: str


class GuestReleased(NightEvent, tag="guest_released", frozen=True, kw_only=True):
    """A guest's results belong to no account any more: another had claimed them.

    Attributes:
        person: the guest.
        account: the public id of the account to which it belonged.
    """

    person: str
    account: str


class ClaimsOpened(NightEvent, tag="claims_opened", frozen=True, kw_only=True):
    """Guests can be given codes with which they claim what they have played.

    Attributes:
        secret: what the codes are made of; it never leaves the server.
    """

    secret: str


class RoundDrawn(NightEvent, tag="round_drawn", frozen=True, kw_only=True):
    """Everybody has a seat, or sits out.

    Attributes:
        round: the number of the round, from 1.
        tables: who sits where.
        sits_out: who does not play in it.
        seed: what chance started from, where it was drawn so.
        note: what the draw says of itself, for the organiser.
    """

    round: int
    tables: tuple[Seating, ...]
    sits_out: tuple[str, ...] = ()
    seed: int | None = None
    note: str = ""


class RoundCancelled(NightEvent, tag="round_cancelled", frozen=True, kw_only=True):
    """A seating is void, before a hand of it was played; the round is drawn again."""

    round: int
    reason: str = ""


class TablesMerged(NightEvent, tag="tables_merged", frozen=True, kw_only=True):
    """Tables at which no hand has been played became one.

    Attributes:
        round: in which round.
        tables: the tables that are no more.
        seating: the table that they became.
        sits_out: who of them does not play in this round.
    """

    round: int
    tables: tuple[int, ...]
    seating: Seating
    sits_out: tuple[str, ...] = ()


class SeatReplaced(NightEvent, tag="seat_replaced", frozen=True, kw_only=True):
    """Somebody took the place of another at a table; hands that were played stay theirs.

    Attributes:
        round: in which round.
        table: at which table.
        person: who is replaced.
        substitute: who sits there now.
    """

    round: int
    table: int
    person: str
    substitute: str


class PlacesChanged(NightEvent, tag="places_changed", frozen=True, kw_only=True):
    """Two people have changed places before a hand was played there; one of them may have sat out.

    Attributes:
        round: in which round.
        one: who.
        other: who else.
    """

    round: int
    one: str
    other: str


class RoundStarted(NightEvent, tag="round_started", frozen=True, kw_only=True):
    """The clock of a round runs.

    Attributes:
        round: which.
        minutes: how long it is; 0: it has no clock.
    """

    round: int
    minutes: int = 0


class ClockProlonged(NightEvent, tag="clock_prolonged", frozen=True, kw_only=True):
    """A clock was given more time.

    Attributes:
        round: of which round.
        minutes: how much; below 0: less time.
        table: of which table; 0: of all.
        reason: why, for people.
    """

    round: int
    minutes: int
    table: int = 0
    reason: str = ""


class ClockStopped(NightEvent, tag="clock_stopped", frozen=True, kw_only=True):
    """The clocks of a round stand still."""

    round: int


class ClockResumed(NightEvent, tag="clock_resumed", frozen=True, kw_only=True):
    """The clocks of a round run again; what they stood still does not count."""

    round: int


class HandEntered(NightEvent, tag="hand_entered", frozen=True, kw_only=True):
    """Somebody wrote down a hand that was played with real cards.

    Attributes:
        round: in which round.
        table: at which table.
        hand: its number at the table in this round, from 1.
        entry: what was written, with Dealer and trump rank as they were.
        decided: whether an organiser has decided it, so that nobody need confirm.
    """

    round: int
    table: int
    hand: int
    entry: HandEntry
    decided: bool = False


class HandCorrected(NightEvent, tag="hand_corrected", frozen=True, kw_only=True):
    """Somebody wrote a hand down anew; until it is confirmed, what was confirmed before counts.

    Attributes:
        round: in which round.
        table: at which table.
        hand: which hand.
        entry: what is to stand there.
        reason: why, for people.
        decided: whether an organiser has decided it, so that nobody need confirm.
        seats: who sat where, where that was wrong too; else nobody.
    """

    round: int
    table: int
    hand: int
    entry: HandEntry
    reason: str = ""
    decided: bool = False
    seats: tuple[str, ...] = ()


class HandConfirmed(NightEvent, tag="hand_confirmed", frozen=True, kw_only=True):
    """Somebody says that a hand is right as it was last written down.

    Attributes:
        round: in which round.
        table: at which table.
        hand: which hand.
        counts: whether it counts now, since both sides have confirmed, or one and an organiser.
    """

    round: int
    table: int
    hand: int
    counts: bool = False


class HandDisputed(NightEvent, tag="hand_disputed", frozen=True, kw_only=True):
    """Somebody says that a hand is wrong as it was last written down.

    Attributes:
        round: in which round.
        table: at which table.
        hand: which hand.
        reason: what is wrong, for people.
    """

    round: int
    table: int
    hand: int
    reason: str = ""


class HandReported(NightEvent, tag="hand_reported", frozen=True, kw_only=True):
    """A hand ended at a table of the server.

    Attributes:
        round: in which round.
        table: at which table.
        hand: its number at the table in this round, from 1.
        result: how it ended.
    """

    round: int
    table: int
    hand: int
    result: OnlineHand


class MatchReported(NightEvent, tag="match_reported", frozen=True, kw_only=True):
    """The match at a table of the server is over."""

    round: int
    table: int
    result: MatchResult


class HandRuled(NightEvent, tag="hand_ruled", frozen=True, kw_only=True):
    """An organiser ruled how a hand of a table of the server counts.

    Attributes:
        round: in which round.
        table: at which table.
        hand: which hand.
        ruling: how it counts from now on; with nothing in it as it was played.
        reason: why, for people.
    """

    round: int
    table: int
    hand: int
    ruling: Ruling
    reason: str


class TableEnded(NightEvent, tag="table_ended", frozen=True, kw_only=True):
    """A table has stopped playing in this round.

    Attributes:
        round: in which round.
        table: which.
        reason: why, for people.
    """

    round: int
    table: int
    reason: str = ""


class ErrorNoted(NightEvent, tag="error_noted", frozen=True, kw_only=True):
    """An invalid play was noticed and put right during its trick, which costs nothing (Z16 §4).

    Attributes:
        round: in which round.
        table: at which table.
        person: whose.
        what: what it was, for people.
    """

    round: int
    table: int
    person: str
    what: str = ""


class RoundEnded(NightEvent, tag="round_ended", frozen=True, kw_only=True):
    """A round is over; its hands can still be corrected."""

    round: int


class Reopened(NightEvent, tag="reopened", frozen=True, kw_only=True):
    """A round, a table or a night that was ended by mistake goes on.

    Attributes:
        round: the round, whose tables that it had stopped go on; 0: the night.
    """

    round: int = 0


class Announced(NightEvent, tag="announced", frozen=True, kw_only=True):
    """The organiser tells all something.

    Attributes:
        text: what.
        table: to which table alone; 0: to all.
    """

    text: str
    table: int = 0


class PenaltyGiven(NightEvent, tag="penalty_given", frozen=True, kw_only=True):
    """Somebody loses points in the standings; ratings do not know of it.

    Attributes:
        number: the number of the penalty in the night, from 1.
        person: who.
        points: how many points of the standings, 0 for a warning.
        reason: why, for people.
    """

    number: int
    person: str
    points: int
    reason: str


class PenaltyRevoked(NightEvent, tag="penalty_revoked", frozen=True, kw_only=True):
    """A penalty was taken back; it stays in the list.

    Attributes:
        number: which.
        reason: why, for people.
    """

    number: int
    reason: str = ""


class NightEnded(NightEvent, tag="night_ended", frozen=True, kw_only=True):
    """The night is over and standings are final, but for corrections by an organiser."""


Event: TypeAlias = (
    NightOpened
    | SettingsChanged
    | OrganisersSet
    | PersonArrived
    | PersonReturned
    | PersonLeft
    | PairMade
    | PairParted
    | PhoneNoted
    | GuestClaimed
    | GuestReleased
    | ClaimsOpened
    | RoundDrawn
    | RoundCancelled
    | TablesMerged
    | SeatReplaced
    | PlacesChanged
    | RoundStarted
    | ClockProlonged
    | ClockStopped
    | ClockResumed
    | HandEntered
    | HandCorrected
    | HandConfirmed
    | HandDisputed
    | HandReported
    | MatchReported
    | HandRuled
    | TableEnded
    | ErrorNoted
    | RoundEnded
    | Reopened
    | Announced
    | PenaltyGiven
    | PenaltyRevoked
    | NightEnded
)
