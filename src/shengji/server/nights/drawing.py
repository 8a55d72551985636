"""The draw of a round on the server: its input from the night, and its result as a command.

It takes up to two seconds, and therefore runs in a process with lower priority than play.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import msgspec

from shengji.nights.acts.seats import DrawRound
from shengji.nights.copies import made_from
from shengji.nights.draw import Draw as Drawn
from shengji.nights.draw import Wishes, draw_round
from shengji.nights.facts import NightFacts
from shengji.nights.meetings import meetings_in
from shengji.nights.settings import NightSettings
from shengji.nights.standings import standings
from shengji.server.nights.schemas import Draw
from shengji.server.site.schemas import Text
from shengji.server.site.words import words, words_from


class DrawNote(msgspec.Struct, frozen=True):
    """A draw's report about its quality, stored as JSON in `DrawRound.note`.

    Attributes:
        partners: number of times that partners of this round were partners before.
        opponents: number of times that opponents of this round were opponents before.
        gap: maximum excess of the repeats over the optimum.
        waiting: number of people who sit out before their turn, since they need real cards and too
            few seats have them.
        alone: number of people without a partner who sit out before their turn, since the other
            people play in fixed pairs.
    """

    partners: int
    opponents: int
    gap: int
    waiting: int = 0
    alone: int = 0


_read_note = msgspec.json.Decoder(DrawNote).decode


def draw_next_round(
    night: NightFacts, request: Draw, seed: int, ratable: tuple[int, ...]
) -> DrawRound:
    """Draw the next round of a night.

    Args:
        night: the night.
        request: the command with its options.
        seed: seed of the draw.
        ratable: as of `DrawRound`.

    Raises:
        shengji.nights.draw.DrawError: it cannot be drawn.
    """
    settings = night.settings
    cards = [one for one in night.here if not night.people[one].phone]
    near = settings.by_standings if request.by_standings is None else request.by_standings
    found = draw_round(
        night.here,
        seed=seed,
        met=meetings_in(night),
        pairs=night.pairs if settings.partners == "chosen" else (),
        places={row.person: row.place for row in standings(night) if row.hands} if near else None,
        wishes=_wishes(settings, request.tables),
        cards=cards,
    )
    tables = found.seating.tables
    with_cards = [not set(cards).isdisjoint(table.seats) for table in tables]
    return made_from(
        DrawRound,
        request,
        ratable=ratable,
        tables=tuple(table.seats for table in tables),
        sits_out=found.seating.out,
        numbers=numbered(with_cards, settings),
        seed=seed,
        note=_note(night, found, cards, full=is_full(sum(with_cards), settings)),
    )


def _wishes(settings: NightSettings, tables: int | None) -> Wishes:
    return Wishes(
        remainder=settings.uneven,
        larger={5: "friends", 6: settings.six_play},
        tables=tables or settings.tables or None,
        cards=None if settings.real_cards == "all" else len(set(settings.real_cards)),
    )


def numbered(cards: Sequence[bool], settings: NightSettings) -> tuple[int, ...]:
    """Number the drawn tables 1, 2, 3 ... in order, as far as the need for real cards allows.

    Tables that need real cards get numbers that have them. If the first numbers have too few,
    higher ones with real cards replace the last numbers without.

    Args:
        cards: for each table, whether it needs real cards.
        settings: which numbers have real cards.

    >>> numbered([False, True], NightSettings(real_cards=(2,)))
    (1, 2)
    >>> numbered([True, False], NightSettings(real_cards=(3,)))
    (3, 1)
    >>> numbered([True, True, False], NightSettings(real_cards=(1, 2)))
    (1, 2, 3)
    >>> numbered([False, True, False], NightSettings(real_cards=(1,)))
    (2, 1, 3)
    """
    if settings.real_cards == "all" or not any(cards):
        return tuple(range(1, len(cards) + 1))
    real = sorted(set(settings.real_cards))
    needed = sum(cards)
    used = set(real[:needed])
    for number in count(1):  # the remaining numbers, lowest first
        if len(used) == len(cards):
            break
        used.add(number)
    free = sorted(used)
    left, found = needed, list[int]()
    for needs in cards:
        with_cards = [one for one in free if settings.cards_at(one) == "real"]
        # Reserve enough numbers with real cards for the tables still to come.
        spare = len(with_cards) > left - needs
        choice = (
            with_cards if needs else free if spare else [n for n in free if n not in with_cards]
        )
        found.append(choice[0])
        free.remove(choice[0])
        left -= needs
    return tuple(found)


def is_full(used: int, settings: NightSettings) -> bool:
    """Whether all tables with real cards are needed by people who can play with nothing else.

    Args:
        used: number of drawn tables that need real cards.
        settings: which numbers have real cards.

    >>> is_full(1, NightSettings(real_cards="all")), is_full(1, NightSettings(real_cards=(3,)))
    (False, True)
    """
    return settings.real_cards != "all" and used >= len(set(settings.real_cards))


def _note(night: NightFacts, found: Drawn, cards: Sequence[str], *, full: bool) -> str:
    """The report of a draw, as JSON.

    Args:
        night: the night.
        found: the draw.
        cards: ids of the people who can only play with real cards.
        full: whether all seats with real cards are taken.
    """
    out, waiting, alone = set(found.seating.out), 0, 0
    if found.cost.unfair_out:
        waiting = len(out.intersection(cards)) if full else 0
        chosen = night.settings.partners == "chosen"
        alone = 0 if waiting or not chosen else len(out.difference(*night.pairs))
    note = DrawNote(found.cost.partners, found.cost.opponents, found.gap, waiting, alone)
    return msgspec.json.encode(note).decode()


def note_words(note: str) -> Text | None:
    """The message for people of a round's note; `None`: none.

    >>> note_words('{"partners":0,"opponents":0,"gap":0}').en
    'In this round nobody plays again with or against somebody they have met before.'
    """
    if not note:
        return None
    try:
        found = _read_note(note)
    except msgspec.MsgspecError:
        return words(note, note)  # written by an organiser
    fields: dict[str, int] = msgspec.structs.asdict(found)
    met = found.partners or found.opponents
    quality = words_from(
        "nightly", "draw-new" if not met else "draw-gap" if found.gap else "draw-least", **fields
    )
    if not found.waiting and not found.alone:
        return quality
    why = words_from("nightly", "draw-waiting" if found.waiting else "draw-alone")
    return words_from("nightly", "draw-both", one=quality, other=why)
