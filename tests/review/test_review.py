"""A hand reviewed: what is weighed, from what was known, and what it teaches."""

from __future__ import annotations

from functools import cache
from math import nan
from pathlib import Path

import msgspec
import pytest

from shengji.explain import Lesson, lessons
from shengji.explain.wording import told_lesson
from shengji.game import Bury, CloseDraw, FriendsCalled, KittyBuried, Played, Shown, view
from shengji.record import Record, header_of
from shengji.review import (
    DEPTH,
    Choice,
    Figure,
    HandReview,
    MatchReview,
    Reviewed,
    review_hand,
    review_match,
    weighing,
    worst_of,
)
from shengji.review.reviewer import Reviewer
from shengji.review.wording import describe_mistake
from shengji.rules import rules_from
from shengji.words import texts
from tests.commandkit import Command
from tests.game.kit import Game, cards
from tests.record.kit import played, seen, some_hands, write

SHALLOW = 0.01
SHORT = rules_from({"decks": 1, "kitty": 38})
"""Every hand has four cards."""
HANDS = {0: "2S AS KH QH", 1: "9H 3H 4C 5C", 2: "6C 7C 8C 9C", 3: "AH 10H 4D BJ"}


def recorded(system: str) -> Record:
    header, events, match = played(system)
    return Record(header, rules_from(header.rules), events, match)


@cache
def reviewed() -> HandReview:
    """The first hand of a match reviewed."""
    return review_hand(recorded("dealt again"), 1, 7, SHALLOW)


def short_hand(hands: dict[int, str] = HANDS) -> Game:
    """A hand of four cards each up to the first lead, with spades as trumps; seat 0 deals."""
    game = Game.later(SHORT, hands, dealer=0)
    game.draw_all()
    game.show(0, "2S")
    game.do(CloseDraw())
    held = list(game.hand.hands[0])
    for card in cards(hands[0]):
        held.remove(card)
    game.do(Bury(0, tuple(held)))
    return game


def record_of(game: Game) -> Record:
    header = header_of(SHORT, ["East", "North", "West", "South"], dealer=0)
    return Record(header, SHORT, tuple(game.events), game.match)


def watching(game: Game, seat: int) -> Reviewer:
    """A reviewer who has seen of a game what a seat saw."""
    reviewer = Reviewer(SHORT, seat, 0, SHALLOW)
    reviewer.begin_at([SHORT.first_level] * SHORT.players, 0)
    for event in game.events:
        reviewer.observe(view(event, seat))
    return reviewer


def keys(found: tuple[Lesson, ...]) -> list[str]:
    return [lesson.key for lesson in found]


def test_every_decision_is_there_and_the_same_again() -> None:
    record = recorded("dealt again")
    found = reviewed()
    assert found == review_hand(record, 1, 7, SHALLOW)
    assert found != review_hand(record, 1, 8, SHALLOW)
    assert msgspec.json.decode(msgspec.json.encode(found), type=HandReview) == found
    decided = {d.event for d in found.decisions if d.decision != "show"}
    kinds = Played | KittyBuried | FriendsCalled
    plays = {n for n, event in enumerate(record.events, 1) if isinstance(event, kinds)}
    assert decided and decided <= plays
    assert {d.decision for d in found.decisions} >= {"bury", "lead", "follow"}
    for decision in found.decisions:
        assert (decision.made.levels is None) == decision.forced
        assert decision.cost >= 0 and (not decision.cost or decision.better)
    costs = [found.decisions[place].cost for place in found.worst]
    assert costs == sorted(costs, reverse=True) and all(costs) and len(costs) <= 3
    assert found.curve[-1].trick <= found.decisions[-1].trick
    assert [player.seat for player in found.players] == [0, 1, 2, 3]


def test_a_match_is_its_hands_summed_up() -> None:
    record = recorded("dealt again")
    heard: list[tuple[int, int]] = []
    found = review_match(record, 7, SHALLOW, lambda *far: heard.append(far))
    assert msgspec.json.decode(msgspec.json.encode(found), type=MatchReview) == found
    assert len(found.hands) > 1
    assert found.hands[0] == reviewed()
    for player in found.players:
        own = [hand.players[player.seat] for hand in found.hands]
        assert player.decisions == sum(each.decisions for each in own)
        assert player.cost == pytest.approx(sum(each.cost for each in own))
        mine = [d for hand in found.hands for d in hand.decisions if d.seat == player.seat]
        stake = sum(d.stake for d in mine)
        expected = pytest.approx(max(0, 100 - 100 * player.cost / stake)) if stake else None
        assert player.accuracy == expected
    costs = sorted((d.cost for hand in found.hands for d in hand.decisions), reverse=True)
    told = [found.hands[hand].decisions[at].cost for hand, at in found.worst]
    assert told == [cost for cost in costs[:3] if cost >= 0.1]
    assert heard[-1][0] == heard[-1][1] and heard == sorted(heard)
    none = Record(record.header, record.rules, (), record.match)
    with pytest.raises(ValueError, match="no hand to review"):
        review_match(none)


@pytest.mark.parametrize(("seat", "hand"), [(0, 1), (3, 2)])
def test_a_seat_is_judged_by_what_it_saw_alone(seat: int, hand: int) -> None:
    """A review of the record as the seat saw it finds the same as one of the whole record."""
    whole = review_hand(recorded("dealt again"), hand, 0, SHALLOW)
    header, events = seen(seat, "dealt again")
    rules = rules_from(header.rules)
    record = Record(header, rules, tuple(events), played("dealt again")[2])
    own = review_hand(record, hand, 0, SHALLOW)
    of_seat = [d for d in whole.decisions if d.seat == seat]
    assert any(d.open for d in of_seat)  # which only who sees all hands can tell
    assert list(own.decisions) == [msgspec.structs.replace(d, open=None) for d in of_seat]


def test_friends_calls_and_shows_are_weighed() -> None:
    rules = rules_from({"decks": 1, "kitty": 38, "teams": "friends", "players": 4})
    header, events, match = some_hands(rules, 1, 1)
    called = review_hand(Record(header, rules, events, match), 1, 0, SHALLOW)
    call = next(d for d in called.decisions if d.decision == "call")
    assert call.made.calls and call.made.levels is not None
    record = recorded("one deck")
    shown = [d for d in review_hand(record, 1, 0, SHALLOW).decisions if d.decision == "show"]
    assert any(isinstance(record.events[d.event - 1], Shown) for d in shown)


def test_small_differences_are_not_listed() -> None:
    """A cost of 0.07 ± 0.08 is hardly a mistake."""
    costs = (0.07, 0.0, 0.3, 0.09, 0.1)
    made = Choice(cards("3C"))
    decisions = [Reviewed(n, n, 0, "lead", made, cost=c, weight=c) for n, c in enumerate(costs)]
    assert worst_of([decisions]) == ((0, 2), (0, 4))
    assert worst_of([[found for found in decisions if found.cost < 0.1]]) == ()


def test_points_given_away_are_found_and_told() -> None:
    game = short_hand()
    for seat, text in ((0, "KH"), (1, "3H"), (2, "6C"), (3, "10H")):
        game.play(seat, text)
    for seat, text in ((0, "2S"), (1, "4C"), (2, "7C"), (3, "BJ")):
        game.play(seat, text)
    found = review_hand(record_of(game), None, 0, 0.1)
    mistake = next(d for d in found.decisions if d.seat == 3)
    assert (mistake.trick, mistake.made.cards) == (1, cards("10H"))
    assert found.decisions.index(mistake) in found.worst
    assert mistake.better[0].cards == cards("AH") and mistake.cost > 0.05
    assert keys(mistake.lessons) == ["points-given", "win-missed"]
    assert found.result is None
    assert mistake.open is not None and mistake.open.cards == cards("AH")
    assert mistake.open.made < mistake.open.best
    english = describe_mistake(found, mistake)
    assert english.caution is None
    unsolved = describe_mistake(found, msgspec.structs.replace(mistake, unsolved=True))
    assert unsolved.caution is not None and "was not found in time" in unsolved.caution
    assert english.made == "Trick 1: South followed with 10♥."
    assert english.why == (
        "The other side is ahead in this trick: 10♥ gives away 10 points that could be kept.",
        "The trick can be taken from the other side with A♥.",
    )
    made, best = mistake.open.made, mistake.open.best
    assert english.open == (
        "With all hands open, and perfect play by all: the Opponents get "
        f"{made} points, and {best} after A♥."
    )
    assert describe_mistake(found, mistake, "zh").made == "第 1 轮：South出了 10♥。"


def choice(text: str) -> Choice:
    return Choice(cards(text))


def test_lessons_of_leads() -> None:
    dealer = watching(short_hand(), 0)
    throw = lessons(dealer, "lead", choice("KH QH"), choice("AS"), failed=True)
    assert keys(throw)[0] == "throw-stopped" and throw[0].cards == cards("QH")
    assert told_lesson(throw[0]) == "Q♥ in the throw could still be beaten, so it was stopped."
    points = lessons(dealer, "lead", choice("KH"), choice("AS"), failed=False)
    assert keys(points) == ["lead-points", "lead-trump-missed"]
    assert points[0].points == 10


def test_lessons_of_follows() -> None:
    game = short_hand({0: "2S 3H KH QH", 1: "10H 4H AH 5C", 2: "6S 7C 5D 9C", 3: "3D 4D KC 7D"})
    game.play(0, "3H")
    second = watching(game, 1)
    low = lessons(second, "follow", choice("4H"), choice("AH"), failed=False)
    assert keys(low)[0] == "won-too-low"
    game.play(1, "AH")
    third = watching(game, 2)
    ruff = lessons(third, "follow", choice("9C"), choice("6S"), failed=False)
    assert keys(ruff) == ["ruff-missed"]
    given = lessons(third, "follow", choice("5D"), choice("9C"), failed=False)
    assert given[0] == Lesson("points-given", cards("5D"), 5)
    spent = lessons(third, "follow", choice("6S"), choice("9C"), failed=False)
    assert keys(spent) == ["trump-spent"]
    game.play(2, "9C")
    last = watching(game, 3)
    kept = lessons(last, "follow", choice("7D"), choice("KC"), failed=False)
    assert kept[0] == Lesson("points-kept", cards("KC"), 10)


def test_trumps_that_cannot_win_are_thrown_away() -> None:
    game = short_hand({0: "2S 3H KH QH", 1: "10H 4H AH 5C", 2: "6S 7C 5D 9C", 3: "3S 4D KC 7D"})
    for seat, text in ((0, "3H"), (1, "AH"), (2, "6S")):
        game.play(seat, text)
    found = lessons(watching(game, 3), "follow", choice("3S"), choice("4D"), failed=False)
    assert found == (Lesson("trumps-thrown-away", cards("3S")),)


def test_every_lesson_can_be_told() -> None:
    for key in texts("lessons").keys() - {"why", "why-best", "both"}:
        for language in ("en", "zh"):
            assert told_lesson(Lesson(key, cards("5H"), 5), language)


def test_answers_that_are_given_are_tried_and_no_others() -> None:
    dealer = watching(short_hand(), 0)
    answers = [Choice(tuple(cards(text))) for text in ("AS", "KH", "KH QH")]
    case = dealer.offered("lead", answers, 3)
    assert case.answers == answers
    first = case.trials.run(range(3), 32)
    assert first.levels.shape == (3, 32)
    # The same chance once more, and another one where more is thought.
    again = dealer.offered("lead", answers, 3).trials
    assert (again.run(range(3), 32).points == first.points).all()
    assert dealer.offered("lead", answers, 3, 10).work == 10 * case.work
    assert len(dealer.deals(3).draw(8).hands) == 8
    with pytest.raises(
        ValueError, match="only plays, kitties and calls can be offered, not 'show'"
    ):
        dealer.offered("show", answers, 3)


def test_who_throws_the_whole_hand_could_lead_less() -> None:
    hand = "2S AS KS QS"
    thrower = watching(short_hand({**HANDS, 0: hand}), 0)
    case = thrower.case("lead", tuple(cards(hand)), (), 3)
    assert case is not None and not case.forced
    assert {len(answer.cards) for answer in case.answers} == {1, 4}


def test_figures_beyond_two_errors_are_sure() -> None:
    assert Figure(0.5, 0.2).sure and not Figure(0.3, 0.2).sure


def test_faults_say_what_to_do() -> None:
    record = recorded("dealt again")
    for hand in (0, 9):
        with pytest.raises(ValueError, match=f"there is no hand {hand}; the record has"):
            review_hand(record, hand)
    for depth in (0, nan):
        with pytest.raises(ValueError, match="expected a depth of more than 0"):
            review_hand(record, depth=depth)


def test_the_command(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(weighing, "LEAST", 4)  # a few deals of each choice say enough here
    header, events, _ = played("dealt again")
    path = write(tmp_path / "match", header, events)
    ran = command("review", path, "--hand", 1, "--depth", SHALLOW)
    assert ran.status == 0, ran.err
    assert "Hand 1 reviewed" in ran.out and "Accuracy" in ran.out and "bot 0" in ran.out
    chinese = command("review", path, "--hand", 1, "--depth", SHALLOW, "--lang", "zh").out
    assert "第 1 局复盘" in chinese
    as_json = command("review", path, "--hand", 1, "--depth", SHALLOW, "--json").out
    found = msgspec.json.decode(as_json, type=HandReview)
    assert (found.hand, found.depth, found.seed) == (1, SHALLOW, 0)
    assert command("review", path, "--hand", 9).status == 2
    whole = command("review", path, "--all", "--depth", SHALLOW).out
    assert "The match reviewed" in whole and "What cost most in the match:" in whole
    assert "Hand 1: " in whole and "Hand 2: " in whole
    as_json = command("review", path, "--all", "--depth", SHALLOW, "--json").out
    assert len(msgspec.json.decode(as_json, type=MatchReview).hands) > 1
    both = command("review", path, "--all", "--hand", 1)
    assert both.status == 2 and "leave out --hand, or --all" in both.err
    assert f"default: ({DEPTH:g})]" in command("review", "--help").out
