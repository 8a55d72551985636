"""Commands to a night. A command asks; `shengji.nights.events` tell what came of it.

A phone chooses the id of each command, so that it can send it again when it does not know whether
it arrived: a command is carried out once, however often it comes. While it has no network a phone
keeps its commands, and sends them in the order in which they were made.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from shengji.nights.bounds import (
    PEOPLE,
    CommandId,
    HandNumber,
    Minutes,
    Name,
    NewPersonId,
    PenaltyPoints,
    People,
    PersonId,
    RoundNumber,
    TableNumber,
    TableNumbers,
    TableSizes,
    Text,
)
from shengji.nights.entries import HandEntry, MatchResult, OnlineHand, Ruling
from shengji.nights.settings import TABLE_SIZES, NightSettings
from shengji.rules.bounds import Count, Number, Word

SERVER: Final = "server"
"""The reporter of what happens at the tables of the server."""


class NightCommand(msgspec.Struct, frozen=True, kw_only=True, tag_field="do"):
    """The fields of every command.

    Attributes:
        id: what tells commands of a night apart; whoever makes it chooses it, such as a UUID.
        by: who gives it, as the server knows them: a person's id, an organiser's, or `SERVER`.
        made: a number that grows with each command of a phone: the order in which they were made.
        trusted: whether the site has given who gives it the role of an organiser, as the server
            knows them.
    """

    id: CommandId
    by: PersonId = ""
    made: Number = 0
    trusted: bool = False


class OpenNight(NightCommand, tag="open_night", frozen=True, kw_only=True):
    """Make a night; whoever does is its organiser."""

    night: PersonId
    settings: NightSettings = NightSettings()
    organisers: People = ()


class ChangeSettings(NightCommand, tag="change_settings", frozen=True, kw_only=True):
    """Run it another way from now on. Organisers only."""

    settings: NightSettings


class SetOrganisers(NightCommand, tag="set_organisers", frozen=True, kw_only=True):
    """Say who runs it. Organisers only."""

    organisers: People


class CheckIn(NightCommand, tag="check_in", frozen=True, kw_only=True):
    """Come to the night, or come back to it; for oneself, or as an organiser for anybody.

    Attributes:
        person: who: the public id of the account, or a new id for a guest.
        name: as others read it.
        account: the public id of the account; empty: a named guest.
        partner: with whom they have come to play as a pair, who has checked in before.
        team: the team for which they play, where a night has teams.
    """

    person: NewPersonId
    name: Name
    account: NewPersonId = ""
    partner: PersonId = ""
    team: Name = ""


class Leave(NightCommand, tag="leave", frozen=True, kw_only=True):
    """Leave the night; for oneself, or as an organiser for anybody."""

    person: PersonId


class PairUp(NightCommand, tag="pair_up", frozen=True, kw_only=True):
    """Play with somebody as partners; for oneself, or as an organiser for anybody."""

    one: PersonId
    other: PersonId


class PartPair(NightCommand, tag="part_pair", frozen=True, kw_only=True):
    """Do not play with one's partner any more."""

    person: PersonId


class NotePhone(NightCommand, tag="note_phone", frozen=True, kw_only=True):
    """Say that somebody cannot play by phone any more, or can again.

    For oneself, or as an organiser for anybody. Whoever cannot is seated at tables with real cards.
    """

    person: PersonId
    phone: bool


class ClaimGuest(NightCommand, tag="claim_guest", frozen=True, kw_only=True):
    """Give what a guest has played to an account. `SERVER` only, or organisers."""

    person: PersonId
    account: PersonId


class ReleaseGuest(NightCommand, tag="release_guest", frozen=True, kw_only=True):
    """Let what a guest has played be a guest's again, since another has claimed it. Organisers."""

    person: PersonId


class OpenClaims(NightCommand, tag="open_claims", frozen=True, kw_only=True):
    """Let guests be given codes with which they claim later what they have played. `SERVER` only.

    Attributes:
        secret: what the codes are made of; nobody else knows it.
    """

    secret: Word


class DrawRound(NightCommand, tag="draw_round", frozen=True, kw_only=True):
    """Seat everybody for the next round, as the draw says. Organisers only.

    Attributes:
        tables: the people of each table by seat, partners opposite each other.
        sits_out: who of those here does not play.
        numbers: the number of each table; empty: 1, 2, 3 ...
        seed: what chance started from, where it was drawn so.
        note: what the draw says of itself, for the organiser.
        ratable: of tables of how many people the site rates what is played, as the server knows.
    """

    tables: Annotated[tuple[People, ...], PEOPLE]
    sits_out: People = ()
    numbers: TableNumbers = ()
    seed: Number | None = None
    note: Text = ""
    ratable: TableSizes = TABLE_SIZES


class CancelRound(NightCommand, tag="cancel_round", frozen=True, kw_only=True):
    """Undo the seating of a round in which no hand has been played. Organisers only."""

    round: RoundNumber
    reason: Text = ""


class MergeTables(NightCommand, tag="merge_tables", frozen=True, kw_only=True):
    """Make one table of several at which no hand has been played. Organisers only.

    Attributes:
        tables: which; the first keeps its number.
        seats: who sits there by seat; the others of these tables sit out.
        ratable: as of `DrawRound`.
    """

    tables: TableNumbers
    seats: People
    ratable: TableSizes = TABLE_SIZES


class Replace(NightCommand, tag="replace", frozen=True, kw_only=True):
    """Let somebody who does not play sit down in the place of another. Organisers only."""

    table: TableNumber
    person: PersonId
    substitute: PersonId


class ChangePlaces(NightCommand, tag="change_places", frozen=True, kw_only=True):
    """Let two people change places before a hand has been played there. Organisers only.

    At least one of them has a seat; the other may sit out.
    """

    one: PersonId
    other: PersonId


class StartRound(NightCommand, tag="start_round", frozen=True, kw_only=True):
    """Let the clocks of the round run. Organisers only.

    Attributes:
        minutes: how long; `None`: as the settings say.
    """

    minutes: Minutes | None = None


class ProlongClock(NightCommand, tag="prolong_clock", frozen=True, kw_only=True):
    """Give a table more time, or all. Organisers only.

    Attributes:
        minutes: how much; below 0: less time.
        table: which; 0: all.
        reason: why, for people.
    """

    minutes: Minutes
    table: TableNumber = 0
    reason: Text = ""


class StopClock(NightCommand, tag="stop_clock", frozen=True, kw_only=True):
    """Let the clocks of the round stand still. Organisers only."""


class ResumeClock(NightCommand, tag="resume_clock", frozen=True, kw_only=True):
    """Let the clocks of the round run again. Organisers only."""


class EnterHand(NightCommand, tag="enter_hand", frozen=True, kw_only=True):
    """Write down a hand that was played with real cards. Who plays there, or an organiser.

    When another phone has written the same already, this confirms it.

    Attributes:
        round: in which round.
        table: at which table.
        hand: its number at the table in this round, from 1.
        entry: how it went.
        decide: whether an organiser decides it, such as from a score sheet that both sides have
            signed, so that it counts at once.
    """

    round: RoundNumber
    table: TableNumber
    hand: HandNumber
    entry: HandEntry
    decide: bool = False


class CorrectHand(NightCommand, tag="correct_hand", frozen=True, kw_only=True):
    """Write a hand down anew, such as for an invalid play found later.

    Attributes:
        round: in which round.
        table: at which table.
        hand: which hand.
        entry: how it went.
        reason: why, for people.
        decide: whether an organiser decides it, without asking the sides.
        seats: who sat where, if that was wrong too; only where an organiser decides.
    """

    round: RoundNumber
    table: TableNumber
    hand: HandNumber
    entry: HandEntry
    reason: Text = ""
    decide: bool = False
    seats: People = ()


class ConfirmHand(NightCommand, tag="confirm_hand", frozen=True, kw_only=True):
    """Say that a hand is right; it counts when both sides do, or a side and an organiser.

    Attributes:
        round: in which round.
        table: at which table.
        hand: which hand.
        version: the version that was seen (`Hand.version`); 0: whatever stands there.
    """

    round: RoundNumber
    table: TableNumber
    hand: HandNumber
    version: Count = 0


class DisputeHand(NightCommand, tag="dispute_hand", frozen=True, kw_only=True):
    """Say that a hand is wrong as it was written down last."""

    round: RoundNumber
    table: TableNumber
    hand: HandNumber
    reason: Text = ""


class ReportHand(NightCommand, tag="report_hand", frozen=True, kw_only=True):
    """Tell of a hand that ended at a table of the server. `SERVER` only."""

    round: RoundNumber
    table: TableNumber
    hand: HandNumber
    result: OnlineHand


class ReportMatch(NightCommand, tag="report_match", frozen=True, kw_only=True):
    """Tell of the end of the match at a table of the server. `SERVER` only."""

    round: RoundNumber
    table: TableNumber
    result: MatchResult


class RuleHand(NightCommand, tag="rule_hand", frozen=True, kw_only=True):
    """Rule of a hand of a table of the server how it counts. Organisers only.

    Attributes:
        round: in which round.
        table: at which table.
        hand: which hand.
        ruling: how it counts from now on; with nothing in it as it was played.
        reason: why, for people.
    """

    round: RoundNumber
    table: TableNumber
    hand: HandNumber
    ruling: Ruling
    reason: Text


class EndTable(NightCommand, tag="end_table", frozen=True, kw_only=True):
    """Stop playing at a table before the round is over. Who plays there, or an organiser."""

    table: TableNumber
    reason: Text = ""


class NoteError(NightCommand, tag="note_error", frozen=True, kw_only=True):
    """Note an invalid play that was put right during its trick (Z16 §4, Z21 §3.7.5)."""

    table: TableNumber
    person: PersonId
    what: Text = ""


class EndRound(NightCommand, tag="end_round", frozen=True, kw_only=True):
    """End the round. Organisers only.

    Attributes:
        unconfirmed: whether to end it although hands have not been confirmed; they do not count
            until they are.
    """

    unconfirmed: bool = False


class Reopen(NightCommand, tag="reopen", frozen=True, kw_only=True):
    """Let what was ended by mistake go on: the night, or else the last round. Organisers only."""


class Announce(NightCommand, tag="announce", frozen=True, kw_only=True):
    """Tell all phones something, or those of a table. Organisers only."""

    text: Text
    table: TableNumber = 0


class GivePenalty(NightCommand, tag="give_penalty", frozen=True, kw_only=True):
    """Take points of the standings from somebody. Organisers only.

    Attributes:
        person: from whom.
        points: how many; 0: a warning.
        reason: why, for people.
    """

    person: PersonId
    points: PenaltyPoints
    reason: Text


class RevokePenalty(NightCommand, tag="revoke_penalty", frozen=True, kw_only=True):
    """Take a penalty back. Organisers only."""

    number: Count
    reason: Text = ""


class EndNight(NightCommand, tag="end_night", frozen=True, kw_only=True):
    """End the night. Organisers only."""


Command: TypeAlias = (
    OpenNight
    | ChangeSettings
    | SetOrganisers
    | CheckIn
    | Leave
    | PairUp
    | PartPair
    | NotePhone
    | ClaimGuest
    | ReleaseGuest
    | OpenClaims
    | DrawRound
    | CancelRound
    | MergeTables
    | Replace
    | ChangePlaces
    | StartRound
    | ProlongClock
    | StopClock
    | ResumeClock
    | EnterHand
    | CorrectHand
    | ConfirmHand
    | DisputeHand
    | ReportHand
    | ReportMatch
    | RuleHand
    | EndTable
    | NoteError
    | EndRound
    | Reopen
    | Announce
    | GivePenalty
    | RevokePenalty
    | EndNight
)


def in_order(commands: list[Command]) -> list[Command]:
    """The commands that a phone has kept, in the order in which they were made.

    >>> kept = [EndNight(id="b", made=2), EndNight(id="a", made=1)]
    >>> [command.id for command in in_order(kept)]
    ['a', 'b']
    """
    return sorted(commands, key=lambda command: command.made)
