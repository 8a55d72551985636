"""Votes: decisions that several players have to agree to.

They concede, end the match, take a play back, or accept a claim to the rest of a hand.
"""

from __future__ import annotations

from typing import Final

from shengji.game import (
    ClaimRest,
    EndMatch,
    Match,
    MatchEnded,
    Phase,
    Played,
    RestClaimed,
    Takes,
    ThrowFailed,
)
from shengji.server.site.words import words_of
from shengji.server.tables.core import entries
from shengji.server.tables.core.entries import Body, TableEntry
from shengji.server.tables.core.match_events import MatchEvents
from shengji.server.tables.core.refusals import Refused, refused
from shengji.server.tables.core.room import Proposal, Room
from shengji.server.tables.state import Outcome, What

CLAIMS: Final[dict[What, Takes]] = {"claim_all": "all", "claim_none": "none"}
"""The proposals that claim the rest of a hand, with the claim of each."""


def agreed_command(what: What, seat: int) -> ClaimRest | EndMatch | None:
    """Return the command of an accepted proposal; `None`: the seat's last play is taken back."""
    match what:
        case "claim_all" | "claim_none":
            return ClaimRest(seat, CLAIMS[what])
        case "concede":
            return EndMatch("conceded", seat)
        case "end":
            return EndMatch("agreed")
        case "take_back":
            return None


def proposed(
    room: Room, match: Match, happened: MatchEvents, seat: int, what: What
) -> TableEntry | Refused:
    """Return the entry of a proposal; repeating the open proposal agrees to it."""
    command = agreed_command(what, seat)
    if _is_off(room, what):
        return refused("claims-off" if what in CLAIMS else "take-back-off")
    if command is None:
        if before_play(room, match, happened, seat) is None:
            return refused("nothing-to-take-back")
    elif (refusal := match.verify(command)) is not None:
        return Refused(refusal.code, words_of(refusal))
    known = room.proposal
    if known is None:
        return entries.Proposed(seat, what)
    if what == known.what and seat in room.missing(known):
        return entries.Agreed(seat)
    return refused("proposal-open")


def may_take_back(room: Room, match: Match, happened: MatchEvents, seat: int) -> bool:
    """Return whether a seat may now propose to take back its last play."""
    free = room.proposal is None and not _is_off(room, "take_back")
    return free and before_play(room, match, happened, seat) is not None


def answered(room: Room, seat: int, *, agree: bool) -> TableEntry | Refused:
    """Return the entry of a seat's answer to the open proposal."""
    known = room.proposal
    if known is None:
        return refused("no-proposal")
    if agree and seat in room.missing(known):
        return entries.Agreed(seat)
    if not agree and (seat == known.seat or seat in room.missing(known)):
        return entries.Declined(seat)
    return refused("not-asked")


def before_play(room: Room, match: Match, happened: MatchEvents, seat: int) -> int | None:
    """Return the version before a seat's last play; `None` if a person has played since.

    Later plays of bots are taken back too, since bots play before a player can propose it.
    """
    if match.hand is None or match.hand.phase is not Phase.PLAY:
        return None
    told = happened.unmasked
    for place in range(len(told) - 1, 0, -1):
        event = told[place].event
        if isinstance(event, Played) and event.seat == seat:
            failed = isinstance(told[place - 1].event, ThrowFailed)
            return told[place - 2 if failed else place - 1].version
        if isinstance(event, Played) and room.seats[event.seat].player is None:
            return None
    return None


def outcome_of(room: Room, proposal: Proposal, body: Body) -> Outcome:
    """Return the outcome of a proposal that an entry has ended."""
    match body:
        case entries.TakenBack() | RestClaimed():
            return "agreed"  # a declined claim has already ended with its `Declined`
        case MatchEnded(reason="conceded"):
            return "agreed" if proposal.what == "concede" else "over"
        case MatchEnded():
            done = proposal.what == "end" and room.ending == "agreed" and not room.missing(proposal)
            return "agreed" if done else "over"
        case entries.Declined(seat):
            return "withdrawn" if seat == proposal.seat else "declined"
        case entries.Stood() | entries.Removed():
            return "withdrawn"
        case entries.SettingsSet():
            return "off"
        case Played():
            return "played"
        case _:
            return "over"


def drop_if_off(room: Room) -> None:
    """Drop the open proposal if the new settings forbid it."""
    if room.proposal is not None and _is_off(room, room.proposal.what):
        room.proposal = None


def _is_off(room: Room, what: What) -> bool:
    """Whether a setting of the table forbids a proposal."""
    settings = room.settings
    return (what in CLAIMS and not settings.claims) or (
        what == "take_back" and not settings.take_back
    )


def drop_after_play(room: Room, seat: int | None = None) -> None:
    """Drop the open proposal if a play, or the end of the hand, makes it obsolete.

    A play of a bot does not affect a proposal to take back.
    """
    proposal = room.proposal
    if proposal is None:
        return
    bot = seat is not None and room.seats[seat].player is not None
    if proposal.what in CLAIMS or (proposal.what == "take_back" and not bot):
        room.proposal = None
