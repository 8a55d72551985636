"""Endpoints of friends: requests by name, by link or at a table; presence; and blocks."""

from __future__ import annotations

from litestar.params import FromPath

from shengji.server.accounts.names import found_by
from shengji.server.accounts.store import AccountStore
from shengji.server.friends.presence_feed import PresenceFeed
from shengji.server.friends.schemas import (
    AskByName,
    Asked,
    FriendLink,
    FriendOffer,
    Friends,
    SetShown,
)
from shengji.server.friends.store import MOST, FriendStore, Outcome
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import HumanCaller
from shengji.server.site.services import is_id

addresses = Addresses("friends")


@addresses.get("/api/friends")
async def friends(caller: HumanCaller) -> Friends:
    """My friends, and where they are.

    Friends who hide their presence appear as away. A table is included only if it is a public one.
    """
    bonds = await caller.services[FriendStore].of(caller.person.id)
    return caller.services[PresenceFeed].friends_of(bonds)


@addresses.patch("/api/friends")
async def set_shown(caller: HumanCaller, data: SetShown) -> None:
    """Set whether my friends see where I am."""
    await caller.services[FriendStore].show(caller.person.id, shown=data.shown)
    caller.services[PresenceFeed].show(caller.person.id, shown=data.shown)


@addresses.post(
    "/api/friends",
    faults="no-such-account, befriend-oneself, friend-blocked, too-many-friends, too-many-requests",
)
async def ask_by_name(caller: HumanCaller, data: AskByName) -> Asked:
    """Send a friend request to a person, by the name of their account."""
    person = await caller.services[FriendStore].person_called(found_by(data.name))
    if person is None:
        raise ApiError("no-such-account")
    return await _send_request(caller, person)


@addresses.put(
    "/api/friends/{person_id:str}",
    faults="no-such-person, befriend-oneself, friend-blocked, too-many-friends, too-many-requests",
)
async def ask_friend(caller: HumanCaller, person_id: FromPath[str]) -> Asked:
    """Send a friend request to a person, or accept theirs."""
    return await _send_request(caller, person_id)


@addresses.delete("/api/friends/{person_id:str}")
async def end_friend(caller: HumanCaller, person_id: FromPath[str]) -> None:
    """End a friendship.

    Also withdraws my request to the person, or declines theirs.
    """
    if is_id(person_id):
        await caller.services[FriendStore].end(caller.person.id, person_id)


@addresses.put(
    "/api/blocks/{person_id:str}", faults="no-such-person, befriend-oneself, too-many-friends"
)
async def block(caller: HumanCaller, person_id: FromPath[str]) -> None:
    """Block a person.

    Ends the friendship, and keeps us apart in casual play. The person can no longer send me
    requests or invitations, nor see my presence. They are not notified of the block.
    """
    outcome: Outcome = "unknown"
    if is_id(person_id):
        person = await caller.services[AccountStore].account_of(person_id)
        if person == caller.person.id:
            raise ApiError("befriend-oneself")
        outcome = await caller.services[FriendStore].block(caller.person.id, person)
    _refuse(outcome)


@addresses.delete("/api/blocks/{person_id:str}")
async def unblock(caller: HumanCaller, person_id: FromPath[str]) -> None:
    """Unblock a person."""
    if is_id(person_id):
        await caller.services[FriendStore].unblock(caller.person.id, person_id)


@addresses.post("/api/friends/link")
async def friend_link(caller: HumanCaller) -> FriendLink:
    """My friend link.

    A person who opens it, or scans it from my screen as a QR code, and accepts, becomes my friend
    at once. The link is created on first use, and stays valid until deleted.
    """
    return FriendLink(token=await caller.services[FriendStore].link(caller.person.id))


@addresses.delete("/api/friends/link")
async def end_friend_link(caller: HumanCaller) -> None:
    """Delete my friend link.

    Its token becomes invalid.
    """
    await caller.services[FriendStore].end_link(caller.person.id)


@addresses.get("/api/friend-links/{token:str}", faults="no-friend-link")
async def friend_offer(caller: HumanCaller, token: FromPath[str]) -> FriendOffer:
    """The owner of a friend link."""
    found = None
    if is_id(token):
        found = await caller.services[FriendStore].offer(token, caller.person.id)
    if found is None:
        raise ApiError("no-friend-link")
    return found


@addresses.post(
    "/api/friend-links/{token:str}", faults="no-friend-link, too-many-friends, too-many-requests"
)
async def take_friend_link(caller: HumanCaller, token: FromPath[str]) -> None:
    """Accept a friend link."""
    caller.count_creation()
    outcome: Outcome = "unknown"
    if is_id(token):
        outcome = await caller.services[FriendStore].take(token, caller.person.id)
    if outcome == "unknown":
        raise ApiError("no-friend-link")
    _refuse(outcome)


async def _send_request(caller: HumanCaller, person: str) -> Asked:
    """Send a friend request to a person.

    Raises:
        ApiError: see `ask_friend`.
    """
    caller.count_creation()
    outcome: Outcome = "unknown"
    if is_id(person):
        person = await caller.services[AccountStore].account_of(person)
        if person == caller.person.id:
            raise ApiError("befriend-oneself")
        outcome = await caller.services[FriendStore].ask(caller.person.id, person)
    if outcome == "blocked":
        raise ApiError("friend-blocked")
    _refuse(outcome)
    return Asked(person=person, friends=outcome == "friends")


def _refuse(outcome: Outcome) -> None:
    if outcome == "unknown":
        raise ApiError("no-such-person")
    if outcome == "full":
        raise ApiError("too-many-friends", most=MOST)
