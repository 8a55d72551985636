"""Shares of the players in the next deal (docs/deals.md)."""

from __future__ import annotations

from msgspec.structs import replace

from shengji.game.shares import DealRequest, Digest, commitment_to
from shengji.rules.bounds import Count
from shengji.server.tables.acts.act import (
    ActionContext,
    Actor,
    Decided,
    RoomAction,
    SeatEntry,
    TableEntry,
)
from shengji.server.tables.core.refusals import refused
from shengji.server.tables.core.room import Room


class CommitShare(RoomAction, tag="commit_share", frozen=True):
    """Commit to the next share of the caller's page.

    Attributes:
        commitment: SHA-256 of the share.
    """

    commitment: Digest

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        if room.seat_of(by.person) is None:
            return refused("not-seated")
        return ShareCommitted(by.person, self.commitment)


class ShareCommitted(TableEntry, tag="share_committed", frozen=True):
    """The page of a player committed to its next share."""

    in_summary = False

    person: str
    commitment: str

    def _apply(self, room: Room) -> None:
        seated = room.seated
        known = {person: at for person, at in room.commitments.items() if person in seated}
        room.commitments = {**known, self.person: self.commitment}
        if room.left_out.get(self.person) == 1:
            room.left_out[self.person] = 2  # The next late share of the match is the last.


class GiveShare(RoomAction, tag="give_share", frozen=True):
    """Give the share that the server has asked for, and commit to the next one.

    Attributes:
        number: the number of the request.
        share: the share.
        next: SHA-256 of the next share.
    """

    number: Count
    share: Digest
    next: Digest

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        seat, request = room.seat_of(by.person), room.request
        if request is None or request.number != self.number or seat not in request.missing:
            return refused("share-not-asked")
        if commitment_to(self.share) != request.seats[seat].commitment:
            return refused("share-misfit")
        return ShareGiven(seat, self.share, self.next)


class SharesAsked(TableEntry, tag="shares_asked", frozen=True):
    """The shares of the next deal were asked for.

    Attributes:
        server_share: the server's share, which no viewer sees before the deck is shown.
        digest: digest of the request's line, which the next request states.
    """

    in_summary = False

    request: DealRequest
    server_share: str
    digest: str

    def _apply(self, room: Room) -> None:
        room.request, room.server_share = self.request, self.server_share
        room.requests, room.last_request = self.request.number, self.digest
        room.asked = tuple(seat.person for seat in room.seats)


class ShareGiven(SeatEntry, tag="share_given", frozen=True):
    """A player's page gave its share of the next deal, and committed to the one after it."""

    in_room = in_summary = False

    share: str
    next: str

    def _apply(self, room: Room) -> None:
        request = room.request
        assert request is not None, "shares are asked for"
        seats = list(request.seats)
        seats[self.seat] = replace(seats[self.seat], share=self.share)
        room.request = replace(request, seats=tuple(seats))
        room.commitments[room.seats[self.seat].person or ""] = self.next


class RequestGivenUp(TableEntry, tag="request_given_up", frozen=True):
    """Shares were late, so the request was given up; their players are left out."""

    in_summary = False

    def _apply(self, room: Room) -> None:
        assert room.request is not None, "shares are asked for"
        for seat in room.request.missing:
            person = room.asked[seat]
            assert person is not None, "a share was asked of them"
            room.leave_out(person)
        room.give_up_request()
