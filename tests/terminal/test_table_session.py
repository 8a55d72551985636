"""The session and the saved matches: going on after a kill at any moment, and nothing leaks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from shengji.game import Bury, CardDrawn, HandStarted, Phase, Play, Refusal
from shengji.record import read_record
from shengji.terminal.errors import UsageError
from shengji.terminal.table import saves
from shengji.terminal.table.lobby import bot_names
from shengji.terminal.table.session import Session, Wait
from tests.seeds import trials
from tests.terminal.tablekit import lobby, rules_of, state, step


def run(session: Session, steps: int = 10**6) -> None:
    """Play on with the bot in the person's place."""
    for _ in range(steps):
        if session.waits_for is Wait.OVER:
            return
        if session.waits_for is Wait.NEXT:
            session.confirm()
        step(session)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The record of a whole short match, with several hands."""
    path = tmp_path_factory.mktemp("whole") / "whole.jsonl"
    session = lobby(path, seed=4, auto=True, first_level="K", last_level="A").start()
    run(session)
    session.close()
    return path.read_bytes()


def test_a_whole_match_is_recorded(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(whole)
    record = read_record(path)
    assert record.match.winners is not None
    assert record.header.seats == ("basic", "basic", "basic", "basic")
    session = lobby(None).go_on(path)
    assert session.waits_for is Wait.OVER
    session.close()


@pytest.mark.parametrize("seed", trials(40))
def test_a_match_killed_anywhere_goes_on_as_it_was(whole: bytes, tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    cut = chance.randrange(whole.index(b"\n") + 1, len(whole))
    if seed % 4 == 0:
        # Often enough right after a line, where commands have more than one event.
        lines = whole.splitlines(keepends=True)
        keep = [i for i, line in enumerate(lines) if b"card_drawn" not in line]
        cut = sum(len(line) for line in lines[: chance.choice(keep) + 1])
    path = tmp_path / "match.jsonl"
    path.write_bytes(whole[:cut])
    before = read_record(path)
    session = lobby(None, seed=None).go_on(path)
    after = read_record(path)
    assert after.events[: len(before.events)] == before.events
    assert len(after.events) <= len(before.events) + 3
    assert state(session._table.match) == state(after.match)
    if session.hand is not None:
        assert session.hand.hands[0] == after.match.hand.hands[0]  # type: ignore[union-attr]
        assert session.hand.hands[1:] == [[], [], []]
    session.play_for_me()
    run(session, 150)
    session.close()
    assert state(read_record(path).match) == state(session._table.match)


def test_the_same_seed_deals_other_decks_after_a_resumption(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    session = lobby(path, seed=9, auto=True).start()
    while len(session.results) < 1:
        step(session)
    session.close()
    session = lobby(None, seed=9, auto=True).go_on(path)
    assert session.waits_for is Wait.NEXT
    session.confirm()
    step(session)
    session.close()
    decks = [e.deck for e in read_record(path).events if isinstance(e, HandStarted)]
    assert len(decks) == 2 and decks[0] != decks[1]


def test_only_one_game_plays_a_saved_match(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    session = lobby(path).start()
    with pytest.raises(UsageError, match="another window"):
        lobby(None).go_on(path)
    with pytest.raises(UsageError, match="exists already"):
        lobby(path).start()
    session.close()
    lobby(None).go_on(path).close()


def test_the_newest_unfinished_match_is_found(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saves, "folder", lambda: tmp_path)
    assert saves.newest_unfinished() is None
    over, open_, broken = (saves.new_path().with_stem(name) for name in ("over", "open", "broken"))
    over.write_bytes(whole)
    assert saves.newest_unfinished() is None
    open_.write_bytes(b"".join(whole.splitlines(keepends=True)[:100]))
    found = saves.newest_unfinished()
    assert found is not None and found.path == open_ and found.record is not None
    broken.write_text("not a record\n")
    found = saves.newest_unfinished()
    assert found is not None and found.path == broken and found.record is None and found.reason
    with pytest.raises(UsageError, match="line 1"):
        lobby(None).go_on(broken)
    with pytest.raises(UsageError, match="cannot read"):
        lobby(None).go_on(tmp_path / "missing.jsonl")


def test_the_person_sees_no_more_than_seat_0(tmp_path: Path) -> None:
    session = lobby(tmp_path / "match.jsonl", seed=2, auto=True).start()
    while len(session.results) < 2:
        if session.waits_for is Wait.NEXT:
            session.confirm()
        for event in step(session):
            if isinstance(event, CardDrawn):
                assert (event.card is None) == (event.seat != 0)
            if isinstance(event, HandStarted):
                assert event.deck is None
    for result in session.results:
        hidden = result.ended.factor == 0 and result.ended.dealer != 0
        assert (result.ended.kitty is None) == hidden
    session.close()


def test_the_last_moment_to_declare_waits_for_the_person_and_can_be_passed(tmp_path: Path) -> None:
    session = lobby(tmp_path / "match.jsonl", seed=1).start()
    while session.waits_for is None:
        step(session)
    assert session.waits_for is Wait.DECLARE and session.options
    assert step(session) == ()
    session.passes()
    while session.waits_for is None:
        step(session)
    assert session.hand is not None and session.hand.phase is not Phase.DRAW
    session.close()


def test_a_refused_play_changes_nothing(tmp_path: Path) -> None:
    session = lobby(tmp_path / "match.jsonl", seed=3).start()
    while session.waits_for not in (Wait.LEAD, Wait.FOLLOW):
        if session.waits_for is Wait.DECLARE:
            session.passes()
        elif session.waits_for is Wait.BURY:
            advice = session.advice()
            assert isinstance(advice, Bury) and len(advice.cards) == session.rules.kitty_size
            break
        step(session)
    before = state(session.match)
    assert isinstance(session.do(Play(0, ())), Refusal)
    assert state(session.match) == before
    session.close()


def test_bots_by_name() -> None:
    rules = rules_of()
    assert bot_names("random", rules) == ("random",) * 3
    assert bot_names("basic, random,basic", rules) == ("basic", "random", "basic")
    with pytest.raises(UsageError, match="did you mean basic"):
        bot_names("basik", rules)
    with pytest.raises(UsageError, match="3 bots, not 2"):
        bot_names("basic,basic", rules)
