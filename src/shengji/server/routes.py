"""All addresses of the API by subject, in the order of the documentation."""

from __future__ import annotations

from typing import Final

from litestar.handlers import HTTPRouteHandler

from shengji.server.accounts.routes import (
    account,
    devices,
    mail,
    own_data,
    passkeys,
    people,
    signing,
    tokens,
)
from shengji.server.clubs.routes import announcements, clubs, members, seasons
from shengji.server.evenings import routes as evenings
from shengji.server.faces import routes as faces
from shengji.server.friends import routes as friends
from shengji.server.invitations import routes as invitations
from shengji.server.matches.routes import history, replays, sharing, stakes
from shengji.server.moderation.routes import administration, reports
from shengji.server.nights.routes import claims, nights, table_devices
from shengji.server.pairing import routes as pairing
from shengji.server.practice.routes import drills, puzzles
from shengji.server.push import routes as push
from shengji.server.ratings.routes import annulment, leaderboard
from shengji.server.reviews.routes import brought, hands
from shengji.server.rules import routes as rules
from shengji.server.site import operations
from shengji.server.tables.routes import bots, lobby

_SUBJECTS: Final = (
    *(people, devices, tokens, bots, account, mail, passkeys, own_data),
    *(administration, annulment, reports, signing, faces, friends, invitations, evenings, push),
    *(lobby, stakes, replays, history, hands, sharing, brought),
    *(leaderboard, pairing, nights, claims, table_devices, clubs, members, seasons),
    *(announcements, puzzles, rules, drills, operations),
)

ADDRESSES: Final[tuple[HTTPRouteHandler, ...]] = tuple(
    address for subject in _SUBJECTS for address in subject.addresses
)
