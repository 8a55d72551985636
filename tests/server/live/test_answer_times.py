"""How long the bots of a real table take does not tell how much choice they have.

The planned times follow from what all know (`test_pace`). Here real searches run on a real clock,
where a slow machine may add to them: a bounded statistical test, in campaigns.
"""

from __future__ import annotations

import asyncio
import time
from itertools import islice, product
from math import sqrt

import pytest

from shengji.game import Match, Phase
from shengji.server.site.time import Time
from shengji.server.tables.acts.match import Start
from shengji.server.tables.acts.seating import Automate
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.live.pace import TEMPOS
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Settings
from tests.seeds import Seeded
from tests.server.live.kit import Browser, MemoryStore, NoRatings

MUCH = 5
"""The least number of legal plays of a seat that has much choice."""
SIGMAS = 3.0


def asked(live: LiveTable) -> tuple[int, int] | None:
    """The seat of the bot that follows to the trick now, and how many plays it may choose from.

    More than `MUCH` are not counted; `None`: nobody follows, or the person does.
    """
    hand, match = live.table.hand, live.table.match
    if hand is None or not isinstance(match, Match) or hand.phase is not Phase.PLAY:
        return None
    if hand.turn in (None, 0) or hand.trick is None or not hand.trick.plays:
        return None
    return hand.turn, sum(1 for _ in islice(match.legal_plays(hand.turn), MUCH))


async def times_of(bot: str, rules: str) -> dict[int, list[float]]:
    """Play a hand with bots alone; how long each play took beyond its planned time.

    Returns:
        The seconds by number of legal plays, to a hundredth: over a network nobody sees less.
    """
    hub = Hub(MemoryStore(), NoRatings(), LiveSettings(), Seeded(), Time())
    new = NewTable(rules=rules, settings=Settings(one_hand=True), bots=bot)
    live = await hub.open("ann", "Ann", new)
    ann = await Browser(live, "ann").connect()
    await ann.do(Start())
    await ann.do(Automate(True))
    found: dict[int, list[float]] = {}
    while live.table.step != "over":
        known, before = asked(live), live.version
        hand, begun = live.table.hand, time.monotonic()
        planned = 0.0
        if known is not None and hand is not None:
            planned = TEMPOS["normal"].bot_decision(bot, hand, known[0])
        while live.version == before:
            await asyncio.sleep(0.001)
        if known is not None:
            taken = round(time.monotonic() - begun - planned, 2)
            found.setdefault(known[1], []).append(taken)
    await hub.close()
    return found


@pytest.mark.campaign
@pytest.mark.parametrize("bot", ["medium", "strong"])
async def test_times_do_not_tell_how_much_choice_a_bot_has(bot: str) -> None:
    found = await times_of(bot, "three-deck")
    forced, free = found[1], found[MUCH]
    later = sum((a > b) + (a == b) / 2 for a, b in product(forced, free))
    told = later / (len(forced) * len(free))
    sigma = sqrt((len(forced) + len(free) + 1) / (12 * len(forced) * len(free)))
    latest = max(map(max, found.values()))
    print(f"{bot}: {len(forced)} forced, {len(free)} with a choice, AUC {told:.2f} ±{sigma:.2f}")
    print(f"at most {latest} s beyond the planned time")
    assert abs(told - 0.5) < SIGMAS * sigma
