"""Talk: phrases, texts and nudges."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.rules.bounds import Seat
from shengji.server.site.characters import visible
from shengji.server.tables.acts.act import (
    ActionContext,
    Actor,
    Decided,
    RoomAction,
    TableEntry,
)
from shengji.server.tables.core.refusals import refused
from shengji.server.tables.core.room import Room
from shengji.server.tables.state import Named
from shengji.words.others import ForOthers

Phrase = Literal[
    "hello",
    "thanks",
    "nice",
    "sorry",
    "hurry",
    "wait",
    "good-hand",
    "bye",
    "oops",
    "wow",
    "thumbs-up",
    "laugh",
    "astonished",
    "sad",
    "flower",
]
"""A fixed phrase, shown in each receiver's language; the last five are pictures."""


class Speech(Named, frozen=True):
    """A phrase, text or nudge of a person; attributes as in `Spoken`."""

    phrase: Phrase | None = None
    text: str = ""
    seat: int | None = None


class Spoke(TableEntry, Speech, tag="spoke", frozen=True):
    """A person sent a phrase or a text, or nudged the holder of a seat (`seat`)."""

    in_room = in_summary = False


class Say(RoomAction, tag="say", frozen=True):
    """Send a phrase or a text to all viewers of the table."""

    phrase: Phrase | None = None
    text: Annotated[ForOthers, msgspec.Meta(max_length=300)] = ""

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        text = visible(self.text)
        if text and not room.settings.chat:
            return refused("chat-off")
        if not text and self.phrase is None:
            return refused("nothing-said")
        return Spoke(*by, self.phrase, text)


class Nudge(RoomAction, tag="nudge", frozen=True):
    """Notify the person in a seat, who may be looking elsewhere; once for each decision."""

    seat: Seat

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        if self.seat in context.nudged:
            return refused("nudged")
        if room.seat_of(by.person) is None and by.person != room.host:
            return refused("not-seated")
        seat = room.seats[self.seat]
        if seat.person is None:
            return refused("seat-empty")
        if seat.person == by.person:
            return refused("nudge-other")
        return Spoke(*by, "hurry", seat=self.seat)
