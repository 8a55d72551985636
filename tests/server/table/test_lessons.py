"""The hand of a lesson: a known deck, for one person alone with bots."""

from __future__ import annotations

from random import Random

import pytest

from shengji.cards import Card
from shengji.game import HandStarted, shuffled
from shengji.game.shares import JointDeal, commitment_to
from shengji.practice.lessons import DEALS
from shengji.rules import Rules
from shengji.server.tables.acts.match import Ready, Start
from shengji.server.tables.acts.seating import SeatBot, Sit, Stand, opening
from shengji.server.tables.acts.shuffling import CommitShare, GiveShare
from shengji.server.tables.core.table import Table
from shengji.server.tables.state import Settings
from tests.server.table.kit import GUESTS, HOST, done


def _begun(people: int) -> Table:
    """A table of the lesson on counting before its first hand."""
    table = Table.of(opening("t1", HOST, Rules(), Settings(one_hand=True), "counting"))
    for seat, guest in enumerate(GUESTS[: people - 1], 1):
        done(table, guest, Sit(seat))
        done(table, guest, Ready(True))
    for seat in range(people, 4):
        done(table, HOST, SeatBot(seat, "medium"))
    done(table, HOST, Start())
    return table


def _deck(people: int) -> tuple[Card, ...]:
    """The deck of the first hand at such a table."""
    table = _begun(people)
    (start,) = (one for one in table.start_hand(Random(1)) if isinstance(one, HandStarted))
    assert start.deck is not None
    return start.deck


@pytest.mark.parametrize(("people", "seed"), [(1, DEALS["counting"]), (2, 1)])
def test_the_deck_of_a_lesson_is_dealt_only_to_a_person_alone(people: int, seed: int) -> None:
    assert _deck(people) == shuffled(Rules(), Random(seed)).deck


def test_a_lesson_drops_no_request_for_shares() -> None:
    table, here = _begun(2), [HOST.person, GUESTS[0].person]
    done(table, HOST, CommitShare(commitment_to("11" * 32)))
    table.start_hand(Random(1), here)
    done(table, HOST, GiveShare(1, "11" * 32, "22" * 32))
    done(table, GUESTS[0], Stand())
    table.start_hand(Random(1), here)
    assert table.hand is not None and isinstance(table.hand.started.shares, JointDeal)
