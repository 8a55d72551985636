"""Matches that are kept of a table's log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest

from shengji.game import HandEnded, HandStarted, MatchEnded, Played, ThrowFailed
from shengji.record.validation import validate
from shengji.rules import Rules, rules_from
from shengji.server.matches.match_reader import FinishedMatch, MatchReader, played_match
from shengji.server.matches.records import match_of, rename_seats
from shengji.server.tables.acts.hosting import RulesSet, SetRules, SetSettings
from shengji.server.tables.acts.match import Start
from shengji.server.tables.acts.seating import Sit, Stand
from shengji.server.tables.acts.votes import Answer, Propose, TakenBack
from shengji.server.tables.core.entries import Body
from shengji.server.tables.core.table import Table
from shengji.server.tables.state import Settings
from tests.server.table.kit import GUESTS, HOST, Player, done, started

ANN, BEN, CAI, *_ = GUESTS
FORTY = rules_from("forty-points")
LAST = rules_from({"preset": "forty-points", "first_level": "A", "last_level": "A"})


def playing(
    people: int = 4, rules: Rules = FORTY, settings: Settings | None = None, seed: int = 3
) -> tuple[Table, Player, list[Body]]:
    """A match that has just begun."""
    log: list[Body] = []
    table = started(rules, people, settings, log)
    return table, Player(table, Random(seed), told=log.append), log


def play_until(player: Player, over: Callable[[], bool]) -> None:
    while not over():
        assert player.step()


def hands_over(log: Iterable[Body]) -> int:
    return sum(isinstance(body, HandEnded) for body in log)


def read(log: Iterable[Body], known: Iterable[int] = (), *, abandoned: bool = False) -> MatchReader:
    """Entry n was made at n thousand."""
    reader = MatchReader(frozenset(known))
    for number, body in enumerate(log, 1):
        reader.read(number, number * 1000, body)
    reader.finish(abandoned=abandoned)
    return reader


def validated(match: FinishedMatch, folder: Path) -> None:
    """The record of a match is whole, by the command that people use."""
    file = folder / "match.jsonl"
    record = match.played.record("2026-01-02T03:04:05+00:00")
    file.write_bytes(rename_seats(record, [f"P{n}" for n in range(match.played.rules.players)]))
    report = validate(file)
    assert report.complete and not report.faults and report.torn is None
    assert match_of(record) == match.played


@pytest.mark.parametrize("rules", [LAST, rules_from("finding-friends"), rules_from("zhang-2021")])
def test_a_match_is_kept_with_what_each_hand_was(rules: Rules, tmp_path: Path) -> None:
    one_hand = Settings(one_hand=rules is not LAST)
    _, player, log = playing(2, rules, one_hand)
    while player.step():
        pass
    (match,) = read(log).over
    ended = next(body for body in log if isinstance(body, MatchEnded))
    start = next(at for at, body in enumerate(log, 1) if type(body).__name__ == "MatchBegan")
    assert (match.number, match.line.begun) == (1, start * 1000)
    assert match.line.ended == (log.index(ended) + 1) * 1000
    assert (match.line.ending, match.line.winners) == (ended.reason, ended.winners)
    assert match.line.open
    holders = [(at.seat, at.first, at.person, at.name, at.bot) for at in match.line.seats]
    assert holders[:3] == [
        (0, 0, "host", "Wu", None),
        (1, 0, "guest1", "Guest 1", None),
        (2, 0, None, "", "random"),
    ]
    assert len(holders) == rules.players
    assert {at.hands for at in match.line.seats} == {len(match.hands)}
    ends = [body for body in log if isinstance(body, HandEnded)]
    assert len(match.hands) == len(ends)
    for number, (hand, end) in enumerate(zip(match.hands, ends, strict=True), 1):
        assert (hand.hand, hand.dealer, hand.points) == (number, end.dealer, end.points)
        assert (hand.kitty_by, hand.kitty_factor) == (end.buried_by, end.factor)
        assert hand.kitty_points == end.kitty_points
        assert hand.won == (end.winner == "declarers")
        assert hand.levels == (end.levels if hand.won else -end.levels)
        for seat, of in enumerate(hand.seats):
            mine = seat in end.declarers
            role = "dealer" if seat == end.dealer else "partner" if mine else "opponent"
            assert of.role == role
            assert of.levels == (end.levels if mine == hand.won else -end.levels)
        assert hand.seats[0].person == "host" and hand.seats[2].person is None
    validated(match, tmp_path)


def test_throws_are_counted_by_who_led_them() -> None:
    _, player, log = playing(4, rules_from("zhang-2021"), Settings(one_hand=True), seed=5)
    while player.step():
        pass
    (match,) = read(log).over
    for seat, of in enumerate(match.hands[0].seats):
        own = [body for body in log if isinstance(body, Played | ThrowFailed) and body.seat == seat]
        failed = sum(isinstance(body, ThrowFailed) for body in own)
        many = sum(isinstance(body, Played) and len(body.units) > 1 for body in own)
        assert (of.throws, of.failed) == (many, failed)
    assert sum(of.failed + of.throws for of in match.hands[0].seats) > 0


def test_who_comes_and_goes_in_a_match() -> None:
    table, player, log = playing(3)
    play_until(player, lambda: hands_over(log) == 1)
    play_until(player, lambda: isinstance(log[-1], HandStarted))
    log += done(table, BEN, Stand())
    play_until(player, lambda: hands_over(log) == 2)
    log += done(table, CAI, Sit(2))
    play_until(player, lambda: hands_over(log) == 3)
    (match,) = read(log, abandoned=True).over
    assert match.line.ending == "abandoned" and match.line.winners == ()
    held = [(at.first, at.person, at.bot, at.hands) for at in match.line.seats if at.seat == 2]
    assert held == [(0, "guest2", None, 1), (2, None, "medium", 1), (3, "guest3", None, 1)]
    assert [hand.seats[2].person for hand in match.hands] == ["guest2", None, "guest3"]
    assert [at.hands for at in match.line.seats if at.seat == 0] == [3]


def test_a_match_under_way_is_not_over() -> None:
    _, player, log = playing(2)
    play_until(player, lambda: hands_over(log) == 1)
    play_until(player, lambda: isinstance(log[-1], Played) and hands_over(log) == 1)
    assert read(log).over == []
    (match,) = read(log, abandoned=True).over
    starts = [event for event in match.played.events if isinstance(event, HandStarted)]
    assert len(starts) == 1 == len(match.hands), "nothing of the hand that is not over"
    assert match.line.ended == len(log) * 1000
    # Of a match without a hand that is over there is nothing to keep.
    first = next(at for at, body in enumerate(log) if isinstance(body, HandEnded))
    assert read(log[:first], abandoned=True).over == []


def test_other_rules_abandon_a_match(tmp_path: Path) -> None:
    table, player, log = playing(2)
    play_until(player, lambda: hands_over(log) == 1)
    log += done(table, HOST, SetRules("pagat"))
    play_until(player, lambda: isinstance(log[-1], RulesSet))
    (match,) = read(log).over
    assert (match.line.ending, match.line.ended) == ("abandoned", len(log) * 1000)
    assert match.played.rules == FORTY
    validated(match, tmp_path)


def test_a_match_that_a_side_gives_up_is_kept_with_the_hand_broken_off(tmp_path: Path) -> None:
    table, player, log = playing(4)
    play_until(player, lambda: isinstance(log[-1], Played))
    log += done(table, ANN, Propose("concede"))
    log += done(table, CAI, Answer(True))
    (match,) = read(log).over
    assert (match.line.ending, match.line.winners, match.hands) == ("conceded", (0, 2), ())
    assert isinstance(match.played.events[-1], MatchEnded)
    assert any(isinstance(event, Played) for event in match.played.events)
    validated(match, tmp_path)
    # One that all end at once, before anything is over, is not.
    table, player, log = playing(1)
    play_until(player, lambda: isinstance(log[-1], Played))
    log += done(table, HOST, Propose("end"))
    assert isinstance(log[-1], MatchEnded)
    assert read(log).over == []


@pytest.mark.parametrize(
    ("settings", "later"),
    [
        (Settings(private=True), Settings()),
        (Settings(), Settings(private=True)),
        (Settings(onlookers="none"), Settings()),
        (Settings(), Settings(onlookers="none")),
    ],
)
def test_a_match_is_open_only_if_its_table_was_all_through_it(
    settings: Settings, later: Settings
) -> None:
    table, player, log = playing(1, settings=settings)
    play_until(player, lambda: hands_over(log) == 1)
    log += done(table, HOST, SetSettings(later))
    play_until(player, lambda: hands_over(log) == 2)
    (match,) = read(log, abandoned=True).over
    assert not match.line.open


def test_what_was_taken_back_is_not_in_the_record(tmp_path: Path) -> None:
    table, player, log = playing(1, settings=Settings(take_back=True, one_hand=True))

    def own_play() -> bool:
        return isinstance(log[-1], Played) and log[-1].seat == 0

    play_until(player, own_play)
    player.hear(done(table, HOST, Propose("take_back")))
    assert any(isinstance(body, TakenBack) for body in log)
    while player.step():
        pass
    (match,) = read(log).over
    validated(match, tmp_path)


def test_several_matches_of_a_table_and_those_that_are_known() -> None:
    table, player, log = playing(1, LAST, Settings(one_hand=True))
    for _ in range(3):
        while player.step():
            pass
        player.hear(done(table, HOST, Start()))
    assert [match.number for match in read(log).over] == [1, 2, 3]
    assert [match.number for match in read(log, known=(1, 3)).over] == [2]
    assert read(log, known=(1, 2, 3)).over == []


def test_the_last_match_is_told_with_who_held_the_seats_at_the_end_of_each_hand() -> None:
    table, player, log = playing(2, LAST)
    assert played_match(log) is None
    play_until(player, lambda: hands_over(log) == 1)
    player.hear(done(table, ANN, Stand()))
    play_until(player, lambda: hands_over(log) == 2 or not table.room.playing)
    match = played_match(log)
    assert match is not None
    assert match.names == ("Wu", "Guest 1", "random", "random")
    assert match.holders[0] == ("host", "guest1", None, None)
    assert len(match.holders) == hands_over(match.events) == hands_over(log)
    assert all(held == ("host", None, None, None) for held in match.holders[1:])
    player.hear(done(table, HOST, SetRules({"preset": "tractor"})))
    assert played_match(log) == match


def test_of_a_match_of_which_no_hand_is_over_nothing_is_told() -> None:
    table, player, log = playing(1, LAST, Settings(one_hand=True))
    while player.step():
        pass
    assert played_match(log) is not None
    player.hear(done(table, HOST, Start()))
    player.step()
    assert played_match(log) is None
