"""Actions of a table and the entries of its log, by subject.

To add one, write the action and its entry in the module of their subject, and add both to the
unions here. `tests/server/table/test_acts.py` checks the unions.
"""

from __future__ import annotations

from typing import TypeAlias

from shengji.server.tables.acts import decisions, hosting, match, seating, shuffling, talk, votes

Action: TypeAlias = (
    decisions.GameAction
    | match.Next
    | votes.Propose
    | votes.Answer
    | seating.Automate
    | seating.Sit
    | seating.Stand
    | match.Ready
    | match.Start
    | hosting.SetRules
    | hosting.SetSettings
    | seating.SeatBot
    | seating.ClearSeat
    | seating.PlayFor
    | seating.Admit
    | talk.Nudge
    | seating.SwapSeats
    | seating.DrawSeats
    | hosting.MakeHost
    | talk.Say
    | shuffling.CommitShare
    | shuffling.GiveShare
)
"""All actions."""

AnyEntry: TypeAlias = (
    hosting.Opened
    | seating.Sat
    | seating.Stood
    | seating.BotSat
    | seating.SeatCleared
    | seating.Removed
    | seating.Admitted
    | seating.SeatsSwapped
    | hosting.HostMade
    | hosting.RulesSet
    | hosting.RulesPlanned
    | votes.Proposed
    | votes.Agreed
    | votes.Declined
    | votes.TakenBack
    | hosting.SettingsSet
    | match.Readied
    | match.MatchBegan
    | match.Left
    | match.TimedOut
    | match.BankLeft
    | seating.Automated
    | seating.Covered
    | seating.Renamed
    | talk.Spoke
    | shuffling.ShareCommitted
    | shuffling.SharesAsked
    | shuffling.ShareGiven
    | shuffling.RequestGivenUp
)
"""All entries of a table itself."""
