"""Hints: what is proposed is held against what else comes to mind, as in a review."""

from __future__ import annotations

from random import Random

import pytest

from shengji.bots.ruled import RuledBot
from shengji.explain import Advantage, Hint, Teacher, lessons
from shengji.explain.hints import answer_of
from shengji.explain.lessons import BARE, OF_OTHER, SLIGHT
from shengji.explain.wording import told_answer, told_lesson
from shengji.game import (
    Command,
    Match,
    Play,
    due_of,
    shuffled,
    view,
)
from shengji.review import Choice
from shengji.review.reviewer import Reviewer
from shengji.rules import rules_from
from shengji.words import LANGUAGES, texts
from tests.explain.kit import (
    BOTTOM,
    FOUR,
    LONG,
    SHORT,
    Position,
    found_at,
    goes_on,
    reached,
    seen,
    short,
)
from tests.game.kit import cards

POSITIONS: dict[str, Position] = {
    "to show": Position(
        {},
        {0: LONG},
        (),
        0,
        *("2♠", "", "Trumps in this hand with 2♠ shown: 13."),
        BOTTOM,
    ),
    "not to show": Position(
        {},
        {
            0: "2S 2S AD KD QD JD 10D 9D 8D 7D AD KD QD 3S 3C 4C 6C 7C 8C 9C 3H 4H 6H 7H 8H",
            1: "2D",
        },
        ("1 2D",),
        0,
        "",
        "2♠ 2♠",
        "No other trump would help your side enough. "
        "Why not 2♠ 2♠? Trumps in this hand with the trump suit as it is: 13.",
    ),
    "to bid for the land": Position(
        {"land": True},
        {
            0: LONG,
            1: "2H 2H AH AH KH KH QH QH JH 10H 10H 9H 8H 7H 5H 5H 10D 10D 6D 7D 8D 9D 3D 5D KD",
        },
        ("0 2S", "0", f"0 {LONG}"),
        1,
        *("2♥ 2♥", "", "Trumps in this hand with a bid of 2♥ 2♥: 16, and it takes the kitty."),
        BOTTOM,
    ),
    "to bury": Position(
        {},
        {0: LONG},
        ("0 2S", "0"),
        0,
        "J♥ 9♥ 8♥ 7♥ 6♥ 4♥ 4♦ 3♦",
        "4♥ 3♥ 6♣ 4♣ 3♣ 3♣ 4♦ 3♦",
        "With 4♦ 3♦ buried no card of that suit is left, and trumps can be played where it is led. "
        "Why not 4♥ 3♥ 6♣ 4♣ 3♣ 3♣ 4♦ 3♦? 3♣ 3♣ can win a trick together, and are buried.",
        BOTTOM,
    ),
    "to call": Position(
        SHORT | {"teams": "friends", "players": 4},
        *short("2S AS KH QH"),
        0,
        "A♣ number 1",
        "K♣ number 1",
        "A♣ is higher, and so whoever holds it wins tricks for the Dealer more often.",
    ),
    "to lead what nobody can beat": Position(
        SHORT,
        *short("2S AH KH QH", "9H 3H 4C 5C", "6C 7C 8C 9C", "JH 10H 4D BJ"),
        0,
        *("A♥ K♥ Q♥", "2♠", "Of all cards that are still out, none beats any part of A♥ K♥ Q♥."),
    ),
    "to lead fewer points": Position(
        SHORT,
        *short("2S 3S KH 5H", "9H 3H 4C 5C", "6C 7C 8C 9C", "AH 10H 4D BJ"),
        0,
        "5♥",
        "K♥",
        "Higher hearts may be out, but these 5 points are worth the risk. "
        "Why not K♥? Something higher than K♥ is still out, so the others can take the 10 points "
        "that are led.",
    ),
    "to win with as little as it takes": Position(
        SHORT,
        *short(*FOUR, plays=("0 3H",)),
        1,
        *("10♥", "A♥", "10♥ is ahead as well, and the higher card can be kept."),
    ),
    "to ruff": Position(
        SHORT,
        *short(*FOUR, plays=("0 3H", "1 AH")),
        2,
        "6♠",
        "5♦",
        "The trick can be taken from the other side with trumps: 6♠. "
        "Why not 5♦? The other side is ahead in this trick: 5♦ gives away 5 points that could be "
        "kept.",
    ),
    "to give points to a teammate": Position(
        SHORT,
        *short(*FOUR, plays=("0 3H", "1 AH", "2 9C")),
        3,
        *("K♣", "4♦", "A teammate is ahead in this trick, so points can go to it: 10."),
    ),
    "to give the others none": Position(
        SHORT,
        *short("2S 3H KH QH", "10H 4H AH 5C", "6D 7C 5D 9C", "3D 4D KC 7D", plays=("0 3H", "1 AH")),
        2,
        "7♣",
        "5♦",
        "Others are ahead in this trick, so give them no points. "
        "Why not 5♦? The other side is ahead in this trick: 5♦ gives away 5 points that could be "
        "kept.",
    ),
    "not to throw trumps away": Position(
        SHORT,
        *short(*FOUR[:3], "3S 4D KC 7D", plays=("0 3H", "1 AH", "2 6S")),
        3,
        "7♦",
        "3♠",
        "Others are ahead in this trick, so give them no points. "
        "Why not 3♠? Trumps that cannot win this trick are thrown away: 3♠.",
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_hint_says_what_a_review_says(name: str) -> None:
    at = POSITIONS[name]
    game = reached(at)
    rules = game.match.rules
    teacher = seen(Teacher(rules, at.seat), game)
    due = due_of(teacher.hand, at.seat)
    assert due is not None
    hint = teacher.hint(due)
    answer = answer_of(hint.command)
    assert told_answer(answer) == at.answer
    assert hint.why.render() == at.why and hint.why.render("zh") != at.why
    # It is what a review tells first of whoever does the other.
    advantage = hint.why.other or hint.why.this
    assert isinstance(advantage, Advantage)
    assert told_answer(advantage.other) == at.other
    reviewer = seen(Reviewer(rules, at.seat, 0, 1), game)
    made, best = (Choice(each.cards, each.calls) for each in (advantage.other, answer))
    told = told_lesson(lessons(reviewer, due.decision, made, best)[0])
    assert at.why == told or at.why.endswith(f" Why not {at.other}? {told}")


def test_every_kind_of_decision_has_a_position() -> None:
    named = {name.split()[1 if name.startswith("to ") else 2] for name in POSITIONS}
    assert named >= {"show", "bid", "bury", "call", "lead", "win", "ruff", "give", "throw"}


@pytest.mark.parametrize("rules", [{}, {"system": "finding-friends"}, {"land": True}, {"decks": 3}])
def test_a_hint_proposes_what_medium_does_and_says_why(rules: dict[str, object]) -> None:
    """Where nothing can be named it says what speaks for the answer alone."""
    played, chance = rules_from(rules), Random(7)
    match = Match(played)
    teachers = [Teacher(played, seat) for seat in range(played.players)]
    bots = [RuledBot(played, seat) for seat in range(played.players)]
    found: list[Hint] = []

    def do(command: Command) -> None:
        events = match.do(command)
        for event in events:
            for player in (*teachers, *bots):
                player.observe(view(event, player.seat))

    do(shuffled(played, chance))
    hand = match.hand
    assert hand is not None
    while not hand.is_over:
        answers = []
        for teacher, bot in zip(teachers, bots, strict=True):
            due = due_of(hand, bot.seat)
            if due is None:
                continue
            hint = teacher.hint(due)
            assert hint.command == bot.decide(due)
            assert hint.why.render() == teacher.why(hint.command).render()
            for language in LANGUAGES:
                assert "{" not in hint.why.render(language)
            this, other = hint.why
            for advantage in (this, other):
                if isinstance(advantage, Advantage):
                    assert advantage.other != answer_of(hint.command)
                    assert advantage.lesson.key not in BARE
            # First why this, then why not another.
            for language, not_ in (("en", "Why not"), ("zh", "为什么不")):
                told = hint.why.render(language)
                assert told.startswith(this.render(language)) and not_ not in this.render(language)
                assert told.count(not_) == (other is not None)
                assert other is None or told.endswith(other.render(language))
            found.append(hint)
            answers.append(hint.command)
        command = next((answer for answer in answers if answer is not None), None)
        do(goes_on(hand) if command is None else command)
    named = sum(isinstance(hint.why.this, Advantage) or bool(hint.why.other) for hint in found)
    assert len(found) / 3 < named < len(found)


def test_what_another_bot_would_do_is_held_against_the_rules_of_play() -> None:
    """As at a terminal, where any bot may be asked."""
    at = POSITIONS["to give the others none"]
    game = reached(at)
    teacher = seen(Teacher(game.match.rules, at.seat), game)
    why = teacher.why(Play(at.seat, cards("6D")))
    assert why.other is not None and told_answer(why.other.other) == "5♦"


def test_of_a_kitty_trumps_come_first_and_only_what_is_more_is_named() -> None:
    made, best = "10S 5S 4S KC 4H 6H 3D 4D", "5S KC 4H 6H 7H 8H 3D 4D"
    at = POSITIONS["to bury"]
    assert found_at(at, made, best) == [("kitty-trumps", "10S 4S", 0), ("kitty-points", "10S", 10)]
    assert ("kitty-points-kept", "10S", 10) in found_at(at, best, made)


@pytest.mark.parametrize(("card", "named"), [("QC", True), ("8C", False)])
def test_a_card_may_win_another_trick_where_few_are_higher(card: str, named: bool) -> None:
    dealt = short(*FOUR[:2], "6S 7C QC 8C", FOUR[3], plays=("0 3H", "1 AH"))
    at = Position(SHORT, *dealt, 2, "", "", "")
    kept = [("high-thrown-away", card, 0)] if named else []
    assert found_at(at, card, "7C") == [*kept, ("lower-enough", "7C", 0)]


def test_it_is_not_time_to_draw_trumps_with_hardly_any() -> None:
    few = "2S 4S AD KD QD JD 10D 9D 8D 7D 6D AC KC QC JC 9C 8C 7C 6C 4C 3C 3C 3H 4H 6H"
    for held, is_time in ((LONG, True), (few, False)):
        at = Position({}, {0: held}, ("0 2S", "0", f"0 {held}"), 0, "", "", "", BOTTOM)
        assert ("lead-trump-missed" in {key for key, *_ in found_at(at, "3H", "4S")}) is is_time


def test_only_lessons_that_exist_are_sorted_by_what_they_speak_of() -> None:
    assert texts("lessons").keys() >= BARE | OF_OTHER | SLIGHT
