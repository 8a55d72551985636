"""The yardsticks of the review: playing on, blunders by rule, and what is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from benchmarks.review import confirm, human, planted, seeds, vetoed
from benchmarks.review.blunders import RULES
from benchmarks.review.figures import Verdict, shrunk, verdict
from benchmarks.review.judging import DEALS
from benchmarks.review.keeping import Hand
from benchmarks.review.playing_on import PlayingOn, Request, believed, command_of, compared, judged
from benchmarks.review.supposing import supposed_events
from benchmarks.review.systems import played_hand, rules_of, watched
from shengji.bots.deals.sampler import Deals
from shengji.bots.ruled import RuledBot
from shengji.bots.search.hypothetical import Hypothetical
from shengji.bots.search.trials import PlayoutTrials, plays_only
from shengji.cards import Card
from shengji.game import (
    Decision,
    Event,
    FriendsCalled,
    HandStarted,
    KittyBuried,
    LandBid,
    LandPassed,
    Played,
    due_of,
    view,
)
from shengji.play.space import TRUMP
from shengji.record import Record
from shengji.record.reader import empty_match
from shengji.record.reviews import Choice, Reviewed
from shengji.review import weighing
from shengji.review.reviewer import Reviewer

SEED = 5
BID = 3
"""With this seed somebody bids for the land."""


@pytest.fixture
def unheeding() -> Iterator[None]:
    """`medium` without its preference for expected answers, as the playouts have none."""
    with patch.object(RuledBot, "heeds_expectations", False):
        yield


def _hand(system: str) -> Record:
    return played_hand(rules_of(system), "medium", BID if system == "land" else SEED)


def _plays(record: Record, every: int) -> Iterator[tuple[int, Played, Reviewer]]:
    """Some of the plays of a hand, with the number of each and the reviewer of its seat."""
    seen = 0
    for number, watching in watched(record, 0, 1.0):
        event = record.events[number - 1]
        if isinstance(event, Played):
            seen += 1
            if seen % every == 0:
                yield number, event, watching[event.seat]


@pytest.mark.usefixtures("unheeding")
@pytest.mark.parametrize("system", ["zhang-2021", "finding-friends", "land"])
def test_medium_plays_on_as_the_playouts_of_the_review(system: str) -> None:
    record, tried = _hand(system), Counter[Decision]()
    for number, event, watcher in _plays(record, 11):
        decision: Decision = "lead" if event.units else "follow"
        case = watcher.case(decision, event.cards, (), number)
        if case is None or case.forced:
            continue
        answers = [case.answers[0], case.answers[-1]]
        space = watcher.hand.space
        words = np.array([space.words(answer.cards) for answer in answers], dtype=np.int64)
        now, plays = Hypothetical(watcher.hand, watcher.memory), plays_only(words)
        trials = PlayoutTrials(now, plays, event.seat, watcher.deals(0))
        _alike(record, number, decision, watcher, answers, trials, [0, 1])
        tried[decision] += 1
    assert tried.total() >= 3


@pytest.mark.usefixtures("unheeding")
@pytest.mark.parametrize("system", ["zhang-2021", "three-deck", "finding-friends"])
def test_it_does_from_a_kitty_and_from_calls(system: str) -> None:
    record, tried = _hand(system), Counter[Decision]()
    for number, watching in watched(record, 0, 1.0):
        event = record.events[number - 1]
        match event:
            case KittyBuried(seat=seat, cards=cards) if cards is not None:
                decision: Decision = "bury"
                case = watching[seat].case("bury", cards, (), number)
            case FriendsCalled(seat=seat):
                decision = "call"
                case = watching[seat].case("call", (), event.calls, number)
            case _:
                continue
        assert case is not None and isinstance(case.trials, PlayoutTrials)
        rows = [0, len(case.answers) - 1]
        answers = [case.answers[row] for row in rows]
        _alike(record, number, decision, watching[seat], answers, case.trials, rows)
        tried[decision] += 1
    assert list(tried) == (["bury", "call"] if record.rules.calls else ["bury"])


def _alike(
    record: Record,
    number: int,
    decision: Decision,
    watcher: Reviewer,
    answers: Sequence[Choice],
    trials: PlayoutTrials,
    rows: Sequence[int],
) -> None:
    """Playing on and playouts come to the same end on every deal, from each of the answers."""
    rules, seat, space = record.rules, watcher.seat, watcher.hand.space
    deals = list(believed(watcher, decision, 4, SEED))
    commands = [command_of(rules, decision, seat, answer) for answer in answers]
    playing = PlayingOn(record, number, "medium", SEED)
    found = compared(playing, rules, seat, deals, commands)
    hands = np.array([[space.words(cards) for cards in deal.hands] for deal in deals])
    kitties = np.array([space.words(deal.kitty) for deal in deals])
    expected = trials.play_out(rows, Deals(hands, kitties))
    assert np.array_equal(found.levels, expected.levels)
    assert np.array_equal(found.points, expected.points)


@pytest.mark.parametrize("seed", [BID, 43])
def test_bids_for_the_land_are_played_on_from(seed: int) -> None:
    record, tried = played_hand(rules_of("land"), "medium", seed), 0
    for number, watching in watched(record, 0, 1.0):
        event = record.events[number - 1]
        if isinstance(event, LandPassed | LandBid):
            watcher = watching[event.seat]
            due = due_of(watcher.hand, watcher.seat)
            bids = list(due.options) if due is not None and due.decision == "land" else []
            if not bids:
                continue
            cards = event.cards if isinstance(event, LandBid) else ()
            made, other = Choice(cards), Choice(() if cards else bids[0])
            found = Reviewed(number, 0, event.seat, "land", made)
            came = judged(record, found, other, watcher, Request("medium", 4, SEED))
            assert came.levels.shape == (2, 4) and (came.worth[0] != came.worth[1]).any()
            tried += 1
    assert tried


@pytest.mark.parametrize("system", ["zhang-2021", "finding-friends", "land", "four-decks"])
def test_a_believed_deal_changes_nothing_that_all_or_the_seat_have_seen(system: str) -> None:
    rules = rules_of(system)
    record = played_hand(rules, "medium", SEED)
    changed = 0
    for number, event, watcher in _plays(record, 17):
        seat, before = event.seat, record.events[: number - 1]
        (deal,) = believed(watcher, "follow", 1, SEED)
        supposed = supposed_events(before, deal.hands, deal.kitty)
        match = empty_match(record.header, rules)
        for one in supposed:
            match.apply(one)
        assert match.hand is not None
        assert list(map(Counter, match.hand.hands)) == list(map(Counter, deal.hands))
        assert Counter(match.hand.kitty or ()) == Counter(deal.kitty)
        assert _seen(supposed, None) == _seen(before, None)
        assert _seen(supposed, seat) == _seen(before, seat)
        assert isinstance(supposed[0], HandStarted) and supposed[0].deck is not None
        assert Counter(supposed[0].deck) == Counter(rules.deck)
        changed += list(before) != supposed
    assert changed


def _seen(events: tuple[Event, ...] | list[Event], seat: int | None) -> list[Event]:
    return [view(event, seat) for event in events]


def test_the_true_deal_gives_the_hand_itself() -> None:
    record = _hand("land")
    match = empty_match(record.header, record.rules)
    for number, event in enumerate(record.events[:-1], 1):
        match.apply(event)
        hand = match.hand
        assert hand is not None
        if isinstance(event, Played | KittyBuried):
            before = list(record.events[:number])
            supposed = supposed_events(before, hand.hands, hand.kitty or ())
            assert supposed == before


@pytest.mark.parametrize("rule", RULES)
def test_a_blunder_is_planted_where_its_rule_applies(rule: str) -> None:
    hand = Hand("finding-friends", 1, rule)
    made = human.made(hand, "medium")
    assert made is not None
    found, record = made.found, made.record
    assert human.replayed(hand, "medium").events == record.events
    assert Counter(found.made.cards) != Counter(made.instead.cards)
    event = record.events[found.event - 1]
    assert event.seat == found.seat  # type: ignore[union-attr]
    if rule == "trumps-buried":
        assert isinstance(event, KittyBuried)
        space = record.match.hand.space if record.match.hand else None
        assert space is not None
        trumps = [card for card in event.cards or () if space.suit(card) == TRUMP]
        assert len(trumps) >= 3
    elif rule == "joker-wasted":
        assert found.made.cards == (Card.BIG_JOKER,)
    elif rule == "throw-fails":
        assert event.__struct_config__.tag == "throw_failed"


def test_many_noisy_verdicts_say_how_many_are_none() -> None:
    chance = np.random.default_rng(1)
    true = chance.normal(0.3, 0.3, 2000)
    noisy = [Verdict(float(value), 0.5) for value in true + chance.normal(0, 0.5, 2000)]
    found = shrunk(noisy)
    assert abs(found.mean - 0.3) < 0.03 and abs(found.spread - 0.3) < 0.05
    assert abs(found.none - (true <= 0).mean()) < 0.04
    assert sum(one.mean <= 0 for one in noisy) / 2000 > found.none + 0.08
    same = verdict([0.0] * DEALS)
    assert same.refuted and not same.sure and shrunk([same]).none == 1.0


@pytest.fixture
def quick() -> Iterator[None]:
    """Reviews on as few deals as can be."""
    with patch.multiple(weighing, LEAST=2, LEAST_SCAN=1):
        yield


@pytest.mark.usefixtures("quick")
def test_what_is_kept_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--systems", "forty-points", "--hands", "1", "--depth", "0.001"]
    judged = ["--judge", "medium", "--deals", "8"]
    for command, more in (
        (confirm.main, judged),
        (human.main, [*judged, "--rules", "points-to-opponents,trumps-buried"]),
        (seeds.main, []),
        (planted.main, ["--kinds", "follow"]),
        (vetoed.main, judged),
    ):
        kept = tmp_path / command.__module__
        command([*asked, *more, "--kept", str(kept)])
        first, lines = capsys.readouterr().out, kept.read_bytes()
        assert lines.endswith(b"\n") and first
        command([*asked, *more, "--kept", str(kept)])
        assert (capsys.readouterr().out, kept.read_bytes()) == (first, lines)
