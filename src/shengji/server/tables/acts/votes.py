"""Votes: decisions that several players have to agree to.

They concede, end the match, take a play back, or accept a claim to the rest of a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shengji.game import (
    ClaimRest,
    EndMatch,
    Event,
    Match,
    MatchEnded,
    Phase,
    Played,
    RestClaimed,
    Takes,
    ThrowFailed,
)
from shengji.server.site.words import words_of
from shengji.server.tables.acts.act import (
    ActionContext,
    Actor,
    Decided,
    RoomAction,
    SeatEntry,
    TableEntry,
    Terms,
    playing_seat,
)
from shengji.server.tables.core.refusals import Refused, refused
from shengji.server.tables.core.room import Proposal, Room
from shengji.server.tables.state import Numbered, Outcome, What

CLAIMS: Final[dict[What, Takes]] = {"claim_all": "all", "claim_none": "none"}
"""The proposals that claim the rest of a hand, with the claim of each."""


class Vote(RoomAction, frozen=True):
    """An action of a player about a proposal."""

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        seat = playing_seat(room, by, context)
        if isinstance(seat, Refused):
            return seat
        match = context.match
        if match is None or match.hand is None:
            return refused("no-match")
        return self._vote(room, seat, match, context.events)

    def _vote(self, room: Room, seat: int, match: Match, events: Sequence[Numbered]) -> Decided:
        """Decide the vote of a seat that plays; `events` are the events of the hand."""
        raise NotImplementedError


class Propose(Vote, tag="propose", frozen=True):
    """Propose a change to the players who have to agree; it is carried out once all of them do."""

    what: What

    def _vote(self, room: Room, seat: int, match: Match, events: Sequence[Numbered]) -> Decided:
        """Decide a proposal; repeating the open proposal agrees to it."""
        command = agreed_command(self.what, seat)
        if room.forbids(self.what):
            return refused("claims-off" if self.what in CLAIMS else "take-back-off")
        if command is None:
            if before_play(room, match, events, seat) is None:
                return refused("nothing-to-take-back")
        elif (refusal := match.verify(command)) is not None:
            return Refused(refusal.code, words_of(refusal))
        known = room.proposal
        if known is None:
            return Proposed(seat, self.what)
        if self.what == known.what and seat in room.missing(known):
            return Agreed(seat)
        return refused("proposal-open")


class Answer(Vote, tag="answer", frozen=True):
    """Agree to the open proposal or decline it; its proposer withdraws it by declining."""

    terms = Terms(("proposal",))

    agree: bool

    def _vote(self, room: Room, seat: int, match: Match, events: Sequence[Numbered]) -> Decided:
        known = room.proposal
        if known is None:
            return refused("no-proposal")
        if self.agree and seat in room.missing(known):
            return Agreed(seat)
        if not self.agree and (seat == known.seat or seat in room.missing(known)):
            return Declined(seat)
        return refused("not-asked")


class Proposed(SeatEntry, tag="proposed", frozen=True):
    """A player made a proposal."""

    changes = ("proposal",)

    what: What

    def _apply(self, room: Room) -> None:
        room.proposal = Proposal(self.what, self.seat, {self.seat})


class Agreed(SeatEntry, tag="agreed", frozen=True):
    """A player agreed to the open proposal."""

    def _apply(self, room: Room) -> None:
        if room.proposal is not None:
            room.proposal.agreed.add(self.seat)


class Declined(SeatEntry, tag="declined", frozen=True):
    """A player declined the open proposal, or withdrew their own one."""

    def _apply(self, room: Room) -> None:
        room.proposal = None


class TakenBack(TableEntry, tag="taken_back", frozen=True):
    """All events of the hand after a version of the table were taken back."""

    changes = ("decision",)
    ends_proposal = "agreed"

    to: int

    def _apply(self, room: Room) -> None:
        room.proposal = None


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


def may_take_back(room: Room, match: Match, events: Sequence[Numbered], seat: int) -> bool:
    """Return whether a seat may now propose to take back its last play."""
    free = room.proposal is None and not room.forbids("take_back")
    return free and before_play(room, match, events, seat) is not None


def before_play(room: Room, match: Match, events: Sequence[Numbered], seat: int) -> int | None:
    """Return the version before a seat's last play; `None` if a person has played since.

    Later plays of bots are taken back too, since bots play before a player can propose it.
    """
    if match.hand is None or match.hand.phase is not Phase.PLAY:
        return None
    for at in reversed(events):
        if isinstance(at.event, Played):
            if at.event.seat == seat:
                return before_last_play(events, seat)
            if room.seats[at.event.seat].player is None:
                return None
    return None


def before_last_play(events: Sequence[Numbered], seat: int) -> int:
    """Return the version before a seat's last play, which has to exist.

    This decides an open proposal: people may have taken over since from bots that had played.
    """
    for place in range(len(events) - 1, 0, -1):
        event = events[place].event
        if isinstance(event, Played) and event.seat == seat:
            failed = isinstance(events[place - 1].event, ThrowFailed)
            return events[place - 2 if failed else place - 1].version
    raise AssertionError("a play of the seat was to be taken back")


def outcome_of(room: Room, proposal: Proposal, body: TableEntry | Event) -> Outcome:
    """Return the outcome of a proposal that an entry has ended."""
    match body:
        case Declined(seat):
            return "withdrawn" if seat == proposal.seat else "declined"
        case TableEntry():
            return body.ends_proposal
        case RestClaimed():
            return "agreed"  # a declined claim has already ended with its `Declined`
        case MatchEnded(reason="conceded"):
            return "agreed" if proposal.what == "concede" else "over"
        case MatchEnded():
            done = proposal.what == "end" and room.ending == "agreed" and not room.missing(proposal)
            return "agreed" if done else "over"
        case Played():
            return "played"
        case _:
            return "over"


def drop_after_play(room: Room, seat: int | None = None) -> None:
    """Drop the open proposal if a play, or the end of the hand, makes it obsolete.

    A play of another seat's bot does not affect a proposal to take back.
    """
    proposal = room.proposal
    if proposal is None:
        return
    others = seat is not None and seat != proposal.seat and room.seats[seat].player is not None
    if proposal.what in CLAIMS or (proposal.what == "take_back" and not others):
        room.proposal = None
