"""People without a partner where the others play in chosen pairs, and ways to seat them.

Pairs fill the tables, so one of an odd number of single people always sits out, and a single person
among pairs sits out every round.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import Final, Literal, TypeAlias

import msgspec

from shengji.nights.facts import NightFacts
from shengji.nights.finals import is_final
from shengji.nights.meetings import Pair, meetings_in
from shengji.nights.settings import NightSettings
from shengji.rules import RulesError

Way: TypeAlias = Literal["part", "larger", "bot"]
"""Way to seat people without a partner for a round: a pair parts, five play Finding Friends at a
table, or a bot at a table of the site is the partner of one of them."""

FIVE: Final = 5


class Alone(msgspec.Struct, frozen=True):
    """People without a partner, of whom one at least would sit out.

    Attributes:
        people: their ids, the one who has sat out most first.
        ways: the ways to seat them.
        pair: the pair that parts: the one whose people have parted least, the first to arrive of
            these.
    """

    people: tuple[str, ...]
    ways: tuple[Way, ...]
    pair: Pair


def alone_in(night: NightFacts) -> Alone | None:
    """The people without a partner in the next round; `None`: pairs keep nobody from a seat."""
    settings, here = night.settings, night.here
    pairs = [two for two in night.pairs if night.people[two[0]].here]
    paired = {one for two in pairs for one in two}
    people = [one for one in here if one not in paired]
    if is_final(night):
        return None
    if settings.partners != "chosen" or not pairs or len(people) % 2 == 0 or len(here) < FIVE:
        return None
    # Larger tables have a seat for them, except where seven are here.
    if settings.uneven == "larger-tables" and len(here) != FIVE + 2:
        return None
    out = meetings_in(night).sat_out
    people.sort(key=lambda one: -out.get(one, 0))
    parted = Counter(one for found in night.rounds for one in found.parted)
    pair = min(pairs, key=lambda two: parted[two[0]] + parted[two[1]])
    ways: list[Way] = ["part"]
    if five_can_play(settings):
        ways.append("larger")
    if bot_seat(night, people) is not None:
        ways.append("bot")
    return Alone(tuple(people), tuple(ways), pair)


def bot_seat(night: NightFacts, people: list[str] | tuple[str, ...]) -> tuple[str, int] | None:
    """The first of some people whose partner a bot can be, and the number of their table.

    `None`: no table without real cards is free for them.
    """
    settings, stays = night.settings, night.stays
    if settings.real_cards == "all":
        return None
    kept = set(stays.values())
    free = next(n for n in count(1) if settings.cards_at(n) == "online" and n not in kept)
    for one in people:
        table = stays.get(one, free)
        online = settings.cards_at(table) == "online"
        if online and night.people[one].phone and table <= (settings.tables or table):
            return one, table
    return None


def five_can_play(settings: NightSettings) -> bool:
    """Whether the settings have rules for a table of five."""
    try:
        return settings.rules_for(FIVE).players == FIVE
    except RulesError:
        return False
