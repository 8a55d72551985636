"""Actions: what the two encodings reach is what the game allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.cards import CARDS
from shengji.env.actions import rows, steps
from shengji.env.actions.listing import PlayListing
from shengji.env.actions.question import Answer, only_answer
from shengji.env.layout import COLUMN_COUNT
from shengji.game import AnswerRedeal, BidLand, Bury, CallFriends, Play, Show, due_of
from shengji.game.due import legal
from shengji.rules import SYSTEMS, Rules, random_rules, rules_from
from tests.env.kit import Turn, named, turns
from tests.game.kit import position, steady
from tests.kit import SHORT_HANDS, cards

FEW = 300
"""Where there are more legal decisions not all of them are looked at."""


def short_rules() -> st.SearchStrategy[Rules]:
    """Each system with short hands, and any rules."""
    systems = [rules_from({"system": name, **given}) for name, given in SHORT_HANDS.items()]
    anything = st.integers(0, 10**6).map(lambda seed: random_rules(Random(seed)))
    return st.one_of(st.sampled_from(systems), anything)


def legal_answers(turn: Turn, most: int) -> list[Answer]:
    """The legal decisions; at most so many."""
    waits: list[Answer] = [None] if turn.due.decision == "show" else []
    return [*waits, *islice(legal(turn.hand, turn.due.seat), most)]


def content(answer: Answer) -> object:
    """A decision, but for the order of its cards or calls."""
    match answer:
        case AnswerRedeal():
            return answer.wanted
        case CallFriends():
            return frozenset(answer.calls)
        case Play():
            return frozenset(Counter(answer.cards).items()), answer.reading or 0
        case Show() | BidLand() | Bury():
            return frozenset(Counter(answer.cards).items())
        case _:
            return None


def kinds(turn: Turn, answer: Answer) -> Counter[int]:
    """The steps that name a decision, but for their order."""
    return Counter(steps.steps_of(turn.hand, turn.due, answer))


@steady(100)
@given(short_rules(), st.integers(0, 2**32))
def test_a_decision_is_the_same_after_it_has_been_said_in_steps(rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for turn in turns(rules, chance):
        for answer in (named(turn, chance), chance.choice(legal_answers(turn, 50))):
            naming = steps.naming_of(turn.hand, turn.due)
            *before, last = steps.steps_of(turn.hand, turn.due, answer)
            for action in before:
                assert naming.mask()[action]
                assert naming.take(action) is None
            assert naming.mask()[last]
            answered = naming.take(last)
            assert answered is not None
            assert content(answered.answer) == content(answer)


@steady(100)
@given(short_rules(), st.integers(0, 2**32))
def test_a_step_is_allowed_if_and_only_if_it_leads_to_a_legal_decision(
    rules: Rules, seed: int
) -> None:
    chance = Random(seed)
    for turn in turns(rules, chance):
        answers = legal_answers(turn, FEW)
        if len(answers) >= FEW or turn.due.decision == "call":
            continue
        ways = [kinds(turn, answer) for answer in answers]
        naming, taken = steps.naming_of(turn.hand, turn.due), Counter[int]()
        answered = None
        while answered is None:
            allowed = set(naming.mask().nonzero()[0].tolist())
            assert allowed == set(_next(ways, taken)), (turn.due, taken)
            action = chance.choice(sorted(allowed))
            taken[action] += 1
            answered = naming.take(action)
        assert content(answered.answer) in set(map(content, answers))


def _next(ways: Iterable[Counter[int]], taken: Counter[int]) -> Iterable[int]:
    """The steps by which some way goes on; stop comes after all cards."""
    for way in ways:
        if taken <= way:
            left = way - taken
            named_cards = [action for action in left if action < steps.STOP]
            if named_cards:
                yield from named_cards
            elif left[steps.STOP]:
                yield steps.STOP
            else:
                yield from left


def test_calls_can_be_made_of_every_copy_but_none_twice() -> None:
    rules = rules_from({"system": "finding-friends", "players": 8})
    chance = Random(3)
    turn = next(turn for turn in turns(rules, chance) if turn.due.decision == "call")
    naming = steps.naming_of(turn.hand, turn.due)
    # Of one card all copies are called, but for the last call.
    card = int(naming.mask().nonzero()[0][0])
    answered = None
    for number in range(rules.calls):
        before = naming.mask()
        assert before[card] == (number < rules.deck_count)
        kind = card if before[card] else int(before.nonzero()[0][0])
        assert naming.take(kind) is None
        copies = naming.mask().nonzero()[0] - steps.ORDINAL + 1
        done = number if kind == card else 0
        assert copies.tolist() == list(range(done + 1, rules.deck_count + 1))
        answered = naming.take(steps.ORDINAL + int(copies[0]) - 1)
    assert answered is not None
    assert isinstance(answered.answer, CallFriends)
    assert len(set(answered.answer.calls)) == rules.calls


@steady(100)
@given(short_rules(), st.integers(0, 2**32), st.sampled_from([2, 16, 256]))
def test_rows_are_legal_differ_and_say_how_many_are_left_out(
    rules: Rules, seed: int, most: int
) -> None:
    listing = PlayListing(rules, most)
    for turn in turns(rules, Random(seed)):
        choosing = rows.Choosing(turn.hand, turn.due, listing)
        answers = [choosing.answer(row) for row in range(choosing.size)]
        table = choosing.rows()
        assert table.shape == (most, COLUMN_COUNT)
        assert len(set(map(bytes, table[: len(answers)]))) == len(answers) <= most
        assert not table[len(answers) :].any()
        assert choosing.mask().sum() == len(answers)
        for answer in answers:
            assert answer is None or turn.table.match.verify(answer) is None
        if turn.due.decision == "lead":
            continue  # throws of other cards are legal, and are never offered
        every = legal_answers(turn, most + FEW)
        if len(every) < most + FEW:
            assert choosing.left_out == len({*map(content, every)} - {*map(content, answers)})
        else:
            assert choosing.left_out > 0
        if not choosing.left_out:
            assert {*map(content, answers)} == {*map(content, every)}


def test_a_row_says_how_many_copies_of_each_kind_are_played() -> None:
    game = position(["5H 5H KH 2D", "3H 4H 6H 7H", "8H 8C 9C JC", "QH QC KC AC"], "2S")
    due = due_of(game.hand, 0)
    assert due is not None
    choosing = rows.Choosing(game.hand, due, PlayListing(game.hand.rules, 16))
    pair = next(
        number for number in range(choosing.size)
        if isinstance(answer := choosing.answer(number), Play)
        and answer.cards == tuple(cards("5H 5H"))
    )  # fmt: skip
    row = choosing.rows()[pair]
    assert {CARDS[kind].value: int(row[kind]) for kind in np.flatnonzero(row[:54])} == {"5H": 2}


def test_reading_of_a_lead_is_named_last() -> None:
    rules = Rules(decks=3, throw_reading="named")
    held = ["3H 3H 3H 4H 4H", "5C 5C 6C 6C 7C", "8C 8C 9C 9C 10C", "JC JC QC QC KC"]
    game = position(held, "2S", rules=rules)
    due = due_of(game.hand, 0)
    assert due is not None
    naming = steps.naming_of(game.hand, due)
    for card in cards(held[0]):
        assert naming.take(card.index) is None
    assert naming.take(steps.STOP) is None
    assert naming.mask().nonzero()[0].tolist() == [steps.READING, steps.READING + 1]
    answered = naming.take(steps.READING + 1)
    assert answered is not None
    assert isinstance(answered.answer, Play)
    assert answered.answer.reading == 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_answers_are_those_without_a_choice(system: str) -> None:
    rules = rules_from({"system": system, **SHORT_HANDS[system]})
    alone = 0
    for turn in turns(rules, Random(5)):
        answers = legal_answers(turn, 2)
        only = only_answer(turn.hand, turn.due)
        assert (only is not None) == (len(answers) == 1 and turn.due.decision != "show")
        alone += only is not None
        if only is not None:
            assert only == answers[0]
    assert alone >= rules.players, "the last cards leave no choice"
