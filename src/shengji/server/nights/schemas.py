"""Schemas of the requests and responses for nights; docs/addresses.md lists the endpoints."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from shengji.cards import Rank
from shengji.game.events import Side
from shengji.nights.acts import ClientCommand
from shengji.nights.acts.act import NightCommand
from shengji.nights.acts.hands import EnterHand
from shengji.nights.alone import Way
from shengji.nights.bounds import CommandId
from shengji.nights.night import AboutHand
from shengji.nights.settings import NightSettings
from shengji.nights.state import UnixMs
from shengji.server.site.schemas import Fault, NamedClub, Schema, Text

NightStage = Literal["open", "running", "over"]
"""Stage of a night: before its first round, with rounds, or over."""

NightRole = Literal["organiser", "player", "onlooker"]
"""Role of a user in a night; an onlooker has not checked in."""


# Requests


class Draw(NightCommand, tag="draw", frozen=True, kw_only=True):
    """Draw the next round: the server computes the seating. Organisers only.

    Attributes:
        seed: decides between equally good draws; `None`: random.
        by_standings: whether to seat people with neighbours in the standings; `None`: as in the
            settings.
        tables: maximum number of tables; `None`: as in the settings.
        way: the way to seat a person without a partner; `None`: one of them sits out.
    """

    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] | None = None
    by_standings: bool | None = None
    tables: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    way: Way | None = None


AskedOfNight: TypeAlias = ClientCommand | Draw
"""A command that a client can send; the server sets its giver (`by`)."""


class AskNight(Schema, frozen=True):
    """Commands for a night, carried out in the order in which they were made.

    Attributes:
        commands: each with an id chosen by the client; a repeated command acts once and gets an
            equal answer.
    """

    commands: Annotated[tuple[AskedOfNight, ...], msgspec.Meta(min_length=1, max_length=100)]


class PreviewHand(Schema, frozen=True):
    """A command about a hand, for a preview."""

    command: AboutHand


class NewNight(Schema, frozen=True):
    """A night to create; the caller becomes its organiser.

    Attributes:
        club: the club that it belongs to, as far as its organisers agree.
        id: idempotency key: a repeated request creates one night.
    """

    settings: NightSettings = msgspec.field(default_factory=NightSettings)
    club: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    id: CommandId | None = None


# Responses


class NightId(Schema, frozen=True):
    """The id of a night."""

    night: str


class CommandAnswer(Schema, frozen=True):
    """The outcome of a command.

    Attributes:
        done: whether it was carried out, now or before.
        version: the version of the night after it.
        refusal: why it was refused, with the remedy; `None`: it was not.
        note: message of a draw; `None`: none.
    """

    id: str
    done: bool
    version: int
    refusal: Fault | None
    note: Text | None


class NightAnswers(Schema, frozen=True):
    """The outcomes of commands, in the order of the request.

    Attributes:
        answers: one for each command.
    """

    version: int
    answers: tuple[CommandAnswer, ...]


class HandResult(Schema, frozen=True):
    """The result of a hand.

    Attributes:
        points: the Opponents' points altogether, as they count.
        levels: number of levels that the winner goes up.
        after: the level of each seat after the hand.
        hooked: the seats that are set back by a hook.
        winners: the seats that win the match with it, or none.
        void: whether the hand is struck out and does not count.
        beyond: whether the match had already been won, so that the hand does not count.
    """

    points: int
    winner: Side
    levels: int
    after: tuple[Rank, ...]
    hooked: tuple[int, ...]
    winners: tuple[int, ...]
    void: bool
    beyond: bool


class HandPreview(Schema, frozen=True):
    """The result that a hand would have once a command is carried out and confirmed.

    Attributes:
        result: the result; `None`: the command would be refused.
        refusal: why it would be refused; `None`: it would not.
    """

    result: HandResult | None
    refusal: Fault | None


class NightSummary(Schema, frozen=True):
    """The facts about a night that lists show.

    Attributes:
        night: its id.
        title: its name; empty: none.
    """

    night: str
    title: str
    opened: UnixMs
    people: int
    rounds: int


class NightLine(NightSummary, frozen=True):
    """A night in a list.

    Attributes:
        club: the club that has admitted it; `None`: none that the caller may see.
        ended: time of the end; `None`: not over.
    """

    club: NamedClub | None

    ended: UnixMs | None
    stage: NightStage
    role: NightRole


class NightLines(Schema, frozen=True):
    """A page of nights, latest first.

    Attributes:
        next: the `before` of the next page; `None`: last page.
    """

    nights: tuple[NightLine, ...]
    next: int | None


# Devices of tables


DeviceTable = Annotated[int, msgspec.Meta(ge=1, le=100)]
"""Number of a table that can have a device."""


class MakeDeviceCodes(Schema, frozen=True):
    """Tables that get a new code for their device."""

    tables: Annotated[tuple[DeviceTable, ...], msgspec.Meta(min_length=1, max_length=100)]


class DeviceLine(Schema, frozen=True):
    """The code or the device of a table.

    Attributes:
        code: for printing, or as part of a link: `/#/table-device/NIGHT/CODE`; `None`: a device has
            opened it.
        made: when the code was made, or when the device opened it.
        seen: when the device was last seen, to the minute; `None`: no device.
    """

    table: int
    code: str | None
    made: UnixMs
    seen: UnixMs | None


class TableDevices(Schema, frozen=True):
    """The codes and devices of a night, by table."""

    devices: tuple[DeviceLine, ...]


class OpenDevice(Schema, frozen=True):
    """The code of a table's device, in any spelling."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class OpenedDevice(Schema, frozen=True):
    """The table whose device this browser is now."""

    table: int


class DeviceHands(Schema, frozen=True):
    """Hands of a device's table, as in `AskNight`."""

    commands: Annotated[tuple[EnterHand, ...], msgspec.Meta(min_length=1, max_length=100)]


class PreviewDeviceHand(Schema, frozen=True):
    """A hand of a device's table, for a preview."""

    command: EnterHand


# Claims of a guest's results


class ClaimCode(Schema, frozen=True):
    """A guest's code for claiming their results.

    Attributes:
        person: the guest's id in this night.
        code: for printing, or as part of a link: `/#/claim/NIGHT/CODE`.
    """

    person: str
    name: str
    code: str


class ClaimCodes(Schema, frozen=True):
    """The codes of all desk guests of a night without an account."""

    codes: tuple[ClaimCode, ...]


class AskClaim(Schema, frozen=True):
    """A claim to a guest's results.

    Attributes:
        code: the guest's code, in any spelling.
        confirm: whether to claim the results; otherwise they are only shown.
    """

    code: Annotated[str, msgspec.Meta(max_length=40)]
    confirm: bool = False


class NightClaim(Schema, frozen=True):
    """The results of a guest, which can be claimed.

    Attributes:
        night: the id of the night.
        title: name of the night; empty: none.
        person: the guest's id in the night.
        rounds: number of rounds with a hand that counts.
        hands: number of hands that count.
        claimed: whether the results belong to an account; `yours`: to the caller's.
        refusal: why they could not be claimed, with the remedy; `None`: not refused.
    """

    night: str
    title: str
    opened: UnixMs
    person: str
    name: str
    rounds: int
    hands: int
    claimed: bool
    yours: bool
    refusal: Fault | None
