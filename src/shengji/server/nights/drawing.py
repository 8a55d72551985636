"""The draw of a round on the server: its input from the night, and its result as a command.

It takes up to two seconds, and therefore runs in a process with lower priority than play.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, count, islice
from operator import and_
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from shengji.nights.acts.seats import DrawRound
from shengji.nights.alone import Way, alone_in, bot_seat
from shengji.nights.copies import made_from
from shengji.nights.draw import Cost, DrawError, SeatLimits, Wishes, draw_round
from shengji.nights.draw import Draw as Drawn
from shengji.nights.facts import NightFacts
from shengji.nights.finals import final_tables, is_final, seeds
from shengji.nights.meetings import Meetings, Pair, RoundSeats, meetings_in, pair_of
from shengji.nights.settings import NightSettings
from shengji.nights.standings import place_key, standings
from shengji.nights.state import BOT
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
        limited: whether people sit out before their turn because of organisers' limits.
        placed: whether the lowest places sit out, as in the last round.
        final: number of finalists; 0: no final.
    """

    partners: int
    opponents: int
    gap: int
    waiting: int = 0
    alone: int = 0
    limited: bool = False
    placed: bool = False
    final: int = 0


_REASONS = ("waiting", "alone", "limited", "placed")
"""Fields of a note that say why people sit out before their turn."""

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
    if is_final(night):
        return _final(night, request, seed, ratable)
    guests = _guests(night, request.way)
    stays = guests.stays
    last = len(night.rounds) + 1 == settings.rounds and not settings.finalists
    standing = _standing(night, guests.first) if last else None
    near = settings.by_standings if request.by_standings is None else request.by_standings
    found = draw_round(
        guests.present,
        seed=seed,
        met=guests.met,
        pairs=guests.pairs,
        places=_places(night) if near else None,
        wishes=_wishes(settings, request.tables, request.way),
        cards=cards,
        limits=_limits(night, stays),
        standing=standing,
    )
    tables = found.seating.tables
    with_cards = [not set(cards).isdisjoint(table.seats) for table in tables]
    return made_from(
        DrawRound,
        request,
        ratable=ratable,
        tables=tuple(table.seats for table in tables),
        sits_out=tuple(one for one in found.seating.out if one != BOT),
        parted=guests.parted,
        larger=request.way == "larger",
        numbers=numbered(with_cards, settings, [_kept(table.seats, stays) for table in tables]),
        seed=seed,
        note=_note(night, found, cards, placed=standing is not None),
    )


def _places(night: NightFacts) -> dict[str, int]:
    return {row.person: row.place for row in standings(night) if row.hands}


def _standing(night: NightFacts, first: Collection[str]) -> dict[str, int] | None:
    """The number of people here whom each of them is ahead of; `None`: nobody has played.

    The people of `first` count as leaders.
    """
    rows = [row for row in standings(night) if night.people[row.person].here]
    keys = sorted(map(place_key, rows))
    if not any(row.hands for row in rows):
        return None
    ahead = {row.person: len(keys) - bisect_right(keys, place_key(row)) for row in rows}
    return {**ahead, **dict.fromkeys(first, max(ahead.values()))}


def _final(night: NightFacts, request: Draw, seed: int, ratable: tuple[int, ...]) -> DrawRound:
    """The seating of a final and its consolation round; arguments as of `draw_next_round`."""
    settings, here = night.settings, night.here
    cards = {one for one in here if not night.people[one].phone}
    limits = _limits(night, night.stays)
    wishes = _wishes(settings, request.tables, None)
    seeded = seeds(night)
    if not seeded:
        raise DrawError("too-few", people=len(here), missing=4 - len(here))
    tables = final_tables(seeded, lambda made: _allowed(made, limits, wishes.cards, cards))
    if tables is None:
        raise DrawError("final-limits")
    finalists = [one for unit in seeded for one in unit]
    kept = {at for seats in tables if (at := _kept(seats, night.stays)) is not None}
    others = tuple(one for one in here if one not in finalists)
    for one in others:
        if night.stays.get(one) in kept:
            raise DrawError("final-stays", who=one, table=night.stays[one])
    found = _consolation(night, others, seed, wishes, limits, cards, tables)
    seated = (*tables, *(table.seats for table in found.seating.tables))
    with_cards = [not cards.isdisjoint(seats) for seats in seated]
    return made_from(
        DrawRound,
        request,
        ratable=ratable,
        tables=seated,
        sits_out=found.seating.out,
        final=tuple(finalists),
        numbers=numbered(with_cards, settings, [_kept(seats, night.stays) for seats in seated]),
        seed=seed,
        note=_note(night, found, cards, final=len(finalists)),
    )


def _allowed(
    tables: Sequence[tuple[str, ...]], limits: SeatLimits, cards: int | None, tied: set[str]
) -> bool:
    """Whether tables keep the limits; `cards`: number of tables with real cards, if limited."""
    twos = {pair_of(*two) for seats in tables for two in combinations(seats, 2)}
    at = [{limits.tables[one] for one in seats if one in limits.tables} for seats in tables]
    numbers = [number for of_table in at for number in of_table]
    if twos & limits.apart or max(map(len, at)) > 1 or len(set(numbers)) < len(numbers):
        return False
    if cards is None:
        return True
    real = [bool(set(seats) & tied) for seats in tables]
    online = [bool(of_table & limits.online) for of_table in at]
    return sum(real) <= cards and not any(map(and_, real, online))


def _consolation(
    night: NightFacts,
    others: tuple[str, ...],
    seed: int,
    wishes: Wishes,
    limits: SeatLimits,
    cards: set[str],
    final: Sequence[tuple[str, ...]],
) -> Drawn:
    """The draw of the people who are not in the final; without a table for them all sit out."""
    left = None if wishes.tables is None else wishes.tables - len(final)
    if len(others) < 4 or left == 0:
        return Drawn(RoundSeats((), others), Cost(), 0, 0)
    used = [
        not cards.isdisjoint(seats) or (at is not None and at not in limits.online)
        for seats in final
        for at in [_kept(seats, limits.tables)]
    ]
    pairs = night.pairs if night.settings.partners == "chosen" else ()
    return draw_round(
        others,
        seed=seed,
        met=meetings_in(night),
        pairs=[two for two in pairs if set(two) <= set(others)],
        wishes=replace(
            wishes,
            remainder="either" if wishes.remainder == "larger-tables" else wishes.remainder,
            tables=left,
            cards=None if wishes.cards is None else wishes.cards - sum(used),
        ),
        cards=sorted(cards & set(others)),
        limits=limits,
    )


class _Guests(NamedTuple):
    """The people of a round, as its draw takes them.

    Attributes:
        parted: the people whose pair parts for this round.
        stays: number of the table at which a person sits.
        first: the people for whom the pair parts.
    """

    present: tuple[str, ...]
    pairs: tuple[Pair, ...]
    parted: tuple[str, ...]
    met: Meetings
    stays: Mapping[str, int]
    first: tuple[str, ...] = ()


def _guests(night: NightFacts, way: Way | None) -> _Guests:
    """The people of the next round; whoever has no partner sits in the given way."""
    pairs = tuple(night.pairs) if night.settings.partners == "chosen" else ()
    plain = _Guests(tuple(night.here), pairs, (), meetings_in(night), night.stays)
    alone = alone_in(night) if way else None
    if alone is None:
        return plain
    turns = plain.met.sat_out
    if way == "part":
        # More turns than all others together, so that a seat goes to them, not to one of the pair.
        most = 2 * max(turns.values(), default=0) + 4
        more = {one: turns.get(one, 0) + most for one in alone.people}
        met = plain.met._replace(sat_out={**turns, **more})
        pairs = tuple(two for two in pairs if set(two) != set(alone.pair))
        return plain._replace(pairs=pairs, parted=alone.pair, met=met, first=alone.people)
    seat = bot_seat(night, alone.people) if way == "bot" else None
    if seat is None:
        return plain
    first, table = seat
    return _Guests(
        (*plain.present, BOT),
        (*pairs, pair_of(first, BOT)),
        (),
        plain.met._replace(sat_out={**turns, BOT: turns.get(first, 0) + 1}),
        {**night.stays, BOT: table},
    )


def _limits(night: NightFacts, stays: Mapping[str, int]) -> SeatLimits:
    """The limits on the seating of a round; `stays` as of `_Guests`."""
    settings = night.settings
    return SeatLimits(
        apart=frozenset(pair_of(*two) for two in night.apart),
        tables=stays,
        online=frozenset(at for at in stays.values() if settings.cards_at(at) == "online"),
    )


def _kept(seats: Sequence[str], stays: Mapping[str, int]) -> int | None:
    """The number of the table at which one of these people stays."""
    return next((stays[one] for one in seats if one in stays), None)


def _wishes(settings: NightSettings, tables: int | None, way: Way | None) -> Wishes:
    larger = way == "larger" or settings.uneven == "larger-tables"
    return Wishes(
        remainder="either" if way and larger else settings.uneven,
        larger={5: "friends"} if way == "larger" else {5: "friends", 6: settings.six_play},
        tables=tables or settings.tables or None,
        cards=None if settings.real_cards == "all" else len(set(settings.real_cards)),
    )


def numbered(
    cards: Sequence[bool], settings: NightSettings, kept: Sequence[int | None] = ()
) -> tuple[int, ...]:
    """Number the drawn tables 1, 2, 3 ... in order, as far as the need for real cards allows.

    Tables that need real cards get numbers that have them. If the first numbers have too few,
    higher ones with real cards replace the last numbers without.

    Args:
        cards: for each table, whether it needs real cards.
        settings: which numbers have real cards.
        kept: for each table, the number that it must have; `None`: any.

    >>> numbered([False, True], NightSettings(), [None, 1])
    (2, 1)
    >>> numbered([False, True], NightSettings(real_cards=(2,)))
    (1, 2)
    >>> numbered([True, False], NightSettings(real_cards=(3,)))
    (3, 1)
    >>> numbered([True, True, False], NightSettings(real_cards=(1, 2)))
    (1, 2, 3)
    >>> numbered([False, True, False], NightSettings(real_cards=(1,)))
    (2, 1, 3)
    """
    own = {at: number for at, number in enumerate(kept) if number is not None}
    if own:
        others = [one for at, one in enumerate(cards) if at not in own]
        free = iter(_free_numbers(others, settings, set(own.values())))
        return tuple(own[at] if at in own else next(free) for at in range(len(cards)))
    return _free_numbers(cards, settings, set())


def _free_numbers(
    cards: Sequence[bool], settings: NightSettings, taken: set[int]
) -> tuple[int, ...]:
    """Like `numbered`, without the numbers that are taken."""
    if settings.real_cards == "all" or not any(cards):
        return tuple(islice((n for n in count(1) if n not in taken), len(cards)))
    real = sorted(set(settings.real_cards) - taken)
    needed = sum(cards)
    used = set(real[:needed])
    for number in count(1):  # the remaining numbers, lowest first
        if len(used) == len(cards):
            break
        used |= {number} - taken
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


def _note(
    night: NightFacts,
    found: Drawn,
    cards: Collection[str],
    *,
    placed: bool = False,
    final: int = 0,
) -> str:
    """The report of a draw, as JSON.

    Args:
        night: the night.
        found: the draw.
        cards: ids of the people who can only play with real cards.
        placed: whether places decided who sits out.
        final: number of finalists.
    """
    out = set(found.seating.out)
    note = DrawNote(
        found.cost.partners,
        found.cost.opponents,
        found.gap,
        waiting=len(out.intersection(cards)) if found.unfair == "cards" else 0,
        alone=len(out.difference(*night.pairs)) if found.unfair == "pairs" else 0,
        limited=found.unfair == "limits",
        placed=placed and bool(out) and found.unfair is None,
        final=final,
    )
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
    fields = {name: getattr(found, name) for name in ("partners", "opponents", "gap")}
    if found.final:
        return words_from("nightly", "draw-final", final=found.final)
    met = found.partners or found.opponents
    quality = words_from(
        "nightly", "draw-new" if not met else "draw-gap" if found.gap else "draw-least", **fields
    )
    why = next((f"draw-{one}" for one in _REASONS if getattr(found, one)), None)
    if why is None:
        return quality
    return words_from("nightly", "draw-both", one=quality, other=words_from("nightly", why))
