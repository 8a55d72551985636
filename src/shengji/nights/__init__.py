"""Nights: an evening of rated games, from check-in to the final standings (Z16 §3, §4).

The package holds the event-sourced state of a night, the scorekeeping for tables with real cards,
the standings, the results for the ratings, the exports, and the draw of each round with the record
of past meetings. All of it is pure: it does no input or output and reads no clock, so each command
comes with its time. Accounts, storage and sockets belong to `shengji.server.nights`; the rules of
play to `shengji.game`.
"""

from shengji.nights.acts import Command, Event
from shengji.nights.acts.act import SERVER, NightCommand, NightEvent
from shengji.nights.acts.clocks import (
    EndRound,
    EndTable,
    ProlongClock,
    Reopen,
    ResumeClock,
    StartRound,
    StopClock,
)
from shengji.nights.acts.hands import (
    ConfirmHand,
    CorrectHand,
    DisputeHand,
    EnterHand,
    NoteError,
)
from shengji.nights.acts.limits import AllowTogether, KeepApart, KeepTable
from shengji.nights.acts.online import (
    ReportHand,
    ReportMatch,
    RuleHand,
)
from shengji.nights.acts.organising import (
    Announce,
    ChangeSettings,
    EndNight,
    GivePenalty,
    OpenNight,
    RevokePenalty,
    SetOrganisers,
    WithdrawAnnouncement,
)
from shengji.nights.acts.people import (
    CheckIn,
    ClaimGuest,
    Leave,
    NotePhone,
    OpenClaims,
    PairUp,
    PartPair,
    ReleaseGuest,
)
from shengji.nights.acts.seats import (
    CancelRound,
    ChangePlaces,
    DrawRound,
    MergeTables,
    Replace,
)
from shengji.nights.draw import (
    Cost,
    Draw,
    DrawError,
    Remainder,
    SeatLimits,
    Weights,
    Wishes,
    draw_round,
)
from shengji.nights.entries import (
    FailedThrow,
    HandEntry,
    LastTrick,
    MatchResult,
    OnlineHand,
    Ruling,
    Seating,
)
from shengji.nights.exports import HAND_COLUMNS, csv_of, hand_rows
from shengji.nights.meetings import Meetings, MeetingsError, RoundSeats, Sort, Table, meetings_of
from shengji.nights.night import AboutHand, Night, preview
from shengji.nights.refusals import Refusal
from shengji.nights.results import GUEST, match_name, rated_as, results_of_night
from shengji.nights.scorekeeping import Score, SettledHand
from shengji.nights.settings import NightSettings
from shengji.nights.standings import (
    NightStanding,
    TeamStanding,
    standings,
    team_standings,
)
from shengji.nights.state import (
    Game,
    Hand,
    NightLack,
    NightPenalty,
    Person,
    Round,
    Version,
)

__all__ = [
    "GUEST",
    "HAND_COLUMNS",
    "SERVER",
    "AboutHand",
    "AllowTogether",
    "Announce",
    "CancelRound",
    "ChangePlaces",
    "ChangeSettings",
    "CheckIn",
    "ClaimGuest",
    "Command",
    "ConfirmHand",
    "CorrectHand",
    "Cost",
    "DisputeHand",
    "Draw",
    "DrawError",
    "DrawRound",
    "EndNight",
    "EndRound",
    "EndTable",
    "EnterHand",
    "Event",
    "FailedThrow",
    "Game",
    "GivePenalty",
    "Hand",
    "HandEntry",
    "KeepApart",
    "KeepTable",
    "LastTrick",
    "Leave",
    "MatchResult",
    "Meetings",
    "MeetingsError",
    "MergeTables",
    "Night",
    "NightCommand",
    "NightEvent",
    "NightLack",
    "NightPenalty",
    "NightSettings",
    "NightStanding",
    "NoteError",
    "NotePhone",
    "OnlineHand",
    "OpenClaims",
    "OpenNight",
    "PairUp",
    "PartPair",
    "Person",
    "ProlongClock",
    "Refusal",
    "ReleaseGuest",
    "Remainder",
    "Reopen",
    "Replace",
    "ReportHand",
    "ReportMatch",
    "ResumeClock",
    "RevokePenalty",
    "Round",
    "RoundSeats",
    "RuleHand",
    "Ruling",
    "Score",
    "SeatLimits",
    "Seating",
    "SetOrganisers",
    "SettledHand",
    "Sort",
    "StartRound",
    "StopClock",
    "Table",
    "TeamStanding",
    "Version",
    "Weights",
    "Wishes",
    "WithdrawAnnouncement",
    "csv_of",
    "draw_round",
    "hand_rows",
    "match_name",
    "meetings_of",
    "preview",
    "rated_as",
    "results_of_night",
    "standings",
    "team_standings",
]
