"""Friends: asked by name, by a link or at a table; where they are; and whom one does not meet."""

from __future__ import annotations

from litestar.params import FromPath

from shengji.server.accounts.names import found_by
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
async def friends(asked: HumanCaller) -> Friends:
    """My friends, and where they are.

    Only those who want to be seen are told of; a table only where it is an open one.
    """
    bonds = await asked.services[FriendStore].of(asked.person.id)
    return asked.services[PresenceFeed].told_of(bonds)


@addresses.patch("/api/friends")
async def set_shown(asked: HumanCaller, data: SetShown) -> None:
    """Set whether my friends see where I am."""
    await asked.services[FriendStore].show(asked.person.id, shown=data.shown)
    asked.services[PresenceFeed].show(asked.person.id, shown=data.shown)


@addresses.post(
    "/api/friends",
    faults="no-such-account, befriend-oneself, friend-blocked, too-many-friends, too-many-requests",
)
async def ask_by_name(asked: HumanCaller, data: AskByName) -> Asked:
    """Ask somebody, by the name of their account, to be my friend."""
    person = await asked.services[FriendStore].person_called(found_by(data.name))
    if person is None:
        raise ApiError("no-such-account")
    return await _asked(asked, person)


@addresses.put(
    "/api/friends/{person_id:str}",
    faults="no-such-person, befriend-oneself, friend-blocked, too-many-friends, too-many-requests",
)
async def ask_friend(asked: HumanCaller, person_id: FromPath[str]) -> Asked:
    """Ask somebody to be my friend, or agree to who has asked me."""
    return await _asked(asked, person_id)


@addresses.delete("/api/friends/{person_id:str}")
async def end_friend(asked: HumanCaller, person_id: FromPath[str]) -> None:
    """Let somebody be no friend of mine any more.

    Also takes back that I have asked them, or refuses what they have asked.
    """
    if is_id(person_id):
        await asked.services[FriendStore].end(asked.person.id, person_id)


@addresses.put(
    "/api/blocks/{person_id:str}", faults="no-such-person, befriend-oneself, too-many-friends"
)
async def block(asked: HumanCaller, person_id: FromPath[str]) -> None:
    """Block somebody.

    We are no friends any more, and do not meet in casual play; they cannot ask or invite me, and
    are not told where I am. They are not told of it.
    """
    if person_id == asked.person.id:
        raise ApiError("befriend-oneself")
    told: Outcome = "nobody"
    if is_id(person_id):
        told = await asked.services[FriendStore].block(asked.person.id, person_id)
    _refuse(told)


@addresses.delete("/api/blocks/{person_id:str}")
async def unblock(asked: HumanCaller, person_id: FromPath[str]) -> None:
    """Take a block back."""
    if is_id(person_id):
        await asked.services[FriendStore].unblock(asked.person.id, person_id)


@addresses.post("/api/friends/link")
async def friend_link(asked: HumanCaller) -> FriendLink:
    """My link to become my friend.

    Whoever opens it, or reads it from my screen as a QR code, and agrees, is my friend at once. It
    is made where there is none, and stays the same until it is taken back.
    """
    return FriendLink(token=await asked.services[FriendStore].link(asked.person.id))


@addresses.delete("/api/friends/link")
async def end_friend_link(asked: HumanCaller) -> None:
    """Take my link back.

    It leads nowhere any more.
    """
    await asked.services[FriendStore].end_link(asked.person.id)


@addresses.get("/api/friend-links/{token:str}", faults="no-friend-link")
async def friend_offer(asked: HumanCaller, token: FromPath[str]) -> FriendOffer:
    """Tell whose friend I can become by a link."""
    found = None
    if is_id(token):
        found = await asked.services[FriendStore].offer(token, asked.person.id)
    if found is None:
        raise ApiError("no-friend-link")
    return FriendOffer(**found._asdict(), own=found.person == asked.person.id)


@addresses.post(
    "/api/friend-links/{token:str}", faults="no-friend-link, too-many-friends, too-many-requests"
)
async def take_friend_link(asked: HumanCaller, token: FromPath[str]) -> None:
    """Become somebody's friend by their link."""
    asked.count_creation()
    told: Outcome = "nobody"
    if is_id(token):
        told = await asked.services[FriendStore].take(token, asked.person.id)
    if told == "nobody":
        raise ApiError("no-friend-link")
    _refuse(told)


async def _asked(asked: HumanCaller, person: str) -> Asked:
    """Ask a person.

    Raises:
        FaultError: see `ask_friend`.
    """
    asked.count_creation()
    if person == asked.person.id:
        raise ApiError("befriend-oneself")
    told: Outcome = "nobody"
    if is_id(person):
        told = await asked.services[FriendStore].ask(asked.person.id, person)
    if told == "blocked":
        raise ApiError("friend-blocked")
    _refuse(told)
    return Asked(person=person, friends=told == "friends")


def _refuse(told: Outcome) -> None:
    """Refuse where there is nobody such, or too many are known already.

    Raises:
        FaultError: it is so.
    """
    if told == "nobody":
        raise ApiError("no-such-person")
    if told == "full":
        raise ApiError("too-many-friends", most=MOST)
