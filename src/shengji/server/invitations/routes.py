"""Endpoints of invitations."""

from __future__ import annotations

from litestar.params import FromPath

from shengji.server.invitations.schemas import AnswerInvitation, Invitations, Invite
from shengji.server.invitations.service import InvitationService
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import HumanCaller
from shengji.server.site.services import is_id

addresses = Addresses("friends")


@addresses.get("/api/invitations")
async def invitations(caller: HumanCaller) -> Invitations:
    """The invitations to me, and by me."""
    return await caller.services[InvitationService].of(caller.person.id)


@addresses.post(
    "/api/invitations",
    faults="invite-friends, invite-over, invite-from-there, invited-there, invite-full,"
    " invited-lately, too-many-invitations, invited-by-many, no-such-person, evening-full,"
    " too-many-evenings, too-many-requests",
    makes=True,
)
async def invite(caller: HumanCaller, data: Invite) -> None:
    """Invite a friend to my present place.

    It is shown on their pages at once; without an open page, their phone is called. An invitation
    to a table lasts 10 minutes, to a night until the first round is drawn, at most a day. It ends
    earlier if the place ends or the friend sits down. An invitation to a regular evening also adds
    the friend as an invited member.
    """
    caller.count_creation()
    await caller.services[InvitationService].invite(caller.person, data)


@addresses.post("/api/invitations/{invitation:str}", faults="no-invitation")
async def answer_invitation(
    caller: HumanCaller, data: AnswerInvitation, invitation: FromPath[str]
) -> None:
    """Answer an invitation to me.

    The sender is notified of a refusal only.
    """
    if not is_id(invitation):
        raise ApiError("no-invitation")
    await caller.services[InvitationService].answer(caller.person.id, invitation, come=data.come)
