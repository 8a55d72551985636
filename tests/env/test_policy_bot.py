"""A policy trained on hands in lockstep sits at tables: rows, observations and plays are equal."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from shengji import Table, duel, make_bot
from shengji.bots import BotError
from shengji.bots.outside import seat_bot
from shengji.env.bytes import Bytes
from shengji.env.layout import PHASES, Layout, Observation
from shengji.env.policy_bot import policy_bot
from shengji.env.vector import Hands
from shengji.game import Event, Match, Phase, Play, Played
from shengji.rules import PRESETS, rules_from
from tests.env.vector.kit import played_beside

SCRIPT = """
from shengji.bots.outside import run_bot
from shengji.env.policy_bot import policy_bot


def last_row(told, masks, rows):
    print("asked")
    return masks.sum(axis=1) - 1


run_bot(policy_bot(last_row), "highest")
"""


def last_row(told: Observation, masks: Bytes, rows: Bytes) -> npt.ArrayLike:
    chosen: npt.NDArray[np.int64] = masks.sum(axis=1, dtype=np.int64) - 1
    return chosen


@pytest.mark.parametrize("name", ["tractor", "finding-friends", "zhang-2021"])
@pytest.mark.parametrize("rows", [16, 64])
def test_a_match_gives_the_rows_that_hands_gave(name: str, rows: int) -> None:
    hands = Hands(name, 2, 5, rows=rows)
    compared = 0
    for moment in played_beside(hands, Random(1), 2):
        if moment.ended:
            continue
        lane, seat = moment.lane, int(hands.seats[moment.lane])
        for match in (moment.beside.match, moment.beside.seen[seat]):
            decision = hands.rows_of(match, seat)
            assert decision.rows.tobytes() == hands.candidates[lane].tobytes()
            assert decision.mask.tobytes() == hands.masks[lane].tobytes()
            assert decision.observation.tobytes() == hands.observations[lane].tobytes()
            assert decision.left_out == hands.left_out[lane]
            row = int(hands.counts[lane]) - 1
            assert Counter(decision.cards(row)) == Counter(hands.cards(lane, row))
        compared += 1
    assert compared > 100


def test_a_decision_is_of_the_seat_whose_turn_it_is() -> None:
    hands = Hands("tractor", 1, 1)
    moment = next(played_beside(hands, Random(1), 1))
    seat = int(hands.seats[0])
    with pytest.raises(ValueError, match="nothing to decide"):
        hands.rows_of(moment.beside.match, (seat + 1) % 4)
    with pytest.raises(ValueError, match="does not know the cards"):
        hands.rows_of(moment.beside.seen[(seat + 1) % 4], seat)
    with pytest.raises(ValueError, match="nothing to decide"):
        hands.rows_of(Match("tractor"), 0)
    with pytest.raises(ValueError, match="row 64 is not offered"):
        hands.rows_of(moment.beside.match, seat).cards(64)


@pytest.mark.parametrize("name", PRESETS)
def test_a_policy_plays_whole_hands_of_every_game(name: str) -> None:
    rules = rules_from(name)
    asked: list[tuple[int, bytes]] = []

    def choose(told: Observation, masks: Bytes, rows: Bytes) -> npt.ArrayLike:
        row = masks.shape[1] // 2 % int(masks.sum())
        asked.append((row, rows[0, row, :54].tobytes()))
        return [row]

    played: list[bytes] = []

    def note(event: Event) -> None:
        if isinstance(event, Played) and event.seat == 0:
            counts = np.zeros(54, dtype=np.int8)
            for card in event.cards:
                counts[card.index] += 1
            played.append(counts.tobytes())

    bots = {seat: make_bot("easy", rules, seat, seat) for seat in range(rules.players)}
    bots[0] = policy_bot(choose, rows=32)(rules, 0)
    Table(rules, bots, Random(3), note).play_hand()
    chosen = [cards for _, cards in asked]
    assert chosen
    assert sum(cards in played for cards in chosen) > len(chosen) / 2  # the others failed as throws


def test_a_policy_has_a_duel_and_a_name() -> None:
    bot = policy_bot(last_row, name="highest")
    assert bot.name == bot.__name__ == "highest"
    assert duel(bot, "random", "tractor", deals=2).deals == 2
    wrong = policy_bot(lambda told, masks, rows: [len(rows[0])])
    with pytest.raises(BotError, match="policy: row 64 is not offered"):
        duel(wrong, "random", "tractor", deals=1)


def test_a_policy_makes_all_decisions_where_it_was_trained_to() -> None:
    rules = rules_from("finding-friends")
    layout, asked = Layout(rules), set[int]()

    def choose(told: Observation, masks: Bytes, rows: Bytes) -> npt.ArrayLike:
        asked.add(int(layout.part(told[0], "phase")[0].argmax()))
        return last_row(told, masks, rows)

    bot = policy_bot(choose, setup=True)
    bots = {seat: bot(rules, seat) for seat in range(rules.players)}
    Table(rules, bots, Random(3)).play_hand()
    assert {PHASES[number] for number in asked} >= {Phase.DRAW, Phase.BURY, Phase.CALL, Phase.PLAY}


def test_a_program_seats_a_policy_at_any_table(tmp_path: Path) -> None:
    script = tmp_path / "policy.py"
    script.write_text(SCRIPT)
    rules = rules_from("tractor")
    told: list[list[Play]] = []
    for name in (f"exec:{sys.executable} {script}", ""):
        plays: list[Play] = []

        def note(event: Event, plays: list[Play] = plays) -> None:
            if isinstance(event, Played):
                plays.append(Play(event.seat, event.cards))

        first = seat_bot(name, rules, 0) if name else policy_bot(last_row)(rules, 0)
        bots = {0: first, **{seat: make_bot("easy", rules, seat, seat) for seat in (1, 2, 3)}}
        Table(rules, bots, Random(3), note).play_hand()
        first.close()
        told.append(plays)
    assert told[0] == told[1]
