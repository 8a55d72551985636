"""Invitations: made, seen and answered."""

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
async def invitations(asked: HumanCaller) -> Invitations:
    """The invitations to me, and by me."""
    return await asked.services[InvitationService].of(asked.person.id)


@addresses.post(
    "/api/invitations",
    faults="invite-friends, invite-over, invite-from-there, invited-there, invite-full,"
    " invited-lately, too-many-invitations, invited-by-many, no-such-person, evening-full,"
    " too-many-evenings, too-many-requests",
    makes=True,
)
async def invite(asked: HumanCaller, data: Invite) -> None:
    """Invite a friend to where one is.

    It is shown on their pages at once; where none is open, their phone is called. To a table it
    stands for 10 minutes, to a night until the first round is drawn, for a day at most; less where
    the place ends or they sit down. To a regular evening they are asked by it, if they are not yet.
    """
    asked.count_creation()
    await asked.services[InvitationService].invite(asked.person, data)


@addresses.post("/api/invitations/{invitation:str}", faults="no-invitation")
async def answer_invitation(
    asked: HumanCaller, data: AnswerInvitation, invitation: FromPath[str]
) -> None:
    """Answer an invitation to me.

    Who has invited is told where it is refused, and no more than that.
    """
    if not is_id(invitation):
        raise ApiError("no-invitation")
    await asked.services[InvitationService].answer(asked.person.id, invitation, come=data.come)
