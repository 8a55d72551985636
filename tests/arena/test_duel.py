"""Duels: fair seats, the same from any number of processes, and what failures cost."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import pytest

from shengji.arena.archive import record_name
from shengji.arena.clock import Clock
from shengji.arena.contest import Contest
from shengji.arena.duel import DealLine, Duel, play_duel_deal
from shengji.arena.figures import cpu_figures, figures
from shengji.arena.intervals import share_interval, stopping
from shengji.arena.scores import score_of
from shengji.arena.spread import over_processes
from shengji.bots import BOTS, BasicBot, BotError
from shengji.bots.bot import LeadChoice
from shengji.cards import Rank
from shengji.record import read_record, validate
from shengji.rules import Rules, rules_from
from tests.arena.kit import contest, seat_failing_bots

FIVE = rules_from({"preset": "finding-friends", "players": 5, "kitty": 48})
FIVE_SHORT = rules_from({"preset": "finding-friends", "players": 5, "decks": 1, "kitty": 24})
SIX = rules_from({"preset": "finding-friends", "kitty": 54})
FORTY = rules_from({"preset": "forty-points"})


def without_clocks(lines: list[DealLine]) -> list[DealLine]:
    for line in lines:
        for hand in line.hands:
            hand.clocks = []
    return lines


@pytest.mark.parametrize("rules", [Rules(), SIX, FIVE], ids=["four", "six", "five"])
def test_each_seat_is_held_once_by_each(rules: Rules) -> None:
    duel = Duel(rules, ("a", "b"))
    for deal in range(3 * rules.players):
        first, second = duel.seatings(deal)
        assert all({one, other} == {"a", "b"} for one, other in zip(first, second, strict=True))
        assert abs(first.count("a") - first.count("b")) <= 1
        for game, seats in enumerate((first, second)):
            assert {seats[s] for s in duel.seats_of(0, deal, game)} == {"a"}


def test_among_an_odd_number_the_neighbours_of_a_kind_go_around() -> None:
    duel = Duel(FIVE, ("a", "b"))
    pairs = set()
    for deal in range(0, 25, 5):
        seats = duel.seatings(deal)[0]
        pairs |= {seat for seat in range(5) if seats[seat] == seats[(seat + 1) % 5]}
    assert pairs == set(range(5))


def test_who_sits_alone_takes_one_seat_after_the_other() -> None:
    duel = Duel(FIVE, ("a", "b"), alone=True)
    seatings = duel.seatings(7)
    assert seatings[0] == ("b",) * 5
    assert [seats.index("a") for seats in seatings[1:]] == list(range(5))
    assert all(seats.count("b") == 4 for seats in seatings[1:])
    for game, seats in enumerate(seatings):
        assert {seats[s] for s in duel.seats_of(1, 7, game)} == {"b"}


@pytest.mark.parametrize("alone", [False, True], ids=["exchanged", "alone"])
@pytest.mark.parametrize("rules", [Rules(), FIVE], ids=["fixed", "friends"])
def test_a_bot_is_no_stronger_than_itself(rules: Rules, alone: bool) -> None:
    played = contest("basic", "basic", 4, rules, alone=alone)
    assert [score.levels for score in played.scores] == [0] * 4
    assert [score.points for score in played.scores] == [0] * 4


@pytest.mark.parametrize("rules", [Rules(), SIX, FIVE], ids=["fixed", "six", "five"])
def test_two_bots_the_other_way_round(rules: Rules) -> None:
    """The seats are the other ones, so only what does not depend on them is compared."""
    one = contest("basic", "random", 3, rules, seed=1)
    other = contest("random", "basic", 3, rules, seed=1)
    for first, second in zip(one.scores, other.scores, strict=True):
        assert first.levels == pytest.approx(-second.levels)
        assert first.points == pytest.approx(-second.points)
        assert first.won == pytest.approx(second.won[::-1])


def test_the_measure_of_fixed_teams_is_the_signed_levels_of_the_winners() -> None:
    played = contest("basic", "random", 3, seed=2)
    for line, score in zip(played.lines, played.scores, strict=True):
        signed = [
            hand.levels if hand.won_by(hand.rotation) else -hand.levels for hand in line.hands
        ]
        assert score.levels == sum(signed) / 2
        taken = [hand.points for hand in line.hands]
        sides = [1 if hand.side_of(hand.rotation) == "opponents" else -1 for hand in line.hands]
        assert score.points == sum(s * (p - 80) for s, p in zip(sides, taken, strict=True)) / 2


@pytest.mark.parametrize("rules", [Rules(), FIVE], ids=["fixed", "friends"])
def test_who_sits_alone_is_compared_with_the_other_in_its_seats(rules: Rules) -> None:
    played = contest("basic", "random", 3, rules, seed=2, alone=True)
    threshold = rules.threshold_points
    for line, score in zip(played.lines, played.scores, strict=True):
        without, *hands = line.hands
        assert [hand.rotation for hand in hands] == list(range(1, 1 + rules.players))
        levels, points, won = [], [], []
        for seat, hand in enumerate(hands):
            levels.append(hand.levels_of(seat) - without.levels_of(seat))
            past = [
                h.points - threshold if h.side_of(seat) == "opponents" else threshold - h.points
                for h in (hand, without)
            ]
            points.append(past[0] - past[1])
            won.append(hand.won_by(seat))
        assert score.levels == pytest.approx(fmean(levels))
        assert score.points == pytest.approx(fmean(points))
        usual = fmean(without.won_by(seat) for seat in range(rules.players))
        assert score.won == pytest.approx((fmean(won), usual))
    assert figures(played)["levels"]["mean"] > 0.5


@pytest.mark.parametrize(
    ("bots", "rules", "options"),
    [
        (("medium", "basic"), Rules(), {"alone": True}),
        pytest.param(("medium", "basic"), FIVE, {"alone": True}, marks=pytest.mark.campaign),
        (("medium", "basic"), FIVE, {}),
        (("easy", "medium"), FIVE, {"alone": True}),
        pytest.param(("medium", "easy"), Rules(), {"alone": True}, marks=pytest.mark.campaign),
        (("medium", "basic"), Rules(first_level=Rank.KING), {"alone": True, "matches": True}),
        pytest.param(
            ("master@0.001", "strong@0.001"),
            FIVE_SHORT,
            {"alone": True},
            marks=pytest.mark.campaign,
        ),
        (("strong@0.002", "strong@0.001"), FORTY, {"alone": True}),
    ],
    ids=lambda each: "-".join(each) if isinstance(each, tuple | dict) else "",
)
def test_what_is_known_from_the_first_game_is_what_would_be_answered(
    bots: tuple[str, str],
    rules: Rules,
    options: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deals = 1 if "@" in bots[0] else 2  # who searches takes long, and decides often
    shared = contest(*bots, deals, rules, seed=5, **options)
    for bot in set(BOTS.values()):
        monkeypatch.setattr(bot, "steady", False)
    asked = contest(*bots, deals, rules, seed=5, **options)
    for one, other in zip(shared.lines, asked.lines, strict=True):
        assert decisions(one) == decisions(other)
    assert without_clocks(shared.lines) == without_clocks(asked.lines)


def decisions(line: DealLine) -> list[dict[str, int]]:
    """How often each seat was asked, by kind, in every hand."""
    return [
        {kind: clock.number for kind, clock in clocks.items()}
        for hand in line.hands
        for clocks in hand.clocks
    ]


def test_a_steady_bot_is_asked_until_it_is_known_what_it_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot that plays as the others do has them asked in the first game of each deal alone."""
    asked = Counter[str]()

    class Steady(BasicBot):
        def lead(self) -> LeadChoice:
            asked[type(self).__name__] += 1
            return super().lead()

    class Unsteady(Steady):
        steady = False

    monkeypatch.setitem(BOTS, "steady", Steady)
    monkeypatch.setitem(BOTS, "unsteady", Unsteady)
    among = contest("unsteady", "steady", 1, alone=True)
    tricks = sum(among.lines[0].hands[0].tricks)
    assert asked == {"Steady": tricks, "Unsteady": tricks}
    asked.clear()
    contest("steady", "unsteady", 1, alone=True)
    assert asked == {"Steady": tricks, "Unsteady": tricks + 3 * tricks}
    asked.clear()
    contest("steady", "steady", 1)
    assert asked == {"Steady": 2 * tricks}


def test_what_a_stand_in_has_answered_is_not_taken_for_an_answer_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seat_failing_bots(monkeypatch)
    played = contest("basic", "fainting", 1, alone=True, on_failure="stand-in")
    for hand in played.lines[0].hands:
        held = {seat for seat, name in enumerate(hand.seats) if name == "fainting"}
        assert {fault.seat for fault in hand.faults} == held


def test_of_who_sits_alone_every_hand_as_declarer_counts() -> None:
    played = contest("basic", "random", 4, seed=2, alone=True)
    for line, score in zip(played.lines, played.scores, strict=True):
        seats = ((hand, hand.rotation - 1) for hand in line.hands[1:])
        won = [hand.winner == "declarers" for hand, seat in seats if seat in hand.declarers]
        assert len(won) == 2 and score.declared[0] == fmean(won)
    _, second = figures(played)["win_rate"]
    assert second == {"mean": 0.5, "interval": None}


def test_the_number_of_processes_does_not_matter() -> None:
    duel, stops = Duel(Rules(), ("basic", "random"), seed=5), stopping(6, (0.0,), 2)
    one, two = Contest(duel, stops), Contest(duel, stops)
    one.play()
    two.play(over_processes(2))
    assert without_clocks(one.lines) == without_clocks(two.lines)
    assert one.scores == two.scores


def test_stopping_early() -> None:
    played = contest("basic", "random", 40, bounds=(0.0,), seed=1)
    found = figures(played)
    assert found["deals"] == len(played.lines) < 40
    assert found["stopped_early"] is True
    assert len(played.lines) in played.stopping.looks
    again = Contest(played.duel, played.stopping, played.lines)
    assert again.over
    assert again.scores == played.scores


def test_figures() -> None:
    found = figures(contest("basic", "random", 4, seed=3))
    assert found["hands"] == 8
    basic, _ = found["cpu"]
    assert set(basic) >= {"bury", "lead", "follow", "all"}
    assert basic["all"]["decisions"] > 200
    assert basic["all"]["decisions"] == sum(basic[kind]["decisions"] for kind in basic) / 2
    assert all(basic[kind]["mean_us"] > 0 < basic[kind]["p95_us"] for kind in basic)
    low, high = found["levels"]["interval"]
    assert low < found["levels"]["mean"] < high
    first, second = found["win_rate"]
    assert first["mean"] == 1 - second["mean"]
    assert msgspec.json.encode(found)


def test_figures_of_cpu_time() -> None:
    """One long pause, as collecting garbage may be, lifts the mean and not the 95th percentile."""
    lead, follow = Clock(), Clock()
    for _ in range(99):
        lead.add(1_000_000)
    lead.add(50_000_000)
    follow.add(2_000)
    found = cpu_figures({"lead": lead, "follow": follow})
    assert list(found) == ["lead", "follow", "all"]
    assert [found[kind]["decisions"] for kind in found] == [100, 1, 101]
    assert found["lead"]["mean_us"] == 1490 > found["all"]["mean_us"] == 1475.3
    assert found["lead"]["p95_us"] == found["all"]["p95_us"] == pytest.approx(1000, rel=0.03)
    assert found["follow"] == {"decisions": 1, "mean_us": 2.0, "p95_us": pytest.approx(2, rel=0.03)}


def test_shares_that_are_all_the_same() -> None:
    """Halves are halves for both, and who has won all is told with the width of early stopping."""
    same = figures(contest("basic", "basic", 5))["win_rate"]
    assert same[0] == same[1]
    assert same[0]["mean"] == 0.5 == pytest.approx(sum(same[0]["interval"]) / 2)
    sure = contest("medium", "random", 40, seed=7, bounds=(0.0,))
    assert {score.won for score in sure.scores} == {(1.0, 0.0)}
    low, high = figures(sure)["win_rate"][0]["interval"]
    assert high == 1 and low < share_interval(len(sure.lines), len(sure.lines))[0] - 0.05
    first = Contest(sure.duel, sure.stopping, sure.lines[:2])
    assert figures(first)["win_rate"][0] == {"mean": 1.0, "interval": None}


@pytest.mark.parametrize("rules", ["tractor", "forty-points", "three-deck", "six-player"])
def test_records_of_every_game(tmp_path: Path, rules: str) -> None:
    duel = Duel(rules_from(rules), ("basic", "random"), record=str(tmp_path))
    line = play_duel_deal(duel, 0)
    assert len(line.hands) == 2
    decks = set()
    for game in (0, 1):
        path = tmp_path / record_name(duel, 0, game)
        assert validate(path).ok
        record = read_record(path)
        assert record.header.seats == duel.seatings(0)[game]
        decks.add(record.events[0].deck)  # type: ignore[union-attr]
    assert len(decks) == 1


def test_matches() -> None:
    rules = Rules(first_level=Rank.KING)
    found = figures(contest("basic", "random", 2, rules, seed=3, matches=True))
    first, second = found["match_win_rate"]
    assert (first["mean"], second["mean"]) == (1, 0)
    assert found["hands"] > 4
    alone = figures(contest("basic", "random", 1, rules, seed=3, matches=True, alone=True))
    first, second = alone["match_win_rate"]
    assert first["mean"] > 0.5 and second["mean"] == 0.5


def test_a_forfeited_hand_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_failing_bots(monkeypatch)
    played = contest("cheating", "basic", 2)
    found = figures(played)
    failures, none = found["failures"]
    assert failures["number"] == failures["forfeited"] == 4 == failures["kinds"]["illegal"]
    assert "cheating" in failures["first"]
    assert none["number"] == 0
    assert [score.levels for score in played.scores] == [-3, -3]
    assert [score.points for score in played.scores] == [-80, -80]
    assert played.scores[0].won == (0, 1)


def test_who_sits_alone_forfeits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_failing_bots(monkeypatch)
    cheat = contest("cheating", "basic", 1, alone=True)
    assert cheat.scores[0].levels == -3 and cheat.scores[0].won == (0, 0.5)
    assert figures(cheat)["failures"][0]["forfeited"] == 4
    among = contest("basic", "cheating", 1, alone=True)
    assert among.scores[0].levels == 6 and among.scores[0].won == (1, 0)
    assert figures(among)["failures"][1]["forfeited"] == 5
    matches = contest("basic", "fainting", 1, matches=True, alone=True)
    assert matches.scores[0].matches == (1, 0)


def test_a_forfeited_match_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_failing_bots(monkeypatch)
    played = contest("basic", "fainting", 1, matches=True)
    assert played.scores[0].matches == (1, 0)
    assert len(played.lines[0].forfeits) == 2


def test_a_stand_in_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows what the bot before it knew: basic for basic changes nothing."""
    seat_failing_bots(monkeypatch)
    fainting = contest("fainting", "random", 2, on_failure="stand-in")
    basic = contest("basic", "random", 2)
    assert [score.levels for score in fainting.scores] == [score.levels for score in basic.scores]
    assert [s.points for s in fainting.scores] == [s.points for s in basic.scores]
    faults = [fault for line in fainting.lines for hand in line.hands for fault in hand.faults]
    assert len(faults) == 8
    assert {fault.reason for fault in faults} == {"it has fainted"}
    assert figures(fainting)["failures"][0]["forfeited"] == 0


def test_a_stand_in_may_declare_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_failing_bots(monkeypatch)
    mute, quiet = (contest(bot, "mute", 4, on_failure="stand-in") for bot in ("mute", "quiet"))
    assert all(failures["number"] for failures in figures(mute)["failures"])
    assert [line.hands[0].points for line in mute.lines] == [
        line.hands[0].points for line in quiet.lines
    ]


def test_everything_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_failing_bots(monkeypatch)
    with pytest.raises(BotError, match="cheating"):
        contest("cheating", "basic", 1, on_failure="stop")


def test_a_forfeit_is_kept_and_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_failing_bots(monkeypatch)
    played = contest("cheating", "basic", 1)
    line = msgspec.json.decode(msgspec.json.encode(played.lines[0]), type=DealLine)
    assert line == played.lines[0]
    assert score_of(played.duel, line) == played.scores[0]
