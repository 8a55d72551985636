"""The time that decisions appear to take follows from what everybody at a table knows."""

from __future__ import annotations

from random import Random

import pytest

from shengji.bots import RandomBot, Table
from shengji.game import Event, Match, Phase, shuffled, view
from shengji.rules import rules_from
from shengji.server.tables.live.pace import TEMPOS


@pytest.mark.parametrize("given", [{}, {"land": True}, {"redeal_points": 30}])
def test_a_bot_takes_as_long_as_an_onlooker_can_work_out(given: dict[str, object]) -> None:
    """An onlooker knows no hand, so that nothing hidden goes into it, be it for forced plays."""
    rules, tempo, chance = rules_from({"preset": "tractor", **given}), TEMPOS["normal"], Random(4)
    seen, found = Match.seen(rules, None), set[float]()
    bots = {seat: RandomBot(rules, seat, seat) for seat in range(rules.players)}

    def told(event: Event) -> None:
        seen.apply(view(event, None))

    table = Table(rules, bots, chance, told)
    table.do(shuffled(rules, chance))
    hand, onlooked = table.match.hand, seen.hand
    assert hand is not None and onlooked is not None
    while hand.phase not in (Phase.ENDED, Phase.AGAIN):
        if hand.turn is not None and hand.phase is not Phase.DRAW:
            for bot in ("medium", "strong", "strong@2", "exec:club"):
                waits = tempo.bot_decision(bot, hand, hand.turn)
                assert waits == tempo.bot_decision(bot, onlooked, hand.turn)
                found.add(waits)
        table.step()
    assert found >= {0.7} and len(found) <= 3


def test_a_search_is_waited_for_where_the_cards_leave_no_choice() -> None:
    """Only what is open to all ends it sooner: whoever plays the last cards has no choice."""
    rules, tempo = rules_from("tractor"), TEMPOS["normal"]
    bots = {seat: RandomBot(rules, seat, seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(1))
    table.do(shuffled(rules, Random(1)))
    hand = table.match.hand
    assert hand is not None
    while hand.phase is not Phase.PLAY:
        table.step()
    assert hand.turn is not None
    assert tempo.bot_decision("medium", hand, hand.turn) == 0.7
    assert tempo.bot_decision("strong", hand, hand.turn) == pytest.approx(1.5)
    assert tempo.bot_decision("master", hand, hand.turn) == pytest.approx(4.7)
    while max(hand.sizes) > 1:
        table.step()
    last = [seat for seat, size in enumerate(hand.sizes) if size == 1]
    assert last and {tempo.bot_decision("strong", hand, seat) for seat in last} == {0.7}


def test_a_person_who_has_no_choice_passes_after_a_time_that_is_drawn() -> None:
    tempo, chance = TEMPOS["normal"], Random(1)
    waits = [tempo.person_pass(chance) for _ in range(100)]
    assert min(waits) >= 1.4 and max(waits) <= 5.6 and len(set(waits)) == 100
    assert TEMPOS["instant"].person_pass(chance) == 0.0
