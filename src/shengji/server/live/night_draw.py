"""The draw of a round: what it needs of a night, and what the night is told of it."""

from __future__ import annotations

from random import Random

import msgspec

from shengji.nights.commands import DrawRound
from shengji.nights.course import Course
from shengji.nights.draw import Draw as Drawn
from shengji.nights.draw import Wishes, draw_round
from shengji.nights.settings import NightSettings
from shengji.nights.standings import standings
from shengji.nights.turns import meetings_in
from shengji.server.shapes.night_shapes import Draw
from shengji.server.states import Text
from shengji.server.words import words, words_from


class DrawNote(msgspec.Struct, frozen=True):
    """What a draw says of itself; `DrawRound.note` has it as JSON.

    Attributes:
        partners: how often partners were partners before; `opponents` likewise.
        gap: by how much the repeats might be above what is possible.
    """

    partners: int
    opponents: int
    gap: int


_read_note = msgspec.json.Decoder(DrawNote).decode


def drawn(night: Course, asked: Draw, chance: Random, ratable: tuple[int, ...]) -> DrawRound:
    """The next round of a night, drawn; it takes up to two seconds.

    Args:
        night: the night.
        asked: how it is to be drawn.
        chance: gives the seed where none is asked for.
        ratable: as of `DrawRound`.

    Raises:
        shengji.nights.draw.DrawError: it cannot be drawn.
    """
    settings = night.settings
    near = settings.by_standings if asked.by_standings is None else asked.by_standings
    seed = chance.getrandbits(31) if asked.seed is None else asked.seed
    found = draw_round(
        night.here,
        seed=seed,
        met=meetings_in(night),
        pairs=night.pairs if settings.partners == "chosen" else (),
        places={row.person: row.place for row in standings(night)} if near else None,
        wishes=_wishes(settings, asked.tables),
    )
    return DrawRound(
        id=asked.id,
        by=asked.by,
        made=asked.made,
        trusted=asked.trusted,
        ratable=ratable,
        tables=tuple(table.seats for table in found.seating.tables),
        sits_out=found.seating.out,
        seed=seed,
        note=_note(found),
    )


def _wishes(settings: NightSettings, tables: int | None) -> Wishes:
    return Wishes(
        remainder=settings.uneven,
        larger={5: "friends", 6: settings.six_play},
        tables=tables or settings.tables or None,
    )


def _note(found: Drawn) -> str:
    note = DrawNote(found.cost.partners, found.cost.opponents, found.gap)
    return msgspec.json.encode(note).decode()


def note_words(note: str) -> Text | None:
    """What a round says of its draw, for people; `None`: nothing.

    >>> note_words('{"partners":0,"opponents":0,"gap":0}').en
    'Nobody meets anybody again in this round.'
    """
    if not note:
        return None
    try:
        found = _read_note(note)
    except msgspec.MsgspecError:
        return words(note, note)  # an organiser has written it
    if not found.partners and not found.opponents:
        return words_from("nightly", "draw-new")
    return words_from("nightly", "draw-gap" if found.gap else "draw-least", **_fields(found))


def _fields(note: DrawNote) -> dict[str, int]:
    fields: dict[str, int] = msgspec.structs.asdict(note)
    return fields
